"""The board of Monstructor Arena: that of Classic, which shows the Arena where there is one."""

from __future__ import annotations

from companion.tui.boards.mon_classic import BOARD

__all__ = ["BOARD"]
