"""A real broker and a real database, started for these tests on free ports of this machine."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from venue_kit import Postgres, postgres_programs

from models.workshop.soak.venue_stage import Broker, program


@pytest.fixture
def start_broker(tmp_path):
    if program("mosquitto") is None or program("mosquitto_passwd") is None:
        pytest.skip("needs Mosquitto: apt install mosquitto")
    one = None

    def start(*lines):
        nonlocal one
        one = Broker(tmp_path / "broker", *lines)
        one.start()
        return one

    yield start
    if one is not None:
        one.kill()


@pytest.fixture
def broker(start_broker):
    return start_broker()


@pytest.fixture(scope="session")
def postgres():
    programs = postgres_programs()
    if programs is None:
        pytest.skip("needs PostgreSQL: apt install postgresql")
    # Beside pytest's own folders: each run closes those to every other account, the server's too.
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        one = Postgres(programs, Path(folder))
        one.start()
        yield one
        one.stop()
