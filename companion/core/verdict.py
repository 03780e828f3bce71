"""Verdicts: what the rules say of an action, with the reason a person can look up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from companion.core.actions import Action
from companion.core.errors import CompanionError
from companion.core.rulebook import Rulebook, Status
from companion.core.seats import Seat
from companion.core.texts import tr


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that stands against an action."""

    rule: str  # its id
    text: str  # what is wrong, for people, without the id ("Phase 2 allows 2 actions, both used")
    # False when the action cannot be carried out at all (no such card, no roll open), so that no
    # ruling of the table could make sense of it
    forceable: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A rule that plays a part in a legal action; it is said, and blocks nothing."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A fact or a choice that people must give before play goes on."""

    asks: Seat | None  # the seat that answers; None asks the whole table
    text: str  # the question, for people
    rule: str  # the rule that asks
    verbs: tuple[str, ...] = ()  # verbs of the actions that answer it


Finding = Breach | Note | Question
"""What a game's check may say; an empty tuple of findings is a plain yes."""


class VerdictKind(StrEnum):
    """What may happen with the action."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    NEEDS_FACT = "needs a fact"
    NEEDS_RULING = "needs a ruling"


@dataclass(frozen=True, slots=True)
class Reason:
    """A graded finding: rule, status and switch come from the rulebook."""

    rule: str  # its id
    status: Status  # how firmly it stands
    text: str  # what is wrong, for people
    switch: str | None  # the house rule that takes it away, or None
    forceable: bool  # whether a ruling of the table can lift it
    value: str = ""  # the value of the switch that takes it away, once that was tried
    # whether the rule has a switch at all, if only one that changes nothing here
    has_switch: bool = False
    noted: bool = False  # whether it is only said, and no ruling lifts it

    def message(self) -> str:
        """Say it to people, with the rule id and how firmly it stands."""
        if not self.forceable:
            return tr("Not possible, a fact is missing: {text} ({rule})", text=self.text, rule=self.rule)
        match self.status:
            case Status.STATED | Status.INFERRED if self.noted:
                return f"{self.text} ({self.rule})"
            case Status.STATED:
                return tr("Not allowed: {text} ({rule})", text=self.text, rule=self.rule)
            case Status.INFERRED:
                return tr(
                    "Not allowed as we read it: {text} ({rule}, inferred)",
                    text=self.text,
                    rule=self.rule,
                )
            case Status.DEFAULT_RULING:
                return tr(
                    "By default ruling {rule}: {text}; {way_out}",
                    rule=self.rule,
                    text=self.text,
                    way_out=self._way_out(),
                )
            case _:
                assert_never(self.status)

    def _way_out(self) -> str:
        if self.switch:
            return tr("change with {switch} = {value}", switch=self.switch, value=self.value)
        if self.has_switch:
            return tr("the table may rule")
        return tr("no switch, the table may rule")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an action may be carried out, and why not or under which default rulings."""

    kind: VerdictKind  # the answer
    reasons: tuple[Reason, ...] = ()  # what stands against it; empty for a legal action
    notes: tuple[Reason, ...] = ()  # default rulings in play that block nothing
    asks: tuple[Question, ...] = ()  # facts that are missing
    # whether it is about a correction: a ruling licenses what comes next, so for this it must stand
    # in the correction itself
    corrects: bool = False

    @property
    def legal(self) -> bool:
        """Whether the action may be carried out as it stands."""
        return self.kind is VerdictKind.LEGAL

    @property
    def possible(self) -> bool:
        """Whether nothing is missing but answers and rulings."""
        return all(reason.forceable for reason in self.reasons)

    @property
    def forceable(self) -> bool:
        """Whether a ruling of the table could allow it; what is asked must be answered first."""
        return bool(self.reasons) and self.possible and not (self.asks or self.corrects)

    def message(self) -> str:
        """Say the verdict in one line; empty for a legal action without notes."""
        if self.reasons:
            return " · ".join(reason.message() for reason in self.reasons)
        if self.asks:
            return " · ".join(f"{ask.text} ({ask.rule})" for ask in self.asks)
        return " · ".join(f"{note.text} ({note.rule})" for note in self.notes)


class IllegalActionError(CompanionError):
    """An action was to be carried out that its verdict refuses."""

    def __init__(self, action: Action, verdict: Verdict) -> None:
        self.action = action
        self.verdict = verdict
        super().__init__(f"{action.verb}: {verdict.message()}")


def grade(findings: Iterable[Finding], rulebook: Rulebook, licence: frozenset[str]) -> Verdict:
    """Turn a game's findings into a verdict.

    Stated and inferred rules block; a default ruling only asks for a ruling (no D rule may block).

    Args:
        findings: what the game's check found.
        rulebook: where the rules' status and switch stand.
        licence: rules that a ruling of the table lifts for this action.
    """
    breaches: list[Reason] = []
    notes: list[Reason] = []
    asks: list[Question] = []
    for finding in findings:
        match finding:
            case Breach(rule=rule, text=text, forceable=forceable):
                lifted = forceable and rule in licence
                (notes if lifted else breaches).append(_reason(rulebook, rule, text, forceable))
            case Note(rule=rule, text=text):
                reason = _reason(rulebook, rule, text, forceable=True)
                notes.append(replace(reason, noted=rule not in licence))
            case Question():
                asks.append(finding)
            case _:
                assert_never(finding)
    return Verdict(_kind(breaches, asks), tuple(breaches), tuple(notes), tuple(asks))


def _reason(rulebook: Rulebook, rule_id: str, text: str, forceable: bool) -> Reason:  # noqa: FBT001 - called twice, beside its names
    rule = rulebook[rule_id]
    has_switch = rule.switch is not None
    return Reason(rule_id, rule.status, text, rule.switch, forceable, has_switch=has_switch)


Tried = Callable[[str], Iterable[tuple[str, Verdict]]]
"""What an action's verdict is under each other value of a switch."""


def name_switches(verdict: Verdict, tried: Tried) -> Verdict:
    """Name a switch beside a rule only where one of its values takes that very finding away.

    Args:
        verdict: with each rule's switch, as `grade` has it.
        tried: asked only where there is a switch.
    """
    if not any(one.switch for one in (*verdict.reasons, *verdict.notes)):
        return verdict
    # The same rule with other numbers stands against the action still; a note with others is new.
    reasons = [
        _name_switch(one, tried, lambda other: [found.rule for found in other.reasons], one.rule)
        for one in verdict.reasons
    ]
    notes = [
        _name_switch(one, tried, lambda other: [found.text for found in other.notes], one.text) for one in verdict.notes
    ]
    return replace(verdict, reasons=tuple(reasons), notes=tuple(notes))


def _name_switch(one: Reason, tried: Tried, kept: Callable[[Verdict], list[str]], mark: str) -> Reason:
    """Return a finding with the value that takes its mark away, else without its switch."""
    others = tried(one.switch) if one.switch else ()
    value = next((value for value, verdict in others if mark not in kept(verdict)), "")
    return replace(one, switch=one.switch if value else None, value=value)


def _kind(breaches: list[Reason], asks: list[Question]) -> VerdictKind:
    if any(b.status is not Status.DEFAULT_RULING or not b.forceable for b in breaches):
        return VerdictKind.ILLEGAL
    if breaches:
        return VerdictKind.NEEDS_RULING
    return VerdictKind.NEEDS_FACT if asks else VerdictKind.LEGAL
