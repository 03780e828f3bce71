"""X-12, X-13, X-14: players leave and join, and a game is called off, with the game of Pig."""

from dataclasses import replace

import pytest
from pig_kit import ANN, BEN, BOOK, PIG, go, hold, on_the_shelf, play, roll

from companion.core.actions import Amend, CallOff, Join, Leave, Redo, Ruling, SetSwitch, Undo, Void
from companion.core.game import Setup
from companion.core.log import Match
from companion.core.people import with_people
from companion.core.seats import Seat
from companion.core.sheet import DIM, Block, Sheet

with on_the_shelf():
    from companion.games.pig.verbs import Adjust

CLEO, DAN = Seat(2), Seat(3)
UNDO, REDO = Undo(None), Redo(None)
LATE = CallOff(None, "it is late")


def begin(*names):
    return Match.begin(PIG, BOOK, Setup(names or ("Ann", "Ben", "Cleo")))


def leave(seat):
    return Leave(None, seat)


def join(name, after=None):
    return Join(None, name, after)


def points(seat, total):
    return Adjust(None, seat, total)


def refusal(match, action):
    verdict = match.check(action)
    assert not verdict.legal
    assert not verdict.forceable
    return [(reason.rule, reason.text) for reason in verdict.reasons]


def standing(match):
    places = match.game.standing(match.state).places
    return [(match.seats[place.seat], place.rank, place.why) for place in places]


def test_x12_turns_pass_over_whoever_left_and_what_was_asked_of_them_lapses():
    match = play(begin(), go(), leave(ANN))
    assert match.pending() is None
    assert match.game.view(match.state).turn == BEN
    match = play(match, go(BEN), roll(1, BEN), go(CLEO), roll(1, CLEO))
    assert match.game.view(match.state).turn == BEN


def test_x12_whoever_left_neither_acts_nor_is_a_target_nor_leaves_again():
    match = play(begin(), leave(BEN))
    gone = [("X-12", "Ben has left the table")]
    for action in (go(BEN), roll(7, BEN), points(BEN, 9), leave(BEN)):
        assert refusal(match, action)[0] in (*gone, ("X-4", "no roll is asked for now"))
    assert refusal(match, go(BEN)) == refusal(match, points(BEN, 9)) == gone
    assert refusal(match, leave(BEN)) == gone
    assert not match.state.has_seats(BEN)
    assert match.state.has_seats(ANN, CLEO)


def test_x12_who_left_stands_last_in_the_order_in_which_they_left():
    match = begin("Ann", "Ben", "Cleo", "Dan", "Eve")
    match = play(match, points(BEN, 40), points(CLEO, 30), points(DAN, 30), points(ANN, 20))
    match = play(match, leave(CLEO), leave(BEN))
    assert standing(match) == [
        ("Dan", 1, "30 points"),
        ("Ann", 2, "20 points"),
        ("Eve", 3, "0 points"),
        ("Cleo", 4, "left"),
        ("Ben", 5, "left"),
    ]
    won = play(match, points(ANN, 50))
    assert won.game.standing(won.state).winners == (ANN,)


def test_x12_the_sheet_marks_them_and_gives_the_crown_to_who_is_there():
    match = play(begin(), points(BEN, 40), points(CLEO, 30), leave(BEN))
    sheet = match.game.sheet(match.state)
    assert [meter.name for meter in sheet.meters] == ["▸ Ann", "  Ben (left)", "  Cleo"]
    assert sheet.meters[BEN].style == DIM
    assert sheet.lead.crowned(CLEO)
    assert {merit.seat for merit in sheet.lead.merits} == {ANN, CLEO}
    block = Block(title=("Ben wins", "Ben"))
    game = replace(PIG, sheet=lambda _: Sheet((block,) * 3))
    shown = with_people(game).sheet(match.state)
    assert [one.title for one in shown.blocks] == [
        block.title,
        ("Ben wins (left)", "Ben (left)"),
        block.title,
    ]


def test_x12_with_one_player_left_a_game_without_a_rule_for_that_is_called_off():
    match = play(begin(), leave(ANN), leave(CLEO))
    assert match.state.setup.called_off == "only Ben is left"
    assert match.game.view(match.state).headline == "Called off: only Ben is left"
    assert refusal(match, leave(BEN)) == [("X-12", "the game is over")]
    alone = play(begin("Ann"), leave(ANN))
    assert alone.state.setup.called_off == "nobody is left"


