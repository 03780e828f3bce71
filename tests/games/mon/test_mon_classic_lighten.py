"""X-8: Classic and Arena go on in light depth from whatever point the table likes.

A light table is played beside each full one: what people would have declared there who never named a
card. Wherever the full table becomes light it must be the same as that other one.
"""

from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from mon_classic_kit import BOX, FACTIONS, A, B, cards_of, new_game, playout
from mon_kit import NAMES, card, match_of, names, play_lines

from companion.core.findings import clear
from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC, lighten
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import base, regular, total
from companion.games.mon.words import DRAGON, HIDDEN, Icon, Kind
from models.workshop.invariants import invariants

YES, NO = act.Complete(None, act.Answer.YES), act.Complete(None, act.Answer.NO)
ONE, TWO = FACTIONS[:2]


def trios():
    """The kit's box, with heads, bodies and limbs of which three make a complete monster."""
    more = (
        card("H8", "w", 8, 3, (Icon.SWORD,)),
        card("H2", "w", 2, 3),
        card("B2", "wn", 2, 6, (Icon.BOW,)),
        card("L4", "n", 0, 6),
    )
    cards = {front.id: front for front, _ in more} | BOX.cards
    backs = {front.id: its for front, its in more} | BOX.backs
    return replace(BOX, cards=cards, backs=backs)


TRIOS = trios()
DECK = TRIOS.count(Kind.PART, Kind.POWER, Kind.SPELL)


def unnamed(before, cards):
    words = {HIDDEN: HIDDEN} | dict.fromkeys(dragon_ids(before), DRAGON)
    return tuple(sorted(words.get(card, UNNAMED) for card in cards))


def dragon_ids(state):
    return {card.id for card in state.setup.catalogue.cards.values() if card.kind is Kind.DRAGON}


def as_light(before, action, after):
    """What people in light depth would declare for what was declared in full depth."""
    match action:
        case act.Dealt():
            return (replace(action, cards=unnamed(before, action.cards)),)
        case act.Draw():
            return (replace(action, card=HIDDEN if action.card == HIDDEN else UNNAMED),)
        case act.Rearrange():
            return ()
        case act.Challenge() | act.EnterArena() | act.MeetArena():
            moved = (before.fight, before.arena) != (after.fight, after.arena)
            return (replace(action, cards=()), YES if moved else NO)
        case act.ChangeArena():
            return () if action.cards else (action,)
        case act.Ready() | act.BuildFor():
            return (replace(action, cards=()),)
        case act.Flip():
            return tuple(said(after, side) for side in after.fight.sides)
        case act.Power() | act.Spell():
            return (played(before, action, after),)
        case act.TakeDragon():
            return (replace(action, card=DRAGON, faction=after.fights[-1].dragon.faction),)
        case _:
            return (action,)


def said(after, side):
    dragons = len(side.cards) - len(regular(after, side.cards))
    return act.Flip(side.seat, base(after, side), len(side.cards), dragons)


def played(before, action, after):
    last = after.fight.side(action.actor).played[-1]
    if isinstance(action, act.Power):
        return replace(action, card=UNNAMED, points=last.own)
    fought = [total(state, state.fight, state.fight.other(action.actor)) for state in (before, after)]
    off = unnamed(before, last.off)
    return act.Spell(action.actor, UNNAMED, off, last.own, fought[1] - fought[0])


def beside(state):
    """The light table next to a full one that has just been set up."""
    light = new_game(state.mode, len(state.players), Depth.LIGHT, **chosen(state))
    return CLASSIC.apply(light, act.DeckSize(None, state.deck))


def chosen(state):
    return {name.removeprefix("mon."): value for name, value in state.setup.switches.items()}


def followed(light, before, action, after):
    for each in as_light(before, action, after):
        assert clear(CLASSIC.check(light, each)), (each, CLASSIC.check(light, each))
        light = CLASSIC.apply(light, each)
    return light


def summed(state):
    """A table with the sums of a fight in the place of how they came about.

    What a Spell takes off a flipped monster is, from the change on, a smaller sum of its cards; a
    table that was light all along has said it as points of the Spell. Nor is there an order of
    Dragon cards in light depth that counts for anything but who loses which (MON-C18b).
    """
    fight = state.fight
    players = tuple(
        replace(player, dragons=tuple(sorted(player.dragons, key=lambda one: one.faction))) for player in state.players
    )
    if fight is not None and fight.priority is not None:
        for side in fight.sides:
            told = replace(
                side,
                points=total(state, state.fight, side),
                played=tuple(replace(one, theirs=0) for one in side.played),
            )
            fight = fight.with_side(told)
    return replace(without_catalogue(state), players=players, fight=fight)


