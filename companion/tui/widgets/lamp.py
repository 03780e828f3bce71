"""The lamp of a dice source: one look says whether the camera sees the dice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from textual.content import Content
from textual.widgets import Static


class Light(StrEnum):
    """What the lamp shows."""

    NONE = "none"  # no source but the keyboard
    LOOKING = "looking"
    UNSURE = "unsure"  # dice move, or a reading is in question
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Lamp:
    """A colour and a reason."""

    light: Light = Light.NONE
    text: str = "keyboard"


NO_DICE: Final = Lamp(Light.NONE, "no dice")
"""What is shown where a game uses none."""


class LampLine(Static):
    """Draws a lamp."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.lamp: Lamp | None = None

    def show(self, lamp: Lamp) -> None:
        """Draw another lamp."""
        self.lamp = lamp
        style = _style(lamp.light)
        self.update(Content.assemble(("● ", style), (lamp.text, style if _bad(lamp) else "")))


def _bad(lamp: Lamp) -> bool:
    return lamp.light is Light.FAULT


def _style(light: Light) -> str:
    match light:
        case Light.NONE:
            return "#8a8fa3"
        case Light.LOOKING:
            return "$success"
        case Light.UNSURE:
            return "$warning"
        case Light.FAULT:
            return "bold $error"
        case _:
            assert_never(light)
