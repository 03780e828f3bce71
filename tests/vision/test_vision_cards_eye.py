"""Where cards lie, by the network: apart, edge to edge, and under others."""

import cv2
import numpy as np
import pytest

from vision.cards.compare import Difference, Ready
from vision.cards.deck import Deck, kept
from vision.cards.drawn import HIGH, WIDE, draw_card
from vision.cards.eye import Spot, card_eye, union
from vision.cards.patches import Size, visible
from vision.cards.read import read_cards

NAMES = ("gnome", "hydra", "ogre", "yeti")
FACES = {name: draw_card(name, {"name": name.title(), "ratings": [at, 7, 3, 9 - at]}) for at, name in enumerate(NAMES)}
TALL = 230.0


def laid(*places):
    """A green cloth with cards on it, the later ones on top: (name, x, y, degrees)."""
    rng = np.random.default_rng(3)
    picture = np.clip(rng.normal((70, 95, 60), 4, (720, 1280, 3)), 0, 255).astype(np.uint8)
    quads = []
    for name, x, y, turn in places:
        half = np.array((TALL * WIDE / HIGH, TALL)) / 2
        way = np.deg2rad(turn)
        spin = np.array([(np.cos(way), np.sin(way)), (-np.sin(way), np.cos(way))])
        quad = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ spin + (x, y)
        box = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
        move = cv2.getPerspectiveTransform(box, quad.astype(np.float32))
        soft = cv2.GaussianBlur(FACES[name], (0, 0), 1.2)
        mask = cv2.warpPerspective(np.full((HIGH, WIDE), 255, np.uint8), move, (1280, 720))
        drawn = cv2.warpPerspective(soft, move, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        picture[mask > 127] = drawn[mask > 127]
        quads.append(quad)
    return picture, quads


@pytest.fixture(scope="module")
def ready():
    deck = Deck("beasts", WIDE / HIGH)
    whole = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], float) - 0.5
    for name, face in FACES.items():
        deck = deck.with_pictures(name, kept(face, whole, deck))
    return Ready(deck)


class Eye:
    """Finds what it is told to."""

    def __init__(self, *spots):
        self.found = [Spot(likely, quad) for likely, quad in spots]

    def spots(self, _):
        return self.found


ROW = (("gnome", 400, 300, 0), ("hydra", 556, 300, 0), ("ogre", 712, 300, 0))


@pytest.mark.parametrize("places", [
    [("gnome", 250, 200, 0), ("hydra", 700, 330, 40), ("ogre", 1050, 520, -75)],
    [("gnome", 400, 300, 0), ("hydra", 556, 300, 0), ("ogre", 712, 300, 0), ("yeti", 556, 530, 0)],
    [("gnome", 400, 360, 5), ("hydra", 460, 420, 20)],
])  # fmt: skip
def test_a_place_is_found_for_every_card(places):
    picture, quads = laid(*places)
    spots = card_eye().spots(picture)
    assert all(any(union(quad, spot) > 0.5 for _, spot in spots) for quad in quads)


def test_a_bare_cloth_has_no_likely_place():
    picture, _ = laid()
    assert all(score < 0.5 for score, _ in card_eye().spots(picture))


def test_cards_edge_to_edge_are_read(ready):
    picture, _ = laid(*ROW)
    read = sorted(read_cards(picture, ready), key=lambda one: one.corners[:, 0].mean())
    assert [(one.card, one.status) for one in read] == [("gnome", "read"), ("hydra", "read"), ("ogre", "read")]


@pytest.mark.parametrize(("spot", "looks"), [(0, 1), (40, 2)])
def test_only_a_card_in_doubt_is_looked_at_closely_as_another_one(spot, looks, ready, monkeypatch):
    picture, quads = laid(("hydra", 560, 330, 0))
    cv2.circle(picture, (580, 340), spot, (255, 255, 255), -1)
    look, seen = ready.look, []
    monkeypatch.setattr(ready, "eye", Eye((0.9, quads[0])))
    monkeypatch.setattr(ready, "look", lambda *given: seen.append(given) or look(*given))
    assert [one.card for one in read_cards(picture, ready)] == ["hydra"]
    assert len(seen) == looks


def test_a_card_next_to_a_row_is_read_though_no_place_was_found_for_it(ready, monkeypatch):
    picture, quads = laid(*ROW, ("yeti", 868, 300, 0), ("gnome", 1024, 300, 0))
    monkeypatch.setattr(ready, "eye", Eye(*((0.9, quad) for quad in quads[:3])))
    read = {round(one.corners[:, 0].mean(), -1): one.card for one in read_cards(picture, ready)}
    assert read == {400: "gnome", 560: "hydra", 710: "ogre", 870: "yeti", 1020: "gnome"}


