"""What the card dialogs compute without a screen: searching, what was used last, pasting, drafts."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import cache

import pytest
from games_play import new_match, playout
from hypothesis import given
from hypothesis import strategies as st

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.core.sheet import Grid, Tile
from companion.core.words import UNNAMED, CardId, Cell
from companion.demo.players import next_action
from companion.games.rsf.table import totals
from companion.games.rsf.verbs import VERBS, Connect, Draw, EnterSheet, Exchange, Rearrange
from companion.games.rsf.words import Placement
from companion.record.grammar import Grammar
from companion.tui.asking import choices
from companion.tui.asking import fields as forms
from companion.tui.editors import draw, editor_for
from companion.tui.editors.base import Look

LABELS = ("R04 · Boiler Plate · ATK 0 DEF 4", "P02 · Bramble Élan", "X-R0 · Plate", "Zebra 4")

texts = st.text(max_size=40)


# ---------------------------------------------------------------- searching


def test_beginnings_come_before_ids_and_ids_before_the_rest():
    labels = ("A1 · xplate", "B-plate2 · b", "C3 · Boiler plate", "plate")
    assert choices.matching(labels, "plate") == (3, 2, 1, 0)


def test_accents_and_capitals_do_not_matter():
    assert choices.matching(LABELS, "elan") == (1,)
    assert choices.matching(LABELS, "ÉLAN") == (1,)


@given(st.lists(texts, max_size=12), texts)
def test_what_is_found_holds_every_word_and_nothing_that_does_is_missing(labels, typed):
    found = choices.matching(labels, typed)
    parts = choices.folded(typed).split()
    holds = {at for at, label in enumerate(labels) if all(p in choices.folded(label) for p in parts)}
    assert set(found) == holds
    assert len(found) == len(holds)


@given(st.lists(texts, min_size=1, max_size=12), st.data())
def test_without_letters_those_said_to_be_first_are_first_and_the_rest_keep_their_order(labels, data):
    first = tuple(data.draw(st.permutations(range(len(labels)))))[: len(labels) // 2]
    found = choices.matching(labels, "", first)
    assert found[: len(first)] == first
    assert list(found[len(first) :]) == sorted(set(range(len(labels))) - set(first))


# ---------------------------------------------------------------- last used

LOG = (
    Draw(0, CardId("A")),
    Exchange(1, (CardId("B"), CardId("C"))),
    Connect(0, CardId("A"), Cell(0, 0)),
    Rearrange(0, (Placement(CardId("D"), Cell(0, 0)),)),
)


def test_the_card_named_last_comes_first():
    values = [CardId(card) for card in "EABCD"]
    assert [values[at] for at in choices.last_used(LOG, values)] == ["D", "A", "B", "C"]


@given(st.lists(st.sampled_from(LOG)), st.lists(st.sampled_from("ABCDE"), unique=True))
def test_only_cards_that_were_named_are_used_and_none_twice(log, cards):
    places = choices.last_used(log, cards)
    assert len(set(places)) == len(places)
    named = {"A", "B", "C", "D"}
    assert {cards[at] for at in places} <= named


# ---------------------------------------------------------------- pasting

HAND = [CardId(card) for card in ("R04", "P02", "R04", "GM-B")]
NAMES = ["Boiler Plate", "Bramble", "Boiler Plate", "Ribs"]


@pytest.mark.parametrize(
    "text",
    ["R04,P02", "r04 p02", "R04\nP02\n", "R04;P02;", '"R04"\t"P02"', "Boiler Plate, bramble"],
)
def test_ids_and_names_are_read_whatever_stands_between_them(text):
    assert choices.pasted(text, HAND, NAMES, 4) == choices.Pasted((0, 1))


def test_copies_are_taken_as_often_as_there_are():
    found = choices.pasted("R04 R04 R04", HAND, NAMES, 4)
    assert found.places == (0, 2)
    assert found.spare == ("R04",)


def test_what_was_not_understood_is_named_and_what_was_is_taken():
    found = choices.pasted("R04, nonsense; P02", HAND, NAMES, 4)
    assert found.places == (0, 1)
    assert "“nonsense”" in found.remark()


def test_more_than_there_is_room_for_is_said():
    found = choices.pasted("R04 P02 GM-B", HAND, NAMES, 2)
    assert found.places == (0, 1)
    assert "“GM-B”" in found.remark()


@given(st.text(max_size=400), st.integers(0, 4))
def test_no_text_gives_more_than_there_is(text, most):
    found = choices.pasted(text, HAND, NAMES, most)
    assert len(found.places) <= most
    assert len(set(found.places)) == len(found.places)
    assert len(found.remark()) < 400


@given(st.permutations(range(4)), st.sampled_from([",", ";", "\n", "\t", " ", " , "]))
def test_a_list_that_was_written_is_read_back(order, between):
    text = between.join(HAND[at] for at in order)
    found = choices.pasted(text, HAND, NAMES, 4)
    assert [HAND[at] for at in found.places] == [HAND[at] for at in order]
    assert not found.remark()


@pytest.mark.parametrize("text", ["i3r12p1", "I03, R12 p01", "i3 R12;p1"])
def test_ids_are_read_one_behind_the_other_capitals_and_noughts_or_not(text):
    assert choices.spelled(text, ["R01", "R12", "I03", "P01"]) == (("I03", "R12", "P01"), "")


def test_what_is_no_id_stays_and_a_short_id_is_found_first():
    assert choices.spelled("r1x", ["R01", "R12"]) == (("R01",), "x")
    assert choices.spelled("gmbgmh", ["GM-B", "GM-H", ""]) == (("GM-B", "GM-H"), "")
    assert choices.matching(["R12 Claw", "R01 Fist", "I03 Wing"], "r1")[0] == 1


# ---------------------------------------------------------------- forms

GRAMMAR = Grammar(VERBS.actions, ("Ann", "Ben"))
SHEET = GRAMMAR.forms["sheet"]


@given(*[st.integers(0, 99)] * 4, st.sampled_from([None, "Robot", "at", "two words"]))
def test_a_line_put_together_from_its_fields_reads_as_the_action(atk, dfs, spc, pieces, race):
    action = EnterSheet(1, atk, dfs, spc, pieces, race)
    answers = {one.name: forms.example_answer(one, SHEET, action, GRAMMAR) for one in SHEET.arguments}
    assert GRAMMAR.read(forms.line(SHEET, "Ben", answers)) == action


@pytest.mark.parametrize(
    ("answer", "said"),
    [("x", "whole number"), ("", "missing"), ("1 2", "only one is asked for")],
)
def test_an_answer_that_does_not_fit_is_refused_in_words(answer, said):
    assert said in forms.problem(SHEET.arguments[0], answer, GRAMMAR)


@given(texts)
def test_any_answer_is_read_or_refused_in_words(answer):
    for form in GRAMMAR.forms.values():
        for one in form.arguments:
            if not forms.problem(one, answer, GRAMMAR):
                forms.read(one, answer, GRAMMAR)  # raises when it cannot be read


# ---------------------------------------------------------------- drafts


@cache
def offered(verb):
    """Return a match of Ready, Set, Fight in which an option is there, with the option."""
    match = new_match("rsf", Depth.FULL, 2)
    while True:
        for option in match.game.options(match.state):
            if option.verb == verb:
                return match, option
        action = next_action(match)
        if action is None:  # of a special: one of your own pieces is moved
            action = Roll(match.pending().roller, (DieFace("d10", "3"),))
        match = match.apply(action)


WALK = st.lists(
    st.tuples(
        st.sampled_from(("enter", "turn", "back", "choose")),
        st.tuples(st.integers(-2, 3), st.integers(-2, 3)),
    ),
    max_size=14,
)


@pytest.mark.parametrize("verb", ["connect", "rearrange", "move"])
@given(walk=WALK)
def test_whatever_is_done_to_a_draft_its_actions_are_legal_one_after_the_other(verb, walk):
    match, option = offered(verb)
    editor = editor_for(match, option)
    for what, at in walk:
        editor = editor.choose(at[0]) if what == "choose" else getattr(editor, what)(at)
        look = editor.look(at)
        assert len({tile.at for tile in look.grid.tiles}) == len(look.grid.tiles)
    if editor.look((50, 50)).wrong:
        return  # it says why, and is not declared
    state = match
    for action in editor.actions():
        state = state.apply(action)  # raises when it is refused


@given(walk=WALK)
def test_sums_of_a_draft_are_those_of_the_game_once_it_is_declared(walk):
    match, option = offered("connect")
    editor = editor_for(match, option)
    for what, at in walk:
        editor = editor.choose(at[0]) if what == "choose" else getattr(editor, what)(at)
    far = editor.look((50, 50)).sums
    after = match
    for action in editor.actions():
        after = after.apply(action)
    sums = totals(after.state, option.actor)
    if editor.actions():
        assert far[0].split("→")[-1].split()[-1] == str(sums.attack)
        assert far[1].split("→")[-1].split()[-1] == str(sums.defense)


def look_of(cards, free=frozenset(), held=None):
    """Return a draft with cards at their cells."""
    tiles = tuple(Tile((((name, ""),), (("1/1", ""),)), (((name, ""),),), at=at) for name, at in cards)
    return Look(Grid(tiles), frozenset(), held, free, (), "", "", refused=False, wrong="")


def test_the_cursor_is_in_sight_at_every_size():
    look = look_of([(f"R{x}", (x, 0)) for x in range(30)])
    for across, down in ((20, 1), (20, 3), (76, 14), (200, 50)):
        for at in ((0, 0), (29, 0), (15, 0)):
            text = draw.draw(look, at, across, down).content().plain
            assert f"R{at[0]}" in text


def test_frames_of_the_grid_meet_and_the_cursor_stands_out():
    cards = [(f"R{x}{y}", (x, y)) for x in range(2) for y in range(2)]
    look = look_of(cards, frozenset({(2, 0)}))
    rows = draw.draw(look, (2, 0), 76, 14).content().plain.splitlines()
    met = (next(row.strip() for row in rows if sign in row) for sign in "┬┼┴")
    assert [row[0] + row[-1] for row in met] == ["┌┐", "├╗", "└╝"]
    assert sum(row.count("║") for row in rows) == 2 * 3


def test_every_card_is_in_sight_where_all_fit_whatever_lies_free_around_them():
    free = frozenset({(0, 4), (0, -1), *((side, y) for side in (-1, 1) for y in range(4))})
    look = look_of([(f"R{y}", (0, y)) for y in range(4)], free, (0, 3))
    for across, down in ((20, 4), (40, 9), (76, 14), (200, 50)):
        text = draw.draw(look, (0, 3), across, down).content().plain
        assert all(f"R{y}" in text for y in range(4))


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(-10, 70), st.integers(1, 40))
def test_a_window_shows_the_cursor_or_everything(low, size, offset, room):
    high = low + size
    cursor = min(max(low + offset, low), high)
    first = draw.window(low, high, cursor, room)
    assert first <= cursor < first + room or room == 0


# ---------------------------------------------------------------- cards without a name


TABLES = [
    ("rsf", {}),
    ("rsf", {"rsf.hand": "hidden"}),
    ("fgt", {}),
    ("gmm", {}),
    ("mon-dominoes", {}),
    ("mon-classic", {}),
    ("mon-arena", {}),
]


def card_fields(option):
    """Return the fields of an option that hold one card."""
    kinds = {one.name: one.type for one in fields(option.instances[0])}
    return [name for name, kind in kinds.items() if kind == "CardId"]


@pytest.mark.parametrize(("game", "switches"), TABLES)
def test_a_card_that_may_go_unnamed_in_full_depth_is_offered_so(game, switches):
    """The list that names cards holds the way to name none, wherever the rules allow it."""
    match = new_match(game, Depth.FULL, 2, switches)
    asked = 0
    for _, _, after in playout(match, random.Random(1), 250):
        for option in match.game.options(match.state):
            for name in card_fields(option):
                asked += 1
                hidden = replace(option.instances[0], **{name: UNNAMED})
                offered = {getattr(one, name) for one in option.instances}
                assert UNNAMED in offered or not match.check(hidden).legal
        match = after
    assert asked
