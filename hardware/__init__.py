"""Cameras, trays and dice as devices. Knows no game and no picture's content."""
