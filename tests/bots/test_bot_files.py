"""Bots in files: each has a process of its own, so the tournament goes on whatever one does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_games import BadRequest, Position
from atlantis_games.arena.play import Conditions, play_by_moves
from atlantis_games.arena.results import FILE, Result
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import bot_named
from atlantis_games.bots.bot_process import PROCESSES, BotFailed, FileBot
from atlantis_games.bots.position_json import position_as_json, position_of
from atlantis_games.core.match import Match
from atlantis_games.games import GAMES

CHOOSE = "def choose(position, clock):\n    "
BAD_BOTS = {  # what they do, and what the reason says
    "raises": (CHOOSE + "raise ValueError('oops')\n", r"raised ValueError\('oops'\) .*, line 2"),
    "cheats": (CHOOSE + "return 'win'\n", "answered 'win', which is not a legal move"),
    "exits": ("import os\n" + CHOOSE + "os._exit(7)\n", "ended its process with exit code 7"),
    "crashes": (
        "import ctypes\n" + CHOOSE + "ctypes.string_at(0)\n",
        "lost its process by SIGSEGV",
    ),
    "eats": (CHOOSE + "return bytearray(4 << 30)\n", "MemoryError"),
    # Regular expressions run in C and hold the interpreter's lock, so nothing inside can stop one.
    "hangs": ("import re\n" + CHOOSE + "re.match('(a|aa)+$', 'a' * 99 + 'b')\n", "more than 0.1 s"),
}


@pytest.fixture(autouse=True)
def no_processes_left() -> Iterator[None]:
    yield
    PROCESSES.close()


def written(folder: Path, text: str, name: str = "bot.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def lost(file: str, seconds: float | None = None) -> Result:
    """A game of three in which the bot in the middle forfeits."""
    allowed = Conditions(seconds, megabytes=1024)
    result = play_by_moves("causeway", {}, Job(3, 0, ("random", file, "random")), allowed)
    assert result.forfeiter == 1
    assert result.shares == [0.5, 0.0, 0.5]
    return result


@pytest.mark.parametrize("name", BAD_BOTS)
def test_a_bot_that_misbehaves_loses_with_a_reason(name: str, tmp_path: Path) -> None:
    text, words = BAD_BOTS[name]
    result = lost(written(tmp_path, text), 0.1 if name == "hangs" else None)
    assert re.search(words, result.forfeit), result.forfeit


def test_the_tournament_goes_on_and_keeps_the_traceback(tmp_path: Path) -> None:
    """It fails in its second game only: in the first it plays, and its process is used again."""
    text = (
        "games = 0\n"
        "class Bot:\n"
        "    def __init__(self, seed):\n"
        "        global games\n"
        "        games += 1\n"
        "    def choose(self, position, clock):\n"
        "        if games > 2:\n"  # one was made to see whether that is possible
        "            raise KeyError('second game')\n"
        "        return next(iter(position.moves))\n"
    )
    file = written(tmp_path, text)
    notes: list[str] = []
    results, complete = run(
        Tournament("causeway", [file, "random"], 4, [2], {}),
        tmp_path / "out",
        jobs=1,
        notice=lambda number, result: notes.append(result.forfeit),
    )
    assert complete
    assert [bool(note) for note in notes] == [False, True, True, True]
    assert "KeyError('second game')" in results[1].traceback
    assert f'File "{file}", line 8, in choose' in results[1].traceback
    rows = [json.loads(line) for line in (tmp_path / "out" / FILE).read_text().splitlines()[1:]]
    assert rows[1]["traceback"] == results[1].traceback
    assert "traceback" not in rows[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def choose(position, clock)\n    pass\n", "is not Python: expected ':' .*line 1"),
        ("import no_such_module\n", "raised ModuleNotFoundError.*line 1"),
        ("x = 1\n", "neither a class Bot nor a function choose"),
        ("class Bot:\n    def choose(self, position, clock): pass\n", "line 1: Bot must be made"),
        ("class Bot:\n    def __init__(self, seed):\n        1 / 0\n", "ZeroDivision.*line 3"),
        ("\ndef choose(position):\n    pass\n", r"line 2: expected choose\(position, clock\) or"),
        (CHOOSE + "pass\ndef game_ends(log): pass\n", r"line 3: expected game_ends\(position, log"),
    ],
)
def test_what_is_not_a_bot_is_refused_before_the_first_game(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(BadRequest, match=words):
        bot_named(written(tmp_path, text), "causeway")


LISTENER = """
import json, random
class Bot:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.heard = []
    def game_starts(self, position, seat):
        self.heard.append(["starts", seat, position.seen_by])
    def choose(self, position, clock, log):
        self.heard.append(["chooses", clock, position.seen_by, log])
        return self.random.choice(sorted(position.moves))
    def game_ends(self, position, log):
        self.heard.append(["ends", position.is_over, log])
        with open(OUT, "w") as file:
            json.dump(self.heard, file)
"""


def test_a_bot_hears_of_the_game_and_of_what_its_seat_could_see(tmp_path: Path) -> None:
    """What others draw is `draw` to it, what it draws itself is named."""
    out = tmp_path / "heard.json"
    file = written(tmp_path, f"OUT = {str(out)!r}\n{LISTENER}")
    result = play_by_moves("causeway", {}, Job(2, 0, ("random", file)), Conditions(3.0))
    assert result.forfeit == ""
    heard = json.loads(out.read_text())
    assert heard[0] == ["starts", 1, 1]
    assert {(entry[0], entry[1], entry[2]) for entry in heard[1:-1]} == {("chooses", 3.0, 1)}
    name, is_over, log = heard[-1]
    assert (name, is_over) == ("ends", True)
    assert len(log) == len(result.moves)
    match = Match(GAMES["causeway"].new(2))
    for move in result.moves:
        match.play(move)
    assert log == [[actor, move] for actor, move, _ in match.seen_by(1)]
    assert [entry for entry in log if entry[1] == "draw"], "nothing was hidden"
    assert heard[1][3] == log[: len(heard[1][3])]


def test_only_redacted_positions_reach_the_process() -> None:
    position = GAMES["causeway"].new(2).play("tile amphora2").redacted(0)
    again = position_of(json.loads(json.dumps(position_as_json(position))))
    assert again == position
    assert isinstance(again, Position)
    with pytest.raises(BadRequest, match="from another version"):
        position_of(position_as_json(position) | {"rules": -1})


def test_a_process_is_used_again_and_two_seats_have_two(tmp_path: Path) -> None:
    text = "import os\n" + CHOOSE + "return min(position.moves)\nprint(os.getpid())\n"
    file = Path(written(tmp_path, text))
    position = GAMES["escape"].new(2)
    one, two = FileBot(file, 1), FileBot(file, 2)
    one.start(position, 0)
    two.start(position, 1)
    assert one.process is not None
    assert two.process is not None
    first = one.process
    assert first.process.pid != two.process.process.pid
    one.end(position)
    three = FileBot(file, 3)
    three.start(position, 0)
    assert three.process is first
    first.process.kill()
    with pytest.raises(BotFailed, match="SIGKILL"):
        three.choose(position, 1.0)
    two.end(position)
    three.end(position)
