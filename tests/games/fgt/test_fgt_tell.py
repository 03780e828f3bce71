"""What the table reads: history lines, headlines, questions, the view."""

import re
from dataclasses import replace

import pytest
from fgt_kit import (
    PLAYING,
    A,
    B,
    C,
    arena,
    box,
    fight,
    findings,
    new_game,
    play,
    playout,
    reserves,
    table,
    warrior,
)
from sheet_kit import seen, words

from companion.core.game import Depth
from companion.core.sheet import plain
from companion.core.verdict import Question
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.state import Arena, Stage
from companion.games.fgt.words import Family, Shown

CARDS = box(
    warrior("H1", 12), warrior("A1", 9), warrior("R1", 25), warrior("D1", 30),
    warrior("X1", 1, "all-10"), warrior("X2", 1, "+10"), warrior("X3", 1, "aliens"),
    warrior("X4", 1, "steal"), warrior("X5", 1, "custom"), warrior("X6", 1, "product"),
    warrior("X7", 1, "switch"), warrior("X8", 1, "+50%"), warrior("X9", 1, "2>8"),
    arenas=[arena("P1", 6, Kind.HIGHEST)],
)  # fmt: skip


def told(state, said):
    action = PLAYING.action(said)
    return GAME.tell(state, action, GAME.apply(state, action))


def three(**more):
    return fight(CARDS, ["H1 X", "A1 D", "R1 X"], **more)


LIGHT = ("table: dealt", "table: starter Mark", "table: arena-glory 6",
         "Mark: play Robot boost Alien", "Sofia: play Human boost Alien",
         "Mark: activate card draws 5")  # fmt: skip


def full_game(count):
    lines = ("table: dealt H01 A02 R03", "table: starter Sofia")
    return lambda: play(new_game(2), *lines[:count])


def light_game(count):
    return lambda: play(new_game(2, Depth.LIGHT), *LIGHT[:count])


def resolved(*lines, **more):
    """The Boosts are scored and the Arena is to be judged; then these lines."""
    scored = ("Mark: score", "Sofia: score", "Phillip: score")
    return lambda: replace(play(three(), *scored, *lines), **more)


