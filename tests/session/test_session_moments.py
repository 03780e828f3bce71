"""What is told of a game: every number in every sentence is looked up again, the long way."""

import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_kit import RECORDS, SHELF, told

from companion.core.actions import Roll
from companion.core.dice import FACES, DieFace
from companion.core.seats import Seat
from companion.record.replay import replay
from companion.session import luck as lucks
from companion.session.highlights import MOST, Sort, highlights
from companion.session.history import play_through
from companion.session.luck import MONSTER, Luck, luck, once_in, side_chance, sum_chance, value_of

NAMES = sorted(path.stem for path in RECORDS.glob("*.record"))
D10 = tuple(range(1, 11))


def begun(name, moves):
    record, match = SHELF.read_record(RECORDS / f"{name}.record")
    record = replace(record, entries=record.entries[:moves])
    return play_through(record, match, replay(record, match))


@cache
def moments(name):
    """The highlights of a whole game, looked for once."""
    return highlights(told(name).match)


class Lookup:
    """A game state by state, and what its own score and ranking said then."""

    def __init__(self, match):
        game = match.game
        self.match, self.names = match, match.setup.seats
        self.states = {0: game.start(match.setup)}
        self.actions = {}
        for one in match.steps():
            self.states[one.number] = one.state
            self.actions[one.number] = one.action
        self.numbers = list(self.states)
        self.sheets = {number: game.score(state) for number, state in self.states.items()}
        self.ranks = {
            number: {self.names[p.seat]: p.rank for p in game.standing(state).places}
            for number, state in self.states.items()
        }

    def before(self, number):
        return self.numbers[self.numbers.index(number) - 1]

    def total(self, number, name, column):
        return self.sheets[number].total(Seat(self.names.index(name)), column)

    def ahead(self, number):
        """Whoever is first after a move; empty when the place is shared."""
        first = [name for name, rank in self.ranks[number].items() if rank == 1]
        return first[0] if len(first) == 1 else ""

    def alone_runs(self):
        """Unbroken leads: who, from which move, until which move (None: to the end)."""
        runs, leader, since = [], "", 0
        for number in self.numbers:
            now = self.ahead(number)
            if now != leader:
                if leader:
                    runs.append((leader, since, number))
                leader, since = now, number
        return [*runs, (leader, since, None)] if leader else runs

    def changes(self, column, first, last):
        """Every change of a score in a span of moves: how much, which move, who."""
        for number in self.numbers[1:]:
            for name in self.names:
                now, then = (self.total(n, name, column) for n in (number, self.before(number)))
                if first <= number <= last and now != then:
                    yield now - then, number, name


@pytest.fixture(scope="module", params=NAMES)
def title(request):
    return request.param


@pytest.fixture(scope="module")
def game(title):
    return told(title)


@pytest.fixture(scope="module")
def look(game):
    return Lookup(game.match)


def said(title, sort):
    return [one for one in moments(title) if one.sort is sort]


def matched(pattern, moment):
    found = re.fullmatch(pattern, moment.text)
    assert found, moment.text
    return found.groups()


def test_a_finished_game_has_two_to_six_moments_in_order_each_with_its_round_and_move(game, look):
    found = highlights(game.match)
    assert (0 if game.match.state.setup.called_off else 2) <= len(found) <= MOST
    assert [one.number for one in found] == sorted(one.number for one in found)
    for one in found:
        before = look.states[look.before(one.number)]
        when = game.match.game.view(before).when
        assert one.when in {f"{when}, move {one.number}", f"Move {one.number}"}
        assert one.when.startswith("Move") != bool(when)
        assert one.text.endswith(".")
        assert "\n" not in one.text


