"""Forks the command `atlantis` from a process that has loaded it: -m support.command_server

Each line that it reads is a call as JSON: arguments, environment, folder, and the files that are
its input, output and errors; they may be a terminal. It answers with the number of the process,
and with the exit code at its end. Loading everything takes seconds of the processor, a fork none.
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
from importlib import import_module
from typing import Any

from atlantis_games import analysis, arena, bots, cli, core
from atlantis_games.arena.simulation import simulate
from atlantis_games.bots import bot_named
from atlantis_games.cli import main as command
from atlantis_games.core.dealer import Dealer
from atlantis_games.games import GAMES


def become(call: dict[str, Any]) -> None:
    """Turns this process into one that was started with the call."""
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["environment"])
    os.setsid()  # a terminal that is opened now belongs to this process
    files = [os.open(call["input"], os.O_RDONLY)]
    files += [os.open(call[name], os.O_WRONLY) for name in ("output", "errors")]
    os.write(1, f"{os.getpid()}\n".encode())
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["atlantis", *call["arguments"]]


def run(call: dict[str, Any]) -> int:
    """The command, to its end; its exit code."""
    become(call)
    try:
        command.main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def main() -> None:
    """One call after another."""
    for package in (analysis, arena, bots, cli, core):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for game in GAMES.values():
        simulate(game.new(2), games=1, seed=1)  # loads compiled code
        bot_named("greedy", game.name).choose(Dealer("warm").deal(game.new(2)), None)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(run(json.loads(line)))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
