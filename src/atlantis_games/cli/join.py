"""`atlantis join`: a bot in a file plays on a server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from atlantis_games.cli.options import GameOptions, Language, new_position
from atlantis_games.core.errors import BadRequest

FAILED = 1


def join(
    address: Annotated[str, typer.Argument(help="A server, or the link of a table.")],
    bot: Annotated[str, typer.Argument(help="A bot's file, or the name of a built-in one.")],
    game: Annotated[str, typer.Option(help="Opens a table of this game.")] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(help="Who sits there too: a level, or `open` for anyone; repeatable."),
    ] = None,
    options: GameOptions = None,
    name: Annotated[str, typer.Option(help="What the bot is called.")] = "",
    language: Language = None,
) -> None:
    """Lets a bot play on a server, at a table that it is invited to or opens."""
    from atlantis_games.cli.language import house_texts
    from atlantis_games.cli.server_client import RemoteTable, ServerClient

    texts = house_texts(language)
    server, _, table = address.rstrip("/").partition("/table/")
    if bool(table) == bool(game):
        raise BadRequest("Give the link of a table, or the address of a server and --game.")
    client = ServerClient(server, (name or Path(bot).stem)[:24])
    if table:
        client.join(table)
    else:
        seats = against or ["open"]
        chosen = new_position(game, 1 + len(seats), options).options
        table = client.open_table(game, seats, chosen)
    print(texts.fill("terminal.plays-at", {"link": f"{server}/table/{table}"}), flush=True)
    remote = RemoteTable(client, table, bot, lambda: say_lost(texts.fill("terminal.connecting")))
    failed = remote.play()
    if failed is None:
        scores = " ".join(map(str, remote.result["scores"]))
        print(texts.fill("terminal.result", {"result": scores}))
        return
    print(failed.traceback, end="", file=sys.stderr)
    values = {"name": client.name, "reason": failed.reason}
    print(texts.fill("terminal.bot-left", values), file=sys.stderr)
    raise typer.Exit(FAILED)


def say_lost(sentence: str) -> None:
    """Says that the connection is being opened again."""
    print(sentence, file=sys.stderr, flush=True)
