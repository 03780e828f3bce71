"""A turn: take a card, put parts together, challenge, end it (MON-C6 to MON-C10c)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.games.mon.classic import flow
from companion.games.mon.classic.play_setup import check_taken, take
from companion.games.mon.classic.state import Claim, Fight, Mode, Stage, State, common, minus
from companion.games.mon.classic.table import free_cards, owned, stage_text, why_void

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.mon.classic.actions import Challenge, Draw, Rearrange

FIGHT: Final = frozenset({Stage.CHALLENGE, Stage.FLIP, Stage.REINFORCE})
CHALLENGES: Final = ("challenge", "rearrange")
_NO_TABLE: Final = frozenset({Stage.SETUP, Stage.DEAL})


# ---------------------------------------------------------------- taking a card


def check_draw(state: State, action: Draw, seat: Seat) -> Findings:
    """MON-C6: one card a turn; the next player taking one ends the turn before (MON-C10a)."""
    if state.stage not in {Stage.DRAW, Stage.BUILD}:
        return stop("MON-C6", tr("no card can be taken now; {now}", now=stage_text(state.stage)))
    follows = state.stage is Stage.BUILD and seat == state.after(state.turn)
    if seat != state.turn and not follows:
        return stop("MON-C6", tr("it is {name}'s turn", name=state.name(state.turn)))
    if not state.deck:
        return stop("MON-C6a", tr("the deck is empty: the turn goes on without a card"))
    wrong = check_taken(state, (action.card,))
    if wrong:
        return wrong
    if state.stage is Stage.BUILD and not follows:
        return against("MON-C6", tr("one card a turn, and it has been taken"))
    return YES


def apply_draw(state: State, action: Draw, seat: Seat) -> State:
    """The card is laid or kept; the turn goes on (MON-C7)."""
    if state.stage is Stage.BUILD and seat != state.turn:
        state = flow.end_turn(state)
    return replace(take(state, seat, (action.card,)), stage=Stage.BUILD)


def check_end(state: State, seat: Seat) -> Findings:
    """MON-C6."""
    if state.stage is not Stage.BUILD:
        return stop("MON-C6", tr("no turn can be ended now; {now}", now=stage_text(state.stage)))
    if seat != state.turn:
        return stop("MON-C6", tr("it is {name}'s turn", name=state.name(state.turn)))
    return YES


def apply_end(state: State) -> State:
    """The next player's turn."""
    return flow.end_turn(state)


# ---------------------------------------------------------------- putting parts together


def check_rearrange(state: State, action: Rearrange, seat: Seat) -> Findings:
    """MON-C7, MON-C7a: at will and at any time, but for a monster that fights (MON-C11)."""
    if state.stage in _NO_TABLE:
        return stop(
            "MON-C7", tr("nothing can be put together now; {now}", now=stage_text(state.stage))
        )
    if not state.full:
        return stop("MON-C7", tr("in light depth cards are not named: just put them together"))
    wrong = _check_owned(state, seat, action.cards)
    if wrong or not minus(action.cards, _loose(state, seat)):
        return wrong
    held = minus(action.cards, _loose(state, seat))[0]
    if state.fight is None or held not in state.fight.side(seat).cards:
        return stop("MON-A5", tr("{held} waits in the Arena", held=held))
    rule = "MON-A5a" if state.mode is Mode.ARENA else "MON-C11"
    return against(rule, tr("{held} is in the fight, and that monster is fixed", held=held))


def _check_owned(state: State, seat: Seat, cards: tuple[CardId, ...]) -> Findings:
    missing = minus(cards, owned(state, seat))
    if missing:
        return stop(
            "MON-C7",
            tr("{missing} is not on {name}'s table", missing=missing[0], name=state.name(seat)),
        )
    return YES


def _loose(state: State, seat: Seat) -> tuple[CardId, ...]:
    """The cards that a player may put together: the challenged player's until the flip (C11)."""
    if state.fight is not None and _adjusts(state, state.fight, seat):
        return owned(state, seat)
    return free_cards(state, seat)


def _adjusts(state: State, fight: Fight, seat: Seat) -> bool:
    challenged = state.mode is Mode.CLASSIC and seat == fight.defender.seat
    return challenged and state.stage in {Stage.CHALLENGE, Stage.FLIP}


