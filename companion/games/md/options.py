"""What may be declared now and by whom. Rolls are no options: dice are asked for by `pending`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Withdraw
from companion.core.findings import legal
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.games.md import actions as act
from companion.games.md.flow import anytime
from companion.games.md.house import DimwitGive
from companion.games.md.play import check
from companion.games.md.play_effects import answered_by, offered
from companion.games.md.play_end import lying
from companion.games.md.state import BORDERS, Stage, State
from companion.games.md.table import can_reroll, ref_of
from companion.games.md.words import (
    COUNTER_RULES,
    COUNTERS,
    TEXTS,
    DieRef,
    Effect,
    HandCard,
    Special,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from companion.games.md.cards import MdCatalogue

REROLLS: Final = 64
"""Most re-rolls that are listed; from seven dice on there are more."""

_DONE: Final = {
    Stage.REROLL: (tr("Roll nothing again"), "MD-C5"),
    Stage.DEMOLITION: (tr("Leave it"), "MD-X1"),
}


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    return tuple(one for one in _all(state) if one.instances)


def _all(state: State) -> Iterator[Option]:
    seat = state.turn
    yield from _STAGES.get(state.stage, _nothing)(state)
    if state.stage in _DONE:
        text, rule = _DONE[state.stage]
        yield Option(seat, act.Skip.verb, text, rule, (act.Skip(seat),))
    if state.stage in BORDERS:
        yield from _surprises(state)


def _nothing(_state: State) -> Iterator[Option]:
    yield from ()


def _setup(_state: State) -> Iterator[Option]:
    yield Option(None, act.Dealt.verb, tr("Everybody has two cards"), "MD-S2", (act.Dealt(None),))


def _draw(state: State) -> Iterator[Option]:
    seat = state.turn
    yield Option(seat, act.Draw.verb, tr("Draw a card"), "MD-T1", (act.Draw(seat),))


def _rerolling(state: State) -> Iterator[Option]:
    seat = state.turn
    yield Option(seat, Withdraw.verb, tr("Take the re-roll back"), "MD-C5", (Withdraw(seat),))


def _demolition(state: State) -> Iterator[Option]:
    seat, text = state.turn, tr("Look at all hands and take a card from each")
    yield Option(seat, act.Demolish.verb, text, "MD-X1", (act.Demolish(seat),))


def _option(
    state: State, seat: Seat, verb: str, text: str, rule: str, some: Iterable[Action]
) -> Option:
    return Option(seat, verb, text, rule, legal(check, state, some))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rerolls(state: State) -> Iterator[Option]:
    seat, pool = state.turn, state.active.pool
    dice = [die for die in pool if die.face is not None and die.id not in state.waiting]
    refs = [_sure(state, seat, DieRef(die.kind, die.owner)) for die in dice]
    every = [chosen for count in range(1, len(refs) + 1) for chosen in combinations(refs, count)]
    some = every[:REROLLS]
    if len(every) > REROLLS:
        some.append(every[-1])
    actions = tuple(act.Reroll(seat, chosen) for chosen in some)
    found = legal(check, state, actions)
    fill = Fill("dice", tuple(refs), 1, len(refs))
    text, whole = tr("Roll dice again"), len(every) <= REROLLS
    yield Option(seat, act.Reroll.verb, text, "MD-C5", found, complete=whole, fill=fill)


def _sure(state: State, seat: Seat, ref: DieRef) -> DieRef:
    """The kind alone where the pool has no other of it; else with its owner."""
    kinds = [die.kind for die in state.players[seat].pool]
    return DieRef(ref.kind) if kinds.count(ref.kind) == 1 else ref


def _frees(state: State) -> Iterator[Option]:
    seat, ill = state.turn, state.active.infirmary
    some = dict.fromkeys(act.Free(seat, ref_of(ill, die)) for die in ill)
    yield _option(state, seat, act.Free.verb, tr("Take a die back"), "MD-I2a", some)


def _answers(state: State) -> Iterator[Option]:
    """The same for every target, whatever it holds (MD-K6)."""
    seat, declared = answered_by(state)
    card = COUNTERS[declared.effect]
    some = (act.Counter(seat, card),)
    yield _option(
        state, seat, act.Counter.verb, tr("Play the card against it"), COUNTER_RULES[card], some
    )
    yield Option(seat, act.Allow.verb, tr("Let it happen"), "MD-K6", (act.Allow(seat),))


# ---------------------------------------------------------------- effects


def _effects(state: State) -> Iterator[Option]:
    seat = state.turn
    for effect in offered(state):
        if effect is Effect.HAND_OVER:
            yield from _hand_overs(state)
        else:
            verb, some = _instances(state, effect)
            text = _sentence(TEXTS[effect])
            yield _option(state, seat, verb, text, effect.value, some)
    if anytime(state) and can_reroll(state):
        yield from _rerolls(state)
    yield Option(seat, act.EndTurn.verb, tr("End the turn"), "MD-T6", (act.EndTurn(seat),))


def _hand_overs(state: State) -> Iterator[Option]:
    """Every opponent alike may hand over the Dimwit; letting it be leaves no trace (MD-E5)."""
    must = state.house.dimwit_give is DimwitGive.MUST
    text = tr("Whoever has the Dimwit must hand it over now") if must else TEXTS[Effect.HAND_OVER]
    for other in state.opponents:
        some = (act.HandOver(other),)
        yield _option(state, other, act.HandOver.verb, _sentence(text), "MD-E5", some)


def _instances(state: State, effect: Effect) -> tuple[str, Iterable[Action]]:
    seat, others = state.turn, state.opponents
    match effect:
        case Effect.BITE:
            return act.Bite.verb, (act.Bite(seat, *one) for one in _dice(state))
        case Effect.BITE_TWO:
            return act.BiteTwo.verb, dict.fromkeys(_pairs(state))
        case Effect.STEAL:
            return act.Steal.verb, (act.Steal(seat, *one) for one in _dice(state))
        case Effect.TAKE:
            return act.Take.verb, (act.Take(seat, other) for other in others)
        case Effect.FETCH:
            return act.Fetch.verb, (
                act.Fetch(seat, other, card)
                for other in others
                for card in dict.fromkeys(state.players[other].played)
            )
        case Effect.LOOK:
            return act.Look.verb, (act.Look(seat, other) for other in others)
        case Effect.LOOK_TWO:
            if len(others) == 1:
                return act.LookTwo.verb, (act.LookTwo(seat, others[0]),)
            return act.LookTwo.verb, (act.LookTwo(seat, *pair) for pair in combinations(others, 2))
        case _:
            return act.SendDimwit.verb, _sends(state)


def _dice(state: State) -> tuple[tuple[Seat, DieRef], ...]:
    """Every opponent's dice that differ, as they are called."""
    return tuple(
        dict.fromkeys(
            (seat, ref_of(state.players[seat].pool, die))
            for seat in state.opponents
            for die in state.players[seat].pool
        )
    )


