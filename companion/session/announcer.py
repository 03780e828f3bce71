"""What a voice says at the table: turn, request, result, refusal; once, and never again.

Pure: it takes in what happened and returns short sentences. After an undo or a correction only what
changed is said. Everything comes from what the shared screen shows anyway (the history's lines, the
public view, the open request), so nothing that a seat must hide is ever spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.core.actions import KERNEL_ACTIONS, Amend, Redo, Roll, Ruling, Undo, Void
from companion.core.dice import RollRequest
from companion.core.sheet import plain
from companion.core.texts import later, listed, of, sentence, tr, trn
from companion.core.verdict import Question, Verdict
from companion.rolls.arbiter import Ask
from companion.session.changes import Changes
from companion.session.history import Change
from companion.session.table import Table

_RULE_ID: Final = re.compile(r"\s*\((?:[A-Z]{1,4}\d?-[A-Z]*\d+[a-z]?(?:, )?)+(?:, inferred)?\)")
_PUT_RIGHT: Final = {Undo.verb: later("Taken back"), Redo.verb: later("Done again"), Amend.verb: later("Corrected")}
_SPOKEN: Final = (
    (_RULE_ID, ""),
    (re.compile(r"\bATK\b"), later("attack")),
    (re.compile(r"\bDEF\b"), later("defense")),
    (re.compile(r"\s*[·;]\s*"), ", "),
    (re.compile(r"\s*→\s*"), later(" to ")),
    (re.compile("\N{MULTIPLICATION SIGN}"), later(" times ")),
    (re.compile(r" - "), later(" minus ")),
    (re.compile(r"[()]"), ", "),
    (re.compile(r"\s*,(?:\s*,)+"), ","),
    (re.compile(r"\s+([,.:!?])"), r"\1"),
    (re.compile(r",\s*([.:!?]|$)"), r"\1"),
    (re.compile(r"\s+"), " "),
)


def spoken(text: str) -> str:
    """Turn a line of the screen into one to be heard: rule ids go, signs become words."""
    for pattern, instead in _SPOKEN:
        text = pattern.sub(tr(instead) if instead.strip() else instead, text)
    text = text.strip(" ,")
    return sentence(text)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game stands, as far as it is said aloud; each is empty for none.

    That is whose turn it is, by name, and as sentences the open roll or question, and who won.
    """

    turn: str = ""
    asked: str = ""
    ending: str = ""


def moment(table: Table) -> Moment:
    """Look at a table as everybody sees it."""
    view, seats = table.view(), table.seats
    return Moment(
        turn="" if view.turn is None else seats[view.turn],
        asked=_asked(table.pending(), seats),
        ending=_ending(table) if view.over else "",
    )


def _asked(pending: RollRequest | Question | None, seats: tuple[str, ...]) -> str:
    match pending:
        case RollRequest():
            name = seats[pending.roller]
            rolls = tr("{name} rolls {dice_text}", name=name, dice_text=pending.dice_text())
            parts = (rolls, pending.purpose, pending.needs)
            return " ".join(spoken(part) for part in parts if part)
        case Question(asks=asks, text=text):
            name = "" if asks is None else seats[asks]
            return spoken(text if name in text else of(name, text))
        case None:
            return ""


def _ending(table: Table) -> str:
    names = [table.seats[seat] for seat in table.standing().winners]
    if not names and table.view().called_off:
        return spoken(table.view().headline)
    if not names:
        return tr("The game is over.")
    return trn("The game is over. {names} wins!", "The game is over. {names} win!", len(names), names=listed(names))


