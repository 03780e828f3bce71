"""Write docs/quality.md: the size and shape of the code, and what holds it up.

    python tools/quality.py

What stands between the page's markers is written by people and kept, and so are the figures of the
coverage where nothing was measured (`make coverage`).
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import repeats
import unused
from shape import (
    DRAWN,
    MAX_FILE,
    MAX_FUNCTION,
    MAX_MEDIAN,
    PACKAGES,
    ROOT,
    Room,
    excuses,
    functions_of,
    lines_of,
    rooms,
    sources,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE: Final = ROOT / "docs/quality.md"
MEASURED: Final = ROOT / "build/coverage.json"
TOP: Final = 10
"""How many of the longest are listed."""

IMPORTED_AS: Final = {
    "opencv-python-headless": "cv2",
    "pyserial": "serial",
    "pillow": "PIL",
    "textual-image": "textual_image",
    "import-linter": "importlinter",
    "pytest-asyncio": "pytest_asyncio",
}
"""What a library is called where it is imported, where that is not its name."""

CALLED: Final = {
    "codespell": ("Makefile", "codespell"),
    "coverage": ("pyproject.toml", "[tool.coverage.run]"),
    "hatchling": ("pyproject.toml", "hatchling.build"),
    "import-linter": ("Makefile", "lint-imports"),
    "mutmut": ("pyproject.toml", "[tool.mutmut]"),
    "mypy": ("Makefile", "-m mypy"),
    "onnx": ("models/training/export.py", "torch.onnx"),
    "pytest-asyncio": ("pyproject.toml", "asyncio_mode"),
    "pytest-cov": ("Makefile", "--cov"),
    "pytest-socket": ("pyproject.toml", "--disable-socket"),
    "pytest-timeout": ("pyproject.toml", "timeout = "),
    "pytest-xdist": ("Makefile", "--dist worksteal"),
    "ruff": ("Makefile", "ruff check"),
}
"""A file that uses what no code imports, and how it stands there."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library that pyproject.toml asks for.

    Attributes:
        name: as it is installed.
        group: `runtime`, an extra or a group.
        reason: why, from the line it stands in.
        files: how many files import it.
        called: the file that uses it without importing it; empty when none does.
    """

    name: str
    group: str
    reason: str
    files: int
    called: str


# ---------------------------------------------------------------- what is looked at


def libraries(root: Path) -> list[Library]:
    """Return every library with its reason, and who uses it."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    imported = _imports(sources(root, (*PACKAGES, "tests", "tools")))
    found, group = list[Library](), ""
    for line in text.split("[build-system]")[-1].split("[tool.hatch", maxsplit=1)[0].splitlines():
        head = re.match(r"([a-z]+) = \[", line)
        group = head[1] if head else group
        for name in re.findall(r'"([A-Za-z][\w.-]*)>=', line.partition("#")[0]):
            reason = line.partition("#")[2].strip()
            files = imported[IMPORTED_AS.get(name, name)]
            where = "runtime" if group == "dependencies" else group
            found.append(Library(name, where, reason, files, _caller(root, name)))
    return [one for one in found if one.group != "requires"]


def _caller(root: Path, name: str) -> str:
    path, word = CALLED.get(name, ("pyproject.toml", "nobody calls it"))
    return path if word in (root / path).read_text(encoding="utf-8") else ""


def _imports(paths: Iterable[Path]) -> Counter[str]:
    """In how many files a library is imported, also as the name of a module in a text."""
    found = Counter[str]()
    for path in paths:
        names = set[str]()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import():
                    names |= {one.name.partition(".")[0] for one in node.names}
                case ast.ImportFrom(module=str(module)):
                    names.add(module.partition(".")[0])
                case ast.Call(
                    func=ast.Attribute(attr="importorskip") | ast.Name(id="import_module"),
                    args=[ast.Constant(value)],
                ):
                    names.add(str(value).partition(".")[0])
                case _:
                    pass
        found.update(names)
    return found


def contracts(root: Path) -> list[tuple[str, bool]]:
    """Ask import-linter; return each contract's name and whether it is kept."""
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(  # noqa: S603 - the linter of this environment
        [str(program), "--no-cache"], cwd=root, capture_output=True, text=True, check=False
    )
    states = re.findall(r"^(.+) (KEPT|BROKEN)$", done.stdout, re.MULTILINE)
    if not states:
        raise SystemExit(f"tableside: lint-imports says: {done.stdout}{done.stderr}")
    return [(name, state == "KEPT") for name, state in states]


