"""A fight: points, priority, Power cards, Spells, its end, the prize, and the end of the game."""

from dataclasses import replace

import pytest
from mon_classic_kit import (
    BOX,
    FACTIONS,
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    against,
    asked,
    cards_of,
    fight,
    flipped,
    force,
    play,
    refused,
    table,
)

from companion.core.sheet import plain
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.flow import settle
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.house import FightHouse
from companion.games.mon.classic.state import Stage
from companion.games.mon.classic.table import aside_of, lacking, total

SWORD, BOW = CardId("PS2"), CardId("PB3")
BODY, ANY, ADD, ODD = (CardId(word) for word in ("SBODY", "SANY", "SADD", "SODD"))
OTHER_TWELVE = "H1 BX L1 LZ T1"


def totals(state):
    return tuple(total(state, state.fight, side) for side in state.fight.sides)


def level(**more):
    """Twelve against twelve."""
    state = table((TWELVE, OTHER_TWELVE, "LZ"), hands=(5, 5, 0), **more)
    return flipped(state, TWELVE, OTHER_TWELVE)


def passed(state):
    first = state.fight.priority
    return play(state, act.Pass(first), act.Pass(state.fight.other(first).seat))


def test_mon_c13_points_show_when_the_cards_are_flipped():
    state = table((TWELVE, FIFTEEN))
    assert refused(state, act.Flip(None)) == "MON-C13"
    ready = play(state, act.Challenge(A, B, cards_of(TWELVE)), act.Ready(B, cards_of(FIFTEEN)))
    assert refused(ready, act.Flip(A, 12, 5)) == "MON-C13"
    ann = CLASSIC.sheet(ready).fight.sides[0]
    assert not any("B4 4" in plain(tile.chips[-1]) for tile in ann.groups[0].tiles)
    assert (ann.figures, plain(ann.lines[0])) == ((), "not flipped yet")
    ann = CLASSIC.sheet(play(ready, act.Flip(None))).fight.sides[0]
    assert "B4 4 sword" in {plain(tile.chips[-1]) for tile in ann.groups[0].tiles}


def test_mon_c14_each_side_adds_up_and_more_points_lead():
    state = fight()
    assert totals(state) == (12, 15)
    assert "★ Ben leads by 3" in plain(CLASSIC.sheet(state).fight.head)


def test_mon_c15_the_side_with_fewer_points_reinforces_first():
    state = fight()
    assert state.fight.priority == A
    assert against(state, act.Power(B, BOW)) == "MON-C15"
    turned = flipped(table((FIFTEEN, TWELVE)), FIFTEEN, TWELVE)
    assert turned.fight.priority == B


def test_mon_c15a_at_a_tie_the_attacker_and_two_passes_end_it():
    state = level()
    assert state.fight.priority == A
    state = play(state, act.Pass(A), act.Power(B, BOW), act.Yield(B))
    state = play(state, act.Pass(A))
    assert state.stage is Stage.REINFORCE  # not two in a row: Ben played in between
    assert play(state, act.Pass(B)).stage is Stage.PRIZE


def test_mon_c15a_yield_after_playing_pass_without():
    state = fight()
    assert against(state, act.Yield(A)) == "MON-C15a"
    assert against(state, act.Pass(B)) == "MON-C15a"
    state = play(state, act.Power(A, SWORD))
    assert against(state, act.Pass(A)) == "MON-C15a"
    state = play(state, act.Yield(A))
    assert state.fight.priority == B
    assert against(state, act.Yield(A)) == "MON-C15a"


def test_mon_c16_a_power_card_needs_its_icon_and_counts_once():
    state = fight()
    assert against(state, act.Power(A, BOW)) == "MON-C16"
    state = play(state, act.Power(A, SWORD), act.Power(A, SWORD), act.Power(A, SWORD))
    assert totals(state) == (18, 15)  # three of 2, though two cards show a sword
    assert state.players[A].hand == 2
    assert refused(state, act.Power(A, SWORD)) == "MON-C5"  # the box has three


