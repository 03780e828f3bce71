"""Whatever is played by whomever: everything can be written of it, and nothing sticks out."""

import json
import random
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from games_play import MODES, SHELF, cards_of, playout
from played_kit import RECORDS
from played_kit import told as of_record
from record_lines import extended, new_record

from companion.commands.sharing import png
from companion.record.replay import replay
from companion.session.export import bg_stats, game_json, moves_csv, sheet_csv, totals_csv
from companion.session.highlights import MOST, highlights
from companion.session.history import play_through
from companion.session.report import report
from companion.session.shapes import Word, wide
from companion.session.sheet_svg import sheet_drawing, sheet_svg

NAMES = sorted(path.stem for path in RECORDS.glob("*.record"))
LONG = ("W" * 40, "<b>&amp;", "Jörg-Ænna Łukaszewicz de la Peña y Ñu", "=1+1", "日本の友だち", "i")


def told(game_id, depth, seats, moves):
    """A game played at random by people of odd names, as a record."""
    least, most = SHELF.game(game_id).players
    names = LONG[: min(max(seats, least), most)]
    cards = cards_of(game_id, depth)
    header = SHELF.header(game_id, names, depth, None, cards)
    start = SHELF.begin(header, cards)
    grammar, record = SHELF.grammar(header), new_record(header)
    for _, action, _ in playout(start, random.Random(f"{game_id} {seats}"), moves):
        record = extended(record, action, grammar.write(action), "camera 0.998")
    return play_through(record, start, replay(record, start))


def within(drawing, slack=0.0):
    """All words lie in the picture, and none on another of its line."""
    spans = []
    for word in (shape for shape in drawing.shapes if isinstance(shape, Word)):
        length = wide(word.text, word.size)
        left = word.x - {"start": 0, "middle": length / 2, "end": length}[word.anchor]
        assert left >= -slack, word
        assert left + length <= drawing.width, word
        assert 0 < word.y <= drawing.height, word
        spans.append((word.y, left, left + length))
    for (y, _, end), (next_y, start, _) in pairwise(sorted(spans)):
        assert next_y != y or start >= end


@pytest.mark.parametrize("name", NAMES)
def test_everything_of_a_record_lies_within_the_picture(name):
    within(sheet_drawing(of_record(name)))


@pytest.mark.parametrize(("game_id", "depth"), MODES, ids=[f"{game_id}-{depth}" for game_id, depth in MODES])
@pytest.mark.parametrize(("seats", "moves"), [(2, 0), (6, 0), (6, 1), (4, 90), (6, 400)])
def test_any_game_is_written_in_every_form(game_id, depth, seats, moves):
    game = told(game_id, depth, seats, moves)
    page = report(game)
    assert "<b>" not in page
    assert len(highlights(game.match)) <= MOST
    for text in (sheet_csv(game), totals_csv(game), moves_csv(game)):
        assert "\n=" not in text
        assert ",=" not in text
    assert json.loads(json.dumps(game_json(game)))["seats"] == list(game.seats)
    push = json.loads(unquote(bg_stats(game).partition("?data=")[2]))
    assert [one["name"] for one in push["players"]] == list(game.seats)
    ET.fromstring(sheet_svg(game))  # noqa: S314 - our own
    drawing = sheet_drawing(game)
    within(drawing, slack=0.5)
    if moves == 1:
        assert png(drawing)
