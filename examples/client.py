"""Plays random moves against a bot: python examples/client.py [address] [game]"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect

SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8000"
GAME = sys.argv[2] if len(sys.argv) > 2 else "causeway"
headers = {"Content-Type": "application/json"}


def post(path: str, body: dict[str, object]) -> dict[str, str]:
    """Asks the server for something."""
    request = Request(SERVER + path, json.dumps(body).encode(), headers)
    with urlopen(request) as answer:
        return json.load(answer)  # type: ignore[no-any-return]


headers["Authorization"] = "Bearer " + post("/api/guest", {"name": "Ada", "bearer": True})["token"]
seats = [{"kind": "person"}, {"kind": "bot", "level": "sprat"}]
table = post("/api/tables", {"game": GAME, "seats": seats, "pace": 0})["id"]
socket = f"ws{SERVER[4:]}/api/tables/{table}/socket"
with connect(socket, additional_headers=headers) as line:
    for message in map(json.loads, line):
        if message["type"] == "error":
            print(message["text"])
        elif message["type"] == "state" and message["result"]:
            print(f"Table {table} is over:", *message["result"]["scores"])
            break
        elif message["type"] == "state" and message["moves"]:
            move = random.choice(message["moves"])["move"]
            line.send(json.dumps({"type": "move", "ply": message["ply"], "move": move}))
