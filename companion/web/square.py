"""A QR code for terminals: a telephone's camera reads the address off the laptop's screen."""

from __future__ import annotations

import io

import segno


def square(address: str) -> str:
    """Return an address as a QR code, drawn with half blocks, two rows of squares a line."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
