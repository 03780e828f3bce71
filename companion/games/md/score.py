"""The itemised score sheet (MD-Z2) and the standing with its ties (MD-Z3)."""

from collections.abc import Iterator
from typing import Final, assert_never

from companion.core.score import Rank, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.games.md.house import FinalTie, Unplayed
from companion.games.md.state import Player, Stage, State
from companion.games.md.words import HandCard, Special

POINTS: Final = later("points")
DICE: Final = later("dice")
ROLLOFF: Final = later("roll-off")

PLAYED: Final = 2  # MD-K8
DIMWIT: Final = -15  # MD-K7
DECIDED: Final = frozenset({Stage.FINAL_ROLL, Stage.OVER})


def score(state: State) -> ScoreSheet:
    """Every component, with its rule: played cards from the first on, hands once counted (X-11)."""
    lines: list[ScoreLine] = []
    for seat in state.order:
        player = state.players[seat]
        lines += _hand(state, seat, player)
        for card in player.played:
            why = tr("{card} in front", card=card.said)
            lines.append(ScoreLine(seat, POINTS, PLAYED, "MD-K8", why))
        if player.adjusted:
            why = tr("adjusted by the table")
            lines.append(ScoreLine(seat, POINTS, player.adjusted, "X-7", why))
        rolled = state.house.final_tie is FinalTie.ROLLOFF
        for number, points in enumerate(_tie_breaks(state, seat), start=1):
            why = tr("dice in the pool break the tie")
            why = tr("roll-off of the tied, roll {number}", number=number) if rolled else why
            lines.append(ScoreLine(seat, ROLLOFF if rolled else DICE, points, "MD-Z3", why))
    return ScoreSheet(tuple(lines))


def _hand(state: State, seat: Seat, player: Player) -> Iterator[ScoreLine]:
    """What the hand brings; nothing of it stands there before it is counted."""
    if player.shown is not None:
        yield from (_card(state, seat, card) for card in player.shown)
        return
    if player.points:
        yield ScoreLine(seat, POINTS, player.points, "MD-Z2", tr("points of the cards in hand"))
    if player.specials:
        worth, many = _unplayed(state), player.specials
        why = trn("{count} special card left in hand", "{count} special cards left in hand", many)
        yield ScoreLine(seat, POINTS, worth * many, "MD-Z2a", why)
    if player.dimwits:
        yield ScoreLine(seat, POINTS, DIMWIT * player.dimwits, "MD-K7", tr("has the Dimwit"))


def _card(state: State, seat: Seat, card: HandCard) -> ScoreLine:
    if card.special is None:
        why = tr("point card {card}", card=card.value)
        return ScoreLine(seat, POINTS, card.value, "MD-Z2", why)
    if card.special is Special.DIMWIT:
        return ScoreLine(seat, POINTS, DIMWIT, "MD-K7", tr("has the Dimwit"))
    why = tr("{card} left in hand", card=card.special.said)
    return ScoreLine(seat, POINTS, _unplayed(state), "MD-Z2a", why)


def _unplayed(state: State) -> int:
    return 2 if state.house.unplayed_special is Unplayed.TWO else 0


def total(state: State, seat: Seat) -> int:
    """A player's points as far as they are public: what the score sheet adds up to."""
    player = state.players[seat]
    points = sum(line.points for line in _hand(state, seat, player))
    return points + PLAYED * len(player.played) + player.adjusted


def tied(state: State) -> tuple[Seat, ...]:
    """Seats that share the most points, clockwise from the starter; empty without a tie (MD-Z3)."""
    points = {seat: total(state, seat) for seat in state.order}
    first = tuple(seat for seat in state.order if points[seat] == max(points.values()))
    return first if len(first) > 1 else ()


def _tie_breaks(state: State, seat: Seat) -> tuple[int, ...]:
    """What breaks a tie for the first place, the weightiest first; others are shared (MD-Z3)."""
    if state.stage not in DECIDED or seat not in tied(state):
        return ()
    match state.house.final_tie:
        case FinalTie.SHARED:
            return ()
        case FinalTie.MOST_DICE:
            return (len(state.players[seat].pool),)
        case FinalTie.ROLLOFF:
            rolled = (total for throws in state.rolloff for one, total in throws if one == seat)
            return tuple(total for total in rolled if total is not None)
        case _:
            assert_never(state.house.final_tie)


def standing(state: State) -> Standing:
    """The ranking: by points, and at the end the tie for the first place broken (MD-Z3).

    Before the hands are counted it goes by what everybody sees: played cards and adjustments.
    """
    final = state.stage is Stage.OVER
    breaks = {seat: _tie_breaks(state, seat) if final else () for seat in state.order}
    ranks = ranked({seat: (total(state, seat), *breaks[seat]) for seat in state.order})
    places = tuple(place for rank in ranks for place in rank.places(lambda seat: _why(state, seat, breaks[seat])))
    return Standing(places, final, "MD-Z3", _explanation(state, ranks))


def _why(state: State, seat: Seat, breaks: tuple[int, ...]) -> str:
    points = total(state, seat)
    why = trn("{count} point", "{count} points", points)
    if not breaks:
        return why
    if state.house.final_tie is FinalTie.MOST_DICE:
        return tr("{why}, {pool} dice in the pool", why=why, pool=breaks[0])
    return tr("{why}, rolled {rolled}", why=why, rolled=" then ".join(map(str, breaks)))


def _explanation(state: State, ranks: tuple[Rank, ...]) -> str:
    if state.stage is not Stage.OVER:
        return _provisional(state)
    text = tr("By points: cards in hand, 2 for each special card in front, -15 for the Dimwit (MD-Z2).")
    level = sorted(tied(state))
    if not level:
        return text
    first, shared = state.names(ranks[0].seats), len(ranks[0].seats) > 1
    names = state.names(level)
    text += tr(" {names} tie at {total}", names=names, total=total(state, level[0]))
    if state.house.final_tie is FinalTie.SHARED:
        return tr("{text} and share the first place (MD-Z3, md.final_tie = shared).", text=text)
    if state.house.final_tie is FinalTie.MOST_DICE:
        how = later("{first} is first with the most dice in the pool")
        if shared:
            how = later("{first} share the first place with the most dice in the pool")
        how = tr(how, first=first)
        return tr("{text}; {how} (MD-Z3, md.final_tie = most_dice).", text=text, how=how)
    how = later("{first} share it after the roll-off") if shared else later("{first} won the roll-off")
    how = tr(how, first=first)
    return tr("{text}; {how} (MD-Z3, md.final_tie = rolloff).", text=text, how=how)


def _provisional(state: State) -> str:
    if state.stage is Stage.FINAL_ROLL:
        names = state.names(sorted(tied(state)))
        text = tr("{names} tie for the first place and roll it off", names=names)
        return tr("{text} (MD-Z3, md.final_tie = rolloff).", text=text)
    if state.stage is Stage.SCORING:
        return tr("Provisional: hands are being counted (MD-Z2).")
    return tr("Provisional: special cards in front, 2 points each (MD-K8); hands count at the end.")
