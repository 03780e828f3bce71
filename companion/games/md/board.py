"""What everybody sees of a table: all dice and played cards; hands and deck only as numbers.

The state knows no hidden fact: cards are counted, not named, until a hand is counted at the end.
"""

from collections import Counter
from typing import Final

from companion.core.dice import kind_name
from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import (
    BOLD,
    DANGER,
    DIM,
    HURT,
    LEAD,
    TURN,
    WINNER,
    Block,
    Group,
    Lead,
    Line,
    Merit,
    Page,
    Sheet,
    Tile,
    bold,
    colour,
    joined,
    plain_label,
)
from companion.core.texts import later, of, tr, trn
from companion.games.md.answers import answered_by, declared_text, offered
from companion.games.md.flow import contender
from companion.games.md.score import standing, total
from companion.games.md.state import ENDED, PLAY, Die, Stage, State
from companion.games.md.table import called, can_reroll, counts, ref_of, spent
from companion.games.md.words import NEEDS, TEXTS, DieRef, Effect, HandCard, Special

# Colour is never alone: the kind's name stands with the die.
KINDS: Final = {
    "teeth": "$red",
    "squid": "$blue",
    "devil": "$orange",
    "spider": "$violet",
    "dimwit": "$green",
    "eye": "$sand",
}


def view(state: State) -> View:
    """Say where the game stands."""
    turn = state.turn if state.stage in PLAY else None
    over = state.stage is Stage.OVER
    return View(_headline(state), state.stage.value, turn, over, when=_when(state))


def _when(state: State) -> str:
    return tr("Round {round}", round=state.round) if state.stage in PLAY else state.stage.said


def _headline(state: State) -> str:
    match state.stage:
        case Stage.OVER:
            return state.who_won(standing(state))
        case Stage.SETUP | Stage.ROLLOFF | Stage.SCORING | Stage.FINAL_ROLL:
            return state.stage.said
        case _:
            step = state.stage.said.rpartition(": ")[2]
            deck = trn("{count} card in the deck", "{count} cards in the deck", state.deck)
            if state.deck == 0:
                deck = tr("the deck is empty: last round")
            turn = tr("{name}'s turn: {step}", name=state.name(state.turn), step=step)
            return joined(_when(state), turn, deck)


def sheet(state: State) -> Sheet:
    """Show everybody's dice as they lie, infirmaries, played cards, the deck."""
    lead, seats = _lead(state), [Seat(seat) for seat in range(len(state.players))]
    blocks = tuple(_block(state, seat, lead) for seat in seats)
    pages = (_seat_page(state, seat, block) for seat, block in zip(seats, blocks, strict=True))
    offers = tuple((("  ", ""), (_offer(effect), "")) for effect in offered(state))
    who = state.name(state.turn)
    names = " · ".join(_wanted(effect) for effect in offered(state))
    last_round = state.stage in PLAY and state.deck == 0
    cards = trn("{count} card", "{count} cards", state.deck)
    deck = tr("Deck {plural}, face down", plural=cards)
    return Sheet(
        blocks=blocks,
        lead=lead,
        focus=state.turn if state.stage in PLAY else None,
        pages=(*pages, _middle_page(state)),
        notes=tuple(_events(state)),
        extra=(((tr("{who}'s dice offer", who=who), LEAD),), *offers) if offers else (),
        extra_short=((tr("offered: "), LEAD), (names, "")) if offers else (),
        rows=((tr("The deck is empty: this is the last round") if last_round else deck,),),
        rows_style=LEAD if last_round else "",
    )


def _lead(state: State) -> Lead:
    """Say who has most points: in front until the hands are counted (MD-K8, MD-Z2)."""
    places = sorted(standing(state).places, key=lambda place: place.seat)
    ranks = {place.seat: place.rank for place in places}
    points = {place.seat: total(state, place.seat) for place in places}
    merits = tuple(
        Merit(seat, state.name(seat), rank, str(points[seat]), _besides_points(state, seat, ranks))
        for seat, rank in ranks.items()
    )
    counting = any(player.points is not None for player in state.players)
    some = counting or any(points.values())
    how = tr("Points") if counting else tr("Points in front; hands count at the end")
    over = state.stage is Stage.OVER
    return Lead(tr("points"), how, merits, "" if some else tr("Nobody has points yet"), over=over)


def _besides_points(state: State, seat: Seat, ranks: dict[Seat, int]) -> str:
    """Say what may still change a player's place, or what has."""
    player = state.players[seat]
    if player.points is None:
        return tr("{hand_count} in hand", hand_count=player.hand) if player.hand else ""
    level = [other for other in ranks if total(state, other) == total(state, seat)]
    broken = {ranks[other] for other in level}  # of a tie that stands, all share a place
    if state.stage is not Stage.OVER or 1 not in broken or len(broken) == 1:
        return ""
    return tr("won the tie") if ranks[seat] == 1 else tr("lost the tie")


