"""Invented decks of cards, and photographs of them on a table, drawn with known answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.effects import blurred, compressed, toned
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.rendering.surfaces import cloud, cut_ground, ground

Image = NDArray[np.uint8]
FAMILIES: Final = ("marks", "numerals", "monsters", "dark", "scenes", "words")
SCENES: Final = ("apart", "held", "covered", "grid")
"""How cards lie: apart; with a hand over them; in pairs, a third of the lower covered; edge to edge."""
_WORDS: Final = (
    "when",
    "this",
    "beast",
    "enters",
    "add",
    "one",
    "die",
    "to",
    "your",
    "pool",
    "each",
    "enemy",
    "loses",
    "two",
    "hearts",
    "draw",
    "a",
    "card",
    "until",
    "end",
    "of",
    "turn",
    "roll",
    "again",
    "if",
    "you",
    "own",
    "three",
    "scales",
    "swap",
    "any",
    "claw",
    "for",
    "tail",
)
WIDE, HIGH = 252, 372
_INKS: Final = {"red": (40, 40, 200), "green": (70, 140, 20), "violet": (130, 40, 100),
                "blue": (190, 90, 20), "black": (40, 40, 40)}  # fmt: skip
_FONT: Final = cv2.FONT_HERSHEY_DUPLEX


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A drawn table: the picture, and each card on it with its corners.

    Attributes:
        picture: (H, W, 3) uint8.
        cards: id and (4, 2) corners clockwise from the card's own top left one; no id for a stranger.
    """

    picture: Image
    cards: tuple[tuple[str | None, NDArray[np.float64]], ...]


