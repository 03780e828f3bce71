"""The arbiter, example by example."""

from dataclasses import replace

import pytest

from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, How, Refuse, Unrequested, Wait
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind

ONE_D10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
PERCENT = RollRequest(Seat(0), (DieSpec("d00"), DieSpec("d10")), "Percent", "X-4")
CAMERA = "camera:0"


def camera(*dice, throw=1, suffix="", nudged=False, doubt=""):
    shown = tuple(d if isinstance(d, DieReading) else DieReading("d10", d, 0.99) for d in dice)
    key = f"{CAMERA}#{throw}{suffix}"
    return RollReading(SourceKind.CAMERA, CAMERA, key, shown, float(throw), throw, nudged=nudged, doubt=doubt)


def typed(*dice, throw=1):
    shown = tuple(DieReading("", d) for d in dice)
    return RollReading(SourceKind.KEYBOARD, "keyboard", f"keyboard#{throw}", shown, 0.0, throw)


def told(kind, request, reading):
    """The decision about a reading, which is of this kind, and the arbiter after it."""
    arbiter, decision = Arbiter().arm(request, 0).hear(reading)
    assert isinstance(decision, kind)
    return arbiter, decision


def hear(arbiter, *readings):
    decision = None
    for reading in readings:
        arbiter, decision = arbiter.hear(reading)
    return arbiter, decision


def test_x4_a_roll_answers_the_open_request_and_closes_it():
    arbiter, decision = Arbiter().arm(ONE_D10, 41).hear(camera("7"))
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("d10", "7"),)
    assert (decision.request, decision.log_version, decision.how) == (ONE_D10, 41, How.READ)
    assert arbiter.armed is None


def test_a_reading_without_dice_answers_nothing():
    arbiter, decision = Arbiter().arm(ONE_D10, 41).hear(camera())
    assert decision == Wait("no dice")
    assert arbiter.armed is not None


def test_x4_a_roll_that_nobody_asked_for_changes_nothing_and_can_be_claimed():
    arbiter, decision = Arbiter().hear(camera("7"))
    assert isinstance(decision, Unrequested)
    assert decision.claimable
    arbiter, decision = arbiter.arm(ONE_D10, 3).claim()
    assert isinstance(decision, Accept)
    assert decision.how is How.CLAIMED
    assert arbiter.unrequested is None


def test_only_the_last_early_roll_is_claimable():
    arbiter, _ = hear(Arbiter(), camera("7", throw=1), camera("2", throw=2))
    _, decision = arbiter.arm(ONE_D10, 0).claim()
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("d10", "2"),)


def test_claims_without_a_request_and_answers_without_a_question_are_refused():
    _, decision = Arbiter().hear(camera("7"))[0].claim()
    assert isinstance(decision, Refuse)
    assert decision.rule == "X-4"
    _, decision = Arbiter().arm(ONE_D10, 0).claim()
    assert isinstance(decision, Refuse)
    assert decision.text == "there is no early roll to claim"
    _, decision = Arbiter().arm(ONE_D10, 0).answer((DieFace("d10", "3"),))
    assert isinstance(decision, Refuse)


def test_dice_at_rest_when_the_request_opens_do_not_answer_it():
    arbiter = Arbiter().arm(ONE_D10, 0, {CAMERA: 4})
    arbiter, decision = arbiter.hear(camera("7", throw=4))
    assert isinstance(decision, Unrequested)
    arbiter, decision = arbiter.hear(camera("3", throw=5))
    assert isinstance(decision, Accept)


def test_what_was_heard_counts_as_at_rest_too():
    arbiter, _ = Arbiter().hear(camera("7", throw=4))
    arbiter, decision = arbiter.arm(ONE_D10, 0).hear(camera("7", throw=4, suffix=".1"))
    assert isinstance(decision, Unrequested)


def test_a_roll_is_accepted_once_whatever_the_camera_repeats():
    arbiter, first = Arbiter().arm(ONE_D10, 0).hear(camera("7"))
    assert isinstance(first, Accept)
    arbiter, again = arbiter.arm(ONE_D10, 1).hear(camera("7"))
    assert isinstance(again, Wait)
    arbiter, nudged = arbiter.hear(camera("7", suffix=".1", nudged=True))
    assert isinstance(nudged, Wait)
    assert arbiter.armed is not None


def test_rsf_f3a_two_dice_are_refused_and_the_request_stays_open():
    arbiter, decision = told(Refuse, ONE_D10, camera("7", "2"))
    assert decision.rule == "RSF-F3a"
    assert decision.text == "one d10 expected (RSF-F3a), 2 d10 seen"
    assert arbiter.armed is not None


def test_when_one_die_of_a_refused_roll_is_taken_away_it_asks():
    arbiter, _ = Arbiter().arm(ONE_D10, 0).hear(camera("7", "2"))
    arbiter, decision = arbiter.hear(camera("7", suffix=".1", nudged=True))
    assert isinstance(decision, Ask)


@pytest.mark.parametrize(
    "die",
    [
        DieReading("d10", "6", 0.97, DieStatus.UNSURE, (("9", 0.03),)),
        DieReading("d10", "6", 0.97, DieStatus.COCKED, (("9", 0.03),)),
        DieReading("d10", "6", 0.6, DieStatus.READ, (("9", 0.4),)),
    ],
)
def test_a_doubtful_die_is_asked_with_its_runner_up(die):
    arbiter, decision = Arbiter().arm(ONE_D10, 5).hear(camera(die))
    assert isinstance(decision, Ask)
    assert decision.guess == (DieFace("d10", "6"),)
    assert [c.faces[0].face for c in decision.candidates] == ["6", "9"]
    assert decision.log_version == 5
    arbiter, decision = arbiter.answer((DieFace("d10", "9"),))
    assert isinstance(decision, Accept)
    assert decision.how is How.ANSWERED
    assert decision.faces == (DieFace("d10", "9"),)


