"""Teaching from pictures: a folder of them, or the dice of past tables that people corrected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands.common import SetError
from companion.core.texts import tr
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from companion.session.rolled import Correction, corrections
from companion.system import files

if TYPE_CHECKING:
    from companion.commands.teach_live import Talk
    from models.framing import Frame
    from vision.taught.eye import Eye
    from vision.taught.sets import Example, TaughtSet

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})

FILE: Final = "corrections.json"
FORMAT: Final = 1
_MAX_SIZE: Final = 2_000_000
_MOST_KEPT: Final = 5000
_MOST_PIXELS: Final = 4_000_000

# ---------------------------------------------------------------- KIND/FACE/*.jpg, one die a picture


def teach_folder(taught: TaughtSet, folder: Path, eye: Eye) -> tuple[TaughtSet, tuple[str, ...]]:
    """Add the pictures of a folder to a set: a folder a kind, in each a folder a face.

    Returns:
        The set, and a line for each picture that could not be used.

    Raises:
        SetError: there are no such folders.
        TaughtError: a folder's name can be no kind or face, or the set is full.
    """
    from vision.errors import PictureError, TaughtError
    from vision.pictures import load_picture
    from vision.taught.eye import only_die
    from vision.taught.sets import Origin, check_face, check_name, example_from

    if not folder.is_dir():
        raise SetError(tr("{folder}: no such folder", folder=folder))
    found = sorted(path for path in folder.glob("*/*/*") if not path.name.startswith("."))
    pictures = [path for path in found if path.suffix.lower() in ENDINGS]
    if not pictures:
        raise SetError(tr("{folder}: no pictures at KIND/FACE/*.jpg", folder=folder))
    skipped: list[str] = []
    for path in pictures:
        kind, face = path.parent.parent.name, path.parent.name
        check_name(kind, "kind")
        check_face(face)
        try:
            image = load_picture(path)
            example = example_from(image, only_die(image, eye), Origin.FOLDER)
        except PictureError as error:
            skipped.append(str(error))
        except TaughtError as error:
            skipped.append(f"{path}: {error}")
        else:
            taught = taught.with_example(kind, face, example)
    return taught, tuple(skipped)


# ---------------------------------------------------------------- corrected dice


def _proposal_line(table: str, correction: Correction) -> str:
    """Return a correction that nobody has decided on yet, as one line for people."""
    seen, said = ("=".join(filter(None, die)) for die in (correction.seen, correction.said))
    what = tr("read as {seen}, the table said {said}", seen=seen, said=said)
    if correction.seen == correction.said:
        what = tr("{said}, of which the camera was not sure", said=said)
    number = correction.number
    return tr("{table}, number {number}: {what}", table=table, number=number, what=what)


class Decided:
    """The corrections decided on for a set, so that none is offered twice."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / FILE
        self._name = name
        kept = files.load(self._path, FORMAT, _MAX_SIZE).get("sets")
        sets: dict[str, Any] = kept if isinstance(kept, dict) else {}
        self._all = {other: rows for other, rows in sets.items() if isinstance(rows, list)}
        self._mine = [key for key in self._all.get(name, []) if isinstance(key, str)]

    def __contains__(self, key: object) -> bool:
        return key in self._mine

    def add(self, key: str) -> None:
        """Remember one more."""
        self._mine.append(key)

    def save(self) -> None:
        """Write the decisions; `OSError` when that fails."""
        self._all[self._name] = self._mine[-_MOST_KEPT:]
        files.keep(self._path, FORMAT, {"sets": self._all})


def _all_corrections(home: Path) -> Iterator[tuple[str, Correction]]:
    """Return every correction in the journal with its table, the table changed last first."""
    if not (home / JOURNAL).is_file():
        return
    with Journal(home / JOURNAL) as journal:
        for info in journal.tables():
            found = corrections(journal.readings(info.table_id), journal.lines(info.table_id))
            yield from ((info.table_id, correction) for correction in found)


def teach_corrections(
    taught: TaughtSet, home: Path, eye: Eye, talk: Talk, decided: Decided
) -> tuple[TaughtSet, int]:
    """Offer each open correction; learn those that people agree to.

    Returns:
        The set, and how many were offered.
    """
    from companion.commands.teach_live import show_example
    from vision.errors import TaughtError

    offered = 0
    for table, correction in _all_corrections(home):
        key = f"{table}#{correction.key}"  # unique for ever
        if key in decided or (example := _example(correction, eye)) is None:
            continue
        offered += 1
        show_example(example, talk)
        line = _proposal_line(table, correction)
        answer = talk.ask(tr("{text}. Learn it? (y/n, Enter: later, q: end)", text=line))
        word = "q" if answer is None else answer.lower()
        if word in {"q", "quit"}:
            break
        try:
            if word in {"y", "yes"}:
                taught = taught.with_example(*correction.said, example)
        except TaughtError as error:
            talk.say(f"  {error}")
            continue
        if word in {"y", "yes", "n", "no"}:
            decided.add(key)
    return taught, offered


def _example(correction: Correction, eye: Eye) -> Example | None:
    """Return the die's picture; None where it is unclear which of the dice seen it is."""
    from vision.errors import VisionError
    from vision.pictures import picture_from
    from vision.taught.sets import Origin, example_from

    if not all(correction.said):
        return None
    try:
        image = picture_from(correction.evidence, tr("a picture of the journal"), _MOST_PIXELS)
        frames: list[Frame] = sorted(eye.frames(image), key=lambda frame: frame.x)
        if len(frames) != correction.count:
            return None
        return example_from(image, frames[correction.place], Origin.TABLE)
    except VisionError:
        return None
