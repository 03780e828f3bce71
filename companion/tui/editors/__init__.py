"""What lies on a grid, and how it is edited there: a monster of Ready, Set, Fight.

Cards are connected, one is moved or given up, all lie anew. A card has no way round on the grid: its marks
stand on fixed sides. What can be turned is how a hybrid is used: as one of its races or as its
special ability (RSF-T2). The parts of a Monstructor are joined by ports, and how they are joined is
not entered.
"""

from typing import Any

from companion.core.game import Option
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.rsf.fight import Destroy
from companion.games.rsf.mutate import Rearrange
from companion.games.rsf.ready import Connect
from companion.games.rsf.special import Move, Remove, Replace, Steal
from companion.games.rsf.state import State
from companion.games.rsf.table import unaccounted
from companion.tui.editors.base import Editor
from companion.tui.editors.rsf_connect import ConnectEditor
from companion.tui.editors.rsf_layout import LayoutEditor, MoveEditor
from companion.tui.editors.rsf_pick import PickEditor


def editor_for(match: Match[Any], option: Option) -> Editor | None:
    """Return the editor of an option about a monster as it lies in full depth, or else None."""
    state: State = match.state
    seat = option.actor
    if match.game.id != "rsf" or seat is None or not option.instances or not state.full:
        return None
    match option.instances[0]:
        case Connect():
            cards = _connectable(state, seat, option)
            return ConnectEditor(match, seat, cards) if cards else None
        case Move():
            return MoveEditor(match, seat)
        case Rearrange():
            return LayoutEditor(match, seat, state.players[seat].monster)
        case Destroy() | Remove() | Replace() | Steal() as example if len(option.instances) > 1:
            owners = {getattr(one, "target", seat) for one in option.instances}
            return PickEditor(match, owners.pop(), example) if len(owners) == 1 else None
        case _:
            return None


def _connectable(state: State, seat: Seat, option: Option) -> tuple[CardId, ...]:
    """Return the cards that may be put down.

    Open cards of the hand; where it has hidden ones, whatever could be among them: every card that
    lies nowhere open, which says nothing about what is really there.
    """
    hand = state.players[seat].hand
    named = [card for card in dict.fromkeys(hand) if card != UNNAMED]
    if option.complete:
        offered = {one.card for one in option.instances if isinstance(one, Connect)}
        return tuple(card for card in named if card in offered)
    hidden = unaccounted(state) if UNNAMED in hand else ()
    return tuple(dict.fromkeys((*named, *hidden)))
