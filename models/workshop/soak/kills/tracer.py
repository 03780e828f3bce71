"""Stop a child at every system call that changes files; kill it there, or let the call fail.

Linux alone has this (`ptrace`), and no compiler is needed. The child is a fork that has everything
imported, so that a thousand of them start in seconds. `unable()` says why it does not work here.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

T = TypeVar("T")

# include/uapi/linux/ptrace.h; PTRACE_GET_SYSCALL_INFO is the same on every machine since Linux 5.3
_TRACEME, _POKEUSER, _KILL_OPTIONS = 0, 6, 0x00100000 | 0x01  # EXITKILL | TRACESYSGOOD
_SYSCALL, _SETOPTIONS, _GET_INFO = 24, 0x4200, 0x420E
_ENTRY, _EXIT = 1, 2
_AT_CALL: Final = signal.SIGTRAP | 0x80

_X86, _ARM = 0xC000003E, 0xC00000B7  # AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64
_NUMBERS: Final = {
    _X86: {
        1: "write", 18: "pwrite64", 20: "writev", 296: "pwritev", 2: "open", 85: "creat",
        257: "openat", 76: "truncate", 77: "ftruncate", 285: "fallocate", 74: "fsync",
        75: "fdatasync", 277: "sync_file_range", 26: "msync", 82: "rename", 264: "renameat",
        316: "renameat2", 87: "unlink", 263: "unlinkat", 84: "rmdir", 83: "mkdir",
        258: "mkdirat", 86: "link", 265: "linkat", 40: "sendfile", 326: "copy_file_range",
    },
    _ARM: {
        64: "write", 68: "pwrite64", 66: "writev", 70: "pwritev", 56: "openat", 45: "truncate",
        46: "ftruncate", 47: "fallocate", 82: "fsync", 83: "fdatasync", 84: "sync_file_range",
        227: "msync", 38: "renameat", 276: "renameat2", 35: "unlinkat", 34: "mkdirat",
        37: "linkat", 71: "sendfile", 285: "copy_file_range",
    },
}  # fmt: skip
_BY_FILE: Final = {
    "write", "pwrite64", "writev", "pwritev", "ftruncate", "fallocate", "fsync", "fdatasync",
    "sync_file_range",
}  # fmt: skip
_BY_NAME: Final = {"open": 0, "creat": 0, "truncate": 0, "unlink": 0, "rmdir": 0, "mkdir": 0}
_BY_NAME_AT: Final = {"openat": 1, "unlinkat": 1, "mkdirat": 1}
_TWO_NAMES: Final = {"rename": (0, 1), "link": (0, 1)}
_TWO_NAMES_AT: Final = {"renameat": (1, 3), "renameat2": (1, 3), "linkat": (1, 3)}
_HERE = 0xFFFFFF9C  # AT_FDCWD as 32 bits
_RAX, _ORIG_RAX = 10 * 8, 15 * 8  # sys/user.h, x86-64
MACHINES: Final = {"x86_64": _X86, "aarch64": _ARM}
REMOVED: Final = " (deleted)"
"""What Linux writes behind the name of an open file that has none any more."""


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that changes files or makes them durable, as it begins or ends.

    Attributes:
        name: of the call.
        entering: whether it begins; nothing of it has happened then.
        path: the file that it is about; `pipe` for the child's report.
        other: the second name of a rename or link.
        offset: in bytes where it writes; the new length for a truncation.
        data: what it writes.
        creates: whether an opening makes the file when it is missing.
        empties: whether an opening empties the file.
        result: what it gave, once it has ended; negative for an error.
    """

    name: str
    entering: bool
    path: str
    other: str = ""
    offset: int = 0
    data: bytes = b""
    creates: bool = False
    empties: bool = False
    result: int = 0

    @property
    def reports(self) -> bool:
        """Whether the child tells its parent something here."""
        return self.path == PIPE


PIPE: Final = "pipe"


@dataclass(frozen=True, slots=True)
class Kill:
    """Kill the child where it stands."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Let the call that begins fail with an error instead of happening."""

    errno: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a child ended.

    Attributes:
        killed: by `Kill`.
        status: its exit status when it was not killed.
        told: what it reported, one word each.
    """

    killed: bool
    status: int
    told: tuple[str, ...]


class Reporter:
    """The child's way to tell its parent; what is told is told at once."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def tell(self, word: str) -> None:
        """Report a word, on a line of its own."""
        os.write(self._handle, f"{word}\n".encode())


