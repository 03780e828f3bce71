"""Who is meant and what is asked, said alike on the screen, on the second screen and on its page."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.core.whynot import Answer
from companion.record.grammar import Grammar


def display_name(seat: Seat | None, seats: tuple[str, ...]) -> str:
    """Return a seat's name; the table's for None."""
    return tr("the table") if seat is None else seats[seat]


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
