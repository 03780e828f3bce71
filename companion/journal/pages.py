"""The rows that stand in a journal's pages, read without SQLite, which gives up where one is broken.

Follows https://sqlite.org/fileformat2.html: only leaves of tables are read, so that what led to
them may be damaged. Every number is believed only after it was checked against the file's size.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

Row = tuple[object, ...]
"""Integers, floats, texts, bytes and None, as SQLite has them."""

MAGIC: Final = b"SQLite format 3\x00"
USUAL_PAGE: Final = 4096
SMALLEST, LARGEST = 512, 65_536
"""Bytes of a page."""

_LEAF: Final = 0x0D
_SEVEN_BITS: Final = 0x7F
_WORD: Final = 0xFFFFFFFF
WAL_HEADER, FRAME_HEADER = 32, 24
"""Bytes before the first frame, and before the page of each."""

_WAL_MAGICS: Final = {0x377F0682: "<", 0x377F0683: ">"}
MOST_COLUMNS: Final = 16
MOST_BYTES: Final = 16 * 1024 * 1024
"""Of one row: the largest thing kept is a catalogue."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a journal with what its -wal holds.

    Attributes:
        size: of a page, in bytes.
        known: contents by number, from 1, the latest that is sure.
        doubtful: pages of the -wal behind the place where it breaks off, in order.
    """

    size: int
    known: Mapping[int, bytes]
    doubtful: tuple[bytes, ...] = ()

    def rows(self) -> Iterator[Row]:
        """Give every row that can be read, those of doubtful pages last."""
        free = self._free()
        reserved = self.known.get(1, b"")[20:21]
        usable = self.size - (reserved[0] if reserved else 0)
        for number in sorted(self.known):
            if number not in free:
                start = 100 if number == 1 else 0
                yield from self._leaf(self.known[number], start, usable)
        for page in self.doubtful:
            yield from self._leaf(page, 0, usable)

    def _free(self) -> set[int]:
        """Return the pages that are used no more: what stands there was deleted by people."""
        first = self.known.get(1, b"")
        trunk = int.from_bytes(first[32:36], "big")
        free: set[int] = set()
        while trunk and trunk not in free and trunk in self.known:
            free.add(trunk)
            page = self.known[trunk]
            count = min(int.from_bytes(page[4:8], "big"), self.size // 4 - 2)
            free.update(struct.unpack_from(f">{count}I", page, 8))
            trunk = int.from_bytes(page[:4], "big")
        return free

    def _leaf(self, page: bytes, start: int, usable: int) -> Iterator[Row]:
        if len(page) != self.size or page[start] != _LEAF:
            return
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        if start + 8 + 2 * count > self.size:
            return
        for place in struct.unpack_from(f">{count}H", page, start + 8):
            row = self._cell(page, place, usable)
            if row is not None:
                yield row

    def _cell(self, page: bytes, place: int, usable: int) -> Row | None:
        try:
            size, place = _varint(page, place)
            _, place = _varint(page, place)
            payload = self._payload(page, place, size, usable)
            return None if payload is None else _record(payload)
        except (IndexError, UnicodeDecodeError, struct.error):
            return None  # damaged: the others may be whole

    def _payload(self, page: bytes, place: int, size: int, usable: int) -> bytes | None:
        """Return a row's bytes, with what overflowed to pages of their own; None when one misses."""
        if size > MOST_BYTES:
            return None
        most = usable - 35
        if size <= most:
            found = page[place : place + size]
            return found if len(found) == size else None
        least = (usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (usable - 4)
        here = here if here <= most else least
        parts, left = [page[place : place + here]], size - here
        following = int.from_bytes(page[place + here : place + here + 4], "big")
        while left > 0:
            over = self.known.get(following)
            if over is None:
                return None
            parts.append(over[4 : 4 + min(left, usable - 4)])
            left -= usable - 4
            following = int.from_bytes(over[:4], "big")
        return b"".join(parts)


def read_pages(path: Path, beside: Path) -> Pages:
    """Read a journal's file and its -wal, whatever state they are in.

    Args:
        path: of the file; may be missing.
        beside: of its -wal; may be missing.

    Raises:
        OSError: one is there and cannot be read.
    """
    data = path.read_bytes() if path.exists() else b""
    wal = beside.read_bytes() if beside.exists() else b""
    size = _page_size(data, wal)
    known = {
        # Of a page that breaks off the rest is as good as empty: rows may stand before it.
        number: data[start : start + size].ljust(size, b"\x00")
        for number, start in enumerate(range(0, len(data), size), start=1)
    }
    log = read_log(wal, size)
    return Pages(size, {**known, **log.committed}, log.doubtful)


def _page_size(data: bytes, wal: bytes) -> int:
    told = int.from_bytes(data[16:18], "big") if data.startswith(MAGIC) else 0
    if not _is_size(told) and len(wal) >= WAL_HEADER:
        told = int.from_bytes(wal[8:12], "big")
    return told if _is_size(told) else USUAL_PAGE


def _is_size(told: int) -> bool:
    return SMALLEST <= told <= LARGEST and told & (told - 1) == 0


@dataclass(frozen=True, slots=True)
class Log:
    """A -wal, frame by frame.

    Attributes:
        committed: contents by page of what was committed and can be proved to be whole.
        end: how many frames that is.
        doubtful: pages behind that, in order; those of a transaction that never ended among them.
        later: how many transactions seem to end behind the place where the proof breaks off.
    """

    committed: Mapping[int, bytes]
    end: int = 0
    doubtful: tuple[bytes, ...] = ()
    later: int = 0


def read_log(wal: bytes, size: int = 0) -> Log:
    """Read a -wal, whatever state it is in.

    Args:
        wal: the whole file.
        size: of a page; 0 for what the -wal itself says.
    """
    told = int.from_bytes(wal[8:12], "big")
    size = size or (told if _is_size(told) else USUAL_PAGE)
    magic = int.from_bytes(wal[:4], "big")
    order = _WAL_MAGICS.get(magic, ">")
    total = _sum(wal[:24].ljust(24, b"\x00"), order, (0, 0))
    proof = struct.unpack_from(">II", wal.ljust(WAL_HEADER, b"\x00"), 24)
    whole = magic in _WAL_MAGICS and total == proof
    salts = wal[16:24] if whole else _usual_salts(wal, size)
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    doubtful: list[bytes] = []
    end = later = 0
    for count, start in enumerate(_frames(wal, size), start=1):
        head = wal[start : start + FRAME_HEADER]
        page = wal[start + FRAME_HEADER : start + FRAME_HEADER + size]
        ours, commits = head[8:16] == salts, head[4:8] != bytes(4)
        if whole:
            total = _sum(page, order, _sum(head[:8], order, total))
            whole = ours and total == struct.unpack(">II", head[16:24])
        if whole:
            waiting[int.from_bytes(head[:4], "big")] = page
            if commits:
                committed.update(waiting)
                waiting, end = {}, count
        elif ours:  # others are left over from before: what they held stands in the file
            doubtful.append(page)
            later += commits
    return Log(committed, end, (*waiting.values(), *doubtful), later)


def _usual_salts(wal: bytes, size: int) -> bytes:
    """Return what marks the frames that belong together, where the beginning does not say it."""
    marks = Counter(wal[start + 8 : start + 16] for start in _frames(wal, size))
    return marks.most_common(1)[0][0] if marks else b""


def _frames(wal: bytes, size: int) -> range:
    return range(WAL_HEADER, len(wal) - FRAME_HEADER - size + 1, FRAME_HEADER + size)


def _sum(data: bytes, order: str, before: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's two sums of some words, going on from those of the words before."""
    one, two = before
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for x, y in zip(words, words, strict=True):
        one = (one + x + two) & _WORD
        two = (two + y + one) & _WORD
    return one, two


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, seven bits each but the ninth, and where it ends."""
    value = 0
    for count in range(8):
        byte = data[place + count]
        value = (value << 7) | (byte & _SEVEN_BITS)
        if byte <= _SEVEN_BITS:
            return value, place + count + 1
    return (value << 8) | data[place + 8], place + 9


def _record(payload: bytes) -> Row | None:
    end, place = _varint(payload, 0)
    kinds = []
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
        if len(kinds) > MOST_COLUMNS:
            return None
    values = []
    for kind in kinds:
        value, place = _value(payload, place, kind)
        values.append(value)
    return tuple(values) if place == len(payload) else None


_INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its kind."""


def _value(payload: bytes, place: int, kind: int) -> tuple[object, int]:
    match kind:
        case 0:
            return None, place
        case 7:
            return struct.unpack_from(">d", payload, place)[0], place + 8
        case 8 | 9:
            return kind - 8, place
        case 10 | 11:
            raise IndexError("SQLite writes no such kind")
        case _ if kind in _INTEGERS:
            end = place + _INTEGERS[kind]
            return int.from_bytes(payload[place:end], "big", signed=True), end
        case _:
            end = place + (kind - 12) // 2
            if end > len(payload):
                raise IndexError("longer than the row")
            data = payload[place:end]
            if kind % 2 and b"\x00" in data:
                raise IndexError("no text of ours; what was there is gone")
            return (data.decode("utf-8") if kind % 2 else data), end
