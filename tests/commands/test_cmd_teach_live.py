"""Teaching before a camera: faces asked for, throws grouped and named. Eyes and camera pretended."""

import io
import json

import pytest
from array_frames import ArrayFrames
from taught_stage import PixelEye, table

from companion import cli
from companion.commands import teach
from companion.sources import opening
from hardware.frames import EndOfFrames, Frame, FrameFault

REST = 12  # Frames for which a die lies still, at 25 a second: just enough for one view


@pytest.fixture
def stage(monkeypatch, tmp_path, capsys):
    """Call it with frames, what people type and the command's words."""

    def call(frames, typed, *words):
        monkeypatch.setattr(teach, "open_eye", PixelEye)
        monkeypatch.setattr(opening, "open_source_frames", lambda *_, **__: frames)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        home = str(tmp_path / "home")
        status = cli.main(["teach", "--home", home, "--set", "pets", "0", *words])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return call


def film(*shown):
    """Frames of dice lying still one after another; None for a hand that hides all for a while."""
    images = []
    for number, one in enumerate(shown):
        dice = () if one is None else one if isinstance(one[0], tuple) else (one,)
        images += [table(*dice, seed=number % 3)] * (REST if one is not None else 4)
    return ArrayFrames(images, "film")


def cat(face, angle, x=160):
    return (x, 120, "cat", face, angle)


def kinds_of(tmp_path, capsys):
    cli.main(["teach", "--home", str(tmp_path / "home"), "--list", "--json"])
    return json.loads(capsys.readouterr().out)["kinds"]


def test_each_face_is_asked_for_and_seen_from_several_sides(stage, tmp_path, capsys):
    frames = film(*(cat(face, angle) for face in ("S", "2") for angle in (0, 40, 80)))
    status, lines, err = stage(frames, "\n\n", "--kinds", "cat:S,2", "--views", "3")
    assert (status, err) == (0, "")
    assert lines[0].startswith("cat S: lay it before the camera and press Enter")
    assert lines[1:4] == ["cat S: 1 of 3", "cat S: 2 of 3", "cat S: 3 of 3"]
    assert lines[-3:] == [
        "pets: 6 pictures (cat: S 2)",
        "each picture judged by the others: 100% of 6 right",
        "note: cat was not taught its 3, 4, 5 and 6: when they lie up you are asked",
    ]
    assert kinds_of(tmp_path, capsys) == {"cat": {"S": 3, "2": 3}}


def test_a_die_that_lies_as_before_is_no_new_view(stage):
    frames = film(cat("S", 0), None, cat("S", 0), None, cat("S", 0))
    status, lines, _ = stage(frames, "\n", "--kinds", "cat:S", "--views", "2")
    assert status == 1
    assert "  it lies as before" in lines
    assert "cat S: only 1 of 2 views" in lines


def test_a_moving_die_is_never_taken(stage):
    images = [table(cat("S", 3 * n, x=60 + 4 * n)) for n in range(50)]
    status, lines, err = stage(ArrayFrames(images, "film"), "\n", "--kinds", "cat:S")
    assert status == 1
    assert "cat S: only 0 of 6 views" in lines
    assert err == "tableside: nothing was taught\n"


def test_what_hinders_a_view_is_said_once(stage):
    two = (cat("S", 0, 80), cat("S", 40, 240))
    frames = film(two, two, two, None, None, None, None, cat("S", 0))
    status, lines, _ = stage(frames, "\n", "--kinds", "cat:S", "--views", "1")
    assert status == 0
    assert lines[1:4] == [
        "  2 dice are seen: leave one alone",
        "  no die is found: put it on a plain ground, more in the middle",
        "cat S: 1 of 1",
    ]


def test_dice_beside_the_zone_do_not_count(stage):
    both = (cat("S", 0, 80), cat("2", 40, 240))
    words = ("--kinds", "cat:S", "--views", "1", "--zone", "0,0,0.5,1")
    assert stage(film(both), "\n", *words)[0] == 0


def test_a_face_can_be_left_out_and_all_ended(stage, tmp_path, capsys):
    frames = film(cat("2", 0))
    status, _, _ = stage(frames, "s\n\nq\n", "--kinds", "cat:S,2-4", "--views", "1")
    assert status == 1
    assert kinds_of(tmp_path, capsys) == {"cat": {"2": 1}}


def test_answers_can_come_from_a_file(stage, tmp_path):
    (tmp_path / "answers").write_text("\n\n")
    frames = film(cat("S", 0), cat("2", 0))
    words = ("--kinds", "cat:S,2", "--views", "1", "--names", str(tmp_path / "answers"))
    assert stage(frames, "", *words)[0] == 0


