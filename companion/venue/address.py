"""Where a venue is: `mqtts://table7:secret@host/club`, as people type it."""

import logging
import re
import ssl
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.core.texts import tr

LIBRARY: Final = "aiomqtt"
PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
TIMEOUT: Final = 10.0  # Seconds that a broker may take for one answer
SCENE, EVENTS, RESULT, HERE, WANT = "scene", "events", "result", "here", "want"
"""The topics of one table, below the venue's and its own name; the venue itself writes `want`."""
NAME: Final = re.compile(r"[^/+#\x00-\x1f\x7f]{1,40}")  # What may be one level of a topic
_SILENT: Final = logging.Logger("venue", logging.CRITICAL + 1)  # noqa: LOG001 - screens are no place for its warnings
_REFUSALS: Final = frozenset({4, 5, 134, 135})  # Codes of MQTT 3.1.1 and 5
_HIDDEN: Final = "names"  # `?names=hidden`


class VenueError(CompanionError):
    """An address of a venue that makes no sense."""


@dataclass(frozen=True, slots=True)
class Address:
    """A venue on a broker, and who comes to it."""

    host: str
    port: int
    venue: str  # first level of its topics
    account: str
    password: str
    encrypted: bool
    hides_names: bool  # whether people are to be `Player 1` and so on

    def client(self, identifier: str, **more: Any) -> Any:
        """Return an `aiomqtt.Client`, not yet connected."""
        import aiomqtt

        context = ssl.create_default_context() if self.encrypted else None
        return aiomqtt.Client(self.host, self.port, username=self.account or None,
                              password=self.password or None, tls_context=context,
                              identifier=identifier, timeout=TIMEOUT, keepalive=15,
                              max_inflight_messages=1, logger=_SILENT, **more)  # fmt: skip

    def topic(self, table: str, part: str) -> str:
        """Return a topic of a table; `+` as the table is every table's."""
        return f"{self.venue}/{table}/{part}"


def read_address(text: str) -> Address:
    """Read an address as people type it; raises `VenueError`."""
    wrong = VenueError(tr("{address}: a venue is written mqtts://HOST/NAME, or mqtt://HOST/NAME without"
                          " encryption", address=without_secrets(text)))  # fmt: skip
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    venue = parts.path.strip("/")
    options = dict(parse_qsl(parts.query))
    known = not options or options in ({_HIDDEN: "hidden"}, {_HIDDEN: "shown"})
    account = unquote(parts.username or "")
    named = all(NAME.fullmatch(name) for name in (venue, account or venue))
    if parts.scheme not in PORTS or not parts.hostname or not known or not named:
        raise wrong
    return Address(parts.hostname, port or PORTS[parts.scheme], venue, account,
                   unquote(parts.password or ""), parts.scheme == "mqtts",
                   options.get(_HIDDEN) == "hidden")  # fmt: skip


def trouble(address: Address, error: Exception) -> tuple[str, bool]:
    """Say in one line why a broker cannot be reached, and whether waiting will not change it."""
    code = getattr(error, "rc", None)
    if getattr(code, "value", code) in _REFUSALS:
        why = tr("the broker refuses this account or its password")
    elif isinstance(error.__context__, ssl.SSLCertVerificationError):
        why = tr("the broker's certificate is not trusted: {why}", why=error.__context__.verify_message)
    else:
        return f"{address.host}: " + tr("cannot be reached; it is tried again, and nothing is lost"), False
    return f"{address.host}: {why}", True
