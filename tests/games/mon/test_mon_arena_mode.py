"""Arena: monsters wait in the centre and are met there; all else is as in Classic."""

import re

from mon_classic_kit import (
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    against,
    asked,
    cards_of,
    force,
    light,
    play,
    refused,
    table,
)

from companion.core.sheet import plain
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.dominoes.turn import Put

LEVEL = "H1 BX L1 LZ T1"
ENTER = act.EnterArena(A, cards_of(TWELVE))


def tables(*more, **chosen):
    return table(more or (f"{TWELVE} H1 B0 L1 L1", FIFTEEN, "H1 B0 L1"), Mode.ARENA, **chosen)


def waiting(*more, **chosen):
    """Ann's monster waits in the Arena, and it is Ben's turn, a card taken."""
    return play(tables(*more, **chosen), ENTER, act.Draw(B, CardId("LZ")))


def met(*more, **chosen):
    """Ben has come to the Arena, and the cards are flipped."""
    other = more[1] if more else FIFTEEN
    return play(waiting(*more, **chosen), act.MeetArena(B, cards_of(other)), act.Flip(None))


def test_mon_a1_everything_is_as_in_classic_but_the_way_to_a_fight():
    assert refused(tables(), act.Challenge(A, B, cards_of(TWELVE))) == "MON-A2"
    classic = table((TWELVE, FIFTEEN))
    assert refused(classic, ENTER) == "X-3"
    assert refused(tables(), Put(A, CardId("H3"))) == "X-3"  # of Dominoes
    state = met()
    assert (state.stage, state.fight.priority) == (Stage.REINFORCE, A)  # MON-C15: 12 to 15
    state = play(state, act.Pass(A), act.Pass(B), act.TakeDragon(B, CardId("DIC1")))
    assert (state.stage, state.turn) == (Stage.DRAW, A)  # MON-C23


def test_mon_a2_a_complete_monster_enters():
    state = tables()
    assert asked(state, act.EnterArena(A)) == "MON-A2"
    half = act.EnterArena(A, cards_of("H3 B4 L2"))
    void = play(state, half)
    assert void.arena is None
    assert "void: Ann's monster lacks" in CLASSIC.tell(state, half, void)
    laid = play(state, act.Rearrange(A, cards_of(TWELVE)), act.EnterArena(A))
    assert laid.arena.cards == tuple(sorted(cards_of(TWELVE)))
    assert laid.players[A].monster == ()
    head, cards = ARENA.sheet(laid).notes
    assert plain(head) == " ARENA  Ann's monster waits "
    assert plain(cards).split()[::3] != []
    assert not re.search(r"\d (spear|sword|bow|mace|axe)|points", plain(cards))


def test_mon_a2a_in_the_own_turn_after_drawing():
    state = tables()
    assert against(state, act.EnterArena(B, cards_of(FIFTEEN))) == "MON-A2a"
    drawing = play(state, act.EndTurn(A))
    assert against(drawing, act.EnterArena(B, cards_of(FIFTEEN))) == "MON-A2a"
    assert force(drawing, act.EnterArena(B, cards_of(FIFTEEN))).arena.seat == B


def test_mon_a3_play_goes_on_with_drawing():
    state = play(tables(), ENTER)
    assert (state.stage, state.turn, state.fight) == (Stage.BUILD, A, None)
    state = play(state, act.EndTurn(A), act.Draw(B, CardId("LZ")), act.EndTurn(B))
    assert (state.turn, state.arena.seat) == (C, A)


def test_mon_a4_others_decide_when_to_meet_it():
    assert refused(tables(), act.MeetArena(A, cards_of(TWELVE))) == "MON-A4"  # empty
    state = play(tables(), ENTER)
    assert refused(state, act.MeetArena(A, cards_of("H1 B0 L1 L1"))) == "MON-A4"  # the own one
    state = waiting()
    meet = act.MeetArena(B, cards_of(FIFTEEN))
    assert asked(state, act.MeetArena(B)) == "MON-A4"
    void = play(state, act.MeetArena(B, cards_of("H1 BX")))
    assert (void.stage, void.arena.seat) == (Stage.BUILD, A)
    state = play(state, meet)
    assert (state.stage, state.arena) == (Stage.FLIP, None)
    assert state.fight.seats == (B, A)


def test_mon_a4_nobody_is_met_while_a_fight_is_going_on():
    (found,) = ARENA.check(met(), act.MeetArena(C, cards_of("H1 B0 L1")))
    assert (found.rule, found.forceable) == ("MON-A4", False)
    assert found.text == "two monsters are fighting in the Arena"


def test_mon_a4a_in_the_own_turn_and_the_newcomer_attacks():
    state = waiting()
    assert against(state, act.MeetArena(C, cards_of("H1 B0 L1"))) == "MON-A4a"
    drawing = play(tables(), ENTER, act.EndTurn(A))
    assert against(drawing, act.MeetArena(B, cards_of(FIFTEEN))) == "MON-A4a"
    state = met(TWELVE, LEVEL, "")
    assert state.fight.priority == B  # MON-C15a: equal, and the newcomer attacks


def test_mon_a4a_nobody_is_forced():
    state = waiting()
    assert "refuse" not in {action.verb for action in ARENA.actions}
    assert play(state, act.EndTurn(B)).turn == C


def test_mon_a5_the_arena_is_taken_until_there_is_a_fight():
    state = waiting()
    assert against(state, act.EnterArena(B, cards_of(FIFTEEN))) == "MON-A5"
    (found,) = ARENA.check(state, act.EnterArena(B, cards_of(FIFTEEN)))
    assert found.text == "the Arena is taken by Ann"
    assert against(met(), act.EnterArena(B, cards_of("LZ"))) == "MON-A5"


