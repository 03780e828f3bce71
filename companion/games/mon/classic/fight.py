"""Verbs of the fight: flip, Power cards, Spells, yield and pass (MON-C13 to MON-C18a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from companion.core.findings import YES, Findings, against, no_names, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, listed, tr, trn
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, argument
from companion.games.mon.cards import Effect, Op
from companion.games.mon.classic import flow
from companion.games.mon.classic.challenge import InFight, set_monster
from companion.games.mon.classic.house import SpellTiming
from companion.games.mon.classic.state import Fight, Played, Stage, State, common, minus
from companion.games.mon.classic.table import back, cards_text, leader, unplayed
from companion.games.mon.monster import LEAST
from companion.games.mon.words import DRAGON, Icon, Kind

MOST_POINTS: Final = 999
MOST_CHANGE: Final = 99
SOME_POINTS: Final = 10  # An example of what a flipped monster counts


@dataclass(frozen=True, slots=True)
class Flip(InFight):
    """Both monsters are flipped; in light depth each fighter says points, cards and Dragon cards."""

    verb, example, rule = "flip", "table: flip", "MON-C13"
    at, none = Stage.FLIP, later("no monsters are to be flipped")
    by_table = True

    points: int | None = argument(keyword="points", default=None)
    cards: int | None = argument(keyword="cards", default=None)
    dragons: int = argument(keyword="dragons", default=0)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if state.full:
            yield cls.option(None, (cls(None),), text=tr("Flip both monsters"))
            return
        for seat in state.fought.seats:
            player = state.players[seat]
            cards = min(LEAST, len(player.parts) + len(player.dragons))
            some = cls(seat, SOME_POINTS, cards, max(0, cards - len(player.parts)))
            text = tr("Say the points and cards of the flipped monster")
            yield cls.option(seat, (some,), text=text, complete=False)

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C13: there are monsters to flip, and each fighter says their own points and cards."""
        if state.full:
            if (self.points, self.cards, self.dragons) != (None, None, 0):
                return stop("MON-C13", tr("the catalogue knows the points: say flip"))
            seat = fight.defender.seat
            built = fight.defender.cards or state.players[seat].monster
            none = tr("{name} has built no monster", name=state.name(seat))
            return YES if built else stop("MON-C13", none)
        if self.actor is None or self.actor not in fight.seats:
            return stop("MON-C13", tr("each fighter says what their own monster counts"))
        return self._missing_cards(state)

    def _missing_cards(self, state: State) -> Findings:
        """MON-C13: a monster counts as many points as it can, and is made of the fighter's cards."""
        name, player, cards = state.name(self.me), state.players[self.me], self.cards or 0
        if not 0 <= (self.points or 0) <= MOST_POINTS:
            text = tr("say the points as a number from 0 to {most_points}", most_points=MOST_POINTS)
            return stop("MON-C13", text)
        if not 0 <= self.dragons <= min(cards, len(player.dragons)):
            text = tr("{name} has {dragons} Dragon cards", name=name, dragons=len(player.dragons))
            return stop("MON-C13", text)
        if cards - self.dragons > len(player.parts):
            text = tr("{name} has {parts} parts on the table", name=name, parts=len(player.parts))
            return stop("MON-C13", text)
        return YES

    def check(self, state: State) -> Findings:
        """MON-C13: with a catalogue the points are known, otherwise each fighter says them."""
        wrong = self.check_stage(state)
        if state.full:
            return wrong
        seat, name = self.me, state.name(self.me)
        if state.stage is Stage.FLIP and state.fought.side(seat).points is not None:
            return against("MON-C13", tr("{name} has said it already", name=name))
        if self.points is None or self.cards is None:
            text = tr("{name}, how many points has your monster, and how many cards?", name=name)
            return (*wrong, Question(seat, text, "MON-C13", ("flip",)))
        few = tr("a monster has at least {least} cards", least=LEAST)
        return (*wrong, *(against("MON-C8", few) if self.cards < LEAST else YES))

    def apply(self, state: State) -> State:
        """Once all points are known the lower side reinforces first (MON-C14, MON-C15)."""
        if state.stage is Stage.CHALLENGE:
            state = set_monster(state, ())
        fight = state.fought
        if not state.full and self.actor is not None:
            regular = (self.cards or 0) - self.dragons
            cards = (UNNAMED,) * regular + (DRAGON,) * self.dragons
            side = fight.side(self.actor)
            removed = common(side.removed, cards)
            side = replace(side, points=self.points or 0, cards=cards, removed=removed)
            fight = fight.with_side(side)
            if any(one.points is None for one in fight.sides):
                return replace(state, fight=fight)
        return flow.flip(state, fight)

    def tell(self, before: State, after: State) -> str:
        if self.points is None:
            return tr("Both monsters are flipped (MON-C13)")
        said = f": {trn('{count} point', '{count} points', self.points)}"
        return tr("{who} flips{said} (MON-C13)", who=before.actor(self.actor), said=said)


