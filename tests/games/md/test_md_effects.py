"""Effects, combos, counters and Surprise (MD-E, MD-C, MD-K)."""

from dataclasses import replace

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    C,
    begun,
    findings,
    force,
    front,
    hands,
    ill,
    kinds,
    lie,
    play,
    read,
    rolled,
    seated,
    sick,
    throw,
    verbs,
)

from companion.core.dice import RollRequest
from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.answers import offered
from companion.games.md.state import Stage
from companion.games.md.words import EYE as EYES
from companion.games.md.words import DieRef, Effect, Special
from models.workshop.invariants import invariants

TEETH, SQUID, SPIDER, EYE = "S 3 4 5 6 2", "2 S 4 5 6 3", "2 3 4 S 6 5", "2 3 4 5 6 S"
DIMWIT, DEVIL = "2 3 4 5 S 6", "2 3 S 4 5 6"
ALL = "Ben: allow"


def offers(state):
    return {one.value for one in offered(state)}


def test_md_e1_i1_i1a_a_bite_puts_a_die_into_its_players_infirmary():
    state = play(rolled(TEETH), "Ann: bite Ben spider", ALL)
    assert (kinds(state, B), sick(state, B)) == ("teeth squid devil dimwit eye", "spider")
    assert findings(state, "Ann: bite Ben spider") == ("MD-E1",)
    assert findings(rolled(NOTHING), "Ann: bite Ben spider") == ("MD-E1",)


def test_md_i1a_a_stolen_die_goes_to_the_infirmary_of_who_had_it():
    state = play(begun(), "table: adjust-die eye@3 to pool of Ben", "Ann: draw")
    state = play(throw(state, TEETH), "Ann: bite Ben eye@3", ALL)
    assert (sick(state, B), sick(state, C)) == ("eye", "")


def test_md_e2_a_card_at_random_and_none_from_an_empty_hand():
    state = rolled(SQUID)
    assert hands(play(state, "Ann: take Ben", ALL)) == [4, 1, 2]
    assert findings(seated(state, B, hand=0), "Ann: take Ben") == ("MD-E2",)
    assert findings(rolled(TEETH), "Ann: take Ben") == ("MD-E2",)


def test_md_e3_a_die_changes_pools():
    state = play(rolled(SPIDER), "Ann: steal Ben eye", ALL)
    assert kinds(state, A) == "teeth squid devil spider dimwit eye eye"
    assert kinds(state, B) == "teeth squid devil spider dimwit"
    assert findings(rolled(TEETH), "Ann: steal Ben eye") == ("MD-E3",)
    assert findings(rolled(SPIDER), "Ann: steal Ben eye@1") == ("MD-E3",)


def test_md_e3a_it_is_rolled_at_once_by_itself_and_counts():
    state = play(rolled(SPIDER), "Ann: steal Ben eye", ALL)
    request = GAME.pending(state)
    assert isinstance(request, RollRequest)
    assert (request.kinds, request.rule) == (("md.eye",), "MD-E3a")
    assert offers(throw(state, "S")) == {Effect.LOOK}
    assert offers(throw(state, "4")) == set()


def test_md_e3a_not_from_an_infirmary_unless_the_table_rules_so():
    state = play(rolled(SPIDER), "table: adjust-die eye@2 to infirmary of Ben")
    assert findings(state, "Ann: steal Ben eye") == ("MD-E3a",)
    state = play(force(state, "Ann: steal Ben eye"), ALL)
    assert (sick(state, B), state.stage) == ("", Stage.STOLEN)


