"""A taught set made ready for one network: what it sees in every example."""

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.labels import FEATURES
from vision.errors import TaughtError
from vision.taught.file import read_with_features, write_set
from vision.taught.recognise import COLOURS, TURNS_TAUGHT, Embedder, Looks, look_around
from vision.taught.sets import Example, TaughtSet

_AT_ONCE: Final = 16  # Examples looked at in one call: memory stays small however large the set is


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDice:
    """A set ready to be recognised."""

    name: str  # of the set
    classes: tuple[tuple[str, str], ...]  # (kind, face) of every face taught, in the set's order
    owner: NDArray[np.int64]  # (E,) the class of each example
    looks: Looks  # of every example; L is TURNS_TAUGHT
    identity: str  # SHA-256 of the network that looked

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds taught, in the set's order."""
        return tuple(dict.fromkeys(kind for kind, _ in self.classes))


def look_at_examples(examples: Sequence[Example], embed: Embedder) -> Looks:
    """Look at one or more examples; raises `TaughtError`: one is no picture."""
    parts = [examples[begin : begin + _AT_ONCE] for begin in range(0, len(examples), _AT_ONCE)]
    return Looks.all_of([look_around([(one.picture(), one.frame) for one in part], embed) for part in parts])


Looker = Callable[[Sequence[Example], Embedder], Looks]
"""What looks at the examples of a set."""


def make_ready(taught: TaughtSet, embed: Embedder, look: Looker = look_at_examples) -> TaughtDice:
    """Look at every example of a set; raises `TaughtError`: it is empty, or one is no picture."""
    classes, owner = _classes(taught)
    if not classes:
        raise TaughtError(f"set {taught.name}: nothing was taught yet; tableside teach")
    looks = look([example for _, _, example in taught.examples()], embed)
    return TaughtDice(taught.name, classes, owner, looks, embed.identity)


def _classes(taught: TaughtSet) -> tuple[tuple[tuple[str, str], ...], NDArray[np.int64]]:
    """Kind and face of every face taught, and the class of each example, (E,)."""
    each = [(kind, face) for kind, face, _ in taught.examples()]
    classes = tuple(dict.fromkeys(each))
    places = {both: place for place, both in enumerate(classes)}
    return classes, np.array([places[both] for both in each], np.int64)


def open_taught(path: Path, embed: Embedder, look: Looker = look_at_examples, turns: int = TURNS_TAUGHT) -> TaughtDice:
    """Read a set and make it ready; what the network sees in it is kept in the file for next time.

    `look` takes so many looks at each example as there are `turns`. That it
    cannot be kept hinders nothing: then the network looks again next time.

    Raises:
        TaughtError: the file is missing, damaged or empty.
    """
    taught, kept = read_with_features(path, embed.identity)
    if kept is not None:
        found = _unpack(taught, kept, embed.identity, turns)
        if found is not None:
            return found
    ready = make_ready(taught, embed, look)
    with suppress(TaughtError):
        write_set(path, taught, {embed.identity: pack(ready.looks)})
    return ready


def pack(looks: Looks) -> bytes:
    """Looks as bytes: three arrays of numbers, one after another, in NumPy's own format."""
    held = io.BytesIO()
    for array in (looks.features, looks.faces, looks.colours):
        np.save(held, array.astype(np.float16), allow_pickle=False)
    return held.getvalue()


def _unpack(taught: TaughtSet, data: bytes, identity: str, turns: int) -> TaughtDice | None:
    """The set made ready from what was kept, so many looks at each; None when that does not fit it."""
    classes, owner = _classes(taught)
    held = io.BytesIO(data)
    try:
        features, faces, colours = (np.load(held, allow_pickle=False).astype(np.float32) for _ in range(3))
    except (ValueError, OSError, EOFError, TypeError, AttributeError):
        return None
    fits = (
        classes
        and features.shape == (len(owner), turns, FEATURES)
        and faces.ndim == len(("example", "label"))
        and len(faces) == len(owner)
        and colours.shape == (len(owner), COLOURS)
    )
    if not fits or not all(np.isfinite(one).all() for one in (features, faces, colours)):
        return None
    return TaughtDice(taught.name, classes, owner, Looks(features, faces, colours), identity)
