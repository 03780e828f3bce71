"""The cards on the table beside those of the log: what is new, what is gone, and what was done then. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Final

from companion.core.actions import Action
from companion.core.log import Match
from companion.core.texts import tr
from companion.core.words import CardId, Cell
from companion.rolls.cards import KEPT, Barred, Offer, Outcome, Who
from companion.rolls.readings import BACK, CardReading, Spread

MOST: Final = 12  # Actions that are declared at once

Spot = tuple[Who, CardId, Cell | None]
"""Whose card lies where; nobody's, and nowhere, where a game does not care."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What lies otherwise than the log says."""

    new: tuple[Spot, ...]
    gone: tuple[Spot, ...]
    agreeing: int  # cards that lie as the log says

    @property
    def count(self) -> int:
        """How many cards are new or gone."""
        return len(self.new) + len(self.gone)

    def since(self, match: Match[Any]) -> int:
        """Return the number of the newest entry that named a card that is gone; 0 for none."""
        found = (step.number for step in match.now.newest() if _names(step.action, self.gone))
        return next(found, 0)


def differing(match: Match[Any], cards: Sequence[CardReading]) -> Difference:
    """Compare open cards with the log; those of a monster by their places in it."""
    held, there = Counter(_held(match)), Counter(spot for _, spot in _placed(match, cards))
    new, gone = there - held, held - there
    return Difference((*new.elements(),), (*gone.elements(),), (there & held).total())


def strange(match: Match[Any], spread: Spread) -> Spread:
    """Return a picture without the cards that lie in a monster as the log says."""
    known = {spot for spot in _held(match) if spot[2]}
    return replace(spread, cards=tuple(card for card, spot in _placed(match, spread.cards) if spot not in known))


def _held(match: Match[Any]) -> list[Spot]:
    """Return where each open card lies by the log."""
    logged = match.game.lying(match.state).items()
    return [(who if lie[1] else None, *lie) for who, lies in logged for lie in lies]


def _placed(match: Match[Any], cards: Sequence[CardReading]) -> Iterator[tuple[CardReading, Spot]]:
    """Say of each open card where it lies; each place of a monster is taken once, by the group that fits best first."""
    left = {spot for spot in _held(match) if spot[2]}
    turn = match.game.view(match.state).turn
    cells = any(hasattr(one, "cell") for one in match.game.actions)
    builds = cells and turn in match.game.lying(match.state) and not any(who == turn for who, _, _ in left)
    groups: dict[int | None, list[CardReading]] = {}
    for one in cards:
        if one.card not in {None, BACK}:
            groups.setdefault(one.cell and one.cell[0], []).append(one)
    placed: list[tuple[list[CardReading], list[Spot], list[int]]] = []
    for group in sorted(groups.values(), key=lambda one: _fitted(one, left, None)[1], reverse=True):
        spots = [*_fitted(group, left, turn if builds and group[0].cell else None)[0]]
        placed.append((group, spots, [at for at, spot in enumerate(spots) if spot not in left]))
        left.difference_update(spots)
    for group, spots, others in placed:
        theirs = {spot for spot in left if spot[0] != spots[0][0]}
        beside, (_, fit) = _fitted([group[at] for at in others], theirs, None)
        if fit > 1:  # two monsters lie in one row
            for at, spot in zip(others, beside, strict=True):
                spots[at] = spot
        for one, (who, card, cell) in zip(group, spots, strict=True):
            doubts = [(who, CardId(name), cell) for name, _ in one.alternatives if not one.sure]
            yield one, next((spot for spot in doubts if spot in left), (who, card, cell))
        left.difference_update(spots)


def _fitted(group: Sequence[CardReading], left: set[Spot], builder: Who) -> tuple[tuple[Spot, ...], tuple[int, int]]:
    """Lay a group of cards over the monster that shares most cards with it, turned by a half at most; how well it fits.

    A group that shares none is what the builder has begun with, where there is one.
    """
    names, seen = Counter(one.card for one in group), [one.cell or (0, 0, 0) for one in group]
    low = [min((cell[axis] for cell in seen), default=0) for axis in (1, 2)]
    best = tuple((builder, CardId(str(one.card)), None if builder is None else Cell(x - low[0], y - low[1]))
                 for one, (_, x, y) in zip(group, seen, strict=True))  # fmt: skip
    most = (0, 0)
    for who in sorted({who for who, _, _ in left if who is not None}):
        mine = [(card, at) for one, card, at in left if one == who and at]
        shared = (names & Counter(card for card, _ in mine)).total()
        for way in (1, -1):
            cells = [Cell(way * x, way * y) for _, x, y in seen]
            for card, at in sorted(mine):
                for one, cell in zip(group, cells, strict=True):
                    if one.card != card:
                        continue
                    x, y = at.x - cell.x, at.y - cell.y
                    spots = tuple((who, CardId(str(each.card)), Cell(c.x + x, c.y + y))
                                  for each, c in zip(group, cells, strict=True))  # fmt: skip
                    rank = shared, len(left & {*spots})
                    if rank > most:
                        best, most = spots, rank
    return best, most


