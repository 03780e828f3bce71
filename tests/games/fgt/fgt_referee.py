"""A table of Fight! played with real cards in a list, apart from the program.

It shuffles, deals, hides hands and does its own arithmetic, from the catalogue's bare text alone;
what is said at it are the lines of a record. So its end is known without any rule of the program.
"""

import random
import tomllib
from pathlib import Path

FAMILIES = ("Human", "Animal", "Robot", "Demon", "Alien")
BOX = Path(__file__).parents[3] / "companion" / "games" / "fgt" / "catalogue.toml"
CARDS = tomllib.loads(BOX.read_text("utf-8"))
WARRIORS = {card["id"]: card for card in CARDS["warrior"]}
ARENAS = {card["id"]: card for card in CARDS["arena"]}


class Referee:
    """One game by chance; `lines` is its record, the rest what lies on the table at its end.

    The table is light from the beginning, or becomes light after so many lines.
    """

    def __init__(self, names, seed, *, light=False, light_after=None):
        self.names, self.chance = names, random.Random(seed)
        self.lines, self.grave, self.aside = [], [], 0
        self.light, self.light_after = light, light_after
        self.seats = range(len(names))
        self.deck = list(WARRIORS)
        self.chance.shuffle(self.deck)
        self.hands = [self.turn_up(5) for _ in names]
        self.scored, self.glory = [0 for _ in names], [0 for _ in names]
        self.pile = self.chance.sample(list(ARENAS), 7)
        self.first = self.chance.choice(self.seats)
        self.grave = self.turn_up(3)
        self.table("dealt", *self.unless_light(self.grave))
        self.table("starter", self.name(self.first))
        for number in range(7):
            self.fight(number)
            if number < 6:
                self.draw_two()
                self.first = (self.first + 1) % len(names)

    # -- words ------------------------------------------------------------------------------------

    def name(self, seat):
        return f'"{self.names[seat]}"' if " " in self.names[seat] else self.names[seat]

    def table(self, *words):
        self.say("table:", *words)

    def says(self, seat, *words):
        self.say(f"{self.name(seat)}:", *words)

    def say(self, *words):
        self.lines.append(" ".join(map(str, words)))
        if len(self.lines) == self.light_after:
            self.light = True
            self.lines.append("table: light")

    def unless_light(self, cards):
        return [] if self.light else cards

    # -- cards ------------------------------------------------------------------------------------

    def turn_up(self, count):
        return [self.deck.pop() for _ in range(count)]

    def reshuffle_if_empty(self):
        if not self.deck and self.grave:
            self.deck, self.grave = self.grave, []
            self.chance.shuffle(self.deck)
            self.grave = self.turn_up(3) if len(self.deck) > 3 else []
            self.table("reshuffled", *self.unless_light(self.grave))

    def order(self):
        return [(self.first + step) % len(self.names) for step in self.seats]

    def draw_two(self):
        if len(self.deck) >= 2 * len(self.names) and self.chance.random() < 0.7:
            for seat in self.order():
                self.hands[seat] += self.turn_up(2)
            self.table("all-drew")
            self.reshuffle_if_empty()
            return
        for seat in self.order():
            owed = 2
            while owed:
                count = min(owed, len(self.deck))
                self.hands[seat] += self.turn_up(count)
                self.says(seat, "drew", count)
                owed -= count
                self.reshuffle_if_empty()

    # -- a Fight ----------------------------------------------------------------------------------

    def fight(self, number):
        arena = ARENAS[self.pile[number]]
        follows = self.pile[number + 1 : number + 2] if self.chance.random() < 0.5 else []
        if self.light:
            self.table("arena-glory", arena["glory"])
        else:
            self.table("arena", arena["id"], *(["next", *follows] if follows else []))
        self.mains, self.power, self.boosts, self.fate = {}, {}, {}, {}
        last = None
        for seat in self.order():
            last = self.play(seat, last)
        for seat in self.order():
            if self.fate[seat] == "down":
                self.resolve(seat)
        self.award(arena)
        for seat in self.order():
            self.grave += [self.mains[seat]] if seat in self.power else []
            self.grave += [self.boosts[seat]] if self.fate[seat] == "active" else []

    def play(self, seat, last):
        hand = self.hands[seat]
        family = {card: WARRIORS[card]["family"] for card in hand}
        able = min(2, sum(family[card] != last for card in hand))
        pairs = [
            (main, boost) for main in hand for boost in hand
            if main != boost and (family[main] != last) + (family[boost] != last) >= able
        ]  # fmt: skip
        main, boost = self.chance.choice(pairs)
        if last in {family[main], family[boost]}:
            held = list(family.values())
            self.says(seat, "hand", *(f"{f}={held.count(f)}" for f in FAMILIES if f in held))
        self.says(seat, "play", family[main] if self.light else main, "boost", family[boost])
        self.hands[seat] = [card for card in hand if card not in {main, boost}]
        self.mains[seat], self.power[seat] = main, WARRIORS[main]["power"]
        self.boosts[seat], self.fate[seat] = boost, "down"
        return family[main]

    def resolve(self, seat):
        if self.chance.random() < 0.3:
            self.says(seat, "score")
            self.fate[seat] = "scored"
            self.scored[seat] += 1
            return
        self.fate[seat] = "active"
        ability = WARRIORS[self.boosts[seat]]["ability"]
        word = "card" if self.light else self.boosts[seat]
        do = {
            "steal_boost": self.steal, "draw_score": self.search, "custom": self.custom,
        }.get(ability["op"], self.change)  # fmt: skip
        do(seat, word, ability)

    def steal(self, seat, word, ability):
        able = [
            other for other in self.seats
            if other != seat and self.fate[other] == "down"
            and WARRIORS[self.boosts[other]]["family"] in ability["families"]
        ]  # fmt: skip
        if not able:
            self.says(seat, "activate", word)
            return
        victim = self.chance.choice(able)
        self.says(seat, "activate", word, "steals", self.name(victim))
        self.fate[victim] = "stolen"
        self.scored[seat] += 1

    def search(self, seat, word, ability):
        self.says(seat, "activate", word, *(["draws", ability["n"]] if self.light else []))
        owed, apart = ability["n"], []
        self.reshuffle_if_empty()
        while owed and self.deck:
            count = min(owed, len(self.deck))
            cards = self.turn_up(count)
            owed -= count
            apart += cards
            kept = [ability["family"] for card in cards if self.is_of(card, ability)]
            if self.light:
                self.says(seat, "drew", count, *(["scores", *kept] if kept else []))
            else:
                self.says(seat, "reveal", *cards)
            self.reshuffle_if_empty()
        self.scored[seat] += sum(self.is_of(card, ability) for card in apart)
        self.grave += [card for card in apart if not self.is_of(card, ability)]

    @staticmethod
    def is_of(card, ability):
        return WARRIORS[card]["family"] == ability["family"]

    def custom(self, seat, word, ability):
        alive = [other for other in self.order() if other in self.power]
        by, killed = {}, []
        if "exchange" in ability["text"] and len(alive) > 1:
            one, two = self.chance.sample(alive, 2)
            by = {one: self.power[two] - self.power[one], two: self.power[one] - self.power[two]}
        elif "weakest" in ability["text"] and alive:
            least = min(self.power.values())
            killed = [other for other in alive if self.power[other] == least]
        elif "odd" in ability["text"]:
            by = {other: self.power[other] % 2 for other in alive}
        by = {other: points for other, points in by.items() if points}
        self.power |= {other: self.power[other] + points for other, points in by.items()}
        self.bury(killed)
        on = [] if self.light or not by else ["on", *map(self.name, by), "by", *by.values()]
        self.says(seat, "activate", word, *on, *self.killed_words(killed))

    def killed_words(self, killed):
        return ["kills", *map(self.name, killed)] if killed else []

    def bury(self, killed):
        for seat in killed:
            self.grave.append(self.mains[seat])
            del self.power[seat]

    def change(self, seat, word, ability):
        alive = [other for other in self.order() if other in self.power]
        changed, on = alive, []
        if ability["scope"] == "own_main":
            changed = [other for other in alive if other == seat]
        elif ability["scope"] == "family_mains":
            changed = [other for other in alive if self.is_of(self.mains[other], ability)]
        elif ability["scope"] == "chosen_main" and alive:
            changed = [self.chance.choice(alive)]
            on = self.unless_light(["on", self.name(changed[0])])
        self.power |= {other: changed_power(self.power[other], ability) for other in changed}
        killed = [other for other in alive if self.power[other] < 1]
        self.bury(killed)
        self.says(seat, "activate", word, *on, *(self.killed_words(killed) if self.light else []))

    # -- the Arena --------------------------------------------------------------------------------

    def award(self, arena):
        lack = self.lack(arena["condition"])
        best = [seat for seat in self.order() if seat in lack and lack[seat] == min(lack.values())]
        if not best:
            self.table("nobody-wins")
            self.aside += arena["glory"]
            return
        said = best if self.light or self.chance.random() < 0.5 else best[:1]
        self.table("winner", *map(self.name, said))
        self.glory[best[0]] += arena["glory"]

    def lack(self, condition):
        text, power = condition["text"], self.power
        if condition["kind"] == "closest_to":
            return {seat: abs(power[seat] - condition["value"]) for seat in power}
        if condition["kind"] == "lowest":
            return dict(power)
        able = set(power)
        if "even" in text:
            able = {seat for seat in power if power[seat] % 2 == 0}
        elif "Family" in text:
            sent = [WARRIORS[card]["family"] for card in self.mains.values()]
            able = {s for s in power if sent.count(WARRIORS[self.mains[s]]["family"]) == 1}
        elif "second" in text:
            able = {seat for seat in power if power[seat] != max(power.values())}
        return {seat: -power[seat] for seat in able}

    # -- the end ----------------------------------------------------------------------------------

    @property
    def scores(self):
        return [glory + scored for glory, scored in zip(self.glory, self.scored, strict=True)]

    @property
    def ranking(self):
        """Every seat with its rank, best first."""
        merit = list(zip(self.scores, self.scored, strict=True))
        places = sorted(self.seats, key=lambda seat: (*(-n for n in merit[seat]), seat))
        return [(seat, 1 + sum(other > merit[seat] for other in merit)) for seat in places]


def changed_power(power, ability):
    """What an ability makes of a power, by hand."""
    digits = [int(digit) for digit in str(power)]
    match ability["op"]:
        case "add":
            return power + ability["n"]
        case "percent":
            return power * (100 + ability["n"]) // 100
        case "replace_digit":
            swapped = [ability["to"] if digit == ability["from"] else digit for digit in digits]
            return sum(digit * 10**at for at, digit in enumerate(reversed(swapped)))
        case "digit_product":
            product = 1
            for digit in digits:
                product *= digit
            return product
        case _:
            return sum(digit * 10**at for at, digit in enumerate(digits))
