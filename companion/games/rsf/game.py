"""Ready, Set, Fight as the kernel sees it."""

from dataclasses import replace
from typing import Final

from companion.core import switches
from companion.core.game import Depth, Game, Lying, Setup, check_deck, check_players, own_catalogue
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.words import UNNAMED, unnamed
from companion.games.rsf.board import label, sheet, view
from companion.games.rsf.cards import DECK, RsfCatalogue, read_catalogue
from companion.games.rsf.flow import build_on, confirm_on, pass_over
from companion.games.rsf.house import Players, RsfHouse
from companion.games.rsf.monster import add_up, uncounted
from companion.games.rsf.rolls import decide_starter
from companion.games.rsf.score import score, standing
from companion.games.rsf.setup import all_dealt, deal_on
from companion.games.rsf.state import HAND, RESOLVING, Discarded, Player, Stage, State
from companion.games.rsf.table import undeclared
from companion.games.rsf.verbs import VERBS, apply, check, options, pending, tell

TITLE: Final = "Ready, Set, Fight"
PREFIX: Final = "rsf"
PLAYERS: Final = (2, 6)  # RSF-S1a


def start(setup: Setup) -> State:
    """Seat the players; nothing is mixed or drawn yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(RsfHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    players = (6, 6) if house.players is Players.SIX else PLAYERS
    check_players(setup, TITLE, players, "RSF-S1a, rsf.players")
    deck = DECK
    if setup.depth is Depth.FULL:
        deck = own_catalogue(setup, RsfCatalogue, "rsf").size
        check_deck(deck, seats, HAND * seats, "RSF-S7")
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, pile=deck)


# ---------------------------------------------------------------- from full to light depth


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Every card stays where it lies; a monster is so many pieces, and its sheet says what was added up
    until now. What is half done goes on: a light table rolls for it, gives pieces up and carries
    specials out in the same order, only that it says `card`.
    """
    light = replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(state, seat) for seat in sorted(state.order)),
        discard=tuple(Discarded(UNNAMED, thrown.by) for thrown in state.discard),
        destroyed=unnamed(state.destroyed),
        drawn=None if state.drawn is None else UNNAMED,
    )
    return all_dealt(light) if light.stage is Stage.DEAL else light


def _player(state: State, seat: Seat) -> Player:
    player = state.players[seat]
    cards, house, monster = sure(state.box).cards, state.house, player.monster
    return replace(
        player,
        hand=unnamed(player.hand),
        monster=uncounted(len(monster)),
        entered=add_up(cards, house, monster) if monster else None,
        sheet_due=_sheet_due(state, seat),
    )


def _sheet_due(state: State, seat: Seat) -> bool:
    """Tell whether these sums are not yet what people would have written on the Player Sheet.

    A monster may still be in the making, with a hybrid whose use is not declared (RSF-T2), or with
    a card that is about to be connected (RSF-X4a).
    """
    if seat == state.acting and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}:
        return True
    building = not state.players[seat].ready and bool(state.players[seat].monster)
    return building or bool(undeclared(state, seat))


# ---------------------------------------------------------------- who leaves or joins


def leave(state: State, seat: Seat) -> State:
    """Return the state without a player; all cards of theirs are out of the game (X-12)."""
    cards = state.players[seat].cards
    state = replace(
        state.with_player(seat, Player(alive=False)),
        destroyed=(*state.destroyed, *cards),
        mended=state.mended + len(cards),
        rolloff=tuple(one for one in state.rolloff if one[0] != seat),
    )
    state = state if state.over else pass_over(state, (seat,))
    match state.stage:
        case Stage.STARTER if state.rolloff:
            return decide_starter(state)
        case Stage.DEAL if state.turn == seat:
            return deal_on(state)
        case Stage.READY | Stage.READY_DRAW:
            return build_on(state)
        case Stage.SET:
            return confirm_on(state)
        case _:
            return state


def join(state: State, seat: Seat) -> State | None:
    """Return the state with one more player, who draws seven cards; None once the fight is on."""
    if state.phase or state.over or state.stage in RESOLVING:
        return None

    def moved(old: Seat) -> Seat:
        return Seat(old + (old >= seat))

    rolloff = tuple((moved(one), rolled) for one, rolled in state.rolloff)
    state = replace(
        state,
        players=(*state.players[:seat], Player(), *state.players[seat:]),
        starter=moved(state.starter),
        turn=moved(state.turn),
        discard=tuple(replace(thrown, by=moved(thrown.by)) for thrown in state.discard),
        rolloff=(*rolloff, (seat, None)) if rolloff else (),
    )
    if state.stage in {Stage.SETUP, Stage.STARTER, Stage.DEAL}:
        return state
    return deal_on(state) if state.full else all_dealt(state)


def lying(state: State) -> Lying:
    """Return the cards of all monsters with their cells."""
    players = enumerate(state.players)
    return {Seat(at): tuple((one.card, one.cell) for one in who.monster) for at, who in players}


GAME: Final = Game(
    id="rsf",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=("d10",),
    actions=VERBS.actions,
    house=RsfHouse,
    start=start,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    line=VERBS.line,
    lighten=lighten,
    leave=leave,
    join=join,
    read_catalogue=read_catalogue,
    sheet=sheet,
    label=label,
    lying=lying,
)
