"""The table at work: all that can be ruled is carried out (X-7), players leave (X-12) and join (X-13).

X-8: MonsterDice from full to light depth, at every stage before the end.
"""

import random
from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from md_kit import (
    NAMES,
    NOTHING,
    A,
    B,
    C,
    begun,
    ending,
    findings,
    force,
    front,
    hands,
    kinds,
    new_game,
    play,
    read,
    rolled,
    seated,
    shipped,
    sick,
    throw,
)
from md_stages import SHOWS, STAGES

from companion.core.dice import RollRequest
from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md.game import lighten
from companion.games.md.state import PLAY, Stage
from companion.games.md.words import KINDS, Special
from models.workshop.bench.random_play import Moment
from models.workshop.invariants import invariants

EVERY = frozenset(STAGES)
OUTSIDE, COUNTED = EVERY - PLAY, {Stage.SCORING, Stage.FINAL_ROLL}
ONLY = {stage: EVERY - {stage} for stage in Stage}

MISSING = {
    "Ann: draw": COUNTED,  # the deck is empty
    "Ben: draw": COUNTED,
    "table: dealt": COUNTED,
    "Ann: end-turn": OUTSIDE,
    "Ben: end-turn": OUTSIDE,
    "Ann: skip": EVERY - {Stage.REROLL, Stage.DEMOLITION},
    "Ben: skip": EVERY - {Stage.REROLL, Stage.DEMOLITION},
    "Ben: withdraw": ONLY[Stage.REROLLING],
    "Ann: reroll teeth squid": OUTSIDE,
    "Ben: reroll teeth": OUTSIDE,
    "Ann: free eye": ONLY[Stage.TRIPLE],
    "Ann: demolish": OUTSIDE,
    "Ben: demolish": OUTSIDE,
    "Ann: bite Ben teeth": OUTSIDE,
    "Ben: bite Ann teeth": OUTSIDE,
    "Ann: bite Ann teeth": OUTSIDE,
    "Ann: bite-two Ben teeth Ann squid": OUTSIDE,
    "Ann: steal Cleo devil": OUTSIDE,
    "Ben: steal Ann devil": OUTSIDE,
    "Ann: steal Ann devil": OUTSIDE,
    "Ann: take Ben": OUTSIDE,
    "Cleo: take Ann": OUTSIDE,
    "Ann: look Ann": OUTSIDE,
    "Ann: look-two Ben and Ben": OUTSIDE,
    "Ben: look-two Ann": OUTSIDE,
    "Ann: fetch Ben myopia": EVERY,
    "Ann: hand-over": OUTSIDE,
    "Ben: hand-over": OUTSIDE,
    "Ann: send-dimwit": OUTSIDE,
    "Ben: send-dimwit from Ann to Ben": OUTSIDE,
    "Ben: allow": ONLY[Stage.COUNTER],
    "Cleo: allow": EVERY,
    "Ben: counter dimwit": ONLY[Stage.COUNTER],
    "Cleo: counter pshhhhht": ONLY[Stage.COUNTER],
    "Ben: surprise Ann": {Stage.SETUP},  # no card is in a hand
    "Ann: surprise Ann": {Stage.SETUP},
    "Ann: total 3": {Stage.SETUP},
    "table: dimwit with Ann": {Stage.SETUP},
    "table: dimwit": set(),
    "table: adjust-die eye@2 to infirmary of Ann": set(),
    "table: adjust-die teeth@1 to infirmary of Ben": set(),
    "table: adjust-card from hand to hand of Ann for Ben": {Stage.SETUP},
    "table: adjust-card from hand to played of Ann for Ben is dimwit": {Stage.SETUP},
    "table: adjust-score Ann 3": set(),
}
"""Lines of every verb, and the stages at which a fact is missing for them."""


def usable(state):
    """The table is sound, and everything that a screen asks can be asked."""
    assert invariants(state) == ()
    GAME.view(state)
    GAME.sheet(state)
    GAME.score(state)
    assert {place.seat for place in GAME.standing(state).places} == {*state.present}
    moment = Moment.of(GAME, state)
    if isinstance(moment.pending, RollRequest):
        assert moment.pending.dice
        assert {moment.pending.roller, *moment.pending.others} <= {*state.present}
    return moment


