"""The text record of a session: read, write, check."""
