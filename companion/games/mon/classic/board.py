"""What everybody sees of a table of Classic or Arena.

Pictures lie open. Points, icons and skulls are on the backs, and are shown only of cards that lie
flipped in the fight going on (MON-C13). Hidden cards are counted. The state knows no hidden fact.
"""

from collections import Counter
from typing import assert_never

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import (
    BOLD,
    BRIGHT,
    DANGER,
    DIM,
    HURT,
    LEAD,
    TURN,
    WINNER,
    Block,
    Fight,
    Figure,
    Group,
    Lead,
    Line,
    Merit,
    Page,
    Sheet,
    Tile,
    colour,
    joined,
    plain,
    plain_label,
)
from companion.core.texts import later, of, tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import DRAGON_CARDS
from companion.games.mon.classic import table
from companion.games.mon.classic.score import standing
from companion.games.mon.classic.state import Fight as FightState
from companion.games.mon.classic.state import Mode, Played, Side, Stage, State
from companion.games.mon.shared import FACTIONS, card_line, faction_style, id_style, part_text
from companion.games.mon.words import DRAGON, HIDDEN, Faction, Kind


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
        case Stage.DRAW:
            return tr("{name}'s turn · takes a card", name=name)
        case Stage.BUILD | Stage.VERIFY:
            asked = tr(" · is the monster complete?") if state.stage is Stage.VERIFY else ""
            return tr("{name}'s turn{asked}", name=name, asked=asked)
        case Stage.PRIZE:
            return tr("{name} has won the fight · takes a Dragon card", name=name)
        case Stage.CHALLENGE | Stage.FLIP | Stage.REINFORCE:
            return _fight_headline(state, state.fought)
        case _:
            assert_never(state.stage)


def _fight_headline(state: State, fight: FightState) -> str:
    one, other = (state.name(side.seat) for side in fight.sides)
    if fight.priority is None:
        return tr("{stage} · {one} against {other}", stage=state.stage.said, one=one, other=other)
    sums = " : ".join(str(table.total(state, fight, side)) for side in fight.sides)
    text = later("{one} against {other} {sums} · {name} may reinforce")
    return tr(text, one=one, other=other, sums=sums, name=state.name(fight.priority))


def sheet(state: State) -> Sheet:
    """Show the fight or the Arena, every player, and the piles."""
    lead, seats = _lead(state), [Seat(at) for at in range(len(state.players))]
    return Sheet(
        blocks=tuple(_block(state, seat, lead) for seat in seats),
        lead=lead,
        focus=state.acting,
        pages=(*(_seat_page(state, seat, lead) for seat in seats), _middle_page(state)),
        notes=_notes(state),
        fight=_fight(state, state.fight) if state.fight else None,
        rows=(_piles(state),),
    )


def _lead(state: State) -> Lead:
    """Say who has most Dragon cards of their own faction; five win (MON-C24, MON-C25)."""
    merits = []
    for place in sorted(standing(state).places, key=lambda place: place.seat):
        own = f"{state.players[place.seat].own_dragons}/{DRAGON_CARDS}"
        merits.append(Merit(place.seat, state.name(place.seat), place.rank, own))
    begun = any(player.own_dragons for player in state.players)
    nothing = "" if begun else tr("Nobody has a Dragon of their own faction yet")
    over = state.over
    how = tr("Own Dragon cards, five win")
    return Lead(tr("Dragon cards"), how, tuple(merits), nothing, over=over)


# -- cards -----------------------------------------------------------------------------------------


def _back_words(state: State, card: CardId, *, fighting: bool = False) -> list[str]:
    """Return points and icons of a card whose back may be seen; of any other, nothing."""
    its = table.shown_back(state, card, fighting=fighting)
    return [str(its.points), *(icon.said for icon in its.icons)] if its else []


def _tile(state: State, card: CardId, *, fighting: bool = False) -> Tile:
    """Return a card: id, part and ports, name; its points once they may be seen."""
    known = state.cards.get(card)
    its = " ".join(_back_words(state, card, fighting=fighting))
    head: Line = ((card if known else tr(card), id_style(known)), (f" {its}" if its else "", BOLD))
    if known is None:
        return Tile((head,), (head,))
    what = part_text(known)
    name = (f" {known.name}" if known.name else "", "")
    rest = (f" {its}", BOLD) if its else (f" {what}" if what else "", DIM)
    return Tile(
        lines=(head, ((what, ""),), ((known.name, DIM),)),
        chips=((head[0], name, rest), (head[0], rest)),
        style=faction_style(known),
    )


