"""What only a close look sees of counting and of rulings: borders of numbers, and what is said."""

from dataclasses import replace

from md_kit import A, B, begun, ending, findings, front, hands, play, read, seated, text

from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.state import Stage
from companion.games.md.words import Special, Zone


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


def test_md_z2_in_which_way_hands_are_entered_is_said():
    full, light = ending((1, 1), depth="full"), ending((1, 1))
    assert text(full, "Ann: total 3") == "in full depth a hand is entered card by card (show)"
    assert text(light, "Ann: show 3") == "in light depth a hand is entered as a total (total)"
    for state, line in ((full, "Ann: show 3"), (light, "Ann: total 3")):
        assert findings(begun(depth=state.setup.depth), line)[0] == "MD-Z1"
        assert text(play(state, line), line) == "Ann's hand is counted already"


def test_md_z2_a_hand_has_as_many_cards_as_it_has():
    state = ending((2, 1), depth="full")
    assert text(state, "Ann: show 3") == (
        "Ann has 2 cards, 1 are named; count the hand right first (adjust-card)"
    )
    assert findings(state, "Ann: show 3 3 3") == ("MD-Z2",)


def test_md_s1b_a_hand_has_no_more_copies_than_the_box():
    state = ending((3, 2), ((Special.MYOPIA,),), "full")
    found = GAME.check(state, read("Ann: show myopia myopia 10"))
    assert [(one.rule, one.text, one.forceable) for one in found] == [
        ("MD-S1b", "Myopia: 3 named, the deck has 2", True)
    ]
    found = GAME.check(state, read("Ann: show 10 10 7"))
    assert {one.text for one in found} == {
        "point card 10: 2 named, the deck has 1",
        "point card 7: 1 named, the deck has 0",
    }
    assert findings(play(state, "Ann: show 10 3 myopia"), "Ben: show 10 dimwit") == ("MD-S1b",)


def test_md_k7_the_last_hand_brings_the_dimwit():
    state = play(ending((1, 1, 1), depth="full"), "Ann: show 3")
    assert not findings(state, "Ben: show 4")
    state = play(state, "Ben: show 4")
    (found,) = GAME.check(state, read("Cleo: show 5"))
    assert (found.rule, found.forceable) == ("MD-K7", True)
    assert found.text == "the deck is empty, so somebody has the Dimwit; nobody showed it"
    assert not findings(state, "Cleo: show dimwit")


def test_md_z2_an_open_hand_counts_each_card_once():
    state = play(ending((5, 1), depth="full"), "Ann: show dimwit 5 surprise 3 myopia")
    ann = state.players[A]
    assert (ann.points, ann.specials, ann.dimwits) == (8, 2, 1)
    assert [card.word() for card in ann.shown] == ["3", "5", "dimwit", "myopia", "surprise"]


def test_md_z2_totals_have_borders():
    state = ending((2, 1))
    assert not findings(state, "Ann: total 198")
    assert not findings(state, "Ann: total 0 specials 2")
    assert text(state, "Ann: total 199") == "199 points in a hand of 2 cards"
    assert text(state, "Ann: total 100 specials 1") == "100 points in a hand of 2 cards"
    assert text(state, "Ann: total -1") == "-1 points in a hand of 2 cards"
    assert text(state, "Ann: total 0 specials 3") == "3 special cards in a hand of 2"
    assert findings(state, "Ann: total 0 specials -1") == ("MD-Z2a",)
    ann = play(state, "Ann: total 12 specials 1").players[A]
    assert (ann.points, ann.specials, ann.dimwits) == (12, 1, 0)


def test_md_k7_one_player_has_the_dimwit_and_the_table_may_say_another():
    state = play(ending((1, 1, 0)), "table: dimwit with Ann")
    assert [one.dimwits for one in state.players] == [1, 0, 0]
    state = play(state, "table: dimwit with Ben")
    assert [one.dimwits for one in state.players] == [0, 1, 0]
    assert text(state, "table: dimwit with Cleo") == "Cleo has no card in hand"
    assert text(begun(), "table: dimwit with Ann") == (
        "who has the Dimwit is asked at the end only; now: Turn: draw"
    )
    assert text(ending((1, 1), depth="full"), "table: dimwit with Ann") == (
        "in full depth the hands show who has the Dimwit"
    )
    (found,) = GAME.check(state, read("table: dimwit"))
    assert (found.rule, found.forceable) == ("MD-K7", True)
    assert found.text == "the deck is empty, so somebody has the Dimwit"
    nobody = GAME.apply(state, read("table: dimwit"))
    assert (nobody.nobody, sum(one.dimwits for one in nobody.players)) == (True, 0)
    assert not play(nobody, "table: dimwit with Ann").nobody


def test_md_z1_after_the_end_nothing_is_declared_but_points():
    state = play(ending((0, 0)))
    assert state.stage is Stage.OVER
    assert text(state, "Ann: end-turn") == "the game is over"
    assert not findings(state, "table: adjust-score Ann 2")


def test_md_k7_a_box_without_a_dimwit_asks_nobody_for_one():
    state = ending((1, 1), depth="full")
    box = replace(state.setup.catalogue, specials={Special.MYOPIA: 2})
    state = replace(state, setup=replace(state.setup, catalogue=box))
    assert play(state, "Ann: show 3", "Ben: show 4").stage is Stage.OVER


def test_md_k7_a_dimwit_that_was_shown_is_not_asked_for_again():
    state = play(ending((1, 1), depth="full"), "Ann: show dimwit")
    assert play(state, "Ben: show 4").stage is Stage.OVER
