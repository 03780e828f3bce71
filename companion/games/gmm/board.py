"""What everybody sees of a table: all that was turned up; draw piles only as a number.

The state knows no hidden fact: nobody knows what lies in a draw pile.
"""

from dataclasses import replace
from typing import Final

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import (
    BOLD,
    DANGER,
    DIM,
    HURT,
    LEAD,
    TURN,
    WAITED,
    Block,
    Card,
    Heading,
    Lead,
    Line,
    Merit,
    Meter,
    Sheet,
    bold,
)
from companion.core.texts import later, of, tr, trn
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.flow import cards_won
from companion.games.gmm.pages import (
    flips_shown,
    has_begun,
    middle_page,
    number_text,
    outcome_text,
    seat_page,
    trophies_of,
)
from companion.games.gmm.score import standing
from companion.games.gmm.state import BATTLE, SHOWING, Flip, Outcome, Result, Stage, State
from companion.games.gmm.table import (
    best,
    called,
    monster,
    open_cards,
    pile_left,
    rating,
    ratings_of,
    title,
    unread,
    waiting,
)
from companion.games.gmm.words import ABILITIES, SPECIALS, Ability, Call

SEATS: Final = ("$blue", "$sand", "$green", "$violet", "$orange", "$red")
ARROWS: Final = {Call.HIGH: "▲", Call.LOW: "▼"}
"""Colour is never alone: an arrow and the word stand beside it."""
CALLED: Final = {Call.HIGH: "$called-high", Call.LOW: "$called-low"}
OUTCOMES: Final = {
    Result.WON: ("$won", "$has-won"),
    Result.MASHUP: (DANGER, HURT),
    Result.TIE: ("$tied", "$has-tied"),
    Result.SPENT: ("$tied", "$has-tied"),
}
WHOLE_PILE: Final = 20


def view(state: State) -> View:
    """Say where the game stands."""
    return View(headline(state), state.stage.value, _turn(state), state.over, when=_when(state))


def _when(state: State) -> str:
    final = state.sudden is not None and state.sudden.final
    return tr("Final tie") if final else tr("Round {round}", round=state.round)


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if state.stage in {Stage.DEALER, Stage.ABILITY}:
        return state.stage.said
    where = f"{_when(state)} · {title(state.ability)}"
    match state.stage:
        case Stage.DEAL:
            return tr("{where} · {name} deals", where=where, name=state.name(state.dealer))
        case Stage.DECLARE:
            return tr("{where} · {name} declares", where=where, name=state.name(state.declarer))
        case Stage.COUNT:
            return tr("{where} · count the winnings", where=where)
        case Stage.SUDDEN_DEATH:
            names = state.names(state.showing)
            return tr("{where} · sudden death, {names}", where=where, names=names)
        case _:
            again = tr(" · tie-break") if len(state.flips) > 1 else ""
            call, by, name = state.call, later("{call} by {name}"), state.name(state.declarer)
            what = tr(by, call=call.said, name=name) if call else tr("battle")
            return f"{where} · {what}{again}"


def _turn(state: State) -> Seat | None:
    """Whose action is waited for, when it is one seat's."""
    match state.stage:
        case Stage.DEAL:
            return state.dealer
        case Stage.DECLARE:
            return state.declarer
        case Stage.FLIP | Stage.SUDDEN_DEATH if state.full:
            return next(iter(waiting(state)), None)
        case _:
            return None


