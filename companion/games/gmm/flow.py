"""How play goes on by itself: battles resolve, rounds end, sudden death, the end of the game."""

from dataclasses import replace
from typing import assert_never

from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.cards import DECK
from companion.games.gmm.house import FinalTie, Redraw
from companion.games.gmm.state import ROUNDS, SHOWING, Award, Flip, News, Outcome, Player, Result, Stage, State, Sudden
from companion.games.gmm.table import (
    best,
    called,
    draws_left,
    open_cards,
    pile_left,
    rating,
    ratings_of,
    same_monster,
    title,
    unread,
    waiting,
)
from companion.games.gmm.words import Call


def tell_of(state: State, rule: str, text: str) -> State:
    """Note something that the action brought about."""
    return replace(state, news=(*state.news, News(rule, text)))


def blank(state: State) -> Flip:
    """A flip in which nobody has turned up a card."""
    return (None,) * len(state.players)


# ---------------------------------------------------------------- a round begins


def deal(state: State) -> State:
    """All 60 cards are dealt evenly, and the dealer declares first (GMM-S2, GMM-R2, GMM-R3)."""
    state = to_deal(replace(state, outcome=None))
    for seat in state.present:
        state = state.change(seat, draw=DECK // len(state.present))
    return declare(state, state.dealer)


def declare(state: State, seat: Seat) -> State:
    """A battle begins: this seat declares (GMM-B1), or whoever plays to its left (X-12)."""
    declarer = seat if seat in state.present else state.left(seat)
    state = replace(state, stage=Stage.DECLARE, declarer=declarer, ruled=False)
    return replace(state, call=None, flips=(blank(state),), sudden=None)


# ---------------------------------------------------------------- cards lie open


def settle(state: State) -> State:
    """Compare the cards as soon as all lie open and are called and rated.

    Mashup first, also in a tie-break, ratings second (GMM-M3, GMM-M4); in sudden death there is a
    mashup by house rule alone (GMM-D3).
    """
    if state.stage is Stage.DECLARE or state.stage not in SHOWING or waiting(state):
        return state
    twin = same_monster(state.flips, state.house.mashup_scope)
    if twin is not None and (state.sudden is None or state.house.sd_mashup is OnOff.ON):
        return mashup(state, twin)
    if unread(state) is not None:
        return state
    winners = leaders(state)
    return win(state, winners[0]) if len(winners) == 1 else tie(state, winners)


def leaders(state: State) -> tuple[Seat, ...]:
    """Who shares the winning rating among the newest cards alone (GMM-B3, GMM-T2, GMM-D1a)."""
    call = state.call or Call.HIGH
    return best(ratings_of(state, state.flips[-1], state.ability, call), call)


def _came_out(state: State, result: Result, rule: str, text: str, winner: Seat | None = None, cards: int = 0) -> State:
    """Note how the cards came out, and tell it."""
    sudden = state.sudden is not None
    told = (state.flips, state.call, state.ability, state.declarer)
    outcome = Outcome(result, rule, *told, winner, cards, sudden)
    return tell_of(replace(state, outcome=outcome), rule, text)


def win(state: State, seat: Seat) -> State:
    """The winner takes every card of the battle, earlier flips too (GMM-B5, GMM-T4)."""
    if state.sudden is not None:
        return _win_sudden(state, state.sudden, seat)
    cards = open_cards(state)
    rule = "GMM-T4" if len(state.flips) > 1 else "GMM-B3"
    text = later("{name} wins the battle and takes {cards} cards")
    text = tr(text, name=state.name(seat), cards=len(cards))
    state = _came_out(state, Result.WON, rule, text, seat, len(cards))
    won = tuple(sorted((*state.players[seat].won, *cards)))
    return _after_battle(state.change(seat, won=won), seat)


def mashup(state: State, twin: CardId | None) -> State:
    """All cards of the battle to the discard; the player to the left declares (GMM-M1, M2)."""
    if twin is not None and state.sudden is None and state.flips[-1].count(twin) == 1:
        text = tr("{called} was turned up earlier in this battle", called=called(state, twin))
        state = tell_of(state, "GMM-M3a", text)
    what = tr("two of {called}", called=called(state, twin)) if twin else tr("two of one monster")
    if state.sudden is not None:
        return _mash_sudden(state, state.sudden, what)
    cards = len(open_cards(state))
    wording = later("Monster Mashup, {what}: {cards} cards to the discard, nobody wins")
    state = _came_out(state, Result.MASHUP, "GMM-M1", tr(wording, what=what, cards=cards), cards=cards)
    return _discarded(state, state.left(state.declarer))


def tie(state: State, winners: tuple[Seat, ...]) -> State:
    """All turn up a new card; without one nobody wins (GMM-T1, GMM-T5)."""
    if state.sudden is not None:
        return _tie_sudden(state, state.sudden, winners)
    if draws_left(state):
        text = tr("tied: everybody turns up a new card")
        state = _came_out(state, Result.TIE, "GMM-T1", text)
        return replace(state, flips=(*state.flips, blank(state)), stage=Stage.FLIP)
    cards = len(open_cards(state))
    text = tr("tied and no cards left: nobody wins, {cards} cards to the discard", cards=cards)
    state = _came_out(state, Result.SPENT, "GMM-T5", text, cards=cards)
    return _discarded(state, state.declarer)


def _discarded(state: State, declarer: Seat) -> State:
    cards = open_cards(state)
    return _after_battle(replace(state, discard=(*state.discard, *cards)), declarer)


def _after_battle(state: State, declarer: Seat) -> State:
    """The next battle, or the count when the draw piles are empty (GMM-B5, GMM-B6)."""
    state = replace(state, fought=state.fought + 1)
    if draws_left(state):
        return declare(state, declarer)
    return to_count(tell_of(state, "GMM-B6", tr("the draw piles are empty: count the winnings")))


# ---------------------------------------------------------------- the round ends


def to_count(state: State) -> State:
    """Everybody counts the winnings pile (GMM-E1)."""
    players = tuple(replace(player, counted=False) for player in state.players)
    state = replace(state, stage=Stage.COUNT, players=players, ruled=False)
    return replace(state, call=None, flips=(), sudden=None)


def decide(state: State) -> State:
    """Most cards wins the round's Trophy; sudden death for a tie (GMM-E1, GMM-D1, GMM-D4)."""
    state = taken_back(state)
    counts = {seat: state.players[seat].winnings for seat in state.present}
    most = max(counts.values())
    if not most:
        text = tr("nobody has a card: round {round} is played again", round=state.round)
        return to_deal(replace(tell_of(state, "GMM-D4", text), replays=state.replays + 1))
    tied = tuple(seat for seat in counts if counts[seat] == most)
    if len(tied) == 1:
        return award(state, tied[0], "GMM-E1")
    text = later("{names} have {most} cards each: sudden death")
    state = tell_of(state, "GMM-D1", tr(text, names=state.names(tied), most=most))
    return begin_sudden(state, Sudden(tied, tied, state.ability))


def taken_back(state: State) -> State:
    """Cards of a battle that is broken off lie on the draw piles again."""
    if state.sudden is not None:
        return state
    for seat in state.present:
        shown = sum(flip[seat] is not None for flip in state.flips)
        state = state.change(seat, draw=state.players[seat].draw + shown)
    return replace(state, flips=())


def begin_sudden(state: State, sudden: Sudden) -> State:
    """The tied players shuffle and turn up cards, always high (GMM-D1, GMM-D1a)."""
    state = replace(state, stage=Stage.SUDDEN_DEATH, call=Call.HIGH, outcome=None)
    return replace(state, flips=(blank(state),), sudden=sudden)


def _mash_sudden(state: State, sudden: Sudden, what: str) -> State:
    """By house rule nobody wins these cards either, and all turn up again (GMM-D3)."""
    text = tr("Monster Mashup, {what}: all of them turn up again", what=what)
    state = _came_out(state, Result.MASHUP, "GMM-D3", text)
    sudden = replace(sudden, spent=(*sudden.spent, *state.flips))
    return _shuffled(replace(state, sudden=sudden, flips=(blank(state),)), sudden)


def _tie_sudden(state: State, sudden: Sudden, winners: tuple[Seat, ...]) -> State:
    """Go on turning up: all of them, or by house rule those still tied (GMM-D2, GMM-D2a)."""
    state = _came_out(state, Result.TIE, "GMM-D2", tr("{names} tie", names=state.names(winners)))
    again = sudden.contenders
    if set(winners) < set(again):
        if state.house.sd_redraw is Redraw.STILL_TIED:
            again = winners
        state = tell_of(state, "GMM-D2a", tr("{who} turn up again", who=state.names(again)))
    sudden = replace(sudden, contenders=again)
    return _shuffled(replace(state, sudden=sudden, flips=(*state.flips, blank(state))), sudden)


def _shuffled(state: State, sudden: Sudden) -> State:
    """Piles that are used up are shuffled again (GMM-D3)."""
    if all(pile_left(state, sudden, seat) > 0 for seat in sudden.contenders):
        return state
    text = tr("the piles are used up: shuffle them and turn up again")
    state = tell_of(state, "GMM-D3", endless_text() if endless(state, sudden) else text)
    sudden = replace(sudden, spent=(), shuffles=sudden.shuffles + 1)
    return replace(state, sudden=sudden, flips=(blank(state),))


def endless_text() -> str:
    """What to do where the rulebook leaves no way out (GMM-D3)."""
    text = later(
        "no order of the piles can break this tie, and the rulebook knows no other way: "
        "rule who wins with adjust-trophy, or call the game off"
    )
    return tr(text)


def endless(state: State, sudden: Sudden) -> bool:
    """Tell whether no order of the winnings piles can break a sudden death (GMM-D3).

    Somebody can win only with a best card that beats the worst card of every other pile. The
    document knows no way out; only in full depth can the program see that there is none.
    """
    if sudden.final or not state.full:
        return False
    piles = [
        [rating(state, card, state.ability, Call.HIGH) for card in state.players[seat].won]
        for seat in sudden.contenders
    ]
    known = [[value for value in pile if value is not None] for pile in piles]
    if known != piles or not all(known):
        return False
    return not any(all(max(mine) > min(other) for other in known if other is not mine) for mine in known)


def _win_sudden(state: State, sudden: Sudden, seat: Seat) -> State:
    """The highest card wins the round, or the game when it was for the final tie."""
    rule = "GMM-E3" if sudden.final else "GMM-D1"
    text = tr("{name} wins the sudden death", name=state.name(seat))
    state = _came_out(state, Result.WON, rule, text, seat)
    if sudden.final:
        return finish(replace(state, champion=seat))
    return award(state, seat, rule)


def award(state: State, seat: Seat, rule: str) -> State:
    """The Trophy of the round; then the next round, or the end (GMM-E1, GMM-E2)."""
    counts = tuple(player.winnings for player in state.players)
    text, trophy = later("{name} wins round {round}: {trophy} Trophy"), title(state.ability)
    state = tell_of(state, rule, tr(text, name=state.name(seat), round=state.round, trophy=trophy))
    state = replace(state, awards=(*state.awards, Award(seat, rule, counts)))
    if state.round == ROUNDS:
        return finish(state)
    dealer, text = state.left(seat), later("{name} shuffles all {deck} cards and deals")
    state = tell_of(state, "GMM-R3", tr(text, name=state.name(dealer), deck=DECK))
    return to_deal(replace(state, round=state.round + 1, dealer=dealer))


def to_deal(state: State) -> State:
    """All cards go back to the dealer (GMM-R3)."""
    players = (Player(),) * len(state.players)
    state = replace(state, stage=Stage.DEAL, players=players, declarer=state.dealer, ruled=False)
    return replace(state, discard=(), out=(), flips=(), call=None, sudden=None, fought=0)


# ---------------------------------------------------------------- the game ends


def trophies(state: State, seat: Seat) -> int:
    """Trophies that a seat has won."""
    return sum(1 for one in state.awards if one.winner == seat)


def cards_won(state: State, seat: Seat) -> int:
    """Sum of a seat's winnings over all finished rounds (GMM-E3)."""
    return sum(one.cards[seat] for one in state.awards)


def first_places(state: State) -> tuple[Seat, ...]:
    """Who has the most Trophies (GMM-E2), of those who play."""
    most = max(trophies(state, seat) for seat in state.present)
    return tuple(seat for seat in state.present if trophies(state, seat) == most)


def finish(state: State) -> State:
    """The game is over, or a final tie is still to be broken (GMM-E2, GMM-E3)."""
    first = first_places(state)
    state = to_deal(state)
    if len(first) == 1 or state.champion is not None:
        return replace(state, stage=Stage.OVER)
    names = state.names(first)
    match state.house.final_tie:
        case FinalTie.SUDDEN_DEATH:
            text = tr("{names} have the most Trophies: one battle decides", names=names)
            return replace(tell_of(state, "GMM-E3", text), stage=Stage.ABILITY)
        case FinalTie.CARDS:
            text = later("{names} have the most Trophies: the sum of their winnings decides")
            text = tr(text, names=names)
        case FinalTie.SHARED:
            text = tr("{names} share the first place", names=names)
        case _:
            assert_never(state.house.final_tie)
    return replace(tell_of(state, "GMM-E3", text), stage=Stage.OVER)


# ---------------------------------------------------------------- players come and go


def leave(state: State, seat: Seat) -> State:
    """All cards of a player go out of the round; Trophies stay counted (X-12).

    The next round is dealt from all 60 cards again (GMM-R3).
    """
    player = state.players[seat]
    shown = [flip[seat] for flip in state.flips if state.sudden is None]
    out = (*(UNNAMED,) * player.draw, *player.won, *(card for card in shown if card))
    flips = tuple((*flip[:seat], None, *flip[seat + 1 :]) for flip in state.flips)
    state = replace(state.with_player(seat, Player()), out=(*state.out, *out), flips=flips, news=())
    if state.dealer == seat:
        state = replace(state, dealer=state.left(seat))
    if state.declarer == seat and state.stage is not Stage.FLIP:
        state = replace(state, declarer=state.left(seat))
    if state.stage is Stage.ABILITY:
        return finish(state)
    if state.stage is Stage.COUNT and all(state.players[one].counted for one in state.present):
        return decide(state)
    return _without(state, state.sudden, seat) if state.sudden else settle(state)


def _without(state: State, sudden: Sudden, seat: Seat) -> State:
    """A sudden death goes on without a player; whoever is left alone has won it."""
    here = tuple(one for one in sudden.contenders if one != seat)
    if len(here) == 1:
        return _win_sudden(state, sudden, here[0])
    return settle(replace(state, sudden=replace(sudden, contenders=here)))


def join(state: State, seat: Seat) -> State | None:
    """One more player, before the first deal; None after it (X-13)."""
    begun = state.awards or state.replays or state.outcome
    if begun or state.stage not in {Stage.DEALER, Stage.DEAL}:
        return None
    dealer = Seat(state.dealer + (state.dealer >= seat))
    players = (*state.players[:seat], Player(), *state.players[seat:])
    return replace(state, players=players, dealer=dealer, declarer=dealer)
