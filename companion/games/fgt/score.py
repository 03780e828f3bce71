"""The itemised score sheet (FGT-E2) and the standing with its ties (FGT-E3, E4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.core.score import Rank, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.games.fgt.house import FinalTie
from companion.games.fgt.judge import distance
from companion.games.fgt.state import ROUNDS, Arena, Player, Stage, State
from companion.games.fgt.words import Family

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
    parts = [f"{found[family]} {family.value}" for family in Family if found[family]]
    families = f" ({', '.join(parts)})" if parts else ""
    return trn("{count} scored Warrior", "{count} scored Warriors", count) + families


# ---------------------------------------------------------------- standing


def standing(state: State) -> Standing:
    """The ranking as it stands: score, then scored Warriors, then what `fgt.final_tie` says."""
    ranks = ranked({Seat(at): _merit(state, Seat(at)) for at in range(len(state.players))})
    places = [place for rank in ranks for place in rank.places(lambda seat: _why(state, seat))]
    rule, ties = _ties(state, ranks)
    return Standing(
        places=tuple(places),
        final=state.stage is Stage.OVER,
        rule=rule,
        explanation=" ".join([_beginning(state, ranks[0]), *ties]),
    )


def _merit(state: State, seat: Seat) -> tuple[int, ...]:
    """What counts, the weightiest first; whoever has left stands behind all who play (X-12)."""
    player, plays = state.players[seat], int(seat in state.present)
    if state.house.final_tie is FinalTie.CLOSEST_TO_FIRST:
        return plays, player.score, len(player.scored), -distance(state, seat)
    return plays, player.score, len(player.scored)


def _why(state: State, seat: Seat) -> str:
    player = state.players[seat]
    glory, scored = player.glory, len(player.scored)
    why = later("{score} Glory: {glory} of Arenas, {scored} scored")
    why = tr(why, score=player.score, glory=glory, scored=scored)
    adjusted = tr(" {adjusted:+} by the table", adjusted=player.adjusted) if player.adjusted else ""
    return why + adjusted


def _beginning(state: State, best: Rank) -> str:
    names = state.names(best.seats)
    points = state.players[best.seats[0]].score
    if state.stage is Stage.OVER:
        wins = tr("wins") if len(best.seats) == 1 else tr("win together")
        return tr(
            "{names} {wins} with {points} Glory (FGT-E2).", names=names, wins=wins, points=points
        )
    done = len(state.decided)
    if not done and not any(player.score for player in state.players):
        return tr("No Arena is decided yet.")
    after = tr("Provisional after {done} of {rounds} Arenas", done=done, rounds=ROUNDS)
    leads = tr("{names} with {points} Glory (FGT-E2).", names=names, points=points)
    return f"{after}: {leads}"


def _ties(state: State, ranks: tuple[Rank, ...]) -> tuple[str, list[str]]:
    """The rule that decided first place, and the story of every tie in Glory."""
    by_score: dict[int, list[Seat]] = {}
    for rank in ranks:
        for seat in rank.seats if rank.seats[0] in state.present else ():
            by_score.setdefault(state.players[seat].score, []).append(seat)
    rule, story = "FGT-E2", []
    for at, seats in enumerate(by_score.values()):
        if len(seats) == 1 or not (state.decided or state.players[seats[0]].score):
            continue
        decided_by, text = _tie(state, seats)
        story.append(text)
        rule = decided_by if at == 0 else rule
    return rule, story


def _tie(state: State, seats: list[Seat]) -> tuple[str, str]:
    """Tell one tie; `seats` stand best first. The rule is the one that decides its first place."""
    points = state.players[seats[0]].score
    counts: dict[int, list[Seat]] = {}
    for seat in seats:
        counts.setdefault(len(state.players[seat].scored), []).append(seat)
    said = ", ".join(f"{state.name(seat)} {len(state.players[seat].scored)}" for seat in seats)
    names, text = state.names(sorted(seats)), later("{names} tie on {points}; {scored} (FGT-E3).")
    scored = tr("scored Warriors: {said}", said=said)
    story = [tr(text, names=names, points=points, scored=scored)]
    story += [_level(state, level) for level in counts.values() if len(level) > 1]
    first = next(iter(counts.values()))
    return "FGT-E3" if len(first) == 1 else "FGT-E4", " ".join(story)


def _level(state: State, seats: list[Seat]) -> str:
    """Tell a tie in scored Warriors as well."""
    if state.house.final_tie is FinalTie.SHARED:
        return tr("{names} share the place (FGT-E4).", names=state.names(seats))
    order, name = tr(", then ").join(map(state.name, seats)), state.name(state.first)
    return tr("Clockwise from the first player {name}: {order} (FGT-E4).", name=name, order=order)
