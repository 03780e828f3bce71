"""The lamps of the dice sources: one look says whether the camera sees and the tray is there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from companion.core.texts import tr

GAP: Final = "  "
"""Between two lamps."""


class Light(StrEnum):
    """What the lamp shows."""

    NONE = "none"  # no source but the keyboard
    LOOKING = "looking"
    UNSURE = "unsure"  # dice move, or a reading is in question
    FAULT = "fault"


_WORST_FIRST: Final = (Light.FAULT, Light.UNSURE, Light.LOOKING, Light.NONE)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A colour and a reason.

    Attributes:
        light: the colour.
        text: the reason.
        short: the reason in fewer words, where there is little room; empty for the same.
    """

    light: Light = Light.NONE
    text: str = tr("keyboard")
    short: str = ""


NO_DICE: Final = Lamp(Light.NONE, tr("no dice"))
"""What is shown where a game uses none."""


def worst_first(lamps: tuple[Lamp, ...]) -> tuple[Lamp, ...]:
    """Put bad news before good; what is equally bad keeps its order."""
    return tuple(sorted(lamps, key=lambda lamp: _WORST_FIRST.index(lamp.light)))


def fitting(lamps: tuple[Lamp, ...], room: int) -> tuple[Lamp, ...]:
    """Return lamps for so many columns: all of them, in short, or one that sums them up.

    Args:
        lamps: worst first.
        room: columns.
    """
    brief = tuple(Lamp(lamp.light, lamp.short or lamp.text) for lamp in lamps)
    for tried in (lamps, brief):
        if _wide(tried) <= room:
            return tried
    if len(lamps) < 2:  # noqa: PLR2004 - one lamp cannot be summed up
        return brief
    worst = brief[0]
    well = sum(lamp.light in {Light.LOOKING, Light.NONE} for lamp in lamps)
    if well == len(lamps):
        return (Lamp(worst.light, tr("{lamps} devices", lamps=len(lamps))),)
    return (
        Lamp(
            worst.light,
            tr("{well} of {lamps} devices: {worst}", well=well, lamps=len(lamps), worst=worst.text),
        ),
    )


def _wide(lamps: tuple[Lamp, ...]) -> int:
    return sum(2 + cell_len(lamp.text) for lamp in lamps) + len(GAP) * (len(lamps) - 1)


class LampLine(Static):
    """Draws lamps side by side.

    Attributes:
        lamp: the worst of them; None before the first.
        lamps: all of them, worst first.
    """

    lamps: tuple[Lamp, ...] = ()
    _drawn: tuple[Lamp, ...] = ()

    @property
    def lamp(self) -> Lamp | None:
        """The worst lamp."""
        return self.lamps[0] if self.lamps else None

    def show(self, lamps: tuple[Lamp, ...], room: int) -> None:
        """Draw lamps, worst first, in at most so many columns; the same ones cost nothing."""
        self.lamps = lamps
        drawn = fitting(lamps, room)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self.update(Content(GAP).join([_content(lamp) for lamp in drawn]))


def _content(lamp: Lamp) -> Content:
    style = light_style(lamp.light)
    return Content.assemble(("● ", style), (lamp.text, style if lamp.light is Light.FAULT else ""))


def light_style(light: Light) -> str:
    """Return the colour of a light."""
    match light:
        case Light.NONE:
            return "$text-muted"
        case Light.LOOKING:
            return "$success"
        case Light.UNSURE:
            return "$warning"
        case Light.FAULT:
            return "bold $error"
        case _:
            assert_never(light)