def apply_rearrange(state: State, action: Rearrange, seat: Seat) -> State:
    """A challenged player who changes the monster says again when it is ready (MON-C11)."""
    fight = state.fight
    if fight is not None and _adjusts(state, fight, seat):
        fight = fight.with_side(replace(fight.defender, cards=()))
        state = replace(state, stage=Stage.CHALLENGE, fight=fight)
    elif fight is not None and minus(action.cards, free_cards(state, seat)):
        return _changed(state, fight, action.cards, seat)
    return flow.at_home(state, seat, action.cards)


def _changed(state: State, fight: Fight, cards: tuple[CardId, ...], seat: Seat) -> State:
    """The table lets somebody change a monster that fights."""
    side = fight.side(seat)
    side = replace(side, cards=tuple(sorted(cards)), removed=common(side.removed, cards))
    state = replace(state, fight=fight.with_side(side))
    left = common(state.players[seat].monster, free_cards(state, seat))
    if fight.priority is not None:
        state = replace(state, known=tuple(sorted({*state.known, *cards})))
    return flow.at_home(state, seat, left)


# ---------------------------------------------------------------- challenging


def check_challenge(state: State, action: Challenge, seat: Seat) -> Findings:
    """MON-C10: in the own turn after drawing; who is complete is not told before (MON-C10c)."""
    target = action.target
    if not state.has_seats(target) or target == seat:
        return stop("MON-C10", tr("somebody else is challenged: say who"))
    if state.stage in FIGHT or state.stage is Stage.VERIFY:
        return stop("MON-C10b", tr("one challenge a turn, and it has been said"))
    if state.stage not in {Stage.DRAW, Stage.BUILD}:
        return stop(
            "MON-C10", tr("nobody can be challenged now; {now}", now=stage_text(state.stage))
        )
    wrong = check_monster(state, seat, action.cards, ("MON-C10", CHALLENGES))
    return wrong or (*_check_moment(state, seat), *_check_shown(state, action, seat))


def _check_moment(state: State, seat: Seat) -> Findings:
    """MON-C10, MON-C10a: until the next player has taken a card."""
    if seat == state.turn:
        if state.stage is Stage.BUILD:
            return YES
        return against("MON-C10", tr("{name} takes a card first", name=state.name(seat)))
    whose = state.name(state.turn)
    if seat != state.before:
        return against("MON-C10", tr("it is {whose}'s turn", whose=whose))
    if state.stage is Stage.BUILD:
        return against(
            "MON-C10a",
            tr("{whose} has already drawn, the chance to challenge is gone", whose=whose),
        )
    return YES


def _check_shown(state: State, action: Challenge, seat: Seat) -> Findings:
    if not (state.shown and state.full):
        return YES
    cards = action.cards or state.players[seat].monster
    void = why_void(state, seat, cards, action.target)
    return against("MON-C10", void) if void else YES


def check_monster(
    state: State, seat: Seat, cards: tuple[CardId, ...], asking: tuple[str, tuple[str, ...]]
) -> Findings:
    """The cards of a monster are the player's own; asked for when none were said.

    Nobody who may say so has cards that fight or wait in the Arena already.

    Args:
        state: the table.
        seat: whose monster.
        cards: as said; none means those put together before.
        asking: the rule that asks, and the verbs that answer.
    """
    rule, verbs = asking
    if not state.full:
        return stop(rule, tr("in light depth cards are not named")) if cards else YES
    if not cards and not state.players[seat].monster:
        text = tr("{name}, which cards is the monster made of?", name=state.name(seat))
        return (Question(seat, text, rule, verbs),)
    return _check_owned(state, seat, cards)


def apply_challenge(state: State, action: Challenge, seat: Seat) -> State:
    """A void challenge changes nothing but what lies together (MON-C10c)."""
    if not state.full:
        claim = Claim(seat, action.target, state.stage)
        return replace(state, stage=Stage.VERIFY, claim=claim)
    cards = action.cards or state.players[seat].monster
    if not state.shown and why_void(state, seat, cards, action.target):
        return flow.at_home(state, seat, cards)
    return flow.challenge(state, seat, cards, action.target)
