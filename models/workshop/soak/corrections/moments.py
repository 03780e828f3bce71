"""What a table is at one moment, to be compared with another."""

from __future__ import annotations

from collections import Counter


class Public:
    """What everybody may see of a match."""

    def __init__(self, match):
        view = match.game.view(match.state)
        self.headline, self.turn, self.over = view.headline, view.turn, view.over
        self.totals = Counter()
        for line in match.game.score(match.state).lines:
            self.totals[line.seat, line.column] += line.points
        self.ranks = {x.seat: x.rank for x in match.game.standing(match.state).places}

    def __eq__(self, other):
        return vars(self) == vars(other)

    __hash__ = None


def public(match):
    return Public(match)


def pair(first, then):
    return None if first == then else (first, then)


def lead(seen, names):
    first = [seat for seat, rank in seen.ranks.items() if rank == 1]
    return () if len(first) == len(names) else tuple(names[seat] for seat in sorted(first))


def in_effect(step):
    """The actions that led to a step, the throws that they used, and what was lifted for them."""
    return [(one.number, one.action, one.reading, one.lifted) for one in step.since(1)]


def kernel(match):
    """All that a match is."""
    chain, step = [], match.now
    while step is not None:
        chain.append([one.number for one in step.since(1)])
        step = step.back
    return (
        tuple(match.log),
        in_effect(match.now),
        match.state,
        match.now.licence,
        chain,
        [(in_effect(step), step.state, step.licence) for step in match.undone],
        match.readings,
    )


def rounded(confidence):
    """As a record has it."""
    return None if confidence is None else float(f"{confidence:.3f}")


def inside(table):
    """All that a table knows."""
    return kernel(table.match), tuple(table.history()), table.version, table.pending(), table.held()


def whole(table):
    """All that a table is to anybody."""
    return {
        "inside": inside(table),
        "options": table.options(),
        "score": table.score(),
        "standing": table.standing(),
        "sheet": table.sheet(),
    }


def standing_of(table):
    """All that counts of a table, apart from how it came to be."""
    match = table.match
    used = {one.reading for one in match.steps()}
    lines = {one.number for one in match.steps()}
    return {
        "effective": in_effect(match.now),
        "state": match.state,
        "licence": match.now.licence,
        "dice": [held for held in match.readings if held.reading not in used],
        "pending": table.pending(),
        "options": table.options(),
        "history": [line for line in table.history() if line.number in lines],
    }
