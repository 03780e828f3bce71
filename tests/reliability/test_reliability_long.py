"""A sample of the long runs: what is counted must not grow with the table. No clock is asked.

The long runs are `python tests/reliability/soak_long.py`.
"""

from __future__ import annotations

import random

import long_actions
import long_frames
import pytest
from corrections_fire import Fire
from long_actions import SHELF, Doubters, Endless, calls, grown, opened, resumed, same

from companion.core.actions import Amend, Ruling, SetSwitch
from companion.core.game import Depth
from companion.journal.states import FILE as STATES
from companion.journal.store import FILE, Journal
from companion.record.file import parse_record
from companion.session import table as table_module
from companion.session.restoring import Keeper
from companion.session.scene import scene_of
from companion.session.statecode import NoCodeError, StateCode
from companion.session.table import Table, TableError, TableFullError
from models.workshop.bench.random_play import Moment

pytestmark = pytest.mark.slow

SHORT, LONG = 400, 4000
AHEAD = Keeper.spacing + 100
"""Actions that may be carried out again when a table is opened."""


@pytest.fixture(scope="module")
def long_ago():
    """Folders of tables of both sorts of people, in the state they had at 400 and at 4,000 actions."""
    with long_actions.memory_folder() as name:
        yield {people: _lived(people, name) for people in (Endless, Doubters)}


def _lived(people, name):
    from pathlib import Path

    folder = Path(name) / people.__name__
    journal = Journal(folder / FILE)
    table, who = opened(journal), people()
    grown(table, who, SHORT)
    # Both are measured with the same beginning, so that nothing but the length differs.
    early = {deed.__name__: _counted(table, deed) for deed in DEEDS}
    grown(table, who, LONG)
    late = {deed.__name__: _counted(table, deed) for deed in DEEDS}
    journal.close()
    return folder, table, early, late


def _counted(table, deed):
    deed(table)  # what is remembered from the last time is remembered
    return calls(lambda: deed(table))


def there_and_back(table):
    assert table.undo().legal
    assert table.redo().legal


def house_rule(table):
    for value in ("zero", "ten"):
        assert table.declare(SetSwitch(None, "rsf.zero_face", value)).legal
    for _ in range(2):
        assert table.undo().legal


def ruling(table):
    assert table.declare(Ruling(None, ("X-4",), "so be it")).legal
    assert table.undo().legal


def correction(table):
    last = next(table.match.version.newest())
    assert table.declare(Amend(None, last.number, last.action)).legal
    assert table.undo().legal


def screenful(table):
    assert all(line.told for line in table.history()[-40:])


def second_screen(table):
    assert scene_of(table).standing


DEEDS = (there_and_back, house_rule, ruling, correction, screenful, second_screen)


@pytest.mark.parametrize("people", [Endless, Doubters])
@pytest.mark.parametrize("deed", [deed.__name__ for deed in DEEDS])
def test_a_table_ten_times_as_long_takes_no_more_calls_and_no_more_memory(long_ago, people, deed):
    _, _, early, late = long_ago[people]
    assert late[deed][0] <= 1.5 * early[deed][0] + 400, "calls"
    assert late[deed][1] <= early[deed][1] + 60_000, "bytes at once"


@pytest.mark.parametrize("people", [Endless, Doubters])
def test_what_is_carried_out_grows_with_what_is_declared_and_nothing_else(long_ago, people):
    _, table, _, _ = long_ago[people]
    # The first time each, and what corrections carry out again behind themselves.
    assert table.match.version.ground.steps < 3 * table.version


def test_a_hundred_actions_keep_few_kilobytes():
    import tracemalloc

    journal = Journal(None)
    table, people = opened(journal), Endless(seed=5)
    grown(table, people, 1000)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        begun = table.version
        grown(table, people, 2000)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / (table.version - begun) < 2_500


