"""What a disk may hold after the power was cut: from the calls of a program that were seen.

A write is sure only once its file was made durable; before that any of the sectors written since
may be there or not. A name is sure only once its folder was made durable; before that the folder
may stand as it was at any moment since. Less than this a disk never promises, most keep more.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from models.workshop.soak.kills.tracer import REMOVED, Call

SECTOR: Final = 512
PAGE: Final = 4096
Image = dict[str, bytes | None]
"""Contents by path within the folder; None for a folder."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes on their way to a file, or a new length when there are none."""

    offset: int
    data: bytes | None

    def onto(self, content: bytearray) -> None:
        """Let it happen."""
        if self.data is None:
            del content[self.offset :]
            content.extend(bytes(self.offset - len(content)))
            return
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data

    def torn(self, grain: int, chance: random.Random) -> Iterator[Write]:
        """Give the parts of it that happen to be written, cut at the borders of sectors."""
        if self.data is None:
            if chance.random() < 0.5:
                yield self
            return
        start = 0
        while start < len(self.data):
            end = min(len(self.data), start + grain - (self.offset + start) % grain)
            if chance.random() < 0.5:
                yield Write(self.offset + start, self.data[start:end])
            start = end


@dataclass
class File:
    """What is sure of a file, and what is on its way to it."""

    sure: bytearray = field(default_factory=bytearray)
    coming: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        """Make sure of everything."""
        for write in self.coming:
            write.onto(self.sure)
        self.coming.clear()

    def with_(self, writes: Iterable[Write]) -> bytes:
        """Return it with some of what is on its way."""
        content = bytearray(self.sure)
        for write in writes:
            write.onto(content)
        return bytes(content)


Names = dict[str, "File | None"]
"""What stands in one folder: files, and None for a folder."""


@dataclass
class Folder:
    """The names in a folder now, and every way they stood since it was made durable last."""

    ways: list[Names] = field(default_factory=lambda: [{}])

    @property
    def now(self) -> Names:
        """As programs see it."""
        return self.ways[-1]

    def change(self) -> Names:
        """Begin a new way from the present one and return it."""
        self.ways.append(dict(self.now))
        return self.now

    def sync(self) -> None:
        """Make sure of the names."""
        del self.ways[:-1]


class Disk:
    """A folder on a disk, followed call by call.

    Args:
        root: the folder; what lies there now is sure.
    """

    def __init__(self, root: Path) -> None:
        self._root = PurePosixPath(root)
        self.folders: dict[str, Folder] = {".": Folder()}
        self._gone: dict[str, File] = {}
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root)
            holder = self.folders[str(name.parent)].now
            if path.is_dir():
                self.folders[str(name)] = Folder()
                holder[name.name] = None
            else:
                holder[name.name] = File(bytearray(path.read_bytes()))

    # -- what happens -----------------------------------------------------------------------------

    def follow(self, call: Call) -> None:
        """Take in a call that has ended well; one that only begins may have begun to write."""
        if call.reports or call.entering or call.result < 0:
            return
        match call.name:
            case "write" | "pwrite64":
                written = call.data[: call.result]
                self._file(call.path).coming.append(Write(call.offset, written))
            case "ftruncate" | "truncate":
                self._file(call.path).coming.append(Write(call.offset, None))
            case "fsync" | "fdatasync":
                self._sync(call.path)
            case "open" | "openat" | "creat":
                self._make(call.path, empty=call.empties)
            case _:
                self._name(call)

    def _name(self, call: Call) -> None:
        parent, name = self._place(call.path)
        match call.name:
            case "mkdir" | "mkdirat":
                self.folders[str(PurePosixPath(parent) / name)] = Folder()
                self.folders[parent].change()[name] = None
            case "unlink" | "unlinkat" | "rmdir":
                gone = self.folders[parent].change().pop(name)
                if gone is not None:
                    self._gone[call.path] = gone
            case "rename" | "renameat" | "renameat2":
                self._rename(call.path, call.other)
            case "link" | "linkat":
                there, other = self._place(call.other)
                self.folders[there].change()[other] = self._file(call.path)
            case _:
                raise AssertionError(f"{call.name}: nobody thought of it")

    def _place(self, path: str) -> tuple[str, str]:
        name = PurePosixPath(path).relative_to(self._root)
        return str(name.parent), name.name

    def _file(self, path: str) -> File:
        if path.endswith(REMOVED):
            return self._gone[path.removesuffix(REMOVED)]
        parent, name = self._place(path)
        file = self.folders[parent].now[name]
        assert file is not None
        return file

    def _sync(self, path: str) -> None:
        key = str(PurePosixPath(path).relative_to(self._root)) if path != str(self._root) else "."
        if key in self.folders:
            self.folders[key].sync()
        else:
            self._file(path).sync()

    def _make(self, path: str, *, empty: bool) -> None:
        parent, name = self._place(path)
        names = self.folders[parent].now
        if name not in names:
            self.folders[parent].change()[name] = File()
        elif empty:
            self._file(path).coming.append(Write(0, None))

    def _rename(self, path: str, other: str) -> None:
        here, there = self._place(path), self._place(other)
        file = self.folders[here[0]].change().pop(here[1])
        names = self.folders[there[0]].now if here[0] == there[0] else self.folders[there[0]].change()
        names[there[1]] = file

    # -- what may be left -------------------------------------------------------------------------

    def unsure(self) -> int:
        """Return how much is on its way: nothing means that only one image is possible."""
        files = {id(file): file for file in self._files()}
        return sum(len(file.coming) for file in files.values()) + sum(
            len(folder.ways) - 1 for folder in self.folders.values()
        )

    def _files(self) -> Iterator[File]:
        for folder in self.folders.values():
            for names in folder.ways:
                yield from (file for file in names.values() if file is not None)

    def least(self) -> Image:
        """Return what is there when nothing that is not sure was written."""
        return self._image({}, {key: folder.ways[0] for key, folder in self.folders.items()})

    def most(self) -> Image:
        """Return what is there when everything was written, as after a kill."""
        return self._image(
            {id(file): file.coming for file in self._files()},
            {key: folder.now for key, folder in self.folders.items()},
        )

    def any(self, chance: random.Random) -> Image:
        """Return what may be there: some sectors of what is on its way, names of some moment."""
        grain = chance.choice((SECTOR, PAGE))
        some: dict[int, list[Write]] = {}
        for file in self._files():
            if id(file) not in some:
                some[id(file)] = self._some(file, grain, chance)
        ways = {key: chance.choice(folder.ways) for key, folder in self.folders.items()}
        return self._image(some, ways)

    def _some(self, file: File, grain: int, chance: random.Random) -> list[Write]:
        way = chance.randrange(3)
        if way == 0:  # in order, up to one that is torn
            end = chance.randint(0, len(file.coming))
            torn = [part for write in file.coming[end : end + 1] for part in write.torn(grain, chance)]
            return file.coming[:end] + torn
        if way == 1:  # whole writes, in no order
            return [write for write in file.coming if chance.random() < 0.5]
        return [part for write in file.coming for part in write.torn(grain, chance)]

    def _image(self, some: dict[int, list[Write]], ways: dict[str, Names]) -> Image:
        image: Image = {}
        reached = ["."]
        while reached:
            key = reached.pop()
            for name, file in ways[key].items():
                path = str(PurePosixPath(key) / name)
                if file is None:
                    image[path] = None
                    reached.append(path)
                else:
                    image[path] = file.with_(some.get(id(file), ()))
        return image


def lay(image: Image, place: Path) -> None:
    """Write an image into an empty folder."""
    for name, content in image.items():
        path = place / name
        if content is None:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
