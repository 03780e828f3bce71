"""What may I do? What is refused stands below it with its reason; the rule is one key away."""

from textual.widgets import Static

from companion.core.actions import Ruling, SetSwitch
from companion.session.attempts import Attempt, attempts
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.menu import Menu


async def test_f5_lists_what_is_refused_with_reason_and_rule(at_fight):
    async with at_fight((80, 24)) as driver:
        menu = driver.screen.query_one(Menu)
        assert menu.refused == ()
        await driver.press("f5")
        found = attempts(driver.table)
        assert [one.attempt.action for one in menu.refused] == [one.action for one in found]
        last = menu.get_option_at_index(menu.option_count - 1).prompt.plain
        assert found[-1].verdict.reasons[0].rule in last
        assert found[-1].verdict.reasons[0].text in last
        await driver.press("f5")
        assert menu.refused == ()


async def test_what_is_legal_keeps_its_keys_while_the_rest_is_shown(at_fight):
    async with at_fight() as driver:
        await driver.press("f5")
        version = driver.table.version
        await driver.press("enter")
        await driver.until(lambda: not isinstance(driver.screen, TableScreen), "the first entry")
        await driver.press("escape", "end", "enter")
        await driver.until(lambda: driver.screen.announcing.reply.bad, "the verdict")
        assert driver.table.version == version


async def pick_refused(driver, forceable):
    """Try the first refusal that a ruling could, or could not, allow."""
    await driver.press("f5")
    menu = driver.screen.query_one(Menu)
    wanted = [one.attempt.verdict.forceable is forceable for one in menu.refused]
    at = menu.option_count - len(wanted) + wanted.index(True)
    menu.highlighted = at
    await driver.press("enter")
    await driver.until(lambda: driver.screen.announcing.reply.bad, "the verdict")
    return menu.refused[wanted.index(True)].attempt


async def test_trying_one_says_the_verdict_why_opens_its_rule_and_a_ruling_is_two_keys(at_fight):
    async with at_fight() as driver:
        attempt = await pick_refused(driver, forceable=True)
        (reason, *_) = attempt.verdict.reasons
        assert reason.message() in driver.screen.announcing.reply.text
        await driver.go("w", to=RulesScreen)
        rule = driver.table.match.rulebook[reason.rule]
        assert driver.screen.rules[0] == rule
        await driver.pilot.pause()
        text = str(driver.screen.query_one("#text", Static).render())
        assert rule.text in text
        await driver.go("escape", to=TableScreen)
        version = driver.table.version
        await driver.go("r", to=AskScreen)
        await driver.press("enter")
        await driver.until(lambda: driver.table.version > version, "the ruling")
        ruling = driver.table.match.log[version]
        assert isinstance(ruling, Ruling)
        assert reason.rule in ruling.rules
        assert driver.table.match.log[version + 1] == attempt.action


async def test_what_would_make_it_legal_stands_beside_a_refusal_and_above_the_rules(at_fight):
    async with at_fight((80, 24)) as driver:
        table = driver.table
        turn = table.view().turn
        lines = (f"{table.seats[turn - 2]}: draw R{number:02}" for number in range(1, 12))
        tries = map(table.grammar.read, lines)
        refused = next(one for one in tries if len(table.check(one).reasons) == 1)
        name = table.seats[turn]
        answer = f"allowed after “End the turn” ({name}: end-turn)"
        driver.screen.announcing.declare(refused)
        assert "allowed after" not in driver.screen.announcing.text  # nobody has asked
        await driver.go("w", to=RulesScreen)
        assert answer in str(driver.screen.query_one("#notes", Static).render())
        await driver.go("escape", to=TableScreen)
        driver.screen.correcting.attempt(Attempt(refused, table.check(refused)))
        assert answer in driver.screen.announcing.text


async def test_the_house_rule_is_changed_from_the_rule_and_logged(at_fight):
    async with at_fight() as driver:
        await driver.go("w", to=RulesScreen)
        await driver.type("zero_face")
        await driver.until(lambda: driver.says("Enter changes rsf.zero_face"), "the way")
        assert driver.says("At this table: ten")
        await driver.go("enter", to=ChooseScreen)
        assert driver.says("ten (default) · now")
        await driver.press("2")
        await driver.until(lambda: isinstance(driver.table.match.log[-1], SetSwitch), "the log")
        assert driver.table.match.log[-1] == SetSwitch(None, "rsf.zero_face", "zero")
        await driver.press("w", *"zero_face")
        await driver.until(lambda: driver.says("At this table: zero"), "the new value")
        plain = next(rule for rule in driver.screen.rules if rule.switch is None)
        await driver.press("ctrl+u")
        await driver.type(plain.id)
        await driver.press("enter")  # it has no switch to change
        await driver.pilot.pause()
        assert isinstance(driver.screen, RulesScreen)
