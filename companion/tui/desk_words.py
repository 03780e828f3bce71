"""What the desk has to say, ready for the verdict line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.rolls.arbiter import Refuse, Wait

if TYPE_CHECKING:
    from companion.core.verdict import Verdict
    from companion.session.rolldesk import Heard

Told = tuple[str, bool, "Verdict | None"]
"""What to say, whether it is bad news, and the verdict behind it."""


def told(heard: Heard) -> Told:
    """Say what became of a reading."""
    refused = isinstance(heard.decision, Refuse)
    if heard.verdict is not None:
        refused = refused or not heard.verdict.legal
    # That a reading was heard before is nobody's concern.
    text = "" if isinstance(heard.decision, Wait) else heard.message()
    return text, refused, heard.verdict


def graded(verdict: Verdict | None, well: str = "") -> Told:
    """Say a verdict; `well` when there is nothing to add to a yes, None is a refusal."""
    if verdict is None:
        return tr("There is no such roll."), True, None
    return verdict.message() or well, not verdict.legal, verdict
