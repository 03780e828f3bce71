"""Light depth: people say who won; and from full to light depth at every stage before the end (X-8)."""

from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from gmm_kit import (
    A,
    B,
    C,
    box,
    dealt,
    ending,
    fight,
    findings,
    flip,
    force,
    last_cards,
    new_game,
    pending_rule,
    play,
    read,
    text,
    won,
)
from sheet_kit import seen

from companion.core.sheet import plain
from companion.core.words import UNNAMED, CardId
from companion.games.gmm import GAME
from companion.games.gmm.cards import read_catalogue
from companion.games.gmm.game import lighten
from companion.games.gmm.state import Result, Stage
from models.workshop.invariants import invariants


def light(seats=3, **more):
    return dealt(seats, depth="light", **more)


def sudden(*counts, **chosen):
    """A sudden death in light depth, after winnings of that many cards."""
    state = ending(tuple("card " * count for count in counts), depth="light", **chosen)
    return play(state, "table: confirm")


def test_a_winner_takes_the_cards_and_declares():
    state = play(light(), "Ann: call high")
    assert GAME.pending(state).text == "Highest Strength: who wins?"
    state = play(state, "table: winner Ben")
    assert won(state) == (0, 3, 0)
    assert state.declarer == B
    assert [player.draw for player in state.players] == [19] * 3
    assert GAME.pending(play(state, "Ben: call low")).text == "Lowest Strength: who wins?"


def test_the_call_comes_first():
    for line in ("table: winner Ben", "table: tie", "table: mashup"):
        assert findings(light(), line) == ("GMM-B1",)
    assert won(force(light(), "table: winner Ben")) == (0, 3, 0)


def test_a_tie_keeps_the_call_and_the_winner_takes_all():
    state = play(light(), "Ann: call low", "table: tie")
    assert state.stage is Stage.FLIP
    assert findings(state, "Ann: call high") == ("GMM-T3",)
    state = play(state, "table: tie", "table: winner Cleo")
    assert won(state) == (0, 0, 9)


def test_a_tie_with_the_last_cards_is_discarded():
    state = play(last_cards(depth="light"), "Ann: call high", "table: tie")
    assert state.outcome.result is Result.SPENT
    assert len(state.discard) == 60


def test_a_mashup_passes_the_call_to_the_left():
    state = play(light(), "Ann: call high", "table: tie", "table: mashup")
    assert len(state.discard) == 6
    assert state.declarer == B
    assert "Discard 6" in seen(GAME, state)
    assert "(top" not in seen(GAME, state)


def test_cards_are_not_named():
    state = play(light(), "Ann: call high")
    assert findings(state, "Ben: flip blob") == ("GMM-B2",)
    assert {option.verb for option in GAME.options(state)} == {"winner", "tie", "mashup"}


def test_sudden_death_is_among_the_tied():
    state = sudden(24, 24, 12)
    assert findings(state, "table: winner Cleo") == ("GMM-D1",)
    assert text(state, "table: winner Cleo") == "only Ann and Ben are in this sudden death"
    assert pending_rule(state) == "GMM-D1"
    state = play(state, "table: tie", "table: winner Ann")
    assert (state.awards[-1].winner, state.awards[-1].rule) == (A, "GMM-D1")


def test_gmm_d3_no_mashup_is_said_in_sudden_death():
    state = sudden(24, 24, 12)
    assert findings(state, "table: mashup") == ("GMM-D3",)
    assert force(state, "table: mashup").outcome.result is Result.MASHUP
    again = play(sudden(24, 24, 12, sd_mashup="on"), "table: mashup")
    assert again.stage is Stage.SUDDEN_DEATH
    assert won(again) == (24, 24, 12)


def test_gmm_d2a_who_is_still_tied_is_asked_where_it_matters():
    state = sudden(20, 20, 20, sd_redraw="still_tied")
    assert findings(state, "table: tie") == ("GMM-D2a",)
    state = play(state, "table: tie among Ann Cleo")
    assert state.showing == (A, C)
    assert play(state, "table: tie").showing == (A, C)
    assert play(sudden(20, 20, 20), "table: tie").showing == (A, B, C)


