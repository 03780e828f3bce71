"""The devices that were met, kept in one file from one evening to the next."""

import json
import threading
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Final

from calibration.files import read_file
from companion.core.errors import FileProblemError
from companion.core.texts import tr
from companion.rolls.source import KnownDevice, Sort
from companion.system import files

FILE: Final = "devices.json"  # Name of the book within the home folder

FORMAT: Final = 1
MAX_SIZE: Final = 200_000
MAX_DEVICES: Final = 200
MAX_TEXT: Final = 200
"""Longer than any port, address or name that people give; what is longer is cut."""


class DeviceBook:
    """The devices that were met. Usable from any thread; writing raises `FileProblemError`.

    Args:
        path: of the file; None keeps it in memory.

    Attributes:
        problem: why an old book could not be used, in one line; empty when all is well. Its file
            then stays as it was until something new is written.
    """

    def __init__(self, path: Path | None, forgotten: Callable[[str], None] = lambda _: None) -> None:
        self._path = path
        self._forgotten = forgotten
        self._lock = threading.Lock()
        self.problem = ""
        # Never changed in place, so that reading it needs no lock while a slow disk is written to.
        self._known: dict[str, KnownDevice] = {}
        if path is not None and path.exists():
            try:
                self._known = _read(path)
            except FileProblemError as error:
                self.problem = str(error)

    def all(self) -> tuple[KnownDevice, ...]:
        """Return them by name, then id."""
        found = self._known.values()
        return tuple(sorted(found, key=lambda one: (one.name.casefold() or "~", one.id)))

    def get(self, device_id: str) -> KnownDevice | None:
        """Return one, or None."""
        return self._known.get(device_id)

    def met(self, device: KnownDevice) -> None:
        """Remember where it was met; name, kind and seat that people gave stay.

        Raises:
            FileProblemError: the book cannot be written.
        """
        device = _cut(device)
        with self._lock:
            old = self._known.get(device.id)
            if old is None and len(self._known) >= MAX_DEVICES:
                return
            kept = device
            if old is not None:
                kept = replace(
                    device,
                    name=old.name or device.name,
                    kind=old.kind or device.kind,
                    seat=old.seat or device.seat,
                    identity=device.identity or old.identity,
                    begun=device.begun or old.begun,
                )
            self._put(device.id, kept)

    def rename(self, device_id: str, name: str) -> None:
        """Call it by another name; one that is not known is no error."""
        self._change(device_id, name=name)

    def assign(self, device_id: str, kind: str, seat: str) -> None:
        """Say which dice it is, or reads, and whose it is."""
        self._change(device_id, kind=kind, seat=seat)

    def forget(self, device_id: str) -> None:
        """Forget all of it; one that is not known is no error."""
        with self._lock:
            if device_id in self._known:
                self._put(device_id, None)
        self._forgotten(device_id)

    def _change(self, device_id: str, **texts: Any) -> None:
        with self._lock:
            old = self._known.get(device_id)
            if old is not None:
                self._put(device_id, _cut(replace(old, **texts)))

    def _put(self, device_id: str, device: KnownDevice | None) -> None:
        if self._known.get(device_id) == device:
            return
        known = {**self._known, device_id: device}
        kept = {name: one for name, one in known.items() if one is not None}
        if self._path is not None:
            _write(self._path, kept)
        self._known = kept
        self.problem = ""


def _read(path: Path) -> dict[str, KnownDevice]:
    try:
        data = json.loads(read_file(path, MAX_SIZE).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileProblemError(str(path), tr("the devices cannot be read: {error}", error=why)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileProblemError(str(path), tr("not a list of devices of format {format}", format=FORMAT))
    listed = data.get("devices")
    found = [_device(one) for one in listed] if isinstance(listed, list) else []
    return {one.id: one for one in found[:MAX_DEVICES] if one is not None}


def _device(data: object) -> KnownDevice | None:
    """Read one entry; None for one that makes no sense, which costs only itself."""
    if not isinstance(data, dict) or data.get("sort") not in tuple(Sort):
        return None
    texts: dict[str, Any] = {spec.name: data.get(spec.name, "") for spec in fields(KnownDevice) if spec.name != "sort"}
    if not all(isinstance(text, str) for text in texts.values()) or not texts["id"]:
        return None
    return _cut(KnownDevice(sort=Sort(data["sort"]), **texts))


def _cut(device: KnownDevice) -> KnownDevice:
    texts = {name: text for name, text in asdict(device).items() if name != "sort"}
    shown: dict[str, Any] = {name: "".join(filter(str.isprintable, text))[:MAX_TEXT] for name, text in texts.items()}
    return replace(device, **shown)


def _write(path: Path, known: dict[str, KnownDevice]) -> None:
    try:
        files.keep(path, FORMAT, {"devices": [asdict(one) for one in known.values()]})
    except OSError as error:
        raise FileProblemError(str(path), tr("cannot be written: {strerror}", strerror=error.strerror)) from None
