"""The roll moment: what is asked for in large letters, the picture, and the keys that answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.core.texts import tr
from companion.tui import keymap, roll_words
from companion.tui.desk_words import graded, told
from companion.tui.screens.hearing import HearingScreen
from companion.tui.spelling import press
from companion.tui.widgets.big_lines import BigLines
from companion.tui.widgets.history import History, by_what

if TYPE_CHECKING:
    from textual import events

    from companion.core.dice import DieFace
    from companion.session.history import HistoryLine
    from companion.tui.boards.base import Board
    from companion.tui.live import Live


class RollingScreen(HearingScreen):
    """A screen on which rolls are asked for, typed, settled and mended."""

    def __init__(self, live: Live, board: Board) -> None:
        super().__init__(live, board)
        self.typed = ""

    # -- showing ----------------------------------------------------------------------------------

    def show_roll(self) -> None:
        """Draw the open request, or the last roll that counts."""
        said = self._roll_said()
        resting = None if said else self._last_roll()
        roll = self.query_one("#roll")
        roll.display = bool(said or resting)
        roll.set_class(said is None and self.has_dice, "-resting")
        roll.set_class(not self.has_dice, "-none")
        shown = said or resting
        if shown is not None:
            self.query_one("#request", BigLines).show(*shown)

    def _roll_said(self) -> roll_words.Said | None:
        said = self._request_said()
        line = self.query_one(History).line
        if said is None or line is None or self.rolled(line) is None:
            return said
        # Keys go elsewhere: that must not be found out by a wrong roll.
        large, (purpose, *_) = said
        return large, (purpose, roll_words.mending(line.number))

    def _request_said(self) -> roll_words.Said | None:
        if self.live.desk.asking is not None:
            return roll_words.ask_said(self.live.desk.asking, self.typed, self._roll_keys)
        request = self.table.pending()
        held = self.table.held()
        if isinstance(request, RollRequest) and held is not None:
            return roll_words.held_said(held, self.called(request.roller), self._roll_keys)
        if isinstance(request, RollRequest):
            early = self.live.desk.claimable is not None
            return roll_words.request_said(
                request,
                self.called(request.roller),
                self.typed,
                early=early,
                keys=self._roll_keys,
            )
        return None

    @property
    def _roll_keys(self) -> roll_words.RollKeys:
        again = keymap.now(self.app, "table.void", "v")
        return roll_words.RollKeys(again, keymap.now(self.app, "table.claim", "c"))

    def _last_roll(self) -> roll_words.Said | None:
        """Say the last roll that counts, until the next one is asked for."""
        if not self.has_dice:
            return (), (roll_words.no_dice(self.table.match.game.title),)
        for step in self.table.match.now.newest():
            action = step.action
            if isinstance(action, Roll):
                faces = roll_words.faces_text(action.dice)
                line = self.table.history()[step.number - 1]
                return (f"{self.called(action.actor)} {faces}", faces), (
                    f"{line.told}  {by_what(line)}",
                )
        if self.live.eyes is None:
            return None
        # Before the first roll the camera can be set up by what it shows.
        return (), (tr("This is what the camera sees. No roll is asked for yet."),)

    def show_mending(self) -> None:
        """Say below the history which keys correct the highlighted line."""
        line = self.query_one(History).line
        roll = self.rolled(line)
        hint = self.query_one("#mend", Static)
        hint.display = line is not None
        if roll is not None and line is not None:
            hint.update(roll_words.mend_hint(roll.dice, self.instead(line)))
        elif line is not None:
            hint.update(tr("Enter corrects this line"))

    # -- keys -------------------------------------------------------------------------------------

    def roll_key(self, event: events.Key) -> bool:
        """Take a key for a line of the history or the open roll; False when it is for neither."""
        line = self.query_one(History).line
        roll = self.rolled(line)
        if line is not None and roll is not None:
            return self._mend_key(line, roll, event.character or "")
        return self._answer_key(event)

    def _mend_key(self, line: HistoryLine, roll: Roll, character: str) -> bool:
        dice = roll_words.mended(roll.dice, self.instead(line), character)
        if dice is not None:
            self.mend(line, dice)
        # While a line is worked on no digit may fall through to the open roll.
        return dice is not None or character.isdecimal()

    def _answer_key(self, event: events.Key) -> bool:
        asking = self.live.desk.asking
        request = asking.request if asking else self.table.pending()
        if not isinstance(request, RollRequest):
            return False
        character = event.character or ""
        if event.key == "enter" and not self.typed and (asking or self.table.held()):
            self.action_confirm()
            return True
        if (
            asking
            and character.isdecimal()
            and not (self.typed or roll_words.one_keystroke(request))
        ):
            if 0 < int(character) <= len(asking.candidates):
                self._confirm(asking.candidates[int(character) - 1].faces)
            return True
        after = press(request, self.typed, event.key, character, doubtful=asking is not None)
        if after is None:
            return self._on_no_die(request, character)
        short = roll_words.too_few(request, after.text) if after.entered else ""
        if short:  # what was typed stays
            self.remark(short)
            return True
        self.typed = "" if after.entered else after.text
        if after.entered:
            self._enter(after.text)
        else:
            self.show_roll()
        return True

    def _on_no_die(self, request: RollRequest, character: str) -> bool:
        """Say that no die shows a number: passed over in silence, the next one were another die's."""
        if not (roll_words.key_each(request) and character.isdecimal()):
            return False
        self.remark(roll_words.no_such_face(request, character))
        return True

    def _enter(self, typed: str) -> None:
        self.settle(lambda: told(self.live.desk.enter(typed)))

    def _confirm(self, faces: tuple[DieFace, ...]) -> None:
        self.settle(lambda: told(self.live.desk.confirm(faces)))

    def action_confirm(self) -> None:
        """Take the best guess of a reading in question."""
        if self.live.desk.asking is not None:
            self._confirm(self.live.desk.asking.guess)
        elif self.table.held() is not None:
            self.settle(lambda: graded(self.table.take_held()))

    def action_claim(self) -> None:
        """Take up the early roll."""
        self.settle(lambda: told(self.live.desk.claim()))

    def action_void(self) -> None:
        """Drop the roll in question."""
        self.settle(lambda: graded(self.live.desk.void(), tr("Dropped: roll again.")))
