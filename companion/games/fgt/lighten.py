"""From full to light depth in the middle of a game (X-8).

Every Warrior and every Arena stays where it lies and loses its name; a Main keeps its Family and
loses its power. What is half done is finished as a light table finishes it: the stage stays, and
what it asks for are sums.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.words import UNNAMED, unnamed
from companion.games.fgt.judge import as_said
from companion.games.fgt.state import Boost, Scored, first_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.fgt.state import Arena, Award, Main, Player, Search, State


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names."""
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(player) for player in state.players),
        graveyard=unnamed(state.graveyard),
        arena=_arena(state.arena) if state.arena else None,
        coming=None,
        entered=_arenas(state.entered),
        aside=_arenas(state.aside),
        search=_search(state.search) if state.search else None,
        award=_award(state, state.award) if state.award else None,
    )


def _player(player: Player) -> Player:
    return replace(
        player,
        main=_main(player.main) if player.main else None,
        boost=_boost(player.boost) if player.boost else None,
        scored=_pile(player.scored),
        arenas=_arenas(player.arenas),
    )


def _main(main: Main) -> Main:
    """What changed its power goes with the power; a killed one stays killed (FGT-B4a)."""
    return replace(main, card=UNNAMED, printed=None, steps=())


def _boost(boost: Boost) -> Boost:
    """An active one is turned up (FGT-B2) and stays so."""
    return replace(boost, card=None if boost.card is None else UNNAMED)


def _pile(scored: Iterable[Scored]) -> tuple[Scored, ...]:
    """Backs still show the Families (FGT-S0)."""
    return tuple(Scored(one.family) for one in scored)


def _arena(arena: Arena) -> Arena:
    return replace(arena, card=None)


def _arenas(arenas: Iterable[Arena]) -> tuple[Arena, ...]:
    return tuple(_arena(arena) for arena in arenas)


def _search(search: Search) -> Search:
    """What the ability takes stands on a card without a name: from here on people say it."""
    return replace(
        search, families=None, revealed=unnamed(search.revealed), scored=_pile(search.scored)
    )


def _award(state: State, award: Award) -> Award:
    """Who won stays, and who was tied; that powers decided it is said no more."""
    award = replace(award, arena=_arena(award.arena))
    if award.winner is None or award.rule == "X-7":
        return award
    then = replace(state, first=first_in(state, award.arena.round))
    said = as_said(then, award.tied)
    return replace(award, winner=said.seat, tied=said.tied, why=said.why, rule=said.rule)
