"""Who is meant and what is asked, said alike on the screen, on the second screen and on its page."""

from typing import Final

from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verdict import Question
from companion.core.whynot import Answer
from companion.record.grammar import Grammar

_QUESTIONS: Final = {
    "actor": later("Who does it?"),
    "seat": later("Who is it?"),
    "seats": later("Who are they?"),
    **dict.fromkeys(("target", "first"), later("Which player?")),
    "second": later("Which other player?"),
    **dict.fromkeys(("targets", "kills"), later("Whose Mains?")),
    "steals": later("Whose Boost?"),
    **dict.fromkeys(("card", "coming"), later("Which card?")),
    "cards": later("Which cards?"),
    "piece": later("Which piece?"),
    "die": later("Which die?"),
    "faction": later("Which faction?"),
    "layout": later("Which layout?"),
    "ports": later("Which ports?"),
    "main": later("Which Main?"),
    "boost": later("Which Boost?"),
    "cell": later("Where?"),
    "after": later("After whom?"),
    **dict.fromkeys(("source", "source_seat", "giver"), later("From whom?")),
    **dict.fromkeys(("target_seat", "taker"), later("To whom?")),
    **dict.fromkeys(("place", "move"), later("Where to?")),
    "mode": later("How is it used?"),
    "counts": later("How many of each?"),
    **dict.fromkeys(("count", "draws"), later("How many?")),
    "glory": later("How much Glory?"),
    "call": later("High or low?"),
    "answer": later("Yes or no?"),
    "scores": later("Which are scored?"),
    **dict.fromkeys(("why", "note"), later("Why?")),
}
"""What people are asked for a field of an action, where `Which ...?` would not do."""


def display_name(seat: Seat | None, seats: tuple[str, ...]) -> str:
    """Return a seat's name; the table's for None."""
    return tr("the table") if seat is None else seats[seat]


def field_question(text: str, field: str, *, number: bool = False) -> str:
    """Ask for a field of an action: what it does, and a question about what is missing."""
    question = tr(later("How many {field}?") if number else later("Which {field}?"),
                  field=tr(field.replace("_", " ")))  # fmt: skip
    asked = tr(_QUESTIONS[field]) if field in _QUESTIONS and not number else question
    return tr("{text}. {question}", text=text, question=asked)


def answer_text(answer: Answer, grammar: Grammar) -> str:
    """Say what would make a refused action legal, and how that is declared."""
    lines = "; ".join(map(grammar.write, answer.actions))
    return tr("{answer} ({lines})", answer=answer.text, lines=lines)


def question_text(question: Question, seats: tuple[str, ...]) -> str:
    """Say a question with its rule, and whom it asks unless it says so itself."""
    asks, text, rule = question.asks, question.text, question.rule
    if asks is None or seats[asks] in text:
        return f"{text} ({rule})"
    return tr("{name}: {question} ({rule})", name=seats[asks], question=text, rule=rule)
