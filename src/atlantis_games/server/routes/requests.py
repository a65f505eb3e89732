"""What a route may ask for: the services, who is calling, and from where."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.limits import network_of
from atlantis_games.server.services import Services


async def services_of(request: Request) -> Services:
    """What the routes share."""
    services: Services = request.app.state.services
    return services


AllServices = Annotated[Services, Depends(services_of)]


async def guest_or_none(request: Request, services: AllServices) -> str | None:
    """The guest who asks; None for somebody without a token."""
    return services.guests.guest_of(request.headers, request.cookies)


async def guest_required(guest: Annotated[str | None, Depends(guest_or_none)]) -> str:
    """The guest who asks, who must be one."""
    if guest is None:
        raise RequestRefused("no-guest", 401)
    return guest


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from, as limits count it."""
    return network_of(connection.client.host) if connection.client else "local"


async def request_address(request: Request) -> str:
    """The address that a request comes from, as limits count it."""
    return address_of(request)


AnyGuest = Annotated[str | None, Depends(guest_or_none)]
Guest = Annotated[str, Depends(guest_required)]
Address = Annotated[str, Depends(request_address)]
