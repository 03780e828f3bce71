"""A card that the list does not have is entered at the table, with what is printed on it (X-1).

It counts from there on, as the list had it: undo and corrections take it out again, a record and
`tableside cards grown` have it.
"""

from dataclasses import fields, replace
from typing import Any, TypeVar

from companion.core.actions import NewCard
from companion.core.catalogue import Catalogue, CatalogueError, read_toml, written_card
from companion.core.errors import UsageError
from companion.core.findings import YES, Findings, stop
from companion.core.game import Depth, Game, Setup, setup_of
from companion.core.texts import tr

S = TypeVar("S")


def check_new_card(game: Game[S], state: S, action: NewCard) -> Findings:
    """Find what stands against another card; no ruling lifts it."""
    setup = setup_of(state)
    if game.grown is not None:
        return stop("X-1", tr("{title} asks for a card as it turns up", title=game.title))
    if setup.catalogue is None or setup.depth is Depth.LIGHT:
        return stop("X-1", tr("this table has no card list: cards are not named"))
    try:
        _with_card(game, setup.catalogue, action)
    except CatalogueError as error:
        return stop("X-1", error.problem)
    return YES


def add_card(game: Game[S], state: S, action: NewCard) -> S:
    """Return the state whose list has the card; its copies lie wherever nobody has looked yet.

    A correction may have made the card needless meanwhile: then nothing changes (X-10).
    """
    if check_new_card(game, state, action):
        return state
    setup = setup_of(state)
    assert setup.catalogue is not None  # noqa: S101 - the check refused it otherwise
    grown = replace(setup, catalogue=_with_card(game, setup.catalogue, action))
    changed: Any = replace(state, setup=grown)  # type: ignore[type-var] # every state is a dataclass
    # What a new table counts more of with this list, the deck and the box, there is more of here.
    before, after = _opened(game, setup), _opened(game, grown)
    more = {one.name: _more(before, after, one.name) for one in fields(changed)}
    counts = {name: getattr(state, name) + count for name, count in more.items() if count}
    done: S = replace(changed, **counts)
    return done


def _opened(game: Game[S], setup: Setup) -> S:
    """Return a new table with these cards, with as few players as the house rules take."""
    least, most = game.players
    tables = (_start(game, setup, count) for count in range(least, most + 1))
    return next(table for table in tables if table is not None)


def _start(game: Game[S], setup: Setup, count: int) -> S | None:
    try:
        return game.start(replace(setup, seats=("",) * count, left=()))
    except UsageError:
        return None


def _more(before: object, after: object, name: str) -> int:
    old, new = getattr(before, name), getattr(after, name)
    return new - old if isinstance(old, int) else 0


def _with_card(game: Game[S], catalogue: Catalogue, action: NewCard) -> Catalogue:
    """Return a list with one more card; raises `CatalogueError`."""
    said = read_toml(f"card = {action.card}")
    values = said.get("card")
    if len(said) != 1 or not isinstance(values, dict):
        example = "{ id = 'R99', name = 'Claw' }"
        raise CatalogueError(tr("write what is printed on the card as {example}", example=example))
    text = catalogue.source + written_card(action.sort, values)
    return replace(game.read_catalogue(text), source=text)
