"""From bytes to rolls, for devices that print. A pure state machine: the time is handed in.

Nothing is ever sent to such a device, and nothing it prints has a number: what the line loses is
lost, and nobody can tell. What can be done is done here: a line that is repeated is one roll, of
what changes quickly the last counts, and what no die shows is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.dtp.lines import Framer, Sort
from hardware.dtp.messages import MessageError, from_tray
from hardware.printed.patterns import MAX_LINE
from hardware.printed.profile import FACES, NAMES, Print, Profile

MOST_NAMES: Final = 16  # So many dice one device may tell apart

_QUOTED: Final = 20

MIDST_S: Final = 0.2
"""What comes so soon after the port was opened may be the end of a line: of `12` only the `2`."""

ENOUGH: Final = 3  # So many lines must be understood

MOST_HEARD: Final = 10  # Of so many lines that came last: boards have much to say while they start

LOST_AFTER: Final = 5  # When so many came and nothing is chosen, people are told


# ---- lines


@dataclass(frozen=True, slots=True)
class Lines:
    """What is left of the bytes so far. A line ends with LF, CR or both."""

    rest: bytes = b""  # bytes of the line in hand, at most `MAX_LINE`
    skipping: bool = False  # the line in hand is thrown away to its end
    opened: float | None = None  # when the port was opened, until the first bytes came; then None

    def feed(self, data: bytes, now: float) -> tuple[Lines, tuple[bytes | None, ...]]:
        """Take in bytes.

        Returns:
            What follows, and the lines that were completed, without the empty ones; None for one
            that was too long, or may have begun before the port was opened.
        """
        if not data:
            return self, ()
        held, skipping = self.rest, self.skipping
        midst = self.opened is not None and now - self.opened < MIDST_S
        found: list[bytes | None] = []
        *ended, rest = data.replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            whole = held + part
            if skipping or len(whole) > MAX_LINE or (midst and whole):
                found.append(None)
            elif whole:
                found.append(whole)
            held, skipping, midst = b"", False, False
        held += rest
        if midst or skipping or len(held) > MAX_LINE:
            held, skipping = b"", True
        return Lines(held, skipping), tuple(found)


def text_of(line: bytes) -> str | None:
    """Return a line's text; None when it holds what no text does."""
    try:
        text = line.decode("utf-8").replace("\t", " ").strip()
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() else None


def speaks_dtp(line: bytes) -> bool:
    """Tell whether a line is a frame of DTP/1, its check right and its words a tray's."""
    _, (found, *_) = Framer().feed(line + b"\n")
    try:
        return found.sort is Sort.FRAME and bool(from_tray(found.body))
    except MessageError:
        return False


@dataclass(frozen=True, slots=True)
class PrintedDie:
    """One die: its kind, empty when nobody knows, and the face up."""

    kind: str
    face: str


@dataclass(frozen=True, slots=True)
class Track:
    """What one device, or one of several dice of it, has printed."""

    # as printed last; none while they move, and before anything came
    dice: tuple[PrintedDie, ...] = ()
    since: float = 0.0  # when they were first printed so
    last: float = 0.0  # when they were last printed so
    told: bool = True  # they were handed on as a roll, or are none
    state: str = ""  # the last state that was printed
    met: bool = False  # something was printed before, since the port was opened

    def printed(self, profile: Profile, state: str, dice: tuple[PrintedDie, ...], now: float) -> Track:
        """Take in one line. What was due before has been handed on."""
        if state in profile.moving:
            # Dice that had not stood long enough never came to rest.
            return Track(state=state, met=True)
        if not profile.counts(state):
            return replace(self, state=state)
        track = replace(self, state=state, last=now, met=True)
        if dice == self.dice and now - self.last < profile.pause:
            return track
        thrown = not profile.after or self.state in profile.after or not self.told
        if not thrown or (profile.continuous and not self.met):
            # Put down or turned by hand, or it lay there before anybody looked.
            return replace(track, dice=dice, since=now, told=True)
        return replace(track, dice=dice, since=now, told=False)

    def due(self, profile: Profile, now: float) -> bool:
        """Tell whether the dice have stood long enough to be a roll that was not handed on yet."""
        return not self.told and now - self.since >= profile.debounce


def choose(lines: Sequence[str], profiles: Iterable[Profile]) -> Profile | None:
    """Return the first profile that understands `ENOUGH` of the last lines, or None."""
    recent = lines[-MOST_HEARD:]
    fits = (one for one in profiles if sum(map(one.understands, recent)) >= ENOUGH)
    return next(fits, None)


# ---- what is told, and the reader


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice lie still."""

    dice: tuple[PrintedDie, ...]  # as printed, in that order; a kind may be empty
    at: float  # when they were first printed so, on the caller's clock, in seconds
    name: str = ""  # what the device calls the die; may be empty


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was understood and cannot be true (a 9 on a d6); nothing of it counts."""

    why: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that the profile makes nothing of; empty for what is no text, or is too long."""

    line: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The device's first lines fit this profile."""

    profile: Profile