WON = "table: winner Phillip"
TOLD = [
    (full_game(0), "table: dealt H01 A02 R03", ("Five Warriors each; three begin the Graveyard:"
     " H01 Dame Ottilie Brass, A02 Six-Winged Heron, R03 Polite Bulldozer")),
    (full_game(1), "table: starter Sofia", "Sofia is the first player in the first Arena"),
    (full_game(2), "table: arena P02",
     "Arena P02 The Toll Bridge of round 1, 5 Glory: The highest power wins."),
    (light_game(0), "table: dealt", "Five Warriors each; three begin the Graveyard"),
    (light_game(2), "table: arena-glory 6", "Arena of round 1, 6 Glory"),
    (light_game(3), LIGHT[3], "Mark plays a Warrior (Robot), a face-down Alien beneath"),
    (light_game(3), "Mark: play Robot", "Mark plays a Warrior (Robot), no Boost"),
    (light_game(6), "Mark: drew 5 scores Alien",
     "Mark turns up 5 and scores 1 · Mark scores 1 of them, the others go to the Graveyard"),
    (lambda: table(CARDS), "Mark: play H1 boost Alien",
     "Mark plays H1 card H1 (Human, power 12), a face-down Alien beneath"),
    (lambda: table(CARDS), "Mark: hand Robot=4 Alien=1", "Mark holds 4 Robot, 1 Alien"),
    (three, "Mark: activate X2 on Sofia",
     "Mark activates X2 card X2: +10 (on Sofia) · Sofia 9 to 19"),
    (three, "Mark: activate X1", ("Mark activates X1 card X1: all -10 · Mark 12 to 2 ·"
     " Sofia 9 to -1: killed (FGT-B4) · Phillip 25 to 15")),
    (lambda: three(dead_boost="lost"), "Mark: activate X1",
     ("Mark activates X1 card X1: all -10 · Mark 12 to 2 · Sofia 9 to -1: killed (FGT-B4),"
     " the Boost of Sofia is lost · Phillip 25 to 15")),
    (three, "Mark: activate X4 steals Sofia",
     "Mark activates X4 card X4: steal (takes Sofia's Boost (FGT-K2))"),
    (three, "Mark: activate X5 kills Phillip",
     "Mark activates X5 card X5: anything · Phillip's Main is killed (FGT-B4)"),
    (three, "Mark: activate X5 draws 2",
     "Mark activates X5 card X5: anything (turns up 2 of the Reserves)"),
    (three, "Mark: score", "Mark scores the Boost (Alien): +1 Glory (FGT-B3)"),
    (lambda: play(three(), "Mark: activate X3"), "Mark: reveal X100 H100 R100 D100 A100",
     ("Mark turns up X100 card X100, H100 card H100, R100 card R100, D100 card D100, A100 card A100"
     " · Mark scores 1 of them (X100 card X100), the others go to the Graveyard")),
    (lambda: play(reserves(three(), 2, ["D100"] * 4), "Mark: activate X3"),
     "Mark: reveal X100 H100",
     "Mark turns up X100 card X100, H100 card H100 · the Reserves are depleted (FGT-D4)"),
    (resolved(), WON, ("Phillip takes Arena P1 arena P1 of round 1, 6 Glory:"
     " Phillip has the highest power, 25 (FGT-A1)")),
    (resolved(), "table: nobody-wins", ("Nobody takes Arena P1 arena P1 of round 1,"
     " nobody wins, by ruling (X-7): set aside")),
    (resolved(WON), "Mark: drew 2", "Mark draws 2"),
    (resolved(WON), "table: all-drew", "Everybody draws · Sofia is first player now (FGT-D6)"),
    (resolved(WON, reserves=2, graveyard=()), "Mark: drew 2", ("Mark draws 2 ·"
     " there are too few Warriors to draw (FGT-D5) · Sofia is first player now (FGT-D6)")),
    (resolved(WON, reserves=0, stage=Stage.RESHUFFLE), "table: reshuffled H1 A1 R1",
     ("The Graveyard is shuffled into new Reserves, H1 card H1, A1 card A1, R1 card R1 turned up:"
     " 3 Reserves (FGT-D4)")),
    (lambda: replace(fight(CARDS, ["H1", "A1"], Stage.JUDGE), round=7), "table: winner Mark",
     ("Mark takes Arena P1 arena P1 of round 1, 6 Glory: Mark has the highest power, 12 (FGT-A1)"
     " · Mark wins with 6 Glory (FGT-E2).")),
    (three, "table: adjust-power Mark -3",
     "By ruling Mark's Main changes by -3 (X-7) · Mark 12 to 9"),
    (three, "table: adjust-glory Mark 2", "By ruling Mark has +2 Glory (X-7)"),
    (three, "table: adjust-card X9 from reserves to hand for Sofia",
     "By ruling X9 card X9 goes from the reserves to Sofia's hand (X-7)"),
    (three, "table: adjust-card X9 from hand of Mark to scored for Sofia",
     "By ruling X9 card X9 goes from Mark's hand to Sofia's scored pile (X-7)"),
]  # fmt: skip
"""A table, what is said at it, and what the history says of it."""


@pytest.mark.parametrize(("state", "said", "line"), TOLD, ids=[line for _, _, line in TOLD])
def test_every_action_is_told_with_what_follows_from_it(state, said, line):
    assert told(state(), said) == line


@pytest.mark.parametrize(
    ("stage", "verbs"),
    [
        (Stage.SETUP, ("dealt",)),
        (Stage.STARTER, ("starter",)),
        (Stage.ARENA, ("arena",)),
        (Stage.PLAY, ("play", "hand")),
        (Stage.BOOST, ("activate", "score")),
        (Stage.REVEAL, ("reveal",)),
        (Stage.RESHUFFLE, ("reshuffled",)),
        (Stage.DRAW, ("drew", "all-drew")),
    ],
)
def test_every_stage_says_what_it_waits_for(stage, verbs):
    asked = GAME.pending(replace(table(CARDS), stage=stage))
    assert isinstance(asked, Question)
    assert asked.verbs == verbs
    assert asked.text
    assert GAME.view(replace(table(CARDS), stage=stage)).headline