def test_x12_with_one_player_left_a_game_that_ends_by_its_own_rule_is_not_called_off():
    def win(state, seat):
        return state.with_player(Seat(1 - seat), 50)

    game = replace(PIG, leave=win)
    match = Match.begin(game, BOOK, Setup(("Ann", "Ben")))
    over = play(match, leave(BEN))
    assert over.state.setup.called_off == ""
    assert over.game.standing(over.state).winners == (ANN,)
    assert refusal(over, leave(ANN)) == [("X-12", "the game is over")]


def test_x12_a_seat_that_there_is_not_and_a_game_that_does_not_say_how_are_refused():
    assert refusal(begin(), leave(Seat(7))) == [("X-12", "there is no such seat")]
    mute = replace(begin(), game=replace(begin().game, leave=None, join=None))
    text = "Pig does not say how players come and go"
    assert refusal(mute, leave(ANN)) == [("X-12", text)]
    assert refusal(mute, join("Dan")) == [("X-13", text)]


def test_x13_whoever_joins_sits_last_or_after_somebody_and_plays():
    match = play(begin("Ann", "Ben"), join("Cleo"), join("Dan", ANN))
    assert match.seats == ("Ann", "Dan", "Ben", "Cleo")
    assert match.setup.seats == ("Ann", "Ben")
    match = play(match, go(), roll(1), go(Seat(1)))
    assert match.pending().roller == Seat(1)


def test_x13_once_the_game_has_begun_nobody_joins():
    late = "the game has begun; no rulebook says what a late player would get"
    assert refusal(play(begin(), go()), join("Dan")) == [("X-13", late)]
    over = play(begin(), points(ANN, 50))
    assert refusal(over, join("Dan")) == [("X-13", "the game is over")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ann", "two seats have the same name: Ann, Ben, Cleo, ann"),
        ("Table", "a seat cannot be called table: that means everybody"),
        ("", "'' cannot be a seat's name: 1 to 40 visible characters"),
        ("a\x07b", "'a\\x07b' cannot be a seat's name: 1 to 40 visible characters"),
    ],
)
def test_x13_a_name_that_no_record_could_have_is_refused(name, text):
    assert refusal(begin(), join(name)) == [("X-13", text)]


def test_x13_no_more_players_than_the_game_takes_nor_a_place_after_nobody():
    match = begin(*"ABCDEF")
    assert refusal(match, join("G")) == [("X-13", "Pig is for 6 players at most")]
    assert refusal(begin(), join("G", Seat(9))) == [("X-13", "there is no such seat")]
    freed = play(match, leave(BEN))
    assert play(freed, join("G", ANN)).state.setup.left == (CLEO,)


def test_x13_undo_takes_it_back_and_redo_brings_it_again():
    match = play(begin("Ann", "Ben"), join("Dan", ANN))
    back = play(match, UNDO)
    assert back.state == begin("Ann", "Ben").state
    assert back.seats == ("Ann", "Ben")
    assert play(back, REDO).state == match.state


def test_x13_dice_that_were_undone_stay_with_who_threw_them():
    first = begin("Ann", "Ben", "Cleo")
    before = play(first, go(), roll(1), go(BEN), roll(7, BEN), *(UNDO,) * 4)
    assert [one.roller for one in before.readings] == [ANN, BEN]
    after = play(before, join("Dan", ANN))
    assert [one.roller for one in after.readings] == [ANN, CLEO]
    assert [one.roller for one in play(after, UNDO).readings] == [ANN, BEN]
    own = play(after, go(), roll(1), go(BEN), roll(5, BEN), *(UNDO,) * 4)
    assert [one.roller for one in own.readings] == [ANN, CLEO, BEN]
    assert [one.roller for one in play(own, UNDO).readings] == [ANN, BEN]


def test_x14_nothing_is_asked_or_offered_any_more_and_nobody_wins():
    match = play(begin(), points(BEN, 30), go(), LATE)
    assert match.pending() is None
    assert match.game.options(match.state) == ()
    view = match.game.view(match.state)
    assert (view.headline, view.over, view.turn) == ("Called off: it is late", True, None)
    found = match.game.standing(match.state)
    assert found.winners == ()
    assert found.explanation.startswith("Called off: it is late. ")
    assert [place[0] for place in standing(match)] == ["Ben", "Ann", "Cleo"]
    assert refusal(match, go()) == [("X-14", "the game is called off")]
    assert refusal(match, LATE) == [("X-14", "the game is called off already")]
    assert match.game.sheet(match.state).bar is None
    game = replace(PIG, sheet=lambda _: Sheet((), bar=(("Ann throws",), "bold"), focus=ANN))
    shown = with_people(game).sheet(match.state)
    assert (shown.bar, shown.focus) == ((("Called off: it is late",), DIM), None)


