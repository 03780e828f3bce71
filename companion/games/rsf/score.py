"""The itemised score sheet (RSF-T3) and the standing (RSF-E)."""

from collections.abc import Iterator

from companion.core.score import Place, Rank, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, listed, tr, trn
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.cards import RsfCatalogue
from companion.games.rsf.house import ClassBonus
from companion.games.rsf.state import State
from companion.games.rsf.table import totals
from companion.games.rsf.words import Column


def score(state: State) -> ScoreSheet:
    """Every component of ATK, DEF, SPC and the pieces in play, with its rule."""
    lines: list[ScoreLine] = []
    for seat in sorted(state.order):
        player = state.players[seat]
        if state.box:
            lines += _cards(state, state.box, seat)
        elif player.entered is not None:
            sums = (player.entered.attack, player.entered.defense, player.entered.special)
            lines += _columns(seat, sums, "RSF-T1", tr("as entered from the Player Sheet"))
        lines += _columns(seat, player.adjusted, "X-7", tr("adjusted by the table"))
        if count := len(player.monster):
            pieces = later("pieces")
            lines.append(ScoreLine(seat, pieces, count, "RSF-F4b", tr("pieces in play")))
    return ScoreSheet(tuple(lines))


def _cards(state: State, catalogue: RsfCatalogue, seat: Seat) -> Iterator[ScoreLine]:
    cards, house, pieces = catalogue.cards, state.house, state.players[seat].monster
    for piece in pieces:
        card = cards[piece.card]
        what = f"{card.id} {card.name}"
        if card.attack:
            yield ScoreLine(seat, Column.ATK, card.attack, "RSF-T3", what)
        if card.defense:
            yield ScoreLine(seat, Column.DEF, card.defense, "RSF-T3", what)
        points = arithmetic.special_points(cards, house, piece)
        if points:
            yield ScoreLine(seat, Column.SPC, points, "RSF-T2b", tr("{what} as special", what=what))
    race = arithmetic.race_of(cards, house, pieces)
    if race is not None:
        yield ScoreLine(seat, Column.ATK, 1, "RSF-R2c", tr("stable construct: {race}", race=tr(race)))
        if house.class_bonus is ClassBonus.SEPARATE:
            yield ScoreLine(seat, Column.ATK, 1, "RSF-T1a", tr("defined class: {race}", race=tr(race)))
    for square in arithmetic.squares(cards, house, pieces):
        kind = tr("square of {race}", race=tr(square.race)) if square.race else tr("mixed square")
        four = {(square.x + x, square.y + y) for x in (0, 1) for y in (0, 1)}
        corners = [one.card for one in pieces if (one.cell.x, one.cell.y) in four]
        why = tr("{kind}: {cards}", kind=kind, cards=listed(corners))
        yield ScoreLine(seat, Column.DEF, square.bonus, "RSF-R2a", why)


def _columns(seat: Seat, sums: tuple[int, int, int], rule: str, why: str) -> Iterator[ScoreLine]:
    for column, points in zip(Column, sums, strict=True):
        if points:
            yield ScoreLine(seat, column, points, rule, why)


# ---------------------------------------------------------------- standing


def standing(state: State) -> Standing:
    """The ranking as it stands (RSF-E2), or as the table called it (RSF-E3).

    Whoever is out ranks in reverse order of elimination. Living monsters rank by pieces, then by
    DEF and ATK together; that order is provisional until one is left or the table calls the game.
    """
    ranks = [*ranked({seat: _strength(state, seat) for seat in state.living})]
    ahead = len(state.living)
    left = state.setup.left
    fallen = [tuple(seat for seat in group if seat not in left) for group in state.fallen]
    for group in filter(None, (*reversed(fallen), *((seat,) for seat in left))):
        ranks.append(Rank(ahead + 1, group))
        ahead += len(group)
    places = [place for rank in ranks for place in rank.places(lambda seat: _why(state, seat))]
    return Standing(
        places=tuple(places),
        final=state.over,
        rule="RSF-E3" if state.called else "RSF-E2",
        explanation=_explanation(state, places),
    )


def _strength(state: State, seat: Seat) -> tuple[int, int]:
    sheet = totals(state, seat)
    return len(state.players[seat].monster), sheet.defense + sheet.attack


def _why(state: State, seat: Seat) -> str:
    if state.players[seat].alive:
        if len(state.living) == 1:
            return tr("last surviving monster (RSF-E1)")
        pieces, sums = _strength(state, seat)
        return trn("{count} piece, DEF + ATK {sums}", "{count} pieces, DEF + ATK {sums}", pieces, sums=sums)
    if seat in state.setup.left:
        return tr("left")
    ordinals = (tr("first"), tr("second"), tr("third"), tr("fourth"), tr("fifth"))
    out = next(at for at, group in enumerate(state.fallen) if seat in group)
    return tr("out {ordinal}", ordinal=ordinals[out])


def _explanation(state: State, places: list[Place]) -> str:
    first = state.names(place.seat for place in places if place.rank == 1)
    if state.called:
        text = later(
            "The table called the game: {first} first by pieces in play, then by DEF + "
            "ATK; the others before that in reverse order of elimination."
        )
    elif state.over and len(state.living) == 1:
        text = later("{first} has the last surviving monster; the others in reverse order of elimination.")
    elif state.over:
        text = later("{first}: the last monsters fell by one effect and share the place.")
    elif not state.phase:
        text = later("The fight has not begun.")
    else:
        text = later(
            "Provisional, {living} monsters fight on: by pieces in play, then by DEF + "
            "ATK; who is out stands below in reverse order of elimination."
        )
    return tr(text, first=first, living=len(state.living))
