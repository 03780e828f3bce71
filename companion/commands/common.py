"""What commands open from the home folder: games, journal, camera profiles, taught dice and decks."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from calibration.addresses import without_secrets
from companion.commands.output import print_error
from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.fairness import Tally, judge
from companion.system.files import CATALOGUES, DECKS, PROFILES, SETS
from companion.system.home import home_folder

if TYPE_CHECKING:
    from calibration.profile import Profile
    from vision.cards.deck import Deck
    from vision.taught.sets import TaughtSet

NONE: Final = "none"
"""Stands for no profile, no tray and no Bluetooth dice, also where some were used last time."""


class CalibrateError(CompanionError):
    """A calibration that failed, or a profile that cannot be used."""


class SetError(CompanionError):
    """A taught set that cannot be used."""


def open_shelf(args: argparse.Namespace) -> Shelf:
    """Return the games, with the user's own catalogues."""
    return Shelf(folders=(home_folder(args.home) / CATALOGUES,))


def open_journal(args: argparse.Namespace) -> Journal:
    """Open the user's journal; raises `JournalError`."""
    return Journal(home_folder(args.home) / FILE)


def tally_json(tally: Tally) -> dict[str, object]:
    """Return how often each face came, and what is to be said of it."""
    judged = judge(tally)
    faces = dict(zip(tally.faces, tally.counts, strict=True))
    return {"kind": tally.kind, "rolls": tally.n, "faces": faces, "p": judged.p,
            "unusual": judged.unusual, "words": judged.words}  # fmt: skip


# ---------------------------------------------------------------- how cameras were calibrated


def profiles_folder(home: str | None) -> Path:
    """Return the folder of the profiles; it is not created here."""
    return home_folder(home) / PROFILES


def add_profile(parser: argparse.ArgumentParser, usual: str) -> None:
    """Declare `--profile`; `usual` says what happens without it."""
    about = tr("how the camera was calibrated ({usual})", usual=usual)
    parser.add_argument("--profile", default="", metavar="NAME", help=about)


def open_profile(folder: Path, name: str) -> Profile:
    """Return the profile of that name; raises `CalibrateError`."""
    from calibration.errors import CalibrationError
    from calibration.store import SUFFIX, load_profile, profile_path

    try:
        path = profile_path(folder, name)
        if path.is_file():
            return load_profile(path)
    except CalibrationError as error:
        raise CalibrateError(str(error)) from error
    known = sorted(file.name.removesuffix(SUFFIX) for file in folder.glob(f"*{SUFFIX}"))
    there = tr("there are: {known}", known=", ".join(known)) if known else tr("none is saved yet")
    text = later("there is no profile {name!r}; {there} (`tableside calibrate SOURCE`)")
    raise CalibrateError(tr(text, name=name, there=there))


def profile_for(folder: Path, name: str, spec: str = "", *, quiet: bool = False) -> Profile | None:
    """Return the profile that a command uses, and print a line when nobody named it.

    Args:
        folder: where profiles lie.
        name: `--profile`; `none` for none; when empty, the last one saved for the source.
        spec: the source as people typed it; empty where there is none.
        quiet: nothing may be printed, because a screen is drawn.

    Raises:
        CalibrateError: the profile named is missing or broken.
    """
    if name:
        return None if name == NONE else open_profile(folder, name)
    if not spec or not folder.is_dir():
        return None
    from calibration.store import profiles_in

    source = source_name(spec)
    profiles, _ = profiles_in(folder)
    found = next((one for one in profiles if one.provenance.source == source), None)
    if found is not None and not quiet:
        text = later("calibrated with the profile {found} ({made_at})")
        print_error(tr(text, found=found.name, made_at=found.provenance.made_at[:10]))
    return found


def source_name(spec: str) -> str:
    """Return the name under which a source's frames come, without opening it."""
    from hardware.cameras import STREAMS

    if spec.isdecimal():
        return spec
    if spec.lower().startswith(STREAMS):
        return without_secrets(spec)
    path = Path(spec)
    # Path.is_dir raises where a name is too long
    folder = os.path.isdir(spec)  # noqa: PTH112 - see above
    return path.resolve().name or spec if folder else path.name


