"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mon.classic import actions as act
from companion.games.mon.classic.score import counted, standing
from companion.games.mon.classic.state import HIDDEN, Fight, Stage, State
from companion.games.mon.classic.table import leader, total, why_void

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, action, after)])


def _who(state: State, action: Action) -> str:
    return "The table" if action.actor is None else state.name(action.actor)


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    shown = ", ".join(state.called_card(card) for card in cards if card != HIDDEN)
    hidden = cards.count(HIDDEN)
    secret = counted(hidden, "hidden card") if hidden else ""
    return ", ".join(part for part in (shown, secret) if part)


def _line(before: State, action: Action, after: State) -> str:
    who = _who(before, action)
    match action:
        case act.Draw():
            return f"{who} takes {before.called_card(action.card)} (MON-C6)"
        case act.Rearrange():
            laid = _cards(before, action.cards)
            return f"{who} puts together {laid}" if laid else f"{who} takes the monster apart"
        case act.EndTurn():
            return f"{who} ends the turn"
        case act.Challenge():
            return f"{who} challenges {before.name(action.target)} (MON-C10)"
        case act.EnterArena():
            return f"{who}'s monster enters the Arena (MON-A2)"
        case act.MeetArena():
            return f"{who}'s monster comes to the Arena (MON-A4)"
        case act.ChangeArena():
            what = "changes" if action.cards else "withdraws"
            return f"{who} {what} the monster in the Arena (MON-A5a)"
        case _:
            return (
                _setup(before, action)
                or _challenge(before, action)
                or _fight(before, action, after)
                or _adjustment(before, action)
            )


def _setup(before: State, action: Action) -> str:
    match action:
        case act.DeckSize():
            return f"The deck has {counted(action.count, 'card')}"
        case act.PickFaction():
            return f"{_who(before, action)} will destroy {action.faction} (MON-C2)"
        case act.Youngest():
            return f"{before.name(action.seat)} is the youngest and begins (MON-C6)"
        case act.Dealt():
            return f"{_who(before, action)} draws {_cards(before, action.cards)} (MON-C5)"
        case _:
            return ""


def _challenge(before: State, action: Action) -> str:
    who = _who(before, action)
    match action:
        case act.Complete():
            return f"Complete: {action.answer} (MON-C12a)"
        case act.Ready():
            return f"{who} is ready"
        case act.Refuse():
            return f"{who} refuses to build (MON-C12)"
        case act.BuildFor():
            return f"{who} builds for {before.name(action.target)} (MON-C12)"
        case _:
            return ""


def _fight(before: State, action: Action, after: State) -> str:
    who = _who(before, action)
    match action:
        case act.Flip():
            said = "" if action.points is None else f": {counted(action.points, 'point')}"
            return f"{who} flips{said} (MON-C13)" if said else "Both monsters are flipped (MON-C13)"
        case act.Power() | act.Spell():
            return _played(before, action, after)
        case act.Yield():
            return f"{who} leaves it to the other side"
        case act.Pass():
            return f"{who} passes"
        case act.TakeDragon():
            return f"{who} takes {_dragon(after)} (MON-C20)"
        case _:
            return ""


def _dragon(after: State) -> str:
    dragon = after.fights[-1].dragon if after.fights else None
    if dragon is None:
        return "a Dragon card"
    return f"{after.called_card(dragon.card)} of the {dragon.faction} Dragon"


def _played(before: State, action: act.Power | act.Spell, after: State) -> str:
    who, card = _who(before, action), before.called_card(action.card)
    rule = "MON-C16" if isinstance(action, act.Power) else "MON-C17"
    if after.fight is None or action.actor is None:
        return f"{who} plays {card} ({rule})"
    played = after.fight.side(action.actor).played[-1]
    did = [f"{played.own:+}"] if played.own else []
    did += [f"{played.theirs:+} for the other side"] if played.theirs else []
    did += [f"takes off {_cards(before, played.off)} (MON-C18)"] if played.off else []
    return f"{who} plays {card} ({rule}): {', '.join(did) or 'nothing changes'}"


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = before.called_card(action.card)
            source, target = _place(before, action.source), _place(before, action.target)
            return f"By ruling {card} goes from {source} to {target} (X-7)"
        case act.AdjustDragon():
            card = before.called_card(action.card)
            return f"By ruling {before.name(action.seat)} {action.move} {card} (X-7)"
        case act.AdjustDeck():
            return f"By ruling the deck has {action.cards:+} cards (X-7)"
        case act.AdjustPoints():
            who = before.name(action.seat)
            return f"By ruling {who}'s side counts {action.points:+} (X-7)"
        case _:
            return action.verb


def _place(state: State, seat: Seat | None) -> str:
    return "the deck" if seat is None else state.name(seat)


# ---------------------------------------------------------------- what followed


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = _void(before, action, after)
    if after.fight is not None and action.verb in {"flip", "power", "spell", "adjust-points"}:
        news += _sums(after, after.fight, starts=before.stage is Stage.FLIP)
    if len(after.fights) > len(before.fights):
        news += _ended(before, after)
    if before.deck and not after.deck and not isinstance(action, act.AdjustDeck):
        news.append("the deck is empty (MON-C6a)")
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news


def _void(before: State, action: Action, after: State) -> list[str]:
    """MON-C10c: said only after the challenge."""
    if isinstance(action, act.Complete):
        return ["void, the turn goes on (MON-C10c)"] if action.answer is act.Answer.NO else []
    if not isinstance(action, act.Challenge | act.EnterArena | act.MeetArena):
        return []
    if (
        not before.full
        or action.actor is None
        or (after.fight, after.arena)
        != (
            before.fight,
            before.arena,
        )
    ):
        return []
    cards = action.cards or before.players[action.actor].monster
    target = action.target if isinstance(action, act.Challenge) else None
    why = why_void(before, action.actor, cards, target)
    return [f"void: {why}; the turn goes on (MON-C10c)"]


def _sums(state: State, fight: Fight, *, starts: bool) -> list[str]:
    if fight.priority is None:
        return []
    said = ", ".join(f"{state.name(x.seat)} {total(state, fight, x)}" for x in fight.sides)
    if not starts:
        return [said]
    first = state.name(fight.priority)
    if leader(state, fight) is None:
        return [said, f"equal: {first} attacks and reinforces first (MON-C15a)"]
    return [said, f"{first} has fewer and reinforces first (MON-C15)"]


def _ended(before: State, after: State) -> list[str]:
    last = after.fights[-1]
    sums = f"{last.points[0]}-{last.points[1]}"
    names = f"{after.name(last.attacker)} against {after.name(last.defender)} {sums}"
    cards = counted(after.deck - before.deck, "card")
    if last.winner is None:
        follows = after.name(after.turn)
        return [f"{names}: a draw (MON-C22)", f"{cards} to the deck", f"{follows} is next"]
    said = [f"{names}: {after.name(last.winner)} wins (MON-C19)", f"{cards} to the deck (MON-C21)"]
    if after.stage is not Stage.PRIZE:
        said.append("no Dragon card is left to take (MON-C20)")
    return said
