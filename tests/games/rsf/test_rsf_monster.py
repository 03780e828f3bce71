"""One monster's arithmetic: connection, edges, squares, race, sums; and RSF-I2 as a property.

Card catalogues: the shipped one, and what is wrong with others, by line and card.
"""

import contextlib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rsf_kit import A, box, card, fight, house, pieces
from rsf_play import ROOM, findings, shipped

from companion.core.catalogue import MAX_TEXT, CatalogueError
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.cards import MAX_CARDS, RsfCatalogue
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.monster import add_up, cells, parts, splits, squares
from companion.games.rsf.state import Piece, sort_pieces
from companion.games.rsf.table import may_give_up
from companion.games.rsf.words import SPECIAL_MODE, Mode

PLAIN = box(
    *(card(f"R{n}", 1, 1) for n in range(1, 10)), *(card(f"P{n}", 1, 1) for n in range(1, 5)),
    *(card(f"I{n}", 1, 1) for n in range(1, 5)), card("H1", 1, 1), card("H2", 1, 1, special=2),
    card("H3", 1, 1, races=("Plant", "Insect")),
)  # fmt: skip


def sheet(layout, **chosen):
    return add_up(PLAIN.cards, house(**chosen), pieces(layout))


def test_rsf_r2a_square_of_mixed_and_of_one_race():
    assert sheet("R1@0,0 R2@1,0 R3@0,1 P1@1,1").defense == 4 + 1
    assert sheet("R1@0,0 R2@1,0 R3@0,1 R4@1,1").defense == 4 + 4
    assert sheet("R1@0,0 R2@1,0 R3@0,1 R4@2,1").defense == 4
    block = "R1@0,0 R2@1,0 R3@0,1 R4@1,1"
    assert sheet(block, square_same="5").defense == 4 + 5
    assert sheet(block.replace("R4", "P1"), square_same="5").defense == 4 + 1


def test_rsf_r2b_a_hybrid_counts_in_squares_as_declared_or_by_the_switch():
    block = "R1@0,0 R2@1,0 R3@0,1 H1@1,1={}"
    assert sheet(block.format("race:Robot")).defense == 4 + 4
    assert sheet(block.format("race:Insect")).defense == 4 + 1
    assert sheet(block.format("special")).defense == 4 + 1
    block = "R1@0,0 R2@1,0 R3@0,1 H1@1,1=race:Insect"
    assert sheet(block).defense == 4 + 1
    assert sheet(block, hybrid_race="best").defense == 4 + 4
    assert sheet(block, hybrid_race="both").defense == 4 + 4
    assert sheet(block.replace("race:Insect", "special"), hybrid_race="both").defense == 4 + 1


def test_switch_squares_disjoint_takes_the_best_set():
    # Three blocks in a row: the outer two are mixed, the middle one is of one race.
    row = "P1@0,0 P2@0,1 R1@1,0 R2@1,1 R3@2,0 R4@2,1 I1@3,0 I2@3,1"
    assert sheet(row).defense == 8 + 1 + 4 + 1
    assert sheet(row, squares="disjoint").defense == 8 + 4
    assert [s.x for s in squares(PLAIN.cards, house(squares="disjoint"), pieces(row))] == [1]


@pytest.mark.parametrize(
    ("wide", "tall", "best"),
    [(3, 3, 1), (4, 4, 4), (7, 7, 9), (11, 11, 25), (3, 41, 20), (41, 3, 20)],
)
def test_switch_squares_disjoint_in_a_large_block(wide, tall, best):
    layout = sort_pieces(Piece(Cell(x, y), CardId("Z0")) for x in range(wide) for y in range(tall))
    found = squares(PLAIN.cards, house(squares="disjoint"), layout)
    assert len(found) == best
    assert list(found) == sorted(found)
    assert len(squares(PLAIN.cards, RsfHouse(), layout)) == (wide - 1) * (tall - 1)


@pytest.mark.parametrize(
    ("layout", "race", "majority"),
    [
        ("R1@0,0", "Robot", "Robot"),
        ("R1@0,0 P1@1,0", None, None),
        ("R1@0,0 R2@1,0 P1@2,0", "Robot", "Robot"),
        ("R1@0,0 R2@1,0 P1@2,0 I1@3,0", "Robot", None),
        ("R1@0,0 R2@1,0 P1@2,0 P2@3,0 I1@4,0", None, None),
        ("H1@0,0=special", None, None),
        ("H1@0,0=race:Insect R1@1,0 I1@2,0", "Insect", "Insect"),
    ],
)
def test_rsf_r2d_switch_race(layout, race, majority):
    assert sheet(layout).race == race
    assert sheet(layout, race="majority").race == majority


