"""Verbs of a turn: put, attach, close and collect, take a card, lose the turn, take five (MON-D3 to D9a).

With closed hands every card that could be in a hand is offered, so that menus say nothing about any
hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, no_names, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import later, listed, of, tr, trn
from companion.core.verbs import Verb, in_turn
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, argument
from companion.games.mon.dominoes import flow, table
from companion.games.mon.dominoes.house import Deck
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.monster import (
    LEAST,
    Monster,
    count_oddities,
    free_ports,
    is_closed,
    mismatched,
    width,
    with_card,
)
from companion.games.mon.words import PortRef


def could_have(state: State) -> tuple[CardId, ...]:
    """The cards that the player in turn may have in the hand, by id."""
    hand = state.players[state.turn].hand
    if not state.full:
        return (UNNAMED,) if hand else ()
    named = {card for card in hand if card != UNNAMED}
    hidden = set(table.unaccounted(state)) if UNNAMED in hand else set()
    return tuple(card for card in sorted(named | hidden) if state.cards[card].fits_monsters)


class Play(Verb[State]):
    """A card is played from a hand."""

    __slots__ = ()
    card: CardId

    def facts(self, state: State) -> Findings:
        """Refuse a card that nobody has, or that has no port to play it by."""
        seat, card = self.me, self.card
        if not state.full and card != UNNAMED:
            return no_names("MON-D1", card)
        if state.full and card == UNNAMED:
            return stop("MON-D1", tr("name the card: it lies open now"))
        found = table.holders(state, seat, card)
        if not found:
            return stop("MON-D1", tr("{name} has no such card", name=state.name(seat)))
        named = card in state.players[found[0]].hand
        if not named and (unknown := table.check_known(state, (card,))):
            return unknown
        if state.full and not state.cards[card].fits_monsters:
            return stop("MON-G2", tr("{card} has no ports and can never be attached", card=card))
        return YES

    def check(self, state: State) -> Findings:
        """In turn, out of the own hand (MON-D4), of a kind that the deck has (MON-D2a)."""
        wrong = in_turn(state, self.me, self.rule)
        whose = table.holders(state, self.me, self.card)[0]
        if whose != self.me:
            card, text = state.called_card(self.card), later("{card} is in {name}'s hand")
            wrong += against("MON-D4", tr(text, card=card, name=state.name(whose)))
        known = self.card in state.players[whose].hand
        return wrong if known else wrong + table.check_kinds(state, (self.card,))


@dataclass(frozen=True, slots=True)
class Put(Play):
    """A card is put in the empty centre to begin a monster."""

    verb, example, rule = "put", "Ann: put GM-B", "MON-D3"
    menu = later("Put a card in the centre")
    when, wrong = frozenset({Stage.START}), later("a card is put only in the empty centre")

    card: CardId

    @classmethod
    def choices(cls, state: State) -> Iterator[Put]:
        return (cls(state.turn, card) for card in could_have(state))

    def apply(self, state: State) -> State:
        """The card begins a monster; that ends the turn (MON-D3, MON-D5a)."""
        return flow.played(_lay(state, self.me, self.card), self.me)

    def tell(self, before: State, after: State) -> str:
        card = before.called_card(self.card)
        return tr("{who} puts {card} in the centre", who=before.name(self.me), card=card)


def _lay(state: State, seat: Seat, card: CardId, ports: tuple[PortRef, ...] = ()) -> State:
    """The card lies in the centre, joined to these ports; what is odd there is by a ruling."""
    monster = with_card(state.cards, state.centre, card, ports)
    odd = count_oddities(state.cards, monster) if state.full else 0
    return replace(table.from_hand(state, seat, card), centre=monster, ruled=max(state.ruled, odd))


@dataclass(frozen=True, slots=True)
class Attach(Play):
    """A card is attached to the monster, at a port, or at several at once.

    The port need not be said where it makes no difference. In light depth the monster stays open.
    """

    verb, example, rule = "attach", "Ann: attach GM-H to GM-B.1", "MON-D4"
    when, wrong = frozenset({Stage.TURN}), later("there is nothing to attach to now")
    menu, certain = later("Attach a card"), True

    card: CardId
    ports: tuple[PortRef, ...] = argument(keyword="to", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every card at every port; `places` keeps to the same rules as the check, at less cost."""
        if not state.full:
            able = [cls(state.turn, card) for card in could_have(state)]
            yield cls.option(state.turn, able, text=tr("Attach a card; the monster stays open"))
            return
        free = free_ports(state.cards, state.centre)
        attached: list[Attach] = []
        alone = True
        for card in could_have(state):
            ports = table.places(state, card, free)
            attached += [cls(state.turn, card, (port,)) for port in ports]
            # A card with several ports may go to several at once: too many ways to list.
            alone = alone and (len(ports) < 2 or len(state.cards[card].ports) < 2)  # noqa: PLR2004 - two
        yield cls.option(state.turn, attached, complete=alone)

    def facts(self, state: State) -> Findings:
        if self.ports and not state.full:
            return stop("MON-D4", tr("in light depth ports are not named"))
        for port in self.ports:
            if width(state.cards, port) is None or port.part not in state.centre.parts:
                return stop("MON-D4", tr("the monster has no {port}", port=table.called_port(state, port)))
        return Play.facts(self, state)

    def check(self, state: State) -> Findings:
        """MON-D4: widths agree (MON-G2), each port is used once (MON-G3), no two cards (MON-D6a)."""
        wrong = Play.check(self, state)
        if not state.full:
            return wrong
        ports = self.ports or default_ports(state, self.card)
        if not self.ports and len({width(state.cards, port) for port in ports}) > 1:
            where = tr(" or ").join(table.called_port(state, port) for port in ports)
            text = tr("Where does {card} go: {where}?", card=self.card, where=where)
            return (*wrong, Question(self.me, text, "MON-D4", ("attach",)))
        ports = self.ports or ports[:1]
        after = with_card(state.cards, state.centre, self.card, ports)
        wrong += _check_ports(state, self.card, ports, after)
        if is_closed(state.cards, after) and after.size < LEAST:
            text = tr("that would close a monster of {size} cards", size=after.size)
            wrong += against("MON-D6a", text)
        return wrong

    def apply(self, state: State) -> State:
        """The card lies there; a monster without free port is collected (MON-D5)."""
        ports = self.ports or default_ports(state, self.card)[:1]
        state = _lay(state, self.me, self.card, ports)
        if state.full and is_closed(state.cards, state.centre):
            state = flow.collect(state, self.me)
        return flow.played(state, self.me)

    def tell(self, before: State, after: State) -> str:
        card, where = before.called_card(self.card), _where(before, after)
        who = before.name(self.me)
        return tr("{who} attaches {card}{where}", who=who, card=card, where=where)


