"""What was measured, as a table for people and as one object for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from companion.commands.bench import percentile
from models.workshop.measure.manifest import rolls, scenes
from models.workshop.measure.run import Measured, Run
from models.workshop.measure.tally import (
    Outcome,
    Share,
    Tally,
    by_key,
    calibration_error,
    confusion,
    reliability,
    shares,
    tally,
)

UNNAMED: Final = "(not named)"
_WIDE: Final = 34
_FEW: Final = 10
"""Physical dice below which the bounds over dice only hint."""
_MOST_CONFUSIONS: Final = 20


def groups(measured: Measured) -> dict[str, dict[str, Tally]]:
    """Counts by kind, clip, physical die and face, each in the order of its keys.

    A finding that is no die belongs to a clip, and to a physical die only where the picture shows
    one alone; to no kind and no face.
    """
    outcomes, extra = measured.outcomes, measured.extra
    return {
        "kind": by_key(outcomes, extra, lambda one: one.die.kind),
        "clip": by_key(outcomes, extra, lambda one: one.die.clip, lambda one: one.clip),
        "physical_die": by_key(
            outcomes,
            extra,
            lambda one: one.die.physical_die or UNNAMED,
            lambda one: one.physical_die or UNNAMED,
        ),
        "face": by_key(outcomes, extra, lambda one: f"{one.die.kind}/{one.die.face}"),
    }


def rests_on(run: Run) -> dict[str, int]:
    """How much independent evidence there is: pictures, dice, named physical dice, rolls, scenes."""
    dice = [die for picture in run.pictures for die in picture.dice]
    return {
        "pictures": len(run.pictures),
        "dice": len(dice),
        "boxes": sum(die.box is not None for die in dice),
        "physical_dice": len({die.physical_die for die in dice} - {""}),
        "dice_not_named": sum(not die.physical_die for die in dice),
        "rolls": len(set(rolls(run.pictures).values())),
        "scenes": len(set(scenes(run.pictures).values())),
    }


def scene_unit(run: Run) -> str:
    """How many scenes there are and what they are: `11 clips`, or `200 pictures` of one clip."""
    clips = {picture.clip for picture in run.pictures}
    what = "pictures" if len(clips) == 1 else "clips and single pictures" if "" in clips else "clips"
    return f"{rests_on(run)['scenes']} {what}"


def notes(run: Run) -> list[str]:
    """What a reader of the figures must know to read them right."""
    lines = []
    for measured in run.measured:
        unknown = [one for one in measured.outcomes if not one.known]
        for kind in sorted({one.die.kind for one in unknown}):
            some = [one for one in unknown if one.die.kind == kind]
            lines.append(
                f"{measured.name} does not know {kind}: {len(some)} dice count as not read"
                f" ({sum(one.sure for one in some)} of them were answered all the same)"
            )
        crooked = sum(one.seen is not None and not one.close for one in measured.outcomes)
        if crooked:
            lines.append(
                f"{measured.name}: {crooked} dice count as not found, for the boxes overlap by less"
                f" than {measured.overlap:g}, but what was read there counts"
            )
        if measured.spared:
            why = "without a box or a kind" if measured.boxed else "without a kind"
            lines.append(f"{measured.name}: {measured.spared} pictures {why} that it knows left out")
    rest = rests_on(run)
    lines.append(f"a scene is one of {scene_unit(run)}: the bounds draw whole scenes")
    clips = {picture.clip for picture in run.pictures}
    if len(clips) == 1 and "" not in clips:
        lines.append("all belong to one clip: other dice, light and cameras may differ more")
    if rest["dice_not_named"]:
        lines.append(f"{rest['dice_not_named']} dice are not named: the bounds over dice leave them out")
    if 0 < rest["physical_dice"] < _FEW:
        lines.append(f"bounds over {rest['physical_dice']} physical dice only hint: other dice may differ more")
    return lines


# ---------------------------------------------------------------- machines


def as_json(run: Run) -> dict[str, Any]:
    """Everything as one object; shares in [0, 1], times in milliseconds."""
    return {
        "rests_on": rests_on(run),
        "readers": {one.name: _reader_json(one) for one in run.measured},
        "decode": _times(run.decode),
        "noise": _times(run.sums),
        "overlap": run.measured[0].overlap,
        "wall_s": round(run.wall, 3),
        "processor_s": round(run.processor, 3),
        "notes": notes(run),
    }


def _reader_json(measured: Measured) -> dict[str, Any]:
    bins = reliability(measured.outcomes)
    return {
        "kinds": sorted(measured.kinds),
        "told_boxes": measured.boxed,
        "pictures": measured.pictures,
        "left_out": measured.spared,
        "counts": asdict(tally(measured.outcomes, measured.extra)),
        "shares": {name: _share_json(one) for name, one in shares(measured.outcomes).items()},
        "by": {key: {name: asdict(one) for name, one in rows.items()} for key, rows in groups(measured).items()},
        "confusion": [
            {"true": true, "guessed": guessed, "count": count}
            for (true, guessed), count in sorted(confusion(measured.outcomes).items())
        ],
        "reliability": [asdict(one) for one in bins],
        "calibration_error": calibration_error(bins),
        "latency_ms": {stage: _times(seconds) for stage, seconds in measured.seconds.items()},
    }


def _share_json(one: Share) -> dict[str, Any]:
    return {
        "hits": one.hits,
        "of": one.of,
        "share": one.value,
        "wilson95": list(one.apart),
        "over_scenes95": None if one.scenes is None else list(one.scenes),
        "over_dice95": None if one.dice is None else list(one.dice),
    }


def _times(seconds: Sequence[float]) -> dict[str, float | int]:
    if not seconds:
        return {"samples": 0}
    return {
        "samples": len(seconds),
        "median": round(1e3 * percentile(seconds, 50), 3),
        "p95": round(1e3 * percentile(seconds, 95), 3),
    }


# ---------------------------------------------------------------- people


def as_text(run: Run) -> str:
    """The report for people, its first lines the sums."""
    rest = rests_on(run)
    noise = _times(run.sums)
    lines = [
        (
            f"{rest['pictures']} pictures with {rest['dice']} dice, {rest['boxes']} of them boxed;"
            f" {rest['physical_dice']} physical dice named, {rest['rolls']} rolls;"
            f" found from an overlap of {run.measured[0].overlap:g}"
        ),
        (
            f"noise of this machine: always the same sum took {noise['median']:.2f} ms,"
            f" 95 % at most {noise['p95']:.2f} ms;"
            f" all took {run.wall:.1f} s, of which a processor core was ours {run.processor:.1f} s"
        ),
        "",
        _head("reader"),
        *(_row(one.name, tally(one.outcomes, one.extra)) for one in run.measured),
        "",
        *(f"note: {line}" for line in notes(run)),
    ]
    for measured in run.measured:
        if measured.outcomes:
            lines += ["", *_reader_text(measured, run.decode)]
    return "\n".join(lines)


def _head(what: str) -> str:
    names = ("dice", "found%", "right%", "read%", "asked%", "silent", "%all", "%read", "extra")
    return f"{what:<{_WIDE}} " + " ".join(f"{name:>7}" for name in names) + "  (as if sure)"


def _row(name: str, counts: Tally) -> str:
    of = counts.dice
    numbers = [
        f"{of:>7}",
        *(_percent(part, of, 7) for part in (counts.found, counts.right, counts.read, counts.asked)),
        f"{counts.silent:>7}",
        _percent(counts.silent, of, 7, 2),
        _percent(counts.silent, counts.read, 7, 2),
        f"{counts.extra:>7}",
    ]
    return f"{name[:_WIDE]:<{_WIDE}} " + " ".join(numbers) + f"  ({counts.extra_sure})"


def _percent(part: float, of: float, wide: int, digits: int = 1) -> str:
    return f"{100 * part / of:>{wide}.{digits}f}" if of else f"{'-':>{wide}}"


def _reader_text(measured: Measured, decode: Sequence[float]) -> list[str]:
    lines = [f"=== {measured.name}", *_bounds_text(shares(measured.outcomes))]
    for key, rows in groups(measured).items():
        lines += ["", _head(f"by {key.replace('_', ' ')}")]
        lines += [_row(name, counts) for name, counts in rows.items()]
    lines += ["", *_confusion_text(measured.outcomes), "", *_reliability_text(measured.outcomes)]
    return [*lines, "", *_latency_text(measured, decode)]


def _bounds_text(rows: Mapping[str, Share]) -> list[str]:
    lines = ["share, with 95 % bounds            if all stood alone   over scenes        over physical dice"]
    for name, one in rows.items():
        value = "      -" if one.value is None else f"{100 * one.value:6.2f}%"
        told = f"  {name.replace('_', ' '):<16} {value} {f'({one.hits}/{one.of})':>13}"
        spans = (one.apart, one.scenes, one.dice)
        lines.append(told + "".join(f"   {_span(span):<16}" for span in spans).rstrip())
    return lines


def _span(bounds: tuple[float, float] | None) -> str:
    if bounds is None:
        return "-"
    return f"{100 * bounds[0]:6.2f} to {100 * bounds[1]:6.2f}"


def _confusion_text(outcomes: Iterable[Outcome]) -> list[str]:
    counts = confusion(outcomes)
    wrong = [(pair, count) for pair, count in counts.most_common() if pair[0] != pair[1]]
    kinds = sum(
        count
        for (true, guessed), count in wrong
        if guessed != "-" and true.partition("/")[0] != guessed.partition("/")[0]
    )
    lines = [f"confusions, most frequent first; {kinds} dice were taken for another kind"]
    lines += [
        f"  {true:<8} " + ("not found" if guessed == "-" else f"taken for {guessed}") + f": {count}"
        for (true, guessed), count in wrong[:_MOST_CONFUSIONS]
    ]
    if len(wrong) > _MOST_CONFUSIONS:
        more = sum(count for _, count in wrong[_MOST_CONFUSIONS:])
        lines.append(f"  and {more} dice in {len(wrong) - _MOST_CONFUSIONS} other ways")
    return lines if wrong else ["confusions: none"]


def _reliability_text(outcomes: Iterable[Outcome]) -> list[str]:
    bins = reliability(outcomes)
    error = calibration_error(bins)
    told = "nothing to tell" if error is None else f"expected calibration error {error:.4f}"
    lines = [f"confidence against truth: {told}"]
    lines += [
        f"  {one.low:.2f} to {one.high:.2f}  {one.count:>6} dice,"
        f" mean confidence {one.confidence:.3f}, right {one.right / one.count:.3f}"
        for one in bins
        if one.count
    ]
    return lines


def _latency_text(measured: Measured, decode: Sequence[float]) -> list[str]:
    lines = ["milliseconds a picture          median      95 %"]
    for stage, seconds in (("decode", decode), *measured.seconds.items()):
        times = _times(seconds)
        if times["samples"]:
            lines.append(f"  {stage:<26} {times['median']:>9.2f} {times['p95']:>9.2f}")
    return lines