def coverage(path: Path, known: Sequence[Room]) -> list[tuple[str, int, float, float]]:
    """Return what was measured of each room: files, statements and branches covered in per cent."""
    measured: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["files"]
    found = []
    for one in known:
        sums = [measured[name]["summary"] for name in one.files if name in measured]
        lines = sum(each["num_statements"] for each in sums)
        if not lines:
            continue
        branches = sum(each.get("num_branches", 0) for each in sums)
        covered = sum(each["covered_lines"] for each in sums)
        taken = sum(each.get("covered_branches", 0) for each in sums)
        share = 100 * taken / branches if branches else 100.0
        found.append((one.name, len(sums), 100 * covered / lines, share))
    return found


# ---------------------------------------------------------------- how it is told


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of Markdown; columns whose title ends with `#` stand at the right."""
    titles = [title.removesuffix("#") for title in head]
    line = ["--:" if title.endswith("#") else "---" for title in head]
    body = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [titles, line, *body])


def shape_part(known: Sequence[Room]) -> str:
    """Tell how large everything is."""
    rows = [
        (one.name, len(one.files), one.lines, len(one.functions), f"{one.median:g}", one.longest)
        for one in [*known, together(known)]
    ]
    functions = sorted((f for one in known for f in one.functions), key=lambda f: -f.lines)[:TOP]
    files = sorted(((n, name) for one in known for name, n in one.files.items()), reverse=True)
    return f"""\
Lines count as they stand, docstrings and blank ones included. `tests/house` holds every file to
{MAX_FILE} lines, every function to {MAX_FUNCTION}, and the function in the middle to {MAX_MEDIAN}, in every package but
`models`, which draws ({DRAWN["models"]}).

{table(("Room", "Files#", "Lines#", "Functions#", "Median#", "Longest#"), rows)}

The longest functions:

{table(("Function", "Where", "Lines#"), ((f"`{f.name}`", f"`{f.path}`", f.lines) for f in functions))}

The longest files:

{table(("File", "Lines#"), ((f"`{name}`", n) for n, name in files[:TOP]))}
"""


def together(known: Sequence[Room]) -> Room:
    """Return all rooms as one."""
    files = {name: lines for one in known for name, lines in one.files.items()}
    return Room("together", files, tuple(f for one in known for f in one.functions))


def tests_part(root: Path) -> str:
    """Tell how many tests there are."""
    by_folder = defaultdict[str, list[Path]](list)
    for path in sources(root, ["tests"]):
        inside = path.relative_to(root / "tests").parts
        by_folder["/".join(("tests", *inside[:-1][:1]))].append(path)
    rows = []
    for folder, paths in sorted(by_folder.items()):
        found = [one for path in paths for one in functions_of(root, path)]
        tests = sum(one.name.startswith("test_") for one in found)
        rows.append((folder, len(paths), sum(map(lines_of, paths)), tests))
    rows.append(("together", *(sum(row[at] for row in rows) for at in (1, 2, 3))))  # type: ignore[arg-type, misc]  # the first column is left out
    return f"""\
A function may be run with many values: the tests that run are several times as many. Whole games with
known results are data besides (`tests/records`, `tests/perft`).

{table(("Folder", "Files#", "Lines#", "Test functions#"), rows)}
"""


def contracts_part(root: Path) -> str:
    """Tell which contracts are kept."""
    rows = [(name, "kept" if kept else "**broken**") for name, kept in contracts(root)]
    return f"""\
They stand in `pyproject.toml`; `tests/architecture` plants a violation against each.

{table(("Contract", "State"), rows)}
"""


def libraries_part(root: Path) -> str:
    """Tell what every library is for."""
    rows = [
        (one.name, one.group, one.reason, one.files or f"`{one.called}`") for one in libraries(root)
    ]
    return f"""\
{table(("Library", "Group", "What for", "Files that import it, or the one that calls it"), rows)}
"""


def excuses_part(root: Path) -> str:
    """Tell where checks look away."""
    ours, tests = excuses(root, PACKAGES), excuses(root, ["tests", "tools"])
    counts = Counter((one.sort, one.code) for one in ours)
    others = Counter((one.sort, one.code) for one in tests)
    order = sorted({*counts, *others}, key=lambda key: (key[0], -counts[key] - others[key], key[1]))
    rows = [(sort, code, counts[sort, code], others[sort, code]) for sort, code in order]
    bare = [one for one in [*ours, *tests] if not one.reason]
    return f"""\
