"""What the reading network can say: every face it knows, in the order of its answers.

The order is part of a trained network: new labels go to the end, none is ever taken out or moved.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Label:
    """One thing that may lie up."""

    kind: str  # of die: `d10`, `d00` or `d6`
    face: str  # as printed: "0".."9", "10", "00".."90", "1".."6", or "S" for a sculpted side
    style: str = ""  # how a d6 shows it: `pips`, `numeral` or `sculpted`; empty for other kinds

    @property
    def text(self) -> str:
        """As a model card writes it: `d10/7`, `d6/3/pips`."""
        return "/".join(part for part in (self.kind, self.face, self.style) if part)


def label_from(text: str) -> Label:
    """The label that a card's text stands for.

    Raises:
        ValueError: the text is no label.
    """
    kind, _, rest = text.partition("/")
    face, _, style = rest.partition("/")
    if not kind or not face:
        raise ValueError(f"no label: {text!r}")
    return Label(kind, face, style)


LABELS: Final[tuple[Label, ...]] = (
    *(Label("d10", str(value)) for value in range(10)),
    Label("d10", "10"),
    *(Label("d00", f"{10 * value:02d}") for value in range(10)),
    *(Label("d6", str(value), "pips") for value in range(1, 7)),
    *(Label("d6", str(value), "numeral") for value in range(1, 7)),
    Label("d6", "S", "sculpted"),
)
SCULPTED: Final = len(LABELS) - 1  # Place of the sculpted side among the labels
SYMBOLS: Final = 384
"""Symbols that sculpted sides show in training; each teaches the features to tell it from others."""
FEATURES: Final = 96  # Length of the vector by which dice that were taught are recognised
