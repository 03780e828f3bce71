"""Playing with a dice tray, the whole way: a request, the tray on a real line, the journal, the game."""

import argparse
from time import monotonic

import pytest
import serial
from tray_kit import PATIENCE, Listening, Playing, PtyTray, until

from companion.commands import memory, play
from companion.commands.hosting import LocalHost
from companion.core.errors import CompanionError
from companion.journal.store import FILE, Journal
from companion.rolls import echoes
from companion.rolls.arbiter import Unrequested
from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.sources import base
from companion.tui.app import TablesideApp
from companion.tui.host import Wish

SEATS = ("Ann", "Ben")


@pytest.fixture(autouse=True)
def _as_fast_as_a_test(monkeypatch):
    """Let the pretended tray throw faster than hands do; how that is judged has tests of its own."""
    monkeypatch.setattr(base, "QUICK_S", 0.0)
    monkeypatch.setattr(base, "FLOOD_S", 0.0)
    monkeypatch.setattr(echoes, "ECHO_S", 0.0)


@pytest.fixture
def tray(tmp_path):
    with PtyTray(tmp_path / "port") as tray:
        yield tray


class Seated(Playing):
    """A table with its screen's part played by the test."""

    def __init__(self, live):
        super().__init__(live.table)
        self.live, self.desk = live, live.desk
        self.listening = Listening()
        live.start(self.listening)

    @property
    def device(self):
        (device,) = self.live.devices()
        return device

    def connected(self):
        until(lambda: self.device.state is DeviceState.OK, "the tray was never met")
        return self

    def hear(self):
        """Take the next roll to the desk."""
        value = self.listening.next()
        assert isinstance(value, RollReading), value
        return self.desk.hear(value)

    def journalled(self):
        """Keys that stand in the journal's readings."""
        with Journal(self.home_file) as journal:
            return [reading.key for reading in journal.readings(self.table.table_id)]

    def crash(self):
        """Let go of everything as a killed program does: nothing more is said to anybody."""
        for source in self.desk.devices.all:
            source.stop()
        self.live._closing()


class Home:
    """A home folder whose tables are closed in the end."""

    def __init__(self, folder):
        self.folder = folder
        self.seated = []

    def open(self, game, tray, depth="light"):
        return self._seat(LocalHost(self.folder).open(Wish(game, SEATS, depth, tray=tray))())

    def resume(self):
        house = LocalHost(self.folder)
        return self._seat(house.resume(house.saved()[0].id)())

    def _seat(self, live):
        seated = Seated(live)
        seated.home_file = self.folder / FILE
        self.seated.append(seated)
        return seated


@pytest.fixture
def home(home_of_its_own):
    home = Home(home_of_its_own)
    yield home
    for seated in home.seated:
        seated.live.close()


@pytest.fixture
def seated(home, tray):
    """A table with the tray, at its first roll."""
    seated = home.open("rsf", tray.url).connected()
    seated.to_a_roll()
    return seated


def test_a_roll_on_the_tray_is_the_roll_of_the_game(home, tray):
    seated = home.open("rsf", tray.url).connected()
    for face in "7305":
        seated.to_a_roll()
        tray.roll(f"d10={face}")
        heard = seated.hear()
        assert heard.verdict is not None, heard.message()
        assert heard.verdict.legal
        assert seated.rolls()[-1] == f"d10={face}"
    until(lambda: tray.held == [])
    assert seated.journalled() == [f"tray:T-1/0000abcd#{n}" for n in (1, 2, 3, 4)]


def test_the_tray_forgets_a_roll_only_after_the_journal_has_it(tray, seated):
    tray.roll("d10=7")
    value = seated.listening.roll()
    seated.listening.nothing()
    assert tray.held == [1]
    assert seated.journalled() == []
    seated.desk.hear(value)
    assert seated.journalled() == ["tray:T-1/0000abcd#1"]
    until(lambda: tray.held == [])


def test_a_crash_before_the_journal_has_a_roll_does_not_cost_it(home, tray, seated):
    tray.roll("d10=1")
    assert seated.hear().verdict.legal
    seated.to_a_roll()
    tray.roll("d10=7")
    seated.listening.roll()
    seated.crash()
    again = home.resume()
    heard = again.hear()
    # It came to rest before this program asked for it, so people say whether it counts.
    assert isinstance(heard.decision, Unrequested)
    assert heard.decision.claimable
    assert again.desk.claim().verdict.legal
    assert again.rolls() == ["d10=1", "d10=7"]
    until(lambda: tray.held == [])


def test_a_crash_between_journal_and_tray_enters_no_roll_twice(home, tray, seated):
    tray.roll("d10=7")
    value = seated.listening.roll()
    seated.desk.devices.all[0].kept = lambda _key: None  # the tray does not know yet
    assert seated.desk.hear(value).verdict.legal
    seated.crash()
    assert tray.held == [1]
    again = home.resume().connected()
    until(lambda: tray.held == [])
    again.to_a_roll()
    tray.roll("d10=2")
    assert again.hear().verdict.legal
    assert again.rolls() == ["d10=7", "d10=2"]
    assert again.journalled() == ["tray:T-1/0000abcd#1", "tray:T-1/0000abcd#2"]