_libc = ctypes.CDLL(None, use_errno=True)
if sys.platform == "linux":
    _libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    _libc.ptrace.restype = ctypes.c_long


@cache
def unable() -> str:
    """Return why no child can be stopped here; empty when it can be."""
    if sys.platform != "linux":
        return "only Linux lets one process stop another at its system calls"
    if platform.machine() not in MACHINES:
        return f"the numbers of the system calls of {platform.machine()} are not known"
    seen: list[Call] = []
    try:
        traced(lambda: None, lambda _none, report: report.tell("x"), seen.append)
    except OSError as error:
        return f"this machine does not let a test stop its own child: {error.strerror}"
    return "" if any(call.reports for call in seen) else "the child's system calls are not seen"


def can_fail() -> bool:
    """Tell whether calls can be made to fail here: it is done by the registers of one machine."""
    return platform.machine() == "x86_64" and not unable()


def traced(
    prepare: Callable[[], T],
    act: Callable[[T, Reporter], None],
    visit: Callable[[Call], Kill | Fail | None],
    within: Path = Path("/"),
) -> Ending:
    """Run a task in a child and stop at every call that changes files.

    Args:
        prepare: what goes before in the child; nothing stops there.
        act: what is watched, with what `prepare` gave.
        visit: hears of each such call twice, before and after; says what to do there.
        within: the folder whose files count; the child's reports always do.

    Raises:
        OSError: the machine does not allow it.
    """
    end, handle = os.pipe()
    with warnings.catch_warnings():
        # Other threads of a test run hold nothing that the child waits for.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        _be_watched(prepare, act, handle)
    os.close(handle)
    try:
        killed, status = _Watch(child, str(within), visit).run()
        return Ending(killed, status, _told(end))
    finally:
        os.close(end)


def _be_watched(prepare: Callable[[], T], act: Callable[[T, Reporter], None], handle: int) -> None:
    status = 70
    try:
        ready = prepare()
        if _libc.ptrace(_TRACEME, 0, None, None):
            status = 71
        else:
            os.kill(os.getpid(), signal.SIGSTOP)
            act(ready, Reporter(handle))
            status = 0
    except BaseException:  # noqa: BLE001 - it must never go on as its parent
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _told(end: int) -> tuple[str, ...]:
    parts = []
    while part := os.read(end, 1 << 16):
        parts.append(part)
    return tuple(b"".join(parts).decode().split())