@pytest.mark.parametrize("line", ["table: tie among Cleo Ann"])
def test_a_tie_is_among_two_who_turned_up(line):
    assert findings(sudden(24, 24, 12), line) == ("GMM-T1",)


def test_piles_used_up_are_shuffled_again():
    state = sudden(3, 3, 0)
    for _ in range(3):
        state = play(state, "table: tie")
    assert state.sudden.shuffles == 1


@pytest.mark.parametrize("line", ["table: winner Ann", "table: tie", "table: mashup"])
def test_nothing_is_won_before_the_deal(line):
    assert findings(ending(("card " * 60, "", ""), depth="light"), line) == ("GMM-B3",)


def test_gmm_d2a_every_group_that_may_be_still_tied_is_offered():
    state = sudden(20, 20, 20, sd_redraw="still_tied")
    (tie,) = (one for one in GAME.options(state) if one.verb == "tie")
    assert [action.seats for action in tie.instances] == [(A, B), (A, C), (B, C), (A, B, C)]
    (tie,) = (one for one in GAME.options(sudden(20, 20, 20)) if one.verb == "tie")
    assert [action.seats for action in tie.instances] == [()]


MANY = ("m9 m8 m5 m4 m1", "m9 m8 m5 m2 m0", "m9 m8 m3 m2 m0")
FEW = ("m9 m8", "m9 m7", "")
STRANGE = ("table: adjust-count Cleo 2", "table: confirm")
"""A pile that counts more than was seen to go there may hold anything."""

NINES = "slappy mastermind m1"  # A tie of the two best


def light_after(*lines, **more):
    """The first battle of a table that was light all along, after these lines."""
    return play(dealt(depth="light", **more), *lines)


def counting(piles, *lines, depth="full", **chosen):
    """Winnings of those cards to be counted, then these lines."""
    if depth == "light":
        piles = tuple("card " * len(pile.split()) for pile in piles)
    return play(ending(piles, depth=depth, **chosen), *lines)


def sudden_after(piles, *lines, depth="full", **chosen):
    """A sudden death after those winnings, and these lines."""
    return counting(piles, "table: confirm", *lines, depth=depth, **chosen)


def final(*lines, depth="full"):
    """Two have three Trophies each and fight for the first place with all 60 cards."""
    return sudden_after(("", "m1 " * 60), *lines, depth=depth, number=6, final_tie="sudden_death")


