"""X-8: whole games of which a part is played in full depth and the rest in light depth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games_play import SHELF, cards_of, header_of
from rsf_kit import ref
from rsf_play import NAMES, play, playout, shipped

from companion.core.actions import Lighten
from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED
from companion.games.rsf import GAME
from companion.games.rsf import actions as act
from companion.games.rsf.state import FREE, Result, Sheet, Stage
from companion.games.rsf.table import totals
from companion.record.file import new_record, parse_record
from companion.record.replay import replay
from companion.session.history import tell_step

pytestmark = pytest.mark.slow

CARD = ref("card")
SHEETS = {Stage.SET, Stage.DRAW, Stage.MUTATE, *FREE}


# ---------------------------------------------------------------- two tables side by side


def said_in_light(action, before):
    """What a light table declares where one in full depth declares this."""
    match action:
        case act.Draw() if before.stage is Stage.DEAL:
            return ()
        case act.DeclareMode():
            return ()
        case act.Connect(actor=seat):
            return (act.Connect(seat, UNNAMED),)
        case act.Exchange(actor=seat, cards=cards):
            return (act.Exchange(seat, (UNNAMED,) * len(cards)),)
        case act.Move(actor=seat):
            return (act.Move(seat, CARD),)
        case act.Swap(actor=seat, first=one, second=two):
            return (act.Swap(seat, one, CARD, two, CARD),)
        case act.Rearrange(actor=seat):
            return (act.Rearrange(seat, ()),)
        case act.Draw() | act.Take():
            return (replace(action, card=UNNAMED),)
        case act.Destroy() | act.Steal() | act.Replace() | act.Remove():
            return (replace(action, piece=CARD),)
        case _:
            return (action,)


def added_up(full, light):
    """The light table, where its players have written down what their cards add up to."""
    if light.stage not in SHEETS:
        return light
    for seat in full.living:
        now, count = totals(full, seat), len(full.players[seat].monster)
        late = light.stage is Stage.SET and full.players[seat].confirmed
        if light.players[seat].entered != now and count and not late:
            entered = act.EnterSheet(seat, now.attack, now.defense, now.special, count, now.race)
            light = play(light, entered)
    return light


def in_common(state, like):
    """What the two tables agree on.

    A light table takes a replacement from any of the others' discards, and a sheet that may not be
    entered at this stage is one behind.
    """
    known = tuple(
        replace(player, entered=other.entered, sheet_due=False)
        for player, other in zip(state.players, like.players, strict=True)
    )
    players = state.players if state.stage in {*SHEETS, Stage.OVER} - {Stage.SET} else known
    players = tuple(replace(player, sheet_due=False) for player in players)
    return replace(state, setup=like.setup, players=players, discard=len(state.discard))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_that_becomes_light_is_where_one_is_that_was_light_all_along(seats, seed):
    """After every action of a game: lightened, and declared from the start without names."""
    full = GAME.start(Setup(NAMES[:seats], Depth.FULL, {}, shipped()))
    light = GAME.start(Setup(NAMES[:seats], Depth.LIGHT, {}, shipped()))
    stages = set()
    for before, action, after in playout(full, seed, 1200):
        light = added_up(after, play(added_up(before, light), *said_in_light(action, before)))
        if after.stage is Stage.OVER:
            assert light.stage is Stage.OVER
            assert GAME.standing(light).winners == GAME.standing(after).winners
            break
        if (light.result, after.result) == (Result.MOVE, None):
            break  # a light table cannot know that no piece of this monster fits elsewhere
        lightened = GAME.lighten(after)
        assert in_common(lightened, light) == in_common(light, light)
        stages.add(after.stage)
    assert {Stage.DEAL, Stage.READY, Stage.SET, Stage.ATTACK_ROLL, Stage.HIT} <= stages


# ---------------------------------------------------------------- one game as a record

FULL = """
table: mixed
table: starter Ann
Ann: draw R01
Ben: draw I01
Ann: draw R02
Ben: draw I02
Ann: draw R03
Ben: draw I03
Ann: draw R04
Ben: draw I04
Ann: draw H01
Ben: draw P01
Ann: draw P02
Ben: draw P03
Ann: draw A01
Ben: draw A02
Ann: connect R01 at 0,0
Ann: connect R02 at 1,0
Ann: connect R03 at 0,1
Ann: connect H01 at 1,1
Ann: done
Ben: connect I01 at 0,0
Ben: connect I02 at 1,0
Ben: done
Ann: mode H01 special
Ann: confirm
Ben: confirm
Ann: draw A03
Ann: attack Ben
Ann: roll d10=9
"""

LIGHT = """
table: light
Ben: destroy card
Ben: sheet atk 4 def 0 spc 0 pieces 1 race Insect
Ann: end-turn
Ben: draw card
Ben: connect card
Ben: connect card
Ben: sheet atk 5 def 3 spc 0 pieces 3 race Insect
Ben: attack Ann
Ben: roll d10=9
Ann: destroy card
Ben: end-turn
Ann: sheet atk 8 def 4 spc 1 pieces 3 race Robot
Ann: draw card
Ann: special
Ann: roll d10=9
Ann: force Ben
Ben: remove card
Ann: attack Ben
Ann: roll d10=1
Ben: destroy card
Ann: end-turn
Ben: draw card
Ben: end-turn
Ann: skip
Ben: skip
Ann: draw card
Ann: attack Ben
Ann: roll d10=1
Ben: destroy card
"""


def played(*lines):
    """The match after these lines of a record."""
    header = header_of("rsf", Depth.FULL, 2)
    text = new_record(header).text() + "".join(lines)
    record = parse_record(text, "game.record", SHELF.grammar)
    found = replay(record, SHELF.begin(record.header, cards_of("rsf", Depth.FULL)))
    assert found.sound, found
    return found.match


def test_a_fight_that_began_in_full_depth_is_won_in_light_depth():
    match = played(FULL, LIGHT)
    assert match.state.stage is Stage.OVER
    standing = match.game.standing(match.state)
    assert (standing.winners, standing.final) == ((0,), True)
    assert [match.setup.seats[place.seat] for place in standing.places] == ["Ann", "Ben"]
    assert match.game.invariants(match.state) == ()
    assert match.state.hits == 4
    sheet = match.game.score(match.state)
    assert {(x.seat, x.column): sheet.total(x.seat, x.column) for x in sheet.lines} == {
        (0, "ATK"): 8,
        (0, "DEF"): 4,
        (0, "SPC"): 1,
        (0, "pieces"): 3,
    }
    assert match.setup.depth is Depth.FULL
    assert match.game.view(match.state, None).depth == "light"


def test_the_middle_of_an_attack_goes_on_with_the_sums_of_the_cards():
    full, light = played(FULL), played(FULL, "table: light\n")
    assert full.state.stage is light.state.stage is Stage.HIT
    assert [totals(light.state, seat) for seat in (0, 1)] == [
        totals(full.state, seat) for seat in (0, 1)
    ]
    assert [player.entered for player in light.state.players] == [
        Sheet(9, 6, 1, "Robot", 8),
        Sheet(4, 3, 0, "Insect", 3),
    ]
    assert light.state.last_roll == full.state.last_roll


def test_the_history_speaks_of_cards_without_names():
    match = played(FULL, LIGHT)
    told = [tell_step(match, step) for step in match.steps()]
    at = next(n for n, one in enumerate(match.log) if isinstance(one, Lighten))
    assert told[at] == "From here on in light depth: people add up, cards are not named"
    assert told[at + 1] == "Ben gives up a card: destroyed (RSF-F4)"
    assert told[at + 2] == "Ben's sheet: ATK 4, DEF 0, SPC 0, Insect, 1 pieces"
    names = {card.name for card in shipped().cards.values()} | set(shipped().cards)
    assert not any(name in line for line in told[at:] for name in names)
    assert any(name in line for line in told[:at] for name in names)
    assert told[-1].endswith("Ben's monster is dead (RSF-F4b) · Ann wins (RSF-E1)")
