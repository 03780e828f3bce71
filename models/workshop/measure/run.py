"""Looking at every known picture with one or several readers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final, Protocol

from models.workshop.measure.manifest import KnownDie, KnownPicture, scenes
from models.workshop.measure.match import OVERLAP, Matched, match, overlap
from models.workshop.measure.tally import Extra, Outcome
from vision.pictures import load_picture
from vision.types import DieSighting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_SUM: Final = 20_000
"""Terms of the sum that is done beside every picture, always the same."""


class Contestant(Protocol):
    """A reader of dice as it is measured."""

    @property
    def name(self) -> str:
        """What it is called in tables."""

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of dice that it knows."""

    @property
    def boxed(self) -> bool:
        """Whether it is told where each die lies, and so is only shown dice with known boxes."""

    @property
    def skips_unknown(self) -> bool:
        """Whether it is spared pictures without any die that it knows."""

    def look(
        self, image: NDArray[np.uint8], dice: Sequence[KnownDie], expect: tuple[str, ...]
    ) -> tuple[Sequence[DieSighting], dict[str, float]]:
        """Every die in a picture, and the seconds by stage.

        Args:
            image: (H, W, 3) uint8, blue-green-red.
            dice: what is known; only a boxed reader may look at the boxes, in whose order it
                answers, and none at the faces.
            expect: kinds asked for; empty when nothing is told.
        """


@dataclass(slots=True)
class Measured:
    """What one reader made of the pictures.

    Attributes:
        name: of the reader.
        kinds: that it knows.
        boxed: whether it was told where the dice lie.
        overlap: of boxes, from which a die counts as found.
        outcomes: one a known die that it was shown.
        extra: findings that are no known die.
        seconds: by stage, one entry a picture.
        pictures: how many it looked at.
        spared: pictures left out, with no die that it knows, or none with a known box.
    """

    name: str
    kinds: frozenset[str]
    boxed: bool
    overlap: float = OVERLAP
    outcomes: list[Outcome] = field(default_factory=list)
    extra: list[Extra] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    pictures: int = 0
    spared: int = 0


@dataclass(slots=True)
class Run:
    """All readers on the same pictures.

    Attributes:
        pictures: that were looked at.
        measured: a reader each.
        decode: seconds a picture, from the file to the array.
        sums: seconds that always the same sum took, one a picture: what varies is the machine.
        wall: seconds that all took.
        processor: seconds of processor cores that this process got meanwhile.
    """

    pictures: list[KnownPicture]
    measured: list[Measured]
    decode: list[float] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    wall: float = 0.0
    processor: float = 0.0


def run(
    contestants: Sequence[Contestant],
    folder: Path,
    pictures: Sequence[KnownPicture],
    *,
    expect_kinds: bool = False,
    overlap: float = OVERLAP,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Run:
    """Show every picture to every reader.

    Args:
        contestants: what is measured, in the order of the report.
        folder: where the pictures' paths start.
        pictures: with what is true of them.
        overlap: of boxes from which a die counts as found.
        expect_kinds: tell each reader the kinds of the dice that lie there, as a game would.
        progress: is told after each picture how many are done, and of how many.

    Raises:
        PictureError: a picture is missing or broken.
    """
    known_scenes = scenes(pictures)
    measured = [Measured(one.name, one.kinds, one.boxed, overlap) for one in contestants]
    result = Run(list(pictures), measured)
    started = perf_counter(), process_time()
    for number, picture in enumerate(pictures, 1):
        result.sums.append(_sum_time())
        began = perf_counter()
        image = load_picture(folder / picture.path)
        result.decode.append(perf_counter() - began)
        for contestant, so_far in zip(contestants, measured, strict=True):
            _show(contestant, so_far, picture, image, known_scenes[picture.path], expect_kinds)
        progress(number, len(pictures))
    result.wall, result.processor = perf_counter() - started[0], process_time() - started[1]
    return result


def _show(
    contestant: Contestant,
    measured: Measured,
    picture: KnownPicture,
    image: NDArray[np.uint8],
    scene: str,
    expect_kinds: bool,  # noqa: FBT001 - handed through
) -> None:
    dice = [die for die in picture.dice if die.box is not None or not contestant.boxed]
    spare = contestant.skips_unknown and not any(die.kind in contestant.kinds for die in dice)
    if not dice or spare:
        measured.spared += 1
        return
    expect = tuple(die.kind for die in dice) if expect_kinds else ()
    if not measured.pictures:
        contestant.look(image, dice, expect)  # the first look loads and warms up
    began = perf_counter()
    seen, stages = contestant.look(image, dice, expect)
    whole = perf_counter() - began
    for stage, seconds in stages.items():
        measured.seconds[stage].append(seconds)
    measured.seconds["whole"].append(whole)
    measured.pictures += 1
    matched = Matched(tuple(seen), ()) if contestant.boxed else match(dice, seen, measured.overlap)
    for die, one in zip(dice, matched.seen, strict=True):
        close = one is None or die.box is None or overlap(die.box, one.box) >= measured.overlap
        known = die.kind in contestant.kinds
        measured.outcomes.append(Outcome(die, picture.path, scene, one, known, close))
    owners = {die.physical_die for die in picture.dice}
    owner = owners.pop() if len(owners) == 1 else ""
    measured.extra += [Extra(picture.clip, owner, one) for one in matched.extra]


def _sum_time() -> float:
    began = perf_counter()
    sum(range(_SUM))
    return perf_counter() - began