def test_how_it_ended_is_so(title, game, look):
    last = look.numbers[-1]
    for moment in said(title, Sort.FINISH):
        assert moment.number == last
        text = moment.text
        winners = [game.seats[seat] for seat in game.standing().winners]
        first, second = (game.seats[p.seat] for p in game.standing().places[:2])
        if "share" in text:
            (who,) = matched(r"(.+) share the first place\.", moment)
            assert re.split(", | and ", who) == winners
        elif "level" in text:
            pattern = r"It ends level: (.+) and (.+) have (\d+) (.+) each, and (.+) is placed first"
            one, other, total, column, placed = matched(rf"{pattern}\.", moment)
            assert (one, other, placed) == (first, second, winners[0])
            assert look.total(last, one, column) == look.total(last, other, column) == int(total)
        else:
            close, pattern = "close" in text, r"(.+) wins by far: (\d+) (.+), (.+) (\d+)"
            if close:
                pattern = r"It ends close: (.+) with (\d+) (.+), (.+) with (\d+)"
            one, best, column, other, next_best = matched(rf"{pattern}\.", moment)
            assert (one, other) == (first, second)
            assert int(best) == look.total(last, one, column)
            assert int(next_best) == look.total(last, other, column)
            assert int(next_best) / int(best) >= 0.9 if close else 2 * int(next_best) <= int(best)


def test_a_comeback_was_one(title, game, look):
    for moment in said(title, Sort.COMEBACK):
        pattern = r"(.+) is still (last|behind), and wins all the same\."
        name, word = matched(pattern, moment)
        number = moment.number
        ranks = look.ranks[number]
        assert all(rank < ranks[name] for other, rank in ranks.items() if other != name)
        assert [game.seats[seat] for seat in game.standing().winners] == [name]
        assert (word == "behind") == (len(ranks) == 2)
        assert 4 * number >= look.numbers[-1]
        for later in (n for n in look.numbers if n > number):
            assert any(rank >= look.ranks[later][name] for other, rank in look.ranks[later].items() if other != name)


def test_the_lead_changed_so_often(title, look):
    for moment in said(title, Sort.LEAD):
        at = moment.number
        leaders = []
        for leader, _, _ in look.alone_runs():
            if leaders[-1:] != [leader]:
                leaders.append(leader)
        later = [n for n in look.numbers if n >= at]
        if "leads again" in moment.text:
            (name,) = matched(r"(.+) leads again, and from here to the end\.", moment)
            assert leaders == [name]
            assert {look.ahead(n) for n in later} == {name} != {look.ahead(look.before(at))}
            continue
        pattern = r"(.+) takes the lead( for good)?; it changed (.+)\. Before, it went to (.+)\."
        name, good, times, before = matched(pattern, moment)
        count = {"once": 1, "twice": 2}.get(times) or int(times.removesuffix(" times"))
        assert count == len(leaders) - 1
        assert re.findall(r"(?:^|, | and )([^,()]+?) \(", before) == leaders[:-1][-4:]
        assert look.ahead(at) == name != look.ahead(look.before(at))
        assert {look.ahead(n) for n in later} <= ({name} if good else {name, ""})


def test_the_longest_lead_was_the_longest(title, look):
    for moment in said(title, Sort.LONGEST):
        pattern = r"(.+) leads alone from here until .*move (\d+), the longest lead of the game\."
        name, until = matched(pattern, moment)
        runs = look.alone_runs()
        assert (name, moment.number, int(until)) in runs
        end = look.numbers[-1]
        assert int(until) - moment.number == max((b or end) - a for _, a, b in runs)


def test_who_went_out_last_and_who_won_by_it(title, game, look):
    out = {
        number: {game.seats[one.seat] for one in game.match.game.sheet(state).lead.merits if one.out}
        for number, state in look.states.items()
    }
    winners = [game.seats[seat] for seat in game.standing().winners]
    for moment in said(title, Sort.LAST_OUT):
        name, winner = matched(r"(.+) is the last to go out: (.+) won\.", moment)
        assert out[moment.number] - out[look.before(moment.number)] == {name}
        assert out[moment.number] == out[look.numbers[-1]]
        assert [winner] == winners
    for moment in said(title, Sort.END):
        (name,) = matched(r"That ends the game: (.+) won\.", moment)
        assert (moment.number, [name]) == (look.numbers[-1], winners)


