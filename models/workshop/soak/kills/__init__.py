"""Processes that are killed, power cuts and disks that fail, at every call that changes a file."""
