"""What everybody sees of a table: all that lies face up, and face-down Warriors by Family alone.

The state knows no hidden fact.
"""

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
from companion.core.texts import later, of, tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.cards import ArenaCard
from companion.games.fgt.powers import step_text
from companion.games.fgt.score import standing
from companion.games.fgt.state import FIGHT, ROUNDS, Arena, BoostState, Main, Player, Stage, State
from companion.games.fgt.table import lead as ahead_now
from companion.games.fgt.table import said
from companion.games.fgt.words import FamilyCount, Shown

# Colour is never alone: a Family's name stands beside it.
FAMILIES: Final = {"human": "$sand", "animal": "$green", "robot": "$blue", "demon": "$red", "alien": "$violet"}
BACK: Final = "▒"
_STATES: Final = {
    BoostState.FACEDOWN: later("face down"),
    BoostState.SCORED: later("scored, +1 Glory"),
    BoostState.STOLEN: later("taken by another player"),
    BoostState.LOST: later("lost with its Main"),
}


def view(state: State) -> View:
    """Say where the game stands."""
    return View(headline(state), state.stage.value, _turn(state), state.over, when=_when(state))


def _when(state: State) -> str:
    return tr("Round {round} of {rounds}", round=state.round, rounds=ROUNDS) if state.round else ""


def _turn(state: State) -> Seat | None:
    in_turn = state.stage in FIGHT - {Stage.JUDGE} or state.stage is Stage.DRAW
    return state.turn if in_turn else None


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if not state.round:
        return state.stage.said
    name, owed = state.name(state.turn), state.players[state.turn].owed
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
    return joined(_when(state), what)


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
    return Lead(tr("Glory"), tr("Glory, then scored Warriors"), merits, nothing, over=state.over)


# -- one player ------------------------------------------------------------------------------------


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    player, boost = state.players[seat], _boost_line(state, seat)
    title, style = _title(state, seat, lead)
    glory = tr("{score} Glory", score=player.score)
    short: Line = ((f"{player.score:>2} ", BOLD),)
    if player.main is not None:
        family = player.main.family
        short = (*short, (f"{family.said[:3]} ", _hue(family)), *_power(player.main))
        short = (*short, ("  ", ""), *boost) if player.boost else short
    return Block(
        title,
        style,
        right=(f"{joined(glory, *_counts(player))} ", f"{joined(glory, _counts(player)[0])} ", f"{glory} "),
        lines=_won(player),
        card=_main_card(state, player.main, boost) if player.main else _no_main(state, player),
        short=short,
    )


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    """Return a player's title in several wordings, and its style."""
    if won := lead.wins(seat):
        return (won,), WINNER
    ahead, main = ahead_now(state), state.players[seat].main
    leads = ahead is not None and ahead.seat == seat and not lead.over
    name = f"{state.name(seat)}{lead.crown(seat)}"
    first = bool(state.round) and seat == state.first
    long, short = (f"{name}{tr(' ◆first')}", f"{name} ◆") if first else (name, name)
    if _turn(state) == seat:
        says, star = (tr(" ★ leads"), " ★") if leads else ("", "")
        return (f"▶ {long}{says}", f"▶ {short}{star}"), TURN
    if leads:
        return (tr("★ {name} leads", name=long), f"★ {long}", f"★ {short}"), WINNER
    mark, style = ("✝ ", DANGER) if main and not main.alive else ("  ", BOLD)
    return (f"{mark}{long}", f"{mark}{short}"), style


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
    whose = [tr("the table") if one.by is None else state.name(one.by) for one in main.steps]
    steps = zip(main.steps, whose, strict=True)
    return [f"{step_text(one)} {who} = {said(one.power)}" for one, who in steps]


