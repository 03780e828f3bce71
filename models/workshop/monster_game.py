"""A game of Ready, Set, Fight that a film plays: `python -m models.workshop.card_game --game rsf`.

Players draw cards, lay them at their monsters, take them away, swap them and lay monsters out anew on a pretended
table, and nobody types any. The camera reads the table. `c` says how it differs from the log, and `y` takes that over.
Dice roll in a tray before the same camera. What is no card, such as whom to attack, is declared as in the other film.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calibration.arrays import Picture
from companion.core.actions import Action
from companion.core.game import Option
from companion.core.words import Cell
from companion.demo.clip_dice import DemoDesk
from companion.demo.players import next_action
from companion.demo.table import shipped_clip
from companion.games.rsf.mutate import Rearrange
from companion.games.rsf.state import Monster, State
from companion.games.rsf.table import unaccounted
from companion.rolls.cards import Offer
from companion.rolls.layout import Difference
from companion.sources.cards import CardWatch
from models.workshop.card_game import RATE, app_with, press
from models.workshop.monster_film import ROOM, Laying, TrayCamera, TrayFilm, corners, large_scene
from vision.cards.compare import Ready

if TYPE_CHECKING:
    from companion.core.log import Match
    from companion.session.carddesk import CardDesk
    from companion.session.table import Table
    from companion.tui.app import TablesideApp

LAID: Final = frozenset({"draw", "connect", "destroy", "remove", "replace", "steal", "move", "swap", "rearrange"})
"""What is done with cards, and only with cards."""
_PATIENCE_S: Final = 8.0
"""How long a drawn card is waited for until somebody presses a key."""
_TRIES: Final = 3
_QUIET: Final = 1
"""Rounds of Sudden Death in which nothing is connected."""
_STOPS: Final = ("done", "keep", "skip", "end-turn")


class FilmError(RuntimeError):
    """The app does not take what lies on the table."""


@dataclass
class Tally:
    """What a film came to.

    Attributes:
        keys: how often each key was pressed that takes over what the camera sees.
        declared: what was declared that is no card, by verb.
        doubts: readings that were in doubt and were taken.
        wrong: readings that were not what lay there.
    """

    keys: Counter[str] = field(default_factory=Counter)
    declared: Counter[str] = field(default_factory=Counter)
    doubts: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Say it in a few lines."""
        pressed, said = (", ".join(f"{one} {count}" for one, count in found.items())
                         for found in (self.keys, self.declared))  # fmt: skip
        lines = [
            f"keys: {pressed}",
            f"declared: {said}",
            f"{len(self.doubts)} readings in doubt, {len(self.wrong)} wrong",
        ]
        return "\n".join([*lines, *self.doubts, *self.wrong])


@dataclass(frozen=True)
class _Meant:
    """What a player has done on the table, and what the log should be then."""

    version: int
    actions: tuple[Action, ...]
    after: State
    since: float


