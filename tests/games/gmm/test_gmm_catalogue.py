"""Catalogues of monsters: the shipped one, what is wrong with others, writing and reading back."""

from __future__ import annotations

import pytest
from gmm_kit import shipped
from hypothesis import given
from hypothesis import strategies as st

from companion.core.catalogue import CatalogueError
from companion.core.words import CardId
from companion.games.gmm import GAME
from companion.games.gmm.cards import Monster, read_catalogue, write_catalogue

HEAD = 'title = "Kit"\ninvented = true\n'
BLOB = '[[monster]]\nid = "blob"\nname = "Blob"\nratings = [8, 10, 5, 4, 5, 4]\n'


def test_the_shipped_catalogue_is_invented_whole_and_has_the_documents_sample():
    cards = shipped()
    assert cards.invented
    assert cards.warnings == ()
    assert len(cards.monsters) == 29
    assert cards.monsters[CardId("blob")].ratings == (8, 10, 5, 4, 5, 4)
    assert len({monster.name for monster in cards.monsters.values()}) == 29
    assert len({monster.ratings for monster in cards.monsters.values()}) == 29


@pytest.mark.parametrize("at", range(6))
def test_in_every_ability_high_and_low_can_win(at):
    ratings = [monster.ratings[at] for monster in shipped().monsters.values()]
    assert min(ratings) <= 1
    assert max(ratings) >= 9
    assert 4 <= sum(ratings) / 29 <= 6.5


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        (HEAD + "monster = []\n", "no monsters", None),
        (HEAD + BLOB + BLOB, "blob: this id appears twice", 7),
        (HEAD + BLOB.replace("blob", "slappy"), "'slappy' must be one word", 3),
        (HEAD + BLOB.replace('"blob"', '"card"'), "'card' must be one word", 3),
        (HEAD + BLOB.replace(", 4]", "]"), "ratings must list 6 numbers", 3),
        (HEAD + BLOB.replace("10", "11"), "endurance must be a whole number from 0 to 10", 3),
        (HEAD + BLOB.replace("10", "-1"), "from 0 to 10, not -1", 3),
        (HEAD + BLOB.replace("10", "true"), "not True", 3),
        (HEAD + BLOB.replace("10", '"x"'), "not 'x'", 3),
        (HEAD + BLOB.replace("ratings = [8, 10, 5, 4, 5, 4]", ""), "ratings must list", 3),
        (HEAD + BLOB + "attack = 1\n", "unknown key 'attack'", 3),
        ('game = "rsf"\n' + HEAD + BLOB, "a catalogue for 'rsf', not for gmm", None),
        ("schema = 2\n" + HEAD + BLOB, "schema 2 is not known", None),
        (HEAD + "monster = [1]\n", "monster number 1 must be a table", None),
        (BLOB, "title must be a line of text", None),
    ],
)
def test_a_catalogue_that_cannot_be_used_says_what_and_where(text, problem, line):
    with pytest.raises(CatalogueError) as caught:
        GAME.read_catalogue(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


def test_a_growing_catalogue_warns_and_is_read():
    cards = read_catalogue(HEAD + BLOB.replace("10", '"?"'))
    assert cards.monsters[CardId("blob")].ratings == (8, None, 5, 4, 5, 4)
    assert "1 of 29 monsters" in cards.warnings[0]
    assert "1 monsters lack ratings" in cards.warnings[1]


def test_a_catalogue_may_begin_with_no_monster_at_all():
    cards = read_catalogue(HEAD)
    assert cards.monsters == {}
    assert "0 of 29 monsters" in cards.warnings[0]


def test_more_than_29_monsters_warn():
    many = "".join(BLOB.replace('"blob"', f'"b{number}"') for number in range(30))
    assert "30 monsters; the printed game has 29" in read_catalogue(HEAD + many).warnings[0]


WORDS = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,23}", fullmatch=True).filter(
    lambda word: word not in {"card", "slappy", "mastermind"}
)
LINES = st.text(min_size=1, max_size=60).filter(lambda text: text.isprintable() and text.strip())
RATINGS = st.tuples(*[st.none() | st.integers(0, 10)] * 6)


@given(LINES, st.booleans(), st.dictionaries(WORDS, st.tuples(LINES, RATINGS), max_size=40))
def test_a_catalogue_that_was_written_is_read_back(title, invented, entries):
    monsters = {CardId(one): Monster(CardId(one), *entry) for one, entry in entries.items()}
    again = read_catalogue(write_catalogue(title, monsters, invented=invented))
    assert (again.title, again.invented) == (title, invented)
    assert list(again.monsters.items()) == list(monsters.items())
