"""GoDice: every vector of an independent library that fits our shells, and noise about each face.

GoDice: which message is a roll. The counting rules, by name; and a model of the die.
"""

import json
import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.ble import godice
from hardware.ble.events import LAY_THERE, TURNED, UNHEARD, Counted, Shown
from hardware.ble.godice import (
    LEANS,
    MOVED,
    PAUSED,
    UNBEGUN,
    Charge,
    Charging,
    Counter,
    RollStart,
    Shell,
    Stability,
    Stable,
    decode,
    face,
    read_name,
    runner_up,
    toward,
)

CAPTURES = Path(__file__).parents[2] / "captures"
VECTORS = json.loads((CAPTURES / "godice_mit_vectors.json").read_text())
SHELLS = {"d6": Shell.D6, "d20": Shell.D20, "d10": Shell.D10, "d10x": Shell.D10X}
STABLE = {
    "stable": Stability.ROLL,
    "fake_stable": Stability.FAKE,
    "tilt_stable": Stability.TILT,
    "move_stable": Stability.MOVE,
}
FACES = {
    Shell.D6: [str(n) for n in range(1, 7)],
    Shell.D20: [str(n) for n in range(1, 21)],
    Shell.D10: [str(n) for n in range(10)],
    Shell.D10X: [f"{n}0" for n in range(10)],
}
BYTE = st.integers(-128, 127)


def printed(shell, number):
    return f"{number:02}" if shell is Shell.D10X else str(number)


def wanted(vector):
    match vector["type"]:
        case "roll_start":
            return RollStart()
        case "battery":
            return Charge(vector["level"])
        case "color" | "unknown":
            return None
        case stable:
            return Stable(STABLE[stable], tuple(vector["xyz"]))


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=lambda vector: vector["hex"] or "empty")
def test_every_message(vector):
    assert decode(bytes.fromhex(vector["hex"])) == wanted(vector)


def faces_of_vectors():
    for vector in (*VECTORS["messages"], *VECTORS["values"]):
        for name, shell in SHELLS.items():
            if name in vector:
                yield pytest.param(vector["xyz"], shell, vector[name], id=f"{vector['xyz']}-{name}")


def unique(params):
    return {param.id: param for param in params}.values()


@pytest.mark.parametrize(("xyz", "shell", "number"), unique(faces_of_vectors()))
def test_every_face(xyz, shell, number):
    assert face(shell, tuple(xyz)) == printed(shell, number)


def test_a_name_says_who():
    for text, said in VECTORS["names"].items():
        assert read_name(text) == said.get("id", text[7:13])


@pytest.mark.parametrize(
    "name",
    ["", "GoDice_", "GoDice_1A2B3_R", "GoDice_1A2B3C_X_v03", "Pixel1a2b3c4d", "GoDice_1A2B3C_R x"],
)
def test_another_name_is_no_die(name):
    assert read_name(name) == ""


def test_commands_are_the_bytes_of_the_other_library():
    commands = VECTORS["commands"]
    assert bytes.fromhex(commands["battery"]) == godice.ASK_BATTERY
    blinking = bytes.fromhex(commands["pulse 5x on10 off20 blue"])
    assert blinking[1:] == godice._blink(5, 10, 20, (0, 0, 255))


def test_setting_up_never_goes_bare():
    words = godice.set_up()
    assert words[:2] == bytes((0x19, 30))
    assert len(words) == 2 + len(godice._blink(1, 1, 1, (0, 0, 0)))


def test_the_makers_own_packets():
    first, second = (bytes.fromhex(one) for one in VECTORS["particula_own_test"]["packets"])
    assert decode(first) == Stable(Stability.ROLL, (0, 0, -64))
    assert decode(second) == Stable(Stability.FAKE, (-128, -128, -128))


@pytest.mark.parametrize("on", [0, 1])
def test_charging(on):
    assert decode(b"Char" + bytes((on,))) == Charging(bool(on))


@pytest.mark.parametrize("data", [b"Tap", b"DTap", b"Ro", b"RR", b"S\0\0\0\0", b"FS\0\0", b"BatX1"])
def test_what_says_nothing_here_or_is_cut_off_is_none(data):
    assert decode(data) is None


@given(st.binary(max_size=10))
def test_no_bytes_raise(data):
    decode(data)


@pytest.mark.parametrize("shell", Shell)
def test_every_face_of_a_shell_can_come_up(shell):
    for name in FACES[shell]:
        direction = toward(shell, name)
        assert direction is not None
        assert face(shell, direction) == name
        assert runner_up(shell, direction) == ""
    assert toward(shell, "21") is None


@given(st.sampled_from(Shell), st.tuples(BYTE, BYTE, BYTE))
def test_any_direction_has_a_printed_face_and_a_runner_up_is_another(shell, gravity):
    assert face(shell, gravity) in FACES[shell]
    assert runner_up(shell, gravity) != face(shell, gravity)


