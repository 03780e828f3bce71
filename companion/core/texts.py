"""Every text that people read goes through here, so that it can be said in another language.

A text is written in English where it is used, with named gaps: `tr("{name} rolls.", name=name)`.
The same English is the key under which gettext's catalogues keep a translation; all of them stand
together in `companion/locale/tableside.pot`, which `make texts` writes from the code.

The language may change at any moment. So a text is said when it is shown: what is fixed as soon as
its module is imported (names of keys, help of commands) is marked with `later`. Rules stay pure all
the same: no text is ever read back, and records hold actions, never texts.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from gettext import NullTranslations

_chosen = NullTranslations()  # English: every text as it is written


def choose(translation: NullTranslations | None) -> None:
    """Say every text in a language from now on; None for English."""
    global _chosen  # noqa: PLW0603 - one program speaks one language
    _chosen = translation or NullTranslations()


def language() -> str:
    """Return the code of the chosen language: `en`, `de`, `pt-BR`."""
    return _chosen.info().get("language", "").replace("_", "-") or "en"


def begun(start: str) -> set[str]:
    """Return how English words that begin so are said in the chosen language; none in English."""
    said: Callable[[str], set[str]] = getattr(_chosen, "begun", lambda _: set())
    return said(start)


def retold(text: object) -> str:
    """Say in the chosen language what the packages below the program say in English: `what; what helps`."""
    said: Callable[[str], str] = getattr(_chosen, "retold", str)
    return said(str(text))


def tr(text: str, /, **values: object) -> str:
    """Return a text in the chosen language.

    Args:
        text: in English, with gaps for `str.format` where there are values.
        values: what stands in the gaps. Without any, braces in the text stand for themselves.
    """
    said = text and _chosen.gettext(text)  # the empty text is a catalogue's own head
    return _filled(said, text, values) if values else said


def trn(one: str, several: str, count: int, /, **values: object) -> str:
    """Return a text whose form hangs on a number; `{count}` is the number.

    Args:
        one: in English, for 1.
        several: in English, for any other number.
        count: the number.
        values: what stands in the other gaps.
    """
    said = _chosen.ngettext(one, several, count)
    return _filled(said, one if count == 1 else several, {"count": count, **values})


def sentence(text: str) -> str:
    """End a text with a full stop, unless it ends with a sign already."""
    return text if text[-1:] in {"", *".!?"} else f"{text}."


def listed(words: Sequence[str]) -> str:
    """Return words as they are listed in a sentence: `Ann, Ben and Cem`; empty for none."""
    *before, last = words or ("",)
    return tr(" and ").join((", ".join(before), last)) if before else last


def of(what: str, text: str) -> str:
    """Say something of somebody or something: `Ann: no re-roll`."""
    return tr("{what}: {text}", what=what, text=text)


def later(text: str) -> str:
    """Mark a text that is said with `tr` where it is used: a value of an enum, say."""
    return text


def number(value: float, spec: str) -> str:
    """Write a number as the chosen language does: `99,8 %`."""
    return format(_Number(value), spec)


class _Number:
    """A number as the chosen language writes it: `1.000,5`."""

    def __init__(self, number: float) -> None:
        self.number = number

    def __repr__(self) -> str:
        return repr(self.number)

    def __format__(self, spec: str) -> str:
        example = tr("1,000.5%")
        signs = {ord(","): example[1:2], ord("."): example[5:6], ord("%"): example[7:]}
        return format(self.number, spec).translate(signs)


def _said(value: object) -> object:
    if isinstance(value, Wording):
        return value.said
    if isinstance(value, Exception):
        return retold(value)
    return _Number(value) if isinstance(value, int | float) else value


def _filled(said: str, english: str, values: dict[str, object]) -> str:
    """Fill the gaps; a translation whose gaps are wrong must not stop a game."""
    told = {name: _said(one) for name, one in values.items()}
    try:
        return said.format_map(told)
    except (LookupError, ValueError, AttributeError):
        return english.format_map(told)


class Wording(StrEnum):
    """Values that are texts for people; each is marked with `later`, and said in every gap."""

    @property
    def said(self) -> str:
        """The value in the chosen language."""
        return tr(self.value)


def stage_text(stage: Wording) -> str:
    """Say in a refusal what a table is busy with: `now: Fight: draw`."""
    return tr("now: {stage}", stage=stage.said)
