"""A real broker and a real database, started for these tests on free ports of this machine."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from venue_kit import Broker, Postgres, broker_program, postgres_programs


@pytest.fixture
def broker(tmp_path):
    program = broker_program()
    if program is None:
        pytest.skip("needs Mosquitto: apt install mosquitto")
    one = Broker(program, tmp_path / "broker")
    one.start()
    yield one
    one.kill()


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
