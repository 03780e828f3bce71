"""Ports and joints: closed, connected, complete, and what a set of cards could be built to."""

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mon_kit import PARTS, WIDTHS, box, card, joint, joints, monster, shipped

from companion.core.words import CardId, WordError
from companion.games.mon.cards import Card
from companion.games.mon.monster import (
    LEAST,
    Monster,
    can_close,
    choose_complete,
    count_groups,
    count_oddities,
    free_ports,
    is_closed,
    mismatched,
    width,
    with_card,
)
from companion.games.mon.words import Kind, Part, PartRef, Port, PortRef
from models.workshop.invariants.mon_dominoes import faults

BOX = box(
    card("B1", "wwnn"),
    card("B2", "ww", copies=3),
    card("H1", "w"),
    card("H2", "wn"),
    card("L1", "n"),
    card("L2", "n"),
    card("L3", "nn"),
    card("T1", "w"),
)
CARDS = BOX.cards


def laid(text):
    return monster(BOX, text)


@pytest.mark.parametrize("word", ["SK-B", "SK-B#2", "a_1#99"])
def test_a_part_reads_as_it_writes(word):
    assert PartRef.parse(word).word() == word


@pytest.mark.parametrize("word", ["SK-B.1", "SK-B#2.12"])
def test_a_port_reads_as_it_writes(word):
    assert PortRef.parse(word).word() == word


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (PartRef, ""), (PartRef, "#2"), (PartRef, "A#"), (PartRef, "A#0"), (PartRef, "A#01"),
        (PartRef, "A#100"), (PartRef, "A#x"), (PartRef, "A#²"), (PartRef, "A.1"),
        (PortRef, "A"), (PortRef, "A."), (PortRef, ".1"), (PortRef, "A.0"), (PortRef, "A.-1"),
    ],
)  # fmt: skip
def test_other_words_are_refused(kind, word):
    with pytest.raises(WordError):
        kind.parse(word)


@given(st.sampled_from([PartRef, PortRef]), st.text(max_size=12))
def test_any_word_is_read_back_alike_or_refused(kind, word):
    try:
        value = kind.parse(word)
    except WordError:
        return
    assert kind.parse(value.word()) == value


def test_mon_g3_a_joined_port_is_free_no_more():
    assert [port.word() for port in free_ports(CARDS, laid("B1 H1>B1.1"))] == [
        "B1.2", "B1.3", "B1.4",
    ]  # fmt: skip
    assert not is_closed(CARDS, Monster())


def test_mon_g2_ports_of_one_width_join_and_of_two_by_a_ruling_alone():
    on = [PortRef.parse("B1.1"), PortRef.parse("B1.2"), PortRef.parse("B1.3")]
    assert joints(with_card(CARDS, laid("B1"), CardId("B2"), on[:2])) == ["B1.1+B2.1", "B1.2+B2.2"]
    assert joints(with_card(CARDS, laid("B1"), CardId("H2"), on[1:])) == ["B1.2+H2.1", "B1.3+H2.2"]
    assert joints(with_card(CARDS, laid("B1"), CardId("H1"), on[:2])) == ["B1.1+H1.1", "B1.2+H1.1"]
    odd = with_card(CARDS, laid("B1"), CardId("L1"), on[:1])
    assert mismatched(CARDS, odd) == odd.joints == (joint("B1.1+L1.1"),)


def test_copies_have_names_of_their_own():
    three = laid("B2 B2>B2.1 B2>B2.2")
    assert [part.word() for part in three.parts] == ["B2", "B2#2", "B2#3"]
    gone = three.without(PartRef(CardId("B2"), 2))
    assert gone.part(CardId("B2")) == PartRef(CardId("B2"), 2)
    assert joints(gone) == ["B2.2+B2#3.1"]


def test_width_of_what_is_not_there():
    assert width(CARDS, PortRef.parse("B1.5")) is None
    assert width(CARDS, PortRef.parse("ZZ.1")) is None


@pytest.mark.parametrize(
    ("parts", "joined", "said"),
    [
        ("B1 H1", "B1.1+H1.1", ""),
        ("B1 H1", "B1.9+H1.1", "B1.9 is no port of this monster"),
        ("B1", "B1.1+H1.1", "H1.1 is no port of this monster"),
        ("B1 H1 T1", "B1.1+H1.1 B1.1+T1.1", "B1.1 is joined twice"),
        ("B2", "B2.1+B2.2", "B2.1+B2.2 joins a card to itself"),
        ("B1 B1", "", "a card appears in it twice"),
    ],
)
def test_mon_i2_faults_of_joints(parts, joined, said):
    refs = tuple(PartRef.parse(word) for word in parts.split())
    whole = Monster(refs, tuple(map(joint, joined.split())))
    assert faults(CARDS, whole) == ((said,) if said else ())
    assert mismatched(CARDS, laid("B1 H1>B1.1")) == ()


