"""Setup (FGT-S), the Arenas that come up, and players who leave and join (X-12, X-13).

The catalogue: what is read, what is refused, and what is only said.
"""

import re
from collections import Counter
from dataclasses import replace

import pytest
from fgt_kit import (
    NAMES,
    A,
    B,
    C,
    arena,
    box,
    fight,
    findings,
    new_game,
    notes,
    play,
    reserves,
    shipped,
    table,
    warrior,
)
from sheet_kit import seen

from companion.core.catalogue import CatalogueError
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.switches import SwitchError
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind, Op, Scope, read_catalogue
from companion.games.fgt.state import Boost, BoostState, Scored, Stage
from companion.games.fgt.words import Family, Shown, Zone
from models.workshop.invariants import invariants


def cards(*names):
    return tuple(CardId(name) for name in names)


DEALT = act.Dealt(None, cards("H01", "A02", "R03"))
LIGHT = act.Dealt(None, ())


def at_arena(seats=3, depth=Depth.FULL):
    dealt = DEALT if depth is Depth.FULL else LIGHT
    return play(new_game(seats, depth), dealt, act.Starter(None, B))


def test_fgt_s0_a_warrior_lies_in_one_place_only():
    twice = act.Dealt(None, cards("H01", "H01", "R03"))
    assert findings(new_game(), twice) == ("FGT-S3",)
    state = play(at_arena(), act.EnterArena(None, CardId("P01")))
    main = act.Play(B, Shown(CardId("H01"), None), Family.ALIEN)
    (found,) = GAME.check(state, main)
    assert (found.rule, found.text) == ("FGT-S0", "H01 lies in the Graveyard")


def test_fgt_s0_an_arena_is_worth_4_to_8():
    state = at_arena(depth=Depth.LIGHT)
    assert findings(state, act.EnterGlory(None, 3)) == ("FGT-S0",)
    assert findings(state, act.EnterGlory(None, 9)) == ("FGT-S0",)
    assert findings(state, act.EnterGlory(None, 4)) == findings(state, act.EnterGlory(None, 8)) == ()
    assert findings(state, act.EnterGlory(None, 0)) == ("FGT-S0",)


def test_fgt_d7_glory_is_said_as_an_arena_comes_up():
    assert findings(new_game(depth=Depth.LIGHT), act.EnterGlory(None, 6)) == ("FGT-D7",)
    fought = play(at_arena(depth=Depth.LIGHT), act.EnterGlory(None, 6))
    assert findings(fought, act.EnterGlory(None, 6)) == ("FGT-D7",)


def test_fgt_s1_five_are_dealt_to_each_once():
    assert GAME.pending(new_game()).verbs == ("dealt",)
    state = play(new_game(4), DEALT)
    assert [player.hand for player in state.players] == [5] * 4
    assert findings(state, DEALT) == ("FGT-S1",)


@pytest.mark.parametrize(("seats", "reserves"), [(2, 47), (3, 42), (4, 37), (5, 32), (8, 17)])
@pytest.mark.parametrize("depth", list(Depth))
def test_fgt_s2_all_others_are_the_reserves(seats, reserves, depth):
    state = play(new_game(seats, depth), DEALT if depth is Depth.FULL else LIGHT)
    assert state.reserves == reserves


def test_fgt_s3_three_warriors_begin_the_graveyard():
    start = new_game()
    assert findings(start, act.Dealt(None, cards("H01", "A02"))) == ("FGT-S3",)
    assert findings(start, act.Dealt(None, cards("H01", "A02", "Z99"))) == ("FGT-S3",)
    assert play(start, DEALT).graveyard == ("H01", "A02", "R03")
    light = new_game(depth=Depth.LIGHT)
    assert findings(light, DEALT) == ("FGT-S3",)
    assert len(play(light, LIGHT).graveyard) == 3
    assert GAME.pending(start).rule == "FGT-S3"


