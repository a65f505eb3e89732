"""Routes: HTTP for tables, a socket for each table, the page for everything else."""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from prometheus_client import generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.errors import AtlantisError
from atlantis_games.games import GAMES, game_named
from atlantis_games.server.connection import Connection
from atlantis_games.server.errors import Refused, too_many
from atlantis_games.server.guests import COOKIE, YEAR, Guests, secret_key
from atlantis_games.server.hall import Hall
from atlantis_games.server.limits import Buckets
from atlantis_games.server.metrics import REFUSALS, REGISTRY, note
from atlantis_games.server.protocol import GuestBody, JoinBody, Problem, TableBody, encode
from atlantis_games.server.security import Guard, refuse_handshake
from atlantis_games.server.settings import Settings
from atlantis_games.server.store import Store
from atlantis_games.server.table import OVER, Table
from atlantis_games.server.tutorial import tutorial

PAGE = Path(__file__).resolve().with_name("page")
PAGE_PATHS = ("table", "replay", "review", "learn", "rules")
SOCKET_PATH = re.compile("/api/tables/(?P<table_id>[^/]+)/socket")
MOST_NAMES = 100_000
LONGEST_WINDOW = 200  # positions
REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 401, 403, 404, 409, 410, 411, 413, 415, 422, 429)
}
Answer = dict[str, Any]


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests = Guests(secret_key(settings.data))
        self.store = Store(settings.database_url)
        self.hall = Hall(self.store, settings)
        limits = settings.limits
        self.new_tables = Buckets(0.2 * limits, 60 * limits)
        self.new_guests = Buckets(0.5 * limits, 60 * limits)
        self.sockets: dict[str, int] = {}
        self.most_sockets = int(100 * limits)
        self.names: OrderedDict[str, str] = OrderedDict()  # what guests call themselves

    def guest(self, headers: Any, cookies: Any) -> str | None:
        """Who a request comes from."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.guests.guest_with(token.strip())
        return self.guests.guest_with(cookies.get(COOKIE))


def make_app(settings: Settings) -> Guard:
    """The application, ready to be served: a guard before the pages and before the sockets."""
    server = Server(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await server.store.open()
        sweeper = asyncio.create_task(server.hall.sweep_forever())
        note("started", version=version("atlantis-games"))
        yield
        sweeper.cancel()
        await server.hall.close()
        await server.store.close()
        note("stopped")

    app = FastAPI(
        title="Atlantis",
        version=version("atlantis-games"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        responses=REFUSED,
    )
    add_error_handlers(app)
    add_people(app, server)
    add_tables(app, server)
    add_matches(app, server)
    add_operation(app)
    add_page(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    return Guard(app, settings, sockets(server))


def add_error_handlers(app: FastAPI) -> None:
    """Every refusal is a code and a sentence."""

    def refused(code: str, text: str, status: int, more: Answer | None = None) -> JSONResponse:
        REFUSALS.labels(code).inc()
        told = {"code": code, "text": text, "rule": "", "values": {}, **(more or {})}
        return JSONResponse(told, status)

    @app.exception_handler(Refused)
    async def on_refused(request: Request, error: Refused) -> JSONResponse:
        return refused(error.code, error.text, error.status, error.as_dict())

    @app.exception_handler(AtlantisError)
    async def on_bad_request(request: Request, error: AtlantisError) -> JSONResponse:
        return refused("bad-request", str(error), 400)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        return refused("bad-request", f"{where}: {first['msg']}.", 422)

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not-found", 405: "bad-method"}.get(error.status_code, "bad-request")
        answer = refused(code, error.detail, error.status_code)
        answer.headers.update(error.headers or {})
        return answer


def add_people(app: FastAPI, server: Server) -> None:
    """Guests and what there is to play."""

    @app.post("/api/guest")
    async def become_guest(body: GuestBody, request: Request, response: Response) -> Answer:
        """Makes you a guest, or changes your name."""
        token = None
        if not server.guest(request.headers, request.cookies):
            if not server.new_guests.take(address_of(request)):
                raise too_many("guests from your address")
            token = server.guests.new_token()
        guest = server.guests.guest_with(token) or server.guest(request.headers, request.cookies)
        assert guest is not None
        server.names[guest] = body.name
        if len(server.names) > MOST_NAMES:
            server.names.popitem(last=False)
        answer: Answer = {"name": body.name}
        if body.bearer and token is not None:
            answer["token"] = token
        elif token is not None:
            set_cookie(response, token, request.url.scheme == "https")
        return answer

    @app.get("/api/games")
    async def games() -> Answer:
        """Every game with its options, colours and the levels of its bots."""
        return {
            "version": version("atlantis-games"),
            "network": server.settings.network,
            "patience": server.settings.patience_seconds,
            "games": [
                {
                    "name": game.name,
                    "title": game.title,
                    "players": [game.players[0], game.players[-1]],
                    "colours": game.colours,
                    "secrets": game.has_secrets,
                    "levels": list(game.levels),
                    "options": [
                        {
                            "name": name,
                            "default": option.default,
                            "words": [] if option.numbers else option.words,
                            "numbers": [option.numbers[0], option.numbers[-1]]
                            if option.numbers
                            else [],
                            "help": game.texts().fill(f"option.{name}.help"),
                        }
                        for name, option in game.options.items()
                    ],
                }
                for game in GAMES.values()
            ],
        }

    @app.get("/api/tutorial/{game}")
    async def lessons(game: str) -> list[Answer]:
        """The lessons of a game, in real positions."""
        return await asyncio.to_thread(tutorial, game_named(game))


def set_cookie(response: Response, token: str, secure: bool) -> None:
    """The token where no script of a page can read it."""
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure, path="/"
    )


def needed(guest: str | None) -> str:
    """A guest, who must be one."""
    if guest is None:
        raise Refused("no-guest", "Say who you are first: POST /api/guest.", 401)
    return guest


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "local"


def add_tables(app: FastAPI, server: Server) -> None:
    """Opening, joining and leaving tables."""
    hall = server.hall

    def who(request: Request) -> str:
        return needed(server.guest(request.headers, request.cookies))

    def name_of(guest: str) -> str:
        return server.names.get(guest, "Guest")

    @app.post("/api/tables", status_code=201)
    async def open_table(body: TableBody, request: Request) -> Answer:
        """Opens a table; the game begins when no seat is open any more."""
        guest = who(request)
        if not server.new_tables.take(address_of(request)):
            raise too_many("tables from your address")
        table = await hall.open(body, guest, name_of(guest), address_of(request))
        note("table opened", table=table.id, game=table.game.name)
        return table.info()

    @app.get("/api/tables")
    async def list_tables(request: Request) -> Answer:
        """The public tables, and your own."""
        guest = server.guest(request.headers, request.cookies)
        public, own = await server.store.tables(guest)
        seats = await server.store.seats_of(row.id for row in (*public, *own))

        def told(row: Any) -> Answer:
            return {
                "id": row.id,
                "game": row.game,
                "state": row.state,
                "public": row.public,
                "created": row.created,
                "touched": row.touched,
                "options": json.loads(row.setup)["options"],
                "seats": [
                    {"kind": seat.kind, "name": seat.name, "level": seat.level}
                    for seat in seats.get(row.id, [])
                ],
            }

        return {"public": [told(row) for row in public], "own": [told(row) for row in own]}

    @app.get("/api/tables/{table_id}")
    async def show_table(table_id: str, request: Request) -> Answer:
        """One table from outside, and which of its seats are yours."""
        table = await hall.table(table_id)
        own = table.seats_of(server.guest(request.headers, request.cookies))
        return {**table.info(), "yours": own, "ply": table.ply}

    @app.post("/api/tables/{table_id}/join")
    async def join(table_id: str, body: JoinBody, request: Request) -> Answer:
        """Takes an open seat."""
        guest = who(request)
        table = await hall.table(table_id)
        return {"seat": await hall.join(table, guest, name_of(guest), body.seat)}

    @app.post("/api/tables/{table_id}/leave")
    async def leave(table_id: str, request: Request) -> Answer:
        """Gives your seat up, or lets a bot play on."""
        guest = who(request)
        await hall.leave(await hall.table(table_id), guest)
        return {"left": True}

    @app.post("/api/tables/{table_id}/rematch", status_code=201)
    async def rematch(table_id: str, request: Request) -> Answer:
        """The same again, everybody one seat on."""
        guest = who(request)
        following = await hall.rematch(await hall.table(table_id), guest)
        return following.info()


def add_matches(app: FastAPI, server: Server) -> None:
    """Finished matches: files, replay, review."""
    hall = server.hall

    async def finished(table_id: str) -> Table:
        table = await hall.table(table_id)
        if table.state != OVER:
            raise Refused("not-over", "The game is not over yet.", 409)
        return table

    @app.get("/api/tables/{table_id}/match", response_class=PlainTextResponse)
    async def match_file(table_id: str) -> PlainTextResponse:
        """The match as a file, with the seed that proves the dealing."""
        table = await finished(table_id)
        name = f"{table.game.name}-{table.id}.match"
        return PlainTextResponse(
            table.full_match().write(),
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    @app.post(
        "/api/matches",
        status_code=201,
        openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def take_match(request: Request) -> Answer:
        """Stores a match file, to be replayed."""
        guest = needed(server.guest(request.headers, request.cookies))
        if not server.new_tables.take(address_of(request)):
            raise too_many("tables from your address")
        try:
            text = (await request.body()).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("bad-request", "A match file is UTF-8 text.", 400) from None
        return (await hall.archive.take_match(text, guest)).info()

    @app.get("/api/tables/{table_id}/positions")
    async def positions(
        table_id: str,
        first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
        last: Annotated[int, Query(ge=0, le=1_000_000)] = 50,
        seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
    ) -> Response:
        """Views of a finished match after so many entries, through the eyes of a seat."""
        table = await finished(table_id)
        if seat >= len(table.seats):
            raise Refused("bad-request", f"There is no seat {seat} at this table.", 400)
        last = min(last, first + LONGEST_WINDOW - 1)
        found = await hall.archive.positions(table, first, last)

        def written() -> str:
            views = [
                {"ply": ply, "view": position.view(seat)}
                for ply, position in enumerate(found, first)
            ]
            log = table.match.told_to_all(max(0, first - 1), last)
            return encode({"plies": table.ply, "views": views, "log": log})

        text = await asyncio.get_running_loop().run_in_executor(hall.archive.readers, written)
        return Response(text, media_type="application/json")

    @app.post("/api/tables/{table_id}/review", status_code=202)
    async def begin_review(table_id: str, request: Request) -> Answer:
        """Begins the analysis of a finished match."""
        needed(server.guest(request.headers, request.cookies))
        hall.archive.review(await finished(table_id))
        return {"begun": True}

    @app.get("/api/tables/{table_id}/review")
    async def show_review(table_id: str) -> Answer:
        """How far the analysis is, and at last its result."""
        return await hall.archive.shown_review(await finished(table_id))


def add_operation(app: FastAPI) -> None:
    """For whoever runs the server."""

    @app.get("/healthz")
    async def health() -> Answer:
        """Whether the server is alive."""
        return {"ok": True, "version": version("atlantis-games")}

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> PlainTextResponse:
        """For Prometheus, on the same machine."""
        if address_of(request) not in ("127.0.0.1", "::1", "local"):
            raise Refused("not-found", "Not Found", 404)
        return PlainTextResponse(generate_latest(REGISTRY))


def sockets(server: Server) -> ASGIApp:
    """A table, live. Apart from FastAPI, whose machinery would be kept for every open socket."""

    async def live(scope: Scope, receive: Receive, send: Send) -> None:
        found = SOCKET_PATH.fullmatch(scope["path"])
        if found is None:
            await refuse_handshake(send, 404, "not-found", "There is nothing here.")
            return
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        address = address_of(socket)
        count = server.sockets.get(address, 0)
        server.sockets[address] = count + 1
        try:
            if count >= server.most_sockets:
                raise too_many("connections from your address")
            guest = server.guest(socket.headers, socket.cookies)
            table = await server.hall.table(found["table_id"])
            table.address = table.address or address  # bots think at the cost of whoever comes
            told = socket.query_params.get("ply", "0")
            connection = Connection(socket, server.hall, table, guest)
            await connection.run(int(told) if told.isdecimal() and len(told) < 9 else 0)
        except Refused as refused:
            await socket.send_text(encode({"type": "error", **refused.as_dict()}))
            await socket.close(refused.close or 4400)
        finally:
            server.sockets[address] -= 1
            if not server.sockets[address]:
                del server.sockets[address]

    return live


def add_page(app: FastAPI) -> None:
    """The page itself: files as they were built, and the same page for every place in it."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        try:
            file = (PAGE / path).resolve()
            is_there = bool(path) and PAGE in file.parents and file.is_file()
        except (OSError, ValueError):  # too long, or with characters that no file can have
            is_there = False
        if is_there:
            lasting = path.startswith("assets/")
            age = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(file, headers={"Cache-Control": age})
        known = not path or path.split("/")[0] in PAGE_PATHS
        if not known and "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404, "There is nothing here.")
        index = PAGE / "index.html"
        if not index.is_file():
            return HTMLResponse("The page is not built: run <code>make page</code>.", 503)
        status = 200 if known else 404  # the page itself says that there is nothing
        return FileResponse(index, status, headers={"Cache-Control": "no-cache"})
