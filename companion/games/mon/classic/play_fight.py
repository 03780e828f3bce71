"""The fight: flip, Power cards, Spells, yield and pass (MON-C13 to MON-C18a)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, no_names, stop
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Effect, Op
from companion.games.mon.classic import flow
from companion.games.mon.classic.house import SpellTiming
from companion.games.mon.classic.state import (
    DRAGON,
    Fight,
    Played,
    Stage,
    State,
    common,
    minus,
)
from companion.games.mon.classic.table import back, stage_text
from companion.games.mon.monster import LEAST
from companion.games.mon.words import Icon, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.seats import Seat
    from companion.games.mon.classic.actions import Flip, Power, Spell

MOST_POINTS: Final = 999
MOST_CHANGE: Final = 99


# ---------------------------------------------------------------- flipping


def check_flip(state: State, action: Flip) -> Findings:
    """MON-C13: with a catalogue the points are known, otherwise each fighter says them."""
    if state.stage is not Stage.FLIP:
        return stop(
            "MON-C13", tr("no monsters are to be flipped; {now}", now=stage_text(state.stage))
        )
    said = (action.points, action.cards) != (None, None) or action.dragons != 0
    if state.full:
        return stop("MON-C13", tr("the catalogue knows the points: say flip")) if said else YES
    seat = action.actor
    if seat not in state.fought.seats:
        return stop("MON-C13", tr("each fighter says what the own monster counts"))
    if state.fought.side(seat).points is not None:
        return stop("MON-C13", tr("{name} has said it already", name=state.name(seat)))
    if action.points is None or action.cards is None:
        text = tr(
            "{name}, how many points has your monster, and how many cards?", name=state.name(seat)
        )
        return (Question(seat, text, "MON-C13", ("flip",)),)
    return _check_sums(state, seat, action.points, (action.cards, action.dragons))


def _check_sums(state: State, seat: Seat, points: int, counts: tuple[int, int]) -> Findings:
    cards, dragons = counts
    player = state.players[seat]
    if not 0 <= points <= MOST_POINTS:
        return stop(
            "MON-C13",
            tr("say the points as a number from 0 to {most_points}", most_points=MOST_POINTS),
        )
    if not 0 <= dragons <= min(cards, len(player.dragons)):
        return stop(
            "MON-C13",
            tr(
                "{name} has {dragons} Dragon cards",
                name=state.name(seat),
                dragons=len(player.dragons),
            ),
        )
    if cards - dragons > len(player.parts):
        return stop(
            "MON-C13",
            tr(
                "{name} has {parts} parts on the table",
                name=state.name(seat),
                parts=len(player.parts),
            ),
        )
    if cards < LEAST:
        return against("MON-C8", tr("a monster has at least {least} cards", least=LEAST))
    return YES


def apply_flip(state: State, action: Flip) -> State:
    """Once all points are known the lower side reinforces first (MON-C14, MON-C15)."""
    fight = state.fought
    if not state.full and action.actor is not None:
        regular = (action.cards or 0) - action.dragons
        cards = (UNNAMED,) * regular + (DRAGON,) * action.dragons
        side = replace(fight.side(action.actor), points=action.points or 0, cards=cards)
        fight = fight.with_side(side)
        if any(one.points is None for one in fight.sides):
            return replace(state, fight=fight)
    return flow.flip(replace(state, fight=fight), fight)


# ---------------------------------------------------------------- playing cards


def _check_fighter(state: State, seat: Seat, rule: str) -> Findings:
    if state.stage is not Stage.REINFORCE:
        return stop(
            rule, tr("cards are played in a fight alone; {now}", now=stage_text(state.stage))
        )
    if seat not in state.fought.seats:
        return stop("MON-C17a", tr("{name} is not in this fight", name=state.name(seat)))
    return YES


def _check_hand(state: State, seat: Seat, card: CardId, kind: Kind) -> Findings:
    """MON-C5: the card may be one of the hidden ones."""
    if not state.players[seat].hand:
        return stop("MON-C5", tr("{name} holds no hidden card", name=state.name(seat)))
    if not state.full:
        return YES if card == UNNAMED else no_names("MON-C5", card)
    known = state.cards.get(card)
    if known is None or known.kind is not kind:
        what = tr("Power card") if kind is Kind.POWER else tr("Spell")
        return stop(
            "MON-C16" if kind is Kind.POWER else "MON-C17",
            tr("{card} is no {what}", card=card, what=what),
        )
    out = sum(1 for side in state.fought.sides for played in side.played if played.card == card)
    if out >= known.copies:
        return stop("MON-C5", tr("no other copy of {card} is left", card=card))
    return YES


def check_power(state: State, action: Power, seat: Seat) -> Findings:
    """MON-C16, MON-C18a: it needs its icon on the own monster, and counts once."""
    wrong = _check_fighter(state, seat, "MON-C16") or _check_hand(
        state, seat, action.card, Kind.POWER
    )
    if wrong:
        return wrong
    if state.full:
        if action.points is not None:
            return stop("MON-C16", tr("the catalogue knows the points of the card"))
        return (*check_priority(state, state.fought, seat), *_check_icon(state, action.card, seat))
    if action.points is None:
        text = tr("{name}, how many points has the Power card?", name=state.name(seat))
        return (Question(seat, text, "MON-C16", ("power",)),)
    if not 0 <= action.points <= MOST_CHANGE:
        return stop(
            "MON-C16",
            tr("say the points as a number from 0 to {most_change}", most_change=MOST_CHANGE),
        )
    return check_priority(state, state.fought, seat)


def check_priority(state: State, fight: Fight, seat: Seat) -> Findings:
    """MON-C15, MON-C15a: one side after the other."""
    if seat == fight.reinforces:
        return YES
    rule = "MON-C15" if _untouched(fight) else "MON-C15a"
    return against(rule, tr("it is for {name} to reinforce", name=state.name(fight.reinforces)))


def _untouched(fight: Fight) -> bool:
    return not any(side.played for side in fight.sides) and not fight.passes


def _check_icon(state: State, card: CardId, seat: Seat) -> Findings:
    side, needed = state.fought.side(seat), icons(state, (card,))
    if needed <= icons(state, side.standing):
        return YES
    whose, wanted = tr("{name}'s monster", name=state.name(seat)), ", ".join(needed)
    if needed <= icons(state, side.removed):
        return against(
            "MON-C18a", tr("no {wanted} icon left in {whose}", wanted=wanted, whose=whose)
        )
    return against("MON-C16", tr("no {wanted} icon in {whose}", wanted=wanted, whose=whose))


def icons(state: State, cards: Iterable[CardId]) -> frozenset[Icon]:
    """The power-up icons on flipped cards."""
    backs = (back(state, card) for card in cards)
    return frozenset(icon for one in backs if one is not None for icon in one.icons)


def apply_power(state: State, action: Power, seat: Seat) -> State:
    """Its points count once, however many icons match (MON-C16)."""
    its = back(state, action.card)
    points = its.points if its is not None else action.points or 0
    return _play(state, seat, Played(action.card, Kind.POWER, own=points))


def _play(state: State, seat: Seat, played: Played) -> State:
    fight = state.fought
    side, other = fight.side(seat), fight.other(seat)
    fight = fight.with_side(replace(side, played=(*side.played, played)))
    if played.off:
        removed = tuple(sorted((*other.removed, *played.off)))
        fight = fight.with_side(replace(other, removed=removed))
    acted = fight.acted or seat == fight.priority
    player = replace(state.players[seat], hand=state.players[seat].hand - 1)
    state = state.with_player(seat, player)
    return replace(state, fight=replace(fight, acted=acted, passes=0))


# ---------------------------------------------------------------- Spells


def check_spell(state: State, action: Spell, seat: Seat) -> Findings:
    """MON-C17, MON-C17a, MON-C18: in a fight, with priority, doing what is written."""
    wrong = _check_fighter(state, seat, "MON-C17") or _check_hand(
        state, seat, action.card, Kind.SPELL
    )
    if wrong:
        return wrong
    missing = minus(action.off, state.fought.other(seat).standing)
    if missing:
        return stop("MON-C18", tr("{missing} is not on the other monster", missing=missing[0]))
    if any(abs(points or 0) > MOST_CHANGE for points in (action.own, action.theirs)):
        return stop(
            "MON-C17",
            tr("a Spell changes points by at most {most_change}", most_change=MOST_CHANGE),
        )
    wrong = _check_effect(state, action, seat)
    return wrong or _check_timing(state, state.fought, seat)


def _check_timing(state: State, fight: Fight, seat: Seat) -> Findings:
    if state.house.spell_timing is SpellTiming.ANYTIME or seat == fight.reinforces:
        return YES
    return against("MON-C17a", tr("{whose} has priority", whose=state.name(fight.reinforces)))


def _check_effect(state: State, action: Spell, seat: Seat) -> Findings:
    effect = effect_of(state, action.card)
    silent = not action.off and action.own is None and action.theirs is None
    if effect is None or effect.op is Op.CUSTOM:
        if not silent:
            return YES
        text = tr(
            "What does the Spell change{effect}", effect=": " + effect.text if effect else "?"
        )
        return (Question(seat, text, "MON-C17", ("spell",)),)
    if (action.own, action.theirs) != (None, None):
        return stop("MON-C17", tr("the catalogue knows what this Spell counts"))
    if effect.op is Op.ADD:
        return stop("MON-C17", tr("this Spell takes nothing off")) if action.off else YES
    return _check_removal(state, action, effect, seat)


def effect_of(state: State, card: CardId) -> Effect | None:
    """What is written on a Spell that is being played; None when only people can read it."""
    its = back(state, card)
    return None if its is None else its.effect


def removable(state: State, fight: Fight, seat: Seat, effect: Effect) -> tuple[CardId, ...]:
    """The cards of the other monster that a Spell could take off (MON-C18)."""
    standing = dict.fromkeys(fight.other(seat).standing)
    return tuple(
        card for card in standing if effect.part is None or state.cards[card].part is effect.part
    )


def _check_removal(state: State, action: Spell, effect: Effect, seat: Seat) -> Findings:
    fitting = removable(state, state.fought, seat, effect)
    if not action.off:
        if not fitting:
            return YES
        text = tr(
            "{effect} Which one: {fitting}?", effect=effect.text, fitting=tr(" or ").join(fitting)
        ).lstrip()
        return (Question(seat, text, "MON-C18", ("spell",)),)
    if len(action.off) > 1:
        return stop("MON-C18", tr("this Spell takes off one part alone"))
    if action.off[0] not in fitting:
        return against(
            "MON-C17",
            tr("this Spell takes off a {part}, not {off}", part=effect.part, off=action.off[0]),
        )
    return YES


def apply_spell(state: State, action: Spell, seat: Seat) -> State:
    """What is written happens; points of Power cards stay (MON-C17, MON-C18)."""
    effect = effect_of(state, action.card)
    own, theirs = action.own or 0, action.theirs or 0
    if effect is not None and effect.op is Op.ADD:
        own = effect.points
    off = common(action.off, state.fought.other(seat).standing)
    return _play(state, seat, Played(action.card, Kind.SPELL, own, theirs, off))


# ---------------------------------------------------------------- going on


def check_yield(state: State, seat: Seat) -> Findings:
    """MON-C15a: after playing at least one card."""
    return _check_leaves(state, seat) or _check_acted(state, acted=True)


def check_pass(state: State, seat: Seat) -> Findings:
    """MON-C15a: without playing any."""
    return _check_leaves(state, seat) or _check_acted(state, acted=False)


def _check_leaves(state: State, seat: Seat) -> Findings:
    wrong = _check_fighter(state, seat, "MON-C15a")
    if wrong or seat == state.fought.reinforces:
        return wrong
    return stop(
        "MON-C15a",
        tr("it is for {name} to reinforce or pass", name=state.name(state.fought.reinforces)),
    )


def _check_acted(state: State, *, acted: bool) -> Findings:
    if state.fought.acted is acted:
        return YES
    text = tr("no card was played: say pass") if acted else tr("a card was played: say yield")
    return stop("MON-C15a", text)


def apply_yield(state: State, seat: Seat) -> State:
    """The other side may reinforce."""
    fight = state.fought
    fight = replace(fight, priority=fight.other(seat).seat, acted=False, passes=0)
    return replace(state, fight=fight)


def apply_pass(state: State, seat: Seat) -> State:
    """Two passes in a row end the fight (MON-C15a)."""
    fight = state.fought
    passes = fight.passes + 1
    if passes == 2:  # noqa: PLR2004 - one of each side
        return flow.end_fight(state, fight)
    fight = replace(fight, priority=fight.other(seat).seat, acted=False, passes=passes)
    return replace(state, fight=fight)
