"""Monster Mayhem as the kernel sees it."""

from __future__ import annotations

from typing import Final

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.start import check_players
from companion.core.texts import tr
from companion.games.gmm.board import sheet, view
from companion.games.gmm.cards import GmmCatalogue, read_catalogue
from companion.games.gmm.house import GmmHouse, Players
from companion.games.gmm.lighten import lighten
from companion.games.gmm.pages import label
from companion.games.gmm.score import score, standing
from companion.games.gmm.state import Player, State
from companion.games.gmm.table import grown_catalogue
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
        raise UsageError(
            tr("these are not the monsters of Monster Mayhem; leave the catalogue out")
        )
    return State(setup=setup, house=house, players=(Player(),) * len(setup.seats))


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
    lighten=lighten,
    read_catalogue=read_catalogue,
    grown=grown_catalogue,
    sheet=sheet,
    label=label,
)
