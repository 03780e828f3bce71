"""Before the first turn of Classic: players, factions, the youngest, three cards each."""

from dataclasses import replace

import pytest
from mon_classic_kit import (
    BOX,
    FACTIONS,
    A,
    B,
    C,
    against,
    cards_of,
    force,
    light,
    new_game,
    play,
    refused,
)
from mon_kit import NAMES, shipped
from mon_kit import box as dominoes_box

from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import aside_of
from companion.games.mon.words import Kind


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
