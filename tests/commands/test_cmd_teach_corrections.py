"""`tableside teach --corrections`: dice put right at the table become examples when people agree."""

import io

import cv2
import pytest
from taught_stage import PixelEye, table

from companion import cli
from companion.commands import teach
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import FILE, Journal

DICE = {
    "cam#1": ("md.teeth=2", "Ann: roll md.teeth=S", [(160, 120, "cat", "S", 10)]),
    "cam#2": ("md.teeth=6", "Ann: roll md.teeth=6", [(150, 110, "cat", "6", 60)]),
    "cam#3": (
        "md.teeth=2 md.eye=6",
        "Ann: roll md.eye=2 md.teeth=2",
        [(80, 120, "cat", "2", 10), (240, 120, "dog", "2", 40)],
    ),
}


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def journalled(home):
    with Journal(home / FILE) as journal:
        table_id = journal.open_table("md", "record: 1")
        for number, (key, (seen, line, dice)) in enumerate(DICE.items(), 1):
            picture = cv2.imencode(".jpg", table(*dice))[1].tobytes()
            journal.keep_reading(table_id, KeptReading(key, "cam", "camera", number, seen, 0.7, picture))
            journal.append(table_id, number, [(line, Provenance("camera", None, key))])
    return table_id


@pytest.fixture
def run(home, monkeypatch, capsys):
    def call(typed, *words):
        monkeypatch.setattr(teach, "open_eye", PixelEye)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        words = ("teach", "--home", str(home), "--set", "monsters", "--corrections", *words)
        status = cli.main([*words])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return call


def questions(lines):
    return [line.partition(". Learn")[0] for line in lines if "Learn it?" in line]


def test_what_people_agree_to_is_learnt_and_never_asked_again(run, journalled):
    status, lines, err = run("y\ny\ny\n")
    assert (status, err) == (0, "")
    assert questions(lines) == [
        f"{journalled}, number 1: read as md.teeth=2, the table said md.teeth=S",
        f"{journalled}, number 2: md.teeth=6, of which the camera was not sure",
        f"{journalled}, number 3: read as md.eye=6, the table said md.eye=2",
    ]
    assert "monsters: 3 pictures (md.teeth: S 6; md.eye: 2)" in lines
    assert run("")[1] == ["no corrected die is left to decide on"]


@pytest.mark.usefixtures("journalled")
def test_the_right_die_of_several_is_learnt(run, home):
    run("n\nn\ny\n")
    from vision.taught.file import read_set

    (kind,) = read_set(home / "sets" / "monsters.dice").kinds
    (example,) = kind.faces[0].examples
    assert (kind.name, kind.faces[0].face, example.origin) == ("md.eye", "2", "table")
    # A dog's die is blue: the one on the right of the picture.
    at = example.frame
    blue, _, red = example.picture()[int(at.y) - 8, int(at.x)]
    assert blue > 2 * red


@pytest.mark.usefixtures("journalled")
def test_no_is_remembered_and_later_is_asked_again(run):
    assert len(questions(run("n\n\n\n")[1])) == 3
    assert len(questions(run("\n\n")[1])) == 2


@pytest.mark.usefixtures("journalled")
def test_it_can_be_ended(run):
    assert len(questions(run("q\n")[1])) == 1
    assert len(questions(run("")[1])) == 1


@pytest.mark.usefixtures("journalled")
def test_dice_that_cannot_be_told_apart_in_the_picture_are_not_offered(run, monkeypatch):
    monkeypatch.setattr(PixelEye, "frames", lambda *_: [])
    assert run("")[:2] == (0, ["no corrected die is left to decide on"])


def test_without_a_journal_there_is_nothing(run, home):
    status, lines, _ = run("")
    assert (status, lines) == (0, ["no corrected die is left to decide on"])
    assert not (home / FILE).exists()


@pytest.mark.usefixtures("journalled")
@pytest.mark.parametrize("harm", ["{", "[]", '{"format": 9}', '{"format": 1, "sets": 3}'])
def test_a_damaged_memory_asks_again(run, home, harm):
    run("n\nn\nn\n")
    (home / "sets" / "corrections.json").write_text(harm)
    assert len(questions(run("")[1])) == 1
