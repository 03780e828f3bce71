"""Teaching before a camera: faces shown one after another, or throws whose groups are named."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from companion.commands.output import print_error
from companion.core.errors import UsageError
from companion.core.texts import retold, tr
from companion.record.file import read_text
from hardware.frames import EndOfFrames, Frame, FrameFault, FrameSource

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from calibration.arrays import Picture
    from vision.taught.alike import Group
    from vision.taught.eye import Eye
    from vision.taught.recognise import Looks
    from vision.taught.sets import Example, TaughtSet

Plan = tuple[tuple[str, tuple[str, ...]], ...]  # Kinds with the faces to show of each

_WAIT_S: Final = 0.2
_PATIENCE_S: Final = 60.0
"""So long without a new view, in the pictures' own time, and the next face is asked for."""
_MOST_ANSWERS: Final = 1_000_000
_SUGGESTED: Final = 0.6
_PICTURE_SIDE: Final = 28


class Talk:
    """A conversation: lines on the screen, answers from the keyboard, a pipe or a file.

    Args:
        answers: a file with one answer a line; None for standard input.
        aside: print on stderr, because stdout carries JSON.

    Raises:
        FileProblemError: the file cannot be read.
    """

    def __init__(self, answers: str | None = None, *, aside: bool = False) -> None:
        self._stream = sys.stderr if aside else sys.stdout
        self._lines: Iterator[str] = iter(sys.stdin)
        self.heard: SimpleQueue[str] = SimpleQueue()
        """What was typed while something else went on; see `listen`."""
        self._over = False
        if answers is not None:
            self._lines = iter(read_text(Path(answers), _MOST_ANSWERS).splitlines())

    @property
    def shows_pictures(self) -> bool:
        """Whether the lines go to a terminal."""
        return self._stream.isatty()

    def say(self, line: str) -> None:
        """Print one line."""
        print(line, file=self._stream, flush=True)

    def ask(self, question: str) -> str | None:
        """Ask; None when the answers have ended, or somebody pressed Ctrl-C."""
        self.say(question)
        try:
            answer = next(self._lines, None)
        except KeyboardInterrupt:
            return None
        return None if answer is None else answer.strip()

    def ring(self) -> None:
        """Ring the terminal's bell: people look at the table."""
        if self._stream.isatty():
            print("\a", end="", file=self._stream, flush=True)

    def listen(self) -> None:
        """Hear from now on what is typed on standard input while something else goes on."""

        def hear() -> None:
            for line in _typed(sys.stdin):
                self.heard.put(line.strip())
            self._over = True

        Thread(target=hear, name="typed", daemon=True).start()

    def wait(self) -> str | None:
        """Return the next line that `listen` hears; None when there will be none, or at Ctrl-C."""
        with suppress(KeyboardInterrupt):
            while not (self._over and self.heard.empty()):
                with suppress(Empty):
                    return self.heard.get(timeout=_WAIT_S)
        return None


def _typed(stream: IO[str]) -> Iterable[str]:
    """Return the lines of a stream; one that waits for them hinders nobody who ends the program."""
    try:
        number = stream.fileno()
    except OSError:  # no file, but text in memory
        return stream
    return open(number, encoding="utf-8", errors="replace", closefd=False)


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Taker(Protocol[T_co]):
    """Takes views from pictures: of a die, or of a card."""

    problem: str

    def feed(self, image: Picture, at: float) -> T_co | None:
        """Look at a picture taken at so many seconds; a view, when something new lies still."""

    def forget(self) -> None:
        """Begin anew: what lies there counts as new."""


@dataclass(slots=True)
class Stage(Generic[T]):
    """What teaching before a camera works with."""

    frames: FrameSource  # the pictures
    taker: Taker[T]  # takes views from them
    talk: Talk  # speaks with people
    ended: bool = False  # the pictures have come to their end, or people ended it
    began: float = 0.0  # when the first picture was taken, seconds
    at: float = 0.0  # and the last one

    def gather(self, count: int, what: str) -> list[T]:
        """Take views until there are `count`, something is typed, nothing new comes for long, or it ends."""
        found: list[T] = []
        reported, since = "", None
        with suppress(KeyboardInterrupt):
            while len(found) < count and self.talk.heard.empty():
                match self.frames.next_frame(_WAIT_S):
                    case FrameFault() as fault:
                        print_error(fault)
                    case EndOfFrames(problem=problem):
                        if problem:
                            print_error(f"{self.frames.name}: {problem}")
                        break
                    case Frame(image=image, taken_at=at):
                        self.began, self.at = self.began if self.at else at, at
                        since = at if since is None else since
                        example = self.taker.feed(image, at)
                        if example is not None:
                            found.append(example)
                            since = at
                            text = tr("{what}: {found} of {count}", what=what, found=len(found),
                                      count=count)  # fmt: skip
                            self.talk.say(text)
                        elif at - since > _PATIENCE_S:
                            return found
                        if self.taker.problem and self.taker.problem != reported:
                            reported = self.taker.problem
                            self.talk.say(f"  {retold(reported)}")
                    case None:
                        continue
            else:  # all views are there
                return found
        self.ended = True
        return found


