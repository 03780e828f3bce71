"""How many sequences of legal actions there are from a fixed start, so many actions deep.

A change in the rules that nobody meant moves one of these numbers. Where one is meant to move, the
numbers are written anew, and the difference is read before it is kept:

    python tests/games_perft.py                    compare all of tests/perft
    python tests/games_perft.py --write            write the numbers that differ
    python tests/games_perft.py --start rsf light 40     a new file: 40 random actions into a game
    python tests/games_perft.py --start rsf light 40 7 3    the same with seed 7 and three seats
    python tests/games_perft.py --start md full 9 0 2 "S 4"    only these faces are tried

Each file says which game it is, who plays at what depth under which switches, the lines that lead
to the start, perhaps which faces are tried where dice are thrown (all, if it does not say), and how
many sequences there are, one action deep, two, and so on. An action counts where it is on offer and
nothing stands against it; a throw counts once for each way the dice can lie.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

from games_play import SHELF, cards_of, header_of, new_match, played

from companion.core.actions import Action, Roll
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.findings import legal
from companion.core.game import Depth, Game
from companion.core.log import Match

FOLDER = Path(__file__).resolve().parent / "perft"
FACES_OF_ONE_DIE = 10
LARGE = 20_000  # A file counts no deeper than to so many sequences

DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Perft:
    """One file of `tests/perft`."""

    game: str
    seats: int
    depth: Depth
    switches: dict[str, str]
    after: tuple[str, ...]
    faces: tuple[str, ...]
    counts: tuple[int, ...]

    @classmethod
    def read(cls, path: Path) -> Perft:
        """Read a file; what it does not say is no switch, no action, every face."""
        said = tomllib.loads(path.read_text("utf-8"))
        return cls(
            said["game"],
            said["seats"],
            Depth(said["depth"]),
            said.get("switches", {}),
            tuple(said.get("after", ())),
            tuple(said.get("faces", ())),
            tuple(said["counts"]),
        )

    def match(self) -> Match[Any]:
        """Return the start: the given lines are legal actions."""
        header = header_of(self.game, self.depth, self.seats, self.switches)
        match, grammar = SHELF.begin(header, cards_of(self.game, self.depth)), SHELF.grammar(header)
        for line in self.after:
            match = match.apply(grammar.read(line))
        return match

    def count(self) -> tuple[int, ...]:
        """Count as deep as the file does."""
        return tuple(islice(counted(self.match(), self.faces), len(self.counts)))


def counted(match: Match[Any], faces: Sequence[str] = (), most: int = 10**9) -> Iterator[int]:
    """Count one action deep, two, and so on, for as long as there are not more than `most`."""
    game, states = match.game, [match.state]
    while True:
        ways, found = [], 0
        for state in states:
            actions = tuple(moves(game, state, faces))
            ways.append((state, actions))
            found += len(actions)
            if found > most:
                return
        yield found
        states = [game.apply(state, one) for state, actions in ways for one in actions]


def moves(game: Game[Any], state: Any, faces: Sequence[str] = ()) -> Iterator[Action]:
    """Every action on offer, and every way the dice can lie that are asked for."""
    request = game.pending(state)
    if isinstance(request, RollRequest):
        yield from throws(request, faces)
    for option in game.options(state):
        yield from legal(game.check, state, option.instances)


def throws(request: RollRequest, faces: Sequence[str] = ()) -> Iterator[Roll]:
    """Every way in which dice of these kinds can lie; dice of one kind are alike."""
    seen = set()
    shown = [
        [face for face in FACES[kind][:FACES_OF_ONE_DIE] if face in (faces or FACES[kind])] for kind in request.kinds
    ]
    for lying in product(*shown):
        dice = tuple(sorted(map(DieFace, request.kinds, lying)))
        if dice not in seen:
            seen.add(dice)
            yield Roll(request.roller, dice)


def files() -> tuple[Path, ...]:
    """Every file, by name."""
    return tuple(sorted(FOLDER.glob("*.toml")))


def start(game_id: str, depth: str, actions: int, seed: int = 0, seats: int = 0, faces: str = "") -> str:
    """Return the text of a file whose start lies so many random actions into a game."""
    seats = seats or SHELF.game(game_id).players[0]
    match = played(new_match(game_id, Depth(depth), seats), seed, actions)
    grammar = SHELF.grammar(header_of(game_id, Depth(depth), seats))
    lines = "".join(f"  {_quoted(grammar.write(action))},\n" for action in match.log)
    after = f"after = [\n{lines}]\n" if lines else ""
    tried = f"faces = {json.dumps(faces.split())}\n" if faces else ""
    counts = list(islice(counted(match, faces.split(), LARGE), DEEPEST))
    head = f'game = "{game_id}"\nseats = {seats}\ndepth = "{depth}"\n'
    return f"{head}{after}{tried}counts = {counts}\n"


def _quoted(line: str) -> str:
    return f"'{line}'" if '"' in line or "\\" in line else f'"{line}"'


def main(words: Sequence[str]) -> int:
    """Compare, write, or propose a start."""
    if words[:1] == ["--start"]:
        game_id, depth, actions, *more = words[1:]
        seed, seats, faces = (*more, *("0", "0", "")[len(more) :])
        sys.stdout.write(start(game_id, depth, int(actions), int(seed), int(seats), faces))
        return 0
    differ = 0
    for path in files():
        perft = Perft.read(path)
        found = perft.count()
        differ += found != perft.counts
        sys.stdout.write(f"{path.name:<32} {found}{'' if found == perft.counts else f', not {perft.counts}'}\n")
        if found != perft.counts and "--write" in words:
            text = path.read_text("utf-8")
            path.write_text(re.sub(r"counts = \[.*\]", f"counts = {list(found)}", text), "utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
