"""Where settings, profiles, taught dice and journals live."""

from __future__ import annotations

import os
from pathlib import Path

from companion.core.errors import FileProblemError
from companion.core.texts import tr

ENVIRONMENT = "TABLESIDE_HOME"


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
    """Refuse a home folder that cannot be one; raises `FileProblemError`."""
    for one in (home, *home.parents):
        if one.is_symlink() and not one.exists():
            where = tr("a link to {target}, which is not there", target=one.readlink())
            raise FileProblemError(str(one), where)
