"""Who sits at a table: players leave and join, and a game is called off (X-12, X-13, X-14).

`with_people` puts what follows from that around the functions of a game, so that a game only says
what becomes of a player's things (`leave`, `join`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, Final, TypeVar, assert_never

from companion.core.actions import Action, CallOff, Join, Leave
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError
from companion.core.findings import YES, Findings, nobody_there, stop
from companion.core.game import Game, Option, Setup, View, setup_of
from companion.core.score import Place, Standing
from companion.core.seats import Seat, refuse_names
from companion.core.sheet import DIM, Sheet, joined
from companion.core.texts import sentence, tr
from companion.core.verdict import Question

S = TypeVar("S")

_SEATS: Final = ("Seat", "Seat | None", "tuple[Seat, ...]")


def place_of(action: Join, seats: Sequence[str]) -> Seat:
    """Return the seat that a new player gets: the last one, or the one after somebody."""
    return Seat(len(seats) if action.after is None else action.after + 1)


def seated(seats: tuple[str, ...], action: Join) -> tuple[str, ...]:
    """Return the names with one more player among them."""
    place = place_of(action, seats)
    return (*seats[:place], action.name, *seats[place:])


# ---------------------------------------------------------------- leave, join and call-off


def check_people(game: Game[S], state: S, action: Leave | Join | CallOff) -> Findings:
    """Find what stands against a change of who sits there; no ruling lifts it."""
    setup, over = setup_of(state), game.view(state).over
    match action:
        case CallOff(why=why) if not why.strip():
            return stop("X-14", tr("say why the game is called off"))
        case CallOff():
            again = stop("X-14", tr("the game is called off already"))
            return again if setup.called_off else YES
        case Leave() if over:
            return stop("X-12", tr("the game is over"))
        case Leave(seat=seat):
            return _unknown("X-12", game) if game.leave is None else _who_is_gone(setup, (seat,))
        case Join() if over:
            return stop("X-13", tr("the game is over"))
        case Join():
            return _check_join(game, state, action)
        case _:
            assert_never(action)


def _unknown(rule: str, game: Game[S]) -> Findings:
    return stop(rule, tr("{title} does not say how players come and go", title=game.title))


def _who_is_gone(setup: Setup, seats: Sequence[Seat]) -> Findings:
    """Refuse seats that there are not, and those whose players have left."""
    if any(not 0 <= seat < len(setup.seats) for seat in seats):
        return nobody_there("X-12")
    gone = [setup.seats[seat] for seat in seats if seat in setup.left]
    return stop("X-12", tr("{name} has left the table", name=gone[0])) if gone else YES


def _check_join(game: Game[S], state: S, action: Join) -> Findings:
    setup = setup_of(state)
    if game.join is None:
        return _unknown("X-13", game)
    if action.after is not None and not 0 <= action.after < len(setup.seats):
        return nobody_there("X-13")
    here = tuple(name for at, name in enumerate(setup.seats) if at not in setup.left)
    try:
        refuse_names((*setup.seats, action.name))
        game.start(replace(setup, seats=(*here, action.name), left=()))
    except CompanionError as error:
        return stop("X-13", str(error))
    if len(here) >= game.players[1]:
        text = tr("{title} is for {most} players at most", title=game.title, most=game.players[1])
        return stop("X-13", text)
    if _joined(game, state, action) is None:
        late = tr("the game has begun; no rulebook says what a late player would get")
        return stop("X-13", late)
    return YES


def carry_out(game: Game[S], state: S, action: Leave | Join | CallOff) -> S:
    """Return the state after it; a correction may have made it needless meanwhile (X-10)."""
    if check_people(game, state, action):
        return state
    match action:
        case CallOff(why=why):
            off: S = _resetup(state, called_off=why)
            return off
        case Leave(seat=seat):
            return _left(game, state, seat)
        case Join():
            after = _joined(game, state, action)
            assert after is not None  # noqa: S101 - the check refused it otherwise
            return after
        case _:
            assert_never(action)


def _left(game: Game[S], state: S, seat: Seat) -> S:
    setup = setup_of(state)
    assert game.leave is not None  # noqa: S101 - the check refused it otherwise
    after = game.leave(_resetup(state, left=(*setup.left, seat)), seat)
    here = [name for at, name in enumerate(setup.seats) if at not in (*setup.left, seat)]
    if len(here) < 2 and not game.view(after).over:  # noqa: PLR2004 - one alone cannot play
        alone = tr("only {name} is left", name=here[0]) if here else tr("nobody is left")
        after = _resetup(after, called_off=alone)
    return after


def _joined(game: Game[S], state: S, action: Join) -> S | None:
    """Return the state with one more player; None where set-up is over."""
    setup = setup_of(state)
    place = place_of(action, setup.seats)
    left = tuple(Seat(seat + (seat >= place)) for seat in setup.left)
    seats = seated(setup.seats, action)
    return game.join and game.join(_resetup(state, seats=seats, left=left), place)


def _resetup(state: Any, **changed: object) -> Any:
    setup: Any = setup_of(state)
    return replace(state, setup=replace(setup, **changed))


# ---------------------------------------------------------------- what every game does then


def with_people(game: Game[S]) -> Game[S]:
    """Return a game that passes over who has left, and asks nothing once it is called off."""
    return replace(
        game,
        check=partial(_check, game),
        pending=partial(_pending, game),
        options=partial(_options, game),
        view=partial(_view, game),
        sheet=partial(_sheet, game),
        standing=partial(_standing, game),
    )


def _check(game: Game[S], state: S, action: Action) -> Findings:
    setup = setup_of(state)
    if setup.called_off:
        return stop("X-14", tr("the game is called off"))
    gone = _who_is_gone(setup, tuple(_seats_in(action))) if setup.left else YES
    return gone or game.check(state, action)


def _seats_in(action: Action) -> Iterator[Seat]:
    """Yield who acts and whom an action names."""
    for one in fields(action):
        value = getattr(action, one.name)
        if one.type in _SEATS and value is not None:
            yield from value if isinstance(value, tuple) else (value,)


def _pending(game: Game[S], state: S) -> RollRequest | Question | None:
    return None if setup_of(state).called_off else game.pending(state)


def _options(game: Game[S], state: S) -> tuple[Option, ...]:
    return () if setup_of(state).called_off else game.options(state)


def _view(game: Game[S], state: S) -> View:
    view, why = game.view(state), setup_of(state).called_off
    if not why:
        return view
    headline = joined(tr("Called off: {why}", why=why), view.headline if view.over else "")
    return replace(view, headline=headline, turn=None, over=True, called_off=why)


def _sheet(game: Game[S], state: S) -> Sheet:
    setup, sheet = setup_of(state), game.sheet(state)
    if setup.called_off:
        bar = ((_view(game, state).headline,), DIM)
        sheet = replace(sheet, focus=None, bar=sheet.bar and bar)
    blocks, meters = list(sheet.blocks), list(sheet.meters)
    for seat in setup.left:
        if len(blocks) == len(setup.seats):
            title = tuple(map(_marked, blocks[seat].title))
            blocks[seat] = replace(blocks[seat], title=title, style=DIM)
        if len(meters) == len(setup.seats):
            meter = meters[seat]
            meters[seat] = replace(meter, name=_marked(meter.name), style=DIM, bar=DIM)
    lead = sheet.lead
    if lead is not None and setup.left:
        here = [merit for merit in lead.merits if merit.seat not in setup.left]
        merits = [replace(one, rank=_rank(one.rank, [m.rank for m in here])) for one in here]
        lead = replace(lead, merits=tuple(merits))
    return replace(sheet, blocks=tuple(blocks), meters=tuple(meters), lead=lead)


def _marked(name: str) -> str:
    return tr("{name} (left)", name=name)


def _standing(game: Game[S], state: S) -> Standing:
    setup, standing = setup_of(state), game.standing(state)
    if setup.left:
        here = [place for place in standing.places if place.seat not in setup.left]
        places = [replace(one, rank=_rank(one.rank, [p.rank for p in here])) for one in here]
        for rank, seat in enumerate(setup.left, len(here) + 1):
            places.append(Place(seat, rank, tr("left")))
        standing = replace(standing, places=tuple(places))
    if setup.called_off:
        why, how = sentence(setup.called_off), standing.explanation
        text = tr("Called off: {why} {how}", why=why, how=how)
        standing = replace(standing, explanation=text)
    return standing


def _rank(rank: int, ranks: Sequence[int]) -> int:
    """Return a place counted among these alone."""
    return 1 + sum(other < rank for other in ranks)
