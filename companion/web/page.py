"""The page in words: what the picture shows, for screen readers, narrow phones and plain browsers.

Everything here is a function of a sight; the templates escape everything that people named.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Final

from companion.core.dice import RollRequest
from companion.core.texts import listed, tr
from companion.core.verdict import Question
from companion.session.html import render
from companion.session.prompts import question_text
from companion.session.scene import Notice, Scene, Sight

fill: Final = partial(render, "companion.web")

MOVES: Final = 40  # So many of the last moves stand on the page
REFRESH: Final = 4  # Seconds after which a browser without scripts loads the page anew
_LIGHT: Final = "(prefers-color-scheme: light)"
MEDIA: Final = {
    "phone-light": f"(max-width: 700px) and {_LIGHT}",
    "phone": "(max-width: 700px)",
    "laptop-light": f"(max-width: 1400px) and {_LIGHT}",
    "laptop": "(max-width: 1400px)",
    "wall-light": _LIGHT,
    "wall": "",
}
"""Which browser gets which picture: the first that fits; the last one is for all others."""

STYLE: Final = files("companion.web").joinpath("page.css").read_bytes()
SCRIPT: Final = files("companion.web").joinpath("page.js").read_bytes()


@dataclass(frozen=True, slots=True)
class Face:
    """What a page shows of something, whatever it is."""

    title: str  # what stands in the browser's tab
    news: str  # what a screen reader reads out when it is new
    template: str
    values: Mapping[str, object]  # what the template is filled with

    @property
    def words(self) -> str:
        """What is shown, in HTML without the page around it."""
        return fill(self.template, **self.values)

    def page(self, number: int, sizes: Mapping[str, str]) -> str:
        """Return the whole page; `sizes`: which browser gets which picture, if there are any."""
        more = {"sizes": sizes, "number": number, "refresh": REFRESH, "inner": self.template}
        return fill("page.html", title=self.title, **more, **self.values)


def code_page(problem: str = "") -> str:
    """Return the page that asks for the code."""
    return fill("code.html", title=tr("Tableside: the code, please"), problem=problem)


def face(sight: Sight) -> Face:
    """Return what a page shows of a sight."""
    if isinstance(sight, Notice):
        return Face("Tableside", sight.text, "words.html", {"notice": sight.text})
    waits, lines = awaited(sight), sight.history[-MOVES:]
    news = ". ".join([*(line.told for line in lines[-1:]), sight.view.headline, *waits])
    values = {"notice": "", "scene": sight, "awaited": waits, "lines": tuple(reversed(lines))}
    return Face(f"{sight.view.headline} · {sight.title}", news, "words.html", values)


def awaited(scene: Scene) -> list[str]:
    """Say what the table waits for; at the end, who won and why."""
    pending = scene.pending
    if scene.view.over:
        names = listed([scene.seats[seat] for seat in scene.standing.winners])
        won = [tr("{names} won.", names=names)] if names else []
        return [*won, scene.standing.explanation]
    if isinstance(pending, RollRequest):
        line = tr("{who} rolls {dice}: {purpose} ({rule})", who=scene.seats[pending.roller],
                  dice=pending.dice_text(), purpose=pending.purpose, rule=pending.rule)  # fmt: skip
        return [line, *([tr("Needed: {needs}", needs=pending.needs)] if pending.needs else [])]
    if isinstance(pending, Question):
        return [question_text(pending, scene.seats)]
    return []
