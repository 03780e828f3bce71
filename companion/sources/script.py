"""A script: rolls written down beforehand, for tests and demonstrations. It rolls nothing."""

from collections.abc import Callable, Iterable
from itertools import cycle
from queue import Empty, SimpleQueue
from time import monotonic

from companion.core.dice import FACES
from companion.core.texts import tr
from companion.rolls.readings import DieReading, RollReading, SourceFault, SourceKind
from companion.rolls.source import RollSource
from companion.rolls.typed import parse_roll


class ScriptSource(RollSource):
    """Hands in the next roll of a list whenever a request opens, from a thread of its own.

    A roll is what the keyboard would be given: `7`, `d10=7`, `S 2 4`. All are read at once, so a
    mistake shows before the game begins. For people to read what is asked, each waits for `pause`
    seconds. The name tells scripts of one session apart.

    Raises:
        UnreadableRollError: one of the texts names no roll.
    """

    kind = SourceKind.SCRIPT

    def __init__(
        self, rolls: Iterable[str], name: str = "script", clock: Callable[[], float] = monotonic, pause: float = 0.0
    ) -> None:
        super().__init__(name if name.startswith("script") else f"script:{name}", self._run)
        self._rolls: list[tuple[DieReading, ...]] = [parse_roll(roll) for roll in rolls]
        self._clock = clock
        self._wanted: SimpleQueue[tuple[str, ...]] = SimpleQueue()
        self._pause = pause

    @property
    def left(self) -> int:
        """How many rolls are still to come."""
        return len(self._rolls) - self._throws

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Hand in the next roll when `kinds` names dice."""
        if kinds:
            self._wanted.put(kinds)

    def _run(self) -> None:
        closed = self.closed
        while not closed.is_set():
            try:
                kinds = self._wanted.get(timeout=0.05)
            except Empty:
                continue
            if not closed.wait(self._pause):
                self._roll(kinds)

    def _roll(self, kinds: tuple[str, ...]) -> None:
        if not self.left:
            what, name = tr("the script has ended"), self.source_id
            fault = SourceFault(name, what, name, tr("type the dice"), over=True, expected=True)
            self._hand_in(fault)
            return
        dice = self._dice(kinds)
        self._throws += 1
        key = f"{self.source_id}#{self._throws}"
        self._hand_in(RollReading(self.kind, self.source_id, key, dice, self._clock(), self._throws))

    def _dice(self, _kinds: tuple[str, ...]) -> tuple[DieReading, ...]:
        return self._rolls[self._throws]


class PracticeSource(ScriptSource):
    """Hands in whatever dice are asked for, with faces that follow written digits, over and over."""

    def __init__(self, digits: str, pause: float) -> None:
        super().__init__((), "practice", pause=pause)
        self._digits = cycle(map(int, digits))

    @property
    def left(self) -> int:
        """There is always one more."""
        return 1

    def _dice(self, kinds: tuple[str, ...]) -> tuple[DieReading, ...]:
        return tuple(DieReading(kind, FACES[kind][next(self._digits) % len(FACES[kind])]) for kind in kinds)