def sheet(state: State) -> Sheet:
    """Show the ability and the call, the card that each player turned up, piles and Trophies."""
    fresh = bool(open_cards(state))
    last = state.outcome
    shown = last is not None and not (fresh and (last.winner is not None or len(state.flips) == 1))
    if has_begun(state):
        fresh, shown = True, False
    return Sheet(
        blocks=tuple(_block(state, seat, fresh=fresh) for seat in state.seats),
        lead=_lead(state),
        pages=(*(seat_page(state, seat) for seat in state.seats), middle_page(state)),
        heading=_heading(state),
        bar=_bar(state, fresh=fresh),
        verdict=_verdict(state, last) if last and shown else (),
        verdict_style=OUTCOMES[last.result] if last else ("", ""),
        shelf=tuple(_trophy(state, at) for at in range(len(ABILITIES))),
        rests=state.stage not in {*SHOWING, Stage.COUNT},
        shelf_words=(tr("the battle"), tr("piles and Trophies")),
        meters=tuple(_meter(state, seat) for seat in state.seats),
        rows=(_piles(state),),
        rows_style=DIM,
    )


def _lead(state: State) -> Lead:
    """Say who has most Trophies (GMM-E2), and how many cards were won in all (GMM-E3)."""
    merits = tuple(
        Merit(
            place.seat,
            state.name(place.seat),
            place.rank,
            str(len(trophies_of(state, place.seat))),
            trn("{count} card", "{count} cards", cards_won(state, place.seat)),
        )
        for place in sorted(standing(state).places, key=lambda place: place.seat)
    )
    nothing = "" if state.awards else tr("Nobody has a Trophy yet")
    return Lead(tr("Trophies"), tr("Trophies"), merits, nothing, over=state.over)


# -- the head --------------------------------------------------------------------------------------


def _heading(state: State) -> Heading:
    """Say the ability, and the call; or who has won."""
    if state.over:
        return Heading(" + ".join(map(state.name, standing(state).winners)), style=LEAD)
    if state.stage is Stage.ABILITY:
        return Heading(tr("Final tie"))
    ability, call = title(state.ability), state.call
    if call is None:
        return Heading(ability, style=BOLD)
    return Heading(ability, call.said, ARROWS[call], f"${call.value}")


def _bar(state: State, *, fresh: bool) -> tuple[tuple[str, ...], str]:
    """Say in one line who does what, and its style."""
    if state.over:
        winners, text = standing(state).winners, later("{trophies} of {trophies2} Trophies")
        names, trophies = state.names(winners), len(trophies_of(state, winners[0]))
        count = tr(text, trophies=trophies, trophies2=len(ABILITIES))
        won = tr("Game over · {names} won with {count}", names=names, count=count)
        return (won, of(names, count)), "$won"
    card, ability = unread(state), title(state.ability)
    if card is not None:
        text = tr("What is {asked}'s {ability}?", asked=called(state, card), ability=ability)
        return (tr("{text} Read it off the card.", text=text), text), TURN
    if state.sudden is not None:
        names = state.names(state.showing)
        top = tr("highest {ability} wins", ability=ability)
        return (
            tr("SUDDEN DEATH · {best} · {names}", best=top, names=names),
            tr("SUDDEN DEATH · {names}", names=names),
            tr("SUDDEN DEATH"),
        ), DANGER
    where = tr("Round {round} of {abilities}", round=state.round, abilities=len(ABILITIES))
    if state.stage is Stage.FLIP and state.call:
        return _call_words(state, state.call, where), CALLED[state.call]
    texts = _task(state, fresh=fresh)
    return (f"{where} · {texts[0]}", f"{where} · {texts[-1]}", texts[-1]), TURN


def _call_words(state: State, made: Call, where: str) -> tuple[str, ...]:
    who, ability = state.name(state.declarer), title(state.ability)
    top = tr("highest") if made is Call.HIGH else tr("lowest")
    call = f"{ARROWS[made]} {made.said.upper()}"
    text = later("{where} · {call} called by {who}: {best} {ability} wins")
    return (
        tr(text, where=where, call=call, who=who, best=top, ability=ability),
        tr("{call} called by {who}: {best} wins", call=call, who=who, best=top),
        tr("{call} by {who}", call=call, who=who),
    )


