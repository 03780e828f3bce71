"""The page in words: everything the picture says, escaped, and nothing from elsewhere."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_kit import SHELF, moved, renamed, scene_after, table_of

from companion.core.actions import Undo
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.verdict import Question
from companion.session.scene import Notice, scene_of
from companion.web import page

SCENE = scene_after(4)


class Reader(HTMLParser):
    """What a browser would make of it: elements, and text."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.open = []
        self.said = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "img", "source", "input", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append(data)


def text_of(html):
    return " ".join(" ".join(Reader(html).said).split())


VOWEL = re.compile(r"[aeiou]")


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize("moves", [0, 4])
def test_in_another_language_the_page_says_no_english_of_its_own(moves):
    table = moved(table_of(seats=("BBB", "CCC")), moves)
    sight = replace(scene_of(table), title="QQQ")
    html = page.face(sight).page(1, page.MEDIA)
    assert '<html lang="xx">' in html
    own = re.sub(r"<style.*?</style>|<script.*?</script>|<meta[^>]*>|<link[^>]*>", "", html)
    for line in {line.told for line in sight.history}:
        own = own.replace(line, "")
    said = [*Reader(own).said, *re.findall(r'alt="([^"]*)"', own)]
    english = [word for text in said for word in re.findall(r"[^\W\d_]{3,}", text)
               if word.isascii() and VOWEL.search(word.lower())]  # fmt: skip
    assert not english


def test_the_words_say_headline_request_standing_and_moves():
    text = text_of(page.face(SCENE).words)
    assert SCENE.title in text
    assert SCENE.view.headline in text
    for place in SCENE.standing.places:
        assert SCENE.seats[place.seat] in text
        assert place.why in text
    for line in SCENE.history:
        assert line.told in text


def test_an_open_roll_is_said_with_dice_purpose_need_and_rule():
    table = table_of(depth=Depth.FULL)
    while not isinstance(table.pending(), RollRequest) or not table.pending().needs:
        moved(table)
    request = table.pending()
    text = text_of(page.face(scene_of(table)).words)
    name = table.seats[request.roller]
    assert f"{name} rolls one d10: {request.purpose} ({request.rule})" in text
    assert f"Needed: {request.needs}" in text
    assert request.purpose in page.face(scene_of(table)).news


def test_a_question_names_who_answers_once():
    asked = replace(SCENE, pending=Question(Seat(1), "dodge?", "RSF-F4"))
    assert "Ben: dodge? (RSF-F4)" in text_of(page.face(asked).words)
    named = replace(SCENE, pending=Question(Seat(1), "Does Ben dodge?", "RSF-F4"))
    assert "Ben: Does" not in text_of(page.face(named).words)


def test_the_end_names_the_winners_and_why():
    table = table_of()
    while not table.view().over:
        moved(table, 50)
    scene = scene_of(table)
    text = text_of(page.face(scene).words)
    names = " and ".join(scene.seats[seat] for seat in scene.standing.winners)
    assert f"{names} won. {scene.standing.explanation}" in text
    assert "Result" in text
    assert "Standing" not in text


def test_undone_moves_are_struck_out_and_said_to_be():
    table = table_of()
    moved(table, 3).declare(Undo(None))
    html = page.face(scene_of(table)).words
    assert f"<del>{table.history()[2].told}</del> (taken back)" in html


def test_a_notice_is_said():
    assert text_of(page.face(Notice("No table.")).words) == "Tableside No table."
    assert page.face(Notice("No table.")).news == "No table."


@given(st.text(min_size=1), st.text(min_size=1))
def test_names_are_never_markup(first, second):
    hostile = renamed(SCENE, f"<script>{first}", f'"><img src=x onerror={second}>')
    plain = Reader(page.face(SCENE).page(7, page.MEDIA))
    found = Reader(page.face(hostile).page(7, page.MEDIA))
    assert [tag for tag, _ in found.elements] == [tag for tag, _ in plain.elements]
    assert [attrs for _, attrs in found.elements] == [attrs for _, attrs in plain.elements]


@pytest.mark.parametrize(
    "served",
    [page.face(SCENE).page(7, page.MEDIA), page.code_page("No."), page.STYLE.decode(), page.SCRIPT.decode()],
    ids=["page", "code", "style", "script"],
)
def test_nothing_is_fetched_from_elsewhere(served):
    assert not re.search(r"https?:|//\w+\.|url\(|@import", served)


def test_the_page_has_a_language_a_title_headings_and_an_alternative_text():
    html = page.face(SCENE).page(7, page.MEDIA)
    reader = Reader(html)
    tags = [tag for tag, _ in reader.elements]
    assert ("html", {"lang": "en"}) in reader.elements
    assert tags.count("h1") == 1
    assert next(attrs for tag, attrs in reader.elements if tag == "img")["alt"]
    assert SCENE.view.headline in page.face(SCENE).title
    assert ("p", {"id": "news", "role": "status"}) in reader.elements
    assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+"></noscript>', html)
    scripts = [attrs for tag, attrs in reader.elements if tag == "script"]
    assert scripts == [{"src": "/page.js", "defer": None}]
    assert not re.search(r"\son\w+=", html)


@pytest.mark.parametrize("game", SHELF.ids())
def test_every_game_is_said(game):
    least, _ = SHELF.game(game).players
    seats = ("Ann", "Ben", "Cleo", "Dan")[: max(2, least)]
    scene = scene_after(3, game=game, seats=seats)
    text = text_of(page.face(scene).words)
    assert scene.view.headline in text
    assert all(name in text for name in seats)
