"""What the whole program remembers of people's taste: colours, motion, sound, pictures, keys."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, Self

from companion.core.texts import later
from companion.system import files
from companion.system.language import SYSTEM, languages

FILE: Final = "settings.json"
"""Name of the file within the home folder."""

FORMAT: Final = 1
MAX_SIZE: Final = 100_000
"""Bytes beyond which a file cannot be one of these."""

LONGEST: Final = 60
"""Letters of an action's or a key's name; the longest of ours have some thirty."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("tableside", "paper", "contrast", "mono"),
    "motion": (later("full"), later("reduced")),
    "voice": (later("off"), later("on")),
    "sounds": (later("off"), later("on")),
    "picture": (later("auto"), later("blocks")),
    "learn": (later("on"), later("off")),
    "clock": (later("off"), later("on")),
    "language": (later("system"), *languages(os.environ)),
}
"""What each setting may be, the default first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the whole program, the same at every table.

    Attributes:
        theme: colours: `tableside` (dark), `paper` (light), `contrast` or `mono` (no colours).
        motion: `reduced` where nothing should glide or blink.
        voice: `on` where turns, requests and results are spoken.
        sounds: `on` where they are marked by short sounds.
        picture: `blocks` where pictures are drawn with half blocks whatever the terminal can do.
        clock: `on` where the table shows how long everybody's turns took.
        learn: `off` where tables are not to remember the dice that they see.
        keys: keys that people changed, by the action's name, such as `table.undo`.
        language: code of the language in which everything is said, or `system`.
        guided: whether the first-run guide was shown.
        venue: address of the venue to which tables publish; empty for none.
    """

    theme: str = "tableside"
    motion: str = "full"
    voice: str = "off"
    sounds: str = "off"
    picture: str = "auto"
    learn: str = "on"
    clock: str = "off"
    keys: Mapping[str, str] = field(default_factory=dict)
    language: str = SYSTEM
    guided: bool = False
    venue: str = ""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file; what is missing, unknown or damaged has its default."""
        said = files.load(path, FORMAT, MAX_SIZE)
        keys = said.get("keys")
        return cls(
            **{name: said[name] if said.get(name) in choices else choices[0] for name, choices in CHOICES.items()},
            keys={
                action: key
                for action, key in (keys.items() if isinstance(keys, dict) else ())
                if isinstance(key, str) and _could_be_key(action) and _could_be_key(key)
            },
            guided=said.get("guided") is True,
            venue=str(said.get("venue") or ""),
        )

    def write(self, path: Path) -> None:
        """Keep them, whole or not at all: a reader finds the old file or the new one.

        Raises:
            OSError: the file cannot be written.
        """
        files.keep(path, FORMAT, asdict(self))


def _could_be_key(name: str) -> bool:
    return 0 < len(name) <= LONGEST and name.isprintable()
