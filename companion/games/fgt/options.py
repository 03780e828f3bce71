"""What may be declared now and by whom."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from companion.core.findings import legal
from companion.core.game import Fill, Option
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt import actions as act
from companion.games.fgt.cards import GLORY, POWER_OPS, Op, Scope
from companion.games.fgt.flow import new_graveyard
from companion.games.fgt.judge import living
from companion.games.fgt.play import check
from companion.games.fgt.play_steal import candidates
from companion.games.fgt.state import OPENED, ROUNDS, Stage, State
from companion.games.fgt.table import left, unseen
from companion.games.fgt.words import Family, FamilyCount, Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.fgt.cards import Warrior

SOME: Final = 24
"""How many examples are listed where there are too many to list them all."""


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    if state.stage is Stage.OVER:
        return ()
    return tuple(one for one in _STAGES[state.stage](state) if one.instances)


# ---------------------------------------------------------------- setup and Arenas


def _setup(state: State) -> Iterator[Option]:
    text = tr("Five Warriors are dealt to each, three begin the Graveyard")
    if not state.full:
        yield Option(None, act.Dealt.verb, text, "FGT-S1", (act.Dealt(None, ()),))
        return
    dealt = tuple(act.Dealt(None, cards) for cards in _some(state, OPENED))
    fill = Fill("cards", tuple(_able(state)), OPENED, OPENED)
    yield Option(None, act.Dealt.verb, text, "FGT-S1", dealt, complete=False, fill=fill)


def _starter(state: State) -> Iterator[Option]:
    named = tuple(act.Starter(None, seat) for seat in sorted(state.order))
    yield Option(None, act.Starter.verb, tr("Name the oldest player"), "FGT-S5", named)


def _arena(state: State) -> Iterator[Option]:
    if state.catalogue is None:
        worth = tuple(act.EnterGlory(None, glory) for glory in range(GLORY[0], GLORY[1] + 1))
        yield Option(None, act.EnterGlory.verb, tr("An Arena comes up"), "FGT-D7", worth)
        return
    used = {arena.card for arena in state.entered}
    unused = [card for card in state.catalogue.arenas if card not in used]
    follows = [None, *(unused if state.round < ROUNDS else ())]
    tops = [state.coming] if state.coming else unused
    found = (act.EnterArena(None, top, then) for top in tops for then in follows if then != top)
    yield Option(None, act.EnterArena.verb, tr("An Arena comes up"), "FGT-D7", tuple(found))


# ---------------------------------------------------------------- a Fight


def _play(state: State) -> Iterator[Option]:
    seat = state.turn
    plays = tuple(_plays(state, seat))
    rule = "FGT-P5"
    yield Option(seat, act.Play.verb, tr("Play a Main and a Boost"), rule, plays)
    if state.players[seat].told is None or not plays:
        hands = legal(check, state, _hands(state, seat))
        text = tr("Say the Families of the hand")
        yield Option(seat, act.HandFamilies.verb, text, "FGT-P6c", hands, complete=False)


def _plays(state: State, seat: Seat) -> Iterator[act.Play]:
    """Everything that is legal: Warriors of one Family are so together, so one of each is tried."""
    boosts: Iterable[Family | None] = Family if state.players[seat].hand > 1 else (None,)
    for boost in boosts:
        for mains in _mains(state):
            if legal(check, state, (act.Play(seat, mains[0], boost),)):
                yield from (act.Play(seat, main, boost) for main in mains)


def _mains(state: State) -> Iterator[tuple[Shown, ...]]:
    """What may be the Main, Family by Family."""
    if not state.full:
        yield from ((Shown(None, family),) for family in Family)
        return
    known = [one for card in unseen(state) if (one := state.warrior(card)) is not None]
    for family in Family:
        mains = tuple(Shown(one.id, None) for one in known if one.family is family)
        if mains:
            yield mains


def _hands(state: State, seat: Seat) -> Iterator[act.HandFamilies]:
    """Examples of hands: as many as possible of one Family, then of the others in turn."""
    hand = state.players[seat].hand
    able = left(state) if state.full else dict.fromkeys(Family, hand)
    families = list(Family)
    for first in range(len(families)):
        for most in range(hand, 0, -1):
            counts = _filled([*families[first:], *families[:first]], able, hand, most)
            if counts:
                yield act.HandFamilies(seat, counts)


def _filled(
    families: list[Family], able: dict[Family, int], hand: int, most: int
) -> tuple[FamilyCount, ...]:
    counts: list[FamilyCount] = []
    for family in families:
        count = max(0, min(able.get(family, 0), hand, most))
        hand -= count
        if count:
            counts.append(FamilyCount(family, count))
    return tuple(sorted(counts)) if hand == 0 else ()


def _boost(state: State) -> Iterator[Option]:
    seat = state.turn
    score = legal(check, state, (act.ScoreBoost(seat),))
    yield Option(seat, act.ScoreBoost.verb, tr("Score the Boost for 1 Glory"), "FGT-B3", score)
    active = legal(check, state, _activations(state, seat))
    known = state.full and all(_listed(state, one) for one in active)
    text = tr("Activate the Boost")
    yield Option(seat, act.Activate.verb, text, "FGT-B2", active, complete=known)


def _listed(state: State, action: Action) -> bool:
    """Whether every way to activate this Boost is listed: not when people say what it does."""
    known = state.warrior(action.card) if isinstance(action, act.Activate) else None
    return known is not None and known.ability.op is not Op.CUSTOM


def _activations(state: State, seat: Seat) -> Iterator[act.Activate]:
    if not state.full:
        yield from _said(state, seat)
        return
    for card in unseen(state):
        known = state.warrior(card)
        if known is not None and known.family is state.boost_of(seat).family:
            yield from _ways(state, seat, known)


def _ways(state: State, seat: Seat, card: Warrior) -> Iterator[act.Activate]:
    ability = card.ability
    plain = act.Activate(seat, card.id)
    if ability.op is Op.STEAL_BOOST:
        victims = candidates(state, seat, ability.families)
        yield from (act.Activate(seat, card.id, steals=other) for other in victims)
        yield from () if victims else (plain,)
    elif ability.op in POWER_OPS and ability.scope is Scope.CHOSEN_MAIN:
        chosen = living(state)
        yield from (act.Activate(seat, card.id, (other,)) for other in chosen)
        yield from () if chosen else (plain,)
    else:
        yield plain


def _said(state: State, seat: Seat) -> Iterator[act.Activate]:
    """Light depth: examples of what an ability may have done."""
    yield act.Activate(seat, UNNAMED)
    yield act.Activate(seat, UNNAMED, draws=5)
    for other in candidates(state, seat, frozenset(Family)):
        yield act.Activate(seat, UNNAMED, steals=other)
    for other in living(state):
        yield act.Activate(seat, UNNAMED, kills=(other,))


def _judge(state: State) -> Iterator[Option]:
    ones = [(seat,) for seat in living(state)]
    several = [seats for n in range(2, len(ones) + 1) for seats in combinations(living(state), n)]
    won = legal(check, state, (act.Winner(None, seats) for seats in [*ones, *several]))
    # The order in which tied players are named is free; one order of each is listed.
    yield Option(None, act.Winner.verb, tr("Say who wins"), "FGT-A1", won, complete=not several)
    none = legal(check, state, (act.NobodyWins(None),))
    yield Option(None, act.NobodyWins.verb, tr("Nobody takes the Arena"), "FGT-A4", none)


# ---------------------------------------------------------------- draws


def _reveal(state: State) -> Iterator[Option]:
    seat = state.turn
    count = min(state.players[seat].owed, state.reserves)
    text = tr("Turn up {count} of the Reserves", count=count)
    if not state.full:
        drew: list[act.Drew] = [act.Drew(seat, count), act.Drew(seat, 1)]
        drew += [act.Drew(seat, count, (family,)) for family in Family]
        yield Option(seat, act.Drew.verb, text, "FGT-K6", tuple(drew), complete=False)
        return
    tried = (act.Reveal(seat, cards) for n in {count, 1} for cards in _some(state, n))
    shown = legal(check, state, tried)
    fill = Fill("cards", tuple(_able(state)), 1, count)
    yield Option(seat, act.Reveal.verb, text, "FGT-K6", shown, complete=False, fill=fill)


def _able(state: State) -> list[CardId]:
    """Warriors that may come up: of each Family some are not seen yet."""
    able = left(state)
    warriors = [state.warrior(card) for card in unseen(state)]
    return [one.id for one in warriors if one is not None and able[one.family] > 0]


def _some(state: State, count: int) -> Iterator[tuple[CardId, ...]]:
    """Examples of as many different Warriors that may come up, spread over all of them."""
    cards = _able(state)
    for start in islice(range(len(cards)), 0, len(cards), max(1, len(cards) // SOME)):
        around = [*cards[start:], *cards[:start]]
        # Neighbours in a catalogue are often of one Family: take every third.
        spread = [*around[::3], *around[1::3], *around[2::3]]
        yield tuple(spread[:count])


def _reshuffle(state: State) -> Iterator[Option]:
    text = tr("Shuffle the Graveyard into new Reserves")
    count = new_graveyard(state) if state.full else 0
    pile = list(dict.fromkeys(card for card in state.graveyard if card != UNNAMED))
    if len(pile) < count:
        pile += [card for card in unseen(state) if card not in pile]
    starts = range(max(1, len(pile) - count + 1))
    tried = [act.Reshuffled(None, tuple(pile[at : at + count])) for at in islice(starts, SOME)]
    done = legal(check, state, tried)
    fill = Fill("cards", tuple(pile), count, count) if count else None
    yield Option(None, act.Reshuffled.verb, text, "FGT-D4", done, complete=not count, fill=fill)


def _draw(state: State) -> Iterator[Option]:
    seat = state.turn
    most = min(state.players[seat].owed, state.reserves)
    drew = tuple(act.Drew(seat, count) for count in range(most, 0, -1))
    yield Option(seat, act.Drew.verb, tr("Draw Warriors of the Reserves"), "FGT-D2", drew)
    every = legal(check, state, (act.AllDrew(None),))
    yield Option(None, act.AllDrew.verb, tr("Everybody has drawn"), "FGT-D2", every)


_STAGES: Final[dict[Stage, Callable[[State], Iterator[Option]]]] = {
    Stage.SETUP: _setup,
    Stage.STARTER: _starter,
    Stage.ARENA: _arena,
    Stage.PLAY: _play,
    Stage.BOOST: _boost,
    Stage.REVEAL: _reveal,
    Stage.RESHUFFLE: _reshuffle,
    Stage.JUDGE: _judge,
    Stage.DRAW: _draw,
}
