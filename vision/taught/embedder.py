"""The reading network as teaching uses it: what a crop looks like, and what it seems to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.errors import ModelError
from vision.read import log_softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.onnx_session import OnnxSession


class SessionEmbedder:
    """The reading network.

    Args:
        session: of the `read` network.

    Raises:
        ModelError: the network has no features to tell taught dice by.
    """

    def __init__(self, session: OnnxSession) -> None:
        outputs = session.card.outputs
        if "features" not in outputs or "faces" not in outputs:
            raise ModelError(
                f"{session.card.name}.toml: this network cannot tell taught dice apart;"
                " install Tableside again"
            )
        self._session = session
        self._faces, self._features = outputs.index("faces"), outputs.index("features")

    @property
    def identity(self) -> str:
        """See `Embedder.identity`."""
        return self._session.card.sha256

    def embed(
        self, crops: NDArray[np.uint8], contexts: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """See `Embedder.embed`."""
        answers = self._session.run(crops, contexts)
        faces = log_softmax(answers[self._faces].astype(np.float64))
        return answers[self._features], np.asarray(faces, np.float32)
