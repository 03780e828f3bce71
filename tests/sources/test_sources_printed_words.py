"""A tray that prints, opened by words: its port, its kind, its profile."""

import pytest

from companion.core.errors import UsageError
from companion.sources.opening import SourceError, open_printed, printed_profiles
from hardware.printed.library import shipped_profiles


@pytest.mark.parametrize(
    ("words", "port", "kind", "profile"),
    [
        ("/dev/ttyUSB0", "/dev/ttyUSB0", "", None),
        ("/dev/ttyUSB0?kind=d10", "/dev/ttyUSB0", "d10", None),
        ("COM5?profile=words&kind=D6", "COM5", "d6", "words"),
        ("COM5?kind=d6&profile=auto", "COM5", "d6", None),
        ("COM5?kind=mon.teeth", "COM5", "md.teeth", None),
        ("socket://h:7?logging=debug", "socket://h:7?logging=debug", "", None),
        ("socket://h:7?logging=debug?kind=d20", "socket://h:7?logging=debug", "d20", None),
    ],
)
def test_words_name_port_kind_and_profile(words, port, kind, profile):
    source = open_printed(words, None, "ab12")
    (device,) = source.devices()
    assert (device.where, device.kind) == (port, kind)
    chosen = source._reader.profile
    assert (None if chosen is None else chosen.name) == profile


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("?kind=d10", "which port"),
        ("COM5?kind=d7", "there is no die called 'd7'"),
        ("COM5?profile=mine", "there is no profile called 'mine'; known: auto, pixels-lines"),
    ],
)
def test_words_that_make_no_sense_are_refused(words, told):
    with pytest.raises(UsageError, match=told):
        open_printed(words, None, "")


def test_people_s_own_profiles_are_there_and_a_bad_file_is_told(tmp_path):
    own = tmp_path / "trays.toml"
    assert printed_profiles(own) == shipped_profiles()
    own.write_text("format = 1\n[[profile]]\nname='mine'\nwhat='x'\nlines=['(?P<face>.)']\n")
    assert printed_profiles(own)[0].name == "mine"
    assert open_printed("COM5?profile=mine", None, "", own)._reader.profile.name == "mine"
    own.write_text("format = 1\n[[profile]]\nname='mine'\n")
    with pytest.raises(SourceError, match=r"trays\.toml:2: what must say"):
        printed_profiles(own)
