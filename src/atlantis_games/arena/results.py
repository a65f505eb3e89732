"""The results of a tournament on disk: one line of JSON per game, each of which can be replayed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from atlantis_games.arena.schedule import Job
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.games import game_named

FILE = "results.jsonl"


@dataclass(frozen=True)
class Result:
    """The result of one game, with the moves of seats and chance, which replay it."""

    job: Job
    scores: list[int]
    shares: list[float]  # of the win
    moves: list[str]
    forfeit: str = ""  # why a bot lost without being beaten
    forfeiter: int = -1  # its seat
    traceback: str = ""  # of the bot's file, where it raised something
    ending: str = ""  # why the game was over: CODE of its text `ending.CODE`; not of a forfeit


class ResultsFile:
    """The file of a tournament, which can go on from it after it was stopped."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.file = folder / FILE
        self.results: list[Result] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.file.exists():
                self.resume(settings)
            else:
                self.file.write_text(json.dumps(settings) + "\n", "utf-8")
            self.handle = self.file.open("a", encoding="utf-8")
        except OSError as error:
            raise BadRequest(f"Cannot use {folder} for results: {error.strerror}.") from error

    def resume(self, settings: dict[str, Any]) -> None:
        """Reads the games played before; a line cut short by a crash is dropped."""
        found, results, whole = read_file(self.file)
        if with_all_options(found) != with_all_options(settings):
            raise BadRequest(f"{self.file} is from a tournament with other settings.")
        self.results = [with_ending(found, result) for result in results]
        with self.file.open("r+b") as handle:
            handle.truncate(whole)

    def add(self, result: Result) -> None:
        """Writes a game to the file."""
        row = asdict(result)
        row["moves"] = ",".join(result.moves)
        if not result.traceback:
            del row["traceback"]
        self.handle.write(json.dumps(row) + "\n")
        self.handle.flush()  # a crash after this does not lose the game
        self.results.append(result)

    def close(self) -> None:
        """Closes the file."""
        self.handle.close()


def with_all_options(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings with the options that an earlier version did not have, at their defaults."""
    start = game_named(settings["game"]).new(settings["players"][0], **settings["options"])
    return settings | {"options": start.options}


def with_ending(settings: dict[str, Any], result: Result) -> Result:
    """A result that says how its game ended; one of an earlier version is played again for that."""
    if result.ending or result.forfeit:
        return result
    game = game_named(settings["game"])
    states = game.new(result.job.players, **settings["options"]).states()
    for move in result.moves:
        game.engine.apply(states, game.numbers[move])
    return replace(result, ending=game.outcomes.ending(Position(game, states)))


def read_file(file: Path) -> tuple[dict[str, Any], list[Result], int]:
    """The settings and results in a file, and how many of its bytes are whole lines."""
    try:
        data = file.read_bytes()
        whole = data.rfind(b"\n") + 1
        first, *lines = data[:whole].decode("utf-8").splitlines()
        settings = json.loads(first)
        return settings, [result_of(json.loads(line)) for line in lines], whole
    except OSError as error:
        raise BadRequest(f"Cannot read {file}: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadRequest(f"{file} is not a file of results.") from error


def result_of(row: dict[str, Any]) -> Result:
    """A result from its line."""
    job = Job(**{**row["job"], "seats": tuple(row["job"]["seats"])})
    moves = row["moves"].split(",") if row["moves"] else []
    forfeit = row["forfeit"], row["forfeiter"], row.get("traceback", "")
    return Result(job, row["scores"], row["shares"], moves, *forfeit, row.get("ending", ""))


def match_of(file: Path, number: int) -> Match:
    """A game of a tournament as a match, counted from 1."""
    settings, results, _ = read_file(file)
    if not 1 <= number <= len(results):
        raise BadRequest(f"{file} has games 1 to {len(results)}, not {number}.")
    result = results[number - 1]
    start = game_named(settings["game"]).new(result.job.players, **settings["options"])
    headers = {"deal": str(result.job.deal)}
    if result.forfeit:
        reason = " ".join(result.forfeit.split())
        headers["forfeit"] = f"seat {result.forfeiter + 1} {reason}"
    match = Match(start, list(result.job.seats), None, headers)
    for move in result.moves:
        match.play(move)
    return match
