"""Decisions as Parquet files, and the examples of the documents."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest

from atlantis_games import BadRequest, Dealer, new_game
from atlantis_games.games import GAMES
from atlantis_games.lab import environment_id, export
from atlantis_games.lab.bot_games import write_bot_games
from atlantis_games.lab.reading import about, decisions_for_torch, read_decisions
from support.command import atlantis

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def bytes_of(column: Any, width: int) -> Any:
    """A column of fixed-size bytes as an array."""
    return np.frombuffer(b"".join(column.to_pylist()), np.uint8).reshape(-1, width)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_of_every_game_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BATCH", 4)
    monkeypatch.setattr(export, "GROUP", 100)
    games = 10 if name == "causeway" else 5
    told: list[int] = []
    file = tmp_path / "moves.parquet"
    written = export.write_parquet(file, new_game(name, players=3), games, 7, told.append)
    table = parquet.read_table(file)
    assert table.num_rows == written
    assert told[-1] == games
    assert parquet.ParquetFile(file).num_row_groups == -(-written // 100)
    about = json.loads(table.schema.metadata[b"atlantis"])
    assert about["id"] == environment_id(GAMES[name])
    observation = GAMES[name].observation
    vectors = bytes_of(table["observation"], observation.LAYOUT.size)
    packed = bytes_of(table["mask"], -(-observation.DECISIONS // 8))
    masks = np.unpackbits(packed, axis=1, bitorder="little")[:, : observation.DECISIONS]
    actions = table["action"].to_numpy()
    assert masks[np.arange(written), actions].all()
    planes = observation.LAYOUT.planes(vectors)
    np.testing.assert_array_equal(planes["seat"].argmax(axis=1), table["seat"].to_numpy())
    rows = table.select(["game", "ply", "seat", "result", "score"]).to_pylist()
    for game in range(games):
        own = [row for row in rows if row["game"] == game]
        assert [row["ply"] for row in own] == list(range(len(own)))
        results = {row["seat"]: row["result"] for row in own}
        assert sum(results.values()) == pytest.approx(0, abs=1e-5)
        scores = {row["seat"]: row["score"] for row in own}
        best = [seat for seat in scores if scores[seat] == max(scores.values())]
        assert {seat for seat in results if results[seat] == max(results.values())} == set(best)
        assert {(row["seat"], row["result"]) for row in own} == set(results.items())


def test_the_command_writes_a_file_or_says_why_not(tmp_path: Path) -> None:
    file = tmp_path / "moves.parquet"
    done = atlantis("simulate", "causeway", "--games", 3, "--seed", 1, "--parquet", file, "--json")
    assert json.loads(done.stdout)["decisions"] == parquet.read_table(file).num_rows
    wrong = atlantis("simulate", "causeway", "--games", 3, "--parquet", tmp_path / "no" / "file")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("atlantis: Cannot write")
    assert wrong.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["moves.parquet"]
    for place in ("/dev/null", tmp_path, ""):
        refused = atlantis("simulate", "causeway", "--games", 3, "--parquet", place)
        assert refused.returncode == 2
        assert "it is not a file" in refused.stderr
    link = tmp_path / "link"
    link.symlink_to(file)
    atlantis("simulate", "causeway", "--games", 1, "--parquet", link)
    assert link.is_symlink()
    assert set(parquet.read_table(file)["game"].to_pylist()) == {0}


def test_games_are_written_from_their_beginning(tmp_path: Path) -> None:
    dealt = Dealer("1").deal(new_game("causeway"))
    with pytest.raises(BadRequest, match="a new game"):
        export.write_parquet(str(tmp_path / "x"), dealt, 1, 1)
    with pytest.raises(BadRequest, match="whole number"):
        export.write_parquet(tmp_path / "x", new_game("causeway"), 1, 1.5)  # type: ignore[arg-type]


def test_without_pyarrow_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadRequest, match=r"atlantis-games\[lab\]"):
        export.write_parquet(tmp_path / "x", new_game("causeway"), 1, 1)
    monkeypatch.undo()
    with pytest.raises(BadRequest, match="from 1 to"):
        export.write_parquet(tmp_path / "x", new_game("causeway"), 0, 1)


# The examples


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module(name)


def test_every_example_is_short_and_has_a_test() -> None:
    files = sorted(file.stem for file in EXAMPLES.glob("*.py"))
    files.remove("client")  # of the server; its own test runs it
    assert files == [
        *("balance_study", "landings", "learning_curve", "linear_learner", "maskable_ppo", "net"),
        *("random_agent", "search_bot", "verify_deal"),
    ]
    for name in files:
        assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) < 80


@pytest.mark.parametrize("game", GAMES)
def test_random_agents_play_a_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rewards = example("random_agent", monkeypatch).main(game, players=3)
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_a_linear_learner_improves(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("linear_learner", monkeypatch)
    monkeypatch.setattr(module, "GAMES", 64)
    curve = module.main(updates=16)
    assert np.mean(curve[-4:]) > np.mean(curve[:2]) + 3


def test_the_notebook_runs_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a kernel would: what a cell ends with is shown, and a position is shown as a picture."""
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text("utf-8"))
    monkeypatch.chdir(EXAMPLES)
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            *before, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(before, []), "tour.ipynb", "exec"), names)
            assert isinstance(last, ast.Expr)
            shown.append(eval(compile(ast.Expression(last.value), "tour.ipynb", "eval"), names))
    assert [hasattr(one, "_repr_svg_") for one in shown[:2]] == [True, False]
    assert names["rows"][-1].bot == "random"
    assert shown[-1][0] == shown[-1][1][0] > 100


