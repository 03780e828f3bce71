"""A line of words that costs nothing while it stays the same, and words behind a digit or a bullet."""

import re
from typing import Any, Final

from textual.content import Content
from textual.widgets import Static

_HEAD: Final = re.compile(r"( *(?:\S  +)?(?:\d+ +)?)")


class Hanging(Content):
    """Lines whose further rows begin under their text, not under what stands before it."""

    def _wrap_and_format(self, width: int, *given: Any, **more: Any) -> list[Any]:  # Textual has no other place
        rows: list[Any] = []
        for line in self.split(allow_blank=True):
            head, text = line.divide([len(_HEAD.findall(line.plain)[0])])
            for row in text._wrap_and_format(max(1, width - len(head)), *given, **more):  # noqa: SLF001 - as above
                row.content, head = head + row.content, Content.blank(len(head))
                rows.append(row)
        return rows

    without_spans = property(lambda self: self)  # by which Textual measures it


class Said(Static):
    """Says something; the screen is laid out anew only where that takes more or fewer rows."""

    _said = ""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__("", id=id, markup=False)

    def say(self, text: str) -> None:
        """Say something else."""
        if text == self._said:
            return
        self._said = text
        before = self._rows()
        self.update(text, layout=False)
        if self.styles.auto_dimensions and (self.styles.is_auto_width or self._rows() != before):
            self.refresh(layout=True)

    def _rows(self) -> int:
        rules: Any = self.styles
        least = rules.min_height.value if rules.min_height else 0
        return max(self.visual.get_height(rules, max(1, self.content_size.width)), int(least))
