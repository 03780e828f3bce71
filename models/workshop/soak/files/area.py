"""Files, lines and names from elsewhere, changed in ways that break programs, handed to every parser.

python -m models.workshop.soak.files.area [SCALE]            the long run
python -m models.workshop.soak.files.area 1 record picture   some parsers alone
"""

from __future__ import annotations

import random
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from time import process_time

from models.workshop.soak.figures import Figure
from models.workshop.soak.figures import main as figures_main
from models.workshop.soak.files.parsers import Parser

INPUTS = 4000
"""Inputs of each cheap parser at scale 1; costly ones get their share of these."""

MOST_MB = 300.0
"""An input of some kilobytes that takes more memory at once is counted as lost."""

SLOW_S = 10.0
"""An input that takes longer is counted as lost: nobody waits for a file that long."""

DICE = b"""\
radio on
pixels:1a2b3c4d is d10
wait 0.5
pixels:1a2b3c4d roll 7
pixels:1a2b3c4d battery 40 charging
godice:1A2B3C is here
godice:1A2B3C roll d10=7
godice:1A2B3C lost
again
"""

COMMAND = "python -m models.workshop.soak.files.area"


@cache
def parsers() -> tuple[Parser, ...]:
    """Return every place where bytes come in."""
    from models.workshop.soak.files import heavy
    from models.workshop.soak.files import parsers as light
    from models.workshop.soak.files.mutate import Change
    from models.workshop.soak.files.parsers import Parser

    games = ("fgt", "gmm", "md", "mon-classic", "rsf")
    return (
        Parser("record", light._records(), Change.TEXT, light.read_record, cost=6),
        Parser("header", light._records(), Change.TEXT, light.read_header),
        Parser("typed", light._typed_lines(), Change.TEXT, light.read_typed),
        *(
            Parser(f"cards-{game}", light.catalogues(game), Change.TOML, light.read_catalogue(game), cost=6)
            for game in games
            if light.SHELF.shipped(game) is not None
        ),
        Parser("spreadsheet", light.SHEETS, Change.TEXT, light.read_spreadsheet, cost=8),
        Parser("dice", (b"d10=7", b"S 2 4", b"7, d6=3"), Change.TEXT, light.read_dice),
        Parser("kinds", (b"cat:S,2-6;dog:S", b"cat,dog"), Change.TEXT, light.read_kinds),
        Parser("printed-profiles", light.printed_profiles(), Change.TOML, light.read_printed_profiles,
               cost=4),
        Parser("printed-lines", (b"d10=7\r\nroll 7\n", b'{"val": 7, "die": "d10"}\n'), Change.TEXT,
               light.read_printed, cost=2),
        Parser("tray-lines", light.tray_lines(), Change.BYTES, light.read_tray),
        Parser("tray-script", (b"roll d10=7\nrandom 9 d6 every 0.5\nfaults flip=0.1\nwait 2\nend\n",
                               b"# a script\nerror E7 x\nbattery 40 charging\ncocked mon.eye=S\n"),
               Change.TEXT, light.read_script),
        Parser("faults", (b"flip=0.1,drop=0.2,garbage", b"late=1"), Change.TEXT, light.read_faults),
        Parser("dice-script", (DICE,), Change.TEXT, light.read_dice_script),
        Parser("adverts", light.adverts(), Change.BYTES, light.read_advert),
        Parser("profile", light.profiles(), Change.JSON, light.read_profile, cost=4),
        Parser("home", light.HOMES, Change.JSON, light.read_home, cost=20),
        Parser("model-card", light.model_cards(), Change.TOML, light.read_model_card, cost=4),
        Parser("manifest", light.MANIFESTS, Change.TEXT, light.read_manifest),
        Parser("picture", heavy.pictures(), Change.BYTES, heavy.read_picture),
        Parser("video", heavy.videos(), Change.BYTES, heavy.read_video, cost=10),
        Parser("taught", heavy.taught_sets(), Change.BYTES, heavy.read_taught),
        Parser("taught-list", heavy.taught_lists(), Change.JSON, heavy.read_taught_list, cost=2),
        Parser("journal-lines", light.light_records(), Change.TEXT, heavy.read_journal_lines, cost=8),
        Parser("journal", heavy.journals(), Change.BYTES, heavy.read_journal, cost=20),
        Parser("request", heavy.REQUESTS, Change.BYTES, heavy.read_request, cost=4),
        Parser("command-line", heavy.command_lines(), Change.TEXT, heavy.read_command_line, cost=6),
    )  # fmt: skip


def soak(parser: Parser, inputs: int, seed: int) -> tuple[Figure, list[str]]:
    """Hand one parser so many inputs; return the figure and what broke."""
    from models.workshop.soak.files.mutate import FAR, changed, edits
    from models.workshop.soak.files.parsers import attempt

    chance = random.Random(f"{parser.name} {seed}")
    taken, slowest, broken = 0, 0.0, []
    for _ in range(inputs):
        data = changed(parser.seeds, chance.randrange(FAR), parser.change, edits(chance))
        begun, peak = process_time(), _peak_mb()
        try:
            taken += attempt(parser, data)
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            broken.append(_report(parser, data))
        took = process_time() - begun
        slowest = max(slowest, took)
        if _peak_mb() - peak > MOST_MB:
            broken.append(f"{parser.name}: took {_peak_mb() - peak:.0f} MB: {_kept(parser, data)}")
        if took > SLOW_S:
            broken.append(f"{parser.name}: took {took:.0f} s: {_kept(parser, data)}")
    detail = f"{taken:,} taken, {inputs - taken:,} refused; slowest {slowest:.2f} s"
    figure = Figure(
        f"{parser.name}: taken or refused in one line",
        "inputs", inputs, len(broken), f"{COMMAND} 1 {parser.name}", detail,
    )  # fmt: skip
    return figure, broken


def _peak_mb() -> float:
    """Return how much memory this process ever had, in MB; 0 where that cannot be told."""
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _report(parser: Parser, data: bytes) -> str:
    last = "".join(traceback.format_exc().splitlines(keepends=True)[-7:])
    return f"{parser.name}: {_kept(parser, data)}\n{last}"


def _kept(parser: Parser, data: bytes) -> Path:
    folder = Path(tempfile.gettempdir()) / "tableside-broken"
    folder.mkdir(exist_ok=True)
    path = folder / f"{parser.name}-{abs(hash(data)) % 10**8}"
    path.write_bytes(data)
    return path


def run(scale: float, names: tuple[str, ...] = (), seed: int = 1) -> list[Figure]:
    """Hand every parser its share of inputs."""
    figures = []
    for parser in parsers():
        if names and parser.name not in names:
            continue
        figure, broken = soak(parser, max(1, int(scale * INPUTS / parser.cost)), seed)
        figures.append(figure)
        sys.stderr.write("".join(f"{what}\n" for what in broken[:3]))
    return figures


def main() -> None:
    """Run from the command line."""
    words = sys.argv[1:]
    names = tuple(word for word in words[1:] if not word.startswith("--"))
    sys.argv[2:] = [word for word in words[1:] if word.startswith("--")]
    figures_main(lambda scale: run(scale, names))


if __name__ == "__main__":
    main()
