"""Rolls on bad lines, through cuts, resets and killed hosts: each once, and in order.

The tray is a process behind a pseudo-terminal, the host a process that journals and is killed.
`python -m models.workshop.bench tray` does the same for longer.
"""

import pytest

from companion.journal.rows import KeptReading
from companion.journal.store import FILE, Journal
from hardware.simulators.script import Drain, End, Reset, Throws, Unplug, read_script
from models.workshop.soak import tray
from models.workshop.soak.tray import Outcome, Plan, SoakError, script, soak

pytest.importorskip("termios", reason="there are no pseudo-terminals")

ROLLS = 150


@pytest.mark.parametrize("rate", [0.0, 1e-2])
def test_every_roll_is_journalled_once_and_in_order(tmp_path, rate):
    plan = Plan(ROLLS, seed=1, rate=rate, kills=2, crash=0.002, cuts=2, resets=2)
    outcome = soak(plan, tmp_path)
    assert outcome.broken() == []
    assert outcome.journalled == outcome.thrown
    assert len(outcome.thrown) == ROLLS
    # What should have happened on the way did.
    assert (outcome.cuts, outcome.resets) == (2, 2)
    assert outcome.kills >= 2
    assert (outcome.damaged > 0) == (rate > 0)
    assert outcome.faults


def test_a_tray_without_lasting_memory_loses_what_it_forgot_and_nothing_comes_twice(tmp_path):
    plan = Plan(ROLLS, seed=2, rate=1e-3, kills=1, cuts=1, resets=1, forgets=2, tcp=True)
    outcome = soak(plan, tmp_path)
    assert outcome.broken() == []
    assert set(outcome.missing) <= outcome.forgotten
    assert outcome.resets == 3
    assert len({key.partition("#")[0] for key, _ in outcome.thrown}) >= 2


THROWN = [("tray:S/e#1", "d10=1"), ("tray:S/e#2", "d10=2"), ("tray:S/e#3", "d10=3")]


@pytest.mark.parametrize(
    ("journalled", "broken"),
    [
        (THROWN, []),
        (THROWN[:2], ["lost: tray:S/e#3"]),
        ([THROWN[0], *THROWN], ["twice: tray:S/e#1"]),
        ([THROWN[1], THROWN[0], THROWN[2]], ["thrown ('tray:S/e#1', 'd10=1')"]),
        ([THROWN[0], ("tray:S/e#2", "d10=9"), THROWN[2]], ["thrown ('tray:S/e#2', 'd10=2')"]),
        ([*THROWN, ("tray:S/e#4", "d10=4")], ["1 in the journal were never thrown"]),
    ],
    ids=["whole", "lost", "twice", "order", "faces", "invented"],
)
def test_what_is_lost_doubled_out_of_order_or_invented_is_found(journalled, broken):
    found = Outcome(thrown=THROWN, journalled=journalled).broken()
    for words in broken:
        assert any(line.startswith(words) for line in found)
    assert bool(found) == bool(broken)


def test_what_the_tray_forgot_may_be_missing():
    outcome = Outcome(thrown=THROWN, journalled=THROWN[1:], forgotten={"tray:S/e#1"})
    assert outcome.broken() == []
    assert outcome.missing == ["tray:S/e#1"]


def test_a_plan_is_carried_out_whole_and_the_same_way_twice():
    plan = Plan(500, seed=7, cuts=3, resets=2, forgets=1)
    acts = read_script(script(plan), "soak")
    assert sum(act.count for act in acts if isinstance(act, Throws)) == 500
    assert sum(isinstance(act, Unplug) for act in acts) == 3
    assert [act.forget for act in acts if isinstance(act, Reset)].count(True) == 1
    assert acts[-2:] == (Drain(), End())
    assert script(plan) == script(plan)
    assert script(plan) != script(Plan(500, seed=8, cuts=3, resets=2, forgets=1))


def test_a_host_that_cannot_journal_ends_the_soak_with_its_reason(tmp_path):
    (tmp_path / FILE).write_bytes(b"no journal at all, but a file of that name")
    with pytest.raises(SoakError, match=r"the host ended: .*journal"):
        soak(Plan(20), tmp_path)


def test_a_soak_that_stands_still_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(tray, "STUCK_S", 0.3)
    monkeypatch.setattr(tray, "script", lambda _: "wait 80000\nend\n")
    with pytest.raises(SoakError, match="nothing has moved for"):
        soak(Plan(20, pace=1.0), tmp_path)


def test_a_roll_that_stands_in_the_journal_already_is_not_asked_for_again(tmp_path):
    """Whatever stands there counts: a soak into a journal with foreign rolls finds them."""
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("soak", "")
        journal.keep_reading(
            table,
            KeptReading(
                key="tray:SOAK-1/00000000#1",
                source="x",
                kind="tray",
                throw=1,
                dice="d10=1",
                confidence=1.0,
            ),
        )
    outcome = soak(Plan(20), tmp_path)
    assert outcome.broken() != []
    assert len(outcome.journalled) == 21