def _tiles(state: State, cards: tuple[CardId, ...], *, fighting: bool = False) -> tuple[Tile, ...]:
    return tuple(_tile(state, card, fighting=fighting) for card in cards)


def _card_line(state: State, card: CardId, *, fighting: bool = False) -> str:
    """Say a card in one line, for lists."""
    known = state.cards.get(card)
    if known is None:
        return tr("Dragon card") if card == DRAGON else tr(card)
    words = _back_words(state, card, fighting=fighting)
    its = ", ".join([trn("{count} point", "{count} points", int(words[0])), *words[1:]]) if words else ""
    return joined(card_line(known), its)


# -- one player ------------------------------------------------------------------------------------


def _progress(count: int) -> str:
    """Draw how many of a Dragon's five cards there are: `●●○○○`; the number stands with who leads."""
    full = min(max(0, count), DRAGON_CARDS)
    return f"{'●' * full}{'○' * (DRAGON_CARDS - full)}"


def _complete(state: State, seat: Seat) -> Line:
    """Say what the table wants to be told: whether a complete monster is there."""
    if not (state.shown and state.full):
        return ()
    if not table.lacking(state, table.cards_at_home(state, seat)[0]):
        return ((tr("complete "), LEAD),)
    return ((tr("could build a complete one "), LEAD),) if table.able(state, seat) else ()


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    player = state.players[seat]
    title, style = _title(state, seat, lead)
    built, loose = table.cards_at_home(state, seat)
    complete, has = _complete(state, seat), _has(state, seat)
    groups = []
    if built:
        together = (*complete, (tr("together: "), LEAD))
        groups.append(Group(_tiles(state, built), together))
    if loose:
        label: Line = ((tr("loose: "), DIM),) if built else complete
        groups.append(Group(_tiles(state, loose), label))
    count = trn("{count} part", "{count} parts", len(player.parts))
    line: Line = (*complete, (tr("{plural} on the table", plural=count), DIM))
    faction = player.faction.value if player.faction else ""
    return Block(
        title,
        style,
        right=(f"{count} · {has}", has) if groups else (has,),
        groups=tuple(groups),
        lines=() if groups else (line,),
        short=(
            (f"{faction} ", colour(faction, FACTIONS)),
            (has.rstrip(), BOLD),
            (f" · {count}", DIM),
        ),
    )


def _has(state: State, seat: Seat) -> str:
    """Say what a player has besides parts."""
    player = state.players[seat]
    progress, text = _progress(player.own_dragons), later("{progress} · hand {hand_count} ")
    return tr(text, progress=progress, hand_count=player.hand)


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    """Return a player's title in several wordings, and its style."""
    player, fight = state.players[seat], state.fight
    faction = f"  {player.faction.value}" if player.faction else ""
    name = f"{state.name(seat)}{lead.crown(seat)}"
    if won := lead.wins(seat):
        return (f"{won}{faction}", won), WINNER
    if fight is not None and fight.priority is None and seat == fight.defender.seat:
        met = tr("◎ {name}  met", name=f"{name}{faction}")
        if state.mode is Mode.CLASSIC:
            met = tr("◎ {name}  challenged", name=f"{name}{faction}")
        return (met, f"◎ {name}"), DANGER
    acting = state.acting if fight is None or fight.priority is None else fight.priority
    if acting == seat:
        return (f"▶ {name}{faction}", f"▶ {name}"), TURN
    return (f"  {name}{faction}", f"  {name}"), BOLD


# -- a fight ---------------------------------------------------------------------------------------


def _fight(state: State, fight: FightState) -> Fight:
    head: Line = ((tr(" FIGHT "), WINNER), (" ", ""), *_fight_line(state, fight))
    return Fight(head, tuple(_side_block(state, fight, side) for side in fight.sides))


def _fight_line(state: State, fight: FightState) -> Line:
    """Say who leads and how near the end is."""
    if not table.flipped(state):
        if not fight.refused:
            return ((f"{tr('before the flip')} ", ""), ("(MON-C13)", DIM))
        refuses = tr("refuses to build: the attacker builds it")
        return ((f"{state.name(fight.defender.seat)} {refuses} ", ""), ("(MON-C12)", DIM))
    ahead = table.leader(state, fight)
    parts: Line = ((tr("equal "), BOLD),)
    if ahead is not None:
        one, other = (table.total(state, fight, side) for side in fight.sides)
        name = state.name(ahead.seat)
        text = tr("★ {ahead} leads by {sums} ", ahead=name, sums=abs(one - other))
        parts = ((text, LEAD),)
    if fight.passes:
        parts = (*parts, (tr("one more pass ends it "), ""))
    return (*parts, ("(MON-C19)", DIM))


