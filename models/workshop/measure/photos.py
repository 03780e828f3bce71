"""From a folder with a manifest to everything that is measured on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from models.workshop.measure.contestants import OurReader, PeerFinding, PeerToldBoxes
from models.workshop.measure.manifest import NAME, ManifestError, of_kinds, read_manifest, sampled
from models.workshop.measure.match import OVERLAP
from models.workshop.measure.run import Contestant, Run, run
from models.workshop.peers.pips import PipCounter
from models.workshop.peers.templates import TemplateReader


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure, and how.

    Attributes:
        photos: folder with a manifest.
        models: folder of networks; those that ship when None.
        every: look at every n-th picture only.
        sample: look at this many pictures only, chosen evenly over the clips; None for all.
        kinds: only pictures that show dice of these kinds alone; all when empty.
        expect_kinds: tell the readers which kinds of dice lie there, as a game would.
        overlap: of boxes, from which a die counts as found.
        peers: measure the classical readers as well.
        threads: how many processor cores one look of the networks may use.
    """

    photos: Path
    models: Path | None = None
    every: int = 1
    sample: int | None = None
    kinds: tuple[str, ...] = ()
    expect_kinds: bool = False
    overlap: float = OVERLAP
    peers: bool = True
    threads: int = 2


def measure_photos(options: Options, progress: Callable[[int, int], None] = lambda _done, _of: None) -> Run:
    """Read the manifest and measure every reader on its pictures, ours first.

    Raises:
        VisionError: the manifest, a picture or a network is missing or broken.
    """
    pictures = of_kinds(read_manifest(options.photos / NAME), options.kinds)[:: options.every]
    if options.sample is not None:
        pictures = sampled(pictures, options.sample)
    if not pictures:
        raise ManifestError(f"{options.photos / NAME}: shows no {' or '.join(options.kinds)} alone")
    contestants: list[Contestant] = [OurReader(options.models, options.threads)]
    if options.peers:
        for peer in (TemplateReader(), PipCounter()):
            contestants += [PeerFinding(peer), PeerToldBoxes(peer)]
    return run(
        contestants,
        options.photos,
        pictures,
        expect_kinds=options.expect_kinds,
        overlap=options.overlap,
        progress=progress,
    )
