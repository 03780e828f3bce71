"""Card lists from spreadsheets: a CSV whose columns are a card list's own keys becomes a card list.

How a column is read follows from an example, the list that comes with the game: where that has a
list (`races`), a cell may hold several values apart by `;`; where it has a number, the cell must be
one. A column `ability.op` fills the key `op` of the table `ability`. A column `table` says which
sort of card a row is, in games that have several; without it the first sort is meant.
"""

import csv
import io
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from companion.core.catalogue import toml, written_card
from companion.core.errors import FileProblemError
from companion.core.texts import later, tr

MAX_BYTES: Final = 1_000_000
MAX_ROWS: Final = 2000
MAX_CELL: Final = 500

SORT: Final = "table"  # Name of the column that says which sort of card a row is

Form = type[int] | type[float] | type[bool] | type[str] | type[list[Any]]


@dataclass(frozen=True, slots=True)
class Forms:
    """How the columns of each sort of card are read, taken from an example."""

    head: Mapping[str, Any]  # keys that stand before the cards, and their values
    # for each sort of card the form of every key that was seen, dotted where it lies within
    # another, and the form of the entries of lists
    sorts: Mapping[str, Mapping[str, tuple[Form, Form]]]


def forms_of(example: str) -> Forms:
    """Learn the forms from the text of a card list that is known to be sound."""
    data = tomllib.loads(example)
    head = {key: value for key, value in data.items() if not _is_cards(value)}
    sorts = {key: _forms(value) for key, value in data.items() if _is_cards(value)}
    return Forms(head, sorts)


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _forms(cards: list[dict[str, Any]]) -> dict[str, tuple[Form, Form]]:
    found: dict[str, tuple[Form, Form]] = {}
    for card in cards:
        for key, value in _flat(card):
            inner = next((type(one) for one in value), str) if isinstance(value, list) else str
            found.setdefault(key, (type(value), inner))
    return found


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def examples_of(source: str, sort: str) -> dict[str, str]:
    """Return a value of each key as a cell has it, the longest that a card of a list has."""
    found: dict[str, str] = {}
    for card in tomllib.loads(source)[sort]:
        for key, value in _flat(card):
            several = value if isinstance(value, list) else ["yes" if value is True else value]
            found[key] = max(found.get(key, ""), "; ".join(map(str, several)), key=len)
    return found


def words_of(source: str, sort: str) -> set[str]:
    """Return the words that the cards of a list have for other than names and sentences."""
    values = [value for card in tomllib.loads(source)[sort] for _, value in _flat(card)]
    listed = (one for value in values for one in (value if isinstance(value, list) else [value]))
    return {one for one in listed if isinstance(one, str) and one.isalpha()}


def from_csv(text: str, where: str, forms: Forms, title: str) -> tuple[str, tuple[int, ...]]:
    """Turn a spreadsheet into the text of a card list.

    Args:
        text: of the CSV file: a line of keys, then a line a card. Commas, semicolons or tabs part
            the cells, whichever the first line uses most.
        where: the file, for what is said of it.
        forms: how columns are read.
        title: of the list.

    Returns:
        The text of the list, and the CSV line of each card in the order in which they stand there.

    Raises:
        FileProblemError: it is no such spreadsheet; the line is named.
    """
    rows, wrong = _rows(text, where), partial(FileProblemError, where)
    number, columns = next(rows, (1, []))
    keys = [column.strip() for column in columns]
    if not any(keys) or len(set(keys)) != len(keys):
        raise wrong(tr("the first line must name every column once"), number)
    cards: dict[str, list[tuple[int, str]]] = {sort: [] for sort in forms.sorts}
    for number, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(keys) and any(cell.strip() for cell in row[len(keys) :]):
            many = tr("{row} cells, but only {keys} columns", row=len(row), keys=len(keys))
            raise wrong(many, number)
        cells = {key: cell.strip() for key, cell in zip(keys, row, strict=False) if cell.strip()}
        sort = cells.pop(SORT, next(iter(forms.sorts)))
        if sort not in forms.sorts:
            sorts = ", ".join(forms.sorts)
            raise wrong(tr("no card is a {sort!r}: {sorts}", sort=sort, sorts=sorts), number)
        card = read_card(sort, cells, forms, where, number)
        cards[sort].append((number, written_card(sort, card)))
    if not any(cards.values()):
        raise wrong(tr("no cards below the line of keys"))
    said = {**forms.head, "title": title, "invented": False}
    head = "".join(f"{key} = {toml(value)}\n" for key, value in said.items())
    body = "".join(text for listed in cards.values() for _, text in listed)
    return head + body, tuple(number for listed in cards.values() for number, _ in listed)


def _rows(text: str, where: str) -> Iterator[tuple[int, list[str]]]:
    wrong = partial(FileProblemError, where)
    if len(text) > MAX_BYTES:
        most = later("larger than {max_bytes} letters; a list is much smaller")
        raise wrong(tr(most, max_bytes=MAX_BYTES))
    first = text.split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=mark, strict=True)
    try:
        for count, row in enumerate(reader):
            if count > MAX_ROWS:
                raise wrong(tr("more than {max_rows} cards", max_rows=MAX_ROWS), reader.line_num)
            if any(len(cell) > MAX_CELL for cell in row):
                long = tr("a cell of over {max_cell} letters", max_cell=MAX_CELL)
                raise wrong(long, reader.line_num)
            yield reader.line_num, row
    except csv.Error as error:
        raise wrong(tr("no table of cells: {error}", error=error), reader.line_num) from None


def read_card(
    sort: str, cells: Mapping[str, str], forms: Forms, where: str, number: int | None = None
) -> dict[str, Any]:
    """Read the cells of one card, by their keys.

    Raises:
        FileProblemError: a cell is not what its column wants; the line is named where there is one.
    """
    known, inner = forms.sorts[sort], dict[str, dict[str, Any]]()
    values: dict[str, Any] = {}
    for key, cell in cells.items():
        form, entry = known.get(key, (str, str))
        try:
            value = _value(cell, form, entry)
        except (ValueError, KeyError):
            word = tr("yes or no") if form is bool else tr("a number")
            wrong = tr("{key}: expected {word}, not {cell!r}", key=key, word=word, cell=cell)
            raise FileProblemError(where, wrong, number) from None
        table, dot, name = key.partition(".")
        if dot:
            inner.setdefault(table, {})[name] = value
        else:
            values[key] = value
    return {**values, **inner}


def _value(cell: str, form: Form, entry: Form) -> Any:
    if form is list:
        return [_value(part.strip(), entry, str) for part in cell.split(";") if part.strip()]
    if form is bool:
        return _YES_NO[cell.casefold()]
    if form in (int, float):
        return int(cell)
    return cell


_YES_NO: Final = {
    "true": True, "yes": True, "y": True, "1": True, "x": True,
    "false": False, "no": False, "n": False, "0": False,
}  # fmt: skip