def possible(state, line):
    return all(getattr(one, "forceable", True) for one in GAME.check(state, read(line)))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_x7_only_missing_facts_are_final_and_all_else_is_carried_out_at_any_stage(stage):
    state = STAGES[stage]("light")
    for line, missing in MISSING.items():
        assert possible(state, line) == (stage not in missing), line
        if stage in missing:
            continue
        after = GAME.apply(state, read(line))
        assert GAME.tell(state, read(line), after)
        chance = random.Random(line)
        for _ in range(4):
            action = usable(after).next_action(chance)
            after = after if action is None else GAME.apply(after, action)


def test_x7_a_step_that_another_one_came_between_goes_on():
    asked = play(rolled("S 3 4 S 5 6"), "Ann: bite Ben eye")
    within = force(asked, "Cleo: steal Ann devil")
    assert (within.declared.by, within.declared.waiting) == (C, (A,))
    stolen = play(within, "Ann: allow")
    assert (stolen.stage, GAME.pending(stolen).roller) == (Stage.STOLEN, C)
    back = throw(stolen, "S")
    assert (back.stage, back.declared) == (Stage.COUNTER, asked.declared)
    assert sick(play(back, "Ben: allow"), B) == "eye"


def test_x7_an_effect_before_the_roll_leaves_the_roll_open():
    state = play(begun(), "Ann: draw")
    after = play(force(state, "Ann: take Ben"), "Ben: allow")
    assert (after.stage, hands(after)) == (Stage.ROLL, [4, 1, 2])


