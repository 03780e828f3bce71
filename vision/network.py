"""A network: the card that says what it is and how far it may be trusted, and running it.

A card is TOML beside the `.onnx` file it names. The file's SHA-256 in the card ties the two
together, so that a threshold chosen for one network is never used with another.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import models
from vision.errors import ModelError, read_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FORMAT: Final = 1
MAX_CARD_BYTES: Final = 20_000
MAX_MODEL_BYTES: Final = 50_000_000
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number and the command that measures it again."""

    what: str
    value: str
    command: str


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a card says."""

    name: str  # `find` or `read`
    version: str  # of the network, as a person would write it
    file: str  # the network's file, beside the card
    sha256: str  # of that file, 64 hexadecimal digits
    size: int  # of that file, in bytes
    licence: str  # of the network's weights
    input_name: str  # of the picture's input
    input_shape: tuple[int, ...]  # of the picture's input; -1 where any length fits
    outputs: tuple[str, ...]  # names, in the order in which they are used
    # printed faces in the order of the network's answers; empty where there are none
    labels: tuple[str, ...]
    # thresholds and calibration, by name
    numbers: Mapping[str, float] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()  # what was measured, and how
    # of the second input, for what is known of the camera; empty where there is none
    context_name: str = ""


def read_card(path: Path) -> ModelCard:
    """Read and validate a card.

    Raises:
        ModelError: the card is missing, is no TOML, or lacks something; the line names what.
    """
    missing = "the model card is missing; install Tableside again"
    data = read_bytes(path, MAX_CARD_BYTES, ModelError, missing)
    try:
        table = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: the model card is broken: {error}") from error
    try:
        return _card_from(table)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ModelError(f"{path}: the model card lacks or garbles {error}") from error


def _card_from(table: Mapping[str, Any]) -> ModelCard:
    if table["format"] != FORMAT:
        raise ValueError(f"format: {table['format']!r}, where {FORMAT} is known")
    model, fed = table["model"], table["input"]
    name, digest, size = _text(model, "file"), _text(model, "sha256"), model["size"]
    if "/" in name or "\\" in name or name.startswith("."):
        raise ValueError(f"file: {name!r} is not a plain file name")
    if not _SHA256.fullmatch(digest):
        raise ValueError("sha256: expected 64 hexadecimal digits")
    if not isinstance(size, int) or size <= 0:
        raise ValueError("size: expected a whole number above 0")
    return ModelCard(
        name=_text(model, "name"),
        version=_text(model, "version"),
        file=name,
        sha256=digest,
        size=size,
        licence=_text(model, "licence"),
        input_name=_text(fed, "name"),
        input_shape=tuple(int(side) for side in fed["shape"]),
        outputs=tuple(str(name) for name in table["output"]["names"]),
        labels=tuple(str(label) for label in table["output"].get("labels", ())),
        numbers={str(name): float(value) for name, value in table.get("numbers", {}).items()},
        figures=tuple(
            Figure(_text(row, "what"), _text(row, "value"), _text(row, "command")) for row in table.get("figures", ())
        ),
        context_name=_text(table["context"], "name") if "context" in table else "",
    )


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table[key]
    if not isinstance(value, str) or not value:
        raise ValueError(f"{key}: expected some text")
    return value


def read_model(card: ModelCard, folder: Path) -> bytes:
    """The network's bytes, checked against its card.

    Raises:
        ModelError: the file is missing, too large, or not the one that the card describes.
    """
    path = folder / card.file
    missing = "the model file is missing; install Tableside again"
    data = read_bytes(path, MAX_MODEL_BYTES, ModelError, missing)
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ModelError(
            f"{path}: the model file is not the one its card describes (its SHA-256 differs); install Tableside again"
        )
    return data


class OnnxSession:
    """One network, loaded once and called often.

    Args:
        card: what the network is; its input and output names are checked against the file.
        data: the file's bytes.
        threads: how many processor cores one call may use.

    Raises:
        ModelError: the runtime is missing, or refuses the file, or the file has other inputs or
        outputs.
    """

    def __init__(self, card: ModelCard, data: bytes, threads: int) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise ModelError("onnxruntime is missing: install it to read dice") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads that spin between calls take the core that the next crops are cut on.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        # The runtime raises its own classes straight below Exception, under names it does not
        # promise to keep.
        except Exception as error:
            raise ModelError(f"{card.file}: the model file cannot be loaded") from error
        self.card = card
        inputs = [entry.name for entry in self._session.get_inputs()]
        outputs = {entry.name for entry in self._session.get_outputs()}
        wanted = [name for name in (card.input_name, card.context_name) if name]
        if inputs != wanted or not outputs.issuperset(card.outputs):
            what = "its inputs or outputs are not those that its card names"
            raise ModelError(f"{card.file}: {what}")

    def run(self, batch: NDArray[np.uint8], context: NDArray[np.float32] | None = None) -> list[NDArray[np.float32]]:
        """Call the network; returns the outputs that the card names, in its order, float32.

        Args:
            batch: (N, H, W, 3) uint8, blue-green-red.
            context: (N, C) what is known of the camera, for a network that wants it.
        """
        given: dict[str, Any] = {self.card.input_name: batch}
        if self.card.context_name:
            given[self.card.context_name] = context
        answers: list[NDArray[np.float32]] = self._session.run(list(self.card.outputs), given)
        return answers


def open_session(folder: Path | None, name: str, threads: int) -> OnnxSession:
    """Load `folder/name.toml` and its network, from what ships with the program when None.

    Raises:
        ModelError: card or network is missing, broken, or they do not belong together.
    """
    folder = Path(models.__file__).parent if folder is None else folder
    card = read_card(folder / f"{name}.toml")
    if card.name != name:
        raise ModelError(f"{folder / name}.toml: describes {card.name!r} where {name!r} is needed")
    return OnnxSession(card, read_model(card, folder), threads)
