"""Screens, widgets and one board a game."""
