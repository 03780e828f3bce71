"""Find code that stands in the packages twice, also where its variables are called otherwise.

    python tools/repeats.py

Statements that follow one another are compared as Python's own syntax tree sees them: layout,
comments, docstrings and the names of local variables do not count; what is called, which attributes
are read, and constants do. The workshop is left out. A line a pair; status 1 when one is not among those that are
kept on purpose, or when a reason is kept for a pair that is gone.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("companion", "vision", "hardware", "calibration", "models")
LEAST: Final = 6
"""Lines that statements must take up together before they count."""

KEPT: Final[Mapping[tuple[str, str], str]] = {
    (
        "calibration/profile.py Measured",
        "calibration/profile.py Profile",
    ): "fields of two values: one has no name yet, the other is what a file holds",
}
"""Pairs of places that stay, and why."""

_UNSEEN: Final = frozenset({"returns", "ctx", "type_comment", "kind", "type_params"})
_BLOCKS: Final = ("body", "orelse", "finalbody")
_Shape = tuple[object, ...] | str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Statements that follow one another.

    Attributes:
        place: the file and the function or class, as `vision/read.py read_framed`.
        first: the line it begins in.
        last: the line it ends in.
    """

    place: str
    first: int
    last: int


def locals_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """Return the names that a function gives to values of its own."""
    names = set[str]()
    for node in ast.walk(function):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                names.add(name)
            case _:
                pass
    return frozenset(names)


def shape_of(node: object, names: frozenset[str]) -> _Shape:
    """Return what a statement does, without how it is written and what its variables are called."""
    match node:
        case ast.Name(id=name) if name in names:
            return "_"
        case ast.arg():
            return "_"
        case ast.AST():
            fields = [one for one in ast.iter_fields(node) if one[0] not in _UNSEEN]
            return (type(node).__name__, *(shape_of(value, names) for _, value in fields))
        case list():
            return tuple(shape_of(one, names) for one in node)
        case str() if node in names:
            return "_"
        case _:
            return repr(node)


def _counts(statement: ast.stmt) -> bool:
    """Whether it is more than a docstring, or an import, which every file needs of its own."""
    text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return not text and not isinstance(statement, ast.Import | ast.ImportFrom)


def _blocks(node: ast.AST, place: str, names: frozenset[str]) -> Iterator[tuple[str, frozenset[str], list[ast.stmt]]]:
    """The blocks of statements below a node, each with its place and its local names."""
    for field in _BLOCKS:
        block = [one for one in getattr(node, field, []) if _counts(one)]
        if not isinstance(node, ast.Module):
            yield place, names, block
        for one in block:
            match one:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield from _blocks(one, f"{place} {one.name}", names | locals_of(one))
                case ast.ClassDef():
                    yield from _blocks(one, f"{place} {one.name}", names)
                case _:
                    yield from _blocks(one, place, names)
    for one in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
        yield from _blocks(one, place, names)


def _stretches(block: Sequence[ast.stmt], least: int) -> Iterator[tuple[int, int]]:
    """From each statement on, as few as take up the least number of lines."""
    for first in range(len(block)):
        lines = 0
        for last in range(first, len(block)):
            lines += (block[last].end_lineno or block[last].lineno) - block[last].lineno + 1
            if lines >= least:
                yield first, last + 1
                break


def repeats(root: Path, packages: Sequence[str], least: int = LEAST) -> list[tuple[Stretch, ...]]:
    """Return what stands more than once below some folders: for each where it stands.

    Of what overlaps within the same places only the first is named.
    """
    found = defaultdict[_Shape, list[Stretch]](list)
    files = [path for name in packages for path in sorted((root / name).rglob("*.py"))]
    for path in files:
        if root / "models/workshop" in path.parents:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for place, names, block in _blocks(tree, path.relative_to(root).as_posix(), frozenset()):
            shapes = [shape_of(one, names) for one in block]
            for first, past in _stretches(block, least):
                ends = block[first].lineno, block[past - 1].end_lineno or 0
                found[tuple(shapes[first:past])].append(Stretch(place, *ends))
    groups = [tuple(group) for group in found.values() if len(group) > 1]
    by_place = {tuple(one.place for one in group): group for group in reversed(groups)}
    return sorted(by_place.values(), key=lambda group: group[0].place)


def main() -> int:
    """Say what stands twice; return the exit status."""
    groups = repeats(ROOT, PACKAGES)
    there = {(group[0].place, group[-1].place): group for group in groups}
    for pair in there.keys() - KEPT.keys():
        print(" ~ ".join(f"{one.place} {one.first}-{one.last}" for one in there[pair]))
    for pair in KEPT.keys() - there.keys():
        print(f"no longer there: {' ~ '.join(pair)}")
    return 1 if there.keys() ^ KEPT.keys() else 0


if __name__ == "__main__":
    raise SystemExit(main())
