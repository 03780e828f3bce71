"""The catalogue: what is read, what is refused, and what is only said."""

from collections import Counter

import pytest
from fgt_kit import shipped

from companion.core.catalogue import CatalogueError
from companion.games.fgt.cards import Kind, Op, Scope, read_catalogue
from companion.games.fgt.words import Family

WARRIOR = (
    '[[warrior]]\nid = "W1"\nname = "One"\npower = 3\nfamily = "Human"\n'
    'ability = { text = "nothing", op = "custom" }\n'
)
ARENA = (
    '[[arena]]\nid = "A1"\nname = "Pit"\nglory = 4\n'
    'condition = { text = "closest to 25", kind = "closest_to", value = 25 }\n'
)
HEAD = 'game = "fgt"\ntitle = "small"\n'
SMALL = HEAD + WARRIOR + ARENA


def with_ability(words):
    return SMALL.replace('op = "custom"', words)


def read_ability(words):
    return read_catalogue(with_ability(words)).warriors["W1"].ability


def test_the_shipped_box_is_whole_and_says_that_it_is_invented():
    cards = shipped()
    assert cards.invented
    assert cards.warnings == ()
    assert (len(cards.warriors), len(cards.arenas)) == (60, 12)
    families = Counter(one.family for one in cards.warriors.values())
    assert families == dict.fromkeys(Family, 12)
    powers = Counter(one.power for one in cards.warriors.values())
    assert powers == dict.fromkeys(range(1, 31), 2)
    assert {one.ability.op for one in cards.warriors.values()} == set(Op)
    assert {one.ability.scope for one in cards.warriors.values()} - {None} == set(Scope)
    assert {one.condition.kind for one in cards.arenas.values()} == set(Kind)
    assert len({one.condition for one in cards.arenas.values()}) == 12
    assert len({one.name for one in [*cards.warriors.values(), *cards.arenas.values()]}) == 72


def test_a_small_catalogue_is_read_with_a_word_about_its_size():
    cards = read_catalogue(SMALL)
    assert cards.warnings == (
        "1 Warriors; the printed game has 60 (FGT-S0)",
        "1 Arenas; the printed game has 12 (FGT-S0)",
        *(
            f"no Warrior is of the Family {name} (FGT-S0)"
            for name in ("Animal", "Robot", "Demon", "Alien")
        ),
    )
    assert not cards.invented


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ('op = "add", n = -10, scope = "chosen_main"', (Op.ADD, Scope.CHOSEN_MAIN, -10)),
        ('op = "percent", n = 50, scope = "own_main"', (Op.PERCENT, Scope.OWN_MAIN, 50)),
        ('op = "digit_product"', (Op.DIGIT_PRODUCT, Scope.ALL_MAINS, 0)),
        ('op = "digit_reverse", scope = "own_main"', (Op.DIGIT_REVERSE, Scope.OWN_MAIN, 0)),
    ],
)
def test_abilities_are_data(words, found):
    ability = read_ability(words)
    assert (ability.op, ability.scope, ability.amount) == found


def test_abilities_about_families():
    assert read_ability('op = "replace_digit", from = 9, to = 0').digits == (9, 0)
    steals = read_ability('op = "steal_boost", families = ["Human", "Demon"]')
    assert (steals.families, steals.scope) == ({Family.HUMAN, Family.DEMON}, None)
    draws = read_ability('op = "draw_score", n = 5, family = "Alien"')
    assert (draws.families, draws.amount) == ({Family.ALIEN}, 5)
    mains = read_ability('op = "add", n = -10, scope = "family_mains", family = "Animal"')
    assert mains.families == {Family.ANIMAL}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ('op = "sing"', "op must be one of"),
        ("n = 3", "op must be one of"),
        ('op = "add", scope = "own_main"', "n must be a whole number"),
        ('op = "add", n = 0', "n must not be 0"),
        ('op = "add", n = 100', "from -99 to 99"),
        ('op = "add", n = true', "n must be a whole number"),
        ('op = "add", n = 3, scope = "everywhere"', "scope must be one of"),
        ('op = "add", n = 3, family = "Human"', "unknown key 'family'"),
        ('op = "add", n = 3, scope = "family_mains"', "family must be one of"),
        ('op = "percent", n = -100', "from -99 to 900"),
        ('op = "replace_digit", from = 9', "to must be a whole number"),
        ('op = "replace_digit", from = 10, to = 0', "from must be a whole number"),
        ('op = "steal_boost"', "families must name at least one Family"),
        ('op = "steal_boost", families = []', "at least one Family"),
        ('op = "steal_boost", families = ["Pirate"]', "family must be one of"),
        ('op = "draw_score", n = 5', "family must be one of"),
        ('op = "draw_score", n = 21, family = "Alien"', "from 1 to 20"),
        ('op = "custom", n = 3', "unknown key 'n'"),
        ('op = "digit_product", from = 3', "unknown key 'from'"),
    ],
)
def test_an_ability_that_makes_no_sense_is_refused_with_its_line(words, problem):
    with pytest.raises(CatalogueError, match=problem) as caught:
        read_catalogue(with_ability(words))
    assert caught.value.line == 3
    assert "warrior W1" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("power = 3", "power = 31", "from 1 to 30, not 31"),
        ("power = 3", "power = 0", "from 1 to 30, not 0"),
        ("power = 3", "", "power must be a whole number"),
        ('family = "Human"', 'family = "Pirate"', "family must be one of Human"),
        ('"W1"', '"card"', "id 'card' must be one word"),
        ('"W1"', '"Robot"', "id 'Robot' must be one word"),
        ('"W1"', '"two words"', "must be one word"),
        ('name = "One"', 'name = ""', "name must be a line of text"),
        ("power = 3", "power = 3\nweight = 2", "unknown key 'weight'"),
        ("ability = {", 'other = "x"\nability = {', "unknown key 'other'"),
        ('{ text = "nothing", op = "custom" }', '"nothing"', "ability must be a table"),
        ("glory = 4", "glory = 3", "from 4 to 8, not 3"),
        ("glory = 4", "glory = 9", "from 4 to 8, not 9"),
        ('"A1"', '"W1"', "arena W1: this id appears twice"),
        ('kind = "closest_to"', 'kind = "loudest"', "kind must be one of"),
        (", value = 25", "", "value must be a whole number"),
        ('kind = "closest_to"', 'kind = "highest"', "unknown key 'value'"),
        ('game = "fgt"', 'game = "rsf"', "not for fgt"),
        ('title = "small"', "", "title must be a line of text"),
        ('title = "small"', 'title = "small"\nspare = 1', "unknown key 'spare'"),
        (WARRIOR, "", "no warriors"),
        (ARENA, "", "no arenas"),
    ],
)
def test_a_catalogue_that_makes_no_sense_is_refused(old, new, problem):
    assert old in SMALL
    with pytest.raises(CatalogueError, match=problem):
        read_catalogue(SMALL.replace(old, new))


def test_an_id_stands_there_once():
    with pytest.raises(CatalogueError, match="warrior W1: this id appears twice") as caught:
        read_catalogue(HEAD + WARRIOR + WARRIOR + ARENA)
    assert caught.value.line == 9


def test_there_are_bounds():
    many = "".join(WARRIOR.replace('"W1"', f'"W{at}"') for at in range(201))
    with pytest.raises(CatalogueError, match="201 warriors are too many"):
        read_catalogue(HEAD + many + ARENA)
