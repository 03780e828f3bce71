"""Cameras, trays and Bluetooth dice that misbehave during a game."""