# -- opened again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [Endless, Doubters])
def test_a_long_table_is_the_same_when_it_is_opened_again_and_little_is_carried_out(
    long_ago, people, monkeypatch
):
    folder, table, _, _ = long_ago[people]
    read = []
    grammar = type(table.grammar)
    whole = grammar.read
    monkeypatch.setattr(grammar, "read", lambda self, line: read.append(line) or whole(self, line))
    journal, other = resumed(folder, table.table_id, read_only=True)
    assert other.match.version.ground.steps <= AHEAD
    assert len(read) <= AHEAD + 400, "lines were read that nobody looks at"
    assert not same(table, other)
    assert other.match.version.ground.steps > AHEAD, "the whole history was told without a step"
    journal.close()


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A table of which a state is kept every 40 actions, its folder, and the table itself."""
    monkeypatch.setattr(Keeper, "spacing", 40)
    journal = Journal(tmp_path / FILE)
    table = opened(journal)
    grown(table, Endless(seed=3), 300)
    yield tmp_path, table, journal
    journal.close()


def _steps(folder, table):
    journal, other = resumed(folder, table.table_id, read_only=True)
    steps = other.match.version.ground.steps
    assert not same(table, other)
    journal.close()
    return steps


def test_states_that_are_gone_or_damaged_are_done_without(kept):
    folder, table, journal = kept
    states = folder / STATES
    assert _steps(folder, table) < 100
    data = states.read_bytes()
    folded = []
    for damage in (b"", b"no database", data[: len(data) // 2], data.replace(b"x\x9c", b"x\x00")):
        states.write_bytes(damage)
        folded.append(_steps(folder, table))
    states.unlink()
    folded.append(_steps(folder, table))
    assert min(folded) >= table.match.version.depth
    states.mkdir()
    assert _steps(folder, table) >= table.match.version.depth
    states.rmdir()
    # Whoever may write makes them anew, and whoever opens it next has the use of it.
    resumed(folder, table.table_id)[0].close()
    assert _steps(folder, table) < 100
    journal.delete_table(table.table_id)
    assert not journal.states.find(table.table_id)


def test_states_of_another_program_are_not_used(kept, monkeypatch):
    folder, table, _ = kept
    monkeypatch.setattr("companion.session.restoring.program_digest", lambda _: b"another")
    assert _steps(folder, table) >= table.match.version.depth


def test_a_line_that_was_changed_is_checked_again_whatever_states_say(kept):
    folder, table, journal = kept
    number = next(at for at, row in enumerate(table.history().rows, 1) if ": roll " in row.line)
    journal._base.execute(
        "UPDATE actions SET line = 'Ann: roll d10=3 d10=3 d10=3' WHERE version = ?", (number,)
    )
    with pytest.raises(TableError, match=rf"line {number}: "):
        resumed(folder, table.table_id, read_only=True)


def test_an_undo_reaches_behind_what_was_read(kept):
    _, table, journal = kept
    other = Table.resume(SHELF, journal, table.table_id)
    for one in (table, other):
        one._journal = Nowhere(journal)
        for _ in range(120):
            one.undo()
        for _ in range(60):
            one.redo()
        grown(one, Endless(seed=8), one.version + 20)
    assert same(table, other) in ([], ["history"])  # times differ
    told = [[line.told for line in one.history()] for one in (table, other)]
    assert told[0] == told[1]


class Nowhere:
    """A journal that keeps nothing."""

    def __init__(self, journal):
        self.states = journal.states

    def append(self, *_, **__):
        return ""


class Blind(Fire):
    """A table under fire at which nobody looks in between."""

    def look(self):
        """Look away."""


@pytest.mark.parametrize(("game", "depth"), [("rsf", Depth.FULL), ("gmm", Depth.LIGHT)])
def test_any_mix_of_corrections_is_opened_again_as_it_was(game, depth, tmp_path, monkeypatch):
    monkeypatch.setattr(Keeper, "spacing", 7)
    fire, chance = Blind(game, depth, tmp_path), random.Random(4)
    ways = (fire.overruled, fire.switched, fire.void, fire.take_held, fire.amended)
    for _ in range(24):
        fire.play(chance.randint(0, 4))
        chance.choice(ways)()
        fire.undo(chance.randint(0, 6))
        fire.redo(chance.randint(0, 6))
        journal, other = resumed(tmp_path, fire.table.table_id, read_only=True)
        assert not same(fire.table, other)
        journal.close()
    fire.close()


# -- states as bytes ------------------------------------------------------------------------------

GAMES = [(game, depth) for game in SHELF.ids() for depth in Depth]


@pytest.mark.parametrize(("game", "depth"), GAMES)
def test_every_state_of_every_game_comes_back_the_same(game, depth):
    cards = SHELF.shipped(game) if depth is Depth.FULL else None
    seats = long_actions.NAMES[: max(2, SHELF.game(game).players[0])]
    begin = lambda: SHELF.begin(SHELF.header(game, seats, depth, None, cards), cards)  # noqa: E731 - a condition to wait for, beside its use
    match, chance = begin(), random.Random(7)
    writer, reader = StateCode(match.state), StateCode(begin().state)
    assert writer.digest() == reader.digest()
    for _ in range(60):
        data = writer.write(match.version.stands())
        found = reader.read(data)
        assert found == match.version.stands()
        assert _shape(found) == _shape(match.version.stands()), "equal, but of other types"
        action = Moment.of(match.game, match.state).next_action(chance)
        if action is None:
            break
        match = match.apply(action)


def _shape(value):
    """The types of a value's parts; sets by their sorted members."""
    match value:
        case frozenset():
            return (frozenset, sorted(map(repr, value)))
        case tuple():
            return (type(value), [_shape(one) for one in value])
        case _ if hasattr(value, "__dataclass_fields__"):
            return (type(value), [_shape(getattr(value, n)) for n in value.__dataclass_fields__])
        case _:
            return type(value)


