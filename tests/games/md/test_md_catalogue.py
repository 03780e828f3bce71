"""The card catalogue: read, refused in one line, and warned about (MD-S1b, MD-Q12)."""

import pytest
from md_kit import new_game, shipped

from companion.core.catalogue import CatalogueError
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.games.md import GAME
from companion.games.md.cards import read_catalogue
from companion.games.md.words import HandCard, Special

HEAD = 'game = "md"\ntitle = "t"\n'
POINT = "[[point]]\nvalue = 5\ncopies = 26\n"
SPECIALS = '[[special]]\nid = "surprise"\ncopies = 13\n[[special]]\nid = "dimwit"\n'


def test_md_s1b_what_ships_is_an_invented_deck_of_26_and_14():
    box = shipped()
    assert box.invented
    assert (sum(box.points.values()), sum(box.specials.values())) == (26, 14)
    assert box.copies(HandCard(special=Special.DIMWIT)) == 1
    assert set(box.specials) == set(Special)
    assert box.warnings == ()
    assert new_game(3, "full").deck == box.size == 40


def test_a_deck_that_differs_is_warned_about():
    box = read_catalogue(HEAD + "[[point]]\nvalue = 5\n" + '[[special]]\nid = "myopia"\n')
    assert box.warnings == (
        "1 point cards; the rulebook speaks of 26 (MD-S1b)",
        "1 special cards; the rulebook speaks of 14 (MD-S1b)",
        "0 Dimwit cards; the rulebook speaks of one (MD-K7)",
    )
    with pytest.raises(UsageError, match="2 players need 4"):
        GAME.start(Setup(("Ann", "Ben"), Depth.FULL, {}, box))
    assert read_catalogue(HEAD + POINT + SPECIALS).warnings == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title = 3", "no points"),
        (HEAD + POINT, "no specials"),
        (HEAD + "[[point]]\nvalue = 100\n" + SPECIALS, "from 0 to 99"),
        (HEAD + "[[point]]\nvalue = true\n" + SPECIALS, "whole number"),
        (HEAD + "[[point]]\ncopies = 2\n" + SPECIALS, "value must be"),
        (HEAD + POINT + POINT + SPECIALS, "value 5 appears twice"),
        (HEAD + POINT + SPECIALS + SPECIALS, "surprise appears twice"),
        (HEAD + POINT + '[[special]]\nid = "boo"\n', "must be one of"),
        (HEAD + POINT + "[[special]]\nid = 7\n", "must be one of"),
        (HEAD + POINT + SPECIALS + "copies = 0\n", "from 1 to 99"),
        (HEAD + POINT + SPECIALS + "colour = 3\n", "unknown key 'colour'"),
        ("cards = 3\n" + POINT, "unknown key 'cards'"),
        ('game = "rsf"\n' + POINT, "not for md"),
        ("= 3", "not TOML"),
    ],
)
def test_a_catalogue_is_refused_in_one_line(text, problem):
    with pytest.raises(CatalogueError, match=problem) as error:
        read_catalogue(text)
    assert "\n" not in str(error.value)


def test_a_refusal_names_the_line():
    with pytest.raises(CatalogueError) as error:
        read_catalogue(HEAD + POINT + "[[point]]\nvalue = -1\n" + SPECIALS)
    assert error.value.line == 6
