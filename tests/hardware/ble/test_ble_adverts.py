"""Telling dice from everything else that advertises."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ble import pixels
from hardware.ble.adverts import recognise
from hardware.ble.pixels import DieType, State

WHO = {pixels.INFORMATION: struct.pack("<II", 0x1A2B3C4D, 1_735_945_440)}
SAID = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 7, 64)
STALE = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 1, 64)
PIXEL = "pixels:1a2b3c4d"


@pytest.mark.parametrize(
    ("name", "service", "manufacturer", "who", "die", "legacy"),
    [
        ("My D10", pixels.SERVICE, {pixels.COMPANY: SAID}, WHO, PIXEL, False),
        ("", pixels.LEGACY_SERVICE.upper(), {pixels.LEGACY_COMPANY: SAID}, WHO, PIXEL, True),
        ("", pixels.SERVICE, {pixels.COMPANY: SAID}, {}, "", False),  # known by its address
        ("", pixels.SERVICE, {0xFFFF: STALE, pixels.COMPANY: SAID}, WHO, PIXEL, False),
        ("", pixels.SERVICE, {0x1234: SAID}, WHO, PIXEL, False),
    ],
    ids=["today", "older", "half", "remembered entry", "another company"],
)
def test_a_pixels_die_is_known_by_its_service(name, service, manufacturer, who, die, legacy):
    found = recognise(name, [service], manufacturer, who)
    assert (found.die, found.legacy, found.advert.motion.index) == (die, legacy, 7)


def test_a_godice_has_the_service_of_an_older_pixels_die_and_is_known_by_its_name():
    found = recognise("GoDice_1A2B3C_R_v03", [pixels.LEGACY_SERVICE], {0xFFFF: SAID}, {})
    assert (found.die, found.advert) == ("godice:1A2B3C", None)


def test_other_things_with_that_service_are_no_dice():
    assert recognise("UART", [pixels.LEGACY_SERVICE], {}, {}) is None
    assert recognise("UART", [pixels.LEGACY_SERVICE], {0x59: b"abc"}, {}) is None
    assert recognise("Lamp", ["180a"], {0x59: SAID}, WHO) is None


def test_what_cannot_be_read_is_said():
    found = recognise("", [pixels.SERVICE], {pixels.COMPANY: bytes(7)}, WHO)
    assert found.die == PIXEL
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
