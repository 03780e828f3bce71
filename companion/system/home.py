"""Where settings, profiles, taught dice and journals live."""

from __future__ import annotations

import os
from pathlib import Path

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
