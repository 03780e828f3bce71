"""Where a tray is: a port by name, or whichever port a tray answers at. Ports change their names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import KnownDevice, Sort
from hardware.ports import GREETING_S, Answer, Port, PortError, PortInfo, greet_port, list_in_time, open_port, ports

if TYPE_CHECKING:
    Lister = Callable[[], Iterable[PortInfo]]

AUTO = "auto"


class Place:
    """How the line to a tray is had, again and again; `where` is the port, as far as it is known."""

    def __init__(
        self,
        where: str,
        book: DeviceBook | None = None,
        lister: Lister = ports,
        opener: Callable[[str], Port] = open_port,
    ) -> None:
        self.where = self._url = where
        self._book = book
        self._lister = lister
        self._opener = opener

    def open(self) -> Port:
        """Open the line; raises `PortError`."""
        raise NotImplementedError

    def give_up(self) -> None:
        """Stop looking: an `open` that takes its time ends soon."""

    def _met(self) -> tuple[KnownDevice, ...]:
        return () if self._book is None else self._book.all()


class NamedPlace(Place):
    """A port by the name that people gave, and by its identity when it has another name today."""

    def open(self) -> Port:
        """Open it; raises `PortError`."""
        try:
            port, where = self._opener(self._url), self._url
        except PortError:
            self.where = self._url
            moved = self._moved()
            if moved is None:
                raise
            port, where = self._opener(moved), moved
        self.where = where
        return port

    def _moved(self) -> str | None:
        """Return where the device that used to be at this port is now."""
        met = (one for one in self._met() if one.where == self._url)
        wanted = {one.identity for one in met if one.identity}
        if not wanted:
            return None
        there = [port for port in list_in_time(self._lister) if port.identity in wanted]
        if any(port.device == self._url for port in there):
            return None  # it is there, and cannot be opened for another reason
        return there[0].device if len(there) == 1 else None


class AnyPlace(Place):
    """Whichever port a tray answers at: first where one was met before, then all others.

    A port where nothing answered is asked once and then left alone: opening it starts some boards
    anew, and it may belong to something else.

    A tray may take `limit` seconds to answer.
    """

    def __init__(
        self,
        book: DeviceBook | None = None,
        lister: Lister = ports,
        opener: Callable[[str], Port] = open_port,
        limit: float = GREETING_S,
    ) -> None:
        super().__init__(AUTO, book, lister, opener)
        self._limit = limit
        self._vain: set[str] = set()
        self._stop = threading.Event()

    def open(self) -> Port:
        """Find a tray and open its line; raises `PortError`."""
        there = list_in_time(self._lister)
        self._vain &= {port.device for port in there}  # unplugged: asked anew when it is back
        refused: list[str] = []
        for url, familiar in self._candidates(there):
            if self._stop.is_set():
                break
            try:
                port = self._opener(url)
            except PortError as error:
                refused.append(str(error))
                continue
            found = greet_port(url, port, self._limit, given_up=self._stop.is_set)
            if found.answer in {Answer.TRAY, Answer.OTHER}:
                self.where = url
                return port
            port.close()
            if not familiar:
                self._vain.add(url)
        raise PortError(_nobody(there, refused))

    def give_up(self) -> None:
        """Look no further."""
        self._stop.set()

    def _candidates(self, there: tuple[PortInfo, ...]) -> Iterator[tuple[str, bool]]:
        known = [one for one in self._met() if one.sort is Sort.TRAY]
        identities = {tray.identity for tray in known if tray.identity}
        first = [port.device for port in there if port.identity in identities]
        first += [tray.where for tray in known if tray.where]
        rest = [port.device for port in there if port.device not in self._vain]
        for url in dict.fromkeys((*first, *rest)):
            yield url, url in first


def _nobody(there: tuple[PortInfo, ...], refused: list[str]) -> str:
    if refused:
        return tr("no tray answers; {refused}", refused=refused[0])
    if not there:
        return tr("no serial port is there; plug the tray in, pair it, or name its port")
    names = ", ".join(port.device for port in there)
    return tr("no tray answers at {names}; is it switched on?", names=names)
