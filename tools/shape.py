"""How large the code is, and what it lets pass: sizes of files and functions, exceptions from checks."""

from __future__ import annotations

import ast
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("companion", "vision", "hardware", "calibration", "models")
MAX_FILE, MAX_FUNCTION, MAX_MEDIAN = 500, 50, 10
"""Lines: of a file, of a function, and of the function in the middle."""

DRAWN: Final = {"models": 12}
"""Lines of the function in the middle where pictures are drawn: a drawing is one list of strokes."""

_NOQA: Final = re.compile(r"#\s*noqa: ([A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)*)(?:\s+-)?(.*)", re.DOTALL)
_IGNORE: Final = re.compile(
    r"#\s*type: ignore\[([a-z-]+(?:, ?[a-z-]+)*)\](?:\s+[#-])?(.*)", re.DOTALL
)
_PRAGMA: Final = re.compile(r"#\s*(pragma: no (?:cover|branch))(?:\s+[-:])?(.*)", re.DOTALL)
_BARE: Final = re.compile(r"#\s*(noqa|type:\s*ignore|pragma:\s*no)\b")
_MANY: Final = re.compile(r"#\s*(ruff: noqa|mypy: |flake8: )")
_LOOK_HERE: Final = re.compile(r"noqa|type:\s*ignore|pragma|mypy:")
_SKIPS: Final = ("skip", "skipif", "xfail", "importorskip")


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method.

    Attributes:
        path: of its file, below the root.
        line: where it begins.
        name: its own.
        lines: how many it takes, its docstring included.
    """

    path: str
    line: int
    name: str
    lines: int


@dataclass(frozen=True, slots=True)
class Room:
    """A package, or a package within `companion`.

    Attributes:
        name: its folder.
        files: lines by file, below the root.
        functions: all of them.
    """

    name: str
    files: dict[str, int]
    functions: tuple[Function, ...]

    @property
    def lines(self) -> int:
        """Lines of all files."""
        return sum(self.files.values())

    @property
    def median(self) -> float:
        """Lines of the function in the middle; 0 without any."""
        return median([one.lines for one in self.functions] or [0])

    @property
    def longest(self) -> int:
        """Lines of the longest function; 0 without any."""
        return max((one.lines for one in self.functions), default=0)


@dataclass(frozen=True, slots=True)
class Excuse:
    """A place where a check is told to look away, or a test not to run.

    Attributes:
        path: of its file, below the root.
        line: where it stands.
        sort: `noqa`, `type: ignore`, `pragma` or `skip`.
        code: what is let pass.
        reason: why, in the author's words; empty when nothing is said.
    """

    path: str
    line: int
    sort: str
    code: str
    reason: str


def below(root: Path, path: Path) -> str:
    """Return a path as the repository writes it."""
    return path.relative_to(root).as_posix()


def sources(root: Path, folders: Iterable[str]) -> list[Path]:
    """Return the Python files below some folders."""
    return [path for name in folders for path in sorted((root / name).rglob("*.py"))]


def lines_of(path: Path) -> int:
    """Return how many lines a file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def functions_of(root: Path, path: Path) -> Iterator[Function]:
    """Give every function of a file, also those within others."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Function(below(root, path), node.lineno, node.name, lines)


def room(root: Path, name: str, files: Iterable[Path]) -> Room:
    """Measure some files as one room."""
    paths = tuple(files)
    functions = tuple(one for path in paths for one in functions_of(root, path))
    return Room(name, {below(root, path): lines_of(path) for path in paths}, functions)


def rooms(root: Path) -> list[Room]:
    """Measure the packages: `companion` folder by folder, its games one by one, the others whole."""
    inside = [path for path in sorted((root / "companion").iterdir()) if _is_package(path)]
    games = [path for path in sorted((root / "companion/games").iterdir()) if _is_package(path)]
    at = inside.index(root / "companion/games")
    folders = [*inside[:at], *games, *inside[at + 1 :], *(root / name for name in PACKAGES[1:])]
    names = [below(root, path) for path in folders]
    whole = [room(root, name, sources(root, [name])) for name in names]
    own = sorted({*(root / "companion").glob("*.py"), *(root / "companion/games").glob("*.py")})
    return [room(root, "companion", own), *whole]


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").is_file()


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Give the comments of a file with their lines."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def _lets_pass(comment: str) -> Iterator[tuple[str, str, str]]:
    """What a comment lets pass: sort, codes, reason; no codes where it lets everything pass."""
    for sort, form in (("noqa", _NOQA), ("type: ignore", _IGNORE), ("pragma", _PRAGMA)):
        found = form.search(comment)
        if found:
            reason = re.split(r"#\s*(?:noqa|type: ignore|pragma|fmt)\b", found[2])[0].strip(" #-")
            yield sort, found[1], reason
        elif re.search(rf"#\s*{sort}\b", comment) and _BARE.search(comment):
            yield sort, "everything", ""
    if _MANY.search(comment):
        yield "noqa", "a whole file", ""


def _skips(root: Path, path: Path) -> Iterator[Excuse]:
    """Tests that do not run, or need not pass, with what they say."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Attribute) or node.attr not in _SKIPS:
            continue
        if ast.unparse(node.value) not in {"pytest", "pytest.mark"}:
            continue
        yield Excuse(below(root, path), node.lineno, "skip", node.attr, "")


def _skip_calls(root: Path, path: Path) -> Iterator[Excuse]:
    """As `_skips`, with the reason that the call gives, or the comment beside it."""
    said = dict(comments(path))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name = node.func.attr
        if name not in _SKIPS or ast.unparse(node.func.value) not in {"pytest", "pytest.mark"}:
            continue
        given = [one.value for one in node.keywords if one.arg == "reason"]
        given += node.args[:1] if name == "skip" else []
        beside = said.get(node.lineno, "").strip("# ")
        reason = ast.unparse(given[0]) if given else beside
        yield Excuse(below(root, path), node.lineno, "skip", name, reason)


def excuses(root: Path, folders: Iterable[str]) -> list[Excuse]:
    """Return every place where a check is told to look away, and every test that may not run."""
    return [one for path in sources(root, folders) for one in _excuses(root, path)]


def _excuses(root: Path, path: Path) -> Iterator[Excuse]:
    text = path.read_text(encoding="utf-8")
    if _LOOK_HERE.search(text):  # taking a file apart takes long
        for line, comment in comments(path):
            for sort, codes, reason in _lets_pass(comment):
                for code in re.split(r", ?", codes):
                    yield Excuse(below(root, path), line, sort, code, reason)
    if any(f".{name}" in text for name in _SKIPS):
        called = list(_skip_calls(root, path))
        lines = {one.line for one in called}
        yield from called
        yield from (one for one in _skips(root, path) if one.line not in lines)  # not called