def test_json_goes_to_stdout_alone(stage):
    frames = film(cat("S", 0))
    status, lines, err = stage(frames, "\n", "--kinds", "cat:S", "--views", "1", "--json")
    assert status == 0
    assert [json.loads(line)["pictures"] for line in lines] == [1]
    assert "cat S: 1 of 1" in err


class Broken:
    name, live = "0", True

    def __init__(self, *events):
        self.events = [*events, EndOfFrames(3, "the cable was pulled")]
        self.closed = False

    def next_frame(self, _wait):
        return self.events.pop(0)

    def close(self):
        self.closed = True


def test_a_camera_that_fails_is_named_and_what_was_seen_is_kept(stage, tmp_path, capsys):
    still = [Frame(table(cat("S", 0)), n / 25, n) for n in range(REST)]
    frames = Broken(FrameFault("no picture for 2 seconds", "camera 0", "check"), None, *still)
    status, _, err = stage(frames, "\n\n", "--kinds", "cat:S,2", "--views", "2")
    assert status == 1
    assert err.splitlines() == [
        "tableside: camera 0: no picture for 2 seconds; check",
        "tableside: 0: the cable was pulled",
    ]
    assert frames.closed
    assert kinds_of(tmp_path, capsys) == {"cat": {"S": 1}}


def test_ctrl_c_keeps_what_was_seen(stage, tmp_path, capsys):
    still = [Frame(table(cat("S", 0)), n / 25, n) for n in range(REST)]

    class Interrupted(Broken):
        def next_frame(self, _wait):
            if len(self.events) == 1:
                raise KeyboardInterrupt
            return super().next_frame(_wait)

    assert stage(Interrupted(*still), "\n", "--kinds", "cat:S")[0] == 1
    assert kinds_of(tmp_path, capsys) == {"cat": {"S": 1}}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "--kinds cat:S,2-6"),
        (("--kinds", "cat"), "--kinds cat:S,2-6"),
        (("--kinds", "cat:6-2"), "runs backwards"),
        (("--kinds", "cat:1-9999"), "runs backwards or too far"),
        (("--kinds", "cat:x-y"), "no face and no row"),
        (("--kinds", "My Cat:S"), "small letters"),
        (("--kinds", "cat:S!"), "capital letters"),
        (("--kinds", "cat:S", "--views", "0"), "--views: a number from 1 to 200"),
        (("--throws", "201"), "--throws: a number from 1 to 200"),
        (("--kinds", "cat:S", "--zone", "1,2"), "four numbers are needed"),
        (
            ("--kinds", "cat:S", "--names", "/nothing/there"),
            "/nothing/there: there is no such file",
        ),
        (("--kinds", "cat:S", "--rate", "0"), "--rate"),
    ],
)
def test_what_cannot_be_done_is_one_line(stage, words, problem):
    status, lines, err = stage(film(), "", *words)
    assert (status, lines) == (2, [])
    assert problem in err
    assert err.count("\n") == 1


THROWN = ("S", "2", "6", "S", "2", "S")


def thrown(*faces):
    shown = []
    for number, face in enumerate(faces):
        shown += [None, ((100 + 23 * number, 90 + 9 * number, "cat", face, 50 * number),)]
    return film(*shown)


def test_throws_are_grouped_and_each_group_named_once(stage, tmp_path, capsys):
    status, lines, err = stage(thrown(*THROWN), "S\n2\n6\n", "--kinds", "cat", "--throws", str(len(THROWN)))
    assert (status, err) == (0, "")
    assert "6 throws, 3 different faces" in lines
    assert [line for line in lines if line.startswith("Group")] == [
        "Group 1, throws 1, 4, 6: which face? (Enter leaves it out)",
        "Group 2, throws 2, 5: which face? (Enter leaves it out)",
        "Group 3, throws 3: which face? (Enter leaves it out)",
    ]
    assert kinds_of(tmp_path, capsys) == {"cat": {"S": 3, "2": 2, "6": 1}}


def test_a_name_that_cannot_be_used_is_asked_again(stage, tmp_path, capsys):
    _, lines, _ = stage(thrown("S"), "S\ncat/s!\ncat/s\n", "--throws", "1")
    assert "  S: which kind? Write KIND/FACE, such as cat/S" in lines
    assert any("capital letters" in line for line in lines)
    assert kinds_of(tmp_path, capsys) == {"cat": {"S": 1}}


def test_a_group_without_a_name_is_left_out(stage, tmp_path, capsys):
    status, _, _ = stage(thrown("S", "2"), "\n2\n", "--kinds", "cat", "--throws", "2")
    assert status == 1
    assert kinds_of(tmp_path, capsys) == {"cat": {"2": 1}}


def test_no_throw_at_all_is_refused(stage):
    status, _, err = stage(film(), "", "--throws")
    assert status == 2
    assert "no throw was seen" in err