def test_switch_class_bonus():
    assert sheet("R1@0,0").attack == 1 + 1
    assert sheet("R1@0,0", class_bonus="separate").attack == 1 + 2
    assert sheet("R1@0,0 P1@1,0", class_bonus="separate").attack == 2


@pytest.mark.parametrize(
    ("layout", "fixed", "best", "both"),
    [
        # Declared an insect; as a robot it breaks the tie.
        ("R1@0,0 P1@1,0 H1@2,0=race:Insect", None, "Robot", "Robot"),
        # As both at once it ties what it decides as one; of two that suit, the declared one.
        ("R1@0,0 I1@1,0 H1@2,0=race:Robot", "Robot", "Robot", None),
        ("R1@0,0 I1@1,0 H1@2,0=race:Insect", "Insect", "Insect", None),
        # It is a plant or an insect, so one robot does not outnumber it, nor it the robot.
        ("R1@0,0 H3@1,0=race:Plant", None, None, None),
        # Two robots are ahead if the hybrid counts as an insect,
        ("R1@0,0 R2@1,0 P1@2,0 H3@3,0=race:Plant", None, "Robot", None),
        # and nobody is if both of its races have a card already.
        ("R1@0,0 R2@1,0 P1@2,0 I1@3,0 H3@4,0=race:Plant", None, None, None),
        # Two hybrids share out: one goes to each of the two races that have room.
        ("R1@0,0 R2@1,0 H3@2,0=race:Plant H3@3,0=race:Plant", None, "Robot", None),
    ],
)
def test_switch_hybrid_race(layout, fixed, best, both):
    assert sheet(layout).race == fixed
    assert sheet(layout, hybrid_race="best").race == best
    assert sheet(layout, hybrid_race="both").race == both


def test_switch_hybrid_race_with_majority():
    layout = "R1@0,0 P1@1,0 H1@2,0=race:Insect"
    assert sheet(layout, hybrid_race="best", race="majority").race == "Robot"
    assert sheet(layout.replace("H1", "H3"), hybrid_race="best", race="majority").race == "Plant"
    half = "R1@0,0 P1@1,0 P2@2,0 H1@3,0=race:Insect"
    assert sheet(half, hybrid_race="best", race="majority").race is None


def test_switch_spc():
    layout = "H1@0,0=special H2@1,0=special R1@2,0"
    assert sheet(layout).special == 3
    assert sheet(layout, spc="count").special == 2
    assert sheet(layout.replace("H2@1,0=special", "H2@1,0=race:Robot")).special == 1


def test_rsf_r2x_corners_do_not_connect():
    assert parts({(0, 0), (1, 1)}) == 2
    assert parts({(0, 0), (1, 1), (1, 0)}) == 1
    assert parts(set()) == 0
    assert splits({(0, 0), (1, 0), (2, 0)}, (1, 0))
    assert not splits({(0, 0), (1, 0), (2, 0)}, (2, 0))


def marked(north):
    return box(
        card("R1", 1, 1, edges=("gear", None, None, None)),
        card("R2", 1, 1, edges=(None, None, north, None)),
    )


@pytest.mark.parametrize(("mark", "wrong"), [("gear", ()), (None, ()), ("leaf", ("RSF-Q11",))])
def test_switch_edge_match(mark, wrong):
    up = act.Connect(A, CardId("R2"), Cell(0, 1))
    state = fight(marked(mark), ["R1@0,0", "Z0@0,0"], hands=["R2"])
    assert findings(state, up) == wrong
    assert findings(replace(state, house=house(edge_match="off")), up) == ()


@st.composite
def monsters(draw):
    cards = sorted(shipped().cards)
    chosen = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=12))
    placed = []
    for name in chosen:
        free = sorted(
            {side for piece in placed for side in piece.cell.sides if side not in {one.cell for one in placed}}
        ) or [Cell(0, 0)]
        known = shipped().cards[name]
        modes = [Mode(race) for race in known.races] + [SPECIAL_MODE] if known.hybrid else [None]
        placed.append(Piece(draw(st.sampled_from(free)), name, draw(st.sampled_from(modes))))
    return placed


houses = st.builds(
    house,
    squares=st.sampled_from(["all", "disjoint"]),
    hybrid_race=st.sampled_from(["fixed", "best", "both"]),
    race=st.sampled_from(["plurality", "majority"]),
)


def moved(piece, turns, mirror, shift):
    x, y = piece.cell.x, piece.cell.y
    if mirror:
        x = -x
    for _ in range(turns):
        x, y = -y, x
    return piece._replace(cell=Cell(x + shift, y - 2 * shift))


