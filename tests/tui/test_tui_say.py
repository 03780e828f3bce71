"""The line in the record's words offers what may follow: verbs, names, cards; last used first."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual.widgets import Input

from companion.core.game import Depth
from companion.demo.players import next_action
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.tui.asking.typeahead import MOST, DeclareLineScreen, TypeAhead
from companion.tui.screens.table import TableScreen


def table_of(game, depth="full", seats=("Ann", "Ben van Dam", "Cleo"), moves=0):
    """Return a table of a game with its own cards, some moves on."""
    shelf = Shelf()
    cards = shelf.shipped(game) if depth == "full" else None
    header = shelf.header(game, seats, Depth(depth), None, cards)
    table = Table.open(shelf, Journal(None), header, cards)
    while table.version < moves and (action := next_action(table.match)) is not None:
        table.declare(action)
    return table


def ahead_of(table):
    return TypeAhead(table, table.label)


@pytest.fixture(scope="module")
def rsf():
    return ahead_of(table_of("rsf", moves=30))


def word(ahead, line):
    return [offer.word for offer in ahead.offers(line)]


def test_what_may_be_said_now_comes_first_and_every_verb_is_there(rsf):
    table, offered = rsf.table, word(rsf, "")
    now = [option.verb for option in table.options()]
    assert set(offered[: len(set(now))]) == set(now)
    for verb in table.grammar.forms:
        assert word(rsf, verb[:-1])[0].startswith(verb[:-1])


def test_the_verb_used_last_comes_first_among_those_of_now():
    table = table_of("rsf", moves=40)
    used = [one.action.verb for one in table.match.steps()]
    now = {option.verb for option in table.options()}
    latest = next((verb for verb in reversed(used) if verb in now), None)
    if latest is not None:
        assert word(ahead_of(table), "")[0] == latest
    assert now


def test_what_somebody_named_may_say_comes_before_what_others_may():
    ahead = ahead_of(table_of("mon-classic", "light", ("Ann", "Ben", "Cleo"), moves=20))
    options = ahead.table.options()
    for seat, name in enumerate(ahead.table.seats):
        own = {option.verb for option in options if option.actor == seat}
        assert set(word(ahead, f"{name}: ")[: len(own)]) == own


def test_every_verb_is_told_in_words(rsf):
    texts = {option.verb: option.text for option in rsf.table.options()}
    for offer in rsf.offers(""):
        assert len(offer.label.split()) > 2 or offer.word.endswith(":")
        assert texts.get(offer.word, "") in offer.label


def test_a_name_is_quoted_where_it_needs_that_and_followed_by_a_verb(rsf):
    assert word(rsf, "be") == ['"Ben van Dam":'] or '"Ben van Dam":' in word(rsf, "ben")
    (ann,) = (one for one in rsf.offers("an") if one.word == "Ann:")
    line = rsf.completed("an", ann)
    assert line == "Ann: "
    assert set(word(rsf, line)) <= set(rsf.table.grammar.forms)


def test_a_card_is_found_by_its_id_and_by_its_name(rsf):
    cards = rsf.table.match.setup.catalogue.cards
    card = next(iter(cards.values()))
    assert card.id in word(rsf, f"connect {card.id[:2]}")
    assert card.id in word(rsf, f"connect {card.name.split()[0].lower()}")


def test_cards_named_last_come_first(rsf):
    used = [one.action.card for one in rsf.table.match.steps() if one.action.verb == "connect"]
    assert used
    offered = [one for one in word(rsf, "connect ") if one in rsf.table.match.setup.catalogue.cards]
    assert offered[0] == used[-1]


def test_words_that_stand_already_come_last(rsf):
    first, second, *_ = word(rsf, "connect ")
    assert word(rsf, f"connect {first} ")[0] == second


def test_within_a_note_nothing_is_offered(rsf):
    assert rsf.offers('ruling RSF-F3 allow "conn') == ()
    assert rsf.offers("no-such-verb ") == ()


@pytest.mark.parametrize("game", Shelf().ids())
@pytest.mark.parametrize("depth", ["full", "light"])
def test_in_every_game_an_action_is_typed_by_what_is_offered(game, depth):
    """Word by word, every word of an action that may be said now is among the offers."""
    table = table_of(game, depth, ("Ann", "Ben", "Cleo"), moves=12)
    ahead = ahead_of(table)
    for option in table.options():
        action = option.instances[0]
        form = table.grammar.forms[option.verb]
        line = ""
        for said in table.grammar.write(action).partition(": ")[2].split():
            offered = [offer.word for offer in ahead.offers(f"{line}{said[:3]}")]
            full = said in offered or len(said) <= 3 or said.lstrip("-").isdecimal()
            assert full, f"{form.usage()}: {line!r} then {said!r} not in {offered}"
            line += f"{said} "


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_whatever_is_typed_the_offers_are_few_and_take_the_last_word(rsf, line):
    offers = rsf.offers(line)
    assert len(offers) <= MOST
    for offer in offers[:3]:
        done = rsf.completed(line, offer)
        assert done.endswith(f"{offer.word} ")


async def test_an_action_is_said_by_a_few_letters_and_tab(at_table):
    async with at_table((80, 24), game="fgt", depth="light") as driver:
        table = driver.table
        while len(table.options()) < 2 and (action := next_action(table.match)) is not None:
            table.declare(action)
        option = table.options()[0]
        before = table.version
        await driver.go("colon", to=DeclareLineScreen)
        say, line = driver.screen, driver.screen.query_one(Input)
        assert say.offers
        name = table.seats[option.actor] if option.actor is not None else "table"
        await driver.type(name[:2].lower())
        await driver.until(lambda: any(o.word.startswith(name) for o in say.offers), "the name")
        await driver.press("tab")
        assert line.value == f"{name}: "
        for said in table.grammar.write(option.instances[0]).partition(": ")[2].split():
            await driver.type(said)
            await driver.pilot.pause()
            if say.offers and say.offers[0].word == said:
                await driver.press("tab")
            else:
                await driver.press("space")
        await driver.press("enter")
        await driver.until(lambda: table.version > before, "the action")
        assert table.match.log[-1] == option.instances[0]


async def test_arrows_and_enter_take_a_word_and_enter_alone_says_the_line(at_table):
    async with at_table((80, 24), game="rsf", depth="full") as driver:
        await driver.go("colon", to=DeclareLineScreen)
        say, line = driver.screen, driver.screen.query_one(Input)
        words = [offer.word for offer in say.offers]
        await driver.press("down", "down", "enter")
        assert line.value == f"{words[1]} "
        assert driver.screen is say
        await driver.press("ctrl+u")
        await driver.type("no such thing")
        await driver.press("enter")
        await driver.until(lambda: driver.screen is not say, "a new question")
        await driver.pilot.pause()
        assert driver.says("Not understood")
        assert driver.screen.query_one(Input).value == "no such thing"
        await driver.go("escape", to=TableScreen)
        assert driver.table.version == 0