# -- one player ------------------------------------------------------------------------------------


def _block(state: State, seat: Seat, lead: Lead) -> Block:
    player = state.players[seat]
    title, style = _title(state, seat, lead)
    points, hand = total(state, seat), tr("hand {hand_count}", hand_count=player.hand)
    if player.points is not None:
        hand = tr("hand counted")
    brief = joined(trn("{count} point", "{count} points", points), hand) + " "
    besides = joined(
        f"✚ {len(player.infirmary)}" if player.infirmary else "",
        tr("{played} in front", played=len(player.played)) if player.played else "",
    )
    tiles = tuple(_tile(state, seat, die) for die in player.pool)
    short: Line = ((f"{points:>3} h{player.hand} ", BOLD),)
    for tile in tiles:
        short = (*short, *tile.chips[-1], (" ", ""))
    ill: Line = ((f"✚{len(player.infirmary)}", HURT),) if player.infirmary else ()
    return Block(
        title,
        style,
        right=(joined(besides, brief), brief, f"{points} · {player.hand} "),
        groups=(Group(tiles),) if tiles else (),
        lines=() if tiles else (((tr("no dice in the pool"), DIM),),),
        foot=_besides(state, seat),
        short=(*short, *ill),
    )


def _title(state: State, seat: Seat, lead: Lead) -> tuple[tuple[str, ...], str]:
    """Return a player's title in several wordings, and its style."""
    if seat in state.setup.left:
        return (f"  {state.name(seat)}",), DIM
    begun = state.stage in PLAY or state.stage in ENDED
    begins = tr(" ◆begins") if seat == state.starter and begun else ""
    short = f"{state.name(seat)}{lead.crown(seat)}"
    name = f"{short}{begins}"
    if won := lead.wins(seat):
        return (won,), WINNER
    if state.stage is Stage.COUNTER and seat in answered_by(state)[1].waiting:
        answers = tr("answers") if seat == answered_by(state)[0] else tr("answers next")
        return (f"◎ {name} {answers}", f"◎ {short}"), DANGER
    if state.stage in PLAY and seat == state.turn:
        return (f"▶ {name}", f"▶ {short}"), TURN
    if seat == contender(state):
        return (tr("◎ {name} rolls", name=name), f"◎ {short}"), TURN
    return (f"  {name}", f"  {short}"), BOLD


def _used(state: State, die: Die) -> bool:
    """Tell whether a side has been used since it was rolled, alone and in a combo."""
    return spent(state, die, combo=False) and spent(state, die, combo=True)


def _usable(state: State, seat: Seat, die: Die) -> bool:
    """Tell whether the player in turn can still use a side this turn."""
    mine = state.stage in PLAY and seat == state.turn
    return mine and counts(state, die) and not _used(state, die)


def _tile(state: State, seat: Seat, die: Die) -> Tile:
    """Return a die: `[S]` can be used, ` S ` is sculpted, `(S)` was used, ` 4 `."""
    name, face = DieRef(die.kind).word(), die.face or "·"
    tint = colour(name, KINDS)
    used, usable = _used(state, die), _usable(state, seat, die)
    text, style = f" {face} ", ""
    if die.face is None:
        style = DIM
    elif die.sculpted and used:
        text, style = f"({face})", DIM
    elif die.sculpted:
        text, style = (f"[{face}]", tint.replace("$", "$on-")) if usable else (text, bold(tint))
    edge = DIM if used else tint
    # Of twins in a pool each says the number of the seat it came from.
    _, _, number = ref_of(state.players[seat].pool, die).word().partition("@")
    return Tile(
        lines=(((text, style),), ((name, edge), (f" {number}" if number else "", edge))),
        chips=(((name, edge), (text, style)), ((name[:2], tint), (face, style))),
        style=edge,
        big=die.face or "-",
    )


def _besides(state: State, seat: Seat) -> Line:
    """Say the infirmary and the cards in front, where there are any."""
    player = state.players[seat]
    parts: Line = ()
    if player.infirmary:
        others = later("{die} of {seat}")
        names = ", ".join(
            die.said if die.owner == seat else tr(others, die=die.said, seat=state.name(die.owner))
            for die in player.infirmary
        )
        parts = ((tr("✚ infirmary: {names}", names=names), HURT),)
    if player.played:
        gap = "   " if parts else ""
        parts = (*parts, (tr("{gap}in front: ", gap=gap), DIM), (_played(state, seat), ""))
    return parts


def _played(state: State, seat: Seat) -> str:
    """Say the special cards in front of a player, `2 Surprise` for copies."""
    copies = Counter(card.said for card in state.players[seat].played)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in copies.items())


# -- the middle ------------------------------------------------------------------------------------


def _offer(effect: Effect) -> str:
    """Say what dice offer in one line: `Teeth-Die + Die'vil: bite two dice (MD-C1)`."""
    return f"{_wanted(effect)}: {tr(TEXTS[effect])} ({effect.value})"


