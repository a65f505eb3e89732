"""The socket of a table. Apart from FastAPI, which would keep its own objects for each of them."""

from __future__ import annotations

import asyncio
import re

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.limits import Allowance
from atlantis_games.server.messages import PROTOCOL, ErrorMessage, PreparingMessage, encode
from atlantis_games.server.middleware import refuse_handshake
from atlantis_games.server.quick_moves import Caller
from atlantis_games.server.routes.requests import address_of
from atlantis_games.server.services import Services
from atlantis_games.server.socket import Connection
from atlantis_games.server.tables.session import Session

PATH = re.compile("/api/tables/(?P<table_id>[^/]+)/socket")
MAX_PLY_DIGITS = 8
BETWEEN_REPORTS = 1.0  # seconds


def sockets(services: Services) -> ASGIApp:
    """The application that opens the sockets of tables."""

    async def live(scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"])
        if found is None:
            await refuse_handshake(send, RequestRefused("not-found", 404))
            return
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            async with services.socket_of(address_of(socket)):
                await watch(services, socket, found["table_id"])
        except RequestRefused as refused:
            error: ErrorMessage = {"type": "error", **refused.problem()}
            await socket.send_text(encode(error))
            await socket.close(refused.close or 4400)

    return live


async def watch(services: Services, socket: WebSocket, table_id: str) -> None:
    """Connects a socket with a table until one side closes."""
    spoken = socket.query_params.get("protocol", str(PROTOCOL))
    if spoken != str(PROTOCOL):
        raise RequestRefused("other-protocol", values={"version": PROTOCOL}, close=4409)
    session = await prepared_session(services, socket, table_id)
    if not session.table.address:
        session.table.address = address_of(socket)
    settings = services.settings
    connection = Connection(
        socket,
        session,
        services.lobby.bots,
        caller_of(services, socket),
        settings.limits,
        settings.patience_seconds,
    )
    ply = socket.query_params.get("ply", "0")
    await connection.run(int(ply) if ply.isdecimal() and len(ply) <= MAX_PLY_DIGITS else 0)


async def prepared_session(services: Services, socket: WebSocket, table_id: str) -> Session:
    """A table by its id; while its game is not ready, the socket receives how far that is."""
    preparation = services.preparation
    if preparation.is_over:
        return await services.lobby.session(table_id)
    opening = asyncio.ensure_future(services.lobby.session(table_id))
    while not (await asyncio.wait([opening], timeout=BETWEEN_REPORTS))[0]:
        message: PreparingMessage = {"type": "preparing", "share": preparation.share}
        await socket.send_text(encode(message))
    return await opening


def caller_of(services: Services, socket: WebSocket) -> Caller:
    """Who has opened a socket; what it may use is known now, and part of its address's share."""
    address = address_of(socket)
    allowance: Allowance = socket.scope["state"]["allowance"]
    usual = Allowance(services.settings.limits)
    allowance.own, allowance.sent = usual.own, usual.sent
    allowance.shared = services.messages.bucket(address)
    guest = services.guests.guest_of(socket.headers, socket.cookies)
    return Caller(guest, address, socket.scope["state"].get("line"), allowance)