def test_fgt_s4_arenas_come_up_once_each():
    state = at_arena()
    assert findings(state, act.EnterArena(None, CardId("Z1"))) == ("FGT-S4",)
    assert findings(state, act.EnterArena(None, CardId("P01"), CardId("P01"))) == ("FGT-S4",)
    assert findings(state, act.EnterGlory(None, 5)) == ("FGT-S4",)
    light = at_arena(depth=Depth.LIGHT)
    assert findings(light, act.EnterArena(None, CardId("P01"))) == ("FGT-S4",)
    begun = play(state, act.EnterArena(None, CardId("P01"), CardId("P02")))
    assert (begun.arena.card, begun.coming, begun.stage) == ("P01", "P02", Stage.PLAY)
    assert findings(begun, act.EnterArena(None, CardId("P02"))) == ("FGT-D7",)
    shown = seen(GAME, begun)
    assert "ARENA 1 of 7  P01 Rainlight Bowl  6 Glory" in shown
    assert re.search(r"Next: P02 .* · The highest power wins\.", shown)


def test_fgt_s5_the_oldest_is_the_first_player():
    state = play(new_game(), DEALT)
    assert GAME.pending(state).rule == "FGT-S5"
    assert findings(state, act.Starter(None, 3)) == ("FGT-S5",)
    state = play(state, act.Starter(None, B))
    assert (state.first, state.turn, state.round) == (B, B, 1)
    assert findings(state, act.Starter(None, A)) == ("FGT-S5",)
    begun = play(state, act.EnterArena(None, CardId("P01")))
    assert begun.turn == B


@pytest.mark.parametrize(("seats", "said"), [(2, ()), (5, ()), (6, ("FGT-S6a",)), (8, ("FGT-S6a",))])
def test_fgt_s6a_above_five_it_is_said_that_warriors_may_run_out(seats, said):
    assert notes(new_game(seats), DEALT) == said


def test_switch_players():
    assert notes(new_game(8, switches={"fgt.players": "2..8"}), DEALT) == ()


@pytest.mark.parametrize("seats", [1, 9])
def test_fgt_s6a_others_are_refused(seats):
    with pytest.raises(UsageError, match="Fight! is for 2 to 8 players"):
        GAME.start(Setup(tuple("abcdefghi"[:seats]), Depth.LIGHT))


def test_full_depth_needs_enough_cards():
    with pytest.raises(UsageError, match="full depth needs a card catalogue"):
        GAME.start(Setup(NAMES[:3], Depth.FULL))
    few = box(warrior("H1"), size=42)
    with pytest.raises(UsageError, match="42 Warriors; 8 players need 43"):
        GAME.start(Setup(NAMES, Depth.FULL, {}, few))
    seven = dict(list(shipped().arenas.items())[:6])
    short = type(few)("few", invented=True, warnings=(), warriors=few.warriors, arenas=seven)
    with pytest.raises(UsageError, match="6 Arenas; a game needs 7"):
        GAME.start(Setup(NAMES[:2], Depth.FULL, {}, short))


def test_an_unknown_switch_is_refused():
    with pytest.raises(SwitchError, match="there is no switch"):
        new_game(switches={"fgt.nonsense": "on"})


CARDS = box(
    warrior("H1", 12), warrior("A1", 20), warrior("R1", 25), warrior("X1", 1, "aliens"),
    warrior("X2", 1, "+10"), arenas=[arena("P1", 6, Kind.HIGHEST)],
)  # fmt: skip


def leave(state, seat):
    gone = replace(state, setup=replace(state.setup, left=(*state.setup.left, seat)))
    after = GAME.leave(gone, seat)
    assert invariants(after) == ()
    assert GAME.sheet(after).blocks
    asked = GAME.pending(after)
    assert asked is None or asked.asks != seat
    return after


def join(state, seat):
    names = (*state.setup.seats[:seat], "Zoe", *state.setup.seats[seat:])
    return GAME.join(replace(state, setup=replace(state.setup, seats=names)), seat)


def three(**more):
    return fight(CARDS, ["H1 X", "A1 H", "R1 X"], **more)


def test_x12_all_warriors_of_a_player_go_out_of_the_game():
    state = leave(three(), A)
    assert state.players[A].out == (
        *(Scored(None),) * 3, Scored(Family.HUMAN, "H1"), Scored(Family.ALIEN),
    )  # fmt: skip
    assert (state.turn, len(state.graveyard)) == (B, 3)
    assert findings(state, act.AdjustCard(None, CardId("H1"), Zone.RESERVES, Zone.GRAVEYARD)) == ("FGT-S0",)


