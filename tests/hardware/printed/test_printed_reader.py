"""From what devices print to rolls; the samples are what makers' sketches print."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import framed
from hardware.printed.library import parse, shipped_profiles
from hardware.printed.patterns import MAX_LINE
from hardware.printed.profile import FACES, face_of
from hardware.printed.reader import (
    MIDST_S,
    MOST_NAMES,
    Chosen,
    NoneFits,
    NotUnderstood,
    Reader,
    Refused,
    Rolled,
    SpeaksDtp,
    speaks_dtp,
)

PROFILES = {profile.name: profile for profile in shipped_profiles()}


def listening(name="numbers", kind="d10"):
    return Reader(shipped_profiles(), PROFILES.get(name), kind).opened(-1.0)


def play(reader, script, end=60.0):
    """Feed (seconds, text) pairs; return all events, also what is due until `end`."""
    events = []
    for at, text in [*script, (end, "")]:
        data = text if isinstance(text, bytes) else f"{text}\r\n".encode()
        step = reader.hear(data, at) if text else reader.tick(at)
        reader = step.reader
        events += step.events
    return events


def rolls(events):
    return [" ".join(f"{die.kind}={die.face}" for die in event.dice) for event in events if isinstance(event, Rolled)]


def rolled(name, kind, *script):
    return rolls(play(listening(name, kind), script))


@pytest.mark.parametrize(
    ("profile", "kind", "lines", "found"),
    [
        ("words", "d6", "Dice: 4|Dice Value: 4|Dice roll: 4|result:4|rolled = 4", ["d6=4"] * 5),
        ("numbers", "d10", "7|07|0|10", ["d10=7", "d10=7", "d10=0", "d10=10"]),
        ("numbers", "d6", "3 5 2|3,5,2|3, 5; 2| 3\t5  2 ", ["d6=3 d6=5 d6=2"] * 4),
        ("numbers", "", "12", ["=12"]),  # any face of an unknown kind
        ("kinds", "", "d10=7 d6=3|d20: 17|D6=2", ["d10=7 d6=3", "d20=17", "d6=2"]),
        ("kinds", "", "mon.teeth=S, md=4", ["mon.teeth=S md=4"]),
    ],
)
def test_what_makers_sketches_print_is_a_roll(profile, kind, lines, found):
    script = [(5 * n, line) for n, line in enumerate(lines.split("|"))]
    assert rolled(profile, kind, *script) == found


def test_web_objects_are_rolls_and_players_are_told_apart():
    assert rolled(
        "web-json",
        "d6",
        (0, '{"dice":4,"player":1}'),
        (0.1, '{"dice":4,"player":2}'),
        (5, '{"dice":[3,5]}'),
    ) == ["d6=4", "d6=4", "d6=3 d6=5"]


def axlan(state, value, name="Ann"):
    return f"Roll {name}: {state} value: {value}"


def mqtt(state, value, name="Ann"):
    return f'{{"name":"{name}","state":{state},"val":{value},"time":812}}'


def test_of_dice_that_tell_their_state_only_what_was_rolled_counts():
    assert rolled(
        "pixels-lines",
        "d6",
        (0, axlan("ON_FACE", 2)),
        (1, axlan("HANDLING", 2)),
        (2, axlan("ON_FACE", 5)),  # put down on another side
        (3, axlan("HANDLING", 5)),
        (4, axlan("ROLLING", 1)),
        (4.1, axlan("ROLLING", 3)),
        (5, axlan("ON_FACE", 3)),
        (8, axlan("ON_FACE", 3)),
        (9, axlan("ROLLING", 3)),
        (10, axlan("CROOKED", 3)),
        (11, axlan("ON_FACE", 4)),
        (12, axlan("ROLLING", 3)),
        (13, axlan("ON_FACE", 3)),
    ) == ["d6=3", "d6=3"]


def test_a_whole_throw_printed_at_once_is_still_a_roll():
    batch = [axlan(state, 4) for state in ("HANDLING", "ROLLING", "ON_FACE", "HANDLING")]
    assert rolled("pixels-lines", "d6", (0, "\n".join(batch))) == ["d6=4"]


def test_that_sketch_prints_a_d10_one_too_high():
    script = [
        (0, axlan("ROLLING", 1)),
        (1, axlan("ON_FACE", 1)),
        (2, axlan("ROLLING", 1)),
        (3, axlan("ON_FACE", 10)),
    ]
    assert rolled("pixels-lines", "d10", *script) == ["d10=0", "d10=9"]
    assert rolled("pixels-lines", "d00", *script) == ["d00=00", "d00=90"]


def test_the_same_to_a_broker_also_with_its_quote_too_many():
    whole = [(0, mqtt(3, 1)), (1, mqtt(1, 6))]
    broken = [(2, '{"name":"Ann","state":3","val":2}'), (3, '{"name":"Ann","state":1","val":2}')]
    assert rolled("pixels-json", "d6", *whole, *broken) == ["d6=6", "d6=2"]


def test_dice_with_names_do_not_disturb_each_other():
    script = [
        (0, axlan("ROLLING", 1)),
        (0.1, axlan("ROLLING", 1, "Ben")),
        (0.2, axlan("ON_FACE", 4, "Ben")),
    ]
    assert rolled("pixels-lines", "d6", *script, (0.3, axlan("ON_FACE", 5))) == ["d6=4", "d6=5"]


def test_more_dice_than_are_told_apart_are_refused():
    script = [(n, axlan("ROLLING", 1, f"die{n}")) for n in range(MOST_NAMES + 1)]
    events = play(listening("pixels-lines", "d6"), script)
    assert [type(event) for event in events] == [Refused]


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ([(0, "4"), (0.1, "4"), (0.3, "4"), (1.9, "4")], ["d6=4"]),
        ([(0, "3"), (0.2, "5"), (0.5, "4")], ["d6=4"]),  # the last within the window
        ([(0, "4"), (2.5, "4")], ["d6=4", "d6=4"]),
        ([(0, "4"), (0.6, "5")], ["d6=4", "d6=5"]),
        *(([(n * every, "4") for n in range(50)], ["d6=4"]) for every in (0.05, 0.4, 1.0, 1.9)),
    ],
)
def test_what_is_printed_again_at_once_is_the_same_roll(script, found):
    assert rolled("numbers", "d6", *script) == found


def test_a_roll_came_to_rest_when_it_was_printed_so_first():
    events = play(listening(), [(7.0, "3"), (7.2, "5"), (7.4, "5"), (7.6, "5")])
    assert [event.at for event in events] == [7.2]


def test_of_a_device_that_prints_its_state_only_a_change_or_a_pause_counts():
    always = [(n / 10, "4") for n in range(20)]
    changed = [(2 + n / 10, "5") for n in range(20)]
    silent = [(9 + n / 10, "5") for n in range(20)]
    assert rolled("numbers-continuous", "d6", *always) == []
    assert rolled("numbers-continuous", "d6", *always, *changed) == ["d6=5"]
    assert rolled("numbers-continuous", "d6", *always, *changed, *silent) == ["d6=5", "d6=5"]


lines = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["1", "2", "3 1", "boot", "9"])), max_size=12)


def timed(gaps):
    at, script = 0.0, []
    for gap, text in gaps:
        at += gap / 10
        script.append((at, text))
    return script


@given(lines, st.lists(st.integers(0, 400), max_size=20))
def test_how_often_the_clock_is_looked_at_changes_nothing(gaps, ticks):
    script = timed(gaps)
    looked = sorted([*script, *((tick / 10, "") for tick in ticks)], key=lambda one: one[0])
    assert rolls(play(listening(), looked)) == rolls(play(listening(), script))


@given(lines, st.data())
def test_how_the_bytes_are_cut_changes_nothing(gaps, data):
    script = timed(gaps)
    cut = []
    for at, text in script:
        raw = f"{text}\r\n".encode()
        place = data.draw(st.integers(0, len(raw)))
        cut += [(at, part) for part in (raw[:place], raw[place:]) if part]
    assert play(listening(), cut) == play(listening(), script)


@given(lines)
def test_rolls_of_one_device_are_never_nearer_than_the_debounce(gaps):
    events = play(listening(), timed(gaps))
    times = [event.at for event in events if isinstance(event, Rolled)]
    assert all(later - earlier >= 0.5 for earlier, later in pairwise(times))


@pytest.mark.parametrize(
    ("kind", "line"),
    [("d6", "0"), ("d6", "7"), ("d10", "11"), ("d10", "00"), ("", "21"), ("d6", "3 5 9")],
)
def test_what_no_die_shows_is_refused_and_told(kind, line):
    events = play(listening(kind=kind), [(0, line)])
    assert [type(event) for event in events] == [Refused]
    assert repr(line.split()[-1]) in events[0].why


OWN_FACES = """
format = 1
[[profile]]
name = "mine"
what = "a tray with letters"
lines = ['(?P<face>[a-z]+)']
kind = "d6"
[profile.faces]
d6 = { a = "1", b = "2" }
"""


def test_a_die_with_words_of_its_own_has_those_and_no_others():
    (profile,) = parse(OWN_FACES, "mine.toml")
    events = play(Reader((), profile).opened(-1.0), [(0.0, "b"), (5.0, "c")])
    assert rolls(events) == ["d6=2"]
    (refused,) = [event for event in events if isinstance(event, Refused)]
    assert refused.why == "'c' is no d6 as mine prints it; it prints A B"


def test_what_people_say_of_its_dice_counts_from_there_on():
    reader = listening("numbers", "")
    assert reader.assigned("") is reader
    assert rolls(play(reader.assigned("d6"), [(0.0, "4")])) == ["d6=4"]


@pytest.mark.parametrize(("kind", "word"), [("d6", "six"), ("d10", "½"), ("", "ß")])
def test_a_word_that_is_no_number_is_no_face(kind, word):
    assert face_of(kind, word) is None


def test_a_blank_line_says_nothing_and_no_bytes_change_nothing():
    reader = listening()
    assert play(reader, [(0.0, "   "), (1.0, "\t")]) == []
    lines, found = reader.lines.feed(b"", 0.0)
    assert lines is reader.lines
    assert found == ()


def test_a_frame_that_no_tray_says_is_no_sign_of_dtp():
    """Its check is right, but it is what a host says."""
    assert speaks_dtp(framed("PONG,3").rstrip())
    assert not speaks_dtp(framed("PING,3").rstrip())


def test_a_path_that_leads_through_a_number_finds_nothing():
    (profile,) = parse('format = 1\n[[profile]]\nname = "j"\nwhat = "w"\njson = { face = ["a", "b"] }', "x")
    assert profile.read('{"a": {"b": 4}}').dice == (("", "4"),)
    assert profile.read('{"a": 4}') is None


def test_a_kind_that_no_die_has_is_refused():
    (event,) = play(listening("kinds", ""), [(0, "d7: 3")])
    assert "there is no die called 'd7'" in event.why


@given(st.sampled_from(sorted(FACES)), st.text(max_size=4))
def test_a_face_is_one_of_its_kind_or_none(kind, word):
    face = face_of(kind, word)
    assert face is None or face in FACES[kind]
    assert all(face_of(kind, face) == face for face in FACES[kind])


@pytest.mark.parametrize("line", ["boot ok", "4.5", "-3", "4 of 6", "{", '{"dice":true}', '{"dice":4.0}', "1 " * 17])
def test_what_is_not_understood_is_no_roll(line):
    for name in ("numbers", "web-json"):
        events = play(listening(name, "d6"), [(0, line)])
        assert [type(event) for event in events] == [NotUnderstood]


@pytest.mark.parametrize("raw", [b"4" * (MAX_LINE + 1) + b"\n", b"\xff4\n", b"\x004\n", b"4\x1b[0m\n"])
def test_what_is_no_text_or_too_long_is_no_roll(raw):
    assert play(listening(), [(0, raw), (1, b"\n")]) == [NotUnderstood("")]


def test_the_rest_of_a_line_that_is_too_long_is_thrown_away_with_it():
    assert rolled("numbers", "d6", (0, b"9" * 500), (1, b"9" * 500 + b" 4\n"), (2, b"3\n")) == ["d6=3"]


def test_a_line_without_its_end_is_not_read():
    assert rolled("numbers", "d20", (0, b"1")) == []
    assert rolled("numbers", "d20", (0, b"1"), (5, b"2\n")) == ["d20=12"]


def test_what_may_be_the_end_of_a_line_is_passed_over():
    reader = Reader((), PROFILES["numbers"], "d20").opened(10.0)
    assert rolls(play(reader, [(10.0 + MIDST_S / 2, b"2\n17\n")])) == ["d20=17"]
    assert rolls(play(reader, [(10.0 + 2 * MIDST_S, b"2\n")])) == ["d20=2"]
    assert rolls(play(reader, [(10.0 + MIDST_S / 2, b"1"), (11.0, b"2\n"), (12.0, b"3\n")])) == ["d20=3"]


def test_a_line_that_was_cut_leaves_nothing_behind():
    step = listening().hear(b"7\n1", 0.0)
    assert rolls(play(step.reader.opened(0.1), [(5.0, b"2\n")])) == ["d10=2"]


@given(st.binary(max_size=300))
def test_no_bytes_break_it(data):
    for name in PROFILES:
        for event in play(listening(name, "d6"), [(0, data)] if data else []):
            assert not isinstance(event, Rolled) or all(die.face in FACES[die.kind] for die in event.dice)


@pytest.mark.parametrize("name", ["numbers", None])
def test_a_tray_that_speaks_dtp_is_recognised_once_and_not_read(name):
    hello, roll = framed("HELLO,1,T-1,1a2b3c4d,1,0"), framed("ROLL,1a2b3c4d,1,0,d10=7")
    assert play(listening(name), [(0, hello), (1, roll), (2, b"7\n")]) == [SpeaksDtp()]


def test_a_damaged_frame_is_only_a_line_that_is_not_understood():
    roll = framed("ROLL,1a2b3c4d,1,0,d10=7").replace(b"=7", b"=8")
    assert [type(event) for event in play(listening(), [(0, roll)])] == [NotUnderstood]


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["boot", "4", "5", "6"], "numbers"),
        (["3 5 2", "4", "1 1"], "numbers"),
        (["Dice: 4", "Dice: 4", "result:2"], "words"),
        ([axlan("HANDLING", 1), axlan("ROLLING", 1), axlan("ON_FACE", 1)], "pixels-lines"),
        ([mqtt(2, 1), mqtt(3, 1), mqtt(1, 6)], "pixels-json"),
        (['{"dice":4,"player":1}'] * 3, "web-json"),
        (["d10=7", "d6=3 d6=2", "d6: 2"], "kinds"),
    ],
)
def test_the_first_profile_that_understands_three_lines_is_chosen(lines, name):
    events = play(listening(None, "d6"), [(n * 5, line) for n, line in enumerate(lines)])
    assert [event.profile.name for event in events if isinstance(event, Chosen)] == [name]


def test_a_state_before_the_choice_counts_for_the_line_that_decides():
    script = [(0, axlan("HANDLING", 1)), (1, axlan("ROLLING", 1)), (2, axlan("ON_FACE", 5))]
    assert rolls(play(listening(None, "d6"), script)) == ["d6=5"]


def test_numbers_that_no_die_shows_choose_nothing():
    events = play(listening(None, ""), [(n, "1023") for n in range(6)])
    assert not [event for event in events if isinstance(event, Chosen)]


def test_lines_that_no_profile_understands_are_told():
    script = [(n, f"temperature {n}.5") for n in range(5)]
    (event,) = play(listening(None), script)
    assert event == NoneFits(tuple(line for _, line in script))


def test_a_board_may_say_much_before_it_prints_dice_and_the_last_before_the_choice_counts():
    noise = [(n, f"boot {n}") for n in range(30)]
    events = play(listening(None, "d6"), [*noise, (31, "4"), (36, "5"), (41, "6"), (46, "1")])
    assert rolls(events) == ["d6=6", "d6=1"]


def test_lines_are_counted_for_people():
    reader = listening(kind="d6")
    for at, line in [(0, b"4\n"), (0.1, b"4\n"), (1, b"9\n"), (2, b"boot\n"), (5, b"4\n")]:
        reader = reader.hear(line, at).reader
    assert (reader.counts.good, reader.counts.bad, reader.counts.again) == (3, 2, 1)
