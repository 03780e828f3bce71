"""The dice reader: whether its networks are the ones that were shipped, and whether they still read."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from companion.doctor.case import Case
    from vision.reader import DiceReader

NETWORKS: Final = ("find", "read")
KIND: Final = "d10"
KNOWN: Final[Mapping[int, str]] = {16: "4", 40: "9", 64: "3"}
"""Pictures of the demo's clip in which a die lies still, by their number, and its face."""


def check(case: Case) -> Iterator[Result]:
    """Compare the networks with their cards, then read pictures of which the dice are known."""
    folder = _folder(case)
    cards = _cards(folder)
    yield cards
    if cards.level is Level.PROBLEM:
        return
    yield _read(folder)


def _folder(case: Case) -> Path:
    from pathlib import Path

    import models

    return case.edges.models or Path(models.__file__).parent


def _cards(folder: Path) -> Result:
    from vision.errors import ModelError
    from vision.network import read_card, read_model

    data: dict[str, Any] = {"networks": []}
    for name in NETWORKS:
        try:
            card = read_card(folder / f"{name}.toml")
            read_model(card, folder)
        except ModelError as error:
            what, _, _ = str(error).partition(";")
            return Result(
                "models", Level.PROBLEM, what, tr("install Tableside again"), data, (str(folder),)
            )
        row = {"name": card.name, "version": card.version, "sha256": card.sha256, "size": card.size}
        data["networks"].append(row)
    listed = ", ".join(f"{row['name']} {row['version']}" for row in data["networks"])
    return Result(
        "models", Level.OK, tr("as their cards say: {networks}", networks=listed), "", data
    )


def _read(folder: Path) -> Result:
    from companion.demo.table import shipped_clip
    from vision.errors import VisionError
    from vision.reader import open_reader

    try:
        with shipped_clip() as clip:
            pictures = _pictures(clip)
        begun = perf_counter()
        reader = open_reader(folder)
        loaded = perf_counter()
        answers = {number: _answer(reader, image) for number, image in pictures.items()}
    except (CompanionError, VisionError) as error:
        what, _, _ = str(error).partition(";")
        said = tr("the dice reader does not start: {why}", why=what)
        return Result("reading", Level.PROBLEM, said, tr("install Tableside again"), {}, (what,))
    took = (perf_counter() - loaded) * 1000 / max(1, len(answers))
    data = {
        "expected": list(KNOWN.values()), "read": [answers.get(number, "") for number in KNOWN],
        "load_ms": round((loaded - begun) * 1000), "look_ms": round(took),
    }  # fmt: skip
    if data["read"] != data["expected"]:
        said = tr("{wrong} of {all} known pictures are misread",
                  wrong=sum(answers.get(number) != face for number, face in KNOWN.items()), all=len(KNOWN))  # fmt: skip
        todo = tr(
            "install Tableside again; if that does not help, another version of onnxruntime or OpenCV"
        )
        return Result("reading", Level.PROBLEM, said, todo, data)
    said = tr(
        "{all} known pictures are read right, {ms} ms each", all=len(KNOWN), ms=data["look_ms"]
    )
    return Result("reading", Level.OK, said, "", data)


def _pictures(clip: Path) -> dict[int, NDArray[np.uint8]]:
    """Return the known pictures of the clip."""
    from companion.sources.opening import open_source_frames
    from hardware.frames import EndOfFrames, Frame

    found: dict[int, NDArray[np.uint8]] = {}
    frames = open_source_frames(str(clip))
    try:
        while len(found) < len(KNOWN):
            event = frames.next_frame(1.0)
            if isinstance(event, EndOfFrames):
                break
            if isinstance(event, Frame) and event.number in KNOWN:
                found[event.number] = event.image
    finally:
        frames.close()
    return found


def _answer(reader: DiceReader, image: NDArray[np.uint8]) -> str:
    """Return the face of the one die in a picture; empty when it is not sure."""
    dice = reader.look(image, (KIND,))
    sure = len(dice) == 1 and dice[0].status == "read"
    return dice[0].face if sure else ""
