"""What every DTP/1 tray and its host must do together.

They run against simulated trays and the firmware; with `pytest --tray PORT` also against the tray
at that port, where somebody throws when asked to (`--tray-rolls N` in each test). Faults are made
on the host's side, so that they happen to a real tray as well.
"""

import random

import pytest
from faulty_port import FaultyPort, faults_of
from trays_bench import FirmwareBench, RealBench, SimulatedBench, ask, new_book
from trays_kit import Host, bodies, until

from hardware.dtp.link import Lost, NewRoll
from hardware.dtp.messages import PROTOCOL, from_tray
from hardware.simulators.line import Faults

pytest.importorskip("termios", reason="there are no pseudo-terminals")

MAKES = {
    "simulated-pty": lambda _: SimulatedBench("--pty"),
    "simulated-tcp": lambda _: SimulatedBench("--tcp", "0"),
    "firmware": lambda _: FirmwareBench(),
    "real": lambda config: RealBench(config.getoption("--tray"), config.getoption("--tray-rolls")),
}


def pytest_generate_tests(metafunc):
    if "bench" in metafunc.fixturenames:
        real = metafunc.config.getoption("--tray") is not None
        names = [name for name in MAKES if real or name != "real"]
        metafunc.parametrize("bench", names, indirect=True)


@pytest.fixture
def bench(request):
    made = MAKES[request.param](request.config)
    yield made
    made.close()


def wrong(rate=0.0, cut=0.0, seed=1, **faults):
    """Return what puts a bad line in front of a port; its chance goes on from port to port."""
    chance = random.Random(seed)
    made = faults_of(rate) if rate else Faults(**faults)
    return lambda port: FaultyPort(port, made, chance, cut)


def whole(bench, book, enough=None):
    """Return whether so many rolls are there; they must be all, once, in order."""
    keys, rolls = list(book.order), book.list
    base = next(iter(book.base.values()))
    assert [seq for _, _, seq in keys] == list(range(base, base + len(keys)))
    if bench.thrown is not None:  # what was thrown is told on a line of its own, and may come later
        told = list(bench.thrown)[: len(keys)]
        assert rolls[: len(told)] == told
        keys = keys[: len(told)]
    return len(keys) >= (bench.rolls if enough is None else enough)


def test_it_says_who_it_is_and_which_rolls_it_holds(bench):
    hello = from_tray(ask(bench, f"HELLO,{PROTOCOL}", "HELLO,"))
    assert hello.protocol == PROTOCOL
    assert hello.first <= hello.last + 1
    assert ask(bench, f"HELLO,{PROTOCOL}", "HELLO,") == str(hello)


def test_it_answers_a_ping_with_its_number(bench):
    for number in (0, 77, 4_000_000_000):
        assert ask(bench, f"PING,{number}", "PONG,") == f"PONG,{number}"


def test_a_roll_is_acknowledged_only_when_it_is_kept(bench):
    book = new_book(bench)
    with Host(bench.url, book, pace=bench.pace, keeping=False) as host:
        epoch = host.met().epoch
        bench.throw(1)
        event = until(lambda: host.of(NewRoll))[0]
        begin = f"ROLL,{epoch},{event.roll.seq},"
        # The tray says it again, and again: nobody has told it that the roll is safe.
        until(lambda: sum(body.startswith(begin) for body in bodies(host.heard)) >= 3)
        assert acknowledged(host, epoch) < event.roll.seq
        host.keep(event)
        until(lambda: acknowledged(host, epoch) >= event.roll.seq)
    until(lambda: from_tray(ask(bench, "HELLO,1", "HELLO,")).first > event.roll.seq)


def acknowledged(host, epoch):
    """Return the highest number that the host has acknowledged."""
    begin = f"ACK,{epoch},"
    return max(
        (int(body.removeprefix(begin)) for body in bodies(host.said) if body.startswith(begin)),
        default=0,
    )


def test_sync_fetches_what_was_thrown_while_nobody_listened(bench):
    book = new_book(bench)
    bench.throw_unheard(5)
    with Host(bench.url, book, pace=bench.pace) as host:
        until(lambda: len(book.order) >= 5)
        assert not host.of(Lost)
    whole(bench, book)


@pytest.mark.parametrize("faults", [{"twice": 1.0}, {"rate": 1e-2}, {"late": 0.3}, {"cut": 0.3}], ids=str)
def test_a_bad_line_loses_nothing_doubles_nothing_and_changes_nothing(bench, faults):
    book = new_book(bench)
    bench.throw(bench.rolls)
    with Host(bench.url, book, pace=bench.pace, wrap=wrong(**faults)) as host:
        until(lambda: whole(bench, book), lambda: (book.order, host.told))
        assert "twice" not in faults or host.driver.quality.good > len(bodies(host.heard))
        assert "cut" not in faults or len(host.told) >= 2
    assert book.again == 0


def test_a_host_that_dies_after_keeping_a_roll_has_it_once(bench):
    book = new_book(bench)
    bench.throw(bench.rolls)
    while not whole(bench, book, bench.rolls // 4):
        with Host(bench.url, book, pace=bench.pace, keeping=False) as host:
            until(lambda host=host: host.of(NewRoll), lambda: book.order)
            # It keeps the roll, and dies before it can say so.
            book.keep(host.of(NewRoll)[0])
    with Host(bench.url, book, pace=bench.pace):
        until(lambda: whole(bench, book))
    assert book.again == 0


def test_everything_at_once_loses_nothing(bench):
    book = new_book(bench)
    bench.throw(bench.rolls)
    lives = random.Random(2)
    faults = {"twice": 0.1, "late": 0.1, "flip": 2e-3, "drop": 2e-3, "insert": 2e-3}
    life = 0
    while not whole(bench, book):
        life += 1
        before = len(book.order)
        bad = wrong(cut=0.1, seed=life, **faults)
        most = before + lives.randint(1, 9)
        with Host(bench.url, book, pace=bench.pace, wrap=bad):
            until(lambda most=most: len(book.order) >= most or whole(bench, book), lambda: book.order)
    assert book.again == 0
