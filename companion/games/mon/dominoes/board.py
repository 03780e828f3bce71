"""What everybody sees of a table of Dominoes: the monster, piles as numbers, hands when open.

Points, icons and skulls are on the backs; nothing of them is shown before the game is over. The
state knows no hidden fact.
"""

from typing import Final, assert_never

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import (
    BOLD,
    DIM,
    LEAD,
    TURN,
    WINNER,
    Block,
    Centre,
    Grid,
    Group,
    Lead,
    Line,
    Link,
    Merit,
    Page,
    Sheet,
    Tile,
    joined,
    plain_label,
)
from companion.core.texts import tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes.score import points_of, standing
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.dominoes.table import called_port
from companion.games.mon.monster import free_ports, ports_of, width
from companion.games.mon.shared import faction_name, faction_style, id_style, part_name, ports_text, ports_words
from companion.games.mon.words import PartRef, Port, PortRef

MOST_LETTERS: Final = 11  # Letters up to which free ports are said one by one


def view(state: State) -> View:
    """Say where the game stands."""
    return View(headline(state), state.stage.value, state.acting, state.over)


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    name = state.name(state.turn)
    match state.stage:
        case Stage.OVER:
            return state.who_won(standing(state))
        case Stage.SETUP | Stage.DEAL:
            return state.stage.said
        case Stage.START:
            return tr("New monster · {name} puts a card in the centre", name=name)
        case Stage.REFILL:
            return tr("{name} takes new cards", name=name)
        case Stage.COUNT:
            return tr("Counting points · {name}", name=name)
        case Stage.TURN:
            taken = tr(" · has taken a card") if state.drew else ""
            size = tr("monster of {counted}", counted=trn("{count} card", "{count} cards", state.centre.size))
            return tr("{name}'s turn{taken} · {monster}", name=name, taken=taken, monster=size)
        case _:
            assert_never(state.stage)


def sheet(state: State) -> Sheet:
    """Show the monster in the centre, its free ports, hands and what was won."""
    lead, seats = _lead(state), sorted(state.order)
    blocks = tuple(_block(state, seat, lead) for seat in seats)
    return Sheet(
        blocks=blocks,
        lead=lead,
        focus=state.acting,
        pages=(*(_seat_page(state, seat) for seat in seats), _centre_page(state)),
        centre=Centre(_grid(state), _free_chips(state), _empty(state)),
        rows=(_piles(state),),
    )


def _lead(state: State) -> Lead:
    """Say who has won most cards; at the end they are flipped, and points count (MON-D12)."""
    over, merits, most = state.stage is Stage.OVER, [], 0
    for place in sorted(standing(state).places, key=lambda place: place.seat):
        won = len(state.players[place.seat].collected)
        cards = trn("{count} card", "{count} cards", won)
        values = (str(points_of(state, place.seat)), cards) if over else (str(won),)
        merits.append(Merit(place.seat, state.name(place.seat), place.rank, *values))
        most = max(most, won)
    if over:
        return Lead(tr("points"), tr("Points"), tuple(merits), over=True)
    nothing = "" if most else tr("Nobody has won cards yet")
    return Lead(tr("cards"), tr("Cards won; points are on their backs"), tuple(merits), nothing)


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    title, style = _title(state, seat, lead)
    hand = tuple(_hand_tile(state, card) for card in state.players[seat].hand if card != UNNAMED)
    words = _has(state, seat)
    return Block(title, style, right=words, groups=(Group(hand),) if hand else (), short=((words[0], BOLD),))


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    name = f"{state.name(seat)}{lead.crown(seat)}"
    if won := lead.wins(seat):
        return (won,), WINNER
    if state.acting == seat:
        return (f"▶ {name}",), TURN
    return (f"  {name}",), BOLD


def _has(state: State, seat: Seat) -> tuple[str, ...]:
    """Say what a player has: cards in hand, won, and points once they are counted."""
    player = state.players[seat]
    won = len(player.collected)
    if state.stage is Stage.OVER:
        points = trn("{count} point", "{count} points", points_of(state, seat))
        return (f"{points} · {trn('{count} card', '{count} cards', won)} ",)
    count, monsters = len(player.hand), trn("{count} monster", "{count} monsters", len(player.monsters))
    brief = tr("hand {hand_count} · won {collected_count} ", hand_count=count, collected_count=won)
    text = tr("won {collected_count} in {plural}", collected_count=won, plural=monsters)
    return (tr("hand {hand_count} · {won} ", hand_count=count, won=text), brief) if player.monsters else (brief,)


def _hand_tile(state: State, card: CardId) -> Tile:
    known = state.cards.get(card)
    ports = ports_text(known.ports) if known else ""
    line: Line = ((card, id_style(known)), (f" {ports}" if ports else "", DIM))
    return Tile((line,), (line,), faction_style(known))


def _grid(state: State) -> Grid:
    """Return the cards of the monster, and which are joined, the earlier one first."""
    order = {part: at for at, part in enumerate(state.centre.parts)}
    pairs = [sorted(joint.ends, key=lambda end: order[end.part]) for joint in state.centre.joints]
    links = tuple(
        Link(one.part.word(), other.part.word(), width(state.cards, other) is Port.WIDE)
        for one, other in sorted(pairs, key=lambda pair: order[pair[1].part])
    )
    last = len(order) - 1
    tiles = tuple(_piece(state, part, newest=at == last > 0) for part, at in order.items())
    return Grid(tiles, links=links)