def draw_deck(rng: np.random.Generator, family: str, count: int = 24) -> dict[str, Image]:
    """A deck of about so many cards, many of them nearly alike."""
    match family:
        case "marks":
            return _marks(rng, count)
        case "numerals":
            return {f"{ink}-{number}": _numeral(ink, number) for ink in ("red", "blue", "black")
                    for number in range(1, 1 + count // 3)}  # fmt: skip
        case "scenes":
            shared = [_scene(rng) for _ in range(count * 2 // 3)]
            return {f"S{at:02d}": _captioned(shared[at % len(shared)], at) for at in range(count)}
        case "words":
            return _sheets(rng, count)
        case _:
            ground_of = (250, 250, 250) if family == "monsters" else tuple(rng.uniform(10, 70, 3))
            shared = [_art(rng) for _ in range(max(1, count * 2 // 3))]
            return {f"M{at:02d}": _monster(rng, at, shared[at % len(shared)], ground_of)
                    for at in range(count)}  # fmt: skip


def draw_back(rng: np.random.Generator) -> Image:
    """A back: one pattern all over, the same when it is turned."""
    back = _plain((250, 250, 250))
    ink = rng.uniform(20, 160, 3).tolist()
    cv2.rectangle(back, (14, 14), (WIDE - 15, HIGH - 15), ink, -1)
    for at in range(-HIGH, WIDE + HIGH, int(rng.integers(14, 30))):
        cv2.line(back, (at, 14), (at + HIGH, HIGH - 15), (250, 250, 250), 2, cv2.LINE_AA)
        cv2.line(back, (at + HIGH, 14), (at, HIGH - 15), (250, 250, 250), 2, cv2.LINE_AA)
    cv2.rectangle(back, (0, 0), (WIDE - 1, HIGH - 1), (250, 250, 250), 27)
    return back


def _plain(colour: tuple[float, ...]) -> Image:
    return np.full((HIGH, WIDE, 3), colour, np.uint8)


def _marks(rng: np.random.Generator, count: int) -> dict[str, Image]:
    """One to three marks of one shape, ink and fill: neighbours differ in one of the four."""
    inks = [str(name) for name in rng.permutation(list(_INKS))[:3]]
    every = [(number, ink, fill, shape) for number in (1, 2, 3) for ink in inks
             for fill in ("open", "lined", "full") for shape in ("oval", "kite", "box")]  # fmt: skip
    start = int(rng.integers(len(every)))
    chosen = [every[(start + at) % len(every)] for at in range(min(count, len(every)))]
    return {"-".join(map(str, one)): _marked(*one) for one in chosen}


def _marked(number: int, ink: str, fill: str, shape: str) -> Image:
    card = np.repeat(np.repeat(_plain((250, 250, 250)), 2, 0), 2, 1)
    for at in range(number):
        middle = np.array((WIDE, HIGH + (at - (number - 1) / 2) * 190))
        turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        power = {"oval": 1.0, "kite": 0.0, "box": 6.0}[shape]
        if shape == "kite":
            ring = np.array([(-1, 0), (0, -1), (1, 0), (0, 1)], float)
        elif power > 1:
            ring /= (np.abs(ring) ** power).sum(axis=1, keepdims=True) ** (1 / power)
        points = (middle + ring * (165, 72)).astype(np.int32)
        if fill == "full":
            cv2.fillPoly(card, [points], _INKS[ink], cv2.LINE_AA)
        elif fill == "lined":
            inside = np.zeros(card.shape[:2], np.uint8)
            cv2.fillPoly(inside, [points], 255)
            inside *= np.uint8(np.arange(2 * WIDE) % 9 <= 1)
            card[inside > 0] = _INKS[ink]
        cv2.polylines(card, [points], isClosed=True, color=_INKS[ink], thickness=8, lineType=cv2.LINE_AA)
    return np.asarray(cv2.resize(card, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)


def _numeral(ink: str, number: int) -> Image:
    card = _plain((252, 252, 252))
    for turn in range(2):
        _word(card, str(number), (20, 60), 1.6, _INKS[ink])
        card = np.ascontiguousarray(card[::-1, ::-1])
        if turn:
            _word(
                card,
                str(number),
                (WIDE // 2 - 24 * len(str(number)), HIGH // 2 + 30),
                2.6,
                _INKS[ink],
            )
    cv2.circle(card, (WIDE // 2, HIGH // 2), 84, _INKS[ink], 3, cv2.LINE_AA)
    return card


def _word(card: Image, text: str, at: tuple[int, int], size: float, ink: tuple[float, ...]) -> None:
    cv2.putText(card, text, at, _FONT, size, ink, max(2, round(size * 2.4)), cv2.LINE_AA)


def _art(rng: np.random.Generator) -> Image:
    """A picture of blots, as wide as a card's window."""
    art = np.full((170, WIDE - 48, 3), rng.uniform(30, 230, 3), np.uint8)
    tint = cloud(rng, (170, WIDE - 48), int(rng.integers(2, 6)))[..., None] * rng.uniform(-90, 90, 3)
    art = np.clip(art + tint, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(3, 8))):
        turn = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * rng.uniform(15, 60, (len(turn), 1))
        points = (rng.uniform((20, 20), (WIDE - 70, 150)) + ring).astype(np.int32)
        cv2.fillPoly(art, [points], rng.uniform(10, 245, 3).tolist(), cv2.LINE_AA)
    return art


def _monster(rng: np.random.Generator, at: int, art: Image, colour: tuple[float, ...]) -> Image:
    card = _plain(colour)
    ink = (30, 30, 30) if colour[0] > 128 else (235, 235, 235)
    card[60:230, 24 : WIDE - 24] = art
    cv2.rectangle(card, (24, 60), (WIDE - 25, 230), ink, 2)
    syllables = [str(one) for one in rng.choice(["mu", "ga", "rok", "zil", "bo", "ten", "ash"], 3)]
    _word(card, "".join(syllables).title(), (24, 46), 0.8, ink)
    for line in range(3):
        wide = int(rng.uniform(0.4, 0.95) * (WIDE - 48))
        cv2.line(card, (26, 256 + 18 * line), (26 + wide, 256 + 18 * line), ink, 2)
    _word(card, str(at % 10), (28, HIGH - 26), 1.4, ink)
    _word(card, str(at * 7 % 10), (WIDE - 60, HIGH - 26), 1.4, ink)
    return card


def _scene(rng: np.random.Generator) -> Image:
    """A picture as of a photograph, as large as a card: soft hills of colour, a few things, grain."""
    size = (HIGH, WIDE)
    low, high = rng.uniform(0, 140, 3), rng.uniform(80, 255, 3)
    art = low + (high - low) * cloud(rng, size, int(rng.integers(2, 5)))[..., None]
    for _ in range(int(rng.integers(2, 6))):
        where = cloud(rng, size, int(rng.integers(2, 6))) > rng.uniform(0.55, 0.8)
        art[where] = art[where] * 0.3 + rng.uniform(0, 255, 3) * 0.7
    return np.asarray(np.clip(art + rng.normal(0, 6, art.shape), 0, 255), np.uint8)


def _captioned(art: Image, at: int) -> Image:
    """A picture without a border, with its number in a corner."""
    card = art.copy()
    cv2.circle(card, (44, 44), 28, (245, 245, 245), -1, cv2.LINE_AA)
    _word(card, str(at % 10), (30, 60), 1.4, (30, 30, 30))
    cv2.rectangle(card, (20, HIGH - 66), (WIDE - 21, HIGH - 20), (230, 240, 245), -1)
    _word(card, f"No {at * 37 % 100}", (40, HIGH - 34), 0.9, (30, 30, 30))
    return card


def _sheets(rng: np.random.Generator, count: int) -> dict[str, Image]:
    """Cards of text alone: each second one has its neighbour's words, but for three and a number."""
    cards, words = {}, np.array([""])
    paper = tuple(rng.uniform(215, 252, 3))
    for at in range(count):
        if at % 2:
            words[rng.choice(len(words), 3, replace=False)] = rng.choice(_WORDS, 3)
        else:
            words = rng.choice(_WORDS, 32).astype("U12")
        card = _plain(paper)
        cv2.rectangle(card, (12, 12), (WIDE - 13, HIGH - 13), (60, 60, 60), 3)
        _word(card, f"{rng.choice(_WORDS).title()} {at}", (26, 48), 0.8, (40, 40, 40))
        for line in range(11):
            text = " ".join(words[line * 3 : line * 3 + 3])
            _word(card, text, (26, 84 + 25 * line), 0.44, (50, 50, 50))
        cards[f"W{at:02d}"] = card
    return cards


# ---------------------------------------------------------------- on a table


def photograph(  # noqa: PLR0913 - all but the first two stand as they are
    rng: np.random.Generator, faces: list[tuple[str | None, Image]], size: tuple[int, int] = (1280, 720),
    *, aslant: float = 0.12, harm: float = 1.0, plain: bool = False, scene: str = "apart",
    spots: list[tuple[int, int]] | None = None,
) -> Drawn:  # fmt: skip
    """Lay cards on a table, and photograph them.

    Args:
        rng: chance.
        faces: what lies there: ids and pictures.
        size: width and height of the picture.
        aslant: how far the camera may stand from straight above.
        harm: strength of blur, noise, shadows and glare.
        plain: on a cloth of one dark colour, as where cards are taught.
        scene: how they lie.
        spots: row and column of each, edge to edge; by chance where a scene `grid` has none.
    """
    share = float(rng.uniform(0.72, 0.8))
    view = _view(rng, size, aslant)
    picture = _bare(rng, size, plain=plain)
    laid = []
    lattice = spots or scene == "grid"
    places = (_lattice(rng, len(faces), size, spots) if lattice
              else _places(rng, len(faces), size, scene, share))  # fmt: skip
    for (middle, tall, turn), (name, face) in zip(places, faces, strict=True):
        corners = _laid(middle, tall, turn, view)
        _lay(rng, picture, face, corners, harm)
        laid.append((name, corners))
    for _ in range(2 * (scene == "held")):
        at = laid[int(rng.integers(len(laid)))][1]
        spot, unit = at[int(rng.integers(4))], float(np.hypot(*(at[1] - at[0]))) / 9
        reaching = random_hand(rng, (float(spot[0]), float(spot[1])), unit, 1.5)
        draw_hand(rng, picture, reaching, (0.4, 0.4), unit)
    picture = _lit(rng, picture, harm)
    picture = blurred(rng, toned(rng, picture, 0.6 * harm), 1.2 * harm)
    grain = rng.standard_normal(picture.shape, np.float32) * float(rng.uniform(0, 6)) * harm
    picture = np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
    return Drawn(compressed(rng, picture, 70), tuple(laid))


def _view(rng: np.random.Generator, size: tuple[int, int], aslant: float) -> NDArray[np.float64]:
    """From the table as seen from straight above to the picture."""
    width, height = size
    lean = rng.uniform(-aslant, aslant, (4, 2)) * min(size)
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    tilted = frame * 0.94 + np.array(size) * 0.03 + lean * 0.3
    view = cv2.getPerspectiveTransform(frame.astype(np.float32), tilted.astype(np.float32))
    return np.asarray(view, np.float64)


def _bare(rng: np.random.Generator, size: tuple[int, int], *, plain: bool) -> Image:
    """A table without cards."""
    width, height = size
    if not plain:
        return np.ascontiguousarray(cut_ground(rng, ground(rng), (height, width)))
    cloth = np.full((height, width, 3), rng.uniform(20, 130, 3), np.uint8)
    return np.asarray(cv2.add(cloth, rng.normal(0, 5, cloth.shape), dtype=cv2.CV_8U), np.uint8)


def _places(
    rng: np.random.Generator, count: int, size: tuple[int, int], scene: str, share: float
) -> Iterator[tuple[NDArray[np.float64], float, float]]:
    """Middle, height and turn of so many cards; those that come later lie on top."""
    width, height = size
    held = -(-count // 2) if scene == "covered" else count
    columns = int(np.ceil(np.sqrt(held * width / height)))
    rows = -(-held // columns)
    cell = min(width / columns, height / rows)
    tall = cell * share
    found = []
    for spot in rng.permutation(columns * rows)[:held]:
        middle = (np.array((spot % columns + 0.5, spot // columns + 0.5))
                  * (width / columns, height / rows) + rng.uniform(-0.05, 0.05, 2) * cell)  # fmt: skip
        turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else float(rng.normal(0, 0.15))
        found.append((middle, turn))
        yield middle, tall, turn
    if scene == "covered":
        for middle, turn in found[: count - held]:
            wide, way = tall * WIDE / HIGH, float(rng.uniform(0, 2 * np.pi))
            aside = 0.5 * np.array((np.cos(way) * wide, np.sin(way) * tall)) * (1 + abs(np.sin(2 * way)) / 3)
            turned = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
            yield middle + 1.3 * aside @ turned, tall, turn + float(rng.normal(0, 0.3))


def _lattice(
    rng: np.random.Generator,
    count: int,
    size: tuple[int, int],
    spots: list[tuple[int, int]] | None = None,
) -> list[tuple[NDArray[np.float64], float, float]]:
    """Places edge to edge, slightly turned as a whole; some are left free."""
    if spots is None:
        columns = int(rng.integers(3, 6))
        rows = -(-(count + int(rng.integers(0, 3))) // columns)
        spots = [divmod(int(spot), columns) for spot in rng.permutation(columns * rows)[:count]]
    rows, columns = (max(spot[axis] for spot in spots) + 1 for axis in (0, 1))
    share = WIDE / HIGH
    tall = float(rng.uniform(0.75, 0.9)) * min(size[0] / columns / share, size[1] / rows)
    gap, turn = 1 + float(rng.uniform(0.0, 0.02)), float(rng.normal(0, 0.06))
    way = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    found = []
    for row, column in spots:
        off = np.array((column - (columns - 1) / 2, row - (rows - 1) / 2))
        middle = (off * (share, 1) * tall * gap + rng.normal(0, 0.004, 2) * tall) @ way
        found.append((middle + np.array(size) / 2, tall, turn + float(rng.normal(0, 0.01))))
    return found


def _laid(middle: NDArray[np.float64], tall: float, turn: float, view: NDArray[np.float64]) -> NDArray[np.float64]:
    half = np.array((WIDE / HIGH, 1)) * tall / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    way = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    placed = (corners @ way + middle).astype(np.float32)[None]
    return np.asarray(cv2.perspectiveTransform(placed, view)[0], np.float64)


def _lay(rng: np.random.Generator, picture: Image, face: Image, corners: NDArray[np.float64], harm: float) -> None:
    """Draw one card with its shadow, its round corners, and a gleam as of a sleeve."""
    small = max(1.0, HIGH / float(np.hypot(*(corners[3] - corners[0]))))
    face = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.45 * small), np.uint8) if small > 1.3 else face
    if rng.random() < 0.3 * harm:
        gleam = cloud(rng, face.shape[:2], 2)[..., None] * float(rng.uniform(0, 70))
        face = np.clip(face.astype(np.float32) + np.maximum(0, gleam - 25), 0, 255).astype(np.uint8)
    if harm >= 1 and rng.random() < 0.15:  # a streak, as on a sleeve
        streak = np.zeros(face.shape[:2], np.float32)
        ends = rng.uniform(0, 1, (2, 2)) * (WIDE, HIGH)
        cv2.line(
            streak,
            ends[0].astype(int).tolist(),
            ends[1].astype(int).tolist(),
            1.0,
            int(rng.integers(8, 40)),
        )
        streak = cv2.GaussianBlur(streak, (0, 0), 7)[..., None] * float(rng.uniform(80, 255))
        face = np.clip(face + streak, 0, 255).astype(np.uint8)
    box = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(box, corners.astype(np.float32))
    mask = np.zeros((HIGH, WIDE), np.uint8)
    cv2.rectangle(mask, (12, 0), (WIDE - 13, HIGH - 1), 255, -1)
    cv2.rectangle(mask, (0, 12), (WIDE - 1, HIGH - 13), 255, -1)
    for x, y in ((12, 12), (WIDE - 13, 12), (WIDE - 13, HIGH - 13), (12, HIGH - 13)):
        cv2.circle(mask, (x, y), 12, 255, -1)
    size = picture.shape[1::-1]
    over = cv2.warpPerspective(mask, way, size).astype(np.float32)[..., None] / 255
    shadow = np.roll(cv2.GaussianBlur(over[..., 0], (0, 0), 3), (2, 2), (0, 1))[..., None] * 0.35
    drawn = cv2.warpPerspective(face, way, size, borderMode=cv2.BORDER_REPLICATE)
    picture[:] = (picture * (1 - shadow) * (1 - over) + drawn * over).astype(np.uint8)


def _lit(rng: np.random.Generator, picture: Image, harm: float) -> Image:
    """Uneven light: a slope, and now and then the edge of a shadow."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / max(width, height)
    turn = float(rng.uniform(0, 2 * np.pi))
    along = x * np.cos(turn) + y * np.sin(turn)
    light = 1 + 0.35 * harm * float(rng.uniform(-1, 1)) * (along - along.mean())
    if rng.random() < 0.3 * harm:
        edge = np.clip((along - float(rng.uniform(along.min(), along.max()))) * 40, 0, 1)
        light = light * (1 - 0.3 * edge)
    return np.asarray(np.clip(picture * light[..., None], 0, 255), np.uint8)
