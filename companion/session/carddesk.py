"""Where cards that lie open meet the table: what a camera reads is offered as what may be declared.

What dice are to the roll desk, cards are to this one: it says when a game waits for cards, offers what
the newest picture shows, and declares it once people agree, with the picture of each card kept first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import LOG_ACTIONS
from companion.core.game import Depth
from companion.core.verdict import Verdict
from companion.journal.rows import KeptReading, Provenance
from companion.rolls.cards import Laid, Offer, Who, awaited, decode, lies
from companion.rolls.layout import Difference, differing, mended, strange
from companion.rolls.readings import CardReading, Place, SourceKind, Spread

if TYPE_CHECKING:
    from companion.journal.store import Journal
    from companion.session.history import Change
    from companion.session.rolldesk import Sources
    from companion.session.table import Table

CARD: Final = "card"  # Stands where a die has its kind


class CardDesk:
    """Joins a camera that reads cards with a live table.

    Attributes:
        offer: what lies there and may be declared, or is not allowed; None for nothing new.
        spread: what lay there in the newest picture; None before the first.
        compared: how that differs from the log, where people asked; None where they did not.
    """

    def __init__(self, table: Table, journal: Journal, devices: Sources) -> None:
        self.offer: Offer | None = None
        self.spread: Spread | None = None
        self.compared: Difference | None = None
        self._table = table
        self._journal = journal
        self._devices = devices
        self._laid: tuple[Laid, ...] = ()
        self._places: dict[Who, Place] = {}
        self._anywhere = False
        self._passed = ""  # key of a picture that people would not have
        self.rearm()

    @property
    def in_use(self) -> bool:
        """Whether a camera at the table reads cards."""
        return self._devices.see_cards

    @property
    def waits(self) -> bool:
        """Whether the game waits for cards that a camera may read."""
        return self.in_use and bool(awaited(self._table.match))

    def rearm(self, change: Change | None = None) -> None:
        """Say what lies there means now, anew after every change of the log."""
        if change is not None and isinstance(change.action, LOG_ACTIONS):
            played = {step.number for step in self._table.match.steps()}
            self._laid = tuple(one for one in self._laid if one.number in played)
        self._devices.expect_cards(wanted=self.waits)
        self._judge()

    def hear(self, spread: Spread) -> Verdict | None:
        """Take up a new picture; declare what is beyond doubt, as long as nobody asked to see it first.

        Raises:
            JournalError: as `take`.
        """
        self.spread = spread
        there = (one for one in self._laid if any(lies(card, (one,)) for card in spread.cards))
        self._laid = tuple(there)
        self._judge()
        if self._anywhere:
            self._anywhere = False
            self._devices.expect_cards(wanted=self.waits)
            if self._table.match.depth is Depth.FULL:
                self.compared = differing(self._table.match, spread.cards)
                self.offer = self.offer or mended(self._table.match, spread)
            return None
        offer, self.compared = self.offer, None
        return self.take() if offer and not (offer.why or offer.barred) else None

    def look(self) -> None:
        """Let the camera read what lies there now, wherever it lies; people say whether it counts.

        What it reads is held against the log as well.
        """
        self._anywhere, self._passed, self._laid, self.compared = True, "", (), None
        self._devices.expect_cards(wanted=True, again=True)

    def take(self, at: int = 0) -> Verdict | None:
        """Declare one outcome of the offer; None when there is no such outcome.

        Raises:
            JournalError: a card could not be kept; what was declared before stays.
        """
        offer, verdict = self.offer, None
        if offer is None or not 0 <= at < len(offer.outcomes):
            return None
        outcome = offer.outcomes[at]
        said = bool(offer.why) or at > 0  # by people, so the reading's confidence counts no more
        for action, card in zip(outcome.actions, outcome.cards, strict=True):
            number, before = self._table.version + 1, self._laid
            source = Provenance(SourceKind.CAMERA.value)
            if card is not None:
                key = f"{offer.spread.key}.{offer.spread.cards.index(card)}.{number}"
                self._journal.keep_reading(self._table.table_id, _row(card, offer.spread, key))
                # Before it is declared: what follows from that must not offer it again.
                self._laid = (*before, Laid(action.actor, card.card or "", card.place, number))
                if not outcome.told:  # a card that was laid at others does not say where the next one will lie
                    self._places[action.actor] = card.place
                sure = None if said else card.confidence
                source = Provenance(SourceKind.CAMERA.value, sure, key)
            try:
                verdict = self._table.declare(action, source)
            finally:
                if self._table.version < number:  # it was refused, or not saved
                    self._laid = before
            if not verdict.legal:
                break
        self._judge()
        return verdict

    def dismiss(self) -> None:
        """Offer nothing of this picture any more."""
        self._passed = "" if self.spread is None else self.spread.key
        self._judge()

    def _judge(self) -> None:
        spread = self.spread
        if spread is None or spread.key == self._passed or not self.waits:
            self.offer = None
            return
        fresh = strange(self._table.match, spread)
        self.offer = decode(self._table.match, fresh, self._laid, self._places, anywhere=self._anywhere)


def _row(card: CardReading, spread: Spread, key: str) -> KeptReading:
    """Return what the journal keeps of a card."""
    dice = f"{CARD}={card.card}"
    kind = SourceKind.CAMERA.value
    return KeptReading(key, spread.source_id, kind, 0, dice, card.confidence, card.evidence)
