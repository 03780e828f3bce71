"""A journal in memory for every test that asks for one."""

import pytest

from companion.journal.store import Journal


@pytest.fixture
def journal():
    with Journal(None) as journal:
        yield journal
