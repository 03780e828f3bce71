"""Monster Mayhem as the kernel sees it."""

from dataclasses import replace
from typing import Final

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Lying, Setup, check_players
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.words import UNNAMED, unnamed
from companion.games.gmm.board import sheet, view
from companion.games.gmm.cards import GmmCatalogue, read_catalogue
from companion.games.gmm.flow import blank, join, leave
from companion.games.gmm.house import GmmHouse, Players
from companion.games.gmm.pages import label
from companion.games.gmm.score import score, standing
from companion.games.gmm.state import Flip, Player, State
from companion.games.gmm.table import grown, grown_catalogue
from companion.games.gmm.verbs import VERBS, apply, check, options, pending, tell

TITLE: Final = "Monster Mayhem"
PREFIX: Final = "gmm"
PLAYERS: Final = (2, 6)  # GMM-S2a


def start(setup: Setup) -> State:
    """Seat the players; nothing is shuffled or dealt yet.

    Full depth may begin without a catalogue: ratings are then asked for as monsters turn up.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or the cards of another game.
    """
    house = switches.choose(GmmHouse(), PREFIX, setup.switches)
    players = (3, 6) if house.players is Players.THREE_TO_SIX else PLAYERS
    check_players(setup, TITLE, players, "GMM-S2a, gmm.players")
    cards = setup.catalogue
    if setup.depth is Depth.FULL and not isinstance(cards, GmmCatalogue | None):
        raise UsageError(tr("these are not the monsters of Monster Mayhem; leave the catalogue out"))
    return State(setup=setup, house=house, players=(Player(),) * len(setup.seats))


# ---------------------------------------------------------------- from full to light depth


def lighten(state: State) -> State:
    """Return the table as light depth knows it: piles count what they counted, no card has a name.

    A battle goes on where it stands. Light depth counts the cards of a flip when people say how it
    came out, so those lying open by now count as on their piles until then; a rating that was asked
    for is needed no more. What the table had learnt of its monsters stays in the catalogue, so that
    it can still be kept.
    """
    state, out = _covered(state), state.outcome
    return replace(
        state,
        setup=replace(state.setup.lightened(), catalogue=grown(state)),
        players=tuple(replace(one, won=unnamed(one.won)) for one in state.players),
        flips=_unnamed(state.flips),
        discard=unnamed(state.discard),
        out=unnamed(state.out),
        sudden=replace(state.sudden, spent=_unnamed(state.sudden.spent)) if state.sudden else None,
        typed=(),
        outcome=replace(out, flips=_unnamed(out.flips)) if out else None,
        news=(),
    )


def _covered(state: State) -> State:
    """The flip that nobody has won yet, back on the piles it came from."""
    if not state.flips:
        return state
    players = state.players
    if state.sudden is None:
        lay = zip(players, state.flips[-1], strict=True)
        players = tuple(replace(one, draw=one.draw + (card is not None)) for one, card in lay)
    return replace(state, players=players, flips=(*state.flips[:-1], blank(state)))


def _unnamed(flips: tuple[Flip, ...]) -> tuple[Flip, ...]:
    return tuple(tuple(None if card is None else UNNAMED for card in flip) for flip in flips)


def lying(state: State) -> Lying:
    """Return the cards that are turned up and not won yet."""
    return {
        Seat(at): tuple((card, None) for one in state.flips if (card := one[at]) is not None)
        for at in range(len(state.players))
    }


GAME: Final = Game(
    id="gmm",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS.actions,
    house=GmmHouse,
    start=start,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    line=VERBS.line,
    lighten=lighten,
    read_catalogue=read_catalogue,
    grown=grown_catalogue,
    sheet=sheet,
    label=label,
    leave=leave,
    join=join,
    lying=lying,
)
