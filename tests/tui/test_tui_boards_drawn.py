"""Boards in colour, as large as a screen: one picture of every mode at three sizes."""

import os
import re
from pathlib import Path

import pytest
import textual

from companion.record.replay import replay
from companion.record.shelf import Shelf
from companion.tui.drawing.board import Board
from companion.tui.spectator_svg import bare
from companion.tui.themed_app import ThemedApp

RECORDS = Path(__file__).parents[1] / "records"
SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES = [(80, 24), (120, 40), (200, 60)]
MOMENTS = {
    "rsf-sudden-death": 0.6,
    "fgt-four-players": 0.55,
    "gmm-three-shared": 0.4,
    "md-two-switches": 0.7,
    "mon-classic-corrections": 0.6,
    "mon-arena-four": 0.6,
    "mon-dominoes-open": 0.7,
}
"""How far each game has gone, so that there is something to see."""


class OneBoard(ThemedApp):
    """An app that shows one board and nothing else."""

    CSS = "Screen { background: $background; color: $foreground; } Board { height: 1fr; }"

    def __init__(self, name):
        super().__init__()
        record, match = Shelf().read_record(RECORDS / f"{name}.record")
        match = replay(record, match).match
        states = [step.state for step in match.steps()]
        self.game = match.game
        self.board = Board()
        self.board.show(match.game.sheet(states[int(len(states) * MOMENTS[name])]))

    def compose(self):
        yield self.board


def small(svg):
    """Return a picture without what matters only beside others on a page."""
    svg = re.sub(r"terminal-\d+", "t", bare(svg))
    svg = re.sub(r'<clipPath id="t-line-\d+">.*?</clipPath>', "", svg, flags=re.DOTALL)
    svg = re.sub(r' clip-path="url\(#t-line-\d+\)"| textLength="[\d.]+"', "", svg)
    svg = svg.replace(' lengthAdjust="spacingAndGlyphs"', "")
    lines = "\n".join(line.strip() for line in svg.splitlines() if line.strip())
    return f"{lines}\n<!-- textual {textual.__version__} -->\n"


def test_there_is_a_picture_of_every_mode():
    shelf = Shelf()
    drawn = {shelf.read_record(RECORDS / f"{name}.record")[0].header.game for name in MOMENTS}
    assert drawn == set(shelf.ids())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", MOMENTS)
async def test_a_board_is_drawn_as_it_was(name, size):
    app = OneBoard(name)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.board.size == size
        picture = small(app.export_screenshot())
    path = SNAPSHOTS / f"drawn-{app.game.id}-{size[0]}x{size[1]}.svg"
    if os.environ.get("TABLESIDE_SNAPSHOTS"):
        path.write_text(picture, encoding="utf-8")
        return
    kept = path.read_text(encoding="utf-8")
    assert len(kept) < 100_000
    if kept.splitlines()[-1] != picture.splitlines()[-1]:
        pytest.skip(f"drawn by another version: {kept.splitlines()[-1]}")
    assert picture == kept, f"{path.name} looks different; remake with TABLESIDE_SNAPSHOTS=1"
