"""Why a position of Escape is better than another, in words, and what a puzzle is about."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_games.core.contract import Difference
from atlantis_games.core.position import Position
from atlantis_games.games.escape.evaluation import hope_aboard, hope_in_water, hope_on_land
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.state import is_land
from atlantis_games.games.escape.tables import DOLPHIN, HEXES

THEMES: tuple[str, ...] = ("rescue", "boat", "dolphin", "attack", "escape", "block", "sink", "plan")
OF_MOVES = {"sink": "sink", "relocate": "escape", "ride": "dolphin"}
OF_DIFFERENCES = {
    "saved": "rescue",
    "alive": "escape",
    "aboard": "boat",
    "dolphin": "dolphin",
    "rival-lost": "attack",
    "rival": "block",
    "safer": "escape",
}
SMALL = 0.02  # of a person's hope: not worth a sentence


class People(NamedTuple):
    """What a player may hope for, and who is where."""

    saved: int
    lost: int
    aboard: int
    riding: int
    hope: float  # of all who are still in play


def people_of(position: Position, seat: int) -> People:
    """A player's people."""
    state = position.state
    aboard = riding = 0
    hope = 0.0
    for place in range(HEXES):
        people, swimmers = int(state.people[place, seat]), int(state.swimmers[place, seat])
        if people and is_land(state, place):
            hope += people * hope_on_land(state, place)
        elif people:
            aboard += people
            hope += hope_aboard(state, seat, place)
        if swimmers:
            riding += int(contains(state.beasts[DOLPHIN], place))
            hope += hope_in_water(state, seat, place)
    return People(int(state.saved[seat]), int(state.lost[seat]), aboard, riding, hope)


def differences(good: Position, bad: Position, seat: int) -> list[Difference]:
    """What a seat has more in one position than in another, in people. §10.1"""
    better, worse = people_of(good, seat), people_of(bad, seat)
    saved, alive = better.saved - worse.saved, worse.lost - better.lost
    found = [Difference("saved", {"n": abs(saved)}, float(saved))]
    found.append(Difference("alive", {"n": abs(alive)}, 0.5 * alive))
    hope = better.hope - worse.hope
    if abs(hope) > SMALL:
        aboard, riding = better.aboard - worse.aboard, better.riding - worse.riding
        if hope > 0 and aboard > 0:
            found.append(Difference("aboard", {"n": aboard}, hope))
        elif hope > 0 and riding > 0:
            found.append(Difference("dolphin", {"n": riding}, hope))
        else:
            found.append(Difference("safer", {}, hope))
    for rival in range(good.players):
        if rival != seat:
            found += rival_differences(good, bad, rival)
    return found


def rival_differences(good: Position, bad: Position, rival: int) -> list[Difference]:
    """What another player has less in one position than in another."""
    better, worse = people_of(good, rival), people_of(bad, rival)
    share = 1 / (good.players - 1)
    lost, less = better.lost - worse.lost, worse.hope + worse.saved - better.hope - better.saved
    if lost:
        return [Difference("rival-lost", {"n": abs(lost), "seat": rival}, share * lost)]
    return [Difference("rival", {"seat": rival}, share * less)] if abs(less) > SMALL else []


def theme(position: Position, move: str, reasons: list[Difference]) -> str:
    """What a puzzle with this solution is about."""
    action = position.game.notation[position.moves[move]]
    if action.code in ("pick", "pick-rider", "to") and position.state.spun_animal == DOLPHIN:
        return "dolphin"
    if action.code in OF_MOVES:
        return OF_MOVES[action.code]
    return next((OF_DIFFERENCES[one.code] for one in reasons if one.code in OF_DIFFERENCES), "plan")
