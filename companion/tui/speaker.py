"""The voice at a table: hears what is committed, and has it said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.session.announcer import Announcer, doubt, moment, refusal
from companion.session.changes import changes

if TYPE_CHECKING:
    from companion.core.verdict import Verdict
    from companion.rolls.arbiter import Ask
    from companion.session.history import Change
    from companion.tui.live import Live


class Speaker:
    """Says what happens at one table while its voice is on. Belongs to the screens' own thread.

    Args:
        live: the table, and its voice.
    """

    def __init__(self, live: Live) -> None:
        self._live = live
        self._steps: list[Change] = []
        self._match = live.table.match
        self._announcer = Announcer().pass_over(moment(live.table))
        self._refused: Verdict | None = None
        self._doubted: Ask | None = None
        self._leave = live.table.subscribe(self._steps.append)

    @property
    def on(self) -> bool:
        """Whether a voice speaks."""
        return self._live.speaking

    def turn(self, *, on: bool) -> str:
        """Switch the voice on, which says where the game stands, or off at once.

        Returns:
            Why it cannot be on; empty when all is well.
        """
        problem = self._live.speak(on=on)
        if self.on:
            self._announcer, said = self._announcer.begin(moment(self._live.table))
            self._live.say(said)
        return problem

    def catch_up(self) -> None:
        """Say what was committed since the last time; steps of one declaration come together."""
        steps, self._steps[:] = tuple(self._steps), []
        if not steps:
            return
        table = self._live.table
        before, self._match = self._match, table.match
        if not self.on:
            self._announcer = self._announcer.pass_over(moment(table))
            return
        changed = changes(before, table.match)
        self._announcer, said = self._announcer.after(steps, moment(table), changed)
        self._live.say(said)

    def refused(self, verdict: Verdict | None) -> bool:
        """Say a refusal once; True when it is news."""
        news = verdict is not None and verdict is not self._refused and not verdict.legal
        self._refused = verdict
        if news and verdict is not None:
            self._live.say((refusal(verdict),))
        return news

    def doubted(self, ask: Ask | None) -> bool:
        """Say once that a roll is in question; True when it is news."""
        news = ask is not None and ask is not self._doubted
        self._doubted = ask
        if news and ask is not None:
            self._live.say((doubt(ask),))
        return news

    def close(self) -> None:
        """Hear no more."""
        self._leave()
