"""Cards that a camera reads at the real app's table: a game is played without a typed card."""

from contextlib import asynccontextmanager

import pytest
from card_film import SIZE, Scene, TableFilm, faces, mayhem_names, seat_place, teach_deck

from companion.games.gmm import words
from companion.games.gmm.battle import Call, Flip
from companion.games.gmm.round import Dealer, Dealt
from companion.session.rolldesk import RollDesk
from companion.sources.camera import CameraSource
from companion.sources.cards import CardWatch
from companion.sources.opening import NoDice
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from vision.cards.compare import Ready

SEATS = ("Ann", "Ben", "Cleo")
NAMES = tuple(mayhem_names())


@pytest.fixture(scope="module")
def scene():
    return Scene(faces(NAMES))


@pytest.fixture(scope="module")
def deck(scene, tmp_path_factory):
    drawn = {name: scene.faces[name] for name in (*NAMES, "back")}
    return Ready(teach_deck(tmp_path_factory.mktemp("decks"), "cellar", drawn, "gmm"))


@pytest.fixture
def filmed(drive, house, scene, deck):
    """Open the app at a table over which a camera looks at cards."""

    @asynccontextmanager
    async def opened(*actions, game="gmm", seats=SEATS):
        film = TableFilm(scene)
        camera = CameraSource(film, NoDice(), cards=CardWatch(deck))

        def opener():
            seating = house.open(Wish(game, seats, "full"))

            def seated():
                live = seating()
                live.desk.close()
                for action in actions:
                    assert live.table.declare(action).legal
                live.desk = RollDesk(live.table, live.desk._journal, sources=(camera,))
                return live

            return seated

        app = TablesideApp(opener=opener)
        async with drive(app) as driver:
            await driver.until(lambda: app.live is not None, "the table")
            await driver.pilot.pause()
            yield driver, film

    return opened


def at(seat, card, turn=0.0):
    return card, seat_place(seat, len(SEATS)), turn


def log(driver):
    return driver.table.match.log


async def until_log(driver, *actions):
    await driver.until(lambda: log(driver)[-len(actions) :] == actions, f"{actions}")


def shown(driver, cards, turn=0.0):
    """Lay a card for each seat, a little turned."""
    return [at(seat, card, turn + 4 * seat) for seat, card in cards.items()]


async def test_the_flips_of_a_battle_are_declared_in_one_look(filmed):
    blob, mole, newt, pike, slug, toad = NAMES[:6]
    async with filmed(Dealer(None, 0), Dealt(0)) as (driver, film):
        await driver.until(lambda: driver.says("The camera waits for cards."), "waiting")
        first = driver.table.pending().asks
        one, two = (first + 1) % 3, (first + 2) % 3
        film.lay(at(first, blob, 5))
        await until_log(driver, Flip(first, blob))
        assert driver.table.declare(Call(first, words.Call.HIGH)).legal
        film.lay(at(first, blob, 5), at(one, mole), at(two, newt, 170))
        await driver.until(lambda: driver.says("Nothing lay there before: whose is it?"), "asking")
        assert log(driver)[-1] == Call(first, words.Call.HIGH)
        await driver.press("y")
        await until_log(driver, Flip(one, mole), Flip(two, newt))
        # From now on their places are known: nobody presses a key.
        first = driver.table.pending().asks
        one, two = (first + 1) % 3, (first + 2) % 3
        film.lay(at(first, pike))
        await until_log(driver, Flip(first, pike))
        assert driver.table.declare(Call(first, words.Call.LOW)).legal
        film.lay(at(first, pike), at(one, "back"), at(two, slug))
        await until_log(driver, Flip(first, pike), Call(first, words.Call.LOW), Flip(two, slug))
        film.lay(at(first, pike), at(one, toad), at(two, slug))
        await until_log(driver, Flip(two, slug), Flip(one, toad))
        assert driver.says("camera")


async def test_a_card_that_cannot_be_is_shown_with_its_rule_and_never_entered(filmed):
    blob = NAMES[0]
    spent = (Dealer(None, 0), Dealt(0))
    async with filmed(*spent) as (driver, film):
        table = driver.table
        while table.match.game.view(table.match.state).headline and copies(table, blob):
            play(table, blob)
        before = log(driver)
        first = table.pending().asks
        film.lay(at(first, blob))
        await driver.until(lambda: driver.says("have been turned up (GMM-S2b)"), "why not")
        assert log(driver) == before
        await driver.press("v")
        assert not driver.says("GMM-S2b")


def copies(table, card):
    return any(
        card == getattr(action, "card", None)
        for option in table.options()
        for action in option.instances
    ) or not table.pending().verbs == ("flip",)


def play(table, wanted):
    """Declare the next thing, with one card as often as it may be."""
    found = [action for option in table.options() for action in option.instances]
    best = next((one for one in found if getattr(one, "card", None) == wanted), found[-1])
    assert table.declare(best).legal
