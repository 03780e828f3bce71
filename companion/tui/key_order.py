"""Keys and clicks in their order: each waits until the one before has done all that it does.

Textual hands keys on as they come, so that what is typed faster than a dialog opens would go to the
table below it. Here it is kept for the dialog. A click is meant for the screen that was there: it is dropped
when another has come. And an Enter once too often, as a dialog closes, is dropped: it would choose whatever is
highlighted below. So is the second half of a double click, which would answer what the first half opened.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from textual.app import App
from textual.errors import NoWidget
from textual.events import Event, Key, MouseDown, MouseEvent, MouseUp, Paste
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList

Given = Key | Paste | MouseDown | MouseUp  # What people do, one after the other

TOO_SOON: Final = 0.3
"""Seconds in which nobody means an Enter for what lay below a dialog, or a click for what has just come."""


class Passed(Message, bubble=False):
    """Follows a key from queue to queue: where it arrives, the key has been. Without a key: look again."""

    busy = False  # Whether a queue on the way held more


class KeyOrder:
    """Lets keys, pasted texts and clicks in, one after the other.

    Args:
        app: whose keys they are.
        let_in: hands an event on as Textual does.
    """

    def __init__(self, app: App[Any], let_in: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._let_in = let_in
        self._kept: deque[tuple[Given, Screen[Any] | None]] = deque()  # and the screen it came at
        self._under_way: Given | None = None
        self._pressed = False  # whether the mouse went down for what is there now
        self._following: Passed | None = None
        self._closed_at = self._changed_at = float("-inf")
        self._top: Screen[Any] | None = None

    async def take(self, event: Given) -> None:
        """Let an event in, now or when its turn comes; what ends the program waits for nothing."""
        if self._under_way is not None and self._ends(event):
            await self._let_in(event)
            return
        self._kept.append((event, self._top))
        await self._go_on()

    def _ends(self, event: Given) -> bool:
        bound = self._app.active_bindings.get(event.key) if isinstance(event, Key) else None
        return bound is not None and bound.binding.action == "quit"

    async def _go_on(self) -> None:
        while self._kept and self._under_way is None and self._app.screen_stack:
            event, meant = self._kept.popleft()
            if self._is_too_soon(event):
                self._closed_at = self._changed_at = event.time  # a key held down is one Enter
                self._pressed = False
                continue
            if isinstance(event, MouseEvent) and not self._hits(event, meant):
                continue
            self._under_way = event
            if isinstance(self._app.focused, Input):
                self._closed_at = float("-inf")  # whoever writes in a field means the Enter after it
            target = self._target(event)
            if isinstance(event, MouseUp) and isinstance(target, OptionList):
                self._changed_at = event.time  # what stands in its line may be something else now
            try:
                await self._let_in(event)
            finally:
                there = event.is_forwarded or isinstance(event, MouseEvent)
                self._follow(target if there else self._app, busy=True)

    def _target(self, event: Given | None = None) -> MessagePump:
        """Who gets a key now, or what the mouse does."""
        app = self._app
        if not app.screen_stack:
            return app
        if isinstance(event, MouseEvent):
            with suppress(NoWidget):
                return app.get_widget_at(event.x, event.y)[0]
        return app.focused or app.screen

    def _hits(self, event: MouseDown | MouseUp, meant: Screen[Any] | None) -> bool:
        """Tell whether a click is meant for what is there; half a click is none."""
        same = meant is None or meant is self._app.screen
        self._pressed, pressed = same and isinstance(event, MouseDown), self._pressed
        return same and (pressed or isinstance(event, MouseDown))

    def _is_too_soon(self, event: Given) -> bool:
        """Tell whether it came before people could see what a dialog that closed, or a click, left."""
        if isinstance(event, MouseDown):
            return event.time - self._changed_at < TOO_SOON
        again = isinstance(event, Key) and event.key == "enter" and not isinstance(self._app.screen, ModalScreen)
        return again and event.time - self._closed_at < TOO_SOON

    def _follow(self, target: MessagePump, *, busy: bool = False) -> None:
        self._following = passed = Passed()
        passed.busy = busy
        if not target.post_message(passed):
            self._app.post_message(passed)

    def hand_on(self, passed: Passed, here: Widget) -> None:
        """Send what follows a key on to the next queue on the key's way."""
        passed.busy = passed.busy or here.message_queue_size > 0
        above = here.parent
        if above is None or not above.post_message(passed):
            self._app.post_message(passed)

    def screen_changed(self, screen: Screen[Any]) -> None:
        """Note when a key or a click opens a dialog or a page, or closes it."""
        before, self._top = self._top, screen
        if self._under_way is not None:
            self._changed_at = self._under_way.time
            if before is not None and before not in self._app.screen_stack:
                self._closed_at = self._changed_at
        self._app.post_message(Passed())

    async def arrived(self, passed: Passed) -> None:
        """Let the next key in when nothing is left to do of the one before, and no dialog opens."""
        if self._under_way is None or (self._following is not None and passed is not self._following):
            return
        again = passed is not self._following or passed.busy or self._app.message_queue_size > 0
        self._following = None
        if again:
            self._follow(self._target())
        elif self._all_stands():  # else what is opening sends another
            self._under_way = None
            await self._go_on()

    def _all_stands(self) -> bool:
        stack = self._app.screen_stack
        talks = (getattr(screen, "talk", None) for screen in stack)
        opening = any(talk is not None and talk.opening for talk in talks)
        return not opening and (not stack or stack[-1].is_mounted)
