"""The voice: which program of the system's would speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.case import Case


def check(case: Case) -> Iterator[Result]:
    """Look for a voice; it says nothing."""
    from hardware.voices import find_voice

    found = find_voice(case.edges.platform)
    if found is not None:
        yield Result(
            "voice", Level.OK, tr("{name} speaks", name=found.name), "", {"voice": found.name}
        )
        return
    said = tr("no voice was found; the table stays silent")
    todo = tr("only if you want it spoken: install espeak-ng")
    yield Result("voice", Level.NOTE, said, todo, {"voice": None})
