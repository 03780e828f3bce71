"""What every source of rolls offers, whatever the device behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from companion.rolls.readings import RollReading, SourceFault, SourceKind

if TYPE_CHECKING:
    from companion.rolls.devices import Device

Listener = Callable[[RollReading | SourceFault], None]
"""Called from the source's own thread. It must be quick, or blocks that source alone: put the value
in a queue. A listener that waits holds a clip back, which is how a table paces one."""


class RollSource(Protocol):
    """A device, or a stand-in for one, that hands in rolls once they lie still."""

    @property
    def kind(self) -> SourceKind:
        """What sort of source it is."""

    @property
    def source_id(self) -> str:
        """Its name, unique among the sources of a session."""

    @property
    def at_rest(self) -> int:
        """Number of the latest throw that has come to rest, also when it is not read yet.

        A request that opens now is answered only by a throw with a higher number.
        """

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Tell which kinds of dice the open request wants, one entry a die; empty for none."""

    def kept(self, key: str) -> None:
        """Tell that the reading of that key stands in the journal, or was refused for good.

        A device that holds its rolls until somebody has them may then let it go. Called from the
        table's thread, so it must be quick.
        """

    def devices(self) -> tuple[Device, ...]:
        """Return the devices behind it as they are now; from any thread, and never waits."""

    def start(self, listener: Listener) -> None:
        """Begin to hand in readings and faults. May be called once.

        Raises:
            RuntimeError: it was started before.
        """

    def stop(self) -> None:
        """End it and give the device back. Nothing is handed in afterwards; twice is harmless."""


@runtime_checkable
class Watching(Protocol):
    """A source that sees dice while they still move."""

    @property
    def under_way(self) -> int:
        """Number of the latest throw that has begun, whether it has come to rest or not."""