def test_a_balance_study_writes_a_report_with_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = example("balance_study", monkeypatch).main(str(tmp_path), games=40)
    text = report.read_text("utf-8")
    for game in GAMES:
        assert f"![{game}]({game}.png)" in text
        assert (tmp_path / f"{game}.png").stat().st_size > 5000


# Games between bots


@pytest.mark.parametrize("game", GAMES)
def test_games_of_bots_are_written_with_what_a_search_found(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    start = new_game(game, hurricane=True) if game == "escape" else new_game(game)
    rows = write_bot_games(file, start, ["search:12", "random"], games=2, seed=3)
    again = tmp_path / "again.parquet"
    assert write_bot_games(again, start, ["search:12", "random"], games=2, seed=3) == rows
    assert file.read_bytes() == again.read_bytes()
    assert about(file)["bots"] == ["search:12", "random"]
    found = list(read_decisions(file, 100))
    assert sum(len(batch["game"]) for batch in found) == rows
    batch = found[0]
    every = np.arange(len(batch["action"]))
    assert (batch["mask"][every, batch["action"]] == 1).all()
    searched = batch["visits"].sum(axis=1) > 0
    assert searched.any()
    assert (batch["bot"][searched] == "search:12").all()
    np.testing.assert_allclose(batch["visits"][searched].sum(axis=1), 1.0, rtol=1e-5)
    assert not (batch["visits"] * (1 - batch["mask"])).any()
    assert (batch["visits"].argmax(axis=1) == batch["action"])[searched].mean() > 0.9
    assert (np.abs(batch["value"][searched] - 0.5) <= 0.5).all()
    assert np.isnan(batch["value"][~searched]).all()
    assert batch["luck"].any()
    columns = (batch[name].tolist() for name in ("game", "seat", "result"))
    results = {(number, seat): result for number, seat, result in zip(*columns, strict=True)}
    assert sum(results.values()) == pytest.approx(0.0, abs=1e-6)


def test_tensors_for_pytorch(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: the extra train")
    file = tmp_path / "moves.parquet"
    rows = export.write_parquet(file, new_game("causeway"), games=2, seed=1)
    loader = torch.utils.data.DataLoader(decisions_for_torch(file, 64), batch_size=None)
    batches = list(loader)
    assert sum(len(batch["action"]) for batch in batches) == rows
    assert batches[0]["observation"].shape == (64, 1232)
    assert batches[0]["mask"].gather(1, batches[0]["action"].long()[:, None]).all()


def test_a_file_that_holds_no_decisions_is_refused(tmp_path: Path) -> None:
    arrow, parquet = export.pyarrow()
    parquet.write_table(arrow.table({"x": [1]}), tmp_path / "other.parquet")
    with pytest.raises(BadRequest, match="not a file of decisions"):
        next(read_decisions(tmp_path / "other.parquet"))
    with pytest.raises(BadRequest, match="no bot"):
        write_bot_games(tmp_path / "x", new_game("causeway"), ["nobody"], 1, 1)
    with pytest.raises(BadRequest, match="at least one"):
        write_bot_games(tmp_path / "x", new_game("causeway"), [], 1, 1)
