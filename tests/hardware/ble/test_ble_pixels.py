"""Pixels: every vector of their makers' library, and no bytes that raise anything but DecodeError."""

import json
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ble import pixels
from hardware.ble.pixels import Charge, DecodeError, DieType, Identity, Introduction, Motion, State

CAPTURES = Path(__file__).parents[2] / "captures"
VECTORS = json.loads((CAPTURES / "pixels_vectors.json").read_text())
NEW = 1_735_945_440
SHAPES = {name: DieType[name.upper()] for name in ("d4", "d6", "d8", "d10", "d00", "d12", "d20")}
SHAPES["d6pipped"] = DieType.D6_PIPPED


def die(shape, built=NEW, lights=10):
    return Identity(1, shape, lights, built)


def printed(shape, number):
    """Return how a face that their library calls by a number is printed."""
    return f"{number:02}" if shape == "d00" else str(number)


def advert(lights, shape, state, index, battery):
    return struct.pack("<BBBBB", lights, shape << 4, state, index, battery)


@pytest.mark.parametrize("vector", VECTORS["roll_state"], ids=lambda vector: vector["hex"])
def test_a_roll_state_says_state_and_face(vector):
    heard = pixels.decode(bytes.fromhex(vector["hex"]))
    assert heard == Motion(State(vector["state_value"]), vector["face_index"])


@pytest.mark.parametrize("shape", SHAPES)
def test_every_face_of_every_shape(shape):
    faces = VECTORS["face_from_index"][shape]
    shown = [pixels.face(die(SHAPES[shape]), index) for index in range(len(faces))]
    assert shown == [printed(shape, number) for number in faces]
    assert pixels.face(die(SHAPES[shape]), len(faces)) is None
    assert pixels.face(die(SHAPES[shape]), -1) is None


@pytest.mark.parametrize("shape", ["d4", "d6"])
def test_old_firmware_counts_the_faces_of_d4_and_d6_otherwise(shape):
    wanted = [str(n) for n in VECTORS["face_from_index_fw_le_2024_01_01T23Z"][shape]]
    built = pixels.UNEVEN_UNTIL
    assert [pixels.face(die(SHAPES[shape], built), index) for index in range(6)] == wanted
    assert pixels.face(die(SHAPES[shape], built), 6) is None
    assert pixels.face(die(SHAPES[shape], built + 1), 1) == "2"
    assert pixels.face(die(SHAPES[shape], 0), 1) == "2"


def test_the_pipped_d6_never_had_the_old_order():
    assert pixels.face(die(DieType.D6_PIPPED, pixels.UNEVEN_UNTIL), 1) == "2"


@pytest.mark.parametrize("shape", [DieType.UNKNOWN, DieType.D6_FUDGE])
def test_a_die_that_no_game_knows_has_no_face(shape):
    assert die(shape).kind == ""
    assert [pixels.face(die(shape), index) for index in range(20)] == [None] * 20


def test_the_small_d20_of_newer_firmware_is_a_d20():
    assert pixels.face(die(DieType.MINI_D20), 19) == "20"


@pytest.mark.parametrize(("ours", "values"), [(State, "roll_state_values"), (DieType, "die_type_values")])
def test_states_and_shapes_have_the_numbers_of_newer_firmware(ours, values):
    names = {"onFace": "ON_FACE", "d6pipped": "D6_PIPPED", "d6fudge": "D6_FUDGE"}
    for name, number in VECTORS[values].items():
        assert ours[names.get(name, name.upper())] == number
    assert ours is not State or len(State) == len(VECTORS[values])


def test_identifiers_are_those_of_both_generations():
    new, old = VECTORS["ids"]["die"], VECTORS["ids"]["legacyDie"]
    assert tuple(new.values()) == (pixels.SERVICE, pixels.NOTIFY, pixels.WRITE)
    assert tuple(old.values()) == (pixels.LEGACY_SERVICE, pixels.LEGACY_NOTIFY, pixels.LEGACY_WRITE)
    assert VECTORS["ids"]["systemicGamesCompanyId"] == pixels.COMPANY


@pytest.mark.parametrize(
    ("name", "ours"),
    [("whoAreYou", pixels.WHO_ARE_YOU), ("requestBatteryLevel", pixels.ASK_BATTERY)],
)
def test_requests_are_the_bytes_of_their_library(name, ours):
    requests = {one["name"]: bytes.fromhex(one["hex"]) for one in VECTORS["requests"]}
    assert requests[name] == ours
    assert VECTORS["message_type_values"][name] == ours[0]


@pytest.mark.parametrize(
    ("name", "charging"),
    [("ok", False), ("low", False), ("charging", True), ("done", True), ("badCharging", False)],
)
def test_the_battery_says_how_full_and_whether_it_charges(name, charging):
    number = VECTORS["battery_state_values"][name]
    assert pixels.decode(bytes((0x22, 50, number))) == Charge(50, charging)
    for vector in VECTORS["battery"]:
        heard = pixels.decode(bytes.fromhex(vector["hex"]))
        assert heard == Charge(vector["level"], charging=vector["state"] == "charging")


