"""Around the battles: setting up, dealing, the declarer, counting, Trophies, the end."""

from dataclasses import replace

import pytest
from gmm_kit import (
    A,
    B,
    C,
    dealt,
    ending,
    fight,
    findings,
    flip,
    force,
    house,
    last_cards,
    new_game,
    notes,
    pending_rule,
    play,
    text,
    won,
)
from sheet_kit import seen

from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.games.gmm import GAME
from companion.games.gmm.state import Award, Stage
from companion.games.gmm.words import ABILITIES


@pytest.mark.parametrize(("seats", "each"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_gmm_s2_all_60_cards_are_dealt(seats, each):
    state = play(new_game(seats), "table: dealer Ben", "Ben: dealt")
    assert [player.draw for player in state.players] == [each] * seats


def test_gmm_s2_there_is_one_slappy_and_one_mastermind():
    state = fight(dealt(), "high", "slappy m1 m2")
    assert findings(state, "Ann: flip mastermind") == ()
    assert findings(state, "Ann: flip slappy") == ("GMM-S2",)
    assert force(state, "Ann: flip slappy").flips[-1][A] == "slappy"


@pytest.mark.parametrize("seats", [1, 7])
def test_gmm_s2a_two_to_six_play(seats):
    with pytest.raises(UsageError, match=r"2 to 6 players.*GMM-S2a"):
        GAME.start(replace(new_game(2).setup, seats=tuple("ABCDEFG"[:seats])))


def test_switch_players():
    with pytest.raises(UsageError, match="3 to 6 players"):
        new_game(2, players="3..6")
    assert len(new_game(3, players="3..6").players) == 3


def test_gmm_s4_the_table_names_the_first_dealer():
    state = new_game()
    assert pending_rule(state) == "GMM-S4"
    assert findings(state, "Ann: dealt") == ("GMM-S4",)
    state = play(state, "table: dealer Cleo")
    assert findings(state, "Ann: dealt") == ("GMM-S4",)
    assert force(state, "Ann: dealt").dealer == A
    assert play(state, "table: dealer Ben").dealer == B
    assert play(state, "Cleo: dealt").dealer == C
    assert findings(dealt(), "table: dealer Ben") == ("GMM-S4",)


@pytest.mark.parametrize("number", range(1, 7))
def test_gmm_r1_each_round_uses_its_own_ability(number):
    state = dealt(number=number)
    assert state.ability is ABILITIES[number - 1]
    state = play(state, "Ann: flip blob")
    shown = GAME.sheet(state).blocks[A].card
    assert int(shown.big) == (8, 10, 5, 4, 5, 4)[number - 1]


def test_gmm_r2_the_dealer_declares_first_in_round_1():
    state = dealt(dealer=C)
    assert pending_rule(state) == "GMM-B1"
    state = play(state, "Cleo: flip m5")
    assert findings(state, "Ann: call high") == ("GMM-R2",)
    assert findings(state, "Cleo: call high") == ()
    assert force(state, "Ann: call high").declarer == A


def test_gmm_r3_left_of_the_winner_deals_and_declares():
    state = play(ending(("m1 " * 10, "m2 " * 20, "m3 " * 30)), "table: confirm")
    assert (state.awards[-1].winner, state.dealer) == (C, A)
    assert findings(state, "Ben: dealt") == ("GMM-R3",)
    assert findings(state, "table: dealer Ben") == ("GMM-R3",)
    assert text(state, "Ben: dealt") == "Ann deals this round"
    assert force(state, "table: dealer Ben").dealer == B
    assert pending_rule(state) == "GMM-R3"
    state = play(state, "Ann: dealt", "Ann: flip m4")
    assert findings(state, "Cleo: call low") == ("GMM-R3",)
    assert state.round == 2


def test_gmm_r3_discarded_cards_come_back():
    state = play(ending(("m1 " * 51, "", ""), discard="m2 " * 9), "table: confirm", "Ben: dealt")
    assert state.discard == ()
    assert sum(player.draw for player in state.players) == 60


def test_gmm_e1_most_cards_wins_the_trophy():
    state = play(ending(("m1 " * 24, "m2 " * 18, "m3 " * 18)), "table: confirm")
    assert state.awards == (Award(A, "GMM-E1", (24, 18, 18)),)
    assert GAME.score(state).total(A, "trophies") == 1


def test_gmm_e1_a_count_that_differs_is_reported():
    state = ending(("m1 " * 24, "m2 " * 18, "m3 " * 18))
    assert findings(state, "Ann: count 23") == ("GMM-E1",)
    assert text(state, "Ann: count 23").startswith("Ann should have 24 cards, not 23")
    state = play(state, "Ann: count 24", "Cleo: count 18")
    assert findings(state, "Ann: count 24") == ("GMM-E1",)
    assert state.stage is Stage.COUNT
    assert play(state, "Ben: count 18").awards[-1].winner == A


def test_gmm_e1_a_count_by_ruling_stands():
    state = force(ending(("m1 " * 21, "m2 " * 21, "m3 " * 18)), "Ann: count 20")
    state = play(state, "Ben: count 21", "Cleo: count 18")
    assert state.awards == (Award(B, "GMM-E1", (20, 21, 18)),)


def test_gmm_d4_a_round_without_cards_is_played_again():
    state = ending(("", "", ""), number=2, discard="m1 " * 60)
    assert notes(state, "table: confirm") == ("GMM-D4",)
    after = play(state, "table: confirm")
    assert (after.stage, after.round, after.dealer) == (Stage.DEAL, 2, state.dealer)
    assert after.awards == state.awards
    assert after.replays == 1


def six_rounds(*winners, **chosen):
    """The sixth round is being counted; `winners` took the Trophies in their order."""
    *earlier, last = winners
    state = ending(tuple("m1 " * 60 if seat == last else "" for seat in range(3)), 6, **chosen)
    return replace(state, awards=tuple(Award(seat, "GMM-E1", (20, 21, 19)) for seat in earlier))


def test_gmm_e2_the_most_trophies_win():
    state = play(six_rounds(A, B, B, C, A, B), "table: confirm")
    assert state.stage is Stage.OVER
    standing = GAME.standing(state)
    assert [(place.seat, place.rank) for place in standing.places] == [(B, 1), (A, 2), (C, 3)]
    assert (standing.rule, standing.final) == ("GMM-E2", True)
    assert standing.explanation == "Ben has the most Trophies, 3 of 6 (GMM-E2)."
    assert GAME.view(state).headline == "Game over · Ben won"


def test_gmm_e2_the_game_goes_on_until_all_six_are_won():
    state = play(ending(("m1 " * 60, "", ""), number=5), "table: confirm")
    assert (state.stage, state.round) == (Stage.DEAL, 6)
    assert not GAME.standing(state).final
    assert "Provisional, after 5 of 6" in GAME.standing(state).explanation


def test_gmm_e2_after_the_end_nothing_more_is_played():
    over = play(six_rounds(A, B, B, C, A, B), "table: confirm")
    for line in ("Ann: dealt", "Ann: flip m1", "table: rate m1 1", "table: winner Ann"):
        assert findings(over, line) == ("GMM-E2",)
    assert GAME.options(over) == ()
    assert GAME.pending(over) is None


def test_gmm_e3_a_final_tie_is_shared():
    state = six_rounds(A, A, B, B, C, C)
    assert notes(state, "table: confirm") == ("GMM-E3",)
    standing = GAME.standing(play(state, "table: confirm"))
    assert standing.winners == (A, B, C)
    assert standing.rule == "GMM-E3"
    assert "share the first place" in standing.explanation
    assert all(place.why == "shared, 2 Trophies" for place in standing.places)


def test_switch_final_tie_cards():
    state = play(six_rounds(A, A, B, B, C, A, final_tie="cards"), "table: confirm")
    assert GAME.standing(state).rule == "GMM-E2"
    state = play(six_rounds(B, A, C, B, A, C, final_tie="cards"), "table: confirm")
    standing = GAME.standing(state)
    assert [(place.seat, place.rank) for place in standing.places] == [(C, 1), (B, 2), (A, 3)]
    assert standing.rule == "GMM-E3"
    assert "Ann 100, Ben 105, Cleo 155" in standing.explanation
    assert standing.places[0].why == "2 Trophies, 155 cards in all"


def test_switch_final_tie_cards_may_still_be_shared():
    state = six_rounds(A, A, B, B, C, C, final_tie="cards")
    state = replace(state, awards=tuple(replace(one, cards=(1, 1, 1)) for one in state.awards))
    state = replace(state, players=ending(("m1 " * 20,) * 3).players)
    state = play(state, "table: adjust-trophy 6 Cleo")
    assert "share the first place" in GAME.standing(state).explanation


def test_switch_final_tie_sudden_death():
    state = play(six_rounds(A, A, B, B, C, A, final_tie="sudden_death"), "table: confirm")
    assert state.stage is Stage.OVER  # nobody is tied
    state = play(six_rounds(A, A, B, B, C, C, final_tie="sudden_death"), "table: confirm")
    assert (state.stage, pending_rule(state)) == (Stage.ABILITY, "GMM-E3")
    assert findings(state, "Ann: dealt") == ("GMM-S2", "GMM-E2")
    state = play(state, "table: ability endurance")
    assert pending_rule(state) == "GMM-E3"
    assert GAME.view(state).headline.startswith("Final tie · Endurance · sudden death")
    state = flip(flip(state, "blob m10 m2"), "m1 slappy m3")
    standing = GAME.standing(state)
    assert state.stage is Stage.OVER
    assert standing.winners == (B,)
    assert standing.places[1].rank == standing.places[2].rank == 2
    assert "Ben won the battle that decides (GMM-E3)" in standing.explanation
    assert "won the final battle" in standing.places[0].why
    assert [line.rule for line in GAME.score(state).lines if line.seat == B][-1] == "GMM-E3"


def test_switch_final_tie_changed_after_the_end_shares():
    over = play(six_rounds(A, A, B, B, C, C), "table: confirm")
    over = GAME.rehouse(over, house(final_tie="sudden_death"))
    assert "no battle was fought for it" in GAME.standing(over).explanation


def test_x11_every_trophy_and_pile_has_its_rule():
    state = play(six_rounds(A, B, B, C, A, B), "table: confirm")
    lines = GAME.score(state).lines
    assert {line.rule for line in lines} == {"GMM-E1"}
    assert lines[0].why == "round 1, Strength: most cards, 20"
    assert sum(line.points for line in lines if line.column == "trophies") == 6
    assert GAME.score(state).total(B, "cards") == 5 * 21 + 60


def test_the_sheet_of_a_round_being_played():
    state = fight(dealt(), "high", "m5 m3 m1")
    state = play(state, "table: adjust-count Ann -1")
    lines = [(line.points, line.rule) for line in GAME.score(state).lines]
    assert lines == [(3, "GMM-B5"), (-1, "X-7")]
    assert GAME.standing(state).explanation == "No Trophy has been won yet."


def test_gmm_b6_the_round_ends_with_the_draw_piles():
    state = last_cards(left=2)
    assert "(top a card)" in seen(GAME, state)
    state = fight(state, "high", "m5 m3 m1")
    assert state.stage is Stage.DECLARE
    state = fight(state, "high", "m4 m3 m1")
    assert state.stage is Stage.COUNT
    assert won(state) == (6, 0, 0)
    assert pending_rule(state) == "GMM-E1"


def test_the_same_cards_of_another_game_are_refused():
    setup = new_game().setup
    with pytest.raises(UsageError, match="not the monsters"):
        GAME.start(replace(setup, catalogue=object()))
    assert GAME.start(replace(setup, depth=Depth.LIGHT, catalogue=object())).catalogue is None