def _piece(state: State, part: PartRef, *, newest: bool) -> Tile:
    """Return a card of the monster: its word, free ports by number and width, name."""
    known, word = state.cards.get(part.card), part.word()
    if known is None:
        said = word.replace(part.card, tr(part.card))
        return Tile((((said, BOLD),),), ((("■", BOLD),),), word=word)
    free = [port for port in free_ports(state.cards, state.centre) if port.part == part]
    widths = [width(state.cards, port) for port in free]
    counts = ((widths.count(Port.WIDE), "W"), (widths.count(Port.NARROW), "n"))
    short = "".join(f"{count}{letter}" for count, letter in counts if count)
    long = " ".join(f"○{port.port}{'W' if wide is Port.WIDE else 'n'}" for port, wide in zip(free, widths, strict=True))
    ports = long if len(long) <= MOST_LETTERS else f"○ {short}"
    head = (word, id_style(known))
    return Tile(
        lines=((head, (f" {part_name(known)}", "")), ((ports, LEAD),), ((known.name, DIM),)),
        chips=((head, (f" ○{short}" if short else "", LEAD)), (head, (f"○{len(free)}", LEAD))),
        style=faction_style(known),
        word=word,
        chosen=newest,
        grows=len(known.ports) > 1,
    )


def _free_chips(state: State) -> tuple[Line, ...]:
    """Name every free port by its card and its number, wide ones first."""
    if not (state.full and state.centre.parts):
        return ()
    chips: list[Line] = [((tr("Free "), BOLD),)]
    free = free_ports(state.cards, state.centre)
    for wide, letter in ((Port.WIDE, "W"), (Port.NARROW, "n")):
        free_here = (port for port in free if width(state.cards, port) is wide)
        words = [f"{port.part.word()} ○{port.port}" for port in free_here]
        chips += [((f"{letter} ", LEAD), (word, "")) for word in words]
    return tuple(chips)


def _empty(state: State) -> str:
    """Say what to say where no card lies in the centre."""
    if state.stage is Stage.OVER:
        cards = trn("{count} card", "{count} cards", len(state.discarded))
        return tr("{plural} unused", plural=cards)
    if state.acting is None or state.stage is Stage.COUNT:
        return tr("The centre is empty")
    return tr("The centre is empty: {seats} puts a card", seats=state.name(state.turn))


def _piles(state: State) -> tuple[str, ...]:
    """Say what lies face down, and how many ports are free."""
    parts = [tr("Deck {deck}", deck=state.deck)]
    if state.centre.parts and state.full:
        free = [width(state.cards, one) for one in free_ports(state.cards, state.centre)]
        wide, narrow = free.count(Port.WIDE), free.count(Port.NARROW)
        parts.append(tr("free {wide} wide, {narrow} narrow", wide=wide, narrow=narrow))
    if state.discarded:
        parts.append(tr("Unused {discarded}", discarded=len(state.discarded)))
    return (joined(*parts),)


def _card_line(state: State, card: CardId) -> str:
    """Say a card's picture side in one line, for lists."""
    known = state.cards.get(card)
    if known is None:
        return tr(card)
    what = known.part.said if known.part else known.kind.said
    named = f"{card} {known.name}".strip()
    return joined(named, what, ports_words(known), faction_name(known))


def _seat_page(state: State, seat: Seat) -> Page:
    player = state.players[seat]
    lines = [_has(state, seat)[0].strip(), ""]
    groups = ((tr("Hand"), player.hand), (tr("Won, newest first"), player.collected[::-1]))
    for name, cards in groups:
        named = [card for card in cards if card != UNNAMED]
        if named:
            lines += [name, *(f"  {_card_line(state, card)}" for card in named), ""]
    return Page(state.name(seat), tuple(lines))


def _centre_page(state: State) -> Page:
    title = tr("The monster in the centre")
    if not state.centre.parts:
        return Page(title, (tr("The centre is empty."),))
    joined_to: dict[PortRef, str] = {}
    for joint in state.centre.joints:
        joined_to[joint.one], joined_to[joint.other] = (called_port(state, joint.other), called_port(state, joint.one))
    lines = [trn("{count} card", "{count} cards", state.centre.size), ""]
    for part in state.centre.parts:
        lines.append(_card_line(state, part.card))
        for port in ports_of(state.cards, part):
            wide = width(state.cards, port)
            to = joined_to.get(port, tr("free"))
            what = joined(tr("port {port}", port=port.port), wide.said if wide else "", to)
            lines.append(f"  {what}")
    return Page(title, tuple(lines))


def label(state: State, value: object, actor: Seat | None, about: Seat | None) -> str:
    """Say a value for people; of a card only what its picture shows, never its back."""
    match value:
        case PortRef():
            wide = width(state.cards, value) if value.part in state.centre.parts else None
            return joined(called_port(state, value), wide.said if wide else "")
        case PartRef():
            copy = tr(", copy {copy}", copy=value.copy) if value.copy > 1 else ""
            return _card_label(state, value.card) + copy
        case tuple() if len(value) == 1:
            return label(state, value[0], actor, about)
        case tuple() if value:
            return " + ".join(label(state, one, actor, about) for one in value)
        case str() if type(value) is str:
            return _card_label(state, CardId(value))
        case _:
            return plain_label(value)


def _card_label(state: State, card: CardId) -> str:
    return tr("the card") if card == UNNAMED else _card_line(state, card)