def test_x12_turns_pass_over_the_seat():
    state = leave(table(CARDS, 3), B)
    state = play(state, act.Play(A, Shown(CardId("R1"), None), Family.ALIEN))
    assert state.turn == C
    state = play(state, act.Play(C, Shown(CardId("H1"), None), Family.ALIEN))
    assert (state.stage, state.turn) == (Stage.BOOST, A)
    state = play(state, act.ScoreBoost(A), act.ScoreBoost(C), act.Winner(None, (A,)))
    assert [player.owed for player in state.players] == [2, 0, 2]
    state = play(state, act.AllDrew(None))
    assert (state.first, state.players[B].hand) == (C, 0)
    assert invariants(state) == ()


def test_x12_the_first_player_card_goes_on_clockwise():
    assert leave(table(CARDS, 3, first=B), B).first == C
    assert leave(table(CARDS, 3, Stage.JUDGE, first=C), C).first == A


def test_x12_a_search_of_the_player_ends_and_what_it_scored_goes_out():
    state = play(three(), act.Activate(A, CardId("X1")), act.Reveal(A, tuple(map(CardId, ("X100", "H100")))))
    state = leave(state, A)
    assert (state.stage, state.turn, state.search) == (Stage.BOOST, B, None)
    assert "H100" in state.graveyard
    assert Scored(Family.ALIEN, "X100") in state.players[A].out
    assert Scored(Family.ALIEN, "X1") in state.players[A].out


def test_x12_a_draw_goes_on_without_the_player():
    state = play(three(stage=Stage.JUDGE), act.Winner(None, (C,)))
    assert state.turn == A
    state = leave(state, A)
    assert (state.turn, state.first) == (B, B)


def test_x12_won_arenas_are_set_aside_and_whoever_left_stands_last():
    state = play(three(stage=Stage.JUDGE), act.Winner(None, (C,)))
    state = leave(state, C)
    assert [one.glory for one in state.aside] == [6]
    standing = GAME.standing(state)
    assert [place.seat for place in standing.places][-1] == C
    assert "Phillip" not in standing.explanation
    assert GAME.score(state).total(C, "Glory") == 0


def test_x12_a_killed_main_and_a_scored_boost_have_gone_already():
    state = play(three(), act.ScoreBoost(A))
    state = state.change(B, boost=Boost(Family.HUMAN, BoostState.STOLEN))
    state = replace(play(state, act.AdjustPower(None, B, -30)), turn=C)
    state = replace(state, reserves=state.reserves + 1)
    assert [one.card for one in leave(state, B).players[B].out] == [None] * 3
    assert leave(state, A).players[A].out[0] == Scored(Family.ALIEN)


def test_x12_the_last_of_two_plays_on_alone():
    state = leave(leave(table(CARDS, 3), B), A)
    state = play(state, act.Play(C, Shown(CardId("R1"), None), Family.ALIEN), act.ScoreBoost(C))
    state = play(state, act.Winner(None, (C,)), act.AllDrew(None))
    assert (state.first, state.turn, state.stage) == (C, C, Stage.ARENA)


def test_x12_before_the_deal_the_others_are_dealt_to():
    state = play(leave(new_game(3), B), act.Dealt(None, tuple(shipped().warriors)[:3]))
    assert [player.hand for player in state.players] == [5, 0, 5]
    assert [one.seat for one in GAME.options(state)[0].instances] == [A, C]


@pytest.mark.parametrize(("place", "first"), [(1, A), (2, A)])
def test_x13_a_player_joins_before_the_deal(place, first):
    state = join(new_game(2), Seat(place))
    assert (len(state.players), state.first) == (3, first)
    assert play(state, act.Dealt(None, tuple(shipped().warriors)[:3])).players[place].hand == 5


def test_x13_a_player_who_joins_after_the_deal_is_dealt_five():
    state = play(new_game(2), act.Dealt(None, tuple(shipped().warriors)[:3]), act.Starter(None, B))
    state = join(state, B)
    assert (state.first, state.turn, state.players[B].hand, state.reserves) == (C, C, 5, 42)
    assert invariants(state) == ()
    begun = play(state, act.EnterArena(None, next(iter(shipped().arenas))))
    assert join(begun, B) is None
    assert join(replace(state, round=2), B) is None
    assert join(reserves(state, 4, []), B) is None


WARRIOR = (
    '[[warrior]]\nid = "W1"\nname = "One"\npower = 3\nfamily = "Human"\nability = { text = "nothing", op = "custom" }\n'
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
        *(f"no Warrior is of the Family {name} (FGT-S0)" for name in ("Animal", "Robot", "Demon", "Alien")),
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
