"""The system's own voice: finds one, speaks short sentences one after another, and never waits.

A system that has Speech Dispatcher speaks with the voice that people chose for everything. Only
what is new is worth hearing: sentences that wait too long are dropped, the oldest first.
"""

import contextlib
import shutil
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass, replace
from typing import Final

MOST_WAITING: Final = 3  # Sentences that wait to be said; older ones are dropped

LONGEST: Final = 300  # Letters of a sentence; what is longer is cut

PATIENCE_S: Final = 20.0  # A voice that takes longer than this for one sentence is stopped

_SAPI: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "$v = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$v.Speak([Console]::In.ReadToEnd())"
)


@dataclass(frozen=True, slots=True)
class VoiceProgram:
    """A program that says, in UTF-8, what it reads on its standard input or is given last.

    What is given last stands behind `--`, so that no name can be taken for an option.
    """

    name: str
    command: tuple[str, ...]
    reads: bool = True
    stop: tuple[str, ...] = ()  # stops the sentence, where another process says it
    instead: "VoiceProgram | None" = None  # speaks where this one fails


_KNOWN: Final = {
    "linux": (
        VoiceProgram(
            "Speech Dispatcher", ("spd-say", "-w", "-l", "{language}", "--"), reads=False, stop=("spd-say", "-S")
        ),
        VoiceProgram("espeak-ng", ("espeak-ng", "-v", "{language}", "--stdin")),
        VoiceProgram("espeak", ("espeak", "-v", "{language}", "--stdin")),
    ),
    "darwin": (VoiceProgram("say", ("say", "-f", "-")),),
    "win32": (VoiceProgram("SAPI", ("powershell", "-NoProfile", "-NonInteractive", "-Command", _SAPI)),),
}


def find_voice(platform: str = sys.platform, language: str = "en") -> VoiceProgram | None:
    """Return the first voice that this system has, for a language where it can be told; or None."""
    found = None
    for one in reversed(_KNOWN.get(platform, ())):
        if shutil.which(one.command[0]):
            told = (language if word == "{language}" else word for word in one.command)
            found = replace(one, command=tuple(told), instead=found)
    return found


class SystemVoice:
    """Speaks through a program, from a thread of its own.

    Attributes:
        problem: why it fell silent, in one line; empty while it speaks.
    """

    def __init__(self, program: VoiceProgram) -> None:
        self._program = program
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._change = threading.Condition()
        self._closed = False
        self._speaking: subprocess.Popen[bytes] | None = None
        self.problem = ""
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Say a sentence once those before it are said."""
        clean = " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST]
        with self._change:
            if clean and not self._closed and not self.problem:
                self._waiting.append(clean)
                self._change.notify()

    def hush(self) -> None:
        """Stop speaking, and forget what waits."""
        with self._change:
            self._waiting.clear()
            speaking, self._speaking = self._speaking, None
        if speaking is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                if self._program.stop:
                    subprocess.run(self._program.stop, stderr=subprocess.DEVNULL, timeout=1.0, check=False)  # noqa: S603 - fixed
            with contextlib.suppress(OSError):
                speaking.kill()

    def close(self) -> None:
        """Stop for good; twice is harmless."""
        with self._change:
            self._closed = True
            self._change.notify()
        self.hush()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                text = self._waiting.popleft()
            self._speak(text)

    def _speak(self, text: str) -> None:
        try:
            status = self._status_of(text)
            why = str(status) if status else ""  # as the program ended
        except OSError as error:
            why = error.strerror or str(error)
        if why and (instead := self._program.instead):
            self._program = instead
            self._speak(text)
        elif why:
            # It was there when the program began; the game goes on without it.
            self.problem = f"{self._program.name} cannot speak: {why}"

    def _status_of(self, text: str) -> int:
        """Speak; return how the program ended, 0 when it was stopped. Raises `OSError`."""
        command, given = self._program.command, text.encode()
        if not self._program.reads:
            command, given = (*command, text), b""
        with subprocess.Popen(  # noqa: S603 - a fixed command; the text is no option
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as speaking:
            with self._change:
                self._speaking = speaking
            with contextlib.suppress(subprocess.TimeoutExpired):
                speaking.communicate(given, timeout=PATIENCE_S)
            with self._change:
                stopped, self._speaking = speaking is not self._speaking, None
            if speaking.poll() is None:
                speaking.kill()
                return 0
        return 0 if stopped else speaking.returncode
