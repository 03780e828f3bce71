"""The pages of a table of Monster Mayhem, and its values in words."""

from typing import Final, assert_never

from companion.core.seats import Seat
from companion.core.sheet import Page, plain_label
from companion.core.state import sure
from companion.core.texts import later, of, tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.flow import cards_won
from companion.games.gmm.state import SHOWING, Flip, Outcome, Result, State
from companion.games.gmm.table import called, monster, open_cards, rating, title
from companion.games.gmm.words import ABILITIES, SPECIALS, Ability, Call

_CALLS: Final = {Call.HIGH: later("▲ high"), Call.LOW: later("▼ low")}
_NEWCOMER: Final = "monster-"


def has_begun(state: State) -> bool:
    """Tell whether the next battle is called in light depth, where no card of it lies open."""
    won = state.outcome is not None and state.outcome.winner is not None
    return not state.full and state.call is not None and not open_cards(state) and won


def trophies_of(state: State, seat: Seat) -> list[str]:
    """Return the abilities whose Trophies a seat has won."""
    return [title(ABILITIES[at]) for at, one in enumerate(state.awards) if one.winner == seat]


def flips_shown(state: State, *, fresh: bool) -> tuple[tuple[Flip, ...], Ability, Call | None]:
    """Return the flips that lie open, with what counts in them: those of the last battle too."""
    if fresh and state.stage in SHOWING:
        return state.flips, state.ability, state.call
    last = state.outcome
    if last is None or has_begun(state):
        return (), state.ability, state.call
    return last.flips, last.ability, last.call


def number_text(value: int | None) -> str:
    """Say a rating; a question mark where nobody has read it."""
    return "?" if value is None else str(value)


def outcome_text(state: State, last: Outcome) -> str:
    """Say how cards came out."""
    match last.result:
        case Result.WON:
            won = tr("wins {cards} cards", cards=last.cards)
            won = tr("wins the sudden death") if last.sudden else won
            return f"{state.name(sure(last.winner))} {won}"
        case Result.TIE:
            return tr("Tie: turn up again")
        case Result.MASHUP if last.sudden:
            return tr("Monster Mashup: turn up again")
        case Result.MASHUP:
            return tr("Monster Mashup: {cards} cards to the discard", cards=last.cards)
        case Result.SPENT:
            return tr("Tie, no cards left: {cards} cards to the discard", cards=last.cards)
        case _:
            assert_never(last.result)


def seat_page(state: State, seat: Seat) -> Page:
    """Return the page with all that is known of a seat."""
    player = state.players[seat]
    lines = [
        tr("Trophies: {value}", value=", ".join(trophies_of(state, seat)) or tr("none")),
        trn("Winnings pile: {count} card", "Winnings pile: {count} cards", player.winnings),
        trn("Draw pile: {count} card, face down", "Draw pile: {count} cards, face down", player.draw),
        tr("Cards won in finished rounds: {total}", total=cards_won(state, seat)),
    ]
    flips, ability, call = flips_shown(state, fresh=bool(open_cards(state)))
    for at, flip in enumerate(flips, 1):
        card = flip[seat]
        if card is None:
            continue
        lines += ["", tr("Flip {at}: {value}", at=at, value=called(state, card))]
        known = monster(state, card)
        lines += [
            f"  {title(one):<12} {number_text(value):>2}{' ◀' if one is ability else ''}"
            for one, value in zip(ABILITIES, known.ratings if known else (), strict=False)
        ]
        if card in SPECIALS and call is not None:
            lines.append(tr("  counts {rating}", rating=rating(state, card, ability, call)))
    return Page(state.name(seat), tuple(lines))


def middle_page(state: State) -> Page:
    """Return the page with Trophies and discard."""
    lines = [tr("Trophies")]
    for at, ability in enumerate(ABILITIES):
        won = at < len(state.awards)
        who = state.name(state.awards[at].winner) if won else tr("still to be won")
        lines.append(of(f"  {title(ability)}", who))
    lines += ["", tr("Discard of this round: {discard}", discard=len(state.discard))]
    if state.full:
        lines += [f"  {called(state, card)}" for card in reversed(state.discard)]
    last = state.outcome
    if last is not None:
        text = outcome_text(state, last)
        lines += ["", tr("Last: {outcome} ({rule})", outcome=text, rule=last.rule)]
    return Page(tr("Trophies and discard"), tuple(lines))


def label(state: State, value: object, _actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people: a card with the rating that counts, a call with its arrow."""
    match value:
        case Call():
            return tr(_CALLS[value])
        case Ability():
            return title(value)
        case str():
            return _card_label(state, CardId(value))
        case _:
            return plain_label(value)


def _card_label(state: State, card: CardId) -> str:
    """Say a card for a menu: `Blob · Endurance 10`."""
    if card in SPECIALS:
        return tr("{specials} · 9 on high, 1 on low", specials=SPECIALS[card])
    if card == UNNAMED:
        return tr("a card")
    if card.startswith(_NEWCOMER):
        return tr("{card}: a monster not named yet; with : its own name can be typed", card=card)
    known = state.catalogue.monsters.get(card) if state.catalogue else None
    if known is None:
        return card
    number = number_text(known.ratings[ABILITIES.index(state.ability)])
    return f"{known.name} · {title(state.ability)} {number}"
