"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
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


def _line(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Dealt():
            opened = f": {_cards(after, action.cards)}" if action.cards else ""
            return tr("Five Warriors each; three begin the Graveyard{opened}", opened=opened)
        case act.Starter():
            return tr(
                "{name} is the first player in the first Arena", name=before.name(action.seat)
            )
        case act.EnterArena() | act.EnterGlory():
            return _arena(after)
        case act.HandFamilies():
            held = ", ".join(f"{one.count} {one.family.value}" for one in action.counts)
            return tr("{who} holds {held}", who=who, held=held)
        case act.Play():
            return tr("{who} plays {played}", who=who, played=_played(after, action))
        case _:
            return _resolving(before, action, after, who) or _later(before, action, after, who)


def _arena(after: State) -> str:
    arena = after.contested
    card = after.arena_card(arena.card)
    condition = f": {card.condition.text}" if card else ""
    return tr(
        "{arena_text}, {glory} Glory{condition}",
        arena_text=arena_text(after, arena),
        glory=arena.glory,
        condition=condition,
    )


def _actor(action: Action) -> Seat:
    assert action.actor is not None  # noqa: S101 - one player's action is refused without
    return action.actor


def _played(after: State, action: act.Play) -> str:
    main = after.main_of(_actor(action))
    power = tr(", power {printed}", printed=main.printed) if main.printed is not None else ""
    what = f"{after.called_card(main.card)} ({main.family.value}{power})"
    beneath = (
        tr(", a face-down {boost} beneath", boost=action.boost.value)
        if action.boost
        else tr(", no Boost")
    )
    return f"{what}{beneath}"


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    return ", ".join(state.called_card(card) for card in cards)


def _resolving(before: State, action: Action, after: State, who: str) -> str:
    match action:
        case act.Activate():
            return tr(
                "{who} activates {ability}{taken}",
                who=who,
                ability=_ability(before, action),
                taken=_taken(before, action),
            )
        case act.ScoreBoost():
            family = before.boost_of(_actor(action)).family.value
            return tr(
                "{who} scores the Boost ({family}): +1 Glory (FGT-B3)", who=who, family=family
            )
        case act.Reveal():
            return tr("{who} turns up {cards}", who=who, cards=_cards(before, action.cards))
        case act.Drew() if before.stage is Stage.REVEAL:
            return tr(
                "{who} turns up {count} and scores {scores}",
                who=who,
                count=action.count,
                scores=len(action.scores),
            )
        case act.Drew():
            return tr("{who} draws {count}", who=who, count=action.count)
        case act.AllDrew():
            return tr("Everybody draws")
        case act.Reshuffled():
            opened = (
                tr(", {cards} turned up", cards=_cards(before, action.cards))
                if action.cards
                else ""
            )
            held = tr("{reserves} Reserves", reserves=after.reserves)
            return tr(
                "The Graveyard is shuffled into new Reserves{opened}: {held} (FGT-D4)",
                opened=opened,
                held=held,
            )
        case _:
            return ""


def _ability(before: State, action: act.Activate) -> str:
    known = before.warrior(action.card)
    return f"{before.called_card(known.id)}: {known.ability.text}" if known else tr("the Boost")


def _taken(before: State, action: act.Activate) -> str:
    parts = []
    if action.targets:
        named = ", ".join(before.name(seat) for seat in action.targets)
        parts.append(tr("on {named}", named=named))
    if action.steals is not None:
        parts.append(tr("takes {name}'s Boost (FGT-K2)", name=before.name(action.steals)))
    if action.draws:
        parts.append(tr("turns up {draws} of the Reserves", draws=action.draws))
    return f" ({'; '.join(parts)})" if parts else ""


def _later(before: State, action: Action, after: State, who: str) -> str:
    match action:
        case act.Winner() | act.NobodyWins():
            return _awarded(after)
        case act.AdjustPower():
            return tr(
                "By ruling {name}'s Main changes by {points:+} (X-7)",
                name=before.name(action.seat),
                points=action.points,
            )
        case act.AdjustGlory():
            return tr(
                "By ruling {name} has {points:+} Glory (X-7)",
                name=before.name(action.seat),
                points=action.points,
            )
        case act.AdjustCard():
            return tr(
                "By ruling {card} goes from {source} to {target} (X-7)",
                card=before.called_card(action.card),
                source=_place(before, action.source.value, action.source_seat),
                target=_place(before, action.target.value, action.target_seat),
            )
        case _:  # verbs of all games, which change no table by themselves
            return f"{who}: {action.verb}"


def _place(state: State, zone: str, seat: Seat | None) -> str:
    if seat is None:
        return tr("the {zone}", zone=zone)
    if zone == "hand":
        return tr("{name}'s hand", name=state.name(seat))
    return tr("{name}'s scored pile", name=state.name(seat))


def _awarded(after: State) -> str:
    award = after.award
    assert award is not None  # noqa: S101 - the action has just made one
    arena = arena_text(after, award.arena)
    if award.winner is None:
        return tr(
            "Nobody takes {arena}, {why} ({rule}): set aside",
            arena=arena,
            why=award.why,
            rule=award.rule,
        )
    name, glory = after.name(award.winner), award.arena.glory
    return tr(
        "{name} takes {arena}, {glory} Glory: {why} ({rule})",
        name=name,
        arena=arena,
        glory=glory,
        why=award.why,
        rule=award.rule,
    )


def _news(before: State, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = [text for seat in before.order if (text := _main_news(before, after, seat))]
    news += _search_news(before, after)
    if after.stage is Stage.RESHUFFLE and before.stage is not Stage.RESHUFFLE:
        news.append(tr("the Reserves are depleted (FGT-D4)"))
    if after.uneven and not before.uneven and before.stage in {Stage.DRAW, Stage.JUDGE}:
        news.append(tr("there are too few Warriors to draw (FGT-D5)"))
    if after.round > before.round > 0:
        news.append(tr("{name} is first player now (FGT-D6)", name=after.name(after.first)))
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation)
    return news


def _main_news(before: State, after: State, seat: Seat) -> str:
    """What became of a Main that was there before."""
    old, new = before.players[seat].main, after.players[seat].main
    if old is None or new is None:
        return ""
    name = after.name(seat)
    text = ""
    if old.power != new.power:
        text = tr("{name} {old} to {new}", name=name, old=said(old.power), new=said(new.power))
    boost, was = after.players[seat].boost, before.players[seat].boost
    lost = boost and was and boost.state is BoostState.LOST and was.state is not BoostState.LOST
    if old.alive and not new.alive:
        text = (
            tr("{text}: killed (FGT-B4)", text=text)
            if text
            else tr("{name}'s Main is killed (FGT-B4)", name=name)
        )
        text += tr(", the Boost of {name} is lost", name=name) if lost else ""
    return text


def _search_news(before: State, after: State) -> list[str]:
    """How an ability that turned up Warriors ended."""
    if before.search is None or after.search is not None:
        return []
    seat = before.search.seat
    count = len(after.players[seat].scored) - len(before.players[seat].scored)
    cards = after.players[seat].scored[len(after.players[seat].scored) - count :]
    shown = ", ".join(after.called_card(one.card or UNNAMED) for one in cards if one.card)
    what = f" ({shown})" if shown else ""
    return [
        tr(
            "{name} scores {count} of them{what}, the others go to the Graveyard",
            name=after.name(seat),
            count=count,
            what=what,
        )
    ]
