"""The append-only store that survives a crash."""
