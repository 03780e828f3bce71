"""All verbs of Dominoes, what the history says, and the question that the table waits for."""

from itertools import takewhile
from typing import Final, assert_never

from companion.core.actions import Action
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verbs
from companion.core.verdict import Question
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.end import AdjustCard, AdjustDeck, AdjustScore, Points
from companion.games.mon.dominoes.score import standing
from companion.games.mon.dominoes.setup import Dealt, DeckSize, Youngest, deal_size, waiting
from companion.games.mon.dominoes.state import HAND, Stage, State
from companion.games.mon.dominoes.turn import Attach, Close, Draw, LoseTurn, Put, Refill

_NOW: Final = {
    Stage.SETUP: later("the game is being set up"),
    Stage.DEAL: later("the cards are being dealt"),
    Stage.START: later("a card is to be put in the centre"),
    Stage.TURN: later("the monster in the centre is open"),
    Stage.REFILL: later("a hand is to be filled up"),
    Stage.COUNT: later("points are being counted"),
    Stage.OVER: later("the game is over"),
}
"""What the table is busy with, for refusals."""

VERBS: Final = Verbs[State](
    "Dominoes",
    "MON-D10",
    (
        *(DeckSize, Youngest, Dealt, Put, Attach, Close, Draw, LoseTurn, Refill, Points),
        *(AdjustCard, AdjustDeck, AdjustScore),
    ),
    lambda stage: tr(_NOW[stage]),
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([VERBS.tell(before, action, after), *_news(before, action, after)])


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    for seat in before.order:
        new = after.players[seat].monsters[len(before.players[seat].monsters) :]
        text = later("{name} closes the monster and collects {counted} (MON-D5)")
        news += [tr(text, name=after.name(seat), counted=trn("{count} card", "{count} cards", size)) for size in new]
    if not after.deck and after.turn != before.turn and after.stage in {Stage.START, Stage.TURN}:
        passed = takewhile(lambda at: at != after.turn, flow.others(after, before.turn))
        text = later("{name} has no card and loses the turn (MON-D8)")
        news += [tr(text, name=after.name(seat)) for seat in passed]
    if before.deck and not after.deck and not isinstance(action, AdjustDeck):
        news.append(tr("the deck is empty"))
    ended = {Stage.COUNT, Stage.OVER}
    if after.stage in ended and before.stage not in ended:
        unused = len(after.discarded) - len(before.discarded)
        counted = trn("{count} unused card", "{count} unused cards", unused)
        news.append(tr("nobody can go on (MON-D10); {counted} discarded", counted=counted))
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news


def pending(state: State) -> Question | None:
    """The answer without which play does not go on."""
    seat, name = state.turn, state.name(state.turn)
    match state.stage:
        case Stage.SETUP:
            return _setup(state)
        case Stage.DEAL:
            return _deal(state)
        case Stage.START:
            text = tr("{name}, which card do you put in the centre?", name=name)
            return Question(seat, text, "MON-D3", ("put", "draw", "lose-turn"))
        case Stage.TURN:
            return _turn(state)
        case Stage.REFILL:
            cards = trn("{count} new card", "{count} new cards", flow.refill_size(state))
            text = tr("{name}, take {cards}", name=name, cards=cards)
            return Question(seat, text, "MON-D9", ("refill",))
        case Stage.COUNT:
            text = tr("{name}, how many points are on the cards you collected?", name=name)
            return Question(seat, text, "MON-D11", ("points",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _setup(state: State) -> Question:
    if not state.deck:
        return Question(None, tr("How many cards does the deck have?"), "MON-D2", ("deck",))
    return Question(None, tr("Who is the youngest?"), "MON-D2b", ("youngest", "deck"))


def _deal(state: State) -> Question:
    if not state.named:
        text = tr("Deal everybody {hand} cards; said when it is done", hand=HAND)
        return Question(None, text, "MON-D2", ("dealt",))
    seat = waiting(state)[0]
    name, hand = state.name(seat), deal_size(state, seat)
    text = tr("{name}, which {hand} cards were you dealt?", name=name, hand=hand)
    return Question(seat, text, "MON-D2", ("dealt",))


def _turn(state: State) -> Question:
    seat, name = state.turn, state.name(state.turn)
    verbs = ("attach",) if state.full else ("attach", "close")
    if state.drew:
        text = tr("{name}, does a card fit now?", name=name)
        return Question(seat, text, "MON-D7a", (*verbs, "lose-turn"))
    if not state.deck:
        text = tr("{name}, attach a card; if none fits the turn is lost", name=name)
        return Question(seat, text, "MON-D8", (*verbs, "lose-turn"))
    text = tr("{name}, attach a card; if none fits take one", name=name)
    return Question(seat, text, "MON-D4", (*verbs, "draw"))
