"""Whole games counted once more from the text of their records, without the program's own rooms."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "records"
CATALOGUE = ROOT / "companion" / "games" / "gmm" / "catalogue.toml"
GAMES = ["gmm-three-shared", "gmm-growing", "gmm-light", "gmm-corrections", "gmm-full-to-light"]
ABILITIES = ["strength", "endurance", "fright", "magic", "mayhem", "intelligence"]
SPECIALS = {"slappy", "mastermind"}


class Recount:
    """Reads lines and moves heaps of cards; knows the rules with their default rulings."""

    def __init__(self, name):
        text = (RECORDS / f"{name}.record").read_text("utf-8")
        head, body = text.split("---\n")
        self.seats = re.search(r"^seats: (.*)$", head, re.MULTILINE)[1].split(", ")
        self.still_tied = "gmm.sd_redraw = still_tied" in head
        self.lines = body.splitlines()
        self.ratings = {}
        if "catalogue:" in head:
            monsters = tomllib.loads(CATALOGUE.read_text("utf-8"))["monster"]
            self.ratings = {one["id"]: one["ratings"] for one in monsters}
        self.winners = []
        self.battle_scope = True
        self.counted = {}
        self.cards = Counter()
        self.champion = None
        self.round = 0
        self.dealer = None

    def play(self):
        """Play every line; each verb has a method of that name, with `do_` before it."""
        for line in effective(self.lines):
            who, words = line.split(": ", 1)
            verb, *rest = words.split()
            getattr(self, f"do_{verb.replace('-', '_')}")(who, *rest)
        return self

    @property
    def trophies(self):
        return Counter(self.winners)

    def do_ruling(self, _who, *_words):
        """It only licenses the next line."""

    def do_switch(self, _who, name, value):
        assert name == "gmm.mashup_scope"
        self.battle_scope = value == "battle"

    def do_light(self, _who):
        """The cards of this flip are not looked at any more: people say how it comes out."""
        self.up = {}

    def do_count(self, who, number):
        self.won[who] = int(number)
        self.counted[who] = True
        if len(self.counted) == len(self.seats):
            self.counted = {}
            self.do_confirm(who)

    def do_adjust_count(self, _who, seat, number):
        self.won[seat] += int(number)

    def do_adjust_trophy(self, _who, number, seat):
        self.winners[int(number) - 1] = seat

    def do_adjust_declarer(self, _who, seat):
        self.declarer = seat

    def do_dealer(self, _who, seat):
        self.dealer = seat

    def do_dealt(self, who):
        assert who == self.dealer
        self.won = Counter()
        self.left = 60 // len(self.seats)
        self.sudden = []
        self.ability = self.round
        self.declarer = who
        self.new_battle()

    def new_battle(self):
        self.up, self.flips, self.high = {}, [], True

    def do_rate(self, _who, card, *numbers):
        self.ratings[card] = [int(number) for number in numbers]
        self.compare()

    def do_call(self, who, word):
        assert who == self.declarer
        self.high = word == "high"

    def do_flip(self, who, card):
        assert who not in self.up
        self.up[who] = card
        self.compare()

    def compare(self):
        """As soon as everybody's card lies there."""
        among = self.sudden or self.seats
        if set(self.up) != set(among):
            return
        earlier = self.flips if self.battle_scope else []
        shown = [*(card for flip in earlier for card in flip.values()), *self.up.values()]
        if not self.sudden and any(shown.count(card) > 1 for card in shown if card not in SPECIALS):
            self.do_mashup("table")
        elif all(card in self.ratings or card in SPECIALS for card in self.up.values()):
            counts = {seat: self.count_of(card) for seat, card in self.up.items()}
            wanted = max(counts.values()) if self.high else min(counts.values())
            best = [seat for seat in among if counts[seat] == wanted]
            if len(best) > 1:
                self.do_tie("table", "among", *best)
            else:
                self.do_winner("table", best[0])

    def count_of(self, card):
        if card in SPECIALS:
            return 9 if self.high else 1
        return self.ratings[card][self.ability]

    def used(self):
        """The cards of a battle so far, one a player for each flip."""
        return (len(self.flips) + 1) * len(self.seats)

    def do_winner(self, _who, seat):
        if self.sudden:
            self.award(seat)
            return
        self.won[seat] += self.used()
        self.next_battle(seat)

    def do_tie(self, _who, *among):
        self.flips.append(self.up)
        self.up = {}
        if self.sudden:
            if self.still_tied and among:
                self.sudden = list(among[1:])
        elif self.left == len(self.flips):
            self.flips.pop()
            self.next_battle(self.declarer)

    def do_mashup(self, _who):
        at = self.seats.index(self.declarer)
        self.next_battle(self.seats[(at + 1) % len(self.seats)])

    def next_battle(self, declarer):
        self.left -= len(self.flips) + 1
        self.declarer = declarer
        self.new_battle()

    def do_confirm(self, _who):
        assert self.left == 0
        self.counted = {}
        most = max(self.won.values())
        first = [seat for seat in self.seats if self.won[seat] == most]
        if len(first) > 1:
            self.sudden, self.high = first, True
        else:
            self.award(first[0])

    def award(self, seat):
        if self.round == 6:
            self.champion = seat
            return
        self.winners.append(seat)
        self.cards += self.won
        self.round += 1
        self.dealer = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
        self.sudden = []
        self.new_battle()

    def do_ability(self, _who, word):
        most = max(self.trophies.values())
        self.sudden = [seat for seat in self.seats if self.trophies[seat] == most]
        self.ability = ABILITIES.index(word)

    def places(self, by_cards):
        def merit(seat):
            cards = self.cards[seat] if by_cards else 0
            return self.trophies[seat], cards, seat == self.champion

        order = sorted(self.seats, key=merit, reverse=True)
        return [
            {"rank": 1 + sum(merit(other) > merit(seat) for other in self.seats), "seat": seat}
            for seat in order
        ]


def effective(lines):
    """Undo, redo and corrections done with pencil and rubber."""
    kept, gone = [], []
    for number, line in enumerate(lines, 1):
        who, words = line.split(": ", 1)
        if words == "undo":
            gone.append(kept.pop())
        elif words == "redo":
            kept.append(gone.pop())
        elif words.startswith("amend "):
            wrong, right = re.match(r'amend (\d+) "(.*)"$', words).groups()
            kept = [(at, right if at == int(wrong) else old) for at, old in kept]
        else:
            kept.append((number, line))
        assert who == "table" or not words.startswith(("undo", "redo", "amend"))
    return [line for _, line in kept]


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_the_one_that_is_counted_by_hand(name):
    game = Recount(name).play()
    known = tomllib.loads((RECORDS / f"{name}.toml").read_text("utf-8"))
    assert known["actions"] == len(game.lines)
    assert known["trophies"] == {seat: game.trophies[seat] for seat in game.seats}
    assert known["cards"] == {seat: game.cards[seat] for seat in game.seats}
    places = [{key: one[key] for key in ("rank", "seat")} for one in known["place"]]
    assert places == game.places(by_cards=name == "gmm-light")
