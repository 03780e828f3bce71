"""What only a close look sees of effects and cards: who is asked, what is said, what stays as it was."""

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
    text,
    throw,
)
from sheet_kit import seen

from companion.games.md import GAME
from companion.games.md.answers import offered
from companion.games.md.state import Stage
from companion.games.md.words import Special

ALL_UP = "S S S S S S"


def offering(**chosen):
    """Every sculpted side is up, and Cleo has a Myopia in front."""
    return front(rolled(ALL_UP, diemolition="off", **chosen), C, Special.MYOPIA)


@pytest.mark.parametrize(
    ("line", "told", "aims", "asked"),
    [
        ("bite Cleo eye", "Ann bites Cleo's D'eye", ["C eye"], [C]),
        (
            "bite-two Cleo teeth Ben squid",
            "Ann bites Cleo's Teeth-Die and Ben's Squi'Die",
            ["C teeth", "B squid"],
            [B, C],
        ),
        ("steal Ben dimwit", "Ann takes Ben's Die'mwit", ["B dimwit"], [B]),
        ("take Ben", "Ann takes a card at random from Ben's hand", ["B"], [B]),
        ("fetch Cleo myopia", "Ann takes the Myopia in front of Cleo", ["C myopia"], [C]),
        ("look Cleo", "Ann looks at the hand of Cleo", ["C"], [C]),
        ("look-two Cleo and Ben", "Ann looks at the hand of Cleo and Ben", ["C", "B"], [B, C]),
    ],
)
def test_md_k6_what_is_declared_is_told_and_its_targets_are_asked_clockwise(line, told, aims, asked):
    state = play(offering(), f"Ann: {line}")
    assert f"Declared: {told} (MD-" in seen(GAME, state)
    assert [aim_of(aim) for aim in state.declared.aims] == aims
    assert (list(state.declared.waiting), state.declared.countered) == (asked, ())
    question = GAME.pending(state)
    name = "Ben" if asked[0] == B else "Cleo"
    assert question.asks == asked[0]
    assert question.text == f"{told}. {name}, play a card against it or allow?"


def aim_of(aim):
    who = "ABC"[aim.seat]
    if aim.card:
        return f"{who} {aim.card}"
    if aim.die:
        assert aim.die.owner == aim.seat
        return f"{who} {aim.die.kind.removeprefix('md.')}"
    return who


def test_md_k6_clockwise_is_counted_from_the_player_in_turn():
    state = play(rolled(NOTHING), "Ann: end-turn", "Ben: draw")
    state = play(throw(state, "2 3 S 4 5 S"), "Ben: look-two Ann and Cleo")
    assert state.declared.waiting == (C, A)
    assert play(state, "Cleo: allow").declared.waiting == (A,)


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("bite Ben eye", "Teeth-Die"),
        ("bite-two Ben eye Cleo eye", "Teeth-Die and Die'vil"),
        ("steal Ben eye", "Spider-Die"),
        ("take Ben", "Squi'Die"),
        ("look Ben", "D'eye"),
        ("look-two Ben and Cleo", "D'eye and Die'vil"),
    ],
)
def test_an_effect_without_its_side_says_what_it_takes(line, effect):
    assert text(rolled(NOTHING), f"Ann: {line}") == f"that takes a sculpted side of {effect}"


@pytest.mark.parametrize(
    ("line", "rule", "dice"),
    [
        ("bite Ben eye", "MD-E1", "Teeth-Die"),
        ("bite-two Ben eye Cleo eye", "MD-C1", "Teeth-Die and Die'vil"),
        ("steal Ben eye", "MD-E3", "Spider-Die"),
        ("take Ben", "MD-E2", "Squi'Die"),
        ("fetch Cleo myopia", "MD-C4", "Squi'Die and Die'vil"),
        ("look Ben", "MD-E4", "D'eye"),
        ("look-two Ben and Cleo", "MD-C2", "D'eye and Die'vil"),
        ("send-dimwit", "MD-C3", "Die'mwit and Die'vil"),
    ],
)
def test_md_t5_what_a_side_did_it_does_not_do_again_and_what_else_is_a_ruling(line, rule, dice):
    """The same effect twice breaks the rule of the effect, whatever md.combo says."""
    state, combo = offering(), " and " in dice
    pool = state.players[A].pool
    for flag, wanted, said in (
        ("paired" if combo else "used", rule, "did that already this turn"),
        ("used" if combo else "paired", "MD-T5", "is used"),
    ):
        used = tuple(replace(die, **{flag: True}) for die in pool)
        found = GAME.check(seated(state, A, pool=used), read(f"Ann: {line}"))
        assert [(one.rule, one.forceable) for one in found] == [(wanted, True)]
        assert found[0].text == f"the sculpted side of {dice} {said}"


