"""Bluetooth dice as devices: whose they are, how they are heard, what people are told."""

import pytest
from ble_table import A, G, Strangers, Table, cut_off

from companion.core.errors import CompanionError
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.sources.ble import MOST_DICE, BleSource
from hardware.ble.events import Linked, Seen
from hardware.simulators.dice import ScriptedRadio


@pytest.fixture
def table():
    return Table()


def test_a_die_that_was_put_down_is_shown(table):
    table.play(f"{A} is d10", f"{A} handling", f"{A} on 7")
    assert table.rolls == []
    assert table.device(A).note == "7: put down, not rolled: not counted"


def test_a_godice_counts_once_its_shell_is_said_and_asks_for_it_before(table):
    table.play(f"{G} is here").wait(2).play(f"{G} roll d10=7")
    assert table.rolls == []
    assert table.device(G).text == "which shell does it wear? Assign it: d6, d10, d00 or d20"
    assert table.device(G).state is DeviceState.FAULT
    table.book.assign(G, "d10", "Ann")
    table.wait().play(f"{G} roll d10=7")
    assert table.faces == ["d10=7"]
    assert table.device(G).state is DeviceState.OK


def test_a_godice_in_another_shell_is_read_in_that(table):
    table.know(G, kind="d20").play(f"{G} is here").wait(2).play(f"{G} S 64 0 -22")
    table.play(f"{G} R", f"{G} S 64 0 -22")
    table.book.assign(G, "d10", "")
    table.wait().play(f"{G} R", f"{G} S 64 0 -22")
    assert table.faces == ["d20=8", "d10=0"]


@pytest.mark.parametrize("kind", ["md.teeth", "d12"])
def test_a_godice_has_no_such_shell(table, kind):
    table.know(G, kind=kind).play(f"{G} is here").wait(2).play(f"{G} R", f"{G} S 64 0 -22")
    assert table.rolls == []
    assert "which shell" in table.device(G).text


def test_a_die_that_nobody_took_into_use_is_shown_and_never_counted():
    table = Table(Strangers())
    table.source.expect(("d10",))
    table.play(f"{A} is d10", f"{A} roll 7").wait(10)
    assert table.rolls == []
    assert table.radio.wanted == frozenset()
    assert table.device(A).note == "d10=7: not in use, so not counted"
    assert table.device(A).state is DeviceState.OVER
    assert table.book.get(A) is not None  # so that people can say whose it is


def test_nor_can_a_neighbours_roll_be_claimed():
    table = Table(Strangers()).play(f"{A} is d10", f"{A} lost", f"{A} seen rolled 3")
    assert table.rolls == []
    assert "not heard" in table.device(A).note


@pytest.mark.parametrize("said", [{"kind": "d10"}, {"seat": "Ann"}, {"name": "the red one"}])
def test_a_die_is_in_use_once_people_said_anything_of_it(said):
    table = Table(Strangers()).play(f"{A} is d10")
    table.know(A, **said)
    assert table.radio.wanted == frozenset({A})
    table.play(f"{A} roll 7")
    assert table.faces == ["d10=7"]


def test_a_die_that_is_forgotten_is_let_go_and_may_be_met_again():
    table = Table(Strangers()).know(A, seat="Ann").play(f"{A} is d10")
    table.book.forget(A)
    table.wait().play(f"{A} roll 7")
    assert table.rolls == []
    assert table.radio.wanted == frozenset()
    assert table.book.get(A) == KnownDevice(A, Sort.PIXELS)


def test_a_fair_full_of_dice_is_no_trouble():
    table = Table(Strangers())
    for number in range(MOST_DICE + 20):
        table.radio.play(f"pixels:{number:08x} is d10")
    assert len(table.source.devices()) == MOST_DICE


def test_dice_that_are_known_are_wanted_before_they_are_seen():
    book = DeviceBook(None)
    book.met(KnownDevice(A, Sort.PIXELS, seat="Ann"))
    book.met(KnownDevice("tray:T1", Sort.TRAY, seat="Ann"))
    table = Table(Strangers(), book)
    assert table.radio.wanted == frozenset({A})
    (device,) = table.source.devices()
    assert (device.id, device.state, device.seat) == (A, DeviceState.TRYING, "Ann")
    assert "not seen yet" in device.text


def test_a_device_says_everything(table):
    table.know(A, name="red", seat="Ann")
    table.play(f"{A} is d10", f"{A} battery 12 charging", f"{A} roll 7")
    device = table.device(A)
    assert (device.sort, device.state, device.text) == (Sort.PIXELS, DeviceState.OK, "connected")
    assert (device.name, device.kind, device.seat) == ("red", "d10", "Ann")
    assert (device.battery, device.charging, device.last) == (12, True, "d10=7")
    assert (device.source_id, device.where) == ("ble:run", "simulated")
    assert (device.quality.good, device.quality.bad) == (4, 0)
    assert not device.guaranteed


def test_a_godice_says_its_battery_and_damaged_messages_are_counted(table):
    table.know(G, kind="d10").play(f"{G} battery 55 charging")
    assert (table.device(G).battery, table.device(G).charging) == (55, True)
    table.play(f"{A} is d10", f"{A} says 03 01")
    assert table.device(A).quality.bad == 1


def test_a_die_that_is_not_connected_says_how_it_is_heard():
    table = cut_off()
    assert table.device(A).text == "the connection is lost; heard by advertisement"
    table.wait(21)
    assert table.device(A).text == "not seen for 20 seconds: wake it"
    assert table.device(A).state is DeviceState.TRYING
    table.play(f"{A} seen on 1")
    assert "heard by advertisement" in table.device(A).text
    lost = Table().know(G, kind="d6").play(f"{G} is here", f"{G} lost")
    assert lost.device(G).text == "the connection is lost; its rolls are not heard"


def test_a_pixels_die_that_no_game_knows_asks_to_be_assigned(table):
    table.radio.tell(Seen(A, "there"))
    table.radio.tell(Linked(A))
    assert "assign it" in table.device(A).text
    assert table.device(A).state is DeviceState.FAULT


def test_without_dice_the_radio_itself_is_shown(table):
    (device,) = table.source.devices()
    assert device.state is DeviceState.TRYING
    table.play("radio off")
    (device,) = table.source.devices()
    assert device.state is DeviceState.FAULT
    assert device.text == "Bluetooth is switched off; trying again"
    table.play("radio on")
    assert table.source.devices()[0].state is DeviceState.TRYING


def test_a_radio_that_is_off_is_a_fault_and_a_red_lamp_for_each_die(table):
    table.play(f"{A} is d10", "radio off")
    assert [fault.what for fault in table.faults] == ["Bluetooth is switched off"]
    assert not table.faults[0].over
    assert table.device(A).state is DeviceState.FAULT
    table.play("radio on", f"{A} roll 7")
    assert table.faces == ["d10=7"]


def test_firmware_that_is_too_old_is_said(table):
    table.radio.tell(Seen(A, "there", problem="update it"))
    assert table.device(A).note == "update it"


def test_a_book_that_cannot_be_written_ends_nothing():
    class Full(DeviceBook):
        def met(self, device):
            raise CompanionError(f"{device.id}: the disk is full")

    table = Table(book=Full(None)).play(f"{A} is d10", f"{A} roll 7")
    assert table.faces == ["d10=7"]
    assert table.device(A).where == "simulated"


def test_without_a_book_dice_of_ones_own_radio_count():
    radio, heard = ScriptedRadio(), []
    source = BleSource(radio, None)
    source.start(heard.append)
    radio.play(f"{A} is d10")
    radio.play(f"{A} roll 7")
    assert heard[0].key == "ble#1"
