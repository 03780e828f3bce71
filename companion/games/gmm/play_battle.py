"""Battles and sudden death: turning up cards, the call, and in light depth who won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.switches import OnOff
from companion.core.texts import stage_text, tr
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId
from companion.games.gmm import flow
from companion.games.gmm.cards import LEAST, MOST, UNRATED
from companion.games.gmm.house import Redraw
from companion.games.gmm.state import SHOWING, Stage, State
from companion.games.gmm.table import (
    called,
    copies_left,
    from_winnings,
    monster,
    own_winnings,
    put,
    standing_rule,
    title,
    unknown_monster,
    unread,
    waiting,
)
from companion.games.gmm.words import ABILITIES, SPECIALS

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.gmm.actions import Call, Flip, Rate, Tie, Winner

_ONE: Final = 1


def rate_first(state: State) -> tuple[Question, ...]:
    """Ask for the ratings of a monster that lies open and is not known (GMM-S2b)."""
    card = unread(state)
    if card is None:
        return ()
    name, ability = called(state, card), title(state.ability)
    text = tr(
        "What are {name}'s six ratings, or at least its {ability}?", name=name, ability=ability
    )
    return (Question(None, text, "GMM-S2b", ("rate",)),)


# ---------------------------------------------------------------- turning up


def check_flip(state: State, action: Flip, seat: Seat) -> Findings:
    """GMM-B1, B2, T1 and D1: who turns up when; and which card it can be."""
    if not state.full:
        return stop("GMM-B2", tr("in light depth cards are not named: say who won"))
    timing = _turn_to_flip(state, seat)
    if timing and not getattr(timing[0], "forceable", True):
        return timing
    return (*timing, *rate_first(state), *_possible_card(state, action.card, seat))


def _turn_to_flip(state: State, seat: Seat) -> Findings:
    if state.stage not in SHOWING:
        return stop(
            "GMM-B2", tr("no card is turned up; {stage_text}", stage_text=stage_text(state.stage))
        )
    name = state.name(seat)
    if seat not in state.showing:
        names = state.names(state.showing)
        return stop("GMM-D1", tr("only {names} turn up cards in this sudden death", names=names))
    if state.flips[-1][seat] is not None:
        rule = "GMM-T1" if len(state.flips) > 1 else "GMM-B2"
        return stop(rule, tr("{name} has turned up a card already", name=name))
    if state.stage is Stage.DECLARE and seat != state.declarer:
        who = state.name(state.declarer)
        return against("GMM-B2", tr("first {who} turns up a card and calls high or low", who=who))
    return YES


def _possible_card(state: State, card: CardId, seat: Seat) -> Findings:
    name = state.name(seat)
    if card == UNNAMED:
        return (Question(seat, tr("{name}, which card is it?", name=name), "GMM-B2", ("flip",)),)
    if card not in SPECIALS:
        unknown = unknown_monster(state, card)
        if unknown:
            return unknown
    sudden = from_winnings(state)
    if sudden is not None:
        if state.players[seat].adjusted > 0 or card in own_winnings(state, sudden, seat):
            return YES
        return against(
            "GMM-D1",
            tr(
                "{called} is not left in {name}'s winnings pile",
                called=called(state, card),
                name=name,
            ),
        )
    if copies_left(state, card) > 0:
        return YES
    if card in SPECIALS:
        text = tr("there is one {called}, and it was turned up", called=called(state, card))
        return against("GMM-S2", tr("{text} since the cards were shuffled", text=text))
    return against(
        "GMM-S2b", tr("both cards of {called} have been turned up", called=called(state, card))
    )


def apply_flip(state: State, card: CardId, seat: Seat) -> State:
    """The card lies open; its rating is asked for when nobody has read it yet."""
    known = card in SPECIALS or monster(state, card) is not None
    if not known:
        # From now on the monster is known by name, also when its cards are shuffled again.
        state = replace(state, typed=tuple(sorted((*state.typed, (card, UNRATED)), key=_by_card)))
    return put(state, seat, card)


def _by_card(entry: tuple[CardId, object]) -> CardId:
    return entry[0]


# ---------------------------------------------------------------- the call


def check_call(state: State, action: Call, seat: Seat) -> Findings:
    """GMM-B1, B5, M2, R2, R3: who declares; GMM-T3: the call stays."""
    if state.stage is Stage.SUDDEN_DEATH:
        return stop("GMM-D1a", tr("sudden death is always high"))
    if state.stage not in SHOWING:
        return stop(
            "GMM-B1", tr("nobody declares; {stage_text}", stage_text=stage_text(state.stage))
        )
    if state.stage is Stage.FLIP:
        was = (
            tr("{call} was declared", call=state.call.said)
            if state.call
            else tr("the battle has begun")
        )
        rule = "GMM-T3" if len(state.flips) > 1 else "GMM-B1"
        if state.call is action.call:
            return stop(rule, was)
        return against(rule, tr("{was} and stays", was=was))
    if seat != state.declarer:
        rule = standing_rule(state)
        return (
            *against(rule, tr("{name} declares", name=state.name(state.declarer))),
            *rate_first(state),
        )
    if state.full and state.flips[-1][seat] is None:
        return against("GMM-B1", tr("{name} turns up the own card first", name=state.name(seat)))
    return rate_first(state)


def apply_call(state: State, action: Call, seat: Seat) -> State:
    """The call is made; the others turn up their cards (GMM-B2)."""
    if state.stage is Stage.FLIP:
        return replace(state, call=action.call)
    return replace(state, call=action.call, stage=Stage.FLIP, declarer=seat)


# ---------------------------------------------------------------- ratings


def check_rate(state: State, action: Rate) -> Findings:
    """GMM-S2b: what ratings there can be; GMM-R1: the round's own ability counts."""
    if not state.full:
        return stop("GMM-S2b", tr("in light depth cards are not named"))
    if action.card in SPECIALS:
        return stop(
            "GMM-B4", tr("{specials} rates 9 on high and 1 on low", specials=SPECIALS[action.card])
        )
    if len(action.ratings) not in {_ONE, len(ABILITIES)}:
        text = tr("give six ratings, or only the one for {title}", title=title(state.ability))
        return stop(
            "GMM-S2b", tr("{text}; these are {ratings}", text=text, ratings=len(action.ratings))
        )
    if not all(LEAST <= one <= MOST for one in action.ratings):
        return stop("GMM-S2b", tr("ratings go from {least} to {most}", least=LEAST, most=MOST))
    return (*unknown_monster(state, action.card), *_contradiction(state, action))


