"""Find code in the packages that nothing in them uses.

    python tools/unused.py

Vulture looks for names that are never read anywhere. Beside it stands a closer look at what modules
hold: a name that its own module does not read and no other one imports is unused, whatever else is
called so. What is used all the same, by a library or by data, stands in `USED` with the reason. A line
for each other one; status 1 when there is any, or when an entry of `USED` fits nothing any more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from vulture import Vulture

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("companion", "vision", "hardware", "calibration", "models")
WORKSHOP: Final = "models/workshop/"
SURE: Final = 60
"""Per cent: the least that vulture ever is sure of."""

_TEXTUAL: Final = "Textual finds it by its name"
_DATA: Final = "a catalogue, a record or a switch names it by its value"
_LIBRARY: Final = "the library reads what is set here"

USED: Final[dict[tuple[str, str], str]] = {
    ("companion/tui/*", "action_*"): _TEXTUAL,
    ("companion/tui/*", "on_*"): _TEXTUAL,
    ("companion/tui/*", "compose"): _TEXTUAL,
    ("companion/tui/*", "render_line"): _TEXTUAL,
    ("companion/tui/*", "discover"): _TEXTUAL,
    ("companion/tui/*", "get_suggestion"): _TEXTUAL,
    ("companion/tui/*", "get_default_screen"): _TEXTUAL,
    ("companion/tui/*", "get_theme_variable_defaults"): _TEXTUAL,
    ("companion/tui/*", "*_BREAKPOINTS"): _TEXTUAL,
    ("companion/tui/*", "*CSS*"): _TEXTUAL,
    ("companion/tui/*", "ENABLE_COMMAND_PALETTE"): _TEXTUAL,
    ("companion/tui/*", "can_focus"): _TEXTUAL,
    ("companion/tui/*", "ALLOW_SELECT"): _TEXTUAL,
    ("companion/tui/*", "COMPONENT_CLASSES"): _TEXTUAL,
    ("companion/tui/*", "cursor_blink"): _LIBRARY,
    ("companion/tui/widgets/*", "virtual_size"): _LIBRARY,
    ("companion/tui/widgets/*", "without_spans"): _LIBRARY,
    ("companion/tui/*", "error_console"): _LIBRARY,
    ("companion/tui/themed_app.py", "re_word"): _LIBRARY,
    ("companion/games/*/words.py", "[A-Z]*"): _DATA,
    ("companion/games/mon/cards.py", "skull"): "a back as it is printed; tests turn it to see that"
    " nothing of a back is shown",
    ("companion/commands/output.py", "writelines"): "a library that writes so is cleaned too",
    ("companion/commands/*", "formatter_class"): _LIBRARY,
    ("companion/journal/*", "text_factory"): _LIBRARY,
    ("calibration/find.py", "*"): _LIBRARY,
    ("calibration/profile.py", "miss_pixels"): "people read it in the profile's file",
    ("calibration/profile.py", "opencv"): "people read it in the profile's file",
    ("hardware/firmware/dtp.py", "Tray"): "main.py imports it by the name it has on the board",
    ("hardware/ports.py", "write_timeout"): _LIBRARY,
    ("hardware/ports.py", "exclusive"): _LIBRARY,
    ("models/workshop/soak/*", "*"): "hypothesis or a test calls it",
    ("models/workshop/mutants.py", "visit_*"): "ast calls it",
    ("vision/network.py", "input_shape"): "a card that lacks it is refused; people read it",
    ("vision/network.py", "*"): _LIBRARY,
    ("vision/settle.py", "settled_at"): "part of what is told of a throw; tests hold it to 0.4 s",
}
"""File and name, as patterns, of what is used without being named, and by whom."""


@dataclass(frozen=True, slots=True)
class Unused:
    """A name that nothing reads.

    Attributes:
        path: of the file, below the root.
        line: where it is made.
        name: its name.
        sort: function, method, variable and so on.
    """

    path: str
    line: int
    name: str
    sort: str

    def fits(self, pattern: tuple[str, str]) -> bool:
        """Tell whether a pattern of `USED` is about this one."""
        return fnmatchcase(self.path, pattern[0]) and fnmatchcase(self.name, pattern[1])


def look(root: Path, packages: tuple[str, ...]) -> list[Unused]:
    """Return all that nothing below these folders uses."""
    return list(dict.fromkeys([*unread(root, packages), *unwanted(root, packages)]))


def unread(root: Path, packages: tuple[str, ...]) -> list[Unused]:
    """Return names that are read nowhere at all; what Textual's `on` marks is called."""
    vulture = Vulture(ignore_decorators=["@on", "@on.*"])
    vulture.scavenge([str(root / name) for name in packages])
    return [
        Unused(Path(item.filename).relative_to(root).as_posix(), item.first_lineno, item.name, item.typ)
        for item in vulture.get_unused_code(min_confidence=SURE)
    ]


def unwanted(root: Path, packages: tuple[str, ...]) -> list[Unused]:
    """Return what modules hold that neither they themselves read nor others import."""
    paths = [path for name in packages for path in sorted((root / name).rglob("*.py"))]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    wanted = {asked for tree in trees.values() for asked in _asked_for(tree)}
    found = []
    for path, tree in trees.items():
        parts = path.relative_to(root).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        read = _read(tree)
        for name, line in _held(tree):
            if name not in read and not wanted & {(module, name), ("", name)}:
                where = path.relative_to(root).as_posix()
                found.append(Unused(where, line, name, "name"))
    return found


def _asked_for(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a module imports by its name, and attributes: of a module, perhaps."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((module, one.name) for one in names)
            case ast.Attribute(attr=name):
                yield "", name
            case _:
                pass


def _read(tree: ast.Module) -> set[str]:
    """The names that a module reads, or says in a text, as `cast("State", value)` does."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Constant(value=str(name)):
                found.add(name)
            case _:
                pass
    return found


def _held(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions, classes and values of a module, with their lines."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, node.lineno
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node.lineno
            case ast.Assign(targets=[ast.Name(id=name)]) if not name.startswith("__"):
                yield name, node.lineno
            case _:
                pass


def unexplained(found: list[Unused]) -> list[Unused]:
    """Return what no entry of `USED` explains; what stands in the workshop is its own affair."""
    product = [one for one in found if not one.path.startswith(WORKSHOP)]
    return [one for one in product if not any(one.fits(pattern) for pattern in USED)]


def needless(found: list[Unused]) -> list[tuple[str, str]]:
    """Return the entries of `USED` that fit nothing."""
    return [pattern for pattern in USED if not any(one.fits(pattern) for one in found)]


def main() -> int:
    """Say what is unused; return the exit status."""
    found = look(ROOT, PACKAGES)
    for one in unexplained(found):
        print(f"{one.path}:{one.line}: unused {one.sort} {one.name}")
    for path, name in needless(found):
        print(f"tools/unused.py: nothing unused is called {name} in {path}: take the entry out")
    return 1 if unexplained(found) or needless(found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
