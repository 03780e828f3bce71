"""What Monstructor cites of the rules, its switches, and how its verdicts and lines read.

The catalogue of Monstructor: what a card may say, and what the reader refuses.
"""

from dataclasses import fields

import pytest
from games_play import new_match
from mon_classic_kit import FACTIONS, A, B, C, cards_of
from mon_kit import OPEN, attach, shipped

from companion.core.actions import Ruling
from companion.core.catalogue import CatalogueError
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError
from companion.core.verdict import VerdictKind
from companion.games.mon.cards import Effect, Op, read_catalogue
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse
from companion.games.mon.dominoes import verbs as dominoes
from companion.games.mon.words import Faction, Icon, Kind, Part, Port

FIRST = ("GM-B GM-H GM-L", "CW-B CW-H CW-L", "BB-B BB-H hidden")


def applied(match, *actions):
    for action in actions:
        match = match.apply(action)
    return match


def begun(game=CLASSIC):
    """Three cards each, and Ann has taken a card."""
    return applied(
        new_match(game.id, Depth.FULL, 3),
        *(act.PickFaction(seat, FACTIONS[seat]) for seat in (A, B, C)),
        act.Youngest(None, A),
        *(act.Dealt(seat, cards_of(FIRST[seat])) for seat in (A, B, C)),
        act.Draw(A, cards_of("GM-T")[0]),
    )


def centre():
    """Two open hands in Dominoes, and Ann has put a body."""
    return applied(
        new_match("mon-dominoes", Depth.FULL, 2, OPEN),
        dominoes.Youngest(None, A),
        dominoes.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B")),
        dominoes.Dealt(B, cards_of("CW-H CW-L BB-B BB-H SS-B")),
        dominoes.Put(A, cards_of("GM-B")[0]),
    )


def verdict(match, action):
    found = match.check(action)
    return found.kind, [reason.rule for reason in found.reasons]


def test_each_mode_has_the_switches_that_concern_it():
    common = {one.name for one in fields(FightHouse)}
    assert len(common) == 7
    assert {one.name for one in fields(ClassicHouse)} - common == {"forced_complete"}
    assert {one.name for one in fields(ArenaHouse)} - common == {"arena_locked"}
    with pytest.raises(SwitchError):
        CLASSIC.start(Setup(("Ann", "Ben"), Depth.LIGHT, {"mon.arena_locked": "off"}))


def test_a_stated_rule_forbids_and_a_default_ruling_leaves_it_to_the_table():
    match = begun()
    verdict = match.check(act.Draw(A, cards_of("GM-T")[0]))
    assert verdict.kind is VerdictKind.ILLEGAL
    waiting = begun(ARENA).apply(act.EnterArena(A, cards_of("GM-B GM-H GM-L GM-T")))
    assert waiting.state.arena is not None
    changed = act.ChangeArena(A, ())
    assert waiting.check(changed).kind is VerdictKind.NEEDS_RULING
    assert "mon.arena_locked" in waiting.check(changed).message()
    ruled = waiting.apply(Ruling(None, ("MON-A5a",), "let her"))
    assert ruled.apply(changed).state.arena is None


def test_in_dominoes_both_can_be_overruled():
    """MON-D4a is a default ruling, MON-G2 stated."""
    taken = dominoes.Draw(B, cards_of("RM-B")[0])
    assert verdict(centre(), taken) == (VerdictKind.NEEDS_RULING, ["MON-D4a"])
    crossed = attach(B, "CW-L", "GM-B.1")
    assert verdict(centre(), crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    ruled = centre().apply(Ruling(None, ("MON-D4a",), "let him"))
    assert ruled.check(taken).kind is VerdictKind.LEGAL


def test_x7_a_ruling_lifts_the_rules_that_it_names_and_no_other():
    """Ann attaches again, out of turn, and at a port of another width."""
    match = centre().apply(Ruling(None, ("MON-D4",), "two cards a turn, once"))
    assert match.check(attach(A, "GM-H", "GM-B.1")).kind is VerdictKind.LEGAL
    other = attach(A, "CW-L", "GM-B.1")
    for crossed in (attach(A, "GM-L", "GM-B.1"), other):
        assert verdict(match, crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    assert len(match.check(other).notes) == 2


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (act.EndTurn(A), "Ann ends the turn"),
        (act.Draw(B, cards_of("hidden")[0]), "Ben takes a hidden card (MON-C6)"),
        (act.Rearrange(A, cards_of("GM-B")), "Ann puts together GM-B Gravemoss Ribs"),
        (act.Rearrange(A, ()), "Ann takes the monster apart"),
        (act.Challenge(A, B, cards_of("GM-B GM-H")),
         ("Ann challenges Ben (MON-C10) · void: Ann's monster lacks 3 cards (MON-C8); "
         "the turn goes on (MON-C10c)")),
        (act.AdjustCard(None, cards_of("GM-B")[0], A, B),
         "By ruling GM-B Gravemoss Ribs goes from Ann to Ben (X-7)"),
    ],
)  # fmt: skip
def test_history_lines(action, line):
    match = begun()
    assert CLASSIC.tell(match.state, action, match.apply(action).state) == line


