"""`atlantis join`: a bot in a file plays on a real server, which is killed in the middle."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import COMMAND, atlantis, environment
from support.server_process import OPEN, PATIENCE, ServerProcess

BOT = """
from pathlib import Path
import random

class Bot:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.moves = 0
    def choose(self, position, clock, log):
        assert clock == 10.0
        assert position.seen_by == position.actor
        self.moves += 1
        if self.moves == 4:
            Path(FOLDER, "fourth").touch()
        return self.random.choice(sorted(position.moves))
    def game_ends(self, position, log):
        assert position.is_over
        Path(FOLDER, "ended").write_text(str(len(log)))
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path / "data").start()
    yield running
    while OPEN:
        OPEN.pop().close()
    running.stop()


def test_a_bot_plays_to_the_end_though_the_server_is_killed(
    server: ServerProcess, tmp_path: Path
) -> None:
    bot = tmp_path / "talker.py"
    bot.write_text(f"FOLDER = {str(tmp_path)!r}\n{BOT}")
    args = ["join", server.address, str(bot), "--game", "causeway", "--against", "sprat"]
    process = subprocess.Popen(
        [*COMMAND, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    while not (tmp_path / "fourth").exists():
        assert process.poll() is None, process.communicate()
    server.stop(signal.SIGKILL)
    server.start(server.port)
    printed, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert "The connection is lost" in errors
    assert printed.startswith(f"Plays at {server.address}/table/")
    assert printed.splitlines()[-1].startswith("Result: ")
    table = printed.splitlines()[0].rpartition("/")[2]
    log = server.guest().get(f"/api/tables/{table}/log")["log"]
    assert int((tmp_path / "ended").read_text()) == len(log)


def test_a_bot_joins_a_table_and_leaves_it_when_it_fails(
    server: ServerProcess, tmp_path: Path
) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def choose(position, clock):\n    raise ValueError('oops')\n")
    host = server.guest()
    table = host.open("causeway", "op", pace=0)
    done = atlantis("join", f"{server.address}/table/{table}", bot, "--name", "Bob")
    assert done.returncode == 1
    assert f"Bob raised ValueError('oops') ({bot}, line 2). It has left the table" in done.stderr
    assert "Traceback" in done.stderr
    seat = host.get(f"/api/tables/{table}")["seats"][0]
    assert seat["name"] == "Bob"
    other = server.guest("Eve")
    other.get(f"/api/tables/{table}/position?seat=1", expect=403)
    found = host.get(f"/api/tables/{table}/position?seat=1")
    assert found["seen_by"] == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("http://127.0.0.1:9", "greedy"), "Give the link of a table, or the address"),
        (("127.0.0.1:9", "greedy", "--game", "causeway"), "begins with http://"),
        (("http://127.0.0.1:9", "greedy", "--game", "causeway"), "does not answer"),
    ],
)
def test_what_cannot_be_joined_gets_one_sentence(args: tuple[str, ...], words: str) -> None:
    done = atlantis("join", *args)
    assert done.returncode == 2
    assert words in done.stderr
