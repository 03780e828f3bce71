"""The tray as a source of rolls: keys, kinds, lateness, letting go, and what the lamp says."""

import threading
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tray_kit import PtyTray, connected, until

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import DieStatus
from companion.rolls.source import KnownDevice, Sort
from companion.sources.tray import MOVING, TraySource, first_numbers, heads, roll_key
from hardware.dtp.link import WINDOW, NewRoll
from hardware.dtp.messages import Die, Rolled
from hardware.simulators.tray_end import Tray


@pytest.mark.usefixtures("source")
def test_a_die_that_the_tray_doubts_is_cocked_and_never_sure(tray, listening):
    tray.roll("d10=7? d6=3")
    doubted, sure = listening.roll().dice
    assert (doubted.status, doubted.face) == (DieStatus.COCKED, "7")
    assert doubted.confidence < 0.9
    assert (sure.status, sure.confidence) == (DieStatus.READ, 1.0)


def test_what_nobody_kept_is_handed_in_again_with_the_tray_s_next_word(tray, listening, opened):
    now = [100.0]
    source = opened(tray, listening, clock=lambda: now[0])
    connected(source)
    tray.roll("d10=7")
    reading = listening.roll()
    now[0] += 60
    tray.body("MOVE")
    assert listening.roll() == reading
    tray.body("MOVE")
    listening.nothing()


@given(st.permutations(range(1, 9)), st.integers(0, 8))
def test_the_tray_is_never_told_of_more_than_is_kept_without_a_gap(order, count):
    source, told = TraySource("nowhere", {}), []
    source._driver.kept = lambda epoch, seq: told.append((epoch, seq))
    for seq in range(1, 9):
        source._on_event(NewRoll("T-1", Rolled("0000abcd", seq, 0, (Die("d10", "7"),))))
    kept = set()
    for seq in order[:count]:
        kept.add(seq)
        source.kept(roll_key("T-1", "0000abcd", seq))
        unbroken = next(n for n in range(9) if n + 1 not in kept)
        assert max((seq for _, seq in told), default=0) == unbroken
    assert [seq for _, seq in told] == sorted({seq for _, seq in told})


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(1, 4)), unique=True))
def test_trays_at_one_port_do_not_wait_for_each_other(kept):
    source, told = TraySource("nowhere", {}), []
    source._driver.kept = lambda epoch, seq: told.append((epoch, seq))
    epochs = {"A": "0000000a", "B": "0000000b"}
    for seq in range(1, 5):
        for serial, epoch in epochs.items():
            rolled = Rolled(epoch, seq, 0, (Die("d10", "7"),))
            source._on_event(NewRoll(serial, rolled))
    for serial, seq in kept:
        source.kept(roll_key(serial, epochs[serial], seq))
    for serial, epoch in epochs.items():
        own = {seq for name, seq in kept if name == serial}
        unbroken = next(n for n in range(5) if n + 1 not in own)
        assert max((seq for name, seq in told if name == epoch), default=0) == unbroken


@pytest.mark.parametrize("key", ["", "camera:0#1", "tray:T-1/0000abcd#99", "tray:other/0000abcd#1"])
def test_keys_of_others_let_nothing_go(tray, listening, source, key):
    tray.roll("d10=7")
    listening.roll()
    source.kept(key)
    listening.nothing()
    assert tray.held == [1]


def test_rolls_of_a_cut_line_arrive_once_it_is_back(tray, listening, source):
    tray.roll("d10=1")
    first = listening.roll()
    tray.unplug()
    assert "the line was cut" in listening.fault().what
    source.kept(first.key)  # while nobody can be told
    tray.roll("d10=2")
    tray.roll("d10=3")
    tray.plug()
    assert [listening.roll().faces_text() for _ in range(2)] == ["d10=2", "d10=3"]
    until(lambda: tray.held == [2, 3])
    assert source.at_rest == 3


def test_rolls_that_the_journal_has_are_not_handed_in(tray, listening, opened):
    for face in "123":
        tray.roll(f"d10={face}")
    opened(tray, listening, known=heads([roll_key("T-1", "0000abcd", 2)]))
    assert listening.roll().key == roll_key("T-1", "0000abcd", 3)
    until(lambda: tray.held == [3])
    listening.nothing()


@pytest.mark.parametrize(("history", "keys"), [(False, [4]), (True, [1, 2, 3, 4])])
def test_first_contact_begins_after_what_the_tray_held_unless_asked(tray, listening, opened, history, keys):
    for face in "123":
        tray.roll(f"d10={face}")
    connected(opened(tray, listening, history=history))
    tray.roll("d10=4")
    for seq in keys:
        assert listening.roll().key == roll_key("T-1", "0000abcd", seq)
    listening.nothing()


