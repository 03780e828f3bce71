"""Verbs of the Boosts (FGT-B): scored, or activated with what the ability leaves open (FGT-K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, of, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, argument
from companion.games.fgt.cards import POWER_OPS, Ability, Op, Scope, Warrior
from companion.games.fgt.flow import begin_search, bury, go_on, kill, to_scored
from companion.games.fgt.powers import (
    affected,
    candidates,
    change,
    check_power,
    check_steal,
    check_taken,
    missing_boost,
    missing_main,
    strike_out,
    take,
    transformed,
)
from companion.games.fgt.state import IN_FIGHT, BoostState, Player, Scored, Search, Stage, State
from companion.games.fgt.table import check_card, in_turn, living, unseen
from companion.games.fgt.words import Family

MOST_DRAWS: Final = 20
MOST_POINTS: Final = 999


class Decision(Verb[State]):
    """One of the two things that a player does with the Boost."""

    __slots__ = ()
    rule = "FGT-B1"
    when, wrong = frozenset({Stage.BOOST}), later("no Boost is resolved")

    def facts(self, state: State) -> Findings:
        """FGT-B5: a Boost lies there, or in the own scored pile, out of which a ruling takes it."""
        player, name = state.players[self.me], state.name(self.me)
        if not state.in_fight:
            return stop("FGT-B1", tr("there is no Fight now"))
        if player.boost is None:
            return stop("FGT-P7", tr("{name} has no Boost", name=name))
        if player.boost.state in IN_FIGHT or _place(player) is not None:
            return YES
        text = later("{name}'s Boost was taken: there is nothing to decide")
        return stop("FGT-B5", tr(text, name=name))

    def check_decides(self, state: State) -> Findings:
        """FGT-B1: whose Boost is still face down decides, in order."""
        boost, name = state.boost_of(self.me), state.name(self.me)
        match boost.state:
            case BoostState.FACEDOWN:
                return in_turn(state, self, "FGT-B1", later("{first} resolves before {then}"))
            case BoostState.LOST:
                return against("FGT-B4a", tr("{name}'s Boost was lost with the Main", name=name))
            case _:
                return against("FGT-B1", tr("{name}'s Boost is resolved already", name=name))


def _place(player: Player) -> int | None:
    """Where in the scored pile a Boost lies that was scored; the newest of its Family."""
    boost = player.boost
    if boost is None or boost.state is not BoostState.SCORED:
        return None
    found = (at for at, one in enumerate(player.scored) if one.family is boost.family)
    return max(found, default=None)


def _lying(state: State, seat: Seat) -> State:
    """The state with a Boost beneath its Main, also one that was scored before (X-7)."""
    player = state.players[seat]
    at = _place(player)
    if at is None:
        return state
    return state.change(seat, scored=(*player.scored[:at], *player.scored[at + 1 :]))


@dataclass(frozen=True, slots=True)
class ScoreBoost(Decision):
    """The Boost goes face down to their own scored pile instead."""

    verb, example = "score", "Ann: score"
    menu = later("Score the Boost for 1 Glory")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        yield cls.option(state.turn, [cls(state.turn)], rule="FGT-B3")

    def check(self, state: State) -> Findings:
        return self.check_decides(state)

    def apply(self, state: State) -> State:
        """FGT-B3: face down to their own scored pile; what it could do is not done."""
        seat, boost = self.me, state.boost_of(self.me)
        card = boost.card if state.full else None
        scored = replace(boost, state=BoostState.SCORED, card=None)
        state = _lying(state, seat).change(seat, boost=scored)
        return go_on(to_scored(state, seat, Scored(boost.family, card)))

    def tell(self, before: State, after: State) -> str:
        who, family = before.name(self.me), before.boost_of(self.me).family
        return tr("{who} scores the Boost ({family}): +1 Glory (FGT-B3)", who=who, family=family)


# ---------------------------------------------------------------- activate


@dataclass(frozen=True, slots=True)
class Activate(Decision):
    """The Boost is turned up and its ability happens.

    What the ability leaves open is said with it: whose Main is changed, whose Boost is taken. Of an
    ability that only people can carry out, and in light depth, they say what it did: points added
    to Mains, a Boost taken, Warriors to be drawn from the Reserves, Mains killed.
    """

    verb, example = "activate", "Ann: activate H01 on Ben"
    menu, certain = later("Activate the Boost"), True

    card: CardId
    targets: tuple[Seat, ...] = argument(keyword="on", default=())
    points: tuple[int, ...] = argument(keyword="by", default=())
    steals: Seat | None = argument(keyword="steals", default=None)
    draws: int = argument(keyword="draws", default=0)
    kills: tuple[Seat, ...] = argument(keyword="kills", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        able = [one for one in _activations(state, state.turn) if one.allowed(state)]
        # What people say of a Boost is not all listed: in light depth, and of what is `custom`.
        known = [state.warrior(one.card) for one in able]
        complete = state.full and all(one and one.ability.op is not Op.CUSTOM for one in known)
        yield cls.option(state.turn, able, rule="FGT-B2", complete=complete)

    def facts(self, state: State) -> Findings:
        """FGT-B2: which Warrior it is, and what people must say of what it does."""
        found = Decision.facts(self, state)
        if not found and self.card != state.boost_of(self.me).card:
            found = check_card(state, self.card, "FGT-B2")
        return found or _missing_seats(state, self) or _missing_effect(state, self)

    def check(self, state: State) -> Findings:
        """FGT-B2, K12."""
        found = self.check_decides(state)
        known, boost = state.warrior(self.card), state.boost_of(self.me)
        if known is not None and known.family is not boost.family:
            # Its back was seen as it was played, so one of the two was entered wrongly.
            family, back = known.family, boost.family
            text = later("{card} is {family}, the Boost's back is {back}")
            found += against("FGT-B2", tr(text, card=self.card, family=family, back=back))
        return found + _check_effect(state, self, self.me, known.ability if known else None)

    def apply(self, state: State) -> State:
        """FGT-B2a: it happens at once and completely, before the next player decides."""
        known, boost = state.warrior(self.card), state.boost_of(self.me)
        family = known.family if known else boost.family
        card = known.id if known else UNNAMED
        opened = replace(boost, state=BoostState.ACTIVE, card=card, family=family)
        state = _lying(state, self.me).change(self.me, boost=opened)
        if known is None or _by_people(self, known.ability):
            return _apply_said(state, self, self.me)
        return _apply_ability(state, self, self.me, known.ability)

    def tell(self, before: State, after: State) -> str:
        known, who, parts = before.warrior(self.card), before.name(self.me), []
        called = before.called_card(self.card)
        what = of(called, known.ability.text) if known else tr("the Boost")
        if self.targets:
            parts.append(tr("on {named}", named=", ".join(map(before.name, self.targets))))
        if self.steals is not None:
            parts.append(tr("takes {name}'s Boost (FGT-K2)", name=before.name(self.steals)))
        if self.draws:
            parts.append(tr("turns up {draws} of the Reserves", draws=self.draws))
        taken = f" ({'; '.join(parts)})" if parts else ""
        return tr("{who} activates {ability}{taken}", who=who, ability=what, taken=taken)


def _activations(state: State, seat: Seat) -> Iterator[Activate]:
    if not state.full:  # examples of what an ability may have done
        yield Activate(seat, UNNAMED)
        yield Activate(seat, UNNAMED, draws=5)
        for other in candidates(state, seat, frozenset(Family)):
            yield Activate(seat, UNNAMED, steals=other)
        for other in living(state):
            yield Activate(seat, UNNAMED, kills=(other,))
    for card in unseen(state):
        if card.family is state.boost_of(seat).family:
            yield from _ways(state, seat, card) or [Activate(seat, card.id)]


def _ways(state: State, seat: Seat, card: Warrior) -> list[Activate]:
    """Each choice that an ability leaves open; none where there is nothing to choose."""
    ability = card.ability
    if ability.op is Op.STEAL_BOOST:
        victims = candidates(state, seat, ability.families)
        return [Activate(seat, card.id, steals=other) for other in victims]
    if ability.scope is Scope.CHOSEN_MAIN:
        return [Activate(seat, card.id, (other,)) for other in living(state)]
    return []


def _missing_seats(state: State, said: Activate) -> Findings:
    """FGT-K2, K8: of whoever is named a Main is there, or a Boost to take."""
    for seats in (said.targets, said.kills):
        if len(set(seats)) != len(seats):
            return stop("FGT-K12", tr("a player is named twice"))
    changed, taken = (*said.targets, *said.kills), said.steals
    if not state.has_seats(*changed, *(() if taken is None else (taken,))):
        return nobody_there("FGT-K12")
    for seat in changed:
        if wrong := missing_main(state, seat):
            return wrong
    return YES if taken is None else missing_boost(state, taken)


def _missing_effect(state: State, said: Activate) -> Findings:
    """FGT-K12: what an ability did that people carry out is said in full."""
    known = state.warrior(said.card)
    if not state.full and (said.targets or said.points):
        return stop("FGT-K12", tr("in light depth powers are not entered"))
    if known is not None and not _by_people(said, known.ability):
        return YES
    if len(said.points) != len(said.targets):
        return stop("FGT-K12", tr("say for each Main that changes by how much"))
    if any(not 0 < abs(points) <= MOST_POINTS for points in said.points):
        return stop("FGT-K12", tr("a power changes by 1 to {most} points", most=MOST_POINTS))
    if not 0 <= said.draws <= MOST_DRAWS:
        return stop("FGT-K12", tr("an ability draws at most {most} Warriors", most=MOST_DRAWS))
    return YES


def _by_people(said: Activate, ability: Ability) -> bool:
    """Whether it does what people say: as its card has it, or against the card by a ruling."""
    return ability.op is Op.CUSTOM or bool(_too_much(said, ability.op))


def _too_much(said: Activate, op: Op) -> str:
    """What is said beyond what the ability leaves open; empty when nothing is."""
    if op is Op.CUSTOM:
        return ""
    if said.points or said.kills or said.draws:
        return tr("what this ability does stands on the card")
    if said.steals is not None and op is not Op.STEAL_BOOST:
        return tr("this ability takes no Boost")
    if said.targets and op not in POWER_OPS:
        return tr("this ability changes no Main")
    return ""


def _check_effect(state: State, said: Activate, seat: Seat, ability: Ability | None) -> Findings:
    found = YES
    for other in (*said.targets, *said.kills):
        found += strike_out(state, other)
    if ability is not None and (extra := _too_much(said, ability.op)):
        found += against("FGT-B2", extra)
    if ability is not None and ability.op is Op.STEAL_BOOST:
        return found + check_steal(state, seat, said.steals, ability.families)
    if said.steals is not None:
        found += check_taken(state, seat, said.steals)
    if ability is not None and ability.op in POWER_OPS:
        found += check_power(state, seat, ability, said.targets)
    return found


def _apply_ability(state: State, said: Activate, seat: Seat, ability: Ability) -> State:
    if ability.op is Op.DRAW_SCORE:
        return begin_search(state, Search(seat, ability.families), ability.amount)
    if ability.op is Op.STEAL_BOOST:
        return go_on(state if said.steals is None else bury(take(state, seat, said.steals)))
    for other in affected(state, seat, ability, said.targets):
        state = transformed(state, other, seat, said.card, ability)
    return go_on(bury(state))


def _apply_said(state: State, said: Activate, seat: Seat) -> State:
    for other, points in zip(said.targets, said.points, strict=True):
        state = change(state, other, seat, said.card, points)
    if said.steals is not None:  # before a kill, with which the Boost could be lost (FGT-B4a)
        state = take(state, seat, said.steals)
    for other in said.kills:
        state = kill(state, other)
    state = bury(state)
    if said.draws > 0:
        return begin_search(state, Search(seat, None), said.draws)
    return go_on(state)
