"""What only a close look sees: the borders of numbers, and what stays as it was."""

from __future__ import annotations

from dataclasses import replace

from md_kit import (
    A,
    B,
    begun,
    ending,
    front,
    hands,
    ill,
    play,
    read,
    rolled,
    seated,
    throw,
)

from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import actions as act
from companion.games.md.state import Stage
from companion.games.md.words import Special, Zone


def text(state, action):
    (found,) = GAME.check(state, read(action) if isinstance(action, str) else action)
    return found.text


# ---------------------------------------------------------------- rulings of the table


def test_x7_the_last_card_of_the_deck_can_be_moved_and_none_after_it():
    line = "table: adjust-card from deck to hand for Ann"
    state = play(replace(begun(), deck=1), line)
    assert (state.deck, hands(state)) == (0, [3, 2, 2])
    assert text(state, line) == "no such card is in the deck"


def test_x7_no_card_is_moved_from_an_empty_hand():
    line = "table: adjust-card from hand to deck of Ben"
    assert text(seated(begun(), B, hand=0), line) == "no such card is in the hand"
    assert hands(play(seated(begun(), B, hand=1), line)) == [2, 0, 2]


def test_x7_a_hand_and_a_place_in_front_are_a_players():
    for seat in (Seat(3), Seat(-1), None):
        action = act.AdjustCard(None, Zone.DECK, Zone.HAND, None, seat)
        assert text(begun(), action) == "say whose hand"
        action = act.AdjustCard(None, Zone.HAND, Zone.DECK, seat, None)
        assert text(begun(), action) == "say whose hand"


def test_md_s1b_copies_matter_only_for_a_card_that_comes_to_lie_in_front():
    state = front(begun(depth="full"), B, Special.MYOPIA, Special.MYOPIA)
    assert hands(play(state, "table: adjust-card from hand to hand of Ann for Cleo is myopia")) == [
        1, 2, 3,
    ]  # fmt: skip
    moved = play(state, "table: adjust-card from played to played of Ben for Ann is myopia")
    assert moved.players[A].played == moved.players[B].played == (Special.MYOPIA,)


def test_x7_a_card_in_front_comes_last_and_the_first_of_its_kind_goes():
    state = front(begun(), B, Special.MYOPIA, Special.SURPRISE, Special.MYOPIA)
    state = play(state, "table: adjust-card from played to played of Ben for Ann is myopia")
    assert state.players[B].played == (Special.SURPRISE, Special.MYOPIA)
    state = play(state, "table: adjust-card from played to played of Ben for Ann is surprise")
    assert state.players[A].played == (Special.MYOPIA, Special.SURPRISE)


def test_x7_a_hand_that_changes_while_counting_has_nothing_counted():
    state = play(ending((2, 2)), "Ann: total 5 specials 1")
    state = replace(state, players=(replace(state.players[A], dimwits=1), *state.players[1:]))
    state = play(state, "table: adjust-card from hand to hand of Ben for Ann")
    ann = state.players[A]
    assert (ann.hand, ann.points, ann.specials, ann.dimwits) == (3, None, 0, 0)
    full = play(ending((2, 2), depth="full"), "Ann: show 5 dimwit")
    assert full.players[A].shown is not None
    full = play(full, "table: adjust-card from hand to hand of Ben for Ann")
    assert (full.players[A].shown, full.players[A].dimwits) == (None, 0)


def test_x7_points_change_by_999_at_most():
    for points in (999, -999):
        changed = play(begun(), act_line(points))
        assert changed.players[A].adjusted == points
    for points in (1000, -1000):
        assert text(begun(), act_line(points)) == f"{points} points are beyond any game"
    assert play(begun(), act_line(5), act_line(-2)).players[A].adjusted == 3


def act_line(points):
    return f"table: adjust-score Ann {points}"


def test_x7_a_die_is_called_by_its_owner():
    line = "table: adjust-die teeth to pool of Ann"
    assert text(begun(), line) == "say which Teeth-Die, by its owner: teeth@2"


# ---------------------------------------------------------------- the re-roll


def devils(owners, rest="2 3 4 5 6", **chosen):
    """Ann has more Die'vil than her own; all show their sculpted side."""
    state = begun(**chosen)
    for owner in owners:
        state = play(state, f"table: adjust-die devil@{owner} to pool of Ann")
    teeth, squid, spider, dimwit, eye = rest.split()
    up = " ".join("S" for _ in range(1 + len(owners)))
    return throw(play(state, "Ann: draw"), f"{teeth} {squid} {up} {spider} {dimwit} {eye}")


def paired(state):
    return [die.owner for die in state.players[A].pool if die.kind == "md.devil" and die.paired]


def test_md_c5a_the_pair_is_of_those_that_are_rolled_again_before_others():
    state = throw(play(devils((2, 3)), "Ann: reroll devil@3"), "2")
    assert paired(state) == [A]
    state = throw(play(devils((2, 3)), "Ann: reroll devil@2 devil@3"), "2 2")
    assert paired(state) == []
    state = throw(play(devils((2, 3)), "Ann: reroll teeth"), "2")
    assert paired(state) == [A, B]


def test_md_c5_after_the_reroll_it_is_used_and_nothing_is_chosen():
    state = throw(play(devils((2,)), "Ann: reroll teeth"), "S")
    assert (state.rerolled, state.chosen, state.later) == (True, (), False)
    assert state.last_roll.purpose == "re-roll"
    assert [(die.kind, die.face) for die in state.last_roll.dice] == [("md.teeth", "S")]


def late():
    """Among the effects, with two Die'vil still unused."""
    return play(devils((2,), "S 3 4 5 6", reroll_timing="anytime"), "Ann: skip")


def test_md_c5a_taken_back_among_the_effects_it_leaves_the_effects_as_they_were():
    state = late()
    chosen = play(state, "Ann: reroll teeth")
    assert (chosen.later, chosen.resume) == (True, Stage.EFFECTS)
    assert play(chosen, "Ann: withdraw") == replace(state, resume=Stage.EFFECTS)


def test_md_c5a_among_the_effects_no_triple_follows_the_reroll():
    state = ill(begun(reroll_timing="anytime"), A, "eye", "squid")
    state = play(state, "table: adjust-die devil@2 to pool of Ann", "Ann: draw")
    state = play(throw(state, "4 S S 4 5"), "Ann: skip", "Ann: reroll dimwit")
    assert throw(state, "4").stage is Stage.EFFECTS


def test_md_t4_a_stolen_devil_that_is_not_rerolled_leads_back_to_the_effects():
    state = play(rolled("2 3 S S 5 6"), "Ann: steal Ben devil@2", "Ben: allow")
    state = throw(state, "S")
    assert (state.stage, state.later) == (Stage.REROLL, True)
    taken_back = play(state, "Ann: reroll teeth", "Ann: withdraw")
    assert taken_back == state
    skipped = play(state, "Ann: skip")
    assert (skipped.stage, skipped.later) == (Stage.EFFECTS, False)
    again = throw(play(state, "Ann: reroll teeth"), "2")
    assert (again.stage, again.later) == (Stage.EFFECTS, False)