def teach_faces(taught: TaughtSet, plan: Plan, views: int, stage: Stage[Example]) -> tuple[TaughtSet, bool]:
    """Ask for one face after another and take views of each while the die is turned.

    Returns:
        The set, and whether every face asked for has all its views.
    """
    whole = True
    for kind, face in ((kind, face) for kind, faces in plan for face in faces):
        answer = stage.talk.ask(tr("{kind} {face}: lay it before the camera and press Enter; turn it"
                                   " after each view (s leaves it out, q ends)",
                                   kind=kind, face=face))  # fmt: skip
        if answer is None or answer.lower() in {"q", "quit"}:
            return taught, False
        if answer.lower() == "s":
            whole = False
            continue
        stage.taker.forget()
        found = stage.gather(views, f"{kind} {face}")
        for example in found:
            taught = taught.with_example(kind, face, example)
        if len(found) < views:
            whole = False
            stage.talk.say(tr("{what}: only {found} of {views} views", what=f"{kind} {face}",
                              found=len(found), views=views))  # fmt: skip
        if stage.ended:
            break
    return taught, whole


def teach_throws(
    taught: TaughtSet, kinds: tuple[str, ...], count: int, stage: Stage[Example], eye: Eye
) -> tuple[TaughtSet, bool]:
    """Watch a die being thrown, group what it showed, and ask for each group's name.

    Returns:
        The set, and whether every throw was seen and every group named.
    """
    whose = f" {kinds[0]}" if len(kinds) == 1 else ""
    stage.talk.say(tr("Throw the die{whose} {count} times, alone; Ctrl-C ends it", whose=whose, count=count))
    examples = stage.gather(count, "throw")
    if not examples:
        text = tr("no throw was seen; is the die in the picture, and does it come to rest?")
        raise UsageError(text)
    taught, named = name_groups(taught, examples, kinds, eye, stage.talk, tr("throws"))
    return taught, named and len(examples) == count


def name_groups(
    taught: TaughtSet, dice: list[Example], kinds: tuple[str, ...], eye: Eye, talk: Talk, what: str
) -> tuple[TaughtSet, bool]:
    """Group dice by what they show, and ask for each group's name; `what` they are: throws, dice.

    Returns:
        The set, and whether every group was named.
    """
    from vision.taught.alike import group_throws
    from vision.taught.bank import look_at_examples

    looks = look_at_examples(dice, eye.embedder)
    groups, whole = group_throws(looks), True
    talk.say(tr("{count} {what}, {groups} different faces",
                count=len(dice), what=what, groups=len(groups)))  # fmt: skip
    for number, group in enumerate(groups, 1):
        show_example(dice[group.middle], talk)
        members = [dice[place] for place in group.members]
        question = _question(number, group, looks, kinds, what)
        taught, answered = _take_group(taught, members, question, kinds, talk)
        whole = whole and answered
    return taught, whole


def _take_group(
    taught: TaughtSet, members: list[Example], question: str, kinds: tuple[str, ...], talk: Talk
) -> tuple[TaughtSet, bool]:
    """Ask until a group's name can be used; return the set with it, and whether it was named."""
    from vision.errors import VisionError

    while (answer := talk.ask(question)) is not None:
        try:
            named = _named(answer, kinds)
            if named is not None:
                taught = taught.with_example(*named, *members)
        except (UsageError, VisionError) as error:
            talk.say(f"  {retold(error)}")
        else:
            return taught, bool(answer)
    return taught, False


def _question(number: int, group: Group, looks: Looks, kinds: tuple[str, ...], what: str) -> str:
    members = ", ".join(str(place + 1) for place in group.members)
    name = "face" if len(kinds) == 1 else "kind/face"
    return tr("Group {number}, {what} {members}{hint}: which {name}? (Enter leaves it out)",
              number=number, what=what, members=members, hint=_suggested(group, looks),
              name=name)  # fmt: skip


def _suggested(group: Group, looks: Looks) -> str:
    """What the reading network makes of a group, when it is rather sure."""
    from models.labels import LABELS

    mean = looks.faces[list(group.members)].mean(axis=0)
    best = int(mean.argmax())
    if best >= len(LABELS) or mean[best] < _SUGGESTED:
        return ""
    return tr(", perhaps {face}", face=LABELS[best].face)


def _named(answer: str, kinds: tuple[str, ...]) -> tuple[str, str] | None:
    """Read `S` or `cat/S`; None for an empty answer. Raises `UsageError` without a kind."""
    if not answer:
        return None
    kind, sign, face = answer.rpartition("/")
    if not sign:
        if len(kinds) != 1:
            text = tr("{answer}: which kind? Write KIND/FACE, such as cat/S", answer=answer)
            raise UsageError(text)
        kind = kinds[0]
    return kind.strip(), face.strip().upper()


def show_example(example: Example, talk: Talk) -> None:
    """Draw the die in the terminal; nothing where nobody looks."""
    frame, half = example.frame, int(example.frame.half)
    top, left = max(0, int(frame.y) - half), max(0, int(frame.x) - half)
    picture = example.picture()
    show_picture(picture[top : int(frame.y) + half + 1, left : int(frame.x) + half + 1], talk)


def show_picture(part: Picture, talk: Talk) -> None:
    """Draw a picture in the terminal, two pixels a cell; nothing where nobody looks."""
    if not talk.shows_pictures:
        return
    import cv2

    small: NDArray[np.uint8] = cv2.resize(  # type: ignore[assignment]  # of bytes it makes bytes
        part, (_PICTURE_SIDE, _PICTURE_SIDE), interpolation=cv2.INTER_AREA
    )
    for upper, lower in zip(small[::2].tolist(), small[1::2].tolist(), strict=True):
        cells = (
            f"\x1b[38;2;{above[2]};{above[1]};{above[0]}m\x1b[48;2;{below[2]};{below[1]};{below[0]}m▀"
            for above, below in zip(upper, lower, strict=True)
        )
        talk.say("".join(cells) + "\x1b[0m")