def test_bytes_that_are_no_state_are_refused_and_nothing_is_executed():
    import json
    import zlib

    code = StateCode(opened(Journal(None)).match.state)
    foreign = (
        [["os:system"], ["o", 0, "true"]],
        [["subprocess:Popen"], ["o", 0, ["t", "true"]]],
        [["companion.core.log:Match"], ["o", 0]],
        [["companion.core.dice:FACES"], ["o", 0]],
        [["companion.core.actions:dataclass"], ["o", 0]],
        [[], ["@", 10**9]],
        [[], ["x"]],
        [[], []],
        {},
        7,
    )
    for said in foreign:
        with pytest.raises(NoCodeError):
            code.read(zlib.compress(json.dumps(said).encode()))
    for data in (b"", b"x", zlib.compress(b"[" * 100_000), zlib.compress(b" " * 20_000_000)):
        with pytest.raises(NoCodeError):
            code.read(data)


def test_what_has_no_code_is_not_written():
    code = StateCode(())
    for value in (object(), [1], {1, 2}, b"x", SHELF):
        with pytest.raises(NoCodeError):
            code.write(value)


# -- what a table may hold ------------------------------------------------------------------------


def _full(monkeypatch, **limits):
    for name, limit in limits.items():
        monkeypatch.setattr(table_module, name, limit)
    table = opened(Journal(None))
    with pytest.raises(TableFullError) as refused:
        grown(table, Doubters(seed=2, begin=30), 5000)
    before = table.match
    with pytest.raises(TableFullError):
        table.declare(Amend(None, 1, table.match.log[0]))
    assert table.match is before
    text = table.record().text()
    assert len(parse_record(text, "full", SHELF.grammar).actions) == table.version
    return str(refused.value), text


def test_a_table_takes_no_more_actions_than_a_record_holds(monkeypatch):
    said, _ = _full(monkeypatch, MAX_ACTIONS=90)
    assert "is full" in said


def test_a_table_takes_no_more_bytes_than_a_record_holds(monkeypatch):
    said, text = _full(monkeypatch, MAX_BYTES=4000)
    assert "is full" in said
    assert len(text.encode()) <= 4000


def test_a_table_takes_no_more_corrections_than_a_record_may_have(monkeypatch):
    monkeypatch.setattr("companion.record.file.MAX_AGAIN", 60)
    said, _ = _full(monkeypatch, MAX_AGAIN=60)
    assert "too much was corrected" in said


def test_a_line_that_no_record_can_hold_is_not_taken():
    table = opened(Journal(None))
    with pytest.raises(TableFullError, match="too long"):
        table.declare(Ruling(None, ("X-4",), "because " * 600))
    assert table.version == 0


# -- frames ---------------------------------------------------------------------------------------


def test_frames_that_go_on_lose_no_throw_and_take_no_memory():
    ledger = long_frames.soak(1500, every=250, pool=4)
    assert ledger.frames == 1500
    assert ledger.throws >= 6
    assert (ledger.wrong, ledger.missed) == ([], 0)
    settled = [memory for frames, memory in ledger.memory if frames >= 700]
    assert settled[-1] - settled[0] < 16, "mebibytes in 750 frames"
