"""Classic in light depth: people say what is complete and what the cards count."""

from mon_classic_kit import FACTIONS, A, B, C, against, asked, cards_of, force, light, play, refused

from companion.core.sheet import plain
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.prize import Move
from companion.games.mon.classic.state import Stage
from companion.games.mon.classic.table import total

CARD, DRAGON = CardId("card"), CardId("dragon")
YES, NO = act.Complete(None, act.Answer.YES), act.Complete(None, act.Answer.NO)


def challenged(**more):
    state = light((5, 5, 3), hands=(2, 2, 0), won=(2, 0, 0), **more)
    return play(state, act.Challenge(A, B), YES)


def flipped():
    return play(challenged(), act.Ready(B), act.Flip(A, 12, 5, 1), act.Flip(B, 15, 4))


def totals(state):
    return tuple(total(state, state.fight, side) for side in state.fight.sides)


def test_mon_c12a_people_say_whether_both_can_fight():
    state = play(light((5, 5, 3)), act.Challenge(A, B))
    question = CLASSIC.pending(state)
    assert (question.rule, question.verbs) == ("MON-C12a", ("complete",))
    void = play(state, NO)
    assert (void.stage, void.turn, void.fight) == (Stage.BUILD, A, None)
    assert "void" in CLASSIC.tell(state, NO, void)
    assert play(state, YES).stage is Stage.CHALLENGE
    assert refused(void, YES) == "MON-C10c"
    (said,) = CLASSIC.options(state)
    assert (said.verb, said.actor, said.instances) == ("complete", None, (YES, NO))


def test_mon_c8_nobody_fights_with_two_cards():
    state = play(light((5, 2)), act.Challenge(A, B))
    assert against(state, YES) == "MON-C8"
    assert play(state, NO).stage is Stage.BUILD
    assert force(state, YES).stage is Stage.CHALLENGE


def test_cards_are_not_named():
    state = light((5, 5))
    assert refused(state, act.Challenge(A, B, cards_of("card card"))) == "MON-C10"
    assert refused(state, act.Rearrange(A, cards_of("card"))) == "MON-C7"
    assert refused(state, act.Draw(B, CardId("B4"))) == "MON-C5"
    assert refused(flipped(), act.Power(A, CardId("PS2"), 2)) == "MON-C5"


def test_mon_c12_refusal_and_building_for():
    state = play(challenged(), act.Refuse(B), act.BuildFor(A, B))
    assert state.stage is Stage.FLIP


def test_mon_c13_each_fighter_says_points_and_cards():
    state = play(challenged(), act.Ready(B))
    assert asked(state, act.Flip(A)) == "MON-C13"
    assert refused(state, act.Flip(None, 12, 5)) == "MON-C13"
    assert refused(state, act.Flip(C, 12, 3)) == "MON-C13"
    assert refused(state, act.Flip(A, 12, 5, 3)) == "MON-C13"  # two Dragon cards
    assert refused(state, act.Flip(A, 12, 8, 2)) == "MON-C13"  # five parts
    assert refused(state, act.Flip(A, -1, 5)) == "MON-C13"
    assert against(state, act.Flip(A, 12, 2)) == "MON-C8"
    state = play(state, act.Flip(A, 12, 5, 1))
    assert (state.stage, CLASSIC.pending(state).asks) == (Stage.FLIP, B)
    assert against(state, act.Flip(A, 12, 5, 1)) == "MON-C13"
    state = play(state, act.Flip(B, 15, 4))
    assert (state.stage, state.fight.priority) == (Stage.REINFORCE, A)


def test_the_screen_shows_as_many_cards_as_were_said_and_names_none():
    ann, ben = CLASSIC.sheet(flipped()).fight.sides
    cards = [plain(tile.chips[0]) for tile in ann.groups[0].tiles]
    assert cards == ["card"] * 4 + ["dragon"]
    assert {plain(tile.chips[0]) for tile in ben.groups[0].tiles} <= {"card", "dragon"}
    assert [(side.figures[0].text, side.lines) for side in (ann, ben)] == [("12", ()), ("15", ())]


