"""One module a command, imported when it is the one asked for."""
