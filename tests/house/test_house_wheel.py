"""The wheel holds everything that the program needs at run time."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("companion", "vision", "hardware", "calibration", "models")
LEFT_OUT = "models/independent/"  # renders a test set; its libraries come with no installation
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built by the backend itself, without the network."""
    from pathlib import Path

    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=Path(__file__).resolve().parents[2],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("tableside-*.whl")
    return zipfile.ZipFile(built)


def shipped_from(repository: Path) -> set[str]:
    return {
        path.relative_to(repository).as_posix()
        for package in PACKAGES
        for path in (repository / package).rglob("*")
        if (path.suffix in SHIPPED or path.name == "py.typed")
        and not path.relative_to(repository).as_posix().startswith(LEFT_OUT)
    }


def test_every_file_of_the_five_packages_is_in_the_wheel(
    wheel: zipfile.ZipFile, repository: Path
) -> None:
    assert shipped_from(repository) <= set(wheel.namelist())


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_ships_its_types(wheel: zipfile.ZipFile, package: str) -> None:
    assert f"{package}/py.typed" in wheel.namelist()


@pytest.mark.parametrize("suffix", [".onnx", ".tcss", ".toml", ".mp4"])
def test_data_of_each_kind_is_there(wheel: zipfile.ZipFile, suffix: str) -> None:
    assert [name for name in wheel.namelist() if name.endswith(suffix)]


def test_nothing_else_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.startswith("tableside-")} == set(PACKAGES)


def test_the_command_and_the_licence_are_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    about = {name.partition(".dist-info/")[2]: name for name in wheel.namelist()}
    assert "tableside = companion.cli:main" in wheel.read(about["entry_points.txt"]).decode()
    assert "License-Expression: MIT" in wheel.read(about["METADATA"]).decode()
    assert "licenses/LICENSE" in about
