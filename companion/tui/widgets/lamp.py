"""The lamps of the dice sources: one look says whether the camera sees and the tray is there."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from companion.core.texts import later, tr

GAP: Final = "  "
"""Between two lamps."""


class Light(StrEnum):
    """What the lamp shows."""

    NONE = "none"  # no source but the keyboard
    LOOKING = "looking"
    UNSURE = "unsure"  # dice move, or a reading is in question
    FAULT = "fault"


STYLES: Final = {
    Light.FAULT: "bold $error",
    Light.UNSURE: "$warning",
    Light.LOOKING: "$success",
    Light.NONE: "$text-muted",
}
"""What lights look like, the worst first."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A colour and a reason."""

    light: Light = Light.NONE
    text: str = later("keyboard")
    short: str = ""  # the reason in fewer words, empty for the same
    dice: str = ""  # the faces of dice that lie still before a camera, with blanks between them


NO_DICE: Final = Lamp(Light.NONE, later("no dice"))
"""What is shown where a game uses none."""


def worst_first(lamps: tuple[Lamp, ...]) -> tuple[Lamp, ...]:
    """Put bad news before good; what is equally bad keeps its order."""
    return tuple(sorted(lamps, key=lambda lamp: [*STYLES].index(lamp.light)))


def fitting(lamps: tuple[Lamp, ...], room: int) -> tuple[Lamp, ...]:
    """Return lamps, worst first, for so many columns: all of them, in short, or one that sums them up."""
    brief = tuple(Lamp(lamp.light, lamp.short or tr(lamp.text)) for lamp in lamps)
    for tried in (lamps, brief):
        if _wide(tried) <= room:
            return tried
    if len(lamps) < 2:  # noqa: PLR2004 - one lamp cannot be summed up
        return brief
    worst, count = brief[0], len(lamps)
    well = sum(lamp.light in {Light.LOOKING, Light.NONE} for lamp in lamps)
    text = tr("{well} of {lamps} devices: {worst}", well=well, lamps=count, worst=tr(worst.text))
    return (Lamp(worst.light, tr("{lamps} devices", lamps=count) if well == count else text),)


def _wide(lamps: tuple[Lamp, ...]) -> int:
    return sum(2 + cell_len(tr(lamp.text)) for lamp in lamps) + len(GAP) * (len(lamps) - 1)


class LampLine(Static):
    """Draws lamps side by side, worst first."""

    lamps: tuple[Lamp, ...] = ()
    _drawn: tuple[Lamp, ...] = ()

    def show(self, lamps: tuple[Lamp, ...], room: int) -> None:
        """Draw lamps, worst first, in at most so many columns; the same ones cost nothing."""
        self.lamps = lamps
        drawn = fitting(lamps, room)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self.update(Content(GAP).join([_content(lamp) for lamp in drawn]))


def _content(lamp: Lamp) -> Content:
    style = STYLES[lamp.light]
    return Content.assemble(("● ", style), (tr(lamp.text), style if lamp.light is Light.FAULT else ""))
