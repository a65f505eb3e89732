"""Writes docs/report.md: what kind of games these are, counted in thousands of games of bots.

    python bench/report.py [--games 1000] [--deals 50] [--rounds 3]

Tournaments are kept in build/report, so a run that was stopped goes on; remove that folder after
the bots or their nets have changed. `make bench` installs the peers whose speed stands beside ours.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from atlantis_games.arena.endings import endings
from atlantis_games.arena.play import play_compiled
from atlantis_games.arena.ratings import standings, wilson
from atlantis_games.arena.results import Result
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import in_kernel
from atlantis_games.core.contract import CHANCE, OVER, Game
from atlantis_games.games import GAMES
from leaderboard import bracketed, standing_rows
from run import PEERS, Peer, rates_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "report.md"
SEED = "report"
BOTS = ("random", "greedy", "policy")  # of growing strength, and fast
TWINS = ("search:50", "search:51")  # as strong as each other, so that only the deal differs
COLOURS = {"random": "#c8553d", "greedy": "#b08b2e", "policy": "#1f5f8b"}


@dataclass(frozen=True)
class Shape:
    """What was counted in games of one bot against itself."""

    bot: str
    players: int
    decisions: list[int]  # in each game
    chance_events: list[int]
    turns: list[int]
    choices: list[list[int]]  # legal actions at each decision of each game
    deals: list[float]  # the logarithm of how many ways chance had in each game


def shape_of(game: Game, bot: str, players: int, games: int) -> Shape:
    """Plays a bot against itself and counts along the way."""
    found = Shape(bot, players, [], [], [], [], [])
    actions, weights = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal, np.int64)
    for deal in range(games):
        result = play_compiled(game.name, {}, Job(players, deal, (bot,) * players, SEED))
        choices, ways, chances = [], 0.0, 0
        states = game.new(players).states()
        for move in result.moves:
            if game.engine.actor(states) == CHANCE:
                ways += math.log10(game.engine.chance(states, actions, weights))
                chances += 1
            else:
                choices.append(int(game.engine.legal(states, actions)))
            game.engine.apply(states, game.numbers[move])
        if game.engine.actor(states) != OVER:
            raise AssertionError("a game was not played to its end")
        found.decisions.append(len(choices))
        found.chance_events.append(chances)
        found.turns.append(int(states[0]["turns"]))
        found.choices.append(choices)
        found.deals.append(ways)
    return found


def shape_rows(shapes: list[Shape]) -> Iterator[str]:
    """A table of lengths and choices."""
    head = ["players", "bots", "decisions", "free", "chance events", "turns", "choices"]
    head += ["at most", "tree", "chance"]
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for shape in shapes:
        flat = np.concatenate([np.array(game) for game in shape.choices])
        free = flat[flat > 1]
        tree = np.mean([np.log10(np.array(game)).sum() for game in shape.choices])
        yield (
            f"| {shape.players} | `{shape.bot}` | {np.mean(shape.decisions):.0f} "
            f"| {len(free) / len(flat):.0%} | {np.mean(shape.chance_events):.0f} "
            f"| {np.mean(shape.turns):.0f} | {free.mean():.1f} | {free.max()} "
            f"| 10^{tree:.0f} | 10^{np.mean(shape.deals):.0f} |"
        )


def draw_shapes(game: Game, shapes: list[Shape], file: Path) -> None:
    """How long games take, and how many choices there are as they go on."""
    figure = Figure(figsize=(10, 3.6), layout="constrained")
    lengths, branching = figure.subplots(1, 2)
    for shape in (shape for shape in shapes if shape.players == 2):
        colour = COLOURS[shape.bot]
        style = {"histtype": "step", "linewidth": 1.6, "density": True}
        lengths.hist(shape.decisions, bins=40, color=colour, label=shape.bot, **style)
        places = np.linspace(0, 1, 41)
        curves = [
            np.interp(places, np.linspace(0, 1, len(game)), game)
            for game in shape.choices
            if len(game) > 1
        ]
        branching.plot(places * 100, np.mean(curves, axis=0), color=colour, label=shape.bot)
    lengths.set(title=f"{game.title}: decisions in a game", yticks=[])
    branching.set(title="legal moves", xlabel="% of the game's decisions", ylim=(0, None))
    for panel in (lengths, branching):
        panel.spines[["top", "right"]].set_visible(False)
        panel.legend(frameon=False)
    figure.savefig(file, metadata={"Date": None})


def seat_shares(
    game: Game, players: int, games: int, bot: str, options: dict[str, str]
) -> list[list[list[float]]]:
    """The share of the win of every seat in every deal, for `wilson`."""
    jobs = [Job(players, deal, (bot,) * players, SEED) for deal in range(games)]
    shares = [play_compiled(game.name, options, job).shares for job in jobs]
    return [[[row[seat]] for row in shares] for seat in range(players)]


def option_choices(game: Game) -> Iterator[tuple[str, dict[str, str]]]:
    """The usual rules, and every other value of every option that is a word."""
    yield "usual", {}
    for name, option in game.options.items():
        if option.numbers is None:
            for word in option.words:
                if word != option.default:
                    yield f"{name}={word}", {name: word}


def seat_rows(game: Game, games: int) -> Iterator[str]:
    """Who begins, how much it is worth: by number of players, and by option with two."""
    yield "| players | option | " + " | ".join(f"seat {seat}" for seat in (1, 2, 3, 4)) + " |"
    yield "|---|---|---|---|---|---|"
    for players in game.players:
        for name, options in option_choices(game):
            if players > game.players[0] and options:
                continue
            seats = [
                wilson(deals) for deals in seat_shares(game, players, games, "policy", options)
            ]
            cells = [bracketed(seat, 100, "{:.1f}") + " %" for seat in seats]
            cells += [""] * (4 - players)
            yield f"| {players} | {name} | " + " | ".join(cells) + " |"


def played(game: Game, bots: list[str], deals: int) -> list[Result]:
    """A tournament of two players, from the folder or played now."""
    number = deals * len(bots) * (len(bots) - 1)
    tournament = Tournament(game.name, bots, number, [2], game.new(2).options, SEED)
    folder = ROOT / "build" / "report" / f"{game.name}-{'-'.join(bots).replace(':', '')}-{number}"
    results, is_whole = run(tournament, folder, jobs=1)
    if not is_whole:
        raise SystemExit("Stopped; run it again to go on.")
    return results


def first_seat(results: list[Result]) -> dict[tuple[str, ...], dict[int, float]]:
    """What the first seat got: by line-up, then by deal."""
    found: dict[tuple[str, ...], dict[int, float]] = {}
    for result in results:
        found.setdefault(result.job.seats, {})[result.job.deal] = result.shares[0]
    return found


def spread_between(rows: Any) -> float:
    """How much the means of rows differ, as a variance, without what chance alone would do."""
    noise = rows.var(axis=1, ddof=1).mean() / rows.shape[1]
    return max(0.0, float(rows.mean(axis=1).var() - noise))


def ladder(game: Game) -> list[str]:
    """Bots from the weakest to the strongest that plays the same every time."""
    return [
        "random",
        *(level for level in game.levels if in_kernel(level, game) is not None),
    ]


def luck_rows(results: list[Result], twins: list[Result]) -> Iterator[str]:
    """How much of a single game is decided by who plays, and how much by the deal."""
    found = first_seat(results)
    rows = np.array([list(shares.values()) for shares in found.values()])
    order = list(dict.fromkeys(seats[0] for seats in found))
    near = np.array(
        [
            row
            for seats, row in zip(found, rows, strict=True)
            if abs(order.index(seats[0]) - order.index(seats[1])) == 1
        ]
    )
    paired = first_seat(twins)
    one, other = (
        np.array([paired[seats][deal] for deal in sorted(paired[seats])])
        for seats in (TWINS, TWINS[::-1])
    )
    deal = float(np.corrcoef(one, other)[0, 1])
    half = 1.96 * (1 - deal**2) / math.sqrt(len(one))
    yield (
        f"- **Who plays** decides {spread_between(rows) / rows.var():.0%} of the spread of results "
        "when everybody on this ladder meets everybody, and "
        f"{spread_between(near) / near.var():.0%} when only neighbours meet."
    )
    yield (
        f"- **The deal** decides {max(0.0, deal):.0%} (± {half:.0%}) between players of the same "
        f"strength: so alike are the results of the first seat when `{TWINS[0]}` and `{TWINS[1]}` "
        f"play the same deal with seats changed ({len(one)} deals). The rest comes out of playing: "
        "what is drawn meets other positions, and both sides choose among moves that look alike."
    )


def part_of(game: Game, games: int, deals: int, folder: Path) -> Iterator[str]:
    """A game's chapter."""
    shapes = [shape_of(game, bot, players, games) for players in game.players for bot in BOTS]
    file = folder / f"report-{game.name}.svg"
    draw_shapes(game, shapes, file)
    results, twins = played(game, ladder(game), deals), played(game, list(TWINS), deals * 4)
    yield f"## {game.title}\n"
    hidden = "Players have secrets." if game.has_secrets else "Everything is public."
    yield (
        f"{game.players[0]} to {game.players[-1]} players. {game.actions:,} actions have a number; "
        f"at most {game.max_legal} are legal, or possible for chance, at once. A position is "
        f"{game.record.itemsize:,} bytes. {hidden}\n"
    )
    yield "### Length and choices\n"
    yield from shape_rows(shapes)
    yield f"\n![Lengths of games and legal moves]({file.relative_to(PAGE.parent)})\n"
    yield "### Who begins\n"
    yield (
        f"`policy` against itself, {games} deals a row: the share of the win of each seat, with "
        "95% intervals.\n"
    )
    yield from seat_rows(game, games)
    yield "\n### The ladder, luck and skill\n"
    yield from standing_rows(game, standings(results, "random"))
    yield ""
    yield from luck_rows(results, twins)
    yield f"\n### How games of `{TWINS[0]}` end\n"
    for ending in endings(twins):
        yield f"- {ending.games / ending.of:.1%}: {game.texts('en').fill(f'ending.{ending.code}')}"
    yield ""