@dataclass(frozen=True, slots=True)
class Announcer:
    """Remembers the last moment, and what was said in this game, so that nothing is said twice."""

    now: Moment = Moment()
    said: frozenset[str] = frozenset()

    def begin(self, now: Moment) -> tuple[Announcer, tuple[str, ...]]:
        """Say where the game stands: a voice was switched on."""
        sentences = _new(Moment(), now)
        return self._after(now, sentences), sentences

    def pass_over(self, now: Moment) -> Announcer:
        """Take in a moment that nobody wants to hear of, since the voice is off."""
        return self._after(now, (now.asked,))

    def after(self, steps: Sequence[Change], now: Moment, changed: Changes) -> tuple[Announcer, tuple[str, ...]]:
        """Say what came of steps that were committed together, and where the game stands now.

        What they changed is said of an undo or a correction alone.
        """
        how = next((tr(word) for step in steps if (word := _PUT_RIGHT.get(step.action.verb))), "")
        fresh = _new(self.now, now)
        if how:
            news = [spoken(", ".join((how, *changed.outcome)))]
            # What was said before it was taken back is known; only what was never said is news.
            turn = tr("{turn}'s turn.", turn=now.turn)
            news += [one for one in fresh if one not in self.said and one not in (turn, now.ending)]
            sentences = tuple(news)
        else:
            told = self._results(steps)
            sentences = (*told, *(one for one in fresh if one not in told))
            voided = any(isinstance(step.action, Void) for step in steps)
            if voided and not fresh and now.asked:
                sentences = (*sentences, tr("Roll again."))
        results = tuple(spoken(step.told) for step in steps if isinstance(step.action, Roll))
        return self._after(now, (*fresh, *results)), sentences

    def _results(self, steps: Sequence[Change]) -> tuple[str, ...]:
        told = []
        for step in steps:
            match step.action:
                case Ruling(note=note):
                    allowed = tr("The table allows it")
                    if note:
                        allowed = tr("The table allows it: {note}", note=note)
                    told.append(spoken(allowed))
                case Void():
                    pass  # the dice are asked for again
                case action if isinstance(action, (Roll, *KERNEL_ACTIONS)):
                    sentence = spoken(step.told)
                    # Dice that were thrown before an undo land by themselves: that was said then.
                    if not (step.automatic and sentence in self.said):
                        told.append(sentence)
                case _:
                    pass  # whoever declared it has just said so
        return tuple(told)

    def _after(self, now: Moment, sentences: Iterable[str]) -> Announcer:
        return replace(self, now=now, said=self.said | {one for one in sentences if one})


def _new(before: Moment, now: Moment) -> tuple[str, ...]:
    """Say what a moment brings: the end, or whose turn it is now, and what is asked."""
    if now.ending:
        return (now.ending,) if now.ending != before.ending else ()
    said = []
    if now.turn and now.turn != before.turn:
        said.append(tr("{turn}'s turn.", turn=now.turn))
    if now.asked and now.asked != before.asked:
        said.append(now.asked)
    return tuple(said)


def read_out(table: Table, choices: Iterable[str]) -> tuple[str, ...]:
    """Say the whole moment for who does not see it.

    Three sentences: turn and score; who plays now and the last roll; what is asked and may be done.
    """
    sheet, view = table.sheet(), table.view()
    score, now = [spoken(view.headline)], moment(table)
    if sheet.lead is not None and not sheet.lead.nothing:
        merits = (f"{one.name} {one.number}" for one in sheet.lead.merits if not one.out)
        score.append(spoken(of(sheet.lead.what, ", ".join(merits))))
    seen = []
    for block in sheet.blocks:
        if now.turn and now.turn in block.title[-1]:
            seen += [f"{one.label} {one.text}".strip() for one in block.figures]
            seen += map(plain, block.lines)
    there = [spoken(of(now.turn, ", ".join(seen)))] if seen else []
    rolls = (one.number for one in table.match.now.newest() if isinstance(one.action, Roll))
    there += [spoken(table.history()[number - 1].told) for number in islice(rolls, 1)]
    offered = "; ".join(choices)
    can = [spoken(tr("Now: {choices}", choices=offered))] if offered else []
    asks = [now.ending or now.asked, *can]
    return tuple(" ".join(filter(None, one)) for one in (score, there, asks) if any(one))


def refusal(verdict: Verdict) -> str:
    """Say why something is refused, or what is missing; empty for a yes."""
    if verdict.reasons:
        return spoken(tr("Not allowed: {reasons}", reasons=verdict.reasons[0].text))
    return spoken(verdict.asks[0].text) if verdict.asks else ""


def doubt(ask: Ask) -> str:
    """Say that a roll is in question."""
    return spoken(tr("Please look at the dice: {why}", why=ask.why))
