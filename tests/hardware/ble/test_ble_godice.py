"""GoDice: every vector of an independent library that fits our shells, and noise about each face."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.ble import godice
from hardware.ble.godice import (
    Charge,
    Charging,
    Colour,
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
        case "color":
            return Colour(vector["color"] or "")
        case "unknown":
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


def test_a_name_says_who_and_which_colour():
    for text, said in VECTORS["names"].items():
        heard = read_name(text)
        assert heard is not None
        assert heard.id == said.get("id", text[7:13])
        assert heard.colour == said["color"]
        assert heard.version == said.get("fw", "")


@pytest.mark.parametrize(
    "name",
    ["", "GoDice_", "GoDice_1A2B3_R", "GoDice_1A2B3C_X_v03", "Pixel1a2b3c4d", "GoDice_1A2B3C_R x"],
)
def test_another_name_is_no_die(name):
    assert read_name(name) is None


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
