"""Out loud: one key on and off, a sign that shows it, and nothing is said twice."""

from __future__ import annotations

import pytest
from tui_roll_kit import Voice, attack, hand_in, seen

from companion.session.announcer import spoken
from companion.tui.app import TablesideApp
from companion.tui.live import NO_VOICE
from companion.tui.settings import Settings


async def speaking(driver):
    """Give the table a voice and switch it on."""
    voice = Voice()
    driver.app.live._voices = lambda: voice
    await driver.press("f8")
    await driver.pilot.pause()
    return voice


async def test_f8_switches_it_on_with_a_sign_and_off_at_once(at_fight):
    async with at_fight() as driver:
        assert not driver.says("voice on (F8)")
        voice = await speaking(driver)
        assert driver.says("voice on (F8)")
        turn = driver.table.seats[driver.table.view().turn]
        assert voice.said[0] == f"{turn}'s turn."
        await driver.press("f8")
        assert voice.closed
        assert not driver.says("voice on (F8)")
        said = len(voice.said)
        await attack(driver)
        assert len(voice.said) == said
        again = await speaking(driver)
        driver.app.live.close()
        assert again.closed


async def test_request_doubt_result_and_refusal_are_said_once(at_fight):
    async with at_fight() as driver:
        voice = await speaking(driver)
        await attack(driver)
        assert voice.said[-1].startswith(f"{driver.table.seats[driver.table.view().turn]} rolls")
        await hand_in(driver, seen("6", confidence=0.6, alternatives=(("9", 0.3),)))
        driver.screen.show_table()
        assert sum(one.startswith("Please look at the dice") for one in voice.said) == 1
        await driver.press("1")
        assert spoken(driver.table.history()[-1].told) in voice.said
        await driver.press("f5", "end", "enter")
        await driver.until(lambda: voice.said[-1].startswith("Not allowed: "), "the refusal")


@pytest.mark.parametrize(("keys", "begins"), [(("h", "9"), "Corrected"), (("u",), "Taken back")])
async def test_a_correction_and_an_undo_say_only_what_changed(at_fight, keys, begins):
    async with at_fight() as driver:
        voice = await speaking(driver)
        await attack(driver)
        await driver.press("1")
        before = list(voice.said)
        await driver.press(*keys)
        await driver.until(lambda: len(voice.said) > len(before), "the news")
        fresh = voice.said[len(before) :]
        assert fresh[0].startswith(begins)
        assert not set(fresh) & set(before)


async def test_a_computer_without_a_voice_says_so_on_the_screen(at_fight):
    async with at_fight() as driver:
        driver.app.live._voices = lambda: None
        await driver.press("f8")
        assert driver.says(NO_VOICE)
        assert not driver.says("voice on (F8)")


async def test_the_voice_is_remembered_for_the_next_table(drive, house):
    voice = Voice()
    house.keep_settings(Settings())
    app = TablesideApp(host=house)
    async with drive(app) as driver:
        seating = house.practise("rsf")
        live = seating()
        live._voices = lambda: voice
        app._take_seats(lambda: live)
        await driver.until(lambda: driver.screen.query("#voice"), "the table")
        await driver.press("f8")
        await driver.until(lambda: house.settings().voice == "on", "the setting")
        await driver.press("f8")
        await driver.until(lambda: house.settings().voice == "off", "the setting")


async def test_sounds_mark_refusals_and_doubtful_dice_and_only_when_wanted(at_fight, monkeypatch):
    async with at_fight() as driver:
        rung = []
        monkeypatch.setattr(driver.app, "bell", lambda: rung.append(driver.screen.announcing.reply.text))
        await driver.press("f5", "end", "enter")
        await driver.until(lambda: driver.screen.announcing.reply.bad, "the refusal")
        assert rung == []
        driver.screen.voice.heed(Settings(sounds="on"))
        await attack(driver)
        assert rung == []
        await hand_in(driver, seen("6", confidence=0.6, alternatives=(("9", 0.3),)))
        driver.screen.show_table()
        assert len(rung) == 1


async def test_one_key_reads_the_whole_moment_out_in_lines_and_aloud(at_fight, monkeypatch):
    async with at_fight((120, 40)) as driver:
        heard = []
        monkeypatch.setattr(driver.screen.live, "say", heard.extend)
        view = driver.table.view()
        await driver.press("f7")
        read = " ".join(str(driver.screen.query_one("#verdict").render()).split())
        assert view.headline.split(" · ")[0] in read
        assert "Attack" in read
        for merit in driver.table.sheet().lead.merits:
            assert f"{merit.name} {merit.number}" in read
        assert " ".join(heard).split() == read.split()
