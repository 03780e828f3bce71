"""The command line: finds the command, runs it, turns errors into one line and an exit status."""

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Protocol, cast

from companion import __version__
from companion.commands.output import FAILED, FINE, INTERRUPTED, print_error, settle_streams
from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.system.home import home_folder, prepare_home
from companion.system.language import choose_language, languages
from companion.tui.settings import FILE as SETTINGS
from companion.tui.settings import Settings

OURS = ("companion", "vision", "hardware", "calibration", "models")
DEFAULT_COMMAND = "app"
COMPLETION = "--print-completion"

# How seldom Python collects garbage. With its own thresholds it looks through all objects every few
# seconds of play, which delays a key pressed just then by a twentieth of a second. What screens leave
# behind lives longer than a first look, so the second and third come soon: memory stays flat, and none
# of them takes long, as the soak's area `screens` measures.
GARBAGE = (20_000, 5, 4)

# name -> what it does. A command lives in companion.commands.<name> and is imported only when
# it is the one asked for: `tableside check` must not wait for OpenCV.
COMMANDS: dict[str, str] = {
    "app": later("open the app (the default)"),
    "demo": later("watch a whole game play itself through the camera pipeline"),
    "play": later("go straight to a table"),
    "read": later("read the dice in pictures"),
    "watch": later("print rolls as they settle: camera, video file, stream, dice tray, Bluetooth dice"),
    "teach": later("teach dice of your own: show them, throw them, or take pictures"),
    "check": later("check records against the rules"),
    "rule": later("what a rule says, how firmly, what changes it; or the list of a game's rules"),
    "score": later("score sheet and standing of a record"),
    "sessions": later("list, show, share, resume or delete tables; who won how often"),
    "serve": later("show the table in browsers: this machine, or the local network with a code"),
    "venue": later("show all tables of a club evening in browsers, and keep their results"),
    "calibrate": later("look at the printed mat through the camera: where dice count, light, tilt, colour"),
    "tray": later("dice trays and Bluetooth dice: find, name, assign, count; or simulate a tray"),
    "cards": later("card lists: which there are, whether a file is one, from a spreadsheet, what a session has learnt"),
    "doctor": later("check terminal, camera, light, dice reader, tray, disk and journal"),
    "bench": later("measure this machine"),
}


class Command(Protocol):
    """What a module in `companion.commands` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's options."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it and return the exit status; raises `CompanionError` for errors that people read."""


def _load(name: str) -> Command:
    return cast("Command", import_module(f"companion.commands.{name}"))


def build_parser(*chosen: str) -> argparse.ArgumentParser:
    """Return the parser; only the chosen commands are imported and declare their options."""
    about = tr("The companion beside a real game table.")
    parser = argparse.ArgumentParser("tableside", description=about)
    add, hidden = parser.add_argument, argparse.SUPPRESS
    add("--home", metavar="DIR", type=_folder, help=tr("where tables and settings live"))
    about, known = tr("the language of everything that is said"), languages(os.environ)
    add("--language", metavar="CODE", choices=known, help=f"{about}: {', '.join(known)}")
    about = tr("print the version of Tableside")
    add("--version", action="version", version=f"tableside {__version__}", help=about)
    about = tr("print what makes a shell complete commands and options: bash, zsh or tcsh")
    shells = ("bash", "zsh", "tcsh")
    add(COMPLETION, action=_PrintCompletion, choices=shells, metavar="SHELL", help=about)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(name, help=tr(summary), description=tr(summary))
        sub.add_argument("--home", metavar="DIR", type=_folder, default=hidden, help=hidden)
        sub.add_argument("--language", choices=known, default=hidden, help=hidden)
        if name in chosen:
            _load(name).add_arguments(sub)
    return parser


def _language(words: list[str]) -> str:
    """Return the language asked for, or that of the settings, before any text is said."""
    early = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    early.add_argument("--home")
    early.add_argument("--language")
    try:
        told, _ = early.parse_known_args(words)
        return told.language or Settings.read(home_folder(told.home) / SETTINGS).language
    except (argparse.ArgumentError, ModuleNotFoundError):
        return ""  # what is wrong is said where it matters


def _folder(name: str) -> str:
    if not name:
        raise argparse.ArgumentTypeError(tr("no folder is named"))
    return name


class _PrintCompletion(argparse.Action):
    """Prints a shell's completion and ends; every command is imported for it."""

    def __call__(self, parser: argparse.ArgumentParser, *words: object) -> None:
        import shtab

        whole = build_parser(*COMMANDS)
        for action in _actions(whole):
            if action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # as shtab reads it
            elif str(action.metavar).startswith(("FILE", "RECORD", "IMAGE", "SOURCE", "LIST")):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # as above
        print(shtab.complete(whole, str(words[1])))
        parser.exit()


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Return the options of a parser and of all parsers below it."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to list them
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for part in action.choices.values():
                yield from _actions(part)


def _with_command(words: list[str]) -> tuple[list[str], str | None]:
    """Return the words with the default command filled in, and which command they ask for."""
    rest = iter(words)
    for word in rest:
        if word in {"--home", "--language"}:
            next(rest, None)
        elif word in {"-h", "--help", "--version"} or word.startswith(COMPLETION):
            return words, None
        elif not word.startswith("-"):
            return words, word
    return [*words, DEFAULT_COMMAND], DEFAULT_COMMAND


def _run(words: list[str]) -> int:
    words, chosen = _with_command(words)
    args = build_parser(*filter(None, (chosen,))).parse_args(words)
    try:
        prepare_home(home_folder(args.home))
        status = _load(args.command).run(args)
        sys.stdout.flush()
    except CompanionError as error:
        print_error(error)
        _note(args, words, error)
    except BrokenPipeError:
        raise
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name in {"", *OURS}:
            raise
        text = later("the library {name} is missing; `tableside doctor libraries` says how to get it")
        print_error(tr(text, name=name))
    except OSError as error:
        # A full disk or a folder that may not be written is no bug, and one line is enough.
        where = f"{error.filename}: " if error.filename else ""
        print_error(f"{where}{error.strerror or error}")
        _drop_output()
        _note(args, words, error)
    except Exception as error:
        _note(args, words, error)
        raise
    else:
        return status
    return FAILED


def _note(args: argparse.Namespace, words: list[str], error: Exception) -> None:
    """Keep an error for `tableside doctor`."""
    from companion.doctor.errorlog import note_error

    note_error(home_folder(args.home), args.command, words, error)


def _drop_output() -> None:
    """Drop what could not be written, or Python fails on it again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, the process's own unless its words are given; return the exit status."""
    gc.set_threshold(*GARBAGE)
    os.umask(0o077)  # what is made is for its owner alone; what people export says so itself
    settle_streams()
    vars(argparse)["_"] = tr  # its own words are in our list of texts, too
    words = list(sys.argv[1:] if argv is None else argv)
    choose_language(os.environ, _language(words))
    try:
        return _run(words)
    except BrokenPipeError:
        # The reader of our output has stopped (`tableside check ... | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
