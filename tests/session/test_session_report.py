"""The page of a game: what stands in it, and what never may."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_kit import RECORDS, finished, played, told

from companion.core.actions import Undo
from companion.core.dice import kind_name
from companion.core.seats import Seat
from companion.journal.rows import KeptReading
from companion.journal.store import Journal
from companion.session import report as reports
from companion.session.chart_svg import HEIGHT, WIDTH, chart, steps
from companion.session.course import Course, Line, Point, course
from companion.session.export import bg_stats
from companion.session.report import report

NAMES = sorted(path.stem for path in RECORDS.glob("*.record") if "growing" not in path.stem)
GAMES = [name for name in NAMES if "corrections" not in name]


class Page(HTMLParser):
    """Collects text, and everything that a browser would fetch or run."""

    def __init__(self, page):
        super().__init__()
        self.text: list[str] = []
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        assert tag not in {"script", "iframe", "object", "link", "base", "form"}
        for name, value in attrs:
            assert not name.startswith("on")
            if name in {"src", "href", "srcset", "action", "data"}:
                (self.links if (tag, name) == ("a", "href") else self.fetched).append(value)
        if tag not in {"meta", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_names_the_winner_every_score_and_every_move(name):
    table = finished(name)
    page = Page(report(table))
    assert page.open == []
    text = " ".join("".join(page.text).split())
    for seat in table.standing().winners:
        assert table.seats[seat] in text
    assert " ".join(table.standing().explanation.split()) in text
    for line in table.score().lines:
        assert f"({line.rule})" in text
    for line in table.history():
        assert " ".join(line.told.split()) in text


@pytest.mark.parametrize("name", ["rsf-light", "md-four-players", "fgt-light"])
def test_a_page_counts_every_face_that_was_thrown(name):
    table = finished(name)
    wanted = Counter()
    for line in table.history():
        for kind, face in re.findall(r"(\S+?)=(\S+)", line.line if ": roll " in line.line else ""):
            wanted[line.line.partition(":")[0], kind_name(kind), face] += 1
    found = Counter()
    for part in re.findall(r'<table class="dice">.*?</table>', report(table)):
        head, *rows = re.findall(r"<tr>(.*?)</tr>", part)
        faces = re.findall(r"<th>(.*?)</th>", head)[3:]
        for row in rows:
            who, kind, dice, *counts = re.findall(r"<td[^>]*>(.*?)</td>", row)
            assert sum(int(count or 0) for count in counts) == int(dice)
            for face, count in zip(faces, counts, strict=True):
                found[who.rpartition("</b> ")[2], unescape(kind), face] += int(count or 0)
    assert +found == wanted
    assert bool(found) is (name != "fgt-light")


def picture(version, evidence=b"x"):
    return KeptReading("k", "camera:0", "camera", 1, "", 1.0, evidence, "", version)


def test_a_page_fetches_nothing_and_runs_nothing(journal):
    table = played(journal, "rsf-light")
    roll = next(n for n, line in enumerate(table.history(), 1) if " rolls " in line.told or "roll" in line.line)
    source = report(table, [picture(roll, b"\xff\xd8 a picture")])
    page = Page(source)
    assert [one[:23] for one in page.fetched] == ["data:image/jpeg;base64,"]
    assert page.links == [bg_stats(table)], "what somebody may tap, at the end"
    assert source.rstrip().endswith("Add this play to BG Stats</a></p></body></html>")
    rest = source.replace('href="https://app.bgstatsapp.com/', "")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", rest)
    assert "@import" not in source


def test_only_a_play_that_has_ended_and_has_a_date_is_offered_to_bg_stats(journal):
    assert Page(report(played(journal, "rsf-light", 5))).links == []
    assert Page(report(told("rsf-light"))).links == []


def test_a_play_for_bg_stats_stays_the_same_play_when_moves_are_taken_back():
    begun = datetime(2026, 5, 1, 23, 30, 15, tzinfo=UTC)
    minutes = (begun + timedelta(minutes=past) for past in range(1000))
    with Journal(None, now=lambda: next(minutes).isoformat(timespec="milliseconds")) as journal:
        table = played(journal, "rsf-light", 0)  # opened in the first minute
        plays = [bg_stats_play(table)]
        for action in told("rsf-light").match.log[:40]:
            assert table.declare(action).legal
        plays.append(bg_stats_play(table))
        for _ in range(40):
            assert table.declare(Undo(None)).legal
            plays.append(bg_stats_play(table))
    unmoved, moved, undone, *_, nothing = plays
    assert len({play["sourcePlayId"] for play in plays[1:]}) == 1
    assert {"playDate", "durationMin"} & set(unmoved) == set()
    assert (moved["playDate"], moved["durationMin"]) == ("2026-05-02 00:10:15", 39)
    assert (undone["playDate"], undone["durationMin"]) == ("2026-05-02 00:09:15", 38)
    assert any(one["startPlayer"] for one in moved["players"])
    assert not any(one["startPlayer"] for one in (*unmoved["players"], *nothing["players"])), "nobody began yet"


def bg_stats_play(table):
    return json.loads(unquote(bg_stats(table).partition("?data=")[2]))


def test_a_page_keeps_the_latest_pictures_and_says_how_many_there_were(journal, monkeypatch):
    table = played(journal, "rsf-light")
    pictures = [picture(number, b"x" * 100) for number in range(1, 11)]
    monkeypatch.setattr(reports, "MAX_PICTURES", 4)
    page = report(table, reversed(pictures))
    assert re.findall(r"<figcaption>(\d+):", page) == ["7", "8", "9", "10"]
    assert "The latest 4 of 10 pictures." in page
    monkeypatch.setattr(reports, "MAX_PICTURE_BYTES", 250)
    page = report(table, pictures)
    assert re.findall(r"<figcaption>(\d+):", page) == ["9", "10"]
    assert "The latest 2 of 10 pictures." in page


def test_a_picture_of_no_move_is_left_out_of_a_running_game(journal):
    table = played(journal, "rsf-light", 5)
    pictures = [picture(number) for number in (0, -3, 6, 10**9, None)]
    pictures.append(picture(5, None))
    page = report(table)
    assert report(table, pictures) == page
    assert "The game is not over yet" in page


def test_undone_moves_and_their_pictures_are_struck_out(journal):
    table = played(journal, "fgt-light", 20)
    assert "class=undone" not in report(table)
    table.declare(Undo(None))
    assert "class=undone" in report(table)
    assert "<figure class=undone>" in report(table, [picture(20)])
    assert "<figure>" in report(table, [picture(19)])


@pytest.mark.parametrize("name", GAMES)
def test_every_chart_is_a_sound_picture(name):
    table = finished(name)
    run = course(table.match)
    for column in run.columns:
        root = ET.fromstring(chart(run, column, table.seats))  # noqa: S314 - our own
        lines = [one for one in root.iter() if one.tag.endswith("path")]
        assert len(lines) == len(run.of(column))


@given(st.lists(st.integers(-50, 5000), min_size=1, max_size=12), st.integers(2, 8))
def test_every_point_lies_within_the_chart_and_no_name_on_another(totals, seats):
    points = tuple(Point(number, total) for number, total in enumerate(totals))
    lines = tuple(Line(Seat(n), "points", points) for n in range(seats))
    names = tuple(f"player {n}" for n in range(seats))
    drawn = chart(Course(len(totals), lines, ()), "points", names)
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    for path in (one for one in root.iter() if one.tag.endswith("path")):
        for number in re.findall(r"-?[0-9.]+", path.get("d").replace("V", " ").replace("L", " ")):
            assert -1 <= float(number) <= WIDTH
    heights = [float(one.get("y")) for one in root.iter() if one.tag.endswith("text") and "player" in one.text]
    assert max(heights) <= HEIGHT
    assert all(later - earlier >= 15 for earlier, later in pairwise(heights))


@given(st.integers(-500, 500), st.integers(0, 20_000))
def test_marks_are_few_and_round(low, wide):
    marks = steps(low, low + wide)
    assert len(marks) <= 7
    assert all(low <= mark <= low + wide for mark in marks)