def test_md_e3a_switch_stolen_die():
    lying = "2 3 S S 5 6"
    state = lie(rolled(SPIDER, stolen_die="next_roll"), B, lying)
    state = play(state, "Ann: steal Ben devil@2", ALL)
    assert (state.stage, offers(state)) == (Stage.EFFECTS, set())
    state = lie(rolled("S 2 3 S 5 6", stolen_die="face_counts"), B, lying)
    state = play(state, "Ann: steal Ben devil@2", ALL)
    assert offers(state) == {Effect.BITE, Effect.BITE_TWO}
    state = lie(rolled("2 3 S S 5 6", stolen_die="next_roll"), B, lying)
    state = play(state, "Ann: steal Ben devil@2", ALL)
    assert findings(replace(state, stage=Stage.REROLL), "Ann: reroll devil@2") == (
        "MD-E3a",
        "MD-E3a",
    )


def test_md_e4_a_look_changes_nothing_and_tells_nothing():
    state = rolled(EYE)
    after = play(state, "Ann: look Ben", ALL)
    assert hands(after) == hands(state)
    assert findings(rolled(TEETH), "Ann: look Ben") == ("MD-E4",)


def test_md_e6_a_devil_alone_offers_nothing():
    state = rolled(DEVIL)
    assert offers(state) == set()
    assert verbs(state) == {"end-turn", "surprise"}


@pytest.mark.parametrize(
    ("verb", "rule"),
    [
        ("take Ann", "MD-E2"),
        ("look Ann", "MD-E4"),
        ("bite Ann eye", "MD-E1"),
        ("steal Ann eye", "MD-E3"),
        ("fetch Ann myopia", "MD-C4"),
        ("surprise Ann", "MD-K1"),
        ("bite-two Ann eye Ben eye", "MD-C1"),
        ("bite-two Ben eye Ann eye", "MD-C1"),
        ("look-two Ann and Ben", "MD-C2"),
        ("look-two Ben and Ann", "MD-C2"),
    ],
)
def test_md_q13_nobody_goes_at_the_own_things(verb, rule):
    """Every effect is aimed at an opponent: that is stated, so its own rule is broken."""
    state = front(rolled("S S S S 6 S"), A, Special.MYOPIA)
    assert findings(state, f"Ann: {verb}") == (rule,)


def test_md_c1_two_bites_and_never_the_same_die_twice():
    state = rolled("S 3 S 4 5 6")
    after = play(state, "Ann: bite-two Ben spider Ben eye", ALL)
    assert sick(after, B) == "spider eye"
    assert findings(state, "Ann: bite-two Ben spider Ben spider") == ("MD-C1",)
    assert findings(state, "Ann: bite-two Ben eye@1 Ben spider") == ("MD-C1",)
    assert findings(rolled(TEETH), "Ann: bite-two Ben spider Ben eye") == ("MD-C1",)


def test_md_c1a_of_one_opponent_or_of_two():
    state = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Cleo eye Ben spider")
    assert state.declared.waiting == (B, C)
    state = play(state, ALL, "Cleo: allow")
    assert (sick(state, B), sick(state, C)) == ("spider", "eye")


def test_md_c2_two_hands_or_one_if_there_is_only_one():
    state = rolled("2 3 S 4 5 S")
    assert findings(state, "Ann: look-two Ben") == ("MD-C2",)
    assert findings(state, "Ann: look-two Ben and Ben") == ("MD-C2",)
    assert play(state, "Ann: look-two Ben and Cleo", ALL, "Cleo: allow").stage is Stage.EFFECTS
    assert findings(rolled("2 3 S 4 5 S", 2), "Ann: look-two Ben") == ()
    assert findings(rolled(EYE), "Ann: look-two Ben and Cleo") == ("MD-C2",)
    assert findings(rolled(NOTHING), "Ann: look-two Ben") == ("MD-C2", "MD-C2")


def test_md_c4_a_played_card_goes_into_the_hand():
    state = front(rolled("2 S S 4 5 6"), B, Special.MYOPIA, Special.SURPRISE)
    after = play(state, "Ann: fetch Ben surprise", ALL)
    assert (hands(after), after.players[B].played) == ([4, 2, 2], (Special.MYOPIA,))
    assert GAME.score(after).total(B, "points") == 2
    assert findings(state, "Ann: fetch Ben squid_knot") == ("MD-C4",)
    assert findings(front(rolled(SQUID), B, Special.MYOPIA), "Ann: fetch Ben myopia") == ("MD-C4",)