def test_power_cards_and_spells_say_what_they_change():
    state = flipped()
    assert asked(state, act.Power(A, CARD)) == "MON-C16"
    assert refused(state, act.Power(A, CARD, 100)) == "MON-C16"
    assert asked(state, act.Spell(A, CARD)) == "MON-C17"
    state = play(state, act.Power(A, CARD, 4), act.Yield(A))
    assert totals(state) == (16, 15)
    assert refused(state, act.Spell(B, CARD, cards_of("card card card card card"))) == "MON-C18"
    state = play(state, act.Spell(B, CARD, (CARD,), theirs=-4))
    assert totals(state) == (12, 15)
    state = play(state, act.Spell(B, CARD, (DRAGON,), theirs=-2))
    assert refused(state, act.Spell(B, CARD, theirs=-2)) == "MON-C5"  # no card left
    assert totals(state) == (10, 15)


def test_mon_c21_regular_cards_and_used_cards_go_into_the_deck():
    state = flipped()
    deck = state.deck
    state = play(state, act.Power(A, CARD, 1), act.Yield(A), act.Pass(B), act.Pass(A))
    assert state.deck == deck + 1 + 4 + 4
    assert (len(state.players[A].parts), len(state.players[A].dragons)) == (1, 2)
    assert (state.stage, state.turn) == (Stage.PRIZE, B)


def test_mon_c20_a_dragon_card_of_the_own_faction_unless_said():
    state = play(flipped(), act.Pass(A), act.Pass(B))
    assert refused(state, act.TakeDragon(B, CARD)) == "MON-C20"
    assert against(state, act.TakeDragon(B, DRAGON, FACTIONS[4])) == "MON-C20a"
    state = play(state, act.TakeDragon(B, DRAGON))
    assert state.players[B].own_dragons == 1


def test_mon_c20_a_dragon_that_is_gone_has_no_card_left():
    state = light((3, 3), won=(0, 4), dragon_pick="any")
    state = play(state, act.AdjustDragon(None, A, Move.TAKES, DRAGON, FACTIONS[1]))
    state = play(state, act.Challenge(A, B), YES, act.Ready(B))
    state = play(state, act.Flip(A, 9, 3), act.Flip(B, 3, 3), act.Pass(B), act.Pass(A))
    assert refused(state, act.TakeDragon(A, DRAGON, FACTIONS[1])) == "MON-C20"
    assert play(state, act.TakeDragon(A, DRAGON, FACTIONS[3])).players[A].own_dragons == 0


def test_mon_c18b_in_a_draw_the_removed_part_is_lost():
    state = play(flipped(), act.Spell(A, CARD, (CARD,), theirs=-3), act.Yield(A))
    state = play(state, act.Pass(B), act.Pass(A))
    assert state.fights[-1].winner is None
    assert (len(state.players[A].parts), len(state.players[B].parts)) == (5, 4)


def test_switch_dragon_removed_lost():
    state = play(challenged(dragon_removed="lost"), act.Ready(B))
    state = play(state, act.Flip(A, 16, 5, 1), act.Flip(B, 15, 4))
    state = play(state, act.Spell(B, CARD, (DRAGON,), theirs=-2), act.Yield(B))
    state = play(state, act.Pass(A), act.Pass(B))
    assert (state.players[A].own_dragons, state.players[A].lost) == (1, 1)


def test_mon_c20_without_a_word_the_own_dragon_is_meant_and_it_may_be_gone():
    """Ben has won all five cards of the Dragon that Ann collects."""
    state = light((3, 3), dragon_pick="any")
    taken = act.AdjustDragon(None, B, Move.TAKES, DRAGON, FACTIONS[0])
    state = play(state, *(taken,) * 5)
    assert refused(state, taken) == "X-7"
    state = play(state, act.Challenge(A, B), YES, act.Ready(B))
    state = play(state, act.Flip(A, 9, 3), act.Flip(B, 3, 3), act.Pass(B), act.Pass(A))
    assert refused(state, act.TakeDragon(A, DRAGON)) == "MON-C20"
    assert play(state, act.TakeDragon(A, DRAGON, FACTIONS[1])).stage is Stage.DRAW
