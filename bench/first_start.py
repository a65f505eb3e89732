"""How long a start takes: python bench/first_start.py [--command PATH] [--rounds 5]

Each round starts a server with an empty folder for its data and waits for the page, for an answer
that needs the whole server, and for the first move of a bot. The command may be that of a wheel in
an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx
from websockets.sync.client import connect

PORT = 8765
BETWEEN_TRIES = 0.01  # seconds
BOTS = [{"kind": "bot", "level": "dolphin"}] * 2


def started(command: str, data: str) -> tuple[float, float, float]:
    """Seconds until the page, an answer and a bot's move are there."""
    begin = time.monotonic()
    arguments = [command, "serve", "--port", str(PORT), "--data", data]
    server = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=300) as client:
            while True:
                try:
                    assert "<title>Atlantis" in client.get("/").text
                    break
                except httpx.ConnectError:
                    time.sleep(BETWEEN_TRIES)
            page = time.monotonic() - begin
            games = client.get("/api/games").json()["games"]
            answer = time.monotonic() - begin
            wait_for_bot(client, games[0]["name"])
            return page, answer, time.monotonic() - begin
    finally:
        server.terminate()
        server.wait()


def wait_for_bot(client: httpx.Client, game: str) -> None:
    """Opens a table for bots, and watches until one has moved."""
    token = client.post("/api/guest", json={"name": "Ada", "bearer": True}).json()["token"]
    owner = {"Authorization": f"Bearer {token}"}
    table = client.post(
        "/api/tables", json={"game": game, "seats": BOTS, "pace": 0}, headers=owner
    ).json()["id"]
    address = f"ws://127.0.0.1:{PORT}/api/tables/{table}/socket"
    with connect(address, additional_headers=owner, max_size=None) as line:
        while all(entry["actor"] < 0 for entry in json.loads(line.recv())["log"]):
            pass


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    begin = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    return time.monotonic() - begin


def main() -> None:
    """Prints a line for each kind of start, with the machine's load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default=str(Path(sys.executable).parent / "atlantis"))
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    rounds = []
    for _ in range(asked.rounds):
        with tempfile.TemporaryDirectory() as data:
            rounds.append(started(asked.command, data))
            print(
                "page {:.2f} s, answer {:.2f} s, first move of a bot {:.2f} s".format(*rounds[-1])
            )
    helps = [seconds([asked.command, "--help"]) for _ in range(asked.rounds)]
    page, answer, move = (median(column) for column in zip(*rounds, strict=True))
    print(f"median: page {page:.2f} s, answer {answer:.2f} s, first move of a bot {move:.2f} s")
    print(f"--help: {median(helps):.2f} s; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
