"""Writes docs/leaderboard.md: every built-in bot against every other, in both games.

    python bench/leaderboard.py [--deals 20,8] [--guest-deals 2,1] [--games causeway,escape]

Every pair of bots that play fast meets in each deal, in both seats. Slow ones are guests: they meet
a few of the others in fewer deals. Deals are given for each game, in its order. Games are kept in
build/leaderboard, so a run that was stopped goes on; a game whose net has changed begins again.
`--as-is` plays nothing more and writes the page of what has been played.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from atlantis_games.arena.play import Conditions
from atlantis_games.arena.ratings import Interval, Standing, standings
from atlantis_games.arena.results import FILE, Result, read_file
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.bots import in_kernel
from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES, game_named

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "leaderboard.md"
BOTS = ("random", "greedy:1", "greedy", "policy", "search:100/net=off", "search:100", "search:800")
OPENSPIEL = ("bench/openspiel_bots/mcts.py", "bench/openspiel_bots/ismcts.py")
SEED = "leaderboard"
PATIENCE = 60.0  # seconds that OpenSpiel's searches may take on a busy machine; they take 0.2

HEAD = """# Leaderboard

Two players, each deal in both seats, deals that nothing was tuned on. All that play fast meet each
other; guests (levels that think by the clock, and OpenSpiel's searches) meet those that their
commands name. Elo is fitted to all games together and counted from `random`; in brackets are 95%
intervals over deals ([bots.md](bots.md) explains them). The share of wins depends on whom a bot
met, so compare guests by Elo. They have few games: with one or two deals even a wide interval says
less than it seems to.

`search:100/net=off` is the search without the learned net, `policy` the net without a search.
OpenSpiel's MCTS and ISMCTS are its own Python code with 200 simulations a decision
([bench/openspiel_bots](../bench/openspiel_bots/searches.py)): what a seat cannot know is dealt to
them at random, and random games to the end, which our rules play, judge positions.

`python bench/leaderboard.py --deals {deals} --guest-deals {guest_deals}` makes this page, and goes
on after a stop. Made on {day}; searches by the clock had one thread of a busy machine.
"""


@dataclass(frozen=True)
class Meeting:
    """Bots of which each pair plays some deals in both seats."""

    game: Game
    bots: tuple[str, ...]
    deals: int
    seconds: float | None = None  # for a decision, of bots in files

    @property
    def tournament(self) -> Tournament:
        """The meeting as the arena plays it."""
        count = self.deals * len(self.bots) * (len(self.bots) - 1)
        options = self.game.new(2).options
        allowed = Conditions(seconds=self.seconds)
        bots = list(self.bots)
        return Tournament(self.game.name, bots, count, [2], options, SEED, conditions=allowed)

    @property
    def command(self) -> str:
        """What a reader can type to play it again."""
        one = self.tournament
        time = f" --time {self.seconds:g}s" if self.seconds else ""
        bots = ",".join(one.bots)
        return f"atlantis arena {one.game} --bots {bots} --games {one.games} --seed {SEED}{time}"

    @property
    def folder(self) -> Path:
        """Where its games are kept."""
        name = hashlib.sha256(self.command.encode()).hexdigest()[:12]
        return ROOT / "build" / "leaderboard" / f"{self.game.name}-{net_of(self.game)}-{name}"

    @property
    def so_far(self) -> list[Result]:
        """Its games that are in the folder."""
        file = self.folder / FILE
        return read_file(file)[1] if file.exists() else []

    def played(self, jobs: int, cluster: str) -> list[Result]:
        """Its games, from the folder or played now."""
        results, is_whole = run(self.tournament, self.folder, jobs=jobs, cluster=cluster)
        if not is_whole:
            raise SystemExit("Stopped; run it again to go on.")
        return results


def meetings(game: Game, deals: int, guest_deals: int) -> Iterator[Meeting]:
    """Everything that is played of a game, the fast bots first."""
    levels = {level: in_kernel(level, game) is not None for level in game.levels}
    yield Meeting(game, (*BOTS, *(level for level, is_fast in levels.items() if is_fast)), deals)
    for bot in OPENSPIEL:
        for opponent in ("random", "greedy:1", "crab"):
            yield Meeting(game, (bot, opponent), guest_deals, PATIENCE)
    for level in (level for level, is_fast in levels.items() if not is_fast):
        for opponent in ("dolphin", "search:800"):
            yield Meeting(game, (level, opponent), guest_deals)


def net_of(game: Game) -> str:
    """The first digits of the SHA-256 of a game's weights."""
    return hashlib.sha256((game.folder / "weights.npz").read_bytes()).hexdigest()[:12]


def table(game: Game, rows: list[Standing], commands: list[str]) -> str:
    """A game's part of the page."""
    lines = [f"## {game.title}", "", "```", *commands, "```", ""]
    lines += [f"With the net whose SHA-256 begins with `{net_of(game)}`.", ""]
    return "\n".join([*lines, *standing_rows(game, rows)]) + "\n"


def standing_rows(game: Game, rows: list[Standing]) -> Iterator[str]:
    """A table of ratings."""
    yield "| bot | games | win share | Elo |"
    yield "|---|---|---|---|"
    for row in rows:
        name = f"{row.bot} = {game.levels[row.bot]}" if row.bot in game.levels else row.bot
        share, elo = bracketed(row.win_share, 100, "{:.1f}"), bracketed(row.elo, 1, "{:.0f}")
        yield f"| `{name}` | {row.games} | {share} % | {elo} |"


def bracketed(found: Interval, factor: float, form: str) -> str:
    """An estimate with its interval."""
    value, low, high = (
        form.format(factor * number) for number in (found.value, found.low, found.high)
    )
    return f"{value} ({low} to {high})"


def numbers(text: str, count: int) -> list[int]:
    """Numbers with commas between them, the last one for all that are left."""
    found = [int(word) for word in text.split(",")]
    return [*found, *[found[-1]] * count][:count]


def main() -> None:
    """Plays what is missing and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", default="20,8")
    parser.add_argument("--guest-deals", default="2,1")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--cluster", default="")
    parser.add_argument("--as-is", action="store_true")
    given = parser.parse_args()
    parts = []
    names = given.games.split(",")
    deals, guest_deals = numbers(given.deals, len(names)), numbers(given.guest_deals, len(names))
    for place, name in enumerate(names):
        game = game_named(name)
        results, commands = [], []
        for meeting in meetings(game, deals[place], guest_deals[place]):
            print(meeting.command, flush=True)
            found = meeting.so_far if given.as_is else meeting.played(given.jobs, given.cluster)
            results += found
            left = meeting.tournament.games - len(found)
            commands += [meeting.command + (f"  # {len(found)} so far" if left else "")]
        parts.append(table(game, standings(results, "random"), commands))
    day = date.today().isoformat()
    text = HEAD.format(deals=given.deals, guest_deals=given.guest_deals, day=day)
    PAGE.write_text(text + "\n" + "\n".join(parts), "utf-8")
    print(f"{PAGE} is written.")


if __name__ == "__main__":
    main()
