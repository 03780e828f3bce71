"""Bluetooth dice by the words people give: at a table, and watched."""

from __future__ import annotations

import pytest

from companion.cli import main
from companion.commands.hosting import House
from companion.rolls.devices import DeviceState
from companion.rolls.readings import SourceFault
from companion.tui.host import Wish

SEATS = ("Ann", "Ben")


@pytest.mark.parametrize("words", ["simulate:missing.txt", "nonsense"])
def test_dice_that_cannot_be_had_refuse_no_table(home_of_its_own, words):
    heard = []
    live = House(home_of_its_own).open(Wish("rsf", SEATS, "light", bluetooth=words))()
    live.start(heard.append)
    (device,) = live.devices()
    assert device.state is DeviceState.FAULT
    (fault,) = heard
    assert isinstance(fault, SourceFault)
    assert fault.over
    assert words.removeprefix("simulate:") in str(fault)
    live.close()


@pytest.mark.parametrize("words", ["simulate:missing.txt", "nonsense"])
def test_watching_dice_that_cannot_be_had_is_one_line_and_status_2(capsys, words):
    assert main(["watch", f"dice:{words}"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert words.removeprefix("simulate:") in error
