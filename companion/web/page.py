"""The page in words: what the picture shows, for screen readers, narrow phones and plain browsers.

Everything here is a function of a sight; the templates escape everything that people named.
"""

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


def page(sight: Sight, number: int) -> str:
    """Return the whole page."""
    more = {"title": title(sight), "sizes": MEDIA, "number": number, "refresh": REFRESH}
    return fill("page.html", **more, **_values(sight))


def code_page(problem: str = "") -> str:
    """Return the page that asks for the code."""
    return fill("code.html", title=tr("Tableside: the code, please"), problem=problem)


def title(sight: Sight) -> str:
    """Say in a browser's tab what is going on."""
    return "Tableside" if isinstance(sight, Notice) else f"{sight.view.headline} · {sight.title}"


def news(sight: Sight) -> str:
    """Say what is new, for a screen reader to read out."""
    if isinstance(sight, Notice):
        return sight.text
    last = [line.told for line in sight.history[-1:]]
    return ". ".join([*last, sight.view.headline, *awaited(sight)])


def words(sight: Sight) -> str:
    """Say in HTML what the picture shows."""
    return fill("words.html", **_values(sight))


def _values(sight: Sight) -> dict[str, object]:
    if isinstance(sight, Notice):
        return {"notice": sight.text}
    lines = tuple(reversed(sight.history[-MOVES:]))
    return {"notice": "", "scene": sight, "awaited": awaited(sight), "lines": lines}


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