def _side_block(state: State, fight: FightState, side: Side) -> Block:
    """Return one side of a fight, its total as a large number once the cards are flipped."""
    name = state.name(side.seat)
    role = tr("attacks") if side is fight.attacker else tr("defends")
    count = str(table.total(state, fight, side)) if table.flipped(state) else ""
    ahead = table.leader(state, fight) if count else None
    star = "★" if ahead is side else ""
    title: tuple[str, ...] = (f"  {name} {role}", f"  {name}")
    style = BOLD
    if fight.priority == side.seat:
        title = (
            tr("▶ {side} {role}, may reinforce", side=name, role=role),
            tr("▶ {side} may reinforce", side=name),
            f"▶ {name}",
        )
        style = TURN
    groups = [Group(_tiles(state, side.standing, fighting=True))] if side.standing else []
    played = [_chip((("✦ ", LEAD), (_played(state, one), ""))) for one in side.played]
    off = [_chip((("✗ ", HURT), (tr("{card} off", card=card), DIM))) for card in side.removed]
    if played or off:
        groups.append(Group((*played, *off)))
    return Block(
        title,
        style,
        right=(f"{star}{count} ",) if count else (),
        figures=(Figure(count, style=BRIGHT),) if count else (),
        lines=(((said, DIM),),) if (said := _sum(state, fight, side)) else (),
        groups=tuple(groups),
    )


def _chip(line: Line) -> Tile:
    return Tile((line,), (line,))


def _played(state: State, played: Played) -> str:
    """Say a played card and what it brought: `PW-S sword +2`, `SP-1 takes off GM-B`."""
    its = table.back(state, played.card)
    power = played.kind is Kind.POWER
    icon = its.icons[0].said if its and its.icons and power else ""
    if played.card == UNNAMED:
        parts = [played.kind.said.capitalize(), icon]
    else:
        parts = [played.card, icon or (tr("spell") if played.kind is Kind.SPELL else "")]
    if played.own:
        parts.append(f"{played.own:+d}")
    if played.theirs:
        parts.append(tr("{theirs:+d} to the other", theirs=played.theirs))
    if played.off:
        parts.append(tr("takes off {off}", off=", ".join(played.off)))
    text = its.effect.text if its and its.effect else ""
    if not (played.own or played.theirs or played.off) and text:
        parts.append(text)
    return " ".join(part for part in parts if part)


def _sum(state: State, fight: FightState, side: Side) -> str:
    """Say how a total comes about: `cards 12 + 4 played`; nothing where it is that of the cards alone."""
    if not table.flipped(state):
        light = not state.full and state.stage is not Stage.CHALLENGE
        return tr("not flipped yet") if side.cards or light else tr("still building")
    cards = table.base(state, side)
    more = table.total(state, fight, side) - cards
    text = tr("cards {cards_points}", cards_points=cards)
    return text + tr(" {more:+d} played", more=more).replace("+", "+ ") if more else ""


# -- the middle ------------------------------------------------------------------------------------


def _notes(state: State) -> tuple[Line, ...]:
    """Say what waits in the Arena, or how the last fight ended."""
    if state.fight is not None:
        return ()
    waits = state.arena
    if waits is None:
        return (_last(state),) if state.fights else ()
    text = tr(" {arena}'s monster waits ", arena=state.name(waits.seat))
    head: Line = ((tr(" ARENA "), WINNER), (text, BOLD))
    tiles = _tiles(state, waits.cards)
    cards = tuple(part for tile in tiles for part in (("  ", ""), *tile.chips[-1]))
    return (head, cards) if cards else (head,)


def _last(state: State) -> Line:
    """Say how the last fight ended."""
    last = state.fights[-1]
    one, other = state.name(last.attacker), state.name(last.defender)
    sums = f"{one} {last.points[0]} : {last.points[1]} {other}"
    head: Line = ((tr("last fight "), DIM), (sums, BOLD))
    if last.winner is None:
        return (*head, (tr(" · a draw "), ""), ("(MON-C22)", DIM))
    won = tr(" · {seats} won ", seats=state.name(last.winner))
    taken = ""
    if last.dragon is not None:
        named = tr("a Dragon card") if last.dragon.card == DRAGON else last.dragon.card
        taken = tr("and took {dragon} ", dragon=named)
    return (*head, (won + taken, ""), ("(MON-C19)", DIM))


