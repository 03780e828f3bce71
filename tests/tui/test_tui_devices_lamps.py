"""The lamps of a table: the worst news first, short, and each outage said once."""

import itertools
from dataclasses import replace

import pytest
from rich.cells import cell_len
from tui_device_kit import GODICE, PIXELS, PRINTED, TRAY, FakeSource, bluetooth, tray

from companion.rolls.readings import SourceFault, SourceKind
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.tui import device_words as words
from companion.tui.parts.hearing import Heard, Outages
from companion.tui.widgets.device_list import columns, row
from companion.tui.widgets.lamp import GAP, Lamp, LampLine, Light, fitting, worst_first

FAULT = SourceFault("tray:T-1A2B", "the line was cut", "/dev/rfcomm0", "type the dice")
DOWN = replace(TRAY, state=DeviceState.FAULT, text="the line was cut; trying again")


def lamps(driver):
    return driver.screen.query_one(LampLine).lamps


@pytest.mark.parametrize(
    ("device", "light"),
    [
        (TRAY, Light.LOOKING),
        (replace(TRAY, battery=words.LOW), Light.UNSURE),
        (replace(TRAY, battery=words.LOW, charging=True), Light.LOOKING),
        (replace(TRAY, state=DeviceState.TRYING), Light.UNSURE),
        (DOWN, Light.FAULT),
        (replace(TRAY, state=DeviceState.OVER), Light.NONE),
    ],
)
def test_a_lamp_shows_the_state_of_its_device(device, light):
    assert words.lamps_of((device,))[0].light is light


def test_a_tray_that_is_alone_and_has_no_name_is_the_tray():
    assert words.lamps_of((TRAY,)) == (Lamp(Light.LOOKING, "tray"),)
    assert words.lamps_of((TRAY, PRINTED))[0].text == "tray T-1A2B"
    assert words.lamps_of((replace(TRAY, name="red tray"),))[0].text == "red tray"
    assert words.lamps_of((PIXELS,))[0].text == "Ben's d10"


def test_without_room_for_the_reason_a_lamp_says_what_is_done():
    trying = replace(TRAY, state=DeviceState.TRYING, text="the line was cut")
    (lamp,) = words.lamps_of((trying,))
    assert fitting((lamp,), 80)[0].text == "tray: the line was cut"
    assert fitting((lamp,), 22) == (Lamp(Light.UNSURE, "tray: trying again"),)


def test_many_lamps_are_summed_up_with_the_worst_news():
    dice = tuple(replace(PIXELS, id=f"pixels:{n}", seat=f"Player {n}") for n in range(5))
    away = replace(dice[2], state=DeviceState.TRYING, text="not seen")
    found = worst_first(words.lamps_of((dice[0], dice[1], away)))
    assert fitting(found, 40) == (Lamp(Light.UNSURE, "2 of 3 devices: Player 2's d10: trying again"),)
    assert fitting(words.lamps_of(dice), 40) == (Lamp(Light.LOOKING, "5 devices"),)
    assert [lamp.text for lamp in fitting(found, 120)] == [
        "Player 2's d10: not seen",
        "Player 0's d10",
        "Player 1's d10",
    ]


def test_lamps_that_fit_are_all_shown():
    lights = [Lamp(light, text) for light, text in zip(Light, ("a", "bb", "ccc", "dddd"), strict=True)]
    for count in range(1, 5):
        for some in itertools.permutations(lights, count):
            wide = sum(2 + len(lamp.text) for lamp in some) + len(GAP) * (count - 1)
            assert fitting(some, wide) == some
            if count > 1:
                assert len(fitting(some, wide - 1)) == 1


async def test_lamps_change_with_the_devices(with_devices):
    source, dice = tray(), bluetooth()
    async with with_devices(source, dice, size=(80, 24)) as driver:
        await driver.until(lambda: len(lamps(driver)) == 3, "three lamps")
        assert lamps(driver)[0].light is Light.UNSURE
        source.turn(state=DeviceState.FAULT, text="the line was cut; trying again")
        await driver.until(lambda: lamps(driver)[0].light is Light.FAULT, "the red lamp")
        assert driver.says("tray: the line was")
        source.turn(state=DeviceState.OK, text="connected")
        dice.turn(1, state=DeviceState.OK, battery=90)
        await driver.until(lambda: lamps(driver)[0].light is Light.LOOKING, "green lamps")
        assert driver.says("● tray ● Ben's d10 ● GoDice")


async def test_dice_that_are_merely_near_by_have_no_lamp(with_devices):
    near = replace(GODICE, id="godice:FFFFFF", state=DeviceState.OVER, text="near by, not in use")
    source = FakeSource("ble", SourceKind.BLE, near)
    async with with_devices(source) as driver:
        assert lamps(driver) == (Lamp(),)
        source.turn(state=DeviceState.OK, battery=50)
        await driver.until(lambda: lamps(driver) == (Lamp(Light.LOOKING, "GoDice"),), "the lamp")


