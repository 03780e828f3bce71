"""A port that does to its bytes what bad lines do: faults for a real device, made on the host's side."""

from __future__ import annotations

import random

from hardware.ports import Port, PortError
from hardware.simulators.line import Faults, Wire


def faults_of(rate: float) -> Faults:
    """Return faults of which `rate` bytes suffer one, in equal parts."""
    return Faults(flip=rate / 3, drop=rate / 3, insert=rate / 3)


class FaultyPort:
    """A port with a bad line in both directions.

    Args:
        port: the port behind it; closed with this one.
        faults: how bad it is. `garbage` is passed over: that is the device's own.
        chance: seeded.
        cut: chance that a read which brings something is the last: the line is cut after it.
    """

    def __init__(self, port: Port, faults: Faults, chance: random.Random, cut: float = 0.0) -> None:
        self._port = port
        self._chance = chance
        self._cut = cut
        self._gone = False
        self.heard = Wire(faults, chance)
        self.said = Wire(faults, chance)

    @property
    def damaged(self) -> int:
        """Bytes turned, lost or added in both directions."""
        return self.heard.damaged + self.said.damaged

    def read(self) -> bytes:
        """Return what is left of what has arrived; raises `PortError`."""
        self._there()
        data = self._port.read()
        self._gone = bool(data) and self._cut > 0 and self._chance.random() < self._cut
        return self.heard.carry(data)

    def write(self, data: bytes) -> None:
        """Send what is left of it; raises `PortError`."""
        self._there()
        arrives = self.said.carry(data)
        if arrives:
            self._port.write(arrives)

    def close(self) -> None:
        """Give the port back; never raises."""
        self._port.close()

    def _there(self) -> None:
        if self._gone:
            raise PortError("the line was cut on purpose")
