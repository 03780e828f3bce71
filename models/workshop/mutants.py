"""Change MonsterDice's play in one small way after another, and see whether its tests notice.

    python -m models.workshop.mutants                          every change, going on where it stopped
    python -m models.workshop.mutants --sample 100 --seed 3    some by chance
    python -m models.workshop.mutants --file turn.py      those of one file
    python -m models.workshop.mutants --again                  those that survived, once more
    python -m models.workshop.mutants --report                 what is known by now

mutmut makes the changes and runs the tests, in a copy of the sources under `build/mutants`; what
it found stays there, change by change, until the function is another one. Changed tests are not
noticed: `--again` tries what survived, an empty folder tries all. A change of the wording of a
text alone is left out, as is what stands in a `case _` that types rule out.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import filecmp
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

REPOSITORY: Final = Path(__file__).resolve().parents[2]
PLAY: Final = "companion/games/md"
NEEDED: Final = ("companion", "tests/*.py", "tests/games/md", "tests/records", "pyproject.toml")
"""What the tests of MonsterDice stand on."""

TEXTS: Final = frozenset({"tr", "trn", "later"})
VERDICTS: Final = {0: "survived", 33: "survived", 1: "killed", 3: "killed", None: "not tried"}
"""What mutmut's exit statuses mean; every other one is a test run that did not come to its end."""

ORIGINAL: Final = "orig"
STATS: Final = "mutmut-stats.json"


class Mutant(NamedTuple):
    """One change.

    Attributes:
        name: as mutmut calls it.
        path: the changed file, within the repository.
        verdict: `killed`, `survived`, `timed out` or `not tried`.
        diff: the lines that differ.
    """

    name: str
    path: str
    verdict: str
    diff: str


# ---------------------------------------------------------------- the copy


