"""Matches: written, read, replayed, verified, and refused with a line number."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from atlantis_games import CHANCE, BadMatch, BadRequest, Dealer, Game, Match
from atlantis_games.core.match_text import MAX_FILE_BYTES
from games.engines import all_games
from support.playing import any_choice


def played(game: Game, seed: str = "1", undos: bool = False, limit: int = 100_000) -> Match:
    """A random match, with moves taken back if asked for."""
    rng = random.Random(seed)
    match = Match(game.new(3), ["Ann", "Ben", "Cleo"], Dealer(seed, "test"), {"event": "a test"})
    while not match.position.is_over and match.ply < limit:
        if match.position.actor == CHANCE:
            match.play(match.dealer.choose(match.position.odds, match.ply))  # type: ignore[union-attr]
            continue
        actor = match.position.actor
        match.play(any_choice(match.position, rng))
        if undos and rng.random() < 0.3:
            match.undo(actor)
    return match


@all_games
@pytest.mark.parametrize("undos", [False, True])
def test_write_read_replay_gives_the_same_state(game: Game, undos: bool) -> None:
    match = played(game, undos=undos)
    again = Match.read(match.write())
    assert again.position == match.position
    assert again.log == match.log
    assert again.seats == match.seats
    assert again.headers == match.headers
    assert again.write() == match.write()
    again.verify()
    assert [position for *_, position in again.positions()][-1] == match.position


@all_games
def test_an_unfinished_match_keeps_its_seed_to_itself(game: Game) -> None:
    match = played(game, limit=150)
    text = match.write()
    assert "result: unfinished" in text
    assert "\nseed:" not in text
    assert match.dealer is not None
    assert match.dealer.commitment in text
    assert Match.read(text).position == match.position


@all_games
def test_lines_are_short_enough_to_read(game: Game) -> None:
    assert all(len(line) <= 120 for line in played(game).write().splitlines())


def test_undo_stops_at_chance_and_at_other_players(causeway: Game) -> None:
    match = Match(causeway.new(2), dealer=Dealer("3"))
    with pytest.raises(BadRequest, match="Nothing can be taken back"):
        match.undo(0)
    match.deal()
    with pytest.raises(BadRequest):
        match.undo(0)
    before = match.position
    match.play(next(iter(before.moves)))
    assert match.can_undo(0)
    with pytest.raises(BadRequest):
        match.undo(1)
    match.undo(0)
    assert match.position == before
    assert match.log[-1] == (0, "undo")


def test_what_chance_dealt_is_never_dealt_again(causeway: Game) -> None:
    match = Match(causeway.new(2), dealer=Dealer("3"))
    match.play(Dealer("3").choose(match.position.odds, 0))
    with pytest.raises(BadRequest, match="Nothing can be taken back"):
        match.undo(CHANCE)
    match.log.append((CHANCE, "undo"))
    with pytest.raises(BadMatch, match="Entry 2: Nothing can be taken back"):
        match.verify()


@pytest.fixture
def causeway() -> Game:
    from atlantis_games.games import GAMES

    return GAMES["causeway"]


@pytest.fixture
def text(causeway: Game) -> str:
    return played(causeway).write()


def line_number(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def test_a_wrong_move_is_refused_with_its_line(text: str) -> None:
    number = line_number(text, "1: ")
    lines = text.splitlines()
    for bad, words in (
        ("1: then ring", "then ring"),
        ("1: fly", "not how a move is written"),
        ("2: pass", "not 2 who acts here but 1"),
        ("chance: draw ring", "not chance who acts here but 1"),
        ("5: pass", "expected 'chance:' or a seat's number"),
        ("pass", "expected 'chance:' or a seat's number"),
        ("1: undo", "Nothing can be taken back"),
        ("1:", "not how a move is written"),
    ):
        lines[number - 1] = bad
        with pytest.raises(BadMatch, match=f"line {number}: .*{words}"):
            Match.read("\n".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Atlantis match 1", "Chess match", "line 1: a match file begins with"),
        ("game: causeway", "game: chess", "line 2: There is no game 'chess'"),
        ("game: causeway\n", "", "header 'game' is missing"),
        ("rules: 1", "rules: 99", "line 3: this version plays rules 1"),
        ("players: 3", "players: 7", "line 4: .*2 to 4 players"),
        ("players: 3", "players: many", "line 4: .*2 to 4 players"),
        ("peek=off", "peek=perhaps", "line 5: Option peek is off or on"),
        ("peek=off", "peck=off", "line 5: .*no option 'peck'"),
        ("seat 2: Ben\n", "", "cannot be a player's name"),
        ("match: test\n", "match: test\nmatch: two\n", "line 11: expected 'name: value'"),
        ("seed: 1\n", "seed: 2\n", "the seed does not belong to the commitment"),
    ],
)
def test_a_wrong_header_is_refused_with_its_line(text: str, old: str, new: str, words: str) -> None:
    assert old in text
    with pytest.raises(BadMatch, match=words):
        Match.read(text.replace(old, new, 1))


def test_a_truncated_or_embellished_file_is_refused(text: str) -> None:
    lines = text.splitlines()
    with pytest.raises(BadMatch, match="moves may be missing at the end"):
        Match.read("\n".join(lines[:-1]))
    with pytest.raises(BadMatch, match=r"the result is given as"):
        Match.read(text.replace("\nresult: ", "\nresult: 9"))
    with pytest.raises(BadMatch, match=f"line {len(lines) + 1}: "):
        Match.read(text + "1: pass\n")
    for length in range(0, len(text), 997):
        with pytest.raises(BadMatch):
            Match.read(text[:length])


def test_a_steered_deal_does_not_verify(text: str) -> None:
    match = Match.read(text)
    match.dealer = Dealer("another seed", "test")
    with pytest.raises(BadMatch, match=r"Entry 1 is .* but the seed deals"):
        match.verify()


def test_files_that_are_not_match_files(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.match"
    with pytest.raises(BadRequest, match="Cannot read"):
        Match.load(file)
    file.write_bytes(text.replace("Ann", "Änn").encode("latin-1"))
    with pytest.raises(BadMatch, match="line 6: this is not UTF-8 text"):
        Match.load(file)
    with file.open("wb") as big:
        big.truncate(1_000_000_000)
    with pytest.raises(BadMatch, match="1,000,000,000 bytes"):
        Match.load(file)
    with pytest.raises(BadMatch, match="characters"):
        Match.read("x" * (MAX_FILE_BYTES + 1))
    with pytest.raises(BadRequest, match="Cannot write"):
        Match.read(text).save(tmp_path / "nowhere" / "b.match")
    Match.read(text).save(file)
    assert file.read_text() == text
    assert [other.name for other in tmp_path.iterdir()] == ["a.match"]


def test_names_must_be_printable(causeway: Game) -> None:
    with pytest.raises(BadRequest, match="2 players need 2 names"):
        Match(causeway.new(2), ["Ann"])
    for bad in ("", "  ", "An\nn", "\x1b[31m"):
        with pytest.raises(BadRequest, match="cannot be a player's name"):
            Match(causeway.new(2), ["Ann", bad])


def test_others_do_not_see_what_is_drawn(causeway: Game) -> None:
    match = played(causeway, limit=120)
    for seat in (-1, 0, 1, 2):
        for (_, move), (_, told, seen) in zip(match.log, match.seen_by(seat), strict=True):
            assert told == (move if seen else "draw")
    hidden = {seat: sum(not seen for *_, seen in match.seen_by(seat)) for seat in (-1, 0, 1, 2)}
    drawn = sum(move.startswith("draw") for _, move in match.log)
    assert hidden[-1] == drawn
    assert hidden[0] + hidden[1] + hidden[2] == 2 * drawn
