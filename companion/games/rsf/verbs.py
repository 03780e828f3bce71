"""All verbs of Ready, Set, Fight, what follows from each, and what the table waits for."""

from typing import Final

from companion.core.actions import Action, Withdraw
from companion.core.dice import RollRequest
from companion.core.findings import YES, Findings, blocked
from companion.core.game import Option
from companion.core.state import sure
from companion.core.texts import of, tr
from companion.core.verbs import Verb, Verbs
from companion.core.verdict import Question
from companion.games.rsf.adjust import AdjustActions, AdjustCard, AdjustScore
from companion.games.rsf.fight import Attack, BeginCombat, Decline, Destroy, Dodge, EndCombat, EndTurn, Special
from companion.games.rsf.flow import settle
from companion.games.rsf.house import StarterBy
from companion.games.rsf.mutate import Rearrange, Skip, Stalemate
from companion.games.rsf.player_sheet import Confirm, DeclareMode, EnterSheet, ask_modes, ask_sheets
from companion.games.rsf.ready import Connect, Done, Exchange, Mulligan, needs_mulligan
from companion.games.rsf.rolls import TakeBack, Throw, request
from companion.games.rsf.setup import Draw, Mixed, Starter, Take, ask_card
from companion.games.rsf.special import TEXTS, Force, Keep, Move, Remove, Replace, Steal, Swap
from companion.games.rsf.state import FREE, ROLLING, Stage, State
from companion.games.rsf.table import RsfVerb, named_in_light

VERBS: Final = Verbs[State](
    "Ready, Set, Fight",
    "RSF-E1a",
    (
        *(Throw, Mixed, Starter, Draw, Take, Mulligan, Exchange, Connect, Done, DeclareMode),
        *(Confirm, EnterSheet, BeginCombat, Attack, Special, EndCombat, EndTurn),
        *(Dodge, Decline, Destroy, Steal, Move, Swap, Replace, Keep, Force, Remove),
        *(Rearrange, Skip, Stalemate, TakeBack, AdjustCard, AdjustScore, AdjustActions),
    ),
)
"""Every verb of the game in the order of play; the verbs of all games come on top."""

_MENUS: Final[dict[Stage, tuple[type[Verb[State]], ...]]] = {
    Stage.SETUP: (Mixed,),
    Stage.STARTER: (Starter,),
    Stage.DEAL: (Draw, Take),
    Stage.READY: (Mulligan, Connect, Exchange, DeclareMode, Done),
    Stage.READY_DRAW: (Draw, Take),
    Stage.SET: (DeclareMode, EnterSheet, Confirm),
    Stage.DRAW: (Draw, Take, Stalemate),
    Stage.BEFORE: (Connect, Attack, Special, BeginCombat, EndTurn, EnterSheet, Stalemate),
    Stage.COMBAT: (Attack, Special, EndCombat, EndTurn, EnterSheet, Stalemate),
    Stage.AFTER: (Connect, EndTurn, EnterSheet, Stalemate),
    **dict.fromkeys(ROLLING, (TakeBack,)),
    Stage.DODGE: (Dodge, Decline),
    Stage.HIT: (Destroy,),
    Stage.RESOLVE: (Steal, Move, Swap, Replace, Force),
    Stage.FORCED: (Remove,),
    Stage.REPLACE_DRAW: (Draw, Take),
    Stage.ATTACH: (Connect, Keep),
    Stage.MUTATE: (Rearrange, DeclareMode, Skip, EnterSheet, Stalemate),
    Stage.OVER: (),
}
"""What menus list, by stage. Rolls are no options: dice are asked for by `pending`."""


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    state = state.at_hand
    if not isinstance(action, RsfVerb):
        return VERBS.check(state, action)
    over = state.over and not action.after_end
    found = YES if over else named_in_light(state, action.named_cards())
    found = found or VERBS.check(state, action)
    if blocked(found) or action.by_table:
        return found
    out = state.check_living(action.me, "RSF-F0")
    if out or state.stage not in FREE or isinstance(action, DeclareMode):
        return out or found
    return ask_modes(state, state.living, "RSF-T2c") or found


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    after = VERBS.apply(state, action)
    return after if isinstance(action, Withdraw) else settle(after)


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    state = state.at_hand
    menu = _MENUS[state.stage]
    if state.stage is Stage.READY and needs_mulligan(state, state.turn):
        menu = (Mulligan,)
    elif state.stage in FREE and ask_modes(state, state.living, "RSF-T2c"):
        menu = (DeclareMode,)
    found = VERBS.options(state, menu)
    if state.stage not in {Stage.READY, Stage.READY_DRAW}:
        return found
    return (*found, *(option for option in Connect.beside(state) if option.instances))


