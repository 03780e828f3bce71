"""At a venue: a key calls a judge, another leaves, and what the network does is said in passing."""

from __future__ import annotations


class Venue:
    """A venue that only remembers what was asked of it."""

    def __init__(self):
        self.trouble, self.asked = "", []

    def call_judge(self):
        self.asked.append("judge")
        return "A judge is called to this table."

    def leave(self):
        self.asked.append("leave")
        return "This table has left the venue; the game goes on."

    def close(self):
        self.asked.append("close")


async def test_without_a_venue_no_key_speaks_of_one(at_table):
    async with at_table((200, 60)) as driver:
        await driver.press("f9")
        await driver.press("f12")
        assert not driver.says("Judge")
        assert not driver.says("venue")


async def test_one_key_calls_a_judge_and_one_leaves_while_the_game_goes_on(at_table):
    async with at_table((200, 60)) as driver:
        venue = driver.app.live.venue = Venue()
        driver.screen.show_table()
        await driver.press("f9")
        await driver.pilot.pause()
        assert driver.says("A judge is called to this table.")
        assert driver.says("Judge")
        await driver.press("f12")
        await driver.pilot.pause()
        assert driver.says("This table has left the venue; the game goes on.")
        await driver.press("f9")
        assert venue.asked == ["judge", "leave"]


async def test_a_venue_that_cannot_be_reached_is_said_once_and_so_is_that_it_can_again(at_table):
    async with at_table() as driver:
        live = driver.app.live
        venue = live.venue = Venue()
        venue.trouble = "host: the venue cannot be reached"
        driver.screen._look_after()
        await driver.pilot.pause()
        assert driver.says("host: the venue cannot be reached")
        assert live.venue_news() == ""
        venue.trouble = ""
        assert live.venue_news() == "The venue sees this table."
        assert live.venue_news() == ""
        live.close()
        assert venue.asked == ["close"]
