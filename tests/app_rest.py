"""Apps under test: at rest as soon as nothing is left to do, and their styles parsed once.

Textual's own pilot waits after every key until the processor has been quiet for a fiftieth of a
second. Hundreds of keys make that minutes of sleep, and a busy machine makes it a guess. The loop
itself knows whether anything is ready to run.

Without a terminal nobody sees a picture unless a test looks: what is visible is drawn then, and
once more at the end of a test. To paint after every key is a fifth of the time.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import pytest
from textual._context import active_app
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

THREADS = 0.002  # Seconds between two looks at what works in a thread

_paint = Screen._compositor_refresh
_parse = Stylesheet._parse_rules
_parsed: dict[Any, Any] = {}


async def at_rest(min_sleep: float = 0.0, max_sleep: float = 5.0) -> None:
    """Wait until every message is handled and every worker's thread done.

    Args:
        min_sleep: taken for the sake of the function that this one stands in for.
        max_sleep: seconds after which an app that never rests is taken as it is.
    """
    del min_sleep
    loop: Any = asyncio.get_running_loop()
    app = active_app.get(None)
    end = monotonic() + max_sleep
    while monotonic() < end:
        await asyncio.sleep(0)
        if loop._ready or resize(app) or update(app):
            continue
        if in_threads(app):
            await asyncio.sleep(THREADS)
        else:
            return


def resize(app: Any) -> bool:
    """Take a new size at once that would be taken a moment later; tell whether there was one."""
    if app is None or app._resize_timer is None:
        return False
    app._check_resize()
    return True


def update(app: Any) -> bool:
    """Do at once what would be done with the next frame; tell whether there was anything."""
    if app is None or not app.screen_stack:
        return False
    timer = app.screen._update_timer
    if not timer._active.is_set():
        return False
    app.screen._on_timer_update()
    return True


def paint(app: Any) -> None:
    """Paint the screen of an app that still runs, so that no test ends before it was drawn."""
    if app.is_running and app.screen_stack:
        _paint(app.screen)


def paint_never(screen: Screen[Any]) -> None:
    """Leave a screen that changed unpainted; one behind it hands its changes on."""
    if screen is screen.app.screen:
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)
    else:
        _paint(screen)


def in_threads(app: Any) -> bool:
    """Tell whether a worker of the app is busy in a thread of its own."""
    return app is not None and any(worker._thread_worker and worker.is_running for worker in app.workers)


def parsed_once(sheet: Stylesheet, css: str, *where: Any, **more: Any) -> Any:
    """Return the rules of a style sheet's text; each app would parse the same texts anew."""
    key = (css, where, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *where, **more)
    return _parsed[key]


def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Textual's pilot wait until the app has come to rest, and no longer; its Enter is never too soon."""
    monkeypatch.setattr("companion.tui.key_order.TOO_SOON", 0.0)
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed_once)
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)


def painted_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint the screens of an app that a pilot drives only where `paint` is called."""
    monkeypatch.setattr(Screen, "_compositor_refresh", paint_never)
