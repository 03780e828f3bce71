"""What can go wrong with a journal, in one line."""

from companion.core.errors import CompanionError


class JournalError(CompanionError):
    """The journal could not be read or written; what it already holds is untouched."""


class KnownReadingError(JournalError):
    """This reading stands in the journal already and was used: the same roll never counts twice."""


class MovedOnError(JournalError):
    """Another program has entered something at this table first; nothing was written."""
