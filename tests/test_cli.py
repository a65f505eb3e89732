"""The command line as a person or a script uses it: a real process, real files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

MATCHES = Path(__file__).parent / "matches"


def atlantis(*args: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    command = [str(Path(sys.executable).with_name("atlantis")), *map(str, args)]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=120, check=False
    )


def output(*args: object, typed: str = "") -> str:
    """What the command prints, if all is well."""
    done = atlantis(*args, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_help_lists_the_commands() -> None:
    text = output("--help")
    for command in ("play", "replay", "verify", "perft", "simulate", "bench"):
        assert re.search(rf"^  {command} ", text, re.MULTILINE)
    assert output("--version").startswith("atlantis ")


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_a_whole_game_by_numbers(game: str, tmp_path: Path) -> None:
    """Always the last move listed, which ends a turn wherever it can; then the file verifies."""
    file = tmp_path / "game.match"
    typed = "\n".join(["1"] * 3000)
    options = ("-o", "stall_limit=1") if game == "escape" else ()
    text = output("play", game, "--seed", "4", "--save", file, *options, typed=typed)
    assert "The game is over." in text
    assert "wins" in text
    assert "dealt by its seed" in output("verify", file)


def test_what_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "kept.match"
    typed = f"?\n? 4.3\n? 99.9\n? A ring\n? pay 3\nb\nu\nfly\nbridge 27\nu\ns\ns {file}\n\nq\n"
    text = output("play", "causeway", "--seed", "4", typed=typed)
    assert "why it is refused" in text
    assert "4.3 If the item is on no visible tile" in text
    assert "There is no rule 99.9." in text
    assert "A ring is legal." in text
    assert "Nothing is owed now. (§5.3)" in text
    assert "Nothing can be taken back" in text
    assert "'fly' is not how a move is written" in text
    assert "Give the file's name too" in text
    assert "Stopped." in text
    assert "1: bridge 27, undo\n" in file.read_text()


def test_two_people_at_one_keyboard_do_not_see_each_other() -> None:
    typed = "1\nend\n\n1\nend\nq\n"
    text = output("play", "causeway", "--humans", "1,2", "--seed", "4", typed=typed)
    assert "Pass the keyboard to Player 2" in text
    before, _, after = text.partition("Pass the keyboard to Player 2")
    assert re.search(r"Seat 1 .*hand", before)
    assert not re.search(r"Seat 1 .*hand", after)
    assert "draw flag" not in after


def test_bots_can_be_watched() -> None:
    text = output("play", "causeway", "--humans", "none", "--players", "4", "--seed", "1")
    assert "The game is over." in text


def test_replay_shows_every_move_and_the_boards() -> None:
    file = MATCHES / "causeway-debt.match"
    text = output("replay", file, "--boards")
    assert "Result: -1 16 2" in text
    assert text.count("Mainland:") > 10
    rows = [json.loads(line) for line in output("replay", file, "--json").splitlines()]
    assert rows[-1]["view"]["phase"] == "over"
    assert "hand" not in rows[-1]["view"]["seats"][0]
    mine = [json.loads(line) for line in output("replay", file, "--json", "--seat", 1).splitlines()]
    assert "hand" in mine[-1]["view"]["seats"][0]


def test_verify_tells_good_from_bad(tmp_path: Path) -> None:
    good = sorted(MATCHES.glob("*.match"))
    assert output("verify", *good).count("entries") == len(good)
    text = good[0].read_text()
    broken = tmp_path / "broken.match"
    broken.write_text(text[: len(text) // 2])
    done = atlantis("verify", good[0], broken)
    assert done.returncode == 2
    assert str(good[0]) in done.stdout
    assert re.fullmatch(r"atlantis: .*broken\.match, line \d+: .*\n", done.stderr)
    steered = tmp_path / "steered.match"
    lines = [line for line in text.splitlines() if not line.startswith(("match:", "commitment:"))]
    steered.write_text("\n".join(lines) + "\n")
    done = atlantis("verify", steered)
    assert done.returncode == 1
    assert "not as dealt" in done.stderr


def test_perft_and_simulate_are_repeatable() -> None:
    assert output("perft", "causeway", "--depth", 4, "--seed", 0) == "1 4\n2 37\n3 117\n4 742\n"
    args = ("simulate", "causeway", "--games", 400, "--players", 3, "--seed", 5)
    summary = json.loads(output(*args, "--json"))
    assert summary == json.loads(output(*args, "--json"))
    assert summary["games"] == 400
    assert summary["turns"] == pytest.approx(49.5, rel=0.06)
    assert sum(summary["win_shares"]) == pytest.approx(1)
    assert "seat 3: mean score" in output(*args)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("play", "chess"), "There is no game 'chess'"),
        (("play", "causeway", "--players", "9"), "for 2 to 4 players, not 9"),
        (("play", "causeway", "-o", "peek"), "as name=value, not 'peek'"),
        (("play", "causeway", "-o", "peek=2"), "Option peek is off or on"),
        (("play", "causeway", "--humans", "3"), "no seat '3' among 1 to 2"),
        (("play", "causeway", "--bot", "deep-blue"), "no bot 'deep-blue'"),
        (("simulate", "causeway", "--games", "0"), "At least one game"),
        (("perft", "causeway", "--depth", "-1"), "at least 1 is needed"),
        (("replay", "/nowhere.match"), "Cannot read /nowhere.match"),
        (("replay", MATCHES / "causeway-debt.match", "--seat", "4"), "no seat 4"),
        (("verify", "/nowhere.match"), "Cannot read /nowhere.match"),
    ],
)
def test_a_wrong_word_gets_one_sentence_and_code_2(args: tuple[object, ...], words: str) -> None:
    done = atlantis(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