class Play(InFight):
    """A fighter plays a card; for whom anybody else would, nobody could say (MON-C17a)."""

    __slots__ = ()
    at, none = Stage.REINFORCE, later("cards are played in a fight alone")
    kind: ClassVar[Kind]
    card: CardId

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C5: a side to play it for, and such a card, which may be one of the hidden ones."""
        name = state.name(self.me)
        if self.me not in fight.seats:
            return stop(self.rule, tr("{name} is not in this fight", name=name))
        if not state.players[self.me].hand:
            return stop("MON-C5", tr("{name} holds no hidden card", name=name))
        if not state.full:
            return YES if self.card == UNNAMED else no_names("MON-C5", self.card)
        known = state.cards.get(self.card)
        if known is None or known.kind is not self.kind:
            what = tr("Power card") if self.kind is Kind.POWER else tr("Spell")
            return stop(self.rule, tr("{card} is no {what}", card=self.card, what=what))
        if self.card not in unplayed(state):
            return stop("MON-C5", tr("no other copy of {card} is left", card=self.card))
        return YES

    def check_timing(self, state: State) -> Findings:
        """MON-C17a: where the table wants it only with priority."""
        wrong, fight = self.check_stage(state), state.fought
        anytime = state.house.spell_timing is SpellTiming.ANYTIME
        if wrong or anytime or self.me == fight.priority:
            return wrong
        return against("MON-C17a", tr("{whose} has priority", whose=state.name(sure(fight.priority))))

    def played(self, state: State, played: Played) -> State:
        """Play a card: what it takes off is off, and the other side may reinforce once more."""
        fight = state.fought
        side, other = fight.side(self.me), fight.other(self.me)
        fight = fight.with_side(replace(side, played=(*side.played, played)))
        if played.off:
            removed = tuple(sorted((*other.removed, *played.off)))
            fight = fight.with_side(replace(other, removed=removed))
        acted = fight.acted or self.me == fight.priority
        state = state.change(self.me, hand=state.players[self.me].hand - 1)
        return replace(state, fight=replace(fight, acted=acted, passes=0))

    def tell(self, before: State, after: State) -> str:
        """Tell which card was played, and what it did."""
        played = after.fought.side(self.me).played[-1]
        did = [f"{played.own:+}"] if played.own else []
        if played.theirs:
            did.append(tr("{theirs:+} for the other side", theirs=played.theirs))
        if played.off:
            did.append(tr("takes off {cards} (MON-C18)", cards=cards_text(before, played.off)))
        who, card = before.name(self.me), before.called_card(self.card)
        value, text = (
            ", ".join(did) or tr("nothing changes"),
            later("{who} plays {card} ({rule}): {value}"),
        )
        return tr(text, who=who, card=card, rule=self.rule, value=value)


@dataclass(frozen=True, slots=True)
class Power(Play):
    """A fighter plays a Power card; its points are said in light depth alone."""

    verb, example, rule = "power", "Ann: power PSW-2", "MON-C16"
    kind, menu = Kind.POWER, later("Play a Power card")

    card: CardId
    points: int | None = argument(keyword="points", default=None)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        for seat in state.fought.seats:
            yield cls.option(seat, cls._some(state, seat), complete=state.full)

    @classmethod
    def _some(cls, state: State, seat: Seat) -> Iterator[Power]:
        if not state.full:
            yield cls(seat, UNNAMED, 2)
        for card in unplayed(state):
            if state.cards[card].kind is Kind.POWER:
                yield cls(seat, card)

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C16: a number that a card can show."""
        if self.points is not None and state.full:
            return stop("MON-C16", tr("the catalogue knows the points of the card"))
        if 0 <= (self.points or 0) <= MOST_CHANGE:
            return Play.missing(self, state, fight)
        text = tr("say the points as a number from 0 to {most_change}", most_change=MOST_CHANGE)
        return stop("MON-C16", text)

    def check(self, state: State) -> Findings:
        """MON-C16, MON-C18a: it needs its icon on the own monster, and counts once."""
        turn = self._check_first(state) or self.check_timing(state)
        if state.full:
            return (*turn, *self._check_icon(state))
        if self.points is not None:
            return turn
        text = tr("{name}, how many points has the Power card?", name=state.name(self.me))
        return (*turn, Question(self.me, text, "MON-C16", ("power",)))

    def _check_first(self, state: State) -> Findings:
        """MON-C15: the side with fewer points reinforces first, or passes."""
        fight = state.fought
        ahead = leader(state, fight)
        touched = fight.passes or any(side.played for side in fight.sides)
        if fight.priority is None or touched or ahead is None or ahead.seat != self.me:
            return YES
        text = tr("it is for {name} to reinforce", name=state.name(sure(fight.priority)))
        return against("MON-C15", text)

    def _check_icon(self, state: State) -> Findings:
        side, needed = state.fought.side(self.me), _icons(state, (self.card,))
        if needed <= _icons(state, side.standing):
            return YES
        whose, wanted = (
            tr("{name}'s monster", name=state.name(self.me)),
            listed([one.said for one in sorted(needed)]),
        )
        if needed <= _icons(state, side.removed):
            text = tr("no {wanted} icon left in {whose}", wanted=wanted, whose=whose)
            return against("MON-C18a", text)
        return against("MON-C16", tr("no {wanted} icon in {whose}", wanted=wanted, whose=whose))

    def apply(self, state: State) -> State:
        """Its points count once, however many icons match (MON-C16)."""
        its = back(state, self.card)
        points = its.points if its is not None else self.points or 0
        return self.played(state, Played(self.card, Kind.POWER, own=points))


