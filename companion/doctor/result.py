"""What a check says: how bad it is, what was found, what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Level(StrEnum):
    """How a thing stands, the best first."""

    OK = "ok"
    NOTE = "note"
    """Good to know; nothing is wrong, or nothing could be told."""
    WARNING = "warning"
    """Something works worse than it could, or soon will."""
    PROBLEM = "problem"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about one thing.

    Attributes:
        check: its name, such as `journal`; the same in every language.
        level: how it stands.
        found: what was found, one line for people.
        todo: what helps, one line for people; empty where nothing needs help.
        data: the same for programs: what JSON has.
        quoted: parts of `found` and `data` that come from people's own files and devices; they are
            left out where no names are wanted.
        picture: what the camera saw, as JPEG; empty for checks that look at nothing.
    """

    check: str
    level: Level
    found: str
    todo: str = ""
    data: Mapping[str, object] = field(default_factory=dict)
    quoted: tuple[str, ...] = ()
    picture: bytes = b""
