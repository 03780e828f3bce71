"""Undo, redo, amend, ruling, void, claim, switch and depth, done to tables in any order."""
