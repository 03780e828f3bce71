"""Six dice of six kinds: seen by a camera that knows them or not, among dice that lie there."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, Refuse
from companion.rolls.matching import MAX_CANDIDATES
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind

KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")
POOL = RollRequest(Seat(0), tuple(DieSpec(kind) for kind in KINDS), "Turn roll", "MD-T2")
ROLLED = ("S", "2", "4", "S", "5", "6")


def reading(*dice, throw=1, kind=SourceKind.CAMERA, **more):
    return RollReading(kind, "camera:0", f"camera:0#{throw}", tuple(dice), 0.0, throw, **more)


def die(kind, face, confidence=0.99, **more):
    return DieReading(kind, face, confidence, **more)


def pool(*left_out, twice=(), **more):
    kinds = [*(kind for kind in KINDS if kind not in left_out), *twice]
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    return RollRequest(Seat(0), specs, "Turn roll", "MD-T2", **more)


def hear(request, *dice, **more):
    return Arbiter().arm(request, 3).hear(reading(*dice, **more))[1]


def told(outcome, request, *dice, **more):
    """The decision about these dice, which is of this kind."""
    decision = hear(request, *dice, **more)
    assert isinstance(decision, outcome)
    return decision


def words(faces):
    return " ".join(face.word() for face in faces)


def known():
    return [die(kind, face) for kind, face in zip(KINDS, ROLLED, strict=True)]


def shown(text):
    """Dice in words: `md.eye=3`, `=3` of unknown kind, `-md.eye=3` that lay there before."""
    return [die(*word.removeprefix("-").split("="), fresh=not word.startswith("-")) for word in text.split()]


KNOWN = "md.teeth=S md.squid=2 md.devil=4 md.spider=S md.dimwit=5"
NO_EYE = shown(KNOWN)

NO_SPIDER = pool("md.spider", elsewhere=(("md.spider", "it is in Ben's pool (MD-E3)"),))
TWINS = pool("md.squid", "md.dimwit", "md.eye", twice=("md.devil",))
SPIDER = RollRequest(Seat(0), (DieSpec("md.spider"),), "Stolen die", "MD-E3a")
AGAIN = RollRequest(Seat(0), (DieSpec("md.teeth"), DieSpec("md.eye")), "Again", "MD-C5")
ONE_D10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")
CAMERA, TRAY = SourceKind.CAMERA, SourceKind.TRAY


@pytest.mark.parametrize(
    ("request_", "dice", "taken"),
    [
        (POOL, "md.eye=6 md.dimwit=5 md.spider=S md.devil=4 md.squid=2 md.teeth=S", None),
        (
            TWINS,
            "md.devil=S md.spider=4 md.devil=3 md.teeth=5",
            "md.teeth=5 md.devil=S md.devil=3 md.spider=4",
        ),
        (
            POOL,
            "=2 md.teeth=S =4 =3 =5 =6",
            "md.teeth=S md.squid=2 md.devil=4 md.spider=3 md.dimwit=5 md.eye=6",
        ),
        (
            POOL,
            "md=2 md=3 md=4 md=6 md=5 md=6",
            "md.teeth=2 md.squid=3 md.devil=4 md.spider=6 md.dimwit=5 md.eye=6",
        ),
        (POOL, "=S =S =S =S =S =S", " ".join(f"{kind}=S" for kind in KINDS)),
        (SPIDER, "-md.teeth=S -md.squid=2 -md.spider=S -md.eye=6 md.spider=S", "md.spider=S"),
        (AGAIN, "md.eye=3 -md.squid=2 -md.devil=4 md.teeth=S", "md.teeth=S md.eye=3"),
        (ONE_D10, "-d10=3 d10=7", "d10=7"),
    ],
)
def test_md_t2_dice_that_fit_are_taken_in_the_requests_order(request_, dice, taken):
    for kind in (CAMERA, TRAY):
        decision = told(Accept, request_, *shown(dice), throw=2, kind=kind)
        assert words(decision.faces) == (taken or " ".join(reversed(dice.split())))


def lying(*dice):
    return [replace(one, fresh=False) for one in dice]


@pytest.mark.parametrize(
    ("request_", "dice", "kind", "text"),
    [
        (
            NO_SPIDER,
            NO_EYE,
            CAMERA,
            "expected no Spider-Die: it is in Ben's pool (MD-E3); one D'eye missing (MD-T2)",
        ),
        (NO_SPIDER, known(), CAMERA, "expected no Spider-Die: it is in Ben's pool (MD-E3)"),
        (
            POOL,
            [*NO_EYE, die("md.spider", "2")],
            CAMERA,
            "one Spider-Die too many; one D'eye missing (MD-T2)",
        ),
        (POOL, [*NO_EYE, die("d10", "7")], CAMERA, "one d10 too many; one D'eye missing (MD-T2)"),
        (POOL, shown("=2 " * 5), CAMERA, "6 dice expected, 5 there (MD-T2)"),
        (POOL, shown("md=4 " * 5), TRAY, "6 dice expected, 5 there (MD-T2)"),
        (
            SPIDER,
            shown("md.spider=S md.teeth=2 -md.squid=2 -md.devil=4"),
            CAMERA,
            "one Teeth-Die too many (MD-E3a); 2 more lay there before",
        ),
        (
            ONE_D10,
            shown("-d10=3 d10=7 d10=2"),
            CAMERA,
            "one d10 expected (RSF-F3a), 2 d10 seen; 1 more lay there before",
        ),
        (ONE_D10, shown("md=4"), TRAY, "one d10 expected (RSF-F3a), 1 monster die rolled"),
    ],
)
def test_md_t2_dice_that_do_not_fit_are_refused_with_what_is_wrong(request_, dice, kind, text):
    decision = told(Refuse, request_, *dice, throw=2, kind=kind)
    assert decision.text == text


def test_a_doubtful_die_is_called_by_its_name_and_only_it_differs():
    doubtful = die("md.eye", "S", 0.7, status=DieStatus.UNSURE, alternatives=(("6", 0.25),))
    decision = told(Ask, POOL, *known()[:-1], doubtful)
    assert decision.why == "not sure of the D'eye: S or 6?"
    assert [one.faces[-1].face for one in decision.candidates] == ["S", "6"]
    assert {one.faces[:-1] for one in decision.candidates} == {decision.guess[:-1]}


def test_a_die_of_which_the_kind_is_doubtful_is_asked_not_refused():
    twin = die("md.teeth", "3", 0.6, status=DieStatus.UNSURE)
    dice = [one for one in known() if one.kind != "md.squid"]
    decision = told(Ask, POOL, twin, *dice)
    assert words(decision.guess).startswith("md.teeth=S md.squid=3")


def test_ordinary_six_sided_dice_stand_for_monster_dice_and_their_1_is_asked():
    dice = [die("d6", face) for face in "245361"]
    decision = told(Ask, POOL, *dice)
    sculpted = [one.kind for each in decision.candidates for one in each.faces if one.face == "S"]
    assert sorted(sculpted) == sorted(KINDS)


def test_a_sculpted_side_of_an_unknown_die_is_asked_with_every_die_it_can_be():
    dice = [*known()[:3], die("", "S"), die("", "5"), die("", "6")]
    decision = told(Ask, POOL, *dice)
    assert decision.why == "the dice cannot be told apart"
    assert [words(one.faces[3:]) for one in decision.candidates] == [
        "md.spider=S md.dimwit=5 md.eye=6",
        "md.spider=5 md.dimwit=S md.eye=6",
        "md.spider=6 md.dimwit=5 md.eye=S",
    ]


def test_where_two_sculpted_sides_can_be_on_any_die_few_dice_differ_from_the_guess():
    decision = told(Ask, POOL, *(die("", face) for face in "S24S56"))
    assert [one.face for one in decision.guess] == list("S24S56")
    assert len(decision.candidates) == MAX_CANDIDATES
    for one in decision.candidates[1:]:
        differing = [a for a, b in zip(one.faces, decision.guess, strict=True) if a != b]
        assert len(differing) == 2
        assert sum(face.face == "S" for face in differing) == 1


def test_an_untaught_die_with_an_unclear_side_may_be_sculpted():
    odd = die("d6", "3", 0.5, status=DieStatus.UNSURE, alternatives=(("5", 0.2),))
    decision = told(Ask, POOL, *known()[:-1], odd)
    assert [one.faces[-1].face for one in decision.candidates] == ["3", "S", "5"]


def test_md_c5_a_doubtful_die_that_only_lies_there_hinders_nothing():
    faint = replace(die("", "2", 0.4, status=DieStatus.UNSURE), fresh=False)
    told(Accept, SPIDER, faint, die("md.spider", "5"), throw=2)


def test_dice_that_lay_there_when_all_are_wanted_are_asked():
    decision = told(Ask, POOL, *lying(known()[0]), *known()[1:], throw=2)
    assert decision.why == f"this {known()[0].face} lay there before: throw it"


FACE = st.sampled_from(("S", "1", "2", "3", "4", "5", "6"))
DICE = st.lists(
    st.builds(
        DieReading,
        kind=st.sampled_from((*KINDS, "", "d6", "d10")),
        face=FACE,
        confidence=st.sampled_from((0.4, 0.95, 0.999)),
        status=st.sampled_from(DieStatus),
        alternatives=st.sampled_from(((), (("S", 0.1),), (("2", 0.02), ("3", 0.01)))),
        fresh=st.sampled_from((True, True, False)),
    ),
    max_size=9,
)
POOLS = st.lists(st.sampled_from(KINDS), min_size=1, max_size=7)


@given(POOLS, DICE)
def test_inv_8_nothing_but_the_pool_asked_for_is_ever_taken_or_offered(kinds, dice):
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    decision = hear(RollRequest(Seat(0), specs, "Turn roll", "MD-T2"), *dice)
    match decision:
        case Accept(faces=faces):
            assert Counter(face.kind for face in faces) == Counter(kinds)
            counted = dice if len(dice) == len(faces) else [one for one in dice if one.fresh]
            assert sorted(one.face for one in counted) == sorted(face.face for face in faces)
            assert all(one.status is DieStatus.READ and one.fresh for one in counted)
            sure = Counter((one.kind, one.face) for one in counted if one.kind not in {"", "d6"})
            assert sure <= Counter((face.kind, face.face) for face in faces)
        case Ask(candidates=offered):
            assert 1 <= len(offered) <= MAX_CANDIDATES
            assert len({tuple(sorted(one.faces)) for one in offered}) == len(offered)
            for one in offered:
                assert Counter(face.kind for face in one.faces) == Counter(kinds)
        case Refuse(text=text):
            assert "\n" not in text
            assert "MD-T2" in text or "INV-8" in text
        case _:
            assert not dice


@given(POOLS, st.data())
def test_inv_8_a_sure_reading_of_exactly_the_pool_is_taken_in_any_order(kinds, data):
    dice = [die(kind, data.draw(st.sampled_from(("S", "2", "3", "4", "5", "6")))) for kind in kinds]
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    request = RollRequest(Seat(0), specs, "Turn roll", "MD-T2")
    decision = told(Accept, request, *data.draw(st.permutations(dice)))
    assert Counter(f.word() for f in decision.faces) == Counter(str(one) for one in dice)


def test_whose_sculpted_side_an_unnamed_die_shows_is_asked():
    dice = [die("md", face) for face in ("S", "3", "4", "6", "5", "6")]
    decision = told(Ask, POOL, *dice, kind=SourceKind.TRAY)
    assert decision.why == "the dice cannot be told apart"
