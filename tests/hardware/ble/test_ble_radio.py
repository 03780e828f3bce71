"""The radio: dice heard and connected, whatever fails; and that bleak is as the tests have it."""

import asyncio
import contextlib
import inspect
import sys
import threading
from dataclasses import replace
from time import monotonic, sleep

import bleak
import pytest
from ble_kit import FAST, Bluetooth, Ear, FakeClient, FakeScanner, go_die, pixels_die
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
    BleakDeviceNotFoundError,
    BleakError,
)

from hardware.ble import godice, pixels
from hardware.ble.events import (
    BluetoothError,
    Garbled,
    Linked,
    NoLibraryError,
    RadioDown,
    RadioUp,
    Said,
    Seen,
    Unlinked,
)
from hardware.ble.links import ANOTHER, GONE, Pace, load, reason
from hardware.ble.pixels import Introduction, Motion, State
from hardware.ble.radio import BluetoothRadio, open_radio
from hardware.simulators.dice import SimulatedRadio

PIXELS_ID, GODICE_ID = "pixels:1a2b3c4d", "godice:1A2B3C"
OFF = BleakBluetoothNotAvailableError("off", BleakBluetoothNotAvailableReason.POWERED_OFF)


@pytest.fixture
def air():
    return Bluetooth()


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def radio(air):
    radio = BluetoothRadio(air.library(), FAST)
    yield radio
    radio.stop()


@pytest.fixture
def die(air):
    """A Pixels die near by."""
    return air.add(pixels_die())


def listen(ear, radio):
    radio.start(ear)
    ear.wait(RadioUp)


def tune(air, ear, radio, *dice):
    """Want dice, and let them be heard."""
    radio.want(frozenset(PIXELS_ID if die.name.startswith("Pixel") else GODICE_ID for die in dice))
    listen(ear, radio)
    for die in dice:
        air.advertise(die)


def until(holds, seconds=20.0):
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "it never came to that"
        sleep(0.005)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (FakeScanner, bleak.BleakScanner),
        (FakeClient, bleak.BleakClient),
        *((getattr(FakeScanner, n), getattr(bleak.BleakScanner, n)) for n in ("start", "stop")),
        *(
            (getattr(FakeClient, n), getattr(bleak.BleakClient, n))
            for n in ("connect", "disconnect", "start_notify", "stop_notify", "write_gatt_char")
        ),
    ],
    ids=lambda one: one.__qualname__,
)
def test_what_stands_in_for_bleak_has_its_signatures(ours, theirs):
    ours, theirs = inspect.signature(ours), inspect.signature(theirs)
    shape = [(one.name, one.kind, one.default is one.empty) for one in ours.parameters.values()]
    real = [(one.name, one.kind, one.default is one.empty) for one in theirs.parameters.values()]
    assert shape == real


@pytest.mark.parametrize("client", [bleak.BleakClient, FakeClient])
def test_what_is_awaited_can_be_and_being_connected_is_a_property(client):
    for name in ("connect", "disconnect", "start_notify", "write_gatt_char"):
        assert inspect.iscoroutinefunction(getattr(client, name))
    assert isinstance(inspect.getattr_static(client, "is_connected"), property)


def test_bleak_is_what_is_loaded():
    library = load()
    assert (library.scanner, library.client) == (bleak.BleakScanner, bleak.BleakClient)


def test_without_bleak_one_line_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "bleak", None)
    with pytest.raises(NoLibraryError) as said:
        open_radio("known")
    assert str(said.value) == "Bluetooth dice need the library bleak"


def test_a_bleak_that_cannot_be_imported_is_told_from_none(monkeypatch, tmp_path):
    (tmp_path / "bleak.py").write_text("raise ImportError('not for this system')")
    monkeypatch.delitem(sys.modules, "bleak")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NoLibraryError, match=r"which is broken \(not for this system\)$"):
        open_radio("known")


@pytest.mark.parametrize("spec", ["", "known"])
def test_this_machines_radio_is_opened_without_a_word_to_it(spec):
    radio = open_radio(spec)
    assert isinstance(radio, BluetoothRadio)
    assert not radio.trusted
    radio.stop()


def test_other_words_are_refused():
    with pytest.raises(BluetoothError, match="say known, or simulate:FILE"):
        open_radio("hci0")


def test_a_script_is_opened(tmp_path):
    path = tmp_path / "dice.txt"
    path.write_text("pixels:1a2b3c4d is d10\n")
    radio = open_radio(f"simulate:{path}")
    assert isinstance(radio, SimulatedRadio)
    assert radio.trusted


