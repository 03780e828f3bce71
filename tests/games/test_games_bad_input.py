"""Whatever people type at a table of any game: a verdict or one line of complaint, nothing else."""

import random
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from games_play import MODES, SHELF, header_of, new_match, playout
from hypothesis import given, settings
from hypothesis import strategies as st
from record_lines import extended, new_record

from companion.core.actions import Undo
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError
from companion.record.file import MAX_BYTES, parse_record
from companion.record.replay import replay
from companion.record.text import LineError
from models.workshop.bench.random_play import Moment, thrown
from models.workshop.invariants import invariants

pytestmark = pytest.mark.parametrize(
    ("game_id", "depth"), MODES, ids=[f"{game_id}-{depth}" for game_id, depth in MODES]
)

NUMBERS = st.one_of(st.integers(-3, 12), st.integers(-(10**9), 10**9)).map(str)
JUNK = st.one_of(
    st.sampled_from(["", "-", "card", "0,0", "-9,99", '"', "\\", ";", ":", "table", "R04", "d10=7"]),
    st.text(max_size=8),
)  # fmt: skip


@cache
def moments(game_id, depth):
    """Matches from all over a random game, its end included."""
    match = new_match(game_id, depth)
    found = [match]
    for number, (_, _, after) in enumerate(playout(match, chance_of(game_id), 1500)):
        match = after
        if number % 9 == 0:
            found.append(after)
    return [*found[:80], match]


def chance_of(words):
    return random.Random(words)


@cache
def words_of(game_id, depth):
    """What stands in the lines of a game, by the kind of the argument."""
    grammar = SHELF.grammar(header_of(game_id, depth))
    found = defaultdict(set)
    for match in moments(game_id, depth)[::4]:
        offered = [x for one in match.game.options(match.state) for x in one.instances[:6]]
        for action in (*match.log, *offered):
            form = grammar.forms[action.verb]
            for one in form.arguments:
                value = getattr(action, one.name)
                for single in value if one.many else (value,):
                    if single is not None:
                        found[one.codec.form].add(one.codec.write(single, grammar, form.keywords))
    for form in grammar.forms.values():
        for one in form.arguments:
            if "|" in one.codec.form:
                found[one.codec.form] |= set(one.codec.form.split("|"))
    found["SEAT"] = set(grammar.seats)
    return {form: sorted(words) for form, words in found.items()}


@st.composite
def typed(draw, game_id, depth):
    """A line with a verb of the game; its arguments are of their kind, or anything."""
    grammar, words = SHELF.grammar(header_of(game_id, depth)), words_of(game_id, depth)
    form = grammar.forms[draw(st.sampled_from(sorted(grammar.forms)))]
    said = [draw(st.sampled_from([*grammar.seats, "table"])) + ":", form.action.verb]
    for one in form.arguments:
        if one.optional and draw(st.booleans()):
            continue
        known = words.get(one.codec.form)
        fits = NUMBERS if one.codec.form == "NUMBER" else st.sampled_from(known) if known else JUNK
        some = st.one_of(fits, fits, fits, fits, fits, JUNK)
        if one.nothing:
            some = st.one_of(some, st.just("-"))
        values = draw(st.lists(some, max_size=4)) if one.many else [draw(some)]
        said += [*([one.keyword] if one.keyword else []), *values]
    return " ".join(said)


def usable(match):
    """Everything that a screen asks can be asked."""
    moment = Moment.of(match.game, match.state)
    match.game.view(match.state)
    match.game.sheet(match.state)
    match.game.score(match.state)
    assert match.game.standing(match.state).places
    if isinstance(moment.pending, RollRequest) and match.held() is None:
        assert match.check(thrown(moment.pending, chance_of(0))).legal
    return moment


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data())
def test_any_line_gets_a_verdict_or_one_line_of_complaint(game_id, depth, data):
    some = moments(game_id, depth)
    match = some[data.draw(st.integers(0, len(some) - 1))]
    for _ in range(data.draw(st.integers(1, 4))):
        line = data.draw(typed(game_id, depth))
        try:
            action = SHELF.grammar(header_of(game_id, depth)).read(line)
        except LineError as error:
            in_one_line(error)
            return
        match = looked_after(match, action)


def in_one_line(said):
    assert str(said)
    assert "\n" not in str(said)


def looked_after(match, action):
    """Check an action, and carry it out where it is legal or could be ruled so; what follows."""
    before, after = match.state, match
    verdict = match.check(action)
    if not verdict.legal:
        in_one_line(verdict.message())
    if verdict.legal or verdict.forceable:
        after = match.force(action)
        assert invariants(after.state) == ()
        usable(after)
        in_one_line(match.game.tell(before, action, after.state))
        if not isinstance(action, Undo):
            assert after.apply(Undo(None)).state is before
    assert match.state is before
    return after


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data())
def test_a_damaged_record_is_read_and_checked_or_refused_in_one_line(game_id, depth, data):
    lines = record_text(game_id, depth).splitlines()
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "cut", "junk", "typed"])):
            case "drop":
                lines[at] = ""
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "cut":
                lines[at] = lines[at][: data.draw(st.integers(0, 12))]
            case "junk":
                lines[at] = data.draw(st.text(max_size=30))
            case "typed":
                lines[at] = data.draw(typed(game_id, depth))
    read_and_replayed("\n".join(lines))


@settings(max_examples=60)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_behind_or_before_a_header_is_refused_or_read(game_id, depth, before, behind):
    head = record_text(game_id, depth).partition("---")[0]
    read_and_replayed(f"{before}\n{head}")
    read_and_replayed(f"{head}---\n{behind}")


@cache
def record_text(game_id, depth):
    header = header_of(game_id, depth)
    record, grammar = new_record(header), SHELF.grammar(header)
    for action in moments(game_id, depth)[-1].log[:60]:
        record = extended(record, action, grammar.write(action))
    assert len(record.raw) < MAX_BYTES
    return record.raw


def read_and_replayed(text):
    try:
        record = parse_record(text, "some.record", SHELF.grammar)
        cards = SHELF.find_cards(record.header, "some.record", Path())
        match = SHELF.begin(record.header, cards)
    except CompanionError as error:
        in_one_line(error)
        return
    found = replay(record, match)
    assert found.checked + found.unchecked == len(record.entries)
    for remark in found.remarks:
        in_one_line(remark.text)
    usable(found.match)
