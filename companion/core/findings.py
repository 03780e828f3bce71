"""What a game's check says, in few words."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from companion.core.actions import Action
from companion.core.texts import tr, trn
from companion.core.verdict import Breach, Finding, Question
from companion.core.words import UNNAMED, CardId

Findings = tuple[Finding, ...]  # What stands against an action; empty is a yes

YES: Final[Findings] = ()

MOST_POINTS: Final = 99  # Points that one ruling may add or take away

S = TypeVar("S")


def stop(rule: str, text: str) -> Findings:
    """A fact is missing without which nobody could carry the action out, whatever the table rules.

    Orders, stages, turns, counts and voids are no such facts: `against` is for them (X-7).
    """
    return (Breach(rule, text, forceable=False),)


def nobody_there(rule: str) -> Findings:
    """Refuse a seat at which nobody sits."""
    return stop(rule, tr("there is no such seat"))


def no_card(rule: str, text: str) -> Findings:
    """Refuse a card that the list does not have, and say how it gets there (X-1)."""
    return stop(rule, tr("{text}; new-card adds one that the list lacks", text=text))


def no_names(rule: str, card: CardId) -> Findings:
    """Refuse a card that is named where cards have no names: nobody could say whether it is right."""
    return stop(
        rule,
        tr(
            "in light depth cards are not named: say {unnamed}, not {card}",
            unnamed=UNNAMED,
            card=card,
        ),
    )


def all_elsewhere(rule: str, card: CardId, copies: int) -> Findings:
    """Refuse a card that cannot come from where nobody sees it: all `copies` of it are known."""
    return stop(
        rule,
        trn(
            "the only copy of {card} is known to be elsewhere",
            "all {count} copies of {card} are known to be elsewhere",
            copies,
            card=card,
        ),
    )


def points_by(points: int) -> Findings:
    """Refuse a ruling about points that changes nothing, or more than two digits could say (X-7)."""
    if 0 < abs(points) <= MOST_POINTS:
        return YES
    return stop("X-7", tr("give the points, from -{most} to {most}", most=MOST_POINTS))


def against(rule: str, text: str) -> Findings:
    """A rule stands against the action; the table may overrule it."""
    return (Breach(rule, text),)


def blocked(findings: Findings) -> bool:
    """Tell whether no ruling could make the action possible."""
    return any(isinstance(finding, Breach) and not finding.forceable for finding in findings)


def clear(findings: Findings) -> bool:
    """Tell whether nothing stands against the action and no question is open; notes may be there."""
    return not any(isinstance(found, Breach | Question) for found in findings)


def legal(check: Callable[[S, Action], Findings], state: S, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Keep the actions that nothing stands against and that leave no question open, once each."""
    return tuple(action for action in dict.fromkeys(actions) if clear(check(state, action)))
