"""Teaching from pictures: of a folder, or those of past tables' dice that people corrected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.common import SetError
from companion.core.texts import later, retold, tr
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from companion.session.rolled import Correction, corrections
from companion.system import files
from hardware.recordings import PICTURE_ENDINGS

if TYPE_CHECKING:
    from companion.commands.teach_live import Talk
    from models.framing import Frame
    from vision.taught.eye import Eye
    from vision.taught.sets import Example, TaughtSet

FILE: Final = "corrections.json"
FORMAT: Final = 1
_MAX_SIZE: Final = 2_000_000
_MOST_KEPT: Final = 5000
_MOST_PIXELS: Final = 4_000_000
_MOST_DICE: Final = 500  # Of table photographs; every two of them are compared

# ---------------------------------------------------------------- a folder


def teach_folder(
    taught: TaughtSet, folder: Path, kinds: tuple[str, ...], eye: Eye, talk: Talk
) -> tuple[TaughtSet, list[str], bool]:
    """Add the pictures of a folder to a set.

    At KIND/FACE/*.jpg each shows one die. Directly in the folder they are photographs of a table:
    the dice of all of them are grouped, and people name each group.

    Returns:
        The set, a line for each picture that could not be used, and whether every group was named.

    Raises:
        SetError: there are no pictures, or too many dice.
        TaughtError: a folder's name can be no kind or face, or the set is full.
    """
    from companion.commands.teach_live import name_groups
    from vision.errors import VisionError

    if not folder.is_dir():
        raise SetError(tr("{folder}: no such folder", folder=folder))
    found = sorted(path for depth in ("*", "*/*/*") for path in folder.glob(depth))
    pictures = [path for path in found
                if path.suffix.lower() in PICTURE_ENDINGS and not path.name.startswith(".")]  # fmt: skip
    if not pictures:
        raise SetError(tr("{folder}: no pictures, nor any at KIND/FACE/*.jpg", folder=folder))
    skipped: list[str] = []
    dice: list[Example] = []
    for path in pictures:
        table = path.parent == folder
        try:
            examples = _examples(path, eye, alone=not table)
        except VisionError as error:
            skipped.append(f"{path}: {str(error).removeprefix(f'{path}: ')}")
            continue
        if table:
            first, dice = len(dice) + 1, dice + examples
            talk.say(tr("{name}: dice {first} to {last}, from left to right",
                        name=path.name, first=first, last=len(dice)))  # fmt: skip
        else:
            taught = taught.with_example(path.parent.parent.name, path.parent.name, *examples)
    if len(dice) > _MOST_DICE:
        raise SetError(tr("{folder}: {count} dice; at most {most} at once",
                          folder=folder, count=len(dice), most=_MOST_DICE))  # fmt: skip
    whole = True
    if dice:
        taught, whole = name_groups(taught, dice, kinds, eye, talk, tr("dice"))
    return taught, skipped, whole


def _examples(path: Path, eye: Eye, *, alone: bool) -> list[Example]:
    """Cut the dice, or the one `alone`, out of a picture, left to right; raises `VisionError`."""
    from vision.errors import TaughtError
    from vision.pictures import load_picture
    from vision.taught.eye import only_die
    from vision.taught.sets import Origin, example_from

    image = load_picture(path)
    frames = [only_die(image, eye)] if alone else eye.frames(image)
    if not frames:
        raise TaughtError(tr("no die can be found"))
    frames.sort(key=lambda frame: frame.x)
    return [example_from(image, frame, Origin.FOLDER) for frame in frames]


# ---------------------------------------------------------------- corrected dice


def _proposal_line(table: str, correction: Correction) -> str:
    """Return a correction that nobody has decided on yet, as one line for people."""
    seen, said = ("=".join(filter(None, die)) for die in (correction.seen, correction.said))
    what = tr("read as {seen}, the table said {said}", seen=seen, said=said)
    if correction.seen == correction.said:
        what = tr("{said}, of which the camera was not sure", said=said)
    return tr("{table}, number {number}: {what}", table=table, number=correction.number, what=what)


def decided_on(folder: Path) -> dict[str, list[str]]:
    """Return the corrections decided on by set, so that none is offered twice."""
    sets = files.load(folder / FILE, FORMAT, _MAX_SIZE).get("sets")
    kept = sets if isinstance(sets, dict) else {}
    return {
        name: [key for key in rows if isinstance(key, str)] for name, rows in kept.items() if isinstance(rows, list)
    }


def keep_decided(folder: Path, decided: dict[str, list[str]]) -> None:
    """Write the decisions; `OSError` when that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    files.keep(folder / FILE, FORMAT, {"sets": {name: keys[-_MOST_KEPT:] for name, keys in decided.items()}})


def _all_corrections(home: Path) -> Iterator[tuple[str, Correction]]:
    """Return every correction in the journal with its table, the table changed last first."""
    if not (home / JOURNAL).is_file():
        return
    with Journal(home / JOURNAL) as journal:
        for info in journal.tables():
            found = corrections(journal.readings(info.table_id), journal.lines(info.table_id))
            yield from ((info.table_id, correction) for correction in found)


def teach_corrections(taught: TaughtSet, home: Path, eye: Eye, talk: Talk, decided: list[str]) -> tuple[TaughtSet, int]:
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
        asked = later("{text}. Learn it? ({yes}/{no}, Enter: later, q: end)")
        answer = talk.ask(tr(asked, text=line, yes=tr("y"), no=tr("n")))
        word = "q" if answer is None else answer.lower()
        if word in {"q", "quit"}:
            break
        try:
            if word in (yes := {"y", "yes", tr("y"), tr("yes")}):
                taught = taught.with_example(*correction.said, example)
        except TaughtError as error:
            talk.say(f"  {retold(error)}")
            continue
        if word in {*yes, "n", "no", tr("n"), tr("no")}:
            decided.append(key)
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
