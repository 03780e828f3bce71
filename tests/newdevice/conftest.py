"""The well's own tests run in a copy of the repository, where the well is; not here."""

collect_ignore = ["tests"]
