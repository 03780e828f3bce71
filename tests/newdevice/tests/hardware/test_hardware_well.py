"""What a dice well says is taken apart, whatever the line did to it."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.well import Heard, Lies, decoded, encoded

LIES = st.builds(Lies, st.integers(0, 255), st.sampled_from("0123456789"))


@given(st.lists(LIES, max_size=5), st.integers(0, 3))
def test_whole_answers_come_out_and_the_begun_one_is_kept(answers, begun):
    rest = encoded(Lies(7, "7"))[:begun]
    assert decoded(b"".join(map(encoded, answers)) + rest) == Heard(tuple(answers), rest, 0)


@given(st.binary(max_size=40), LIES)
def test_noise_is_passed_over_up_to_an_answer(noise, lies):
    heard = decoded(noise.replace(b"\xa5", b"x") + encoded(lies))
    assert heard.answers == (lies,)
    assert heard.damaged == len(noise)


@given(LIES, st.integers(0, 3), st.integers(1, 255))
def test_a_damaged_answer_is_none(lies, at, change):
    data = bytearray(encoded(lies))
    data[at] ^= change
    assert decoded(bytes(data)).answers == ()


def test_a_face_that_no_d10_has_is_none():
    assert decoded(bytes((0xA5, 1, 10, 0xA5 ^ 1 ^ 10))).answers == ()
