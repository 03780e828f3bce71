"""What a table remembers of its dice before one camera: learnt from what it settles, kept in a file.

Everything is done in the camera's thread, but for `learn`, which the table calls.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.core.dice import DieFace, sculpted
from vision.errors import TaughtError
from vision.taught.file import SUFFIX
from vision.taught.learnt import Learnt, read_learnt
from vision.view import evidence_corner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from vision.settle import SettledRoll
    from vision.taught.recognise import Embedder
    from vision.types import DieSighting

    Balance = Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
    """Makes a picture of the camera what the reader is shown of it."""

_ROLLS: Final = 8  # So many of the last rolls can still be learnt from, when people put one right
_SAVED_S: Final = 30.0  # What is learnt is written so often at most, and at the end


@dataclass(frozen=True, slots=True)
class Learns:
    """The folder where a household keeps what its tables learn, and whether they are to, just now."""

    folder: Path
    wanted: Callable[[], bool]


class Memory:
    """Remembers the dice of one camera.

    Args:
        learns: where what was learnt lies, and whether people want dice to be learnt.
        camera: as people name it; each has a file of its own.
        embed: the network that looks at the dice.
    """

    def __init__(self, learns: Learns, camera: str, embed: Embedder) -> None:
        name = sha256(camera.encode("utf-8", "replace")).hexdigest()[:16]
        self._path = learns.folder / f"{name}{SUFFIX}"
        self._embed = embed
        self._wanted = learns.wanted
        self._learnt = Learnt(embed)
        with suppress(TaughtError):  # damaged: it is only remembered for convenience
            self._learnt = read_learnt(self._path, embed)
        self._kept = self._path.is_file()
        self._changed, self._saved_at = False, monotonic()
        self._rolls: OrderedDict[str, SettledRoll] = OrderedDict()
        self._told: SimpleQueue[tuple[str, tuple[DieFace | None, ...]]] = SimpleQueue()
        self.balance: Balance | None = None

    @property
    def learnt(self) -> Learnt | None:
        """What is known of the dice; None while people do not want it."""
        return self._learnt if self._wanted() else None

    def note(self, key: str, roll: SettledRoll) -> None:
        """Hold a roll until the table has settled what it shows."""
        self._rolls[key] = roll
        if len(self._rolls) > _ROLLS:
            self._rolls.popitem(last=False)

    def learn(self, key: str, dice: tuple[DieFace | None, ...]) -> None:
        """Note what the table settled on; from any thread. See `RollSource.learn`."""
        self._told.put((key, dice))

    def work(self, *, last: bool = False) -> None:
        """Learn what the table has settled since; keep it now and then, and at the `last` call."""
        while True:
            try:
                key, dice = self._told.get_nowait()
            except Empty:
                break
            roll = self._rolls.get(key)
            if roll is not None and len(dice) == len(roll.sightings) and self._wanted():
                self._take(roll, dice)
        due = last or not self._kept or monotonic() - self._saved_at >= _SAVED_S
        if self._changed and due:
            self._forget_if_told()
            self._changed, self._saved_at = False, monotonic()
            with suppress(TaughtError):
                self._learnt.write(self._path)
                self._kept = True

    def _take(self, roll: SettledRoll, dice: tuple[DieFace | None, ...]) -> None:
        self._forget_if_told()
        left, top = evidence_corner(roll.sightings)
        picture = roll.evidence if self.balance is None else self.balance(roll.evidence)
        for one, die in zip(roll.sightings, dice, strict=True):
            if (which := _worth_learning(one, die)) is not None:
                box = one.box._replace(x=one.box.x - left, y=one.box.y - top)
                with suppress(TaughtError):  # too small, or of a name that cannot be kept
                    self._learnt.learn(picture, box, *which)
                    self._changed = True

    def _forget_if_told(self) -> None:
        """Begin anew where somebody took the file away: that is how it is told to forget."""
        if self._kept and not self._path.exists():
            self._learnt, self._kept = Learnt(self._embed), False


def _worth_learning(seen: DieSighting, said: DieFace | None) -> tuple[str, str] | None:
    """Kind and face to remember a die by; None where nothing new, or nothing sure, was said of it.

    What is sure only by what was learnt must not confirm itself.
    """
    if said is None or not seen.kind or seen.status == "cocked":
        return None
    kind = seen.kind if sculpted(said.kind) and not sculpted(seen.kind) else said.kind
    if seen.learnt and (seen.kind, seen.face) == (kind, said.face):
        return None
    return kind, said.face
