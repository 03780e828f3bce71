"""People and the table: who goes home or sits down, a missing card, a game that is called off."""

from companion.core.actions import Action, CallOff, Join, Leave
from companion.core.game import setup_of
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.tui.asking.dialogs import AskScreen, ChooseScreen, Talk
from companion.tui.asking.lines import seat_keys
from companion.tui.live import Live
from companion.tui.parts.announcing import Announcing
from companion.tui.parts.new_card import ask_new_card, may_add_card


class People:
    """Asks who leaves, who joins, or why the game is called off."""

    def __init__(self, live: Live, talk: Talk, announcing: Announcing) -> None:
        self.table = live.table
        self._talk = talk
        self._announcing = announcing

    async def change(self) -> None:
        """Change who sits at the table, or end the game."""
        if self.table.view().over:
            self._announcing.say(tr("The game is over."), bad=True)
            return
        left = setup_of(self.table.match.state).left
        here = [(Seat(at), name) for at, name in enumerate(self.table.seats) if at not in left]
        home = (tr("{name} goes home", name=name) for _, name in here)
        cards = (tr("add a card that the list lacks"),) if may_add_card(self.table) else ()
        labels = (*home, tr("somebody sits down"), tr("call the game off"), *cards)
        keys = seat_keys([seat for seat, _ in here], self.table.seats, len(labels))
        screen = ChooseScreen(tr("People and the table"), labels, keys=keys)
        at = await self._talk.ask(screen)
        if at is None:
            return
        action: Action | None
        if at < len(here):
            action = await self._leave(*here[at])
        elif at == len(here) + 2:
            action = await ask_new_card(self.table, self._talk)
        else:
            action = await (self._join() if at == len(here) else self._call_off())
        if action is not None and self._announcing.declare(action):
            told, undo = self.table.history()[-1].told, self._talk.key("table.undo", "u")
            self._announcing.say(tr("{told} · {undo} takes it back", told=told, undo=undo))

    async def _leave(self, seat: Seat, name: str) -> Action | None:
        notes = tr(
            "Cards and dice of {name} leave the game, turns pass over the seat, and the standing"
            " has it last. Undo ({undo}) brings everything back.",
            name=name,
            undo=self._talk.key("table.undo", "u"),
        )
        labels = (tr("yes, {name} goes home", name=name), tr("no, leave everything as it is"))
        question = tr("Go on without {name}?", name=name)
        sure = await self._talk.ask(ChooseScreen(question, labels, notes, likely=None)) == 0
        return Leave(None, seat) if sure else None

    async def _join(self) -> Action | None:
        name = await self._talk.ask(AskScreen(tr("Who sits down?")))
        if not name or not name.strip():
            return None
        names = self.table.seats
        labels = tuple(tr("after {name}", name=one) for one in names)
        screen = ChooseScreen(tr("Where, clockwise?"), labels, likely=len(names) - 1)
        at = await self._talk.ask(screen)
        return None if at is None else Join(None, name.strip(), Seat(at))

    async def _call_off(self) -> Action | None:
        notes = tr(
            "The game ends here, and the standing stays as it is: nobody wins. Undo ({undo}) goes"
            " on. Why? The record keeps it.",
            undo=self._talk.key("table.undo", "u"),
        )
        why = await self._talk.ask(AskScreen(tr("Call the game off?"), "", notes))
        return CallOff(None, why.strip()) if why and why.strip() else None