def _task(state: State, *, fresh: bool) -> tuple[str, ...]:
    """Say what is to be done, the fullest wording first."""
    who = state.name(state.declarer)
    match state.stage:
        case Stage.DECLARE if fresh:
            return (tr("▶ {who}, high or low?", who=who),)
        case Stage.DECLARE:
            short = later("▶ {who} turns up a card")
            if not state.full:
                short = later("▶ {who}: high or low?")
            long = tr("▶ {who} turns up a card and calls high or low", who=who)
            return (long, tr(short, who=who))
        case Stage.COUNT:
            return (tr("count the winnings piles"),)
        case Stage.DEAL:
            dealer = state.name(state.dealer)
            long = tr("{dealer} shuffles all 60 cards and deals", dealer=dealer)
            return (long, tr("{dealer} deals", dealer=dealer))
        case _:
            return (state.stage.said,)


# -- the cards -------------------------------------------------------------------------------------


def _waits(state: State, seat: Seat) -> bool:
    """Tell whether a card is waited for; who declares turns up the own one first (GMM-B1)."""
    first = state.stage is not Stage.DECLARE or seat == state.declarer
    return seat in waiting(state) and first


def _declares(state: State, seat: Seat) -> bool:
    return state.stage in BATTLE and seat == state.declarer


def _block(state: State, seat: Seat, *, fresh: bool) -> Block:
    flips, ability, call = flips_shown(state, fresh=fresh)
    mark = "◆ " if _declares(state, seat) else ""
    out = state.sudden is not None and seat not in state.showing
    style = bold(SEATS[seat % len(SEATS)])
    name = f"{mark}{state.name(seat)}"
    earlier = tuple(_earlier(state, flip[seat], ability, call) for flip in flips[:-1] if flip[seat] is not None)
    card = flips[-1][seat] if flips else None
    if card is None:
        waits = _waits(state, seat)
        text = tr("stands aside") if out else tr("turn up") if waits else ""
        edge = WAITED if waits else DIM
        place = Card(text, edge, short=((text, edge),))
    else:
        place = _card(state, seat, card, fresh=fresh)
    return Block((name,), style, card=replace(place, foot=earlier))


def _earlier(state: State, card: CardId | None, ability: Ability, call: Call | None) -> Line:
    """Say a card of an earlier flip of the same battle."""
    if card is None or card == UNNAMED:
        return ((tr("a card"), DIM),)
    return ((f"{number_text(rating(state, card, ability, call))} {called(state, card)}", DIM),)


def _leading(state: State, flip: Flip, ability: Ability, call: Call | None) -> tuple[Seat, ...]:
    """Say who has the winning rating, once all cards of a flip can be compared."""
    counts = ratings_of(state, flip, ability, call) if call else {}
    compared = len(counts) == len(flip) - flip.count(None)
    return best(counts, call) if call and counts and compared else ()


def _card(state: State, seat: Seat, card: CardId, *, fresh: bool) -> Card:
    """Return the card that lies open before a player, with the rating that counts."""
    flips, ability, call = flips_shown(state, fresh=fresh)
    out, twin = state.outcome, False
    leads = seat in _leading(state, flips[-1], ability, call)
    if not fresh and out is not None:
        leads = out.winner == seat or (out.result is Result.TIE and leads)
        copies = sum(flip.count(card) for flip in out.flips)
        twin = out.result is Result.MASHUP and card != UNNAMED and copies > 1
    style = LEAD if leads else BOLD if fresh else DIM
    edge = HURT if twin else LEAD if leads else DIM
    if card == UNNAMED:
        wins = tr("wins") if leads else ""
        return Card("", edge, leads, big=wins, big_style=style, short=((wins, style),), hatched=True)
    number, name = number_text(rating(state, card, ability, call)), called(state, card)
    return Card(
        name,
        HURT if twin else style if leads else BOLD if fresh else DIM,
        chosen=leads or twin,
        big=number,
        big_style=style,
        lines=_ratings(state, card, ability, call),
        short=((f"{number} ", style), (name, HURT if twin else style)),
    )


