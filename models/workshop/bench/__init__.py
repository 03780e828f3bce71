"""Whole games, keys and trays, many times over: what breaks, and how long it takes."""