def test_mon_a2_no_monster_enters_while_a_prize_is_taken():
    state = play(met(), act.Pass(A), act.Pass(B))
    enters = act.EnterArena(A, cards_of("H1 B0 L1 L1"))
    assert against(state, enters) == "MON-A2 MON-A2a"
    found = ARENA.check(state, enters)[0]
    assert found.text == "no monster can enter now; a Dragon card is to be taken"


def test_mon_a5a_not_while_people_look_whether_the_newcomer_is_complete():
    state = play(light((5, 5), Mode.ARENA), act.EnterArena(A))
    state = play(state, act.Complete(None, act.Answer.YES), act.Draw(B, CardId("card")))
    asked_about = play(state, act.MeetArena(B))
    assert against(state, act.ChangeArena(A, ())) == "MON-A5a"
    assert against(asked_about, act.ChangeArena(A, ())) == "MON-A5a"
    assert against(asked_about, act.MeetArena(B)) == "MON-A4"


def test_mon_a5a_what_waits_there_stays_as_it_is_and_the_owner_builds_another():
    state = waiting()
    assert against(state, act.ChangeArena(A, ())) == "MON-A5a"
    assert refused(state, act.ChangeArena(B, ())) == "MON-A5a"
    assert against(state, act.Rearrange(A, cards_of("H3 B4"))) == "MON-A5"
    state = play(state, act.Rearrange(A, cards_of("H1 B0 L1 L1")))
    state = play(state, act.EndTurn(B), act.Draw(C, CardId("LZ")))
    state = play(state, act.Draw(A, CardId("T1")))
    assert against(state, act.EnterArena(A, cards_of("H1 B0 L1 L1 T1"))) == "MON-A5"
    withdrawn = force(state, act.ChangeArena(A, ()))
    assert withdrawn.arena is None
    assert withdrawn.players[A].monster == cards_of("B0 H1 L1 L1")


def test_mon_a5a_not_before_the_flip_either_and_mon_c11_not_after_it():
    """002:249 holds for the newcomer, and for both once the fight has started (002:311)."""
    meets = play(waiting(), act.MeetArena(B, cards_of(FIFTEEN)))
    assert against(meets, act.Rearrange(A, cards_of("H3 B4"))) == "MON-A5a"
    assert against(meets, act.Rearrange(B, cards_of("H1 BX"))) == "MON-C11"
    assert against(met(), act.Rearrange(A, cards_of("H3 B4"))) == "MON-C11"


def test_switch_arena_locked_off():
    state = waiting(arena_locked="off")
    state = play(state, act.ChangeArena(A, cards_of(f"{TWELVE} H1 B0 L1 L1".replace("T2 ", ""))))
    assert len(state.arena.cards) == 8
    assert against(state, act.ChangeArena(A, cards_of("H3 B4"))) == "MON-C8"
    assert refused(state, act.ChangeArena(A, cards_of(FIFTEEN))) == "MON-C7"
    state = play(state, act.ChangeArena(A, ()))
    assert state.arena is None
    assert len(state.players[A].monster) == 8


def test_mon_a6_after_a_draw_both_go_home_and_the_arena_is_empty():
    state = met(TWELVE, LEVEL, "")
    state = play(state, act.Pass(B), act.Pass(A))
    assert state.fights[-1].winner is None
    assert state.arena is None
    assert state.players[A].monster == tuple(sorted(cards_of(TWELVE)))
    assert state.players[B].monster == tuple(sorted(cards_of(LEVEL)))
    assert (state.stage, state.turn) == (Stage.DRAW, C)  # MON-C22: after the attacker


def test_mon_a7_ends_as_classic():
    won = ("", "DIC1 DIC2 DIC3 DIC4", "")
    state = met(TWELVE, FIFTEEN, "", won=won)
    state = play(state, act.Pass(A), act.Pass(B), act.TakeDragon(B, CardId("DIC5")))
    assert state.stage is Stage.OVER
    assert ARENA.standing(state).winners == (B,)


def test_switch_show_complete_refuses_beforehand():
    state = tables(show_complete="on")
    half = act.EnterArena(A, cards_of("H3 B4 L2"))
    assert against(state, half) == "MON-A2"
    assert force(state, half).arena.seat == A
    state = waiting(show_complete="on")
    assert against(state, act.MeetArena(B, cards_of("H1 BX"))) == "MON-A4"


def test_light_depth_asks_whether_a_monster_is_complete():
    state = play(light((4, 4, 4), Mode.ARENA), act.EnterArena(A))
    assert (state.stage, ARENA.pending(state).rule) == (Stage.VERIFY, "MON-C12a")
    no = play(state, act.Complete(None, act.Answer.NO))
    assert (no.stage, no.arena) == (Stage.BUILD, None)
    state = play(state, act.Complete(None, act.Answer.YES))
    assert (state.stage, state.arena.seat) == (Stage.BUILD, A)
    state = play(state, act.Draw(B, CardId("card")), act.MeetArena(B))
    state = play(state, act.Complete(None, act.Answer.YES))
    assert state.stage is Stage.FLIP
    state = play(state, act.Flip(A, 9, 3), act.Flip(B, 7, 4), act.Pass(B), act.Pass(A))
    state = play(state, act.TakeDragon(A, CardId("dragon")))
    assert (state.turn, state.players[A].own_dragons) == (B, 1)
    assert (len(state.players[A].parts), len(state.players[B].parts)) == (1, 1)


def test_light_depth_withdraws_by_a_ruling():
    state = play(light((4, 4), Mode.ARENA), act.EnterArena(A), act.Complete(None, act.Answer.YES))
    assert refused(state, act.ChangeArena(A, cards_of("card"))) == "MON-A5a"
    assert force(state, act.ChangeArena(A, ())).arena is None
