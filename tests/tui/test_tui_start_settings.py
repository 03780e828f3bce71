"""Settings of the whole program: kept whole, read with care."""

from __future__ import annotations

import json
import os
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import UsageError
from companion.tui.settings import CHOICES, FILE, Settings

CHANGED = Settings("paper", "reduced", "on", "on", "blocks", "off", "on", {"table.undo": "z"}, guided=True)


def test_every_setting_that_is_chosen_has_its_default_first():
    defaults = Settings()
    for name, choices in CHOICES.items():
        assert getattr(defaults, name) == choices[0]
    assert {one.name for one in fields(Settings)} - set(CHOICES) == {"keys", "guided", "venue"}


def test_what_was_written_is_read(tmp_path):
    CHANGED.write(tmp_path / "new" / FILE)
    assert Settings.read(tmp_path / "new" / FILE) == CHANGED
    assert os.listdir(tmp_path / "new") == [FILE]  # noqa: PTH208 - and nothing half written


def test_without_a_file_everything_has_its_default(tmp_path):
    assert Settings.read(tmp_path / FILE) == Settings()
    assert Settings.read(tmp_path) == Settings()


def test_one_bad_value_costs_only_itself(tmp_path):
    kept = {
        "format": 1,
        "theme": "paper",
        "motion": "wild",
        "voice": True,
        "sounds": ["on"],
        "keys": {"table.undo": "z", "table.redo": 3, "table.rule": ""},
        "guided": "yes",
        "from a later program": 1,
    }
    (tmp_path / FILE).write_text(json.dumps(kept), encoding="utf-8")
    assert Settings.read(tmp_path / FILE) == Settings(theme="paper", keys={"table.undo": "z"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*CHOICES, "keys", "guided"]), JSON))
def test_whatever_stands_in_the_file_settings_come_out(tmp_path_factory, kept):
    path = tmp_path_factory.mktemp("settings") / FILE
    path.write_text(json.dumps({"format": 1, **kept}), encoding="utf-8")
    read = Settings.read(path)
    assert all(getattr(read, name) in choices for name, choices in CHOICES.items())
    read.write(path)
    assert Settings.read(path) == read


def test_the_house_keeps_settings(house):
    assert house.settings() == Settings()
    house.keep_settings(CHANGED)
    assert house.settings() == CHANGED
    assert type(house)(house.home).settings() == CHANGED


def test_settings_that_the_disk_refuses_hold_until_the_end(house):
    house.home.mkdir(parents=True, exist_ok=True)
    (house.home / FILE).mkdir()
    with pytest.raises(UsageError, match="could not be saved"):
        house.keep_settings(CHANGED)
    assert house.settings() == CHANGED