def _pairs(state: State) -> Iterator[Action]:
    dice = [
        (seat, _sure(state, seat, DieRef(die.kind, die.owner)))
        for seat in state.opponents
        for die in state.players[seat].pool
    ]
    for one, two in combinations(dice, 2):
        yield act.BiteTwo(state.turn, *one, *two)


def _sends(state: State) -> Iterator[Action]:
    yield act.SendDimwit(state.turn)
    for giver in sorted(state.order):
        for taker in state.opponents:
            yield act.SendDimwit(state.turn, giver, taker)


def _surprises(state: State) -> Iterator[Option]:
    """Anybody with a card in hand, alike (MD-K1)."""
    for seat in state.order:
        some = (act.Surprise(seat, other) for other in sorted(state.order) if other != seat)
        text = tr("Surprise: exchange all dice with an opponent")
        yield _option(state, seat, act.Surprise.verb, text, "MD-K1", some)


# ---------------------------------------------------------------- the end


def _counting(state: State) -> Iterator[Option]:
    for seat in state.order:
        if state.players[seat].points is not None:
            continue
        if state.catalogue is not None:
            yield _shown(state, seat, state.catalogue)
        else:
            some = legal(check, state, (act.HandTotal(seat, 0),))
            text = tr("Enter the points in hand")
            yield Option(seat, act.HandTotal.verb, text, "MD-Z2", some, complete=False)
    named = any(player.dimwits for player in state.players)
    if not state.full and not named:
        holders = (act.DimwitHolder(None, Seat(at)) for at in range(len(state.players)))
        some = legal(check, state, holders)
        yield Option(None, act.DimwitHolder.verb, tr("Who has the Dimwit"), "MD-K7", some)


def _shown(state: State, seat: Seat, cards: MdCatalogue) -> Option:
    """A hand of cards that are still somewhere; as examples a cheap one and a dear one."""
    left = _unseen(state, cards)
    hand = state.players[seat].hand
    examples = (act.Show(seat, cards) for cards in (left[-hand:] if hand else (), left[:hand]))
    some = legal(check, state, examples)
    fill = Fill("cards", left, hand, hand)
    text = tr("Lay the hand open")
    return Option(seat, act.Show.verb, text, "MD-Z2", some, complete=False, fill=fill)


def _unseen(state: State, cards: MdCatalogue) -> tuple[HandCard, ...]:
    """Every card of the box that nobody has laid open yet."""
    box = Counter({HandCard(value): copies for value, copies in cards.points.items()})
    for card, copies in cards.specials.items():
        box[HandCard(special=Special(card))] += copies
    box.subtract(lying(state))
    return tuple(card for card, many in box.items() for _ in range(many))


_STAGES: Final[Mapping[Stage, Callable[[State], Iterator[Option]]]] = {
    Stage.SETUP: _setup,
    Stage.DRAW: _draw,
    Stage.REROLL: _rerolls,
    Stage.REROLLING: _rerolling,
    Stage.TRIPLE: _frees,
    Stage.DEMOLITION: _demolition,
    Stage.COUNTER: _answers,
    Stage.EFFECTS: _effects,
    Stage.SCORING: _counting,
}
"""What each stage offers; Surprise and skipping come on top."""
