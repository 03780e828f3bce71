"""What the sources share: handing in to a listener, once started and until stopped; names of dice."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.rolls.devices import Device
    from companion.rolls.readings import RollReading, SourceFault
    from companion.rolls.source import Listener

_PATIENCE_S: Final = 2.0


class Handover:
    """The way from a source to its listener; after `close`, nothing more is handed in."""

    def __init__(self) -> None:
        self._listener: Listener | None = None
        self._closed = False
        self._lock = threading.RLock()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def open(self, listener: Listener) -> None:
        """Name the listener.

        Raises:
            RuntimeError: there is one already, or the source was stopped.
        """
        with self._lock:
            if self._listener is not None or self._closed:
                raise RuntimeError("a source is started once")
            self._listener = listener

    def hand_in(self, value: RollReading | SourceFault) -> bool:
        """Pass `value` on; False when nobody listens (any more)."""
        with self._lock:
            if self._listener is None or self._closed:
                return False
            self._listener(value)
            return True

    def close(self) -> None:
        """Stop handing in. A value just being handed in is waited for, but not for ever."""
        self._closed = True
        if self._lock.acquire(timeout=_PATIENCE_S):
            self._lock.release()


def game_kind(kind: str) -> str:
    """Return a kind as the games name it: monster dice have names of their own there."""
    head, dot, rest = kind.partition(".")
    return f"md{dot}{rest}" if head == "mon" else kind


class Forgetful:
    """A source whose device holds no rolls: what was handed in is gone from it."""

    def kept(self, key: str) -> None:
        """Nothing is held, so nothing is let go; see `RollSource.kept`."""

    def devices(self) -> tuple[Device, ...]:
        """No device of its own stands behind it; see `RollSource.devices`."""
        return ()