def test_a_card_that_is_no_power_card_or_not_held_cannot_be_played():
    state = fight(hands=(1, 0, 0))
    assert refused(state, act.Power(A, ADD)) == "MON-C16"
    assert refused(state, act.Power(A, CardId("B4"))) == "MON-C16"
    assert refused(state, act.Spell(A, SWORD)) == "MON-C17"
    assert refused(state, act.Power(A, SWORD, 9)) == "MON-C16"
    state = play(state, act.Power(A, SWORD), act.Yield(A))
    assert refused(state, act.Power(B, BOW)) == "MON-C5"


def test_mon_c16_not_outside_a_fight():
    assert refused(table((TWELVE, FIFTEEN), hands=(1, 1)), act.Power(A, SWORD)) == "MON-C16"


def test_mon_c17_spells_only_in_a_fight_and_doing_what_is_written():
    outside = table((TWELVE, FIFTEEN), hands=(1, 1))
    assert refused(outside, act.Spell(A, ADD)) == "MON-C17"
    state = fight()
    assert against(state, act.Spell(A, ADD, own=9)) == "MON-C17"
    assert against(state, act.Spell(A, ADD, cards_of("H1"))) == "MON-C17"
    assert against(state, act.Spell(A, BODY, cards_of("H1"))) == "MON-C17"
    state = play(state, act.Spell(A, ADD), act.Spell(A, ADD))
    assert totals(state) == (18, 15)
    assert state.players[A].hand == 3


def test_mon_c17_a_spell_that_only_people_can_read_is_asked_for_its_changes():
    state = fight()
    assert asked(state, act.Spell(A, ODD)) == "MON-C17"
    assert refused(state, act.Spell(A, ODD, own=500)) == "MON-C17"
    state = play(state, act.Spell(A, ODD, cards_of("L3"), own=4, theirs=-2))
    assert totals(state) == (16, 10)
    shown = plain(CLASSIC.sheet(state).fight.sides[A].groups[-1].tiles[0].lines[0])
    assert shown == "✦ SODD spell +4 -2 to the other takes off L3"


def test_mon_c17a_the_two_fighters_at_any_moment():
    """002:171 "anytime during a fight"; 002:183 says the same of Power cards."""
    state = play(fight(hands=(5, 5, 5)), act.Pass(A), act.Spell(A, ADD), act.Power(A, SWORD))
    assert (state.fight.priority, state.fight.passes) == (B, 0)
    assert play(state, act.Pass(B)).stage is Stage.REINFORCE
    assert refused(state, act.Spell(C, ADD)) == "MON-C17"  # for which side?
    assert refused(state, act.Power(C, SWORD)) == "MON-C16"
    assert refused(state, act.Pass(C)) == "MON-C15a"
    assert against(fight(spell_timing="priority"), act.Spell(B, ADD)) == "MON-C17a"


def test_switch_spell_timing_priority():
    state = fight(spell_timing="priority")
    assert against(state, act.Spell(B, ADD)) == "MON-C17a"
    assert totals(force(state, act.Spell(B, ADD))) == (12, 18)
    passed_on = play(state, act.Pass(A))
    assert against(passed_on, act.Power(A, SWORD)) == "MON-C17a"


def test_mon_c18_that_part_alone_is_taken_off_and_power_points_stay():
    state = play(fight(), act.Power(A, SWORD), act.Yield(A))
    assert asked(state, act.Spell(B, BODY)) == "MON-C18"
    assert refused(state, act.Spell(B, BODY, cards_of("BX"))) == "MON-C18"
    assert against(state, act.Spell(B, ANY, cards_of("H3 L1"))) == "MON-C18"
    state = play(state, act.Spell(B, BODY, cards_of("B4")))
    assert totals(state) == (10, 15)
    assert state.fight.attacker.standing == tuple(sorted(cards_of("H3 L2 L1 T2")))
    nothing = play(state, act.Spell(B, BODY))  # no body is left to take off
    assert totals(nothing) == (10, 15)


def test_mon_c18a_later_power_cards_need_an_icon_that_is_still_there():
    state = play(fight(), act.Pass(A), act.Spell(B, BODY, cards_of("B4")))
    both = play(state, act.Spell(B, ANY, cards_of("H3")), act.Yield(B))
    assert against(both, act.Power(A, SWORD)) == "MON-C18a"
    one = play(state, act.Yield(B))
    assert play(one, act.Power(A, SWORD)).stage is Stage.REINFORCE