def test_a_roll_thrown_while_the_host_is_dead_counts_though_none_was_kept_before(tray, listening, opened):
    book = DeviceBook(None)
    tray.roll("d10=7")  # before it was ever met: left aside
    first = opened(tray, listening, book=book)
    until(lambda: book.get("tray:T-1") is not None and book.get("tray:T-1").begun)
    assert book.get("tray:T-1").begun == "0000abcd#2"
    first.stop()
    tray.roll("d10=8")
    opened(tray, listening, book=book)
    assert listening.roll().key == roll_key("T-1", "0000abcd", 2)


def test_a_tray_that_begins_anew_is_remembered_from_its_first_roll(tray, listening, opened):
    book = DeviceBook(None)
    connected(opened(tray, listening, book=book))
    tray.tray = Tray("T-1", "0000beef")
    tray.roll("d10=9")
    assert listening.roll().key == roll_key("T-1", "0000beef", 1)
    until(lambda: book.get("tray:T-1").begun == "0000beef#1")


@pytest.mark.parametrize("memory", ["book", "journal"])
def test_rolls_of_a_known_tray_that_forgot_its_numbers_while_nobody_listened_are_offered(
    tray, listening, opened, memory
):
    book = DeviceBook(None)
    if memory == "book":
        book.met(KnownDevice("tray:T-1", Sort.TRAY, begun="0000abcd#1"))
    known = heads([roll_key("T-1", "0000abcd", 4)]) if memory == "journal" else {}
    tray.tray = Tray("T-1", "0000beef")
    for face in "789":
        tray.roll(f"d10={face}")
    source = opened(tray, listening, known, book)
    rolls = [listening.roll() for _ in range(3)]
    assert [roll.faces_text() for roll in rolls] == ["d10=7", "d10=8", "d10=9"]
    assert tray.held == [1, 2, 3]  # nothing is let go before it is kept
    source.kept(rolls[0].key)
    until(lambda: tray.held == [2, 3])


class SlowBook(DeviceBook):
    """A book on a slow disk, which notes each writing."""

    def __init__(self):
        super().__init__(None)
        self.noted = []

    def met(self, device):
        sleep(0.02)
        super().met(device)
        self.noted.append(device.begun)


def test_of_new_epochs_without_end_the_newest_is_remembered_by_one_thread(tray, listening, opened):
    book, most = SlowBook(), 0
    source = opened(tray, listening, book=book)
    connected(source)
    for number in range(0x10000, 0x10000 + 300):
        tray.tray = Tray("T-1", f"{number:08x}")
        tray.say(tray.tray.boot())
        most = max(most, sum(one.name == "remember" for one in threading.enumerate()))
        sleep(0.001)
    newest = f"{tray.tray.epoch}#1"
    until(lambda: book.get("tray:T-1").begun == newest)
    source.stop()
    until(lambda: not any(one.name == "remember" for one in threading.enumerate()))
    assert most == 1
    assert "started anew 8 times" in listening.fault().what
    assert listening.queue.empty()  # it is told once
    assert book.noted == sorted(book.noted)
    assert len(book.noted) <= 5
    assert book.noted[-1] == newest


def test_what_the_journal_has_outweighs_where_a_tray_was_met(tray, listening, opened):
    book = DeviceBook(None)
    book.met(KnownDevice("tray:T-1", Sort.TRAY, begun="0000abcd#1"))
    for face in "789":
        tray.roll(f"d10={face}")
    opened(tray, listening, known={("T-1", "0000abcd"): 3}, book=book)
    assert listening.roll().faces_text() == "d10=9"


@pytest.mark.parametrize("odd", ["0000abcd", "0000abcd#", "#3", "0000ABCD#3", "x#1#2"])
def test_a_damaged_note_of_where_a_tray_began_costs_nothing(odd):
    book = DeviceBook(None)
    book.met(KnownDevice("tray:T-1", Sort.TRAY, begun=odd))
    assert first_numbers(book) == {}


def test_what_is_left_aside_at_first_contact_is_noted(tray, listening, opened):
    tray.roll("d10=1")
    source = opened(tray, listening)
    connected(source)
    assert source.devices()[0].note == "1 roll from before it was known: ignored"
    tray.say(tray.tray.boot())  # it greets again
    tray.roll("d10=2")
    assert listening.roll().faces_text() == "d10=2"


def test_another_tray_at_the_same_port_is_another_device(tmp_path, listening, opened):
    with PtyTray(tmp_path / "port", serial="T-1") as tray:
        source = opened(tray, listening)
        connected(source)
        tray.body("BAT,50,0")
        tray.roll("d10=1")
        assert listening.roll().key == "tray:T-1/0000abcd#1"
        until(lambda: source.devices()[0].battery is not None)
    assert "cut" in listening.fault().what
    with PtyTray(tmp_path / "port", serial="T-2", epoch="00000002") as other:
        until(lambda: source.devices()[0].id == "tray:T-2")
        assert (source.devices()[0].battery, source.devices()[0].last) == (None, "")
        other.roll("d10=2")
        roll = listening.roll()
        assert (roll.key, roll.throw) == ("tray:T-2/00000002#1", 2)
        source.kept(roll.key)
        until(lambda: other.held == [])


