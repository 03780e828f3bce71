"""Verbs of a battle and of sudden death: turning up cards, the call, and in light depth who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, of, tr
from companion.core.verbs import Verb
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, argument
from companion.games.gmm import flow, words
from companion.games.gmm.cards import LEAST, MOST, UNRATED, Ratings
from companion.games.gmm.house import Redraw
from companion.games.gmm.state import SHOWING, Stage, State
from companion.games.gmm.table import (
    all_known,
    called,
    copies_left,
    from_winnings,
    monster,
    no_monster,
    own_winnings,
    possible,
    put,
    rating,
    standing_rule,
    title,
    unknown_monster,
    unread,
    waiting,
)
from companion.games.gmm.words import ABILITIES, SPECIALS

PAIR = 2  # Two who tie are one group: nobody asks who of them is still tied


# ---------------------------------------------------------------- turning up


@dataclass(frozen=True, slots=True)
class Flip(Verb[State]):
    """A player turns up the top card of the draw pile, in sudden death of the winnings pile."""

    verb, example, rule = "flip", "Ann: flip blob", "GMM-B2"
    menu, certain = later("Turn up the top card"), True
    when, wrong = SHOWING, later("no card is turned up")

    card: CardId

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """All cards that the program knows of; a newcomer stands for those it does not."""
        if not state.full:
            return
        declaring = state.stage is Stage.DECLARE
        known = all_known(state) or from_winnings(state) is not None
        for seat in waiting(state):
            if not declaring or seat == state.declarer:
                rule = "GMM-B1" if declaring else flip_rule(state)
                cards = (cls(seat, card) for card in possible(state, seat))
                yield cls.option(seat, cards, rule=rule, complete=known)

    def facts(self, state: State) -> Findings:
        """GMM-B2: cards to turn up, and a word that can name one."""
        if not state.full:
            return stop("GMM-B2", tr("in light depth cards are not named: say who won"))
        if wrong := missing_battle(state, "GMM-B2"):
            return wrong
        if self.card == UNNAMED:
            # Alone it is asked for; by a ruling nobody could turn it up.
            text = tr("{name}, which card is it?", name=state.name(self.me))
            return stop("GMM-B2", text) if self._turn(state) else YES
        return YES if self.card in SPECIALS else no_monster(self.card)

    def check(self, state: State) -> Findings:
        """GMM-B1, B2, T1 and D1: who turns up when; and which card it can be."""
        return (*self._turn(state), *rate_first(state), *self._possible(state))

    def _turn(self, state: State) -> Findings:
        if self.me not in state.showing:
            text = later("only {names} turn up cards in this sudden death")
            return against("GMM-D1", tr(text, names=state.names(state.showing)))
        if state.flips[-1][self.me] is not None:
            rule, name = "GMM-T1" if len(state.flips) > 1 else "GMM-B2", state.name(self.me)
            return against(rule, tr("{name} has turned up a card already", name=name))
        if state.stage is Stage.DECLARE and self.me != state.declarer:
            text = later("first {who} turns up a card and calls high or low")
            return against("GMM-B2", tr(text, who=state.name(state.declarer)))
        return YES

    def _possible(self, state: State) -> Findings:
        card, name = self.card, state.name(self.me)
        if card == UNNAMED:
            text = tr("{name}, which card is it?", name=name)
            return (Question(self.me, text, "GMM-B2", ("flip",)),)
        if card not in SPECIALS and (unknown := unknown_monster(state, card)):
            return unknown
        what, sudden = called(state, card), from_winnings(state)
        if sudden is not None:
            if state.players[self.me].adjusted > 0 or card in own_winnings(state, sudden, self.me):
                return YES
            text = tr("{called} is not left in {name}'s winnings pile", called=what, name=name)
            return against("GMM-D1", text)
        if copies_left(state, [card])[card] > 0:
            return YES
        if card in SPECIALS:
            text = tr("there is one {called}, and it was turned up", called=what)
            return against("GMM-S2", tr("{text} since the cards were shuffled", text=text))
        return against("GMM-S2b", tr("both cards of {called} have been turned up", called=what))

    def apply(self, state: State) -> State:
        """The card lies open; its rating is asked for when nobody has read it yet."""
        if self.card not in SPECIALS and monster(state, self.card) is None:
            # From now on the monster is known by name, also when its cards are shuffled again.
            state = _typed(state, self.card, UNRATED)
        sudden = state.sudden
        if sudden is not None and self.me not in sudden.contenders:  # by a ruling
            contenders = tuple(sorted((*sudden.contenders, self.me)))
            state = replace(state, sudden=replace(sudden, contenders=contenders))
        return put(state, self.me, self.card)

    def tell(self, before: State, after: State) -> str:
        shown = _shown(before, self.card)
        return tr("{who} turns up {shown}", who=before.name(self.me), shown=shown)


def _shown(state: State, card: CardId) -> str:
    name = called(state, card)
    if card in SPECIALS and state.call is None:
        return tr("{name}: 9 on high, 1 on low (GMM-B4)", name=name)
    value = rating(state, card, state.ability, state.call)
    return name if value is None else of(name, f"{title(state.ability)} {value}")


def _typed(state: State, card: CardId, ratings: Ratings) -> State:
    typed = {**dict(state.typed), card: ratings}
    return replace(state, typed=tuple((one, typed[one]) for one in sorted(typed)))


def flip_rule(state: State) -> str:
    """The rule by which cards are turned up now."""
    if state.sudden:
        return "GMM-E3" if state.sudden.final else "GMM-D1"
    return "GMM-T1" if len(state.flips) > 1 else "GMM-B2"


# ---------------------------------------------------------------- the call


@dataclass(frozen=True, slots=True)
class Call(Verb[State]):
    """The declarer calls high or low."""

    verb, example, rule = "call", "Ann: call high", "GMM-B1"
    menu, said = later("Call high or low"), later("{who} calls {call} (GMM-B1)")
    when, wrong, certain = SHOWING, later("nobody declares"), True
    one = later("Call {call}")

    call: words.Call

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat = state.declarer
        if state.stage is Stage.DECLARE and not covered(state, seat):
            calls = (cls(seat, call) for call in words.Call)
            yield cls.option(seat, calls, rule=standing_rule(state))

    def facts(self, state: State) -> Findings:
        """GMM-B1: a battle to call for."""
        return missing_battle(state, "GMM-B1")

    def check(self, state: State) -> Findings:
        """GMM-B1, B5, M2, R2, R3: who declares; GMM-T3: the call stays."""
        if state.stage is Stage.SUDDEN_DEATH:
            return against("GMM-D1a", tr("sudden death is always high"))
        if state.stage is Stage.FLIP:
            return self._again(state)
        if self.me != state.declarer:
            text = tr("{name} declares", name=state.name(state.declarer))
            return (*against(standing_rule(state), text), *rate_first(state))
        if covered(state, self.me):
            text = tr("{name} turns up their own card first", name=state.name(self.me))
            return against("GMM-B1", text)
        return rate_first(state)

    def _again(self, state: State) -> Findings:
        rule = "GMM-T3" if len(state.flips) > 1 else "GMM-B1"
        call = state.call
        was = tr("{call} was declared", call=call.said) if call else tr("the battle has begun")
        return against(rule, was if call is self.call else tr("{was} and stays", was=was))

    def apply(self, state: State) -> State:
        """The call is made; the others turn up their cards (GMM-B2)."""
        if state.stage is not Stage.DECLARE:
            return replace(state, call=self.call)
        return replace(state, call=self.call, stage=Stage.FLIP, declarer=self.me)


def missing_battle(state: State, rule: str) -> Findings:
    """Refuse what can only be done where cards are turned up."""
    return YES if state.stage in SHOWING else stop(rule, tr("there is no battle now"))


def covered(state: State, seat: Seat) -> bool:
    """Tell whether a seat has yet to turn up a card that is named."""
    return state.full and state.flips[-1][seat] is None


# ---------------------------------------------------------------- ratings


@dataclass(frozen=True, slots=True)
class Rate(Verb[State]):
    """A monster's six ratings are read off its card, or only the one that this round uses."""

    verb, example, rule = "rate", "table: rate blob 8 10 5 4 5 4", "GMM-S2b"
    by_table = certain = True

    card: CardId
    ratings: tuple[int, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """This round's rating, any of them; all six can be typed as well."""
        card = unread(state)
        if card is not None:
            some = (cls(None, card, (number,)) for number in range(LEAST, MOST + 1))
            text = tr("Enter its {title}, or all six ratings", title=title(state.ability))
            yield cls.option(None, some, text=text, complete=False)

    def facts(self, state: State) -> Findings:
        """GMM-S2b: what ratings there can be."""
        if not state.full:
            return stop("GMM-S2b", tr("in light depth cards are not named"))
        if self.card in SPECIALS:
            text = tr("{specials} rates 9 on high and 1 on low", specials=SPECIALS[self.card])
            return stop("GMM-B4", text)
        count = len(self.ratings)
        if count not in {1, len(ABILITIES)}:
            text = tr("give six ratings, or only the one for {title}", title=title(state.ability))
            return stop("GMM-S2b", tr("{text}; these are {ratings}", text=text, ratings=count))
        if not all(LEAST <= one <= MOST for one in self.ratings):
            return stop("GMM-S2b", tr("ratings go from {least} to {most}", least=LEAST, most=MOST))
        return no_monster(self.card)

    def check(self, state: State) -> Findings:
        """GMM-S2b: a monster of this box; GMM-R1: the round's own ability counts."""
        return (*unknown_monster(state, self.card), *self._contradiction(state))

    def _contradiction(self, state: State) -> Findings:
        """Ratings that are known already are said with their ability (GMM-R1)."""
        known, now = monster(state, self.card), state.ability
        if known is None:
            return YES
        six = zip(ABILITIES, known.ratings, self._six(state), strict=True)
        wrong = {one: old for one, old, new in six if old is not None and new not in {None, old}}
        if not wrong:
            return YES
        name = called(state, self.card)
        if now not in wrong:
            text = ", ".join(f"{title(one)} {printed}" for one, printed in wrong.items())
            return against("GMM-S2b", tr("{name} is known with {text}", name=name, text=text))
        when = tr("Round {round}", round=state.round)
        if state.sudden and state.sudden.final:
            when = tr("The final battle")
        text = later("{when} uses {title}: {name} {printed}")
        text = tr(text, when=when, title=title(now), name=name, printed=wrong[now])
        return against("GMM-R1", text)

    def _six(self, state: State) -> tuple[int | None, ...]:
        """The ratings in the order of the abilities; a single one is of the round's ability."""
        if len(self.ratings) == len(ABILITIES):
            return self.ratings
        return tuple(self.ratings[0] if one is state.ability else None for one in ABILITIES)

    def apply(self, state: State) -> State:
        """The ratings are known from now on, in later rounds too."""
        typed = dict(state.typed).get(self.card, UNRATED)
        both = zip(typed, self._six(state), strict=True)
        return _typed(state, self.card, tuple(old if new is None else new for old, new in both))

    def tell(self, before: State, after: State) -> str:
        known = monster(after, self.card)
        numbers = known.ratings if known else self.ratings
        said = " ".join("?" if one is None else str(one) for one in numbers)
        return tr("{called} is rated {said} (GMM-S2b)", called=called(after, self.card), said=said)


def rate_first(state: State) -> tuple[Question, ...]:
    """Ask for the ratings of a monster that lies open and is not known (GMM-S2b)."""
    card = unread(state)
    if card is None:
        return ()
    text = later("What are {name}'s six ratings, or at least its {ability}?")
    text = tr(text, name=called(state, card), ability=title(state.ability))
    return (Question(None, text, "GMM-S2b", ("rate",)),)


# ---------------------------------------------------------------- light depth


class Told(Verb[State]):
    """In light depth people say how the cards came out (GMM-B3, GMM-T1, GMM-M1)."""

    __slots__ = ()
    by_table = True

    def facts(self, state: State) -> Findings:
        """Refuse full depth, and what could be about no cards."""
        if state.full:
            return stop("GMM-B3", tr("in full depth the cards themselves say who wins"))
        return missing_battle(state, "GMM-B3")

    @staticmethod
    def too_early(state: State) -> Findings:
        """Refuse what comes before the call."""
        if state.stage is Stage.DECLARE:
            name = state.name(state.declarer)
            return against("GMM-B1", tr("first {name} calls high or low", name=name))
        return YES

    @classmethod
    def offered(cls, state: State, battle: str, sudden: str) -> Iterator[Option]:
        """Offer it while the cards lie open; the rules of a battle and of sudden death differ."""
        if not state.full and state.stage in {Stage.FLIP, Stage.SUDDEN_DEATH}:
            yield cls.option(None, cls.choices(state), rule=sudden if state.sudden else battle)


@dataclass(frozen=True, slots=True)
class Winner(Told):
    """Light depth: this player's card has won the battle, or the sudden death."""

    verb, example, rule = "winner", "table: winner Ben", "GMM-B3"
    costly = True
    menu, said = later("Say who wins"), later("{seat}'s card wins")
    one = said
    certain = True

    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Winner]:
        return (cls(None, seat) for seat in state.showing)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        return cls.offered(state, "GMM-B3", "GMM-D1")

    def facts(self, state: State) -> Findings:
        """GMM-B3: somebody."""
        return state.check_seat(self.seat, "GMM-B3") or Told.facts(self, state)

    def check(self, state: State) -> Findings:
        if self.seat not in state.showing:
            names = state.names(state.showing)
            return against("GMM-D1", tr("only {names} are in this sudden death", names=names))
        return self.too_early(state)

    def apply(self, state: State) -> State:
        """The battle, or the sudden death, is won."""
        return flow.win(_all_shown(state), self.seat)