def removed_in_a_draw(**chosen):
    """Ben is level after taking off Ann's limb of two points and a Dragon limb."""
    state = table(("H1 BX L2 T1", TWELVE), hands=(0, 5), won=("DUE3", ""), **chosen)
    state = flipped(state, "H1 BX L2 T1 DUE3", TWELVE)
    assert totals(state) == (15, 12)
    state = play(state, act.Spell(B, ANY, cards_of("L2")), act.Spell(B, ANY, cards_of("DUE3")))
    state = play(state, act.AdjustPoints(None, A, 1), act.Yield(B))
    assert totals(state) == (12, 12)
    return play(state, act.Pass(A), act.Pass(B))


def test_mon_c18b_a_removed_part_is_lost_even_in_a_draw_and_a_dragon_card_is_not():
    state = removed_in_a_draw()
    assert state.players[A].parts == cards_of("BX H1 T1")
    assert [dragon.card for dragon in state.players[A].dragons] == ["DUE3"]
    assert state.players[A].monster == cards_of("BX H1 T1")


def test_switch_removed_in_draw_returned():
    state = removed_in_a_draw(removed_in_draw="returned")
    assert state.players[A].parts == cards_of("BX H1 L2 T1")


def test_switch_dragon_removed_lost():
    state = removed_in_a_draw(dragon_removed="lost")
    assert state.players[A].dragons == ()
    assert aside_of(state, FACTIONS[0]) == 5
    lines = [line for line in CLASSIC.score(state).lines if line.rule == "MON-C18b"]
    assert [(line.seat, line.points) for line in lines] == [(A, -1)]


def test_mon_c19_most_points_overall_win():
    state = passed(fight())
    assert (state.stage, state.turn) == (Stage.PRIZE, B)
    lines = {line.seat: line for line in CLASSIC.score(state).lines}
    assert (lines[A].rule, lines[A].why) == ("MON-C19", "lost to Ben 12-15")


def test_mon_c20_the_winner_takes_one_dragon_card_set_aside():
    state = passed(fight())
    assert against(state, act.TakeDragon(A, CardId("DUE1"))) == "MON-C20"
    assert refused(state, act.TakeDragon(B, CardId("B4"))) == "MON-C20"
    assert refused(state, act.TakeDragon(B, CardId("DIC1"), FACTIONS[0])) == "MON-C20"
    state = play(state, act.TakeDragon(B, CardId("DIC1")))
    assert [dragon.card for dragon in state.players[B].dragons] == ["DIC1"]
    (line,) = [line for line in CLASSIC.score(state).lines if line.seat == B]
    assert (line.points, line.rule, line.why) == (1, "MON-C20", "beat Ann 15-12: DIC1")
    assert against(state, act.TakeDragon(B, CardId("DIC2"))) == "MON-C20"


def test_mon_c20_a_dragon_card_somebody_has_is_not_set_aside():
    state = table((TWELVE, FIFTEEN), won=("", "DIC1"))
    state = passed(flipped(state))
    assert refused(state, act.TakeDragon(B, CardId("DIC1"))) == "MON-C20"


def test_mon_c20a_of_the_own_faction():
    state = passed(fight())
    other = act.TakeDragon(B, CardId("DUE1"))
    assert against(state, other) == "MON-C20a"
    after = force(state, other)
    assert (len(after.players[B].dragons), after.players[B].own_dragons) == (1, 0)


def test_switch_dragon_pick_any():
    state = passed(fight(dragon_pick="any"))
    state = play(state, act.TakeDragon(B, CardId("DUE1")))
    assert state.players[B].own_dragons == 0
    (line,) = [line for line in CLASSIC.score(state).lines if line.seat == B]
    assert line.points == 0


def test_no_prize_where_none_is_left():
    state = table((TWELVE, FIFTEEN, ""), won=("DIC1 DIC2 DIC3 DIC4 DIC5", "", ""))
    state = passed(flipped(state))
    assert (state.stage, state.turn) == (Stage.DRAW, A)
    assert CLASSIC.score(state).lines[-1].why.endswith("no Dragon card taken")


