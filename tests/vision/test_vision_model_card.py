"""A network and its card belong together, or there is one line that says why not."""

import hashlib
import shutil
from pathlib import Path

import pytest

import models
from vision.errors import ModelError
from vision.network import read_card, read_model
from vision.reader import open_reader

SHIPPED = Path(models.__file__).parent


@pytest.fixture
def folder(tmp_path):
    """A copy of what ships, free to be spoilt."""
    for name in ("find", "read"):
        shutil.copy(SHIPPED / f"{name}.onnx", tmp_path)
        shutil.copy(SHIPPED / f"{name}.toml", tmp_path)
    return tmp_path


def respell(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("name", ["find", "read", "spot"])
def test_every_shipped_card_describes_its_file(name):
    card = read_card(SHIPPED / f"{name}.toml")
    data = read_model(card, SHIPPED)
    assert len(data) == card.size
    assert hashlib.sha256(data).hexdigest() == card.sha256
    assert card.licence
    assert card.name == name


@pytest.mark.parametrize("name", ["find", "read"])
def test_every_figure_on_a_card_names_the_command_that_measures_it(name):
    figures = read_card(SHIPPED / f"{name}.toml").figures
    assert figures
    known = "python -m models.workshop.measure"
    assert all(figure.command.startswith(known) for figure in figures)


def test_both_networks_together_stay_small():
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.onnx")) < 8_000_000


@pytest.mark.parametrize("file", ["find.onnx", "read.onnx", "find.toml", "read.toml"])
def test_a_missing_file_is_named(folder, file):
    (folder / file).unlink()
    with pytest.raises(ModelError, match=f"{file}: the model .*missing"):
        open_reader(folder)


@pytest.mark.parametrize("name", ["find", "read"])
def test_a_file_that_is_not_its_cards_is_refused(folder, name):
    path = folder / f"{name}.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"SHA-256 differs"):
        open_reader(folder)


def test_a_file_that_is_no_network_is_refused(folder):
    nonsense = b"not a network"
    (folder / "find.onnx").write_bytes(nonsense)
    card = read_card(folder / "find.toml")
    respell(folder / "find.toml", card.sha256, hashlib.sha256(nonsense).hexdigest())
    with pytest.raises(ModelError, match="cannot be loaded"):
        open_reader(folder)


def test_swapped_networks_are_refused(folder):
    (folder / "find.toml").write_bytes((folder / "read.toml").read_bytes())
    with pytest.raises(ModelError, match="describes 'read' where 'find' is needed"):
        open_reader(folder)


def test_a_network_with_other_outputs_than_its_card_names_is_refused(folder):
    respell(folder / "read.toml", '"frame"', '"framing"')
    with pytest.raises(ModelError, match="inputs or outputs"):
        open_reader(folder)


@pytest.mark.parametrize(
    ("old", "new", "lacking"),
    [
        ("format = 1", "format = 9", "format"),
        ('licence = "MIT"', "", "licence"),
        ('name = "read"', "name = 4", "name"),
        ('file = "read.onnx"', 'file = "../read.onnx"', "plain file name"),
        ('sha256 = "', 'sha256 = "0', "64 hexadecimal digits"),
        ("[numbers]", "[number]", "temperature"),
        ("labels = [", "labelled = [", "labels"),
    ],
)
def test_a_card_that_lacks_something_says_what(folder, old, new, lacking):
    respell(folder / "read.toml", old, new)
    with pytest.raises(ModelError, match=lacking) as caught:
        open_reader(folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"format = = 1", b"x" * 300_000])
def test_a_card_that_is_no_card_is_refused(tmp_path, content):
    path = tmp_path / "find.toml"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"find\.toml"):
        read_card(path)
