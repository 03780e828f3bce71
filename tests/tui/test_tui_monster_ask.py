"""Six dice of which one is in question, on the screen: which one is meant, a key for each answer."""

from __future__ import annotations

import pytest

from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from companion.tui.parts.hearing import Heard

KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")


def seen(*dice):
    return RollReading(SourceKind.CAMERA, "camera:0", "camera:0#1", dice, 1.0, 1)


async def asked(driver, *dice):
    """Play to the first roll and let a camera see these dice."""
    table = driver.table
    while not driver.app.live.desk.armed:
        assert table.declare(table.options()[0].instances[0]).legal
    driver.screen.post_message(Heard(seen(*dice)))
    await driver.until(lambda: driver.app.live.desk.asking is not None, "the question")
    await driver.pilot.pause()


async def test_a_doubtful_die_is_named_with_its_other_faces(at_table):
    async with at_table((120, 40), game="md") as driver:
        sure = [DieReading(kind, "4", 0.99) for kind in KINDS[:-1]]
        doubtful = DieReading("md.eye", "S", 0.6, DieStatus.UNSURE, (("6", 0.3),))
        await asked(driver, *sure, doubtful)
        assert driver.says("Not sure of the D'eye: S or 6?")
        assert driver.says("1: as read, 4 4 4 4 4 S")
        assert driver.says("2: but eye 6")
        await driver.press("2")
        assert [die.face for die in driver.table.match.log[-1].dice] == [*"44444", "6"]


@pytest.mark.parametrize(("key", "kind"), [("1", KINDS[0]), ("6", KINDS[5])])
async def test_which_unknown_die_is_sculpted_is_one_key(at_table, key, kind):
    async with at_table((120, 40), game="md") as driver:
        await asked(driver, *(DieReading("", face, 0.99) for face in "S23456"))
        assert driver.says("6: but teeth 6, eye S")
        await driver.press(key)
        (sculpted,) = (die.kind for die in driver.table.match.log[-1].dice if die.face == "S")
        assert sculpted == kind