def the_same(full, light):
    """A full table that becomes light is the table that was light all along."""
    lighter = lighten(full)
    assert names(lighter) == set()
    assert invariants(lighter) == ()
    assert summed(lighter) == summed(light)
    assert CLASSIC.pending(lighter) == CLASSIC.pending(light)
    assert CLASSIC.options(lighter) == CLASSIC.options(light)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(4))
def test_x8_at_every_point_it_is_the_table_that_was_light_all_along(mode, seed):
    full = new_game(mode, 2 + seed % 3, cards=TRIOS, dragon_pick="any" if seed % 2 else "own")
    light = beside(full)
    stages, fights = set(), 0
    for before, action, after in playout(full, seed, 400):
        if (before.stage, after.stage) == (Stage.FLIP, Stage.CHALLENGE):
            break  # MON-C11: cards taken back by their names, which no light table could
        light = followed(light, before, action, after)
        stages.add(after.stage)
        fights = len(after.fights)
        if after.stage is not Stage.OVER:
            the_same(after, light)
    assert fights > 2
    assert {Stage.BUILD, Stage.FLIP, Stage.REINFORCE, Stage.PRIZE} <= stages


PICKED = f"Ann: faction {ONE} / Ben: faction {TWO}"
DEALT = f"{PICKED} / table: youngest Ann / Ann: dealt H8 B2 L4"
DRAWS = f"{DEALT} / Ben: dealt H2 B2 L4 / Ben: rearrange H2 B2"
BUILDS = (
    f"{DRAWS} / Ann: draw hidden / Ben: draw hidden / Ann: draw L3 / Ann: end-turn / "
    "Ben: draw hidden / Ann: draw hidden / Ann: rearrange H8 B2 L4"
)
CHALLENGED = f"{BUILDS} / Ann: challenge Ben / Ben: refuse"
FLIPS = f"{BUILDS} / Ann: challenge Ben with H8 B2 L4 / Ben: ready with H2 B2 L4"
FIGHTS = f"{FLIPS} / table: flip / Ben: power PB3 / Ben: spell SADD / Ben: yield / Ann: spell SBODY off B2"
TAKES = f"{FIGHTS} / Ann: yield / Ben: pass / Ann: pass"
ENTERED = f"{BUILDS} / Ann: enter-arena"
MET = f"{ENTERED} / Ben: draw L1 / Ben: meet-arena with H2 B2 L4"

REACHED = {
    Stage.SETUP: PICKED,
    Stage.DEAL: DEALT,
    Stage.DRAW: DRAWS,
    Stage.BUILD: BUILDS,
    Stage.CHALLENGE: CHALLENGED,
    Stage.FLIP: FLIPS,
    Stage.REINFORCE: FIGHTS,
    Stage.PRIZE: TAKES,
}
ARENA_REACHED = {
    **{stage: REACHED[stage] for stage in (Stage.SETUP, Stage.DEAL, Stage.DRAW)},
    Stage.BUILD: ENTERED,
    Stage.FLIP: MET,
    Stage.REINFORCE: FIGHTS.replace(FLIPS, MET),
    Stage.PRIZE: TAKES.replace(FLIPS, MET),
}
NEVER = {
    Stage.VERIFY: "people are asked in light depth alone",
    Stage.OVER: "a game that is over does not become light",
}
LINES = [
    *((Mode.CLASSIC, stage, text) for stage, text in REACHED.items()),
    *((Mode.ARENA, stage, text) for stage, text in ARENA_REACHED.items()),
]
EACH = pytest.mark.parametrize(
    ("mode", "stage", "text"), LINES, ids=[f"{mode}-{stage.name}" for mode, stage, _ in LINES]
)


def setup_of(depth=Depth.FULL, seats=2, **more):
    switches = {f"mon.{name}": value for name, value in more.items()}
    return Setup(NAMES[:seats], depth, switches, TRIOS if depth is Depth.FULL else None)


def reached(mode, text):
    return play_lines(match_of(f"mon-{mode}", setup_of()), text)


def test_every_stage_is_looked_at():
    assert {*REACHED, *NEVER} == set(Stage)
    assert {*ARENA_REACHED, *NEVER, Stage.CHALLENGE} == set(Stage)  # MON-A2


@EACH
def test_x8_each_stage_is_the_one_a_light_table_would_be_in(mode, stage, text):
    match = reached(mode, text)
    light = beside(match.game.start(match.setup))
    for step in match.steps():
        light = followed(light, step.origin.state, step.action, step.state)
    assert match.state.stage is light.stage is stage
    the_same(match.state, light)
    assert lighten(match.state).stage is stage


