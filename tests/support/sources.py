"""Reads Python sources: what they import, which names they use, what they say to people."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "atlantis_games"
LIBRARY_CALLS = {"re", "html"}  # whose functions may have the name of a game
DOCSTRING_OWNERS = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Import:
    """Something that a file imports, and whether that happens only inside a function."""

    name: str
    lazy: bool


def python_files(*folders: Path) -> list[Path]:
    """Every Python file below some folders."""
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def shown(file: Path) -> str:
    """A file's path from the root of the repository."""
    return file.relative_to(ROOT).as_posix()


@cache
def tree(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(file.read_text("utf-8"))


def imports(file: Path) -> set[Import]:
    """Everything a file imports when it runs; what only the type checker reads does not count."""
    return set(imports_below(tree(file), lazy=False))


def imports_below(node: ast.AST, lazy: bool) -> Iterator[Import]:
    """The imports in a part of a file."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, lazy) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            start = "." * child.level + (child.module or "")
            yield from (Import(f"{start}.{alias.name}", lazy) for alias in child.names)
        yield from imports_below(child, lazy or isinstance(child, Function))


def functions(file: Path) -> Iterator[Function]:
    """Every function and method of a file."""
    return (node for node in ast.walk(tree(file)) if isinstance(node, Function))


def argument_count(function: Function) -> int:
    """How many arguments a function takes, `self` and `cls` apart."""
    arguments = function.args
    names = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len([name for name in names if name not in {"self", "cls"}])


def identifiers(file: Path) -> Iterator[str]:
    """Every name that a file defines, imports or uses."""
    for node in ast.walk(tree(file)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ClassDef(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Attribute(value=ast.Name(id=module)) if module in LIBRARY_CALLS:
                continue
            case ast.Attribute(attr=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
    for found in imports(file):
        yield from found.name.split(".")


def words(identifier: str) -> set[str]:
    """The words that a name is made of, in lower case."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier)
    return {word for word in apart.lower().split("_") if word}


def docstrings(file: Path) -> list[ast.Constant]:
    """The docstrings of a file, as nodes of its tree."""
    return [
        node.body[0].value
        for node in ast.walk(tree(file))
        if isinstance(node, DOCSTRING_OWNERS)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
        and isinstance(node.body[0].value.value, str)
    ]


def strings(file: Path) -> Iterator[str]:
    """The strings of a file, its docstrings apart."""
    apart = {id(node) for node in docstrings(file)}
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield node.value


def prose(file: Path) -> Iterator[str]:
    """What a file's docstrings and comments say, without examples and what is in backticks."""
    for node in docstrings(file):
        lines = str(node.value).splitlines()
        yield without_code(
            "\n".join(line for line in lines if not re.match(r"\s*(>>>|\.\.\.)", line))
        )
    for token in tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield without_code(token.string)


def without_code(text: str) -> str:
    """Text without what is in backticks."""
    return re.sub(r"`[^`]*`", "", text)
