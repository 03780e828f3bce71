"""INV-1 to INV-12 on Ready, Set, Fight: random legal play, and whatever else people might type."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rsf_play import NAMES, next_action, shipped

from companion.core.actions import Roll, Ruling, Undo, Withdraw
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook, Status
from companion.core.seats import Seat, clockwise
from companion.core.switches import specs
from companion.core.verdict import IllegalActionError, Question
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import actions as act
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.state import FIGHT, ROLLING, Stage
from companion.games.rsf.words import SPECIAL_MODE, Column, PieceRef
from companion.record.grammar import Grammar

ROOT = Path(__file__).parents[2] / "companion"
SPECS = {spec.name: spec for spec in specs(RsfHouse, "rsf") if spec.name != "rsf.players"}
FEW = settings(max_examples=12)
SEAT_FIELDS = {"actor", "seat", "target", "first", "second", "source_seat", "target_seat"}


@cache
def rulebook():
    texts = (ROOT / "core" / "rules.toml", ROOT / "games" / "rsf" / "rules.toml")
    return Rulebook.parse(*(text.read_text("utf-8") for text in texts))


def new_match(setup):
    return Match.begin(GAME, rulebook(), setup)


@st.composite
def setups(draw, least=2):
    chosen = draw(st.dictionaries(st.sampled_from(sorted(SPECS)), st.integers(0, 2), max_size=4))
    house = {
        name: SPECS[name].choices[number % len(SPECS[name].choices)]
        for name, number in chosen.items()
    }
    depth = draw(st.sampled_from(Depth))
    seats = draw(st.integers(least, 6))
    return Setup(NAMES[:seats], depth, house, shipped() if depth is Depth.FULL else None)


def chance_of(seed):
    return random.Random(seed)


def play_on(match, chance, steps):
    """Play at random through the kernel; ends early when the game does."""
    for _ in range(steps):
        action = next_action(match.state, chance)
        if action is None:
            break
        match = match.apply(action)
    return match


def deep(setup, seed, least=120, most=420):
    """A match somewhere in its middle, usually in the Fight phase."""
    chance = chance_of(seed)
    return play_on(new_match(setup), chance, chance.randint(least, most)), chance


seeds = st.integers(0, 10_000)


def anything(state, chance):
    """An action that somebody might type, fitting or not."""
    seat = Seat(chance.randrange(len(state.players)))
    other = Seat(chance.randrange(len(state.players)))
    cards = [UNNAMED, CardId("R01"), CardId("nope")]
    for player in state.players:
        cards += [*player.hand[:2], *(piece.card for piece in player.monster[:2])]
    card = chance.choice(cards)
    ref = PieceRef(card, chance.choice([None, Cell(0, 0), Cell(chance.randrange(-3, 4), 1)]))
    cell = Cell(chance.randrange(-3, 5), chance.randrange(-3, 5))
    return chance.choice(
        [
            act.Attack(seat, other), act.Special(seat), act.EndTurn(seat), act.EndCombat(seat),
            act.BeginCombat(seat), act.Draw(seat, card), act.Take(seat, card),
            act.Connect(seat, card, cell), act.Destroy(seat, ref), act.Remove(seat, ref),
            act.Steal(seat, other, ref), act.Move(seat, ref, cell), act.Replace(seat, ref),
            act.Swap(seat, seat, ref, other, ref), act.Force(seat, other), act.Keep(seat),
            act.Dodge(seat), act.Decline(seat), act.Skip(seat), act.Rearrange(seat, ()),
            act.Mulligan(seat), act.Exchange(seat, (card,)), act.Done(seat), act.Confirm(seat),
            act.Stalemate(None), act.Mixed(None), act.Starter(None, other), Withdraw(seat),
            act.EnterSheet(seat, 5, 5, 1, 3), act.AdjustScore(None, other, Column.ATK, 2),
            act.AdjustActions(None, 1), Roll(seat, (DieFace("d10", "3"),)),
        ]
    )  # fmt: skip


# ---------------------------------------------------------------- INV-1, 2, 3


@FEW
@given(setups(), seeds)
def test_inv1_the_same_log_gives_the_same_state_also_read_back_from_its_lines(setup, seed):
    match, _ = deep(setup, seed)
    grammar = Grammar(GAME.actions, setup.seats)
    lines = [grammar.write(action) for action in match.log]
    read = tuple(grammar.read(line) for line in lines)
    assert read == match.log
    again = new_match(setup)
    for action in read:
        again = again.apply(action)
    assert again.state == match.state
    assert [(one.number, one.action) for one in again.steps()] == [
        (one.number, one.action) for one in match.steps()
    ]


@FEW
@given(setups(), seeds)
def test_inv2_undo_gives_the_state_before(setup, seed):
    match, chance = deep(setup, seed)
    action = next_action(match.state, chance)
    if action is not None:
        assert match.apply(action).apply(Undo(None)).state == match.state


@settings(max_examples=25)
@given(setups(), seeds)
def test_inv3_check_agrees_with_apply(setup, seed):
    match, chance = deep(setup, seed, 0)
    state = match.state
    for _ in range(15):
        action = anything(state, chance)
        if match.check(action).legal:
            assert match.apply(action).log[-1] == action
            assert GAME.invariants(match.apply(action).state) == ()
        else:
            with pytest.raises(IllegalActionError):
                match.apply(action)
    assert match.state is state


@settings(max_examples=25)
@given(setups(), seeds)
def test_inv3_what_a_ruling_forces_is_carried_out_and_leaves_the_state_sound(setup, seed):
    match, chance = deep(setup, seed, 0)
    for _ in range(25):
        action = anything(match.state, chance)
        verdict = match.check(action)
        if verdict.legal or not verdict.forceable or verdict.asks:
            continue
        rules = tuple(reason.rule for reason in verdict.reasons)
        match = match.apply(Ruling(None, rules, "we say so"))
        assert match.check(action).legal
        match = match.apply(action)
        assert sound_but_for_rulings(match.state)
        match = play_on(match, chance, 5)


def sound_but_for_rulings(state):
    assert GAME.invariants(state) == ()
    assert GAME.options(state) or GAME.pending(state) or state.stage is Stage.OVER
    return True


# ---------------------------------------------------------------- INV-4, 5


@FEW
@given(setups(), seeds)
def test_inv4_options_are_legal_and_there_is_no_dead_end(setup, seed):
    match, _ = deep(setup, seed, 0)
    options = GAME.options(match.state)
    assert options or GAME.pending(match.state) or match.state.stage is Stage.OVER
    for option in options:
        assert any(match.check(action).legal for action in option.instances)


@pytest.mark.parametrize("seed", range(6))
def test_inv4_inv10_play_ends_and_then_only_rulings_adjustments_and_amends_remain(seed):
    setup = Setup(NAMES[: 2 + seed % 5], Depth.FULL, {}, shipped())
    match = play_on(new_match(setup), chance_of(seed), 3000)
    assert match.state.stage is Stage.OVER
    assert GAME.options(match.state) == ()
    assert GAME.pending(match.state) is None
    chance = chance_of(seed)
    for _ in range(60):
        action = anything(match.state, chance)
        verdict = match.check(action)
        if isinstance(action, act.AdjustScore):
            assert verdict.legal is match.state.players[action.seat].alive
        else:
            assert not verdict.legal
            assert not verdict.forceable


@settings(max_examples=25)
@given(setups(), seeds)
def test_inv5_every_finding_cites_a_rule_and_default_rulings_a_switch_or_none(setup, seed):
    match, chance = deep(setup, seed, 0)
    known = {spec.name for spec in specs(RsfHouse, "rsf")}
    for _ in range(20):
        action = anything(match.state, chance)
        for finding in GAME.check(match.state, action):
            rule = rulebook()[finding.rule]
            if rule.status is Status.DEFAULT_RULING and rule.switch is not None:
                assert rule.switch in known
        message = match.check(action).message()
        assert "\n" not in message


# ---------------------------------------------------------------- INV-6, 7


@FEW
@given(seeds, st.integers(2, 6))
def test_inv6_until_it_is_connected_a_hidden_card_may_be_any(seed, seats):
    """Two tables differ only in what Ann drew: all that is kept and shown of both is the same."""
    setup = Setup(NAMES[:seats], Depth.FULL, {"rsf.hand": "hidden"}, shipped())
    match, chance = deep(setup, seed, 60, 150)
    while match.state.stage is not Stage.DRAW:
        match = play_on(match, chance, 1)
        assume(match.state.stage is not Stage.OVER)
    state = match.state
    match = match.apply(act.Draw(state.turn, UNNAMED))
    shown = GAME.view(match.state, None)
    cell = Cell(0, 0)
    if match.state.players[state.turn].monster:
        taken = {piece.cell for piece in match.state.players[state.turn].monster}
        cell = next(side for one in sorted(taken) for side in one.sides if side not in taken)
    able = [
        card
        for card in shipped().cards.values()
        if match.check(act.Connect(state.turn, card.id, cell, _mode(card))).legal
    ]
    assert len(able) > 1
    for seat in clockwise(seats, Seat(0)):
        assert GAME.view(match.state, seat) == shown


def _mode(card):
    return SPECIAL_MODE if card.hybrid else None


@FEW
@given(setups(), seeds)
def test_inv7_one_living_player_is_in_turn_and_turns_go_round(setup, seed):
    chance = chance_of(seed)
    match = new_match(setup)
    before = match.state
    for _ in range(400):
        action = next_action(before, chance)
        if action is None:
            break
        match = match.apply(action)
        after = match.state
        asked = GAME.pending(after)
        actor = asked.roller if isinstance(asked, RollRequest) else None
        if isinstance(asked, Question):
            actor = asked.asks
        assert actor is None or after.players[actor].alive
        if after.stage in FIGHT:
            assert after.players[after.turn].alive
        same_pass = (before.phase, before.sd_round) == (after.phase, after.sd_round)
        if before.stage in FIGHT and after.stage in FIGHT and same_pass and before.phase:
            same_round = (before.stage is Stage.MUTATE) == (after.stage is Stage.MUTATE)
            if after.turn != before.turn and same_round:
                between = after.order[
                    after.order.index(before.turn) + 1 : after.order.index(after.turn)
                ]
                assert after.order.index(after.turn) > after.order.index(before.turn)
                assert not any(after.players[seat].alive for seat in between)
        before = after


# ---------------------------------------------------------------- INV-8, 9


@FEW
@given(setups(), seeds)
def test_inv8_a_reading_counts_only_for_the_dice_and_the_roller_asked_for(setup, seed):
    chance = chance_of(seed)
    match = new_match(setup)
    opened = closed = 0
    for _ in range(300):
        asked = GAME.pending(match.state)
        if isinstance(asked, RollRequest):
            refuses_other_dice(match, asked)
        else:
            assert not match.check(Roll(match.state.turn, (SEVEN,))).legal
        action = next_action(match.state, chance)
        if action is None:
            break
        opened += isinstance(action, act.Attack | act.Special | act.Dodge)
        opened -= isinstance(action, Withdraw)
        closed += isinstance(action, Roll) and match.state.stage is not Stage.STARTER
        match = match.apply(action)
    assert closed == opened - (match.state.stage in ROLLING)


SEVEN = DieFace("d10", "7")


def refuses_other_dice(match, asked):
    other = Seat((asked.roller + 1) % len(match.setup.seats))
    assert not match.check(Roll(other, (SEVEN,))).legal
    assert not match.check(Roll(asked.roller, (SEVEN, SEVEN))).legal
    assert not match.check(Roll(asked.roller, (DieFace("d6", "1"),))).legal
    assert not match.check(Roll(asked.roller, ())).legal
    assert match.check(Roll(asked.roller, (SEVEN,))).legal


@FEW
@given(setups(), seeds)
def test_inv9_counters_never_fall(setup, seed):
    chance = chance_of(seed)
    match = new_match(setup)
    for _ in range(400):
        before = match.state
        action = next_action(before, chance)
        if action is None:
            break
        match = match.apply(action)
        after = match.state
        assert (after.phase, after.sd_round) >= (before.phase, before.sd_round)
        assert after.destroyed[: len(before.destroyed)] == before.destroyed
        assert after.fallen[: len(before.fallen)] == before.fallen
        assert after.hits >= before.hits


# ---------------------------------------------------------------- INV-11, 12


def rotated(action, by, seats):
    changed = {}
    for one in fields(action):
        value = getattr(action, one.name)
        if one.name in SEAT_FIELDS and isinstance(value, int):
            changed[one.name] = Seat((value + by) % seats)
    return replace(action, **changed)


@FEW
@given(setups(), seeds, st.integers(1, 5))
def test_inv11_rotating_the_seats_rotates_the_result(setup, seed, by):
    seats = len(setup.seats)
    match, _ = deep(setup, seed, 200, 900)
    names = tuple(setup.seats[(at - by) % seats] for at in range(seats))
    turned = new_match(replace(setup, seats=names))
    log = list(match.log)
    if match.state.house.starter == "rolloff":  # its order of rolling begins at the first seat
        return
    for action in log:
        turned = turned.apply(rotated(action, by, seats))
    for seat in range(seats):
        there = (seat + by) % seats
        assert turned.state.players[there] == match.state.players[seat]
    assert turned.state.stage is match.state.stage
    assert ranks(turned.state, 0) == ranks(match.state, by)


def ranks(state, by):
    seats = len(state.players)
    return {(place.seat + by) % seats: place.rank for place in GAME.standing(state).places}


@FEW
@given(setups(), seeds)
def test_inv12_the_ranking_is_a_total_preorder_that_agrees_with_the_score(setup, seed):
    match, _ = deep(setup, seed, 100, 1500)
    state = match.state
    standing, sheet = GAME.standing(state), GAME.score(state)
    assert sorted(place.seat for place in standing.places) == list(range(len(setup.seats)))
    for at, place in enumerate(standing.places):
        better = sum(1 for other in standing.places if other.rank < place.rank)
        assert place.rank == better + 1
        assert at == 0 or standing.places[at - 1].rank <= place.rank
    strength = [
        (
            state.players[place.seat].alive,
            sheet.total(place.seat, "pieces"),
            sheet.total(place.seat, "ATK") + sheet.total(place.seat, "DEF"),
        )
        for place in standing.places
        if state.players[place.seat].alive
    ]
    assert strength == sorted(strength, reverse=True)
    assert all(state.players[seat].alive for seat in standing.winners) or not state.living
    assert standing.final == (state.stage is Stage.OVER)