def test_a_wheel_has_no_simulated_dice_and_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "hardware.simulators.dice", None)
    with pytest.raises(BluetoothError, match="only the source has simulated dice"):
        open_radio("simulate:dice.txt")


def test_bleak_is_imported_only_when_a_radio_is_opened():
    import subprocess

    code = "import sys, hardware.ble.radio, companion.sources.ble; print('bleak' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_dice_are_seen_by_advertisement_without_connecting(air, ear, radio, die):
    listen(ear, radio)
    air.advertise(die)
    seen = ear.wait(Seen)
    assert (seen.die, seen.where) == (PIXELS_ID, "AA:01")
    assert seen.advert.motion == Motion(State.ON_FACE, 0)
    assert die.clients == []


def test_one_die_under_two_addresses_is_one_die(air, ear, radio):
    first, second = air.add(pixels_die()), air.add(pixels_die(address="AA:02"))
    radio.want(frozenset({PIXELS_ID}))
    listen(ear, radio)
    air.advertise(first)
    ear.wait(Linked(PIXELS_ID))
    air.advertise(second)
    assert ear.wait(Seen).die == PIXELS_ID
    sleep(0.1)
    assert len(first.connected()) == 1
    assert second.clients == []


def test_a_half_of_what_a_die_says_is_known_by_its_address(air, ear, radio, die):
    listen(ear, radio)
    whole = die.service_data
    die.service_data = {}
    air.advertise(die)  # nobody knows yet who that is
    die.service_data = whole
    air.advertise(die)
    assert ear.wait(Seen).advert.identity is not None
    die.service_data = {}
    air.advertise(die)
    half = ear.wait(Seen)
    assert (half.die, half.advert.identity) == (PIXELS_ID, None)


RECORDED = {  # a d20 on a table, its firmware of 2024-11-07
    "1473010d64": Motion(State.ROLLED, 13),
    "1473031364": Motion(State.ROLLING, 19),
    "1473011364": Motion(State.ROLLED, 19),
    "1473050164": Motion(State.ON_FACE, 1),
    "1473020364": Motion(State.HANDLING, 3),
}


@pytest.mark.parametrize("service", [pixels.LEGACY_SERVICE, pixels.SERVICE])
def test_recorded_adverts_are_recognised_when_the_scan_response_completes_them(air, ear, radio, service):
    """The first packet says how it lies and has no service; the second says which die it is."""
    listen(ear, radio)
    for number, (said, motion) in enumerate(RECORDED.items()):
        second = pixels_die(0x03EF405D, address=f"AA:{number:02}", built=1_730_937_600)
        second.services, second.manufacturer = [service], {}
        how = {pixels.LEGACY_COMPANY: bytes.fromhex(said)}
        first = replace(second, services=[pixels.INFORMATION], manufacturer=how, service_data={})
        air.advertise(first)
        assert ear.queue.empty()  # nobody can tell yet which die that is
        air.advertise(second)
        seen = ear.wait(Seen)
        assert (seen.die, seen.advert.motion) == ("pixels:03ef405d", motion)
        assert (seen.advert.identity.kind, seen.advert.charge.percent) == ("d20", 100)
        air.advertise(second)
        assert ear.wait(Seen).advert is None  # an old first packet is not said again
        air.advertise(first)
        assert ear.wait(Seen).advert.motion == motion  # it is known by its address from now on
        assert radio._places[seen.die].legacy == (service == pixels.LEGACY_SERVICE)


def test_first_packets_that_nothing_completes_take_no_memory(air, ear, radio):
    listen(ear, radio)
    for number in range(300):
        die = pixels_die(address=f"AA:{number}")
        air.advertise(replace(die, services=[pixels.INFORMATION], service_data={}))
    assert len(radio._first) <= 100
    assert ear.queue.empty()


def test_a_radio_that_is_off_is_said_once_and_tried_again(air, ear, radio):
    air.trouble = OFF
    radio.start(ear)
    down = ear.wait(RadioDown)
    assert (down.why, down.first) == ("Bluetooth is switched off", True)
    assert not ear.wait(RadioDown).first
    air.trouble = None
    ear.wait(RadioUp)
    air.trouble = OFF  # and meanwhile
    assert ear.wait(RadioDown).first
    air.trouble = None
    ear.wait(RadioUp)
    assert all(not scanner.started for scanner in air.scanners[:-1])


