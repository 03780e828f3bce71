"""What everybody sees of a table: all that lies face up, and face-down Warriors by Family alone.

The state knows no hidden fact.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

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
    Card,
    Lead,
    Line,
    Merit,
    Page,
    Sheet,
    bold,
    colour,
    joined,
    plain,
    plain_label,
)
from companion.core.texts import tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.effects import step_text
from companion.games.fgt.judge import lead as ahead_now
from companion.games.fgt.judge import said
from companion.games.fgt.score import standing
from companion.games.fgt.state import (
    FIGHT,
    ROUNDS,
    Arena,
    Boost,
    BoostState,
    Main,
    Player,
    Stage,
    State,
)
from companion.games.fgt.words import FamilyCount, Shown

# Colour is never alone: a Family's name stands beside it.
FAMILIES: Final = {
    "human": "$sand",
    "animal": "$green",
    "robot": "$blue",
    "demon": "$red",
    "alien": "$violet",
}
BACK: Final = "▒"
_STATES: Final = {
    BoostState.FACEDOWN: tr("face down"),
    BoostState.SCORED: tr("scored, +1 Glory"),
    BoostState.STOLEN: tr("taken by another player"),
    BoostState.LOST: tr("lost with its Main"),
}


def view(state: State) -> View:
    """Say where the game stands."""
    over = state.stage is Stage.OVER
    return View(headline(state), state.stage.value, _turn(state), over)


def _turn(state: State) -> Seat | None:
    in_turn = state.stage in FIGHT - {Stage.JUDGE} or state.stage is Stage.DRAW
    return state.turn if in_turn else None


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if not state.round:
        return state.stage.said
    where = tr("Round {round} of {rounds}", round=state.round, rounds=ROUNDS)
    name = state.name(state.turn)
    owed = state.players[state.turn].owed
    match state.stage:
        case Stage.PLAY:
            what = tr("{name} plays a Main and a Boost", name=name)
        case Stage.BOOST:
            what = tr("{name} activates or scores the Boost", name=name)
        case Stage.REVEAL:
            what = tr("{name} turns up {owed} of the Reserves", name=name, owed=owed)
        case Stage.DRAW:
            what = tr("{name} draws {owed}", name=name, owed=owed)
        case _:
            what = state.stage.said
    return joined(where, what)


def sheet(state: State) -> Sheet:
    """Show the Arena and who leads in it, every Main and Boost, the piles."""
    lead, seats = _lead(state), [Seat(at) for at in range(len(state.players))]
    blocks = tuple(_block(state, seat, lead) for seat in seats)
    pages = (_seat_page(state, seat, block) for seat, block in zip(seats, blocks, strict=True))
    return Sheet(
        blocks=blocks,
        lead=lead,
        focus=_turn(state),
        pages=(*pages, _middle_page(state)),
        notes=tuple(line for line in _notes(state) if line),
        rows=(_piles(state),),
    )


def _lead(state: State) -> Lead:
    """Say who has most Glory, then most scored Warriors (FGT-E2, E3)."""
    merits = tuple(
        Merit(
            place.seat,
            state.name(place.seat),
            place.rank,
            str(state.players[place.seat].score),
            tr("{scored} scored", scored=len(state.players[place.seat].scored)),
        )
        for place in sorted(standing(state).places, key=lambda place: place.seat)
    )
    some = any(player.score for player in state.players)
    nothing = "" if some else tr("Nobody has Glory yet")
    how, over = tr("Glory, then scored Warriors"), state.stage is Stage.OVER
    return Lead(tr("Glory"), how, merits, nothing, over=over)


# -- one player ------------------------------------------------------------------------------------


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    player = state.players[seat]
    title, style = _title(state, seat, lead)
    glory, scored = tr("{score} Glory", score=player.score), len(player.scored)
    boost = _boost_line(state, player.boost) if player.boost else ((tr("no Boost"), DIM),)
    short: Line = ((f"{player.score:>2} ", BOLD),)
    if player.main is not None:
        family = player.main.family.value
        short = (*short, (f"{family[:3]} ", _hue(family)), *_power(player.main))
        short = (*short, ("  ", ""), *_boost_line(state, player.boost)) if player.boost else short
    return Block(
        title,
        style,
        right=(
            f"{joined(glory, *_counts(player))} ",
            tr("{glory} · {scored} scored ", glory=glory, scored=scored),
            f"{glory} ",
        ),
        lines=tuple(((line, DIM),) for line in _won(state, seat) if line),
        card=_main_card(state, player.main, boost) if player.main else _no_main(state, seat),
        short=short,
    )


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    """Return a player's title in several wordings, and its style."""
    ahead = ahead_now(state)
    leads = ahead is not None and ahead.seat == seat and not lead.over
    main = state.players[seat].main
    name = f"{state.name(seat)}{lead.crown(seat)}"
    first = bool(state.round) and seat == state.first
    long, short = (tr(" ◆first"), " ◆") if first else ("", "")
    if _turn(state) == seat:
        mark, style = "▶ ", TURN
    elif won := lead.wins(seat):
        return (won,), WINNER
    elif leads:
        return (
            tr("★ {name} leads", name=f"{name}{long}"),
            f"★ {name}{long}",
            f"★ {name}{short}",
        ), WINNER
    else:
        dead = main is not None and not main.alive
        mark, style = ("✝ ", DANGER) if dead else ("  ", BOLD)
    star = " ★" if leads else ""
    return (
        f"{mark}{name}{long}{tr(' ★ leads') if leads else ''}",
        f"{mark}{name}{short}{star}",
    ), style


