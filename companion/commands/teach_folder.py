"""Teaching from pictures: `KIND/FACE/*.jpg`, one die a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.commands.sets import SetError
from companion.core.texts import tr

if TYPE_CHECKING:
    from pathlib import Path

    from vision.taught.eye import Eye
    from vision.taught.sets import TaughtSet

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def teach_folder(taught: TaughtSet, folder: Path, eye: Eye) -> tuple[TaughtSet, tuple[str, ...]]:
    """Add the pictures of a folder to a set.

    Args:
        taught: the set so far.
        folder: with a folder a kind, in each a folder a face, in each the pictures.
        eye: finds the dice.

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

    pictures = _pictures(folder)
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
            continue
        except TaughtError as error:
            skipped.append(f"{path}: {error}")
            continue
        taught = taught.with_example(kind, face, example)
    return taught, tuple(skipped)


def _pictures(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise SetError(tr("{folder}: no such folder", folder=folder))
    return sorted(
        path
        for path in folder.glob("*/*/*")
        if path.suffix.lower() in ENDINGS and not path.name.startswith(".")
    )
