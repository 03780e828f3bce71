"""An app that an error in the program does not end: it becomes one line, and the rest goes on."""

import traceback
from time import monotonic
from typing import Any, Final

from textual._context import active_message_pump
from textual.app import App
from textual.dom import DOMNode
from textual.events import Mount
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from companion.core.texts import tr
from companion.tui.key_order import Given, KeyOrder, Passed

SAY_AGAIN: Final = 10.0
"""Seconds after which an error that happens again and again is said once more."""

DRAWING: Final = frozenset({"_refresh_layout", "_compositor_refresh", "_display"})
"""Textual's functions that lay a screen out and paint it."""

Place = tuple[str, str]  # An error: its class, and the line of the program that it comes from


class GuardedApp(App[None]):
    """An app in which every listener, timer, worker and key is guarded, here and nowhere else.

    Textual brings every error to `_handle_exception`. What it would end besides, the queue of
    messages that the error came from, goes on: each is guarded. A page that cannot be built or drawn
    is closed. Only where nothing would be left does the app end.
    """

    def __init__(self) -> None:
        super().__init__()
        self._faults: dict[Place, float] = {}  # when each was said last
        self._closing_pages: list[Screen[Any]] = []
        self._keys = KeyOrder(self, super()._dispatch_message)

    def on_mount(self) -> None:
        """Follow which screen is shown."""
        self.screen_change_signal.subscribe(self, self._keys.screen_changed, immediate=True)

    def is_page(self, screen: Screen[Any]) -> bool:
        """Tell whether the app can go on without a screen of the stack."""
        return screen is not self.screen_stack[0]

    def keep_fault(self, error: Exception) -> None:
        """Keep where an error came from; an app without a home keeps nothing."""

    # -- every message ----------------------------------------------------------------------------

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        """Guard a widget from its first message."""
        dispatch = child._dispatch_message  # noqa: SLF001 - Textual has no other way to guard it

        async def guarded(message: Message) -> None:
            if isinstance(message, Passed):
                self._keys.hand_on(message, child)
                return
            composed = child.display and child.is_attached  # else Textual mounts no widgets
            if isinstance(message, Mount) and isinstance(child, Screen):
                child.post_message(Passed())  # comes once the screen stands
                if not composed:
                    return  # people went back, or ended the program, while it was opening
            try:
                await dispatch(message)
            except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on
                self._handle_exception(error)

        child._dispatch_message = guarded  # type: ignore[method-assign] # noqa: SLF001 - as above
        super()._register_child(parent, child, before, after)

    async def _dispatch_message(self, message: Message) -> None:
        """Take up a message to the app itself: keys and clicks come this way."""
        if isinstance(message, Given) and not self.screen_stack:
            return  # it was pressed while the program ended
        try:
            if isinstance(message, Passed):
                await self._keys.arrived(message)
            elif isinstance(message, Given) and not message.is_forwarded:
                await self._keys.take(message)
            else:
                await super()._dispatch_message(message)
        except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on
            self._handle_exception(error)

    # -- every error ------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        """Say an error in one line and keep where it came from; end only if nothing is left."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        fault = cause if isinstance(cause, Exception) else error
        screen = self._unusable(fault)
        if screen is not None and screen in self._closing_pages:
            return  # it comes of the one before
        self._tell(fault)
        if len(self.screen_stack) <= 1 or (screen is not None and not self.is_page(screen)):
            super()._handle_exception(error)
            return
        if self._exception is None:  # so that a test fails in which something went wrong
            self._exception = error
        if screen is not None:
            self._closing_pages.append(screen)
            self.call_later(self._close_page, screen)

    def _tell(self, fault: Exception) -> None:
        place = type(fault).__name__, str(traceback.extract_tb(fault.__traceback__)[-1:])
        now, last = monotonic(), self._faults.get(place)
        if last is None:
            self.keep_fault(fault)
        elif now - last < SAY_AGAIN:
            return
        self._faults[place] = now
        text = tr(
            "An error in the program ({name}). What was entered is kept: go on. `tableside doctor errors` tells more.",
            name=type(fault).__name__,
        )
        self.notify(text, severity="error", timeout=SAY_AGAIN, markup=False)

    def _unusable(self, fault: Exception) -> Screen[Any] | None:
        """Return the screen that cannot be shown because of an error; None when all can."""
        pump = active_message_pump.get(None)
        if isinstance(pump, Widget) and not pump.is_mounted:
            above = (one for one in pump.ancestors_with_self if isinstance(one, Screen))
            return next((one for one in above if one in self.screen_stack), None)
        frames = traceback.walk_tb(fault.__traceback__)
        drawn = any(frame.f_code.co_name in DRAWING for frame, _ in frames)
        return self.screen if drawn and self.screen_stack else None

    def _close_page(self, screen: Screen[Any]) -> None:
        """Close a page and what lies over it, as if people had gone back."""
        while screen in self.screen_stack:
            self.screen.dismiss(None)
        self._closing_pages.remove(screen)
