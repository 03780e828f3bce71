"""Words behind a digit, a key or a bullet."""

import re
from typing import Any, Final

from textual.content import Content

_HEAD: Final = re.compile(r"( *(?:\S  +)?(?:\d+ +)?)")


class Hanging(Content):
    """Lines whose further rows begin under their text, not under what stands before it."""

    def _wrap_and_format(self, width: int, *given: Any, **more: Any) -> list[Any]:  # Textual has no other place
        rows: list[Any] = []
        for line in self.split(allow_blank=True):
            head, text = line.divide([len(_HEAD.findall(line.plain)[0])])
            for row in text._wrap_and_format(max(1, width - len(head)), *given, **more):  # noqa: SLF001 - as above
                row.content = head + row.content
                head = Content.blank(len(head))
                rows.append(row)
        return rows

    @property
    def without_spans(self) -> Content:
        """Be measured as it is drawn."""
        return self
