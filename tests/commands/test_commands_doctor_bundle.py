"""The support bundle: it holds what helps, and nothing that says who people are, unless asked."""

import getpass
import io
import json
import re
import socket
import unicodedata
import zipfile

import cv2
import numpy as np
import pytest
from doctor_kit import append, case_of, play
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.doctor.bundle import bundle
from companion.doctor.case import Level, Result
from companion.doctor.examine import CHECKS, examine
from companion.doctor.private import Scrub
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import KnownDevice, Sort
from hardware.ports import PortInfo

PARTS = {
    "about.txt", "report.txt", "report.json", "versions.json", "settings.json", "journal.json",
    "errors.json",
}  # fmt: skip
JPEG = b"\xff\xd8\xff evidence of a die \xff\xd9"
PLANTED = {
    "seat": "Zaphod",
    "seat with a gap": "Trillian McMillan",
    "seat with a sign": "O'Ford",
    "seat with an accent": "Zo\u00eb",
    "device": "the crimson tray",
    "serial number of a tray": "T-SER4711",
    "serial number of a plug": "USBSER0815",
    "bluetooth die": "c0ffee42",
    "seat of a device": "Marvin",
    "seat of a plan": "Slartibartfast",
    "taught dice": "heartofgold",
    "profile": "vogonroom",
    "card list": "magrathea",
    "address": "192.168.77.31",
    "password": "mostlyharmless",
    "folder": "betelgeuse",
    "user": "tricia",
    "machine": "deepthought",
    "typed": "Agrajag",
    "in a line of the journal": "Krikkit",
}


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A home folder full of names, below a folder that is a name itself."""
    monkeypatch.setenv("USER", PLANTED["user"])
    monkeypatch.setattr(getpass, "getuser", lambda: PLANTED["user"])
    monkeypatch.setattr(socket, "gethostname", lambda: f"{PLANTED['machine']}.local")
    home = tmp_path / "home" / PLANTED["user"] / PLANTED["folder"] / "tableside"
    home.mkdir(parents=True)
    seats = tuple(value for name, value in PLANTED.items() if name.startswith("seat") and " of " not in name)
    play(home, "fgt-four-players", seats=seats, evidence=JPEG)
    broken = play(home, "fgt-light", seats=None)
    append(home, broken, f"{PLANTED['in a line of the journal']}: nonsense")
    book = DeviceBook(home / "devices.json")
    tray = f"tray:{PLANTED['serial number of a tray']}"
    identity = f"4292:60000:{PLANTED['serial number of a plug']}:1-1"
    book.met(KnownDevice(tray, Sort.TRAY, where=f"socket://{PLANTED['address']}:7000", identity=identity))
    book.rename(tray, PLANTED["device"])
    book.met(KnownDevice(f"pixels:{PLANTED['bluetooth die']}", Sort.PIXELS))
    book.assign(tray, "", PLANTED["seat of a device"])
    wish = {
        "seats": [PLANTED["seat of a plan"]],
        "dice": f"http://me:{PLANTED['password']}@{PLANTED['address']}/video",
    }
    (home / "last-tables.json").write_text(json.dumps({"format": 1, "tables": {"rsf": wish}}))
    for folder, name in (
        ("sets", "taught dice"),
        ("profiles", "profile"),
        ("catalogues", "card list"),
    ):
        ending = {"sets": "dice", "profiles": "profile.json", "catalogues": "toml"}[folder]
        (home / folder).mkdir()
        (home / folder / f"{PLANTED[name]}.{ending}").write_text(f"broken, by {PLANTED['seat']}")
    main(["score", "--home", str(home), f"/home/{PLANTED['user']}/{PLANTED['typed']}.record"])
    main(["cards", "--home", str(home), "show", "--game", PLANTED["typed"]])
    return home


def case_with(tmp_path, home, **others):
    identity = f"1:2:{PLANTED['serial number of a plug']}:1-1"
    ports = (PortInfo("/dev/ttyUSB0", PLANTED["device"], identity),)
    machine = {
        "environ": {"TERM": "xterm", "USER": PLANTED["user"], "HOME": str(home.parent)},
        "ports": lambda: ports,
    }
    return case_of(tmp_path, home, machine=machine, **others)


def gathered(case, **asked):
    results = list(examine(CHECKS, case))
    made = bundle(case, results, **asked)
    with zipfile.ZipFile(io.BytesIO(made.data())) as box:
        return made, {name: box.read(name) for name in box.namelist()}, results


def everything(files):
    """All text of a bundle: names of its files, and what stands in them."""
    return unicodedata.normalize(
        "NFC", "\n".join([*files, *(data.decode("utf-8", "replace") for data in files.values())])
    ).lower()


def test_no_planted_name_stands_anywhere_in_a_bundle(tmp_path, planted):
    case = case_with(tmp_path, planted, camera=f"http://me:{PLANTED['password']}@127.0.0.1:9/video")
    made, files, results = gathered(case)
    text = everything(files)
    for what, word in PLANTED.items():
        assert word.lower() not in text, what
    assert str(tmp_path).lower() not in text
    assert made.replaced > 0
    assert len(json.loads(files["report.json"])) == len(results)


def test_the_same_names_stand_in_it_when_they_are_asked_for(tmp_path, planted):
    """What is not found above was really there to be found."""
    case = case_with(tmp_path, planted)
    made, files, _ = gathered(case, names=True)
    assert made.names
    text = everything(files)
    for what in ("user", "folder", "profile", "taught dice", "card list", "device"):
        assert PLANTED[what].lower() in text, what
    assert PLANTED["password"] not in text, "a password is no name, and never goes along"


def test_what_helps_is_in_it(tmp_path, planted):
    _, files, _ = gathered(case_with(tmp_path, planted))
    assert set(files) == PARTS
    levels = {one["check"]: one["level"] for one in json.loads(files["report.json"])}
    assert levels["tables"] == "problem"
    assert levels["profiles"] == levels["taught"] == levels["cards"] == "warning"
    journal = json.loads(files["journal.json"])
    assert journal["tables"] == 2
    assert {one["seats"] for one in journal["list"] if one["game"] == "fgt"} == {3, 4}
    assert all(one["actions"] > 3 for one in journal["list"])
    versions = json.loads(files["versions.json"])
    assert versions["python"].startswith("3.")
    assert any(one["name"] == "numpy" for one in versions["libraries"])
    errors = json.loads(files["errors.json"])
    assert [one["command"] for one in errors] == ["score", "cards"]
    assert "no such file" in errors[0]["text"]


def test_settings_are_those_that_can_be_no_name(tmp_path):
    case = case_of(tmp_path)
    case.home.mkdir()
    settings = {
        "format": 1, "theme": "paper", "voice": "Zaphod", "owner": "Zaphod",
        "keys": {"table.undo": "ctrl+u", "Zaphod": "x", "table.redo": "Zaphod"},
    }  # fmt: skip
    (case.home / "settings.json").write_text(json.dumps(settings))
    kept_settings = json.loads(gathered(case)[1]["settings.json"])
    assert kept_settings["theme"] == "paper"
    assert kept_settings["keys"] == {"table.undo": "ctrl+u"}
    assert "Zaphod" not in json.dumps(kept_settings)


def test_a_damaged_journal_gives_no_names_away(tmp_path, planted):
    path = planted / "journal.sqlite3"
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 4] = b"\x5a" * 8192
    path.write_bytes(bytes(data))
    text = everything(gathered(case_with(tmp_path, planted))[1])
    for word in PLANTED.values():
        assert word.lower() not in text


def test_pictures_are_in_it_only_when_they_are_asked_for(tmp_path, planted):
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8))
    case = case_with(tmp_path, planted, camera=str(photo))
    made, files, results = gathered(case)
    assert made.pictures == 0
    assert set(files) == PARTS
    assert not any(data.startswith(b"\xff\xd8") for data in files.values())
    with_pictures = bundle(case, results, pictures=True)
    shown = {part.name: part.data for part in with_pictures.parts if part.name not in PARTS}
    assert set(shown) == {"pictures/camera-1.jpg", "pictures/dice-1.jpg"}
    assert shown["pictures/dice-1.jpg"] == JPEG
    assert shown["pictures/camera-1.jpg"].startswith(b"\xff\xd8")
    assert with_pictures.pictures == 2


def test_what_is_in_it_is_said_before_it_is_written(tmp_path, capsys, monkeypatch):
    from companion.commands import doctor

    target, said = tmp_path / "help.zip", []
    write = doctor.write_new

    def writes(path, data, *, overwrite):
        said.append(capsys.readouterr().out)
        write(path, data, overwrite=overwrite)

    monkeypatch.setattr(doctor, "write_new", writes)
    assert main(["doctor", "clock", "--bundle", str(target)]) == 0
    assert all(name in said[0] for name in PARTS)
    assert "no pictures" in said[0]
    assert "left out" in said[0]
    assert zipfile.is_zipfile(target)
    assert "written" in capsys.readouterr().out


def test_json_says_what_is_in_it(tmp_path, capsys):
    target = tmp_path / "help.zip"
    assert main(["doctor", "clock", "--json", "--bundle", str(target), "--with-pictures"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["type"] == "bundle"
    assert {part["name"] for part in last["parts"]} == PARTS
    assert (last["names"], last["pictures"], last["file"]) == (False, 0, str(target))


@pytest.mark.parametrize(("name", "said"), [("none/help.zip", "none"), ("help.tar", ".zip")])
def test_a_bundle_that_cannot_be_written_is_said(tmp_path, capsys, name, said):
    assert main(["doctor", "clock", "--bundle", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


NAMES = st.text(st.characters(categories=("L", "N"), max_codepoint=0x24F), min_size=2, max_size=12)
BEFORE = st.sampled_from(["", "seat ", "/home/", "'", "(", "a: "])
AFTER = st.sampled_from(["", " rolled", "/x", "'", ":", "."])


@given(name=NAMES, before=BEFORE, after=AFTER, form=st.sampled_from(["NFC", "NFD"]))
def test_a_known_word_is_replaced_wherever_it_stands_as_a_word(name, before, after, form):
    scrub = Scrub()
    scrub.learn("seat", name)
    text = scrub.text(unicodedata.normalize(form, f"{before}{name}{after}"))
    left = re.sub("<[^<>]*>", " ", text)
    known = re.escape(unicodedata.normalize("NFC", name))
    assert scrub.replaced
    assert not re.search(rf"(?<!\w){known}(?!\w)", left, re.IGNORECASE)


def test_a_word_within_a_word_stays():
    scrub = Scrub()
    scrub.learn("seat", "Al", "Ann")
    assert scrub.text("Also annual: Al and ANN") == "Also annual: <seat 1> and <seat 2>"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("http://me:secret@host/x?y", "<address>"),
        ("see rtsp://10.0.0.1:8554/live", "see <address>"),
        ("at AA:BB:CC:dd:ee:0f now", "at <address> now"),
        ("from 192.168.1.20:80", "from <address>:80"),
        ("OpenCV 5.0.0.93", "OpenCV 5.0.0.93"),
        ("/home/nobody/.local", "<home of a user>/.local"),
        ("C:\\Users\\Nobody\\x", "<home of a user>\\x"),
        ("/Users/nobody: full", "<home of a user>: full"),
        ("ask zoe@example.org", "ask <address>"),
        ("/run/user/1000/x", "<home of a user>/x"),
    ],
)
def test_what_looks_like_somebodys_goes_by_its_form(text, left):
    assert Scrub().text(text) == left


def test_of_what_was_quoted_only_the_rules_stay():
    said = Scrub().text("not so: Zaphod may not (RSF-F3)", ("Zaphod may not (RSF-F3)",))
    assert said == "not so: <left out; RSF-F3>"


def test_keys_and_numbers_stay_as_they_are():
    scrub = Scrub()
    scrub.learn("seat", "tables", "7")
    assert scrub.value({"tables": 7, "list": ["tables", None, True]}) == {
        "tables": 7,
        "list": ["<seat 1>", None, True],
    }


def test_a_result_of_any_check_is_scrubbed_through_all_its_parts(tmp_path):
    case = case_of(tmp_path)
    result = Result("x", Level.OK, "of Zaphod", "ask Zaphod", {"a": [{"b": "Zaphod"}]}, ("Zaphod",))
    files = {part.name: part.data for part in bundle(case, [result]).parts}
    assert b"Zaphod" not in b"".join(files.values())


def test_x13_whoever_joined_a_table_is_a_name_too(tmp_path):
    home = case_of(tmp_path).home
    home.mkdir(parents=True)
    table = play(home, "fgt-four-players", evidence=None)
    lines = ("table: join Zaphod", 'table: join "Wow Bagger" after Ann',
             'table: amend 1 "table: join Eddie after Ann"',
             'table: amend 1 "table: join \\"Max Q\\""')  # fmt: skip
    for line in lines:
        append(home, table, line)
    names = ("Zaphod", "Wow Bagger", "Eddie", "Max Q")
    result = Result("x", Level.OK, f"of {', '.join(names)}", "", {})
    made = bundle(case_of(tmp_path, home), [result])
    text = b"".join(part.data for part in made.parts).decode()
    assert not [name for name in names if name in text]
