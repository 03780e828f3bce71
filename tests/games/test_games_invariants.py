"""INV-1 to INV-12 of every game on the shelf, in both depths: random legal play, looked after.

`python -m models.workshop.bench games --games 1000` plays more of the same.
"""

import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import takewhile

import pytest
from games_play import MODES, SHELF, cards_of, header_of, new_match, played, playout
from record_lines import extended, new_record

from companion.core.actions import CallOff, Join, Leave, Roll, Undo
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.rulebook import Status
from companion.core.seats import Seat
from companion.core.steps import take_step
from companion.core.switches import specs
from companion.core.verdict import Breach, Question
from companion.record.file import parse_record
from companion.record.replay import replay
from models.workshop.bench.random_play import Moment, faults, play_game, thrown
from models.workshop.invariants import INVARIANTS

GAMES = 2  # Whole games of each mode, which several tests look at
MORE = range(GAMES, 6)
"""Whole games of each mode for those who have time; those of each game play more."""
LIMIT = 10_000

pytestmark = pytest.mark.parametrize(
    ("game_id", "depth"), MODES, ids=[f"{game_id}-{depth}" for game_id, depth in MODES]
)


def seats_of(game_id, number):
    least, most = SHELF.game(game_id).players
    return least + number % (most - least + 1)


def chance_of(*words):
    return random.Random(str(words))


@cache
def whole_game(game_id, depth, number):
    """A random game that was looked after to its end; the second has the seats of `new_match`."""
    match = new_match(game_id, depth, seats_of(game_id, number))
    return play_game(match, chance_of(game_id, depth, number), LIMIT)


def test_inv4_inv5_inv10_inv12_whole_games_end_and_nothing_breaks_on_the_way(game_id, depth):
    end_well(game_id, depth, range(GAMES))


@pytest.mark.slow
def test_more_games_end_and_nothing_breaks_on_the_way(game_id, depth):
    end_well(game_id, depth, MORE)


def end_well(game_id, depth, numbers):
    for number in numbers:
        found = whole_game(game_id, depth, number)
        assert found.broken == ()
        assert found.ended, f"game {number} goes on after {len(found.match.log)} actions"


@pytest.mark.slow
def test_random_games_are_sound_under_every_switch(game_id, depth):
    """Each choice of each switch is played for a while, all others as they are by default."""
    game = SHELF.game(game_id)
    for spec in specs(game.house, game.prefix):
        for choice in spec.choices:
            if choice == spec.default:
                continue
            match = match_under(game_id, depth, {spec.name: choice})
            found = play_game(match, chance_of(spec.name, choice), 60)
            assert found.broken == (), (spec.name, choice)


def match_under(game_id, depth, switches):
    """As many seats as the game takes under these switches, which may be about just that."""
    least, most = SHELF.game(game_id).players
    for seats in range(most, least - 1, -1):
        with suppress(UsageError):
            return new_match(game_id, depth, seats, switches)
    raise AssertionError(f"nobody can play under {switches}")


def test_inv1_a_game_written_as_a_record_and_read_again_is_the_same_game(game_id, depth):
    match = played(new_match(game_id, depth), 1, 250)
    header = header_of(game_id, depth)
    record, grammar = new_record(header), SHELF.grammar(header)
    for action in match.log:
        record = extended(record, action, grammar.write(action))
    again = parse_record(record.raw, "again.record", SHELF.grammar)
    assert again.actions == match.log
    found = replay(again, SHELF.begin(again.header, cards_of(game_id, depth)))
    assert found.sound
    assert found.match.state == match.state
    assert [(one.number, one.action) for one in found.match.steps()] == [
        (one.number, one.action) for one in match.steps()
    ]


def test_inv2_undo_gives_the_state_before(game_id, depth):
    for before, _, after in playout(new_match(game_id, depth), chance_of(2), 150):
        assert after.apply(Undo(None)).state == before.state


def test_inv3_checking_and_listing_change_nothing_and_say_the_same_again(game_id, depth):
    match = new_match(game_id, depth)
    twin = new_match(game_id, depth)
    for before, action, after in playout(match, chance_of(3), 120):
        twin = twin.apply(action)
        assert Moment.of(before.game, before.state) == Moment.of(before.game, before.state)
        assert before.check(action) == before.check(action)
        assert twin.state == after.state  # nobody looked at this one on the way


