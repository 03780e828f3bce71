"""Ready, Set, Fight as the kernel sees it."""

from __future__ import annotations

from typing import Final

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.start import check_players, own_catalogue
from companion.core.texts import tr
from companion.games.rsf.board import label, sheet, view
from companion.games.rsf.cards import DECK, RsfCatalogue, read_catalogue
from companion.games.rsf.house import Players, RsfHouse
from companion.games.rsf.lighten import lighten
from companion.games.rsf.score import score, standing
from companion.games.rsf.state import HAND, Player, State
from companion.games.rsf.verbs import VERBS, apply, check, options, pending, tell

TITLE: Final = "Ready, Set, Fight"
PREFIX: Final = "rsf"
PLAYERS: Final = (2, 6)  # RSF-S1a


def start(setup: Setup) -> State:
    """Seat the players; nothing is mixed or drawn yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(RsfHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    players = (6, 6) if house.players is Players.SIX else PLAYERS
    check_players(setup, TITLE, players, "RSF-S1a, rsf.players")
    deck = DECK
    if setup.depth is Depth.FULL:
        deck = own_catalogue(setup, RsfCatalogue, "rsf").size
        if deck < HAND * seats:
            raise UsageError(
                tr(
                    "the catalogue has {deck} cards; {seats} players need {hand} (RSF-S7)",
                    deck=deck,
                    seats=seats,
                    hand=HAND * seats,
                )
            )
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, pile=deck)


GAME: Final = Game(
    id="rsf",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=("d10",),
    actions=VERBS.actions,
    house=RsfHouse,
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
    sheet=sheet,
    label=label,
)