def test_md_t5_half_of_a_combo_is_not_all_of_it():
    assert findings(rolled("S 2 3 4 5 6"), "Ann: bite-two Ben eye Cleo eye") == ("MD-C1",)
    assert findings(rolled("2 3 S 4 5 6"), "Ann: bite-two Ben eye Cleo eye") == ("MD-C1",)


def test_md_k6_a_counter_stops_the_effect_for_its_player_alone():
    state = play(offering(), "Ann: bite-two Cleo teeth Ben squid", "Ben: counter in_your_teeth")
    assert (state.declared.waiting, state.declared.countered) == ((C,), (B,))
    state = play(state, "Cleo: allow")
    assert (sick(state, B), sick(state, C)) == ("", "teeth")
    assert state.declared is None
    two = play(offering(), "Ann: bite-two Ben teeth Ben squid", "Ben: counter in_your_teeth")
    assert (two.stage, sick(two, B)) == (Stage.EFFECTS, "")


def test_md_k6_who_answers_is_said():
    state = play(offering(), "Ann: look Ben")
    assert text(state, "Cleo: allow") == "this is not aimed at Cleo"
    assert text(offering(), "Ben: allow") == "no effect waits for an answer; now: Turn: effects"
    assert text(state, "Ben: counter squid_knot") == "Squid Knot does not stop this; Myopia does"
    (found,) = GAME.check(state, read("Ben: counter squid_knot"))
    assert (found.rule, found.forceable) == ("MD-K2", True)
    assert text(seated(state, B, hand=0), "Ben: counter myopia") == "Ben has no card in hand"
    assert hands(play(seated(state, B, hand=1), "Ben: counter myopia")) == [3, 0, 2]


def test_md_k6_switch_counter_combos_leaves_single_sides_as_they_are():
    state = offering(counter_combos="off")
    assert play(state, "Ann: look-two Ben and Cleo").stage is Stage.EFFECTS
    assert play(state, "Ann: look Ben").stage is Stage.COUNTER
    bitten = play(state, "Ann: bite-two Ben eye Cleo teeth")
    assert (sick(bitten, B), sick(bitten, C)) == ("eye", "teeth")


def two_eyes(**chosen):
    """Ben has Cleo's D'eye too, and they lie differently."""
    state = play(begun(**chosen), "table: adjust-die eye@3 to pool of Ben")
    state = lie(state, B, "2 2 2 2 2 3 S")
    return throw(play(state, "Ann: draw"), "S 2 S S 3 4")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("bite Ben eye", "MD-E1"),
        ("bite-two Ben eye Cleo squid", "MD-C1"),
        ("bite-two Cleo squid Ben eye", "MD-C1"),
        ("steal Ben eye", "MD-E3"),
    ],
)
def test_which_of_two_dice_is_meant_is_asked_of_who_named_it(line, rule):
    (question,) = GAME.check(two_eyes(), read(f"Ann: {line}"))
    assert (question.asks, question.rule) == (A, rule)
    assert question.text == "Which D'eye: eye@2 (shows 3) or eye@3 (shows S)?"


def test_md_c1_two_dice_of_a_kind_are_bitten_by_their_owners():
    state = play(two_eyes(), "Ann: bite-two Ben eye@3 Ben eye@2", "Ben: allow")
    assert sick(state, B) == "eye eye"
    state = play(two_eyes(), "Ann: bite-two Ben eye@3 Ben eye", "Ben: allow")
    assert sick(state, B) == "eye eye"
    assert text(offering(), "Ann: bite-two Ben eye Ben eye") == ("there is no other D'eye in Ben's pool")
    assert text(offering(), "Ann: bite Ben eye@3") == "there is no D'eye in Ben's pool"


def test_md_e3a_what_lies_in_an_infirmary_is_named():
    state = play(rolled("2 3 4 S 5 6"), "table: adjust-die eye@2 to infirmary of Ben")
    assert text(state, "Ann: steal Ben eye") == "the D'eye is in the infirmary, not in the pool"
    assert text(state, "Ann: steal Ben eye@3") == "there is no D'eye in Ben's pool"
    assert text(state, "Ann: steal Ann eye") == "this is aimed at an opponent, not at yourself"


def test_md_e3a_next_roll_leaves_what_waited_before_waiting():
    state = rolled("2 3 4 S 6 5", stolen_die="next_roll")
    waited = state.players[A].pool[0].id
    state = play(replace(state, waiting=(waited,)), "Ann: steal Ben eye", "Ben: allow")
    assert state.waiting == (waited, ("md.eye", B))
    assert state.stage is Stage.EFFECTS