async def test_an_outage_is_said_once_and_its_end_once(with_devices):
    source = tray()
    async with with_devices(source) as driver:
        said = []
        screen, announcing = driver.screen, driver.screen.announcing
        remark = announcing.remark
        announcing.remark = lambda text: (said.append(text), remark(text))
        source.fail()
        await driver.until(lambda: driver.says("the line was cut; it is tried again"), "the fault")
        await driver.until(lambda: lamps(driver)[0].light is Light.UNSURE, "the yellow lamp")
        for _ in range(3):
            source.fail()
            await driver.pilot.pause(0.05)
        source.turn(state=DeviceState.OK, text="connected")
        await driver.until(lambda: driver.says("the tray is back"), "its end")
        for _ in range(3):
            screen._look_after()
        assert said == ["/dev/rfcomm0: the line was cut; it is tried again", "the tray is back"]
        assert lamps(driver)[0].light is Light.LOOKING


async def test_a_fault_leaves_no_stale_lamp_where_a_device_tells_its_state(with_devices):
    source = tray()
    async with with_devices(source) as driver:
        lost = SourceFault(source.source_id, "2 rolls lost", "/dev/rfcomm0", "throw again")
        driver.screen.post_message(Heard(lost))
        await driver.until(lambda: driver.says("2 rolls lost"), "the news")
        assert lamps(driver) == (Lamp(Light.LOOKING, "tray"),)


def test_news_of_a_device_that_works_are_said_each_time():
    outages = Outages()
    outages.look((TRAY,))
    assert outages.begin(FAULT) == str(FAULT)
    assert outages.begin(FAULT) == str(FAULT)
    assert outages.look((TRAY,)) == ""
    assert outages.lamps() == ()


def test_a_second_outage_is_said_again():
    outages = Outages()
    for _ in range(2):
        outages.look((TRAY,))
        assert outages.begin(FAULT) == str(FAULT)
        assert outages.look((DOWN,)) == ""
        assert outages.begin(FAULT) == ""
        assert outages.look((TRAY,)) == "the tray is back"


def test_a_tray_that_comes_for_the_first_time_is_here_under_its_own_name():
    outages = Outages()
    nobody = replace(DOWN, id="tray:/dev/rfcomm0")
    outages.look((nobody,))
    outages.begin(FAULT)
    outages.look((nobody,))
    assert outages.look((replace(TRAY, name="red tray"),)) == "red tray is here"


def test_one_die_of_several_comes_back_by_its_name():
    outages = Outages()
    there = replace(GODICE, state=DeviceState.OK)
    outages.look((PIXELS, there))
    outages.begin(SourceFault("ble", "not seen", "Ben's d10", "shake it"))
    outages.begin(SourceFault("ble", "not seen", "GoDice", "shake it"))
    away = replace(PIXELS, state=DeviceState.TRYING)
    outages.look((away, GODICE))
    assert outages.look((PIXELS, GODICE)) == "Ben's d10 is back"
    assert outages.look((PIXELS, GODICE)) == ""
    assert outages.look((PIXELS, there)) == "the GoDice is back"


@pytest.mark.parametrize(
    ("count", "said"),
    [(2, "Ann 0's d10 is back · Ann 1's d10 is back"), (3, "3 devices work again")],
)
def test_many_that_are_back_at_once_are_counted(count, said):
    dice = tuple(replace(PIXELS, id=f"pixels:{n}", seat=f"Ann {n}") for n in range(count))
    outages = Outages()
    outages.look(dice)
    outages.begin(SourceFault("ble", "Bluetooth is switched off", "Bluetooth dice", "switch it on"))
    outages.look(tuple(replace(one, state=DeviceState.FAULT) for one in dice))
    assert outages.look(dice) == said


def test_a_source_without_devices_is_down_until_it_is_heard():
    outages = Outages()
    assert outages.begin(FAULT) == str(FAULT)
    assert outages.begin(FAULT) == ""
    assert outages.lamps() == (Lamp(Light.FAULT, str(FAULT)),)
    assert outages.heard("another") == ""
    assert outages.heard(FAULT.source_id) == "/dev/rfcomm0: it works again"
    assert outages.heard(FAULT.source_id) == ""
    assert outages.lamps() == ()


def test_devices_that_are_found_later_take_over_from_the_fault_of_their_source():
    outages = Outages()
    assert outages.begin(FAULT) == str(FAULT)
    assert outages.look((DOWN,)) == ""
    assert outages.lamps() == ()
    assert outages.begin(FAULT) == ""
    assert outages.look((TRAY,)) == "the tray is here"


