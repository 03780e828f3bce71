"""The page for makers of trays says what the program does."""

import re

import pytest
from dtp_kit import REPOSITORY, Modelled, bodies

from hardware.dtp.lines import MAX_LINE, Framer, Sort, crc16, framed
from hardware.dtp.link import AGAIN_S, DEAD_S, GREET_S, IDLE_S, Link, NewRoll
from hardware.dtp.messages import FACES, MOST_DICE, MessageError, from_tray
from hardware.simulators.script import read_script
from hardware.simulators.tray_end import (
    BURST,
    FIRST_WAIT_S,
    LONGEST_WAIT_S,
    OLDEST_MS,
    RING,
    from_host,
)

PAGE = (REPOSITORY / "hardware" / "dtp" / "README.md").read_text(encoding="utf-8")
CHECKED = sorted(set(re.findall(r"\$[^$*`\n]+\*[0-9A-F]{4}", PAGE)))
BARE = re.findall(r"^    (\$[A-Z][^*\n]*)$", PAGE, re.MULTILINE)
TALK = re.findall(r"^    (host|tray|kept)  (.+)$", PAGE, re.MULTILINE)


def section(heading):
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("line", CHECKED)
def test_every_line_on_the_page_is_whole_and_understood(line):
    data = line.encode() + b"\n"
    _, (read,) = Framer().feed(data)
    assert read.sort is Sort.FRAME
    assert framed(read.body) == data
    understood = 0
    for reader in (from_tray, from_host):
        try:
            understood += str(reader(read.body)) == read.body
        except MessageError:
            continue
    assert understood == 1


@pytest.mark.parametrize(("heading", "reader"), [("tray", from_tray), ("host", from_host)])
def test_every_message_has_a_form_and_an_example_that_are_read_as_it(heading, reader):
    rows = re.findall(r"^\| `([A-Z]+)[^`]*` \| `(\$[^`]+)` \|", section(f"What the {heading} says"), re.MULTILINE)
    for verb, line in rows:
        body = bodies(line.encode() + b"\n")[0]
        assert body.split(",")[0] == verb
        assert str(reader(body)) == body
    words = {"tray": "HELLO ROLL MOVE BAT ERR PONG", "host": "HELLO SYNC ACK PING"}[heading]
    assert [verb for verb, _ in rows] == words.split()


def test_the_conversation_goes_as_the_page_tells_it():
    link, said, told = Link({}), [], []
    step = link.opened(0.0)
    link, waiting = step.link, step.send.removeprefix(b"\n")
    for now, (who, what) in enumerate(TALK, 1):
        match who:
            case "host":
                line = what.encode() + b"\n"
                assert waiting.startswith(line), what
                waiting = waiting.removeprefix(line)
                said.append(what)
            case "tray":
                assert waiting == b"", "the host would have said something first"
                step = link.hear(what.encode() + b"\n", now / 100)
                link, waiting, told = step.link, step.send, [*told, *step.events]
            case _:
                step = link.kept("1a2b3c4d", int(what))
                link, waiting = step.link, step.send
    assert waiting == b""
    assert [event.roll.seq for event in told if isinstance(event, NewRoll)] == [1, 2]
    assert len(said) == 6


def test_the_check_on_the_page_is_the_one_that_is_used():
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = {}
    exec(source, names)  # noqa: S102 - the page's own six lines
    for data in (b"", b"123456789", b"MOVE", bytes(range(256))):
        assert names["crc16"](data) == crc16(data)
    assert f"`{crc16(b'123456789'):04X}`" in section("The check")


def test_what_is_typed_without_a_check_is_answered():
    tray = Modelled("TRAY01")
    assert [line.split(",")[0] for line in BARE] == ["$HELLO", "$PING", "$SYNC", "$ACK"]
    answers = [tray.hear(line.encode() + b"\r\n", 0) for line in BARE]
    assert [bodies(answer) for answer in answers[:2]] == [
        ["HELLO,1,TRAY01,1a2b3c4d,1,0"],
        ["PONG,7"],
    ]


def test_kinds_and_faces_stand_on_the_page():
    rows = re.findall(r"^\| (`[a-z][^|]*) \| ([^|]+) \|$", section("Words"), re.MULTILINE)
    listed = {}
    for kinds, faces in rows:
        for kind in re.findall(r"`([^`]+)`", kinds):
            listed[kind] = spelled_out(faces)
    assert listed == {kind: list(faces) for kind, faces in FACES.items()}


def spelled_out(text):
    faces, text = [], re.split(r"[;:]|, as", text)[0]
    for part in text.split(", "):
        first, _, last = part.strip().partition(" to ")
        step = 10 if last == "90" else 1
        faces += [first] if not last else [str(n) for n in range(int(first), int(last) + 1, step)]
    return faces


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("Lines", f"at most {MAX_LINE} bytes"),
        ("Words", f"1 to {MOST_DICE} dice"),
        ("Ring and resending", f"at least **{RING}** rolls"),
        ("Ring and resending", f"at most **{BURST}** are in the ring"),
        ("Ring and resending", f"after\n   **{FIRST_WAIT_S:.0f}** second"),
        ("Ring and resending", f"every **{LONGEST_WAIT_S:.0f}**"),
        ("Ring and resending", str(OLDEST_MS)),
        ("What the host does", f"every {GREET_S:.0f} seconds until the tray greets"),
        ("What the host does", f"after {IDLE_S:.0f} seconds of silence"),
        ("What the host does", f"after {DEAD_S:.0f} it closes"),
        ("What the host does", {0.5: "at most twice a second"}[AGAIN_S]),
    ],
)
def test_the_numbers_on_the_page_are_the_programs(heading, words):
    assert words in section(heading)


def test_the_script_on_the_page_is_understood():
    (script,) = re.findall(r"```script\n(.*?)```", PAGE, re.DOTALL)
    assert len(read_script(script, "the page")) == script.count("\n")