Each has its reason in its line ({len(bare)} without), tested in `tests/house`.

{table(("Sort", "What", "Packages#", "Tests and tools#"), rows)}
"""


def unused_part(root: Path) -> str:
    """Tell what is unused."""
    found = unused.look(root, PACKAGES)
    explained = len(found) - len(unused.unexplained(found))
    rows = [
        (f"`{path}`", f"`{name}`", sum(one.fits((path, name)) for one in found), why)
        for (path, name), why in unused.USED.items()
    ]
    return f"""\
`python tools/unused.py` asks vulture for names that nothing reads: {len(found)}, of which {explained} are
used by a library or by data. A reason that fits nothing any more is an error.

{table(("Where", "Name", "Times#", "Who uses it"), rows)}
"""


def repeats_part(root: Path) -> str:
    """Tell what stands twice."""
    groups = repeats.repeats(root, PACKAGES)
    rows = [
        (f"`{group[0].place}`", f"`{group[-1].place}`", repeats.KEPT.get(pair, "**not explained**"))
        for group in groups
        for pair in [(group[0].place, group[-1].place)]
    ]
    return f"""\
`python tools/repeats.py` compares statements of {repeats.LEAST} lines and more by what they do, whatever their
variables are called. These stay:

{table(("Here", "There", "Why"), rows)}
"""


def coverage_part(known: Sequence[Room], before: str) -> str:
    """Tell how much is run by tests, or what the page said of it before."""
    if not MEASURED.is_file():
        print("coverage: nothing was measured here (make coverage); the page keeps its figures")
        return before or "Not measured: `make coverage` first.\n"
    files = {one.name: len(one.files) for one in known}
    rows = [
        (name, f"{count} of {files[name]}", f"{lines:.1f}", f"{branches:.1f}")
        for name, count, lines, branches in coverage(MEASURED, known)
    ]
    return f"""\
`make coverage` demands all of what decides a game: rules, records, the journal, and how bytes become rolls.
Which files that is, and why the others are left out, stands in `pyproject.toml`. In per cent:

{table(("Room", "Files#", "Statements#", "Branches#"), rows)}
"""


def mutations_part(root: Path) -> str:
    """Tell where the mutations are told of."""
    if (root / "docs/mutation.md").is_file():
        return "[mutation.md](mutation.md): what became of the changes that tests did not notice.\n"
    return "No figures.\n"


def kept_part(page: str, title: str) -> str:
    """Return what stands under a title of the page as it is now."""
    found = re.search(
        rf"^## {re.escape(title)}\n\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL
    )
    return found[1].rstrip("\n") + "\n" if found else ""


def written(page: str) -> str:
    """Return what people wrote between the markers of the page."""
    found = re.search(r"<!-- read -->\n(.*?)<!-- /read -->", page, re.DOTALL)
    return found[1] if found else "\n"


def make_page(root: Path, before: str) -> str:
    """Return the whole page; of what it was before, people's own words are kept."""
    known = rooms(root)
    parts = {
        "Size and shape": shape_part(known),
        "Tests": tests_part(root),
        "Who may import whom": contracts_part(root),
        "Libraries": libraries_part(root),
        "Where checks look away": excuses_part(root),
        "Nothing unused": unused_part(root),
        "Nothing twice": repeats_part(root),
        "Coverage": coverage_part(known, kept_part(before, "Coverage")),
        "Mutations": mutations_part(root),
        "What was changed in the read": f"<!-- read -->\n{written(before)}<!-- /read -->\n",
    }
    told = "\n".join(f"## {title}\n\n{text}" for title, text in parts.items())
    return f"""\
# What holds the house up

The size and shape of the code, and the checks on it. `make quality` writes this page; only what was
changed in the read is written by people. How it is built, and why so: [architecture.md](architecture.md).

{told}"""


def main() -> int:
    """Write the page."""
    before = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    PAGE.write_text(make_page(ROOT, before), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
