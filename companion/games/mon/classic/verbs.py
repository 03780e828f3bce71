"""All verbs of Classic and Arena, what the history says, and the question the table waits for.

The menus say nothing about who could fight (MON-C10c): every opponent is offered, and cards to put
together are offered one by one, unless the table wants to be told (`mon.show_complete`). Nor do they
say anything about hidden cards: every Power card and Spell that could be in a hand is offered.
"""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from companion.core.actions import Action
from companion.core.findings import Findings, stop
from companion.core.game import Option
from companion.core.state import sure
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verb, Verbs
from companion.core.verdict import Question
from companion.games.mon.classic.arena import ChangeArena, EnterArena, MeetArena
from companion.games.mon.classic.challenge import Answer, BuildFor, Challenge, Complete, Ready, Refuse, ToFight
from companion.games.mon.classic.fight import Flip, Pass, Power, Spell, Yield
from companion.games.mon.classic.prize import AdjustCard, AdjustDeck, AdjustDragon, AdjustPoints, TakeDragon
from companion.games.mon.classic.score import standing
from companion.games.mon.classic.state import DEALT, Fight, Mode, Stage, State
from companion.games.mon.classic.table import NOW, leader, total, why_void
from companion.games.mon.classic.turn import Dealt, DeckSize, Draw, EndTurn, PickFaction, Rearrange, Youngest, needed
from companion.games.mon.words import HIDDEN


def _verbs(title: str, *between: type[Verb[State]]) -> Verbs[State]:
    """The two modes differ in the way to a fight alone (MON-A1)."""
    before = (DeckSize, PickFaction, Youngest, Dealt, Draw, Rearrange)
    fight = (Flip, Power, Spell, Yield, Pass, TakeDragon)
    mends = (AdjustCard, AdjustDragon, AdjustDeck, AdjustPoints)
    return Verbs(title, "MON-C24", (*before, *between, *fight, *mends), lambda stage: tr(NOW[stage]))


VERBS: Final = {
    Mode.CLASSIC: _verbs("Classic", Challenge, Complete, EndTurn, Ready, Refuse, BuildFor),
    Mode.ARENA: _verbs("Arena", EnterArena, MeetArena, ChangeArena, Complete, EndTurn),
}
"""Every verb of both modes in the order of play; the verbs of all games come on top."""

_CHALLENGE: Final = (Challenge, Ready, Refuse, BuildFor)
_ARENA: Final = (EnterArena, MeetArena, ChangeArena)


def check(state: State, action: Action) -> Findings:
    """Find what stands against an action; an empty answer is a yes."""
    if state.mode is Mode.ARENA and not state.over and type(action) in _CHALLENGE:
        return stop("MON-A2", tr("in Arena nobody is challenged: say enter-arena or meet-arena"))
    return VERBS[state.mode].check(state, action)


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or that the table's ruling forced."""
    return VERBS[state.mode].apply(state, action)


def apply_ruled(state: State, action: Action, lifted: frozenset[str]) -> State:
    """Carry out an action under a ruling: what would be void takes place then (MON-C10c)."""
    if isinstance(action, ToFight) and action.rule in lifted:
        return action.carry_on(state)
    return apply(state, action)


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    found = VERBS[state.mode].options(state, _menu(state))
    if state.stage is not Stage.REINFORCE:
        return found
    # All that the attacker may play comes first; leaving it to the other side comes last.
    first, last = state.fought.attacker.seat, (Yield.verb, Pass.verb)
    return tuple(sorted(found, key=lambda one: one.verb in last or one.actor != first))


_MENUS: Final[Mapping[Stage, Sequence[type[Verb[State]]]]] = {
    Stage.SETUP: (DeckSize, PickFaction, Youngest),
    Stage.DEAL: (Dealt,),
    Stage.DRAW: (Draw, Rearrange),
    Stage.VERIFY: (Complete,),
    Stage.CHALLENGE: (Ready, Refuse, BuildFor, Rearrange),
    Stage.FLIP: (Flip,),
    Stage.REINFORCE: (Power, Spell, Yield, Pass),
    Stage.PRIZE: (TakeDragon, Rearrange),
    Stage.OVER: (),
}


def _menu(state: State) -> Sequence[type[Verb[State]]]:
    """The verbs of a stage, in the order in which a menu shows them."""
    classic = state.mode is Mode.CLASSIC
    if state.stage is Stage.BUILD:
        return (*((Challenge,) if classic else _ARENA), EndTurn, Draw, Rearrange)
    if state.stage is Stage.DRAW and classic:
        return (Draw, Challenge, Rearrange)
    return _MENUS[state.stage]


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    line = VERBS[before.mode].tell(before, action, after)
    return " · ".join([line, *_news(before, action, after)])


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = _void(before, action, after)
    if after.fight is not None and action.verb in {"flip", "power", "spell", "adjust-points"}:
        news += _sums(after, after.fight, starts=before.fought.priority != after.fight.priority)
    if len(after.fights) > len(before.fights):
        news += _ended(before, after)
    if before.deck and not after.deck and not isinstance(action, AdjustDeck):
        news.append(tr("the deck is empty (MON-C6a)"))
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news


def _void(before: State, action: Action, after: State) -> list[str]:
    """MON-C10c: said only after the challenge."""
    if isinstance(action, Complete):
        return [tr("void, the turn goes on (MON-C10c)")] if action.answer is Answer.NO else []
    if not before.full or not isinstance(action, Challenge | EnterArena | MeetArena):
        return []
    if (after.fight, after.arena) != (before.fight, before.arena):
        return []
    cards = action.cards or before.players[action.me].monster
    target = action.target if isinstance(action, Challenge) else None
    why = why_void(before, action.me, cards, target)
    return [tr("void: {why}; the turn goes on (MON-C10c)", why=why)]


