"""Invented cards of every make to learn from: decks whose cards differ in one thing, as real ones do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.cards import FAMILIES, HIGH, WIDE, draw_back, draw_deck
from models.workshop.rendering.surfaces import cloud
from models.workshop.rendering.symbols import symbol_mask
from vision.cards import drawn

Image = NDArray[np.uint8]
SIZE: Final = (156, 230)
"""Width and height of a face to learn from."""
DECK: Final = 16
_SYMBOLS: Final = 384
_FONTS: Final = (0, 2, 3, 4, 6)
_NEW: Final = 0.35
"""How likely a part of the next card is another: most often one part alone is."""


@dataclass(frozen=True, slots=True, eq=False)
class _Style:
    """What all cards of a deck share."""

    paper: NDArray[np.float64]
    ink: NDArray[np.float64]
    inner: tuple[int, int, int, int]
    font: int
    parts: tuple[Callable[[np.random.Generator, Image, _Style], None], ...]


def any_deck(rng: np.random.Generator) -> NDArray[np.uint8]:
    """(DECK, height, width, 3) cards of one deck, neighbours nearly alike; the last one is their back."""
    kind = rng.random()
    if kind < 0.35:
        family = str(rng.choice(FAMILIES))
        every = list(draw_deck(rng, family).values())
        first = int(rng.integers(len(every) - DECK + 2)) if len(every) >= DECK else 0
        faces = every[first : first + DECK - 1]
    elif kind < 0.45:
        faces = [_printed(rng) for _ in range(DECK - 1)]
    else:
        faces = _mixed(rng)
    faces = [*faces, *(faces[int(rng.integers(len(faces)))] for _ in range(DECK - 1 - len(faces))), draw_back(rng)]
    return np.stack([cv2.resize(face, SIZE, interpolation=cv2.INTER_AREA) for face in faces])


def _printed(rng: np.random.Generator) -> Image:
    word = "".join(rng.choice(list("abcdefghiklmnoprstuvw"), 7))
    values: dict[str, object] = {"name": word.title(), "kind": str(rng.choice(("robot", "insect", "plant", "ghost")))}
    if rng.random() < 0.5:
        values |= {"attack": int(rng.integers(1, 9)), "defense": int(rng.integers(1, 9))}
    else:
        values["ratings"] = rng.integers(1, 10, 6).tolist()
    return drawn.draw_card(word[:3], values)


def _mixed(rng: np.random.Generator) -> list[Image]:
    light = rng.random()
    paper = rng.uniform(225, 255) + rng.normal(0, 6, 3) if light < 0.5 else rng.uniform(5, 250, 3)
    ink = rng.uniform(0, 70, 3) if paper.mean() > 110 else rng.uniform(190, 255, 3)
    rim, top, low = (int(one) for one in rng.uniform((0, 0, 0), (40, 100, 180)))
    every = (_window, _text, _number, _number, _emblems, _emblems, _title, _tinted, _framed)
    chosen = [every[int(at)] for at in rng.permutation(len(every))[: int(rng.integers(1, 7))]]
    style = _Style(np.clip(paper, 0, 255), ink, (rim, rim + top, WIDE - rim, HIGH - rim - low),
                   int(rng.choice(_FONTS)), tuple(chosen))  # fmt: skip
    deck_seeds = rng.integers(1 << 30, size=len(style.parts))
    seeds, cards = deck_seeds.copy(), []
    for _ in range(DECK - 1):
        cards.append(_composed(style, seeds))
        change = rng.random(len(seeds)) < _NEW
        change[int(rng.integers(len(seeds)))] = True
        seeds = np.where(change, rng.integers(1 << 30, size=len(seeds)), seeds)
    return cards


def _composed(style: _Style, seeds: NDArray[np.int64]) -> Image:
    card = np.full((HIGH, WIDE, 3), style.paper, np.uint8)
    for at, (part, seed) in enumerate(zip(style.parts, seeds, strict=True)):
        place = np.random.default_rng((at, int(style.paper.sum())))  # the same on all cards of a deck
        part(np.random.default_rng((int(place.integers(1 << 30)), int(seed))), card, style)
    return card


def _spot(style: _Style, part: int) -> np.random.Generator:
    """Chance that all cards of a deck share, for where a part stands."""
    return np.random.default_rng((part, int(style.ink.sum() * 100)))


def _window(rng: np.random.Generator, card: Image, style: _Style) -> None:
    left, top, right, low = style.inner
    size = (low - top, right - left)
    ends = rng.uniform(0, 255, (2, 3))
    art = ends[0] + (ends[1] - ends[0]) * cloud(rng, size, int(rng.integers(2, 7)))[..., None]
    art = art.astype(np.uint8)
    for _ in range(int(rng.integers(0, 7))):
        turn = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * rng.uniform(10, 80, (len(turn), 1))
        middle = rng.uniform((0, 0), size[::-1])
        cv2.fillPoly(art, [(middle + ring).astype(np.int32)], rng.uniform(0, 255, 3).tolist(), cv2.LINE_AA)
    card[top:low, left:right] = art


def _tinted(rng: np.random.Generator, card: Image, style: _Style) -> None:
    left, top, right, low = style.inner
    cv2.rectangle(card, (left, top), (right - 1, low - 1), rng.uniform(0, 255, 3).tolist(), -1)


def _framed(rng: np.random.Generator, card: Image, style: _Style) -> None:
    left, top, right, low = style.inner
    cv2.rectangle(card, (left, top), (right - 1, low - 1), style.ink.tolist(), int(rng.integers(1, 8)))


def _text(rng: np.random.Generator, card: Image, style: _Style) -> None:
    spot = _spot(style, 1)
    y, size, gap = int(spot.uniform(60, HIGH - 80)), float(spot.uniform(0.35, 0.6)), int(spot.integers(18, 26))
    for line in range(int(rng.integers(1, 7))):
        word = "".join(rng.choice(list("abcdefghilmnoprst  "), int(rng.integers(8, 26))))
        cv2.putText(card, word, (20, y + gap * line), style.font, size, style.ink.tolist(), 1, cv2.LINE_AA)


def _title(rng: np.random.Generator, card: Image, style: _Style) -> None:
    word = "".join(rng.choice(list("abdegiklmnorstuz"), int(rng.integers(3, 12)))).title()
    at = (int(_spot(style, 2).integers(12, 60)), int(_spot(style, 3).integers(28, 60)))
    cv2.putText(card, word, at, style.font, 0.9, style.ink.tolist(), 2, cv2.LINE_AA)


def _number(rng: np.random.Generator, card: Image, style: _Style) -> None:
    spot = _spot(style, 4 + int(rng.integers(2)))
    x, y = (int(one) for one in spot.uniform((10, 40), (WIDE - 60, HIGH - 10)))
    size, text = float(spot.uniform(0.8, 2.6)), str(rng.integers(0, 31 if spot.random() < 0.3 else 10))
    ink = style.ink.tolist() if spot.random() < 0.6 else rng.uniform(0, 255, 3).tolist()
    if spot.random() < 0.4:
        middle = (x + int(10 * size), y - int(10 * size))
        cv2.circle(card, middle, int(20 * size), spot.uniform(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    cv2.putText(card, text, (x, y), style.font, size, ink, max(1, round(2 * size)), cv2.LINE_AA)


def _emblems(rng: np.random.Generator, card: Image, style: _Style) -> None:
    """One to six times the same emblem, full, open or lined."""
    spot = _spot(style, 6)
    count, side = int(rng.integers(1, 5)), int(spot.integers(30, 120))
    mask = cv2.resize(symbol_mask(int(rng.integers(_SYMBOLS))), (side, side), interpolation=cv2.INTER_AREA)
    fill = int(rng.integers(3))
    if fill:
        inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, side // 30))
        lines = np.where(np.arange(side)[:, None] % 6 < 2, inner, 0) if fill == 1 else 0
        mask = np.asarray(np.maximum(mask - inner, lines), np.uint8)
    ink = rng.uniform(0, 255, 3)
    way = np.array((0, 1)) if spot.random() < 0.6 else np.array((1, 0))
    half = side / 2
    middle = spot.uniform((half, half), (WIDE - half, HIGH - half)) if count == 1 else (WIDE / 2, HIGH / 2)
    for at in range(count):
        x, y = (middle + way * (at - (count - 1) / 2) * side * 1.1 - side / 2).astype(int)
        x, y = int(np.clip(x, 0, WIDE - side)), int(np.clip(y, 0, HIGH - side))
        part = card[y : y + side, x : x + side]
        share = mask[..., None] / 255
        part[:] = (part * (1 - share) + ink * share).astype(np.uint8)
