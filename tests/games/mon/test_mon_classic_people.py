"""Players of Classic and Arena who leave, and who join before the first turn (X-12, X-13).

What is broken in a state of Classic or Arena is found and said (MON-I1, MON-I3 to MON-I5).
"""

from dataclasses import replace

import pytest
from mon_classic_kit import (
    FACTIONS,
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    cards_of,
    fight,
    findings,
    light,
    new_game,
    play,
    refused,
    table,
)
from mon_kit import join, leave

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.prize import Move
from companion.games.mon.classic.state import Claim, Dragon, Mode, Outcome, Played, Stage, Waiting
from companion.games.mon.classic.table import aside_of, unseen_parts
from companion.games.mon.words import Kind
from models.workshop.invariants import invariants

ATTACK = act.Challenge(A, B, cards_of(TWELVE))
YES, CARD = act.Complete(None, act.Answer.YES), CardId("card")


def tables(**more):
    return table((TWELVE, FIFTEEN, "H1 B0 L1"), hands=(2, 2, 0), **more)


def test_x12_the_cards_are_out_of_the_game_and_nobody_draws_or_takes_them():
    state = leave(CLASSIC, tables(won=("", "DIC1", "")), B)
    assert "BX" not in unseen_parts(state)
    assert aside_of(state, FACTIONS[1]) == 4
    state = play(state, act.EndTurn(A))
    assert state.turn == C  # turns pass over the seat
    assert refused(state, act.Draw(C, CardId("BX"))) == "MON-C5"


def test_x12_who_left_is_no_target_and_wins_nothing():
    state = leave(CLASSIC, tables(), B)
    targets = {one.target for one in act.Challenge.options(state).__next__().instances}
    assert targets == {C}
    five = "DIC1 DIC2 DIC3 DIC4"
    state = leave(CLASSIC, tables(won=("", five, "")), B)
    given = act.AdjustDragon(None, A, Move.TAKES, CardId("DIC5"))
    assert play(state, given).stage is Stage.BUILD


def spent():
    """Both have played a card in the fight."""
    sword, bow = (CardId(name) for name in ("PS2", "PB3"))
    return play(fight(), act.Power(A, sword), act.Yield(A), act.Power(B, bow))


@pytest.mark.parametrize(
    ("state", "seat", "expected"),
    [
        (tables(), A, (Stage.DRAW, B)),
        (tables(), C, (Stage.BUILD, A)),
        (play(tables(), act.EndTurn(A)), B, (Stage.DRAW, C)),
        (play(tables(), ATTACK), A, (Stage.DRAW, B)),
        (play(tables(), ATTACK), B, (Stage.BUILD, A)),
        (play(tables(), ATTACK), C, (Stage.CHALLENGE, A)),
        (play(tables(), ATTACK, act.Refuse(B)), B, (Stage.BUILD, A)),
        (spent(), A, (Stage.DRAW, B)),
        (spent(), B, (Stage.BUILD, A)),
        (play(fight(), act.Pass(A), act.Pass(B)), B, (Stage.DRAW, A)),  # a prize not taken
        (play(fight(), act.Pass(A), act.Pass(B)), A, (Stage.PRIZE, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), A, (Stage.DRAW, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), B, (Stage.BUILD, A)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), C, (Stage.VERIFY, A)),
        (play(light((4, 4, 4)), act.EndTurn(A), act.Challenge(A, C)), C, (Stage.DRAW, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B), YES), B, (Stage.BUILD, A)),
        (play(light((4, 4, 4), deck=1), act.Draw(B, CARD)), B, (Stage.BUILD, C)),
    ],
)
def test_x12_what_was_asked_of_the_seat_lapses(state, seat, expected):
    after = leave(CLASSIC, state, seat)
    assert (after.stage, after.turn) == expected
    assert after.claim is None or after.stage is Stage.VERIFY


def test_x12_the_loser_who_left_takes_no_turn_after_the_prize():
    state = leave(CLASSIC, play(fight(), act.Pass(A), act.Pass(B)), A)
    state = play(state, act.TakeDragon(B, CardId("DIC1")))
    assert (state.stage, state.turn) == (Stage.DRAW, B)


def test_x12_used_cards_of_who_stays_go_into_the_deck_and_those_of_the_leaver_do_not():
    before = spent()
    after = leave(CLASSIC, before, A)
    assert (after.deck, after.players[B].hand) == (before.deck + 1, before.players[B].hand)
    assert after.players[A].hand == before.players[A].hand + 1
    assert after.players[B].monster == tuple(sorted(cards_of(FIFTEEN)))


