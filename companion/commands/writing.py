"""Files that people name: written whole or not at all, and over another only when that is asked for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from companion.core.errors import FileProblemError, UsageError
from companion.core.texts import tr
from companion.system.files import sync_folder

_TAKEN: Final = tr("exists already; name another file or say --overwrite")


def put(content: str | bytes, file: str | None, *, overwrite: bool) -> None:
    """Write to a file, or print when none is named; raises `CompanionError`."""
    if file is not None:
        write_new(Path(file), content, overwrite=overwrite)
    elif isinstance(content, bytes):
        raise UsageError(tr("a picture is not printed; name a file for it"))
    else:
        print(content, end="")


def write_new(path: Path, content: str | bytes, *, overwrite: bool) -> None:
    """Write a file whole or not at all.

    Raises:
        FileProblemError: it exists already, or cannot be written.
    """
    if path.exists() and not overwrite:
        raise FileProblemError(str(path), _TAKEN)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise FileProblemError(str(path), (error.strerror or str(error)).lower()) from None
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        made.chmod(0o644)
        _place(made, path, overwrite=overwrite)
    except OSError as error:
        raise FileProblemError(str(path), (error.strerror or str(error)).lower()) from None
    finally:
        made.unlink(missing_ok=True)
    sync_folder(path.parent)


def _place(made: Path, path: Path, *, overwrite: bool) -> None:
    """Give a file that was made its name; raises `FileProblemError` when it is taken."""
    if not overwrite:
        try:
            # A rename would replace what another program made a moment ago; a link does not.
            path.hardlink_to(made)
        except FileExistsError:
            raise FileProblemError(str(path), _TAKEN) from None
        except OSError:
            pass  # a file system without links
        else:
            return
    made.replace(path)
