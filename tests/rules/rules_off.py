"""Switch rules off, one at a time, and see whether the test that is named for each goes red.

    python tests/rules/rules_off.py fgt               every rule of one game
    python tests/rules/rules_off.py fgt FGT-P6 ...    only these
    python -m pytest tests/rules -k fgt               the same as a test

Everything happens in one process. A rule without more is switched off by leaving out what it says
in `check`, `pending` and verdicts. Where that is not all, an entry names a change in the code. The
piece of code `old` must stand in the game's folder exactly once, in whichever module, and however
its lines are broken. That module is compiled anew with `new` in place of `old`, and the functions
that differ get the other code. Afterwards everything is put back, and the tests must be green again.
"""

from __future__ import annotations

import gc
import io
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from rules_entries import CORE, ROOT, Entry, entries, groups, is_ambiguity, rules

from companion.core import verdict
from companion.core.game import Game
from companion.core.rulebook import How

HELD = "__held_by_rules_off"


class NotSwitchedError(Exception):
    """A rule that cannot be switched off in the way that its entry says."""


def games(group: str) -> tuple[Game[Any], ...]:
    """The games of a folder, or all of them."""
    if group == CORE:
        return tuple(game for one in groups() if one != CORE for game in games(one))
    module = import_module(f"companion.games.{group}")
    found = getattr(module, "GAMES", None) or (getattr(module, "GAME", None),)
    return tuple(game for game in found if game is not None)


