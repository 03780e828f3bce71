"""Whole games counted once more from the text of their records, without the program's own rooms."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

RECORDS = Path(__file__).parents[3] / "tests" / "records"
GAMES = [
    "md-four-players",
    "md-light-rolloff",
    "md-two-switches",
    "md-corrections",
    "md-full-to-light",
]
ANSWERED = {"bite", "bite-two", "take", "fetch", "steal", "look", "look-two"}


def effective(lines):
    """The lines that count: without what was taken back, with what was corrected."""
    kept, gone = [], []
    for number, line in enumerate(lines, start=1):
        words = line.split(": ", 1)[1]
        if words == "undo":
            gone.append(kept.pop())
        elif words == "redo":
            kept.append(gone.pop())
        elif words.startswith("amend "):
            at, other, _, drops = re.match(r'amend (\d+) "(.*?)"( drop ([\d ]+))?$', words).groups()
            dropped = {int(one) for one in (drops or "").split()}
            kept = [(n, other if n == int(at) else old) for n, old in kept if n not in dropped]
        else:
            kept.append((number, line))
    return [line for _, line in kept]


class Recount:
    """Moves cards and dice by hand: how many in each hand and pool, which lie in front."""

    def __init__(self, name):
        text = (RECORDS / f"{name}.record").read_text("utf-8")
        head, body = text.split("---\n")
        self.seats = re.search(r"^seats: (.*)$", head, re.MULTILINE)[1].split(", ")
        self.unplayed = 2 if "unplayed_special = 2" in head else 0
        self.lines = effective(body.splitlines())
        self.deck = 40
        self.hand = Counter()
        self.front = {name: Counter() for name in self.seats}
        self.pool = dict.fromkeys(self.seats, 6)
        self.points = Counter()
        self.rolled = {name: [] for name in self.seats}
        self.turns = Counter()
        self.declared = None

    def play(self):
        for line in self.lines:
            who, words = line.split(": ", 1)
            verb, *rest = words.split()
            if verb in ANSWERED:
                self.declared = (who, verb, rest)
            getattr(self, f"do_{verb.replace('-', '_')}", lambda *_: None)(who, *rest)
        return self

    def do_dealt(self, _who):
        for name in self.seats:
            self.hand[name] += 2
            self.deck -= 2

    def do_draw(self, who):
        self.hand[who] += 1
        self.deck -= 1

    def do_end_turn(self, who):
        self.turns[who] += 1

    def do_roll(self, who, *dice):
        if not self.turns and self.deck == 40 - 2 * len(self.seats):
            return  # the roll-off of the beginning
        if self.scoring:
            faces = [die.split("=")[1] for die in dice]
            self.rolled[who].append(sum(1 if face == "S" else int(face) for face in faces))

    @property
    def scoring(self):
        return self.deck == 0 and self.points

    def do_allow(self, who):
        """What was declared happens to this player."""
        by, verb, rest = self.declared
        if verb == "take":
            self.hand[who] -= 1
            self.hand[by] += 1
        if verb == "fetch":
            self.front[who][rest[1]] -= 1
            self.hand[by] += 1
        if verb == "steal":
            self.pool[who] -= 1
            self.pool[by] += 1
        if verb in {"bite", "bite-two"}:
            self.pool[who] -= rest[::2].count(who)

    def do_counter(self, who, card):
        self.hand[who] -= 1
        self.front[who][card] += 1

    def do_surprise(self, who, target):
        self.do_counter(who, "surprise")
        self.pool[who], self.pool[target] = self.pool[target], self.pool[who]

    def do_hand_over(self, who):
        turn = self.seats[self.turn]
        self.hand[who] -= 1
        self.hand[turn] += 1

    @property
    def turn(self):
        """Whose turn it is: turns go round from the first who drew."""
        first = next(line.split(":")[0] for line in self.lines if line.endswith(": draw"))
        return (self.seats.index(first) + sum(self.turns.values())) % len(self.seats)

    def do_send_dimwit(self, _who, *rest):
        if rest:
            self.hand[rest[1]] -= 1
            self.hand[rest[3]] += 1

    def do_demolish(self, who):
        for name in self.seats:
            if name != who and self.hand[name]:
                self.hand[name] -= 1
                self.hand[who] += 1

    def do_show(self, who, *cards):
        assert len(cards) == self.hand[who]
        self.points[who] += sum(int(card) for card in cards if card.isdigit())
        specials = [card for card in cards if not card.isdigit() and card != "dimwit"]
        self.points[who] += self.unplayed * len(specials) - 15 * cards.count("dimwit")

    def do_total(self, who, points, *rest):
        self.points[who] += int(points) + self.unplayed * int(rest[1] if rest else 0)

    def do_dimwit(self, _who, _with, name):
        self.points[name] -= 15

    def do_adjust_score(self, _who, name, points):
        self.points[name] += int(points)

    def ended(self):
        return {name: self.points[name] + 2 * self.front[name].total() for name in self.seats}


@pytest.mark.parametrize("name", GAMES)
def test_points_cards_and_turns_agree_with_what_is_known(name):
    known = tomllib.loads((RECORDS / f"{name}.toml").read_text("utf-8"))
    game = Recount(name).play()
    assert game.ended() == known["points"]
    assert game.deck == 0
    cards = sum(game.hand.values()) + sum(front.total() for front in game.front.values())
    assert cards == 40  # MD-I6
    assert set(game.turns.values()) == {known["round"]}  # MD-I10
    if "roll-off" in known:
        assert {one: sum(rolls) for one, rolls in game.rolled.items()} == known["roll-off"]
    order = sorted(game.seats, key=lambda one: (-game.ended()[one], [-x for x in game.rolled[one]]))
    assert [place["seat"] for place in known["place"]] == order


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_roll_has_as_many_dice_as_the_pool(name):
    """Dice counted by hand, for as long as no triple has brought one back."""
    game = Recount(name)
    seen = 0
    drawn = None
    for line in game.lines:
        who, words = line.split(": ", 1)
        if drawn == who and words.startswith(("roll ", "claim ")):
            if len(words.split()) - 1 != game.pool[who]:
                assert len(words.split()) - 1 > game.pool[who]  # a die came back
                break
            seen += 1
        if not (drawn and words.split()[0] in {"surprise", "void"}):
            drawn = who if words == "draw" else None
        verb, *rest = words.split()
        if verb in ANSWERED:
            game.declared = (who, verb, rest)
        getattr(game, f"do_{verb.replace('-', '_')}", lambda *_: None)(who, *rest)
    assert seen >= 3
