"""A line of words that costs nothing while it stays the same."""

from typing import Any

from textual.widgets import Static


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
        return self.visual.get_height(rules, max(1, self.content_size.width))