def test_x12_the_chance_to_challenge_goes_with_who_left_and_stays_with_others():
    state = play(tables(), act.EndTurn(A))
    assert leave(CLASSIC, state, A).before is None
    after = leave(CLASSIC, state, B)
    assert (after.turn, after.before) == (C, A)


def test_x12_a_monster_in_the_arena_goes_with_its_owner():
    state = play(tables(mode=Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    after = leave(CLASSIC, state, A)
    assert (after.arena, after.stage, after.turn) == (None, Stage.DRAW, B)
    assert leave(CLASSIC, state, B).arena == state.arena
    met = play(state, act.Draw(B, CardId("LZ")), act.MeetArena(B, cards_of(FIFTEEN)))
    after = leave(CLASSIC, met, A)
    assert (after.fight, after.arena, after.stage, after.turn) == (None, None, Stage.BUILD, B)
    asked = play(light((4, 4), Mode.ARENA), act.EnterArena(A), YES, act.Draw(B, CARD))
    asked = play(asked, act.MeetArena(B))
    assert (leave(CLASSIC, asked, A).stage, leave(CLASSIC, asked, A).claim) == (Stage.BUILD, None)


def test_x12_in_set_up_nobody_waits_for_who_left():
    state = new_game()
    for seat in (A, C):
        state = play(state, act.PickFaction(seat, FACTIONS[seat]))
    state = leave(CLASSIC, state, B)
    assert {one.seat for one in act.Youngest.choices(state)} == {A, C}
    state = play(state, act.Youngest(None, C))
    assert CLASSIC.pending(state).asks == C
    gone = leave(CLASSIC, state, C)
    assert (gone.stage, gone.turn, CLASSIC.pending(gone).asks) == (Stage.DEAL, A, A)
    state = play(state, act.Dealt(A, cards_of("hidden hidden hidden")))
    assert (leave(CLASSIC, state, C).stage, leave(CLASSIC, state, C).turn) == (Stage.DRAW, A)


def test_x12_one_who_is_left_alone_or_nobody():
    """The table calls a game off before that (X-14); the state is sound all the same."""
    alone = leave(CLASSIC, tables(), A, B)
    assert (alone.stage, alone.turn) == (Stage.DRAW, C)
    assert leave(CLASSIC, alone, C).order == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_x13_a_player_joins_while_the_factions_are_picked(seat):
    state = play(new_game(seats=2), act.PickFaction(A, FACTIONS[0]))
    after = join(CLASSIC, state, Seat(seat))
    assert [player.faction for player in after.players].count(FACTIONS[0]) == 1
    assert after.players[seat].faction is None
    assert after.setup.seats[seat] == "Zoe"
    assert findings(after, act.Youngest(None, Seat(seat))) == ("MON-C2",)


def test_x13_a_player_joins_while_the_first_cards_are_taken_and_the_youngest_is_asked_anew():
    state = new_game(seats=2)
    state = play(state, *(act.PickFaction(seat, FACTIONS[seat]) for seat in (A, B)))
    state = play(state, act.Youngest(None, B), act.Dealt(B, cards_of("hidden hidden hidden")))
    after = join(CLASSIC, state, A)
    assert (after.stage, after.players[C].hand) == (Stage.SETUP, 3)
    after = play(after, act.PickFaction(A, FACTIONS[2]), act.Youngest(None, A))
    after = play(after, act.Dealt(A, cards_of("hidden hidden hidden")))
    after = play(after, act.Dealt(B, cards_of("hidden hidden hidden")))
    assert (after.stage, after.turn) == (Stage.DRAW, A)


def test_x13_the_deck_is_counted_anew_where_it_was_too_small():
    state = play(new_game(seats=2, depth=Depth.LIGHT), act.DeckSize(None, 7))
    after = join(CLASSIC, state, C)
    assert CLASSIC.pending(after).rule == "MON-C4"
    assert refused(after, act.Youngest(None, A)) == "MON-C4"


def test_x13_nobody_joins_after_the_first_turn_has_begun():
    assert join(CLASSIC, tables(), C) is None


SOUND = table((TWELVE, FIFTEEN), hands=(2, 2))
FIGHT = fight()
ARENA = table((TWELVE, FIFTEEN), Mode.ARENA)
LIGHT = light((5, 5))
PS2 = Played(CardId("PS2"), Kind.POWER, 2)


def player(seat, state=SOUND, **changed):
    """The sound state with one player changed."""
    return state.with_player(seat, replace(state.players[seat], **changed))


def side(state=FIGHT, **changed):
    """The sound fight with its attacker's side changed."""
    return replace(state, fight=state.fight.with_side(replace(state.fight.attacker, **changed)))


def won(*cards):
    return {"dragons": tuple(Dragon(FACTIONS[0], CardId(card)) for card in cards)}


def lead(count):
    """So many Dragon cards of their own faction, that the table has brought."""
    return player(A, **won(*(f"DUE{n}" for n in range(1, count + 1))), mended=count)


def test_the_states_to_begin_with_are_sound():
    for state in (SOUND, FIGHT, ARENA, LIGHT, lead(4)):
        assert invariants(state) == ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (replace(SOUND, size=9), f"MON-I1: {SOUND.size} cards instead of 9"),
        (player(A, hand=-1), f"MON-I1: {SOUND.deck} cards in the deck, hands [-1, 2]"),
        (replace(LIGHT, deck=-1), "MON-I1: -1 cards in the deck, hands [0, 0]"),
        (player(A, parts=cards_of("H3 H3")), "MON-I1: 2 copies of H3"),
        (player(A, parts=cards_of("none")), "MON-I1: 1 copies of none"),
        (player(A, parts=cards_of("PS2")), "MON-I1: 1 copies of PS2"),
        (player(A, hand=40),
         f"MON-I1: {SOUND.deck - 38} cards unaccounted for, {SOUND.deck} in the deck"),
        (player(A, **won(*("DUE1",) * 6)), f"MON-I1: 6 Dragon cards of {FACTIONS[0]}"),
        (player(A, **won("DUE1", "DUE1")), "MON-I1: 2 copies of DUE1"),
        (player(A, **won("H3")), "MON-I1: 1 copies of H3"),
        (player(A, **won("DUE1")), "MON-I4: seat 0 has 1 Dragon cards, won 0"),
        (player(A, lost=1), "MON-I4: seat 0 has 0 Dragon cards, won 0"),
        (replace(SOUND, fights=(Outcome(A, B, (9, 1), A, Dragon(FACTIONS[0])),)),
         "MON-I4: seat 0 has 0 Dragon cards, won 1"),
        (player(A, monster=cards_of("BX")),
         "MON-C7: seat 0 has put together ('BX',) and does not have them"),
        (replace(SOUND, arena=Waiting(A, cards_of("H3"))), "MON-I5: a monster waits in the Arena"),
        (replace(ARENA, arena=Waiting(A, cards_of("BX"))), "MON-I5: ('BX',) wait in the Arena"),
        (replace(ARENA, arena=Waiting(A)), "MON-I5: () wait in the Arena"),
        (replace(FIGHT, fight=replace(FIGHT.fight, defender=FIGHT.fight.attacker)),
         "MON-C10: somebody fights alone"),
        (side(removed=cards_of("BX")), f"MON-I3: ('BX',) taken off {FIGHT.fight.attacker.cards}"),
        (side(cards=cards_of("BX")), "MON-C21: ('BX',) do not belong to seat 0"),
        (side(played=(replace(PS2, own=3),)), "MON-I3: seat 0 counts 15"),
        (replace(FIGHT, fight=replace(FIGHT.fight, priority=None)),
         "MON-C13: priority None at Reinforce"),
        (replace(FIGHT, stage=Stage.FLIP), "MON-C13: priority 0 at Flip"),
        (replace(FIGHT, fight=None), "MON-C13: fight None at Reinforce"),
        (replace(SOUND, claim=Claim(A, B, Stage.BUILD)),
         f"MON-C10c: claim {Claim(A, B, Stage.BUILD)} at Build"),
        (replace(SOUND, stage=Stage.VERIFY), "MON-C10c: claim None at Is it complete?"),
        (replace(LIGHT, stage=Stage.DRAW, deck=0),
         "MON-C6a: a card is to be taken from an empty deck"),
        (lead(5), "MON-I4: Build, and the Dragons are [5, 0]"),
        (replace(lead(4), stage=Stage.OVER), "MON-I4: Game over, and the Dragons are [4, 0]"),
    ],
)  # fmt: skip
def test_what_is_broken_is_said(broken, said):
    assert said in invariants(broken)


def test_mon_i5_in_light_depth_nobody_knows_what_waits():
    waits = replace(light((5, 5), Mode.ARENA), arena=Waiting(A))
    assert invariants(waits) == ()
    named = replace(waits, arena=Waiting(A, (UNNAMED,) * 6))
    assert invariants(named) == (f"MON-I5: {named.arena.cards} wait in the Arena",)


def test_mon_i3_a_sum_is_right_while_cards_come_and_go():
    state = play(FIGHT, act.Power(A, CardId("PS2")), act.AdjustPoints(None, A, -4))
    assert invariants(state) == ()
    assert invariants(side(state, removed=cards_of("H3"))) == ()