def test_md_i1a_a_die_that_is_bitten_late_is_bitten_where_it_lies():
    state = force(play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye"), "Ben: surprise Cleo")
    state = play(state, "Ben: allow")
    assert (sick(state, B), sick(state, C)) == ("", "eye")


def test_md_c4_a_card_that_is_gone_when_its_player_allows_is_not_fetched():
    state = front(rolled("2 S S 4 5 6"), B, Special.MYOPIA)
    state = play(state, "Ann: fetch Ben myopia")
    state = force(state, "table: adjust-card from played to hand of Ben for Cleo is myopia")
    assert hands(play(state, "Ben: allow")) == [3, 2, 3]


def test_md_k6_a_card_of_another_player_stops_it_for_who_answers_next():
    state = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Ben eye Cleo eye")
    after = force(state, "Ann: counter in_your_teeth")
    assert (after.declared.countered, after.declared.waiting) == ((B,), (C,))
    assert GAME.tell(state, read("Ann: counter in_your_teeth"), after).startswith(
        "Ann plays In Your Teeth: nothing happens to Ben"
    )
    late = force(play(state, "Ben: allow"), "Ben: counter in_your_teeth")
    assert sick(play(late, "Cleo: allow"), B) == ""


def test_md_t2_by_ruling_some_of_the_dice_are_enough_and_the_others_do_not_count():
    state = seated(play(begun(), "Ann: draw"), A)
    lying = tuple(replace(die, face="S") for die in state.players[A].pool)
    state = seated(state, A, pool=lying)
    after = GAME.apply(state, read("Ann: roll md.teeth=2 md.squid=S"))
    assert [die.face for die in after.players[A].pool] == ["2", "S", "S", "S", "S", "S"]
    assert len(after.waiting) == 4
    assert findings(after, "Ann: take Ben") == ()
    assert findings(after, "Ann: look Ben") == ("MD-K1a",)


def test_md_s3_the_roll_off_has_no_order():
    state = play(new_game(), "table: dealt")
    assert GAME.pending(state).others == (B, C)
    roll = "roll " + " ".join(f"{kind}={{}}" for kind in KINDS)
    for name, face in (("Cleo", 3), ("Ann", 2), ("Ben", 6)):
        state = GAME.apply(state, read(f"{name}: {roll.format(*[face] * 6)}"))
    assert (state.starter, state.stage) == (B, Stage.DRAW)


def test_md_t1_an_empty_deck_asks_nobody_to_draw():
    state = play(replace(begun(), deck=1), "table: adjust-card from deck to hand for Ben")
    assert state.stage is Stage.ROLL


def test_md_z3_a_tie_that_is_no_tie_any_more_is_not_rolled_off():
    state = STAGES[Stage.FINAL_ROLL]("light")
    other = force(state, "table: adjust-score Cleo 1")
    assert other.rolloff == state.rolloff
    won = force(state, "table: adjust-score Ben 1")
    assert (won.stage, GAME.standing(won).winners) == (Stage.OVER, (B,))
    again = force(state, "Ann: total 4")
    assert GAME.standing(again).winners == (B,)


def test_md_z2_a_hand_that_was_counted_too_early_is_counted_at_the_end():
    state = force(begun(), "Ann: total 5")
    assert GAME.score(state).total(A, "points") == 5
    assert play(state, "Ann: draw").players[A].points is None


def leave(state, *seats):
    for seat in seats:
        left = (*state.setup.left, seat)
        state = GAME.leave(replace(state, setup=replace(state.setup, left=left)), seat)
        usable(state)
    return state


@pytest.mark.parametrize("seat", [A, B, C])
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
@pytest.mark.parametrize("depth", ["light", "full"])
def test_x12_play_goes_on_at_every_stage_without_who_left(stage, seat, depth):
    state, chance = leave(STAGES[stage](depth), seat), random.Random(seat)
    for _ in range(12):
        action = usable(state).next_action(chance)
        if action is None:
            assert state.over
            break
        assert action.actor != seat
        assert findings_of(state, action) == ()
        state = GAME.apply(state, action)


def findings_of(state, action):
    return tuple(one.rule for one in GAME.check(state, action))


@pytest.mark.slow
@pytest.mark.parametrize("depth", ["light", "full"])
@pytest.mark.parametrize("seed", range(6))
def test_x12_x13_a_game_with_comers_and_goers_ends(seed, depth):
    state, chance = new_game(3, depth, final_tie="rolloff"), random.Random(seed)
    state = join(join(state, Seat(chance.randint(0, 3))), Seat(chance.randint(0, 4)))
    while not state.over:
        if len(state.present) > 2 and chance.random() < 0.02:
            state = leave(state, chance.choice(state.present))
        action = usable(state).next_action(chance)
        state = state if action is None else GAME.apply(state, action)
    assert {state.players[seat].turns for seat in state.present} == {state.round}


def test_x12_the_dice_and_cards_of_who_left_are_out_of_the_game():
    """Those that others hold too, and those that the player had taken."""
    state = play(begun(4), "table: adjust-die eye@2 to pool of Ann")
    state = play(state, "table: adjust-die devil@3 to pool of Ben", "Ben: surprise Dan")
    state = play(state, "table: adjust-die squid@2 to infirmary of Cleo")
    state = leave(state, B)
    assert sum(len(one.pool) for one in state.players) == 24 - 6 - 6
    assert "eye eye" not in kinds(state, A)
    assert sick(state, C) == ""
    assert state.cards == 40 - 2
    assert findings(state, "table: adjust-die squid@2 to pool of Ann") == ("X-7",)


def test_x12_a_die_of_ones_own_that_went_with_another_is_told():
    state = leave(play(begun(), "table: adjust-die eye@1 to pool of Ben"), B)
    request = GAME.pending(play(state, "Ann: draw"))
    assert dict(request.elsewhere) == {"md.eye": "it is out of the game (X-12)"}


@pytest.mark.parametrize("gone", [A, B, C], ids=["the first", "the second", "the last"])
def test_x12_rounds_go_on_without_the_leavers_turn(gone):
    state = begun()
    for seat in (A, B, C):
        if seat == gone:
            state = leave(state, gone)
            break
        state = throw(play(state, f"{NAMES[seat]}: draw"), NOTHING)
        state = play(state, f"{NAMES[seat]}: end-turn")
    first, second = (seat for seat in (A, B, C) if seat != gone)
    assert state.turn == {A: B, B: C, C: A}[gone]
    assert (state.round, GAME.view(state).turn) == (2 if gone == C else 1, state.turn)
    while (state.round, state.turn) != (3, first):
        state = play(throw(play(state, f"{NAMES[state.turn]}: draw"), nothing(state)), end(state))
    assert [state.players[seat].turns for seat in (first, second)] == [2, 2]
    assert state.players[gone].turns == 0


def nothing(state):
    return " ".join("234562"[: len(state.active.pool)])


def end(state):
    return f"{NAMES[state.turn]}: end-turn"


def test_x12_what_was_asked_of_who_left_lapses():
    asked = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Ben eye Cleo eye")
    assert leave(asked, B).declared.waiting == (C,)
    done = leave(play(asked, "Ben: allow"), C)
    assert (done.stage, sick(done, B)) == (Stage.EFFECTS, "eye")
    assert leave(asked, A).turn == B
    stolen = play(play(rolled("2 3 4 S 6 5"), "Ann: steal Ben eye"), "Ben: allow")
    assert (leave(stolen, B).stage, leave(stolen, C).stage) == (Stage.EFFECTS, Stage.STOLEN)


def test_x12_a_roll_off_is_decided_without_who_left():
    state = throw(throw(play(new_game(), "table: dealt"), "6 6 6 6 6 6"), "5 5 5 5 5 5")
    assert (leave(state, C).starter, leave(state, C).stage) == (A, Stage.DRAW)
    tied = throw(throw(throw(play(new_game(), "table: dealt"), NOTHING), NOTHING), "S S S S S S")
    assert leave(tied, A).starter == B
    assert leave(tied, C).rolloff[-1] == ((A, None), (B, None))


def test_x12_a_tie_at_the_end_is_won_by_who_stays():
    state = STAGES[Stage.FINAL_ROLL]("light")
    assert GAME.standing(leave(state, A)).winners == (B,)
    assert leave(state, C).rolloff[-1] == state.rolloff[-1]


def test_x12_the_dimwit_may_have_left():
    state = leave(ending((1, 1, 1)), C)
    state = play(state, "Ann: total 3", "Ben: total 2")
    assert {one.instances[0].seat for one in GAME.options(state) if one.verb == "dimwit"}
    assert findings(state, "table: dimwit") == ()
    assert play(state, "table: dimwit").over
    shown = play(leave(ending((1, 1, 1), depth="full"), C), "Ann: show 3", "Ben: show 4")
    assert shown.over


def test_x12_the_last_hand_that_was_waited_for_leaves():
    state = play(ending((1, 1, 1), depth="full"), "Ann: show dimwit", "Ben: show 4")
    assert GAME.standing(leave(state, C)).winners == (B,)


def test_x12_with_one_player_left_the_table_is_still_sound():
    """MonsterDice has no rule for one alone: the table calls the game off (X-14)."""
    for state in (begun(2), play(new_game(2), "table: dealt"), ending((1, 1))):
        assert leave(state, A).present == (B,)


def test_x12_no_cards_are_dealt_to_who_left():
    state = play(leave(new_game(), B), "table: dealt")
    assert (hands(state), state.deck) == ([2, 0, 2], 36)
    assert [seat for seat, _ in state.rolloff[-1]] == [A, C]


def join(state, seat, name="Gus"):
    setup = state.setup
    names = (*setup.seats[:seat], f"{name}{len(setup.seats)}", *setup.seats[seat:])
    after = GAME.join(replace(state, setup=replace(setup, seats=names)), seat)
    if after is not None:
        usable(after)
    return after


@pytest.mark.parametrize("seat", [A, B, Seat(3)])
def test_x13_a_player_joins_before_the_cards_are_dealt(seat):
    state = play(join(new_game(), seat), "table: dealt")
    assert (hands(state), state.deck) == ([2, 2, 2, 2], 32)
    assert all({die.owner for die in one.pool} == {at} for at, one in enumerate(state.players))


def test_x13_a_player_who_joins_the_roll_off_draws_two_cards_and_rolls():
    state = join(throw(play(new_game(), "table: dealt"), "6 6 6 6 6 6"), A)
    assert (hands(state), state.deck) == ([2, 2, 2, 2], 32)
    assert state.rolloff == (((0, None), (1, 36), (2, None), (3, None)),)
    assert (state.last_roll.roller, GAME.pending(state).roller) == (1, 0)


def test_x13_who_joins_a_second_roll_off_rolls_with_all_others():
    state = play(new_game(2), "table: dealt")
    state = join(throw(throw(state, NOTHING), NOTHING), Seat(2))
    assert state.rolloff == (((0, 22), (1, 22), (2, None)),)


def test_x13_nobody_joins_later_or_without_cards():
    assert join(begun(), A) is None
    assert join(replace(play(new_game(), "table: dealt"), deck=1), A) is None


def test_every_stage_before_the_end_is_looked_at():
    assert {*STAGES, Stage.OVER} == set(Stage)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_x8_at_every_stage_the_table_is_as_one_that_was_light_all_along(stage):
    full, light = STAGES[stage]("full"), STAGES[stage]("light")
    assert (full.stage, full.full) == (stage, True)
    state = lighten(full)
    bare = without_catalogue(state)
    assert replace(bare, held=state.held and without_catalogue(state.held)) == light
    assert GAME.pending(state) == GAME.pending(light)
    assert GAME.options(state) == GAME.options(light)
    assert GAME.sheet(state) == GAME.sheet(light)
    assert invariants(state) == invariants(light)


def test_md_z2_a_hand_laid_open_keeps_its_points_and_the_others_are_totals():
    state = lighten(play(ending((2, 1), depth="full", unplayed_special="2"), SHOWS))
    assert state.players[A].shown is None
    assert GAME.score(state).total(A, "points") == 7
    assert GAME.pending(state).verbs == ("total",)
    assert findings(state, "Ann: total 5") == ("MD-Z2",)
    (refused,) = GAME.check(state, read("Ben: show 3"))
    assert refused.text == "in light depth a hand is entered as a total (total)"


def test_md_k7_the_holder_is_asked_for_when_nobody_has_shown_it():
    state = lighten(play(ending((2, 1), depth="full"), SHOWS))
    state = play(state, "Ben: total 0")
    assert GAME.pending(state).text == "Who has the Dimwit?"
    state = play(state, "table: dimwit with Ben")
    assert [GAME.score(state).total(seat, "points") for seat in (A, B)] == [5, -15]


def test_md_k7_the_holder_is_not_asked_for_when_the_dimwit_was_shown():
    state = lighten(play(ending((2, 1), depth="full"), "Ann: show 5 dimwit"))
    assert {one.verb for one in GAME.options(state)} == {"total"}
    state = play(state, "Ben: total 3")
    assert state.stage is Stage.OVER
    assert [GAME.score(state).total(seat, "points") for seat in (A, B)] == [-10, 3]


def boxed(state, **specials):
    """The state with a box that has so many special cards, before its cards are dealt."""
    box = replace(shipped(), specials={Special(name): copies for name, copies in specials.items() if copies})
    return GAME.start(replace(state.setup, catalogue=box))


def test_md_k7_nobody_is_asked_for_a_dimwit_that_the_box_does_not_have():
    state = lighten(with_box(ending((1, 1), depth="full"), dimwit=0))
    assert play(state, "Ann: total 3", "Ben: total 4").stage is Stage.OVER


def with_box(state, **specials):
    return replace(state, setup=boxed(state, **specials).setup)


def test_two_dimwits_of_one_box_stay_where_they_were_shown():
    state = with_box(ending((1, 1, 1), depth="full"), dimwit=2)
    state = lighten(play(state, "Ann: show dimwit", "Ben: show dimwit"))
    assert GAME.score(play(state, "Cleo: total 3")).total(B, "points") == -15
    assert [line for line in invariants(state) if "MD-I6" not in line] == []


def test_md_i6_a_deck_of_another_size_stays_as_large_as_it_was():
    state = play(boxed(new_game(depth="full"), surprise=5, dimwit=1), "table: dealt")
    assert state.cards == 26 + 6
    light = lighten(state)
    assert (light.deck, light.cards, invariants(light)) == (26, 32, ())


def test_md_s1b_nobody_knows_any_more_how_many_copies_are_left():
    state = play(rolled("S 3 4 5 6 2", depth="full"), "Ann: bite Ben eye")
    state = with_box(state, dimwit=1)
    assert findings(state, "Ben: counter in_your_teeth") == ("MD-S1b",)
    assert findings(lighten(state), "Ben: counter in_your_teeth") == ()
