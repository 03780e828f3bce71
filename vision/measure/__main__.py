"""`python -m vision.measure --photos DIR`: the measuring of `tableside bench vision`, without it.

For training, where the program itself is not at hand.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import models
from vision.errors import VisionError
from vision.measure.cards import note
from vision.measure.photos import Options, measure_photos
from vision.measure.report import as_text


def main() -> int:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(
        description="Measure the dice reader on pictures with known answers."
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder with manifest.csv")
    parser.add_argument(
        "--models", type=Path, help="folder of networks; those that ship if not said"
    )
    parser.add_argument("--every", type=int, default=1, help="look at every n-th picture only")
    parser.add_argument("--die", action="append", default=[], help="pictures of this kind only")
    parser.add_argument("--peers", action="store_true", help="the classical readers as well")
    parser.add_argument("--note", action="store_true", help="write the sums into the cards")
    given = parser.parse_args()
    options = Options(
        given.photos, given.models, max(1, given.every), kinds=tuple(given.die), peers=given.peers
    )
    try:
        measured = measure_photos(options)
        sys.stdout.write(as_text(measured) + "\n")
        if given.note:
            words = [word for kind in given.die for word in ("--die", kind)]
            words += ["--every", str(given.every)] if given.every > 1 else []
            note(given.models or Path(models.__file__).parent, measured, words)
    except (VisionError, OSError, ValueError) as error:
        sys.stderr.write(f"vision.measure: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
