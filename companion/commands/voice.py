"""The system's voice for a table; found when somebody first wants to hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.tui.live import Voice


def open_voice() -> Voice | None:
    """Start the system's voice; None where there is none."""
    from hardware.voices import SystemVoice, find_voice

    program = find_voice()
    return None if program is None else SystemVoice(program)
