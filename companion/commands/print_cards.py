"""Printing the invented deck of a card list, to be cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from calibration.arrays import Picture
    from calibration.page import Jpeg

_SIDE: Final = 3
"""Cards in a row, and rows on a page."""
_QUALITY: Final = 90
_MARK: Final = (1.5, 6.0)
"""Where a cut mark begins and ends, millimetres from the cards."""


def cards_pdf(rows: Mapping[str, Mapping[str, Any]], paper: str, *, backs: bool) -> bytes:
    """Draw every copy of a list's cards, nine a page with cut marks; true to size.

    Args:
        rows: what the list says of each card.
        paper: a4 or letter.
        backs: after each page one of backs, for printing on both sides.
    """
    from calibration.mat import SIZES, Paper
    from calibration.page import pdf_pages
    from vision.cards.drawn import draw_back, draw_card

    high, wide = SIZES[Paper(paper)]
    pictures = [_jpeg(draw_back()), *(_jpeg(draw_card(card, row)) for card, row in rows.items())]
    order = [at for at, row in enumerate(rows.values(), 1) for _ in range(row.get("copies", 1))]
    pages = []
    for start in range(0, len(order), _SIDE**2):
        pages.append(_page(order[start : start + _SIDE**2], wide, high))
        pages += [_page([0] * _SIDE**2, wide, high)] * backs
    return pdf_pages("Tableside cards", (wide, high), pages, pictures)


def _jpeg(picture: Picture) -> Jpeg:
    import cv2

    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes(), picture.shape[1], picture.shape[0]


def _page(numbers: Sequence[int], wide: float, high: float) -> str:
    """Lay cards edge to edge, and mark in the margins where they are cut."""
    from calibration.page import BLACK, Stroke, pdf_picture, pdf_shape
    from vision.cards.drawn import MILLIMETRES

    w, h = MILLIMETRES
    left, top = (wide - _SIDE * w) / 2, (high - _SIDE * h) / 2
    drawn = [pdf_picture(number, (left + at % _SIDE * w, top + at // _SIDE * h, w, h), high)
             for at, number in enumerate(numbers)]  # fmt: skip
    for at in range(_SIDE + 1):
        x, y = left + at * w, top + at * h
        for edge, way in ((0.0, -1), (1.0, 1)):
            over, beside = top + edge * _SIDE * h, left + edge * _SIDE * w
            ends = (
                [(x, over + way * far) for far in _MARK],
                [(beside + way * far, y) for far in _MARK],
            )
            drawn += [pdf_shape(Stroke(tuple(line), 0.2, BLACK), high) for line in ends]
    return "\n".join(drawn)
