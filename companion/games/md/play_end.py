"""Counting hands at the end (MD-Z), and what the table puts right by its own ruling (X-7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.core.dice import kind_name
from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import stage_text, tr
from companion.games.md.flow import settle
from companion.games.md.state import BORDERS, ENDED, Stage, State
from companion.games.md.table import (
    add_to_hand,
    cards_in_play,
    exists,
    has_copy,
    move_die,
)
from companion.games.md.words import MAX_VALUE, SPECIAL_NAMES, DieId, HandCard, Place, Special, Zone

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md import actions as act
    from companion.games.md.cards import MdCatalogue

ALL_HANDS = tr("count the hand right first (adjust-card)")


def _check_counting(state: State, seat: Seat, *, full: bool) -> Findings:
    if state.stage is not Stage.SCORING:
        return stop(
            "MD-Z1",
            tr(
                "hands are counted after the last round; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if state.full is not full:
        how = tr("card by card (show)") if state.full else tr("as a total (total)")
        return stop(
            "MD-Z2",
            tr("in {depth} depth a hand is entered {how}", depth=state.setup.depth, how=how),
        )
    if state.players[seat].points is not None:
        return stop("MD-Z2", tr("{name}'s hand is counted already", name=state.name(seat)))
    return YES


# ---------------------------------------------------------------- full depth


def lying(state: State) -> Counter[HandCard]:
    """Cards that lie open by now: played ones, and hands laid open."""
    found: Counter[HandCard] = Counter()
    for player in state.players:
        found.update(HandCard(special=card) for card in player.played)
        found.update(player.shown or ())
    return found


def check_show(state: State, action: act.Show, seat: Seat) -> Findings:
    """MD-Z2, against the copies of the catalogue (MD-S1b)."""
    wrong, box = _check_counting(state, seat, full=True), state.catalogue
    if wrong or box is None:
        return wrong
    hand, named = state.players[seat].hand, len(action.cards)
    if named != hand:
        text = tr(
            "{name} has {hand} cards, {named} are named; {all_hands}",
            name=state.name(seat),
            hand=hand,
            named=named,
            all_hands=ALL_HANDS,
        )
        return stop("MD-Z2", text)
    findings: Findings = YES
    open_cards = lying(state)
    for card, count in Counter(action.cards).items():
        copies = box.copies(card)
        if count + open_cards[card] > copies:
            what = (
                SPECIAL_NAMES[card.special]
                if card.special
                else tr("point card {card}", card=card.value)
            )
            findings += against(
                "MD-S1b",
                tr(
                    "{what}: {count} named, the deck has {copies}",
                    what=what,
                    count=count + open_cards[card],
                    copies=copies,
                ),
            )
    return findings + _check_last(state, action, box)


def _check_last(state: State, action: act.Show, box: MdCatalogue) -> Findings:
    """The deck is empty, so the last hand must bring a Dimwit that has not shown yet (MD-K7)."""
    dimwit = HandCard(special=Special.DIMWIT)
    waiting = [one for one in state.players if one.points is None]
    known = lying(state)[dimwit] or dimwit in action.cards or not box.copies(dimwit)
    if len(waiting) > 1 or known:
        return YES
    return against("MD-K7", tr("the deck is empty, so somebody has the Dimwit; nobody showed it"))


def apply_show(state: State, action: act.Show, seat: Seat) -> State:
    """The hand lies open and counts."""
    cards = tuple(sorted(action.cards, key=lambda card: (card.special or "", card.value)))
    specials = [card.special for card in cards if card.special is not None]
    dimwits = specials.count(Special.DIMWIT)
    player = replace(
        state.players[seat],
        shown=cards,
        points=sum(card.value for card in cards),
        specials=len(specials) - dimwits,
        dimwits=dimwits,
    )
    return settle(state.with_player(seat, player))


# ---------------------------------------------------------------- light depth


def check_total(state: State, action: act.HandTotal, seat: Seat) -> Findings:
    """MD-Z2, MD-Z2a."""
    wrong = _check_counting(state, seat, full=False)
    if wrong:
        return wrong
    hand = state.players[seat].hand
    if not 0 <= action.specials <= hand:
        return stop(
            "MD-Z2a",
            tr("{specials} special cards in a hand of {hand}", specials=action.specials, hand=hand),
        )
    most = MAX_VALUE * (hand - action.specials)
    if not 0 <= action.points <= most:
        return stop(
            "MD-Z2",
            tr("{points} points in a hand of {hand} cards", points=action.points, hand=hand),
        )
    return YES


def apply_total(state: State, action: act.HandTotal, seat: Seat) -> State:
    """The hand counts as entered."""
    player = replace(state.players[seat], points=action.points, specials=action.specials)
    return settle(state.with_player(seat, player))


def check_dimwit(state: State, action: act.DimwitHolder) -> Findings:
    """MD-K7: asked only now, when hands are open anyway."""
    if state.stage is not Stage.SCORING:
        return stop(
            "MD-K7",
            tr(
                "who has the Dimwit is asked at the end only; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if state.full:
        return stop("MD-K7", tr("in full depth the hands show who has the Dimwit"))
    if action.seat is None:
        return against("MD-K7", tr("the deck is empty, so somebody has the Dimwit"))
    if not state.has_seats(action.seat):
        return nobody_there("MD-K7")
    if state.players[action.seat].hand < 1:
        return stop("MD-K7", tr("{name} has no card in hand", name=state.name(action.seat)))
    return YES


def apply_dimwit(state: State, action: act.DimwitHolder) -> State:
    """One player has it, or by a ruling nobody."""
    players = tuple(
        replace(one, dimwits=int(seat == action.seat)) for seat, one in enumerate(state.players)
    )
    return settle(replace(state, players=players, nobody=action.seat is None))


# ---------------------------------------------------------------- the table's own rulings


def _sound(state: State) -> Findings:
    if state.stage in BORDERS | {Stage.SCORING}:
        return YES
    return stop(
        "X-7",
        tr("wait until nothing is half done; {stage_text}", stage_text=stage_text(state.stage)),
    )


def check_adjust_die(state: State, action: act.AdjustDie) -> Findings:
    """X-7."""
    wrong = _sound(state)
    if wrong:
        return wrong
    if action.die.owner is None or not exists(state, action.die):
        return stop(
            "X-7",
            tr(
                "say which {kind_name}, by its owner: teeth@2", kind_name=kind_name(action.die.kind)
            ),
        )
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    return YES


def apply_adjust_die(state: State, action: act.AdjustDie) -> State:
    """The die lies where the table says."""
    assert action.die.owner is not None  # noqa: S101 - check refused it otherwise
    wanted = DieId(action.die.kind, action.die.owner)
    ill = action.place is Place.INFIRMARY
    return settle(move_die(state, wanted, action.seat, infirmary=ill))


def check_adjust_card(state: State, action: act.AdjustCard) -> Findings:
    """X-7; no card comes into the game or leaves it (MD-I6)."""
    wrong = _sound(state)
    if wrong:
        return wrong
    zones = (action.source, action.target)
    if Zone.DECK in zones and state.stage in ENDED:
        return stop("X-7", tr("the deck is empty and the last round is over"))
    if Zone.PLAYED in zones and action.card in {None, Special.DIMWIT}:
        return stop("X-7", tr("say which special card lies in front: is myopia"))
    for zone, seat in ((action.source, action.source_seat), (action.target, action.target_seat)):
        if zone is not Zone.DECK and (seat is None or not state.has_seats(seat)):
            return stop("X-7", tr("say whose {zone}", zone=zone.value))
    return _check_source(state, action)


def _check_source(state: State, action: act.AdjustCard) -> Findings:
    seat, card = action.source_seat, action.card
    match action.source:
        case Zone.DECK:
            there = state.deck > 0
        case Zone.HAND:
            there = seat is not None and state.players[seat].hand > 0
        case Zone.PLAYED:
            there = seat is not None and card in state.players[seat].played
        case _:
            assert_never(action.source)
    if not there:
        return stop("X-7", tr("no such card is in the {source}", source=action.source.value))
    hidden = action.source is not Zone.PLAYED and action.target is Zone.PLAYED
    return has_copy(state, card) if hidden and card is not None else YES


def apply_adjust_card(state: State, action: act.AdjustCard) -> State:
    """One card goes from one place to another; a hand counted before is counted anew."""
    total = cards_in_play(state)
    state = _change(state, action.source, action.source_seat, action.card, -1)
    state = _change(state, action.target, action.target_seat, action.card, 1)
    assert cards_in_play(state) == total  # noqa: S101 - MD-I6
    return settle(state)


def _change(state: State, zone: Zone, seat: Seat | None, card: Special | None, by: int) -> State:
    if zone is Zone.DECK or seat is None:
        return replace(state, deck=state.deck + by)
    if zone is Zone.HAND:
        state = add_to_hand(state, seat, by)
        player = state.players[seat]
        if state.stage is Stage.SCORING:
            points = None if player.hand else 0
            player = replace(player, shown=None, points=points, specials=0, dimwits=0)
        return state.with_player(seat, player)
    player = state.players[seat]
    played = list(player.played)
    assert card is not None  # noqa: S101 - check asked which one otherwise
    if by > 0:
        played.append(card)
    else:
        played.remove(card)
    return state.with_player(seat, replace(player, played=tuple(played)))


def check_adjust_score(state: State, action: act.AdjustScore) -> Findings:
    """X-7; also after the end."""
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    if abs(action.points) > 999:  # noqa: PLR2004 - beyond any game
        return stop("X-7", tr("{points} points are beyond any game", points=action.points))
    if state.stage is Stage.FINAL_ROLL:
        return stop("X-7", tr("the tied are rolling it off; change points before or after"))
    return YES


def apply_adjust_score(state: State, action: act.AdjustScore) -> State:
    """The points stand on the score sheet as a line of their own."""
    player = state.players[action.seat]
    changed = replace(player, adjusted=player.adjusted + action.points)
    return state.with_player(action.seat, changed)