CASES = {
    "nobody deals yet": (Stage.DEALER, new_game, lambda: new_game(depth="light")),
    "ratings were typed before the deal": (Stage.DEALER,
        lambda: play(new_game(cards=None), "table: rate blob 8 10 5 4 5 4"),
        lambda: new_game(depth="light")),
    "the dealer shuffles": (Stage.DEAL, lambda: play(new_game(), "table: dealer Ben"),
        lambda: play(new_game(depth="light"), "table: dealer Ben")),
    "no card lies open": (Stage.DECLARE, dealt, light_after),
    "the declarer has turned up a card": (Stage.DECLARE, lambda: play(dealt(), "Ann: flip m3"),
        light_after),
    "the declarer's monster is not known": (Stage.DECLARE,
        lambda: play(dealt(cards=None), "Ann: flip ghost"), light_after),
    "a battle was won": (Stage.DECLARE,
        lambda: play(fight(dealt(), "high", "m3 m5 m1"), "Ben: flip slappy"),
        lambda: light_after("Ann: call high", "table: winner Ben")),
    "a battle ended in a mashup": (Stage.DECLARE, lambda: fight(dealt(), "low", "m5 m5 m1"),
        lambda: light_after("Ann: call low", "table: mashup")),
    "another player declares by ruling": (Stage.DECLARE,
        lambda: play(dealt(), "Ann: flip m3", "table: adjust-declarer Cleo", "Cleo: flip m4"),
        lambda: light_after("table: adjust-declarer Cleo")),
    "high or low is called": (Stage.FLIP, lambda: play(dealt(), "Ann: flip m3", "Ann: call low"),
        lambda: light_after("Ann: call low")),
    "half of the cards lie open": (Stage.FLIP,
        lambda: play(dealt(), "Ann: flip m3", "Ann: call low", "Cleo: flip blob"),
        lambda: light_after("Ann: call low")),
    "all cards lie open and a rating is asked for": (Stage.FLIP,
        lambda: fight(dealt(), "high", "m3 m4 ghost"), lambda: light_after("Ann: call high")),
    "half of a tie-break": (Stage.FLIP, lambda: play(fight(dealt(), "high", NINES), "Ben: flip m4"),
        lambda: light_after("Ann: call high", "table: tie")),
    "a rating is asked for in a tie-break": (Stage.FLIP,
        lambda: flip(fight(dealt(), "high", NINES), "m4 m3 ghost"),
        lambda: light_after("Ann: call high", "table: tie")),
    "half of the last cards lie open": (Stage.FLIP,
        lambda: play(last_cards(), "Ann: flip m3", "Ann: call low", "Ben: flip m4"),
        lambda: play(last_cards(depth="light"), "Ann: call low")),
    "the last cards were tied": (Stage.COUNT, lambda: fight(last_cards(), "high", NINES),
        lambda: play(last_cards(depth="light"), "Ann: call high", "table: tie")),
    "the winnings are to be counted": (Stage.COUNT, lambda: fight(last_cards(), "high", "m3 m4 m5"),
        lambda: play(last_cards(depth="light"), "Ann: call high", "table: winner Cleo")),
    "one pile is counted": (Stage.COUNT,
        lambda: counting(MANY, "table: adjust-count Ann 2", "Ann: count 7"),
        lambda: counting(MANY, "table: adjust-count Ann 2", "Ann: count 7", depth="light")),
    "a sudden death begins": (Stage.SUDDEN_DEATH, lambda: sudden_after(MANY),
        lambda: sudden_after(MANY, depth="light")),
    "half of a sudden death after a tie": (Stage.SUDDEN_DEATH,
        lambda: play(flip(sudden_after(MANY), "m9 m9 m9"), "Ben: flip m5"),
        lambda: sudden_after(MANY, "table: tie", depth="light")),
    "a sudden death of those still tied": (Stage.SUDDEN_DEATH,
        lambda: play(flip(sudden_after(MANY, sd_redraw="still_tied"), "m9 m9 m8"), "Ben: flip m5"),
        lambda: sudden_after(MANY, "table: tie among Ann Ben", depth="light", sd_redraw="still_tied")),
    "a mashup in sudden death": (Stage.SUDDEN_DEATH,
        lambda: play(flip(sudden_after(MANY, sd_mashup="on"), "m9 m9 m8"), "Ben: flip m5"),
        lambda: sudden_after(MANY, "table: mashup", depth="light", sd_mashup="on")),
    "piles were shuffled again": (Stage.SUDDEN_DEATH,
        lambda: play(flip(sudden_after(("m9", "m9", "")), "m9 m9"), "Ann: flip m9"),
        lambda: sudden_after(("m9", "m9", ""), "table: tie", depth="light")),
    "a rating is asked for in sudden death": (Stage.SUDDEN_DEATH,
        lambda: flip(counting(FEW, *STRANGE), "m9 m9 ghost"),
        lambda: counting(FEW, *STRANGE, depth="light")),
    "the ability of the final battle is to be chosen": (Stage.ABILITY, final,
        lambda: final(depth="light")),
    "half of the final battle": (Stage.SUDDEN_DEATH,
        lambda: final("table: ability fright", "Ann: flip m3"),
        lambda: final("table: ability fright", depth="light")),
    "a rating is asked for in the final battle": (Stage.SUDDEN_DEATH,
        lambda: final("table: ability fright", "Ann: flip m3", "Ben: flip ghost"),
        lambda: final("table: ability fright", depth="light")),
}  # fmt: skip
"""A full table at a point of play, and one that was light all along at the same point."""


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


