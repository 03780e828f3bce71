"""`tableside teach`: pictures, files to share, lists; its words and exit statuses. Eyes pretended."""

from __future__ import annotations

import json
from zipfile import ZipFile

import cv2
import pytest
from taught_stage import PixelEye, table

from companion import cli
from companion.commands import teach
from models.framing import Frame

FACES = ("S", "2", "6")
GAPS = "{} was not taught its 3, 4 and 5: when they lie up you are asked"


@pytest.fixture(autouse=True)
def eye(monkeypatch):
    pretended = PixelEye()
    monkeypatch.setattr(teach, "open_eye", lambda: pretended)
    return pretended


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def run(home, capsys):
    def call(*words):
        status = cli.main(["teach", "--home", str(home), *(str(word) for word in words)])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return call


@pytest.fixture
def folder(tmp_path):
    return fill(tmp_path / "pictures", ("cat", "dog"))


def fill(folder, kinds, faces=FACES, angles=(3, 130, 255)):
    for kind in kinds:
        for face in faces:
            (folder / kind / face).mkdir(parents=True)
            for angle in angles:
                image = table((160, 120, kind, face, angle), seed=angle)
                cv2.imwrite(str(folder / kind / face / f"{angle}.jpg"), image)
    return folder


# -- from a folder --------------------------------------------------------------------------------


def test_a_folder_teaches_a_set(run, folder, home):
    status, lines, err = run("--set", "pets", "--from", folder)
    assert (status, err) == (0, "")
    assert lines == [
        "pets: 18 pictures (cat: 2 6 S; dog: 2 6 S)",
        "each picture judged by the others: 100% of 18 right",
        *(f"note: {GAPS.format(kind)}" for kind in ("cat", "dog")),
    ]
    assert [path.name for path in (home / "sets").iterdir()] == ["pets.dice"]


def test_a_folder_adds_to_a_set(run, folder, tmp_path):
    run("--set", "pets", "--from", folder)
    _, lines, _ = run("--set", "pets", "--from", fill(tmp_path / "more", ("owl",)), "--json")
    (said,) = [json.loads(line) for line in lines]
    assert said["pictures"] == 27
    assert said["kinds"]["owl"] == {"2": 3, "6": 3, "S": 3}


def test_kinds_that_look_alike_are_told_while_teaching(run, tmp_path):
    status, lines, _ = run("--set", "pets", "--from", fill(tmp_path / "p", ("cat", "fox")))
    assert status == 0
    assert lines[2].startswith("note: cat and fox look alike on faces 2, 6 and S: ")


def test_what_looks_alike_as_json(run, tmp_path):
    _, lines, _ = run("--set", "pets", "--from", fill(tmp_path / "p", ("cat", "fox")), "--json")
    (said,) = [json.loads(line) for line in lines]
    assert list(said) == ["set", "kinds", "pictures", "judged", "right", "alike", "warnings"]
    pairs = [(pair["one"], pair["other"]) for pair in said["alike"]]
    assert (["cat", "S"], ["fox", "S"]) in pairs
    assert all(0.05 <= pair["mixed"] <= 1 for pair in said["alike"])


def test_a_picture_cut_close_teaches_a_die_that_nobody_finds(run, folder, eye):
    eye.frames = lambda _image: []
    assert run("--set", "pets", "--from", folder)[0] == 0


def test_pictures_that_cannot_be_used_are_named_and_the_others_taught(run, folder):
    (folder / "cat" / "S" / "words.jpg").write_text("no picture")
    two = table((80, 120, "cat", "S", 0), (240, 120, "cat", "S", 0))
    cv2.imwrite(str(folder / "cat" / "S" / "two.png"), two)
    wide = table(size=(640, 240))
    cv2.imwrite(str(folder / "cat" / "S" / "wide.png"), wide)
    status, lines, err = run("--set", "pets", "--from", folder)
    assert status == 2
    assert lines[0].startswith("pets: 18 pictures")
    problems = err.splitlines()
    assert [line.partition(": ")[2].partition(": ")[2] for line in problems] == [
        "2 dice in the picture; one alone is wanted",
        "no die can be found; cut the picture close around it",
        "not a picture that can be read; save it as JPEG or PNG",
    ]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--from", "{tmp}/nothing", "--set", "pets"], "no such folder"),
        (["--from", "{tmp}", "--set", "pets"], "no pictures, nor any at KIND/FACE/*.jpg"),
        (["--from", "{tmp}", "--set", "../up"], "small letters"),
        (["--from", "{tmp}"], "--set NAME"),
        (["--set", "pets"], "which source?"),
        (["--set", "pets", "--show"], "there is no taught set 'pets'; none was taught yet"),
        (["--set", "pets", "--remove"], "there is no taught set 'pets'"),
        (["--set", "pets", "--export", "x.dice"], "there is no taught set 'pets'"),
        (["--import", "{tmp}/nothing.dice"], "no such file"),
        (["--import", "{tmp}"], "{tmp}: "),
    ],
)
def test_what_cannot_be_done_is_one_line(run, tmp_path, words, problem):
    status, lines, err = run(*(word.format(tmp=tmp_path) for word in words))
    assert (status, lines) == (2, [])
    assert err.startswith("tableside: ")
    assert problem.format(tmp=tmp_path) in err
    assert err.count("\n") == 1


