"""What may be declared now and by whom.

The list says nothing about who could fight (MON-C10c): every opponent is offered, and cards to put
together are offered one by one, unless the table wants to be told (`mon.show_complete`). Nor does it
say anything about hidden cards: every Power card and Spell that could be in a hand is offered.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from companion.core.findings import legal
from companion.core.game import Fill, Option
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Op
from companion.games.mon.classic import actions as act
from companion.games.mon.classic.play import check
from companion.games.mon.classic.play_fight import effect_of, removable
from companion.games.mon.classic.state import (
    DEALT,
    DRAGON,
    HIDDEN,
    Fight,
    Mode,
    Stage,
    State,
    minus,
)
from companion.games.mon.classic.table import (
    aside,
    free_cards,
    hidden_left,
    owned,
    pictures,
    some_complete,
    unplayed,
    unseen_parts,
)
from companion.games.mon.monster import LEAST
from companion.games.mon.words import Faction, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.core.actions import Action
    from companion.core.seats import Seat

DECK: Final = 120
"""An example of a deck's size."""


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    return tuple(one for one in _STAGES[state.stage](state) if one.instances)


def _setup(state: State) -> Iterator[Option]:
    if not state.full:
        sizes = legal(check, state, (act.DeckSize(None, DECK),))
        text = tr("Say how many cards the deck has")
        yield Option(None, act.DeckSize.verb, text, "MON-C4", sizes, complete=False)
    for seat in sorted(state.order):
        picked = legal(check, state, (act.PickFaction(seat, one) for one in Faction))
        yield Option(
            seat, act.PickFaction.verb, tr("Pick the faction to destroy"), "MON-C2", picked
        )
    named = legal(check, state, (act.Youngest(None, seat) for seat in sorted(state.order)))
    yield Option(None, act.Youngest.verb, tr("Name the youngest player"), "MON-C6", named)


def takeable(state: State) -> tuple[CardId, ...]:
    """What may come from the deck."""
    if not state.full:
        return (UNNAMED, HIDDEN)
    secret = (HIDDEN,) if hidden_left(state) > 0 else ()
    return (*unseen_parts(state), *secret)


def _deal(state: State) -> Iterator[Option]:
    left = [card for card, copies in unseen_parts(state).items() for _ in range(copies)]
    cards = tuple(islice(left, DEALT)) if state.full else (UNNAMED, UNNAMED, HIDDEN)
    secret = min(DEALT, hidden_left(state)) if state.full else DEALT
    values = (*(left if state.full else (UNNAMED,) * DEALT), *(HIDDEN,) * secret)
    fill = Fill("cards", values, DEALT, DEALT)
    for seat in state.order:
        dealt = legal(check, state, (act.Dealt(seat, cards),))
        text = tr("Take the first three cards")
        yield Option(seat, act.Dealt.verb, text, "MON-C5", dealt, complete=False, fill=fill)


def _draw(state: State) -> Iterator[Option]:
    yield _taken(state, state.turn)
    if state.before is not None and state.mode is Mode.CLASSIC:
        yield from _challenges(state, state.before)
    yield from _rearranged(state)


def _taken(state: State, seat: Seat) -> Option:
    drawn = legal(check, state, (act.Draw(seat, card) for card in takeable(state)))
    return Option(seat, act.Draw.verb, tr("Take a card from the deck"), "MON-C6", drawn)


def _build(state: State) -> Iterator[Option]:
    seat = state.turn
    if state.mode is Mode.CLASSIC:
        yield from _challenges(state, seat)
    else:
        yield from _arena(state, seat)
    ends = legal(check, state, (act.EndTurn(seat),))
    yield Option(seat, act.EndTurn.verb, tr("End the turn"), "MON-C6", ends)
    yield _taken(state, state.after(seat))
    yield from _rearranged(state)