def _hue(family: str) -> str:
    return colour(family, FAMILIES)


def _power(main: Main) -> Line:
    """Say a Main's power: printed → current when something changed it."""
    power = said(main.power)
    if not main.alive:
        return ((tr("✝ killed at {power}", power=power) if power else tr("✝ killed"), HURT),)
    if main.printed is None:
        return ()
    if main.power != main.printed:
        return ((f"{main.printed} → ", DIM), (power, BRIGHT))
    return ((power, BOLD),)


def _steps(state: State, main: Main) -> list[str]:
    """Say what changed a power, step by step: `+10 Ann = 34`."""
    by = [tr("the table") if one.by is None else state.name(one.by) for one in main.steps]
    steps = zip(main.steps, by, strict=True)
    return [f"{step_text(one)} {who} = {said(one.power)}" for one, who in steps]


def _main_card(state: State, main: Main, boost: Line) -> Card:
    """Return the Main of a player, its power as a large number and the Boost at its foot."""
    family, known = main.family.value, state.warrior(main.card)
    hue = _hue(family)
    name = f"{main.card} {known.name}" if known else ""
    changed = main.printed is not None and main.power != main.printed
    head: Line = ((family, hue),)
    if not main.alive:
        head = (*head, ("  ", ""), *_power(main))
    elif changed:
        head = (*head, (tr("  printed {printed}", printed=main.printed), DIM))
    steps = ", ".join(_steps(state, main))
    return Card(
        title=name,
        style=bold(hue),
        head=head,
        big=said(main.power),
        big_style=BRIGHT if main.alive else HURT,
        lines=(((steps, DIM),),) if steps else (),
        foot=(boost,),
        short=(
            (f"{family} ", hue),
            *_power(main),
            (f"  {main.card}" if known else "", DIM),
            (f"  {steps}" if steps else "", DIM),
            (f"  {known.name}" if known else "", DIM),
        ),
    )


def _no_main(state: State, seat: Seat) -> Card:
    """Return a place without a Main: it lists the Arenas won."""
    arenas = state.players[seat].arenas
    waits = state.arena is not None and state.stage is not Stage.OVER
    head = tr("Arenas won") if arenas else tr("no Arena won")
    worth = "+".join(str(arena.glory) for arena in arenas)
    count = trn("{count} Arena", "{count} Arenas", len(arenas))
    return Card(
        tr("no Main yet") if waits else head,
        lines=tuple(((_arena_line(state, arena), ""),) for arena in arenas),
        short=(
            (tr("no Main yet") if waits else "", DIM),
            (" · " * waits + (f"{count}: {worth}" if worth else tr("no Arena won")), DIM),
        ),
    )


def _boost_line(state: State, boost: Boost) -> Line:
    """Say a Boost: a back by its Family, an active one by what it does."""
    family = boost.family.value
    if boost.state is BoostState.ACTIVE:
        known = state.warrior(boost.card)
        if known is None:
            return (("✦ ", LEAD), (tr("active"), ""))
        name = f" · {known.name}" if known.name else ""
        return (
            ("✦ ", LEAD),
            (f"{known.id} ", bold(_hue(family))),
            (known.ability.text, ""),
            (name, DIM),
        )
    if boost.state is BoostState.FACEDOWN:
        return ((f"{BACK} {family}", _hue(family)), (tr(" face down"), DIM))
    return ((f"{family} {_STATES[boost.state]}", DIM),)


def _families(counts: tuple[tuple[str, int], ...]) -> str:
    """Say so many of each Family: `2 Robot, 1 ?`."""
    return ", ".join(f"{count} {family or '?'}" for family, count in counts)