def test_a_folder_with_a_name_that_is_no_kind_is_refused(run, tmp_path):
    fill(tmp_path / "p", ("cat",))
    (tmp_path / "p" / "cat").rename(tmp_path / "p" / "My Cat")
    status, _, err = run("--set", "pets", "--from", tmp_path / "p")
    assert status == 2
    assert "kind 'My Cat': small letters" in err


def test_a_folder_of_no_use_at_all_leaves_no_set(run, tmp_path, home):
    (tmp_path / "p" / "cat" / "S").mkdir(parents=True)
    (tmp_path / "p" / "cat" / "S" / "1.jpg").write_text("no picture")
    status, _, err = run("--set", "pets", "--from", tmp_path / "p")
    assert status == 2
    assert err.endswith("tableside: nothing was taught\n")
    assert not (home / "sets").exists()


# -- from photographs of a table ------------------------------------------------------------------

PHOTOS = {
    "a.jpg": (("cat", "S"), ("dog", "2"), ("cat", "2")),
    "b.jpg": (("cat", "2"), ("cat", "S"), ("dog", "2")),
}


@pytest.fixture
def photos(tmp_path):
    """Two pictures of three dice each, and a file with the answers when it is called."""
    folder = tmp_path / "table"
    folder.mkdir()
    for seed, (name, dice) in enumerate(PHOTOS.items()):
        placed = ((90 + 150 * n, 120, *die, 40 * n + 7) for n, die in enumerate(dice))
        cv2.imwrite(str(folder / name), table(*placed, size=(480, 240), seed=seed))

    def answered(*answers):
        (tmp_path / "answers").write_text("".join(f"{line}\n" for line in answers))
        return "--set", "pets", "--from", folder, "--names", tmp_path / "answers"

    return answered


def test_table_photographs_are_grouped_and_each_group_is_named_once(run, photos):
    status, lines, err = run(*photos("cat/S", "dog/2", "cat/2"))
    assert (status, err) == (0, "")
    assert lines[:7] == [
        "a.jpg: dice 1 to 3, from left to right",
        "b.jpg: dice 4 to 6, from left to right",
        "6 dice, 3 different faces",
        "Group 1, dice 1, 5: which kind/face? (Enter leaves it out)",
        "Group 2, dice 2, 6: which kind/face? (Enter leaves it out)",
        "Group 3, dice 3, 4: which kind/face? (Enter leaves it out)",
        "pets: 6 pictures (cat: S 2; dog: 2)",
    ]


def test_a_group_without_a_name_is_left_out_and_pictures_of_both_ways_are_one_set(run, photos, tmp_path):
    words = photos("S", "", "2")
    fill(tmp_path / "table", ("owl",))
    status, lines, err = run(*words, "--kinds", "cat", "--json")
    (said,) = [json.loads(line) for line in lines]
    assert status == 1
    assert said["kinds"] == {"owl": {"2": 3, "6": 3, "S": 3}, "cat": {"S": 2, "2": 2}}
    assert "Group 2, dice 2, 6: which face? (Enter leaves it out)" in err.splitlines()


def test_where_no_group_is_named_nothing_is_taught(run, photos, home):
    status, _, err = run(*photos())
    assert (status, err) == (1, "tableside: nothing was taught\n")
    assert not (home / "sets").exists()