def test_mon_c21_both_monsters_and_used_cards_go_into_the_deck_unused_stay():
    state = table((f"{TWELVE} LZ", FIFTEEN), hands=(3, 2))
    deck = state.deck
    state = passed(play(flipped(state), act.Power(A, SWORD), act.Yield(A)))
    assert (state.players[A].parts, state.players[B].parts) == (cards_of("LZ"), ())
    assert (state.players[A].hand, state.players[B].hand) == (2, 2)
    assert state.deck == deck + 11


def test_mon_c21a_dragon_cards_stay_with_their_owners():
    state = table(("B4 L2 L1 T2", FIFTEEN), won=("DUE1", ""))
    state = passed(flipped(state, "B4 L2 L1 T2 DUE1", FIFTEEN))
    assert [dragon.card for dragon in state.players[A].dragons] == ["DUE1"]


def test_mon_c22_after_a_draw_the_parts_stay_and_the_next_player_is_next():
    state = level()
    deck = state.deck
    state = play(state, act.Spell(A, ADD), act.Yield(A), act.Spell(B, ADD), act.Yield(B))
    state = passed(state)
    assert (state.stage, state.turn) == (Stage.DRAW, B)
    assert state.deck == deck + 2
    assert state.players[A].monster == tuple(sorted(cards_of(TWELVE)))
    lines = CLASSIC.score(state).lines
    assert {(line.seat, line.points, line.rule) for line in lines} == {
        (A, 0, "MON-C22"),
        (B, 0, "MON-C22"),
    }
    assert lines[0].why == "draw with Ben 15-15: no Dragon card"


def test_mon_c22_the_player_after_the_attacker_even_if_that_is_not_the_defender():
    state = table((TWELVE, "LZ", OTHER_TWELVE))
    state = play(
        state,
        act.Challenge(A, C, cards_of(TWELVE)),
        act.Ready(C, cards_of(OTHER_TWELVE)),
        act.Flip(None),
    )
    assert passed(state).turn == B


def test_mon_c23_the_loser_takes_the_next_turn():
    state = table((FIFTEEN, "LZ", TWELVE))
    state = play(
        state,
        act.Challenge(A, C, cards_of(FIFTEEN)),
        act.Ready(C, cards_of(TWELVE)),
        act.Flip(None),
    )
    state = play(passed(state), act.TakeDragon(A, CardId("DUE1")))
    assert (state.stage, state.turn) == (Stage.DRAW, C)
    state = play(state, act.Draw(C, CardId("LZ")), act.EndTurn(C))
    assert state.turn == A  # and on clockwise


def test_mon_c24_the_fifth_card_of_the_own_dragon_wins_at_once():
    won = ("", "DIC1 DIC2 DIC3 DUE4", "DMW1")
    state = passed(flipped(table((TWELVE, FIFTEEN, ""), won=won)))
    state = play(state, act.TakeDragon(B, CardId("DIC4")))
    assert state.stage is Stage.DRAW  # five Dragon cards, four of them own
    won = ("", "DIC1 DIC2 DIC3 DIC4", "DMW1")
    state = passed(flipped(table((TWELVE, FIFTEEN, ""), won=won)))
    state = play(state, act.TakeDragon(B, CardId("DIC5")))
    assert state.stage is Stage.OVER
    assert refused(state, act.Draw(A, CardId("LZ"))) == "MON-C24"
    assert CLASSIC.pending(state) is None
    assert CLASSIC.view(state).headline == "Game over · Ben won"


def test_mon_c25_the_rest_by_dragon_cards_of_the_own_faction():
    won = ("DUE1 DIC5", "DIC1 DIC2", "DMW1", "DEM1 DEM2 DEM3")
    state = table(("", "", "", ""), won=won)
    places = CLASSIC.standing(state).places
    assert [(place.seat, place.rank) for place in places] == [(3, 1), (B, 2), (A, 3), (C, 3)]
    assert places[-1].why.startswith("shared")
    assert not CLASSIC.standing(state).final
    assert CLASSIC.standing(state).rule == "MON-C25"


