"""Where settings, profiles, taught dice and journals live."""

import os
import stat
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

from companion.core.errors import FileProblemError
from companion.core.texts import tr

ENVIRONMENT = "TABLESIDE_HOME"

OURS = (
    "journal.sqlite3*", "states.sqlite3*", "settings.json*", "devices.json*", "last-*.json*",
    "corrections.json*", "printed.toml", "phone.pem*", "profiles", "sets", "learnt", "catalogues",
    "shared", "backups",
    "damaged-*", ".rescue-*", "bench-*", "*.log*",
)  # fmt: skip
"""Names of what we make in the home folder: all else there is somebody's own."""


def home_folder(chosen: str | None = None) -> Path:
    """Return the folder for the user's data; it is not created here.

    Args:
        chosen: `--home DIR`, which wins over `TABLESIDE_HOME`, which wins over the platform's place.
    """
    named = chosen or os.environ.get(ENVIRONMENT)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("tableside", appauthor=False)


def prepare_home(home: Path) -> None:
    """Refuse a home folder that cannot be one, and close it to others.

    Whatever is made in it is closed from the start (`companion/cli.py`). This is for what an earlier
    version, or another program, has left open.

    Raises:
        FileProblemError: it is a link to nothing.
    """
    for one in (home, *home.parents):
        if one.is_symlink() and not one.exists():
            where = tr("a link to {target}, which is not there", target=one.readlink())
            raise FileProblemError(str(one), where)
    if os.name == "posix":
        with suppress(OSError):  # not ours, or on a disk that is locked
            _close(home)


def is_ours(name: str) -> bool:
    """Tell whether a file or folder of the home folder is one that we make."""
    return any(fnmatch(name, own) for own in OURS)


def _close(home: Path) -> None:
    """Take others' rights to our files away; a folder that has more than these stays as it is."""
    found = sorted(home.iterdir())
    ours = [path for path in found if is_ours(path.name)]
    if ours == found:
        _limit(home, 0o700)
    for path in ours:
        if not path.is_symlink():
            for one in (path, *path.rglob("*")):
                _limit(one, 0o700 if one.is_dir() else 0o600)


def _limit(path: Path, most: int) -> None:
    mode = stat.S_IMODE(path.lstat().st_mode)
    if mode & ~most and not path.is_symlink():
        path.chmod(mode & most)