def _main_card(state: State, main: Main, boost: Line) -> Card:
    """Return the Main of a player, its power as a large number and the Boost at its foot."""
    family, known, steps = main.family, state.warrior(main.card), _steps(state, main)
    hue, changes = _hue(family), ", ".join(steps)
    head: Line = ((family.said, hue),)
    if not main.alive:
        head = (*head, ("  ", ""), *_power(main))
    elif main.printed is not None and main.power != main.printed:
        head = (*head, (tr("  printed {printed}", printed=main.printed), DIM))
    return Card(
        title=f"{main.card} {known.name}" if known else "",
        style=bold(hue),
        head=head,
        big=said(main.power),
        big_style=BRIGHT if main.alive else HURT,
        lines=(((changes, DIM),),) if steps else (),
        foot=(boost,),
        short=(
            (f"{family.said} ", hue),
            *_power(main),
            (f"  {main.card}" if known else "", DIM),
            (f"  {changes}" if steps else "", DIM),
            (f"  {known.name}" if known else "", DIM),
        ),
    )


def _no_main(state: State, player: Player) -> Card | None:
    """Return a place without a Main, which lists the Arenas won; None before there is an Arena."""
    if not state.round:
        return None
    waits, none = tr("no Main yet") if state.arena is not None else "", tr("no Arena won")
    count, worth = _arenas_won(player)
    return Card(
        waits or (tr("Arenas won") if worth else none),
        lines=tuple(((_arena_line(state, arena), ""),) for arena in player.arenas),
        short=((of(count, worth) if worth else none, DIM), (f" · {waits}" if waits else "", DIM)),
    )


def _arenas_won(player: Player) -> tuple[str, str]:
    """Say how many Arenas a player has won, and what each is worth."""
    count = trn("{count} Arena", "{count} Arenas", len(player.arenas))
    return count, "+".join(str(arena.glory) for arena in player.arenas)


def _boost_line(state: State, seat: Seat) -> Line:
    """Say a Boost: a back by its Family, an active one by what it does."""
    boost = state.players[seat].boost
    if boost is None:
        return ((tr("no Boost"), DIM),)
    family = boost.family
    if boost.state is BoostState.ACTIVE:
        known = state.warrior(boost.card)
        if known is None:
            return (("✦ ", LEAD), (tr("active"), ""))
        named = (f"{known.id} ", bold(_hue(family)))
        return (("✦ ", LEAD), named, (known.ability.text, ""), (f" · {known.name}", DIM))
    if boost.state is BoostState.FACEDOWN:
        return ((f"{BACK} {family.said}", _hue(family)), (tr(" face down"), DIM))
    return ((f"{family.said} {tr(_STATES[boost.state])}", DIM),)


def _families(player: Player) -> tuple[str, str]:
    """Say so many of each Family, scored and in the hand: `1 ?, 2 Robot`."""
    scored = Counter(one.family for one in player.scored)
    held = [one.said for one in player.told or () if one.count]
    counts = [FamilyCount(one, scored[one]).said for one in sorted(filter(None, scored))]
    counts = [*([f"{scored[None]} ?"] if scored[None] else []), *counts]
    return ", ".join(counts), ", ".join(held)


def _counts(player: Player) -> tuple[str, str]:
    """Say how many Warriors a player has scored and holds."""
    return tr("scored {scored}", scored=len(player.scored)), tr("hand {hand}", hand=player.hand)


def _won(player: Player) -> tuple[Line, ...]:
    """Say what a player has won, scored and holds, and of which Families; the place of a Main says Arenas."""
    (count, worth), (scored, hand) = _arenas_won(player), _families(player)
    arenas = ((f"{count} {worth}" if worth else tr("no Arena"), DIM),) if player.main else ()
    families = joined(
        tr("scored: {families}", families=scored) if scored else "",
        tr("in hand: {families}", families=hand) if hand else "",
    )
    return (*arenas, *((f" · {one}", DIM) for one in _counts(player))), ((families, DIM),)


# -- the middle ------------------------------------------------------------------------------------


def _arena_line(state: State, arena: Arena) -> str:
    """Say an Arena in one line."""
    card = state.arena_card(arena.card)
    return _arena_words(card) if card else joined(tr("Arena"), _glory(arena.glory))


