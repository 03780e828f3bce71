"""The line of keys at the bottom: as many as there is room for, those that lead on always."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

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


class KeyLine(Widget):
    """Lists the keys of the screen in the order in which the screen lists them.

    One widget paints them all: one for each, as Textual's footer has, is made anew whenever a key changes.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key", "key-line--said", "key-line--under", "key-line--edge"}
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        width: 1fr;
        height: 1;
        text-wrap: nowrap;
        color: $footer-foreground;
        background: $footer-background;
        .key-line--key { color: $footer-key-foreground; background: $footer-key-background; text-style: bold; }
        .key-line--said { color: $footer-description-foreground; background: $footer-description-background; }
        .key-line--under { background: $block-hover-background; }
        .key-line--edge { color: $foreground 20%; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[list[Shown], Shown | None] = [], None  # keys, and the palette's
        self._under: Shown | None = None  # the mouse

    def on_mount(self) -> None:
        """Hear when keys change."""
        self.screen.bindings_updated_signal.subscribe(self, self.bindings_changed)

    def on_unmount(self) -> None:
        """Hear no more."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Paint the line anew where it says something else now."""
        if self.is_attached and screen is self.screen and (now := self._now()) != self.shown:
            self.shown = now
            self.refresh()

    def on_resize(self) -> None:
        """Say as much as the new size allows."""
        self.bindings_changed(self.screen)

    def render(self) -> Content:
        """Return the keys, the palette's at the right edge."""
        keys, palette = self.shown
        line = Content(" ").join(map(self._painted, keys))
        if palette is None:
            return line
        edge = Content.assemble(("▏", self.get_visual_style("key-line--edge")), self._painted(palette), " ")
        return line + " " * (self.size.width - line.cell_length - edge.cell_length) + edge

    def _painted(self, one: Shown) -> Content:
        key, said = self.get_visual_style("key-line--key"), self.get_visual_style("key-line--said")
        painted = Content.assemble((one.written, key), (f" {one.said}", said))
        if not one.enabled:
            painted = painted.stylize("dim")
        return painted.stylize(self.get_visual_style("key-line--under")) if one == self._under else painted

    def _at(self, column: int) -> Shown | None:
        """Return the key that stands in a column."""
        keys, palette = self.shown
        if palette is not None and column >= self.size.width - palette.across:
            return palette
        for one in keys:
            column -= one.across
            if column < 0:
                return one if column < -1 else None  # not the gap behind it
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the key that a click would press, and say more of it."""
        self._mark(self._at(event.x))

    def on_leave(self) -> None:
        """Mark none."""
        self._mark(None)

    def _mark(self, under: Shown | None) -> None:
        if under != self._under:
            self._under = under
            self.tooltip = None if under is None else under.binding.tooltip or under.said
            self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key that was clicked."""
        if (clicked := self._at(event.x)) is not None and clicked.enabled:
            self.app.simulate_key(clicked.binding.key)
        else:
            self.app.bell()

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


def _shown(active: ActiveBinding, written: str) -> Shown:
    return Shown(active.binding, written, active.enabled, tr(active.binding.description))
