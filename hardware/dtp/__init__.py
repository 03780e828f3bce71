"""DTP/1: how a dice tray and a host speak over a serial line. Pure: no port, no clock, no thread."""
