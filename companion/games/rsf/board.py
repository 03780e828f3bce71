"""What everybody sees of a table: all that lies open, and hidden cards only as a number.

The state knows no hidden fact: a hidden card is counted, not named.
"""

from typing import Final

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import (
    BOLD,
    DANGER,
    DIM,
    LEAD,
    TURN,
    WINNER,
    Block,
    Figure,
    Grid,
    Lead,
    Line,
    Mark,
    Merit,
    Page,
    Sheet,
    Tile,
    bold,
    colour,
    joined,
    plain_label,
)
from companion.core.state import sure
from companion.core.texts import later, tr, trn
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf.cards import Card
from companion.games.rsf.monster import squares
from companion.games.rsf.score import standing
from companion.games.rsf.state import FIGHT, Monster, Piece, Stage, State
from companion.games.rsf.table import place_of, specials_left, totals
from companion.games.rsf.words import Mode, PieceRef, Placement

# Colour is never alone: a race's letter stands beside it.
RACES: Final = {"robot": "$blue", "insect": "$sand", "plant": "$green", "alien": "$violet"}


def view(state: State) -> View:
    """Say where the game stands."""
    return View(headline(state), state.stage.value, _turn(state), state.over, when=_when(state))


def _when(state: State) -> str:
    if state.sd_round:
        return tr("Sudden Death, round {sd_round}", sd_round=state.sd_round)
    return tr("Phase {phase}", phase=state.phase) if state.phase else state.stage.said


def _turn(state: State) -> Seat | None:
    return None if state.stage in {Stage.SETUP, Stage.STARTER, Stage.OVER} else state.turn


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.over:
        return state.who_won(standing(state))
    name = state.name(state.turn)
    if not state.phase:
        if state.stage in {Stage.SETUP, Stage.STARTER}:
            return state.stage.said
        return f"{state.stage.said} · {name}"
    where = _when(state)
    if state.stage is Stage.MUTATE:
        return tr("{where} · {name} may mutate", where=where, name=name)
    return trn(
        "{where} · {name}'s turn · {count} action left",
        "{where} · {name}'s turn · {count} actions left",
        state.actions_left,
        where=where,
        name=name,
    )


def sheet(state: State) -> Sheet:
    """Show every monster with its scores, the pile and the discards."""
    lead, seats = _lead(state), sorted(state.order)
    blocks = tuple(_block(state, seat, lead) for seat in seats)
    pages = (_seat_page(state, seat, block) for seat, block in zip(seats, blocks, strict=True))
    return Sheet(
        blocks=blocks, lead=lead, focus=_focus(state, lead), pages=(*pages, _middle_page(state)), rows=(_piles(state),)
    )


def _lead(state: State) -> Lead:
    """Say whose monster stands best: by pieces in play, then by DEF and ATK together (RSF-E2)."""
    merits = []
    for place in sorted(standing(state).places, key=lambda place: place.seat):
        player, sums = state.players[place.seat], totals(state, place.seat)
        name, pieces = state.name(place.seat), str(len(player.monster))
        points, out = sums.defense + sums.attack, not player.alive
        more = f"DEF+ATK {points}"
        merits.append(Merit(place.seat, name, place.rank, pieces, more, str(points), out=out))
    nothing = "" if state.phase or state.over else tr("Nobody leads before the fight begins")
    what = tr("Pieces, then DEF + ATK")
    return Lead(tr("pieces"), what, tuple(merits), nothing, over=state.over)


def _focus(state: State, lead: Lead) -> Seat:
    """Return the player whose monster matters most just now."""
    if lead.over:
        return min(lead.merits, key=lambda merit: merit.rank).seat
    target = state.strike.target if state.strike else None
    started = state.stage not in {Stage.SETUP, Stage.STARTER}
    likely = (_victim(state), target, _turn(state), state.starter if started else None)
    return next((seat for seat in likely if seat is not None), lead.merits[0].seat)


def _victim(state: State) -> Seat | None:
    """Return the seat that must give up a piece now, when there is one."""
    if state.stage is Stage.HIT and state.strike is not None:
        return state.strike.target
    return state.victim


# -- cards -----------------------------------------------------------------------------------------


def race_style(race: str) -> str:
    """Return the colour of a race; races that the rulebook does not name share a few colours."""
    return colour(race, RACES)