def test_the_older_introduction_of_22_bytes():
    (vector,) = VECTORS["iamadie_legacy"]
    wanted = vector["fields"]
    heard = pixels.decode(bytes.fromhex(vector["hex"]))
    identity = Identity(wanted["pixelId"], DieType(wanted["dieType"]), wanted["ledCount"], wanted["buildTimestamp"])
    motion = Motion(State(wanted["rollState"]), wanted["currentFaceIndex"])
    assert heard == Introduction(identity, motion, Charge(wanted["batteryLevelPercent"], charging=False))


@pytest.mark.parametrize("vector", VECTORS["iamadie_chunked"], ids=lambda vector: vector["label"])
def test_the_newer_introduction_in_chunks_whatever_their_size(vector):
    wanted = vector["parsed"]
    who, status = wanted["dieInfo"], wanted["statusInfo"]
    heard = pixels.decode(bytes.fromhex(vector["hex"]))
    identity = Identity(
        who["pixelId"],
        DieType(who["dieType"]),
        who["ledCount"],
        wanted["versionInfo"]["buildTimestamp"],
        wanted["dieName"]["name"],
    )
    motion = Motion(State(status["rollState"]), status["currentFaceIndex"])
    assert heard == Introduction(identity, motion, Charge(status["batteryLevelPercent"], charging=False))


def test_a_name_of_31_characters_needs_no_end():
    data = bytearray.fromhex(VECTORS["iamadie_chunked"][1]["hex"])
    at = bytes(data).index(b"My D10")
    data[at : at + 31] = b"N" * 31
    heard = pixels.decode(bytes(data))
    assert isinstance(heard, Introduction)
    assert heard.identity.name == "N" * 31


WHOLE = [bytes.fromhex(one["hex"]) for one in VECTORS["iamadie_chunked"]] + [
    bytes.fromhex(VECTORS["iamadie_legacy"][0]["hex"]),
    *(bytes.fromhex(one["hex"]) for one in VECTORS["roll_state"]),
    *(bytes.fromhex(one["hex"]) for one in VECTORS["battery"]),
]


@pytest.mark.parametrize("whole", WHOLE, ids=lambda data: f"{len(data)}-{data.hex()[:6]}")
def test_every_message_that_is_cut_off_is_refused(whole):
    for length in range(len(whole)):
        with pytest.raises(DecodeError):
            pixels.decode(whole[:length])


@given(st.data())
def test_no_bytes_raise_anything_else(data):
    """Neither arbitrary ones, nor messages with one byte changed."""
    spoilt = bytearray(data.draw(st.sampled_from(WHOLE) | st.binary(max_size=130)))
    if spoilt:
        spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
    try:
        heard = pixels.decode(bytes(spoilt))
    except DecodeError:
        return
    assert heard is None or isinstance(heard, Introduction | Motion | Charge)


@pytest.mark.parametrize("name", ["debugLog", "rssi", "notifyUser", "testBulkSend", "temperature"])
def test_a_message_that_says_nothing_of_rolls_is_none(name):
    assert pixels.decode(bytes((VECTORS["message_type_values"][name], 1, 2, 3))) is None


def test_a_state_without_a_name_is_refused():
    with pytest.raises(DecodeError, match="no state has the number 6"):
        pixels.decode(b"\x03\x06\x00")


def test_an_advertisement_says_who_where_and_how_full():
    said = advert(10, DieType.D10, State.ROLLED, 7, 0x80 | 64)
    heard = pixels.decode_advert(said, struct.pack("<II", 0x1A2B3C4D, NEW))
    assert heard.identity == Identity(0x1A2B3C4D, DieType.D10, 10, NEW)
    assert heard.motion == Motion(State.ROLLED, 7)
    assert heard.charge == Charge(64, charging=True)


def test_an_advertisement_without_its_second_half_does_not_say_who():
    heard = pixels.decode_advert(advert(20, DieType.D20, State.ON_FACE, 19, 100))
    assert heard.identity is None
    assert heard.motion == Motion(State.ON_FACE, 19)


@pytest.mark.parametrize("shape", [0, 15], ids=["unsaid", "not known yet"])
@pytest.mark.parametrize(
    ("lights", "kind"),
    [(4, "d4"), (6, "d6"), (8, "d8"), (10, "d10"), (12, "d12"), (20, "d20"), (21, "d6"), (7, "")],
)
def test_a_die_of_no_known_shape_is_known_by_its_lights(lights, kind, shape):
    heard = pixels.decode_advert(advert(lights, shape, 5, 0, 50), struct.pack("<II", 1, NEW))
    assert heard.identity.kind == kind


def test_an_advertisement_from_before_july_2022_says_what_to_do():
    with pytest.raises(DecodeError, match="update it"):
        pixels.decode_advert(bytes(7))


@given(st.binary(max_size=12), st.binary(max_size=12))
def test_no_advertisement_raises_anything_else(manufacturer, service):
    try:
        heard = pixels.decode_advert(manufacturer, service)
    except DecodeError:
        return
    assert len(manufacturer) == 5
    assert (heard.identity is None) == (not service)
    assert 0 <= heard.charge.percent <= 100
