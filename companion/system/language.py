"""The language in which everything is said: chosen once, when the program starts."""

from __future__ import annotations

import gettext
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.core import texts

DOMAIN: Final = "tableside"
LOCALE: Final = Path(__file__).parents[1] / "locale"
"""Where translations are: `<language>/LC_MESSAGES/tableside.mo`, beside the list of all texts."""

FOLDER: Final = "TABLESIDE_LOCALE"
"""Environment variable: another such folder, for whoever is translating."""

LANGUAGES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that say which languages are wanted, as gettext reads them."""


def choose_language(environ: Mapping[str, str]) -> None:
    """Choose the first wanted language that there is a translation for; English else.

    A translation that is damaged counts as none: the words of a game are no reason not to play.
    """
    wanted = next((environ[name] for name in LANGUAGES if environ.get(name)), "")
    folder = Path(environ.get(FOLDER) or LOCALE)
    if not wanted:
        return
    try:
        texts.choose(gettext.translation(DOMAIN, folder, wanted.split(":")))
    except (OSError, UnicodeError, ValueError, struct.error):
        return
