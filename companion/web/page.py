"""The page in words: what the picture shows, for screen readers, narrow phones and plain browsers.

Everything here is a function of a sight; everything that people named is escaped.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from companion.core.dice import RollRequest
from companion.core.printable import markup_escaped as escape
from companion.core.texts import listed, tr
from companion.core.verdict import Question
from companion.session.asked import question_text
from companion.session.scene import Notice

if TYPE_CHECKING:
    from companion.session.scene import Scene, Sight

MOVES: Final = 40
"""So many of the last moves stand on the page."""
REFRESH: Final = 4
"""Seconds after which a browser without scripts loads the page anew."""
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
    lost = tr("The table cannot be reached. This page goes on trying.")
    refresh = f'<noscript><meta http-equiv="refresh" content="{REFRESH}"></noscript>'
    return _document(
        title(sight),
        f'{_pictures(number)}\n<main id="words">{words(sight)}</main>\n'
        '<p id="news" role="status"></p>\n'
        f'<p id="lost" hidden>{escape(lost)}</p>',
        f'{refresh}\n<script src="/page.js" defer></script>',
    )


def code_page(problem: str = "") -> str:
    """Return the page that asks for the code."""
    where = tr("It stands beside the address, on the laptop at the table.")
    said = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    return _document(
        tr("Tableside: the code, please"),
        f"<main><h1>{escape(tr('The code, please'))}</h1>{said}"
        f'<form method="get" action="/"><label for="code">{escape(where)}</label>'
        '<input id="code" name="code" autocomplete="off" autocapitalize="characters"'
        ' spellcheck="false" required autofocus>'
        f"<button>{escape(tr('Look on'))}</button></form></main>",
    )


def title(sight: Sight) -> str:
    """Say in a browser's tab what is going on."""
    return "Tableside" if isinstance(sight, Notice) else f"{sight.view.headline} · {sight.title}"


def news(sight: Sight) -> str:
    """Say what is new, for a screen reader to read out."""
    if isinstance(sight, Notice):
        return sight.text
    last = [line.told for line in sight.history[-1:]]
    return ". ".join([*last, sight.view.headline, *_awaited(sight)])


def words(sight: Sight) -> str:
    """Say in HTML what the picture shows."""
    if isinstance(sight, Notice):
        return f"<h1>Tableside</h1><p>{escape(sight.text)}</p>"
    awaited = "".join(f"<p>{escape(line)}</p>" for line in _awaited(sight))
    result = tr("Result") if sight.view.over else tr("Standing")
    return (
        f'<header><p class="game">{escape(sight.title)}</p>'
        f"<h1>{escape(sight.view.headline)}</h1>"
        f'<div class="awaited">{awaited}</div></header>'
        f"<section><h2>{escape(result)}</h2>{_standing(sight)}</section>"
        f"<section><h2>{escape(tr('Last moves'))}</h2>{_moves(sight)}</section>"
    )


def _awaited(scene: Scene) -> list[str]:
    pending = scene.pending
    if scene.view.over:
        names = listed([scene.seats[seat] for seat in scene.standing.winners])
        won = [tr("{names} won.", names=names)] if names else []
        return [*won, scene.standing.explanation]
    if isinstance(pending, RollRequest):
        who = scene.seats[pending.roller]
        line = tr(
            "{who} rolls {dice}: {purpose} ({rule})",
            who=who,
            dice=pending.dice_text(),
            purpose=pending.purpose,
            rule=pending.rule,
        )
        return [line, *([tr("Needed: {needs}", needs=pending.needs)] if pending.needs else [])]
    if isinstance(pending, Question):
        return [question_text(pending, scene.seats)]
    return []


def _standing(scene: Scene) -> str:
    rows = "".join(
        f'<tr><td>{place.rank}.</td><th scope="row">{escape(scene.seats[place.seat])}</th>'
        f"<td>{escape(place.why)}</td></tr>"
        for place in scene.standing.places
    )
    titles = (tr("Place"), tr("Player"), tr("Why"))
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _moves(scene: Scene) -> str:
    if not scene.history:
        return f"<p>{escape(tr('Nothing has happened yet.'))}</p>"
    back = escape(tr("(taken back)"))
    lines = "".join(
        f'<li value="{line.number}">'
        + (f"<del>{escape(line.told)}</del> {back}" if line.undone else escape(line.told))
        + "</li>"
        for line in reversed(scene.history[-MOVES:])
    )
    return f"<ol reversed>{lines}</ol>"


def _pictures(number: int) -> str:
    sources = "".join(
        f'<source media="{media}" srcset="/picture/{size}.svg?{number}">'
        for size, media in MEDIA.items()
        if media
    )
    plain = next(size for size, media in MEDIA.items() if not media)
    said = tr("The table as a picture; the words below say the same.")
    return f'<picture>{sources}<img src="/picture/{plain}.svg?{number}" alt="{escape(said)}"></picture>'


def _document(name: str, body: str, more: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(name)}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="dark light">\n'
        '<link rel="icon" href="data:,">\n<link rel="stylesheet" href="/page.css">\n'
        f"{more}\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
