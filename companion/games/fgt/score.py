"""The itemised score sheet (FGT-E2) and the standing with its ties (FGT-E3, E4)."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from companion.core.score import Rank, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, of, tr, trn
from companion.games.fgt.house import FinalTie
from companion.games.fgt.state import ROUNDS, Arena, Player, Stage, State
from companion.games.fgt.table import distance
from companion.games.fgt.words import Family, FamilyCount

COLUMN: Final = later("Glory")


def score(state: State) -> ScoreSheet:
    """Every Arena won, the scored Warriors, what the table adjusted; hands score nothing (FGT-E5)."""
    return ScoreSheet(tuple(line for seat in sorted(state.order) for line in _lines(state, seat)))


def _lines(state: State, seat: Seat) -> Iterator[ScoreLine]:
    player = state.players[seat]
    for arena in player.arenas:
        yield ScoreLine(seat, COLUMN, arena.glory, "FGT-E2", arena_text(state, arena))
    if player.scored:
        # FGT-B3a: a scored Warrior counts once, however it came to the pile.
        yield ScoreLine(seat, COLUMN, len(player.scored), "FGT-E2", scored_text(player))
    if player.adjusted:
        yield ScoreLine(seat, COLUMN, player.adjusted, "X-7", tr("adjusted by the table"))


def arena_text(state: State, arena: Arena) -> str:
    """An Arena for people: its round and, when known, its name."""
    card = state.arena_card(arena.card)
    name = f" {card.id} {card.name}" if card else ""
    return tr("Arena{name} of round {round}", name=name, round=arena.round)


def scored_text(player: Player) -> str:
    """A scored pile for people: how many Warriors and of which Families."""
    count = len(player.scored)
    found = Counter(one.family for one in player.scored)
    parts = [FamilyCount(family, found[family]).said for family in Family if found[family]]
    families = f" ({', '.join(parts)})" if parts else ""
    return trn("{count} scored Warrior", "{count} scored Warriors", count) + families


# ---------------------------------------------------------------- standing


def standing(state: State) -> Standing:
    """The ranking as it stands: score, then scored Warriors, then what `fgt.final_tie` says."""
    ranks = ranked({Seat(at): _merit(state, Seat(at)) for at in range(len(state.players))})
    places = (place for rank in ranks for place in rank.places(lambda seat: _why(state, seat)))
    rule, ties = _ties(state, ranks)
    explanation = " ".join([_beginning(state, ranks[0]), *ties])
    return Standing(tuple(places), state.stage is Stage.OVER, rule, explanation)


def _merit(state: State, seat: Seat) -> tuple[int, ...]:
    """What counts, the weightiest first; whoever has left stands behind all who play (X-12)."""
    player, plays = state.players[seat], int(seat in state.present)
    if state.house.final_tie is FinalTie.CLOSEST_TO_FIRST:
        return plays, player.score, len(player.scored), -distance(state, seat)
    return plays, player.score, len(player.scored)


def _why(state: State, seat: Seat) -> str:
    one, why = state.players[seat], later("{score} Glory: {glory} of Arenas, {scored} scored")
    why = tr(why, score=one.score, glory=one.glory, scored=len(one.scored))
    return why + (tr(" {adjusted:+} by the table", adjusted=one.adjusted) if one.adjusted else "")


def _beginning(state: State, best: Rank) -> str:
    names, points = state.names(best.seats), state.players[best.seats[0]].score
    if state.stage is Stage.OVER:
        text = later("{names} wins with {points} Glory (FGT-E2).")
        if len(best.seats) > 1:
            text = later("{names} win together with {points} Glory (FGT-E2).")
        return tr(text, names=names, points=points)
    done = len(state.decided)
    if not done and not any(player.score for player in state.players):
        return tr("No Arena is decided yet.")
    after = tr("Provisional after {done} of {rounds} Arenas", done=done, rounds=ROUNDS)
    leads = tr("{names} with {points} Glory (FGT-E2).", names=names, points=points)
    return of(after, leads)


def _ties(state: State, ranks: tuple[Rank, ...]) -> tuple[str, list[str]]:
    """The rule that decided first place, and the story of every tie in Glory."""
    best_first = [seat for rank in ranks for seat in rank.seats if seat in state.present]
    rule, story = "FGT-E2", []
    for points, tied in groupby(best_first, lambda seat: state.players[seat].score):
        seats = list(tied)
        if len(seats) > 1 and (state.decided or points):
            decided_by, text = _tie(state, seats)
            story.append(text)
            rule = decided_by if best_first[0] in seats else rule
    return rule, story


def _tie(state: State, seats: list[Seat]) -> tuple[str, str]:
    """Tell one tie; `seats` stand best first. The rule is the one that decides its first place."""
    count = {seat: len(state.players[seat].scored) for seat in seats}
    said = ", ".join(f"{state.name(seat)} {count[seat]}" for seat in seats)
    names, text = state.names(sorted(seats)), later("{names} tie on {points}; {scored} (FGT-E3).")
    scored, points = tr("scored Warriors: {said}", said=said), state.players[seats[0]].score
    story = [tr(text, names=names, points=points, scored=scored)]
    levels = [list(level) for _, level in groupby(seats, count.__getitem__)]
    story += [_level(state, level) for level in levels if len(level) > 1]
    return "FGT-E3" if len(levels[0]) == 1 else "FGT-E4", " ".join(story)


def _level(state: State, seats: list[Seat]) -> str:
    """Tell a tie in scored Warriors as well."""
    if state.house.final_tie is FinalTie.SHARED:
        return tr("{names} share the place (FGT-E4).", names=state.names(seats))
    order, name = tr(", then ").join(map(state.name, seats)), state.name(state.first)
    return tr("Clockwise from the first player {name}: {order} (FGT-E4).", name=name, order=order)
