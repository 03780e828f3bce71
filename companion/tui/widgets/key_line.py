"""The line of keys at the bottom: as many as there is room for, those that lead on always."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widgets import Footer

# Textual hands this one out by its own module alone.
from textual.widgets._footer import FooterKey

from companion.core.texts import tr

ALWAYS: Final = ("help", "back", "leave", "quit", "table")
"""Last parts of the names of actions that come first where not all fit: help names all others."""

PALETTE_ROOM: Final = 11  # Columns of the palette's key, with the line that sets it off
LEAST_FOR_PALETTE: Final = 60
"""Columns below which the palette's key gives way to others; help names it, too."""


class Shown(NamedTuple):
    """One key that may stand in the line: as it is now, for people, and whether it does anything now."""

    binding: Binding
    written: str
    enabled: bool
    said: str  # what it does, in the language of now

    @property
    def across(self) -> int:
        """Columns that it needs, with the gap behind it."""
        return len(self.written) + 1 + cell_len(self.said) + 1

    @property
    def rank(self) -> int:
        """How soon it gets room: the lower, the sooner."""
        last = (self.binding.id or "").rpartition(".")[2]
        return ALWAYS.index(last) if last in ALWAYS else len(ALWAYS)


def fitting(shown: Iterable[Shown], more: Iterable[Shown], across: int) -> set[str]:
    """Return the names of the actions that fit into so many columns; `more` has what room is left."""
    found: set[str] = set()
    for one in (*sorted(shown, key=lambda one: one.rank), *more):
        if one.across <= across:
            across -= one.across
            found.add(one.binding.id or "")
    return found


class KeyLine(Footer):
    """Lists the keys of the screen in the order in which the screen lists them."""

    def __init__(self) -> None:
        super().__init__(compact=True)
        self._across = 0
        self._said: tuple[list[Shown], Shown | None] | None = None

    def compose(self) -> ComposeResult:
        """Lay out what fits."""
        if self._bindings_ready:
            self._said = keys, palette = self._now()
            yield from map(_Key, keys)
            if palette is not None:
                yield _Key(palette, "-command-palette")

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Lay the line out anew where it says something else now.

        A dialog that opens or a focus that moves is told of each time, and seldom changes a key.
        """
        if not self.is_attached or screen is not self.screen or not self.app.app_focus:
            super().bindings_changed(screen)
        elif (now := self._now()) != self._said:
            self._said = now  # what has been ordered is not ordered again
            super().bindings_changed(screen)

    def _now(self) -> tuple[list[Shown], Shown | None]:
        """Return the keys that fit, and the palette's where it has room."""
        active = self.screen.active_bindings.get(self.app.COMMAND_PALETTE_BINDING)
        if active is None or self.screen.size.width < LEAST_FOR_PALETTE:
            return self._fitting(0), None
        written = self.app.get_key_display(active.binding)
        return self._fitting(PALETTE_ROOM), _shown(active, written)

    def _fitting(self, taken: int) -> list[Shown]:
        # What can be done now by its name; of several keys the first.
        active = {one.binding.id: one for one in [*self.screen.active_bindings.values()][::-1]}
        listed = [one.id for one in type(self.screen).BINDINGS if isinstance(one, Binding)]
        found = [active[name] for name in listed if name in active]
        display = self.app.get_key_display
        now = {one.binding.id: _shown(one, display(one.binding)) for one in found}
        more: tuple[str, ...] = getattr(self.screen, "more_keys", ())
        urgent: tuple[str, ...] = getattr(self.screen, "urgent_keys", ())
        shown = [one for name, one in now.items() if one.binding.show and name not in urgent]
        fit = fitting(
            [*(now[name] for name in urgent if name in now), *shown],
            [now[name] for name in more if name in now],
            self.screen.size.width - taken,
        )
        return [one for name, one in now.items() if name in fit]

    def on_resize(self, event: events.Resize) -> None:
        """Say as much as the new size allows."""
        if event.size.width != self._across:
            self._across = event.size.width
            self.bindings_changed(self.screen)


def _shown(active: ActiveBinding, written: str) -> Shown:
    return Shown(active.binding, written, active.enabled, tr(active.binding.description))


class _Key(FooterKey):
    """One key, as large as its words: no need to lay the screen out anew once that is known."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def __init__(self, one: Shown, classes: str = "") -> None:
        super().__init__(
            one.binding.key,
            one.written,
            one.said,
            one.binding.action,
            disabled=not one.enabled,
            tooltip=one.binding.tooltip or one.said,
            classes=f"-compact {classes}",  # from the first: set later, each key would be styled twice
        )