def _piles(state: State) -> tuple[str, ...]:
    """Say deck and Dragon cards set aside; factions by their first letters where room is short."""
    deck = tr("Deck {deck}", deck=state.deck)
    left = {faction.value: table.aside_of(state, faction) for faction in Faction}
    short = " ".join(f"{name[:3]} {count}" for name, count in left.items())
    return (
        joined(deck, *(f"{name} {count}/{DRAGON_CARDS}" for name, count in left.items())),
        tr("{deck} · Dragons {short}", deck=deck, short=short),
    )


# -- pages and words -------------------------------------------------------------------------------


def _seat_page(state: State, seat: Seat, lead: Lead) -> Page:
    player = state.players[seat]
    title, style = _title(state, seat, lead)
    built, loose = table.cards_at_home(state, seat)
    faction = player.faction.value if player.faction else tr("no faction yet")
    dragon = tr("Dragon of {value}: {progress}", value=faction, progress=_progress(player.own_dragons))
    lines = [
        f"{dragon} {player.own_dragons}/{DRAGON_CARDS}",
        *(f"  {_card_line(state, one.card)}" for one in player.dragons),
        "",
        tr("Hidden Power and Spell cards: {hand_count}", hand_count=player.hand),
        "",
        tr("Parts on the table: {table_count}", table_count=len(player.parts)),
    ]
    for name, cards in ((tr("Put together"), built), (tr("Loose"), loose)):
        if cards:
            said = (f"  {_card_line(state, card)}" for card in cards)
            lines += ["", of(name, str(len(cards))), *said]
    return Page(state.name(seat), tuple(lines), Block(title, style, (_has(state, seat),)))


def _side_lines(state: State, fight: FightState, side: Side, role: str) -> list[str]:
    count = str(table.total(state, fight, side)) if table.flipped(state) else ""
    lines = [of(f"{state.name(side.seat)} {role}", ", ".join(filter(None, (count, _sum(state, fight, side)))))]
    lines += [f"  {_card_line(state, card, fighting=True)}" for card in side.standing]
    lines += [f"  {_played(state, one)}" for one in side.played]
    lines += [tr("  taken off: {card_line}", card_line=_card_line(state, card, fighting=True)) for card in side.removed]
    return [*lines, ""]


def _middle_page(state: State) -> Page:
    lines: list[str] = []
    if state.fight is not None:
        lines += _side_lines(state, state.fight, state.fight.attacker, tr("attacks"))
        lines += _side_lines(state, state.fight, state.fight.defender, tr("defends"))
    if state.arena is not None:
        lines += [tr("In the Arena: {arena}'s monster", arena=state.name(state.arena.seat))]
        lines += [*(f"  {_card_line(state, card)}" for card in state.arena.cards), ""]
    if state.fights:
        lines += [plain(_last(state)), ""]
    cards = trn("{count} card", "{count} cards", state.deck)
    lines += [
        tr("Fights so far: {fights}", fights=len(state.fights)),
        tr("Deck: {plural}, face down", plural=cards),
        "",
        tr("Dragon cards set aside"),
    ]
    left = [card for card, count in table.aside(state).items() for _ in range(count)]
    for faction in Faction:
        lines += [of(f"  {faction.value}", f"{table.aside_of(state, faction)}")]
        own = (card for card in left if state.cards[card].faction is faction)
        lines += [f"    {_card_line(state, card)}" for card in own]
    return Page(tr("Arena, fight and Dragons"), tuple(lines))


def label(state: State, value: object, actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people; of a card only what its picture shows, never its back."""
    match value:
        case tuple() if value:
            change = _change(state, value, actor)
            return change or " + ".join(one if type(one) is str else label(state, one, actor, None) for one in value)
        case str() if type(value) is str:
            return _picture(state, CardId(value))
        case _:
            return plain_label(value)


def _change(state: State, cards: tuple[object, ...], actor: Seat | None) -> str:
    """Say a monster that is one card more or fewer than the one on the table by that card."""
    if actor is None or not all(type(one) is str for one in cards):
        return ""
    before = Counter(str(card) for card in table.cards_at_home(state, actor)[0])
    after = Counter(str(one) for one in cards)
    more, fewer = list((after - before).elements()), list((before - after).elements())
    if len(more) + len(fewer) != 1:
        return ""
    card = _picture(state, CardId((more or fewer)[0]))
    return tr("with {card}", card=card) if more else tr("without {card}", card=card)


def _picture(state: State, card: CardId) -> str:
    known = state.cards.get(card)
    if known is not None:
        return card_line(known)
    unnamed = {UNNAMED: tr("the card"), HIDDEN: tr("a Power or Spell card, not shown")}
    return unnamed.get(card, card)
