"""All verbs of MonsterDice, what is said of each, and what the game waits for.

A die is called by its kind, `teeth`; where a pool has several that lie differently, with the
number of the seat that brought it to the game, `teeth@2`. Cards of a hand are never named before
the hand is counted at the end; a special card is named when it is played, face up. Nothing is told
that the table does not see: a declined Dimwit leaves no line, a look tells nothing.
"""

from collections.abc import Iterable
from typing import Final

from companion.core.actions import Action
from companion.core.dice import DieSpec, RollRequest, kind_name
from companion.core.game import Option
from companion.core.texts import later, tr
from companion.core.verbs import Verbs
from companion.core.verdict import Question
from companion.games.md.answers import Allow, Counter, answered_by, declared_text
from companion.games.md.counting import AdjustCard, AdjustDie, AdjustScore, DimwitHolder, HandTotal, Show, uncounted
from companion.games.md.effects import Bite, BiteTwo, Fetch, HandOver, Look, LookTwo, SendDimwit, Steal, Surprise, Take
from companion.games.md.flow import contender
from companion.games.md.score import standing
from companion.games.md.state import PLAY, Declared, Stage, State
from companion.games.md.table import in_game, spot
from companion.games.md.turn import (
    Dealt,
    Demolish,
    Draw,
    EndTurn,
    Free,
    Reroll,
    Skip,
    TakeBack,
    Throw,
    roller,
    to_throw,
)
from companion.games.md.words import KINDS, DieId, Effect

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
        news += _bitten(before.declared, after)
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


def _bitten(declared: Declared, after: State) -> list[str]:
    """Dice that were bitten; the Spider-Die may be aimed at one that was in the infirmary already."""
    text = later("{name}'s {die} goes to the infirmary (MD-I1)")
    return [
        tr(text, name=after.name(aim.seat), die=die.said)
        for aim in declared.aims
        for die in after.players[aim.seat].infirmary
        if die.id == aim.die and declared.effect is not Effect.STEAL
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


# ---------------------------------------------------------------- what the game waits for


def pending(state: State) -> RollRequest | Question | None:
    """The roll or the choice without which play does not go on."""
    match state.stage:
        case Stage.ROLLOFF | Stage.FINAL_ROLL:
            return _rolloff(state)
        case Stage.ROLL | Stage.REROLLING | Stage.STOLEN:
            return _roll(state)
        case Stage.SETUP:
            return Question(None, tr("Everybody draws two cards"), "MD-S2", ("dealt",))
        case Stage.COUNTER:
            return _answer(state)
        case Stage.SCORING:
            return _counting(state)
        case stage if stage in _ASKS:
            text, rule, verbs = _ASKS[stage]
            return Question(state.turn, tr(text, name=state.name(state.turn)), rule, verbs)
        case _:
            return None


def _specs(kinds: Iterable[str]) -> tuple[DieSpec, ...]:
    thrown = tuple(kinds)
    return tuple(DieSpec(kind, thrown.count(kind)) for kind in KINDS if kind in thrown)


def _rolloff(state: State) -> RollRequest:
    seat = contender(state)
    assert seat is not None  # noqa: S101 - in a roll-off somebody is still to roll
    if state.stage is Stage.FINAL_ROLL:
        purpose, rule = tr("Tie for the first place: the highest sum wins"), "MD-Z3"
    elif len(state.rolloff) > 1:
        purpose, rule = tr("Roll-off again, the tied alone: the highest sum begins"), "MD-S3a"
    else:
        purpose, rule = tr("Roll-off: the highest sum begins"), "MD-S3"
    best = max((total for _, total in state.rolloff[-1] if total is not None), default=0)
    needs = tr("a sculpted side counts 1")
    if best:
        needs += tr("; {best} is the highest so far", best=best)
    others = tuple(one for one, total in state.rolloff[-1] if total is None and one != seat)
    return RollRequest(seat, _specs(KINDS), purpose, rule, needs, others=others, fewer=True)


def _roll(state: State) -> RollRequest:
    dice = to_throw(state)
    specs = _specs(die.kind for die in dice)
    mine = [DieId(kind, state.turn) for kind in KINDS]
    rolled = [die.id for die in dice]
    away = tuple((one.kind, _where(state, one)) for one in mine if one not in rolled)
    needs = ""
    match state.stage:
        case Stage.REROLLING:
            purpose, rule = tr("Re-roll: the dice chosen"), "MD-C5"
        case Stage.STOLEN:
            purpose, rule = tr("The stolen {die}, by itself", die=dice[0].said), "MD-E3a"
        case _:
            purpose = tr("Turn roll: all dice of {name}'s pool", name=state.name(state.turn))
            rule, ill = "MD-T2", ", ".join(die.said for die in state.active.infirmary)
            if ill:
                text = later("three equal numbers bring a die back: {ill} in the infirmary")
                needs = tr(text, ill=ill)
    return RollRequest(roller(state), specs, purpose, rule, needs, away, fewer=True)


def _where(state: State, mine: DieId) -> str:
    """Say where a die of the player in turn is that does not belong to the roll."""
    if not in_game(state, mine):
        return tr("it is out of the game (X-12)")
    at = spot(state, mine)
    name = state.name(at.seat)
    if at.infirmary:
        return tr("it is in {name}'s infirmary (MD-I1)", name=name)
    if at.seat != state.turn:
        return tr("it is in {name}'s pool (MD-E3)", name=name)
    return tr("it is not among the dice to be rolled (MD-T3)")


_ASKS = {
    Stage.DRAW: (later("{name}, draw a card"), "MD-T1", ("draw",)),
    Stage.REROLL: (later("{name}, two Die'vil: roll dice again?"), "MD-C5", ("reroll", "skip")),
    Stage.TRIPLE: (later("{name}, which die comes back from the infirmary?"), "MD-I2", ("free",)),
    Stage.DEMOLITION: (
        later("{name}, Die-molition: look at all hands and take a card from each?"),
        "MD-X1",
        ("demolish", "skip"),
    ),
}
"""What the player in turn is asked: the text, its rule, and the verbs that answer it."""


def _answer(state: State) -> Question:
    """Everybody is asked in the same words, whatever they hold (MD-K6)."""
    seat, declared = answered_by(state)
    text = tr("{name}, play a card against it or allow?", name=state.name(seat))
    text = f"{declared_text(state, declared)}. {text}"
    return Question(seat, text, "MD-K6", ("counter", "allow"))


def _counting(state: State) -> Question:
    waiting = uncounted(state)
    if not waiting:
        return Question(None, tr("Who has the Dimwit?"), "MD-K7", ("dimwit",))
    seat, name = waiting[0], state.name(waiting[0])
    if state.full:
        return Question(seat, tr("{name}, lay the hand open", name=name), "MD-Z2", ("show",))
    text = tr("{name}, points of the point cards in hand?", name=name)
    return Question(seat, text, "MD-Z2", ("total",))
