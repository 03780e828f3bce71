"""What people and machines hand in by mistake: one clear line, an exit status, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.store import FILE, Journal

START = "record: 1\ngame: rsf\nseats: Änn, 王\n---\ntable: mixed\n"
SUDDEN_DEATH = Path(__file__).parents[1] / "records" / "rsf-sudden-death.record"
GROWING = SUDDEN_DEATH.with_name("gmm-growing.record")
SHELL = "/bin/sh"
COMMAND = (sys.executable, "-m", "companion")


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.record"
    path.write_text(START, "utf-8")
    return str(path)


def ran(*words, encoding="utf-8"):
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run([*COMMAND, *words], capture_output=True, check=False, env=env)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_a_terminal_that_cannot_show_a_letter_gets_an_escape(record, encoding):
    done = ran("score", record, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    expected = "王".encode(encoding, "backslashreplace")
    assert expected in done.stdout


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_json_is_utf8_on_every_terminal(record, encoding):
    done = ran("score", "--json", record, encoding=encoding)
    assert done.returncode == 0
    assert json.loads(done.stdout.decode("utf-8"))["seats"] == ["Änn", "王"]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are Unicode elsewhere")
@pytest.mark.parametrize("encoding", ["ascii", "utf-8:surrogateescape"])
def test_json_is_utf8_also_for_a_file_name_that_is_not(tmp_path, encoding):
    picture = tmp_path / os.fsdecode(b"a\xff.png")
    picture.write_bytes(b"")
    done = ran("read", "--json", str(picture), encoding=encoding)
    assert (done.returncode, done.stderr) == (2, b"")
    assert json.loads(done.stdout.decode("utf-8"))["image"] == str(picture)


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own there")


def without(closed, *words):
    """Run the program from a shell that closes a stream."""
    line = [SHELL, "-c", f'exec "$@" {closed}', "sh", *COMMAND, *words]
    return subprocess.run(line, capture_output=True, check=False)


@POSIX
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_trouble(record, closed):
    done = without(closed, "score", record)
    assert (done.returncode, done.stderr) == (0, b"")


@POSIX
def test_with_errors_closed_the_output_stays_clean(tmp_path):
    done = without("2>&-", "check", "--json", str(tmp_path / "no"))
    assert (done.returncode, done.stdout) == (2, b"")


@POSIX
@pytest.mark.parametrize(("closed", "words"), [("<&-", ["app"]), (">&-", ["play", "rsf", "--seats", "Ann,Ben"])])
def test_the_app_says_that_it_has_no_terminal(closed, words, tmp_path):
    done = without(closed, "--home", str(tmp_path), *words)
    assert done.returncode == 2
    assert done.stderr.startswith(b"tableside: no terminal to draw on")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said_in_one_line(record, unbuffered):
    settings = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("wb") as full:
        words, errors = [*COMMAND, "check", record], subprocess.PIPE
        done = subprocess.run(words, stdout=full, stderr=errors, env=settings, check=False)
    assert done.returncode == 2
    assert done.stderr == b"tableside: No space left on device\n"


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "99999999999999999999"),
        ("watch", "2147483648"),
        ("watch", "9" * 5000),
        ("watch", ""),
        ("watch", " "),
        ("watch", "ftp://127.0.0.1/x"),
        ("watch", "\x1b[31mred"),
        ("read", ""),
        ("read", "--expect", "d99", "x.png"),
        ("check", ""),
        ("score", ""),
        ("check", "/dev/null"),
        ("score", "x" * 5000),
        ("sessions", "show"),
        ("sessions", "delete", "rsf-1", "a file"),
    ],
)
def test_what_cannot_be_opened_is_one_line_and_exit_status_2(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--home", str(tmp_path / "home")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tableside: ")
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize("kind", ["folder", "loop", "empty", "binary", "cut short", "no permission to enter"])
def test_a_home_that_cannot_be_used_is_one_line(kind, tmp_path, capsys):
    home = tmp_path / "home"
    home.mkdir()
    journal = home / "journal.sqlite3"
    match kind:
        case "folder":
            journal.mkdir()
        case "loop":
            journal.symlink_to(journal)
        case "empty":
            home = tmp_path / "file"
            home.write_bytes(b"")
        case "binary":
            journal.write_bytes(bytes(range(256)) * 40)
        case "cut short":
            assert main(["sessions", "--home", str(home)]) == 0
            journal.write_bytes(journal.read_bytes()[:9000])
        case _:
            home = Path("/proc/no-such-place")
    capsys.readouterr()
    assert main(["sessions", "--home", str(home)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tableside: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("calibrate", "--print", "--out"), "thesis.pdf"),
        (("cards", "import", "cards.csv", "--game", "rsf", "-o"), "mine.toml"),
        (("cards", "grown", str(GROWING)), "grown.toml"),
        (("score", str(SUDDEN_DEATH), "-o"), "game.html"),
        (("sessions", "export", "rsf-20260101-1"), "game.record"),
        (("doctor", "clock", "--bundle"), "help.zip"),
    ],
)
def test_nothing_that_is_there_is_replaced_unasked(words, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text("id,name\nR01,Piston Fist\n", "utf-8")
    home = ["--home", str(tmp_path / "home")]
    with Journal(tmp_path / "home" / FILE) as journal:
        journal._now = lambda: "2026-01-01T19:00:00.000+00:00"
        journal.open_table("rsf", "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n")
    Path(name).write_text("precious")
    assert main([*home, *words, name]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "exists already" in err
    assert "--overwrite" in err
    assert Path(name).read_bytes() == b"precious"
    assert main([*home, *words, name, "--overwrite"]) == 0
    assert Path(name).read_bytes() != b"precious"
    assert {path.name for path in tmp_path.iterdir()} == {"cards.csv", "home", name}


HEADER = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("latin-1", HEADER.encode() + b'Ann: draw "\xe9"\n', ":5: not UTF-8 text"),
        ("huge", HEADER.encode() + b"Ann: done\n" * 1_700_000, "larger than"),
        ("long", HEADER.encode() + b"Ann: " + b"x" * 1_000_000 + b"\n", ":5: the line has"),
        ("unclosed", HEADER.encode() + b'Ann: "\n', ":5: a quote is not closed"),
        ("face", HEADER.encode() + b"Ann: roll d10=11\n", ":5: a d10 has no face '11'"),
        ("die", HEADER.encode() + b"Ann: roll d20=7\n", ":5: there is no die called 'd20'"),
        ("stranger", HEADER.encode() + b"Zed: done\n", ":5: there is no seat called 'Zed'"),
        ("seats", HEADER.replace("Ben", "Ann").encode(), ":3: two seats have the same name"),
        ("newer", HEADER.replace(": 1", ": 2").encode(), ":1: this is a record of format '2'"),
        ("windows", b"\xef\xbb\xbf" + HEADER.encode(), ":1: saved with a byte order mark"),
        (
            "format",
            HEADER.replace(": 1", ": " + "9" * 4000).encode(),
            ":1: this is a record of format '999",
        ),
        (
            "elsewhere",
            HEADER.replace("---", "catalogue: ../x.toml sha256:9f2c61d04a7be853\n---").encode(),
            ":4: ",
        ),
        (
            "digits",
            HEADER.encode() + "Ann: sheet atk ٣ def 1 spc 1 pieces 7\n".encode(),
            ":5: expected a whole number",
        ),
    ],
)
def test_a_broken_record_is_named_with_its_line(name, text, said, tmp_path, capsys):
    path = tmp_path / f"{name}.record"
    path.write_bytes(text)
    assert main(["check" if name < "h" else "score", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
    assert len(err) < len(str(path)) + 1100


def test_a_whole_game_is_scored_alike_by_every_command(capsys):
    assert main(["check", str(SUDDEN_DEATH)]) == 0
    checked = capsys.readouterr()
    assert main(["score", "--json", str(SUDDEN_DEATH)]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert checked.err == ""
    assert scored["standing"]["final"]
    assert f"{scored['actions']} actions checked: 0 errors" in checked.out
