"""The command line as a person or a script uses it: a real process, real files."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_games.cli.main import VERBS
from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
from support.command import COMMAND, MODULE, atlantis, environment, output
from support.days import in_one_day

MATCHES = Path(__file__).parent.parent / "matches"


def test_help_lists_the_commands() -> None:
    text = output("--help")
    for command in VERBS:
        name = command.__name__.replace("_", "-")
        assert re.search(rf"^  {name} ", text, re.MULTILINE)
    assert output("--version").startswith("atlantis ")


def test_a_position_of_a_match_is_drawn(tmp_path: Path) -> None:
    """The picture is of the format that the file's name asks for; bad input changes nothing."""
    match, file = MATCHES / "causeway-debt.match", tmp_path / "a.svg"
    output("picture", match, "-o", file, "--ply", 60, "--seat", 1, "--language", "nl")
    then = file.read_text("utf-8")
    assert then.startswith("<svg ")
    output("picture", match, "-o", file)
    assert file.read_text("utf-8") != then
    output("picture", match, "-o", tmp_path / "a.png", "--dark", "--width", 400)
    header = (tmp_path / "a.png").read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert int.from_bytes(header[16:20]) == 400
    for wrong in (
        ["-o", tmp_path / "a.jpg"],
        ["-o", file, "--ply", 9999],
        ["-o", file, "--seat", 5],
        ["-o", file.with_suffix(".png"), "--width", 0],
        ["-o", tmp_path / "nowhere" / "a.svg"],
    ):
        done = atlantis("picture", match, *wrong)
        assert done.returncode == 2
        assert done.stderr.startswith("atlantis: ")
        assert done.stderr.count("\n") == 1


def test_the_module_and_both_commands_are_one_program() -> None:
    expected = output("--version")
    for program in (MODULE, [COMMAND[0] + "-games"]):
        assert atlantis("--version", program=program).stdout == expected


def test_help_names_the_installed_games_without_importing_them() -> None:
    text = output("play", "--help")
    for name in GAMES:
        assert name in text
    code = "import sys, atlantis_games.cli.main; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert not [name for name in modules.split() if name.startswith("atlantis_games.games.")]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_lists_the_options_presets_and_levels_of_each(game: Game) -> None:
    assert f"{game.name}: {game.title}." in output("games")
    text = output("games", game.name)
    for name, option in game.options.items():
        assert re.search(rf"-o {name}={option.default} .*\(default\)", text)
    for preset in game.presets:
        assert f"-o preset={preset}  " in text
    for level in game.levels:
        assert re.search(rf"^  {level} ", text, re.MULTILINE)


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_a_whole_game_by_numbers(game: str, tmp_path: Path) -> None:
    """Always the last move listed, which ends a turn wherever it can; then the file verifies."""
    file = tmp_path / "game.match"
    typed = "\n".join(["1"] * 3000)
    options = ("-o", "stall_limit=1") if game == "escape" else ()
    text = output("play", game, "--seed", "4", "--save", file, *options, typed=typed)
    assert "The game is over." in text
    assert re.search(r"^  Total +-?\d+ +-?\d+$", text, re.MULTILINE)
    assert re.search(r"(Player 1|Crab) wins|Shared victory: ", text)
    assert "dealt by its seed" in output("verify", file)


def test_what_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "kept.match"
    typed = f"?\n? 4.3\n? 99.9\n? A ring\n? pay 3\nb\nu\nfly\nbridge 27\nu\ns\ns {file}\n\nq\n"
    text = output("play", "causeway", "--seed", "4", typed=typed)
    assert "why you can't make it" in text
    assert "4.3 If the item is on no visible tile" in text
    assert "There is no rule 99.9." in text
    assert "You can play A ring." in text
    assert "You owe nothing now. (§5.3)" in text
    assert "There is nothing to undo." in text
    assert "“fly” is not how a move is written" in text
    assert "Player 1 lays the bridge at space 27." in text
    assert "Player 1 takes the last move back." in text
    assert "Which file? Write s FILE." in text
    assert "Stopped." in text
    assert "1: bridge 27, undo\n" in file.read_text()


