"""An empty folder for what is killed, damaged or cut off."""

import pytest

from models.workshop.soak.kills import area as soak


@pytest.fixture
def place():
    with soak.folder() as empty:
        yield empty