# ---------------------------------------------------------------- history


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([VERBS.tell(before, action, after), *_news(before, action, after)])


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    if isinstance(action, Draw | Replace) and before.discard and not before.pile:
        news.append(tr("the discard is shuffled into a new pile (RSF-F1a)"))
    for group in after.fallen[len(before.fallen) :]:
        news += [tr("{name}'s monster is dead (RSF-F4b)", name=after.name(seat)) for seat in group]
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        alone = len(after.living) == 1
        won = after.names(after.living) if alone else ""
        news.append(tr("{winners} wins (RSF-E1)", winners=won) if alone else tr("the game is over"))
    elif after.sd_round != before.sd_round:
        news.append(tr("Sudden Death, round {sd_round} (RSF-O4)", sd_round=after.sd_round))
    elif after.phase != before.phase:
        news.append(tr("Phase {phase} begins (RSF-F0)", phase=after.phase))
    elif after.stage is Stage.MUTATE and before.stage is not Stage.MUTATE:
        news.append(tr("monsters may mutate (RSF-O1)"))
    return news


# ---------------------------------------------------------------- what the table waits for


def pending(state: State) -> RollRequest | Question | None:
    """The roll or the choice without which play does not go on."""
    state = state.at_hand
    roll = request(state)
    if roll is not None:
        return roll
    if state.stage in FREE:
        due = ask_sheets(state, state.living, "RSF-T3")
        return next(iter((*ask_modes(state, state.living, "RSF-T2c"), *due)), None)
    if state.stage is Stage.SET:
        return next(iter(ask_sheets(state, (state.turn,), "RSF-T1")), None)
    return _choice(state)


def _choice(state: State) -> Question | None:
    match state.stage:
        case Stage.STARTER:
            oldest = state.house.starter is StarterBy.OLDEST
            text = tr("Who is the oldest, and starts?") if oldest else tr("Who is the starter?")
            return Question(None, text, "RSF-S8", ("starter",))
        case Stage.READY if needs_mulligan(state, state.turn):
            text = tr("No attack or no defense in hand: a mulligan")
            return Question(state.turn, text, "RSF-R1c", ("mulligan",))
        case Stage.DODGE:
            seat = sure(state.strike).target
            text = tr("{name}, dodge?", name=state.name(seat))
            return Question(seat, text, "RSF-O2", ("dodge", "decline"))
        case Stage.HIT:
            seat = sure(state.strike).target
            text = tr("{name}, which piece is destroyed?", name=state.name(seat))
            return Question(seat, text, "RSF-F4", ("destroy",))
        case Stage.FORCED:
            seat = sure(state.victim)
            text = tr("{name}, which piece is discarded?", name=state.name(seat))
            return Question(seat, text, "RSF-X5", ("remove",))
        case Stage.RESOLVE:
            result = sure(state.result)
            text = of(state.name(state.turn), tr(TEXTS[result]))
            return Question(state.turn, text, result.value, (result.name.lower(),))
        case Stage.ATTACH:
            drawn = state.called_card(sure(state.drawn))
            text = tr("Connect {called_card} now?", called_card=drawn)
            return Question(state.turn, text, "RSF-X4a", ("connect", "keep"))
        case Stage.DEAL | Stage.DRAW | Stage.REPLACE_DRAW | Stage.READY_DRAW:
            return ask_card(state)
        case _:
            return None