def mode_word(piece: Piece) -> str:
    """Say how a hybrid is used: `special`, or its race; empty while that is not declared."""
    return "" if piece.mode is None else piece.mode.display_name()


def tile(state: State, piece: Piece) -> Tile:
    """Return a card in play: its id, points with race, and name."""
    known, mode = sure(state.card(piece.card)), piece.mode
    at = (piece.cell.x, piece.cell.y)
    race = mode.race if mode else known.races[0] if len(known.races) == 1 else ""
    style = LEAD if race is None else race_style(race)
    head: Line = ((piece.card, bold(style)),)
    points: Line = ((card_points(known, mode), style),)
    return Tile((head, points, ((known.name, DIM),)), (head,), style, at=at, word=piece.card)


def card_points(card: Card, mode: Mode | None = None) -> str:
    """Say a card's points and race: `4/0 R`, a hybrid's `2/1≈P`, its special `2/1✦3`."""
    points = f"{card.attack}/{card.defense}"
    if not card.hybrid:
        return f"{points} {_letters(card)}".rstrip()
    if mode is not None and mode.race is None:
        return f"{points}✦{card.special}"
    letters = mode.display_name()[:1] if mode else _letters(card)
    return f"{points}≈{letters}"


def _letters(card: Card) -> str:
    return "".join(tr(race)[:1] for race in card.races)


def card_line(state: State, card: CardId) -> str:
    """Say a card in one line, for lists."""
    known = state.card(card)
    if known is None:
        return tr(card)
    return joined(
        card,
        known.name,
        tr("ATK {attack} DEF {defense}", attack=known.attack, defense=known.defense),
        "/".join(map(tr, known.races)),
        tr("hybrid, special {special}", special=known.special) if known.hybrid else "",
    )


def marks(state: State, pieces: Monster) -> tuple[Mark, ...]:
    """Return the squares of a layout with what they add to DEF; a star where one race fills it."""
    found = squares(sure(state.box).cards, state.house, pieces)
    return tuple(Mark((one.x, one.y), f"{'★' if one.race else '◆'}+{one.bonus}") for one in found)


# -- one player ------------------------------------------------------------------------------------


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    player, sums = state.players[seat], totals(state, seat)
    title, style = _title(state, seat, lead)
    rank = next(merit.rank for merit in lead.merits if merit.seat == seat)
    race = race_style(sums.race or "")
    figures = (
        Figure(str(sums.attack), "ATK"),
        Figure(str(sums.defense), "DEF"),
        Figure(str(sums.special), "SPC"),
        Figure(tr(sums.race or "") or tr("none"), tr("RACE"), bold(race) if sums.race else DIM, word=True),
    )
    hand = tr("hand {hand} ", hand=len(player.hand)) if player.hand else ""
    pieces = ((("■ " * len(player.monster), race),),) if player.monster and not state.full else ()
    tiles = tuple(tile(state, piece) for piece in player.monster) if state.full else ()
    return Block(
        title,
        style,
        right=(tr("place {rank} ", rank=rank),) if lead.over else (hand, "") if hand else (),
        figures=figures if player.alive or lead.over else (),
        lines=pieces,
        grid=Grid(tiles, marks(state, player.monster)) if tiles else None,
        foot=((_hand(state, seat), DIM),) if hand else (),
    )


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    """Return a player's title in several wordings, and its style."""
    name = state.name(seat)
    best = lead.crown(seat)
    if not state.players[seat].alive:
        return (tr("✝ {seat}  out", seat=name), f"✝ {name}"), DIM
    if won := lead.wins(seat):
        return (won,), WINNER
    if _victim(state) == seat:
        return (
            tr("▼ {seat}{best}  gives up a piece", seat=name, best=best),
            tr("▼ {seat}{best}  gives one up", seat=name, best=best),
            f"▼ {name}{best}",
        ), DANGER
    if state.strike is not None and state.strike.target == seat:
        under = tr("◎ {seat}{best}  under attack", seat=name, best=best)
        return (under, f"◎ {name}{best}"), DANGER
    if _turn(state) == seat:
        return (*(f"▶ {name}{best}{left}" for left in _left(state)), f"▶ {name}{best}"), TURN
    return (f"  {name}{best}",), BOLD


