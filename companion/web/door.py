"""Who is admitted: the code, how often it may be guessed, and the names of this machine."""

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from companion.core.errors import UsageError
from companion.core.texts import later, tr

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters of a generated code: none looks like another."""
LENGTH: Final = 8
SHORTEST, LONGEST = 6, 64  # characters of a code that people choose

FREE_TRIES: Final = 5  # Wrong codes of one address before it has to wait
WAIT: Final = 30.0
DOUBLINGS: Final = 7
LONGEST_WAIT: Final = 3600.0
MOST_WRONG: Final = 60
"""Wrong codes within a minute, of all addresses together, before everybody has to wait."""
MINUTE: Final = 60.0
MOST_ADDRESSES: Final = 512

COOKIE: Final = "tableside"


def make_code() -> str:
    """Make a code that nobody can guess: 8 of 30 letters (about 39 bits)."""
    signs = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def check_code(code: str) -> str:
    """Return a code that people chose; raises `UsageError` for one too short or too long."""
    if not SHORTEST <= len(_plain(code)) <= LONGEST:
        text = later("--code takes {shortest} to {longest} letters or digits; without it, one is made")
        raise UsageError(tr(text, shortest=SHORTEST, longest=LONGEST))
    return code


def _plain(code: str) -> str:
    """Return what counts in a code: people type it in capitals or not, with the dash or not."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


class Answer(Enum):
    """The result of trying a code."""

    RIGHT = auto()
    WRONG = auto()
    WAIT = auto()  # too many were wrong: it was not checked


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    until: float = 0.0


class Door:
    """Admits whoever knows the code, or everybody when it is empty; `clock` returns seconds."""

    def __init__(self, code: str = "", clock: Callable[[], float] = monotonic) -> None:
        self.code = code
        self.token = secrets.token_urlsafe(24)
        self._clock = clock
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._wrong: deque[float] = deque(maxlen=MOST_WRONG)

    @property
    def open(self) -> bool:
        """Whether everybody is admitted."""
        return not self.code

    def knows(self, cookie: str) -> bool:
        """Tell whether a cookie is the one given for the right code."""
        return self.open or compare_digest(cookie.encode(errors="replace"), self.token.encode())

    def enter(self, code: str, address: str) -> Answer:
        """Try a code for an address; wrong ones count, and a right one does not undo the count."""
        now = self._clock()
        tries = self._of(_household(address))
        under_attack = len(self._wrong) == MOST_WRONG and now - self._wrong[0] < MINUTE
        if now < tries.until or under_attack:
            return Answer.WAIT
        if compare_digest(_plain(code[: 4 * LONGEST]).encode(), _plain(self.code).encode()):
            return Answer.RIGHT
        tries.wrong += 1
        self._wrong.append(now)
        if tries.wrong >= FREE_TRIES:
            doubled = min(tries.wrong - FREE_TRIES, DOUBLINGS)
            tries.until = now + min(LONGEST_WAIT, WAIT * 2**doubled)
        return Answer.WRONG

    def _of(self, address: str) -> _Tries:
        tries = self._tries.setdefault(address, _Tries())
        self._tries.move_to_end(address)
        if len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)
        return tries


def _household(address: str) -> str:
    """Return what counts as one address: the IPv6 addresses of a household share their first half."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or int(found) >> 64)
    return str(found)


def is_our_host(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header, with or without a port, names this machine.

    A page elsewhere may let its own name lead to this machine (DNS rebinding); it cannot do that
    with an address written in numbers.
    """
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        ip_address(name)
    except ValueError:
        return name in names
    return True
