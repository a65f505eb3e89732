"""Becoming a guest, and what may be done with a guest's games."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response

from atlantis_games.server.errors import too_many
from atlantis_games.server.guests import COOKIE, YEAR
from atlantis_games.server.http_models import GuestAnswer, GuestBody, SharingAnswer, SharingBody
from atlantis_games.server.routes.requests import Address, AllServices, AnyGuest, Guest
from atlantis_games.server.store import Changes

router = APIRouter()


@router.post("/api/guest")
async def become_guest(
    body: GuestBody,
    services: AllServices,
    guest: AnyGuest,
    address: Address,
    request: Request,
    response: Response,
) -> GuestAnswer:
    """Makes you a guest, or changes your name."""
    answer: GuestAnswer = {"name": body.name}
    if guest is None:
        if not services.new_guests.take(address):
            raise too_many()
        token = services.guests.new_token()
        guest = services.guests.guest_with(token)
        assert guest is not None  # made just now
        if body.bearer:
            answer["token"] = token
        else:
            set_cookie(response, token, request.url.scheme == "https")
    await services.set_name(guest, body.name)
    return answer


@router.get("/api/sharing")
async def sharing(services: AllServices, guest: AnyGuest) -> SharingAnswer:
    """Whether your finished games may be given away without names."""
    return {"shares": guest is not None and await services.store.has_consented(guest)}


@router.post("/api/sharing")
async def set_sharing(body: SharingBody, services: AllServices, guest: Guest) -> SharingAnswer:
    """Lets your finished games be given away without names, or withdraws that."""
    given = time.time() if body.shares else None
    await services.store.write(Changes().set_consent(guest, given))
    return {"shares": body.shares}


def set_cookie(response: Response, token: str, secure: bool) -> None:
    """Sends the token to where no script of a page can read it."""
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/"
    )
