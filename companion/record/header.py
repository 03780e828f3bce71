"""The header of a record: what is fixed before the first action."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.core.errors import FileProblemError, UsageError
from companion.core.game import Depth
from companion.core.seats import refuse_names
from companion.core.texts import later, tr
from companion.record.text import (
    LineError,
    as_name,
    as_word,
    cut_comment,
    refuse_unprintable,
    words,
)

FORMAT: Final = "1"
RULE_OFF: Final = "---"
MAX_SWITCHES: Final = 200
DIGEST: Final = 16
"""Digits of a catalogue's SHA-256 that are written: enough that no two are ever mixed up."""

_GAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_DIGEST: Final = re.compile(r"sha256:([0-9a-f]{8,64})")
_SWITCH: Final = re.compile(r"([a-z0-9_.-]+)[ \t]*=[ \t]*([^ \t=]+)")
_FILE: Final = re.compile(r"[^/\\:]{1,120}")


@dataclass(frozen=True, slots=True)
class CatalogueRef:
    """Which cards are on the table."""

    name: str  # of the file, without any folder
    digest: str = ""  # first digits of the SHA-256 of its bytes; empty when the record does not say


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed before the first action."""

    game: str  # id, such as `rsf`
    seats: tuple[str, ...]  # names, clockwise
    depth: Depth = Depth.LIGHT  # full or light
    catalogue: CatalogueRef | None = None  # the cards, or None
    # house rules by name, those that were said
    switches: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse names that no line could be addressed to.

        Raises:
            UsageError: a seat or the catalogue has a name that cannot be.
        """
        refuse_names(self.seats)
        if self.catalogue is not None and not _is_file_name(self.catalogue.name):
            text = later("{catalogue!r} is not the plain name of a file")
            raise UsageError(tr(text, catalogue=self.catalogue.name))

    def text(self) -> str:
        """Write the header with the line that ends it."""
        lines = [f"record: {FORMAT}", f"game: {self.game}", f"depth: {self.depth.value}"]
        if self.catalogue is not None:
            digest = self.catalogue.digest[:DIGEST]
            shown = f" sha256:{digest}" if digest else ""
            lines.append(f"catalogue: {as_word(self.catalogue.name)}{shown}")
        lines.append(f"seats: {', '.join(as_name(name) for name in self.seats)}")
        lines += [f"switch: {name} = {value}" for name, value in self.switches.items()]
        return "\n".join([*lines, RULE_OFF, ""])


def parse_header(lines: Sequence[str], where: str) -> tuple[Header, int]:
    """Read the header.

    Args:
        lines: of the file, without line ends.
        where: the file's name for messages.

    Returns:
        The header and how many lines it took, the ruling-off line included.

    Raises:
        FileProblemError: it is no header; names file and line.
    """
    found = _Found()
    for count, line in enumerate(lines, start=1):
        try:
            refuse_unprintable(line)
            said = cut_comment(line)[0].strip(" \t")
            if said == RULE_OFF:
                return found.header(), count
            if said:
                found.take(said)
        except (LineError, UsageError) as error:
            raise FileProblemError(where, str(error), count) from None
    problem = tr("not a record: no line {rule_off} ends its header", rule_off=RULE_OFF)
    raise FileProblemError(where, problem)


class _Found:
    """What the lines of a header have said so far."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        self.switches: dict[str, str] = {}

    def take(self, line: str) -> None:
        key, colon, value = (part.strip(" \t") for part in line.partition(":"))
        if not colon:
            text = later("expected KEY: VALUE or {rule_off}, not {line!r}")
            raise UsageError(tr(text, rule_off=RULE_OFF, line=line))
        if not self.said and (key, value) != ("record", FORMAT):
            text = later("not a record: the first line must be record: {format}")
            if key == "record":
                text = later("this is a record of format {value!r}; this program reads format {format}")
            raise UsageError(tr(text, value=value, format=FORMAT))
        if key == "switch":
            self._switch(value)
        elif key not in ("record", "game", "depth", "catalogue", "seats"):
            raise UsageError(tr("a header has no line {key!r}", key=key))
        elif key in self.said:
            raise UsageError(tr("{key} appears twice in the header", key=key))
        else:
            self.said[key] = value
            self._test(key, value)

    def header(self) -> Header:
        for key in ("record", "game", "seats"):
            if key not in self.said:
                raise UsageError(tr("the header has no line {key}:", key=key))
        cards = self.said.get("catalogue")
        return Header(
            game=self.said["game"],
            seats=_seats(self.said["seats"]),
            depth=Depth(self.said.get("depth", Depth.LIGHT.value)),
            catalogue=None if cards is None else _catalogue(cards),
            switches=self.switches,
        )

    def _test(self, key: str, value: str) -> None:
        """Find what is wrong on the line where it stands."""
        if key == "game" and not _GAME.fullmatch(value):
            raise UsageError(tr("{value!r} is not the id of a game", value=value))
        if key == "depth" and value not in [depth.value for depth in Depth]:
            raise UsageError(tr("depth is full or light, not {value!r}", value=value))
        if key == "seats":
            refuse_names(_seats(value))
        if key == "catalogue":
            _catalogue(value)

    def _switch(self, value: str) -> None:
        match = _SWITCH.fullmatch(value)
        if match is None:
            raise UsageError(tr("expected switch: NAME = VALUE, not {value!r}", value=value))
        if match[1] in self.switches:
            raise UsageError(tr("switch {match} appears twice in the header", match=match[1]))
        if len(self.switches) >= MAX_SWITCHES:
            raise UsageError(tr("more than {max_switches} switches", max_switches=MAX_SWITCHES))
        self.switches[match[1]] = match[2]


def _seats(value: str) -> tuple[str, ...]:
    """Split names at commas; a name in quotes may have commas itself."""
    names: list[str] = []
    part, quoted, escaped = "", False, False
    for character in value:
        if character == "," and not quoted:
            names.append(_name(part))
            part = ""
            continue
        if not escaped and character == '"':
            quoted = not quoted
        escaped = quoted and not escaped and character == "\\"
        part += character
    return (*names, _name(part))


def _name(part: str) -> str:
    text = part.strip(" \t")
    if not text.startswith('"'):
        return text
    found = words(text)
    if len(found) != 1:
        raise UsageError(tr("expected one name in quotes, not {text}", text=text))
    return found[0].text


def _catalogue(value: str) -> CatalogueRef:
    found = words(value)
    digest = _DIGEST.fullmatch(found[1].text) if len(found) == 2 else None  # noqa: PLR2004 - the name, and the digest behind it
    if not found or not _is_file_name(found[0].text) or (len(found) > 1 and digest is None):
        raise UsageError(tr("expected catalogue: FILE sha256:DIGITS, not {value!r}", value=value))
    return CatalogueRef(found[0].text, digest[1] if digest else "")


def _is_file_name(name: str) -> bool:
    return bool(_FILE.fullmatch(name)) and name.isprintable() and name not in (".", "..")
