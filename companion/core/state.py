"""What the state of every game with seats and cards has: players, house rules and a depth."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from companion.core.findings import YES, Findings, nobody_there, stop
from companion.core.game import Depth, Setup
from companion.core.score import Standing
from companion.core.seats import Seat
from companion.core.switches import HouseRules
from companion.core.texts import Wording, listed, tr

H = TypeVar("H", bound=HouseRules)
P = TypeVar("P")
T = TypeVar("T")


def sure(value: T | None) -> T:
    """Return what every table has at this stage: an attack while it is resolved, and the like."""
    assert value is not None  # noqa: S101 - who brought the table here has seen to it
    return value


@dataclass(frozen=True, slots=True)
class GameState(ABC, Generic[H, P]):
    """Base of a game's state; H are its house rules, P is what it knows of a player."""

    setup: Setup  # seats, depth and catalogue; as started, but for a depth that became light since
    house: H  # house rules in force
    players: tuple[P, ...]  # by seat

    @property
    @abstractmethod
    def stage(self) -> Wording:
        """What the table is busy with: a field of the game's own state, or worked out."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, at the stage that a game has last."""
        return self.stage.name == "OVER"

    @property
    def full(self) -> bool:
        """Whether cards are entered."""
        return self.setup.depth is Depth.FULL

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players have not left (X-12)."""
        return tuple(Seat(at) for at in range(len(self.players)) if at not in self.setup.left)

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.setup.seats[seat]

    def has_seats(self, *seats: Seat) -> bool:
        """Whether somebody sits at each of these seats; nobody does who has left (X-12)."""
        return all(0 <= seat < len(self.players) and seat not in self.setup.left for seat in seats)

    def check_seat(self, seat: Seat, rule: str) -> Findings:
        """Refuse a seat that there is not."""
        return YES if self.has_seats(seat) else nobody_there(rule)

    def actor(self, seat: Seat | None) -> str:
        """The name of who acts, to begin a sentence with; None is the whole table."""
        return tr("The table") if seat is None else self.name(seat)

    def names(self, seats: Iterable[Seat]) -> str:
        """The names of seats, as they are listed in a sentence."""
        return listed([self.name(seat) for seat in seats])

    def who_won(self, standing: Standing) -> str:
        """The headline of a game that is over."""
        return tr("Game over · {winners} won", winners=self.names(standing.winners))

    def check_owner(self, zone: Wording, seat: Seat | None, word: str, *, owned: bool) -> Findings:
        """Refuse a place of cards said without whose it is, or with it where it is nobody's (X-7).

        Args:
            zone: what the place is called.
            seat: whose it is, as said.
            word: the keyword that introduces whose it is.
            owned: whether there is one such place for each player.
        """
        if not owned:
            text = tr("nobody owns the {zone}", zone=zone)
            return YES if seat is None else stop("X-7", text)
        if seat is None or not self.has_seats(seat):
            return stop("X-7", tr("say whose {zone}: {word} and a name", zone=zone, word=word))
        return YES

    def with_player(self, seat: Seat, player: P) -> Self:
        """Return the state with one player replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def change(self, seat: Seat, **fields: object) -> Self:
        """Return the state with some fields of one player replaced."""
        player: Any = self.players[seat]
        return self.with_player(seat, replace(player, **fields))
