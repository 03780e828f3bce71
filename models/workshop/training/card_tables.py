"""Tables of cards to find, drawn cheaply, with what the finder should say of each cell."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.framing import SPOT, STRIDE
from models.workshop.rendering import effects
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.rendering.surfaces import cloud, cut_ground, ground
from models.workshop.training.card_faces import DECK, any_deck

Image = NDArray[np.uint8]
Corners = NDArray[np.float64]
TABLE: Final = 256
CELLS: Final = TABLE // STRIDE
_SEEN: Final = 0.3
"""Least share of a card that is to be seen, for it to be found."""
_WHOLE: Final = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


class Pool:
    """Faces and grounds, drawn once; a few are drawn anew all the time."""

    def __init__(self, seed: int, decks: int = 90, grounds: int = 90) -> None:
        self.rng = np.random.default_rng(seed)
        self.decks = [any_deck(self.rng) for _ in range(decks)]
        self.grounds = [ground(self.rng) for _ in range(grounds)]

    def renew(self) -> None:
        """Draw one deck and one ground anew."""
        self.decks[int(self.rng.integers(len(self.decks)))] = any_deck(self.rng)
        self.grounds[int(self.rng.integers(len(self.grounds)))] = ground(self.rng)

    def deck(self) -> NDArray[np.uint8]:
        """One deck."""
        return self.decks[int(self.rng.integers(len(self.decks)))]

    def ground(self, size: tuple[int, int]) -> Image:
        """Something to lie on, (rows, columns)."""
        bare = self.grounds[int(self.rng.integers(len(self.grounds)))]
        return np.ascontiguousarray(cut_ground(self.rng, bare, size))


def draw_table(pool: Pool) -> tuple[Image, NDArray[np.float32]]:
    """One table and its truth: (1 + SPOT + 1, CELLS, CELLS) heat, place and shape, and where those count."""
    rng = pool.rng
    picture = pool.ground((TABLE, TABLE))
    owner = np.full((TABLE, TABLE), -1, np.int16)
    deck, aspect = pool.deck(), float(rng.choice((rng.uniform(0.6, 0.75), rng.uniform(0.5, 0.9)), p=(0.8, 0.2)))
    quads = _lying(rng, aspect)
    rim, sheen = float(rng.choice((0, rng.uniform(0, 0.09)))), rng.random() < 0.2
    for _ in range(int(rng.integers(0, 3)) * (rng.random() < 0.3)):
        _litter(rng, picture)
    for at, quad in enumerate(quads):
        if rng.random() < 0.03:
            deck = pool.deck()
        _lay(rng, picture, owner, deck[int(rng.integers(DECK))], quad, at, rim, sheen=sheen)
    if rng.random() < 0.3:
        spot = quads[int(rng.integers(len(quads)))].mean(axis=0)
        unit = float(np.hypot(*(quads[0][1] - quads[0][0]))) / float(rng.uniform(6, 10))
        reaching = random_hand(rng, (float(spot[0]), float(spot[1])), unit, float(rng.uniform(-2, 2)))
        hand = draw_hand(rng, picture, reaching, (0.4, 0.4), unit)
        owner[hand > 0] = -1
    return _taken(rng, _lit(rng, picture)), _truth(quads, owner)


def _taken(rng: np.random.Generator, picture: Image) -> Image:
    """As a camera takes it."""
    picture = effects.toned(rng, picture, 0.9)
    picture = effects.blurred(rng, picture, 1.0)
    if rng.random() < 0.2:
        picture = effects.sharpened(rng, picture)
    picture = effects.noisy(rng, picture, 10)
    return effects.compressed(rng, picture, 50) if rng.random() < 0.4 else picture


def _lit(rng: np.random.Generator, picture: Image) -> Image:
    if rng.random() < 0.4:
        return picture
    height, width = picture.shape[:2]
    turn = float(rng.uniform(0, 2 * np.pi))
    along = np.arange(width)[None] / width * np.cos(turn) + np.arange(height)[:, None] / height * np.sin(turn)
    light = 1 + float(rng.uniform(-0.5, 0.5)) * (along - along.mean())
    if rng.random() < 0.4:
        light = light * (1 - 0.4 * np.clip((along - float(rng.uniform(along.min(), along.max()))) * 30, 0, 1))
    return np.asarray(np.clip(picture * light[..., None], 0, 255), np.uint8)


def _litter(rng: np.random.Generator, picture: Image) -> None:
    """A thing that is no card: long, square, round or crooked."""
    middle, side = rng.uniform(0, TABLE, 2), float(rng.uniform(15, 80))
    turn = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 12))))
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * side * rng.uniform(0.5, 1.3, 2)
    colour = rng.uniform(0, 255, 3).tolist()
    if rng.random() < 0.5:
        ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (side, side * float(rng.choice((0.15, 0.3, 1.0))))
        ring = ring @ _turn(float(rng.uniform(0, 7)))
    cv2.fillPoly(picture, [(middle + ring).astype(np.int32)], colour, cv2.LINE_AA)


def _turn(angle: float) -> NDArray[np.float64]:
    return np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])


def _lying(rng: np.random.Generator, aspect: float) -> list[Corners]:
    """Where cards lie; the later ones on top."""
    tall = float(np.exp(rng.uniform(np.log(38), np.log(150))))
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (aspect, 1) * tall / 2
    view = np.eye(2) + rng.normal(0, 0.07, (2, 2))
    if rng.random() < 0.3:  # looked at aslant
        view = view @ np.diag((1, float(rng.uniform(0.6, 1)))) @ _turn(float(rng.uniform(0, 7)))
    flat = float(rng.uniform(0, 7)) if rng.random() < 0.5 else float(rng.normal(0, 0.15))
    kind = rng.random()
    if kind < 0.45:  # rows, edge to edge or with gaps
        gap = 1 + float(rng.choice((0, 0.01, rng.uniform(0, 0.3))))
        pitch, reach = np.array((aspect, 1)) * tall * gap, int(np.ceil(TABLE / tall / aspect / 1.5)) + 1
        start, keep = rng.uniform(-1, 1, 2), float(rng.uniform(0.4, 1))
        spots = [(start + np.array((x, y))) * pitch for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)
                 if rng.random() < keep]  # fmt: skip
        loose = (0.003, 0.008) if rng.random() < 0.6 else (0.03, 0.06)
        placed = [(spot + rng.normal(0, loose[0], 2) * tall, float(rng.normal(0, loose[1]))) for spot in spots]
    else:
        count = int(rng.integers(1, 2 + max(1, int(0.7 * TABLE**2 / (aspect * tall**2)))))
        placed = []
        for _ in range(min(count, 14)):
            place = rng.uniform(-TABLE / 2, TABLE / 2, 2)
            turn = float(rng.uniform(0, 7)) if rng.random() < 0.5 else float(rng.normal(0, 0.1))
            if kind < 0.75 and placed:  # some apart, some over others
                near = min(float(np.hypot(*(place - other[0]))) for other in placed)
                if near < tall * 1.1 and rng.random() < 0.8:
                    continue
            placed.append((place, turn))
        if rng.random() < 0.4:  # laid half over another, or fanned
            for place, turn in placed[:4]:
                aside = rng.uniform(-0.7, 0.7, 2) * (aspect, 1) * tall
                for step in range(1, int(rng.integers(2, 5))):
                    placed.append((place + aside * step, turn + float(rng.normal(0, 0.15)) * step))
    whole = [(half @ _turn(turn) + place) @ _turn(flat) @ view + TABLE / 2 for place, turn in placed]
    bent = np.array([(0, 0), (TABLE, 0), (TABLE, TABLE), (0, TABLE)], np.float32)
    lens = cv2.getPerspectiveTransform(bent, (bent + rng.normal(0, 10, (4, 2))).astype(np.float32))
    quads = [np.asarray(cv2.perspectiveTransform(one[None].astype(np.float32), lens)[0], np.float64) for one in whole]
    within = [quad for quad in quads if (quad.max(axis=0) > 0).all() and (quad.min(axis=0) < TABLE).all()]
    return within or [half + TABLE / 2]


def _lay(  # noqa: PLR0913, PLR0917 - one card, and what it is laid on
    rng: np.random.Generator, picture: Image, owner: NDArray[np.int16], face: Image, quad: Corners,
    at: int, rim: float, *, sheen: bool,
) -> None:  # fmt: skip
    """Draw one card within its box, with round corners, a shadow, and a rim as of a sleeve."""
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 4, 0, TABLE)
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 5, 0, TABLE)
    if (high - low).min() < 1:
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    while np.hypot(*(quad[3] - quad[0])) * 1.4 < face.shape[0]:
        face = np.asarray(cv2.pyrDown(face), np.uint8)
    box = _WHOLE * (face.shape[1], face.shape[0]) - 0.5
    to = (quad - low - 0.5).astype(np.float32)
    way = cv2.getPerspectiveTransform(box.astype(np.float32), to)
    round_off = float(rng.uniform(0.02, 0.06)) * face.shape[1]
    mask = np.zeros(face.shape[:2], np.uint8)
    inset = max(1, round(round_off))
    cv2.rectangle(mask, (inset, inset), (face.shape[1] - 1 - inset, face.shape[0] - 1 - inset), 255, -1)
    mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1,) * 2)), np.uint8)
    over = np.asarray(cv2.warpPerspective(mask, way, size), np.float32) / 255
    part = picture[low[1] : high[1], low[0] : high[0]]
    shade = cv2.GaussianBlur(over, (0, 0), float(rng.uniform(0.7, 3)))
    shade = np.roll(shade, (int(rng.integers(-2, 3)), int(rng.integers(-2, 3))), (0, 1)) * float(rng.uniform(0, 0.5))
    drawn = cv2.warpPerspective(face, way, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if sheen and rng.random() < 0.6:
        gleam = np.maximum(0, cloud(rng, size[::-1], 2) - 0.5)[..., None] * float(rng.uniform(0, 300))
        drawn = np.minimum(255, drawn + gleam)
    if rim and rng.random() < 0.8:
        tone = (float(rng.choice((40, 220))),) * 3
        cv2.polylines(drawn, [to.astype(np.int32)], isClosed=True, color=tone, thickness=max(1, int(rim * size[0])))
    part[:] = (part * ((1 - shade) * (1 - over))[..., None] + drawn * over[..., None]).astype(np.uint8)
    owner[low[1] : high[1], low[0] : high[0]][over > 0.5] = at


def _truth(quads: list[Corners], owner: NDArray[np.int16]) -> NDArray[np.float32]:
    truth = np.zeros((2 + SPOT, CELLS, CELLS), np.float32)
    shown = np.bincount(owner[owner >= 0].ravel(), minlength=len(quads))
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float64) * STRIDE + STRIDE / 2
    nearest = np.full((CELLS, CELLS), np.inf)
    for at, quad in enumerate(quads):
        area = float(cv2.contourArea(quad.astype(np.float32)))
        middle = quad.mean(axis=0)
        if shown[at] < _SEEN * area or not (middle.min() >= 0 and middle.max() < TABLE):
            continue
        halves = [(quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4]
        long, short = sorted(halves, key=lambda half: -float(half @ half))
        away = np.hypot(x - middle[0], y - middle[1])
        spread = max(0.8 * STRIDE, 0.12 * float(np.hypot(*short)))
        truth[0] = np.maximum(truth[0], np.exp(-(away**2) / (2 * spread**2)))
        mine = (away < max(1.5 * STRIDE, 0.5 * float(np.hypot(*short)))) & (away < nearest)
        nearest[mine] = away[mine]
        values = [(middle[0] - x) / STRIDE / 4, (middle[1] - y) / STRIDE / 4]
        for half in (long, short):
            turn = 2 * np.arctan2(half[1], half[0])
            values += [np.full_like(x, value) for value in (np.log(np.hypot(*half) / 32), np.cos(turn), np.sin(turn))]
        for row, value in enumerate(values):
            truth[1 + row][mine] = value[mine]
        truth[-1][mine] = 1
        tip = (int(middle[1] // STRIDE), int(middle[0] // STRIDE))
        truth[0][tip] = 1
    return truth
