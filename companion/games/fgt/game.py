"""Fight! as the kernel sees it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup, check_players, own_catalogue
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, unnamed
from companion.games.fgt.board import label, sheet, view
from companion.games.fgt.cards import WARRIORS, FgtCatalogue, read_catalogue
from companion.games.fgt.flow import join, leave
from companion.games.fgt.house import FgtHouse
from companion.games.fgt.score import score, standing
from companion.games.fgt.state import (
    HAND,
    OPENED,
    ROUNDS,
    Arena,
    Award,
    Player,
    Scored,
    Search,
    State,
)
from companion.games.fgt.table import as_said
from companion.games.fgt.verbs import VERBS, pending, tell

TITLE: Final = "Fight!"
PREFIX: Final = "fgt"
PLAYERS: Final = (2, 8)  # FGT-S6a


def start(setup: Setup) -> State:
    """Seat the players; nothing is shuffled or dealt yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(FgtHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    check_players(setup, TITLE, PLAYERS, "FGT-S6a, fgt.players")
    deck = _deck(setup, seats) if setup.depth is Depth.FULL else WARRIORS
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, reserves=deck)


def _deck(setup: Setup, seats: int) -> int:
    """How many Warriors the catalogue has; raises `UsageError` when they cannot be played with."""
    cards = own_catalogue(setup, FgtCatalogue, "fgt")
    needed = HAND * seats + OPENED
    if len(cards.warriors) < needed:
        text = later("the catalogue has {count} Warriors; {seats} players need {needed} (FGT-S1, FGT-S3)")
        raise UsageError(tr(text, count=len(cards.warriors), seats=seats, needed=needed))
    if len(cards.arenas) < ROUNDS:
        text = later("the catalogue has {arenas} Arenas; a game needs {rounds} (FGT-S4)")
        raise UsageError(tr(text, arenas=len(cards.arenas), rounds=ROUNDS))
    return len(cards.warriors)


# ---------------------------------------------------------------- from full to light depth


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Every Warrior and every Arena stays where it lies; a Main keeps its Family and loses its power.
    What is half done is finished as a light table finishes it: the stage stays, and what it asks
    for are sums.
    """
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(map(_player, state.players)),
        graveyard=unnamed(state.graveyard),
        arena=replace(state.arena, card=None) if state.arena else None,
        coming=None,
        entered=_arenas(state.entered),
        aside=_arenas(state.aside),
        search=_search(state.search) if state.search else None,
        award=_award(state, state.award) if state.award else None,
    )


def _player(player: Player) -> Player:
    main, boost = player.main, player.boost
    if main:  # what changed its power goes with the power; a killed one stays killed (FGT-B4a)
        main = replace(main, card=UNNAMED, printed=None, steps=())
    if boost and boost.card:  # an active one is turned up (FGT-B2) and stays so
        boost = replace(boost, card=UNNAMED)
    return replace(
        player,
        main=main,
        boost=boost,
        scored=_pile(player.scored),
        out=_pile(player.out),
        arenas=_arenas(player.arenas),
    )


def _pile(scored: Iterable[Scored]) -> tuple[Scored, ...]:
    """Backs still show the Families (FGT-S0)."""
    return tuple(Scored(one.family) for one in scored)


def _arenas(arenas: Iterable[Arena]) -> tuple[Arena, ...]:
    return tuple(replace(arena, card=None) for arena in arenas)


def _search(search: Search) -> Search:
    """What the ability takes stands on a card without a name: from here on people say it."""
    return replace(search, families=None, revealed=unnamed(search.revealed), scored=_pile(search.scored))


def _award(state: State, award: Award) -> Award:
    """Who won stays, and who was tied; that powers decided it is said no more."""
    award = replace(award, arena=replace(award.arena, card=None))
    if award.winner is None or award.rule == "X-7":
        return award
    said = as_said(replace(state, first=award.first), award.tied)
    return replace(award, winner=said.seat, tied=said.tied, why=said.why, rule=said.rule)


GAME: Final = Game(
    id="fgt",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS.actions,
    house=FgtHouse,
    start=start,
    check=VERBS.check,
    apply=VERBS.apply,
    pending=pending,
    options=VERBS.options,
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