def test_what_was_done_is_told_without_rules_and_with_what_it_answered():
    told_of = {(name, one.sort): one.deed for name in NAMES for one in moments(name)}
    assert told_of["rsf-corrections", Sort.LAST_OUT] == (
        "Mary Ann attacks Ann: 9 + 8 - 1 for weakness = 16 against DEF 0: hit."
        " Ann gives up P13 Pollen Cloud: destroyed; Ann's monster is dead."
    )
    assert told_of["gmm-full-to-light", Sort.LEAD] == (
        "All winnings piles are counted; Ann wins round 6: Intelligence Trophy."
    )
    assert "Squid Knot" in told_of["md-four-players", Sort.LEAD]
    assert told_of["md-four-players", Sort.ROLL] == ""
    assert not [deed for deed in told_of.values() if re.search(r"\([A-Z]+-", deed)]


def test_no_other_change_of_that_score_was_so_big(title, look):
    rolls = [number for number, action in look.actions.items() if isinstance(action, Roll)]
    for moment in said(title, Sort.JUMP):
        pattern = (
            r"(.+) jumps from (-?\d+) to (-?\d+) (.+), the biggest"
            r" jump of that score( between the first roll and the last)?\."
        )
        name, before, after, column, while_rolling = matched(pattern, moment)
        at = moment.number
        assert look.total(at, name, column) == int(after)
        assert look.total(look.before(at), name, column) == int(before)
        assert bool(while_rolling) == bool(rolls)
        span = (rolls[0], rolls[-1]) if rolls else (0, look.numbers[-1])
        size = int(after) - int(before)
        others = [one for one in look.changes(column, *span) if one[1:] != (at, name)]
        assert all(change < size for change, _, _ in others)


def test_the_throw_of_the_game_showed_that_and_none_was_rarer(title, game, look):
    for moment in said(title, Sort.ROLL):
        pattern = (
            r"The throw of the game, by (.+): (\d+) sculpted sides? with (\d+) monster"
            r" dice; so many or more come 1 time in ([\d,]+)\."
        )
        name, came, count, times = matched(pattern, moment)
        action = look.actions[moment.number]
        assert game.seats[action.actor] == name
        assert [die.face for die in action.dice].count("S") == int(came)
        assert len(action.dice) == int(count)
        chance = enumerated(int(count), int(came))
        assert 1 / chance == pytest.approx(int(times.replace(",", "")), rel=0.06)
        for other in look.actions.values():
            if isinstance(other, Roll) and len(other.dice) > 1:
                shown = [die.face for die in other.dice].count("S")
                assert enumerated(len(other.dice), shown) >= chance


def enumerated(dice, came):
    """How often so many sculpted sides or more come, by going through every throw."""
    # One side in six: as good as six throws of which one is the sculpted one.
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[k] if k < len(chances) else 0) * 5 / 6 + (chances[k - 1] / 6 if k else 0)
            for k in range(len(chances) + 1)
        ]
    return sum(chances[came:])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moves", [0, 3, 60])
def test_a_game_that_goes_on_has_no_end_to_tell(name, moves):
    game = begun(name, moves)
    if game.standing().final:
        return
    for moment in highlights(game.match):
        assert moment.sort not in {Sort.FINISH, Sort.COMEBACK, Sort.END, Sort.LAST_OUT}
        assert "for good" not in moment.text
        assert "wins" not in moment.text


def test_every_sort_of_moment_is_among_these_games():
    assert {one.sort for name in NAMES for one in moments(name)} == set(Sort)