def test_a_doubtful_throw_is_asked():
    _, decision = told(Ask, ONE_D10, camera("7", doubt="the face changed at rest"))
    assert decision.why == "the face changed at rest"


def test_an_answer_with_other_dice_is_refused():
    arbiter, _ = Arbiter().arm(ONE_D10, 0).hear(camera("7", doubt="?"))
    arbiter, decision = arbiter.answer((DieFace("d6", "3"),))
    assert isinstance(decision, Refuse)
    assert arbiter.asking is not None


def test_a_voided_roll_does_not_come_back_and_the_next_throw_answers():
    arbiter, _ = Arbiter().arm(ONE_D10, 0).hear(camera("7", doubt="?"))
    arbiter = arbiter.void()
    arbiter, decision = arbiter.hear(camera("7", suffix=".1"))
    assert isinstance(decision, Wait)
    arbiter, decision = arbiter.hear(camera("1", throw=2))
    assert isinstance(decision, Accept)


def test_typing_settles_a_camera_question_and_that_roll_is_gone():
    arbiter, _ = Arbiter().arm(ONE_D10, 0).hear(camera("6", doubt="?"))
    arbiter, decision = arbiter.hear(typed("9"))
    assert isinstance(decision, Accept)
    assert decision.faces == (DieFace("d10", "9"),)
    arbiter, decision = arbiter.arm(ONE_D10, 1).hear(camera("6", suffix=".1", nudged=True))
    assert isinstance(decision, Wait)


def test_typed_faces_take_the_places_in_order():
    _, decision = told(Accept, PERCENT, typed("40", "7"))
    assert decision.faces == (DieFace("d00", "40"), DieFace("d10", "7"))


def test_inv_8_a_typed_face_that_the_die_does_not_have_is_refused():
    _, decision = told(Refuse, ONE_D10, typed("S"))
    assert decision.text.startswith("a d10 has no face 'S'")


def test_a_camera_that_cannot_tell_kinds_apart_asks_which_die_is_which():
    dice = (DieReading("", "40", 0.99), DieReading("", "7", 0.99))
    _, decision = told(Ask, PERCENT, camera(*dice))
    assert decision.guess == (DieFace("d00", "40"), DieFace("d10", "7"))


def test_candidates_are_the_four_likeliest_outcomes_in_order():
    dice = (
        DieReading("d10", "6", 0.6, DieStatus.UNSURE, (("9", 0.4),)),
        DieReading("d00", "60", 0.7, DieStatus.UNSURE, (("90", 0.2), ("00", 0.1))),
    )
    _, decision = told(Ask, PERCENT, camera(*dice))
    shown = [(c.faces[0].face, c.faces[1].face) for c in decision.candidates]
    assert shown == [("60", "6"), ("60", "9"), ("90", "6"), ("90", "9")]
    assert [round(c.probability, 2) for c in decision.candidates] == [0.42, 0.28, 0.12, 0.08]


def test_arming_drops_the_question_of_the_request_before():
    arbiter, _ = Arbiter().arm(ONE_D10, 0).hear(camera("7", doubt="?"))
    arbiter = arbiter.disarm().arm(ONE_D10, 9)
    assert arbiter.asking is None
    _, decision = arbiter.answer((DieFace("d10", "7"),))
    assert isinstance(decision, Refuse)


def tray(*dice, throw=1, late=False, owner=""):
    return replace(camera(*dice, throw=throw), source_kind=SourceKind.TRAY, late=late, owner=owner)


def test_a_roll_that_was_held_up_on_its_way_answers_nothing_and_can_be_claimed():
    arbiter, decision = told(Unrequested, ONE_D10, tray("7", late=True))
    assert decision.claimable
    assert arbiter.armed is not None
    _, decision = arbiter.claim()
    assert isinstance(decision, Accept)


def test_the_dice_of_another_player_answer_nothing_and_can_be_claimed():
    arbiter = Arbiter(seats=("Ann", "Ben")).arm(ONE_D10, 3)
    after, decision = arbiter.hear(tray("7", owner="Ben"))
    assert isinstance(decision, Unrequested)
    assert decision.why == "these are the dice of Ben, and Ann rolls"
    assert isinstance(after.claim()[1], Accept)
    for owner in ("ann", "", "Zoe"):
        assert isinstance(arbiter.hear(tray("7", owner=owner))[1], Accept)


def test_a_roll_passed_over_is_not_claimable_nor_is_the_same_throw_again():
    arbiter = Arbiter().arm(ONE_D10, 3).pass_over(tray("7"))
    assert arbiter.unrequested is None
    _, decision = hear(arbiter, camera("7", suffix="-nudged", nudged=True))
    assert isinstance(decision, Wait)
    assert isinstance(hear(arbiter, tray("8", throw=2))[1], Accept)


def test_a_recalled_roll_can_be_claimed_or_handed_in_again():
    arbiter = Arbiter().recall(tray("7")).arm(ONE_D10, 3)
    assert isinstance(arbiter.claim()[1], Accept)
    assert isinstance(arbiter.hear(tray("7"))[1], Accept)


def test_another_kind_from_a_tray_is_refused_by_name():
    _, decision = told(Refuse, ONE_D10, tray(DieReading("d20", "17")))
    assert decision.text == "one d10 expected (RSF-F3a), 1 d20 rolled"
