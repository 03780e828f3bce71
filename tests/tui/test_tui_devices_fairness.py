"""What was rolled, die by die and player by player: counts, bars, and no verdict too early."""

import threading

import pytest
from tui_device_kit import tray

from companion.core.errors import FileProblemError
from companion.rolls.fairness import CountedDie, judge, tallies
from companion.rolls.source import KnownDevice, Sort
from companion.tui.device_words import bars
from companion.tui.device_words import fairness_pages as pages
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.help import PagesScreen


def rows(faces, die="pixels:1a2b3c4d", player="Ben", kind="d6"):
    return [CountedDie(f"2026-01-01T00:00:{n:06}", kind, face, die, "ble", player) for n, face in enumerate(faces)]


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
