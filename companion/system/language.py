"""The language in which everything is said: the system's, that of the settings, or the one asked for."""

import gettext
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from companion.core import texts

DOMAIN: Final = "tableside"
LOCALE: Final = Path(__file__).parents[1] / "locale"
"""Where translations are: `<language>/LC_MESSAGES/tableside.po`, beside the list of all texts."""

FOLDER: Final = "TABLESIDE_LOCALE"
"""Environment variable: another such folder, for whoever is translating."""

LANGUAGES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that say which languages are wanted, as gettext reads them."""

ENGLISH: Final = frozenset({"en", "C", "POSIX"})
SYSTEM: Final = "system"
"""What stands in the settings for the language of the system."""

_ENTRY: Final = re.compile(r'^msgid "(.*)"\n(?:msgid_plural ".*"\n)?((?:msgstr.*(?:\n|\Z))+)', re.MULTILINE)
_SAID: Final = re.compile(r'^msgstr[^"]*"(.*)"', re.MULTILINE)
_DOUBTFUL: Final = re.compile(r'^#,.*\bfuzzy\b.*\n(?:#.*\n)*(?=msgid "[^"])', re.MULTILINE)
_APART: Final = re.compile(r"\s*; ")
_GAP: Final = re.compile(r"\\\{\d\\\}")
_ESCAPED: Final = re.compile(r"\\(.)")


class Spoken(gettext.NullTranslations):
    """A language as a .po file has it: read as it stands, in a hundredth of a second.

    Raises:
        ValueError: the file is damaged: it names no language, or a plural that nobody can count.
    """

    def __init__(self, po: str) -> None:
        super().__init__()
        self._forms: list[tuple[re.Pattern[str], str]] = []
        self._said: dict[str, list[str]] = {}
        for english, said in _ENTRY.findall(_DOUBTFUL.sub("#", po.replace('"\n"', ""))):
            forms = [_plain(one) for one in _SAID.findall(said)]
            if all(forms):
                self._said[_plain(english)] = forms
        head = (line.partition(":") for line in self._said.pop("", [""])[0].splitlines())
        self._head = {name.lower(): value.strip() for name, _, value in head}
        plural = self._head.get("plural-forms", "").partition("plural=")[2].rstrip(";")
        self._form = gettext.c2py(plural)

    def info(self) -> dict[str, str]:
        """Return what the head of the file says, such as its `language`."""
        return self._head

    def gettext(self, message: str) -> str:
        """Return the text for one in English, which stands for itself where it has none."""
        said = self._said.get(message)
        return said[0] if said else message

    def begun(self, start: str) -> set[str]:
        """Return how the English words that begin so are said; a word is a text without blanks."""
        return {
            said[0]
            for english, said in self._said.items()
            if english.casefold().startswith(start) and " " not in english
        }

    def retold(self, english: str) -> str:
        """Return how sentences are said whose gaps are filled already; what is not known stays as it is."""
        if not self._forms:
            texts = sorted((one for one in self._said if "{0}" in one), key=len, reverse=True)
            self._forms = [(re.compile(_GAP.sub("(.+?)", re.escape(one))), self._said[one][0]) for one in texts]
        return self.gettext("; ").join(map(self._retold, _APART.split(english)))

    def _retold(self, english: str) -> str:
        if english in self._said:
            return self._said[english][0]
        for form, said in self._forms:
            if found := form.fullmatch(english):
                return said.format(*(", ".join(map(self._retold, one.split(", "))) for one in found.groups()))
        head, colon, rest = english.partition(": ")
        said = self._retold(rest) if colon else rest
        return english if said == rest else self.gettext("{what}: {text}").format(what=head, text=said)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the text for one or for several in English."""
        said = self._said.get(msgid1)
        return said[min(self._form(n), len(said) - 1)] if said else msgid1 if n == 1 else msgid2


def _plain(text: str) -> str:
    signs = {"n": "\n", "t": "\t"}
    return _ESCAPED.sub(lambda found: signs.get(found[1], found[1]), text) if "\\" in text else text


def languages(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes of the languages that there are, English first."""
    found = _folder(environ).glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return ("en", *sorted(one.parents[1].name for one in found))


def choose_language(environ: Mapping[str, str], wanted: str = "") -> None:
    """Choose a language by its code, else the first of the system's that there is; English else.

    A translation that is damaged counts as none: the words of a game are no reason not to play.
    """
    system = next((environ[name] for name in LANGUAGES if environ.get(name)), "")
    if codes := system if wanted in {"", SYSTEM} else wanted:
        texts.choose(_found(_folder(environ), codes.split(":")))


def _folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get(FOLDER) or LOCALE)


def _found(folder: Path, wanted: Iterable[str]) -> Spoken | None:
    for one in wanted:
        code = re.split(r"[.@]", one)[0].replace("-", "_")
        for name in dict.fromkeys((code, code.partition("_")[0])):
            if name in ENGLISH or not name.isidentifier():
                return None
            try:
                return Spoken((folder / name / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8"))
            except (OSError, ValueError):
                continue
    return None