def test_md_q3_switch_combo_adds():
    state = play(rolled("S 3 S 4 5 6", combo="adds"), "Ann: bite-two Ben spider Ben eye", ALL)
    assert offers(state) == {Effect.BITE}
    state = play(state, "Ann: bite Ben teeth", ALL)
    assert offers(state) == set()
    plain = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Ben spider Ben eye", ALL)
    assert offers(plain) == set()


def test_md_t5_whatever_a_side_may_go_at_is_listed_once():
    state = front(rolled("S S S S S S", diemolition="off"), C, Special.MYOPIA)
    listed = {one.verb: one.instances for one in GAME.options(state) if one.actor == A}
    assert len(listed["bite-two"]) == len(set(listed["bite-two"])) == 66  # pairs of twelve dice
    assert listed["fetch"] == (act.Fetch(A, C, Special.MYOPIA),)
    assert listed["look-two"] == (act.LookTwo(A, B, C),)


def test_a_forced_effect_uses_what_is_there():
    state = play(force(rolled(NOTHING), "Ann: bite Ben eye"), ALL)
    assert sick(state, B) == "eye"
    assert invariants(state) == ()


@pytest.mark.parametrize(
    ("faces", "line", "card", "rule"),
    [
        (SQUID, "take Ben", "squid_knot", "MD-K2"),
        (EYE, "look Ben", "myopia", "MD-K3"),
        (TEETH, "bite Ben eye", "in_your_teeth", "MD-K4"),
        (SPIDER, "steal Ben eye", "pshhhhht", "MD-K5"),
    ],
)
def test_md_k2_to_k5_each_card_stops_its_die(faces, line, card, rule):
    state = play(rolled(faces), f"Ann: {line}")
    offered = {one.verb: one.rule for one in GAME.options(state) if one.actor == B}
    assert offered == {"counter": rule, "allow": "MD-K6"}
    after = play(state, f"Ben: counter {card}")
    assert (hands(after), kinds(after, B)) == ([3, 1, 2], kinds(state, B))
    assert after.players[B].played == (Special(card),)
    assert offers(after) == set()
    others = {"squid_knot", "myopia", "in_your_teeth", "pshhhhht"} - {card}
    wrong = {other: findings(state, f"Ben: counter {other}") for other in others}
    rules = {"squid_knot": "MD-K2", "myopia": "MD-K3", "in_your_teeth": "MD-K4"}
    assert wrong == {other: (rules.get(other, "MD-K5"),) for other in others}


def test_md_k6_only_the_target_answers_clockwise_and_each_for_itself():
    state = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Cleo eye Ben spider")
    assert GAME.pending(state).asks == B
    assert findings(state, "Cleo: allow") == ("MD-K6",)
    assert findings(state, "Ann: counter in_your_teeth") == ("MD-K6",)
    state = play(state, "Ben: counter in_your_teeth", "Cleo: allow")
    assert (sick(state, B), sick(state, C)) == ("", "eye")
    assert findings(state, ALL) == ("MD-K6",)


def test_md_k6_every_target_is_asked_in_the_same_words_whatever_it_holds():
    asked = []
    for hand in (0, 1, 5):
        state = seated(rolled(TEETH), B, hand=hand)
        asked.append(GAME.pending(play(state, "Ann: bite Ben eye")))
    assert asked[0] == asked[1] == asked[2]
    assert asked[0].text == "Ann bites Ben's D'eye. Ben, play a card against it or allow?"


def test_md_q5_squid_knot_saves_the_card_on_the_table():
    state = front(rolled("2 S S 4 5 6"), B, Special.MYOPIA)
    state = play(state, "Ann: fetch Ben myopia", "Ben: counter squid_knot")
    assert state.players[B].played == (Special.MYOPIA, Special.SQUID_KNOT)


