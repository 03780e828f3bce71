"""The demo: a clip of dice that are thrown, and the table that plays to it."""
