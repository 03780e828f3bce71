"""Running faults: each is tried once at a seed, and what came of it is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.workshop.soak.sources.fault import Fault, Outcome
from models.workshop.soak.sources.parts import Ledger
from models.workshop.soak.sources.table import Trial

WARM_S = 2.0
"""A camera finds its exposure first, and sees the empty table."""

TRIES = 2
"""Throws after the fault has ended, until one is taken or asked about."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one fault at one seed.

    Attributes:
        fault: which.
        seed: of dice, places and the fault's own chance.
        outcome: what the game did while it lasted.
        ledger: everything that was counted.
        after: seconds from its beginning until people were told; None when they were not.
    """

    fault: Fault
    seed: int
    outcome: Outcome
    ledger: Ledger
    after: float | None

    @property
    def losses(self):
        """Broken promises, each in a line."""
        found = [] if self.fault.weak else [f"wrong: {text}" for text in self.ledger.wrong]
        found += [f"unclear: {text!r}" for text in self.ledger.unclear]
        if self.ledger.stuck:
            found.append("the game did not go on")
        if self.fault.says and self.after is None:
            found.append(f"nobody was told: {[text for _, text in self.ledger.told]}")
        if self.outcome not in self.fault.may:
            found.append(f"it {self.outcome}")
        return found


def tried(sitting, fault, seed, rate=15.0) -> Tried:
    """Play to a roll, let the fault happen, end it, and play on."""
    trial = Trial(
        sitting,
        seed,
        rate=rate,
        zone=fault.zone,
        camera=fault.camera,
        tray=fault.tray,
        radio=fault.radio,
    )
    try:
        trial.run(WARM_S if fault.camera else 0.2)
        fault.script(trial)
        trial.answer()
        ledger = trial.ledger
        outcome = _outcome(ledger)
        after = next(
            (since for since, text in ledger.told if since >= 0 and re.search(fault.says, text)),
            None,
        )
        trial.calm()
        ledger.stuck = int(not any(trial.clean_roll() for _ in range(TRIES)))
    finally:
        trial.close()
    return Tried(fault, seed, outcome, ledger, after)


def _outcome(ledger: Ledger) -> Outcome:
    if ledger.asked or ledger.refused:
        return Outcome.ASKED
    return Outcome.CARRIED_ON if ledger.taken else Outcome.WAITED
