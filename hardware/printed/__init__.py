"""Trays that print what lies there, each in its own way, and know no more: no delivery guarantee."""
