"""Card catalogues: the shipped one, and what is wrong with others, by line and card."""

import contextlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rsf_play import ROOM, shipped

from companion.core.catalogue import MAX_TEXT, CatalogueError
from companion.core.words import CardId
from companion.games.rsf import GAME
from companion.games.rsf.cards import MAX_CARDS, RsfCatalogue

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
    for card in shipped().cards.values():
        if not card.hybrid:
            attack[card.races[0]] += card.attack * card.copies
            defense[card.races[0]] += card.defense * card.copies
            count[card.races[0]] += card.copies
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
