"""All verbs of Fight!, what the table waits for, and what the history says."""

from typing import Final, assert_never

from companion.core.actions import Action
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verbs
from companion.core.verdict import Question
from companion.games.fgt.adjust import AdjustCard, AdjustGlory, AdjustPower
from companion.games.fgt.arenas import Dealt, EnterArena, EnterGlory, NobodyWins, Starter, Winner
from companion.games.fgt.boosts import Activate, ScoreBoost
from companion.games.fgt.draws import AllDrew, Drew, Reshuffled, Reveal
from companion.games.fgt.flow import new_graveyard
from companion.games.fgt.plays import HandFamilies, Play
from companion.games.fgt.score import standing
from companion.games.fgt.state import OPENED, BoostState, Stage, State
from companion.games.fgt.table import judged_by_people, lead, living, said

VERBS: Final = Verbs[State](
    "Fight!",
    "FGT-E1",
    (
        *(Dealt, Starter, EnterArena, EnterGlory, Play, HandFamilies, ScoreBoost, Activate),
        *(Reveal, Drew, AllDrew, Reshuffled, Winner, NobodyWins),
        *(AdjustPower, AdjustGlory, AdjustCard),
    ),
)
"""Every verb of the game in the order of menus; the verbs of all games come on top."""


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([VERBS.tell(before, action, after), *_news(before, after)])


def _news(before: State, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = [text for seat in before.order if (text := _main_news(before, after, seat))]
    news += _search_news(before, after)
    if after.stage is Stage.RESHUFFLE and before.stage is not Stage.RESHUFFLE:
        news.append(tr("the Reserves are depleted (FGT-D4)"))
    if after.uneven and not before.uneven and before.stage in {Stage.DRAW, Stage.JUDGE}:
        news.append(tr("there are too few Warriors to draw (FGT-D5)"))
    if after.round > before.round > 0:
        news.append(tr("{name} is first player now (FGT-D6)", name=after.name(after.first)))
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation)
    return news


def _main_news(before: State, after: State, seat: Seat) -> str:
    """What became of a Main that was there before."""
    old, new = before.players[seat].main, after.players[seat].main
    if old is None or new is None:
        return ""
    name, text = after.name(seat), ""
    if old.power != new.power:
        text = tr("{name} {old} to {new}", name=name, old=said(old.power), new=said(new.power))
    if old.alive and not new.alive:
        killed = tr("{name}'s Main is killed (FGT-B4)", name=name)
        text = tr("{text}: killed (FGT-B4)", text=text) if text else killed
        was, now = (state.players[seat].boost for state in (before, after))
        if was != now and now and now.state is BoostState.LOST:
            text += tr(", the Boost of {name} is lost", name=name)
    return text


def _search_news(before: State, after: State) -> list[str]:
    """How an ability that turned up Warriors ended."""
    if before.search is None or after.search is not None:
        return []
    seat = before.search.seat
    cards = after.players[seat].scored[len(before.players[seat].scored) :]
    shown = after.called_cards(tuple(one.card for one in cards if one.card))
    what = f" ({shown})" if shown else ""
    text = later("{name} scores {count} of them{what}, the others go to the Graveyard")
    return [tr(text, name=after.name(seat), count=len(cards), what=what)]


# ---------------------------------------------------------------- what the table waits for


def pending(state: State) -> Question | None:
    """The choice or the fact without which play does not go on; None once the game is over."""
    seat, name = state.turn, state.name(state.turn)
    owed = state.players[seat].owed
    match state.stage:
        case Stage.OVER:
            return None
        case Stage.SETUP | Stage.STARTER | Stage.ARENA:
            return _preparation(state)
        case Stage.RESHUFFLE:
            return Question(None, _shuffle_text(state), "FGT-D4", ("reshuffled",))
        case Stage.JUDGE:
            return _judgement(state)
        case Stage.PLAY:
            return Question(seat, _play_text(state), "FGT-P5", ("play", "hand"))
        case Stage.BOOST:
            text = tr("{name}, activate the Boost or score it?", name=name)
            return Question(seat, text, "FGT-B1", ("activate", "score"))
        case Stage.REVEAL:
            text = tr("{name}, turn up {owed} of the Reserves", name=name, owed=owed)
            return Question(seat, text, "FGT-K6", ("reveal" if state.full else "drew",))
        case Stage.DRAW:
            text = tr("{name}, draw {owed} of the Reserves", name=name, owed=owed)
            return Question(seat, text, "FGT-D2", ("drew", "all-drew"))
        case _:
            assert_never(state.stage)


def _preparation(state: State) -> Question:
    if state.stage is Stage.SETUP:
        named = tr(", and which {count} Warriors begin the Graveyard", count=OPENED)
        text = tr("Are five Warriors dealt to each{named}?", named=named if state.full else "")
        return Question(None, text, "FGT-S3", ("dealt",))
    if state.stage is Stage.STARTER:
        return Question(None, tr("Who is the oldest player?"), "FGT-S5", ("starter",))
    what, verb = tr("How much Glory is the new Arena worth"), "arena-glory"
    if state.full:
        what, verb = tr("Which Arena comes up"), "arena"
    text = tr("{what} for round {round}?", what=what, round=state.round)
    return Question(None, text, "FGT-S4" if state.round == 1 else "FGT-D7", (verb,))


def _shuffle_text(state: State) -> str:
    begin, text = new_graveyard(state), tr("Shuffle the Graveyard into new Reserves")
    if not begin:
        return tr("{text}; no new Graveyard is formed (FGT-D5)", text=text)
    text = tr("{text} and turn up {begin} for the new Graveyard", text=text, begin=begin)
    return tr("{text}: which are they?", text=text) if state.full else text


def _judgement(state: State) -> Question:
    if judged_by_people(state) and living(state):
        text = tr("Who meets the Arena's condition best, or does nobody?")
        return Question(None, text, "FGT-A1", ("winner", "nobody-wins"))
    best = lead(state)
    if best is None:
        text = tr("No Main fights any more: nobody takes the Arena?")
        return Question(None, text, "FGT-A4", ("nobody-wins",))
    text = tr("{name} takes the Arena? {why}", name=state.name(best.seat), why=best.why)
    return Question(None, text, best.rule, ("winner",))


def _play_text(state: State) -> str:
    text, last = later("{name}, play a Main and a Boost"), state.last_main
    if state.players[state.turn].hand == 1:
        text = later("{name}, play the last Warrior as Main")
    text = tr(text, name=state.name(state.turn))
    return tr("{text}; the last Main is {last}", text=text, last=last) if last else text
