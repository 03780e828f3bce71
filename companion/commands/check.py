"""`tableside check RECORD...`: check records against the rules, one line a finding."""

import argparse
from itertools import groupby
from pathlib import Path

from companion.commands.common import open_shelf
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_either, print_error
from companion.core.errors import CompanionError
from companion.core.texts import later, tr, trn
from companion.record.grammar import Grammar
from companion.record.replay import Remark, replay
from companion.record.shelf import Shelf
from companion.session.prompts import answer_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("records", nargs="+", metavar="RECORD", help=tr("a record to check"))
    about = tr("say what would have made a refused action legal; --json always does")
    parser.add_argument("--explain", action="store_true", help=about)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every record; a file that cannot be read does not keep the others from it."""
    shelf = open_shelf(args)
    explain = args.explain or args.json
    return max(_check(shelf, name, explain=explain, as_json=args.json) for name in args.records)


def _check(shelf: Shelf, name: str, *, explain: bool, as_json: bool) -> int:
    try:
        record, match = shelf.read_record(Path(name))
    except CompanionError as error:
        print_error(error)
        return FAILED
    found = replay(record, match, explain=explain)
    grammar = shelf.grammar(record.header)
    for _, group in groupby(found.remarks, key=lambda one: one.entry):
        remarks = tuple(group)
        then = grammar.with_seats(remarks[0].seats, found.match.seats_before)
        for remark in remarks:
            line = finding_line(name, remark)
            print_either(_finding(name, remark, then), line, as_json=as_json)
        for answer in () if as_json else remarks[0].answers:
            print(f"    {answer_text(answer, then)}")
    errors = sum(remark.against for remark in found.remarks)
    counts = {"checked": found.checked, "unchecked": found.unchecked, "errors": errors,
              "warnings": len(found.remarks) - errors, "ruled": found.ruled}  # fmt: skip
    value = {"type": "summary", "file": name, **counts}
    print_either(value, _summary_line(name, counts), as_json=as_json)
    return FINE if found.sound else FINDINGS


def _finding(name: str, remark: Remark, grammar: Grammar) -> dict[str, object]:
    answers = [
        {"text": one.text, "actions": [grammar.write(action) for action in one.actions]} for one in remark.answers
    ]
    return {
        "type": "finding", "file": name, "line": remark.entry.line, "number": remark.entry.number,
        "level": "error" if remark.against else "warning", "rule": remark.rule,
        "status": None if remark.status is None else remark.status.value, "switch": remark.switch,
        "message": remark.text, **({"answers": answers} if answers else {}),
    }  # fmt: skip


def finding_line(name: str, remark: Remark) -> str:
    """Return a remark as one line for people."""
    level = "" if remark.against else "warning: "
    return f"{name}:{remark.entry.line}: {remark.rule} {level}{remark.text}"


def _summary_line(name: str, counts: dict[str, int]) -> str:
    rest = ruled = ""
    if counts["unchecked"]:
        rest = tr(", {unchecked} after that not checked", unchecked=counts["unchecked"])
    if counts["ruled"]:
        ruled = trn("; {count} refused action was carried out as if the table had ruled",
                    "; {count} refused actions were carried out as if the table had ruled",
                    counts["ruled"])  # fmt: skip
    text = later("{name}: {checked} actions checked{rest}: {errors} errors, {warnings} warnings{ruled}")
    return tr(text, **counts | {"name": name, "rest": rest, "ruled": ruled})