HEAD = 'title = "t"\ninvented = true\n'
BODY = """
[[card]]
id = "SK-B"
name = "Ribs"
monster = "Skelox"
faction = "UndeadEnd"
part = "body"
ports = ["wide", "narrow"]
points = 4
icons = ["sword"]
copies = 2
"""


def read(*cards):
    return read_catalogue(HEAD + "".join(cards))


def entry(**fields):
    """A card as TOML, changed from a plain body; None leaves a field out."""
    plain = {
        "id": '"X1"', "monster": '"Skelox"', "faction": '"UndeadEnd"', "part": '"body"',
        "ports": '["wide", "narrow"]', "points": "4",
    }  # fmt: skip
    lines = [f"{key} = {value}" for key, value in (plain | fields).items() if value is not None]
    return "\n[[card]]\n" + "\n".join(lines) + "\n"


BARE = {"monster": None, "faction": None, "part": None, "ports": None, "points": None}


def dragons(faction, count=5, points=2):
    return "".join(
        entry(
            id=f'"{faction[0]}{n}"', kind='"dragon"', monster=None, faction=f'"{faction}"',
            part='"limb"', ports='["narrow"]', points=str(points),
        )
        for n in range(count)
    )  # fmt: skip


def problem(*cards):
    with pytest.raises(CatalogueError) as caught:
        read(*cards)
    return caught.value


def test_a_card_has_a_picture_side_and_a_back():
    box = read(BODY)
    front, back = box.cards["SK-B"], box.backs["SK-B"]
    assert (front.kind, front.part, front.faction) == (Kind.PART, Part.BODY, Faction.UNDEAD_END)
    assert (front.monster, front.name, front.copies) == ("Skelox", "Ribs", 2)
    assert (front.ports, front.wide, front.narrow) == ((Port.WIDE, Port.NARROW), 1, 1)
    assert (back.points, back.icons, back.skull) == (4, (Icon.SWORD,), False)
    assert box.count(Kind.PART) == 2
    assert box.count(Kind.POWER) == 0


def test_mon_g1_a_head_has_the_skull_on_its_back():
    box = read(entry(part='"head"', ports='["wide"]'))
    assert box.backs["X1"].skull
    assert not hasattr(box.cards["X1"], "skull")


def test_power_and_spell_cards():
    power = entry(id='"P"', kind='"power"', **(BARE | {"icon": '"axe"', "points": "3"}))
    spells = [
        entry(id=f'"S{n}"', kind='"spell"', **(BARE | {"effect": effect}))
        for n, effect in enumerate(
            (
                '{ op = "remove_part", part = "limb" }',
                '{ op = "remove_part" }',
                '{ op = "add", points = -2 }',
                '{ op = "custom", text = "Everybody sings." }',
            )
        )
    ]
    box = read(power, *spells)
    assert (box.backs["P"].icons, box.backs["P"].points) == ((Icon.AXE,), 3)
    assert [box.backs[f"S{n}"].effect for n in range(4)] == [
        Effect(Op.REMOVE_PART, Part.LIMB),
        Effect(Op.REMOVE_PART),
        Effect(Op.ADD, points=-2),
        Effect(Op.CUSTOM, text="Everybody sings."),
    ]
    assert not box.cards["P"].fits_monsters