ways = st.tuples(st.integers(0, 3), st.booleans(), st.integers(-9, 9))


@given(monsters(), houses, st.randoms(use_true_random=False), ways)
def test_rsf_i2_sums_do_not_hinge_on_order_place_or_side(placed, rules, chance, way):
    cards = shipped().cards
    expected = add_up(cards, rules, sort_pieces(placed))
    shuffled = list(placed)
    chance.shuffle(shuffled)
    turned = sort_pieces(moved(piece, *way) for piece in shuffled)
    assert add_up(cards, rules, turned) == expected
    assert parts(cells(turned)) == 1


@given(monsters(), st.sampled_from(["outside", "keep_connected"]), st.booleans())
def test_rsf_f4a_under_every_switch_some_piece_can_be_given_up(placed, removal, removable):
    outside = "removable" if removable else "free_side"
    state = fight(shipped(), ["R01@0,0", "R02@0,0"], removal=removal, outside=outside)
    state = state.change(A, monster=sort_pieces(placed))
    assert any(may_give_up(state, A, piece) == () for piece in state.players[A].monster)


@given(monsters(), houses)
def test_rsf_i2_sums_are_those_of_the_cards(placed, rules):
    cards = shipped().cards
    found = add_up(cards, rules, sort_pieces(placed))
    bonus = sum(square.bonus for square in squares(cards, rules, sort_pieces(placed)))
    assert found.defense == sum(cards[piece.card].defense for piece in placed) + bonus
    attack = sum(cards[piece.card].attack for piece in placed)
    assert found.attack == attack + (found.race is not None)
    assert found.attack_points == attack


MANY = ", ".join(f'"Race{at}"' for at in range(20))
HEAD = 'title = "Kit"\ninvented = true\nraces = ["Robot", "Insect"]\n'
CARD = '[[card]]\nid = "R1"\nname = "Fist"\nraces = ["Robot"]\n'


def read(text):
    found = GAME.read_catalogue(text)
    assert isinstance(found, RsfCatalogue)
    return found


def test_the_shipped_catalogue_is_invented_sound_and_balanced():
    cards = shipped()
    assert cards.invented
    assert cards.size == 125
    assert cards.warnings == ()
    assert cards.races == ("Robot", "Insect", "Plant", "Alien")
    assert ("Robot", "Insect") in cards.dominance
    weaker = dict(shipped().dominance)
    at = "Robot"
    for _ in range(4):
        at = weaker[at]
    assert at == "Robot"
    assert len(weaker) == 4
    attack, defense, count = Counter(), Counter(), Counter()
    for one in shipped().cards.values():
        if not one.hybrid:
            attack[one.races[0]] += one.attack * one.copies
            defense[one.races[0]] += one.defense * one.copies
            count[one.races[0]] += one.copies
    for tally in (attack, defense, count):
        assert len(set(tally.values())) == 1
    hybrids = [card for card in shipped().cards.values() if card.hybrid]
    assert sum(card.copies for card in hybrids) == 25
    assert len({frozenset(card.races) for card in hybrids}) == 6
    names = [card.name for card in shipped().cards.values()]
    assert len(set(names)) == len(names)


def test_a_small_catalogue_is_read_with_its_edges_and_a_warning():
    found = read(HEAD + 'dominance = [["Robot", "Insect"]]\n' + CARD + "copies = 3\nattack = 4\n")
    card = found.cards[CardId("R1")]
    assert (card.copies, card.attack, card.defense, card.edges) == (3, 4, 0, (None,) * 4)
    assert found.warnings == ("the copies add up to 3 cards; the printed game has 125 (RSF-S5)",)
    found = read(HEAD + CARD + 'edges = { n = "gear", w = "leaf" }\n')
    assert found.cards[CardId("R1")].edges == ("gear", None, None, "leaf")


