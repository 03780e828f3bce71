"""All verbs of MonsterDice, and what is said of each.

A die is called by its kind, `teeth`; where a pool has several that lie differently, with the
number of the seat that brought it to the game, `teeth@2`. Cards of a hand are never named before
the hand is counted at the end; a special card is named when it is played, face up. Nothing is told
that the table does not see: a declined Dimwit leaves no line, a look tells nothing.
"""

from __future__ import annotations

from typing import Final

from companion.core.actions import Action
from companion.core.dice import kind_name
from companion.core.game import Option
from companion.core.texts import tr
from companion.core.verbs import Verbs
from companion.games.md.answers import Allow, Counter
from companion.games.md.counting import (
    AdjustCard,
    AdjustDie,
    AdjustScore,
    DimwitHolder,
    HandTotal,
    Show,
)
from companion.games.md.effects import (
    Bite,
    BiteTwo,
    Fetch,
    HandOver,
    Look,
    LookTwo,
    SendDimwit,
    Steal,
    Surprise,
    Take,
)
from companion.games.md.score import standing
from companion.games.md.setup import Dealt
from companion.games.md.state import PLAY, Stage, State
from companion.games.md.turn import Demolish, Draw, EndTurn, Free, Reroll, Skip, TakeBack, Throw
from companion.games.md.words import Effect

VERBS: Final = Verbs[State](
    "MonsterDice",
    "MD-Z1",
    (
        *(Throw, Dealt, Draw, Reroll, Skip, Free, Demolish),
        *(Bite, BiteTwo, Take, Fetch, Steal, Look, LookTwo, HandOver, SendDimwit),
        *(Counter, Allow, Surprise, EndTurn, Show, HandTotal, DimwitHolder, TakeBack),
        *(AdjustDie, AdjustCard, AdjustScore),
    ),
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""

MENU: Final = (
    *(Dealt, Draw, TakeBack, Free, Demolish, Counter, Allow),
    *(Bite, Take, Steal, Look, HandOver, BiteTwo, LookTwo, SendDimwit, Fetch),
    *(Reroll, EndTurn, Show, HandTotal, DimwitHolder, Skip, Surprise),
)
"""The order of menus. Rolls are no options: dice are asked for by `pending`."""

check, apply = VERBS.check, VERBS.apply


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    return VERBS.options(state, MENU)


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([VERBS.tell(before, action, after), *_news(before, action, after)])


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    if isinstance(action, Allow | Counter) and before.declared and not after.declared:
        news += _outcome(before, after)
    if not isinstance(action, Free | AdjustDie):
        news += _back(before, after)
    if after.stage is Stage.DEMOLITION and before.stage is not Stage.DEMOLITION:
        news.append(tr("only sculpted sides: Die-molition (MD-X1)"))
    if len(after.rolloff) > len(before.rolloff) > 0:
        tied = after.names(seat for seat, _ in after.rolloff[-1])
        news.append(tr("{tied} tie and roll again (MD-S3a)", tied=tied))
    if before.stage is Stage.ROLLOFF and after.stage in PLAY:
        news.append(tr("{name} begins (MD-S3)", name=after.name(after.starter)))
    if after.round > before.round:
        news.append(tr("Round {round}", round=after.round))
    return news + _ending(before, after)


def _outcome(before: State, after: State) -> list[str]:
    """What came of the effect, as the table sees it."""
    declared = before.declared
    if declared is None or declared.effect in {Effect.LOOK, Effect.LOOK_TWO}:
        return []
    bitten = [
        (after.name(aim.seat), die.said)
        for aim in declared.aims
        for die in after.players[aim.seat].infirmary
        if die.id == aim.die and declared.effect is not Effect.STEAL
    ]
    return [
        tr("{name}'s {die} goes to the infirmary (MD-I1)", name=name, die=die)
        for name, die in bitten
    ]


def _back(before: State, after: State) -> list[str]:
    """Dice that a triple brought back without a choice."""
    old = {die.id for die in before.players[before.turn].infirmary}
    now = {die.id for die in after.players[before.turn].infirmary}
    return [
        tr("a triple brings the {die} back from the infirmary (MD-I2)", die=kind_name(kind))
        for kind, _ in sorted(old - now)
    ]


def _ending(before: State, after: State) -> list[str]:
    if after.stage is before.stage:
        return []
    match after.stage:
        case Stage.SCORING:
            return [tr("the deck is empty and the round is finished: hands are counted (MD-Z1)")]
        case Stage.FINAL_ROLL:
            return [standing(after).explanation]
        case Stage.OVER:
            winners = after.names(standing(after).winners)
            return [tr("{winners} won (MD-Z3)", winners=winners)]
        case _:
            return []
