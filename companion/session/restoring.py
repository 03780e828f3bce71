"""Opening a long table without folding it all: kept states are taken up where they can be trusted.

Of a long table a state is kept every so many actions, with a digest of everything it follows from:
this program's rules, the table's header, the state it begins with, and every line up to it. Only
where all of that is the same is it used. Up to the newest such state the lines are then known to
be sound, and are neither read nor carried out before somebody looks; what follows is checked line
by line, as ever. Without a usable state everything is.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, overload

from companion.core.actions import Amend, Redo, Undo
from companion.core.chain import Chain
from companion.core.versions import Version, held_after, taken_by
from companion.record.file import COMMENT
from companion.session.chronicle import Row, apart
from companion.session.statecode import NoCodeError, StateCode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.actions import Action
    from companion.core.log import Match
    from companion.core.versions import Held
    from companion.journal.store import Journal
    from companion.record.grammar import Grammar

    Text = tuple[str, str, str, float | None]
    Known = tuple[Any, frozenset[str]]

_READ: Final = 20_000
"""So many different lines that were read are remembered."""


class Keeper:
    """Keeps the states of one table as it grows, and finds them again.

    Args:
        table_id: of the table.
        journal: its states are kept beside it.
        start: the game before its first action.
        header: text of the table's header.

    Attributes:
        spacing: a state is kept after so many actions, again and again.
    """

    spacing: ClassVar[int] = 512

    def __init__(self, table_id: str, journal: Journal, start: Match[Any], header: str) -> None:
        self._table_id = table_id
        self._journal = journal
        self._start = start
        self._header = header
        self._lines = hashlib.sha256()
        self.size = len(header.encode("utf-8", "surrogatepass"))
        """Bytes that the table takes as a record, at most."""
        self._code: StateCode | None = None
        self._ground = b""
        self._able = True

    def saw(self, line: str, match: Match[Any]) -> None:
        """Hear of one more action, and of the match after it. Never raises."""
        said = line.encode("utf-8", "surrogatepass") + b"\n"
        self._lines.update(said)
        self.size += len(said) + COMMENT
        number = len(match.log)
        if number % self.spacing or not self._prepare() or self._code is None:
            return
        try:
            data = self._code.write(match.version.stands())
        except NoCodeError:
            self._able = False
            return
        self._journal.states.keep(self._table_id, number, self._digest(), data)

    def restore(self, texts: Sequence[Text], grammar: Grammar) -> Restored | None:
        """Return the match and the rows up to the newest state that can be used, if there is one.

        Args:
            texts: every line of the table, with time, source and confidence.
            grammar: of its lines.
        """
        if len(texts) < self.spacing:
            return None
        found = self._journal.states.find(self._table_id)
        if not found or not self._prepare():
            return None
        usable, lines = self._usable(texts, found)
        if not usable:
            return None
        self._lines = lines
        told = (text[0] for text in texts[: max(usable)])
        self.size += sum(len(line.encode("utf-8", "surrogatepass")) + 1 + COMMENT for line in told)
        return _restored(self._start, texts[: max(usable)], usable, grammar)

    def _usable(
        self, texts: Sequence[Text], found: Mapping[int, tuple[bytes, bytes]]
    ) -> tuple[dict[int, Callable[[], Known | None]], Any]:
        """Return the states that hold for these lines, and the digest of lines up to the last."""
        usable: dict[int, Callable[[], Known | None]] = {}
        last, done = self._lines.copy(), 0
        for number in sorted(found):
            digest, data = found[number]
            if not 0 < number <= len(texts):
                continue
            part = "".join(f"{text[0]}\n" for text in texts[done:number])
            self._lines.update(part.encode("utf-8", "surrogatepass"))
            done = number
            if digest == self._digest():
                usable[number] = self._loader(data)
                last = self._lines.copy()
        if usable and next(reversed(usable.values()))() is None:
            usable = {}
        self._lines = hashlib.sha256()
        return usable, last

    def _loader(self, data: bytes) -> Callable[[], Known | None]:
        def load() -> Known | None:
            assert self._code is not None  # noqa: S101 - prepared before
            try:
                state, licence = self._code.read(data)
            except (NoCodeError, TypeError, ValueError):
                return None
            return state, licence

        return load

    def _prepare(self) -> bool:
        """Make ready to write and read states; False when this game's cannot be written."""
        if self._able and self._code is None:
            try:
                self._code = StateCode(self._start.state)
                begins = self._code.digest()
            except NoCodeError:
                self._able = False
                return False
            program = program_digest(type(self._start.state).__module__)
            self._ground = program + begins + self._header.encode("utf-8", "surrogatepass")
        return self._able

    def _digest(self) -> bytes:
        return hashlib.sha256(self._ground + b"\0" + self._lines.digest()).digest()