def test_a_script_at_its_end_is_no_outage():
    outages = Outages()
    ended = replace(FAULT, over=True, expected=True)
    assert outages.begin(ended) == str(ended)
    assert outages.lamps() == (Lamp(Light.NONE, str(ended)),)
    assert outages.heard(ended.source_id) == ""


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("", ""),
        ("d10=7", "d10 7"),
        ("7", "7"),
        ("md.teeth=S md.eye=4", "Teeth-Die S, D'eye 4"),
        ("d20=17", "d20 17"),
    ],
)
def test_the_last_roll_is_said_as_people_do(last, said):
    assert words.last_text(last) == said


@pytest.mark.parametrize(
    ("battery", "charging", "said"),
    [
        (None, False, ""),
        (0, False, "▱▱▱▱▱ 0%"),
        (50, False, "▰▰▰▱▱ 50%"),
        (100, True, "▰▰▰▰▰ 100%+"),
        (200, False, "▰▰▰▰▰ 100%"),
        (-3, False, "▱▱▱▱▱ 0%"),
    ],
)
def test_a_battery_is_a_bar_and_a_number(battery, charging, said):
    assert words.battery_text(replace(TRAY, battery=battery, charging=charging)) == said


@pytest.mark.parametrize("sort", list(Sort))
def test_only_a_tray_that_numbers_its_rolls_promises_each_exactly_once(sort):
    said = words.delivery_text(replace(TRAY, sort=sort))
    assert ("exactly once" in said) == (sort is Sort.TRAY)
    assert ("no delivery guarantee" in said) == (sort not in {Sort.TRAY, Sort.CAMERA})


def test_what_people_said_of_a_device_wins_over_what_it_says_itself():
    known = KnownDevice(PIXELS.id, Sort.PIXELS, "my die", "d6", "Ann")
    mine = words.apply_names(replace(PIXELS, name="Pixel1a2b"), known)
    assert (mine.name, mine.kind, mine.seat) == ("my die", "d6", "Ann")
    assert words.apply_names(PIXELS, None) == PIXELS
    assert words.apply_names(PIXELS, KnownDevice(PIXELS.id, Sort.PIXELS)) == PIXELS


def test_known_devices_that_are_away_stand_below_those_that_are_here():
    away = KnownDevice("tray:OLD", Sort.TRAY, "old", where="COM4")
    found = words.list_devices((PIXELS,), (away, KnownDevice(PIXELS.id, Sort.PIXELS, "mine")))
    assert [(one.name, one.state) for one in found] == [
        ("mine", DeviceState.OK),
        ("old", DeviceState.OVER),
    ]
    assert found[1].source_id == ""


ODD = replace(
    TRAY,
    id="odd",
    name="漢字 tray 🎲 with a very long name indeed",
    text="x" * 300,
    last="d10=7 " * 20,
)


@pytest.mark.parametrize("device", [TRAY, PIXELS, GODICE, PRINTED, ODD], ids=lambda one: one.id)
@pytest.mark.parametrize("room", [1, 10, 20, 40, 59, 60, 76, 111, 112, 116, 200])
def test_a_row_keeps_to_its_room(device, room):
    used = sum(one.wide + 1 for one in columns(room)) + 3
    assert cell_len(row(device, room).plain) <= max(room, used)
    assert "\n" not in row(device, room).plain


def test_what_a_device_says_of_itself_is_shown_and_obeyed_by_nobody():
    odd = replace(TRAY, name=" red\x1b[31m\ntray ", seat="A\u202enn", text="gone\r;now", kind="d10")
    assert words.label(odd) == r"red\x1b[31m\ntray"
    assert words.whose(odd) == r"A\u202enn's d10"
    assert words.lamp_of(replace(odd, state=DeviceState.FAULT), "it").text == r"it: gone\r;now"
    assert words.id_text("odd\n1") == r"odd\n1"
    for room in (40, 116):
        assert row(odd, room).plain.isprintable()


@pytest.mark.usefixtures("accented")
def test_in_any_language_an_empty_battery_and_a_warning_stand_out():
    flat = replace(PIXELS, battery=5, charging=False)
    for room in (76, 116):
        styles = {span.style for span in row(flat, room).spans}
        assert "$warning" in styles
        assert "bold" in styles
    warned = replace(TRAY, note="3 rolls were lost")
    assert [one.said for one in words.details(warned) if one.warns] == ["3 rolls were lost"]


async def test_a_source_that_has_no_camera_but_a_lamp_is_listed_as_one(with_devices):
    class Red:
        def lamp(self):
            return Lamp(Light.FAULT, "camera 0: no picture; plug it in")

        def picture(self):
            return None

    source = FakeSource("tray:T-1A2B", SourceKind.TRAY, TRAY)
    async with with_devices(source) as driver:
        driver.app.live.eyes = Red()
        camera, first = driver.app.live.devices()
        assert (camera.sort, camera.state) == (Sort.CAMERA, DeviceState.FAULT)
        assert first == TRAY
        driver.screen._look_after()
        assert [lamp.light for lamp in lamps(driver)] == [Light.FAULT, Light.LOOKING]