def test_with_the_cable_out_the_keyboard_plays_on_and_the_tray_comes_back(tray, seated):
    tray.unplug()
    assert not seated.listening.fault().over
    assert seated.device.state is DeviceState.FAULT
    request = seated.table.pending()
    name = seated.table.seats[request.roller]
    assert seated.desk.enter(f"{name}: roll d10=4").verdict.legal
    seated.to_a_roll()
    tray.plug()
    seated.connected()
    tray.roll("d10=6")
    assert seated.hear().verdict.legal
    assert seated.rolls() == ["d10=4", "d10=6"]


def test_a_tray_that_is_not_there_refuses_no_table_and_is_red(home, tmp_path):
    seated = home.open("rsf", str(tmp_path / "missing"))
    fault = seated.listening.next()
    assert isinstance(fault, SourceFault)
    assert "no such port" in str(fault)
    assert "keyboard" not in fault.where
    assert seated.device.state is DeviceState.FAULT
    seated.to_a_roll()
    with PtyTray(tmp_path / "missing") as tray:
        seated.connected()
        tray.roll("d10=8")
        assert seated.hear().verdict.legal


def test_a_port_that_another_program_has_is_red_until_that_one_lets_go(home, tray):
    other = serial.Serial(tray.url, exclusive=True)
    seated = home.open("rsf", tray.url)
    assert "another program has it open" in seated.listening.fault().what
    assert seated.device.state is DeviceState.FAULT
    other.close()
    seated.connected()
    seated.to_a_roll()
    tray.roll("d10=8")
    assert seated.hear().verdict.legal


def test_auto_takes_the_tray_that_was_met_before(home, tray, monkeypatch):
    monkeypatch.setattr("companion.sources.tray_places.list_in_time", lambda _lister: ())
    book = LocalHost(home.folder).book()
    book.met(KnownDevice("tray:T-1", Sort.TRAY, where=tray.url))
    seated = home.open("rsf", "auto").connected()
    assert seated.device.where == tray.url
    seated.to_a_roll()
    tray.roll("d10=8")
    assert seated.hear().verdict.legal


def test_a_tray_of_one_player_does_not_roll_for_another(home, tray):
    seated = home.open("rsf", tray.url).connected()
    request = seated.to_a_roll()
    rolls = seated.table.seats[request.roller]
    (other,) = set(SEATS) - {rolls}
    until(lambda: seated.live.book.get("tray:T-1") is not None)
    seated.live.book.assign("tray:T-1", "", other)
    tray.roll("d10=8")
    heard = seated.hear()
    assert isinstance(heard.decision, Unrequested)
    assert f"the dice of {other}" in heard.message()
    assert seated.rolls() == []
    seated.live.book.assign("tray:T-1", "", rolls)
    tray.roll("d10=9")
    assert seated.hear().verdict.legal


def test_words_that_name_no_tray_refuse_a_new_table_but_no_table_that_is_taken_up(home):
    with pytest.raises(CompanionError, match="which port"):
        home.open("rsf", "tray:")
    assert LocalHost(home.folder).saved() == ()
    home.open("rsf", "").live.close()
    memory.remember(home.folder, Wish("rsf", SEATS, "light", tray="tray:"))
    again = home.resume()
    assert "which port" in str(again.listening.fault())
    assert again.device.state is DeviceState.FAULT
    assert again.to_a_roll()


def options(*words):
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    return parser.parse_args(["rsf", *words])


def test_the_tray_is_as_last_time_unless_another_or_none_is_named(home):
    house = LocalHost(home.folder)
    memory.remember(home.folder, Wish("rsf", SEATS, "light", tray="auto", bluetooth="known"))
    last = play.wished(house, options())
    assert (last.tray, last.bluetooth) == ("auto", "known")
    said = play.wished(house, options("--tray", "/dev/ttyUSB0", "--dice", "none"))
    assert (said.tray, said.bluetooth) == ("/dev/ttyUSB0", "")
    assert play.wished(house, options("--tray", "none")).tray == ""


async def test_on_the_screen_a_roll_of_the_tray_stands_as_the_last_one(home, tray):
    house = LocalHost(home.folder)
    app = TablesideApp(opener=lambda: house.open(Wish("rsf", SEATS, "light", tray=tray.url)))
    async with app.run_test(size=(120, 40)) as pilot:
        end = monotonic() + PATIENCE
        while app.live is None or app.live.devices()[0].state is not DeviceState.OK:
            assert monotonic() < end
            await pilot.pause(0.02)
        playing = Playing(app.live.table)
        playing.to_a_roll()
        tray.roll("d10=7")
        while playing.rolls() != ["d10=7"]:
            assert monotonic() < end
            await pilot.pause(0.02)
        until(lambda: tray.held == [])
