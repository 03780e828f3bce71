"""Every roll stands in the journal once and in order, whatever line, tray and host go through.

Played against the host's model of a tray and against what a board runs. The chance is seeded;
`--hypothesis-profile=search` plays many more mixtures.
"""

from collections import Counter

import pytest
from dtp_kit import TRAYS, Game, Hazards
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from hardware.dtp.link import Backwards, Gone, Link, Lost, NewRoll, Nonsense
from hardware.dtp.messages import Die
from hardware.simulators.tray_end import RING

HAZARDS = {
    "kept ring": Hazards(),
    "memory alone": Hazards(restart=0.02, forgets=True),
    "everything twice": Hazards(twice=0.2, restart=0.02),
    "a slow table": Hazards(slow=0.95, crash=0.05),
}


def played(kind, hazards, seeds, rate):
    hazards = Hazards(**{**vars(hazards), "rate": rate})
    counts = Counter()
    for seed in range(seeds):
        game = Game(TRAYS[kind], seed, hazards=hazards)
        counts += game.play()
        counts += Counter(bad=game.link.quality.bad, resent=game.link.quality.resent)
    return counts


@pytest.mark.parametrize("hazards", HAZARDS.values(), ids=HAZARDS)
@pytest.mark.parametrize("rate", [0, 1e-2, *(pytest.param(rate, marks=pytest.mark.slow) for rate in (1e-4, 1e-3))])
@pytest.mark.parametrize("kind", TRAYS)
def test_every_roll_is_journalled_once_and_in_order(kind, rate, hazards):
    counts = played(kind, hazards, 12, rate)
    assert counts["crashes"] > 0  # the hazards did happen
    assert counts["restarts"] > 0
    assert counts["opened"] > 12
    assert rate < 1e-3 or counts["bad"] > 0


def test_rolls_do_come_twice_and_are_dropped():
    assert played("model", HAZARDS["kept ring"], 12, 1e-2)["resent"] > 0


def test_over_a_sound_line_nothing_comes_twice_and_nothing_is_waited_for():
    """Else the checks above could pass by sending everything again and again."""
    quiet = Hazards(rate=0, cut=0, crash=0, restart=0)
    game = Game(TRAYS["model"], 1, hazards=quiet)
    game.play()
    assert game.link.quality.bad == game.link.quality.resent == 0
    assert game.now < 60_000


def test_a_host_that_acknowledged_too_early_would_be_found_out(monkeypatch):
    """The games do see a lost roll: here the journal is told of rolls that it never gets."""
    monkeypatch.setattr(Game, "_crash", lambda game: game.waiting.clear() or True)
    with pytest.raises(AssertionError):
        played("model", Hazards(crash=0.2), 12, 0)


@pytest.mark.slow
@given(
    kind=st.sampled_from(sorted(TRAYS)),
    seed=st.integers(0, 2**32),
    hazards=st.builds(
        Hazards,
        rate=st.sampled_from([0, 1e-4, 1e-3, 1e-2]),
        cut=st.sampled_from([0, 0.01, 0.1]),
        crash=st.sampled_from([0, 0.01, 0.2]),
        restart=st.sampled_from([0, 0.01, 0.05]),
        forgets=st.booleans(),
        twice=st.sampled_from([0, 0.1, 1]),
        slow=st.sampled_from([0, 0.5, 0.99]),
    ),
)
def test_no_mixture_of_hazards_loses_doubles_or_reorders_a_roll(kind, seed, hazards):
    Game(TRAYS[kind], seed, rolls=25, hazards=hazards).play()


