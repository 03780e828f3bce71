"""Cards that a camera reads at the real app's table: a game is played without a typed card."""

from argparse import ArgumentParser
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from card_film import record
from conftest import to_the_fight

from companion.commands import play
from companion.commands.common import Decks
from companion.core.errors import UsageError
from companion.core.words import Cell
from companion.games.gmm import words
from companion.games.gmm.battle import Call, Flip
from companion.games.gmm.round import Dealer, Dealt
from companion.rolls.readings import CardReading, Spread
from companion.session.rolldesk import RollDesk
from companion.sources.camera import CameraSource
from companion.sources.cards import CardWatch
from companion.sources.opening import NoDice
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from models.workshop.card_game import (
    Scene,
    TableFilm,
    drawn_faces,
    open_app,
    seat_place,
    teach_faces,
)
from vision.cards.compare import Ready

SEATS = ("Ann", "Ben", "Cleo")
FACES = drawn_faces()
NAMES = tuple(name for name in FACES if name != "back")


@pytest.fixture(scope="module")
def scene():
    return Scene(FACES)


@pytest.fixture(scope="module")
def deck():
    return Ready(teach_faces("cellar", FACES, "gmm"))


@pytest.fixture
def filmed(drive, house, scene, deck):
    """Open the app at a table over which a camera looks at cards."""

    @asynccontextmanager
    async def opened(*actions, game="gmm", seats=SEATS, scene=scene):
        film = TableFilm(scene)
        read = deck if game == "gmm" else Ready(teach_faces(game, scene.faces, game))
        camera = CameraSource(film, NoDice(), cards=CardWatch(read))

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
    async with filmed(Dealer(None, 0), Dealt(0)) as (driver, film):
        table = driver.table
        while (blob in cards(table)) or table.pending().verbs != ("flip",):
            found = [action for option in table.options() for action in option.instances]
            best = (one for one in found if getattr(one, "card", None) == blob)
            assert table.declare(next(best, found[-1])).legal
        before = log(driver)
        film.lay(at(table.pending().asks, blob))
        await driver.until(lambda: driver.says("have been turned up (GMM-S2b)"), "why not")
        assert log(driver) == before
        await driver.press("v")
        assert not driver.says("GMM-S2b")


def cards(table):
    options = table.options()
    return {getattr(action, "card", None) for option in options for action in option.instances}


def seen(card, place, confidence=1.0, others=()):
    (x, y), sure = place, confidence > 0.95
    corners = ((x - 50, y - 75), (x + 50, y - 75), (x + 50, y + 75), (x - 50, y + 75))
    return CardReading(card, corners, confidence, sure, others, b"jpeg")


async def test_a_card_in_doubt_is_asked_with_the_runner_up_one_key_away(filmed):
    blob, mole = NAMES[:2]
    async with filmed(Dealer(None, 0), Dealt(0)) as (driver, _):
        live, first = driver.app.live, driver.table.pending().asks
        # The film's own look at the empty table, which would take the question away, comes first.
        await driver.until(lambda: live.desk.cards.spread is not None, "the empty table")
        doubtful = seen(blob, seat_place(first, 3), 0.7, ((mole, 0.3),))
        assert live.desk.hear(Spread("camera:film", "camera:film@7", (doubtful,))).verdict is None
        driver.screen.show_table()
        labels = [driver.table.label(name, first) for name in (blob, mole)]
        assert driver.says("Not sure: {} or {}?".format(*labels))
        await driver.press("2")
        await until_log(driver, Flip(first, mole))
        row = driver.table.history().rows[-1]
        assert (row.provenance.source, row.provenance.confidence) == ("camera", None)
        (kept,) = live.desk._journal.readings(driver.table.table_id)
        assert (kept.key, kept.evidence) == (row.provenance.reading, b"jpeg")


