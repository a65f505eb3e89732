"""For those who run the server."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.http_models import HealthAnswer
from atlantis_games.server.metrics import exposition
from atlantis_games.server.routes.requests import AllServices

router = APIRouter()


@router.get("/healthz")
async def health(services: AllServices) -> HealthAnswer:
    """Whether the server is alive and can read its database; else 503 with a code."""
    await services.store.check()
    return {"ok": True, "version": version("atlantis-games")}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """For Prometheus, on the same machine."""
    if request.client and request.client.host not in ("127.0.0.1", "::1"):
        raise RequestRefused("not-found", 404)
    return PlainTextResponse(exposition())