def _where(before: State, after: State) -> str:
    """Where the new card is joined, as long as the monster still lies there."""
    joints = after.centre.joints[len(before.centre.joints) :]
    if not before.full or not after.centre.parts:
        return ""
    ports = listed([table.called_port(after, joint.one) for joint in joints])
    free = trn("{count} port", "{count} ports", len(free_ports(after.cards, after.centre)))
    return tr(" to {ports}: {free} free", ports=ports, free=free)


def default_ports(state: State, card: CardId) -> tuple[PortRef, ...]:
    """The ports to choose from when none is said: those that fit, or else all that are free."""
    free = free_ports(state.cards, state.centre)
    return tuple(p for p in free if width(state.cards, p) in state.cards[card].ports) or free


def _check_ports(state: State, card: CardId, ports: tuple[PortRef, ...], after: Monster) -> Findings:
    free, mine = free_ports(state.cards, state.centre), state.cards[card].ports
    wrong = YES
    for port in ports:
        if port not in free:
            wrong += against("MON-G3", tr("{port} is joined already", port=table.called_port(state, port)))
    if len(set(ports)) != len(ports) or len(ports) > len(mine):
        text = later("{card} has {mine} ports, each for one connection")
        wrong += against("MON-G3", tr(text, card=card, mine=len(mine)))
    if len(mismatched(state.cards, after)) > len(mismatched(state.cards, state.centre)):
        text = later("{port} is {width}")
        its = [tr(text, port=table.called_port(state, port), width=width(state.cards, port)) for port in ports]
        text, theirs = later("{card} has {its}; {theirs}"), ", ".join(its)
        wrong += against("MON-G2", tr(text, card=card, its=listed([one.said for one in mine]), theirs=theirs))
    return wrong


@dataclass(frozen=True, slots=True)
class Close(Play):
    """A card is attached and leaves no port free (light depth, where people see to it)."""

    verb, example, rule = "close", "Ann: close card", "MON-D4"
    costly = True
    menu = later("Attach a card and close the monster")
    said = later("{who} attaches a card that leaves no port free")
    when, wrong = Attach.when, Attach.wrong

    card: CardId

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if not state.full:
            cards = (cls(state.turn, card) for card in could_have(state))
            yield cls.option(state.turn, cards, rule="MON-D5")

    def check(self, state: State) -> Findings:
        """MON-D5, MON-D6: in light depth people see that no port is free."""
        wrong = Play.check(self, state)
        if state.full:
            text = tr("the program sees whether the monster is closed: say attach")
            wrong += against("MON-D5", text)
        size = state.centre.size + 1
        if size < LEAST:
            text = later("a monster has at least {least} cards, this one has {size}")
            wrong += against("MON-D6", tr(text, least=LEAST, size=size))
        return wrong

    def apply(self, state: State) -> State:
        """MON-D5."""
        return flow.played(flow.collect(_lay(state, self.me, self.card), self.me), self.me)


