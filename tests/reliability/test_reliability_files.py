"""A sample of the long run: every parser takes what is sound, and takes or refuses what is not."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.workshop.soak.files.area import parsers
from models.workshop.soak.files.mutate import FAR, Change, Edit, changed
from models.workshop.soak.files.parsers import attempt

pytestmark = pytest.mark.slow

SAMPLE = 16  # Inputs of each cheap parser; costly ones get their share, and every one at least six

NAMES = tuple(parser.name for parser in parsers())
FAR_ENOUGH = st.integers(0, FAR)
EDITS = st.lists(st.builds(Edit, FAR_ENOUGH, FAR_ENOUGH, FAR_ENOUGH), min_size=1, max_size=3)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sound_is_taken(name):
    parser = next(one for one in parsers() if one.name == name)
    for seed in parser.seeds[:: max(1, len(parser.seeds) // 8)]:
        assert attempt(parser, seed), seed[:200]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_changed_is_taken_or_refused_in_one_line(name):
    parser = next(one for one in parsers() if one.name == name)

    @settings(
        max_examples=max(6, SAMPLE // parser.cost), deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(FAR_ENOUGH, EDITS)
    def tried(which, todo):
        attempt(parser, changed(parser.seeds, which, parser.change, tuple(todo)))

    tried()


@pytest.mark.parametrize("change", Change)
def test_an_input_is_changed_the_same_way_again(change):
    seeds = (b'{"format": 1, "a": [1, 2]}', b'{"b": "c = 1"}')
    edit = (Edit(3, 5, 7), Edit(11, 13, 17))
    assert changed(seeds, 1, change, edit) == changed(seeds, 1, change, edit)
    assert changed(seeds, 1, change, edit) != seeds[1]
