"""What a page receives about every legal move: its clicks, and a preview that comes true."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import atlantis_games as atlantis
from atlantis_games import Game
from atlantis_games.games import GAMES
from atlantis_games.games.causeway.tables import ITEMS
from support.playing import decisions

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_every_choice_is_a_legal_move_and_its_clicks_spell_no_other(game: Game) -> None:
    for position in decisions(game, 1):
        choices = position.redacted(position.actor).choices()
        assert [choice["move"] for choice in choices] == list(position.moves)
        spelled = [frozenset(choice["clicks"]) for choice in choices]
        assert len(set(spelled)) == len(spelled)
        assert all(spelled)
        assert position.redacted((position.actor + 1) % position.players).choices() == []


@games
def test_every_action_of_a_player_can_be_clicked_and_every_action_be_told(game: Game) -> None:
    for number, action in enumerate(game.notation):
        assert bool(action.clicks) == (number < game.observation.DECISIONS)
        assert action.code
        for value in action.values.values():
            assert str(value) in action.text


def test_causeway_foretells_landing_price_and_prize() -> None:
    """§4.1, §5.2, §8: the preview is what playing the move does."""
    seen = set()
    for seed in range(4):
        for position in decisions(GAMES["causeway"], seed):
            seat = position.actor
            before = position.view(seat)
            for choice in position.redacted(seat).choices():
                after = position.play(choice["move"]).view(seat)
                kind = position.game.notation[position.moves[choice["move"]]].code
                seen.add(kind)
                if kind in ("move", "then"):
                    moved = after["seats"][seat]["figures"]
                    assert choice["lands"] in moved.values()
                    assert choice["at"] == f"space:{choice['lands']}"
                    assert choice.get("chain", False) == (after["phase"] == "chain")
                    if after["phase"] == "pay":
                        assert after["owed"] == choice["price"]
                    elif after["phase"] != "chain":
                        assert choice["price"] == 0
                        won = after["seats"][seat]["worth"] - before["seats"][seat]["worth"]
                        value = 0
                        if "takes" in choice:
                            value = before["path"][choice["takes"] - 1]["value"]
                        assert won == value
                elif kind.startswith("pay-"):
                    assert choice["owed"] == (after["owed"] if after["phase"] == "pay" else 0)
                elif kind == "buy":
                    assert choice["cards"] == int(choice["move"].split()[1]) // 2
                elif kind == "bridge":
                    gap = next(
                        gap for gap in before["gaps"] if gap["first"] == int(choice["move"][7:])
                    )
                    assert choice["saves"] == gap["price"]
    assert seen >= {"move", "then", "pay-tile", "pay-card", "buy", "bridge", "end"}


def test_escape_foretells_who_is_lost_and_saved() -> None:
    """§5.10, §8.1: the preview counts the people that the move itself loses or saves."""
    lost = saved = 0
    for seed in range(3):
        for position in list(decisions(GAMES["escape"], seed, 900))[::7]:
            before = position.view(0)["seats"]
            for choice in position.redacted(position.actor).choices():
                after = position.play(choice["move"]).view(0)["seats"]
                for name in ("lost", "saved"):
                    change = [b[name] - a[name] for a, b in zip(before, after, strict=True)]
                    told = choice.get(name, [0] * 4)[: len(change)]
                    assert told == change
                lost += sum(choice.get("lost", []))
                saved += sum(choice.get("saved", []))
    assert lost > 0
    assert saved > 0


def least_loss(hand: list[int], tiles: list[int], owed: int) -> tuple[int, int]:
    """Tries every set of pieces: the fewest points given, then the fewest cards."""
    pieces = [(1, True)] * sum(hand) + [(value, False) for value in tiles]
    best = (10**6, 10**6)
    for size in range(1, len(pieces) + 1):
        for chosen in combinations(pieces, size):
            points = sum(value for value, _ in chosen)
            if points >= owed:
                best = min(best, (points, sum(is_card for _, is_card in chosen)))
    return best


def test_a_bill_is_paid_with_the_fewest_points_and_then_the_fewest_cards() -> None:
    """§5.4: what `payment` pays is as good as the best of all ways to pay."""
    paid = 0
    for seed in range(25):
        for position in decisions(GAMES["causeway"], seed):
            view = position.view(position.actor)
            if view["phase"] != "pay":
                assert position.game.outcomes.payment(position) is None
                continue
            panel = view["seats"][position.actor]
            hand = [panel["hand"].get(item, 0) for item in ITEMS]
            tiles = [int(value) for value, n in panel["tiles"].items() for _ in range(n)]
            if len(tiles) + sum(hand) > 11:
                continue
            points, cards = least_loss(hand, tiles, view["owed"])
            given = []
            while (move := position.game.outcomes.payment(position)) is not None:
                given.append(move.split()[1])
                position = position.play(move)
            assert sum(int(piece) if piece.isdigit() else 1 for piece in given) == points
            assert sum(not piece.isdigit() for piece in given) == cards
            paid += 1
    assert paid > 10


@games
def test_the_settlement_adds_up_to_the_scores(game: Game) -> None:
    """Causeway §10.4, Escape §10.1."""
    for seed in range(3):
        *_, last = decisions(game, seed, 100_000)
        match = atlantis.Match(last, dealer=atlantis.Dealer(str(seed)))
        chooser = random.Random(seed)
        while not match.position.is_over:
            match.play(chooser.choice(list(match.position.moves)))
            match.deal()
        lines = game.outcomes.settlement(match.position)
        for seat, score in enumerate(match.position.scores):
            own = {line["code"]: line["points"] for line in lines if line["seat"] == seat}
            assert own.pop("total") == score == sum(own.values())


@games
def test_a_match_goes_on_from_a_position_that_was_kept(game: Game) -> None:
    chooser = random.Random(3)
    match = atlantis.Match(game.new(3), dealer=atlantis.Dealer("3"))
    match.deal()
    kept = [(match.ply, match.position)]
    while not match.position.is_over and match.ply < 400:
        seat = match.position.actor
        match.play(chooser.choice(list(match.position.moves)))
        if match.position.actor == atlantis.CHANCE:
            match.deal()
            kept.append((match.ply, match.position))
        elif match.can_undo(seat) and chooser.random() < 0.2:
            match.undo(seat)
    for at, position in chooser.sample(kept, 5):
        again = atlantis.Match.resume(
            match.start, match.seats, match.dealer, match.log, match.audiences, at, position
        )
        assert again.position == match.position
        assert (again.log, again.audiences) == (match.log, match.audiences)
        assert [again.can_undo(s) for s in range(3)] == [match.can_undo(s) for s in range(3)]