def test_silence_is_no_trouble(air, ear, radio):
    listen(ear, radio)
    until(lambda: len(air.scanners) >= 3)
    assert ear.rest() == [RadioUp()]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OFF, "switched off"),
        (
            BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.NO_BLUETOOTH),
            "no Bluetooth radio",
        ),
        (
            BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.DENIED_BY_USER),
            "may not use Bluetooth",
        ),
        (BleakDBusError("org.bluez.Error.NotReady", []), "switched off"),
        (
            BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", []),
            "service does not answer",
        ),
        (BleakDBusError("org.freedesktop.DBus.Error.AccessDenied", []), "may not use Bluetooth"),
        (FileNotFoundError(2, "No such file or directory"), "service does not answer"),
        (PermissionError(13, "Permission denied"), "may not use Bluetooth"),
        (TimeoutError(), "does not answer"),
        (EOFError(), "service does not answer"),
        (BleakDeviceNotFoundError("AA", "gone"), "not there any more"),
        (BleakError("two\nlines"), "two lines"),
        (BleakError(), "BleakError"),
    ],
)
def test_every_trouble_is_one_line(error, why):
    said = reason(error)
    assert why in said.why
    assert said.todo
    assert "\n" not in f"{said.why}{said.todo}"


def test_every_reason_of_bleaks_has_words():
    unknown = {BleakBluetoothNotAvailableReason.UNKNOWN}
    for one in set(BleakBluetoothNotAvailableReason) - unknown:
        assert reason(BleakBluetoothNotAvailableError("its words", one)).why != "its words"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it would ask for permission")
def test_bleak_itself_without_a_radio_is_one_line_or_works(ear):
    """Here there may be Bluetooth or none: either is said, and nothing ends."""
    radio = BluetoothRadio(load(), FAST)
    radio.start(ear)
    until(lambda: bool(ear.queue.qsize()))
    radio.stop()
    first = ear.rest()[0]
    assert isinstance(first, RadioUp | RadioDown | Seen)
    assert not any(one.name == "Bluetooth dice" for one in threading.enumerate())


@pytest.mark.parametrize("legacy", [False, True], ids=["new", "legacy"])
def test_a_pixels_die_that_is_wanted_is_connected_and_asked_who_it_is(air, ear, radio, legacy):
    die = air.add(pixels_die(legacy=legacy))
    tune(air, ear, radio, die)
    ear.wait(Linked(PIXELS_ID))
    assert isinstance(ear.wait(Said).message, Introduction)
    assert die.written == [pixels.WHO_ARE_YOU]
    air.say(die, b"\x03\x03\x02", b"\x03\x01\x07")
    assert ear.wait(Said).message == Motion(State.ROLLING, 2)
    assert ear.wait(Said).message == Motion(State.ROLLED, 7)


def test_a_godice_is_set_up_and_asked_for_its_battery_now_and_then(air, ear, radio):
    die = air.add(go_die())
    tune(air, ear, radio, die)
    ear.wait(Linked(GODICE_ID))
    until(lambda: len(die.written) >= 4)
    assert die.written[:2] == [godice.set_up(), godice.ASK_BATTERY]
    assert set(die.written[2:]) == {godice.ASK_BATTERY}
    air.say(die, b"R")
    assert ear.wait(Said).message == godice.RollStart()


def test_a_die_that_takes_no_answered_writes_is_written_to_plainly(air, ear, radio):
    die = air.add(go_die())
    die.only_without_response = True
    tune(air, ear, radio, die)
    until(lambda: len(die.written) >= 2)


def test_a_die_that_is_lost_is_connected_anew_by_a_new_client(air, ear, radio, die):
    tune(air, ear, radio, die)
    ear.wait(Said)
    air.cut(die)
    assert ear.wait(Unlinked) == Unlinked(PIXELS_ID, GONE, first=True)
    air.advertise(die)
    ear.wait(Linked(PIXELS_ID))
    ear.wait(Said)
    old, new = die.clients
    assert old.closed
    assert new.is_connected
    air.say(die, b"\x03\x01\x07", to=old)  # a system may go on delivering to the old one
    air.say(die, b"\x03\x01\x03")
    assert ear.wait(Said).message == Motion(State.ROLLED, 3)