def test_x14_a_game_that_is_won_stays_won():
    match = play(begin(), points(ANN, 50), LATE)
    assert match.game.standing(match.state).winners == (ANN,)
    assert match.game.view(match.state).headline.startswith("Called off: it is late · ")


def test_x14_it_needs_a_reason():
    assert refusal(begin(), CallOff(None, " ")) == [("X-14", "say why the game is called off")]


@pytest.mark.parametrize("action", [leave(BEN), join("Dan", ANN), LATE])
def test_they_are_undone_redone_judged_again_and_use_up_no_ruling(action):
    start = play(begin(), Ruling(None, ("PIG-2",), "once"))
    match = play(start, action)
    assert match.now.licence == {"PIG-2"}
    assert match.judge_again(match.now).legal
    back = play(match, UNDO)
    assert back.state == start.state
    assert play(back, REDO).state == match.state
    alone = replace(action, actor=ANN)
    text = f"{action.verb} is for the whole table"
    assert refusal(begin(), alone) == [("X-7", text)]


def test_x10_who_left_and_why_are_corrected_like_a_switch():
    match = play(begin(), leave(BEN), go(), roll(1), go(CLEO))
    amended = play(match, Amend(None, 1, leave(CLEO), (4,)))
    assert amended.state.setup.left == (CLEO,)
    instead = play(match, match.with_drops(Amend(None, 1, LATE)))
    assert instead.state.setup.called_off
    assert len(instead.steps()) == 1
    assert refusal(match, Amend(None, 1, leave(Seat(5)))) == [("X-12", "there is no such seat")]
    off = play(match, LATE, Amend(None, 5, CallOff(None, "no time")))
    assert off.state.setup.called_off == "no time"


def test_x10_a_correction_that_ends_the_game_before_them_leaves_them_without_effect():
    match = play(begin(), points(ANN, 9), leave(BEN), LATE)
    amended = play(match, Amend(None, 1, points(ANN, 50)))
    assert amended.state.setup.left == ()
    assert amended.game.standing(amended.state).winners == (ANN,)


def test_x10_the_name_of_whoever_joined_is_corrected_and_no_more_than_that():
    match = play(begin("Ann", "Ben"), SetSwitch(None, "pig.low", "yes"), join("Dan", ANN), go())
    amended = play(match, Amend(None, 2, join("Dora", ANN)))
    assert amended.seats == ("Ann", "Dora", "Ben")
    assert amended.seats_before(2) == ("Ann", "Ben")
    assert amended.seats_before(3) == ("Ann", "Dora", "Ben")
    text = "of a join only the name can be corrected; undo it for anything else"
    for wrong in (join("Dora"), go(), None):
        assert refusal(match, Amend(None, 2, wrong)) == [("X-13", text)]
    same = join("Dora", ANN)
    for more in (
        Amend(None, 2, same, (), (go(),)),
        Amend(None, 2, go(), (), (same,)),
        Amend(None, 2, None, (), (same,)),
        Amend(None, 3, join("Dora")),
    ):
        assert refusal(match, more) == [("X-13", text)]
    assert refusal(match, Amend(None, 2, join("Ben", ANN)))[0][0] == "X-13"


def test_x13_only_what_came_after_the_last_join_is_of_the_same_players():
    match = play(begin("Ann", "Ben"), points(ANN, 0))
    assert len(match.settled()) == 1
    match = play(match, join("Dan", ANN), go())
    assert [step.action for step in match.settled()] == [go()]


def test_x10_no_correction_takes_away_a_player_who_has_joined():
    match = play(begin("Ann", "Ben"), points(ANN, 0), join("Dan", ANN), go())
    text = "somebody joined later, which no longer fits; undo that first"
    assert refusal(match, Amend(None, 1, points(ANN, 9))) == [("X-13", text)]
    assert refusal(match, Amend(None, 1, points(BEN, 0), (2,))) == [("X-13", text)]
    assert play(match, Amend(None, 1, points(BEN, 0))).seats == ("Ann", "Dan", "Ben")


def test_a_void_and_held_dice_stay_possible_beside_them():
    match = play(begin(), go(), Void(ANN, ("d10",)), leave(BEN), roll(7), hold())
    assert match.game.view(match.state).turn == CLEO