@pytest.mark.parametrize("name", [name for name in NAMES if "corrections" not in name])
def test_dice_are_counted_as_the_lines_say(name):
    game = told(name)
    thrown = {}
    for line in game.history():
        if line.undone or not re.search(r": (roll|claim) ", line.line):
            continue
        for kind, face in re.findall(r"(\S+?)=(\S+)", line.line):
            who = line.line.partition(":")[0].strip('"')
            sort = MONSTER if kind.startswith("md.") else kind
            thrown.setdefault((who, sort), []).append(face)
    found = {(game.seats[one.seat], one.kind): one for one in luck(game.match)}
    assert found.keys() == thrown.keys()
    for key, faces in thrown.items():
        one = found[key]
        assert one.dice == len(faces)
        if one.kind == MONSTER:
            assert (one.came, one.expected) == (faces.count("S"), pytest.approx(len(faces) / 6))
        else:
            assert one.came == sum(10 if face == "0" else int(face) for face in faces)
            assert one.expected == 5.5 * len(faces)


@given(st.integers(1, 4), st.sampled_from([(1, 2, 3, 4, 5, 6), D10, (0, 10, 20)]), st.data())
def test_the_chance_of_a_sum_is_that_of_all_throws(dice, values, data):
    came = data.draw(st.integers(dice * values[0], dice * values[-1]))
    sums = [sum(throw) for throw in product(values, repeat=dice)]
    above = came >= sum(sums) / len(sums)
    hits = sum(one >= came if above else one <= came for one in sums)
    assert sum_chance(values, dice, came) == pytest.approx(hits / len(sums))


@given(st.integers(1, 5), st.data())
def test_the_chance_of_sculpted_sides_is_that_of_all_throws(dice, data):
    came = data.draw(st.integers(0, dice))
    counts = [throw.count("S") for throw in product(FACES["md.eye"], repeat=dice)]
    above = came >= sum(counts) / len(counts)
    hits = sum(one >= came if above else one <= came for one in counts)
    assert side_chance(dice, came, 6) == pytest.approx(hits / len(counts))


def test_as_many_sculpted_sides_as_fair_dice_bring_are_judged_as_many_or_more():
    assert side_chance(6, 1, 6) == pytest.approx(1 - (5 / 6) ** 6)


@pytest.mark.parametrize("off", [0, 10, 40, 80])
def test_of_very_many_dice_the_chance_is_near_enough(monkeypatch, off):
    came = 550 + off
    exact = sum_chance(D10, 100, came)
    monkeypatch.setattr(lucks, "_EXACT", 0)
    assert sum_chance(D10, 100, came) == pytest.approx(exact, abs=2e-4)
    assert sum_chance(D10, 100, 1100 - came - 1) == pytest.approx(sum_chance(D10, 100, came + 1), abs=1e-9)


@pytest.mark.parametrize(("kind", "mean"), [("d10", 5.5), ("d6", 3.5), ("d00", 45)])
def test_what_fair_dice_bring(kind, mean):
    values = lucks.values_of(kind)
    assert sum(values) / len(values) == mean
    assert value_of(DieFace("d10", "0")) == value_of(DieFace("d10", "10")) == 10


@pytest.mark.parametrize(
    ("dice", "came", "words"),
    [
        (1, 7, "thrown once, 7.0 on average, a 0 counted as 10; fair dice bring 5.5. Too few"),
        (
            10,
            57,
            "times, 5.7 on average, a 0 counted as 10; fair dice bring 5.5. That is about what",
        ),
        (10, 70, " That is a little high: fair dice bring so much or more 1 time in 18."),
        (10, 35, " That is low: fair dice bring so little or less 1 time in 66."),
        (10, 99, " very high: fair dice bring so much or more less than 1 time in a million."),
    ],
)
def test_it_is_said_in_plain_words(dice, came, words):
    chance = sum_chance(D10, dice, came)
    said = Luck(Seat(0), "d10", dice, came, 5.5 * dice, chance).words("Ann")
    assert said.startswith("Ann: d10 thrown ")
    assert words in said


@given(st.floats(1e-5, 1))
def test_how_rare_something_is_is_said_in_two_digits(chance):
    times = int(once_in(chance).removeprefix("1 time in ").replace(",", ""))
    assert times == pytest.approx(1 / chance, rel=0.34 if chance > 0.5 else 0.2)
    assert len(str(times).rstrip("0")) <= 2
