"""Ports and joints: closed, connected, complete, and what a set of cards could be built to."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mon_kit import PARTS, WIDTHS, box, card, monster, shipped
from mon_wiring import assemble, lacks

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
    joined,
    mismatched,
    openings,
    width,
)
from companion.games.mon.words import Joint, Kind, Part, PartRef, Port, PortRef
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


def joint(word):
    return Joint.parse(word)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("word", ["SK-B", "SK-B#2", "a_1#99"])
def test_a_part_reads_as_it_writes(word):
    assert PartRef.parse(word).word() == word


@pytest.mark.parametrize("word", ["SK-B.1", "SK-B#2.12"])
def test_a_port_reads_as_it_writes(word):
    assert PortRef.parse(word).word() == word


def test_a_joint_reads_as_it_writes():
    both = joint("SK-B.2+SK-H#2.1")
    assert both.word() == "SK-B.2+SK-H#2.1"
    assert both.ends == (PortRef.parse("SK-B.2"), PortRef.parse("SK-H#2.1"))


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (PartRef, ""), (PartRef, "#2"), (PartRef, "A#"), (PartRef, "A#0"), (PartRef, "A#01"),
        (PartRef, "A#100"), (PartRef, "A#x"), (PartRef, "A#²"), (PartRef, "A.1"),
        (PortRef, "A"), (PortRef, "A."), (PortRef, ".1"), (PortRef, "A.0"), (PortRef, "A.-1"),
        (Joint, "A.1"), (Joint, "A.1+"), (Joint, "+A.1"), (Joint, "A.1+B.1+C.1"),
    ],
)  # fmt: skip
def test_other_words_are_refused(kind, word):
    with pytest.raises(WordError):
        kind.parse(word)


@given(st.sampled_from([PartRef, PortRef, Joint]), st.text(max_size=12))
def test_any_word_is_read_back_alike_or_refused(kind, word):
    try:
        value = kind.parse(word)
    except WordError:
        return
    assert kind.parse(value.word()) == value


# ---------------------------------------------------------------- ports


def test_mon_g3_a_joined_port_is_free_no_more():
    assert [port.word() for port in free_ports(CARDS, laid("B1 H1>B1.1"))] == [
        "B1.2", "B1.3", "B1.4",
    ]  # fmt: skip
    assert not is_closed(CARDS, Monster())


def test_mon_g2_only_ports_of_one_width_join():
    open_body = laid("B1")
    assert [port.port for port in openings(CARDS, open_body, CardId("H1"))] == [1, 2]
    assert [port.port for port in openings(CARDS, open_body, CardId("L1"))] == [3, 4]
    assert joined(CARDS, PartRef(CardId("H1")), [PortRef.parse("B1.3")]) is None
    assert openings(CARDS, open_body, CardId("none")) == ()


def test_a_card_may_be_joined_at_several_ports_at_once():
    both = [PortRef.parse("B1.1"), PortRef.parse("B1.2")]
    joints = joined(CARDS, PartRef(CardId("B2")), both)
    assert joints == (joint("B1.1+B2.1"), joint("B1.2+B2.2"))
    assert joined(CARDS, PartRef(CardId("H1")), both) is None


def test_copies_have_names_of_their_own():
    three = laid("B2 B2>B2.1 B2>B2.2")
    assert [part.word() for part in three.parts] == ["B2", "B2#2", "B2#3"]
    gone = three.without(PartRef(CardId("B2"), 2))
    assert gone.part(CardId("B2")) == PartRef(CardId("B2"), 2)
    assert [one.word() for one in gone.joints] == ["B2.2+B2#3.1"]


def test_width_of_what_is_not_there():
    assert width(CARDS, PortRef.parse("B1.5")) is None
    assert width(CARDS, PortRef.parse("ZZ.1")) is None


@pytest.mark.parametrize(
    ("parts", "joints", "said"),
    [
        ("B1 H1", "B1.1+H1.1", ""),
        ("B1 H1", "B1.9+H1.1", "B1.9 is no port of this monster"),
        ("B1", "B1.1+H1.1", "H1.1 is no port of this monster"),
        ("B1 H1 T1", "B1.1+H1.1 B1.1+T1.1", "B1.1 is joined twice"),
        ("B2", "B2.1+B2.2", "B2.1+B2.2 joins a card to itself"),
        ("B1 B1", "", "a card appears in it twice"),
    ],
)
def test_mon_i2_faults_of_joints(parts, joints, said):
    refs = tuple(PartRef.parse(word) for word in parts.split())
    whole = Monster(refs, tuple(joint(word) for word in joints.split()))
    assert faults(CARDS, whole) == ((said,) if said else ())
    assert mismatched(CARDS, laid("B1 H1>B1.1")) == ()


def test_a_wide_port_joined_to_a_narrow_one_is_found():
    odd = Monster((PartRef(CardId("B1")), PartRef(CardId("L1"))), (joint("B1.1+L1.1"),))
    assert mismatched(CARDS, odd) == odd.joints


# ---------------------------------------------------------------- complete


def test_mon_ex3_completeness():
    """One W free: not complete. With legs or a second head: complete, five cards. No body: not."""
    four = "B1 H1>B1.1 L1>B1.3 L2>B1.4"
    assert lacks(CARDS, laid(four)) == "1 free port"
    for last in ("T1>B1.2", "H1>B1.2"):
        whole = laid(f"{four} {last}")
        assert not lacks(CARDS, whole)
        assert whole.size == 5
    assert lacks(CARDS, laid("H2 L3>H2.2 L1>L3.2"))
    assert lacks(CARDS, laid("H2 L3>H2.2 L1>L3.2")) == "a body"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("B1 H1>B1.1", "2 of at least 3 cards"),
        ("B2 T1>B2.1 T1>B2.2", "a head"),
        ("B1 H1>B1.1 L1>B1.3 L2", "its cards do not hang together"),
        ("B2 H1>B2.1 H2>B2.2", "1 free port"),
        ("B2 H1>B2.1 T1>B2.2", ""),
    ],
)
def test_mon_c9a_what_a_monster_lacks(text, said):
    assert lacks(CARDS, laid(text)) == said


def test_mon_c9a_faulty_joints_make_nothing_complete():
    whole = laid("B2 H1>B2.1 T1>B2.2")
    twice = Monster(whole.parts, (*whole.joints, joint("B2.1+T1.1")))
    assert "joined twice" in lacks(CARDS, twice)
    parts = tuple(PartRef(CardId(name)) for name in ("B2", "H1", "L1"))
    odd = Monster(parts, (joint("B2.1+H1.1"), joint("B2.2+L1.1")))
    assert "one width" in lacks(CARDS, odd)


def test_no_card_at_all_is_no_monster():
    assert count_groups(Monster()) == count_oddities(CARDS, Monster()) == 0
    assert lacks(CARDS, Monster())
    assert not can_close([])


# ---------------------------------------------------------------- what could be built


def shape(at, wide, narrow, part=Part.BODY):
    return Card(
        CardId(f"C{at}"), Kind.PART, part=part, ports=(Port.WIDE,) * wide + (Port.NARROW,) * narrow
    )


SHAPES = [(w, n) for w in range(4) for n in range(4) if 1 <= w + n <= 4]


def wirable(shapes):
    """Try every wiring: each port joined to one of its width on another card, all connected."""
    ports = [
        (at, kind) for at, one in enumerate(shapes) for kind in (0, 1) for _ in range(one[kind])
    ]
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
    built = assemble(cards)
    assert (built is not None) == expected
    if built is not None:
        by_id = {one.id: one for one in cards}
        assert sorted(part.card for part in built.parts) == sorted(by_id)
        assert faults(by_id, built) == ()
        assert count_oddities(by_id, built) == 0
        assert is_closed(by_id, built)
    return expected


@pytest.mark.parametrize("count", [2, 3])
def test_mon_c12a_all_small_sets_against_every_wiring(count):
    found = [
        check_against_every_wiring(shapes)
        for shapes in combinations_with_replacement(SHAPES, count)
    ]
    assert {True, False} == set(found)


@settings(max_examples=150)
@given(st.lists(st.sampled_from([*SHAPES, (1, 0), (0, 1), (1, 0), (0, 1)]), min_size=4, max_size=6))
def test_mon_c12a_larger_sets_against_every_wiring(shapes):
    if sum(map(sum, shapes)) <= 14:
        check_against_every_wiring(tuple(shapes))


@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*PARTS.values()]), st.sampled_from(["w", "n", "wn", "ww", "wnn"])
        ),
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
    assert bool(chosen) == bool(least)
    if chosen:
        built = assemble(chosen)
        assert built is not None
        assert not lacks({one.id: one for one in cards}, built)


def test_mon_c12a_power_and_spell_cards_build_nothing():
    cards = [shape(1, 2, 0), shape(2, 1, 0, Part.HEAD), Card(CardId("P"), Kind.POWER)]
    assert not choose_complete(cards)
    assert choose_complete([*cards, shape(3, 1, 0, Part.BOTTOM)])


def test_mon_c12a_a_table_full_of_cards_is_judged():
    """Thirty cards on the table, far more than anybody gathers."""
    parts = [one for one in shipped().cards.values() if one.kind is Kind.PART][:30]
    chosen = choose_complete(parts)
    assert chosen
    built = assemble(chosen)
    assert not lacks(shipped().cards, built)
    heads = [one for one in parts if one.part is not Part.BODY]
    assert not choose_complete(heads)


def test_mon_c12a_the_search_may_be_bound():
    """The smallest monster of these is a body with four limbs and a head."""
    parts = [shape(1, 1, 4), shape(2, 1, 0, Part.HEAD)]
    parts += [shape(at, 0, 1, Part.LIMB) for at in range(3, 8)]
    assert len(choose_complete(parts, 6)) == len(choose_complete(parts)) == 6
    assert not choose_complete(parts, 5)


def test_a_dragon_can_be_put_together():
    dragon = [one for one in shipped().cards.values() if one.id.startswith("DE-")]
    built = assemble(dragon)
    assert built is not None
    assert built.size == 5
    assert not lacks(shipped().cards, built)


def test_all_copies_of_a_card_are_told_apart_when_they_are_put_together():
    twice = [CARDS["B2"], CARDS["B2"], CARDS["H1"], CARDS["T1"]]
    built = assemble(twice)
    assert built is not None
    assert not lacks(CARDS, built)
    assert PartRef(CardId("B2"), 2) in built.parts
