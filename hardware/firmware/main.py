# A reference dice tray on an ESP32 or a Raspberry Pi Pico W with MicroPython.
#
# It speaks DTP/1 over UART 1; behind that sits any serial Bluetooth module (HC-05, HC-06) at 115200
# baud, or a USB cable. How the dice are read is the builder's part: read_dice() returns a text such
# as "d10=7 d10=0" once they have come to rest and None before; a tilt switch on MOVE_PIN tells that
# they move.
#
# Copy dtp.py and this file to the board. The epoch is new at every start, because the rolls are kept
# in memory alone: what the host had not fetched when the power went is gone, and no number comes twice.

import os
import time

from dtp import Tray
from machine import UART, Pin, unique_id

MOVE_PIN = 14
SERIAL = "TRAY-" + "".join("%02X" % byte for byte in unique_id()[-3:])
EPOCH = "".join("%02x" % byte for byte in os.urandom(4))

uart = UART(1, 115200, tx=17, rx=16)
move = Pin(MOVE_PIN, Pin.IN, Pin.PULL_UP)


def read_dice():
    """Return the dice once they lie still, None before. To be written for your own sensor."""
    return None


def main():
    tray = Tray(SERIAL, EPOCH, uart.write)
    tray.hello()
    moving = False
    while True:
        now = time.ticks_ms()
        if uart.any():
            tray.hear(uart.read(), now)
        if not move.value() and not moving:
            moving = True
            tray.moving()
        if moving:
            dice = read_dice()
            if dice is not None:
                tray.roll(dice, now)
                moving = False
        tray.tick(now)
        time.sleep_ms(5)


main()
