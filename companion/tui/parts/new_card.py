"""A card that the list does not have: its printed values are asked for, one after the other."""

from collections.abc import Mapping

from companion.core.actions import NewCard
from companion.core.catalogue import toml
from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.record.cards_csv import examples_of, forms_of, read_card, words_of
from companion.session.table import Table
from companion.tui.asking import choices
from companion.tui.asking.dialogs import AskScreen, ChooseScreen, Talk


def may_add_card(table: Table) -> bool:
    """Tell whether this table has a card list that more cards can be added to."""
    return table.catalogue is not None and table.match.game.grown is None


async def ask_new_card(table: Table, talk: Talk) -> NewCard | None:
    """Ask what is printed on the card until it can be added; None where people go back."""
    assert table.catalogue is not None  # noqa: S101 - see `may_add_card`
    forms = forms_of(table.catalogue.source)
    sorts, at = tuple(forms.sorts), 0
    if len(sorts) > 1:
        chosen = await talk.ask(ChooseScreen(tr("What is missing in the list?"), tuple(map(tr, sorts))))
        if chosen is None:
            return None
        at = chosen
    examples = examples_of(table.catalogue.source, sorts[at])
    cells, problem = dict.fromkeys(examples, ""), ""
    known = {"yes", *words_of(table.catalogue.source, sorts[at])}
    while await _ask_cells(talk, sorts[at], examples, cells, problem):
        cells = {key: choices.in_english(text, known) for key, text in cells.items()}
        try:
            values = read_card(sorts[at], {k: v for k, v in cells.items() if v}, forms, sorts[at])
        except CompanionError as error:
            problem = str(error)
            continue
        action = NewCard(None, sorts[at], toml(values))
        verdict = table.check(action)
        if verdict.legal:
            return action
        problem = verdict.message()
    return None


async def _ask_cells(talk: Talk, sort: str, examples: Mapping[str, str], cells: dict[str, str], problem: str) -> bool:
    """Ask for each value, what was typed before standing there; False where people go back."""
    for key, example in examples.items():
        said = "; ".join(map(tr, example.split("; ")))
        notes = tr("Such as {example}. Enter with nothing leaves it out.", example=said)
        question = tr("The new {sort}: {key}?", sort=tr(sort), key=tr(key))
        typed = await talk.ask(AskScreen(question, cells[key], f"{problem}\n{notes}".strip()))
        if typed is None:
            return False
        cells[key], problem = typed.strip(), ""
    return True