def test_md_e3a_face_counts_and_a_second_devil_rerolls():
    state = lie(rolled("2 3 S S 5 6", stolen_die="face_counts"), B, "2 3 S 4 5 6")
    state = play(state, "Ann: steal Ben devil@2", "Ben: allow")
    assert (state.stage, state.later) == (Stage.REROLL, True)
    assert state.thrown[-1] == ("md.devil", B)
    assert len(state.thrown) == 7


def test_what_can_not_be_taken_is_said():
    state = offering()
    assert text(seated(state, B, hand=0), "Ann: take Ben") == "Ben has no card in hand"
    assert hands(play(seated(state, B, hand=1), "Ann: take Ben", "Ben: allow")) == [4, 0, 2]
    assert text(state, "Ann: fetch Cleo squid_knot") == "no Squid Knot lies in front of Cleo"
    assert text(state, "Ann: look-two Ben and Ben") == "name two different opponents"
    assert text(state, "Ann: look-two Ben") == "name two opponents"


def test_md_c2_by_ruling_one_hand_of_several_is_looked_at():
    state = force(offering(), "Ann: look-two Ben")
    assert [aim.seat for aim in state.declared.aims] == [B]


def test_who_can_not_hand_over_is_told_why():
    state = offering()
    assert text(state, "Ann: hand-over") == "an opponent hands it over, not the player in turn"
    assert text(seated(state, B, hand=0), "Ben: hand-over") == "Ben has no card in hand"
    assert hands(play(seated(state, B, hand=1), "Ben: hand-over")) == [4, 0, 2]
    (found,) = GAME.check(rolled(NOTHING), read("Ben: hand-over"))
    assert (found.rule, found.forceable) == ("MD-E5", True)
    assert found.text == "that takes a sculpted side of Die'mwit"


def test_md_c3_what_is_said_of_the_dimwit_is_whole():
    state = offering()
    assert text(state, "Ann: send-dimwit from Ben") == ("say from whom and to whom, or that nobody has it")
    assert text(state, "Ann: send-dimwit to Ben") == text(state, "Ann: send-dimwit from Ben")
    assert text(seated(state, B, hand=0), "Ann: send-dimwit from Ben to Cleo") == ("Ben has no card in hand")
    assert findings(seated(state, B, hand=0), "Ann: send-dimwit from Ben to Cleo") == ("MD-C3",)
    assert findings(rolled(NOTHING), "Ann: send-dimwit from Ben to Ann") == ("MD-C3", "MD-C3a")
    once = play(seated(state, B, hand=1), "Ann: send-dimwit from Ben to Cleo")
    assert hands(once) == [3, 0, 3]
    assert text(replace(state, deck=0), "Ann: send-dimwit") == ("the deck is empty: somebody has the Dimwit")
    assert not findings(replace(state, deck=1), "Ann: send-dimwit")
    (found,) = GAME.check(state, read("Ann: send-dimwit from Ben to Ann"))
    assert (found.rule, found.text) == (
        "MD-C3a",
        "the Dimwit goes to another player than the roller",
    )


def test_md_k1_surprise_takes_what_lies_there_and_leaves_the_infirmaries():
    state = play(ill(begun(), B, "eye"), "Ben: surprise Cleo")
    assert [kinds(state, seat).split()[-1] for seat in (B, C)] == ["eye", "dimwit"]
    assert (sick(state, B), sick(state, C)) == ("eye", "")
    assert state.players[B].played == (Special.SURPRISE,)
    assert hands(state) == [2, 1, 2]
    assert text(begun(), "Ben: surprise Ben") == "this is aimed at an opponent, not at yourself"


def test_md_k1a_switch_surprise_faces_void_only_what_came_to_the_player_in_turn():
    state = lie(rolled(ALL_UP, diemolition="off", surprise_faces="void"), B, ALL_UP)
    other = play(lie(state, C, ALL_UP), "Ben: surprise Cleo")
    assert (other.waiting, len(offers(other))) == ((), len(offers(state)))
    for line in ("Ben: surprise Ann", "Ann: surprise Ben"):
        after = play(state, line)
        assert len(after.waiting) == 6
        assert offers(after) == []
    waited = state.players[B].pool[0].id
    after = play(replace(state, waiting=(waited,)), "Ann: surprise Ben")
    assert len(after.waiting) == len(set(after.waiting)) == 6


def offers(state):
    return list(offered(state))
