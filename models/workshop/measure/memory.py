"""How much memory looking at dice takes: run as a process of its own, which does nothing else.

    python -m models.workshop.measure.memory FRAMES.npy [--models DIR] [--threads N]

The frames are watched as a camera's are, and each is looked at once besides. The last line of the
output is a JSON object with `peak_bytes`, the most that the process ever held in memory, `before_bytes`,
the same just before the networks were loaded, and `looks`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from vision.errors import VisionError

RATE: Final = 25
_STATUS: Final = Path("/proc/self/status")


class NoPeakError(VisionError):
    """This system does not say how much memory a process held."""


def peak_bytes() -> int:
    """The most memory that this process ever held, in bytes (resident set size).

    Linux is asked through /proc: what getrusage says there begins with the peak of the process that
    started this one.

    Raises:
        NoPeakError: the system has no such figure.
    """
    if _STATUS.exists():
        for line in _STATUS.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError as error:
        raise NoPeakError("this system does not say how much memory a process held") from error
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most if sys.platform == "darwin" else most * 1024)


def main() -> int:
    """Load the frames and the networks, look, and tell."""
    parser = argparse.ArgumentParser(description="Measure the memory that looking at dice takes.")
    parser.add_argument("frames", type=Path, help="(N, H, W, 3) uint8 array, as numpy.save writes it")
    parser.add_argument("--models", type=Path, help="folder of networks; those that ship if not said")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    try:
        told = _look(options.frames, options.models, options.threads)
    except (VisionError, OSError, ValueError) as error:
        sys.stderr.write(f"models.workshop.measure.memory: {error}\n")
        return 2
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


def _look(path: Path, folder: Path | None, threads: int) -> dict[str, int]:
    import numpy as np

    from vision.reader import open_reader
    from vision.settle import Settler

    # Mapped, so that only the frame at hand is in memory, as with a camera.
    frames = np.load(path, mmap_mode="r")
    before = peak_bytes()
    reader = open_reader(folder, threads)
    settler = Settler(reader)
    for number in range(2 * RATE):
        at = 0 if number > 1 else number % len(frames)
        settler.feed(np.array(frames[at]), number / RATE)
    for frame in frames:
        reader.look(np.array(frame))
    return {"peak_bytes": peak_bytes(), "before_bytes": before, "looks": len(frames)}


if __name__ == "__main__":
    sys.exit(main())