@dataclass(frozen=True, slots=True)
class NoneFits:
    """These lines came, and no profile understands enough of them."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpeaksDtp:
    """It is no such device: it speaks DTP/1. Nothing it sends is taken for a roll here."""


Event = Rolled | Refused | NotUnderstood | Chosen | NoneFits | SpeaksDtp


@dataclass(frozen=True, slots=True)
class Counts:
    """Lines, for people."""

    good: int = 0  # that were understood
    bad: int = 0  # that were not, or said what no die shows
    again: int = 0  # that repeated what was printed before


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from bytes, or from time passing."""

    reader: Reader
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """One device that prints."""

    profiles: tuple[Profile, ...] = ()  # to choose from, in this order, while `profile` is None
    profile: Profile | None = None  # how it prints
    kind: str = ""  # which dice it reads, as people say; empty for unknown
    lines: Lines = Lines()  # bytes of the line in hand
    # the last lines with their times, while no profile is chosen
    heard: tuple[tuple[str, float], ...] = ()
    tracks: tuple[tuple[str, Track], ...] = ()  # what each die has printed, by name
    counts: Counts = Counts()  # for people
    dtp: bool = False  # it speaks DTP/1

    def opened(self, now: float) -> Reader:
        """Begin on a port that was just opened. What was not handed on before is dropped."""
        heard = () if self.profile is None else self.heard
        return replace(self, lines=Lines(opened=now), tracks=(), heard=heard, dtp=False)

    def assigned(self, kind: str) -> Reader:
        """Take over which dice it reads, as people say."""
        return self if kind == self.kind else replace(self, kind=kind)

    def hear(self, data: bytes, now: float) -> Step:
        """Take in bytes."""
        lines, found = self.lines.feed(data, now)
        step = replace(self, lines=lines).tick(now)
        for line in found:
            following = step.reader.take(line, now)
            step = Step(following.reader, (*step.events, *following.events))
        return step

    def tick(self, now: float) -> Step:
        """Let time pass: dice that have stood long enough are a roll."""
        profile = self.profile
        if profile is None:
            return Step(self)
        due = [(track.since, name) for name, track in self.tracks if track.due(profile, now)]
        if not due:
            return Step(self)
        tracks = dict(self.tracks)
        rolls: list[Event] = []
        for since, name in sorted(due):
            rolls.append(Rolled(tracks[name].dice, since, name))
            tracks[name] = replace(tracks[name], told=True)
        return Step(replace(self, tracks=tuple(tracks.items())), tuple(rolls))

    def take(self, line: bytes | None, now: float) -> Step:
        """Take in one whole line; None for one that was too long."""
        if line is not None and (self.dtp or speaks_dtp(line)):
            return Step(replace(self, dtp=True, tracks=()), () if self.dtp else (SpeaksDtp(),))
        text = None if line is None else text_of(line)
        if self.dtp or text == "":
            return Step(self)
        if text is None:
            return Step(self._counted(bad=1), (NotUnderstood(""),))
        if self.profile is None:
            return self._choose(text, now)
        return self.read(self.profile, text, now)

    def _choose(self, text: str, now: float) -> Step:
        heard = (*self.heard, (text, now))[-MOST_HEARD:]
        lines = [line for line, _ in heard]
        profile = choose(lines, self.profiles)
        if profile is None:
            told = (NoneFits(tuple(lines)),) if len(lines) >= LOST_AFTER else ()
            return Step(replace(self, heard=heard), told)
        # What was thrown while nobody knew how it prints is not counted, only what lies there last.
        step = Step(replace(self, profile=profile, heard=()))
        for line, at in heard:
            step = step.reader.tick(at).reader.read(profile, line, at)
        return Step(step.reader, (Chosen(profile), *step.events))

    def read(self, profile: Profile, text: str, now: float) -> Step:
        """Take in the text of a line, printed as `profile` says."""
        found = profile.read(text)
        if found is None:
            return Step(self._counted(bad=1), (NotUnderstood(text),))
        # Of a state that is no roll nobody takes what it shows.
        dice = self._dice(profile, found) if profile.counts(found.state) else ()
        if isinstance(dice, Refused):
            return Step(self._counted(bad=1), (dice,))
        tracks = dict(self.tracks)
        if found.name not in tracks and len(tracks) == MOST_NAMES:
            name = repr(found.name[:_QUOTED])
            why = f"{name} is one die too many: at most {MOST_NAMES} are told apart"
            return Step(self._counted(bad=1), (Refused(why),))
        old = tracks.get(found.name, Track())
        new = tracks[found.name] = old.printed(profile, found.state, dice, now)
        again = bool(dice) and new.since == old.since and new.dice == old.dice and old.met
        reader = replace(self._counted(good=1, again=int(again)), tracks=tuple(tracks.items()))
        return reader.tick(now)

    def _dice(self, profile: Profile, found: Print) -> tuple[PrintedDie, ...] | Refused:
        dice: list[PrintedDie] = []
        for printed, word in found.dice:
            kind = printed or self.kind or profile.kind
            if kind and kind not in FACES:
                known = ", ".join(NAMES)
                return Refused(f"there is no die called {kind[:_QUOTED]!r}; known: {known}")
            face = profile.face(kind, word)
            if face is None:
                return Refused(_no_such_face(profile, kind, word))
            dice.append(PrintedDie(kind, face))
        return tuple(dice)

    def _counted(self, good: int = 0, bad: int = 0, again: int = 0) -> Reader:
        old = self.counts
        counts = Counts(old.good + good, old.bad + bad, old.again + again)
        return replace(self, counts=counts)


def _no_such_face(profile: Profile, kind: str, word: str) -> str:
    word = word[:_QUOTED]
    if not kind:
        return f"{word!r} is no face of any die"
    if kind in profile.faces:
        words = " ".join(profile.faces[kind])
        return f"{word!r} is no {kind} as {profile.name} prints it; it prints {words}"
    return f"a {kind} has no face {word!r}; it has {' '.join(FACES[kind])}"