def test_every_stage_before_the_end_is_looked_at():
    assert {stage for stage, _, _ in CASES.values()} | {Stage.OVER} == set(Stage)


def test_x8_at_every_point_the_table_is_as_one_that_was_light_all_along(case):
    stage, full, light_all_along = case
    before, wanted = full(), replace(light_all_along(), news=())
    assert (before.stage, before.full) == (stage, True)
    state = lighten(before)
    assert without_catalogue(state) == wanted
    assert GAME.pending(state) == GAME.pending(wanted)
    assert GAME.options(state) == GAME.options(wanted)
    assert GAME.sheet(state) == GAME.sheet(wanted)


def test_x8_names_are_refused_as_light_depth_refuses_them():
    state = lighten(fight(dealt(), "high", "m3 m4 ghost"))
    for line in ("Cleo: flip blob", "table: rate ghost 4"):
        (refused,) = GAME.check(state, read(line))
        assert refused == GAME.check(light_after("Ann: call high"), read(line))[0]
        assert "in light depth cards are not named" in refused.text


def test_gmm_b5_cards_that_lay_open_are_won_once():
    state = lighten(play(dealt(), "Ann: flip m3", "Ann: call low", "Cleo: flip blob"))
    assert [player.draw for player in state.players] == [20, 20, 20]
    state = play(state, "table: winner Ben")
    assert won(state) == (0, 3, 0)
    assert [player.draw for player in state.players] == [19, 19, 19]
    assert invariants(state) == ()


def test_gmm_m1_unnamed_cards_are_no_two_of_one_monster():
    """All lie open, and what is said next is not how they came out."""
    state = lighten(fight(dealt(), "high", "m3 m4 ghost"))
    state = play(state, "table: adjust-declarer Ben")
    assert (state.stage, state.discard) == (Stage.FLIP, ())
    assert play(state, "table: mashup").outcome.result is Result.MASHUP


def test_gmm_t4_the_cards_of_a_tie_are_won_with_those_that_break_it():
    state = lighten(flip(fight(dealt(), "high", NINES), "m4 m3 ghost"))
    state = play(state, "table: tie", "table: winner Cleo")
    assert won(state) == (0, 0, 9)
    assert set(state.players[C].won) == {UNNAMED}


def test_gmm_d1_a_sudden_death_goes_on_with_as_many_cards_as_were_won():
    state = lighten(play(flip(sudden_after(MANY), "m9 m9 m9"), "Ben: flip m5"))
    assert [plain(one.tail).split()[1] for one in GAME.sheet(state).meters] == ["4"] * 3
    state = play(state, "table: tie", "table: winner Cleo")
    assert (state.awards[-1].winner, state.awards[-1].cards) == (C, (5, 5, 5))


def test_gmm_s2b_monsters_typed_before_can_still_be_kept():
    state = play(dealt(cards=None), "Ann: flip blob", "table: rate blob 8 10 5 4 5 4")
    kept = read_catalogue(GAME.grown(lighten(state)))
    assert {card: one.ratings for card, one in kept.monsters.items()} == {CardId("blob"): (8, 10, 5, 4, 5, 4)}
    assert GAME.grown(lighten(state)) == GAME.grown(state)


def test_gmm_s2b_a_catalogue_is_kept_with_what_was_typed():
    cards = box(blob=(8, None, 5, 4, 5, 4))
    state = play(dealt(number=2, cards=cards), "Ann: flip blob", "table: rate blob 10")
    assert GAME.grown(lighten(state)) == GAME.grown(state)
    assert "ratings = [8, 10, 5, 4, 5, 4]" in GAME.grown(lighten(state))