def test_dice_that_lay_before_the_roll_was_asked_for_are_late(tray, listening, opened):
    now = [100.0]
    source = opened(tray, listening, clock=lambda: now[0])
    connected(source)
    source.expect(("d10",))
    tray.roll("d10=1", age=30.0)
    tray.body("ROLL,0000abcd,1,30000,d10=1")
    early = listening.roll()
    assert early.late
    assert early.taken_at == pytest.approx(70.0)
    now[0] += 5
    tray.roll("d10=2")
    assert not listening.roll().late


def test_lost_rolls_are_told_with_their_number(tmp_path, listening, opened):
    with PtyTray(tmp_path / "port", size=4) as tray:
        for face in "1234567":
            tray.roll(f"d10={face}")
        opened(tray, listening, known={("T-1", "0000abcd"): 2})
        assert listening.fault().what.startswith("2 rolls lost")
        assert [listening.roll().key for _ in range(4)] == [roll_key("T-1", "0000abcd", seq) for seq in (4, 5, 6, 7)]
        assert opened.sources[0].devices()[0].quality.lost == 2


def test_the_lamp_tells_battery_moving_dice_and_the_last_roll(tray, listening, opened):
    now = [0.0]
    source = opened(tray, listening, clock=lambda: now[0])
    connected(source)
    tray.body("BAT,81,1")
    tray.body("MOVE")
    until(lambda: source.devices()[0].note == MOVING)
    device = source.devices()[0]
    assert (device.id, device.sort, device.where) == ("tray:T-1", Sort.TRAY, tray.url)
    assert (device.battery, device.charging, device.text) == (81, True, "connected")
    assert device.guaranteed
    now[0] += 60
    assert source.devices()[0].note == ""
    tray.body("MOVE")
    tray.roll("d10=0")
    listening.roll()
    assert (source.devices()[0].note, source.devices()[0].last) == ("", "d10=0")


def test_the_book_learns_the_tray_and_gives_it_name_and_owner(tray, listening, opened):
    book = DeviceBook(None)
    source = opened(tray, listening, book=book)
    connected(source)
    until(lambda: book.get("tray:T-1") is not None)
    learnt = KnownDevice("tray:T-1", Sort.TRAY, where=tray.url, begun="0000abcd#1")
    assert book.get("tray:T-1") == learnt
    book.rename("tray:T-1", "the red one")
    book.assign("tray:T-1", "", "Ann")
    tray.roll("d10=7")
    assert listening.roll().owner == "Ann"
    assert (source.devices()[0].name, source.devices()[0].seat) == ("the red one", "Ann")
    tray.unplug()
    assert listening.fault().where == f"the red one ({tray.url})"


def test_a_source_that_breaks_is_red_and_says_so_once_and_the_line_stays_up(tray, listening, opened):
    class Broken(DeviceBook):
        def get(self, device_id):
            raise RuntimeError(f"no {device_id}")

    source = opened(tray, listening, book=Broken(None))
    fault = listening.fault()
    assert "RuntimeError: no tray:T-1" in str(fault)
    tray.roll("d10=1")
    tray.roll("d10=2")
    listening.nothing()
    assert tray.held == [1, 2]
    assert source._driver._link.hello is not None


def test_a_roll_that_cannot_be_handled_is_never_let_go_with_a_later_one(tray, listening, opened):
    class Moody(DeviceBook):
        moods = iter([None, RuntimeError("not now")])

        def get(self, device_id):
            mood = next(self.moods, None) if device_id == "tray:T-1" else None
            if mood is not None:
                raise mood
            return super().get(device_id)

    source = opened(tray, listening)
    connected(source)
    source._book = Moody(None)
    source._book.get("tray:T-1")
    tray.roll("d10=1")
    assert "not now" in str(listening.fault())
    tray.roll("d10=2")
    later = listening.roll()
    source.kept(later.key)
    listening.nothing()
    assert tray.held == [1, 2]


def test_heads_are_one_above_what_is_there_without_a_gap_that_the_tray_may_hold():
    keys = ["tray:A/00000001#11", "tray:A/00000001#12", "tray:A/00000002#1", "tray:B.x/00000001#7"]
    assert heads([*keys, "camera:0#4", "tray:A/1#2", "tray:", "ble:x#1"]) == {
        ("A", "00000001"): 13,
        ("A", "00000002"): 2,
        ("B.x", "00000001"): 8,
    }
    tray = ("A", "00000001")
    keys = [f"tray:A/00000001#{number}" for number in (3, 4, 6, 7)]
    assert heads(keys) == {tray: 5}
    later = [f"tray:A/00000001#{number}" for number in range(8, 6 + WINDOW)]
    assert heads([*keys, *later]) == {tray: 5}
    assert heads([*keys, *later, f"tray:A/00000001#{6 + WINDOW}"]) == {tray: 7 + WINDOW}
