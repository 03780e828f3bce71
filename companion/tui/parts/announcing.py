"""Announcing: what came of what people did, as the verdict on the screen and by the voice."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.actions import Action, Redo, Undo
from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.core.verdict import Verdict
from companion.rolls.arbiter import Ask, Refuse, Wait
from companion.session.announcer import Announcer, doubt, moment, refusal
from companion.session.changes import changes
from companion.session.history import Change
from companion.session.rolldesk import Heard
from companion.tui.asking.choices import names_no_card
from companion.tui.asking.dialogs import Talk
from companion.tui.live import Live


@dataclass(frozen=True, slots=True)
class Reply:
    """The last verdict: shown until something else is declared."""

    text: str  # for people, with rule ids
    bad: bool = False  # whether it was refused
    verdict: Verdict | None = None  # on what was declared
    action: Action | None = None  # what was refused, so that the table may overrule it

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that were cited."""
        found = self.verdict
        if found is None:
            return ()
        graded = (one.rule for one in (*found.reasons, *found.notes))
        return (*graded, *(ask.rule for ask in found.asks))


class Announcing:
    """Declares actions, and keeps what the screen says: the last verdict, and a remark made since.

    After each reply and each remark it calls `changed`.
    """

    def __init__(self, live: Live, talk: Talk, changed: Callable[[], None]) -> None:
        self.table = live.table
        self.reply = Reply("")
        self.remark_text = ""
        self._talk = talk
        self._changed = changed

    @property
    def text(self) -> str:
        """The reply, and the remark below it."""
        return "\n".join(part for part in (self.reply.text, self.remark_text) if part)

    def say(self, text: str, *, bad: bool = False, verdict: Verdict | None = None) -> None:
        """Show a verdict or a notice in place of the last one."""
        self._say(Reply(text, bad, verdict))

    def _say(self, reply: Reply) -> None:
        self.reply, self.remark_text = reply, ""
        self._changed()

    def remark(self, text: str) -> None:
        """Say something in passing: what was refused last stays on the screen beside it."""
        self.remark_text = text
        self._changed()

    def declare(self, action: Action, told: Callable[[], str] | None = None) -> bool:
        """Declare an action and say what came of it, or what `told` returns then; True when it was taken."""
        try:
            verdict = self.table.declare(action)
        except CompanionError as error:
            self.say_not_saved(error)
            return False
        return self.report(action, verdict, told)

    def say_not_saved(self, error: CompanionError) -> None:
        """Say that the journal refused an action."""
        self.say(tr("Could not save, so nothing changed: {error}", error=error), bad=True)

    def report(self, action: Action, verdict: Verdict, told: Callable[[], str] | None = None) -> bool:
        """Say the verdict on an action, and what people can do now; True when it is legal."""
        if verdict.legal:
            self.say(told() if told else verdict.message(), verdict=verdict)
            return True
        key, way = self._talk.key, ""
        if verdict.forceable:
            way = tr("  [{rule}] let the table allow it", rule=key("table.rule", "r"))
        if names_no_card(action, asked=bool(verdict.asks)) and self.table.may_lighten():
            light = key("table.light", "F2")
            way += tr("  [{key}] go on in light depth, where cards are not named", key=light)
        now, message = key("table.rules", "w"), verdict.message()
        text = tr("{message}  [{now}] why{way}", message=message, now=now, way=way)
        self._say(Reply(text, bad=True, verdict=verdict, action=action))
        return False

    def settle(self, step: Callable[[], Heard | Verdict | None], well: str = "") -> None:
        """Let the dice take a step; say what came of it, or `well` where there is nothing to add."""
        try:
            outcome = step()
        except CompanionError as error:
            self.say(tr("Could not be done: {error}", error=error), bad=True)
            return
        if outcome is None:
            self.say(tr("There is no such roll."), bad=True)
        elif isinstance(outcome, Verdict):
            self.say(outcome.message() or well, bad=not outcome.legal, verdict=outcome)
        else:
            self._say_heard(outcome)

    def _say_heard(self, heard: Heard) -> None:
        verdict, decision = heard.verdict, heard.decision
        bad = isinstance(decision, Refuse) or (verdict is not None and not verdict.legal)
        # That a reading was heard before is of no interest.
        text = "" if isinstance(decision, Wait) else heard.message()
        if verdict is None and not bad:
            self.remark(text)
        else:
            self.say(text, bad=bad, verdict=verdict)

    def undo(self) -> None:
        """Take the last change back."""
        again = self._talk.key("table.redo", "U")
        self.declare(Undo(None), lambda: tr("{told} · {again} does it again", told=self._last(), again=again))

    def redo(self) -> None:
        """Do again what was undone."""
        self.declare(Redo(None), self._last)

    def _last(self) -> str:
        return self.table.history()[-1].told


class Speaker:
    """Says what happens at one table while its voice is on. Belongs to the screens' own thread."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._steps: list[Change] = []
        self._match = live.table.match
        self._announcer = Announcer().pass_over(moment(live.table))
        self._refused: Verdict | None = None
        self._doubted: Ask | None = None
        self._leave = live.table.subscribe(self._steps.append)

    @property
    def on(self) -> bool:
        """Whether a voice speaks."""
        return self._live.speaking

    def turn(self, *, on: bool) -> str:
        """Switch the voice on, which says where the game stands, or off; return why it cannot be on."""
        problem = self._live.speak(on=on)
        if self.on:
            self._announcer, said = self._announcer.begin(moment(self._live.table))
            self._live.say(said)
        return problem

    def speak(self, refused: Verdict | None, doubted: Ask | None) -> bool:
        """Say everything new since the last time; tell whether a refusal or a doubt is new."""
        self._say_steps()
        news = []
        if refused is not None and refused is not self._refused and not refused.legal:
            news.append(refusal(refused))
        if doubted is not None and doubted is not self._doubted:
            news.append(doubt(doubted))
        self._refused, self._doubted = refused, doubted
        self._live.say(tuple(news))
        return bool(news)

    def _say_steps(self) -> None:
        """Say what was committed since the last time; steps of one declaration come together."""
        steps, self._steps[:] = tuple(self._steps), []
        if not steps:
            return
        table = self._live.table
        before, self._match = self._match, table.match
        if self.on:
            changed = changes(before, table.match)
            self._announcer, said = self._announcer.after(steps, moment(table), changed)
            self._live.say(said)
        else:
            self._announcer = self._announcer.pass_over(moment(table))

    def close(self) -> None:
        """Hear no more."""
        self._leave()