def _sums(state: State, fight: Fight, *, starts: bool) -> list[str]:
    if fight.priority is None:
        return []
    said = ", ".join(f"{state.name(x.seat)} {total(state, fight, x)}" for x in fight.sides)
    if not starts:
        return [said]
    first = state.name(fight.priority)
    if leader(state, fight) is None:
        return [said, tr("equal: {first} attacks and reinforces first (MON-C15a)", first=first)]
    return [said, tr("{first} has fewer and reinforces first (MON-C15)", first=first)]


def _ended(before: State, after: State) -> list[str]:
    last = after.fights[-1]
    sums, text = f"{last.points[0]}-{last.points[1]}", later("{name} against {name2} {sums}")
    one, other = after.name(last.attacker), after.name(last.defender)
    names = tr(text, name=one, name2=other, sums=sums)
    cards = trn("{count} card", "{count} cards", after.deck - before.deck)
    if last.winner is None:
        follows = tr("{follows} is next", follows=after.name(after.turn))
        to_deck = tr("{cards} to the deck", cards=cards)
        return [tr("{names}: a draw (MON-C22)", names=names), to_deck, follows]
    wins = tr("{names}: {name} wins (MON-C19)", names=names, name=after.name(last.winner))
    said = [wins, tr("{cards} to the deck (MON-C21)", cards=cards)]
    if after.stage is not Stage.PRIZE:
        said.append(tr("no Dragon card is left to take (MON-C20)"))
    return said


def pending(state: State) -> Question | None:
    """The answer without which play does not go on."""
    seat, name = state.turn, state.name(state.turn)
    match state.stage:
        case Stage.SETUP:
            return _setup(state)
        case Stage.DEAL:
            return _deal(state)
        case Stage.DRAW:
            text = tr("{name}, which card do you take?", name=name)
            return Question(seat, text, "MON-C6", ("draw",))
        case Stage.BUILD:
            return _build(state)
        case Stage.VERIFY:
            return _verify(state)
        case Stage.CHALLENGE:
            return _challenge(state, state.fought)
        case Stage.FLIP | Stage.REINFORCE:
            ask = _flip if state.stage is Stage.FLIP else _reinforce
            return ask(state, state.fought)
        case Stage.PRIZE:
            text = tr("{name}, which Dragon card do you take?", name=name)
            return Question(seat, text, "MON-C20", ("take-dragon",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _setup(state: State) -> Question:
    if state.deck < needed(state):
        text = tr("How many cards does the deck have, the Dragon cards set aside?")
        return Question(None, text, "MON-C4", ("deck",))
    for seat in state.order:
        if state.players[seat].faction is None:
            text = tr("{name}, which faction will you destroy?", name=state.name(seat))
            return Question(seat, text, "MON-C2", ("faction",))
    return Question(None, tr("Who is the youngest?"), "MON-C6", ("youngest", "faction"))


def _deal(state: State) -> Question:
    waiting = next((seat for seat in state.order if not state.players[seat].dealt), state.turn)
    wording = later("{name}, which {dealt} cards? Power and Spell cards stay hidden")
    text = tr(wording, name=state.name(waiting), dealt=DEALT, hidden=HIDDEN)
    return Question(waiting, text, "MON-C5", ("dealt",))


def _build(state: State) -> Question:
    name = state.name(state.turn)
    if state.mode is Mode.ARENA:
        text = tr("{name}, build, enter or meet the Arena, or end the turn", name=name)
        verbs = ("rearrange", "enter-arena", "meet-arena", "end-turn", "draw")
        return Question(state.turn, text, "MON-A2", verbs)
    text = tr("{name}, build, challenge somebody, or end the turn", name=name)
    return Question(state.turn, text, "MON-C10", ("rearrange", "challenge", "end-turn", "draw"))


def _verify(state: State) -> Question:
    claim = sure(state.claim)
    name, text = state.name(claim.seat), later("Is {name}'s monster complete?")
    target = "" if claim.target is None or state.mode is not Mode.CLASSIC else state.name(claim.target)
    if target:
        text = later("Is {name}'s monster complete, and is {target} able to build one?")
    return Question(None, tr(text, name=name, target=target), "MON-C12a", ("complete",))


def _challenge(state: State, fight: Fight) -> Question:
    attacker, defender = (state.name(seat) for seat in fight.seats)
    if fight.refused:
        text = later("{attacker}, build a monster from {defender}'s cards")
        text = tr(text, attacker=attacker, defender=defender)
        return Question(fight.attacker.seat, text, "MON-C12", ("build-for",))
    text = tr("{defender}, build a complete monster and say ready", defender=defender)
    return Question(fight.defender.seat, text, "MON-C11", ("ready", "rearrange", "refuse"))


def _flip(state: State, fight: Fight) -> Question:
    if state.full:
        return Question(None, tr("Flip both monsters"), "MON-C13", ("flip",))
    waiting = next((side for side in fight.sides if side.points is None), fight.attacker)
    wording = later("{name}, flip your monster: how many points, how many cards?")
    text = tr(wording, name=state.name(waiting.seat))
    return Question(waiting.seat, text, "MON-C13", ("flip",))


def _reinforce(state: State, fight: Fight) -> Question:
    side = fight.side(sure(fight.priority))
    own, theirs = total(state, fight, side), total(state, fight, fight.other(side.seat))
    leave = Yield.verb if fight.acted else Pass.verb
    wording = later("{name}, {own} against {theirs}: reinforce, or pass")
    if leave == Yield.verb:
        wording = later("{name}, {own} against {theirs}: reinforce, or yield")
    text = tr(wording, name=state.name(side.seat), own=own, theirs=theirs)
    return Question(side.seat, text, "MON-C15a", ("power", "spell", leave))