@contextmanager
def muted(rule: str, group: str) -> Iterator[None]:
    """No game finds or asks anything by this rule, and no verdict names it."""

    def but(check: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *words: tuple(one for one in check(*words) if one.rule != rule)

    def unasked(pending: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*words: Any) -> Any:
            waits = pending(*words)
            return None if waits is not None and waits.rule == rule else waits

        return asked

    def ungraded(grade: Callable[..., Any]) -> Callable[..., Any]:
        return lambda found, *more: grade([one for one in found if one.rule != rule], *more)

    with ExitStack() as stack:
        for game in games(group):
            stack.enter_context(_wrapped(game.check, but, game, "check"))
            stack.enter_context(_wrapped(game.pending, unasked, game, "pending"))
        stack.enter_context(_wrapped(verdict.grade, ungraded, None, ""))
        yield


@contextmanager
def _wrapped(
    function: Callable[..., Any],
    wrap: Callable[[Callable[..., Any]], Callable[..., Any]],
    game: Game[Any] | None,
    field: str,
) -> Iterator[None]:
    """Put a wrapper in a function's place, for all who hold it already."""
    if not isinstance(function, FunctionType) or function.__code__.co_freevars:
        assert game is not None
        object.__setattr__(game, field, wrap(function))
        try:
            yield
        finally:
            object.__setattr__(game, field, function)
        return
    code, name = function.__code__, f"{HELD}_{function.__name__}"
    if name in function.__globals__:  # games of one folder may share a function
        yield
        return
    real = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
    real.__kwdefaults__ = function.__kwdefaults__
    function.__globals__[name] = wrap(real)
    stand_in: dict[str, Any] = {}
    exec(f"def stand_in(*words): return {name}(*words)", stand_in)  # noqa: S102 - our own words
    function.__code__ = stand_in["stand_in"].__code__
    try:
        yield
    finally:
        function.__code__ = code
        del function.__globals__[name]


def _functions(code: CodeType) -> Iterator[CodeType]:
    """Every function within a piece of code, in the order in which they stand."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions(constant)


def _living() -> dict[str, list[FunctionType]]:
    """Every function that lives now, by the file that it was written in."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[thing.__code__.co_filename].append(thing)
    return found


def _pairs(real: Sequence[CodeType], new: Sequence[CodeType]) -> Iterator[tuple[tuple[object, ...], CodeType]]:
    """Every function that differs: what it is known by, and what it is to do.

    Where `new` has more or fewer lambdas or comprehensions, these come with the function around.
    """
    by_name: dict[str, list[CodeType]] = defaultdict(list)
    for code in new:
        by_name[code.co_qualname].append(code)
    times = Counter(code.co_qualname for code in real)
    for code in real:
        same = by_name[code.co_qualname]
        if len(same) == times[code.co_qualname]:
            times[code.co_qualname] -= 1
            after = same.pop(0)
            if after != code:
                yield _known_by(code), after


def _known_by(code: CodeType) -> tuple[object, ...]:
    return code.co_qualname, code.co_firstlineno, code.co_code


@contextmanager
def changed(entry: Entry, group: str, living: dict[str, list[FunctionType]] | None = None) -> Iterator[None]:
    """One line of the group's code says something else, wherever it stands.

    Raises:
        NotSwitchedError: `old` does not stand in one function exactly once, or `new` does not fit.
    """
    file, source, changed_source = _change(entry, group)
    try:
        other = compile(changed_source, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise NotSwitchedError(f"with `new`, {Path(file).name} is no Python: {error}") from None
    real = list(_functions(compile(source, file, "exec", dont_inherit=True)))
    new = list(_functions(other))
    codes = dict(_pairs(real, new))
    if not codes:
        raise NotSwitchedError(f"`old` stands in no function of {file}, or changes none")
    swapped: list[tuple[FunctionType, CodeType]] = []
    try:
        for function in (living or _living())[file]:
            code = function.__code__
            after = codes.get(_known_by(code))
            if after is not None:
                swapped.append((function, code))
                function.__code__ = after
        if not swapped:
            raise NotSwitchedError(f"{file} has changed since it was imported")
        yield
    except ValueError as error:
        raise NotSwitchedError(f"`new` does not fit: {error}") from error
    finally:
        for function, code in swapped:
            function.__code__ = code


def _change(entry: Entry, group: str) -> tuple[str, str, str]:
    """Find the one place where `old` stands: its file, the source, and the source with `new`."""
    pattern = _pattern(entry.old)
    found = []
    for file in _files(group):
        source = file.read_text("utf-8")
        found += [(str(file), source, match) for match in pattern.finditer(source)]
    if len(found) != 1:
        where = ", ".join(Path(file).name for file, _, _ in found) or "nowhere"
        raise NotSwitchedError(f"`old` stands {len(found)} times in {group} ({where}): {entry.old!r}")
    file, source, match = found[0]
    new = _indented(entry, match[0])
    return file, source, source[: match.start()] + new + source[match.end() :]


def _files(group: str) -> list[Path]:
    """Every module of a group; rules of all games may stand in the kernel, a game or the session."""
    rooms = ("core", "games", "session") if group == CORE else (f"games.{group}",)
    packages = [f"companion.{room}" for room in rooms]
    folders = [Path(folder) for name in packages for folder in import_module(name).__path__]
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def _pattern(code: str) -> re.Pattern[str]:
    """Match a piece of code however its lines are broken and indented."""
    words = re.findall(r"\w+|[^\w\s]", code)
    parts = [re.escape(words[0])]
    for before, after in pairwise(words):
        gap = r"\s+" if (before + after).isidentifier() else r"\s*"
        parts.append((r"\s*,?\s*" if after in ")]}" else gap) + re.escape(after))
    return re.compile("".join(parts))


def _indented(entry: Entry, match: str) -> str:
    """Give `new` the indentation of the place where `old` stands."""
    old, new = (entry.old.strip().split("\n"), entry.new.strip().split("\n"))
    if len(old) == 1 or "\n" not in match:
        return "\n".join(new)
    shift = _indent(match.split("\n")[1]) - _indent(old[1])
    return "\n".join([new[0], *(" " * (_indent(line) + shift) + line.lstrip() for line in new[1:])])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def forget(living: dict[str, list[FunctionType]]) -> None:
    """Empty every cache of the program: what it kept may hinge on a rule."""
    for name, module in list(sys.modules.items()):
        if name.startswith("companion.") and getattr(module, "__file__", None) in living:
            for thing in vars(module).values():
                clear = getattr(thing, "cache_clear", None)
                if clear is not None:
                    clear()


class Bench:
    """A pytest plugin that runs the named tests with and without their rules."""

    def __init__(self, group: str, entries: Sequence[Entry]) -> None:
        self.group = group
        self.entries = entries
        self.problems: list[str] = []
        self.uncollected: list[str] = []
        self.finished = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.uncollected.append(f"{report.nodeid}: cannot be read: {report.longreprtext}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            items[item.nodeid.partition("[")[0]].append(item)
        self.problems += self.uncollected
        living = _living()
        named = {one.test: items.get(one.test, []) for one in self.entries}
        good = {test for test, some in named.items() if self._is_green(test, some, "at first")}
        for one in self.entries:
            if one.test in good:
                self._switch(one, named[one.test], living)
        for test in sorted(good):
            self._is_green(test, named[test], "after all rules were switched on again")
        self.finished = True
        return True

    def _is_green(self, test: str, items: list[pytest.Item], when: str) -> bool:
        if not items:
            self.problems.append(f"{test}: there is no such test")
        wrong = next((why for item in items if (why := outcome(item)) is not None), None)
        if wrong is not None:
            self.problems.append(f"{test}: is not green {when}: {_last(wrong)}")
        return bool(items) and wrong is None

    def _switch(self, one: Entry, items: list[pytest.Item], living: dict[str, list[FunctionType]]) -> None:
        try:
            with changed(one, self.group, living) if one.old else muted(one.id, self.group):
                forget(living)
                wrong = next((why for item in items if (why := outcome(item)) is not None), None)
        except (NotSwitchedError, ImportError) as error:
            self.problems.append(f"{one.id}: {error}")
            return
        finally:
            forget(living)
        if wrong is None:
            self.problems.append(f"{one.id}: {one.test} stays green without the rule")
        elif "NameError" in _last(wrong) or "UnboundLocalError" in _last(wrong):
            self.problems.append(f"{one.id}: `new` breaks the code instead: {_last(wrong)}")


def outcome(item: pytest.Item) -> str | None:
    """Run a test; return what it failed or skipped with, or None when it is green."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    assert reports is not None
    return next((report.longreprtext for report in reports if not report.passed), None)


def _last(text: str) -> str:
    """The line of a failure that says what it was."""
    said = [line for line in text.splitlines() if line.startswith("E ")] or text.splitlines()
    return " ".join(said[0].split()) if said else "no reason given"


def problems(group: str, claimed: Sequence[Entry], temporary: Path) -> list[str]:
    """Say which claims do not hold; empty when every rule has its test.

    Args:
        group: `core`, or a folder of `companion/games`.
        claimed: which test goes red without which rule.
        temporary: an empty folder.
    """
    known = {rule.id for rule in rules(group)}
    found = [f"{one.id}: {group} has no such rule" for one in claimed if one.id not in known]
    twice = Counter(one.id for one in claimed)
    found += [f"{rule}: stands there {times} times" for rule, times in twice.items() if times > 1]
    files = sorted({one.test.partition("::")[0] for one in claimed})
    found += [f"{file}: there is no such file" for file in files if not (ROOT / file).is_file()]
    there = [one for one in claimed if one.id in known and (ROOT / one.test.partition("::")[0]).is_file()]
    if not there:
        return found
    bench = Bench(group, there)
    said = _run_pytest(files, bench, temporary)
    return [*found, *bench.problems, *([] if bench.finished else [f"pytest gave up: {said}"])]


def _run_pytest(files: Sequence[str], bench: Bench, temporary: Path) -> str:
    """Collect once and hand over; plugins that guard the outer run stay out of this one."""
    settings = temporary / "pytest.ini"
    settings.write_text(SETTINGS, "utf-8")
    out = [word for name in OUT for word in ("-p", f"no:{name}")]
    where = ["--rootdir", str(ROOT), "-c", str(settings), "--basetemp", str(temporary / "tests")]
    paths = [str(ROOT / file) for file in files if (ROOT / file).is_file()]
    words = [*where, *out, "--continue-on-collection-errors", "-q", *paths]
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        pytest.main(words, plugins=[bench])
    return said.getvalue()


SETTINGS = """\
[pytest]
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
"""
OUT = (
    "cacheprovider",
    "faulthandler",
    "socket",
    "timeout",
    "xdist",
    "xdist.looponfail",
    "warnings",
)


def missing(group: str, claimed: Sequence[Entry]) -> list[str]:
    """Rules that are carried out or asked, and have no test that goes red without them."""
    has = {one.id for one in claimed}
    return [
        f"{rule.id}: {rule.how.value}, but no test is named in tests/rules/{group}.toml"
        for rule in rules(group)
        if rule.how is not How.TOLD and not is_ambiguity(rule) and rule.id not in has
    ]


def needless(group: str, claimed: Sequence[Entry]) -> list[str]:
    """Rules that are only told, and have a test all the same: then they are more than told."""
    told = {rule.id for rule in rules(group) if rule.how is How.TOLD and not is_ambiguity(rule)}
    return [f"{one.id}: told, yet a test is named for it" for one in claimed if one.id in told]


def main(words: Sequence[str]) -> int:
    """Report on one group, or on some of its rules."""
    if not words or words[0] not in groups():
        sys.stdout.write(__doc__)
        return 2
    group, only = words[0], words[1:]
    every = entries(group)
    claimed = [one for one in every if not only or one.id in only]
    found = [f"{rule}: is not in tests/rules/{group}.toml" for rule in only if rule not in {one.id for one in every}]
    if not only:
        found += missing(group, claimed) + needless(group, claimed)
    with tempfile.TemporaryDirectory() as folder:
        found += problems(group, claimed, Path(folder))
    found.append(f"{group}: {len(claimed)} rules switched off, {len(found)} problems")
    sys.stdout.write("\n".join(found) + "\n")
    return 1 if len(found) > 1 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
