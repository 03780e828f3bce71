"""The run of screens under load counts what is kept, and sees a screen that is not let go."""

import sys

import pytest

from companion.journal.store import Journal
from models.workshop.soak.screens import opened, rolled_meanwhile

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal, as on Linux"),
]


async def test_rolls_that_come_while_pages_open_are_counted(tmp_path, monkeypatch):
    for name in ("sound", "broken"):
        (tmp_path / name).mkdir()
    sound = await rolled_meanwhile(tmp_path / "sound", 12)
    assert (sound.count, sound.losses) == (12, 0)

    keep = Journal.keep_reading
    seen = set()

    def keep_most(self, table_id, reading):
        """Say that every fifth reading was kept, and do not keep it."""
        seen.add(reading.key)
        return len(seen) % 5 == 0 or keep(self, table_id, reading)

    monkeypatch.setattr(Journal, "keep_reading", keep_most)
    assert (await rolled_meanwhile(tmp_path / "broken", 12)).losses


async def test_every_opening_of_every_page_is_measured(tmp_path):
    assert {page: len(taken) for page, taken in (await opened(tmp_path, 2)).items()} == {
        "the devices": 2,
        "the score": 2,
        "the keys": 2,
    }
