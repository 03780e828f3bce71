"""Runs a network that its card describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vision.errors import ModelError
from vision.model_card import read_card, read_model

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from vision.model_card import ModelCard


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
            self._session: Any = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"]
            )
        # The runtime raises its own classes straight below Exception, under names it does not
        # promise to keep.
        except Exception as error:
            raise ModelError(f"{card.file}: the model file cannot be loaded") from error
        self.card = card
        self._check_names()

    def _check_names(self) -> None:
        inputs = [entry.name for entry in self._session.get_inputs()]
        outputs = {entry.name for entry in self._session.get_outputs()}
        missing = set(self.card.outputs) - outputs
        wanted = [name for name in (self.card.input_name, self.card.context_name) if name]
        if inputs != wanted or missing:
            raise ModelError(
                f"{self.card.file}: its inputs or outputs are not those that its card names"
            )

    def run(
        self, batch: NDArray[np.uint8], context: NDArray[np.float32] | None = None
    ) -> list[NDArray[np.float32]]:
        """Call the network.

        Args:
            batch: (N, H, W, 3) uint8, blue-green-red.
            context: (N, C) what is known of the camera, for a network that wants it.

        Returns:
            The outputs that the card names, in its order, float32.
        """
        given: dict[str, Any] = {self.card.input_name: batch}
        if self.card.context_name:
            given[self.card.context_name] = context
        answers: list[NDArray[np.float32]] = self._session.run(list(self.card.outputs), given)
        return answers


def open_session(folder: Path, name: str, threads: int) -> OnnxSession:
    """Load `folder/name.toml` and the network it describes.

    Args:
        folder: where card and network lie.
        name: the card's name, without `.toml`.
        threads: how many processor cores one call may use.

    Raises:
        ModelError: card or network is missing, broken, or they do not belong together.
    """
    card = read_card(folder / f"{name}.toml")
    if card.name != name:
        raise ModelError(f"{folder / name}.toml: describes {card.name!r} where {name!r} is needed")
    return OnnxSession(card, read_model(card, folder), threads)
