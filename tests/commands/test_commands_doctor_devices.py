"""The doctor on the dice reader, on cables, Bluetooth and the voice."""

import json
import os
import shutil
import threading
from pathlib import Path

import pytest
from doctor_kit import case_of, found, levels
from tray_kit import PtyTray

import models
from companion.doctor import devices, program
from companion.doctor.case import Level
from companion.system.libraries import add_command
from hardware.ble.links import Library
from hardware.ports import Answer, Greeting, PortError, PortInfo

MODELS = Path(models.__file__).parent


@pytest.fixture
def networks(tmp_path):
    folder = tmp_path / "models"
    folder.mkdir()
    for name in program.NETWORKS:
        shutil.copy(MODELS / f"{name}.toml", folder)
        shutil.copy(MODELS / f"{name}.onnx", folder)
    return folder


def test_the_networks_that_come_along_are_whole_and_read_known_pictures(tmp_path):
    results = found(program.networks, case_of(tmp_path))
    assert levels(results) == {"models": "ok", "reading": "ok"}
    assert results["reading"].data["read"] == list(program.KNOWN.values())
    digests = [row["sha256"] for row in results["models"].data["networks"]]
    assert len(set(digests)) == len(program.NETWORKS)


def test_the_known_faces_are_those_that_were_thrown(repository):
    """The truth beside the clip was written when it was drawn; no reader had a part in it."""
    truth = json.loads((repository / "tests/demo/clip_truth.json").read_text())
    for number, face in program.KNOWN.items():
        throw = next(one for one in truth["throws"] if one["rest"] <= number < one["stop"])
        assert str(throw["face"]) == face


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


