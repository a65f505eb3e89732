"""Tournaments: duplicate deals, forfeits, stopping and going on, standings and pictures."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from atlantis_games import BadRequest
from atlantis_games.arena.play import play_compiled
from atlantis_games.arena.ratings import standings
from atlantis_games.arena.results import FILE, ResultsFile, match_of, read_file
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.arena.schedule import Job, schedule, seatings
from support.command import COMMAND, atlantis, output


def test_every_line_up_sits_in_every_order_with_the_same_deals() -> None:
    assert len(seatings(["a", "b", "c"], 2)) == 6
    assert len(seatings(["a", "b", "c"], 3)) == 6
    assert len(seatings(["a", "b"], 4)) == 14
    jobs = list(schedule(["a", "b", "c"], 20, [2, 3]))
    assert len({job.key for job in jobs}) == len(jobs)
    for players in (2, 3):
        group = [job for job in jobs if job.players == players]
        assert len(group) >= 20
        assert len(set(Counter(job.deal for job in group).values())) == 1
        seats = Counter((bot, s) for job in group for s, bot in enumerate(job.seats))
        assert len(set(seats.values())) == 1


def test_line_ups_get_the_same_deal() -> None:
    one = play_compiled("causeway", {}, Job(2, 3, ("greedy", "random")))
    two = play_compiled("causeway", {}, Job(2, 3, ("random", "greedy")))
    other = play_compiled("causeway", {}, Job(2, 4, ("random", "greedy")))
    assert one.moves[:61] == two.moves[:61]
    assert one.moves[:61] != other.moves[:61]


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_greedy_beats_random_and_every_game_replays(game: str, tmp_path: Path) -> None:
    results, complete = run(Tournament(game, ["greedy", "random"], 30, [2], {}), tmp_path)
    assert complete
    assert len(results) == 30
    rows = {row.bot: row for row in standings(results)}
    assert rows["greedy"].win_share.value > 0.85
    assert rows["greedy"].elo.low > rows["random"].elo.value == 0
    assert rows["greedy"].win_share.value + rows["random"].win_share.value == pytest.approx(1)
    for number in (1, 17, 30):
        match = match_of(tmp_path / FILE, number)
        assert match.position.is_over
        assert list(match.position.scores) == results[number - 1].scores
        match.verify()
    with pytest.raises(BadRequest, match="has games 1 to 30, not 31"):
        match_of(tmp_path / FILE, 31)


def test_a_forfeit_is_named_when_the_game_is_shown_again(tmp_path: Path) -> None:
    file = tmp_path / "cheats.py"
    file.write_text("print('hello')\ndef choose(position, clock):\n    return print() or 'win'\n")
    out = tmp_path / "out"
    args = ["arena", "causeway", "--bots", f"{file},random", "--games", "2", "--out", str(out)]
    done = atlantis(*args, "--json")
    assert {row["forfeits"] for row in json.loads(done.stdout)} == {0, 2}
    assert f"Game 1: {file} (seat 1) forfeits: answered 'win'" in done.stderr
    shown = atlantis("replay", str(out / FILE), "--game", "1").stdout
    assert re.search("Forfeited: seat [12] answered 'win'", shown)


def test_another_seed_deals_other_games_and_few_games_prove_little(tmp_path: Path) -> None:
    found = {}
    for seed in ("", "again"):
        tournament = Tournament("causeway", ["greedy", "random"], 4, [2], {}, seed)
        results, _ = run(tournament, tmp_path / f"x{seed}")
        found[seed] = [result.moves for result in results]
        read = match_of(tmp_path / f"x{seed}" / FILE, 1)
        assert [move for _, move in read.log] == found[seed][0]
    assert found[""] != found["again"]
    best = max(standings(results), key=lambda row: row.win_share.value)
    assert best.win_share.value == 1
    assert best.win_share.low < 0.6
    with pytest.raises(BadRequest, match="other settings"):
        run(Tournament("causeway", ["greedy", "random"], 4, [2], {}), tmp_path / "xagain")


def test_the_tournament_goes_on_after_a_forfeit(tmp_path: Path) -> None:
    file = tmp_path / "raises.py"
    file.write_text("def choose(position, clock):\n    raise ValueError('oops')\n")
    tournament = Tournament("causeway", [str(file), "random"], 4, [2], {})
    results, complete = run(tournament, tmp_path / "out")
    assert complete
    assert len(results) == 4
    rows = {row.bot: row for row in standings(results)}
    assert rows[str(file)].forfeits == 4
    assert rows[str(file)].mean_score is None
    assert rows["random"].win_share.value == 1


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    args = (Tournament("causeway", ["greedy", "random"], 20, [2], {"peek": "off"}),)
    whole, _ = run(*args, tmp_path / "whole")
    part = tmp_path / "part"
    run(*args, part)
    lines = (part / FILE).read_text().splitlines(keepends=True)
    (part / FILE).write_text("".join(lines[:8]) + lines[8][:40])  # killed in the middle of a line
    results, complete = run(*args, part)
    assert complete
    assert {r.job.key: r.moves for r in results} == {r.job.key: r.moves for r in whole}
    _, again, _ = read_file(part / FILE)
    assert len(again) == 20
    with pytest.raises(BadRequest, match="other settings"):
        run(Tournament("causeway", ["greedy", "random"], 22, [2], {"peek": "off"}), part)
    (part / FILE).write_text("not JSON\n")
    with pytest.raises(BadRequest, match="is not a file of results"):
        run(*args, part)


def test_an_unusable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRequest, match="Cannot use"):
        ResultsFile(tmp_path / "file", {})


def listen_to_ctrl_c() -> None:
    """What runs in the background of a shell, as tests may, is deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_stops_cleanly_and_keeps_what_was_played(tmp_path: Path) -> None:
    """A real process, interrupted as soon as it has written a game down."""
    out = tmp_path / "out"
    args = [*COMMAND, "arena", "causeway", "--bots", "search:3000,greedy", "--out", str(out)]
    process = subprocess.Popen(
        [*args, "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_ctrl_c,
    )
    try:
        while not (out / FILE).exists() or (out / FILE).stat().st_size < 1000:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()  # or it would play on beside the other tests
    assert process.returncode == 130
    assert "Run the same command again to go on." in errors
    _, results, _ = read_file(out / FILE)
    assert 0 < len(results) < 1000


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_nothing_plays_on_when_a_tournament_is_killed(tmp_path: Path) -> None:
    """Neither its workers nor the processes of bots in files."""
    bot = tmp_path / "slow_bot.py"
    bot.write_text("def choose(position, clock):\n    return min(position.moves)\n")
    args = [*COMMAND, "arena", "causeway", "--bots", f"{bot},random", "--games", "100000"]
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*args, "--jobs", "2", "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not (out / FILE).exists() or (out / FILE).stat().st_size < 1000:
            assert process.poll() is None
    finally:
        process.kill()
        process.wait()
    deadline = time.monotonic() + 60
    while left := processes_with(str(bot)):
        assert time.monotonic() < deadline, left


def processes_with(word: str) -> list[str]:
    """The running processes that were started with a word."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word.encode() in file.read_bytes():
                found.append(file.parent.name)
    return found


def test_ctrl_c_counts_where_its_exception_is_dropped(tmp_path: Path) -> None:
    """Python drops it in finalizers, of which the end of a game has many."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def press(done: int, total: int) -> None:
        if done == 3:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

    try:
        tournament = Tournament("causeway", ["greedy", "random"], 30, [2], {})
        results, complete = run(tournament, tmp_path, press)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert not complete
    assert len(results) == 3


def test_the_command_prints_a_table_or_json_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "arena.png"
    args = ["arena", "causeway", "--bots", "random,greedy", "--games", 12]
    assert output(*args, "--players", "2-4", "--plot", picture).count("greedy") == 3
    assert picture.read_bytes().startswith(b"\x89PNG")
    rows = json.loads(output(*args, "--json"))
    assert rows[0]["bot"] == "greedy"
    assert rows[0]["games"] == 12


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--bots", "random"), "at least two different bots"),
        (("--bots", "random,random"), "at least two different bots"),
        (("--bots", "random,hal"), "no bot 'hal'"),
        (("--bots", "random,greedy", "--games", "0"), "At least one game"),
        (("--bots", "random,greedy", "--players", "2-9"), "for 2 to 4 players, not 5"),
        (("--bots", "random,greedy", "--players", "two"), "a range such as 2-4"),
        (("--bots", "random,greedy", "--out", "/dev/null/x"), "Cannot use"),
        (("--bots", "random,greedy", "--games", "2", "--plot", "x.txt"), "Cannot draw x.txt"),
    ],
)
def test_wrong_words_get_one_sentence_and_code_2(args: tuple[str, ...], words: str) -> None:
    done = atlantis("arena", "causeway", *args)
    assert done.returncode == 2
    assert words in done.stderr.splitlines()[-1]