def _ratings(state: State, card: CardId, ability: Ability, call: Call | None) -> tuple[Line, ...]:
    """List all ratings, the one that counts standing out; Slappy and Mastermind say their two."""
    if card in SPECIALS:
        return (((tr("9 on high"), DIM),), ((tr("1 on low"), DIM),))
    known, counts = monster(state, card), CALLED[call] if call else TURN
    return tuple(
        ((f"{title(one):<12} {number_text(value):>2}", counts if one is ability else DIM),)
        for one, value in zip(ABILITIES, known.ratings if known else (), strict=False)
    )


def _verdict(state: State, last: Outcome) -> tuple[str, ...]:
    """Say how the last cards came out: in full, and in a word or two."""
    text = outcome_text(state, last)
    short = last.result.said.partition(",")[0]
    if last.winner is not None:
        short = tr("{seats} wins", seats=state.name(last.winner))
    return (f"{text} ({last.rule})", short)


# -- Trophies and piles ----------------------------------------------------------------------------


def _trophy(state: State, at: int) -> Block:
    """Return a Trophy: whose it is, or whether it is being fought for."""
    name = title(ABILITIES[at])
    titles = (name, name[:3])
    if at < len(state.awards):
        seat = state.awards[at].winner
        style, who = bold(SEATS[seat % len(SEATS)]), state.name(seat)
        line: Line = ((f"★ {who}", style),)
        won = Card(style=style, chosen=True, big=who, big_style=style, head=line, short=line)
        return Block(titles, style, card=won, short=line)
    now = at == state.round - 1 and not state.over
    line = ((tr("▶ now") if now else "·", TURN if now else DIM),)
    text = tr("this round") if now else ""
    card = Card(text, WAITED if now else DIM, short=((text, WAITED),))
    return Block(titles, TURN if now else DIM, card=card, short=line)


def _meter(state: State, seat: Seat) -> Meter:
    """Return the winnings as a bar: `◆ Ann  ██████ 21   draw 12  ★★`; Trophies in the end."""
    player, over = state.players[seat], state.over
    rank = next(place.rank for place in standing(state).places if place.seat == seat)
    mark = "▸ " if _waits(state, seat) else "  "
    if _declares(state, seat):
        mark = "◆ "
    trophies, left = len(trophies_of(state, seat)), player.draw
    if state.sudden and seat in state.showing:
        left = pile_left(state, state.sudden, seat)
    tail = tr("draw {draw:>2}", draw=left)
    if over:
        mark, tail = f"{rank}.", trn("{count:>3} card", "{count:>3} cards", cards_won(state, seat))
    hue, filled = SEATS[seat % len(SEATS)], trophies if over else player.winnings
    most = max(WHOLE_PILE, *(one.winnings for one in state.players))
    return Meter(
        name=f"{mark}{state.name(seat)}",
        style=TURN if _turn(state) == seat else bold(hue),
        filled=filled,
        whole=len(ABILITIES) if over else most,
        bar=hue,
        number=f"{filled:>2}{'✓' if player.counted else ''}",
        tail=((f"{tail} ", DIM), (f"{'★' * trophies:<6}", LEAD)),
    )


def _piles(state: State) -> tuple[str, ...]:
    """Say what lies in the middle."""
    table = tr("On the table {stake}", stake=len(open_cards(state)))
    discard = tr("Discard {discard}", discard=len(state.discard))
    if state.full and state.discard:
        discard += tr(" (top {discarded})", discarded=called(state, state.discard[-1]))
    words = [f"{table} · {discard}", table]
    if state.stage not in {Stage.DEALER, Stage.OVER}:
        text = later("{seats} deals this round") if state.stage is Stage.DEAL else later("{seats} dealt this round")
        words[:0] = [f"{words[0]} · {tr(text, seats=state.name(state.dealer))}"]
    return tuple(words)
