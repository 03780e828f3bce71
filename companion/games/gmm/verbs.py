"""All verbs of Monster Mayhem, what follows from each, and the question that the table waits for."""

from dataclasses import replace
from typing import Final, assert_never

from companion.core.actions import Action
from companion.core.findings import Findings
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verbs
from companion.core.verdict import Note, Question
from companion.games.gmm.battle import (
    Call,
    Flip,
    Mashup,
    Rate,
    Tie,
    Winner,
    covered,
    flip_rule,
    rate_first,
)
from companion.games.gmm.cards import DECK
from companion.games.gmm.flow import endless, endless_text, settle
from companion.games.gmm.round import (
    AdjustCount,
    AdjustDeclarer,
    AdjustTrophy,
    ChooseAbility,
    Confirm,
    Count,
    Dealer,
    Dealt,
)
from companion.games.gmm.state import Stage, State
from companion.games.gmm.table import standing_rule, title, waiting

VERBS: Final = Verbs[State](
    "Monster Mayhem",
    "GMM-E2",
    (
        *(Dealer, Dealt, Flip, Call, Rate, Winner, Tie, Mashup, Confirm, Count, ChooseAbility),
        *(AdjustCount, AdjustTrophy, AdjustDeclarer),
    ),
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""

_DEFAULT_RULINGS: Final = frozenset({"GMM-M3a", "GMM-D2a", "GMM-D3", "GMM-D4", "GMM-E3"})
"""Default rulings that carry themselves out; they are said before they do."""


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; of a legal one, which default rulings it brings on."""
    found = VERBS.check(state, action)
    if found:
        return found
    news = apply(state, action).news
    return tuple(Note(one.rule, one.text) for one in news if one.rule in _DEFAULT_RULINGS)


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    quiet = replace(state, news=()) if state.news else state
    return settle(VERBS.apply(quiet, action))


def options(state: State) -> tuple[Option, ...]:
    """List what may be declared now; a monster that nobody has read yet comes first."""
    return VERBS.options(state, (Rate,)) or VERBS.options(state)


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    news = [f"{one.text} ({one.rule})" for one in after.news]
    return " · ".join([VERBS.tell(before, action, after), *news])


# ---------------------------------------------------------------- what the table waits for


def pending(state: State) -> Question | None:
    """The fact or choice without which play does not go on; None once the game is over."""
    asked = rate_first(state)
    if asked:
        return asked[0]
    match state.stage:
        case Stage.DEALER:
            return Question(None, tr("Who deals?"), "GMM-S4", ("dealer",))
        case Stage.DEAL:
            return _deal(state)
        case Stage.DECLARE:
            seat = state.declarer
            if covered(state, seat):
                return _flip(state, seat, "GMM-B1")
            text = tr("{name}, high or low?", name=state.name(seat))
            return Question(seat, text, standing_rule(state), ("call",))
        case Stage.FLIP | Stage.SUDDEN_DEATH:
            return _come_out(state)
        case Stage.COUNT:
            text = tr("Count the winnings piles: are they as shown?")
            return Question(None, text, "GMM-E1", ("confirm", "count"))
        case Stage.ABILITY:
            text = tr("Which ability decides the final tie?")
            return Question(None, text, "GMM-E3", ("ability",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _deal(state: State) -> Question:
    text = later("{name}, shuffle all {deck} cards and deal {each} to everybody")
    each = DECK // len(state.present)
    text = tr(text, name=state.name(state.dealer), deck=DECK, each=each)
    return Question(state.dealer, text, "GMM-R3" if state.awards else "GMM-S2", ("dealt",))


def _flip(state: State, seat: Seat, rule: str) -> Question:
    text = tr("{name}, which card do you turn up?", name=state.name(seat))
    return Question(seat, text, rule, ("flip",))


def _come_out(state: State) -> Question:
    if state.sudden and endless(state, state.sudden):  # no order of the piles can break the tie
        return Question(None, endless_text(), "GMM-D3", ("adjust-trophy", "call-off"))
    if state.full:
        return _flip(state, waiting(state)[0], flip_rule(state))
    way = tr("Highest") if state.sudden or state.call == "high" else tr("Lowest")
    verbs = ("winner", "tie") if state.sudden else ("winner", "tie", "mashup")
    text = tr("{way} {title}: who wins?", way=way, title=title(state.ability))
    return Question(None, text, flip_rule(state), verbs)