def test_no_card_at_all_is_no_monster():
    assert count_groups(Monster()) == count_oddities(CARDS, Monster()) == 0
    assert not can_close([])


def shape(at, wide, narrow, part=Part.BODY):
    return Card(CardId(f"C{at}"), Kind.PART, part=part, ports=(Port.WIDE,) * wide + (Port.NARROW,) * narrow)


SHAPES = [(w, n) for w in range(4) for n in range(4) if 1 <= w + n <= 4]


def wirable(shapes):
    """Try every wiring: each port joined to one of its width on another card, all connected."""
    ports = [(at, kind) for at, one in enumerate(shapes) for kind in (0, 1) for _ in range(one[kind])]
    seen = set()

    def search(left, links):
        if (left, links) in seen:
            return False
        seen.add((left, links))
        if not left:
            return hangs_together(len(shapes), links)
        one, *rest = left
        return any(
            search(tuple(rest[:at] + rest[at + 1 :]), links | {(one[0], other[0])})
            for at, other in enumerate(rest)
            if other[1] == one[1] and other[0] != one[0]
        )

    return search(tuple(ports), frozenset())


def hangs_together(count, links):
    reached = {0}
    for _ in range(count):
        reached |= {b for a, b in links if a in reached} | {a for a, b in links if b in reached}
    return len(reached) == count


def check_against_every_wiring(shapes):
    cards = [shape(at, *one) for at, one in enumerate(shapes)]
    expected = wirable(shapes)
    assert can_close(cards) == expected
    return expected


@pytest.mark.parametrize("count", [2, 3])
def test_mon_c12a_all_small_sets_against_every_wiring(count):
    found = [check_against_every_wiring(shapes) for shapes in combinations_with_replacement(SHAPES, count)]
    assert {True, False} == set(found)


@settings(max_examples=150)
@given(st.lists(st.sampled_from([*SHAPES, (1, 0), (0, 1), (1, 0), (0, 1)]), min_size=4, max_size=6))
def test_mon_c12a_larger_sets_against_every_wiring(shapes):
    if sum(map(sum, shapes)) <= 14:
        check_against_every_wiring(tuple(shapes))


@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(st.sampled_from([*PARTS.values()]), st.sampled_from(["w", "n", "wn", "ww", "wnn"])),
        max_size=7,
    )
)
def test_mon_c12a_able_means_that_some_choice_of_cards_is_complete(parts):
    """All choices of cards one by one, against the sums that are the same for many of them."""
    cards = [
        Card(CardId(f"C{at}"), part=part, ports=tuple(WIDTHS[port] for port in ports))
        for at, (part, ports) in enumerate(parts)
    ]
    least = min(
        (
            size
            for size in range(LEAST, len(cards) + 1)
            for chosen in combinations(cards, size)
            if {Part.HEAD, Part.BODY} <= {one.part for one in chosen} and can_close(chosen)
        ),
        default=0,
    )
    chosen = choose_complete(cards)
    assert len(chosen) == least
    if chosen:
        assert {Part.HEAD, Part.BODY} <= {one.part for one in chosen}
        assert can_close(chosen)


def test_mon_c12a_power_and_spell_cards_build_nothing():
    cards = [shape(1, 2, 0), shape(2, 1, 0, Part.HEAD), Card(CardId("P"), Kind.POWER)]
    assert not choose_complete(cards)
    assert choose_complete([*cards, shape(3, 1, 0, Part.BOTTOM)])


def test_mon_c12a_a_table_full_of_cards_is_judged():
    """Thirty cards on the table, far more than anybody gathers."""
    parts = [one for one in shipped().cards.values() if one.kind is Kind.PART][:30]
    chosen = choose_complete(parts)
    assert chosen
    assert can_close(chosen)
    heads = [one for one in parts if one.part is not Part.BODY]
    assert not choose_complete(heads)


def test_mon_c12a_the_search_may_be_bound():
    """The smallest monster of these is a body with four limbs and a head."""
    parts = [shape(1, 1, 4), shape(2, 1, 0, Part.HEAD)]
    parts += [shape(at, 0, 1, Part.LIMB) for at in range(3, 8)]
    assert len(choose_complete(parts, 6)) == len(choose_complete(parts)) == 6
    assert not choose_complete(parts, 5)


def test_the_five_cards_of_a_dragon_close():
    assert can_close([one for one in shipped().cards.values() if one.id.startswith("DE-")])
