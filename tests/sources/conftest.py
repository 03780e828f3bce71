"""A tray on a pseudo-terminal, and sources on it that end with the test."""

from __future__ import annotations

import pytest
from tray_kit import BRISK, Listening, PtyTray, connected

from companion.sources.tray import TraySource
from hardware.trays import Time


@pytest.fixture
def tray(tmp_path):
    with PtyTray(tmp_path / "port") as tray:
        yield tray


@pytest.fixture
def listening():
    return Listening()


class Opened:
    """A source on the tray, which is stopped in the end."""

    def __init__(self):
        self.sources = []

    def __call__(self, tray, listening, known=None, book=None, **more):
        source = TraySource(tray.url, known or {}, book, time=Time(pace=BRISK), **more)
        self.sources.append(source)
        source.start(listening)
        return source


@pytest.fixture
def opened():
    opened = Opened()
    yield opened
    for source in opened.sources:
        source.stop()


@pytest.fixture
def source(tray, listening, opened):
    """A source that has met the tray."""
    source = opened(tray, listening)
    connected(source)
    return source
