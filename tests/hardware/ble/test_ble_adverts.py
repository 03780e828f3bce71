"""Telling dice from everything else that advertises."""

from __future__ import annotations

import struct

from hypothesis import given
from hypothesis import strategies as st

from hardware.ble import pixels
from hardware.ble.adverts import recognise
from hardware.ble.pixels import DieType, State

WHO = {pixels.INFORMATION: struct.pack("<II", 0x1A2B3C4D, 1_735_945_440)}
SAID = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 7, 64)


def test_a_pixels_die_of_today():
    found = recognise("My D10", [pixels.SERVICE], {pixels.COMPANY: SAID}, WHO)
    assert found is not None
    assert (found.die, found.legacy) == ("pixels:1a2b3c4d", False)
    assert found.advert is not None
    assert found.advert.motion.index == 7


def test_an_older_pixels_die():
    found = recognise("", [pixels.LEGACY_SERVICE.upper()], {pixels.LEGACY_COMPANY: SAID}, WHO)
    assert found is not None
    assert (found.die, found.legacy) == ("pixels:1a2b3c4d", True)


def test_a_godice_has_the_service_of_an_older_pixels_die_and_is_known_by_its_name():
    found = recognise("GoDice_1A2B3C_R_v03", [pixels.LEGACY_SERVICE], {0xFFFF: SAID}, {})
    assert found is not None
    assert (found.die, found.advert) == ("godice:1A2B3C", None)


def test_other_things_with_that_service_are_no_dice():
    assert recognise("UART", [pixels.LEGACY_SERVICE], {}, {}) is None
    assert recognise("UART", [pixels.LEGACY_SERVICE], {0x59: b"abc"}, {}) is None
    assert recognise("Lamp", ["180a"], {0x59: SAID}, WHO) is None


def test_a_half_that_does_not_say_who_is_left_to_the_address():
    found = recognise("", [pixels.SERVICE], {pixels.COMPANY: SAID}, {})
    assert found is not None
    assert found.die == ""
    assert found.advert is not None


def test_an_entry_remembered_from_older_firmware_is_passed_over():
    stale = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 1, 64)
    found = recognise("", [pixels.SERVICE], {0xFFFF: stale, pixels.COMPANY: SAID}, WHO)
    assert found is not None
    assert found.advert is not None
    assert found.advert.motion.index == 7


def test_another_companys_entry_is_taken_when_there_is_no_own():
    found = recognise("", [pixels.SERVICE], {0x1234: SAID}, WHO)
    assert found is not None
    assert found.advert is not None


def test_what_cannot_be_read_is_said():
    found = recognise("", [pixels.SERVICE], {pixels.COMPANY: bytes(7)}, WHO)
    assert found is not None
    assert found.die == "pixels:1a2b3c4d"
    assert "update it" in found.problem


@given(
    st.text(max_size=20),
    st.lists(st.sampled_from([pixels.SERVICE, pixels.LEGACY_SERVICE, "x"]), max_size=3),
    st.dictionaries(st.integers(0, 0xFFFF), st.binary(max_size=9), max_size=3),
    st.dictionaries(st.sampled_from([pixels.INFORMATION, "y"]), st.binary(max_size=9), max_size=2),
)
def test_nothing_that_is_advertised_raises(name, services, manufacturer, service_data):
    found = recognise(name, services, manufacturer, service_data)
    if found is not None and found.die.startswith("pixels:"):
        assert len(service_data[pixels.INFORMATION]) == 8
