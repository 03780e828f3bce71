"""The score sheet and the standing of Classic and Arena (MON-C24, MON-C25).

What counts are Dragon cards of their own faction; every fight stands on the sheet, draws too.
"""

from collections.abc import Iterator
from typing import Final

from companion.core.score import ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat, clockwise
from companion.core.texts import later, tr, trn
from companion.games.mon.cards import DRAGON_CARDS
from companion.games.mon.classic.state import Outcome, Stage, State

DRAGONS: Final = later("dragons")


def score(state: State) -> ScoreSheet:
    """Every fight of everybody, with the Dragon card that it brought."""
    return ScoreSheet(tuple(line for seat in _seats(state) for line in _lines(state, seat)))


def _seats(state: State) -> tuple[Seat, ...]:
    """All seats clockwise from the youngest, those of players who have left too."""
    return clockwise(len(state.players), state.youngest)


def _lines(state: State, seat: Seat) -> Iterator[ScoreLine]:
    player = state.players[seat]
    for outcome in state.fights:
        if seat in (outcome.attacker, outcome.defender):
            yield _fight(state, seat, outcome)
    if player.lost:
        yield ScoreLine(seat, DRAGONS, -player.lost, "MON-C18b", tr("taken off by a Spell"))
    if player.mended:
        yield ScoreLine(seat, DRAGONS, player.mended, "X-7", tr("moved by the table"))


def _fight(state: State, seat: Seat, outcome: Outcome) -> ScoreLine:
    attacks = seat == outcome.attacker
    other = state.name(outcome.defender if attacks else outcome.attacker)
    own, theirs = outcome.points if attacks else outcome.points[::-1]
    what = f"{other} {own}-{theirs}"
    if outcome.winner is None:
        why = tr("draw with {what}: no Dragon card", what=what)
        return ScoreLine(seat, DRAGONS, 0, "MON-C22", why)
    if outcome.winner != seat:
        return ScoreLine(seat, DRAGONS, 0, "MON-C19", tr("lost to {what}", what=what))
    dragon = outcome.dragon
    if dragon is None:
        why = tr("beat {what}: no Dragon card taken", what=what)
        return ScoreLine(seat, DRAGONS, 0, "MON-C20", why)
    own_one = dragon.faction is state.players[seat].faction
    taken = state.called_card(dragon.card)
    why = tr("beat {what}: {taken}", what=what, taken=taken)
    if not own_one:
        why += tr(", of {faction}", faction=dragon.faction)
    return ScoreLine(seat, DRAGONS, int(own_one), "MON-C20", why)


def standing(state: State) -> Standing:
    """The ranking by Dragon cards of their own faction; equal numbers share a place (MON-C25)."""
    over = state.stage is Stage.OVER
    won = winner(state) if over else None
    merits = {seat: (state.players[seat].own_dragons,) for seat in _seats(state)}
    ranks = ranked(merits)
    places = [place for rank in ranks for place in rank.places(lambda seat: _why(state, seat))]
    return Standing(
        places=tuple(places),
        final=over,
        rule="MON-C24" if over else "MON-C25",
        explanation=_so_far(state) if won is None else _explanation(state, won),
    )


def _why(state: State, seat: Seat) -> str:
    player = state.players[seat]
    count = trn("{count} Dragon card", "{count} Dragon cards", player.own_dragons)
    if player.faction is None:
        return count
    return tr("{count} of {faction}", count=count, faction=player.faction)


def winner(state: State) -> Seat | None:
    """Who has the five cards of their own faction's Dragon (MON-C24)."""
    return next((seat for seat in state.order if state.players[seat].own_dragons >= DRAGON_CARDS), None)


def _so_far(state: State) -> str:
    if not any(player.dragons for player in state.players):
        return tr("Nobody has a Dragon card yet.")
    return tr("Provisional, by Dragon cards of their own faction (MON-C25).")


def _explanation(state: State, seat: Seat) -> str:
    return tr(
        "{name} has all five cards of the {whose} Dragon and wins at once (MON-C24); "
        "the others by Dragon cards of their own faction, equal numbers share "
        "(MON-C25).",
        name=state.name(seat),
        whose=state.players[seat].faction,
    )
