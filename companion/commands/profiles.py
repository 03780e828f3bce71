"""Profiles in the home folder: where they lie, and which one a command uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.commands.printing import print_error
from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.system.files import PROFILES
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from calibration.profile import Profile

NONE: Final = "none"
"""Stands for no profile, so no profile is called that."""


class CalibrateError(CompanionError):
    """Calibration that did not come about, or a profile that cannot be used."""


def profiles_folder(home: str | None) -> Path:
    """Where profiles lie; it is not created here."""
    return home_folder(home) / PROFILES


def add_profile(parser: argparse.ArgumentParser, usual: str) -> None:
    """Declare `--profile`.

    Args:
        parser: of the command.
        usual: what happens without it.
    """
    parser.add_argument(
        "--profile",
        default="",
        metavar="NAME",
        help=tr("how the camera was calibrated ({usual})", usual=usual),
    )


def open_profile(folder: Path, name: str) -> Profile:
    """Return the profile of that name.

    Raises:
        CalibrateError: there is none, or it is broken.
    """
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
    raise CalibrateError(
        tr(
            "no profile is called {name!r}; {there} (`tableside calibrate SOURCE`)",
            name=name,
            there=there,
        )
    )


def last_profile(folder: Path, source: str) -> Profile | None:
    """Return the profile saved last for a source of that name; broken ones are left out."""
    from calibration.store import profiles_in

    profiles, _ = profiles_in(folder)
    return next((one for one in profiles if one.provenance.source == source), None)


def profile_for(folder: Path, name: str, spec: str = "", *, quiet: bool = False) -> Profile | None:
    """Return the profile that a command uses, and say so in one line when nobody named it.

    Args:
        folder: where profiles lie.
        name: `--profile`; `none` for none; when empty, the last one saved for the source.
        spec: the source as people typed it; empty where there is none.
        quiet: a screen is drawn, and nothing may be printed over it.

    Raises:
        CalibrateError: the profile named is not there, or broken.
    """
    if name:
        return None if name == NONE else open_profile(folder, name)
    if not spec or not folder.is_dir():
        return None
    found = last_profile(folder, source_name(spec))
    if found is not None and not quiet:
        print_error(
            tr(
                "calibrated by the profile {found} ({made_at})",
                found=found.name,
                made_at=found.provenance.made_at[:10],
            )
        )
    return found


def source_name(spec: str) -> str:
    """The name under which a source's frames come, without opening it."""
    from pathlib import Path

    from hardware.cameras import STREAMS, without_password

    if spec.isdecimal():
        return spec
    if spec.lower().startswith(STREAMS):
        return without_password(spec)
    path = Path(spec)
    return path.resolve().name or spec if path.is_dir() else path.name
