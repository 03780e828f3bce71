"""Asking for a list of cards: one by one, or several pasted at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.tui import choices
from companion.tui.screens.pick_card import SEVERAL, PickScreen

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.game import Fill
    from companion.tui.screens.declaring import DeclaringScreen

ALL: Final = tr("that is all")


class Listing:
    """One list on its way.

    Attributes:
        chosen: what is in it so far.
    """

    def __init__(self, screen: DeclaringScreen, text: str, action: Action, fill: Fill) -> None:
        """Begin an empty list.

        Args:
            screen: where it is asked.
            text: what is declared, for people.
            action: with the list still empty.
            fill: what may be in it.
        """
        self.screen = screen
        self.text = text
        self.action = action
        self.fill = fill
        self.chosen: list[object] = []

    async def run(self) -> tuple[object, ...] | None:
        """Ask entry by entry; a way back takes the last one out again, and then gives None."""
        remark = ""
        while len(self.chosen) < self.fill.most or remark:
            screen, offered = self._question(remark)
            done = screen.labels[:1] == (ALL,)
            at = await self.screen.app.push_screen_wait(screen)
            remark = ""
            if at == SEVERAL:
                remark = self._paste(screen.pasted)
            elif at is None and not self.chosen:
                return None
            elif at is None:
                self.chosen.pop()
            elif done and at == 0:
                break
            else:
                self.chosen.append(offered[at - int(done)])
        return tuple(self.chosen)

    def _left(self) -> list[object]:
        left = list(self.fill.values)
        for value in self.chosen:
            left.remove(value)
        return left

    def _question(self, remark: str) -> tuple[PickScreen, list[object]]:
        fill, many = self.fill, len(self.chosen)
        offered = list(dict.fromkeys(self._left())) if many < fill.most else []
        done = [ALL] if many >= fill.least else []
        labels = [*done, *(self._label(one) for one in offered)]
        most = str(fill.most) if fill.least == fill.most else tr("at most {most}", most=fill.most)
        question = tr("{text}: number {many} of {most}?", text=self.text, many=many + 1, most=most)
        if not offered:
            question = tr("{text}: is that all?", text=self.text)
        notes = [remark] if remark else []
        so_far = [self._label(one) for one in self.chosen]
        notes += [tr("So far:"), *so_far] if so_far else [tr("Several can be pasted at once.")]
        used = self.screen.last_used(tuple(offered))
        first = (*range(len(done)), *(at + len(done) for at in used))
        return PickScreen(question, tuple(labels), "\n".join(notes), first), offered

    def _label(self, value: object) -> str:
        return self.screen.label_of(self.fill.field, value, self.action)

    def _paste(self, text: str) -> str:
        left = self._left()
        cards = getattr(self.screen.table.catalogue, "cards", {})
        names = [str(getattr(cards.get(choices.card_of(one)), "name", "")) for one in left]
        found = choices.pasted(text, left, names, self.fill.most - len(self.chosen))
        self.chosen += [left[place] for place in found.places]
        return found.remark()
