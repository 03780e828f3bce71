"""History lines, headlines and questions of Dominoes."""

import pytest
from mon_kit import OPEN, A, B, attach, box, card, cards_of, light, midgame, new_game, play

from companion.core.game import Depth
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.end import Zone
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.words import PartRef

BOX = box(card("B3", "ww", 3), card("B1", "wwn", 4), card("H1", "w", 3), card("T1", "w", 2))
OPEN_NO_MORE = "Ann attaches a card that leaves no port free"
FIVE = cards_of("GM-B GM-H GM-L GM-T CW-B")


def said(state, *actions):
    """The line of the last of these actions."""
    for action in actions:
        before, state = state, play(state, action)
    return DOMINOES.tell(before, action, state)


def table(centre="B3", hands=("H1 LZ", "T1 LZ"), **more):
    return midgame(BOX, centre, hands, **more)


@pytest.mark.parametrize(
    ("state", "action", "line"),
    [
        (new_game(2, Depth.LIGHT), act.DeckSize(None, 50), "The deck has 50 cards"),
        (new_game(2), act.Youngest(None, B), "Ben is the youngest and begins (MON-D2b)"),
        (table(""), act.Put(A, CardId("H1")), "Ann puts H1 part H1 in the centre"),
        (table(), attach(A, "H1"), "Ann attaches H1 part H1 to port 1 of B3 part B3: 1 port free"),
        (table("B3 T1>B3.1", hands=("H1 LZ", "LZ")), attach(A, "H1"),
         "Ann attaches H1 part H1 · Ann closes the monster and collects 3 cards (MON-D5)"),
        (table(hands=("LZ", "LZ")), act.Draw(A, CardId("LY")),
         "Nothing fits: Ann takes LY part LY (MON-D7)"),
        (light((2, 2), 1, deck=1), act.Draw(A, UNNAMED),
         "Nothing fits: Ann takes a card (MON-D7) · the deck is empty"),
        (table(hands=("LZ", "LZ"), deck=0), act.LoseTurn(A), "Ann loses the turn (MON-D8)"),
        (light((2, 2), 1), act.Attach(A, UNNAMED), "Ann attaches a card"),
        (light((2, 0, 2), 1, deck=0), act.Attach(A, UNNAMED),
         "Ann attaches a card · Ben has no card and loses the turn (MON-D8)"),
        (light((2, 2), 2), act.Close(A, UNNAMED),
         f"{OPEN_NO_MORE} · Ann closes the monster and collects 3 cards (MON-D5)"),
        (table(), act.AdjustCard(None, PartRef(CardId("H1")), Zone.HAND, Zone.COLLECTED, A, B),
         "By ruling H1 part H1 goes from Ann's hand to Ben's collected cards (X-7)"),
        (table(), act.AdjustCard(None, PartRef(CardId("T1")), Zone.HAND, Zone.DECK, B),
         "By ruling T1 part T1 goes from Ben's hand to the deck (X-7)"),
        (light((2, 2), 1), act.AdjustDeck(None, -2), "By ruling the deck has -2 cards (X-7)"),
        (table(), act.AdjustScore(None, B, -2), "By ruling Ben's points change by -2 (X-7)"),
    ],
)  # fmt: skip
def test_what_happened_is_told(state, action, line):
    assert said(state, action) == line


def test_dealing_is_told():
    opened = play(new_game(2, switches=OPEN), act.Youngest(None, A))
    assert said(opened, act.Dealt(A, FIVE)).startswith("Ann is dealt GM-B Gravemoss Ribs, GM-H")
    closed = play(new_game(2), act.Youngest(None, A))
    assert said(closed, act.Dealt(None, ())) == "Everybody is dealt five cards (MON-D2)"


def test_new_cards_are_told():
    state = table(hands=("H1", "T1 LZ"))
    line = said(state, attach(A, "H1"), act.Refill(A, cards_of("LZ LZ LZ LY LY")))
    assert line.startswith("Ann takes 5 new cards (MON-D9): LZ part LZ, LZ")
    assert said(light((1, 2), 1), act.Attach(A, UNNAMED), act.Refill(A, ())) == ("Ann takes 5 new cards (MON-D9)")


def test_the_end_is_told():
    line = said(table(hands=("LZ", "LZ"), deck=0), act.LoseTurn(A), act.LoseTurn(B))
    assert "nobody can go on (MON-D10); 3 unused cards discarded" in line
    assert "Ann and Ben: 0 points, and the first place is shared" in line


def test_counted_points_are_told():
    state = play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED))
    line = said(state, act.Points(A, 23))
    assert line == "Ann counts 23 points (MON-D11) · Ann: 23 points, the most"


@pytest.mark.parametrize(
    ("state", "headline"),
    [
        (new_game(2), "Setup"),
        (play(new_game(2), act.Youngest(None, A)), "Deal"),
        (table(""), "New monster · Ann puts a card in the centre"),
        (table(), "Ann's turn · monster of 1 card"),
        (light((2, 2), 2), "Ann's turn · monster of 2 cards"),
        (play(table(hands=("LZ", "LZ")), act.Draw(A, CardId("H1"))),
         "Ann's turn · has taken a card · monster of 1 card"),
        (play(table(hands=("H1", "LZ")), attach(A, "H1")), "Ann takes new cards"),
        (play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED)),
         "Counting points · Ann"),
    ],
)  # fmt: skip
def test_the_headline_says_where_the_game_stands(state, headline):
    assert DOMINOES.view(state).headline == headline


@pytest.mark.parametrize(
    ("state", "rule", "text"),
    [
        (new_game(2, Depth.LIGHT), "MON-D2", "How many cards does the deck have?"),
        (new_game(2), "MON-D2b", "Who is the youngest?"),
        (play(new_game(2), act.Youngest(None, A)), "MON-D2",
         "Deal everybody 5 cards; said when it is done"),
        (play(new_game(2, switches=OPEN), act.Youngest(None, B)), "MON-D2",
         "Ben, which 5 cards were you dealt?"),
        (table(""), "MON-D3", "Ann, which card do you put in the centre?"),
        (table(), "MON-D4", "Ann, attach a card; if none fits take one"),
        (table(deck=0), "MON-D8", "Ann, attach a card; if none fits the turn is lost"),
        (play(table(hands=("LZ", "LZ")), act.Draw(A, CardId("H1"))), "MON-D7a",
         "Ann, does a card fit now?"),
        (play(table(hands=("H1", "LZ")), attach(A, "H1")), "MON-D9", "Ann, take 5 new cards"),
        (play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED)), "MON-D11",
         "Ann, how many points are on the cards you collected?"),
    ],
)  # fmt: skip
def test_what_the_game_waits_for(state, rule, text):
    asked = DOMINOES.pending(state)
    assert (asked.rule, asked.text) == (rule, text)
