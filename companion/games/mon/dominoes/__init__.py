"""Monstructor's mode Dominoes: attach cards to the monster in the centre, and close it."""
