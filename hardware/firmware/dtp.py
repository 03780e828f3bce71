# DTP/1 for a dice tray, in MicroPython: no classes of the standard library, no float clock.
# The same file runs under CPython, where the tests speak to it with the real driver.
#
# A tray owns one Tray. Call hear(bytes) with what came over the line, roll("d10=7 mon.eye=S") when
# dice have come to rest, tick() often; send() is called with the bytes that go out. Time is handed
# in as milliseconds that only go up (time.ticks_ms() on a board; ticks wrap there after 12 days,
# which is why only differences of less than a minute are ever looked at).

RING = 32  # rolls that are held until the host has them safely
BURST = 4  # rolls that are on their way at once
FIRST_WAIT = 1000
LONGEST_WAIT = 8000
MAX_LINE = 200
WRAP = 1 << 30  # of ticks_ms


def crc16(data):
    """CRC-16/IBM-3740 over bytes."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = ((value << 1) ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def since(now, then):
    """Milliseconds from then to now, also across the wrap of a board's clock."""
    return (now - then) % WRAP


class Tray:
    """Holds rolls until the host says that it has them."""

    def __init__(self, serial, epoch, send):
        self.serial = serial
        self.epoch = epoch
        self.send = send
        self.ring = []  # [number, dice, time]
        self.last = 0
        self.wait = FIRST_WAIT
        self.sent_at = 0
        self._line = bytearray()
        self._long = False

    # ---- what the tray does by itself

    def hello(self):
        """Say who this is and which rolls are held; also to be called at boot."""
        first = self.ring[0][0] if self.ring else self.last + 1
        self._say("HELLO,1,%s,%s,%d,%d" % (self.serial, self.epoch, first, self.last))

    def roll(self, dice, now):
        """Dice have come to rest: dice is a text such as "d10=7 d10=0?"."""
        self.last += 1
        self.ring.append([self.last, dice, now])
        if len(self.ring) > RING:
            self.ring.pop(0)  # the next greeting tells the host that one is lost
        if len(self.ring) == 1:
            self.wait = FIRST_WAIT
            self.sent_at = now
        if len(self.ring) <= BURST:
            self._send_roll(self.ring[-1], now)

    def moving(self):
        """Dice are moving."""
        self._say("MOVE")

    def battery(self, percent, charging):
        """Tell how full the battery is."""
        self._say("BAT,%d,%d" % (percent, 1 if charging else 0))

    def trouble(self, code, text):
        """Tell what is wrong with the tray."""
        self._say("ERR,%s,%s" % (code, text))

    def tick(self, now):
        """Send again what the host has not acknowledged, ever more slowly."""
        if self.ring and since(now, self.sent_at) >= self.wait:
            self.wait = min(2 * self.wait, LONGEST_WAIT)
            self.sent_at = now
            self._send_from(self.ring[0][0], now)

    # ---- what the host says

    def hear(self, data, now):
        """Take in bytes as they come."""
        for byte in data:
            if byte == 10:
                if not self._long:
                    self._take(bytes(self._line), now)
                self._line = bytearray()
                self._long = False
            elif len(self._line) >= MAX_LINE:
                self._long = True
            else:
                self._line.append(byte)

    def _take(self, line, now):
        line = line.rstrip(b"\r")
        at = line.rfind(b"$")
        if at < 0:
            return
        body, star, check = _parted(line[at + 1 :])
        if star:
            try:
                if int(check, 16) != crc16(body) or len(check) != 4:
                    return
            except ValueError:
                return
        try:
            self._answer(body.decode().split(","), now)
        except (ValueError, UnicodeError):
            return  # typed by hand, and badly

    def _answer(self, words, now):
        verb, count = words[0], len(words)
        if verb == "HELLO" and count == 2:
            self.hello()
        elif verb == "PING" and count == 2:
            self._say("PONG,%d" % int(words[1]))
        elif verb in ("ACK", "SYNC") and count == 3:
            number = int(words[2])
            if words[1] != self.epoch:
                self.hello()
            elif verb == "SYNC":
                self.sent_at = now
                self._send_from(number, now)
            elif number <= self.last:  # a higher one was garbled on its way
                self._drop(number, now)

    def _drop(self, number, now):
        before = len(self.ring)
        while self.ring and self.ring[0][0] <= number:
            self.ring.pop(0)
        if len(self.ring) != before:
            self.wait = FIRST_WAIT
            self.sent_at = now

    # ---- sending

    def _send_from(self, number, now):
        sent = 0
        for held in self.ring:
            if held[0] >= number and sent < BURST:
                self._send_roll(held, now)
                sent += 1

    def _send_roll(self, held, now):
        number, dice, at = held
        self._say("ROLL,%s,%d,%d,%s" % (self.epoch, number, since(now, at), dice))

    def _say(self, body):
        data = body.encode()
        self.send(b"$" + data + ("*%04X\n" % crc16(data)).encode())


def _parted(frame):
    at = frame.rfind(b"*")
    if at < 0:
        return frame, b"", b""
    return frame[:at], b"*", frame[at + 1 :]