def _wanted(effect: Effect) -> str:
    return " + ".join(map(kind_name, NEEDS[effect]))


def _events(state: State) -> list[Line]:
    """Say what the table waits for besides the next move."""
    lines: list[Line] = []
    if state.stage is Stage.COUNTER:
        seat, declared = answered_by(state)
        answer = tr(" {asked} answers: a counter, or let it happen ", asked=state.name(seat))
        text = declared_text(state, declared)
        lines.append(((f" {text} ", DANGER), (answer, ""), ("(MD-K6)", DIM)))
    if state.stage in {Stage.ROLLOFF, Stage.FINAL_ROLL}:
        sums = "  ".join(
            f"{state.name(seat)} {'·' if thrown is None else thrown}" for seat, thrown in state.rolloff[-1]
        )
        lines.append(((tr("Roll-off: "), LEAD), (sums, BOLD)))
    if state.stage is Stage.TRIPLE and state.triples:
        back = trn("{count} die comes", "{count} dice come", state.triples)
        text = tr("{back} back from the infirmary ", back=back)
        lines.append(((tr("A triple: "), LEAD), (text, ""), ("(MD-I2)", DIM)))
    if state.stage in {Stage.REROLL, Stage.EFFECTS} and can_reroll(state):
        text = tr("any of your own dice may be rolled again ")
        lines.append(((tr("Two Die'vil: "), LEAD), (text, ""), ("(MD-C5)", DIM)))
    return lines


# -- pages and words -------------------------------------------------------------------------------


def _die_line(state: State, seat: Seat, die: Die) -> str:
    """Say a die in one line, for lists."""
    face = tr("not rolled") if die.face is None else tr("shows {face}", face=die.face)
    use = tr(" · can be used") if _usable(state, seat, die) else ""
    use = tr(" · used") if _used(state, die) else use
    brought = tr(" · brought by {seats}", seats=state.name(die.owner))
    return f"{die.said} {face}{use}{'' if die.owner == seat else brought}"


def _seat_page(state: State, seat: Seat, block: Block) -> Page:
    player = state.players[seat]
    lines = ["", tr("Pool"), *(f"  {_die_line(state, seat, die)}" for die in player.pool)]
    if player.infirmary:
        lines += ["", tr("Infirmary")]
        lines += [f"  {_die_line(state, seat, die)}" for die in player.infirmary]
    how = tr(", face down") if player.points is None else tr(", counted")
    lines += ["", tr("Hand: {hand_count}{word}", hand_count=player.hand, word=how)]
    if player.played:
        text = _played(state, seat)
        lines += [tr("In front, 2 points each: {cards_text}", cards_text=text)]
    lines += ["", tr("Turns finished: {turns}", turns=player.turns)]
    return Page(state.name(seat), tuple(lines), block)


def _middle_page(state: State) -> Page:
    lines: list[str] = []
    if offers := offered(state):
        lines += [tr("The dice offer"), *(f"  {_offer(one)}" for one in offers), ""]
    if state.stage is Stage.COUNTER:
        declared = answered_by(state)[1]
        text, rule = declared_text(state, declared), declared.effect.value
        lines += [tr("Declared: {declared} ({rule})", declared=text, rule=rule), ""]
    lines += [tr("Deck: {deck}, face down", deck=state.deck)]
    roll = state.last_roll
    if roll is not None:
        faces = ", ".join(f"{kind_name(die.kind)} {die.face}" for die in roll.dice)
        last = tr("Last roll, {purpose}", purpose=tr(roll.purpose))
        lines += ["", of(of(last, state.name(roll.roller)), faces)]
        lines += [f"  {roll.outcome} ({roll.rule})"] if roll.outcome else []
    return Page(tr("Offers, deck and last roll"), tuple(lines))


def label(state: State, value: object, actor: Seat | None, about: Seat | None) -> str:
    """Say a value for people: a die with its face, a card by what is printed on it."""
    match value:
        case DieRef():
            return _die_label(state, value, actor if about is None else about)
        case Special():
            return value.said
        case HandCard():
            if value.special is None:
                return tr("a point card worth {value}", value=value.value)
            return value.special.said
        case tuple() if value:
            return ", ".join(label(state, one, actor, about) for one in value)
        case _:
            return plain_label(value)


def _die_label(state: State, ref: DieRef, owner: Seat | None) -> str:
    """Say a die by its name, with what it shows where it lies before its owner."""
    name = ref.said
    if owner is None:
        return name
    if ref.owner is not None:
        name += tr(" brought by {seats}", seats=state.name(ref.owner))
    if here := called(state, owner, ref):
        faces = tr(" or ").join(dict.fromkeys(die.face or tr("no face") for die in here))
        return tr("{name} showing {faces}", name=name, faces=faces)
    ill = called(state, owner, ref, infirmary=True)
    return tr("{name} in the infirmary", name=name) if ill else name