def _monster(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Cards to be said with a challenge: none where they lie together, else all that are free."""
    lies = not state.full or state.players[seat].monster
    return () if lies else free_cards(state, seat)


def _chosen(state: State, seat: Seat) -> Fill | None:
    """Which cards are the monster, where that does not lie on the table already."""
    cards = _monster(state, seat)
    return Fill("cards", cards, LEAST, len(cards)) if len(cards) >= LEAST else None


def _challenges(state: State, seat: Seat) -> Iterator[Option]:
    cards = _monster(state, seat)
    others = (other for other in sorted(state.order) if other != seat)
    said = legal(check, state, (act.Challenge(seat, other, cards) for other in others))
    text, complete = tr("Challenge another player"), not state.full
    fill = _chosen(state, seat)
    yield Option(seat, act.Challenge.verb, text, "MON-C10", said, complete=complete, fill=fill)


def _arena(state: State, seat: Seat) -> Iterator[Option]:
    cards, complete = _monster(state, seat), not state.full
    entered = legal(check, state, (act.EnterArena(seat, cards),))
    fill = _chosen(state, seat)
    text = tr("The monster enters the Arena")
    yield Option(seat, act.EnterArena.verb, text, "MON-A2", entered, complete=complete, fill=fill)
    met = legal(check, state, (act.MeetArena(seat, cards),))
    text = tr("Meet the monster in the Arena")
    yield Option(seat, act.MeetArena.verb, text, "MON-A4", met, complete=complete, fill=fill)
    if state.arena is not None:
        owner = state.arena.seat
        changed = legal(check, state, (act.ChangeArena(owner, ()),))
        text, own = tr("Change or withdraw the monster in the Arena"), owned(state, owner)
        fill = Fill("cards", own, 0, len(own))
        verb = act.ChangeArena.verb
        yield Option(owner, verb, text, "MON-A5a", changed, complete=False, fill=fill)


def _rearranged(state: State) -> Iterator[Option]:
    """One card more or fewer; all of them are far too many to list."""
    for seat in sorted(state.order):
        laid = legal(check, state, _arrangements(state, seat))
        text = tr("Put parts together")
        yield Option(seat, act.Rearrange.verb, text, "MON-C7", laid, complete=False)


def _arrangements(state: State, seat: Seat) -> Iterator[Action]:
    if not state.full:
        return
    monster, free = state.players[seat].monster, free_cards(state, seat)
    for card in dict.fromkeys(minus(free, monster)):
        yield act.Rearrange(seat, (*monster, card))
    for card in dict.fromkeys(monster):
        yield act.Rearrange(seat, minus(monster, (card,)))
    if state.shown:
        chosen = some_complete(pictures(state, free))
        if chosen:
            yield act.Rearrange(seat, tuple(card.id for card in chosen))


def _verify(state: State) -> Iterator[Option]:
    said = legal(check, state, (act.Complete(None, answer) for answer in act.Answer))
    yield Option(None, act.Complete.verb, tr("Say whether it is complete"), "MON-C12a", said)


def _challenge(state: State) -> Iterator[Option]:
    attacker, defender = state.fought.seats
    cards = _able_cards(state, defender)
    full = state.full
    ready = legal(check, state, (act.Ready(defender, cards),))
    text = tr("Ready: a complete monster is built")
    free = free_cards(state, defender) if full else ()
    fill = Fill("cards", free, LEAST, len(free)) if len(free) >= LEAST else None
    yield Option(defender, act.Ready.verb, text, "MON-C11", ready, complete=not full, fill=fill)
    refused = legal(check, state, (act.Refuse(defender),))
    yield Option(defender, act.Refuse.verb, tr("Refuse to build"), "MON-C12", refused)
    built = legal(check, state, (act.BuildFor(attacker, defender, cards),))
    text = tr("Build the monster of the player who refused")
    verb = act.BuildFor.verb
    yield Option(attacker, verb, text, "MON-C12", built, complete=not full, fill=fill)
    yield from _rearranged(state)


def _able_cards(state: State, seat: Seat) -> tuple[CardId, ...]:
    """A monster that the challenged player could build: everybody knows there is one by now."""
    if not state.full:
        return ()
    chosen = some_complete(pictures(state, free_cards(state, seat)))
    if chosen:
        return tuple(card.id for card in chosen)
    return owned(state, seat) if len(owned(state, seat)) >= LEAST else ()


def _flip(state: State) -> Iterator[Option]:
    if state.full:
        flipped = legal(check, state, (act.Flip(None),))
        yield Option(None, act.Flip.verb, tr("Flip both monsters"), "MON-C13", flipped)
        return
    for seat in state.fought.seats:
        cards = min(LEAST, len(state.players[seat].parts) + len(state.players[seat].dragons))
        dragons = max(0, cards - len(state.players[seat].parts))
        said = legal(check, state, (act.Flip(seat, 10, cards, dragons),))
        text = tr("Say the points and cards of the flipped monster")
        yield Option(seat, act.Flip.verb, text, "MON-C13", said, complete=False)


def _reinforce(state: State) -> Iterator[Option]:
    fight = state.fought
    for seat in fight.seats:
        power = legal(check, state, _powers(state, seat))
        text, full = tr("Play a Power card"), state.full
        yield Option(seat, act.Power.verb, text, "MON-C16", power, complete=full)
        spell = legal(check, state, _spells(state, fight, seat))
        yield Option(seat, act.Spell.verb, tr("Play a Spell"), "MON-C17", spell, complete=False)
    seat = fight.reinforces
    yields = legal(check, state, (act.Yield(seat),))
    yield Option(seat, act.Yield.verb, tr("Leave it to the other side"), "MON-C15a", yields)
    passes = legal(check, state, (act.Pass(seat),))
    yield Option(seat, act.Pass.verb, "Pass", "MON-C15a", passes)


def _powers(state: State, seat: Seat) -> Iterator[Action]:
    if not state.full:
        yield act.Power(seat, UNNAMED, 2)
    for card in unplayed(state):
        if state.cards[card].kind is Kind.POWER:
            yield act.Power(seat, card)


def _spells(state: State, fight: Fight, seat: Seat) -> Iterator[Action]:
    if not state.full:
        yield act.Spell(seat, UNNAMED, own=2)
    for card in unplayed(state):
        effect = effect_of(state, card)
        if effect is None:
            continue
        if effect.op is Op.CUSTOM:
            yield act.Spell(seat, card, own=1)
        fitting = removable(state, fight, seat, effect) if effect.op is Op.REMOVE_PART else ()
        yield act.Spell(seat, card)
        for off in fitting:
            yield act.Spell(seat, card, (off,))


def _prize(state: State) -> Iterator[Option]:
    seat = state.turn
    some: tuple[Action, ...] = tuple(act.TakeDragon(seat, DRAGON, one) for one in Faction)
    if state.full:
        some = tuple(act.TakeDragon(seat, card) for card in aside(state))
    taken = legal(check, state, some)
    yield Option(seat, act.TakeDragon.verb, tr("Take a Dragon card"), "MON-C20", taken)
    yield from _rearranged(state)


_STAGES: Final[dict[Stage, Callable[[State], Iterator[Option]]]] = {
    Stage.SETUP: _setup,
    Stage.DEAL: _deal,
    Stage.DRAW: _draw,
    Stage.BUILD: _build,
    Stage.VERIFY: _verify,
    Stage.CHALLENGE: _challenge,
    Stage.FLIP: _flip,
    Stage.REINFORCE: _reinforce,
    Stage.PRIZE: _prize,
    Stage.OVER: lambda _state: iter(()),
}
