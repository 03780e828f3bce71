"""What commands open from the home folder: games, journal, camera profiles, taught dice and decks."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

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


class _Kept:
    """Files of one sort in a folder of the home folder, called by what people named them."""

    suffix = ""
    what = ""
    missing = ""

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


class Sets(_Kept):
    """The taught sets of a home folder."""

    suffix, what = ".dice", "set"
    missing = later("there is no taught set {name!r}; {hint}")

    def __init__(self, home: Path) -> None:
        super().__init__(home / SETS)

    def load(self, name: str) -> TaughtSet:
        """Read a set; raises `SetError` when there is none of that name, or it is damaged."""
        from vision.taught.file import read_set

        path = self.file(name)
        with set_errors():
            return read_set(path)

    def load_or_new(self, name: str) -> TaughtSet:
        """Read a set, or begin one."""
        from vision.taught.sets import TaughtSet

        return self.load(name) if self.path(name).is_file() else TaughtSet(name)

    def save(self, taught: TaughtSet) -> None:
        """Write a set, completely or not at all."""
        from vision.taught.file import write_set

        with set_errors():
            write_set(self.path(taught.name), taught)


class Decks(_Kept):
    """The taught decks of a home folder."""

    suffix, what = ".deck", "deck"
    missing = later("there is no taught deck {name!r}; {hint}")

    def __init__(self, home: Path) -> None:
        super().__init__(home / DECKS)

    def load(self, name: str) -> Deck:
        """Read a deck; raises `SetError` when there is none of that name, or it is damaged."""
        from vision.cards.deck import read_deck

        path = self.file(name)
        with set_errors():
            return read_deck(path)

    def save(self, deck: Deck) -> None:
        """Write a deck, completely or not at all."""
        from vision.cards.deck import write_deck

        with set_errors():
            write_deck(self.path(deck.name), deck)


def add_set(parser: argparse.ArgumentParser) -> None:
    """Declare `--set` for a command that reads dice."""
    parser.add_argument(
        "--set", default="", metavar="NAME", help=tr("dice of your own, as `tableside teach` knows")
    )


def set_chosen(args: argparse.Namespace) -> tuple[Path | None, tuple[str, ...]]:
    """Return the file of the set that `--set` names, with its kinds; raises `SetError`."""
    if not args.set:
        return None, ()
    sets = Sets(home_folder(args.home))
    return sets.path(args.set), tuple(kind.name for kind in sets.load(args.set).kinds)
