"""Monsters that the program does not know yet, and catalogues: read, refused, written, kept.

Whole games: what holds after every step, and what is found broken (GMM-I1 to I5, INV-1 to INV-12).
"""

import random
from dataclasses import replace

import pytest
from gmm_kit import (
    A,
    B,
    C,
    box,
    dealt,
    ending,
    fight,
    findings,
    force,
    ids,
    new_game,
    pending_rule,
    play,
    playout,
    shipped,
    text,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.catalogue import CatalogueError
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.gmm import GAME
from companion.games.gmm import verbs as act
from companion.games.gmm.cards import Monster, read_catalogue, write_catalogue
from companion.games.gmm.state import BATTLE, Award, Result, Stage
from companion.games.gmm.words import Call
from models.workshop.invariants import invariants

BLOB = "table: rate blob 8 10 5 4 5 4"


def test_gmm_s2b_the_ratings_of_an_unknown_monster_are_asked_for():
    state = play(dealt(cards=None), "Ann: flip blob")
    asked = GAME.pending(state)
    assert (asked.rule, asked.verbs) == ("GMM-S2b", ("rate",))
    assert asked.text == "What are Blob's six ratings, or at least its Strength?"
    assert findings(state, "Ann: call high") == ("GMM-S2b",)
    assert "What is Blob's Strength?" in GAME.sheet(state).bar[0]
    state = play(state, BLOB)
    assert pending_rule(state) == "GMM-R2"
    assert findings(state, "Ann: call high") == ()


def test_gmm_s2b_ratings_typed_once_are_used_again():
    state = play(dealt(cards=None), "Ann: flip blob", BLOB, "Ann: call high")
    state = play(state, "Ben: flip slappy", "Cleo: flip mastermind")
    assert state.stage is Stage.FLIP  # a tie of the two nines
    state = play(state, "Ann: flip troll", "table: rate troll 3")
    state = play(state, "Ben: flip giant", "table: rate giant 7", "Cleo: flip dwarf")
    state = play(state, "table: rate dwarf 2")
    assert state.outcome.winner == B
    state = play(state, "Ben: flip blob")
    assert pending_rule(state) == "GMM-B5"


def test_one_rating_is_of_this_round_and_the_next_round_asks_again():
    state = play(dealt(number=2, cards=None), "Ann: flip blob", "table: rate blob 10")
    assert dict(state.typed)["blob"] == (None, 10, None, None, None, None)
    state = play(dealt(number=3, cards=box(blob=(None, 10, None, None, None, None))), "Ann: flip blob")
    assert GAME.pending(state).text.endswith("at least its Fright?")


def test_gmm_s2b_each_monster_turns_up_twice():
    state = fight(dealt(), "high", "m5 m3 m1")
    state = fight(state, "high", "m5 m3 m1")
    assert findings(state, "Ann: flip m5") == ("GMM-S2b",)
    assert text(state, "Ann: flip m5") == "both cards of M5 have been turned up"
    assert force(state, "Ann: flip m5").flips[-1][A] == "m5"
    assert all(action.card != "m5" for action in GAME.options(state)[0].instances)


def test_gmm_s2b_there_are_29_monsters():
    state = dealt(cards=shipped())
    assert findings(state, "Ann: flip stranger") == ("GMM-S2b",)
    assert text(state, "Ann: flip stranger") == ("all 29 monsters are known and none is called stranger")
    assert findings(state, "table: rate stranger 4") == ("GMM-S2b",)
    assert GAME.options(state)[0].complete
    state = force(state, "Ann: flip stranger")
    assert pending_rule(state) == "GMM-S2b"


def test_gmm_r1_a_wrong_rating_is_contradicted_and_a_ruling_corrects_it():
    state = dealt(number=2)
    assert text(state, "table: rate blob 8") == "Round 2 uses Endurance: Blob 10"
    assert findings(state, "table: rate blob 9 10 5 4 5 4") == ("GMM-S2b",)
    assert text(state, "table: rate blob 9 10 5 4 5 4") == "Blob is known with Strength 8"
    assert findings(state, "table: rate blob 9 9 5 4 5 4") == ("GMM-R1",)
    state = play(force(state, "table: rate blob 8"), "Ann: flip blob", "Ann: call high")
    assert GAME.sheet(state).blocks[A].card.big == "8"


def test_gmm_r1_in_a_final_battle_it_is_the_chosen_ability():
    state = ending(("", "m1 " * 60), 6, final_tie="sudden_death")
    state = play(state, "table: confirm")
    assert state.stage is Stage.ABILITY
    state = play(state, "table: ability fright")
    assert text(state, "table: rate blob 8") == "The final battle uses Fright: Blob 5"


def test_a_newcomer_is_offered_so_that_play_can_go_on():
    (option,) = GAME.options(dealt(cards=None))
    assert [action.card for action in option.instances] == ["slappy", "mastermind", "monster-1"]
    assert not option.complete
    state = play(dealt(cards=None), option.instances[-1], "table: rate monster-1 4")
    assert "monster-2" in {a.card for a in GAME.options(play(state, "Ann: call low"))[0].instances}


def test_a_name_is_made_of_the_id():
    state = play(dealt(cards=None), "Ann: flip sea_witch")
    assert "What is Sea witch's Strength?" in GAME.sheet(state).bar[0]


def test_the_grown_catalogue_is_read_back():
    state = play(dealt(cards=None), "Ann: flip blob", BLOB, "Ann: call high", "Ben: flip troll")
    state = play(state, "table: rate troll 3")
    again = read_catalogue(GAME.grown(state))
    assert list(again.monsters) == ["blob", "troll"]
    assert again.monsters[CardId("blob")].ratings == (8, 10, 5, 4, 5, 4)
    assert again.monsters[CardId("troll")].ratings == (3, None, None, None, None, None)
    assert not again.invented


def test_a_catalogue_grows_with_what_was_typed():
    cards = read_catalogue(GAME.grown(dealt(cards=box(blob=(8, None, 5, 4, 5, 4)))))
    assert cards.monsters[CardId("blob")].ratings == (8, None, 5, 4, 5, 4)
    state = play(dealt(number=2, cards=cards), "Ann: flip blob", "table: rate blob 10")
    grown = read_catalogue(GAME.grown(state))
    assert grown.monsters[CardId("blob")].ratings == (8, 10, 5, 4, 5, 4)
    assert grown.title == "kit"
    assert grown.invented


def test_cards_known_by_name_alone_stand_in_the_grown_catalogue():
    state = play(dealt(cards=None), "Ann: flip blob")
    assert read_catalogue(GAME.grown(state)).monsters[CardId("blob")].ratings == (None,) * 6


def test_before_the_deal_ratings_may_be_entered():
    state = play(new_game(cards=None), BLOB, "table: dealer Ann", "Ann: dealt", "Ann: flip blob")
    assert pending_rule(state) == "GMM-R2"
    assert CardId("blob") in dict(state.typed)


def test_gmm_s2b_only_ratings_are_offered_while_one_is_asked_for():
    (option,) = GAME.options(play(dealt(number=2, cards=None), "Ann: flip blob"))
    assert (option.verb, option.actor, option.complete) == ("rate", None, False)
    assert option.text == "Enter its Endurance, or all six ratings"
    assert [action.ratings for action in option.instances] == [(one,) for one in range(11)]
    assert {action.card for action in option.instances} == {"blob"}


HEAD = 'title = "Kit"\ninvented = true\n'
ENTRY = '[[monster]]\nid = "blob"\nname = "Blob"\nratings = [8, 10, 5, 4, 5, 4]\n'


def test_the_shipped_catalogue_is_invented_whole_and_has_the_documents_sample():
    cards = shipped()
    assert cards.invented
    assert cards.warnings == ()
    assert len(cards.monsters) == 29
    assert cards.monsters[CardId("blob")].ratings == (8, 10, 5, 4, 5, 4)
    assert len({monster.name for monster in cards.monsters.values()}) == 29
    assert len({monster.ratings for monster in cards.monsters.values()}) == 29


@pytest.mark.parametrize("at", range(6))
def test_in_every_ability_high_and_low_can_win(at):
    ratings = [monster.ratings[at] for monster in shipped().monsters.values()]
    assert min(ratings) <= 1
    assert max(ratings) >= 9
    assert 4 <= sum(ratings) / 29 <= 6.5


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        (HEAD + "monster = []\n", "no monsters", None),
        (HEAD + ENTRY + ENTRY, "blob: this id appears twice", 7),
        (HEAD + ENTRY.replace("blob", "slappy"), "'slappy' must be one word", 3),
        (HEAD + ENTRY.replace('"blob"', '"card"'), "'card' must be one word", 3),
        (HEAD + ENTRY.replace(", 4]", "]"), "ratings must list 6 numbers", 3),
        (HEAD + ENTRY.replace("10", "11"), "endurance must be a whole number from 0 to 10", 3),
        (HEAD + ENTRY.replace("10", "-1"), "from 0 to 10, not -1", 3),
        (HEAD + ENTRY.replace("10", "true"), "not True", 3),
        (HEAD + ENTRY.replace("10", '"x"'), "not 'x'", 3),
        (HEAD + ENTRY.replace("ratings = [8, 10, 5, 4, 5, 4]", ""), "ratings must list", 3),
        (HEAD + ENTRY + "attack = 1\n", "unknown key 'attack'", 3),
        ('game = "rsf"\n' + HEAD + ENTRY, "a catalogue for 'rsf', not for gmm", None),
        ("schema = 2\n" + HEAD + ENTRY, "schema 2 is not known", None),
        (HEAD + "monster = [1]\n", "monster number 1 must be a table", None),
        (ENTRY, "title must be a line of text", None),
    ],
)
def test_a_catalogue_that_cannot_be_used_says_what_and_where(text, problem, line):
    with pytest.raises(CatalogueError) as caught:
        GAME.read_catalogue(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


def test_a_growing_catalogue_warns_and_is_read():
    cards = read_catalogue(HEAD + ENTRY.replace("10", '"?"'))
    assert cards.monsters[CardId("blob")].ratings == (8, None, 5, 4, 5, 4)
    assert "1 of 29 monsters" in cards.warnings[0]
    assert "1 monsters lack ratings" in cards.warnings[1]


def test_a_catalogue_may_begin_with_no_monster_at_all():
    cards = read_catalogue(HEAD)
    assert cards.monsters == {}
    assert "0 of 29 monsters" in cards.warnings[0]


def test_more_than_29_monsters_warn():
    many = "".join(ENTRY.replace('"blob"', f'"b{number}"') for number in range(30))
    assert "30 monsters; the printed game has 29" in read_catalogue(HEAD + many).warnings[0]


WORDS = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,23}", fullmatch=True).filter(
    lambda word: word not in {"card", "slappy", "mastermind"}
)
LINES = st.text(min_size=1, max_size=60).filter(lambda text: text.isprintable() and text.strip())
RATINGS = st.tuples(*[st.none() | st.integers(0, 10)] * 6)