FAULTS = {
    "one bit of a network": lambda folder: flip(folder / "read.onnx"),
    "a network is missing": lambda folder: (folder / "find.onnx").unlink(),
    "a card is missing": lambda folder: (folder / "find.toml").unlink(),
    "a card is broken": lambda folder: (folder / "read.toml").write_text("format = "),
    "the other network": lambda folder: shutil.copy(folder / "find.onnx", folder / "read.onnx"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_network_that_is_not_the_shipped_one_is_a_problem(tmp_path, networks, fault):
    FAULTS[fault](networks)
    results = found(program.networks, case_of(tmp_path, machine={"models": networks}))
    assert levels(results) == {"models": "problem"}
    assert "install" in results["models"].todo


def test_a_reader_that_misreads_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "KNOWN", {16: "4", 40: "8", 64: "3"})
    results = found(program.networks, case_of(tmp_path))
    assert levels(results) == {"models": "ok", "reading": "problem"}
    assert "1 of 3" in results["reading"].found


def test_a_clip_that_is_missing_is_a_problem(tmp_path, monkeypatch):
    from companion.demo import table

    monkeypatch.setattr(table, "CLIP", "gone.mp4")
    assert found(program.networks, case_of(tmp_path))["reading"].level is Level.PROBLEM


def with_ports(tmp_path, *ports, **others):
    return case_of(tmp_path, machine={"ports": lambda: ports}, **others)


def test_no_port_is_no_problem(tmp_path):
    assert levels(found(devices.cables, with_ports(tmp_path))) == {"serial": "ok"}


def test_ports_that_may_be_used_are_listed(tmp_path):
    device = tmp_path / "ttyUSB0"
    device.touch()
    port = PortInfo(str(device), "CP2102", "4292:60000:SECRET-7:1-1")
    result = found(devices.cables, with_ports(tmp_path, port))["serial"]
    assert result.level is Level.OK
    assert result.data["ports"] == [{"port": str(device), "name": "CP2102", "allowed": True}]
    assert "SECRET-7" not in json.dumps(result.data)


@pytest.mark.parametrize(("member", "said"), [(True, "log out"), (False, "usermod -aG dialout")])
def test_a_port_that_may_not_be_used_says_which_group_may(tmp_path, monkeypatch, member, said):
    port = PortInfo("/dev/ttyUSB0", "CP2102", "")
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(devices, "_group", lambda _: ("dialout", member))
    result = found(devices.cables, with_ports(tmp_path, port))["serial"]
    assert result.level is Level.PROBLEM
    assert said in result.todo
    assert result.data["group"] == "dialout"


def test_the_group_of_a_device_is_read_off_the_system(tmp_path):
    import grp

    device = tmp_path / "port"
    device.touch()
    name, member = devices._group(device)
    assert name == grp.getgrgid(device.stat().st_gid).gr_name
    assert member, "people are in the group of their own files"
    assert devices._group(tmp_path / "none") == ("", False)


def test_ports_that_cannot_be_listed_are_a_warning(tmp_path):
    def refuses():
        raise PortError("the list of serial ports: no")

    case = case_of(tmp_path, machine={"ports": refuses})
    assert found(devices.cables, case)["serial"].level is Level.WARNING


def test_ports_that_are_never_listed_are_not_waited_for(tmp_path, monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(devices, "_LISTING_S", 0.3)
    case = case_of(tmp_path, machine={"ports": lambda: ended.wait(30) or ()})
    result = found(devices.cables, case)["serial"]
    ended.set()
    assert result.level is Level.WARNING


def test_a_tray_that_answers_is_greeted(tmp_path):
    tray = PtyTray(tmp_path / "line", serial="T-42")
    try:
        results = found(devices.cables, with_ports(tmp_path, tray=tray.url))
    finally:
        tray.close()
    assert results["tray"].level is Level.OK
    assert results["tray"].data["serial"] == "T-42"


@pytest.mark.parametrize(
    ("greeting", "level", "todo"),
    [
        (Greeting("p", Answer.SILENT), "problem", "is it switched on"),
        (Greeting("p", Answer.REFUSED, text="it is in use; close that"), "problem", "close that"),
        (Greeting("p", Answer.LINES, text="rolled 7"), "note", "--tray p"),
        (Greeting("p", Answer.OTHER, text="it speaks version 3"), "problem", "update"),
    ],
)
def test_what_answers_otherwise_is_said_with_what_to_do(tmp_path, monkeypatch, greeting, level, todo):
    monkeypatch.setattr("hardware.ports.greet", lambda *_, **__: greeting)
    result = found(devices.cables, with_ports(tmp_path, tray="p"))["tray"]
    assert (result.level.value, result.data["answer"]) == (level, greeting.answer.value)
    assert greeting.text.partition(";")[0] in result.found
    assert todo in result.todo


class Scanner:
    """Stands for bleak's: starts, refuses, or never comes back."""

    def __init__(self, trouble=None, *, hangs=False):
        self.trouble, self.hangs, self.stopped = trouble, hangs, 0

    def library(self):
        return Library(lambda _callback: self, lambda *_, **__: None)

    async def start(self):
        import asyncio

        if self.hangs:
            await asyncio.Event().wait()
        if self.trouble is not None:
            raise self.trouble

    async def stop(self):
        self.stopped += 1


def heard(tmp_path, scanner, radios=("hci0",)):
    case = case_of(tmp_path, machine={"radio": scanner.library()}, pace=0.05)
    for name in radios:
        (case.edges.sys / "class" / "bluetooth" / name).mkdir(parents=True)
    return found(devices.bluetooth, case)["bluetooth"]


def test_a_radio_that_listens_is_well_and_is_let_go(tmp_path):
    scanner = Scanner()
    assert heard(tmp_path, scanner).level is Level.OK
    assert scanner.stopped == 1


def test_a_machine_without_a_radio_is_told_so_and_nothing_is_started(tmp_path):
    scanner = Scanner()
    result = heard(tmp_path, scanner, radios=())
    assert (result.level, result.data["radios"]) == (Level.NOTE, [])
    assert scanner.stopped == 0


def test_what_keeps_it_from_listening_is_said(tmp_path):
    result = heard(tmp_path, Scanner(PermissionError(13, "no")))
    assert result.level is Level.WARNING
    assert "privacy" in result.todo


def test_a_radio_that_never_answers_is_not_waited_for(tmp_path):
    scanner = Scanner(hangs=True)
    assert heard(tmp_path, scanner).level is Level.WARNING
    assert scanner.stopped == 1


def test_without_its_library_bluetooth_is_good_to_know(tmp_path, monkeypatch):
    monkeypatch.setattr(devices, "find_spec", lambda _: None)
    result = found(devices.bluetooth, case_of(tmp_path))["bluetooth"]
    assert result.level is Level.NOTE
    assert result.todo == f"only if you have such dice: {add_command(['bleak'])}"


def test_which_voice_speaks_is_told(tmp_path, monkeypatch):
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    result = found(devices.voice, case_of(tmp_path))["voice"]
    assert (result.level, result.data["voice"]) == (Level.NOTE, None)
    assert "espeak-ng" in result.todo
    voice = folder / "espeak-ng"
    voice.write_text("#!/bin/sh\n")
    voice.chmod(0o755)
    result = found(devices.voice, case_of(tmp_path))["voice"]
    assert (result.level, result.data["voice"]) == (Level.OK, "espeak-ng")
