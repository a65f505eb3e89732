"""One of several processes of a server; `processes.py` starts it and tells it what to do."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from threading import Thread

from atlantis_games.core.collector import loading

with loading():
    import orjson
    import uvicorn

    from atlantis_games.server.app import make_app
    from atlantis_games.server.limited_http import LimitedHttp
    from atlantis_games.server.line_sharing import LineSharing
    from atlantis_games.server.metrics import set_up_log
    from atlantis_games.server.processes import READY
    from atlantis_games.server.run import make_server, shared_socket
    from atlantis_games.server.settings import Settings


def end_with_parent() -> None:
    """Ends this process when the one that started it has ended, however that was."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def new_line(server: uvicorn.Server) -> asyncio.Protocol:
    """A protocol for a line that another process has accepted."""
    state = {"server_state": server.server_state, "app_state": server.lifespan.state}
    protocol = LimitedHttp(config=server.config, **state)
    protocol.sharing = None  # it stays here
    return protocol


def main() -> None:
    """Serves until a signal, or the end of the parent."""
    os.umask(0o077)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent passes it on as SIGTERM
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    set_up_log()
    told = orjson.loads(sys.stdin.buffer.readline())
    settings = Settings(**told["settings"])
    Thread(target=end_with_parent, daemon=True).start()
    sharing = LineSharing(Path(told["folder"]), told["place"], settings.processes)

    def on_ready() -> None:
        sharing.start(lambda: new_line(server))
        print(READY, flush=True)

    LimitedHttp.sharing = sharing
    server = make_server(make_app(settings, told["network"], on_ready))
    with shared_socket(settings.host, settings.port) as listener:
        listener.listen(2048)
        server.run(sockets=[listener])


if __name__ == "__main__":
    main()