@given(st.sampled_from(Shell), st.data())
def test_noise_about_a_face_changes_nothing_within_half_the_way_to_the_next(shell, data):
    name = data.draw(st.sampled_from(FACES[shell]))
    noise = data.draw(st.tuples(*(st.integers(-30, 30),) * 3))
    assume(math.hypot(*noise) < (45.2 if shell is Shell.D6 else 22.0))
    direction = toward(shell, name)
    assert direction is not None
    assert face(shell, tuple(a + b for a, b in zip(direction, noise, strict=True))) == name


def test_a_die_on_its_edge_is_not_clear():
    assert {face(Shell.D6, (0, 45, 46)), runner_up(Shell.D6, (0, 45, 46))} == {"2", "3"}
    assert runner_up(Shell.D6, (0, 0, 64)) == ""


START = RollStart()


def lies(face, stability=Stability.ROLL, shell=Shell.D10):
    return Stable(stability, toward(shell, face))


def hear(counter, *messages, at=10.0, step=0.001):
    """Return the counter and everything it said."""
    said = []
    for number, message in enumerate(messages):
        counter, heard = counter.hear(message, at + number * step)
        said.append(heard)
    return counter, [one for one in said if one is not None]


def on_line(shell=Shell.D10):
    """Return the counter of a die that is connected and answered where it lies."""
    counter, _ = hear(Counter(shell).connected(0.0), lies("1", shell=shell), at=0.2)
    return counter


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([START, lies("7", Stability.FAKE)], [Shown("7", PAUSED)]),
        ([START, lies("7", Stability.TILT)], [Shown("7", LEANS)]),
        ([START, lies("7", Stability.MOVE)], [Shown("7", MOVED)]),
        (
            [START, lies("2", Stability.FAKE), lies("3", Stability.TILT), lies("7")],
            [Shown("2", PAUSED), Shown("3", LEANS), Counted("7")],
        ),
        (
            [START, lies("2", Stability.MOVE), lies("7")],
            [Shown("2", MOVED), Shown("7", UNBEGUN, claimable=True)],
        ),
        ([START, START, lies("7"), lies("7")], [Counted("7")]),
        ([START, Charge(50), lies("7")], [Counted("7")]),
    ],
)
def test_only_a_stable_result_counts_and_others_are_shown(messages, said):
    assert hear(on_line(), *messages)[1] == said


def test_a_second_roll_of_the_same_face_counts_however_soon_it_is_heard():
    _, said = hear(on_line(), START, lies("7"), START, lies("7"), step=0.0)
    assert said == [Counted("7"), Counted("7")]


def test_what_it_says_when_it_is_first_met_lay_there():
    _, said = hear(Counter(Shell.D10).connected(9.0), lies("7"))
    assert said == [Shown("7", LAY_THERE)]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([START, lies("7")], [lies("3")], [Shown("3", TURNED)]),
        ([START, lies("7")], [lies("7"), lies("7")], []),
        ([START], [START, lies("3")], [Shown("3", UNHEARD, claimable=True)]),
        ([START], [lies("3")], [Shown("3", UNHEARD, claimable=True)]),
    ],
)
def test_after_a_reconnection_a_die_first_says_where_it_lies(before, after, said):
    counter, _ = hear(on_line(), *before)
    assert hear(counter.connected(20.0), *after, at=20.1)[1] == said


def test_on_an_edge_it_says_which_other_face_it_may_be():
    edge = Stable(Stability.ROLL, (0, 45, 46))
    _, said = hear(on_line(Shell.D6), START, edge)
    assert said == [Counted("2", other="3")]


GESTURES = st.lists(
    st.tuples(st.sampled_from(["roll", "paused", "cocked", "moved"]), st.integers(0, 9), st.booleans()),
    max_size=30,
)


@given(gestures=GESTURES, doubled=st.booleans())
def test_exactly_the_rolls_are_counted(gestures, doubled):
    sent, rolled = [], []
    for gesture, number, again in gestures:
        face = str(number)
        match gesture:
            case "roll":
                sent += [START, lies(face)]
                rolled.append(face)
            case "paused":
                sent += [START, lies("4", Stability.FAKE), lies(face)]
                rolled.append(face)
            case "cocked":
                sent += [START, lies("4", Stability.TILT)]
            case _:
                sent += [START] if again else []
                sent.append(lies(face, Stability.MOVE))
    if doubled:
        sent = [message for message in sent for _ in range(2)]
    _, said = hear(on_line(), *sent)
    assert [one.face for one in said if isinstance(one, Counted)] == rolled


@given(
    st.lists(
        st.one_of(
            st.just(START),
            st.builds(Stable, st.sampled_from(Stability), st.tuples(*(st.integers(-128, 127),) * 3)),
        ),
        max_size=40,
    )
)
def test_never_more_is_counted_than_began(messages):
    _, said = hear(on_line(), *messages)
    assert sum(isinstance(one, Counted) for one in said) <= messages.count(START)
