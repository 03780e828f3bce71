"""The program's colours: calm surfaces, and three that mean something (go, look, stop)."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

TABLE: Final = Theme(
    name="tableside",
    primary="#7aa2f7",
    secondary="#3b4261",
    accent="#ffd75f",
    success="#9ece6a",
    warning="#ffb454",
    error="#f7768e",
    foreground="#e6e9f5",
    background="#14161f",
    surface="#1b1e2b",
    panel="#252a3d",
    dark=True,
)