def _icons(state: State, cards: Iterable[CardId]) -> frozenset[Icon]:
    """The power-up icons on flipped cards."""
    backs = (back(state, card) for card in cards)
    return frozenset(icon for one in backs if one is not None for icon in one.icons)


@dataclass(frozen=True, slots=True)
class Spell(Play):
    """A fighter plays a Spell.

    What it takes off the other monster is named. Points that it brings to the own side or to the
    other are said in light depth, and when only people can read what it does.
    """

    verb, example, rule = "spell", "Ben: spell S-LIMB off GM-L", "MON-C17"
    costly = True
    kind, menu = Kind.SPELL, later("Play a Spell")

    card: CardId
    off: tuple[CardId, ...] = argument(keyword="off", default=())
    own: int | None = argument(keyword="own", default=None)
    theirs: int | None = argument(keyword="theirs", default=None)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        for seat in state.fought.seats:
            yield cls.option(seat, cls._some(state, seat), complete=False)

    @classmethod
    def _some(cls, state: State, seat: Seat) -> Iterator[Spell]:
        if not state.full:
            yield cls(seat, UNNAMED, own=2)
        for card in unplayed(state):
            effect = _effect_of(state, card)
            if effect is None:
                continue
            if effect.op is Op.CUSTOM:
                yield cls(seat, card, own=1)
            yield cls(seat, card)
            if effect.op is Op.REMOVE_PART:
                for off in _removable(state, seat, effect):
                    yield cls(seat, card, (off,))

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C18: what it takes off is on the other monster."""
        gone = minus(self.off, fight.other(self.me).standing)
        if gone and self.me in fight.seats:
            return stop("MON-C18", tr("{missing} is not on the other monster", missing=gone[0]))
        if any(abs(points or 0) > MOST_CHANGE for points in (self.own, self.theirs)):
            text = tr("a Spell changes points by at most {most_change}", most_change=MOST_CHANGE)
            return stop("MON-C17", text)
        return Play.missing(self, state, fight)

    def check(self, state: State) -> Findings:
        """MON-C17, MON-C17a, MON-C18: at any time in a fight, doing what is written."""
        return (*self.check_timing(state), *self._check_effect(state))

    def _check_effect(self, state: State) -> Findings:
        effect = _effect_of(state, self.card)
        silent = (self.own, self.theirs) == (None, None)
        if effect is None or effect.op is Op.CUSTOM:
            if self.off or not silent:
                return YES
            what = ": " + effect.text if effect else "?"
            text = tr("What does the Spell change{effect}", effect=what)
            return (Question(self.me, text, "MON-C17", ("spell",)),)
        if not silent:
            return against("MON-C17", tr("the catalogue knows what this Spell counts"))
        if effect.op is Op.ADD:
            return against("MON-C17", tr("this Spell takes nothing off")) if self.off else YES
        return self._check_removal(state, effect)

    def _check_removal(self, state: State, effect: Effect) -> Findings:
        fitting = _removable(state, self.me, effect)
        if not self.off:
            if not fitting:
                return YES
            which = tr(" or ").join(fitting)
            text = tr("{effect} Which one: {fitting}?", effect=effect.text, fitting=which).lstrip()
            return (Question(self.me, text, "MON-C18", ("spell",)),)
        if len(self.off) > 1:
            return against("MON-C18", tr("this Spell takes off one part alone"))
        if self.off[0] not in fitting:
            text = tr("this Spell takes off a {part}, not {off}", part=effect.part, off=self.off[0])
            return against("MON-C17", text)
        return YES

    def apply(self, state: State) -> State:
        """What is written happens; points of Power cards stay (MON-C17, MON-C18)."""
        effect = _effect_of(state, self.card)
        own, theirs = self.own or 0, self.theirs or 0
        if effect is not None and effect.op is Op.ADD and self.own is None:
            own = effect.points
        off = tuple(sorted(self.off))
        return self.played(state, Played(self.card, Kind.SPELL, own, theirs, off))


def _effect_of(state: State, card: CardId) -> Effect | None:
    """What is written on a Spell that is being played; None when only people can read it."""
    return its.effect if (its := back(state, card)) else None


def _removable(state: State, seat: Seat, effect: Effect) -> tuple[CardId, ...]:
    """The cards of the other monster that a Spell could take off (MON-C18)."""
    standing = dict.fromkeys(state.fought.other(seat).standing)
    return tuple(card for card in standing if effect.part is None or state.cards[card].part is effect.part)


class HandOver(InFight):
    """A fighter leaves it to the other (MON-C15a)."""

    __slots__ = ()
    rule, none = "MON-C15a", later("nobody may reinforce")
    acted: ClassVar[bool]

    @classmethod
    def choices(cls, state: State) -> tuple[HandOver, ...]:
        return (cls(sure(state.fought.priority)),)

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C13: there are two flipped monsters, and this is a fighter."""
        if fight.priority is None:
            return stop("MON-C13", tr("the monsters are to be flipped"))
        if self.me in fight.seats:
            return YES
        return stop("MON-C15a", tr("{name} is not in this fight", name=state.name(self.me)))

    def check(self, state: State) -> Findings:
        """MON-C15a: the side that has priority, with or without having played a card."""
        if self.me != sure(state.fought.priority):
            name = state.name(sure(state.fought.priority))
            return against("MON-C15a", tr("it is for {name} to reinforce or pass", name=name))
        if state.fought.acted is self.acted:
            return YES
        text = tr("no card was played: say pass") if self.acted else tr("a card was played: say yield")
        return against("MON-C15a", text)


@dataclass(frozen=True, slots=True)
class Yield(HandOver):
    """A fighter has played cards and leaves it to the other."""

    verb, example, acted = "yield", "Ann: yield", True
    costly = True
    menu, said = later("Leave it to the other side"), later("{who} leaves it to the other side")

    def apply(self, state: State) -> State:
        """The other side may reinforce."""
        fight = state.fought
        fight = replace(fight, priority=fight.other(self.me).seat, acted=False, passes=0)
        return replace(state, fight=fight)


@dataclass(frozen=True, slots=True)
class Pass(HandOver):
    """A fighter plays no card; two passes in a row end the fight."""

    verb, example, acted = "pass", "Ben: pass", False
    menu, said = later("Pass"), later("{who} passes")

    def apply(self, state: State) -> State:
        """Two passes in a row end the fight (MON-C15a)."""
        fight = state.fought
        passes = fight.passes + 1
        if passes == 2:  # noqa: PLR2004 - one of each side
            return flow.end_fight(state, fight)
        fight = replace(fight, priority=fight.other(self.me).seat, acted=False, passes=passes)
        return replace(state, fight=fight)
