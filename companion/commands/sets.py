"""Where taught sets of dice live, and opening them for the commands."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError, UsageError
from companion.core.texts import tr
from companion.system.files import SETS
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from vision.taught.sets import TaughtSet


class SetError(CompanionError):
    """A taught set that cannot be used."""


@contextmanager
def told() -> Iterator[None]:
    """Turn what vision refuses into one of the program's own errors."""
    from vision.errors import VisionError

    try:
        yield
    except VisionError as error:
        raise SetError(str(error)) from error


class Sets:
    """The taught sets of a home folder.

    Args:
        home: of the user's data.
    """

    def __init__(self, home: Path) -> None:
        self.folder = home / SETS

    def names(self) -> tuple[str, ...]:
        """What the sets are called, in order."""
        from vision.taught.file import SUFFIX

        return tuple(sorted(path.name.removesuffix(SUFFIX) for path in self._files()))

    def path(self, name: str) -> Path:
        """The file of a set, whether it is there or not.

        Raises:
            SetError: no set can be called so.
        """
        from vision.taught.file import SUFFIX
        from vision.taught.sets import check_name

        with told():
            check_name(name, "set")
        return self.folder / f"{name}{SUFFIX}"

    def file(self, name: str) -> Path:
        """The file of a set that is there.

        Raises:
            SetError: there is none of that name.
        """
        path = self.path(name)
        if not path.is_file():
            raise SetError(self._missing(name))
        return path

    def load(self, name: str) -> TaughtSet:
        """Read a set.

        Raises:
            SetError: there is none of that name, or it is damaged.
        """
        from vision.taught.file import read_set

        path = self.file(name)
        with told():
            return read_set(path)

    def load_or_new(self, name: str) -> TaughtSet:
        """Read a set, or begin one."""
        from vision.taught.sets import TaughtSet

        return self.load(name) if self.path(name).is_file() else TaughtSet(name)

    def save(self, taught: TaughtSet) -> None:
        """Keep a set, all or nothing."""
        from vision.taught.file import write_set

        with told():
            write_set(self.path(taught.name), taught)

    def remove(self, name: str) -> None:
        """Take a set away."""
        self.file(name).unlink()

    def _files(self) -> list[Path]:
        from vision.taught.file import SUFFIX

        return list(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []

    def _missing(self, name: str) -> str:
        there = ", ".join(self.names())
        hint = tr("there are: {there}", there=there) if there else tr("none was taught yet")
        return tr("no taught set is called {name!r}; {hint}", name=name, hint=hint)


def open_sets(args: argparse.Namespace) -> Sets:
    """The sets of the home folder that was chosen."""
    return Sets(home_folder(args.home))


def add_set(parser: argparse.ArgumentParser) -> None:
    """Declare `--set` for a command that reads dice."""
    parser.add_argument(
        "--set", default="", metavar="NAME", help=tr("dice of your own, as `tableside teach` knows")
    )


def set_chosen(args: argparse.Namespace) -> tuple[Path | None, tuple[str, ...]]:
    """The file of the set that `--set` names, with its kinds; nothing when it names none.

    Raises:
        SetError: there is none of that name, or it is damaged.
    """
    if not args.set:
        return None, ()
    sets = open_sets(args)
    return sets.path(args.set), tuple(kind.name for kind in sets.load(args.set).kinds)


def kinds_asked(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read `cat:S,2-6;dog:S,2-6`, or `cat,dog` without faces.

    A comma before a new `KIND:` parts kinds as well: `cat:S,2-6,dog:S`.

    Raises:
        UsageError: it cannot be understood.
    """
    found: dict[str, list[str]] = {}
    kind = ""
    plain = ":" not in text
    for word in text.replace(";", ",").split(","):
        part = word.strip()
        if not part:
            continue
        name, sign, rest = part.partition(":")
        if sign or plain:
            kind, part = name.strip(), rest.strip()
            found.setdefault(kind, [])
        if not kind:
            raise UsageError(
                tr("--kinds {text}: expected KIND:FACES, such as cat:S,2-6", text=text)
            )
        if part:
            found[kind] += _faces_asked(part, text)
    return tuple((kind, tuple(dict.fromkeys(faces))) for kind, faces in found.items())


_MOST_FACES: Final = 120


def _faces_asked(part: str, text: str) -> list[str]:
    low, sign, high = part.partition("-")
    if not sign:
        return [part.upper()]
    if not (low.isdecimal() and high.isdecimal() and len(part) <= len("100-199")):
        raise UsageError(
            tr(
                "--kinds {text}: {part!r} is no face and no row of faces such as 2-6",
                text=text,
                part=part,
            )
        )
    if not int(low) <= int(high) < int(low) + _MOST_FACES:
        raise UsageError(
            tr("--kinds {text}: {part!r} runs backwards or too far", text=text, part=part)
        )
    return [str(value) for value in range(int(low), int(high) + 1)]