@dataclass(frozen=True, slots=True)
class Draw(Verb[State]):
    """A player with nothing to attach takes one card; `card` when it is not named."""

    verb, example, rule = "draw", "Ann: draw card", "MON-D7"
    menu = later("Nothing fits: take a card")
    when, wrong = frozenset({Stage.TURN, Stage.START}), later("no turn is being played")

    card: CardId

    @classmethod
    def choices(cls, state: State) -> Iterator[Draw]:
        drawable = tuple(table.unaccounted(state)) if state.named else (UNNAMED,)
        return (cls(state.turn, card) for card in drawable)

    def facts(self, state: State) -> Findings:
        return table.taken_facts(state, (self.card,), "MON-D8")

    def check(self, state: State) -> Findings:
        """MON-D7: whoever has nothing to attach takes one card."""
        wrong = in_turn(state, self.me, "MON-D7") + table.check_taken(state, (self.card,))
        if state.drew:
            wrong += against("MON-D7", tr("one card a turn, and it has been taken"))
        return wrong + _check_nothing_fits(state, self.me)

    def apply(self, state: State) -> State:
        """The card is in the hand, and may be attached at once (MON-D7a)."""
        drew = state.drew or self.me == state.turn
        return flow.settle(replace(table.take(state, self.me, (self.card,)), drew=drew))

    def tell(self, before: State, after: State) -> str:
        who, card = before.name(self.me), before.called_card(self.card)
        return tr("Nothing fits: {who} takes {card} (MON-D7)", who=who, card=card)


def _check_nothing_fits(state: State, seat: Seat) -> Findings:
    """MON-D4a: with a closed hand the player's word is taken."""
    fitting = table.usable(state, seat)
    if fitting:
        able = later("{card} can be put") if state.stage is Stage.START else later("{card} fits")
        return against("MON-D4a", tr(able, card=state.called_card(fitting[0])))
    # A card that is not known can surely be put where all cards have ports.
    surely = UNNAMED in state.players[seat].hand and state.kinds is not Deck.ALL
    if state.stage is Stage.START and surely:
        return against("MON-D4a", tr("any card can be put in the empty centre"))
    return YES


@dataclass(frozen=True, slots=True)
class LoseTurn(Verb[State]):
    """The player has nothing that fits and loses the turn."""

    verb, example, rule = "lose-turn", "Ann: lose-turn", "MON-D8"
    costly = True
    menu, said = later("Nothing fits: the turn is lost"), later("{who} loses the turn (MON-D8)")
    when, wrong = Draw.when, Draw.wrong

    def facts(self, state: State) -> Findings:
        if state.stage in {Stage.SETUP, Stage.DEAL, Stage.COUNT}:
            return stop("MON-D8", tr("nobody has a turn to lose"))
        return YES

    def check(self, state: State) -> Findings:
        wrong = in_turn(state, self.me, "MON-D8")
        if state.deck and not state.drew:
            wrong += against("MON-D7", tr("take a card from the deck first; it may fit"))
        return wrong + _check_nothing_fits(state, self.me)

    def apply(self, state: State) -> State:
        """MON-D8, MON-D10a."""
        return flow.turn_lost(state, self.me)


@dataclass(frozen=True, slots=True)
class Refill(Verb[State]):
    """A player without cards takes five new ones; they are named when hands are open."""

    verb, example, rule = "refill", "Ann: refill", "MON-D9"
    menu = later("Take new cards")
    when, wrong = frozenset({Stage.REFILL}), later("new cards are for a player who has none")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        named = state.named
        cards = table.first_cards(state, flow.refill_size(state)) if named else ()
        fill = Fill("cards", table.first_cards(state, None), len(cards), len(cards)) if named else None
        yield cls.option(state.turn, [cls(state.turn, cards)], complete=not named, fill=fill)

    def facts(self, state: State) -> Findings:
        return table.taken_facts(state, self.cards, "MON-D9")

    def check(self, state: State) -> Findings:
        count = flow.refill_size(state)
        wrong = in_turn(state, self.me, "MON-D9")
        if not state.named:
            text = tr("the cards stay unnamed: just say refill")
            return wrong + (against("MON-D1", text) if self.cards else YES)
        wrong, cards = wrong + table.check_taken(state, self.cards), len(self.cards)
        if cards == count:
            return wrong
        text = later("{name} takes {count} cards, not {cards}")
        text = tr(text, name=state.name(self.me), count=count, cards=cards)
        return wrong + against("MON-D9", text)

    def apply(self, state: State) -> State:
        """Play goes on where it was (MON-D9, MON-D9a)."""
        cards = self.cards or (UNNAMED,) * flow.refill_size(state)
        return flow.settle(table.take(state, self.me, cards))

    def tell(self, before: State, after: State) -> str:
        new = trn("{count} new card", "{count} new cards", before.deck - after.deck)
        who = before.name(self.me)
        said = tr("{who} takes {new} (MON-D9)", who=who, new=new)
        return of(said, before.called_cards(self.cards)) if self.cards else said
