"""X-7: whatever lacks no fact can be carried out by a ruling, at any stage, and leaves a sound table."""

import random
from collections import defaultdict
from dataclasses import replace

import pytest
from mon_classic_kit import (
    FACTIONS,
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    against,
    cards_of,
    fight,
    flipped,
    light,
    new_game,
    noted,
    play,
    playout,
    refused,
    table,
)

from companion.core.findings import blocked
from companion.core.game import Depth
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.prize import Move
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import total
from models.workshop.invariants import invariants

ATTACK = act.Challenge(A, B, cards_of(TWELVE))
HALF = cards_of("H3 B4 L2")
GAMES = {Mode.CLASSIC: CLASSIC, Mode.ARENA: ARENA}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("depth", list(Depth))
def test_x7_what_lacks_no_fact_is_carried_out_at_any_stage(mode, depth):
    game, chance = GAMES[mode], random.Random(7)
    states, actions = defaultdict(list), defaultdict(list)
    for before, action, _ in playout(new_game(mode, 3, depth, spell_timing="priority"), 2, 400):
        states[before.stage].append(before)
        actions[action.verb].append(action)
    forced = 0
    for some in states.values():
        for verb in sorted(actions):
            state, action = chance.choice(some), chance.choice(actions[verb])
            if blocked(game.check(state, action)):
                continue
            after = game.apply(state, action)
            assert invariants(after) == (), (state.stage, action)
            assert game.tell(state, action, after)
            assert game.sheet(after)
            assert after.over or game.pending(after) is not None
            for _, _, later in playout(after, forced, 6):
                assert invariants(later) == ()
            forced += 1
    assert forced > 30


@pytest.mark.parametrize(
    ("game", "action", "rule"),
    [
        (CLASSIC, act.Challenge(A, B, HALF), "MON-C10"),
        (CLASSIC, act.Challenge(A, C, cards_of(TWELVE)), "MON-C10"),
        (ARENA, act.EnterArena(A, HALF), "MON-A2"),
    ],
)
def test_mon_c10c_what_is_void_is_noted_and_a_ruling_lets_it_take_place(game, action, rule):
    mode = Mode.ARENA if game is ARENA else Mode.CLASSIC
    state = table((TWELVE, FIFTEEN, "H1 B0"), mode)
    assert noted(state, action).startswith(f"{rule}: void: ")
    assert (game.apply(state, action).fight, game.apply(state, action).arena) == (None, None)
    assert game.apply_ruled(state, action, frozenset({"X-7"})) == game.apply(state, action)
    after = game.apply_ruled(state, action, frozenset({rule}))
    assert (after.fight or after.arena) is not None
    assert "void" not in game.tell(state, action, after)
    assert invariants(after) == ()


