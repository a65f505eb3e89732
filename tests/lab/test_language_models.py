"""Games for language models: the tools over stdio, and bots behind a command line."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import atlantis_games as atlantis
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.bots.bot_process import BotFailed
from atlantis_games.bots.words import in_words
from atlantis_games.games import GAMES
from atlantis_games.lab.mcp_server import Games

names = pytest.mark.parametrize("name", GAMES)


def test_a_model_plays_over_stdio_with_the_sdks_own_client() -> None:
    mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed: the extra mcp")
    program = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "atlantis_games", "mcp"], env={**os.environ}
    )

    async def text(client: Any, tool: str, **settings: Any) -> str:
        result = await client.call_tool(tool, settings)
        return "\n".join(part.text for part in result.content)

    async def talk() -> None:
        async with mcp.Client(program) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                *("list_games", "rules", "new_game", "view", "legal_moves", "play", "why_not"),
                "hint",
            }
            assert "Chapters:" in await text(client, "rules", game="causeway")
            opened = await text(
                client, "new_game", game="causeway", opponent="random", seed="1", seat=2
            )
            assert opened.startswith("Game causeway-1, you are seat 2 of 2.")
            assert "§3.7" in await text(client, "why_not", game_id="causeway-1", move="pass")
            refused = await client.call_tool("play", {"game_id": "causeway-1", "move": "pass"})
            assert refused.is_error
            assert "§3.7" in refused.content[0].text
            move = opened.partition("Legal moves:\n  ")[2].partition(" (")[0]
            played = await text(client, "play", game_id="causeway-1", move=move)
            assert f"seat 2: {move}" not in played.partition("\n\n")[2]
            assert "win" in await text(client, "hint", game_id="causeway-1")

    asyncio.run(talk())


@names
def test_a_whole_game_through_the_tools(name: str) -> None:
    games = Games(hints=False)
    games.new_game(name, players=3, opponent="random", seed="5")
    game_id = f"{name}-1"
    for _ in range(2000):
        moves = games.legal_moves(game_id)
        if not moves:
            break
        text = games.play(game_id, moves[-1]["move"])
    assert "The game is over." in text
    assert "The game is over." in games.view(game_id)
    with pytest.raises(atlantis.BadRequest, match="not allowed"):
        games.hint(game_id)
    wrong: dict[str, Any]
    for wrong in ({"seat": 4}, {"opponent": "evil.py"}, {"options": {"fly": "on"}}):
        with pytest.raises(atlantis.BadRequest):
            games.new_game(name, **wrong)
    with pytest.raises(atlantis.BadRequest, match="no game"):
        games.view("other")
    with pytest.raises(atlantis.BadRequest, match="Chapters"):
        games.rules(name, 99)


@names
def test_words_tell_a_seat_nothing_that_it_may_not_know(name: str) -> None:
    position = GAMES[name].new(3).settled(3)
    for seat in range(3):
        assert in_words(position, seat) == in_words(position.resampled(8, seat), seat)
    assert "Legal moves:" in in_words(position, position.actor)
    assert "is to act" in in_words(position, (position.actor + 1) % 3)


FIRST_MOVE = """
import sys
lines = []
for line in sys.stdin:
    lines.append(line.strip())
    if line == "move?\\n":
        move = lines[lines.index("Legal moves:") + 1].partition(" (")[0]
        print(move, flush=True)
        lines.clear()
"""


@names
def test_a_program_behind_a_command_line_plays(name: str, tmp_path: Path) -> None:
    file = tmp_path / "first_move.py"
    file.write_text(FIRST_MOVE, "utf-8")
    bot: Any = bot_named(f"command:{sys.executable} {file}", name)
    position = GAMES[name].new().settled(1)
    for step in range(12):
        known = position.redacted(position.actor)
        move = bot.choose(known, 20.0)
        assert move == next(iter(known.moves))
        position = position.play(move).settled(step)
    bot.close()
    assert in_kernel(f"command:{sys.executable} {file}", GAMES[name]) is None


def test_a_program_that_ends_or_does_not_exist_fails() -> None:
    known = GAMES["causeway"].new().settled(1).redacted(0)
    for command, problem in (
        (f"{sys.executable} -c pass", "ended without an answer"),
        ("no-such-program-here", "could not be started"),
    ):
        with pytest.raises(BotFailed, match=problem):
            bot_named(f"command:{command}", "causeway").choose(known, 20.0)
    with pytest.raises(atlantis.BadRequest):
        bot_named("command:", "causeway")