def test_whom_powers_make_the_winner_stands_in_the_question():
    cards = box(warrior("H1", 24), warrior("A1", 26), warrior("R1", 9), arenas=[arena("P1", 6)])
    state = fight(cards, ["H1", "A1", "R1"], Stage.JUDGE, first=B)
    asked = GAME.pending(state)
    assert asked.text == (
        "Sofia takes the Arena? Sofia and Mark tie (is closest to 25: power 26, 1 away); Sofia is the first player"
    )
    assert (asked.asks, asked.rule, asked.verbs) == (None, "FGT-A2", ("winner",))
    assert play(state, act.Winner(None, (B,))).award.winner == B
    killed = play(state, *(act.AdjustPower(None, seat, -99) for seat in (A, B, C)))
    asked = GAME.pending(killed)
    assert asked.text == "No Main fights any more: nobody takes the Arena?"
    assert (asked.rule, asked.verbs) == ("FGT-A4", ("nobody-wins",))


def test_the_last_family_stands_in_the_question():
    state = play(table(CARDS), act.Play(A, Shown(CardId("H1"), None), Family.ALIEN))
    assert GAME.pending(state).text == "Sofia, play a Main and a Boost; the last Main is Human"
    assert "another Family than Human if you can" in seen(GAME, state)
    last = table(CARDS, hand=1)
    assert GAME.pending(last).text == "Mark, play the last Warrior as Main"


def test_the_end_is_a_headline():
    state = play(replace(fight(CARDS, ["H1", "A1"], Stage.JUDGE), round=7), "table: winner Mark")
    assert GAME.view(state).headline == "Game over · Mark won"


def test_the_view_shows_the_table():
    state = play(three(), "Mark: activate X2 on Sofia", act.ScoreBoost(B))
    view = GAME.view(state)
    assert view.headline == "Round 1 of 7 · Phillip activates or scores the Boost"
    assert view.turn == C
    mark, sofia, phillip = GAME.sheet(state).blocks
    assert "◆first" in mark.title[0]
    text = "\n".join(words(sofia))
    assert (sofia.card.big, plain(sofia.card.head)) == ("19", "Animal  printed 9")
    assert "+10 Mark = 19" in text
    assert "1 Glory · scored 1" in text
    assert "scored: 1 Demon" in text
    assert "Demon scored, +1 Glory" in text
    assert phillip.title[0] == "▶ Phillip ★ leads"
    assert "Phillip has the highest power, 25 (FGT-A1)" in seen(GAME, state)


@pytest.mark.parametrize(
    ("card", "text"),
    [("X6", "digits multiplied"), ("X7", "digits switched"), ("X9", "2>8"), ("X1", "-10"),
     ("X8", "+50%")],
)  # fmt: skip
def test_changes_are_shown_in_few_signs(card, text):
    state = play(three(), f"Mark: activate {card}")
    assert f"{text} Mark = " in seen(GAME, state)


def test_arenas_nobody_took_and_awards_are_shown():
    aside = (Arena(CardId("N1"), 5, 1),)
    state = replace(play(three(), "Mark: activate X1"), aside=aside)
    assert "Set aside: N1 arena N1" in seen(GAME, state)
    judged = replace(fight(CARDS, ["H1", "A1"], Stage.JUDGE))
    shown = seen(GAME, play(judged, act.Winner(None, (A,))))
    assert re.search(r" Mark  took .*, 6 Glory: .* \(FGT-A1\)", shown)


def test_no_face_down_warrior_is_ever_named():
    """A Boost has a card in state and view once it is turned up, and no scored pile shows one."""
    for _, _, state in playout(new_game(4), 3):
        for player, block in zip(state.players, GAME.sheet(state).blocks, strict=True):
            if player.undecided:
                assert player.boost.card is None
                assert plain(block.card.foot[0]) == f"▒ {player.boost.family.value} face down"


def test_inv6_hidden_cards_may_be_any():
    """INV-6: a box whose hidden Warriors are others is told, offered and scored alike."""
    other = box(*(replace(one, power=31 - one.power) if one.id.startswith("R10") else one
                  for one in CARDS.warriors.values()),
                arenas=tuple(CARDS.arenas.values()))  # fmt: skip
    state = play(three(), act.ScoreBoost(A))
    same = replace(state, setup=replace(state.setup, catalogue=other))
    assert [one.power for one in other.warriors.values()] != [one.power for one in CARDS.warriors.values()]
    assert GAME.sheet(same) == GAME.sheet(state)
    assert GAME.pending(same) == GAME.pending(state)
    assert GAME.score(same) == GAME.score(state)
    assert GAME.options(same) == GAME.options(state)
    action = act.ScoreBoost(B)
    assert told(same, action) == told(state, action)
    assert findings(same, action) == findings(state, action)