def test_mon_a4_a_void_meeting_takes_place_by_a_ruling_on_its_rule():
    state = play(table((TWELVE, FIFTEEN), Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    state = play(state, act.Draw(B, CardId("LZ")))
    meets = act.MeetArena(B, cards_of("H1 BX L3"))
    assert noted(state, meets).startswith("MON-A4: void: ")
    assert ARENA.apply_ruled(state, meets, frozenset({"MON-A4"})).stage is Stage.FLIP


def test_mon_c10c_in_light_depth_people_say_that_it_is_void():
    state = play(light((4, 4)), act.Challenge(A, B))
    no = act.Complete(None, act.Answer.NO)
    assert noted(state, no) == "MON-C10: void: people say that it is not complete"
    assert refused(play(state, no), no) == "MON-C10c"


def test_x7_a_second_challenge_takes_the_place_of_the_first():
    state = play(table((TWELVE, FIFTEEN, "H1 B0 L1 L1 T1")), ATTACK)
    again = act.Challenge(A, C, cards_of(TWELVE))
    assert against(state, again) == "MON-C10b MON-C11"
    assert CLASSIC.apply(state, again).fight.seats == (A, C)


def test_x7_a_card_drawn_out_of_turn_leaves_the_turn_where_it_was():
    state = play(table((TWELVE, FIFTEEN, "")), act.EndTurn(A))
    assert against(state, act.Draw(C, CardId("LZ"))) == "MON-C6"
    after = CLASSIC.apply(state, act.Draw(C, CardId("LZ")))
    assert (after.stage, after.turn, after.players[C].parts) == (Stage.DRAW, B, cards_of("LZ"))


def test_x7_ending_the_turn_ends_a_fight_without_an_outcome():
    state = play(fight(), act.Power(A, CardId("PS2")))
    assert against(state, act.EndTurn(A)) == "MON-C6"
    after = CLASSIC.apply(state, act.EndTurn(A))
    assert (after.stage, after.turn, after.fights, after.deck) == (
        Stage.DRAW,
        B,
        (),
        state.deck + 1,
    )
    prize = play(fight(), act.Pass(A), act.Pass(B))
    assert CLASSIC.apply(prize, act.EndTurn(B)).turn == A  # MON-C23


def test_x7_the_youngest_named_later_has_the_turn():
    state = play(fight(), act.Pass(A))
    assert against(state, act.Youngest(None, C)) == "MON-C6"
    after = CLASSIC.apply(state, act.Youngest(None, C))
    assert (after.stage, after.turn, after.fight) == (Stage.DRAW, C, None)


def test_x7_another_faction_counts_other_dragon_cards_and_may_win_at_once():
    state = table((TWELVE, FIFTEEN, ""), won=("DIC1 DIC2 DIC3 DIC4 DIC5", "", ""))
    same = act.PickFaction(A, FACTIONS[1])
    assert against(state, same) == "MON-C2 MON-C2a"
    assert CLASSIC.apply(state, same).stage is Stage.OVER


def test_x7_a_dragon_card_without_a_prize_ends_a_running_fight_if_it_is_the_fifth():
    state = fight(won=("", "", "DMW1 DMW2 DMW3 DMW4"))
    fifth = act.TakeDragon(C, CardId("DMW5"))
    assert against(state, fifth) == "MON-C20"
    after = CLASSIC.apply(state, fifth)
    assert (after.stage, after.fight) == (Stage.OVER, None)


def test_x7_in_light_depth_the_dragon_is_named_where_no_faction_was_picked():
    nobody = replace(light((3, 3)), players=new_game(seats=2).players, stage=Stage.PRIZE)
    assert refused(nobody, act.TakeDragon(A, CardId("dragon"))) == "MON-C20"


def test_mon_c15_after_points_are_adjusted_the_lower_side_reinforces():
    """002:259"""
    state = play(fight(), act.Power(A, CardId("PS2")))
    assert play(state, act.AdjustPoints(None, B, -1)).fight.priority == A  # level: as it was
    after = play(state, act.AdjustPoints(None, A, 4))
    assert (after.fight.priority, after.fight.acted) == (B, False)
    told = CLASSIC.tell(state, act.AdjustPoints(None, A, 4), after)
    assert told.endswith("Ann 18, Ben 15 · Ben has fewer and reinforces first (MON-C15)")
    assert play(after, act.AdjustPoints(None, A, -4)).fight.priority == A


def test_x7_a_card_of_a_monster_that_fights_or_waits_leaves_it():
    state = fight(won=("DUE1", "", ""))
    assert against(state, act.AdjustCard(None, CardId("B4"), A, C)) == "X-7"
    after = CLASSIC.apply(state, act.AdjustCard(None, CardId("B4"), A, C))
    assert after.fight.attacker.cards == tuple(sorted(cards_of("H3 L2 L1 T2")))
    waits = play(table((TWELVE, FIFTEEN), Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    for card in cards_of(TWELVE):
        assert against(waits, act.AdjustCard(None, card, A)) == "X-7"
        waits = ARENA.apply(waits, act.AdjustCard(None, card, A))
    assert waits.arena is None
    dragon = table(("B4 L2 L1 T2", FIFTEEN), won=("DUE1", ""))
    dragon = play(dragon, act.Challenge(A, B, cards_of("B4 L2 L1 T2 DUE1")))
    returns = act.AdjustDragon(None, A, Move.RETURNS, CardId("DUE1"))
    assert against(dragon, returns) == "X-7"
    assert "DUE1" not in CLASSIC.apply(dragon, returns).fight.attacker.cards


def test_x7_cards_are_taken_out_of_the_arena():
    waits = play(table((TWELVE, FIFTEEN), Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    after = ARENA.apply(waits, act.Rearrange(A, cards_of("H3 B4")))
    assert (after.arena.cards, after.players[A].monster) == (
        cards_of("L1 L2 T2"),
        cards_of("B4 H3"),
    )
    assert ARENA.apply(after, act.Rearrange(A, cards_of("L1 L2 T2"))).arena is None


def test_x7_the_challenged_monster_is_said_again_after_the_flip():
    state = fight()
    for action in (act.Ready(B, cards_of("H1 BX L3")), act.Refuse(B), act.Flip(None)):
        assert against(state, action) in {"MON-C11 MON-C9", "MON-C12", "MON-C13"}
    again = CLASSIC.apply(state, act.Refuse(B))
    assert (again.stage, again.fight.priority, again.fight.defender.cards) == (
        Stage.CHALLENGE,
        None,
        (),
    )
    assert refused(again, act.Flip(None)) == "MON-C13"  # nothing is built
    assert refused(again, act.Pass(A)) == "MON-C13"
    assert refused(again, act.BuildFor(A, C)) == "MON-C12"
    built = play(again, act.Rearrange(B, cards_of(FIFTEEN)))
    assert against(built, act.Flip(None)) == "MON-C13"
    assert CLASSIC.apply(built, act.Flip(None)).stage is Stage.REINFORCE
    assert against(built, act.Spell(A, CardId("SADD"))) == "MON-C17"  # not flipped yet


def test_x7_in_light_depth_a_flip_comes_early_and_again():
    state = play(light((4, 4)), act.Challenge(A, B), act.Complete(None, act.Answer.YES))
    assert against(state, act.Flip(A, 9, 4)) == "MON-C13"
    state = CLASSIC.apply(state, act.Flip(A, 9, 4))
    state = play(state, act.Flip(B, 7, 4))
    assert against(state, act.Flip(B, 12, 3)) == "MON-C13"
    assert CLASSIC.apply(state, act.Flip(B, 12, 3)).fight.priority == A


def test_x7_the_monster_in_the_arena_changes_while_people_are_asked():
    state = play(light((4, 4), Mode.ARENA), act.EnterArena(A), act.Complete(None, act.Answer.YES))
    state = play(state, act.Draw(B, CardId("card")), act.MeetArena(B))
    after = ARENA.apply(state, act.ChangeArena(A, ()))
    assert (after.stage, after.claim, after.arena) == (Stage.BUILD, None, None)
    assert against(state, act.EnterArena(B)) == "MON-A5"
    entered = ARENA.apply(state, act.EnterArena(B))
    assert entered.claim.back is Stage.BUILD
    entered = ARENA.apply(entered, act.Complete(None, act.Answer.YES))
    assert (entered.arena.seat, entered.stage) == (B, Stage.BUILD)


CARD, HIDDEN, DRAGON = CardId("card"), CardId("hidden"), CardId("dragon")
TAKES, RETURNS = Move.TAKES, Move.RETURNS


def test_a_part_goes_to_another_player_or_the_deck():
    state = play(table((TWELVE, FIFTEEN)), act.Rearrange(A, cards_of("H3 B4")))
    deck = state.deck
    state = play(state, act.AdjustCard(None, CardId("H3"), A, B))
    assert "H3" in state.players[B].parts
    assert state.players[A].monster == cards_of("B4")
    state = play(state, act.AdjustCard(None, CardId("H3"), B))
    assert state.deck == deck + 1
    state = play(state, act.AdjustCard(None, CardId("H3"), None, A))
    assert (state.deck, "H3" in state.players[A].parts) == (deck, True)


def test_a_hidden_card_goes_unnamed():
    state = play(table((TWELVE, FIFTEEN), hands=(1, 0)), act.AdjustCard(None, HIDDEN, A, B))
    assert [player.hand for player in state.players] == [0, 1]
    assert refused(state, act.AdjustCard(None, HIDDEN, A, B)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("PS2"), None, A)) == "MON-G5"


def test_a_card_that_is_not_there_is_not_moved():
    state = table((TWELVE, FIFTEEN))
    assert refused(state, act.AdjustCard(None, CardId("BX"), A, B)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, A)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, 9)) == "X-7"
    assert against(fight(), act.AdjustCard(None, CardId("H3"), A, C)) == "X-7"


def test_a_card_that_waits_in_the_arena_is_not_moved():
    state = play(table((TWELVE, FIFTEEN), Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    assert against(state, act.AdjustCard(None, CardId("H3"), A, B)) == "X-7"


def test_the_last_card_of_the_deck_can_be_taken_away():
    state = play(light((3, 3), deck=1), act.EndTurn(A), act.AdjustCard(None, CARD, None, A))
    assert (state.deck, state.stage, state.turn) == (0, Stage.BUILD, B)
    assert refused(state, act.AdjustCard(None, CARD, None, A)) == "X-7"


def test_light_depth_moves_unnamed_cards_and_counts_the_deck():
    state = light((4, 3), hands=(1, 0))
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, B)) == "X-7"
    state = play(state, act.AdjustCard(None, CARD, A, B), act.AdjustDeck(None, -3))
    assert (len(state.players[B].parts), state.deck) == (4, 77)
    assert refused(state, act.AdjustDeck(None, -78)) == "X-7"
    assert refused(state, act.AdjustDeck(None, 0)) == "X-7"
    assert refused(table((TWELVE, FIFTEEN)), act.AdjustDeck(None, 1)) == "X-7"
    empty = play(play(state, act.EndTurn(A)), act.AdjustDeck(None, -77))
    assert empty.stage is Stage.BUILD
    fighting = play(state, act.Challenge(A, B), act.Complete(None, act.Answer.YES))
    assert len(play(fighting, act.AdjustCard(None, CARD, B, A)).players[B].parts) == 3
    assert refused(new_game(depth=Depth.LIGHT), act.AdjustDeck(None, 1)) == "MON-C4"


def test_a_dragon_card_is_taken_or_returned_and_stands_on_the_sheet():
    state = table((TWELVE, FIFTEEN))
    state = play(state, act.AdjustDragon(None, A, TAKES, CardId("DUE1")))
    assert state.players[A].own_dragons == 1
    (line,) = CLASSIC.score(state).lines
    assert (line.seat, line.points, line.rule) == (A, 1, "X-7")
    assert refused(state, act.AdjustDragon(None, B, TAKES, CardId("DUE1"))) == "X-7"
    assert refused(state, act.AdjustDragon(None, B, RETURNS, CardId("DUE1"))) == "X-7"
    assert refused(state, act.AdjustDragon(None, 9, TAKES, CardId("DUE2"))) == "X-7"
    state = play(state, act.AdjustDragon(None, A, RETURNS, CardId("DUE1")))
    assert CLASSIC.score(state).lines == ()
    fighting = play(fight(), act.AdjustDragon(None, A, TAKES, CardId("DUE1")))
    assert (fighting.stage, fighting.players[A].own_dragons) == (Stage.REINFORCE, 1)


def test_the_fifth_dragon_card_ends_the_game_and_returning_it_goes_on():
    state = table((TWELVE, FIFTEEN), won=("DUE1 DUE2 DUE3 DUE4", ""))
    over = play(state, act.AdjustDragon(None, A, TAKES, CardId("DUE5")))
    assert over.stage is Stage.OVER
    assert refused(over, act.AdjustCard(None, CardId("H3"), A, B)) == "MON-C24"
    again = play(over, act.AdjustDragon(None, A, RETURNS, CardId("DUE5")))
    assert (again.stage, again.turn) == (Stage.DRAW, A)


def test_a_prize_that_is_taken_away_leaves_the_loser_the_turn():
    state = table((TWELVE, FIFTEEN, ""), won=("DIC1 DIC2 DIC3 DIC4", "", ""))
    state = play(flipped(state), act.Pass(A), act.Pass(B))
    assert state.stage is Stage.PRIZE
    state = play(state, act.AdjustDragon(None, C, TAKES, CardId("DIC5")))
    assert (state.stage, state.turn) == (Stage.DRAW, A)


def test_light_dragon_cards_are_of_the_own_faction_unless_said():
    state = play(light((3, 3)), act.AdjustDragon(None, A, TAKES, DRAGON))
    assert state.players[A].own_dragons == 1
    state = play(state, act.AdjustDragon(None, A, RETURNS, DRAGON))
    assert state.players[A].dragons == ()
    assert refused(state, act.AdjustDragon(None, A, TAKES, CARD)) == "X-7"


def test_a_side_of_a_fight_counts_more_or_less():
    state = play(fight(), act.AdjustPoints(None, A, 4), act.AdjustPoints(None, B, -1))
    assert [total(state, state.fight, side) for side in state.fight.sides] == [16, 14]
    assert refused(state, act.AdjustPoints(None, C, 1)) == "X-7"
    assert refused(state, act.AdjustPoints(None, A, 0)) == "X-7"
    assert refused(table((TWELVE, FIFTEEN)), act.AdjustPoints(None, A, 1)) == "X-7"