async def test_play_reads_a_film_with_the_deck_that_is_named(drive, house, scene, deck, tmp_path):
    Decks(house.home).save(deck.deck)
    blob, film = NAMES[0], tmp_path / "film.avi"
    record(film, scene, [(), (at(1, blob),)], 12)
    words = ["gmm", "--seats", ",".join(SEATS), "--depth", "full"]
    words += ["--camera", str(film), "--deck", "cellar"]
    parser = ArgumentParser()
    play.add_arguments(parser)
    wish = play.wished(house, parser.parse_args(words))
    async with drive(TablesideApp(opener=lambda: house.open(wish))) as driver:
        await driver.until(lambda: driver.app.live is not None, "the table")
        for action in (Dealer(None, 1), Dealt(1)):
            assert driver.table.declare(action).legal
        await until_log(driver, Flip(1, blob))
    assert house.remembered("gmm").deck == "cellar"


def test_a_deck_of_another_game_is_refused(house, deck):
    Decks(house.home).save(deck.deck)
    with pytest.raises(UsageError, match="was taught for gmm"):
        house.open(Wish("rsf", SEATS, "full", dice="0", deck="cellar"))


@pytest.mark.parametrize(("rounds", "cards"), [(1, 58), pytest.param(6, 348, marks=pytest.mark.slow)])
@pytest.mark.timeout(900)
async def test_a_game_is_played_from_a_film_without_a_typed_card(drive, house, scene, deck, rounds, cards):
    app = open_app(house.home, TableFilm(scene), deck, 0.02)
    async with drive(app) as driver:
        await driver.until(lambda: app.live is not None, "the table")
        table = driver.table

        def ended():
            state = table.match.state
            return state.round > rounds or table.match.game.view(state).over

        await driver.until(ended, "the last card", 800)
        rows = table.history().rows
        flips = [row for row, one in zip(rows, log(driver), strict=True) if isinstance(one, Flip)]
        assert len(flips) >= cards
        assert {row.provenance.source for row in flips} == {"camera"}


TALL = 160.0


def monster(pieces, middle, way=1):
    """Lay a monster with little gaps, as the player sees it who sits there."""
    x, y = middle
    wide, turn = 1.04 * TALL * 504 / 744, 0 if way > 0 else 180
    return [(card, (x + way * cell.x * wide, y - way * cell.y * TALL), turn) for cell, card, *_ in pieces]


async def test_a_monster_on_the_table_is_compared_and_becomes_what_is_declared(filmed):
    scene = Scene(drawn_faces("rsf"), tall=0.96 * TALL, scale=1.2)
    async with filmed(game="rsf", seats=("Ann", "Ben"), scene=scene) as (driver, film):
        table = driver.table
        for action in to_the_fight(table):
            assert table.declare(action).legal
        one, two = (player.monster for player in table.match.state.players)
        ann = monster(one, (170, 400), -1)
        film.lay(*ann, *monster(two, (1150, 140)))
        await driver.until(lambda: film.still, "the film")
        await driver.press("c")
        await driver.until(lambda: driver.says("14 cards lie as the log says."), "agreement")
        # A place that the rules forbid is shown with the rule.
        options = (option for option in table.options() if option.verb == "connect")
        action, before = next(options).instances[0], log(driver)
        far = replace(action, cell=Cell(2, 0))
        film.lay(*ann, *monster((*two, (far.cell, far.card)), (1150, 140)))
        await driver.until(lambda: film.still, "the film")
        await driver.press("c")
        await driver.until(lambda: driver.says(table.check(far).message()), "the rule")
        assert log(driver) == before
        # Ben connects a card, in one look and with one key.
        film.lay(*ann, *monster((*two, (action.cell, action.card)), (1150, 140)))
        await driver.until(lambda: film.still, "the film")
        await driver.press("c")
        place = action.cell.word()
        says = f"Not as the log says: new: {action.card} at {place}"
        await driver.until(lambda: driver.says(says), "the new card")
        await driver.press("y")
        await until_log(driver, action)
        # A card that is gone is named with the entry that laid it.
        gone = one[-1]
        film.lay(*ann[:-1], *monster((*two, (action.cell, action.card)), (1150, 140)))
        await driver.until(lambda: film.still, "the film")
        await driver.press("c")
        number = max(at for at, done in enumerate(log(driver), 1)
                     if (done.verb, getattr(done, "card", "")) == ("connect", gone.card))  # fmt: skip
        says = f"gone: {gone.card} at {gone.cell.word()}; since entry {number}"
        await driver.until(lambda: driver.says(says), "what is gone")
