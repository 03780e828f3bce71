"""A turn: put, attach, close and collect, take a card, lose the turn, take five (MON-D3 to D9a)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import listed, tr
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.house import Deck
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.dominoes.table import (
    check_playable,
    check_taken,
    from_hand,
    in_turn,
    stage_text,
    take,
    usable,
)
from companion.games.mon.monster import (
    LEAST,
    Monster,
    free_ports,
    is_closed,
    joined,
    mismatched,
    openings,
    width,
)
from companion.games.mon.words import Joint, PortRef

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.dominoes.actions import Attach, Close, Draw, Put, Refill


# ---------------------------------------------------------------- the start card


def check_put(state: State, action: Put, seat: Seat) -> Findings:
    """MON-D3, MON-D5: into the empty centre."""
    if state.stage is not Stage.START:
        return stop(
            "MON-D3",
            tr("a card is put only in the empty centre; {now}", now=stage_text(state.stage)),
        )
    return in_turn(state, seat, "MON-D3") or check_playable(state, seat, action.card)


def apply_put(state: State, action: Put, seat: Seat) -> State:
    """The card begins a monster; that ends the turn (MON-D3, MON-D5a)."""
    return flow.played(_lay(state, seat, action.card, ()), seat)


def _lay(state: State, seat: Seat, card: CardId, joints: tuple[Joint, ...]) -> State:
    monster = state.centre.with_part(state.centre.part(card), joints)
    return replace(from_hand(state, seat, card), centre=monster)


# ---------------------------------------------------------------- attaching


def check_attach(state: State, action: Attach, seat: Seat) -> Findings:
    """MON-D4: widths agree (MON-G2), each port is used once (MON-G3), no two cards (MON-D6a)."""
    wrong = _check_turn(state, seat) or check_playable(state, seat, action.card)
    if wrong:
        return wrong
    if not state.full:
        return stop("MON-D4", tr("in light depth ports are not named")) if action.ports else YES
    ports = action.ports or default_port(state, action.card)
    if not ports:
        return _no_port_said(state, action.card, seat)
    wrong = _check_ports(state, action.card, ports)
    if wrong:
        return wrong
    after = attached(state, action.card, ports)
    if is_closed(state.cards, after) and after.size < LEAST:
        return against("MON-D6a", tr("that would close a monster of {size} cards", size=after.size))
    return YES


def _check_turn(state: State, seat: Seat) -> Findings:
    if state.stage is not Stage.TURN:
        return stop(
            "MON-D4", tr("there is nothing to attach to now; {now}", now=stage_text(state.stage))
        )
    return in_turn(state, seat, "MON-D4")


def default_port(state: State, card: CardId) -> tuple[PortRef, ...]:
    """The port that a card goes to when none is said and it makes no difference."""
    fitting = openings(state.cards, state.centre, card)
    widths = {width(state.cards, port) for port in fitting}
    return fitting[:1] if len(widths) == 1 else ()


def _no_port_said(state: State, card: CardId, seat: Seat) -> Findings:
    fitting = openings(state.cards, state.centre, card)
    if not fitting:
        its = listed(tuple(dict.fromkeys(port.value for port in state.cards[card].ports)))
        return stop(
            "MON-G2",
            tr("{card} connects {its}, and no port of that width is free", card=card, its=its),
        )
    where = tr(" or ").join(port.word() for port in fitting)
    return (
        Question(
            seat,
            tr("Where does {card} go: {where}?", card=card, where=where),
            "MON-D4",
            ("attach",),
        ),
    )


def _check_ports(state: State, card: CardId, ports: tuple[PortRef, ...]) -> Findings:
    free = free_ports(state.cards, state.centre)
    for port in ports:
        if width(state.cards, port) is None or port.part not in state.centre.parts:
            return stop("MON-G3", tr("the monster has no port {port}", port=port.word()))
        if port not in free:
            return stop("MON-G3", tr("{port} is joined already", port=port.word()))
    mine = state.cards[card].ports
    if len(set(ports)) != len(ports) or len(ports) > len(mine):
        return stop(
            "MON-G3",
            tr("{card} has {mine} ports, each for one connection", card=card, mine=len(mine)),
        )
    if joined(state.cards, state.centre.part(card), ports) is None:
        theirs = ", ".join(
            tr("{port} is {width}", port=port.word(), width=width(state.cards, port))
            for port in ports
        )
        its = listed(mine)
        return against(
            "MON-G2", tr("{card} has {its}; {theirs}", card=card, its=its, theirs=theirs)
        )
    return YES


def attached(state: State, card: CardId, ports: tuple[PortRef, ...]) -> Monster:
    """The monster with a card joined to these ports; unlike ports only by a ruling."""
    part = state.centre.part(card)
    joints = joined(state.cards, part, ports)
    if joints is None:
        mine = [PortRef(part, n) for n in range(1, len(state.cards[card].ports) + 1)]
        joints = tuple(Joint(port, own) for port, own in zip(ports, mine, strict=False))
    return state.centre.with_part(part, joints)


def apply_attach(state: State, action: Attach, seat: Seat) -> State:
    """The card lies there; a monster without free port is collected (MON-D5)."""
    if not state.full:
        return flow.played(_lay(state, seat, action.card, ()), seat)
    ports = action.ports or default_port(state, action.card)
    monster = attached(state, action.card, ports)
    state = replace(from_hand(state, seat, action.card), centre=monster)
    state = replace(state, ruled=max(state.ruled, len(mismatched(state.cards, monster))))
    if is_closed(state.cards, monster):
        state = _collect(state, seat)
    return flow.played(state, seat)


def check_close(state: State, action: Close, seat: Seat) -> Findings:
    """MON-D5, MON-D6: in light depth people see that no port is free."""
    wrong = _check_turn(state, seat)
    if wrong:
        return wrong
    if state.full:
        return stop("MON-D5", tr("the program sees whether the monster is closed: say attach"))
    wrong = check_playable(state, seat, action.card)
    if wrong:
        return wrong
    size = state.centre.size + 1
    if size < LEAST:
        return against(
            "MON-D6",
            tr("a monster has at least {least} cards, this one has {size}", least=LEAST, size=size),
        )
    return YES


def apply_close(state: State, action: Close, seat: Seat) -> State:
    """MON-D5."""
    return flow.played(_collect(_lay(state, seat, action.card, ()), seat), seat)


def _collect(state: State, seat: Seat) -> State:
    small = state.centre.size < LEAST  # MON-D6: by the table's ruling alone
    return replace(flow.collect(state, seat), ruled=state.ruled + small)


# ---------------------------------------------------------------- nothing fits


def check_draw(state: State, action: Draw, seat: Seat) -> Findings:
    """MON-D7: whoever has nothing to attach takes one card."""
    wrong = _check_stuck_turn(state, seat, "MON-D7")
    if wrong:
        return wrong
    if not state.deck:
        return stop("MON-D8", tr("the deck is empty: the turn is lost"))
    taken = check_taken(state, (action.card,))
    if taken:
        return taken
    if state.drew:
        return against("MON-D7", tr("one card a turn, and it has been taken"))
    return _check_nothing_fits(state, seat)


def _check_stuck_turn(state: State, seat: Seat, rule: str) -> Findings:
    if state.stage not in {Stage.TURN, Stage.START}:
        return stop(rule, tr("no turn is being played; {now}", now=stage_text(state.stage)))
    return in_turn(state, seat, rule)


def _check_nothing_fits(state: State, seat: Seat) -> Findings:
    """MON-D4a: with a closed hand the player's word is taken."""
    fitting = usable(state, seat)
    if fitting:
        card = state.called_card(fitting[0])
        if state.stage is Stage.START:
            return against("MON-D4a", tr("{card} can be put", card=card))
        return against("MON-D4a", tr("{card} fits", card=card))
    if state.stage is Stage.START and puts_any(state, seat):
        return against("MON-D4a", tr("any card can be put in the empty centre"))
    return YES


