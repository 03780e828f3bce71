"""MonsterDice as the kernel sees it."""

from dataclasses import replace
from typing import Final

from companion.core import switches
from companion.core.game import Depth, Game, Setup, check_deck, check_players, own_catalogue
from companion.core.seats import Seat
from companion.games.md.board import label, sheet, view
from companion.games.md.cards import MdCatalogue, read_catalogue
from companion.games.md.flow import join, leave, new_player
from companion.games.md.house import MdHouse, Players
from companion.games.md.score import score, standing
from companion.games.md.state import DEALT, DECK, State
from companion.games.md.verbs import VERBS, options, pending, tell
from companion.games.md.words import KINDS, Special

TITLE: Final = "MonsterDice"
PREFIX: Final = "md"
PLAYERS: Final = (2, 6)  # MD-S1a


def start(setup: Setup) -> State:
    """Seat the players with six dice each (MD-S1); nothing is dealt or rolled yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(MdHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    wanted = (4, 4) if house.players is Players.FOUR else PLAYERS
    check_players(setup, TITLE, wanted, "MD-S1a, md.players")
    deck = DECK
    if setup.depth is Depth.FULL:
        deck = own_catalogue(setup, MdCatalogue, "md").size
        check_deck(deck, seats, DEALT * seats, "MD-S2")
    players = tuple(new_player(Seat(seat)) for seat in range(seats))
    return State(setup=setup, house=house, players=players, deck=deck, cards=deck)


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Before the end no hand is named, so nothing else changes. A hand that was laid open keeps its
    points, its special cards and the Dimwit as numbers (MD-Z2); the others are entered as totals.
    Who has the Dimwit is then asked, unless somebody showed it or the box has none (MD-K7).
    """
    box = state.catalogue
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(replace(one, shown=None) for one in state.players),
        held=state.held and lighten(state.held),
        nobody=box is not None and not box.specials.get(Special.DIMWIT),
    )


GAME: Final = Game(
    id="md",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=KINDS,
    actions=VERBS.actions,
    house=MdHouse,
    start=start,
    check=VERBS.check,
    apply=VERBS.apply,
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
    leave=leave,
    join=join,
)
