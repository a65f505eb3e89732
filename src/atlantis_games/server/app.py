"""The application: routes, refusals and sockets, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from atlantis_games.core.errors import AtlantisError
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.guests import Guests, secret_key
from atlantis_games.server.late_app import Parts
from atlantis_games.server.messages import Problem
from atlantis_games.server.metrics import REFUSALS
from atlantis_games.server.middleware import Guard, guarded
from atlantis_games.server.openapi import openapi
from atlantis_games.server.routes import (
    daily,
    games,
    guests,
    hosting,
    live,
    matches,
    operation,
    page,
    pictures,
    puzzles,
    study,
    tables,
)
from atlantis_games.server.services import Services
from atlantis_games.server.settings import Settings
from atlantis_games.server.store import Store

REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem}
    for status in (400, 401, 403, 404, 409, 410, 411, 413, 415, 421, 422, 429, 503)
}


def make_app(
    settings: Settings, network: str = "", on_ready: Callable[[], None] = lambda: None
) -> Guard:
    """The application, ready to be served; when every game is, that is called."""
    parts = make_parts(settings, network, on_ready)
    return guarded(parts["http"], parts["websocket"], settings)


def make_parts(
    settings: Settings, network: str = "", on_ready: Callable[[], None] = lambda: None
) -> Parts:
    """What answers requests and opens sockets."""
    services = Services(settings, network)
    services.preparation.on_ready = on_ready
    api = make_api()
    api.state.services = services
    return {"lifespan": api, "http": api, "websocket": live.sockets(services)}


async def check_database(settings: Settings) -> None:
    """Creates or upgrades the database; BadRequest if it cannot be used."""
    store = Store(settings.database_url, "check" if settings.is_clustered else "")
    await store.open()
    try:
        if settings.is_clustered:
            await store.check_key(Guests(secret_key(settings.data)).fingerprint)
    finally:
        await store.close()


def make_api() -> FastAPI:
    """The routes; they need `state.services` before they are called."""

    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        async with api.state.services.running():
            yield

    api = FastAPI(
        title="Atlantis",
        version=version("atlantis-games"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=REFUSED,
    )
    add_error_handlers(api)
    for routes in (
        guests,
        games,
        tables,
        hosting,
        matches,
        study,
        puzzles,
        daily,
        operation,
        pictures,
        page,
    ):
        api.include_router(routes.router)
    api.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    api.openapi = lambda: openapi(api)  # type: ignore[method-assign]
    return api


def add_error_handlers(api: FastAPI) -> None:
    """Every refusal is answered with a code and a sentence."""

    @api.exception_handler(RequestRefused)
    async def on_refused(request: Request, refused: RequestRefused) -> JSONResponse:
        REFUSALS.labels(refused.code).inc()
        return JSONResponse(refused.problem(), refused.status)

    @api.exception_handler(AtlantisError)
    async def on_bad_request(request: Request, error: AtlantisError) -> JSONResponse:
        return await on_refused(request, RequestRefused("bad-request", detail=str(error)))

    @api.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        detail = f"{place}: {first['msg']}."
        return await on_refused(request, RequestRefused("bad-request", 422, detail=detail))

    @api.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not-found", 405: "bad-method"}.get(error.status_code, "bad-request")
        answer = await on_refused(request, RequestRefused(code, error.status_code))
        answer.headers.update(error.headers or {})
        return answer
