"""Writes docs/record.md from the action classes: `make rules`, or `python tests/record_page.py`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from companion.core.actions import SHARED_ACTIONS, Action
from companion.core.game import Game
from companion.core.switches import SwitchSpec, specs
from companion.record.grammar import Form
from companion.record.shelf import Shelf

Box = tuple[Game[Any], ...]

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "record.md"

INTRODUCTION: Final = """\
# The record

A record is a whole session as plain text: what was fixed at the start, then everything that was
declared and everything the dice showed, one action a line. It can be typed, compared, mailed and
kept. `tableside check FILE` checks every line against the rules, `tableside score FILE` gives
score sheet and standing, `tableside sessions export ID FILE` writes one. Reading a record and
writing it again gives the same text, comments and layout included.

This page is made from the program itself; `make rules` makes it anew.

## Form

    record: 1
    game: rsf
    depth: full
    catalogue: mini.toml sha256:9f2c61d04a7be853
    seats: Ann, Ben, Mary Ann
    switch: rsf.zero_face = zero
    ---
    Ann: attack Ben
    Ann: roll d10=7            ; camera 0.998
    Ben: destroy R04
    table: ruling RSF-F3 allow "agreed before the game"
    "Mary Ann": end-turn

- The header comes first and ends with `---`. `record: 1` is its first line and names the format.
  `game` and `seats` (clockwise, with commas between) are needed; `depth` is `full` or `light`
  (`light` when it is not said), as the table begins: behind a line `table: light` it goes on in
  light depth; `catalogue` names the file with the cards and the first digits of the SHA-256 of its
  bytes; each `switch` sets a house rule.
- The catalogue is looked for beside the record, then in the folder `catalogues` of the home
  folder. `invented` is the one that comes with the program. A file of the right name with other
  contents is refused.
- An action is an actor, a colon, a verb and its arguments. The actor is a seat's name, or `table`
  for everybody.
- `seats` are those of the start. A line goes by the names of its moment: behind `join` it may name
  whoever has joined, and the line within an `amend` goes by the names of the line that it corrects.
- Actions are numbered from 1 in the order in which they stand; `amend` names these numbers.
- `;` begins a comment, except within quotes. Empty lines count for nothing.
- A word with blanks, quotes, `;` or `\\` is written in quotes; within quotes `\\"`, `\\\\`, `\\n`,
  `\\t` and `\\u202e` stand for what cannot be typed. A name with blanks, a colon or a comma is
  quoted as well when it stands in an action.
- Words in small letters below are typed as they stand. In `[brackets]` stands what may be left
  out; `...` takes as many words as there are, up to the next keyword. A word in quotes is never a
  keyword. `-` stands for nobody.
- SEAT is a name, NUMBER a whole number, CELL a place on the grid such as `2,-1`, DIEFACE a die and
  the face up as printed, such as `d10=7`, "LINE" a whole action in quotes, TEXT any word.
- A file has at most 200000 actions, 400000 lines and 16 MB; a line at most 4096 characters. A
  table at which people play takes nothing that would not fit, so it can always be written.
"""


def page(shelf: Shelf | None = None) -> str:
    """Return the whole page."""
    boxes = (shelf or Shelf()).boxes()
    parts = [INTRODUCTION, "## Games\n", _contents(boxes), "## Verbs of every game\n"]
    parts += [_verb(Form.of(action)) for action in SHARED_ACTIONS]
    return "\n".join([*parts, *(_box(box) for box in boxes)])


def _contents(boxes: Iterable[Box]) -> str:
    rows = ["| `game:` | | verbs of its own | switches |", "|---|---|---|---|"]
    for box in boxes:
        link = _title(box).lower().replace(" ", "-")
        anchor = "".join(sign for sign in link if sign.isalnum() or sign in "-_")
        rows += [
            f"| `{game.id}` | [{game.title}](#{anchor}) | {len(game.actions)} | {len(specs(game.house, game.prefix))} |"
            for game in box
        ]
    return "\n".join([*rows, ""])


def _box(box: Box) -> str:
    """Describe the games of a box; what several modes share stands there once."""
    verbs = [(game.id, [_verb(Form.of(action)) for action in game.actions]) for game in box]
    house = [(game.id, [_switch(one) for one in specs(game.house, game.prefix)]) for game in box]
    parts = [f"\n## {_title(box)}\n", *_shared(verbs, "###")]
    if any(lines for _, lines in house):
        parts += [f"### Switches of {_title(box)}\n"]
        parts += ["The value in bold is the one without anybody's choice.\n"]
        parts += _shared(house, "####")
    return "\n".join(parts).rstrip("\n") + "\n"


def _title(box: Box) -> str:
    """Return what the titles of a box have in common, or all of them."""
    titles = [game.title for game in box]
    words = zip(*(title.split() for title in titles), strict=False)
    shared = takewhile(lambda said: len(set(said)) == 1, words)
    return " ".join(said[0] for said in shared).rstrip(" :,(-·") or " and ".join(titles)


def _shared(lists: list[tuple[str, list[str]]], level: str) -> Iterator[str]:
    """Go through lines of several modes: first those of all, then those of some, each once."""
    having: dict[str, tuple[str, ...]] = {}
    for game_id, lines in lists:
        for line in lines:
            having[line] = (*having.get(line, ()), game_id)
    by_modes: dict[tuple[str, ...], list[str]] = {}
    for line, modes in having.items():
        by_modes.setdefault(modes, []).append(line)
    for modes, lines in sorted(by_modes.items(), key=lambda one: -len(one[0])):
        if len(lists) > 1:
            where = "In all modes" if len(modes) == len(lists) else f"In {_code(modes)}"
            yield f"{level} {where}\n"
        yield from lines
        yield ""


def _code(modes: tuple[str, ...]) -> str:
    return " and ".join(f"`{one}`" for one in modes)


def _verb(form: Form) -> str:
    example = form.action.example
    return f"- `{form.usage()}`: {_summary(form.action)} Such as `{example}`"


def _switch(one: SwitchSpec) -> str:
    values = " ".join(f"**{x}**" if x == one.default else x for x in one.choices)
    return f"- `{one.name}`: {one.text} ({one.question}). {values}"


def _summary(action: type[Action]) -> str:
    """Return the first paragraph of a class's docstring."""
    return " ".join(inspect.cleandoc(action.__doc__ or "").split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} is written\n")