def test_inv4_every_action_on_offer_is_legal_and_belongs_to_its_option(game_id, depth):
    chance = chance_of(4)
    for number, (match, _, _) in enumerate(playout(new_match(game_id, depth), chance, 160)):
        for option in match.game.options(match.state):
            assert option.instances, option
            assert len(set(option.instances)) == len(option.instances), option
            some = option.instances if number % 8 == 0 else [chance.choice(option.instances)]
            for action in some:
                assert (action.verb, action.actor) == (option.verb, option.actor)
                found = match.game.check(match.state, action)
                assert not [x for x in found if isinstance(x, Breach | Question)], (action, found)


def test_inv4_what_is_asked_can_be_answered(game_id, depth):
    """The verbs that a question names are on offer to whoever is asked."""
    for match, _, _ in playout(new_match(game_id, depth), chance_of(5), 200):
        asked = match.pending()
        if isinstance(asked, Question) and asked.verbs:
            options = match.game.options(match.state)
            offered = {one.verb for one in options if asked.asks in {None, one.actor}}
            assert offered & set(asked.verbs), asked


def test_inv4_in_the_end_nothing_but_undo_and_what_the_table_mends_is_left(game_id, depth):
    over = whole_game(game_id, depth, 1).match
    assert over.pending() is None
    assert over.game.options(over.state) == ()
    seen = {}
    for step in over.steps():
        seen[step.action.verb] = step.action
    for verb, action in seen.items():
        if not verb.startswith("adjust"):
            assert not over.check(action).legal, action
    assert over.check(Undo(None)).legal


def test_inv5_every_finding_cites_a_rule_and_default_rulings_a_switch_or_none(game_id, depth):
    game = SHELF.game(game_id)
    switches = {spec.name for spec in specs(game.house, game.prefix)}
    cited = Counter()
    log = played(new_match(game_id, depth), 7, 400).log
    chance = chance_of(7)
    for match, _, _ in playout(new_match(game_id, depth), chance, 120):
        for action in chance.choices(log, k=6):
            verdict = match.check(action)
            assert "\n" not in verdict.message()
            for finding in match.game.check(match.state, action):
                rule = match.rulebook[finding.rule]
                cited[finding.rule] += 1
                assert rule.switch is None or rule.switch in switches
                assert finding.text
            for reason in verdict.reasons:
                if reason.status is Status.DEFAULT_RULING and reason.forceable:
                    assert (reason.switch or "the table may rule") in reason.message()
    assert len(cited) > 2


def test_a_sheet_can_be_compared_and_kept_and_a_headline_is_one_line(game_id, depth):
    for number, (match, _, _) in enumerate(playout(new_match(game_id, depth), chance_of(8), 200)):
        if number % 10:
            continue
        view = match.game.view(match.state)
        assert len({match.game.sheet(match.state), match.game.sheet(match.state)}) == 1
        assert view.headline
        assert "\n" not in view.headline


def test_who_leads_on_the_sheet_has_the_numbers_of_a_column_of_the_score_sheet(game_id, depth):
    seen = 0
    for number, (match, _, _) in enumerate(playout(new_match(game_id, depth), chance_of(6), 300)):
        lead = match.game.sheet(match.state).lead
        if number % 5 or lead is None:
            continue
        score = match.game.score(match.state)
        shown = [(merit.seat, merit.number.partition("/")[0]) for merit in lead.merits]  # 2/5
        columns = {line.column for line in score.lines}
        agree = [c for c in columns if all(str(score.total(s, c)) == n for s, n in shown)]
        assert agree or not any(int(number) for _, number in shown), shown
        seen += len(shown)
    assert seen


def test_inv7_whoever_is_asked_and_whoever_may_act_sits_at_the_table(game_id, depth):
    for match, _, _ in playout(new_match(game_id, depth), chance_of(9), 200):
        asked = match.pending()
        seats = range(len(match.setup.seats))
        who = [option.actor for option in match.game.options(match.state)]
        who += [asked.roller if isinstance(asked, RollRequest) else asked.asks] if asked else []
        assert all(seat is None or seat in seats for seat in who)


