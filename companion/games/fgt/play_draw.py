"""Cards from the Reserves: for an ability (FGT-K6, K11), at the clean-up (D2, D3), reshuffles (D4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt.flow import drawn, fresh, go_on, new_graveyard, reshuffle
from companion.games.fgt.play_setup import check_opened, unnamed
from companion.games.fgt.state import Scored, Stage, State
from companion.games.fgt.table import check_different, check_from_hidden, in_turn, stage_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.fgt.actions import AllDrew, Drew, Reshuffled, Reveal
    from companion.games.fgt.state import Search
    from companion.games.fgt.words import Family


# ---------------------------------------------------------------- an ability turns up cards


def check_reveal(state: State, action: Reveal, seat: Seat) -> Findings:
    """FGT-K6, K11: as many as the ability says, or what there is."""
    if state.stage is not Stage.REVEAL:
        return stop("FGT-K6", tr("nothing is turned up; {now}", now=stage_text(state.stage)))
    if not state.full:
        return stop("FGT-K6", tr("in light depth say how many were drawn and what was scored"))
    findings = _check_amount(state, seat, len(action.cards), "FGT-K6")
    if findings:
        return findings
    findings = check_different(action.cards, "FGT-K6") or check_different(action.scores, "FGT-K6")
    for card in action.cards:
        findings = findings or check_from_hidden(state, card, "FGT-K6")
    if findings:
        return findings
    if action.scores and state.searching.families is not None:
        return stop("FGT-K6", tr("which of them are scored, the ability says"))
    if not set(action.scores) <= set(action.cards):
        return stop("FGT-K6", tr("only what is turned up can be scored"))
    return YES


def _check_amount(state: State, seat: Seat, count: int, rule: str) -> Findings:
    """The drawing seat, and at least one card of those owed, as far as the Reserves go."""
    if seat != state.searching.seat:
        return stop(rule, tr("it is {name} who turns up Warriors", name=state.name(state.turn)))
    most = min(state.players[seat].owed, state.reserves)
    if not 1 <= count <= most:
        return stop(
            rule, tr("1 to {most} Warriors are turned up now, not {count}", most=most, count=count)
        )
    return YES


def apply_reveal(state: State, action: Reveal, seat: Seat) -> State:
    """They are kept apart until the draw is complete."""
    search = state.searching
    scored = tuple(card for card in action.cards if _is_scored(state, search, card, action.scores))
    others = tuple(card for card in action.cards if card not in scored)
    to_pile = tuple(Scored(_family(state, card), card) for card in scored)
    return _kept_apart(drawn(state, seat, len(action.cards)), search, others, to_pile)


def _is_scored(state: State, search: Search, card: CardId, chosen: tuple[CardId, ...]) -> bool:
    if search.families is None:
        return card in chosen
    known = state.warrior(card)
    return known is not None and known.family in search.families


def _family(state: State, card: CardId) -> Family | None:
    known = state.warrior(card)
    return known.family if known else None


def _kept_apart(
    state: State, search: Search, others: Iterable[CardId], scored: Iterable[Scored]
) -> State:
    search = replace(search, revealed=(*search.revealed, *others), scored=(*search.scored, *scored))
    return go_on(replace(state, search=search))


# ---------------------------------------------------------------- counted draws


def check_drew(state: State, action: Drew, seat: Seat) -> Findings:
    """FGT-D2, D3; in light depth FGT-K6 as well."""
    match state.stage:
        case Stage.REVEAL if not state.full:
            findings = _check_amount(state, seat, action.count, "FGT-K6")
            if not findings and len(action.scores) > action.count:
                return stop("FGT-K6", tr("no more can be scored than were drawn"))
            return findings
        case Stage.DRAW:
            return _check_hand_draw(state, action, seat)
        case _:
            return stop("FGT-D2", tr("no Warriors are drawn; {now}", now=stage_text(state.stage)))


def _check_hand_draw(state: State, action: Drew, seat: Seat) -> Findings:
    if action.scores:
        return stop("FGT-D2", tr("Warriors drawn at the clean-up go to the hand"))
    if not 1 <= action.count <= state.reserves:
        return stop(
            "FGT-D2",
            tr(
                "the Reserves hold {reserves}, not {count}",
                reserves=state.reserves,
                count=action.count,
            ),
        )
    owed = state.players[seat].owed
    if not owed:
        return stop("FGT-D2", tr("{name} has drawn already", name=state.name(seat)))
    if action.count > owed:
        return against(
            "FGT-D2", tr("{name} has {owed} left to draw", name=state.name(seat), owed=owed)
        )
    return in_turn(state, seat, "FGT-D3", "draws")


def apply_drew(state: State, action: Drew, seat: Seat) -> State:
    """The cards go to the hand, or are kept apart for the ability that drew them."""
    if state.stage is Stage.REVEAL:
        scored = tuple(Scored(family) for family in action.scores)
        others = unnamed(action.count - len(scored))
        return _kept_apart(drawn(state, seat, action.count), state.searching, others, scored)
    more = action.count > state.players[seat].owed
    state = replace(_to_hand(state, seat, action.count), uneven=state.uneven or more)
    return go_on(state)


def _to_hand(state: State, seat: Seat, count: int) -> State:
    state = drawn(state, seat, count)
    player = fresh(state.players[seat])
    return state.with_player(seat, replace(player, hand=player.hand + count))


def owed_by_all(state: State) -> int:
    """How many Warriors are still to be drawn."""
    return sum(player.owed for player in state.players)


def check_all_drew(state: State, _action: AllDrew) -> Findings:
    """FGT-D2: in one go, where no reshuffle falls between the draws."""
    if state.stage is not Stage.DRAW:
        return stop("FGT-D2", tr("no Warriors are drawn; {now}", now=stage_text(state.stage)))
    needed = owed_by_all(state)
    if needed > state.reserves:
        text = tr(
            "{needed} are to be drawn and the Reserves hold {reserves}: one by one",
            needed=needed,
            reserves=state.reserves,
        )
        return stop("FGT-D4", text)
    return YES


def apply_all_drew(state: State, _action: AllDrew) -> State:
    """Everybody's two go to the hands, in order from the first player (FGT-D3)."""
    for seat in state.order:
        state = _to_hand(state, seat, state.players[seat].owed)
    return go_on(state)


# ---------------------------------------------------------------- reshuffle


def check_reshuffled(state: State, action: Reshuffled) -> Findings:
    """FGT-D4, D5."""
    if state.stage is not Stage.RESHUFFLE:
        return stop("FGT-D4", tr("nothing is shuffled; {now}", now=stage_text(state.stage)))
    if action.cards and not new_graveyard(state):
        text = tr(
            "with {graveyard} in the Graveyard no new one is formed", graveyard=len(state.graveyard)
        )
        return stop("FGT-D5", text)
    beneath = replace(state, graveyard=())
    findings = check_opened(beneath, action.cards, new_graveyard(state), "FGT-D4")
    if findings:
        return findings
    known = set(state.graveyard)
    strange = [card for card in action.cards if card not in known]
    if strange and len(strange) > state.graveyard.count(UNNAMED):
        return stop("FGT-D4", tr("{strange} did not lie in the Graveyard", strange=strange[0]))
    return YES


def apply_reshuffled(state: State, action: Reshuffled) -> State:
    """New Reserves, and the first three of them in the Graveyard."""
    return reshuffle(state, action.cards or unnamed(new_graveyard(state)))
