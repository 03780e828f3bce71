"""A turn of Classic: draw, put together, challenge, and what happens before the flip.

Before the first turn of Classic: players, factions, the youngest, three cards each.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
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
    force,
    light,
    new_game,
    play,
    refused,
    table,
)
from mon_kit import NAMES, card, shipped
from mon_kit import box as dominoes_box
from sheet_kit import seen, words

from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import (
    able,
    aside_of,
    base,
    free_cards,
    some_complete,
    why_void,
)
from companion.games.mon.monster import can_close, choose_complete
from companion.games.mon.words import Kind, Part

HALF = "H1 B0 L1"
ATTACK = act.Challenge(A, B, cards_of(TWELVE))


def tables(*more, **chosen):
    return table(more or (TWELVE, FIFTEEN, HALF), **chosen)


def challenged(**chosen):
    return play(tables(**chosen), ATTACK)


def test_mon_c6_each_in_turn_takes_one_card_clockwise():
    assert against(tables(), act.EndTurn(B)) == "MON-C6"
    state = play(tables(), act.EndTurn(A))
    assert (state.stage, state.turn) == (Stage.DRAW, B)
    assert against(state, act.Draw(C, CardId("L1"))) == "MON-C6"
    assert against(state, act.EndTurn(B)) == "MON-C6"
    state = play(state, act.Draw(B, CardId("L1")))
    assert state.stage is Stage.BUILD
    assert "L1" in state.players[B].parts
    assert against(state, act.Draw(B, CardId("L1"))) == "MON-C6"
    state = play(state, act.EndTurn(B), act.Draw(C, CardId("hidden")), act.EndTurn(C))
    assert (state.turn, state.players[C].hand) == (A, 1)


def test_mon_c6_in_a_fight_no_card_is_taken_and_no_turn_ends():
    state = challenged()
    assert against(state, act.Draw(A, CardId("L1"))) == "MON-C6"
    assert against(state, act.EndTurn(A)) == "MON-C6"


def test_mon_c6_the_next_player_taking_a_card_ends_the_turn():
    state = play(tables(), act.Draw(B, CardId("L1")))
    assert (state.stage, state.turn) == (Stage.BUILD, B)
    assert against(state, act.Draw(A, CardId("L1"))) == "MON-C6"


def test_mon_c6a_with_an_empty_deck_the_turn_goes_on():
    state = tables()
    state = play(
        replace(state, deck=0, size=state.size - state.deck, setup=light_setup(state)),
        act.EndTurn(A),
    )
    assert (state.stage, state.turn) == (Stage.BUILD, B)
    assert refused(state, act.Draw(B, CardId("card"))) == "MON-C6a"


def light_setup(state):
    """Without a catalogue the deck may be as small as one likes."""
    return replace(state.setup, depth="light", catalogue=None)


def test_mon_c7_parts_are_put_together_at_will():
    state = play(tables(), act.Rearrange(A, cards_of("H3 B4")))
    assert state.players[A].monster == cards_of("B4 H3")
    state = play(state, act.Rearrange(A, ()))
    assert state.players[A].monster == ()
    assert refused(state, act.Rearrange(A, cards_of("BX"))) == "MON-C7"
    assert refused(state, act.Rearrange(A, cards_of("H3 H3"))) == "MON-C7"


def test_mon_c7a_also_outside_the_own_turn_and_as_big_as_one_likes():
    state = play(tables(), act.Rearrange(C, cards_of(HALF)), act.Rearrange(B, cards_of(FIFTEEN)))
    assert state.players[B].monster == tuple(sorted(cards_of(FIFTEEN)))
    state = play(state, act.Draw(B, CardId("L1")), act.Rearrange(B, cards_of(f"{FIFTEEN} L1")))
    assert len(state.players[B].monster) == 6


def test_mon_c10_in_the_own_turn_after_drawing():
    state = play(tables(), act.EndTurn(A))
    early = act.Challenge(B, A, cards_of(FIFTEEN))
    assert against(state, early) == "MON-C10"
    state = play(state, act.Draw(B, CardId("L1")))
    assert against(state, act.Challenge(C, A, cards_of(HALF))) == "MON-C10"
    assert play(state, early).stage is Stage.CHALLENGE


def test_mon_c10_a_challenge_names_somebody_else_and_own_cards():
    state = tables()
    assert refused(state, act.Challenge(A, A, cards_of(TWELVE))) == "MON-C10"
    assert refused(state, act.Challenge(A, B, cards_of(FIFTEEN))) == "MON-C7"
    assert asked(state, act.Challenge(A, B)) == "MON-C10"
    laid = play(state, act.Rearrange(A, cards_of(TWELVE)))
    assert play(laid, act.Challenge(A, B)).stage is Stage.CHALLENGE


def test_mon_c10a_once_the_next_player_has_drawn_the_chance_is_gone():
    state = play(tables(), act.EndTurn(A))
    taken = play(state, act.Draw(B, CardId("L1")))
    assert against(taken, ATTACK) == "MON-C10a"
    assert force(taken, ATTACK).turn == A
    state = play(state, ATTACK)  # nobody has taken a card yet
    assert (state.stage, state.turn) == (Stage.CHALLENGE, A)


def test_mon_c10b_one_challenge_a_turn():
    state = challenged()
    assert against(state, act.Challenge(A, C, cards_of(TWELVE))) == "MON-C10b MON-C11"


def test_mon_c10c_a_void_challenge_does_not_count_and_the_turn_goes_on():
    state = tables()
    half = act.Challenge(A, B, cards_of("H3 B4 L2"))
    after = play(state, half)
    assert (after.stage, after.turn, after.fight) == (Stage.BUILD, A, None)
    assert "void: Ann's monster lacks a way to join all ports" in CLASSIC.tell(state, half, after)
    unable = act.Challenge(A, C, cards_of(TWELVE))
    again = play(after, unable)
    assert again.stage is Stage.BUILD
    assert "Cleo is not able" in CLASSIC.tell(after, unable, again)
    assert play(again, ATTACK).stage is Stage.CHALLENGE


def test_mon_c10c_a_void_challenge_before_the_next_card_leaves_the_turn_there():
    state = play(tables(), act.EndTurn(A), act.Challenge(A, C, cards_of(TWELVE)))
    assert (state.stage, state.turn) == (Stage.DRAW, B)


def test_mon_c10c_the_program_does_not_tell_who_could_fight():
    with_one, without = tables(), tables(HALF, HALF, "L1 L1")
    for state in (with_one, without):
        said = [one for one in CLASSIC.options(state) if one.verb == "challenge"]
        targets = {action.target for one in said for action in one.instances}
        assert targets == {B, C}
        assert "complete" not in seen(CLASSIC, state)


def test_switch_show_complete_tells_and_refuses_beforehand():
    state = tables(show_complete="on")
    blocks = ["\n".join(words(block)) for block in CLASSIC.sheet(state).blocks]
    able = ["could build a complete one" in block for block in blocks]
    assert able == [True, True, False]
    assert against(state, act.Challenge(A, C, cards_of(TWELVE))) == "MON-C10"
    said = [one for one in CLASSIC.options(state) if one.verb == "rearrange"]
    laid = play(state, said[0].instances[-1])
    assert "complete together: " in words(CLASSIC.sheet(laid).blocks[A])
    assert force(state, act.Challenge(A, C, cards_of(TWELVE))).stage is Stage.CHALLENGE


def test_mon_c11_the_attacker_is_fixed_and_the_defender_may_adjust_until_the_flip():
    state = challenged()
    assert against(state, act.Rearrange(A, cards_of("H3 B4"))) == "MON-C11"
    state = play(state, act.Rearrange(B, cards_of("H1 BX L3")), act.Ready(B, cards_of(FIFTEEN)))
    assert state.stage is Stage.FLIP
    state = play(state, act.Rearrange(B, cards_of(FIFTEEN)))  # still before the flip
    assert (state.stage, state.fight.defender.cards) == (Stage.CHALLENGE, ())
    state = play(state, act.Ready(B), act.Flip(None))
    assert against(state, act.Rearrange(B, cards_of("H1 BX"))) == "MON-C11"


def test_mon_c11_the_table_may_let_the_attacker_change():
    state = force(challenged(), act.Rearrange(A, cards_of("H3 B4 L2 L1")))
    assert state.fight.attacker.cards == tuple(sorted(cards_of("H3 B4 L2 L1")))


def test_mon_c13_a_card_that_the_table_brings_into_a_flipped_fight_lies_flipped_too():
    """Its points count at once, and were seen by everybody from then on."""
    state = play(tables(TWELVE, f"{FIFTEEN} L2", HALF), ATTACK)
    state = play(state, act.Ready(B, cards_of(FIFTEEN)), act.Flip(None))
    extra = force(state, act.Rearrange(B, cards_of(FIFTEEN.replace("L3", "L2"))))
    assert set(extra.known) == {*state.known, CardId("L2")}
    assert (base(state, state.fight.defender), base(extra, extra.fight.defender)) == (15, 14)


def test_mon_c10_nobody_is_challenged_while_a_prize_is_taken():
    state = play(challenged(), act.Ready(B, cards_of(FIFTEEN)), act.Flip(None))
    state = play(state, act.Pass(A), act.Pass(B))
    assert state.stage is Stage.PRIZE
    found = CLASSIC.check(state, act.Challenge(C, A, cards_of(HALF)))[0]
    assert (found.rule, found.forceable) == ("MON-C10", True)
    assert found.text == "nobody can be challenged now; a Dragon card is to be taken"


def test_mon_c8_a_monster_has_three_cards():
    assert against(challenged(), act.Ready(B, cards_of("H1 BX"))) == "MON-C8"


@pytest.mark.parametrize("cards", ["BX L3 L1 T1", "H1 L3 L1", "H1 BX L3 L1"])
def test_mon_c9_a_complete_monster_has_a_head_and_a_body(cards):
    assert against(challenged(), act.Ready(B, cards_of(cards))) == "MON-C9"


def test_mon_c9a_no_port_is_free_anywhere():
    """The body is closed, and one head too many is joined to nothing."""
    state = play(tables(TWELVE, f"{FIFTEEN} H1"), ATTACK)
    assert against(state, act.Ready(B, cards_of(f"{FIFTEEN} H1"))) == "MON-C9a"


def test_mon_c9_heads_may_serve_as_bottoms():
    state = play(tables(TWELVE, "H1 H1 B0 L1 L1"), ATTACK)
    assert play(state, act.Ready(B, cards_of("H1 H1 B0 L1 L1"))).stage is Stage.FLIP


def test_mon_c12_whoever_is_able_cannot_decline():
    state = challenged()
    build = act.BuildFor(A, B, cards_of(FIFTEEN))
    assert against(state, build) == "MON-C12"
    assert against(state, act.Refuse(C)) == "MON-C12"
    state = play(state, act.Refuse(B))
    assert CLASSIC.pending(state).asks == A
    assert against(state, act.Refuse(B)) == "MON-C12"
    assert against(state, act.Ready(B, cards_of(FIFTEEN))) == "MON-C12"
    assert against(state, act.BuildFor(C, B, cards_of(FIFTEEN))) == "MON-C12"
    assert against(state, act.BuildFor(A, B, cards_of("H1 BX L3"))) == "MON-C9"
    assert refused(state, act.BuildFor(A, B, cards_of(TWELVE))) == "MON-C7"
    state = play(state, build)
    assert (state.stage, state.fight.defender.cards) == (
        Stage.FLIP,
        tuple(sorted(cards_of(FIFTEEN))),
    )


def test_mon_c12_only_the_challenged_player_is_ready():
    assert against(challenged(), act.Ready(A, cards_of(FIFTEEN))) == "MON-C11"
    assert refused(challenged(), act.Ready(A, cards_of(TWELVE))) == "MON-C7"  # not Ben's
    assert asked(challenged(), act.Ready(B)) == "MON-C12"
    assert refused(tables(), act.Ready(B, cards_of(FIFTEEN))) == "MON-C11"
    assert refused(tables(), act.Refuse(B)) == "MON-C12"
    assert refused(tables(), act.BuildFor(A, B)) == "MON-C12"


def test_mon_c12a_able_is_the_full_test():
    state = tables(TWELVE, HALF)
    assert not able(state, B)
    assert play(state, ATTACK).fight is None


def test_switch_forced_complete_short():
    state = tables(TWELVE, HALF, forced_complete="short")
    assert able(state, B)
    state = play(state, ATTACK)
    (ready,) = [one for one in CLASSIC.options(state) if one.verb == "ready"]
    assert ready.instances == (act.Ready(B, tuple(sorted(cards_of(HALF)))),)
    state = play(state, act.Ready(B, cards_of(HALF)))
    assert state.stage is Stage.FLIP
    headless = tables(TWELVE, "B0 L1 L1", forced_complete="short")
    assert play(headless, ATTACK).fight is None


def test_dragon_cards_make_a_monster_complete():
    state = tables("B4 L2 L1 T2", FIFTEEN, won=("DUE1", ""))
    state = play(state, act.Challenge(A, B, cards_of("B4 L2 L1 T2 DUE1")))
    assert state.stage is Stage.CHALLENGE
    assert free_cards(state, A) == ()


PARTS = [card for card in shipped().cards.values() if card.kind is Kind.PART]


@given(st.lists(st.sampled_from(PARTS), max_size=11))
def test_mon_c12a_a_monster_that_is_easily_found_is_complete_and_none_is_missed(cards):
    found = some_complete(tuple(cards))
    assert bool(found) is bool(choose_complete(cards))
    if found:
        assert not Counter(found) - Counter(cards)
        assert {Part.HEAD, Part.BODY} <= {card.part for card in found}
        assert len(found) >= 3
        assert can_close(found)


def test_mon_c12a_the_one_card_that_helps_is_found_among_many_that_do_not():
    """With bodies of two wide ports a single head leaves one port free, however many there are."""
    (head, _), (limb, _) = card("H1", "w"), card("L1", "n")
    bodies = [card(f"B{n:02}", "ww")[0] for n in range(40)]
    assert not some_complete((head, limb, *bodies))
    odd, _ = card("B99", "wwwn")
    found = some_complete((head, limb, *bodies, odd))
    assert {head, limb, odd} < set(found)
    assert can_close(found)


def test_mon_c12a_on_a_table_of_very_many_cards_too():
    assert some_complete(tuple(PARTS))
    assert not some_complete(tuple(card for card in PARTS if card.part is not Part.HEAD))
    assert not some_complete(tuple(card for card in PARTS if card.part is not Part.BODY))


def test_mon_c12a_on_a_table_of_many_cards_it_says_up_to_which_size_it_looked():
    state, ready = tables(TWELVE, FIFTEEN), cards_of(TWELVE)
    crowded = [state.change(B, parts=cards_of("H3 " * many)) for many in (24, 25)]
    assert [why_void(one, A, ready, B) for one in crowded] == [
        "Ben is not able to build a complete monster (MON-C12a)",
        "Ben is not able to build a monster of up to 8 cards (MON-C12a)",
    ]


def picked(state):
    for seat in sorted(state.order):
        state = play(state, act.PickFaction(seat, FACTIONS[seat]))
    return state


def dealing(**more):
    return play(picked(new_game(cards=BOX, **more)), act.Youngest(None, B))


@pytest.mark.parametrize("game", [CLASSIC, ARENA])
@pytest.mark.parametrize("seats", [1, 6])
def test_mon_c1_two_to_five_players(game, seats):
    names = (*NAMES, "Fay")[:seats]
    with pytest.raises(UsageError, match="MON-C1"):
        game.start(Setup(names))
    for enough in range(2, 6):
        assert len(game.start(Setup(NAMES[:enough])).players) == enough


def test_full_depth_needs_a_catalogue_with_dragons():
    with pytest.raises(UsageError, match="catalogue"):
        CLASSIC.start(Setup(NAMES[:2], Depth.FULL))
    with pytest.raises(UsageError, match="MON-C3"):
        CLASSIC.start(Setup(NAMES[:2], Depth.FULL, {}, dominoes_box()))


def test_mon_c5_the_catalogue_has_three_cards_for_everybody():
    """Dragon cards are not dealt: they do not count."""
    dragons = {card.id: card for card in BOX.cards.values() if card.kind is Kind.DRAGON}

    def start(copies):
        head = replace(BOX.cards[CardId("H1")], copies=copies)
        few = replace(BOX, cards=dragons | {head.id: head})
        return CLASSIC.start(Setup(NAMES[:2], Depth.FULL, {}, few))

    with pytest.raises(UsageError, match=r"the catalogue has 5 cards; 2 players need 6 \(MON-C5\)"):
        start(5)
    assert start(6).deck == 6


def test_mon_c3_c4_dragon_cards_are_set_aside_and_the_rest_is_the_deck():
    state = new_game()
    assert state.deck == shipped().count(Kind.PART, Kind.POWER, Kind.SPELL)
    assert [aside_of(state, one) for one in FACTIONS] == [5] * 5


def test_mon_c2_everybody_picks_a_faction_first():
    state = new_game()
    assert CLASSIC.pending(state).rule == "MON-C2"
    assert CLASSIC.view(state).headline == "Setup"
    assert against(state, act.Youngest(None, A)) == "MON-C2"
    state = picked(state)
    assert [player.faction for player in state.players] == list(FACTIONS[:3])
    assert CLASSIC.pending(state).rule == "MON-C6"


def test_mon_c2a_factions_are_all_different():
    state = play(new_game(), act.PickFaction(A, FACTIONS[0]))
    same = act.PickFaction(B, FACTIONS[0])
    assert against(state, same) == "MON-C2a"
    assert force(state, same).players[B].faction is FACTIONS[0]
    assert play(state, act.PickFaction(A, FACTIONS[1])).players[A].faction is FACTIONS[1]


def test_switch_same_faction():
    state = play(new_game(same_faction="on"), act.PickFaction(A, FACTIONS[0]))
    assert play(state, act.PickFaction(B, FACTIONS[0])).players[B].faction is FACTIONS[0]


def test_mon_c5_three_cards_each_parts_open_and_the_others_counted():
    state = dealing()
    state = play(state, act.Dealt(A, cards_of("H3 hidden hidden")))
    assert (state.players[A].parts, state.players[A].hand) == (cards_of("H3"), 2)
    assert against(state, act.Dealt(B, cards_of("B4 hidden"))) == "MON-C5"
    assert against(state, act.Dealt(A, cards_of("L1 L1 L1"))) == "MON-C5"
    assert refused(state, act.Dealt(B, ())) == "MON-C5"
    assert refused(state, act.Dealt(B, cards_of("H3 L1 L1"))) == "MON-C5"  # one copy, gone
    state = play(state, act.Dealt(B, cards_of("B4 L1 L1")), act.Dealt(C, cards_of("T2 T1 L1")))
    assert (state.stage, state.turn) == (Stage.DRAW, B)
    assert against(state, act.Dealt(B, cards_of("L1 L1 L1"))) == "MON-C5"
    found = CLASSIC.check(state, act.Dealt(B, cards_of("L1 L1 L1")))[0]
    assert found.text == "the first cards are taken before the first turn; a card is to be taken"


def test_mon_c7_before_the_first_turn_nothing_is_put_together():
    assert against(dealing(), act.Rearrange(A, ())) == "MON-C7"


def test_mon_g5_a_power_card_or_spell_is_never_named():
    state = dealing()
    assert refused(state, act.Dealt(A, cards_of("H3 PS2 L1"))) == "MON-G5"
    assert refused(state, act.Dealt(A, cards_of("H3 DUE1 L1"))) == "MON-C3"
    assert refused(state, act.Dealt(A, cards_of("H3 XX L1"))) == "MON-C5"
    assert refused(state, act.Dealt(A, cards_of("card card card"))) == "MON-C5"


def test_more_hidden_cards_than_there_are_cannot_be_drawn():
    state = dealing()
    many = (CardId("hidden"),) * (BOX.count(Kind.POWER, Kind.SPELL) + 1)
    assert refused(state, act.Dealt(A, many)) == "MON-C5"


def test_light_depth_counts_the_deck_and_names_nobody():
    state = new_game(Mode.CLASSIC, 2, Depth.LIGHT)
    assert CLASSIC.pending(state).rule == "MON-C4"
    assert refused(state, act.DeckSize(None, 5)) == "MON-C5"
    assert refused(state, act.Youngest(None, A)) == "MON-C4"
    state = picked(play(state, act.DeckSize(None, 90)))
    state = play(state, act.Youngest(None, A))
    assert against(state, act.DeckSize(None, 90)) == "MON-C4"
    assert refused(state, act.Dealt(A, cards_of("H3 card card"))) == "MON-C5"
    state = play(state, act.Dealt(A, cards_of("card card hidden")))
    assert (len(state.players[A].parts), state.players[A].hand, state.deck) == (2, 1, 87)


def test_full_depth_knows_the_deck():
    assert refused(new_game(), act.DeckSize(None, 90)) == "MON-C4"


def test_factions_and_the_youngest_are_settled_before_the_first_turn():
    state = light((3, 3))
    assert against(state, act.PickFaction(A, FACTIONS[3])) == "MON-C2"
    assert against(state, act.Youngest(None, A)) == "MON-C6"
    assert against(state, act.Dealt(A, cards_of("card card card"))) == "MON-C5"
    assert refused(new_game(), act.Youngest(None, 7)) == "MON-C6"