def test_two_people_at_one_keyboard_do_not_see_each_other() -> None:
    typed = "1\nend\n\n1\nend\nq\n"
    text = output("play", "causeway", "--humans", "1,2", "--seed", "4", typed=typed)
    assert "Pass the keyboard to Player 2" in text
    before, _, after = text.partition("Pass the keyboard to Player 2")
    assert re.search(r"Seat 1 .*hand", before)
    assert not re.search(r"Seat 1 .*hand", after)
    assert "Card drawn: flag." not in after


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "de",
            [
                "Causeway. Mit ? bekommst du Hilfe.",
                "Untere Plättchen: offen",
                "Spieler 1: Wähle eine Figur und eine Karte.",
                "A ring = Figur A mit Ring",
                "4.3 Zeigt vor deiner Figur",
                "Du schuldest gerade nichts. (§5.3)",
                "Es gibt nichts rückgängig zu machen.",
                "„fly“ ist hier keine Schreibweise",
                "Spieler 1 spielt Ring: A läuft vor.",
                "Abgebrochen.",
            ],
        ),
        (
            "nl",
            [
                "Causeway. Typ ? voor hulp.",
                "Speler 1: Kies een",
                "“fly” is hier geen notatie voor een zet.",
                "Gestopt.",
            ],
        ),
    ],
)
def test_the_terminal_speaks_the_language_of_the_player(
    language: str, sentences: list[str]
) -> None:
    """By the option and by the environment the same."""
    args = ("play", "causeway", "--seed", "4", "-o", "peek=on")
    typed = "? 4.3\n? pay 3\nu\nfly\n1\nq\n"
    text = output(*args, "--language", language, typed=typed)
    assert output(*args, typed=typed, locale=f"{language}_XX.UTF-8") == text
    for sentence in sentences:
        assert sentence in text


def test_the_settlement_is_in_the_language_of_the_player() -> None:
    typed = "\n".join(["1"] * 3000)
    text = output("play", "causeway", "--seed", "4", "--language", "de", typed=typed)
    assert "Das Spiel ist zu Ende." in text
    assert re.search(r"^  Letzte Reise +-?\d+ +-?\d+$", text, re.MULTILINE)
    assert re.search(r"(Spieler 1|Krabbe) gewinnt|Geteilter Sieg: ", text)


@in_one_day
def test_the_deal_of_the_day_is_played_and_compared() -> None:
    typed = "\n".join(["1"] * 3000)
    first, again = (output("play", "causeway", "--daily", typed=typed) for _ in range(2))
    assert first == again
    assert re.search(r"^Triton from the same deal: -?\d+ : -?\d+\.$", first, re.MULTILINE)


def test_on_a_terminal_too_a_game_is_played() -> None:
    """In lines, where Rich writes in colour and shows that a bot thinks."""
    parent, child = pty.openpty()
    command = [*COMMAND, "play", "causeway", "--seed", "4", "--plain"]
    with subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, env=environment()
    ) as process:
        os.close(child)
        os.write(parent, b"1\n1\nq\n")
        shown = b""
        while True:
            try:
                part = os.read(parent, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        assert process.wait(60) == 0
    os.close(parent)
    assert "Player 1: Choose a figure and a card." in shown.decode()
    assert "Stopped." in shown.decode()


def test_bots_can_be_watched() -> None:
    text = output("play", "causeway", "--humans", "none", "--players", "4", "--seed", "1")
    assert "The game is over." in text


def test_replay_shows_every_move_and_the_boards() -> None:
    file = MATCHES / "causeway-debt.match"
    text = output("replay", file, "--boards")
    assert "Result: -1 16 2" in text
    assert re.search(r"^ +\d+ pay \d +\S.* pays with a tile of \d\.$", text, re.MULTILINE)
    assert "Ergebnis: -1 16 2" in output("replay", file, "--language", "de")
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
        (("play", "causeway", "--language", "fr"), "no language 'fr'; there are en, de, nl"),
        (("games", "chess"), "There is no game 'chess'"),
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
