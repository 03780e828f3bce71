"""A table of MonsterDice whose dice come from a camera: pools, a stolen die, a die too many."""

import pytest
from session_kit import SHELF, Camera

from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.journal.store import Journal
from companion.record.text import CannotParseError
from companion.rolls.arbiter import Accept, Refuse
from companion.rolls.readings import DieReading, RollReading
from companion.session.rolldesk import RollDesk
from companion.session.table import Table

KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")


class Tray(Camera):
    """A camera over a tray, with dice of which each is known."""

    def __init__(self):
        super().__init__("camera:tray")

    def throw(self, faces, *lying):
        """Throw dice given as `teeth=S eye=4`; `lying` are said likewise and stay where they are."""
        self.at_rest += 1
        dice = [(word, True) for word in faces.split()]
        dice += [(word, False) for words in lying for word in words.split()]
        shown = tuple(
            DieReading(f"md.{kind}", face, 0.99, fresh=fresh)
            for word, fresh in dice
            for kind, _, face in [word.partition("=")]
        )
        key = f"{self.source_id}#{self.at_rest}"
        return RollReading(self.kind, self.source_id, key, shown, 1.0, self.at_rest)


@pytest.fixture
def tray():
    return Tray()


@pytest.fixture
def table():
    with Journal(None) as journal:
        yield Table.open(SHELF, journal, SHELF.header("md", ("Ann", "Ben"), Depth.LIGHT), None)


@pytest.fixture
def desk(table, tray):
    return RollDesk(table, table._journal, sources=(tray,))


def say(table, *lines):
    for line in lines:
        verdict = table.declare(table.understand(line))
        assert verdict.legal, verdict.message()


def taken(desk, reading):
    heard = desk.hear(reading)
    assert isinstance(heard.decision, Accept), heard.message()
    assert heard.verdict.legal, heard.verdict.message()


def pool(*left_out):
    return " ".join(f"{kind[3:]}={face}" for kind, face in zip(KINDS, "234562", strict=True)
                    if kind[3:] not in left_out)  # fmt: skip


def anns_turn(table, desk, tray):
    """Everybody has cards, Ann won the roll-off and has drawn."""
    say(table, "table: dealt")
    taken(desk, tray.throw("eye=6 dimwit=6 spider=6 devil=6 squid=6 teeth=6"))
    taken(desk, tray.throw(pool()))
    say(table, "Ann: draw")


def test_md_s3_the_roll_off_asks_one_player_after_another_for_all_six(table, desk, tray):
    say(table, "table: dealt")
    for seat in (0, 1):
        request = table.pending()
        assert isinstance(request, RollRequest)
        assert (request.roller, sorted(request.kinds)) == (seat, sorted(KINDS))
        assert sorted(tray.expected[-1]) == sorted(KINDS)
        taken(desk, tray.throw(pool()))


def test_md_e3a_a_stolen_die_is_rolled_beside_the_pool_and_missed_in_its_own(table, desk, tray):
    anns_turn(table, desk, tray)
    taken(desk, tray.throw("spider=S " + pool("spider")))
    say(table, "Ann: steal Ben eye", "Ben: allow")
    assert tray.expected[-1] == ("md.eye",)
    taken(desk, tray.throw("eye=4", "spider=S " + pool("spider")))
    say(table, "Ann: end-turn", "Ben: draw")
    assert sorted(tray.expected[-1]) == sorted(kind for kind in KINDS if kind != "md.eye")
    heard = desk.hear(tray.throw(pool()))
    assert isinstance(heard.decision, Refuse)
    assert "expected no D'eye: it is in Ann's pool" in heard.message()
    heard = desk.hear(tray.throw(pool("eye", "teeth")))
    assert isinstance(heard.decision, Refuse)
    assert heard.message() == "one Teeth-Die missing (MD-T2)"
    taken(desk, tray.throw(pool("eye")))


def test_md_ex1_typed_rolls_name_what_is_wrong(table, desk, tray):
    anns_turn(table, desk, tray)
    with pytest.raises(CannotParseError, match=r"a D'eye has no face '1'.*S is the sculpted"):
        desk.enter("6 6 S 2 2 1")
    with pytest.raises(CannotParseError, match="6 dice expected, 3 there"):
        desk.enter("2 3 4")
    assert desk.enter("eye=6 2 3 4 5 6").verdict.legal
    assert [die.word() for die in table.match.log[-1].dice][-1] == "md.eye=6"