@dataclass(frozen=True, slots=True)
class Tie(Told):
    """Light depth: the winning rating is shared; in sudden death it may be said by whom."""

    verb, example, rule = "tie", "table: tie among Ann Ben", "GMM-T1"
    costly = True
    menu = later("The winning rating is shared")

    seats: tuple[Seat, ...] = argument(keyword="among", default=())

    @classmethod
    def choices(cls, state: State) -> Iterator[Tie]:
        """A tie; in sudden death, where only those still tied go on, each group that may be."""
        showing = state.showing
        if not state.sudden or state.house.sd_redraw is Redraw.ALL or len(showing) == PAIR:
            yield cls(None)
            return
        for count in range(PAIR, len(showing) + 1):
            for group in combinations(showing, count):
                yield cls(None, group)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        return cls.offered(state, "GMM-T1", "GMM-D2")

    def facts(self, state: State) -> Findings:
        """GMM-T1: two or more players."""
        if len(set(self.seats)) == 1:
            return stop("GMM-T1", tr("a tie is among two or more"))
        there = state.has_seats(*self.seats)
        return Told.facts(self, state) if there else nobody_there("GMM-T1")

    def check(self, state: State) -> Findings:
        """GMM-T1, GMM-D2: and by house rule who is still tied (GMM-D2a)."""
        if any(seat not in state.showing for seat in self.seats):
            return against("GMM-T1", tr("who ties must have turned up a card"))
        if wrong := self.too_early(state):
            return wrong
        asks = state.sudden and state.house.sd_redraw is Redraw.STILL_TIED
        if asks and not self.seats and len(state.showing) > PAIR:
            return (Question(None, tr("Who is still tied?"), "GMM-D2a", ("tie",)),)
        return YES

    def apply(self, state: State) -> State:
        """New cards, or nobody wins when there are none (GMM-T1, GMM-T5, GMM-D2)."""
        return flow.tie(_all_shown(state), tuple(sorted(set(self.seats))) or state.showing)

    def tell(self, before: State, after: State) -> str:
        names = before.names(self.seats)
        return tr("The winning rating is shared{value}", value=f" by {names}" if names else "")


@dataclass(frozen=True, slots=True)
class Mashup(Told):
    """Light depth: two cards show the same monster."""

    verb, example, rule = "mashup", "table: mashup", "GMM-M1"
    menu = said = later("Two cards show the same monster")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        return cls.offered(state, "GMM-M1", "GMM-D3")

    def check(self, state: State) -> Findings:
        """GMM-M1; in sudden death only by house rule (GMM-D3)."""
        if wrong := self.too_early(state):
            return wrong
        if state.sudden and state.house.sd_mashup is OnOff.OFF:
            return against("GMM-D3", tr("there is no Monster Mashup in sudden death"))
        return YES

    def apply(self, state: State) -> State:
        """Nobody wins these cards."""
        return flow.mashup(_all_shown(state), None)


def _all_shown(state: State) -> State:
    """Everybody has turned up a card; which one is not said."""
    for seat in waiting(state):
        state = put(state, seat, UNNAMED)
    return state
