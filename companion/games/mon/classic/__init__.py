"""Monstructor's modes Classic and Arena: build monsters, fight, collect a Dragon."""