class HostileLine(RuleBasedStateMachine):
    """Hypothesis does its worst to the line, byte by byte; afterwards everything has to arrive."""

    @initialize(kind=st.sampled_from(sorted(TRAYS)))
    def begin(self, kind):
        self.tray = TRAYS[kind]()
        self.now = 0
        self.thrown, self.waiting, self.journal = [], [], {}
        self.to_tray, self.to_host = b"", self.tray.hello()
        self.link = Link({}, history=True)
        self._did(self.link.opened(0))

    def _did(self, step):
        self.link, self.to_tray = step.link, self.to_tray + step.send
        for event in step.events:
            assert not isinstance(event, (Lost, Backwards, Nonsense)), event
            if isinstance(event, NewRoll):
                assert event.roll.seq not in self.journal
                assert event.roll.seq not in dict(self.waiting)
                self.waiting.append((event.roll.seq, event.roll.dice))
        return step.events

    def _time(self):
        return self.now / 1000

    @precondition(lambda self: self.tray.held < RING)
    @rule(face=st.integers(0, 9))
    def throw(self, face):
        self.thrown.append((Die("d10", str(face)),))
        self.to_host += self.tray.roll(self.thrown[-1], self.now)

    @rule(milliseconds=st.sampled_from([50, 600, 2000, 9000]))
    def wait(self, milliseconds):
        self.now += milliseconds
        self.to_host += self.tray.tick(self.now)
        if any(isinstance(event, Gone) for event in self._did(self.link.tick(self._time()))):
            self.cut()

    @rule(share=st.sampled_from([0.3, 1, 1, 1]))
    def carry(self, share):
        """Let some of the bytes that are on their way arrive, in both directions."""
        end = round(len(self.to_tray) * share)
        data, self.to_tray = self.to_tray[:end], self.to_tray[end:]
        self.to_host += self.tray.hear(data, self.now)
        end = round(len(self.to_host) * share)
        data, self.to_host = self.to_host[:end], self.to_host[end:]
        self._did(self.link.hear(data, self._time()))

    @rule(which=st.booleans(), at=st.integers(0, 400), what=st.integers(-1, 255), put=st.booleans())
    def spoil(self, which, at, what, put):
        """Lose, change or add one byte that is on its way."""
        data = bytearray(self.to_tray if which else self.to_host)
        if data:
            at %= len(data)
            data[at : at + (not put)] = b"" if what < 0 else bytes((what,))
        if which:
            self.to_tray = bytes(data)
        else:
            self.to_host = bytes(data)

    @precondition(lambda self: len(self.to_tray + self.to_host) < 1000)
    @rule()
    def double(self):
        self.to_tray *= 2
        self.to_host *= 2

    @rule(count=st.integers(1, 5))
    def keep(self, count):
        for seq, dice in self.waiting[:count]:
            self.journal[seq] = dice
            self._did(self.link.kept("1a2b3c4d", seq))
        del self.waiting[:count]

    @rule()
    def cut(self):
        """Cut the line: what is on its way is gone."""
        self.to_tray = self.to_host = b""
        self._did(self.link.opened(self._time()))

    @rule(journalled=st.integers(0, 3))
    def crash(self, journalled):
        """Kill the host, with some of what it had in hand in its journal."""
        self.journal |= dict(self.waiting[:journalled])
        self.waiting.clear()
        known = {("T-1", "1a2b3c4d"): len(self.journal) + 1} if self.journal else {}
        self.link = Link(known, history=True)
        self.cut()

    @rule()
    def restart(self):
        self.to_host += self.tray.restarted(self.now)

    def teardown(self):
        if not hasattr(self, "tray"):
            return
        self.to_tray += b"\n"  # whatever half a line a change of bytes left there
        for _ in range(600):
            self.carry(1)
            self.keep(100)
            self.wait(100)
            if len(self.journal) == len(self.thrown) and not self.tray.held:
                break
        assert list(self.journal.values()) == self.thrown
        assert self.tray.held == 0


@pytest.mark.slow
def test_whatever_is_done_to_the_bytes_every_roll_arrives_once_and_in_order():
    run_state_machine_as_test(HostileLine, settings=settings(max_examples=150, stateful_step_count=40))