def test_unusual_cards_are_warned_of():
    odd = '[[card]]\nid = "H1"\nname = "Odd"\nhybrid = true\nraces = ["Robot"]\n'
    plain = '[[card]]\nid = "R2"\nname = "Odd"\nraces = ["Robot"]\nspecial = 1\n'
    warnings = read(HEAD + odd + plain).warnings
    assert any("card H1: a hybrid normally" in one for one in warnings)
    assert any("card R2: a card that is no hybrid" in one for one in warnings)
    both = 'races = ["Robot", "Insect"]\n'
    odd = '[[card]]\nid = "H1"\nname = "Odd"\nhybrid = true\n' + both
    plain = '[[card]]\nid = "R2"\nname = "Odd"\n' + both
    warnings = read(HEAD + odd + plain).warnings
    assert any("card H1: a hybrid normally" in one for one in warnings)
    assert any("card R2: a card that is no hybrid" in one for one in warnings)
    assert len(read(HEAD + odd + "special = 2\n").warnings) == 1  # too few cards, and no more


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("title = \n", 1, "not TOML"),
        (HEAD, None, "no cards"),
        (HEAD + "card = 3\n", None, "no cards"),
        (HEAD + "nonsense = 1\n" + CARD, None, "unknown key 'nonsense'"),
        ('game = "md"\n' + HEAD + CARD, None, "'md', not for rsf"),
        ("schema = 2\n" + HEAD + CARD, None, "schema 2"),
        ('races = ["Robot"]\n' + CARD, None, "title must be a line of text"),
        (HEAD.replace("true", "1") + CARD, None, "invented must be true or false"),
        (HEAD.replace('"Insect"', '"Robot"') + CARD, None, "different names"),
        (HEAD.replace('"Insect"', '"two words"') + CARD, None, "'two words' must be one word"),
        ('title = "A"\ninvented = true\nraces = []\n' + CARD, None, "1 to 20 different names"),
        (HEAD.replace('"Insect"', MANY) + CARD, None, "1 to 20 different names"),
        (HEAD + 'dominance = [["Robot"]]\n' + CARD, None, "must name two of the races"),
        (HEAD + 'dominance = [["Robot", "Robot"]]\n' + CARD, None, "cannot dominate itself"),
        (HEAD + 'dominance = [["Robot", "Plant"]]\n' + CARD, None, "must name two of the races"),
        (HEAD + 'dominance = [["Robot", "Insect"], ["Insect", "Robot"]]\n' + CARD, None,
         "other way round"),
        (HEAD + CARD + "\n" + CARD, 9, "card R1: this id appears twice"),
        (HEAD + CARD + "attaq = 3\n", 4, "card R1: unknown key 'attaq'"),
        (HEAD + CARD + "attack = -1\n", 4, "card R1: attack must be a whole number from 0 to 99"),
        (HEAD + CARD + "attack = true\n", 4, "card R1: attack"),
        (HEAD + CARD + "copies = 0\n", 4, "card R1: copies must be a whole number from 1 to 125"),
        (HEAD + CARD.replace('["Robot"]', '["Plant"]'), 4, "race 'Plant' is not among"),
        (HEAD + CARD.replace('"R1"', '"R 1"'), 4, "card number 1: id 'R 1'"),
        (HEAD + CARD.replace('"R1"', '"card"'), 4, "none of the record's own words"),
        (HEAD + CARD.replace('"Fist"', '""'), 4, "card R1: name must be a line of text"),
        (HEAD + CARD.replace("Fist", "F" * 61), 4, "at most 60"),
        (HEAD + CARD + 'edges = {x = "gear"}\n', 4, "card R1: edges: unknown key 'x'"),
        (HEAD + "card = [3]\n", None, "card number 1 must be a table"),
        (HEAD + "dominance = 3\n" + CARD, None, "dominance must be a list of pairs"),
        (HEAD + CARD.replace('["Robot"]', '"Robot"'), 4, "races must be a list of names"),
        (HEAD + "schema = " + "9" * 5000 + "\n" + CARD, None, "not TOML"),
        (HEAD + CARD + "edges = 3\n", 4, "card R1: edges must be a table"),
        ("#" * (MAX_TEXT + 1), None, "too large"),
        (HEAD + "".join(CARD.replace("R1", f"R{n}") for n in range(MAX_CARDS + 1)), None, "501"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_card_and_line(text, line, problem):
    with pytest.raises(CatalogueError) as caught:
        GAME.read_catalogue(text)
    assert problem in caught.value.problem
    assert caught.value.line == line
    assert "\n" not in caught.value.problem


def test_cards_written_inline_have_no_line():
    inline = HEAD + 'card = [{id = "R1", name = "A"}, {id = "R1", name = "B"}]\n'
    with pytest.raises(CatalogueError) as caught:
        GAME.read_catalogue(inline)
    assert caught.value.line is None


SHIPPED = (ROOM / "catalogue.toml").read_text("utf-8")


@given(st.data())
def test_a_damaged_catalogue_is_read_or_refused_and_never_breaks(data):
    at = data.draw(st.integers(0, len(SHIPPED) - 1))
    cut = data.draw(st.integers(0, 40))
    new = data.draw(st.text(st.characters(codec="utf-8"), max_size=8))
    with contextlib.suppress(CatalogueError):
        found = GAME.read_catalogue(SHIPPED[:at] + new + SHIPPED[at + cut :])
        assert isinstance(found, RsfCatalogue)
