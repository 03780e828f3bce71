"""DTP/1 for a dice tray, in MicroPython. It runs under CPython as well, where it is tested.

A tray owns one `Tray`. Call `hear` with what came over the line, `roll` when dice have come to
rest, `tick` often; the tray calls `send` with the bytes that go out. Every call is handed the time
as a board counts it, `time.ticks_ms()`, which begins anew every 12 days.
"""

TYPE_CHECKING = False  # a board has no module `typing`
if TYPE_CHECKING:
    from collections.abc import Callable

RING = 32  # rolls that are held until the host has them safely
BURST = 4  # rolls that are on their way at once
MOST_DICE = 16  # of one roll
MAX_LINE = 200  # bytes of a line with its end
FIRST_WAIT = 1000  # milliseconds until a roll is sent again
LONGEST_WAIT = 8000
OLDEST = 1000000000  # milliseconds; no roll is said to be older
WRAP = 1 << 30  # here ticks_ms() begins anew

LF, STAR = 10, 42
PRINTABLE = range(32, 127)
DIGITS = 10  # of a number at most
EPOCH_SIGNS = 8


def crc16(data: bytes) -> int:
    """Return the CRC-16/IBM-3740 of bytes; of `123456789` it is 29B1."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def framed(body: str) -> bytes:
    """Return the line that carries a body."""
    return f"${body}*{crc16(body.encode()):04X}\n".encode()


class Tray:
    """Holds rolls until the host says that it has them.

    Args:
        serial: the tray's name, 1 to 24 of A-Z a-z 0-9 _ . -
        epoch: 8 hex digits in small letters, never the same after the numbers began again.
        send: called with bytes for the host.
        now: `time.ticks_ms()`.
    """

    def __init__(self, serial: str, epoch: str, send: "Callable[[bytes], object]", now: int) -> None:
        self.serial = serial
        self.epoch = epoch
        self.send = send
        self.ring: list[tuple[int, str, int]] = []  # number, dice, when
        self.last = 0
        self._wait = FIRST_WAIT
        self._due = 0
        self._typed = False
        self._line = bytearray()
        self._long = False
        self._ticks = now
        self._clock = 0  # milliseconds since the start, which never begin anew

    # ---- what the tray says by itself

    def hello(self) -> None:
        """Say who this is and which rolls are held; to be called at the start."""
        self._say(f"HELLO,1,{self.serial},{self.epoch},{self._first()},{self.last}")

    def roll(self, dice: str, now: int) -> None:
        """Dice have come to rest: keep them, and send them while few are on their way.

        Args:
            dice: such as `d10=7 mon.eye=S d10=0?`; `?` marks a die that leans.
            now: `time.ticks_ms()`.
        """
        body = f"ROLL,{self.epoch},{self.last + 1},{OLDEST},{dice}"
        if dice.count(" ") >= MOST_DICE or len(framed(body)) > MAX_LINE:
            self.trouble("dice", "more dice than a line can carry")
            return
        at = self._time(now)
        full = len(self.ring) == RING
        self.last += 1
        self.ring.append((self.last, dice, at))
        if full:
            self.ring.pop(0)
            self.hello()  # the host must not wait for the one that was overwritten
        if len(self.ring) == 1:
            self._wait, self._due = FIRST_WAIT, at + FIRST_WAIT
        if len(self.ring) <= BURST:
            self._send_from(self.last, at)

    def moving(self) -> None:
        """Dice are moving."""
        self._say("MOVE")

    def battery(self, percent: int, charging: bool) -> None:  # noqa: FBT001 - a board knows no more
        """Tell how full the battery is."""
        self._say(f"BAT,{percent},{1 if charging else 0}")

    def trouble(self, code: str, text: str) -> None:
        """Tell what is wrong with the tray, in a word and in a few; printable ASCII without $ and *."""
        self._say(f"ERR,{code},{text}")

    def tick(self, now: int) -> None:
        """Send again what the host has not acknowledged, ever more slowly."""
        at = self._time(now)
        if self.ring and at >= self._due:
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            self._due = at + self._wait
            self._send_from(self._first(), at)

    # ---- what the host says

    def hear(self, data: bytes, now: int) -> None:
        """Take in bytes as they come."""
        at = self._time(now)
        for byte in data:
            if byte == LF:
                if not self._long:
                    self._take(bytes(self._line).rstrip(b"\r"), at)
                self._line = bytearray()
                self._long = False
            elif len(self._line) >= MAX_LINE - 1:
                self._long = True
            else:
                self._line.append(byte)

    def _take(self, line: bytes, at: int) -> None:
        start = line.rfind(b"$")
        if start < 0:
            return
        frame = line[start + 1 :]
        star = frame.rfind(b"*")
        body = frame if star < 0 else frame[:star]
        if any(byte == STAR or byte not in PRINTABLE for byte in body):
            return
        if star >= 0 and frame[star + 1 :].upper() != f"{crc16(body):04X}".encode():
            return
        words = body.decode().split(",")
        number = _number(words.pop())
        if number >= 0 and (words in (["HELLO"], ["PING"]) or _about_rolls(words)):
            self._answer(words, number, star >= 0, at)

    def _answer(self, words: list[str], number: int, checked: bool, at: int) -> None:  # noqa: FBT001 - small boards pay for keywords
        hello = words[0] == "HELLO"
        if checked or hello:
            self._typed = not checked
        if hello:
            self.hello()
        elif words[0] == "PING":
            self._say(f"PONG,{number}")
        elif words[0] == "ACK" and not checked and not self._typed:
            return  # half a line, cut off by a disconnection
        elif words[1] != self.epoch:
            self.hello()
        elif words[0] == "ACK":
            self._drop(number, at)
        else:
            self._sync(number, at)

    def _sync(self, number: int, at: int) -> None:
        self._due = at + self._wait
        if not self._first() <= number <= self.last + 1:
            self.hello()  # the host is mistaken
        self._send_from(number, at)

    def _drop(self, number: int, at: int) -> None:
        if number > self.last or number < self._first():
            return
        while self.ring and self.ring[0][0] <= number:
            self.ring.pop(0)
        self._wait, self._due = FIRST_WAIT, at + FIRST_WAIT

    # ---- sending

    def _first(self) -> int:
        return self.ring[0][0] if self.ring else self.last + 1

    def _send_from(self, start: int, at: int) -> None:
        for number, dice, rested in [held for held in self.ring if held[0] >= start][:BURST]:
            self._say(f"ROLL,{self.epoch},{number},{min(at - rested, OLDEST)},{dice}")

    def _say(self, body: str) -> None:
        self.send(framed(body))

    def _time(self, now: int) -> int:
        passed = (now - self._ticks) % WRAP
        if passed < WRAP // 2:  # else a moment that was asked for out of turn
            self._clock += passed
            self._ticks = now
        return self._clock


def _number(word: str) -> int:
    """Return the number, or -1 if it is none."""
    if not word.isdigit() or len(word) > DIGITS or (word[0] == "0" and word != "0"):
        return -1
    return int(word)


def _about_rolls(words: list[str]) -> bool:
    verb, *rest = words or [""]
    if verb not in ("ACK", "SYNC") or len(rest) != 1 or len(rest[0]) != EPOCH_SIGNS:
        return False
    return all(sign in "0123456789abcdef" for sign in rest[0])