def test_mon_g4_a_dragon_card_is_worth_2_points():
    box = read(*(dragons(faction) for faction in Faction))
    assert {back.points for back in box.backs.values()} == {2}
    assert all(card.fits_monsters for card in box.cards.values())
    assert box.count(Kind.DRAGON) == 25
    wrong = problem(*(dragons(faction, points=3) for faction in Faction))
    assert "worth 2 points, not 3 (MON-G4)" in wrong.problem


def test_a_dragon_has_five_cards():
    assert "ImpClick has 0 Dragon cards" in problem(dragons("UndeadEnd")).problem
    four = [dragons(faction, 5 - (faction == "ElementalMind")) for faction in Faction]
    assert "ElementalMind has 4 Dragon cards" in problem(*four).problem


def test_mon_g7_five_factions():
    assert "faction must be one of" in problem(entry(faction='"Gnomes"')).problem
    with pytest.raises(CatalogueError, match="MON-G7"):
        read_catalogue(HEAD + 'factions = ["UndeadEnd"]\n' + BODY)
    names = ", ".join(f'"{faction}"' for faction in reversed(Faction))
    assert read_catalogue(HEAD + f"factions = [{names}]\n" + BODY).cards


@pytest.mark.parametrize(
    ("part", "ports", "said"),
    [
        ("limb", '["wide"]', "a limb has a narrow port"),
        ("head", '["narrow"]', "a head has a wide port"),
        ("bottom", '["narrow"]', "a bottom has a wide port"),
        ("body", '["wide"]', "at least two ports"),
        ("head", "[]", "1 to 8"),
        ("body", '["round", "wide"]', "a port must be one of wide, narrow"),
    ],
)
def test_mon_g2_ports_suit_the_part(part, ports, said):
    assert said in problem(entry(part=f'"{part}"', ports=ports)).problem


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (entry(id='"card"'), "none of the record's own words"),
        (entry(id='"A.1"'), "one word"),
        (entry(kind='"ghost"'), "kind must be one of part, dragon, power, spell"),
        (entry(color='"red"'), "unknown key 'color'"),
        (entry(monster=None), "monster must be a line of text"),
        (entry(points=None), "points must be a whole number"),
        (entry(points="-1"), "from 0 to 99"),
        (entry(copies="0"), "from 1 to 20"),
        (entry(icons='["spoon"]'), "an icon must be one of"),
        (entry(icons='["axe", "axe", "axe", "axe", "axe", "axe"]'), "at most 5"),
        (entry(kind='"power"', **BARE), "icon must be one of"),
        (entry(kind='"power"', **(BARE | {"icon": '"bow"'})), "points must be"),
        (entry(kind='"power"', icon='"bow"'), "unknown key"),
        (entry(kind='"spell"', **BARE), "effect must be a table"),
        (entry(kind='"spell"', **(BARE | {"effect": '{ op = "burn" }'})), "op must be one of"),
        (entry(kind='"spell"', **(BARE | {"effect": '{ op = "add" }'})), "add needs them"),
        (entry(kind='"spell"', **(BARE | {"effect": '{ op = "custom" }'})), "needs its text"),
        (entry(kind='"spell"', **(BARE | {"effect": '{ op = "add", points = 1, part = "body" }'})),
         "remove_part alone"),
    ],
)  # fmt: skip
def test_what_is_refused_and_where(card, said):
    wrong = problem(BODY, card)
    assert said in wrong.problem
    assert wrong.line == HEAD.count("\n") + BODY.count("\n") + 2


def test_an_id_stands_once():
    assert "this id appears twice" in problem(BODY, BODY).problem


def test_what_is_odd_but_playable_is_a_warning():
    said = read(BODY, entry(faction='"ImpClick"')).warnings
    assert "1 monsters; the printed game has 23 (MON-G7)" in said
    assert any("no Dragon cards" in one for one in said)
    assert any("Skelox stands in 2 factions" in one for one in said)


def test_the_shipped_box_is_whole_and_says_that_it_is_invented():
    box = shipped()
    assert box.invented
    assert box.warnings == ()
    assert (box.count(Kind.PART), box.count(Kind.DRAGON)) == (91, 25)
    assert box.count(Kind.POWER) == 25
    assert len({card.monster for card in box.cards.values()} - {""}) == 23
    assert {card.faction for card in box.cards.values()} == {*Faction, None}
    assert set(box.cards) == set(box.backs)