@pytest.mark.parametrize(("likely", "off"), [(0.9, 10), (0.65, 20)])
def test_a_card_in_glare_lies_as_its_row_does_also_where_it_is_hardly_found(likely, off, ready, monkeypatch):
    picture, quads = laid(*ROW, ("yeti", 556, 531, 0))
    streak = np.zeros(picture.shape[:2], np.float32)
    cv2.line(streak, (690, 200), (760, 360), 1.0, 40)
    gleams = picture + 220 * cv2.GaussianBlur(streak, (0, 0), 6)[..., None]
    astray = quads[2] + np.array([(0, 0), (-12, 12), (-12, -12), (0, 0)])
    found = [(0.9, quads[0]), (0.9, quads[1]), (0.9, quads[3]), (likely, astray)]
    monkeypatch.setattr(ready, "eye", Eye(*found))
    read = read_cards(np.clip(gleams, 0, 255).astype(np.uint8), ready)
    (ogre,) = (one for one in read if one.card == "ogre")
    assert np.abs(ogre.corners - quads[2]).max() < off


@pytest.mark.parametrize(("likely", "read"), [(0.7, 3), (0.85, 4)])
def test_beside_a_row_a_place_that_is_little_like_a_card_is_none_unless_it_is_plain(likely, read, ready, monkeypatch):
    picture, quads = laid(*ROW)
    strange = quads[2] + (250, 40)
    picture[240:340, 900:1020] = 200
    monkeypatch.setattr(ready, "eye", Eye(*((0.9, quad) for quad in quads), (likely, strange)))
    assert len(read_cards(picture, ready)) == read


def test_a_place_of_quite_another_size_is_no_card_though_it_is_looked_at_as_large_as_its_neighbour(ready, monkeypatch):
    picture, quads = laid(*ROW[:2])
    small = (quads[1] - quads[1].mean(axis=0)) / 2 + (900, 500)
    cv2.rectangle(picture, (860, 450), (940, 550), (200, 220, 90), -1)
    monkeypatch.setattr(ready, "eye", Eye(*((0.9, quad) for quad in [*quads, small])))
    assert sorted(str(one.card) for one in read_cards(picture, ready)) == ["gnome", "hydra"]


def test_a_card_that_another_covers_by_a_third_is_known_by_the_rest(ready):
    picture, quads = laid(("yeti", 560, 330, 0), ("gnome", 670, 370, 30))
    cards = {one.card: one for one in read_cards(picture, ready)}
    for name, quad in zip(("yeti", "gnome"), quads, strict=True):
        assert np.abs(cards[name].corners.mean(axis=0) - quad.mean(axis=0)).max() < 20


def test_what_another_card_hides_is_left_out():
    quad = np.array([(0, 0), (100, 0), (100, 150), (0, 150)], float)
    assert visible(quad, (), Size(20, 30)) is None
    shown = visible(quad, (quad + np.array((50, 0)),), Size(20, 30))
    assert shown[:, :8].all()
    assert not shown[:, 12:].any()


def test_a_shadow_along_a_cards_side_makes_it_no_less_sure(ready):
    picture, quads = laid(("hydra", 560, 330, 0))
    left, top = quads[0][0].astype(int)
    picture[top : top + 230, left : left + 7] = 20
    assert [(one.card, one.status) for one in read_cards(picture, ready)] == [("hydra", "read")]


def test_where_it_gleams_a_card_leans_to_neither_of_two():
    where = np.zeros((20, 20), bool)
    where[5:15, 5:15] = True
    less = np.zeros((3, 20, 20), np.float32)
    less[0, where] = -0.5
    mean, same = np.full((3, 400), 0.5, np.float32), (~where).astype(np.float32).ravel()
    two = Difference(where, same, mean, less.reshape(3, -1), float((less * less).sum()))
    seen = mean.reshape(3, 20, 20) + less / 2
    assert two.lean(seen.reshape(3, -1), None) == pytest.approx(0.5, abs=0.05)
    seen[:, 5:10] = 1.6
    assert two.lean(seen.reshape(3, -1), None) > 0.1


def test_of_a_card_that_is_hidden_where_it_tells_nothing_the_light_is_taken_as_it_is():
    where = np.arange(400).reshape(20, 20) < 200
    less = np.where(where.ravel(), 0.4, 0.0).astype(np.float32) * np.ones((3, 1), np.float32)
    mean, same = np.full((3, 400), 0.5, np.float32), (~where).astype(np.float32).ravel()
    two = Difference(where, same, mean, less, float((less * less).sum()))
    assert two.lean(mean - less / 2, where.astype(np.float32).ravel()) == pytest.approx(-0.5, abs=0.02)
