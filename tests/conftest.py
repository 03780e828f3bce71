"""What every test may rely on: a home of its own, and properties that fail the same way twice."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.core import texts
from companion.system import home

# Thousands of collected tests are no rubbish, yet Python's collector would look through them all
# every few seconds: a third of the time that the tests of screens take.
gc.set_threshold(50_000, 20, 20)

# No deadline: a busy machine is not a failure. Derandomised: a red run can be repeated; to search
# further, run with `--hypothesis-profile=search`.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of trays run against a real one, with somebody beside it who throws."""
    group = parser.getgroup("dice trays")
    group.addoption("--tray", metavar="PORT", help="a real dice tray's port, as `tableside tray` lists it")
    group.addoption("--tray-rolls", type=int, default=10, metavar="N", help="rolls of a real tray in each test")


LONG = {"test_demo_clip.py", "test_demo_game.py", "test_tui_by_keys_games.py"}
"""Files with tests of many seconds, beside those that are marked `slow`."""
SWEEPS = {
    "test_demo_game.py",
    "test_games_invariants.py",
    "test_games_lighten.py",
    "test_games_perft.py",
    "test_session_sharing_any.py",
    "test_trays_conformance.py",
    "test_tui_by_keys_games.py",
    "test_tui_gallery.py",
    "test_tui_light_depth.py",
    "test_tui_roll_mashing.py",
    "test_tui_roll_voice.py",
    "test_tui_start_hard.py",
    "test_tui_start_journeys.py",
    "test_tui_start_pictures.py",
    "test_tui_themes.py",
    "test_tui_words.py",
    "test_vision_settle_film.py",
    "test_vision_settle_rendered.py",
    "test_web_hidden.py",
}
"""Files that try one thing on every screen, game, tray or film, or play whole games: all slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that in the end no core waits for another's long test."""
    for item in items:
        if item.path.name in SWEEPS:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test out of the tables and settings of whoever runs it; all begin in English."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(home.ENVIRONMENT, str(folder))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(texts, "_chosen", texts._chosen)
    return folder


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout that the tests stand in."""
    return Path(__file__).resolve().parent.parent


class Accented:
    """A language in which every text said just now is told apart from English by its vowels."""

    vowels = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")

    def info(self) -> dict[str, str]:
        """Name the language, as a catalogue does."""
        return {"language": "xx"}

    def gettext(self, message: str) -> str:
        """Put an accent on every vowel outside the gaps."""
        parts = re.split(r"(\{[^{}]*\})", message)
        return "".join(part if at % 2 else part.translate(self.vowels) for at, part in enumerate(parts))

    def ngettext(self, one: str, several: str, count: int) -> str:
        """Do so with the form that English takes."""
        return self.gettext(one if count == 1 else several)


@pytest.fixture
def accented(monkeypatch: pytest.MonkeyPatch) -> Accented:
    """Say in another language what is not fixed when its module is imported."""
    language = Accented()
    monkeypatch.setattr(texts, "_chosen", language)
    return language