def _contradiction(state: State, action: Rate) -> Findings:
    """Ratings that are known already are said with their ability (GMM-R1)."""
    known = monster(state, action.card)
    if known is None:
        return YES
    name = called(state, action.card)
    said = dict(zip(ABILITIES, _six(state, action), strict=True))
    wrong = [
        (ability, printed)
        for ability, printed in zip(ABILITIES, known.ratings, strict=True)
        if printed is not None and said[ability] not in {None, printed}
    ]
    for ability, printed in wrong:
        if ability is state.ability:
            when = tr("The final battle") if state.sudden and state.sudden.final else ""
            when = when or tr("Round {round}", round=state.round)
            return against(
                "GMM-R1",
                tr(
                    "{when} uses {title}: {name} {printed}",
                    when=when,
                    title=title(ability),
                    name=name,
                    printed=printed,
                ),
            )
    if not wrong:
        return YES
    text = ", ".join(f"{title(ability)} {printed}" for ability, printed in wrong)
    return against("GMM-S2b", tr("{name} is known with {text}", name=name, text=text))


def _six(state: State, action: Rate) -> tuple[int | None, ...]:
    """The ratings said, in the order of the abilities; a single one is of the round's ability."""
    if len(action.ratings) == len(ABILITIES):
        return action.ratings
    return tuple(action.ratings[0] if one is state.ability else None for one in ABILITIES)


def apply_rate(state: State, action: Rate) -> State:
    """The ratings are known from now on, in later rounds too."""
    typed = dict(state.typed)
    old = typed.get(action.card, UNRATED)
    typed[action.card] = tuple(
        before if new is None else new for before, new in zip(old, _six(state, action), strict=True)
    )
    return replace(state, typed=tuple(sorted(typed.items(), key=_by_card)))


# ---------------------------------------------------------------- light depth


def check_said(state: State) -> Findings:
    """Light depth: people say how the cards came out (GMM-B3, GMM-T1, GMM-M1)."""
    if state.full:
        return stop("GMM-B3", tr("in full depth the cards themselves say who wins"))
    if state.stage not in SHOWING:
        return stop(
            "GMM-B3", tr("no cards lie open; {stage_text}", stage_text=stage_text(state.stage))
        )
    if state.stage is Stage.DECLARE:
        return against(
            "GMM-B1", tr("first {name} calls high or low", name=state.name(state.declarer))
        )
    return YES


def check_winner(state: State, action: Winner) -> Findings:
    """GMM-B3, GMM-D1."""
    if not state.has_seats(action.seat):
        return nobody_there("GMM-B3")
    found = check_said(state)
    if state.sudden and action.seat not in state.showing:
        names = state.names(state.showing)
        return stop("GMM-D1", tr("only {names} are in this sudden death", names=names))
    return found


def _all_shown(state: State) -> State:
    """Everybody has turned up a card; which one is not said."""
    for seat in waiting(state):
        state = put(state, seat, UNNAMED)
    return state


def apply_winner(state: State, seat: Seat) -> State:
    """The battle, or the sudden death, is won."""
    state = _all_shown(state)
    return flow.win_sudden(state, state.sudden, seat) if state.sudden else flow.win(state, seat)


def check_tie(state: State, action: Tie) -> Findings:
    """GMM-T1, GMM-D2: and by house rule who is still tied (GMM-D2a)."""
    found = check_said(state)
    strangers = [seat for seat in action.seats if seat not in state.showing]
    if strangers:
        return stop("GMM-T1", tr("who ties must have turned up a card"))
    if len(set(action.seats)) == _ONE:
        return stop("GMM-T1", tr("a tie is among two or more"))
    asks = state.sudden is not None and state.house.sd_redraw is Redraw.STILL_TIED
    if asks and not found and not action.seats and len(state.showing) > 2:  # noqa: PLR2004 - a pair
        return (Question(None, tr("Who is still tied?"), "GMM-D2a", ("tie",)),)
    return found


def apply_tie(state: State, action: Tie) -> State:
    """New cards, or nobody wins when there are none (GMM-T1, GMM-T5, GMM-D2)."""
    state = _all_shown(state)
    if state.sudden is None:
        return flow.tie(state)
    tied = tuple(sorted(set(action.seats))) or state.showing
    return flow.tie_sudden(state, state.sudden, tied)


def check_mashup(state: State) -> Findings:
    """GMM-M1; in sudden death only by house rule (GMM-D3)."""
    found = check_said(state)
    if not found and state.sudden and state.house.sd_mashup is OnOff.OFF:
        return against("GMM-D3", tr("there is no Monster Mashup in sudden death"))
    return found


def apply_mashup(state: State) -> State:
    """Nobody wins these cards."""
    state = _all_shown(state)
    if state.sudden is None:
        return flow.mashup(state, None)
    return flow.sudden_mashup(state, state.sudden, None)
