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


_KNOWN: Final = {
    "linux": (
        VoiceProgram("Speech Dispatcher", ("spd-say", "-w", "-l", "{language}", "--"), reads=False),
        VoiceProgram("espeak-ng", ("espeak-ng", "-v", "{language}", "--stdin")),
        VoiceProgram("espeak", ("espeak", "-v", "{language}", "--stdin")),
    ),
    "darwin": (VoiceProgram("say", ("say", "-f", "-")),),
    "win32": (VoiceProgram("SAPI", ("powershell", "-NoProfile", "-NonInteractive", "-Command", _SAPI)),),
}


def find_voice(platform: str = sys.platform, language: str = "en") -> VoiceProgram | None:
    """Return the first voice that this system has, for a language where it can be told; or None."""
    for one in _KNOWN.get(platform, ()):
        if shutil.which(one.command[0]):
            told = (language if word == "{language}" else word for word in one.command)
            return replace(one, command=tuple(told))
    return None


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
            speaking = self._speaking
        if speaking is not None:
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
        command, given = self._program.command, text.encode()
        if not self._program.reads:
            command, given = (*command, text), b""
        try:
            with subprocess.Popen(  # noqa: S603 - a fixed command; the text is no option
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ) as speaking:
                with self._change:
                    self._speaking = speaking
                try:
                    speaking.communicate(given, timeout=PATIENCE_S)
                except subprocess.TimeoutExpired:
                    speaking.kill()
        except OSError as error:
            # It was there when the program began; the game goes on without it.
            self.problem = f"{self._program.name} cannot speak: {error.strerror or error}"
        finally:
            with self._change:
                self._speaking = None