def _arena_words(card: ArenaCard) -> str:
    return joined(f"{card.id} {card.name}", _glory(card.glory), card.condition.text)


def _glory(glory: int) -> str:
    return tr("{glory} Glory", glory=glory)


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
    family = state.last_main
    return (
        (tr("another Family than "), DIM),
        (family.said, bold(_hue(family))),
        (tr(" if you can "), DIM),
        ("(FGT-P6)", DIM),
    )


def _award(state: State) -> Line:
    """Say how the last Arena was decided."""
    award = state.award
    if award is None:
        return ()
    name = tr("nobody") if award.winner is None else state.name(award.winner)
    card, arena = state.arena_card(award.arena.card), award.arena
    what = card.name if card else tr("Arena {round}", round=arena.round)
    took = tr(" took {what}, {glory} Glory: {why} ", what=what, glory=arena.glory, why=award.why)
    return ((f" {name} ", WINNER), (took, ""), (f"({award.rule})", DIM))


def _revealed(state: State) -> Line:
    cards = state.turned_up
    known = filter(None, map(state.warrior, cards))
    named = ", ".join(f"{warrior.id} {warrior.family.said}" for warrior in known)
    count = trn("{count} card", "{count} cards", len(cards))
    return ((tr("Turned up: {value}", value=named or count), LEAD),) if cards else ()


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
    player, lines = state.players[seat], list[str]()
    if player.main is not None:
        family, known = player.main.family, state.warrior(player.main.card)
        named = f"{player.main.card} {known.name}" if known else family.said
        lines += ["", tr("Main: {named} · {family}", named=named, family=family)]
        lines += [f"  {step}" for step in _steps(state, player.main)]
    if player.boost is not None:
        lines += ["", tr("Boost: {said}", said=plain(_boost_line(state, seat)))]
    scored, hand = _families(player)
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
        lines += [of(which, _arena_line(state, state.arena))]
    if ahead is not None:
        lines += [f"  {ahead.why} ({ahead.rule})"]
    if coming is not None:
        lines += [tr("Next: {arena_line}", arena_line=_arena_words(coming))]
    if award is not None:
        line = _arena_line(state, award.arena)
        lines += [tr("The last one, {arena_line}: {why}", arena_line=line, why=award.why)]
    lines += [tr("Set aside: {arena_line}", arena_line=_arena_line(state, arena)) for arena in state.aside]
    lines += ["", trn("Reserves: {count} card, face down", "Reserves: {count} cards, face down", state.reserves)]
    if cards := state.turned_up:
        lines += [tr("Turned up of them:"), *(f"  {_card_line(state, card)}" for card in cards)]
    lines += ["", tr("Graveyard: {graveyard}", graveyard=len(state.graveyard))]
    lines += [f"  {_card_line(state, card)}" for card in reversed(state.graveyard)]
    return Page(tr("Arenas, Reserves and Graveyard"), tuple(lines))


def _card_line(state: State, card: CardId) -> str:
    """Say a Warrior in one line, for lists."""
    known = state.warrior(card)
    if known is None:
        return tr(card)
    power = tr("Power {power}", power=known.power)
    return joined(f"{card} {known.name}", power, known.family.said, known.ability.text)


def label(state: State, value: object, _actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people: a Warrior with power, Family and ability, an Arena with Glory."""
    match value:
        case Shown():
            card = value.card or UNNAMED
            return value.family.said if value.family else _card_label(state, card)
        case FamilyCount():
            return value.said
        case tuple() if value:
            return ", ".join(label(state, one, None, None) for one in value)
        case str() if type(value) is str:
            return _card_label(state, CardId(value))
        case _:
            return plain_label(value)


def _card_label(state: State, card: CardId) -> str:
    warrior, arena = state.warrior(card), state.arena_card(card)
    if warrior is not None:
        family = warrior.family.said
        return f"{card} {warrior.name} · {family} {warrior.power} · {warrior.ability.text}"
    if arena is not None:
        return _arena_words(arena)
    return tr("the card") if card == UNNAMED else card
