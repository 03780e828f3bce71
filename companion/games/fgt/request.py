"""What the game waits for: always a choice or a fact, never dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.core.texts import tr
from companion.core.verdict import Question
from companion.games.fgt.flow import new_graveyard
from companion.games.fgt.judge import judged_by_people, lead, living
from companion.games.fgt.state import OPENED, Stage, State

if TYPE_CHECKING:
    from companion.games.fgt.words import Family


def pending(state: State) -> Question | None:
    """The choice or the fact without which play does not go on; None once the game is over."""
    match state.stage:
        case Stage.OVER:
            return None
        case Stage.SETUP | Stage.STARTER | Stage.ARENA | Stage.RESHUFFLE | Stage.JUDGE:
            return _asks_table(state)
        case Stage.PLAY | Stage.BOOST | Stage.REVEAL | Stage.DRAW:
            return _asks_seat(state)
        case _:
            assert_never(state.stage)


def _asks_table(state: State) -> Question:
    match state.stage:
        case Stage.SETUP:
            named = (
                tr(", and which {opened} Warriors begin the Graveyard", opened=OPENED)
                if state.full
                else ""
            )
            return Question(
                None,
                tr("Are five Warriors dealt to each{named}?", named=named),
                "FGT-S3",
                ("dealt",),
            )
        case Stage.STARTER:
            return Question(None, tr("Who is the oldest player?"), "FGT-S5", ("starter",))
        case Stage.ARENA:
            what = (
                tr("Which Arena comes up")
                if state.full
                else tr("How much Glory is the new Arena worth")
            )
            rule = "FGT-S4" if state.round == 1 else "FGT-D7"
            verb = "arena" if state.full else "arena-glory"
            return Question(
                None, tr("{what} for round {round}?", what=what, round=state.round), rule, (verb,)
            )
        case Stage.RESHUFFLE:
            return Question(None, _shuffle_text(state), "FGT-D4", ("reshuffled",))
        case _:
            return _judgement(state)


def _shuffle_text(state: State) -> str:
    begin = new_graveyard(state)
    text = tr("Shuffle the Graveyard into new Reserves")
    if not begin:
        return tr("{text}; no new Graveyard is formed (FGT-D5)", text=text)
    turned = tr("turn up {begin} for the new Graveyard", begin=begin)
    return (
        tr("{text} and {turned}: which are they?", text=text, turned=turned)
        if state.full
        else tr("{text} and {turned}", text=text, turned=turned)
    )


def _judgement(state: State) -> Question:
    verbs = ("winner", "nobody-wins")
    if judged_by_people(state) and living(state):
        text = tr("Who meets the Arena's condition best, or does nobody?")
        return Question(None, text, "FGT-A1", verbs)
    best = lead(state)
    if best is None:
        text = tr("No Main fights any more: nobody takes the Arena?")
        return Question(None, text, "FGT-A4", ("nobody-wins",))
    text = tr("{name} takes the Arena? {why}", name=state.name(best.seat), why=best.why)
    return Question(None, text, best.rule, ("winner",))


def _asks_seat(state: State) -> Question:
    seat, name = state.turn, state.name(state.turn)
    owed = state.players[seat].owed
    match state.stage:
        case Stage.PLAY:
            return Question(seat, _play_text(state), "FGT-P5", ("play", "hand"))
        case Stage.BOOST:
            text = tr("{name}, activate the Boost or score it?", name=name)
            return Question(seat, text, "FGT-B1", ("activate", "score"))
        case Stage.REVEAL:
            verb = "reveal" if state.full else "drew"
            text = tr("{name}, turn up {owed} of the Reserves", name=name, owed=owed)
            return Question(seat, text, "FGT-K6", (verb,))
        case _:
            text = tr("{name}, draw {owed} of the Reserves", name=name, owed=owed)
            return Question(seat, text, "FGT-D2", ("drew", "all-drew"))


def _play_text(state: State) -> str:
    text = tr("{name}, play a Main and a Boost", name=state.name(state.turn))
    if state.players[state.turn].hand == 1:
        text = tr("{name}, play the last Warrior as Main", name=state.name(state.turn))
    last: Family | None = state.last_family
    return tr("{text}; the last Main is {last}", text=text, last=last.value) if last else text