@given(LINES, st.booleans(), st.dictionaries(WORDS, st.tuples(LINES, RATINGS), max_size=40))
def test_a_catalogue_that_was_written_is_read_back(title, invented, entries):
    monsters = {CardId(one): Monster(CardId(one), *entry) for one, entry in entries.items()}
    again = read_catalogue(write_catalogue(title, monsters, invented=invented))
    assert (again.title, again.invented) == (title, invented)
    assert list(again.monsters.items()) == list(monsters.items())


FEW = settings(max_examples=15)
seeds = st.integers(0, 10_000)


def sound(before, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()  # GMM-I1, I2, I5
    assert (after.round, len(after.awards)) >= (before.round, len(before.awards))  # INV-9
    assert after.awards[: len(before.awards)] == before.awards
    if after.outcome not in {None, before.outcome} and not after.outcome.sudden:
        one_battle(before, after)


def one_battle(before, after):
    """GMM-I3: a mashup or a tie changes nobody's winnings; a winner takes every card."""
    if after.stage not in {*BATTLE, Stage.COUNT}:
        return
    gained = [len(n.won) - len(o.won) for o, n in zip(before.players, after.players, strict=True)]
    outcome = after.outcome
    assert gained == [outcome.cards if seat == outcome.winner else 0 for seat in range(len(gained))]
    thrown = outcome.cards if outcome.result in {Result.MASHUP, Result.SPENT} else 0
    assert len(after.discard) - len(before.discard) == thrown
    shown = [card for flip in outcome.flips for card in flip]
    assert None not in shown
    if outcome.result is not Result.TIE:
        assert outcome.cards == len(shown)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("depth", list(Depth))
def test_gmm_i1_to_i5_hold_in_random_games_and_they_end(seats, depth):
    state = new_game(seats, depth, shipped())
    for before, _, after in playout(state, seats):
        sound(before, after)
        state = after
    assert state.stage is Stage.OVER
    assert GAME.score(state).total(Seat(0), "trophies") <= 6


@pytest.mark.slow
def test_complete_options_leave_nothing_out():
    """Of all cards, only those offered may be turned up."""
    every = [*shipped().monsters, CardId("slappy"), CardId("mastermind"), CardId("stranger")]
    checked = 0
    for at, (before, _, _) in enumerate(playout(new_game(4, Depth.FULL, shipped()), 2)):
        for option in GAME.options(before) if at % 9 == 0 else ():
            if option.verb == "flip" and option.complete:
                tried = [act.Flip(option.actor, card) for card in every]
                able = {action for action in tried if not findings(before, action)}
                assert able == set(option.instances)
                checked += 1
    assert checked > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_gmm_i4_a_mirrored_round_with_the_other_calls_has_the_same_winners(seed):
    mirrored = {
        card: Monster(card, one.name, tuple(10 - rating for rating in one.ratings))
        for card, one in shipped().monsters.items()
    }
    state = new_game(2 + seed, Depth.FULL, shipped())
    mirror = new_game(2 + seed, Depth.FULL, replace(shipped(), monsters=mirrored))
    other = {Call.HIGH: Call.LOW, Call.LOW: Call.HIGH}
    for _, action, after in playout(state, seed):
        turned = replace(action, call=other[action.call]) if action.verb == "call" else action
        mirror = GAME.apply(mirror, turned)
        assert mirror.players == after.players
        assert (mirror.declarer, mirror.discard) == (after.declarer, after.discard)
        if after.stage is Stage.COUNT:
            return


def said(state):
    """All that anybody is shown or told."""
    return (
        GAME.view(state), GAME.sheet(state),
        GAME.pending(state), GAME.options(state), GAME.score(state), GAME.standing(state),
    )  # fmt: skip


@pytest.mark.slow
@FEW
@given(seeds)
def test_inv6_ratings_of_monsters_not_turned_up_show_nowhere(seed):
    """Two catalogues differ in cards that nobody has seen yet."""
    chance = random.Random(seed)
    state = new_game(3, Depth.FULL, shipped())
    log = [action for _, action, _ in playout(state, seed, chance.randrange(3, 60))]
    shown = {action.card for action in log if isinstance(action, act.Flip)}
    other = {
        card: one if card in shown else Monster(card, one.name, one.ratings[::-1])
        for card, one in shipped().monsters.items()
    }
    changed = new_game(3, Depth.FULL, replace(shipped(), monsters=other))
    for action in log:
        before, before_changed = state, changed
        state, changed = GAME.apply(state, action), GAME.apply(changed, action)
        assert GAME.tell(before, action, state) == GAME.tell(before_changed, action, changed)
    assert said(state) == said(changed)


AWARD = Award(A, "GMM-E1", (20, 20, 20))


def seated(state, seat, **more):
    players = list(state.players)
    players[seat] = replace(players[seat], **more)
    return replace(state, players=tuple(players))


BROKEN = {
    "GMM-I1: 57 cards instead of 60":
        lambda: replace(fight(dealt(), "low", "m5 m5 m1"), discard=()),
    "GMM-I1: draw piles of [19, 20] cards between flips":
        lambda: seated(replace(dealt(), discard=ids("m1")), A, draw=19),
    "GMM-I1: draw piles of [-1] cards between flips":
        lambda: replace(dealt(), players=tuple(replace(one, draw=-1) for one in dealt().players)),
    "GMM-I1: a pile of 1 cards among 3 players": lambda: replace(dealt(), discard=ids("m1")),
    "GMM-I1: a pile of 2 cards among 3 players": lambda: seated(dealt(), B, won=ids("m1 m2")),
    "GMM-I2: 1 Trophies after 0 rounds": lambda: replace(dealt(), awards=(AWARD,)),
    "GMM-I2: 0 Trophies after 6 rounds": lambda: replace(new_game(), stage=Stage.OVER),
    "GMM-I2: 1 Trophies after 6 rounds":
        lambda: replace(new_game(), stage=Stage.ABILITY, awards=(AWARD,)),
    "GMM-I2: round 7": lambda: replace(dealt(), round=7, awards=(AWARD,) * 6),
    "GMM-I2: round 0": lambda: replace(dealt(), round=0),
    "GMM-I2: a final battle was won and the game goes on": lambda: replace(dealt(), champion=A),
    "GMM-I5: seat 1 declares instead of seat 0": lambda: replace(dealt(), declarer=B),
    "GMM-I5: seat 0 declares instead of seat 1":
        lambda: replace(fight(dealt(), "high", "m3 m5 m1"), declarer=A),
    "GMM-I5: seat 2 declares instead of seat 1":
        lambda: replace(fight(dealt(), "low", "m5 m5 m1"), declarer=C),
    "GMM-B2: 0 flips in stage Sudden death":
        lambda: replace(play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), flips=()),
    "GMM-B2: 1 flips in stage Count": lambda: replace(dealt(), stage=Stage.COUNT),
    "GMM-D1: a sudden death in stage Sudden death":
        lambda: replace(dealt(), stage=Stage.SUDDEN_DEATH),
    "GMM-D1: a sudden death in stage Count":
        lambda: replace(play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), stage=Stage.COUNT),
    "GMM-S2b: ratings of blob":
        lambda: replace(dealt(), typed=((CardId("blob"), (3, None, 11, 4, 5, 6)),)),
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_said(broken):
    assert broken in invariants(BROKEN[broken]())


def test_a_sound_table_has_nothing_broken():
    state = play(dealt(cards=None), "Ann: flip blob", "table: rate blob 0")
    for sound in (new_game(), dealt(), state, fight(dealt(), "low", "m5 m5 m1")):
        assert invariants(sound) == ()


def test_gmm_i5_a_declarer_named_by_ruling_is_no_fault():
    assert invariants(play(dealt(), "table: adjust-declarer Ben")) == ()
