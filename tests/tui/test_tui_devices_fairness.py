"""What was rolled, die by die and player by player: counts, bars, and no verdict too early."""

from __future__ import annotations

import threading

import pytest
from tui_device_kit import tray

from companion.core.errors import FileProblemError
from companion.demo.players import next_action
from companion.rolls.fairness import CountedDie, Tally, judge, tallies
from companion.rolls.source import KnownDevice, Sort
from companion.tui.app import TablesideApp
from companion.tui.device_words import bars
from companion.tui.device_words import fairness_pages as pages
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.help import PagesScreen


def rows(faces, die="pixels:1a2b3c4d", player="Ben", kind="d6"):
    return [
        CountedDie(f"2026-01-01T00:00:{n:06}", kind, face, die, "ble", player)
        for n, face in enumerate(faces)
    ]


FEW = rows("123456" * 2)
MANY = rows("6" * 40 + "12345" * 8, die="godice:1A2B3C", player="Ann")


def plain(found, known=()):
    return [(title, text.plain) for title, text in pages(found, known)]


def test_each_die_is_told_by_its_name_with_its_counts():
    known = (KnownDevice("pixels:1a2b3c4d", Sort.PIXELS, "the blue die"),)
    (title, text), *_ = plain(tallies(FEW), known)
    assert title == "Fair? Die by die"
    assert "the blue die · d6 · 12 rolls" in text
    assert "   1   2   3   4   5   6\n   2   2   2   2   2   2\n   █   █   █   █   █   █" in text


def test_too_few_rolls_are_no_verdict():
    for _, text in plain(tallies(FEW)):
        assert "not enough rolls: 12 of 30" in text


def test_the_words_of_the_verdict_are_shown_for_dice_players_and_readers():
    found = tallies([*FEW, *MANY])
    dice, players, readers = (text for _, text in plain(found))
    words = judge(found.dice[0].tally).words
    assert "unusual" in words
    assert words in " ".join(dice.split())
    assert words in " ".join(players.split())
    assert "judged after 60 rolls, again after 120" in dice
    assert "Ann · d6 · 80 rolls" in players
    assert "Ben · d6 · 12 rolls" in players
    assert "Bluetooth dice · d6 · 92 rolls" in readers


def test_no_line_is_too_long_for_a_narrow_screen():
    many = [*MANY, *rows([str(n % 20 + 1) for n in range(2000)], die="pixels:9", kind="d20")]
    for _, text in plain(tallies(many)):
        assert max(map(len, text.splitlines())) <= 72


def test_without_rolls_the_pages_say_so():
    dice, players, readers = (text for _, text in plain(tallies([])))
    assert "No die has said yet which one it is." in dice
    assert "No roll has counted yet." in players
    assert "No roll has counted yet." in readers


@pytest.mark.parametrize(
    ("counts", "drawn"),
    [((), ""), ((0, 0), "  "), ((0, 1), " █"), ((1, 100), "▁█"), ((50, 100), "▅█")],
)
def test_bars_compare_counts(counts, drawn):
    assert bars(counts) == drawn


def test_a_face_of_which_there_is_nothing_has_no_bar():
    tally = Tally.of("d10", "7" * 5)
    assert bars(tally.counts).count("█") == 1
    assert bars(tally.counts).strip() == "█"


async def to_pages(driver):
    await driver.go("f4", "f", to=PagesScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_f_shows_the_pages(with_devices, size):
    async with with_devices(tray(), size=size) as driver:
        driver.app.live.tallies = lambda: tallies([*FEW, *MANY])
        await to_pages(driver)
        assert driver.says("Fair? Die by die (1 of 3)")
        assert driver.says("GoDice 1A2B3C · d6 · 80 rolls")
        await driver.press("tab")
        assert driver.says("Fair? Player by player (2 of 3)")
        assert driver.says("Ann · d6 · 80 rolls")
        await driver.press("escape")
        assert isinstance(driver.screen, DevicesScreen)


async def test_f_needs_no_device(with_devices):
    async with with_devices() as driver:
        driver.app.live.tallies = lambda: tallies([])
        await to_pages(driver)
        assert driver.says("No die has said yet which one it is.")


async def test_counting_does_not_hold_the_keys_up(with_devices):
    go_on = threading.Event()

    def slow():
        go_on.wait(20)
        return tallies(FEW)

    async with with_devices(tray()) as driver:
        driver.app.live.tallies = slow
        await driver.press("f4", "f", "question_mark")
        assert driver.says("test roll")
        await driver.press("escape")
        go_on.set()
        await driver.go(to=PagesScreen)


async def test_people_who_went_on_are_not_interrupted_by_the_counts(with_devices):
    began, go_on, counted = threading.Event(), threading.Event(), threading.Event()

    def slow():
        began.set()
        go_on.wait(20)
        counted.set()
        return tallies(FEW)

    async with with_devices(tray()) as driver:
        driver.app.live.tallies = slow
        await driver.press("f4", "f")
        await driver.until(began.is_set, "the counting")
        await driver.press("escape")
        go_on.set()
        await driver.until(counted.is_set, "the counts")
        await driver.pilot.pause(0.1)
        assert not isinstance(driver.screen, PagesScreen)


async def test_what_cannot_be_counted_is_said(with_devices):
    def broken():
        raise FileProblemError("tables.sqlite", "cannot be read")

    async with with_devices(tray()) as driver:
        driver.app.live.tallies = None
        await driver.press("f4", "f")
        assert driver.says("Rolls are not counted here.")
        driver.screen.tallies = broken
        await driver.press("f")
        await driver.until(lambda: driver.says("Does not count:"), "the reason")


async def test_rolls_of_a_real_table_are_counted_by_player_and_by_what_read_them(with_devices):
    source = tray()
    async with with_devices(source) as driver:
        table = driver.table
        while driver.app.live.desk.armed is None:
            assert table.declare(next_action(table.match)).legal
        roller = table.seats[driver.app.live.desk.armed.roller]
        before = table.version
        source.roll(("d10", "7"))
        await driver.until(lambda: table.version > before, "the roll")
        await to_pages(driver)
        await driver.press("tab")
        assert driver.says(f"{roller} · d10 · 1 roll")
        assert driver.says("not enough rolls: 1 of 50")


async def test_the_start_screen_leads_to_the_counts_of_all_tables(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await to_pages(driver)
        assert driver.says("No die has said yet which one it is.")