# ---------------------------------------------------------------- taught sets of dice, and decks


@contextmanager
def set_errors() -> Iterator[None]:
    """Turn an error of `vision` into one of the program's own."""
    from vision.errors import VisionError

    try:
        yield
    except VisionError as error:
        raise SetError(str(error)) from error


T = TypeVar("T", "TaughtSet", "Deck")


class _Kept(Generic[T]):
    """Files of one sort in a folder of the home folder, called by what people named them."""

    suffix = ""
    what = ""
    missing = ""
    taken = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of all, sorted."""
        found = sorted(self.folder.glob(f"*{self.suffix}"))
        return tuple(path.name.removesuffix(self.suffix) for path in found)

    def path(self, name: str) -> Path:
        """Return the file of a name, whether it exists or not; `SetError` for what is no name."""
        from vision.taught.sets import check_name

        with set_errors():
            check_name(name, self.what)
        return self.folder / f"{name}{self.suffix}"

    def file(self, name: str) -> Path:
        """Return a file that exists; raises `SetError` when there is none."""
        path = self.path(name)
        if path.is_file():
            return path
        there = ", ".join(self.names())
        hint = tr("there are: {there}", there=there) if there else tr("none was taught yet")
        raise SetError(tr(self.missing, name=name, hint=hint))

    def _ways(self) -> tuple[Callable[[Path], T], Callable[[Path, T], None], Callable[[T], T]]:
        """Return how one is read, written, and made ready again after it came from elsewhere."""
        raise NotImplementedError

    def load(self, name: str) -> T:
        """Read one; raises `SetError` when there is none of that name, or it is damaged."""
        path = self.file(name)
        with set_errors():
            return self._ways()[0](path)

    def save(self, one: T) -> None:
        """Write one, completely or not at all."""
        with set_errors():
            self._ways()[1](self.path(one.name), one)

    def bring(self, path: Path, name: str) -> T:
        """Take one that was shared, under its own name or another; never in place of one."""
        read, _, again = self._ways()
        with set_errors():
            one = again(read(path))
            one = replace(one, name=name) if name else one
        if self.path(one.name).exists():
            raise SetError(tr(self.taken, name=one.name))
        self.save(one)
        return one

    def export(self, name: str, path: Path) -> T:
        """Write one to be shared; never in place of a file."""
        one = self.load(name)
        if path.exists():
            raise SetError(tr("{path}: exists already; nothing was written", path=path))
        with set_errors():
            self._ways()[1](path, one)
        return one


class Sets(_Kept["TaughtSet"]):
    """The taught sets of a home folder."""

    suffix, what = ".dice", "set"
    missing = later("there is no taught set {name!r}; {hint}")
    taken = later("there is a set {name!r} already; --set gives it another name")

    def __init__(self, home: Path) -> None:
        super().__init__(home / SETS)

    def _ways(self) -> Any:
        from vision.taught.file import again, read_set, write_set

        return read_set, write_set, again

    def load_or_new(self, name: str) -> TaughtSet:
        """Read a set, or begin one."""
        from vision.taught.sets import TaughtSet

        return self.load(name) if self.path(name).is_file() else TaughtSet(name)


class Decks(_Kept["Deck"]):
    """The taught decks of a home folder."""

    suffix, what = ".deck", "deck"
    missing = later("there is no taught deck {name!r}; {hint}")
    taken = later("there is a deck {name!r} already; take another name")

    def __init__(self, home: Path) -> None:
        super().__init__(home / DECKS)

    def _ways(self) -> Any:
        from vision.cards.deck import again, read_deck, write_deck

        return read_deck, write_deck, again


def add_set(parser: argparse.ArgumentParser) -> None:
    """Declare `--set` for a command that reads dice."""
    parser.add_argument("--set", default="", metavar="NAME", help=tr("dice of your own, as `tableside teach` knows"))


def set_chosen(args: argparse.Namespace) -> tuple[Path | None, tuple[str, ...]]:
    """Return the file of the set that `--set` names, with its kinds; raises `SetError`."""
    if not args.set:
        return None, ()
    sets = Sets(home_folder(args.home))
    return sets.path(args.set), tuple(kind.name for kind in sets.load(args.set).kinds)
