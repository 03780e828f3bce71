"""`tableside doctor`: what it says, in which form, with which status, and that it never hangs."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from doctor_kit import case_of, play, tree

from companion.cli import main
from companion.commands import doctor
from companion.doctor.case import Level, Result
from companion.doctor.examine import CHECKS, NAMES, Check, chosen, examine

QUICK = ("settings", "clock", "disk-home", "journal")
"""Checks that touch neither the network nor a device."""


def fine(_case):
    yield Result("one", Level.OK, "well")


def broken(_case):
    yield Result("one", Level.OK, "well")
    raise ValueError("a fault\nof ours")


def test_a_check_that_never_answers_is_said_and_the_others_are_done(tmp_path):
    told = []

    def hangs(case):
        yield Result("first", Level.OK, "well")
        case.given_up.wait(20)
        told.append(case.given_up.is_set())
        yield Result("second", Level.OK, "too late")

    checks = (Check(("first", "second"), hangs, 0.3), Check(("one",), fine))
    results = list(examine(checks, case_of(tmp_path)))
    assert [(r.check, r.level) for r in results] == [
        ("first", Level.OK),
        ("second", Level.PROBLEM),
        ("one", Level.OK),
    ]
    assert results[1].todo
    assert results[1].data == {"limit": 0.3}
    for thread in threading.enumerate():
        if thread.name == "doctor first":
            thread.join(10)
    assert told == [True], "it was told that nobody waits any more"


def test_a_check_that_breaks_is_said_in_a_line_and_the_others_are_done(tmp_path):
    results = list(examine((Check(("one",), broken), Check(("one",), fine)), case_of(tmp_path)))
    assert [r.level for r in results] == [Level.OK, Level.PROBLEM, Level.OK]
    assert "\n" not in results[1].found
    assert "ValueError: a fault of ours" in results[1].found


def test_every_check_has_a_bound_and_a_name_of_its_own():
    assert all(0 < check.limit <= 120 for check in CHECKS)
    assert len(set(NAMES)) == len(NAMES)
    assert {check for name in NAMES for check in chosen([name])} == set(CHECKS)


def test_all_is_well_and_the_status_is_0(capsys):
    assert main(["doctor", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ok ") and " clock " in line for line in lines)
    assert lines[-1].endswith("0 problems")


def test_a_problem_makes_the_status_1_and_says_what_to_do(home_of_its_own, capsys):
    (home_of_its_own / "journal.sqlite3").write_bytes(b"no journal" * 1000)
    assert main(["doctor", "journal"]) == 1
    out = capsys.readouterr().out
    assert "PROBLEM" in out
    assert "-> " in out


def test_json_has_a_line_a_result_and_a_sum(capsys):
    assert main(["doctor", "--json", *QUICK]) == 0
    *results, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert {one["type"] for one in results} == {"result"}
    assert all(set(one) == {"type", "check", "level", "found", "todo", "data"} for one in results)
    assert set(QUICK) <= {one["check"] for one in results}
    assert last["type"] == "summary"
    assert sum(last[level.value] for level in Level) == len(results)


def test_a_check_that_is_not_there_is_refused(capsys):
    assert main(["doctor", "weather"]) == 2
    assert "weather" in capsys.readouterr().err


def test_what_is_found_reaches_the_terminal_without_its_control_signs(home_of_its_own, capsys):
    (home_of_its_own / "profiles").mkdir()
    (home_of_its_own / "profiles" / "a\x1b[2Jb.profile.json").write_text("{")
    assert main(["doctor", "profiles"]) == 0
    out = capsys.readouterr().out
    assert "\\x1b" in out
    assert "\x1b" not in out


def test_nothing_is_changed_by_looking(home_of_its_own):
    play(home_of_its_own)
    (home_of_its_own / "settings.json").write_text("{}")
    before = tree(home_of_its_own)
    main(["doctor", "--camera", "none", *QUICK, "tables", "devices", "terminal-size"])
    assert tree(home_of_its_own) == before


def test_a_home_that_is_not_there_is_not_made(tmp_path):
    gone = tmp_path / "nobody"
    assert main(["doctor", "--home", str(gone), *QUICK]) == 0
    assert not gone.exists()


def test_the_camera_of_the_last_table_is_looked_through(home_of_its_own):
    last = home_of_its_own / "last-tables.json"

    def remembers(dice):
        wish = {"seats": [], "dice": dice}
        last.write_text(json.dumps({"format": 1, "tables": {"rsf": wish}}))
        return doctor._remembered(home_of_its_own)

    assert doctor._remembered(home_of_its_own) == ""
    assert remembers("3") == "3"
    assert remembers("http://10.0.0.7/video") == "http://10.0.0.7/video"
    assert remembers("a film.mp4") == "", "a film that was played once is no camera"


def test_the_process_ends_though_a_driver_never_does():
    program = (
        "import hardware.cameras, threading\n"
        "class Hangs:\n"
        "    def __init__(self, target): threading.Event().wait()\n"
        "hardware.cameras.CvCapture = Hangs\n"
        "import companion.doctor.examine as checks\n"
        "from companion.doctor.examine import Check\n"
        "from companion.doctor import camera\n"
        "checks.CHECKS = (Check(('cameras', 'camera'), camera.check, 1.0),)\n"
        "from companion.cli import main\n"
        "raise SystemExit(main(['doctor', 'camera', '--camera', '0']))\n"
    )
    words, root = [sys.executable, "-c", program], Path(__file__).parents[2]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=root)
    assert done.returncode == 1, done.stderr
    assert "no answer within 1 seconds" in done.stdout


def test_the_last_errors_are_remembered_without_what_was_typed(home_of_its_own, capsys):
    assert main(["score", "/nowhere/Zaphods own.record"]) == 2
    assert "Zaphods" in capsys.readouterr().err
    kept = (home_of_its_own / "last-errors.json").read_text()
    assert "score" in kept
    assert "Zaphod" not in kept
    assert main(["doctor", "errors", "--json"]) == 0
    rows = map(json.loads, capsys.readouterr().out.splitlines())
    assert next(one for one in rows if one.get("check") == "errors")["data"]["lately"] == 1


def test_a_fault_of_the_program_is_remembered_by_its_places_alone(home_of_its_own, capsys, monkeypatch):
    def falls(_args):
        raise RuntimeError("the name is Zaphod")

    from companion.commands import score

    monkeypatch.setattr(score, "run", falls)
    with pytest.raises(RuntimeError):
        main(["score", "x.record"])
    kept = json.loads((home_of_its_own / "last-errors.json").read_text())["errors"]
    assert [one["kind"] for one in kept] == ["RuntimeError"]
    assert "Zaphod" not in json.dumps(kept)
    assert any(frame.startswith("companion/cli.py:") for frame in kept[0]["frames"])
    assert main(["doctor", "errors"]) == 0
    assert "WARNING  errors" in capsys.readouterr().out


def test_errors_make_no_home_and_grow_no_further(tmp_path):
    gone = tmp_path / "nobody"
    assert main(["score", "--home", str(gone), "x.record"]) == 2
    assert not gone.exists()
    gone.mkdir()
    for _ in range(40):
        main(["score", "--home", str(gone), "x.record"])
    kept = json.loads((gone / "last-errors.json").read_text())["errors"]
    assert len(kept) == 30


def test_options_of_a_bundle_need_one():
    for words in (["--with-names"], ["--with-pictures"], ["--overwrite"]):
        assert main(["doctor", *words]) == 2
