"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.words import UNNAMED
from companion.games.fgt import actions as act
from companion.games.fgt.judge import said
from companion.games.fgt.score import arena_text, standing
from companion.games.fgt.state import BoostState, Stage, State

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, after)])


def _who(state: State, action: Action) -> str:
    return "The table" if action.actor is None else state.name(action.actor)


def _line(before: State, action: Action, after: State) -> str:
    who = _who(before, action)
    match action:
        case act.Dealt():
            opened = f": {_cards(after, action.cards)}" if action.cards else ""
            return f"Five Warriors each; three begin the Graveyard{opened}"
        case act.Starter():
            return f"{before.name(action.seat)} is the first player in the first Arena"
        case act.EnterArena() | act.EnterGlory():
            return _arena(after)
        case act.HandFamilies():
            held = ", ".join(f"{one.count} {one.family.value}" for one in action.counts)
            return f"{who} holds {held}"
        case act.Play():
            return f"{who} plays {_played(after, action)}"
        case _:
            return _resolving(before, action, after, who) or _later(before, action, after, who)


def _arena(after: State) -> str:
    arena = after.arena
    if arena is None:
        return "An Arena comes up"
    card = after.arena_card(arena.card)
    condition = f": {card.condition.text}" if card else ""
    return f"{arena_text(after, arena)}, {arena.glory} Glory{condition}"


def _played(after: State, action: act.Play) -> str:
    main = after.players[action.actor].main if action.actor is not None else None
    if main is None:
        return action.main.word()
    power = f", power {main.printed}" if main.printed is not None else ""
    what = f"{after.called(main.card)} ({main.family.value}{power})"
    beneath = f", a face-down {action.boost.value} beneath" if action.boost else ", no Boost"
    return f"{what}{beneath}"


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    return ", ".join(state.called(card) for card in cards)


def _resolving(before: State, action: Action, after: State, who: str) -> str:
    match action:
        case act.Activate():
            return f"{who} activates {_ability(before, action)}{_taken(before, action)}"
        case act.ScoreBoost():
            boost = before.players[action.actor].boost if action.actor is not None else None
            family = f" ({boost.family.value})" if boost else ""
            return f"{who} scores the Boost{family}: +1 Glory (FGT-B3)"
        case act.Reveal():
            return f"{who} turns up {_cards(before, action.cards)}"
        case act.Drew() if before.stage is Stage.REVEAL:
            return f"{who} turns up {action.count} and scores {len(action.scores)}"
        case act.Drew():
            return f"{who} draws {action.count}"
        case act.AllDrew():
            return "Everybody draws"
        case act.Reshuffled():
            opened = f", {_cards(before, action.cards)} turned up" if action.cards else ""
            held = f"{after.reserves} Reserves"
            return f"The Graveyard is shuffled into new Reserves{opened}: {held} (FGT-D4)"
        case _:
            return ""


def _ability(before: State, action: act.Activate) -> str:
    known = before.warrior(action.card)
    return f"{before.called(known.id)}: {known.ability.text}" if known else "the Boost"


def _taken(before: State, action: act.Activate) -> str:
    parts = []
    if action.targets:
        parts.append("on " + ", ".join(before.name(seat) for seat in action.targets))
    if action.steals is not None:
        parts.append(f"takes {before.name(action.steals)}'s Boost (FGT-K2)")
    if action.draws:
        parts.append(f"turns up {action.draws} of the Reserves")
    return f" ({'; '.join(parts)})" if parts else ""


def _later(before: State, action: Action, after: State, who: str) -> str:
    match action:
        case act.Winner() | act.NobodyWins():
            return _awarded(after)
        case act.AdjustPower():
            return f"By ruling {before.name(action.seat)}'s Main changes by {action.points:+} (X-7)"
        case act.AdjustGlory():
            return f"By ruling {before.name(action.seat)} has {action.points:+} Glory (X-7)"
        case act.AdjustCard():
            card = before.called(action.card)
            source = _place(before, action.source.value, action.source_seat)
            target = _place(before, action.target.value, action.target_seat)
            return f"By ruling {card} goes from {source} to {target} (X-7)"
        case _:
            return f"{who}: {action.verb}"


def _place(state: State, zone: str, seat: Seat | None) -> str:
    if seat is None:
        return f"the {zone}"
    return f"{state.name(seat)}'s {'hand' if zone == 'hand' else 'scored pile'}"


def _awarded(after: State) -> str:
    award = after.award
    if award is None:
        return "The Arena is decided"
    arena = arena_text(after, award.arena)
    if award.winner is None:
        return f"Nobody takes {arena}, {award.why} ({award.rule}): set aside"
    name, glory = after.name(award.winner), award.arena.glory
    return f"{name} takes {arena}, {glory} Glory: {award.why} ({award.rule})"


def _news(before: State, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = [text for seat in before.order if (text := _main_news(before, after, seat))]
    news += _search_news(before, after)
    if after.stage is Stage.RESHUFFLE and before.stage is not Stage.RESHUFFLE:
        news.append("the Reserves are depleted (FGT-D4)")
    if after.uneven and not before.uneven and before.stage in {Stage.DRAW, Stage.JUDGE}:
        news.append("there are too few Warriors to draw (FGT-D5)")
    if after.round > before.round > 0:
        news.append(f"{after.name(after.first)} is first player now (FGT-D6)")
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation)
    return news


def _main_news(before: State, after: State, seat: Seat) -> str:
    """What became of a Main that was there before."""
    old, new = before.players[seat].main, after.players[seat].main
    if old is None or new is None:
        return ""
    name = after.name(seat)
    text = f"{name} {said(old.power)} to {said(new.power)}" if old.power != new.power else ""
    boost, was = after.players[seat].boost, before.players[seat].boost
    lost = boost and was and boost.state is BoostState.LOST and was.state is not BoostState.LOST
    if old.alive and not new.alive:
        text = f"{text}: killed (FGT-B4)" if text else f"{name}'s Main is killed (FGT-B4)"
        text += f", the Boost of {name} is lost" if lost else ""
    return text


def _search_news(before: State, after: State) -> list[str]:
    """How an ability that turned up Warriors ended."""
    if before.search is None or after.search is not None:
        return []
    seat = before.search.seat
    count = len(after.players[seat].scored) - len(before.players[seat].scored)
    cards = after.players[seat].scored[len(after.players[seat].scored) - count :]
    shown = ", ".join(after.called(one.card or UNNAMED) for one in cards if one.card)
    what = f" ({shown})" if shown else ""
    return [f"{after.name(seat)} scores {count} of them{what}, the others go to the Graveyard"]