def test_a_die_that_cannot_be_had_is_said_once_and_tried_on(air, ear, radio, die):
    die.refuses = BleakDeviceNotFoundError("AA:01")
    tune(air, ear, radio, die)
    firsts = [ear.wait(Unlinked).first for _ in range(3)]
    assert firsts == [True, False, False]
    die.refuses = None
    ear.wait(Said)
    assert all(client.closed for client in die.clients[:-1])


def test_a_die_that_never_answers_keeps_no_other_waiting_for_ever(air, ear):
    radio = BluetoothRadio(air.library(), Pace(connect=0.05, unit=0.01, longest=0.1, look=0.02))
    stuck, other = air.add(pixels_die()), air.add(go_die())
    stuck.stuck = True
    radio.want(frozenset({PIXELS_ID, GODICE_ID}))
    listen(ear, radio)
    air.advertise(stuck)
    air.advertise(other)
    ear.wait(Linked(GODICE_ID))
    radio.stop()
    assert air.most == 1
    assert all(client.closed for client in stuck.clients)


def test_another_die_that_answers_is_let_go(air, ear, radio, die):
    die.answer = pixels_die(number=2).answer
    tune(air, ear, radio, die)
    assert ear.wait(Unlinked).why == ANOTHER
    assert not any(isinstance(event, Said) for event in ear.rest())


def test_what_makes_no_sense_is_left_aside_and_who_is_not_wanted_any_more_is_let_go(air, ear, radio, die):
    tune(air, ear, radio, die)
    ear.wait(Said)
    air.say(die, b"", b"\x03", b"\x03\x01\x07")
    assert ear.wait(Garbled).die == PIXELS_ID
    assert ear.wait(Said).message == Motion(State.ROLLED, 7)
    radio.want(frozenset())
    assert ear.wait(Unlinked) == Unlinked(PIXELS_ID, "let go", first=False)
    assert die.clients[-1].closed


@pytest.mark.parametrize("stopping", [False, True], ids=["unwanted", "stopped"])
def test_a_die_that_takes_its_time_is_let_go_all_the_same(air, ear, radio, stopping):
    die = air.add(pixels_die())
    die.slow = 0.2
    tune(air, ear, radio, die)
    ear.wait(Said)
    radio.want(frozenset())
    if stopping:
        sleep(0.05)
        radio.stop()
    until(lambda: die.clients[-1].closed)


def test_a_die_that_is_wanted_later_is_connected_then(air, ear, radio, die):
    listen(ear, radio)
    air.advertise(die)
    ear.wait(Seen)
    radio.want(frozenset({PIXELS_ID}))
    ear.wait(Linked(PIXELS_ID))


def test_stopping_lets_every_die_go_and_says_nothing_more(air, ear, radio):
    dice = [air.add(pixels_die()), air.add(go_die())]
    radio.want(frozenset({PIXELS_ID, GODICE_ID}))
    listen(ear, radio)
    for die in dice:
        air.advertise(die)
    until(lambda: all(die.written for die in dice))
    radio.stop()
    said = len(ear.rest())
    assert all(client.closed for die in dice for client in die.clients)
    assert not any(scanner.started for scanner in air.scanners)
    assert len(ear.rest()) == said
    radio.stop()


def test_a_listener_may_stop_its_own_radio(radio):
    heard = []

    def listener(event):
        heard.append(event)
        radio.stop()

    radio.start(listener)
    until(lambda: bool(heard))
    until(lambda: not any(one.name == "Bluetooth dice" for one in threading.enumerate()))


@pytest.mark.parametrize("times", [1, 2])
async def test_who_is_let_go_at_the_very_moment_that_a_wait_of_its_own_ends_goes(radio, times):
    """A wait with a limit ends by cancelling its own task: that is not the one that lets it go."""
    limits = []

    async def keep():
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(60.0) as limit:
                    limits.append(limit)
                    await asyncio.Event().wait()

    task = asyncio.create_task(keep())
    await asyncio.sleep(0)
    limits[0].reschedule(0.0)  # over long ago
    await asyncio.sleep(0)
    assert task.cancelling() == 1
    for _ in range(times):
        radio._let_go(task)
    await asyncio.wait({task}, timeout=5.0)
    assert task.cancelled()


def test_a_radio_is_started_once_and_may_be_stopped_before(air, radio, ear):
    BluetoothRadio(air.library()).stop()
    radio.start(ear)
    with pytest.raises(RuntimeError):
        radio.start(ear)


def test_waits_grow_and_have_an_end():
    waits = [Pace().wait(tries) for tries in range(200)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (1.0, 60.0)