@cache
def program_digest(module: str) -> bytes:
    """Return what tells the rules of a game in this program from those in any other.

    It is a digest of the source files of `companion.core`, `companion.record` and the game's box.

    Args:
        module: of the game's state, such as `companion.games.rsf.state`.
    """
    box = ".".join(module.split(".")[:3])
    found = hashlib.sha256(sys.version.encode())
    for name in ("companion.core", "companion.record", box):
        file = getattr(sys.modules.get(name), "__file__", None)
        paths = sorted(Path(file).parent.rglob("*")) if file else []
        for path in paths:
            if path.suffix in {".py", ".toml"}:
                found.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return found.digest()


@dataclass(frozen=True, slots=True)
class Restored:
    """The beginning of a table, as far as a kept state vouches for it.

    Attributes:
        match: the game there.
        rows: of its history.
        again: how many actions its corrections carried out again.
    """

    match: Match[Any]
    rows: Chain[Row]
    again: int


class _Actions(Sequence["Action"]):
    """The actions of lines, read when they are asked for."""

    def __init__(self, texts: Sequence[Text], grammar: Grammar) -> None:
        self._texts = texts
        self._grammar = grammar
        self._read: dict[str, Action] = {}

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        text = self._texts[at][0]
        action = self._read.get(text)
        if action is None:
            action = self._grammar.read(text)
            if len(self._read) >= _READ:
                self._read.clear()
            self._read[text] = action
        return action


class _Rows(Sequence[Row]):
    """What is known of lines, made when it is asked for."""

    def __init__(
        self,
        texts: Sequence[Text],
        made: list[Version[Any] | None],
        turns: dict[int, tuple[Version[Any], Version[Any]]],
    ) -> None:
        self._texts = texts
        self._made = made
        self._turns = turns

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, at: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        line, when, source, confidence = self._texts[at]
        turn = self._turns.get(at + 1)
        turned = () if turn is None else apart(*turn)
        return Row(line, source, confidence, when, None, self._made[at], turned)


def _restored(
    start: Match[Any],
    texts: Sequence[Text],
    known: Mapping[int, Callable[[], Known | None]],
    grammar: Grammar,
) -> Restored:
    """Resolve undo, redo and amend of lines that were checked before; carry nothing out."""
    ground = start.version.ground
    ground.actions = actions = _Actions(texts, grammar)
    undo, redo = grammar.write(Undo(None)), grammar.write(Redo(None))
    amend = grammar.write(Undo(None)).replace(Undo.verb, f"{Amend.verb} ")
    made: list[Version[Any] | None] = []
    turns: dict[int, tuple[Version[Any], Version[Any]]] = {}
    version, dice = start.version, _Dice(start.readings)
    undone: list[Version[Any]] = []
    again = 0
    for number, (text, *_) in enumerate(texts, start=1):
        old = version
        made.append(None)
        if text == undo:
            assert old.before is not None  # noqa: S101 - the digest vouches for it
            version = old.before
            undone.append(old)
            turns[number] = old, version
            dice.undo(old, version)
        elif text == redo:
            version = undone.pop()
            turns[number] = version, old
            dice.redo(old, version)
        elif text.startswith(amend):
            action = actions[number - 1]
            assert isinstance(action, Amend)  # noqa: S101 - as above
            version = old.corrected(action)
            again += len(old.since(action.number))
            undone.clear()
            turns[number] = old, version
            dice.turn(old, version)
        else:
            took = dice.taken_by(number, actions)
            version = made[-1] = Version(ground, number, old, old, took)
            undone.clear()
        if number in known and version.known is None:
            version.known = known[number]
    held = dice.held()
    match = replace(start, log=Chain(actions), version=version, readings=held)
    for later in undone:
        match = replace(match, undone=match.undone.append(later))
    return Restored(match, Chain(_Rows(texts, made, turns)), again)


class _Dice:
    """The throws that are held, found out only when somebody asks.

    People who undo ten actions and do them again have moved nothing: such ways are cut out.
    """

    def __init__(self, held: tuple[Held, ...]) -> None:
        self._held = held
        self._way: list[tuple[Version[Any], Version[Any], bool]] = []

    def undo(self, old: Version[Any], new: Version[Any]) -> None:
        """The game went back."""
        self._way.append((old, new, True))

    def redo(self, old: Version[Any], new: Version[Any]) -> None:
        """The game went on again, perhaps to where it went back from."""
        if self._way and self._way[-1][0] is new and self._way[-1][1] is old and self._way[-1][2]:
            self._way.pop()
        else:
            self.turn(old, new)

    def turn(self, old: Version[Any], new: Version[Any]) -> None:
        """The game went elsewhere."""
        self._way.append((old, new, False))

    def held(self) -> tuple[Held, ...]:
        """Return the throws that are held."""
        for old, new, _ in self._way:
            self._held = held_after(self._held, old, new)
        self._way.clear()
        return self._held

    def taken_by(self, number: int, actions: Sequence[Action]) -> Held | None:
        """Return the held throw that an action uses up, and hold it no longer."""
        if not self._held and not self._way:
            return None
        held = self.held()
        took = taken_by(held, actions[number - 1]) if held else None
        if took is not None:
            self._held = tuple(one for one in held if one is not took)
        return took
