"""Writes docs/record.md from the action classes: `python -m companion.record.document`."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Final

from companion.core.actions import SHARED_ACTIONS
from companion.core.switches import specs
from companion.record.grammar import Form
from companion.record.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from companion.core.actions import Action
    from companion.core.game import Game

INTRODUCTION: Final = """\
# The record

A record is a whole session as plain text: what was fixed at the start, then everything that was
declared and everything the dice showed, one action a line. It can be typed, compared, mailed and
kept. `tableside check FILE` checks every line against the rules, `tableside score FILE` gives
score sheet and standing, `tableside sessions export ID FILE` writes one. Reading a record and
writing it again gives the same text, comments and layout included.

This page is made from the program itself; `python -m companion.record.document > docs/record.md`
makes it anew.

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
  (`light` when it is not said); `catalogue` names the file with the cards and the first digits of
  the SHA-256 of its bytes; each `switch` sets a house rule.
- The catalogue is looked for beside the record, then in the folder `catalogues` of the home
  folder. `invented` is the one that comes with the program. A file of the right name with other
  contents is refused.
- An action is an actor, a colon, a verb and its arguments. The actor is a seat's name, or `table`
  for everybody.
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
- A file has at most 5000 actions and 2 MB; a line at most 4096 characters.
"""


def page(shelf: Shelf | None = None) -> str:
    """Return the whole page."""
    games = shelf or Shelf()
    parts = [INTRODUCTION, "## Verbs of every game\n", _verbs(SHARED_ACTIONS)]
    parts += [_game(games.game(game_id)) for game_id in games.ids()]
    return "\n".join(parts)


def _game(game: Game[Any]) -> str:
    heading = f"## {game.title} (`{game.id}`)\n"
    table = ["Switches; the value in bold is the one without anybody's choice:\n"]
    for one in specs(game.house, game.prefix):
        values = " ".join(f"**{x}**" if x == one.default else x for x in one.choices)
        table.append(f"- `{one.name}`: {one.text} ({one.question}). {values}")
    return "\n".join([heading, _verbs(game.actions), "\n".join(table), ""])


def _verbs(actions: Iterable[type[Action]]) -> str:
    return "\n".join(_verb(Form.of(action)) for action in actions)


def _verb(form: Form) -> str:
    return (
        f"### {form.action.verb}\n\n{_summary(form.action)}\n\n"
        f"    {form.usage()}\n\nExample: `{form.action.example}`\n"
    )


def _summary(action: type[Action]) -> str:
    """Return the first paragraph of a class's docstring."""
    return " ".join(inspect.cleandoc(action.__doc__ or "").split("\n\n")[0].split())


if __name__ == "__main__":
    sys.stdout.write(page())