class MonsterPlayers:
    """Players who do with the cards on a table what they want to do, and declare all else.

    Attributes:
        laying: what lies on the table.
        tally: what that took.
    """

    def __init__(self, film: TrayFilm, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self.laying = Laying(film, self._rng)
        self.tally = Tally()
        self._film = film
        self._seed = seed
        self._meant: _Meant | None = None
        self._looks = 0
        self._answered: Offer | None = None
        self._before: Difference | None = None  # what was compared before the last look

    def __call__(self, app: TablesideApp, table: Table) -> Action | None:
        """Return what a player declares next; None while the camera looks at the cards."""
        if self._meant is not None:
            self._follow(app, table, self._meant)
            return None
        action: Action | None = self._choose(table.match)
        if action is None:
            return None
        if action.verb in LAID:
            self._do(table, action)
            return None
        self.tally.declared[action.verb] += 1
        return action

    # -- what they do -----------------------------------------------------------------------------

    def _choose(self, match: Match[Any]) -> Any:
        """Return what a pretend player does where the table has room for it; monsters mutate, and games end."""
        action: Any = next_action(match, self._seed)
        if action is None or action.verb not in {"connect", "move", "skip", "end-turn"}:
            return action
        options = match.game.options(match.state)
        found = [action, *self._others(match, action, options)]
        if not match.state.phase:  # how a hybrid is used is said in the Set phase (RSF-T2c)
            found = [replace(one, mode=None) for one in found]
        laid = (one for one in found if one.verb in LAID and match.check(one).legal and self._fits(match, one))
        rest = (one for option in options if option.verb in _STOPS for one in option.instances)
        return next(laid, None) or next((one for one in rest if match.check(one).legal), action)

    @staticmethod
    def _others(match: Match[Any], action: Any, options: Sequence[Option]) -> list[Any]:
        """Return what a player may do with cards in place of an action."""
        state, seat = match.state, action.actor
        if action.verb == "skip":  # a staircase, which has no square
            steps = enumerate(state.players[seat].monster)
            return [Rearrange.of(seat, tuple(one._replace(cell=Cell((at + 1) // 2, at // 2)) for at, one in steps))]
        verb = "connect" if action.verb == "end-turn" else action.verb
        same = [one for option in options if (option.verb, option.actor) == (verb, seat) for one in option.instances]
        if action.verb != "end-turn":
            return same
        stuck = state.sd_round > _QUIET  # nobody hits any more: strong cards help
        worth = {card.id: card.attack - card.defense for card in state.catalogue.cards.values()}
        return sorted(same, key=lambda one: -worth[one.card]) if stuck else []

    def _fits(self, match: Match[Any], action: Action) -> bool:
        after = match.apply(action).state
        ends = [corners({one.cell: one.card for one in who.monster}) for who in after.players if who.monster]
        room = all(high.x - low.x < ROOM[0] and high.y - low.y < ROOM[1] for low, high in ends)
        return room and not alike(after, match.state)

    def _do(self, table: Table, action: Any) -> None:
        """Do it on the table; a player lays all cards of the first monster before anybody looks."""
        laying, match = self.laying, table.match
        if action.verb == "draw":
            action = self._turned_up(match, action)
        else:
            laying.drawn = {}
        actions = [action]
        after = match.apply(action)
        while action.verb == "connect" and not match.state.phase:
            following = self._choose(after)
            if (following.verb, following.actor) != ("connect", action.actor):
                break
            actions.append(following)
            after = after.apply(following)
        laying.monsters = {seat: {one.cell: one.card for one in who.monster}
                           for seat, who in enumerate(after.state.players)}  # fmt: skip
        self._meant, self._looks = _Meant(table.version, (*actions,), after.state, monotonic()), 0
        laying.show()

    def _turned_up(self, match: Match[Any], action: Any) -> Any:
        """Return the draw of the next card of a shuffled pile, which lies there now."""
        pile = sorted(unaccounted(match.state.replenish()).elements())
        card = pile[int(self._rng.integers(len(pile)))]
        if self.laying.drawn.get(action.actor) == card:  # a second copy comes once the first was taken up
            self.laying.drawn.pop(action.actor)
            self.laying.show()
        self.laying.drawn[action.actor] = card
        return replace(action, card=card)

    # -- until the log has it ---------------------------------------------------------------------

    def _follow(self, app: TablesideApp, table: Table, meant: _Meant) -> None:
        """Press the keys that it takes until the log has what was done."""
        if app.live is None or not self._film.still:
            return
        cards = app.live.desk.cards
        if table.version >= meant.version + len(meant.actions):
            self._before = cards.compared
            self._end(table, meant)
        elif cards.offer is not None:
            self._answer(app, table, cards.offer, meant)
        elif not self._looks and meant.actions[0].verb != "draw":
            self._look(app, cards)
        elif cards.compared is None or cards.compared is self._before:
            if not self._looks and monotonic() - meant.since > _PATIENCE_S:
                self._again(app, cards, meant)
        else:
            self._again(app, cards, meant)

    def _end(self, table: Table, meant: _Meant) -> None:
        self._meant, logged = None, table.match.log[meant.version :]
        if not alike(table.match.state, meant.after):
            raise FilmError(f"the log has {logged} in place of {meant.actions}")
        for seat, who in enumerate(table.match.state.players):
            self.laying.rename(seat, {one.cell: one.card for one in who.monster})

    def _answer(self, app: TablesideApp, table: Table, offer: Offer, meant: _Meant) -> None:
        if offer is self._answered:  # the key is on its way
            return
        self._answered = offer
        for at, outcome in enumerate(offer.outcomes):
            after = table.match
            for action in outcome.actions:
                after = after.apply(action)
            if alike(after.state, meant.after):
                doubtful = [one.card or "" for one in outcome.cards if one and not one.sure]
                if offer.why or doubtful:
                    self.tally.doubts.append(f"{table.version}: {offer.why or doubtful} (key {at + 1})")
                self._press(app, str(at + 1) if at else "y")
                return
        if app.live is not None:
            self._again(app, app.live.desk.cards, meant)

    def _again(self, app: TablesideApp, cards: CardDesk, meant: _Meant) -> None:
        """Push the cards a little, and look again."""
        self.tally.wrong.append(_missed(app, cards, meant))
        if self._looks > _TRIES:
            raise FilmError(self.tally.wrong[-1])
        self.laying.push()
        self.laying.show()
        self._look(app, cards)

    def _look(self, app: TablesideApp, cards: CardDesk) -> None:
        self._looks += 1
        self._before = cards.compared
        self._press(app, "c")

    def _press(self, app: TablesideApp, key: str) -> None:
        self.tally.keys[key] += 1
        press(app, key)


def _missed(app: TablesideApp, cards: CardDesk, meant: _Meant) -> str:
    """Say what was done, what was offered in its place, and which readings were in doubt."""
    write = app.live.table.grammar.write if app.live else str
    offered = [write(action) for one in (cards.offer.outcomes if cards.offer else ()) for action in one.actions]
    seen = () if cards.spread is None else cards.spread.cards
    doubts = [f"{one.card} {one.confidence:.2f} (or {', '.join(name for name, _ in one.alternatives)}) at "
              f"{one.place[0]:.0f},{one.place[1]:.0f}" for one in seen if not one.sure]  # fmt: skip
    done, found = map(write, meant.actions), cards.compared
    new, gone = (
        ([f"{card} {cell}" for _, card, cell in spots] for spots in (found.new, found.gone)) if found else ("", "")
    )
    return f"{meant.version}: {'; '.join(done)}: offered {offered}, new {new}, gone {gone}, in doubt {doubts}"


def alike(one: State, other: State) -> bool:
    """Tell whether players have the same hands and monsters, wherever these lie, turned by a half or not."""
    return all(mine.hand == theirs.hand and _shape(mine.monster) in (_shape(theirs.monster), _shape(theirs.monster, -1))
               for mine, theirs in zip(one.players, other.players, strict=True))  # fmt: skip


def _shape(monster: Monster, way: int = 1) -> frozenset[tuple[object, ...]]:
    low = [
        min((way * at for at in axis), default=0)
        for axis in zip(*((one.cell.x, one.cell.y) for one in monster), strict=True)
    ]
    return frozenset((way * one.cell.x - low[0], way * one.cell.y - low[1], one.card, one.mode) for one in monster)


def open_film(
    home: Path, film: TrayFilm, ready: Ready, pace: float, seed: int = 0, **more: Any
) -> tuple[TablesideApp, MonsterPlayers]:
    """Return the app at a table over which the film runs, and who plays there."""
    camera, players = TrayCamera(film, CardWatch(ready)), MonsterPlayers(film, seed)

    def desk(*args: Any, **kwargs: Any) -> DemoDesk:
        made = DemoDesk(*args, **kwargs)
        made.clip = camera  # type: ignore[assignment] # it goes on as a clip does
        return made

    return app_with("rsf", home, camera, players, pace, desk, **more), players


def play_film(home: Path, faces: Mapping[str, Picture], ready: Ready, pace: float, seed: int) -> None:
    """Play a game on the terminal, and say what that took."""
    with shipped_clip() as clip:
        film = TrayFilm(large_scene(faces), str(clip), wait_s=1 / RATE)
        app, players = open_film(home, film, ready, pace, seed, exit_when_over=6.0)
        app.run()
    print(players.tally)
