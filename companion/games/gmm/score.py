"""The itemised score sheet, and the standing with its ties explained."""

from collections.abc import Iterator
from typing import Final, assert_never

from companion.core.score import ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.games.gmm.flow import cards_won, first_places, trophies
from companion.games.gmm.house import FinalTie
from companion.games.gmm.state import Stage, State
from companion.games.gmm.table import title
from companion.games.gmm.words import ABILITIES

TROPHIES: Final = later("trophies")
CARDS: Final = later("cards")

FINAL: Final = later("final battle")

_HOW: Final = {
    "GMM-E1": later("most cards, {cards}"),
    "GMM-D1": later("sudden death after {cards} cards each"),
    "X-7": later("given by the table"),
}


def score(state: State) -> ScoreSheet:
    """Every Trophy with its rule, and every winnings pile that was counted."""
    lines: list[ScoreLine] = []
    for seat in state.seats:
        lines += _trophies(state, seat)
        lines += _cards(state, seat)
        if seat == state.champion:
            why = tr("won the battle between those who had the most Trophies")
            lines.append(ScoreLine(seat, tr(FINAL), 1, "GMM-E3", why))
    return ScoreSheet(tuple(lines))


def _trophies(state: State, seat: Seat) -> Iterator[ScoreLine]:
    for number, award in enumerate(state.awards):
        if award.winner == seat:
            how = tr(_HOW[award.rule], cards=award.cards[seat])
            text = later("round {number}, {title}: {how}")
            why = tr(text, number=number + 1, title=title(ABILITIES[number]), how=how)
            yield ScoreLine(seat, TROPHIES, 1, award.rule, why)


def _cards(state: State, seat: Seat) -> Iterator[ScoreLine]:
    for number, award in enumerate(state.awards):
        if award.cards[seat]:
            text = later("round {number}, {title}: winnings")
            why = tr(text, number=number + 1, title=title(ABILITIES[number]))
            yield ScoreLine(seat, CARDS, award.cards[seat], "GMM-E1", why)
    player, text = state.players[seat], later("round {round}, {title}: winnings so far")
    if player.won:
        why = tr(text, round=state.round, title=title(state.ability))
        yield ScoreLine(seat, CARDS, len(player.won), "GMM-B5", why)
    adjusted = player.winnings - len(player.won)
    if adjusted:
        yield ScoreLine(seat, CARDS, adjusted, "X-7", tr("adjusted by the table"))


# ---------------------------------------------------------------- standing


def standing(state: State) -> Standing:
    """The ranking by Trophies (GMM-E2); a shared first place by house rule (GMM-E3).

    Equal Trophies share a place, but with `cards` the sum of winnings orders them, and with
    `sudden_death` the winner of the final battle stands before the others that were tied.
    """
    merits = {seat: _merit(state, seat) for seat in state.seats}
    ranks = ranked(merits)
    places = (place for rank in ranks for place in rank.places(lambda seat: _why(state, seat)))
    decides = len(first_places(state)) > 1 and state.stage in {Stage.OVER, Stage.ABILITY}
    rule = "GMM-E3" if decides else "GMM-E2"
    return Standing(tuple(places), state.over, rule, _explanation(state))


def _merit(state: State, seat: Seat) -> tuple[int, ...]:
    """What counts, the weightiest first; whoever has left stands behind all who play (X-12)."""
    match state.house.final_tie:
        case FinalTie.SHARED:
            merit: tuple[int, ...] = (trophies(state, seat),)
        case FinalTie.CARDS:
            merit = (trophies(state, seat), cards_won(state, seat))
        case FinalTie.SUDDEN_DEATH:
            merit = (int(seat == state.champion), trophies(state, seat))
        case _:
            assert_never(state.house.final_tie)
    return (int(seat in state.present), *merit)


def _why(state: State, seat: Seat) -> str:
    count = trophies(state, seat)
    text = trn("{count} Trophy", "{count} Trophies", count)
    if state.house.final_tie is FinalTie.CARDS:
        text += trn(", {count} card in all", ", {count} cards in all", cards_won(state, seat))
    if seat == state.champion:
        text += tr(", won the final battle")
    return text


def _explanation(state: State) -> str:
    finished, whole = len(state.awards), len(ABILITIES)
    if not finished:
        return tr("No Trophy has been won yet.")
    if not state.over:
        text = later("Provisional, after {finished} of {abilities} Trophies: the most Trophies lead.")
        return tr(text, finished=finished, abilities=whole)
    first = first_places(state)
    names, most = state.names(first), trophies(state, first[0])
    if len(first) == 1:
        text = later("{names} has the most Trophies, {most} of {abilities} (GMM-E2).")
        return tr(text, names=names, most=most, abilities=whole)
    text = later("{names} have {most} Trophies each; {tie_break} (GMM-E3).")
    return tr(text, names=names, most=most, tie_break=_tie_break(state))


def _tie_break(state: State) -> str:
    match state.house.final_tie:
        case FinalTie.SHARED:
            return tr("they share the first place")
        case FinalTie.CARDS:
            won = {seat: cards_won(state, seat) for seat in first_places(state)}
            first = [seat for seat in won if won[seat] == max(won.values())]
            sums = ", ".join(f"{state.name(seat)} {won[seat]}" for seat in won)
            text = later("by the sum of all winnings ({sums}) {who} is first")
            if len(first) > 1:
                text = later("by the sum of all winnings ({sums}) {who} share the first place")
            return tr(text, sums=sums, who=state.names(first))
        case FinalTie.SUDDEN_DEATH:
            if state.champion is None:
                return tr("no battle was fought for it, so they share the first place")
            return tr("{name} won the battle that decides", name=state.name(state.champion))
        case _:
            assert_never(state.house.final_tie)
