"""What a terminal can show, as the environment tells it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

UTF8: Final = frozenset({"utf8", "cp65001"})
_WORDS: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_CTYPE: Final = "LC_CTYPE"
_COERCED: Final = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""What Python may set LC_CTYPE to where it finds the C locale."""
_C_LOCALE: Final = frozenset({"", "C", "POSIX"})
_DUMB: Final = frozenset({"dumb", "unknown"})


def knows_utf8(environ: Mapping[str, str], encoding: str) -> bool:
    """Tell whether a terminal shows more than ASCII.

    The environment's own word counts where there is one (LC_ALL, LC_CTYPE, LANG in this order): for
    the C locale Python writes UTF-8 all the same, and the terminal need not understand it. Windows
    has no such word: there it is the encoding of the output that counts.

    Args:
        environ: the environment.
        encoding: of the output.
    """
    said = next((environ[word] for word in _WORDS if environ.get(word)), "")
    charset = said.partition(".")[2].partition("@")[0] or ("ascii" if said else encoding)
    return charset.lower().replace("-", "").replace("_", "") in UTF8


def as_people_said(
    environ: Mapping[str, str], begun_with: Mapping[str, str] | None
) -> dict[str, str]:
    """Return an environment without the LC_CTYPE that Python itself adds in the C locale (PEP 538).

    Args:
        environ: the environment as it is now.
        begun_with: as the program was begun with; None where that is not known.
    """
    found = dict(environ)
    added = begun_with is None or not begun_with.get(_CTYPE)
    if added and found.get(_CTYPE) in _COERCED and found.get("LANG", "") in _C_LOCALE:
        del found[_CTYPE]
    return found


def begun_with() -> dict[str, str] | None:
    """Return the environment that the program was begun with, where the system keeps it."""
    try:
        kept = Path("/proc/self/environ").read_bytes()
    except OSError:
        return None
    pairs = (one.partition("=") for one in kept.decode("utf-8", "replace").split("\0"))
    return {name: value for name, sign, value in pairs if sign}


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal says that it obeys nothing."""
    return environ.get("TERM", "") in _DUMB


def is_colourless(environ: Mapping[str, str]) -> bool:
    """Tell whether no colours are to be shown: NO_COLOR is set, or the terminal is dumb."""
    return bool(environ.get("NO_COLOR")) or is_dumb(environ)
