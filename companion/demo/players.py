"""Pretend players: what somebody at the table could sensibly declare next.

For the demo and for tests. They read only what the game offers, take no chance of their own (the
same match and seed give the same choice), and leave the dice to the table.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.core.actions import Action
from companion.core.dice import RollRequest
from companion.core.game import Option
from companion.core.log import Match
from companion.core.seats import FIRST, Seat
from companion.games.rsf.state import State
from companion.games.rsf.table import totals

ENOUGH: Final = 7
"""Pieces that a pretend player is content with: monsters that grow for ever never fall."""

LATE: Final = 4
"""From this Phase on nothing is connected any more, so that the game comes to its end."""

TRIED: Final = 24  # At most so many ways to connect a card are compared

# Verbs in the order in which they are preferred; what is not listed is done only when nothing
# else is offered.
_ORDER: Final = (
    "stalemate", "mixed", "starter", "connect", "done", "mulligan", "confirm", "sheet", "mode",
    "draw", "take", "special", "attack", "end-turn", "dodge", "decline", "destroy", "remove",
    "steal", "force", "replace", "swap", "move", "keep", "skip",
)  # fmt: skip


def next_action(match: Match[Any], seed: int = 0) -> Action | None:
    """Return a legal action, or None while dice are awaited and when the game is over.

    Args:
        match: the game as it stands.
        seed: another number gives other cards, targets and habits.
    """
    if isinstance(match.pending(), RollRequest):
        return None
    options = match.game.options(match.state)

    def order(at: int) -> tuple[int, int]:
        if options[at].verb in _ORDER:
            return _ORDER.index(options[at].verb), 0
        # Of verbs that are none the better, another one comes first every time.
        return len(_ORDER), _mixed(len(match.log) + at, seed)

    for at in sorted(range(len(options)), key=order):
        action = _choose(match, options[at], seed)
        if action is not None and match.check(action).legal:
            return action
    fallback = (action for option in options for action in option.instances)
    return next((action for action in fallback if match.check(action).legal), None)


def _choose(match: Match[Any], option: Option, seed: int) -> Action | None:
    chosen = _HABITS.get(option.verb)
    if chosen is not None and isinstance(match.state, State):
        return chosen(match, option, match.state, seed)
    return _some(option, match, seed)


def _some(option: Option, match: Match[Any], seed: int) -> Action:
    """Pick one of the instances, another one every time."""
    return option.instances[_mixed(len(match.log), seed) % len(option.instances)]


def _mixed(number: int, seed: int) -> int:
    """Spread numbers that follow each other (multipliers of Knuth, TAOCP 3.3.4, and a prime)."""
    value = (number * 2654435761 + seed * 40503 + 12345) & 0xFFFFFFFF
    return (value >> 7) ^ (value >> 19)


def _connect(match: Match[Any], option: Option, state: State, seed: int) -> Action | None:
    """Connect where the sheet gains most, until the monster is large enough."""
    if option.actor is None or option.actor != match.game.view(state).turn:
        return None
    player = state.players[option.actor]
    if len(player.monster) >= ENOUGH or state.phase >= LATE:
        return None
    step = 1 + len(option.instances) // TRIED
    offset = _mixed(len(match.log), seed) % step
    tried = option.instances[offset::step] or option.instances
    return max(tried, key=lambda action: _gain(match, action))


def _gain(match: Match[Any], action: Action) -> int:
    """Return ATK and DEF together after an action, as a measure of how good it is."""
    if action.actor is None:
        return 0
    sheet = match.game.score(match.game.apply(match.state, action))
    return sheet.total(action.actor, "ATK") + sheet.total(action.actor, "DEF")


def _sheet(match: Match[Any], option: Option, state: State, seed: int) -> Action | None:
    """Enter the sheet once, in the Set phase, and whenever it is due."""
    if option.actor is None:
        return None
    entered = state.phase or totals(state, option.actor).defense
    if entered and not state.players[option.actor].sheet_due:
        return None
    return _some(option, match, seed)


def _special(match: Match[Any], option: Option, state: State, seed: int) -> Action | None:
    """Use a special now and then, and whenever no attack can hit."""
    if option.actor is not None and not _can_hit(state, option.actor):
        return option.instances[0]
    return _some(option, match, seed) if _mixed(len(match.log), seed) % 3 == 0 else None


def _can_hit(state: State, attacker: Seat) -> bool:
    best = totals(state, attacker).attack + 10
    others = [seat for seat in state.order if state.players[seat].alive and seat != attacker]
    return any(best >= totals(state, seat).defense for seat in others)


def _attack(match: Match[Any], option: Option, state: State, seed: int) -> Action | None:
    """Attack the weakest monster, if the die could hit it."""
    del match, seed
    if option.actor is None or not _can_hit(state, option.actor):
        return None

    def strength(action: Action) -> tuple[int, int]:
        target: Seat = getattr(action, "target", FIRST)
        return totals(state, target).defense, len(state.players[target].monster)

    return min(option.instances, key=strength)


def _mode(match: Match[Any], option: Option, state: State, seed: int) -> Action | None:
    """Say how a hybrid is used only where that is still open."""
    undeclared = []
    for action in option.instances:
        name: Any = getattr(getattr(action, "piece", None), "card", "")
        card, seat = state.card(name), action.actor
        pieces = () if seat is None else state.players[seat].monster
        open_ = any(piece.mode is None and piece.card == name for piece in pieces)
        if open_ and card is not None and card.hybrid:
            undeclared.append(action)
    return undeclared[_mixed(len(match.log), seed) % len(undeclared)] if undeclared else None


_HABITS: Final[dict[str, Callable[[Match[Any], Option, State, int], Action | None]]] = {
    "connect": _connect,
    "sheet": _sheet,
    "special": _special,
    "attack": _attack,
    "mode": _mode,
}