def refresh(work: Path) -> None:
    """Bring the copy to the state of the sources; files that are the same stay untouched.

    Which test runs which function is found out anew when anything changed.
    """
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *NEEDED]
    found = subprocess.run(  # noqa: S603 - git, with our own folders
        listed, cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if found.returncode:
        sys.exit(f"mutants: git lists what is copied, and cannot: {found.stderr.strip()}")
    wanted = {name for name in found.stdout.splitlines() if (REPOSITORY / name).is_file()}
    for name in sorted(wanted):
        source, target = REPOSITORY / name, work / name
        if not target.is_file() or not filecmp.cmp(source, target, shallow=False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            (work / "mutants" / STATS).unlink(missing_ok=True)
    for top in ("companion", "tests"):
        for path in sorted((work / top).rglob("*.py")):
            if str(path.relative_to(work)) not in wanted:
                path.unlink()
                (work / "mutants" / path.relative_to(work)).unlink(missing_ok=True)


def mutmut(work: Path, names: Sequence[str], children: int) -> None:
    """Let mutmut make all mutants that are not made yet, and try those that are named."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children)]
    subprocess.run([*command, *names], cwd=work, check=True)  # noqa: S603 - our own tests


def first_names(work: Path) -> list[str]:
    """The first mutant of the first function: to try it, mutmut makes all of them."""
    tree = ast.parse((work / PLAY / "setup.py").read_text("utf-8"))
    first = next(one for one in tree.body if isinstance(one, ast.FunctionDef))
    return [f"{PLAY.replace('/', '.')}.setup.x_{first.name}__mutmut_1"]


# ---------------------------------------------------------------- what became of them


def mutants_of(work: Path) -> Iterator[Mutant]:
    """Every mutant that mutmut made, but those that no test can see."""
    for meta in sorted((work / "mutants" / PLAY).glob("*.meta")):
        codes: Mapping[str, int | None] = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
        path = f"{PLAY}/{meta.name.removesuffix('.meta')}"
        functions = functions_of(meta.with_suffix(""))
        for name, code in codes.items():
            function = name.rpartition(".")[2]
            changed = functions[function]
            original = functions[f"{function.rpartition('_')[0]}_{ORIGINAL}"]
            if plain(changed) != plain(original):
                verdict = VERDICTS.get(code, "timed out")
                yield Mutant(name, path, verdict, difference(original, changed))


def functions_of(path: Path) -> dict[str, ast.FunctionDef]:
    """The functions of a file that mutmut wrote: the original and each mutant, by name."""
    tree = ast.parse(path.read_text("utf-8"))
    return {one.name: one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}


class Plain(ast.NodeTransformer):
    """Takes away what no test can see: the words of texts, and cases that types rule out."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Blank the text, where it is one; what fills its gaps stays."""
        self.generic_visit(node)
        texts = isinstance(node.func, ast.Name) and node.func.id in TEXTS
        words = [ast.Constant("") if _is_text(one) else one for one in node.args]
        return ast.Call(node.func, words, node.keywords) if texts else node

    def visit_match_case(self, node: ast.match_case) -> ast.AST | None:
        """Leave out `case _: assert_never(...)`."""
        return None if "assert_never" in ast.unparse(node.body[0]) else self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def plain(function: ast.FunctionDef) -> str:
    """What a function does, whatever it is called and however its texts are worded."""
    copy = ast.parse(ast.unparse(function)).body
    return "".join(ast.dump(Plain().visit(one)) for node in copy for one in _inside(node))


def _inside(node: ast.AST) -> list[ast.stmt]:
    return node.body if isinstance(node, ast.FunctionDef) else []


def difference(original: ast.FunctionDef, changed: ast.FunctionDef) -> str:
    """The lines in which a mutant differs."""
    old, new = (ast.unparse(one).splitlines()[1:] for one in (original, changed))
    lines = difflib.unified_diff(old, new, lineterm="", n=0)
    return "\n".join(line for line in lines if line[:3] not in {"---", "+++"} and line[0] != "@")


def report(mutants: Sequence[Mutant]) -> None:
    """Print how many of each there are, and every one that the tests did not kill."""
    for path in sorted({one.path for one in mutants}):
        mine = [one.verdict for one in mutants if one.path == path]
        print(f"{path}: {_counted(mine)}")
    print(f"all: {_counted([one.verdict for one in mutants])}")
    for one in mutants:
        if one.verdict in {"survived", "timed out"}:
            print(f"\n{one.verdict}: {one.name}\n{one.diff}")


def _counted(verdicts: Sequence[str]) -> str:
    kinds = ("killed", "survived", "timed out", "not tried")
    return ", ".join(f"{verdicts.count(kind)} {kind}" for kind in kinds)


# ---------------------------------------------------------------- the command


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, by chance")
    parser.add_argument("--seed", type=int, default=0, help="which chance; 0 unless said")
    parser.add_argument("--file", metavar="NAME", help="only those of one file, such as turn.py")
    parser.add_argument("--again", action="store_true", help="what survived, once more")
    parser.add_argument("--report", action="store_true", help="try nothing, say what is known")
    parser.add_argument("--children", type=int, default=1, help="tried side by side; 1 unless said")
    parser.add_argument("--work", type=Path, default=REPOSITORY / "build" / "mutants")
    return parser.parse_args()


def main() -> None:
    """Try what was asked for, and say what became of it."""
    args = arguments()
    if not args.report:
        refresh(args.work)
        mutmut(args.work, first_names(args.work), args.children)
    mutants = [one for one in mutants_of(args.work) if args.file in {None, Path(one.path).name}]
    if args.sample is not None:
        chance = random.Random(args.seed)
        chosen = chance.sample(mutants, min(args.sample, len(mutants)))
        mutants = [one for one in mutants if one in chosen]
    open_ones = {"not tried", "survived", "timed out"} if args.again else {"not tried"}
    names = [one.name for one in mutants if one.verdict in open_ones]
    if names and not args.report:
        mutmut(args.work, names, args.children)
    asked = {one.name for one in mutants}
    mutants = [one for one in mutants_of(args.work) if one.name in asked]
    report(mutants)


if __name__ == "__main__":
    main()
