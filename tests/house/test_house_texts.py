"""Every text that people read can be put into another language, and all are gathered."""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po
from other_words import gatherer

from companion.core.texts import later, retold, tr, trn
from companion.rolls.readings import SourceFault
from companion.system.language import FOLDER, LOCALE, choose_language

ROOT = Path(__file__).resolve().parents[2]


def translated(folder, *pairs):
    """Write a language called xx; return the environment in which it is spoken."""
    catalog = Catalog(locale="de")
    for english, other in pairs:
        catalog.add(english, other)
    home = folder / "xx" / "LC_MESSAGES"
    home.mkdir(parents=True)
    with (home / "tableside.po").open("wb") as file:
        write_po(file, catalog)
    return {FOLDER: str(folder), "LANGUAGE": "xx"}


def test_the_list_of_texts_is_what_the_code_says():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "texts.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_text_is_said_in_the_language_that_the_environment_names(tmp_path):
    choose_language(translated(tmp_path, ("{name} rolls", "{name} würfelt")))
    assert tr("{name} rolls", name="Ann") == "Ann würfelt"
    assert tr("not translated yet") == "not translated yet"


def test_gaps_may_come_in_another_order(tmp_path):
    choose_language(translated(tmp_path, ("{one} beats {two}", "{two} verliert gegen {one}")))
    assert tr("{one} beats {two}", one="Ann", two="Ben") == "Ben verliert gegen Ann"


def test_numbers_choose_the_form(tmp_path):
    forms = ("{count} card", "{count} cards"), ("{count} Karte", "{count} Karten")
    choose_language(translated(tmp_path, forms))
    said = [trn("{count} card", "{count} cards", count) for count in (0, 1, 2)]
    assert said == ["0 Karten", "1 Karte", "2 Karten"]


def test_english_numbers_choose_the_form_too():
    said = [trn("{count} card", "{count} cards", count) for count in (0, 1, 2)]
    assert said == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize("wrong", ["{wer} würfelt", "{name würfelt", "{name.x} würfelt", "{0}"])
def test_a_translation_with_wrong_gaps_is_passed_over(tmp_path, wrong):
    choose_language(translated(tmp_path, ("{name} rolls", wrong)))
    assert tr("{name} rolls", name="Ann") == "Ann rolls"


def test_braces_stand_for_themselves_where_there_is_no_gap():
    assert tr("such as {this}") == "such as {this}"


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"no catalogue",
        b'msgid "Undo"\nmsgstr "\xff"',
        b'msgid ""\nmsgstr "Plural-Forms: plural=x+;"\n',
    ],
)
def test_a_damaged_translation_counts_as_none(tmp_path, damaged):
    environ = translated(tmp_path, ("Undo", "Zurück"))
    (tmp_path / "xx" / "LC_MESSAGES" / "tableside.po").write_bytes(damaged)
    choose_language(environ)
    assert tr("Undo") == "Undo"


def test_a_translation_in_doubt_or_in_several_lines_is_read_as_gettext_does(tmp_path):
    environ = translated(tmp_path)
    file = tmp_path / "xx" / "LC_MESSAGES" / "tableside.po"
    more = '#, fuzzy\nmsgid "Undo"\nmsgstr "Falsch"\n\nmsgid ""\n"Two \\"lines\\"\\n"\nmsgstr "zwei"\n'
    file.write_text(f'{file.read_text()}\n{more}\n#~ msgid "Redo"\n#~ msgstr "Alt"\n')
    choose_language(environ)
    assert [tr("Undo"), tr('Two "lines"\n'), tr("Redo")] == ["Undo", "zwei", "Redo"]


def test_who_wants_english_first_has_english(tmp_path):
    environ = translated(tmp_path, ("Undo", "Zurück"))
    choose_language({**environ, "LANGUAGE": "en_GB:xx"})
    assert tr("Undo") == "Undo"
    choose_language(environ, "xx")
    assert tr("Undo") == "Zurück"
    choose_language(environ, "en")
    assert tr("Undo") == "Undo"


def test_a_language_without_translation_is_english(tmp_path):
    choose_language({FOLDER: str(tmp_path), "LANG": "eo_XX.UTF-8"})
    assert tr("Undo") == "Undo"


def test_what_is_said_later_is_marked_and_unchanged(tmp_path):
    choose_language(translated(tmp_path, ("Sudden death", "Stechen")))
    mark = later("Sudden death")
    assert (mark, tr(mark)) == ("Sudden death", "Stechen")


def test_the_list_ships_with_the_program():
    assert (LOCALE / "tableside.pot").is_file()


@pytest.mark.parametrize(
    ("language", "english", "said", "why"),
    [
        ("de", "Undo", "", "has no translation"),
        ("de", ("{count} card", "{count} cards"), ("{count} Karte", ""), "has no translation"),
        ("fr", "{name} rolls", "{nom} lance", "has other gaps"),
        ("fr", ("{count} card", "{count} cards of {name}"), ("une carte", "{count} cartes"), "has other gaps"),
        ("de", "%s is missing", "es fehlt", "has other gaps"),
        ("fr", " and ", "et", "lacks a blank"),
        ("de", "Undo", "Zurück ", "begins or ends with a blank"),
        ("fr", "{what}: {text}", "{what} : {text}", "has a sign"),
        ("fr", "print it at 100 %", "imprimer à 100 %", "has a sign"),
        ("fr", "{what}: {text}", "{what}\u202f: {text}", ""),
        ("de", "{what}: {text}", "{what}: {text}", ""),
    ],
)
def test_what_is_wrong_with_a_translation_is_said(language, english, said, why):
    told = gatherer.wrong(Message(english, said), language)
    assert told.startswith(why)
    assert bool(told) == bool(why)


@pytest.mark.parametrize(
    ("code", "english", "said"),
    [
        ("de", "x.mp4: no such file", "x.mp4: diese Datei gibt es nicht"),
        ("fr", "x.mp4: no such file", "x.mp4\u202f: ce fichier n'existe pas"),
        ("de", "the light flickers; bring more light", "das Licht flackert; mach mehr Licht"),
        ("de", "Ann: 7 of 9", "Ann: 7 of 9"),
        ("en", "x.mp4: no such file", "x.mp4: no such file"),
    ],
)
def test_what_the_packages_below_say_is_told_again_in_the_language(code, english, said):
    choose_language({}, code)
    assert retold(english) == said
    assert tr("{error}", error=ValueError(english)) == said


def test_a_source_that_fails_says_so_in_the_language():
    fault = SourceFault("camera", "the pictures stopped", "camera 0", "it is opened again")
    choose_language({}, "fr")
    assert str(fault) == "camera 0\u202f: les images se sont arrêtées\u202f; elle est rouverte"
