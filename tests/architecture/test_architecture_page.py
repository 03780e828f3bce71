"""docs/architecture.md: its map has the rooms that there are, its layers are the contracts'."""

import re
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8")
LINTER = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
LAYERS = {one["id"]: one["layers"] for one in LINTER["contracts"] if one["type"] == "layers"}
PACKAGES = LINTER["root_packages"]


def mapped(page):
    """The paths of the map: a room stands two blanks further in than its house."""
    found, house = [], ""
    for blanks, name in re.findall(r"^ {4}( {0,2})([a-z_]+(?:/|\.py)) +\w", page, re.MULTILINE):
        house = house if blanks else name
        found.append(house + name if blanks else name)
    return found


def rooms(package):
    """The folders and, in the program itself, the modules that somebody may look for."""
    inner = {path for path in package.iterdir() if path.is_dir() and path.name[0] not in "_."}
    if package.name == "companion":
        inner |= {path for path in package.glob("*.py") if not path.name.startswith("__")}
    return {f"{package.name}/{path.name}" + "/" * path.is_dir() for path in inner}


def layers_of(line):
    """`a  ->  b | c` as the contracts write it."""
    return [" | ".join(part.split(" | ")) for part in re.split(r"\s+(?:->|>)\s+", line.strip())]


def test_the_map_was_found():
    assert len(mapped(PAGE)) > 20
    assert len(mapped(PAGE)) == len(set(mapped(PAGE)))


@pytest.mark.parametrize("path", mapped(PAGE))
def test_what_the_map_names_is_there(path):
    whole = REPOSITORY / path
    assert whole.is_dir() if path.endswith("/") else whole.is_file()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_room_is_on_the_map(package):
    assert rooms(REPOSITORY / package) - set(mapped(PAGE)) == set()
    assert f"{package}/" in mapped(PAGE)


def test_the_packages_point_as_the_contract_says():
    line = re.search(r"^ {4}(companion +->.*)$", PAGE, re.MULTILINE)
    assert line is not None
    assert layers_of(line[1]) == LAYERS["one-way"]


def test_the_layers_of_the_program_are_those_of_the_contract():
    line = re.search(r"^ {4}(cli +>.*)$", PAGE, re.MULTILINE)
    assert line is not None
    stated = [" | ".join(f"companion.{name}" for name in layer.split(" | ")) for layer in layers_of(line[1])]
    assert ["companion.__main__", *stated] == LAYERS["layers"]


def test_every_room_of_the_program_has_a_layer():
    layered = {name.strip().removeprefix("companion.") for layer in LAYERS["layers"] for name in layer.split("|")}
    known = {Path(room).stem for room in rooms(REPOSITORY / "companion")}
    assert known - layered == {"locale"}


def test_a_room_that_is_missing_on_either_side_is_seen(tmp_path):
    (tmp_path / "companion/attic").mkdir(parents=True)
    (tmp_path / "companion/cellar.py").touch()
    assert rooms(tmp_path / "companion") == {"companion/attic/", "companion/cellar.py"}
    page = "    companion/   the program\n      attic/     old things\n    vision/      eyes\n"
    assert mapped(page) == ["companion/", "companion/attic/", "vision/"]
