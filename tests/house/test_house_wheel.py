"""The wheel holds everything that the program needs at run time."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tools.installed import QUICK, BrokenPromiseError, Installed, reads

PACKAGES = ("companion", "vision", "hardware", "calibration", "models")
LEFT_OUT = "models/workshop/"  # no part of the program
SHIPPED = (
    ".py",
    ".typed",
    ".toml",
    ".tcss",
    ".onnx",
    ".mp4",
    ".avi",
    ".txt",
    ".json",
    ".md",
    ".css",
    ".js",
    ".pot",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built by the backend itself, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=Path(__file__).resolve().parents[2],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("tableside-*.whl")
    return zipfile.ZipFile(built)


def shipped_from(repository):
    return {
        path.relative_to(repository).as_posix()
        for package in PACKAGES
        for path in (repository / package).rglob("*")
        if (path.suffix in SHIPPED or path.name == "py.typed")
        and not path.relative_to(repository).as_posix().startswith(LEFT_OUT)
    }


def test_every_file_of_the_five_packages_is_in_the_wheel(wheel, repository):
    assert shipped_from(repository) <= set(wheel.namelist())


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_ships_its_types(wheel, package):
    assert f"{package}/py.typed" in wheel.namelist()


@pytest.mark.parametrize("suffix", [".onnx", ".tcss", ".toml", ".mp4"])
def test_data_of_each_kind_is_there(wheel, suffix):
    assert [name for name in wheel.namelist() if name.endswith(suffix)]


def test_the_workshop_is_not_in_the_wheel_and_nothing_in_it_speaks_of_the_workshop(
    wheel,
):
    assert [name for name in wheel.namelist() if name.startswith(LEFT_OUT)] == []
    code = {name: wheel.read(name).decode() for name in wheel.namelist() if name.endswith(".py")}
    assert [name for name, text in code.items() if "models.workshop" in text] == []


def test_nothing_else_is_in_the_wheel(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.startswith("tableside-")} == set(PACKAGES)


def test_the_command_and_the_licence_are_in_the_wheel(wheel):
    about = {name.partition(".dist-info/")[2]: name for name in wheel.namelist()}
    assert "tableside = companion.cli:main" in wheel.read(about["entry_points.txt"]).decode()
    assert "License-Expression: MIT" in wheel.read(about["METADATA"]).decode()
    assert "licenses/LICENSE" in about


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """The wheel in an environment of its own, from which the source tree cannot be seen.

    The libraries are those that are installed here already: they are found, and the notes of what
    else is installed here, among them where the source tree stands, are not read.
    """
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder / "venv", with_pip=False, symlinks=os.name != "nt")
    place = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", place))
    wheel.extractall(packages)
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = Path(sysconfig.get_path("scripts", "venv", place)) / Path(sys.executable).name
    outside = folder / "elsewhere"
    outside.mkdir()
    return Installed((str(python), "-m", "companion"), outside)


def test_the_installed_packages_are_the_wheels(alone):
    program = "; ".join([f"import {name}; print({name}.__file__)" for name in PACKAGES])
    done = replace(alone, command=alone.command[:1]).run("-c", program)
    found = [Path(line) for line in done.stdout.splitlines()]
    assert [path.parent.name for path in found] == list(PACKAGES)
    assert {path.is_relative_to(alone.folder.parent / "venv") for path in found} == {True}


@pytest.mark.parametrize("promise", QUICK, ids=lambda promise: promise.__name__)
def test_installed_alone_it_does_as_promised(alone, promise):
    if sys.platform == "win32" and promise.__name__ in {"starts", "sits_down"}:
        pytest.skip("there are no pseudo-terminals")
    assert promise(alone)


def test_a_promise_that_is_broken_is_seen(alone):
    networks = list((alone.folder.parent / "venv").rglob("read.onnx"))
    assert len(networks) == 1
    kept = networks[0].rename(networks[0].with_suffix(".away"))
    try:
        with pytest.raises(BrokenPromiseError, match=r"read\.onnx"):
            reads(alone)
    finally:
        kept.rename(networks[0])