@EACH
def test_x8_no_card_is_named_from_then_on(mode, stage, text):
    match = play_lines(reached(mode, text), "table: light")
    for action, rule in REFUSED[stage]:
        if action.verb in {form.verb for form in match.game.actions}:
            (found,) = CLASSIC.check(match.state, action)
            assert (found.rule, found.forceable) == (rule, False), found
            said = "each fighter says" if isinstance(action, act.Flip) else "in light depth"
            assert said in found.text


TRIO = cards_of("H8 B2 L4")
LAID = (act.Rearrange(A, TRIO), "MON-C7")
REFUSED = {
    Stage.SETUP: (),
    Stage.DEAL: ((act.Dealt(B, cards_of("H1 B2 hidden")), "MON-C5"),),
    Stage.DRAW: ((act.Draw(A, CardId("H1")), "MON-C5"), LAID),
    Stage.BUILD: (
        (act.Challenge(A, B, TRIO), "MON-C10"),
        (act.ChangeArena(A, TRIO), "MON-A5a"),
        (act.Draw(B, CardId("H1")), "MON-C5"),
        LAID,
    ),
    Stage.CHALLENGE: ((act.BuildFor(A, B, TRIO), "MON-C12"), (act.Rearrange(B, TRIO), "MON-C7")),
    Stage.FLIP: ((act.Flip(None), "MON-C13"), LAID),
    Stage.REINFORCE: (
        (act.Power(A, CardId("PS2"), 2), "MON-C5"),
        (act.Spell(A, CardId("SANY"), (UNNAMED,)), "MON-C5"),
        LAID,
    ),
    Stage.PRIZE: ((act.TakeDragon(A, CardId("DUE1")), "MON-C20"), LAID),
}


def test_c13_a_fight_goes_on_with_the_sums_that_it_had():
    match = reached(Mode.CLASSIC, FIGHTS)
    full, light = match.state, play_lines(match, "table: light").state
    sums = [total(full, full.fight, side) for side in full.fight.sides]
    assert sums == [10, 8]  # 8+2+0; 2+0 without its body, 3 by PB3, 3 by SADD
    assert [total(light, light.fight, side) for side in light.fight.sides] == sums
    assert [side.points for side in light.fight.sides] == [10, 2]
    assert light.fight.defender.removed == (UNNAMED,)
    assert (light.fight.priority, light.fight.acted) == (A, True)


def test_c5_nobody_is_dealt_cards_twice():
    match = play_lines(reached(Mode.CLASSIC, DEALT), "table: light")
    assert [one.rule for one in CLASSIC.check(match.state, act.Dealt(A, (UNNAMED,) * 3))] == ["MON-C5"]
    match = play_lines(match, "Ben: dealt card card hidden")
    assert (match.state.stage, match.state.deck) == (Stage.DRAW, DECK - 6)


def test_c21_the_deck_gets_the_cards_that_a_full_table_would_give_it():
    """Three cards of each, and the three that were played; Ben keeps nothing but his hand."""
    match = reached(Mode.CLASSIC, FIGHTS)
    rest = "Ann: yield / Ben: pass / Ann: pass"
    full, light = play_lines(match, rest), play_lines(match, f"table: light / {rest}")
    assert full.state.deck == light.state.deck
    assert [len(player.parts) for player in light.state.players] == [1, 0]
    assert (light.state.stage, light.state.turn, light.state.then) == (Stage.PRIZE, A, B)


def test_c18b_the_dragon_card_that_a_spell_took_off_is_the_one_that_is_lost():
    """Ben fights with Dragon cards of two factions; the Spell took the older one off him."""
    match = match_of("mon-classic", setup_of(dragon_pick="any", dragon_removed="lost"))
    match = play_lines(
        match,
        f"{DRAWS} / table: adjust-dragon Ben takes DIC3 / table: adjust-dragon Ben takes DUE4 / "
        "Ann: draw hidden / Ben: draw B0 / Ann: draw hidden / Ben: draw T1 / Ann: draw hidden / "
        "Ann: challenge Ben with H8 B2 L4 / Ben: ready with B0 H2 DIC3 DUE4 T1 / table: flip / "
        "Ben: pass / Ann: spell SANY off DIC3",
    )
    rest = "Ann: yield / Ben: pass / Ann: pass"
    full, light = play_lines(match, rest), play_lines(match, f"table: light / {rest}")
    for after in (full.state, light.state):
        assert [dragon.faction for dragon in after.players[B].dragons] == [ONE]
        assert (after.players[B].own_dragons, after.players[B].lost) == (0, 1)
    assert CLASSIC.standing(full.state) == CLASSIC.standing(light.state)
