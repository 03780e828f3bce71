"""A reference dice tray on an ESP32 or a Raspberry Pi Pico W, in MicroPython; see README.md.

The numbers of the rolls are held in memory alone, so the epoch is new at every start: what the
host had not fetched when the power went is gone, and no number ever comes twice.
"""

import os
import time

from dtp import Tray
from machine import UART, Pin, unique_id

TX_PIN, RX_PIN, MOVE_PIN = 17, 16, 14  # of an ESP32; a Pico has UART 1 at 4 and 5
BAUD = 115200

SERIAL = "TRAY-" + "".join(f"{byte:02X}" for byte in unique_id()[-3:])
EPOCH = "".join(f"{byte:02x}" for byte in os.urandom(4))


def read_dice() -> "str | None":
    """Return the dice once they lie still, such as `d10=7 mon.eye=S`; None before.

    To be written for your own sensor.
    """
    return None


def main() -> None:
    """Run the tray for as long as it has power."""
    line = UART(1, BAUD, tx=TX_PIN, rx=RX_PIN)
    tilt = Pin(MOVE_PIN, Pin.IN, Pin.PULL_UP)  # a tilt switch to ground
    tray = Tray(SERIAL, EPOCH, line.write, time.ticks_ms())
    tray.hello()
    moving = False
    while True:
        now = time.ticks_ms()
        tray.hear(line.read() or b"", now)
        if not moving and not tilt.value():
            moving = True
            tray.moving()
        dice = read_dice() if moving else None
        if dice is not None:
            moving = False
            tray.roll(dice, now)
        tray.tick(now)
        time.sleep_ms(5)


if __name__ == "__main__":
    main()
