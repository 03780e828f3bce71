"""A host that has met a tray which holds nothing."""

import pytest
from dtp_host import met


@pytest.fixture
def host():
    return met()