def test_md_k8_a_played_card_stays_in_front_and_counts_2():
    state = play(rolled(TEETH), "Ann: bite Ben eye", "Ben: counter in_your_teeth")
    line = next(one for one in GAME.score(state).lines if one.seat == B)
    assert (line.points, line.rule, line.why) == (2, "MD-K8", "In Your Teeth in front")


def test_without_a_card_in_hand_nothing_is_played():
    state = seated(play(rolled(TEETH), "Ann: bite Ben eye"), B, hand=0)
    assert findings(state, "Ben: counter in_your_teeth") == ("MD-K4",)
    assert verbs(state, B) == {"allow"}


def test_md_s1b_no_more_copies_than_the_deck_has():
    state = play(rolled(EYE, depth="full"), "Ann: look Ben")
    full = front(state, C, Special.MYOPIA, Special.MYOPIA)
    assert findings(full, "Ben: counter myopia") == ("MD-S1b",)
    assert findings(front(state, C, Special.MYOPIA), "Ben: counter myopia") == ()


def test_md_k1_all_dice_change_places_at_any_time():
    state = lie(rolled(TEETH), B, "2 2 S 2 2 S")
    for seat, target in (("Ben", "Ann"), ("Ann", "Ben"), ("Cleo", "Ann")):
        assert findings(state, f"{seat}: surprise {target}") == ()
    after = play(state, "Ben: surprise Ann")
    assert after.players[A].pool == state.players[B].pool
    assert after.players[B].pool == state.players[A].pool
    assert after.players[B].played == (Special.SURPRISE,)
    assert findings(seated(state, B, hand=0), "Ben: surprise Ann") == ("MD-K1",)


def test_md_i3_surprise_leaves_infirmaries():
    state = ill(begun(), A, "eye", "teeth")
    after = play(state, "Ben: surprise Ann")
    assert (sick(after, A), sick(after, B)) == ("teeth eye", "")
    assert [len(player.pool) for player in after.players] == [6, 4, 6]


def test_md_k1a_between_two_steps_and_never_before_an_answer():
    state = rolled(TEETH)
    assert findings(play(state, "Ann: bite Ben eye"), "Ben: surprise Ann") == ("MD-K1a",)
    stolen = play(rolled(SPIDER), "Ann: steal Ben eye", ALL)
    assert findings(stolen, "Ben: surprise Ann") == ("MD-K1a",)
    for border in (begun(), play(begun(), "Ann: draw"), rolled("S S S S S S")):
        assert "surprise" in verbs(border, B)


def test_md_k1a_switch_surprise_faces():
    def after(**chosen):
        return play(lie(rolled(NOTHING, **chosen), B, "2 2 2 2 2 S"), "Ann: surprise Ben")

    assert offers(after()) == {Effect.LOOK}
    assert offers(after(surprise_faces="void")) == set()


def test_md_k1a_dice_that_came_by_surprise_bring_no_reroll_triple_or_die_molition():
    state = play(begun(), "table: adjust-die devil@3 to pool of Ben")
    state = play(lie(state, B, "S S S S S S S"), "Ann: draw")
    state = ill(throw(state, NOTHING), A, "eye")
    after = play(state, "Ben: surprise Ann")
    assert after.stage is Stage.EFFECTS
    assert findings(after, "Ann: reroll teeth") == ("MD-K1a",)
    assert sick(after, A) == "eye"


def test_md_k1a_a_swap_before_the_roll_changes_what_is_rolled():
    state = play(ill(begun(), A, "eye"), "Ann: draw")
    assert len(GAME.pending(state).kinds) == 5
    state = play(state, "Cleo: surprise Ann")
    assert len(GAME.pending(state).kinds) == 6


