"""A table of MonsterDice at each stage before the end."""

from md_kit import NOTHING, A, begun, ending, ill, new_game, play, rolled, throw

from companion.games.md.state import Stage
from companion.games.md.words import Special

SHOWS, TOTALS = "Ann: show 5 myopia", "Ann: total 5 specials 1"
LEVEL = {
    "full": ("Ann: show 5", "Ben: show 5", "Cleo: show dimwit"),
    "light": ("Ann: total 5", "Ben: total 5", "Cleo: total 0", "table: dimwit with Cleo"),
}


def two_devils(depth):
    """Ann has Ben's Die'vil too; both show their sculpted side."""
    state = play(begun(depth=depth), "table: adjust-die devil@2 to pool of Ann", "Ann: draw")
    return throw(state, "2 3 S S 4 5 6")


def back(depth):
    """Three equal numbers, and two dice that could come back."""
    state = play(ill(begun(depth=depth), A, "spider", "eye"), "Ann: draw")
    return throw(state, "4 4 4 2")


def spider(depth):
    return play(rolled("2 3 4 S 6 5", depth=depth), "Ann: steal Ben eye")


STAGES = {
    Stage.SETUP: lambda depth: new_game(depth=depth),
    Stage.ROLLOFF: lambda depth: throw(play(new_game(depth=depth), "table: dealt"), NOTHING),
    Stage.DRAW: lambda depth: begun(depth=depth),
    Stage.ROLL: lambda depth: play(begun(depth=depth), "Ann: draw"),
    Stage.REROLL: two_devils,
    Stage.REROLLING: lambda depth: play(two_devils(depth), "Ann: reroll teeth"),
    Stage.TRIPLE: back,
    Stage.DEMOLITION: lambda depth: rolled("S S S S S S", depth=depth),
    Stage.EFFECTS: lambda depth: play(rolled("S S 4 5 S 2", depth=depth), "Ben: hand-over"),
    Stage.COUNTER: spider,
    Stage.STOLEN: lambda depth: play(spider(depth), "Ben: allow"),
    Stage.SCORING: lambda depth: play(
        ending((2, 2, 0), ((Special.SURPRISE,),), depth), SHOWS if depth == "full" else TOTALS
    ),
    Stage.FINAL_ROLL: lambda depth: throw(
        play(ending((1, 1, 1), depth=depth, final_tie="rolloff"), *LEVEL[depth]), NOTHING
    ),
}
"""A table at each stage, in the depth that is asked for: the same has happened in both."""