@pytest.mark.parametrize("shown", ["off", "on"])
def test_switch_show_known_points(shown):
    state = play(passed(level(show_known_points=shown)), act.Draw(B, CardId("LZ")))
    laid = {plain(tile.lines[0]) for tile in CLASSIC.sheet(state).blocks[A].groups[0].tiles}
    assert ("B4 4 sword" if shown == "on" else "B4") in laid


def test_house_rules_may_change_while_a_prize_is_taken():
    state = passed(fight())
    changed = CLASSIC.rehouse(state, replace(state.house, dragon_pick="any"))
    assert changed.stage is Stage.PRIZE
    assert isinstance(CLASSIC.house_of(changed), FightHouse)
    assert settle(changed) == changed


def test_mon_ex3_completeness():
    state = table((TWELVE, ""))
    assert lacking(state, cards_of("B4 H3 L2 L1")).rule == "MON-C9"  # one wide port free
    assert lacking(state, cards_of("B4 H3 L2 L1 T2")) is None
    assert lacking(state, cards_of("B4 H3 L2 L1 H1")) is None  # a head as bottom
    assert lacking(state, cards_of("H3 L2 L1")) == ("MON-C9", "a body")


def test_mon_ex4_fight():
    state = fight()
    assert totals(state) == (12, 15)
    assert state.fight.priority == A
    sword = CardId("PS2")
    state = play(state, act.Power(A, sword), act.Power(A, sword))
    assert totals(state) == (16, 15)  # two sword icons do not double
    state = play(state, act.Yield(A), act.Spell(B, CardId("SBODY"), cards_of("B4")))
    assert totals(state) == (12, 15)  # the four of the Power cards stay
    state = play(state, act.Yield(B), act.Pass(A), act.Pass(B))
    assert (state.stage, state.turn) == (Stage.PRIZE, B)
    assert state.fights[-1].points == (12, 15)
    state = play(state, act.TakeDragon(B, CardId("DIC1")))
    assert (state.stage, state.turn) == (Stage.DRAW, A)
    assert state.players[B].own_dragons == 1


def test_mon_ex5_draw():
    fourteen = "H1 BX L2 L1 T1"
    state = table((fourteen, TWELVE, "LZ"), hands=(0, 1, 0))
    state = flipped(state, fourteen, TWELVE)
    assert totals(state) == (14, 12)
    deck = state.deck
    state = play(state, act.Power(B, CardId("PS2")), act.Yield(B), act.Pass(A), act.Pass(B))
    assert state.fights[-1].points == (14, 14)
    assert state.fights[-1].winner is None
    assert state.deck == deck + 1
    assert state.players[A].parts == tuple(sorted(cards_of(fourteen)))
    assert state.players[B].parts == tuple(sorted(cards_of(TWELVE)))
    assert (state.stage, state.turn) == (Stage.DRAW, B)  # the player after the attacker
    assert not any(player.dragons for player in state.players)


def test_mon_ex6_dragon_points():
    mixed = "B4 DUE1 L3 DUE3 T1"
    state = table(("B4 L3 T1", "H1 BX L2 L1 T1"), won=("DUE1 DUE3", ""))
    state = flipped(state, mixed, "H1 BX L2 L1 T1")
    assert totals(state) == (12, 14)
    deck = state.deck
    state = play(state, act.Pass(A), act.Pass(B))
    assert [dragon.card for dragon in state.players[A].dragons] == ["DUE1", "DUE3"]
    assert state.players[A].parts == ()
    assert state.deck == deck + 3 + 5


def test_mon_ex7_win():
    state = table((FIFTEEN, TWELVE, ""), won=("DUE1 DUE2 DUE3 DUE4", "", ""))
    state = flipped(state, FIFTEEN, TWELVE)
    state = play(state, act.Pass(B), act.Pass(A), act.TakeDragon(A, CardId("DUE5")))
    assert state.stage is Stage.OVER
    standing = CLASSIC.standing(state)
    assert standing.winners == (A,)
    assert (standing.final, standing.rule) == (True, "MON-C24")
    assert "MON-C24" in standing.explanation
    assert [place.rank for place in standing.places] == [1, 2, 2]
    assert {place.seat for place in standing.places[1:]} == {B, C}
    assert CLASSIC.options(state) == ()
    assert BOX.backs[CardId("DUE5")].points == 2