def test_md_k1a_a_swap_takes_the_reroll_away_with_its_dice():
    state = play(begun(), "table: adjust-die devil@2 to pool of Ann", "Ann: draw")
    state = throw(state, "2 3 S S 4 5 6")
    assert state.stage is Stage.REROLL
    assert play(state, "Ben: surprise Ann").stage is Stage.EFFECTS


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (act.Bite(A, Seat(9), DieRef(EYES)), "MD-E1"),
        (act.BiteTwo(A, Seat(3), DieRef(EYES), B, DieRef(EYES)), "MD-C1"),
        (act.BiteTwo(A, B, DieRef(EYES), Seat(3), DieRef(EYES)), "MD-C1"),
        (act.Take(A, Seat(3)), "MD-E2"),
        (act.Fetch(A, Seat(3), Special.MYOPIA), "MD-C4"),
        (act.Steal(A, Seat(3), DieRef(EYES)), "MD-E3"),
        (act.Look(A, Seat(-1)), "MD-E4"),
        (act.LookTwo(A, Seat(3), B), "MD-C2"),
        (act.LookTwo(A, B, Seat(3)), "MD-C2"),
        (act.Surprise(A, Seat(3)), "MD-K1"),
    ],
)
def test_nobody_sits_there(action, rule):
    (found,) = GAME.check(rolled("S S S S S S", diemolition="off"), action)
    assert (found.rule, found.text, found.forceable) == (rule, "there is no such seat", False)


def test_md_c2_with_one_opponent_one_hand_is_offered_and_looked_at():
    state = rolled("2 3 S 4 5 S", 2)
    (option,) = (one for one in GAME.options(state) if one.verb == "look-two")
    assert option.instances == (act.LookTwo(A, B),)
    state = play(state, "Ann: look-two Ben")
    assert state.declared.waiting == (B,)
    assert play(state, ALL).stage is Stage.EFFECTS


def test_md_e5_nothing_is_handed_over_before_the_effects():
    assert findings(begun(), "Ben: hand-over") == ("MD-T1", "MD-E5")
    assert findings(play(begun(), "Ann: draw"), "Ben: hand-over") == ("MD-T2", "MD-E5")
    state = rolled("S S S S S S")
    assert (state.stage, findings(state, "Ben: hand-over")) == (Stage.DEMOLITION, ("MD-T4",))


def test_md_c5_all_rerolls_are_listed_while_there_are_six_dice():
    lists = {}
    for gone, faces in ((), "2 3 S S 4 5 6"), (("eye",), "2 3 S S 4 5"):
        state = play(begun(), "table: adjust-die devil@2 to pool of Ann")
        state = throw(play(ill(state, A, *gone), "Ann: draw"), faces)
        (option,) = (one for one in GAME.options(state) if one.verb == "reroll")
        lists[option.complete] = [len(action.dice) for action in option.instances]
    assert len(lists[True]) == 2**6 - 1
    assert (len(lists[False]), lists[False][-1]) == (65, 7)


@pytest.mark.parametrize(
    "line",
    [
        "bite Cleo eye",
        "bite-two Ann eye Cleo eye",
        "take Ann",
        "fetch Cleo myopia",
        "steal Ann eye",
        "look Ann",
        "look-two Ann and Cleo",
        "send-dimwit",
    ],
)
def test_md_t6_only_the_player_in_turn_uses_the_sides(line):
    state = lie(rolled(NOTHING), B, "S S S S S S")
    (found,) = GAME.check(front(state, C, Special.MYOPIA), read(f"Ben: {line}"))
    assert (found.rule, found.text, found.forceable) == ("MD-T6", "it is Ann's turn", True)


def test_md_c3_giver_and_taker_sit_at_the_table():
    state = rolled("2 3 S 4 S 5")
    for giver, taker in ((A, Seat(3)), (Seat(3), B), (Seat(-1), B)):
        (found,) = GAME.check(state, act.SendDimwit(A, giver, taker))
        assert (found.rule, found.text) == ("MD-C3", "there is no such seat")