def speed_rows(rounds: int) -> Iterator[str]:
    """Random play beside the peers that are installed."""
    peers = {name: Peer(name) for name in sorted({row[0] for row in PEERS["play"]})}
    rates, problems = rates_of("play", peers, rounds)
    yield "| engine | thousand decisions per CPU second |"
    yield "|---|---|"
    for name, found in rates.items():
        if found:
            yield f"| {name} | {statistics.median(found) / 1e3:,.0f} |"
    yield ""
    if problems:
        yield f"Not measured: {', '.join(problems)}.\n"


HEAD = """# What kind of games these are

`python bench/report.py --games {games} --deals {deals}` makes this page: state and choices, length,
what the first seat is worth, how much is luck, and how fast it goes. Everything is counted in games
of bots, so it says how the games are when played like that. `random` takes any legal move, `greedy`
the best turn by the evaluation, `policy` the move that the net likes most.

- *free* decisions have more than one legal move; *choices* are counted over those.
- *tree* multiplies the legal moves along a game, and *chance* the outcomes that chance had: how
  many lines such games have, by order of magnitude.
- A *turn* is a player's whole turn, which is several decisions.

Made on {day}.
"""


def main() -> None:
    """Writes the page and its pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    pictures = PAGE.parent / "pictures"
    lines = [HEAD.format(games=given.games, deals=given.deals, day=date.today().isoformat())]
    for game in GAMES.values():
        lines += part_of(game, given.games, given.deals, pictures)
    lines += ["## Speed\n", "Random play on one core; [benchmarks.md](benchmarks.md) has more.\n"]
    lines += speed_rows(given.rounds)
    PAGE.write_text("\n".join(lines), "utf-8")
    print(f"{PAGE} is written.")


if __name__ == "__main__":
    main()