def _left(state: State) -> tuple[str, ...]:
    """Say what the player in turn may still do in the Fight phase, the fullest wording first."""
    if not state.phase or state.over:
        return ()
    left = specials_left(state, state.turn) if state.stage in FIGHT else 0
    actions = trn("{count} action", "{count} actions", state.actions_left)
    specials = trn("{count} special", "{count} specials", left)
    return (
        "  " + tr("{actions}, {specials} left", actions=actions, specials=specials),
        "  " + tr("{actions} left", actions=actions),
        f"  {actions}",
    )


def _hand(state: State, seat: Seat) -> str:
    hand = state.players[seat].hand
    named = " ".join(card for card in hand if card != UNNAMED)
    if not named:
        return tr("Hand {hand_count}", hand_count=len(hand))
    return tr("Hand {hand_count}: {named}", hand_count=len(hand), named=named)


def _piles(state: State) -> tuple[str, ...]:
    top = state.discard[-1].card if state.discard else UNNAMED
    newest = "" if top == UNNAMED else tr(" (top {card})", card=top)
    count = len(state.discard)
    parts = (
        tr("Pile {pile}", pile=state.pile),
        tr("Discard {discard}{newest}", discard=count, newest=newest),
        tr("Destroyed {destroyed}", destroyed=len(state.destroyed)),
    )
    return (joined(*parts),)


# -- pages and words -------------------------------------------------------------------------------


def _seat_page(state: State, seat: Seat, block: Block) -> Page:
    player = state.players[seat]
    pieces = [f"  {_piece_line(state, piece, player.monster)}" for piece in player.monster if state.full]
    found = squares(state.box.cards, state.house, player.monster) if state.box else ()
    bonuses = [tr("  +{bonus} DEF {value}", bonus=one.bonus, value=tr(one.race or "") or tr("mixed")) for one in found]
    hand = [f"  {card_line(state, card)}" for card in player.hand if card != UNNAMED]
    sections = ((tr("Pieces"), pieces), (tr("Squares"), bonuses), (tr("Hand"), hand))
    lines = [line for name, entries in sections if entries for line in ("", name, *entries)]
    return Page(state.name(seat), tuple(lines), block)


def _piece_line(state: State, piece: Piece, monster: Monster) -> str:
    mode, where = mode_word(piece), place_of(piece.cell, monster)
    used = tr("used as {mode}", mode=mode) if mode else ""
    return joined(card_line(state, piece.card), where, used)


def _middle_page(state: State) -> Page:
    lines = [trn("Pile: {count} card, face down", "Pile: {count} cards, face down", state.pile), ""]
    lines.append(tr("Discard: {discard}", discard=len(state.discard)))
    text = later("  {card_line} · discarded by {seats}")
    lines += [
        tr(text, card_line=card_line(state, one.card), seats=state.name(one.by)) for one in reversed(state.discard)
    ]
    lines += ["", tr("Destroyed: {destroyed}", destroyed=len(state.destroyed))]
    lines += [f"  {card_line(state, card)}" for card in reversed(state.destroyed)]
    return Page(tr("Cards in the middle"), tuple(lines))


def label(state: State, value: object, actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people; the actor's own pieces are looked up first."""
    match value:
        case PieceRef():
            return _piece_label(state, value, actor)
        case Mode():
            return tr("special ability") if value.race is None else tr("as {race}", race=tr(value.race))
        case Cell():
            return _cell_label(state, value, actor)
        case str():
            return tr("the card") if value == UNNAMED else card_line(state, CardId(value))
        case tuple() if value:
            cards = (one.card if isinstance(one, Placement) else one for one in value)
            return state.called_cards(tuple(cards))
        case _:
            return plain_label(value)


def _cell_label(state: State, cell: Cell, actor: Seat | None) -> str:
    """Say where a cell is; one that touches nothing is for the first card."""
    pieces = state.players[actor].monster if actor is not None and state.full else ()
    alone = tr("apart from the others") if pieces else tr("as the first card")
    return place_of(cell, pieces) or alone


def _piece_label(state: State, ref: PieceRef, actor: Seat | None) -> str:
    seats = sorted(state.order, key=lambda seat: (seat != actor, seat)) if state.full else ()
    for seat in seats:
        monster = state.players[seat].monster
        for piece in monster:
            if piece.card == ref.card and ref.cell in {None, piece.cell}:
                return _piece_line(state, piece, monster)
    return state.called_card(ref.card)