def mended(match: Match[Any], spread: Spread) -> Offer | None:
    """Return the actions after which the log has what lies there; None where none are known.

    A card that may be used in several ways makes as many outcomes.
    """
    barred: tuple[Barred, ...] = ()
    ways: list[tuple[Match[Any], tuple[Action, ...], tuple[str, ...]]] = [(match, (), ())]
    left = differing(match, spread.cards)
    while (left.new or left.gone) and len(ways[0][1]) < MOST:
        now, best, found = ways[0][0], left, list[Any]()
        for action in _candidates(now, left):
            verdict = now.check(action)
            if not verdict.legal:
                barred = barred or (Barred(action, verdict),)
                continue
            rest = differing(now.apply(action, verdict), spread.cards)
            if rest.count < best.count:
                best, found = rest, [action]
            elif found and rest == best and _another_use(found[0], action):
                found.append(action)
        if not found:
            break
        ways, left = [_longer(*way, one) for way in ways for one in found][:KEPT], best
    actions = ways[0][1]
    if not (actions or barred):
        return None
    seen = {one.card: one for one in spread.cards}
    cards = tuple(seen.get(getattr(one, "card", None)) for one in actions)
    text = tr("{count} entries, the last: {told}", count=len(actions), told=ways[0][2][-1]) if actions[2:] else ""
    texts = [text or " · ".join(ways[0][2]), *(_uses(done) for _, done, _ in ways[1:])]
    made = (Outcome(done, cards, 1 / len(ways), told) for (_, done, _), told in zip(ways, texts, strict=True))
    return Offer(spread, (*made,) if actions else (), "", () if actions else barred)


def _uses(actions: Sequence[Any]) -> str:
    """Say how cards are used that may be used in several ways."""
    return ", ".join(one.mode.display_name() for one in actions if getattr(one, "mode", None))


def _another_use(one: Any, other: Any) -> bool:
    """Tell whether two actions lay one card in one place, and both say how it is used."""
    use = getattr(one, "mode", None)
    return use is not None and isinstance(other, type(one)) and replace(other, mode=use) == one


def _longer(
    match: Match[Any], done: tuple[Action, ...], told: tuple[str, ...], action: Action
) -> tuple[Match[Any], tuple[Action, ...], tuple[str, ...]]:
    after = match.apply(action)
    return after, (*done, action), (*told, match.game.tell(match.state, action, after.state))


def _candidates(match: Match[Any], left: Difference) -> Iterator[Action]:
    """Give what may explain a difference: cards laid where they lie now, swapped, laid out again, or given up."""
    held = _held(match)
    for option in match.game.options(match.state):
        like: Any = option.instances[0]
        kind: Any = type(like)
        has, make = {one.name for one in fields(like)}, partial(kind, option.actor)
        laid = [(card, cell) for who, card, cell in left.new if who == option.actor and cell]
        if {"card", "cell"} <= has:
            known: Any = option.instances
            for spot in laid:
                yield from [one for one in known if (one.card, one.cell) == spot] or [make(*spot)]
        elif {"piece", "cell"} <= has:
            yield from (make(_called(like.piece, one, held), cell) for _, cell in laid for one in left.gone)
        elif "layout" in has:
            rest = [(card, cell) for who, card, cell in held if who == option.actor
                    and (who, card, cell) not in left.gone]  # fmt: skip
            yield make(tuple(replace(like.layout[0], card=card, cell=cell, mode=None) for card, cell in rest + laid))
        elif "first_piece" in has:
            call = partial(_called, like.first_piece, held=held)
            pairs = ((one, two) for one in left.gone for two in held if one[0] != two[0])
            yield from (make(one[0], call(one), two[0], call(two)) for one, two in pairs)
        else:
            yield from (one for one in option.instances if _names(one, left.gone))


def _called(like: Any, spot: Spot, held: Sequence[Spot]) -> Any:
    """Call a piece by its card; by its cell as well where its monster has copies."""
    copies = sum(one[:2] == spot[:2] for one in held)
    return replace(like, card=spot[1], cell=spot[2] if copies > 1 else None)


def _names(action: Action, spots: Sequence[Spot]) -> bool:
    """Tell whether an action names one of the cards."""
    named = {getattr(action, "card", None), getattr(getattr(action, "piece", None), "card", None)}
    return any(card in named for _, card, _ in spots)
