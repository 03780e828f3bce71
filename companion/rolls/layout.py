"""The cards on the table beside those of the log: what is new, what is gone, and what was done then. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.core.actions import Action
from companion.core.game import Lying
from companion.core.log import Match
from companion.core.words import CardId, Cell
from companion.rolls.cards import Barred, Offer, Outcome, Who
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

    def since(self, match: Match[Any]) -> int:
        """Return the number of the newest entry that named a card that is gone; 0 for none."""
        found = (step.number for step in match.now.newest() if _names(step.action, self.gone))
        return next(found, 0)


def differing(match: Match[Any], cards: Sequence[CardReading]) -> Difference:
    """Compare open cards with the log; those of a monster by their places in it."""
    logged = match.game.lying(match.state)
    held = Counter(_spot(who, *lie) for who, lies in logged.items() for lie in lies)
    there: Counter[Spot] = Counter()
    groups: dict[int | None, list[CardReading]] = {}
    for one in cards:
        if one.card not in {None, BACK}:
            groups.setdefault(one.cell and one.cell[0], []).append(one)
    for group in groups.values():
        there.update(_fitted(group, logged))
    new, gone = there - held, held - there
    return Difference((*new.elements(),), (*gone.elements(),), (there & held).total())


def _spot(who: Who, card: CardId, cell: Cell | None) -> Spot:
    return (None, card, None) if cell is None else (who, card, cell)


def _fitted(group: Sequence[CardReading], logged: Lying) -> tuple[Spot, ...]:
    """Lay a group of cards over the monster that it fits best, turned by a half at most."""
    best, most = tuple(_spot(None, CardId(str(one.card)), None) for one in group), 0
    for who, lies in logged.items():
        held = {_spot(who, *lie) for lie in lies}
        for way in (1, -1):
            cells = [Cell(way * x, way * y) for _, x, y in (one.cell or (0, 0, 0) for one in group)]
            for _, card, at in held:
                for one, cell in zip(group, cells, strict=True):
                    if at is None or one.card != card:
                        continue
                    x, y = at.x - cell.x, at.y - cell.y
                    spots = tuple((who, CardId(str(each.card)), Cell(c.x + x, c.y + y))
                                  for each, c in zip(group, cells, strict=True))  # fmt: skip
                    if len(held & {*spots}) > most:
                        best, most = spots, len(held & {*spots})
    return best


def mended(match: Match[Any], spread: Spread) -> Offer | None:
    """Return the actions after which the log has what lies there; None where none are known."""
    barred: tuple[Barred, ...] = ()
    actions: list[Action] = []
    told: list[str] = []
    left = differing(match, spread.cards)
    while (left.new or left.gone) and len(actions) < MOST:
        for action in _candidates(match, left):
            verdict = match.check(action)
            after = match.apply(action) if verdict.legal else match
            now = differing(after, spread.cards)
            if len(now.new) + len(now.gone) < len(left.new) + len(left.gone):
                break
            if not verdict.legal:
                barred = barred or (Barred(action, verdict),)
        else:
            break
        told.append(match.game.tell(match.state, action, after.state))
        actions.append(action)
        match, left = after, now
    if not (actions or barred):
        return None
    seen = {one.card: one for one in spread.cards}
    cards = tuple(seen.get(getattr(one, "card", None)) for one in actions)
    outcome = Outcome((*actions,), cards, 1.0, " · ".join(told))
    return Offer(spread, (outcome,) if actions else (), "", () if actions else barred)


def _candidates(match: Match[Any], left: Difference) -> Iterator[Action]:
    """Give what may explain a difference: a card laid where it lies now, or one that went."""
    for option in match.game.options(match.state):
        like: Any = option.instances[0]
        if hasattr(like, "cell"):
            yield from (replace(like, card=card, cell=cell) for who, card, cell in left.new
                        if who == option.actor)  # fmt: skip
        else:
            yield from (one for one in option.instances if _names(one, left.gone))


def _names(action: Action, spots: Sequence[Spot]) -> bool:
    """Tell whether an action names one of the cards."""
    named = {getattr(action, "card", None), getattr(getattr(action, "piece", None), "card", None)}
    return any(card in named for _, card, _ in spots)
