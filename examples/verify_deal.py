"""Checks the dealing of match files without a line of Atlantis: docs/fair-dealing.md, version 2.

    python verify_deal.py FILE ...

It says yes if the seed, the nonces of all devices and the names in the file give the commitment and
every outcome of chance. Compare the commitment with the one that you saw when the table was opened,
and your nonce with the one that your device kept: both are in the file. That the numbers of each
outcome (`=12-17/60`) are those of the rules, and that moves are legal, `atlantis verify` checks.
"""

import hmac
import sys
from hashlib import sha256
from pathlib import Path


def digest(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def terms_of(head: dict[str, str]) -> str:
    """What the dealing depends on, from the header of a file; ValueError if it was steered."""
    names = ("match", "game", "rules", "players", "options", "position")
    facts = [f"{name}: {head[name]}" for name in names if name in head]
    commitment = digest("\n".join(["atlantis deal 2", f"seed: {head['seed']}", *facts, ""]))
    if head.get("commitment", commitment) != commitment:
        raise ValueError("the seed does not belong to the commitment")
    lines = ["atlantis deal 2", *facts, f"commitment: {commitment}"]
    for seat in range(1, int(head["players"]) + 1):
        nonce = head[f"nonce {seat}"]
        kind, value = nonce.split(" ")
        if kind in ("bot", "absent", "withheld") and value != digest(f"{commitment} {seat}"):
            raise ValueError(f"the nonce of seat {seat} was chosen by somebody")
        lines += [f"seat {seat}: {head[f'seat {seat}']}", f"nonce {seat}: {nonce}"]
    return "\n".join([*lines, ""])


def verify(text: str) -> int:
    """The number of chance events, if each follows from the seed; ValueError if one does not."""
    header, _, log = text.partition("\n\n")
    first, *lines = header.splitlines()
    head = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if first != "Atlantis match 2" or "seed" not in head:
        raise ValueError("this is not a finished match of version 2")
    terms, number = digest(terms_of(head)), 0
    for line in log.splitlines():
        actor, _, moves = line.partition(": ")
        for move in moves.split(", ") if actor == "chance" else []:
            outcome, share = move.split(" =")
            numbers, _, weights = share.partition("/")
            low, _, high = numbers.partition("-")
            drawn = hmac.digest(head["seed"].encode(), f"{terms}:{number}".encode(), "sha256")
            if not int(low) <= int.from_bytes(drawn, "big") % int(weights) <= int(high or low):
                raise ValueError(f"event {number + 1}, {outcome!r}, does not follow from the seed")
            number += 1
    return number


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {verify(Path(name).read_text('utf-8'))} events, dealt as promised")
