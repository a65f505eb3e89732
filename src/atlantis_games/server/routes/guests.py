"""Becoming a guest."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from atlantis_games.server.errors import too_many
from atlantis_games.server.guests import COOKIE, YEAR
from atlantis_games.server.http_models import GuestAnswer, GuestBody
from atlantis_games.server.routes.requests import Address, AllServices, AnyGuest

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


def set_cookie(response: Response, token: str, secure: bool) -> None:
    """Sends the token to where no script of a page can read it."""
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/"
    )