def test_inv8_a_reading_counts_only_for_the_dice_and_the_roller_asked_for(game_id, depth):
    chance = chance_of(10)
    opened = closed = 0
    for match, action, _ in playout(new_match(game_id, depth), chance, 300):
        asked = match.pending()
        closed += isinstance(action, Roll)
        if not isinstance(asked, RollRequest):
            for seat in range(len(match.setup.seats)):
                assert not match.check(Roll(Seat(seat), (DieFace("d10", "7"),))).legal
            continue
        opened += 1
        assert set(asked.kinds) <= set(match.game.dice)
        throw = thrown(asked, chance)
        assert match.check(throw).legal
        others = set(range(len(match.setup.seats))) - {asked.roller, *asked.others}
        more = Roll(asked.roller, (*throw.dice, throw.dice[0]))
        fewer = Roll(asked.roller, throw.dice[1:])
        strange = next(kind for kind in FACES if kind not in match.game.dice)
        wrong = Roll(asked.roller, (DieFace(strange, FACES[strange][1]), *throw.dice[1:]))
        by_others = (replace(throw, actor=Seat(other)) for other in others)
        for refused in (*by_others, more, fewer, wrong):
            verdict = match.check(refused)
            assert not verdict.legal
            assert not verdict.forceable or (refused is fewer and asked.fewer)
    assert closed <= opened
    assert bool(opened) is bool(SHELF.game(game_id).dice)


def test_inv11_rotating_the_seats_rotates_the_result(game_id, depth):
    """The same lines by the same people, who sit one place further on: the same game."""
    match = whole_game(game_id, depth, 1).match
    names = match.setup.seats
    header = replace(header_of(game_id, depth), seats=(names[-1], *names[:-1]))
    turned = SHELF.begin(header, cards_of(game_id, depth))
    here, there = SHELF.grammar(header_of(game_id, depth)), SHELF.grammar(header)
    left = [there.read(moved(here.write(action), len(names))) for action in match.log]
    while left:
        turned = turned.apply(left.pop(next_of(turned, left)))
    assert ranks(turned) == ranks(match)


def moved(line, seats):
    """A line in which dice that are called by a place at the table are called by the next one."""
    return re.sub(r"(?<=[a-z]@)\d(?!\S)", lambda place: str(int(place[0]) % seats + 1), line)


def next_of(match, left):
    """Who rolls first among all who roll for the start is no rule: each rolls when asked."""
    asked = match.pending()
    rolls = takewhile(lambda action: isinstance(action, Roll), left)
    if not isinstance(asked, RollRequest):
        return 0
    return next((at for at, roll in enumerate(rolls) if roll.actor == asked.roller), 0)


def ranks(match):
    standing = match.game.standing(match.state)
    return {match.setup.seats[place.seat]: place.rank for place in standing.places}


def test_inv12_one_column_of_the_sheet_orders_every_final_standing(game_id, depth):
    agree = None
    for number in range(GAMES):
        match = whole_game(game_id, depth, number).match
        standing, sheet = match.game.standing(match.state), match.game.score(match.state)
        assert standing.final
        assert standing.winners == tuple(p.seat for p in standing.places if p.rank == 1)
        fits = {line.column for line in sheet.lines if in_order(standing, sheet, line.column)}
        agree = fits if agree is None else agree & fits
    assert agree


def in_order(standing, sheet, column):
    totals = [sheet.total(place.seat, column) for place in standing.places]
    ranks = [place.rank for place in standing.places]
    shared = {(rank, total) for rank, total in zip(ranks, totals, strict=True)}
    return totals == sorted(totals, reverse=True) and len(shared) == len(set(ranks))


def looked_after(match):
    """What can be done now, once nothing is broken and nothing names whoever has left."""
    now, left = Moment.of(match.game, match.state), match.state.setup.left
    assert list(faults(match, now)) == []
    assert not {option.actor for option in now.options} & set(left)
    for action in (one for option in now.options for one in option.instances[:3]):
        assert match.check(action).legal, action
    asked = now.pending
    if asked is not None:
        assert (asked.roller if isinstance(asked, RollRequest) else asked.asks) not in left
    places = tuple(place.seat for place in standing_of(match).places)
    assert places[len(places) - len(left) :] == left
    sheet = match.game.sheet(match.state)
    marked = [*(block.title[0] for block in sheet.blocks), *(one.name for one in sheet.meters)]
    assert sum("(left)" in title for title in marked) >= len(left)
    return now


def play_on(match, chance, most):
    for _ in range(most):
        action = looked_after(match).next_action(chance)
        if action is None:
            return
        match = match.apply(action)


