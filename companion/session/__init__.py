"""One live table: action, check, journal, state, view."""