def puts_any(state: State, seat: Seat) -> bool:
    """Whether a card of a hand that is not known can surely be put: all cards have ports."""
    return UNNAMED in state.players[seat].hand and state.kinds is not Deck.ALL


def apply_draw(state: State, action: Draw, seat: Seat) -> State:
    """The card is in the hand, and may be attached at once (MON-D7a)."""
    return replace(take(state, seat, (action.card,)), drew=True)


def check_lose(state: State, seat: Seat) -> Findings:
    """MON-D8."""
    wrong = _check_stuck_turn(state, seat, "MON-D8")
    if wrong:
        return wrong
    if state.deck and not state.drew:
        return against("MON-D7", tr("take a card from the deck first; it may fit"))
    return _check_nothing_fits(state, seat)


def apply_lose(state: State, seat: Seat) -> State:
    """MON-D8, MON-D10a."""
    return flow.turn_lost(state, seat)


# ---------------------------------------------------------------- five new cards


def check_refill(state: State, action: Refill, seat: Seat) -> Findings:
    """MON-D9."""
    if state.stage is not Stage.REFILL:
        return stop(
            "MON-D9",
            tr("new cards are for a player who has none; {now}", now=stage_text(state.stage)),
        )
    wrong = in_turn(state, seat, "MON-D9")
    if wrong:
        return wrong
    count = flow.refill_size(state)
    if not state.named:
        closed = tr("the cards stay unnamed: say refill, and no more")
        return stop("MON-D1", closed) if action.cards else YES
    if not 0 < len(action.cards) <= state.deck:
        return stop("MON-D9", tr("say which cards: {count} of them", count=count))
    taken = check_taken(state, action.cards)
    if taken or len(action.cards) == count:
        return taken
    return against(
        "MON-D9",
        tr(
            "{name} takes {count} cards, not {cards}",
            name=state.name(seat),
            count=count,
            cards=len(action.cards),
        ),
    )


def apply_refill(state: State, action: Refill, seat: Seat) -> State:
    """Play goes on where it was (MON-D9, MON-D9a)."""
    cards = action.cards or (UNNAMED,) * flow.refill_size(state)
    return flow.go_on(take(state, seat, cards), seat)
