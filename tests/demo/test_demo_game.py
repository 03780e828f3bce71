"""The demo plays a whole game, and every die of it comes from the pictures."""

import builtins
import sys
from dataclasses import replace
from itertools import cycle

import pytest
from demo_kit import play, write_clip

from companion.cli import main
from companion.rolls.readings import SourceKind
from companion.sources.opening import open_dice_reader
from models.workshop.rendering.clip import Clip

CHANGED = 4  # The throw, counted from 0, that is drawn again


def spliced(path, pictures, truth, face):
    """The clip as far as throw CHANGED, which is drawn again with another face, and one more."""
    throws = truth["throws"]
    old, after = throws[CHANGED], throws[CHANGED + 1]
    drawn = Clip(truth["seed"]).frames(CHANGED, old["owner"], face)
    tail = pictures[after["start"] : after["stop"]]
    return write_clip(path, [*pictures[: old["start"]], *drawn, *tail])


def test_the_whole_demo_ends_in_a_final_standing_through_sudden_death(played):
    assert played.status == 0
    assert played.standing.final
    assert len(played.standing.winners) == 1
    assert any("Sudden Death" in line.told for line in played.history)
    assert "Final standing" in played.printed
    assert played.standing.explanation in played.printed


def test_one_line_is_printed_for_every_action_and_then_the_sheet(played):
    lines = played.printed.splitlines()
    for number, line in enumerate(played.history, start=1):
        assert any(shown.startswith(f"{number:>4}  {line.told}") for shown in lines)
    assert any("pieces in play (RSF-F4b)" in line for line in lines)


def test_every_roll_of_the_game_was_read_by_the_camera_in_the_order_thrown(played, truth):
    sources = {played.history[number].source for number in played.rolls}
    assert sources == {SourceKind.CAMERA.value}
    thrown = [f"d10={one['face']}" for one in truth["throws"]]
    assert [line.split()[-1] for line in (played.lines[n] for n in played.rolls)] == (thrown[: len(played.rolls)])


def test_the_clip_runs_on_only_while_a_roll_is_asked_for(played, truth):
    last = truth["throws"][len(played.rolls) - 1]
    assert len(played.readings) == len(played.rolls)
    assert last["rest"] < played.frames <= last["stop"]


@pytest.mark.slow
def test_another_face_in_the_clip_changes_the_history_at_exactly_that_roll(played, pictures, truth, tmp_path):
    face = (truth["throws"][CHANGED]["face"] + 5) % 10
    clip = spliced(tmp_path / "other.mp4", pictures, truth, face)
    other = play(tmp_path / "home", clip)
    at = played.rolls[CHANGED]
    assert other.lines[:at] == played.lines[:at]
    assert other.lines[at].endswith(f"d10={face}")
    assert other.lines[at] != played.lines[at]
    assert other.history[at].told != played.history[at].told


@pytest.mark.slow
def test_the_same_face_drawn_anew_changes_nothing(played, pictures, truth, tmp_path):
    clip = spliced(tmp_path / "same.mp4", pictures, truth, truth["throws"][CHANGED]["face"])
    same = play(tmp_path / "home", clip)
    assert len(same.rolls) == CHANGED + 2
    assert same.lines == played.lines[: len(same.lines)]


def test_when_the_clip_ends_the_table_asks_for_the_roll_and_gives_up(pictures, truth, tmp_path):
    short = write_clip(tmp_path / "short.mp4", pictures[: truth["throws"][0]["stop"]])
    asked = play(tmp_path / "home", short)
    assert asked.status == 1
    assert len(asked.rolls) == 1
    assert "roll one d10" in asked.printed
    assert "No die is seen: short.mp4 has ended" in asked.printed


def test_blank_pictures_and_it_asks(blank, capsys):
    assert main(["demo", "--plain", "--clip", str(blank)]) == 1
    said = capsys.readouterr()
    assert "roll one d10" in said.out
    assert "RSF-F3a" in said.out
    assert "No die is seen" in said.out
    assert "camera" not in said.out
    assert said.err == ""


class Spoilt:
    """The program's reader, except that the first die it meets stays doubtful."""

    def __init__(self):
        self.reader = open_dice_reader()
        self.first = None

    def look(self, image, expect=()):
        seen = self.reader.look(image, expect)
        if seen and self.first is None:
            self.first = seen[0].box.centre
        return tuple(
            replace(one, status="unsure", confidence=0.5)
            if abs(one.box.centre[0] - self.first[0]) + abs(one.box.centre[1] - self.first[1]) < 9
            else one
            for one in seen
        )


def test_a_doubtful_die_is_voided_and_thrown_again(played, pictures, truth, tmp_path):
    short = write_clip(tmp_path / "short.mp4", pictures[: truth["throws"][1]["stop"]])
    voided = play(tmp_path / "home", short, Spoilt())
    at = played.rolls[0]
    assert voided.lines[at].split()[1:] == ["void", "d10"]
    assert voided.lines[at + 1].endswith(f"d10={truth['throws'][1]['face']}")
    assert "it is thrown again" in voided.printed
    assert len(voided.readings) == 2


def test_people_at_a_terminal_type_what_no_picture_shows(blank, capsys, monkeypatch):
    answers = cycle(["7", "eleven", "3", "9", "4"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda _prompt: next(answers))
    assert main(["demo", "--plain", "--clip", str(blank)]) == 0
    said = capsys.readouterr().out
    assert "eleven" in said
    assert "Final standing" in said


@pytest.mark.parametrize("answer", ["", None])
def test_people_who_answer_nothing_end_the_demo(blank, capsys, monkeypatch, answer):
    def said(_prompt):
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", said)
    assert main(["demo", "--plain", "--clip", str(blank)]) == 1
    assert "No die is seen" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--clip", "nowhere.mp4"], "nowhere.mp4: there is no such file"),
        (["--clip", "0"], "0: there is no such file"),
        (["--clip", __file__], "not a video that can be read"),
        (["--pace", "-1"], "--pace: seconds"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(words, why, capsys):
    assert main(["demo", "--plain", *words]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert len(said.err.splitlines()) == 1


def test_the_demo_leaves_nothing_in_the_home_of_its_people(blank, home_of_its_own, capsys):
    main(["demo", "--plain", "--clip", str(blank)])
    capsys.readouterr()
    assert list(home_of_its_own.iterdir()) == []