class _Watch:
    """The parent's side of one child."""

    def __init__(self, child: int, within: str, visit: Callable[[Call], Kill | Fail | None]) -> None:
        self._child = child
        self._within = within
        self._visit = visit
        self._call: Call | None = None
        self._failing = 0
        self._memory: BinaryIO | None = None

    def run(self) -> tuple[bool, int]:
        """Let it run to its end and return whether it was killed, and its status."""
        _, status = os.waitpid(self._child, 0)
        if not os.WIFSTOPPED(status):
            raise OSError(0, "the child could not be watched")
        self._ask(_SETOPTIONS, 0, _KILL_OPTIONS)
        with Path(f"/proc/{self._child}/mem").open("rb", buffering=0) as self._memory:
            give = 0
            while True:
                self._ask(_SYSCALL, 0, give)
                _, status = os.waitpid(self._child, 0)
                if not os.WIFSTOPPED(status):
                    return False, os.waitstatus_to_exitcode(status)
                give = os.WSTOPSIG(status)
                if give == _AT_CALL:
                    give = 0
                    if self._stopped():
                        os.kill(self._child, signal.SIGKILL)
                        os.waitpid(self._child, 0)
                        return True, 0
                elif give == signal.SIGTRAP:
                    give = 0

    def _stopped(self) -> bool:
        """Look at the call it stopped at; tell whether it is to be killed."""
        info = ctypes.create_string_buffer(88)
        self._ask(_GET_INFO, len(info), ctypes.addressof(info))
        kind, machine = info.raw[0], struct.unpack_from("<I", info.raw, 4)[0]
        if kind == _ENTRY:
            number, *words = struct.unpack_from("<7Q", info.raw, 24)
            name = _NUMBERS.get(machine, {}).get(number)
            self._call = self._entered(name, words) if name else None
        elif kind == _EXIT and self._call is not None:
            result = struct.unpack_from("<q", info.raw, 24)[0]
            if self._failing:
                result = -self._failing
                self._ask(_POKEUSER, _RAX, result & 0xFFFFFFFFFFFFFFFF)
                self._failing = 0
            self._call = replace(self._call, entering=False, result=result)
        if self._call is None:
            return False
        wanted = self._visit(self._call)
        if not self._call.entering:
            self._call = None
        if isinstance(wanted, Fail):
            self._failing = wanted.errno
            self._ask(_POKEUSER, _ORIG_RAX, 0xFFFFFFFFFFFFFFFF)  # no such call: nothing happens
        return isinstance(wanted, Kill)

    def _entered(self, name: str, words: list[int]) -> Call | None:
        call = self._described(name, words)
        ours = (call.path, call.other)
        if call.reports or any(f"{path}/".startswith(f"{self._within}/") for path in ours if path):
            return call
        return None

    def _described(self, name: str, words: list[int]) -> Call:
        if name in _BY_FILE:
            return self._by_file(name, words)
        if name in _TWO_NAMES or name in _TWO_NAMES_AT:
            first, second = {**_TWO_NAMES, **_TWO_NAMES_AT}[name]
            at = (words[0], words[2]) if name in _TWO_NAMES_AT else (None, None)
            here, there = self._name(words[first], at[0]), self._name(words[second], at[1])
            return Call(name, entering=True, path=here, other=there)
        if name in _BY_NAME_AT:
            path, flags = self._name(words[1], words[0]), words[2]
        elif name in _BY_NAME:
            path, flags = self._name(words[0], None), words[1]
        else:  # sendfile and copy_file_range: where to, not what
            raise AssertionError(f"{name}: nobody thought that the program would do this")
        creates = name == "creat" or bool(flags & os.O_CREAT)
        empties = name == "creat" or bool(flags & os.O_TRUNC)
        if name in ("open", "openat") and not (creates or empties):
            return Call(name, entering=True, path="")
        return Call(name, entering=True, path=path, offset=words[1], creates=creates, empties=empties)

    def _by_file(self, name: str, words: list[int]) -> Call:
        path = str(Path(f"/proc/{self._child}/fd/{words[0]}").readlink())
        if path.startswith("pipe:"):
            path = PIPE
        if not (path == PIPE or path.startswith(self._within)):
            return Call(name, entering=True, path="")
        offset, data = words[1], b""
        if name in ("write", "pwrite64"):
            data = self._read(words[1], words[2])
            offset = words[3] if name == "pwrite64" else self._place(words[0])
        elif name in ("writev", "pwritev", "fallocate"):
            raise AssertionError(f"{name}: nobody thought that the program would do this")
        return Call(name, entering=True, path=path, offset=offset, data=data)

    def _place(self, handle: int) -> int:
        for line in Path(f"/proc/{self._child}/fdinfo/{handle}").read_text().splitlines():
            if line.startswith("pos:"):
                return int(line.split()[1])
        raise AssertionError("an open file without a place")

    def _name(self, address: int, folder: int | None) -> str:
        data = b""
        while b"\0" not in data:  # a name may lie at the very end of what can be read
            step = 256 - (address + len(data)) % 256
            data += self._read(address + len(data), step)
        name = os.fsdecode(data.partition(b"\0")[0])
        at = f"/proc/{self._child}/cwd"
        if folder is not None and folder & 0xFFFFFFFF != _HERE:
            at = f"/proc/{self._child}/fd/{folder}"
        return name if name.startswith("/") else str(Path(at).readlink() / name)

    def _read(self, address: int, size: int) -> bytes:
        assert self._memory is not None
        return os.pread(self._memory.fileno(), size, address)

    def _ask(self, what: int, where: int, value: int) -> None:
        if _libc.ptrace(what, self._child, where, value) < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
