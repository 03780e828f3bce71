"""The rules in our own words: type an id or a word, read the rule, its standing and its switch."""

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static

from companion.core.rulebook import Rule, Rulebook, rule_lines
from companion.core.texts import later, tr
from companion.tui.asking import choices
from companion.tui.asking.dialogs import Dialog, hidden, up_and_down

LONGEST_LABEL: Final = 160
LONGEST_SEARCH: Final = 200
KEYS: Final = later("arrows choose · PgUp PgDn scroll · Esc back")


class RulesScreen(Dialog[str | None]):
    """Searches a rulebook; answers with the house rule that people want to change, or None."""

    frame = "sheet"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", later("Back"), id="rules.back"),
        *up_and_down("rules"),
        hidden("pageup", "scroll(-1)", later("Scroll up"), "rules.scroll-up"),
        hidden("pagedown", "scroll(1)", later("Scroll down"), "rules.scroll-down"),
    ]

    def __init__(
        self,
        rulebook: Rulebook,
        first: tuple[str, ...] = (),
        switches: Mapping[str, str] | None = None,
        answers: str = "",
    ) -> None:
        """Show rules.

        Args:
            rulebook: all of them.
            first: shown first, in this order; all others below.
            switches: the house rules in force by name, where they can be changed.
            answers: what would make legal what was refused, a line each.
        """
        super().__init__()
        self.question, self.notes = tr("Rules"), answers
        self.switches = switches or {}
        asked = [rulebook[rule] for rule in dict.fromkeys(first) if rule in rulebook]
        rest = [rule for rule in rulebook.rules.values() if rule not in asked]
        self.rules: tuple[Rule, ...] = (*asked, *rest)
        self._shown: tuple[int, ...] = ()

    def compose_below(self) -> ComposeResult:
        """Lay out search, list and text."""
        # The game's own rules stand behind those that all games share.
        example = self.rules[-1].id if self.rules else "X-1"
        placeholder = tr("type a rule's id or any word: {example}", example=example)
        yield Input(placeholder=placeholder, id="search", max_length=LONGEST_SEARCH)
        yield OptionList(id="answers", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static("", id="text", markup=False)
        yield Static(tr(KEYS), id="typed", markup=False)

    def on_mount(self) -> None:
        """List all rules."""
        self._fill("")
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits the search."""
        self._fill(event.value)

    def _fill(self, typed: str) -> None:
        full = tuple(f"{rule.id} {rule.text} {rule.switch or ''}" for rule in self.rules)
        self._shown = choices.matching(full, typed)
        found = (self.rules[at] for at in self._shown)
        answers = self.query_one(OptionList)
        answers.clear_options().add_options(f"{rule.id}  {rule.text}"[:LONGEST_LABEL] for rule in found)
        answers.highlighted = 0 if self._shown else None
        if not self._shown:
            self.query_one("#text", Static).update(tr("No rule contains these words."))
            self.query_one("#typed", Static).update(tr(KEYS))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the highlighted rule."""
        rule = self.rules[self._shown[event.option_index]]
        now = self.switches.get(rule.switch or "")
        told = [rule.id, "", *rule_lines(rule)]
        if now:
            told.append(tr("At this table: {now}", now=now))
        self.query_one("#text", Static).update("\n".join(told))
        change = tr("Enter changes {switch} · ", switch=rule.switch) if now else ""
        self.query_one("#typed", Static).update(f"{change}{tr(KEYS)}")
        self.query_one("#page").scroll_home(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go from the rule to its house rule."""
        event.stop()
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self._shown):
            name = self.rules[self._shown[at]].switch
            if name in self.switches:
                self.dismiss(name)

    def action_scroll(self, step: int) -> None:
        """Scroll the rule's text."""
        page = self.query_one("#page")
        page.scroll_relative(y=step * max(1, page.size.height - 1), animate=False)