def test_table_photographs_that_cannot_be_used_are_named_and_the_others_asked_about(run, photos, tmp_path, eye):
    words = photos("cat/S", "dog/2", "cat/2")
    (tmp_path / "table" / "words.jpg").write_text("no picture")
    cv2.imwrite(str(tmp_path / "table" / "bare.png"), table())
    cv2.imwrite(str(tmp_path / "table" / "far.png"), table(size=(640, 240)))
    find = eye.frames
    eye.frames = lambda image: [Frame(5, 5, 1)] if image.shape[1] == 640 else find(image)
    status, lines, err = run(*words)
    assert (status, lines[6]) == (2, "pets: 6 pictures (cat: S 2; dog: 2)")
    assert [line.rpartition("/table/")[2] for line in err.splitlines()] == [
        "bare.png: no die can be found",
        "far.png: the die is too small to teach: 2 pixels; go nearer",
        "words.jpg: not a picture that can be read; save it as JPEG or PNG",
    ]


def test_too_many_dice_at_once_are_refused(run, photos, eye):
    eye.frames = lambda _image: [Frame(90, 120, 30)] * 251
    status, _, err = run(*photos())
    assert status == 2
    assert "502 dice; at most 500 at once" in err


# -- whole sets -----------------------------------------------------------------------------------


def test_a_set_travels_as_one_file(run, folder, tmp_path, home):
    run("--set", "pets", "--from", folder)
    status, lines, _ = run("--set", "pets", "--export", tmp_path / "pets.dice")
    assert (status, lines) == (0, ["pets: 18 pictures (cat: 2 6 S; dog: 2 6 S)"])
    status, lines, _ = run("--import", tmp_path / "pets.dice", "--set", "theirs")
    assert (status, lines) == (0, ["theirs: 18 pictures (cat: 2 6 S; dog: 2 6 S)"])
    _, lines, _ = run("--list", "--json")
    assert [json.loads(line)["set"] for line in lines] == ["pets", "theirs"]
    assert sorted(path.name for path in (home / "sets").iterdir()) == ["pets.dice", "theirs.dice"]


def test_an_import_never_replaces_a_set(run, folder, tmp_path):
    run("--set", "pets", "--from", folder)
    run("--set", "pets", "--export", tmp_path / "pets.dice")
    status, _, err = run("--import", tmp_path / "pets.dice")
    assert status == 2
    assert "--set gives it another name" in err


def test_an_export_never_replaces_a_file(run, folder, tmp_path):
    run("--set", "pets", "--from", folder)
    (tmp_path / "mine.txt").write_text("mine")
    status, _, err = run("--set", "pets", "--export", tmp_path / "mine.txt")
    assert status == 2
    assert "exists already" in err
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_an_import_with_a_picture_that_is_none_brings_nothing(run, folder, tmp_path, home):
    run("--set", "pets", "--from", folder)
    path = tmp_path / "pets.dice"
    run("--set", "pets", "--export", path)
    with ZipFile(path) as box:
        parts = [(entry.filename, box.read(entry)) for entry in box.infolist()]
    with ZipFile(path, "w") as box:
        for name, part in parts:
            box.writestr(name, b"\xff\xd8junk" if name == "examples/00000.jpg" else part)
    status, _, err = run("--import", path, "--set", "theirs")
    assert status == 2
    assert "an example: not a picture" in err
    assert [one.name for one in (home / "sets").iterdir()] == ["pets.dice"]


def test_a_set_is_shown_as_when_it_was_taught(run, folder):
    _, taught, _ = run("--set", "pets", "--from", folder)
    assert run("--set", "pets", "--show") == (0, taught, "")


def test_what_tables_learnt_is_forgotten_and_what_people_taught_stays(run, folder, home):
    run("--set", "pets", "--from", folder)
    (home / "learnt").mkdir()
    for name in "ab":
        (home / "learnt" / f"{name}.dice").write_bytes(b"a table's")
    assert run("--forget") == (0, ["forgotten: the dice of 2 cameras"], "")
    assert list((home / "learnt").iterdir()) == []
    assert run("--list")[1] == ["pets: 18 pictures (cat: 2 6 S; dog: 2 6 S)"]


def test_a_kind_is_removed_and_then_the_set(run, folder):
    run("--set", "pets", "--from", folder)
    status, lines, _ = run("--set", "pets", "--remove", "--kinds", "dog")
    assert (status, lines) == (0, ["pets: 9 pictures (cat: 2 6 S)"])
    assert run("--set", "pets", "--remove", "--kinds", "owl")[0] == 2
    assert run("--set", "pets", "--remove")[:2] == (0, ["pets is removed"])
    assert run("--list") == (0, [], "")


def test_a_damaged_set_is_named_and_the_others_listed(run, folder, home):
    run("--set", "pets", "--from", folder)
    (home / "sets" / "broken.dice").write_bytes(b"no zip")
    status, lines, err = run("--list")
    assert status == 2
    assert len(lines) == 1
    assert "broken.dice: no taught set, or a damaged one" in err