def _scored_families(state: State, seat: Seat) -> str:
    pile = state.players[seat].scored
    counts = Counter(one.family.value if one.family else "" for one in pile)
    return _families(tuple(sorted(counts.items())))


def _hand_families(state: State, seat: Seat) -> str:
    known = state.players[seat].told or ()
    return _families(tuple((one.family.value, one.count) for one in known if one.count))


def _counts(player: Player) -> tuple[str, str]:
    """Say how many Warriors a player has scored and holds."""
    scored = tr("scored {scored}", scored=len(player.scored))
    return scored, tr("hand {hand}", hand=player.hand)


def _won(state: State, seat: Seat) -> tuple[str, str]:
    """Say what a player has won, scored and holds, and of which Families."""
    player = state.players[seat]
    worth = "+".join(str(arena.glory) for arena in player.arenas)
    count = trn("{count} Arena", "{count} Arenas", len(player.arenas))
    scored, hand = _scored_families(state, seat), _hand_families(state, seat)
    arenas = f"{count} {worth}" if worth else tr("no Arena")
    return joined(arenas, *_counts(player)), joined(
        tr("scored: {families}", families=scored) if scored else "",
        tr("in hand: {families}", families=hand) if hand else "",
    )


# -- the middle ------------------------------------------------------------------------------------


def _arena_line(state: State, arena: Arena) -> str:
    """Say an Arena in one line."""
    card = state.arena_card(arena.card)
    name = f"{card.id} {card.name}" if card else tr("Arena")
    return joined(name, tr("{glory} Glory", glory=arena.glory), card.condition.text if card else "")


def _notes(state: State) -> tuple[Line, ...]:
    """Say the Arena, how it is won, which Family must not be played, and who leads."""
    arena = state.arena
    if arena is None:
        return (_award(state), _revealed(state))
    card, ahead = state.arena_card(arena.card), ahead_now(state)
    head: Line = (
        (tr(" ARENA {round} of {rounds} ", round=state.round, rounds=ROUNDS), WINNER),
        (f" {card.id} {card.name}" if card else "", BOLD),
        (tr("  {glory} Glory", glory=arena.glory), LEAD),
        (f"  {card.condition.text}" if card else "", BOLD),
    )
    leader: Line = ((tr("nobody leads yet"), DIM),)
    if ahead is not None:
        leader = (("★ ", LEAD), (f"{ahead.why} ", ""), (f"({ahead.rule})", DIM))
    return (head, _other_family(state), _revealed(state), leader)


def _other_family(state: State) -> Line:
    """Say which Family must not be played, while Mains are still to come."""
    all_there = all(state.players[seat].main is not None for seat in state.order)
    if state.last_main is None or all_there:
        return ()
    family = state.last_main.value
    return (
        (tr("another Family than "), DIM),
        (family, bold(_hue(family))),
        (tr(" if you can "), DIM),
        ("(FGT-P6)", DIM),
    )


def _award(state: State) -> Line:
    """Say how the last Arena was decided."""
    award = state.award
    if award is None:
        return ()
    name = tr("nobody") if award.winner is None else state.name(award.winner)
    card, glory = state.arena_card(award.arena.card), award.arena.glory
    what = card.name if card else tr("Arena {round}", round=award.arena.round)
    took = tr(" took {what}, {glory} Glory: {why} ", what=what, glory=glory, why=award.why)
    return ((f" {name} ", WINNER), (took, ""), (f"({award.rule})", DIM))


def _turned_up(state: State) -> tuple[CardId, ...]:
    """Return the Warriors turned up by an ability and kept apart for the moment."""
    if state.search is None:
        return ()
    scored = (one.card for one in state.search.scored if one.card is not None)
    return (*state.search.revealed, *scored)


def _revealed(state: State) -> Line:
    cards = _turned_up(state)
    known = [warrior for card in cards if (warrior := state.warrior(card)) is not None]
    named = [f"{warrior.id} {warrior.family.value}" for warrior in known]
    count = trn("{count} card", "{count} cards", len(cards))
    text = tr("Turned up: {value}", value=", ".join(named) or count)
    return ((text, LEAD),) if cards else ()


