"""Cards that lie open: which of the actions that may be declared now they are. Pure, as the arbiter is.

A card answers an open question that asks for one card, such as one that a player turns up. Whose it
is, its place says: each player's cards come to lie where the last one did. Where that is not known
yet, players sit clockwise, as seats are counted. The rules themselves say which cards it can be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, islice
from math import atan2, dist, tau
from typing import Any, Final

from companion.core.actions import Action
from companion.core.game import Option
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.verdict import Question, Verdict
from companion.rolls.arbiter import SURE
from companion.rolls.readings import BACK, CardReading, Place, Spread

REACH: Final = 1.0  # Card lengths from where a player's last card lay, at most
SAME: Final = 0.5  # Card lengths that a card may be moved and still be the one that lay there
WAYS: Final = 24  # Ways that are looked at: a table may lie full of cards
KEPT: Final = 4  # Outcomes that people may choose from
LEAST: Final = 0.01  # Share of an outcome that is worth a choice

Who = Seat | None  # None is the whole table
Seating = Mapping[Who, CardReading]  # Whose card each is


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was taken: whose it is, where it lies, and the number of its action."""

    who: Who
    card: str
    place: Place
    number: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the cards may mean."""

    actions: tuple[Action, ...]
    cards: tuple[CardReading | None, ...]  # one for each action; None for a card that went
    probability: float  # in [0, 1]
    told: str = ""  # what they do, for people; empty where the cards say it


@dataclass(frozen=True, slots=True)
class Barred:
    """A card that the rules do not allow now: it is shown, and never entered."""

    action: Action
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Offer:
    """What the cards of a picture mean now."""

    spread: Spread
    outcomes: tuple[Outcome, ...]  # likeliest first; none where nothing is allowed
    why: str = ""  # what is doubtful, for people; empty for nothing
    barred: tuple[Barred, ...] = ()


def awaited(match: Match[Any]) -> tuple[Option, ...]:
    """Return the options that answer the open question with one card; none where no card is awaited.

    Where a card's place counts as well, the card alone is no answer.
    """
    question = match.pending()
    if not isinstance(question, Question):
        return ()
    options = [one for one in match.game.options(match.state) if one.verb in question.verbs]
    return tuple(one for one in options if card_field(one.instances[0]) and not hasattr(one.instances[0], "cell"))


def card_field(action: Action) -> str:
    """Return the field for the one card that an action of this kind names; empty for none."""
    found = [one.name for one in fields(action) if one.type == "CardId"]
    return found[0] if len(found) == 1 else ""


def card_of(action: Action) -> str:
    """Return the one card that an action names."""
    return str(getattr(action, card_field(action)))


def decode(
    match: Match[Any],
    spread: Spread,
    laid: Sequence[Laid] = (),
    places: Mapping[Who, Place] | None = None,
    *,
    anywhere: bool = False,
) -> Offer | None:
    """Return what the cards of a picture mean now; None where they say nothing new.

    Args:
        match: the game as it stands.
        spread: what lies there.
        laid: cards that were taken, and lie there still.
        places: where each player's last card lay.
        anywhere: whether a player's card may lie elsewhere this time, because people said so.
    """
    options = awaited(match)
    fresh = [one for one in spread.cards if one.card not in {None, BACK} and not lies(one, laid)]
    waiting = [one.actor for one in options]
    seatings, sure = _seatings(fresh, waiting, places or {}, anywhere=anywhere)
    outcomes: dict[tuple[Action, ...], Outcome] = {}
    barred: tuple[Barred, ...] = ()
    for at, seating in enumerate(seatings):
        found, refused = _outcomes(match, options, seating, 1.0 if sure else 0.6 * 0.4**at)
        barred = barred or refused
        for one in found:
            outcomes.setdefault(one.actions, one)
    kept = sorted(outcomes.values(), key=lambda one: (-len(one.actions), -one.probability))[:KEPT]
    kept = [one for one in kept if one.actions]
    if not (kept or barred):
        return None
    why = _doubt(match, kept[0]) if kept else ""
    if kept and not sure:
        why = why or tr("nothing lay there before: whose is it?")
    return Offer(spread, _shares(kept), why, barred)


def lies(card: CardReading, laid: Iterable[Laid]) -> bool:
    """Tell whether a card is one of those that were taken, and lies where it lay."""
    known = {card.card, *(name for name, _ in card.alternatives if not card.sure)}
    return any(one.card in known and dist(one.place, card.place) < SAME * card.length for one in laid)


# ---------------------------------------------------------------- whose it is


def _seatings(
    fresh: Sequence[CardReading], waiting: Sequence[Who], places: Mapping[Who, Place], *, anywhere: bool
) -> tuple[list[Seating], bool]:
    """Return whose the cards may be, likeliest first, and whether the first is beyond doubt."""
    near: dict[Who, CardReading] = {}
    rest: list[CardReading] = []
    for card in fresh:
        who = min(places, key=lambda one: dist(places[one], card.place), default=None)
        if not places or dist(places[who], card.place) > REACH * card.length:
            rest.append(card)
        elif who in waiting and (who not in near or dist(places[who], card.place) < dist(places[who], near[who].place)):
            near[who] = card
    strange = [one for one in waiting if one not in (near if anywhere else places)]
    if not (strange and rest):
        return [near], True
    found = islice(_ways(rest, strange, places), WAYS)
    ways = [dict(zip(some, order, strict=True)) for some, order in found]
    return [{**near, **way} for way in ways], len(ways) == 1 == len(waiting)


def _ways(
    rest: Sequence[CardReading], strange: Sequence[Who], places: Mapping[Who, Place]
) -> Iterator[tuple[tuple[Who, ...], tuple[CardReading, ...]]]:
    """Give the ways in which players of whom no place is known may have laid cards, likeliest first."""
    spots = [*places.values(), *(one.place for one in rest)]
    middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    known = next((who for who in places if who is not None), None)
    first = 0.0 if known is None else _turn(middle, places[known])

    def clockwise(card: CardReading) -> float:
        return (_turn(middle, card.place) - first) % tau

    def after(who: Who) -> tuple[bool, int]:
        seat = -1 if who is None else who
        return known is not None and seat < known, seat

    cards, seats = sorted(rest, key=clockwise), sorted(strange, key=after)
    count = min(len(cards), len(seats))
    for some in combinations(seats, count):
        for few in combinations(cards, count):
            yield some, few
    if count > 1:  # they sit otherwise than seats are counted
        yield tuple(seats[:count]), tuple(reversed(cards[:count]))


def _turn(middle: Place, place: Place) -> float:
    """Return in which direction a place lies; it grows clockwise, for rows are counted downwards."""
    return atan2(place[1] - middle[1], place[0] - middle[0])


# ---------------------------------------------------------------- which it is


def _outcomes(
    match: Match[Any], options: Sequence[Option], seating: Seating, chance: float
) -> tuple[list[Outcome], tuple[Barred, ...]]:
    """Go through the cards in the order of the options; each is allowed by those before it."""
    found = [(match, Outcome((), (), chance))]
    barred: tuple[Barred, ...] = ()
    for option in options:
        card = seating.get(option.actor)
        if card is None:
            continue
        longer: list[tuple[Match[Any], Outcome]] = []
        for now, so_far in found:
            for name, probability in ((card.card, card.confidence), *card.alternatives):
                like = option.instances[0]
                changes: dict[str, Any] = {card_field(like): name}
                action = replace(like, **changes)
                verdict = now.check(action)
                if verdict.legal:
                    cards = (*so_far.cards, card)
                    share = so_far.probability * probability
                    made = Outcome((*so_far.actions, action), cards, share)
                    longer.append((now.apply(action, verdict), made))
                elif name == card.card and verdict.reasons:
                    barred = barred or (Barred(action, verdict),)
                    if card.sure:  # then it is that card, and no other one in its place
                        break
        found = sorted(longer, key=lambda one: -one[1].probability)[:KEPT] or found
    return [one for _, one in found], barred


def _doubt(match: Match[Any], guess: Outcome) -> str:
    """Say which card is not sure; empty when all are."""
    for action, card in zip(guess.actions, guess.cards, strict=True):
        named = card_of(action)
        if card is None or (named == card.card and card.sure and card.confidence >= SURE):
            continue
        others = [name for name, _ in ((card.card, 1.0), *card.alternatives) if name != named]
        say = [match.game.label(match.state, one, action.actor, None) for one in (named, *others)]
        if others:
            return tr("not sure: {face} or {other}?", face=say[0], other=say[1])
        return tr("not sure: {face} at {chance:.0%}", face=say[0], chance=card.confidence)
    return ""


def _shares(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    whole = sum(one.probability for one in outcomes) or 1.0
    shares = [replace(one, probability=one.probability / whole) for one in outcomes]
    return tuple(one for at, one in enumerate(shares) if not at or one.probability >= LEAST)
