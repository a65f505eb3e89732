"""The structure that docs and CONTRIBUTING promise, read from the sources."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from atlantis_games.games import BUILT_IN
from support.sources import (
    PACKAGE,
    ROOT,
    Import,
    argument_count,
    functions,
    identifiers,
    imports,
    prose,
    python_files,
    shown,
    strings,
    words,
)

SOURCES = python_files(PACKAGE)
SUPPORT = python_files(ROOT / "tests" / "support")
every_source = pytest.mark.parametrize("file", SOURCES, ids=shown)

# Which way imports point: a room may import those before it, and itself.
LAYERS = (
    {"core"},
    {"kernels"},
    {"games"},
    {"bots"},
    {"arena"},
    {"analysis"},
    {"study"},
    {"lab", "server", "training"},
    {"cli"},
)
RANK = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}
REGISTRY = {"atlantis_games.games.game_named", "atlantis_games.games.GAMES"}
RESEARCH = {"pettingzoo", "gymnasium", "pyspiel", "open_spiel", "pyarrow", "torch"}

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 45
MAX_ARGUMENTS = 8
LONG_FILES: dict[str, str] = {}  # path and why it may be longer
LONG_FUNCTIONS = {  # path:function and why it may be longer
    "src/atlantis_games/cli/arena.py:arena": "half of it are the options of the command",
    "src/atlantis_games/cli/tune.py:tune": "a third of it are the options of the command",
    "src/atlantis_games/kernels/per_game/search.py:search": "a call inside its loop costs too much",
    "src/atlantis_games/kernels/numba.py:typed_dense": "writes one loop step by step",
    "src/atlantis_games/kernels/per_game/opponents.py:step": "calls play_on in one place only, "
    "since every further call would be compiled once more",
}
MANY_ARGUMENTS = {  # path:function and why it may take more
    "src/atlantis_games/cli/arena.py:arena": "each is an option of the command",
    "src/atlantis_games/cli/play.py:play": "each is an option of the command",
    "src/atlantis_games/cli/picture.py:picture": "each is an option of the command",
    "src/atlantis_games/cli/puzzles.py:puzzles": "each is an option of the command",
    "src/atlantis_games/cli/simulate.py:simulate": "each is an option of the command",
    "src/atlantis_games/cli/train.py:train": "each is an option of the command",
    "src/atlantis_games/games/escape/view.py:shown_hex": "all that its cache depends on",
    "src/atlantis_games/cli/tune.py:tune": "each is an option of the command",
    "src/atlantis_games/lab/gymnasium.py:__init__": "each is a setting, given by name",
}

OLD_WORDS = {  # of names; each has a plain word instead (CONTRIBUTING.md)
    *("hall", "chronicle", "reckoning", "deed", "deeds", "courtesy", "astray", "desk"),
    *("mind", "minds", "wishes"),
}
OLD_WORDS_OF_TESTS = {"house", "truth", "wire", "nursery"}
OLD_PREFIXES = ("MOST_", "LONGEST_", "LARGEST_")
OLD_PROSE = r"\b(anew|whoever)\b"


def room(file: Path) -> str:
    """The folder, or the file, below the package."""
    return file.relative_to(PACKAGE).parts[0]


def own_rooms(names: set[Import]) -> dict[Import, str]:
    """The rooms of the package that are imported."""
    own = (name for name in names if name.name.startswith("atlantis_games."))
    return {name: found for name in own if (found := name.name.split(".")[1]) in RANK}


# Imports


@every_source
def test_imports_point_one_way(file: Path) -> None:
    """The exception: core and kernels look a game up by its name, when they run, not before."""
    assert not [name for name in imports(file) if name.name.startswith(".")], "relative imports"
    here = room(file)
    if here not in RANK:
        return
    for name, there in own_rooms(imports(file)).items():
        may_look_up = here in {"core", "kernels"} and (name.lazy or file.stem == "__main__")
        is_lookup = may_look_up and name.name in REGISTRY
        is_below = RANK[there] < RANK[here] or there == here
        assert is_below or is_lookup, f"{here} imports {name.name}"


COMPILING = ("compiler", "machine_code", "numba", "shipped")


@every_source
def test_only_the_files_that_compile_import_numba(file: Path) -> None:
    libraries = {name.name.split(".")[0] for name in imports(file)}
    may = {f"src/atlantis_games/kernels/{name}.py" for name in COMPILING}
    assert shown(file) in may or not libraries & {"numba", "llvmlite"}


@every_source
def test_only_the_lab_imports_research_libraries(file: Path) -> None:
    libraries = {name.name.split(".")[0] for name in imports(file)}
    assert room(file) in {"lab", "training"} or not libraries & RESEARCH


@pytest.mark.parametrize("slow", ["numba", "numpy", "rich", "importlib.metadata"])
def test_help_and_the_package_itself_load_nothing_slow(slow: str) -> None:
    code = f"import sys, atlantis_games, atlantis_games.cli.main; sys.exit({slow!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_batch_needs_no_research_library() -> None:
    code = "import sys, atlantis_games.lab.batch; sys.exit(bool({*sys.modules} & {*sys.argv[1:]}))"
    subprocess.run([sys.executable, "-c", code, *sorted(RESEARCH)], check=True)


# Games


def is_of_a_game(file: Path) -> bool:
    """Whether a file is in the folder of a game, or the registry that names them all."""
    return room(file) == "games" if file.is_relative_to(PACKAGE) else False


@pytest.mark.parametrize(
    "file", [file for file in (*SOURCES, *SUPPORT) if not is_of_a_game(file)], ids=shown
)
def test_no_file_outside_the_games_names_one(file: Path) -> None:
    """Neither in code nor in prose; examples in docstrings may."""
    games = set(BUILT_IN)
    assert not {name for name in identifiers(file) if words(name) & games}
    named = re.compile(rf"\b({'|'.join(games)})\b", re.IGNORECASE)
    assert not [text for text in (*strings(file), *prose(file)) if named.search(text)]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_imports_no_other_game(name: str) -> None:
    for file in python_files(PACKAGE / "games" / name):
        for other in set(BUILT_IN) - {name}:
            assert not [found for found in imports(file) if f"games.{other}" in found.name]


def test_the_registry_names_each_game_once() -> None:
    """A new game of this package is its folder and one more name here."""
    text = (PACKAGE / "games" / "__init__.py").read_text("utf-8")
    assert [text.count(f'"{name}"') for name in BUILT_IN] == [1] * len(BUILT_IN)


# Sizes


def test_no_file_is_too_long() -> None:
    lengths = {shown(file): len(file.read_text("utf-8").splitlines()) for file in SOURCES}
    long = {name: lines for name, lines in lengths.items() if lines > MAX_FILE_LINES}
    assert {name: n for name, n in long.items() if name not in LONG_FILES} == {}


def test_no_function_is_too_long_or_takes_too_many_arguments() -> None:
    long, wide = {}, {}
    for file in SOURCES:
        for function in functions(file):
            name = f"{shown(file)}:{function.name}"
            lines = (function.end_lineno or 0) - function.lineno + 1
            if lines > MAX_FUNCTION_LINES and name not in LONG_FUNCTIONS:
                long[name] = lines
            if argument_count(function) > MAX_ARGUMENTS and name not in MANY_ARGUMENTS:
                wide[name] = argument_count(function)
    assert (long, wide) == ({}, {})


def test_exceptions_are_still_needed() -> None:
    names = {f"{shown(file)}:{function.name}" for file in SOURCES for function in functions(file)}
    assert set(LONG_FUNCTIONS) | set(MANY_ARGUMENTS) <= names
    assert set(LONG_FILES) <= {shown(file) for file in SOURCES}


# Words


def old_words_of(file: Path) -> set[str]:
    """The words that a file must not use in names."""
    return OLD_WORDS | (OLD_WORDS_OF_TESTS if shown(file).startswith("tests/") else set())


@pytest.mark.parametrize("file", [*SOURCES, *python_files(ROOT / "tests")], ids=shown)
def test_names_are_plain_english(file: Path) -> None:
    names = {name for name in (*identifiers(file), file.stem) if not name.isupper()}
    assert not {name for name in names if words(name) & old_words_of(file)}
    assert not {name for name in identifiers(file) if name.startswith(OLD_PREFIXES)}


@pytest.mark.parametrize("folder", ["src", "tests", "bench", "examples"])
def test_prose_is_plain_english(folder: str) -> None:
    found = [
        f"{shown(file)}: {text.strip()}"
        for file in python_files(ROOT / folder)
        for text in (*prose(file), *strings(file))
        if file != Path(__file__) and re.search(OLD_PROSE, text)
    ]
    assert found == []


# Texts

LOCALES = [PACKAGE / "locales", *sorted(PACKAGE.glob("games/*/locales"))]
LANGUAGES = sorted(folder.name for folder in (PACKAGE / "locales").iterdir())


def texts_of(folder: Path) -> dict[str, dict[str, Any]]:
    """The texts of a language by file."""
    return {file.name: json.loads(file.read_text("utf-8")) for file in folder.glob("*.json")}


def values_of(text: Any) -> tuple[set[str], set[str]]:
    """The forms of a text, and the values that are filled in."""
    forms = {"": text} if isinstance(text, str) else text
    filled = (set(re.findall(r"\{(\w+)\}", form)) for form in forms.values())
    return set(forms), set().union(*filled)


@pytest.mark.parametrize("folder", LOCALES, ids=shown)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_texts_and_values_of_english(folder: Path, language: str) -> None:
    english, texts = texts_of(folder / "en"), texts_of(folder / language)
    assert set(texts) == set(english)
    for name, sentences in english.items():
        assert set(texts[name]) == set(sentences), name
        for code, sentence in sentences.items():
            assert values_of(texts[name][code]) == values_of(sentence), f"{name}: {code}"


def test_no_text_of_all_games_names_one() -> None:
    """What the package says about every game names none of them."""
    for language in LANGUAGES:
        for name, sentences in texts_of(PACKAGE / "locales" / language).items():
            named = [code for code in sentences if code.split(".")[0] in BUILT_IN]
            assert not named, f"{language}/{name}"
