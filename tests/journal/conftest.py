import pytest

from companion.journal.store import FILE


@pytest.fixture
def file(tmp_path):
    """Where a journal may lie; nothing is there yet."""
    return tmp_path / FILE
