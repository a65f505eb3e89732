"""The process in which a bot in a file lives: it answers lines of JSON, and can be ended any time.

    python -m atlantis_games.bots.host FILE MEGABYTES

`bot_process.py` is the other side. Each line on the standard input is a request, each line of the
answer either `{"found": …}` or `{"error": …, "where": …, "traceback": …}`.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from atlantis_games.bots.position_json import position_of
from atlantis_games.core.position import Position

MEGABYTE = 1024 * 1024
NEITHER = "has neither a class Bot nor a function choose(position, clock)"
START, END = "game_starts", "game_ends"  # what a bot may have besides `choose`
CALLS = {  # how each function of a bot may be called
    "choose": (("position", "clock"), ("position", "clock", "log")),
    START: (("position", "seat"),),
    END: (("position", "log"),),
}


class WrongBot(Exception):
    """A file that is not a bot; the sentence says why."""


class Host:
    """A bot's file, loaded once, and the bot of the present game."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.module = loaded(file)
        self.takes_log = self.check()
        self.bot: Any = None
        self.log: list[tuple[int, str]] = []

    def check(self) -> bool:
        """Whether `choose` takes the log; WrongBot if it cannot be called at all."""
        made: Any = getattr(self.module, "Bot", None)
        if made is None:
            return self.check_functions(self.module)
        if not callable(made) or not can_call(made, ("seed",)):
            raise WrongBot(f"line {line_of(made)}: Bot must be made with one value, Bot(seed)")
        return self.check_functions(made(0))

    def check_functions(self, bot: Any) -> bool:
        """The same for the functions of a bot."""
        if not callable(getattr(bot, "choose", None)):
            raise WrongBot(NEITHER)
        for name, ways in CALLS.items():
            function = getattr(bot, name, None)
            if function is not None and not any(can_call(function, way) for way in ways):
                wanted = " or ".join(f"{name}({', '.join(way)})" for way in ways)
                raise WrongBot(
                    f"line {line_of(function)}: expected {wanted}, "
                    f"got {name}{inspect.signature(function)}"
                )
        return can_call(bot.choose, CALLS["choose"][1])

    # Requests

    def start(self, position: Position, seat: int, seed: int) -> None:
        """A game begins."""
        self.log = []
        self.bot = self.module.Bot(seed) if hasattr(self.module, "Bot") else self.module
        _ = position.moves  # loads the rules, so that the first move's time is all for thinking
        if hasattr(self.bot, START):
            getattr(self.bot, START)(position, seat)

    def choose(self, position: Position, clock: float) -> str:
        """A move; what is not a text is shown in an error."""
        log = (list(self.log),) if self.takes_log else ()
        move = self.bot.choose(position, clock, *log)
        if not isinstance(move, str) or move not in position.moves:
            raise WrongAnswer(f"answered {move!r}, which is not a legal move")
        return move

    def end(self, position: Position) -> None:
        """A game is over."""
        if hasattr(self.bot, END):
            getattr(self.bot, END)(position, list(self.log))

    def answer(self, request: dict[str, Any]) -> Any:
        """Does what a request asks for."""
        self.log += [(actor, move) for actor, move in request.pop("log", ())]
        request["position"] = position_of(request["position"])
        functions: dict[str, Callable[..., Any]] = {
            "start": self.start,
            "choose": self.choose,
            "end": self.end,
        }
        return functions[request.pop("do")](**request)


class WrongAnswer(Exception):
    """A bot's answer that is not a move."""


def loaded(file: Path) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickles in it look there
    spec.loader.exec_module(module)
    return module


def can_call(function: Any, names: tuple[str, ...]) -> bool:
    """Whether a function takes so many values by their place."""
    try:
        inspect.signature(function).bind(*names)
    except TypeError:
        return False
    except ValueError:
        return True  # nothing is known of it, as of some functions in C
    return True


def line_of(function: Any) -> int:
    """Where a function or class begins, as far as can be known."""
    try:
        return inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        return 1


def failure(error: BaseException, file: Path) -> dict[str, str]:
    """What went wrong, the last line of the bot's file that took part, and the traceback."""
    text = "".join(traceback.format_exception(error))
    if isinstance(error, (WrongBot, WrongAnswer)):
        return {"error": str(error), "where": "", "traceback": ""}
    if isinstance(error, SyntaxError) and error.filename == str(file):
        where = f"line {error.lineno}"
        return {"error": f"is not Python: {error.msg}", "where": where, "traceback": text}
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == str(file)]
    where = f"line {own[-1]}" if own else ""
    return {"error": f"raised {error!r}", "where": where, "traceback": text}


def limit_memory(megabytes: int) -> None:
    """Lets an allocation beyond the limit fail, where the system can."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * MEGABYTE
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))


def own_streams() -> tuple[IO[str], IO[str]]:
    """The lines to read and to write; what the bot prints goes to the standard error instead."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def main(file: Path, megabytes: int) -> None:
    """Loads the bot and answers requests until there are no more."""
    requests, answers = own_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(megabytes)
    hosts: list[Host] = []

    def reply(do: Callable[[], Any]) -> None:
        try:
            answer = {"found": do()}
        except BaseException as error:  # whatever a bot raises, the game must hear of it
            answer = failure(error, file)
        sys.stdout.flush()
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    reply(lambda: hosts.append(Host(file)))
    for line in requests:
        reply(partial(hosts[0].answer, json.loads(line)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
