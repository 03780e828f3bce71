"""Who advertises: dice told from everything else that sends. Pure.

The service's id alone says little: the one of older Pixels dice is that of GoDice, and of many other
things. A GoDice is known by its name, a Pixels die by what it says with its service.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.ble import godice, pixels
from hardware.ble.events import GODICE, PIXELS

_INFORMATION_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Found:
    """A die that advertises."""

    die: str  # who it is; empty for a Pixels die that does not say so this time
    legacy: bool = False  # a Pixels die that speaks the older of the two protocols
    # what a Pixels die says of itself; None when it says nothing
    advert: pixels.Advert | None = None
    problem: str = ""  # why that could not be read


def recognise(
    name: str,
    services: Sequence[str],
    manufacturer: Mapping[int, bytes],
    service_data: Mapping[str, bytes],
) -> Found | None:
    """Tell which die sent an advertisement; None for what is no die."""
    called = godice.read_name(name)
    if called:
        return Found(f"{GODICE}{called}")
    offered = {service.lower() for service in services}
    if pixels.SERVICE in offered:
        return _pixels(manufacturer, service_data, legacy=False)
    if pixels.LEGACY_SERVICE in offered:
        return _pixels(manufacturer, service_data, legacy=True)
    return None


def is_first_packet(services: Sequence[str], manufacturer: Mapping[int, bytes]) -> bool:
    """Tell whether this may be the first of a Pixels die's two packets.

    It says how the die lies. The second, the scan response, says which die it is, with the service.
    """
    offered = {service.lower() for service in services}
    if offered & {pixels.SERVICE, pixels.LEGACY_SERVICE}:
        return False
    return pixels.INFORMATION in offered and any(len(data) == pixels.ADVERT_BYTES for data in manufacturer.values())


def _pixels(manufacturer: Mapping[int, bytes], service_data: Mapping[str, bytes], *, legacy: bool) -> Found | None:
    information = service_data.get(pixels.INFORMATION, b"")
    # The entry of its own generation, else the first: a system may remember an entry from before
    # the die was given another firmware.
    company = pixels.LEGACY_COMPANY if legacy else pixels.COMPANY
    data = bytes(manufacturer.get(company, next(iter(manufacturer.values()), b"")))
    problem, advert = "", None
    if data:
        try:
            advert = pixels.decode_advert(data, information)
        except pixels.DecodeError as error:
            problem = str(error)
    if len(information) != _INFORMATION_BYTES:
        # The old service's id is not the dice' own: without a word that only a die says, it is none.
        return None if legacy and advert is None else Found("", legacy, advert, problem)
    pixel_id = int.from_bytes(information[:4], "little")
    return Found(f"{PIXELS}{pixel_id:08x}", legacy, advert, problem)
