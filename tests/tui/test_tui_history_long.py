"""The history of a long table: the last lines are listed, and earlier ones for whoever goes up."""

import pytest
from textual.app import App

from companion.session.history import HistoryLine
from companion.tui.widgets.history import LISTED, History


def lines(count, told="told"):
    return tuple(
        HistoryLine(
            number,
            "",
            "Ann: done",
            f"{told} {number}",
            undone=False,
            notes=(),
            source="manual",
            confidence=None,
        )
        for number in range(1, count + 1)
    )


class Shown(App):
    AUTO_FOCUS = ""

    def compose(self):
        yield History()


async def test_only_the_last_lines_are_listed_and_the_newest_is_chosen():
    async with Shown().run_test() as pilot:
        history = pilot.app.query_one(History)
        history.show(lines(1000))
        history.focus()
        await pilot.pause()
        assert history.option_count == LISTED
        assert history.line.number == 1000


@pytest.mark.parametrize("at_hand", [False, True])
async def test_a_history_that_grows_is_never_listed_whole(at_hand):
    async with Shown().run_test() as pilot:
        history = pilot.app.query_one(History)
        most = 0
        if at_hand:
            history.focus()
        for count in range(0, 5 * LISTED, 37):
            history.show(lines(count))
            most = max(most, history.option_count)
            await pilot.pause()
            if at_hand:
                await pilot.press("end")
        assert LISTED < most <= 3 * LISTED + 37
        assert history.lines[-1].number == count


async def test_whoever_goes_up_comes_to_the_first_line_and_corrects_the_one_under_the_hand():
    picked = []

    class Picking(Shown):
        def on_history_picked(self, event):
            picked.extend(line.number for line in event.lines)

    async with Picking().run_test() as pilot:
        history = pilot.app.query_one(History)
        history.show(lines(2 * LISTED + 50))
        history.focus()
        await pilot.pause()
        seen = [history.line.number]
        for _ in range(3):
            await pilot.press("home")
            await pilot.pause()
            seen.append(history.line.number)
        assert seen == [2 * LISTED + 50, LISTED + 51, 51, 1]
        assert history.option_count == 2 * LISTED + 50
        await pilot.press("down", "enter")
        await pilot.pause()
        assert picked == [2]


async def test_the_line_under_the_hand_stays_when_another_comes_or_an_older_one_changes():
    async with Shown().run_test() as pilot:
        history = pilot.app.query_one(History)
        history.show(lines(700))
        history.focus()
        await pilot.pause()
        await pilot.press("up", "up", "up")
        assert history.line.number == 697
        history.show(lines(701))
        await pilot.pause()
        assert history.line.number == 697
        history.show(lines(701, "told otherwise"))
        await pilot.pause()
        assert history.line.number == 697
        assert history.line.told == "told otherwise 697"
