"""Arrays by what they hold, so that a signature says it."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]  # (H, W, 3) uint8, blue-green-red
Grey = NDArray[np.uint8]  # (H, W) uint8
Mask = NDArray[np.bool_]
Small = NDArray[np.float32]  # (h, w) float32, 0 to 255: a grey picture made small