def _piles(state: State) -> tuple[str, ...]:
    """Say the piles, the next Arena as fully as there is room for."""
    top = state.graveyard[-1] if state.graveyard else UNNAMED
    newest = "" if top == UNNAMED else tr(" (top {top})", top=top)
    count = len(state.graveyard)
    parts = [
        tr("Reserves {reserves}", reserves=state.reserves),
        tr("Graveyard {graveyard}{newest}", graveyard=count, newest=newest),
        tr("set aside {aside}", aside=len(state.aside)) if state.aside else "",
    ]
    coming = state.arena_card(state.coming)
    if coming is None:
        return (joined(*parts),)
    brief = tr("next {card}", card=coming.id)
    following = tr("{coming}, {glory} Glory", coming=coming.name, glory=coming.glory)
    return (joined(*parts, f"{brief} {following}"), joined(*parts, brief))


# -- pages and words -------------------------------------------------------------------------------


def _seat_page(state: State, seat: Seat, block: Block) -> Page:
    player = state.players[seat]
    lines: list[str] = []
    if player.main is not None:
        family, known = player.main.family.value, state.warrior(player.main.card)
        named = f"{player.main.card} {known.name}" if known else family
        lines += ["", tr("Main: {named} · {family}", named=named, family=family)]
        lines += [f"  {step}" for step in _steps(state, player.main)]
    if player.boost is not None:
        lines += ["", tr("Boost: {said}", said=plain(_boost_line(state, player.boost)))]
    hand, scored = _hand_families(state, seat), _scored_families(state, seat)
    lines += [
        "",
        f"{tr('Hand: {hand}, face down', hand=player.hand)} {hand}".rstrip(),
        f"{tr('Scored: {scored}, 1 Glory each', scored=len(player.scored))} {scored}",
        "",
        tr("Arenas won: {arenas}", arenas=len(player.arenas)),
        *(f"  {_arena_line(state, arena)}" for arena in player.arenas),
    ]
    if player.adjusted:
        lines += [tr("By a ruling of the table: {adjusted:+d} Glory", adjusted=player.adjusted)]
    return Page(state.name(seat), tuple(lines), block)


def _middle_page(state: State) -> Page:
    lines: list[str] = []
    ahead, award, coming = ahead_now(state), state.award, state.arena_card(state.coming)
    if state.arena is not None:
        which = tr("Arena {round} of {rounds}", round=state.round, rounds=ROUNDS)
        lines += [f"{which}: {_arena_line(state, state.arena)}"]
    if ahead is not None:
        lines += [f"  {ahead.why} ({ahead.rule})"]
    if coming is not None:
        glory = tr("{glory} Glory", glory=coming.glory)
        line = joined(f"{coming.id} {coming.name}", glory, coming.condition.text)
        lines += [tr("Next: {arena_line}", arena_line=line)]
    if award is not None:
        line = _arena_line(state, award.arena)
        lines += [tr("The last one, {arena_line}: {why}", arena_line=line, why=award.why)]
    lines += [
        tr("Set aside: {arena_line}", arena_line=_arena_line(state, arena)) for arena in state.aside
    ]
    lines += ["", tr("Reserves: {reserves} cards, face down", reserves=state.reserves)]
    if cards := _turned_up(state):
        lines += [tr("Turned up of them:"), *(f"  {_card_line(state, card)}" for card in cards)]
    lines += ["", tr("Graveyard: {graveyard}", graveyard=len(state.graveyard))]
    lines += [f"  {_card_line(state, card)}" for card in reversed(state.graveyard)]
    return Page(tr("Arenas, Reserves and Graveyard"), tuple(lines))


def _card_line(state: State, card: CardId) -> str:
    """Say a Warrior in one line, for lists."""
    known = state.warrior(card)
    if known is None:
        return card
    power = tr("Power {power}", power=known.power)
    return joined(f"{card} {known.name}", power, known.family.value, known.ability.text)


def label(state: State, value: object, _actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people: a Warrior with power, Family and ability, an Arena with Glory."""
    match value:
        case Shown():
            card = value.card or UNNAMED
            return value.family.value if value.family else _card_label(state, card)
        case FamilyCount():
            return f"{value.count} {value.family.value}"
        case tuple() if value:
            return ", ".join(label(state, one, None, None) for one in value)
        case str() if type(value) is str:
            return _card_label(state, CardId(value))
        case _:
            return plain_label(value)


def _card_label(state: State, card: CardId) -> str:
    warrior, arena = state.warrior(card), state.arena_card(card)
    if warrior is not None:
        family = warrior.family.value
        return f"{card} {warrior.name} · {family} {warrior.power} · {warrior.ability.text}"
    if arena is not None:
        glory = tr("{glory} Glory", glory=arena.glory)
        return joined(f"{card} {arena.name}", glory, arena.condition.text)
    return tr("the card") if card == UNNAMED else card
