"""What everybody sees of a table, as one text: all words of its sheet, each line as it is read."""

from dataclasses import fields, is_dataclass


def words(value):
    """Return every text that stands anywhere in a sheet, line by line."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for one in fields(value) for text in words(getattr(value, one.name))]
    if isinstance(value, tuple):
        if value and all(_is_part(one) for one in value):
            return ["".join(text for text, _ in value)]
        return [text for one in value for text in words(one)]
    return []


def _is_part(value):
    return isinstance(value, tuple) and len(value) == 2 and all(type(one) is str for one in value)


def seen(game, state):
    """Return all that is said of a table, headline first."""
    return "\n".join([game.view(state).headline, *words(game.sheet(state))])
