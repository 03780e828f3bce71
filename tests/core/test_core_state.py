"""What every game's state has, how its table is opened, and refusals that all games share."""

from dataclasses import dataclass, replace

import pytest

from companion.core.catalogue import Catalogue
from companion.core.errors import UsageError
from companion.core.findings import YES, all_elsewhere, no_names, nobody_there, points_by
from companion.core.game import Depth, Setup, check_players, own_catalogue
from companion.core.score import Place, Rank, Standing
from companion.core.seats import Seat
from companion.core.state import GameState
from companion.core.switches import HouseRules
from companion.core.texts import Wording, later
from companion.core.words import CardId, unnamed

ANN, BEN, CEM = Seat(0), Seat(1), Seat(2)
CARD = CardId("R1")


@dataclass(frozen=True, slots=True)
class Box(Catalogue):
    """Cards of a game."""


class Stage(Wording):
    TURN = later("Turn")
    OVER = later("Game over")


@dataclass(frozen=True, slots=True)
class State(GameState[HouseRules, int]):
    stage: Stage = Stage.TURN


def setup(depth=Depth.FULL, catalogue=None):
    return Setup(("Ann", "Ben", "Cem"), depth, catalogue=catalogue)


def state(depth=Depth.FULL):
    return State(setup(depth), HouseRules(), (1, 2, 3))


def test_a_state_knows_its_depth_and_who_sits_where():
    assert state().full
    assert not state(Depth.LIGHT).full
    assert state().name(BEN) == "Ben"
    assert state().names((ANN, BEN, CEM)) == "Ann, Ben and Cem"
    assert state().actor(BEN) == "Ben"
    assert state().actor(None) == "The table"


def test_a_game_is_over_at_its_last_stage():
    assert not state().over
    assert replace(state(), stage=Stage.OVER).over


def test_the_headline_of_a_game_that_is_over_names_all_who_won():
    places = (Place(CEM, 1, ""), Place(ANN, 1, ""), Place(BEN, 3, ""))
    assert state().who_won(Standing(places, final=True, rule="X-4", explanation="")) == "Game over · Cem and Ann won"


def test_one_player_is_replaced_and_nothing_else():
    assert state().with_player(BEN, 7) == State(setup(), HouseRules(), (1, 7, 3))
    assert state().players == (1, 2, 3)


@pytest.mark.parametrize(
    ("seats", "there"),
    [((), True), ((ANN, CEM), True), ((Seat(3),), False), ((ANN, Seat(-1)), False)],
)
def test_somebody_sits_at_seats_or_not(seats, there):
    assert state().has_seats(*seats) is there


@pytest.mark.parametrize(("players", "wanted"), [((4, 6), "4 to 6"), ((1, 2), "1 to 2"), ((6, 6), "6")])
def test_another_number_of_players_is_refused(players, wanted):
    with pytest.raises(UsageError) as refused:
        check_players(setup(), "Pig", players, "PIG-1")
    assert str(refused.value) == f"Pig is for {wanted} players, not 3 (PIG-1)"


def test_the_smallest_and_the_largest_number_of_players_are_welcome():
    check_players(setup(), "Pig", (3, 6), "PIG-1")
    check_players(setup(), "Pig", (1, 3), "PIG-1")


def test_full_depth_takes_a_games_own_cards_and_no_others():
    box = Box("Mine", invented=True, warnings=())
    assert own_catalogue(setup(catalogue=box), Box, "pig") is box
    for other in (None, Catalogue("Theirs", invented=True, warnings=())):
        with pytest.raises(UsageError, match="full depth needs a card catalogue for pig;"):
            own_catalogue(setup(catalogue=other), Box, "pig")


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (nobody_there("X-4"), "there is no such seat"),
        (no_names("X-4", CARD), "in light depth cards are not named: say card, not R1"),
        (all_elsewhere("X-4", CARD, 1), "the only copy of R1 is known to be elsewhere"),
        (all_elsewhere("X-4", CARD, 2), "all 2 copies of R1 are known to be elsewhere"),
    ],
)
def test_what_no_ruling_could_allow_is_refused_in_the_same_words_by_all_games(found, text):
    assert [(one.rule, one.text, one.forceable) for one in found] == [("X-4", text, False)]


def test_a_place_says_when_it_is_shared():
    assert Rank(1, (ANN,)).places(lambda _seat: "3 points") == (Place(ANN, 1, "3 points"),)
    assert Rank(2, (BEN, CEM)).places(lambda seat: f"{seat} points") == (
        Place(BEN, 2, "shared, 1 points"),
        Place(CEM, 2, "shared, 2 points"),
    )


@pytest.mark.parametrize(
    ("seat", "owned", "text"),
    [
        (None, False, ""),
        (BEN, True, ""),
        (ANN, False, "nobody owns the hand"),
        (None, True, "say whose hand: of and a name"),
        (Seat(3), True, "say whose hand: of and a name"),
    ],
)
def test_x7_whose_a_place_is_must_be_said_where_each_player_has_one(seat, owned, text):
    found = state().check_owner("hand", seat, "of", owned=owned)
    assert [(one.rule, one.text) for one in found] == ([("X-7", text)] if text else [])


@pytest.mark.parametrize("points", [1, 99, -1, -99])
def test_x7_a_ruling_gives_or_takes_up_to_99_points(points):
    assert points_by(points) == YES


@pytest.mark.parametrize("points", [0, 100, -100])
def test_x7_a_ruling_about_points_changes_something_and_not_too_much(points):
    (refused,) = points_by(points)
    assert (refused.rule, refused.text) == ("X-7", "give the points, from -99 to 99")


def test_a_setup_becomes_light_and_its_cards_lose_their_names():
    assert setup().lightened() == setup(Depth.LIGHT)
    assert unnamed((CARD, CARD)) == ("card", "card")
