"""Ready, Set, Fight as the kernel sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core import switches
from companion.core.game import Depth, Game, Setup, check_deck, check_players, own_catalogue
from companion.core.seats import Seat
from companion.core.words import UNNAMED, unnamed
from companion.games.rsf.board import label, sheet, view
from companion.games.rsf.cards import DECK, RsfCatalogue, read_catalogue
from companion.games.rsf.house import Players, RsfHouse
from companion.games.rsf.monster import add_up, uncounted
from companion.games.rsf.people import join, leave
from companion.games.rsf.score import score, standing
from companion.games.rsf.setup import all_dealt
from companion.games.rsf.state import HAND, Discarded, Monster, Player, Sheet, Stage, State
from companion.games.rsf.table import sure, undeclared
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
        check_deck(deck, seats, HAND * seats, "RSF-S7")
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, pile=deck)


# ---------------------------------------------------------------- from full to light depth


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Every card stays where it lies; a monster is so many pieces, and its sheet says what was added up
    until now. What is half done goes on: a light table rolls for it, gives pieces up and carries
    specials out in the same order, only that it says `card`.
    """
    light = replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(state, seat) for seat in sorted(state.order)),
        discard=tuple(Discarded(UNNAMED, thrown.by) for thrown in state.discard),
        destroyed=unnamed(state.destroyed),
        drawn=None if state.drawn is None else UNNAMED,
    )
    return all_dealt(light) if light.stage is Stage.DEAL else light


def _player(state: State, seat: Seat) -> Player:
    player = state.players[seat]
    return replace(
        player,
        hand=unnamed(player.hand),
        monster=uncounted(len(player.monster)),
        entered=_sheet(state, player.monster),
        sheet_due=_sheet_due(state, seat),
    )


def _sheet(state: State, monster: Monster) -> Sheet | None:
    """The sums of the cards; what the table adjusted goes on beside them."""
    return add_up(sure(state.box).cards, state.house, monster) if monster else None


def _sheet_due(state: State, seat: Seat) -> bool:
    """Tell whether these sums are not yet what people would have written on the Player Sheet.

    A monster may still be in the making, with a hybrid whose use is not declared (RSF-T2), or with
    a card that is about to be connected (RSF-X4a).
    """
    if seat == state.acting and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}:
        return True
    building = not state.players[seat].ready and bool(state.players[seat].monster)
    return building or bool(undeclared(state, seat))


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
    leave=leave,
    join=join,
    read_catalogue=read_catalogue,
    sheet=sheet,
    label=label,
)
