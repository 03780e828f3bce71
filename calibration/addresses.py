"""Addresses as they may be shown and kept: without users, passwords and tokens."""

import re
from typing import Final

# A path of a file has one slash of the two. A password may hold what should have been written as
# %2F or %40: it goes up to the last @.
_USER: Final = re.compile(
    r"(\b[a-z][a-z0-9+.-]{1,20}:/{1,2})"
    r"(?:[^\s/@:\[]+:(?!\d+(?:[/?#\s]|$))[^\s@]*@)?(?:[^\s/?#'\"<>]*@)?",
    re.IGNORECASE,
)
_WORDS: Final = "pass|pwd|psw|token|auth|secret|cred|login|user|usr|session|signature|jwt"
_SHORT: Final = "key|api_?key|access_?key|pin|pw|sig|sid|code"
_VALUE: Final = re.compile(rf"([?&;#](?:[\w.-]*(?:{_WORDS})[\w.-]*|{_SHORT})=)[^&;#\s'\"<>]*", re.IGNORECASE)
HIDDEN: Final = "***"


def without_secrets(text: str) -> str:
    """Return a text whose addresses lack users, passwords, and the values of words such as `token`.

    Two addresses that differ in something else stay different: a camera keeps its name.
    """
    if ":/" not in text:
        return text
    return _VALUE.sub(rf"\g<1>{HIDDEN}", _USER.sub(r"\1", text))


def meant(typed: str, known: str) -> str:
    """Return the address that is meant by what stands in a line: a known one is shown masked."""
    return known if typed == without_secrets(known) else typed