def standing_of(match):
    return match.game.standing(match.state)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_x12_whenever_people_leave_the_others_play_on_to_the_end(game_id, depth, number):
    game, chance = SHELF.game(game_id), chance_of("leave", game_id, depth, number)
    if game.leave is None:
        pytest.skip("this game does not say yet how")
    match, often = new_match(game_id, depth, game.players[number % 2]), (0.01, 0.03, 0.2)[number]
    for _ in range(LIMIT):
        now = looked_after(match)
        if match.game.view(match.state).over:
            break
        before, action = match, now.next_action(chance)
        here = [seat for seat in range(len(match.seats)) if seat not in match.state.setup.left]
        if chance.random() < often:
            action = Leave(None, Seat(chance.choice(here)))
            assert match.apply(action).apply(Undo(None)).state == match.state
        match = match.apply(action)
        if isinstance(action, Leave):
            assert match.state.setup.left == (*before.state.setup.left, action.seat)
            again = take_step(match.game, before.now, len(match.log), action).state
            assert again == match.state
    assert match.game.view(match.state).over
    off, standing = match.state.setup.called_off, standing_of(match)
    assert bool(off) != standing.final
    assert not set(standing.winners) & set(match.state.setup.left)


@pytest.mark.slow
def test_x12_whoever_leaves_may_be_anybody_at_any_moment(game_id, depth):
    """One leaves at each of many moments; the next hundred actions are looked after."""
    game, chance = SHELF.game(game_id), chance_of("anybody", game_id, depth)
    if game.leave is None:
        pytest.skip("this game does not say yet how")
    most = game.players[1]
    for number, (match, _, _) in enumerate(playout(new_match(game_id, depth, most), chance, 400)):
        if number % 10:
            continue
        play_on(match.apply(Leave(None, Seat(number // 10 % most))), chance, 60)


def test_x14_at_any_moment_a_game_can_be_called_off_and_undo_goes_on(game_id, depth):
    log = played(new_match(game_id, depth), 14, 200).log
    for number, (match, _, _) in enumerate(playout(new_match(game_id, depth), chance_of(14), 200)):
        if number % 10:
            continue
        off = match.apply(CallOff(None, "it is late"))
        assert off.pending() is None
        assert off.game.options(off.state) == ()
        assert off.game.view(off.state).headline == "Called off: it is late"
        assert standing_of(off).winners == ()
        assert standing_of(off).places == standing_of(match).places
        assert list(faults(off, Moment.of(off.game, off.state))) == []
        refused = {one.rule for action in log[:5] for one in off.check(action).reasons}
        assert refused in (
            {"X-14"},
            {"X-14", "X-4"},
        )  # dice are refused because nobody waits for them
        assert off.apply(Undo(None)).state == match.state


def test_x13_one_who_joins_at_once_is_as_one_who_was_there_and_after_set_up_nobody_is(game_id, depth):
    game = SHELF.game(game_id)
    least, most = game.players
    if game.join is None or least == most:
        pytest.skip("this game does not say yet how")
    start = new_match(game_id, depth, least)
    after = chance_of("join").randrange(least)
    whole = start.apply(Join(None, "Zoe", Seat(after)))
    names = (*start.seats[: after + 1], "Zoe", *start.seats[after + 1 :])
    there = SHELF.begin(replace(header_of(game_id, depth), seats=names), cards_of(game_id, depth))
    assert replace(whole.state, setup=there.state.setup) == there.state
    assert whole.seats == names
    late = 0
    for number, (match, _, _) in enumerate(playout(start, chance_of(15), 150)):
        joined = match.check(Join(None, "Zoe", Seat(after)))
        late += not joined.legal
        if joined.legal and number % 3 == 0:
            play_on(match.apply(Join(None, "Zoe", Seat(after))), chance_of(16, number), 40)
    assert late, "set-up never ends"


def test_what_is_broken_is_found(game_id, depth, monkeypatch):
    match = played(new_match(game_id, depth), 12, 30)
    moment = Moment.of(match.game, match.state)
    assert list(faults(match, moment)) == []
    mute = replace(match.game, options=lambda _: (), pending=lambda _: None)
    dead = replace(match, game=mute)
    found = list(faults(dead, Moment.of(mute, match.state)))
    assert found == ["INV-4: nothing can be declared and nothing is asked"]
    monkeypatch.setitem(INVARIANTS, type(match.state), lambda _: ("the cards do not add up",))
    found = play_game(match, chance_of(12), 10)
    assert found.broken[0] == "the cards do not add up"
    assert not found.ended
