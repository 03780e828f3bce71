"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr, trn
from companion.games.mon.classic import actions as act
from companion.games.mon.classic.score import standing
from companion.games.mon.classic.state import HIDDEN, Fight, Played, Stage, State
from companion.games.mon.classic.table import leader, total, why_void
from companion.games.mon.rulings import tell_card, tell_deck

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, action, after)])


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    shown = ", ".join(state.called_card(card) for card in cards if card != HIDDEN)
    hidden = cards.count(HIDDEN)
    secret = trn("{count} hidden card", "{count} hidden cards", hidden) if hidden else ""
    return ", ".join(part for part in (shown, secret) if part)


def _line(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Draw():
            return tr(
                "{who} takes {called_card} (MON-C6)",
                who=who,
                called_card=before.called_card(action.card),
            )
        case act.Rearrange():
            laid = _cards(before, action.cards)
            return (
                tr("{who} puts together {laid}", who=who, laid=laid)
                if laid
                else tr("{who} takes the monster apart", who=who)
            )
        case act.EndTurn():
            return tr("{who} ends the turn", who=who)
        case act.Challenge():
            return tr("{who} challenges {name} (MON-C10)", who=who, name=before.name(action.target))
        case act.EnterArena():
            return tr("{who}'s monster enters the Arena (MON-A2)", who=who)
        case act.MeetArena():
            return tr("{who}'s monster comes to the Arena (MON-A4)", who=who)
        case act.ChangeArena():
            if action.cards:
                return tr("{who} changes the monster in the Arena (MON-A5a)", who=who)
            return tr("{who} withdraws the monster in the Arena (MON-A5a)", who=who)
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
            return tr(
                "The deck has {counted}", counted=trn("{count} card", "{count} cards", action.count)
            )
        case act.PickFaction():
            return tr(
                "{who} will destroy {faction} (MON-C2)",
                who=before.actor(action.actor),
                faction=action.faction,
            )
        case act.Youngest():
            return tr("{name} is the youngest and begins (MON-C6)", name=before.name(action.seat))
        case act.Dealt():
            return tr(
                "{who} draws {cards} (MON-C5)",
                who=before.actor(action.actor),
                cards=_cards(before, action.cards),
            )
        case _:
            return ""


def _challenge(before: State, action: Action) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Complete():
            return tr("Complete: {answer} (MON-C12a)", answer=action.answer)
        case act.Ready():
            return tr("{who} is ready", who=who)
        case act.Refuse():
            return tr("{who} refuses to build (MON-C12)", who=who)
        case act.BuildFor():
            return tr("{who} builds for {name} (MON-C12)", who=who, name=before.name(action.target))
        case _:
            return ""


def _fight(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Flip():
            said = (
                ""
                if action.points is None
                else f": {trn('{count} point', '{count} points', action.points)}"
            )
            return (
                tr("{who} flips{said} (MON-C13)", who=who, said=said)
                if said
                else tr("Both monsters are flipped (MON-C13)")
            )
        case act.Power(actor=seat) | act.Spell(actor=seat) if seat is not None:
            return _played(before, action, after.fought.side(seat).played[-1])
        case act.Yield():
            return tr("{who} leaves it to the other side", who=who)
        case act.Pass():
            return tr("{who} passes", who=who)
        case act.TakeDragon():
            return tr("{who} takes {dragon} (MON-C20)", who=who, dragon=_dragon(after))
        case _:
            return ""


def _dragon(after: State) -> str:
    dragon = after.fights[-1].dragon
    assert dragon is not None  # noqa: S101 - it has just been taken
    return tr(
        "{called_card} of the {faction} Dragon",
        called_card=after.called_card(dragon.card),
        faction=dragon.faction,
    )


def _played(before: State, action: act.Power | act.Spell, played: Played) -> str:
    who, card = before.actor(action.actor), before.called_card(action.card)
    rule = "MON-C16" if isinstance(action, act.Power) else "MON-C17"
    did = [f"{played.own:+}"] if played.own else []
    did += [tr("{theirs:+} for the other side", theirs=played.theirs)] if played.theirs else []
    did += (
        [tr("takes off {cards} (MON-C18)", cards=_cards(before, played.off))] if played.off else []
    )
    return tr(
        "{who} plays {card} ({rule}): {value}",
        who=who,
        card=card,
        rule=rule,
        value=", ".join(did) or tr("nothing changes"),
    )


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = before.called_card(action.card)
            source, target = _place(before, action.source), _place(before, action.target)
            return tell_card(card, source, target)
        case act.AdjustDragon():
            card = before.called_card(action.card)
            return tr(
                "By ruling {name} {move} {card} (X-7)",
                name=before.name(action.seat),
                move=action.move,
                card=card,
            )
        case act.AdjustDeck():
            return tell_deck(action.cards)
        case act.AdjustPoints():
            who = before.name(action.seat)
            return tr(
                "By ruling {who}'s side counts {points:+} (X-7)", who=who, points=action.points
            )
        case _:
            return action.verb


def _place(state: State, seat: Seat | None) -> str:
    return tr("the deck") if seat is None else state.name(seat)


# ---------------------------------------------------------------- what followed


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news = _void(before, action, after)
    if after.fight is not None and action.verb in {"flip", "power", "spell", "adjust-points"}:
        news += _sums(after, after.fight, starts=before.stage is Stage.FLIP)
    if len(after.fights) > len(before.fights):
        news += _ended(before, after)
    if before.deck and not after.deck and not isinstance(action, act.AdjustDeck):
        news.append(tr("the deck is empty (MON-C6a)"))
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news


def _void(before: State, action: Action, after: State) -> list[str]:
    """MON-C10c: said only after the challenge."""
    if isinstance(action, act.Complete):
        return [tr("void, the turn goes on (MON-C10c)")] if action.answer is act.Answer.NO else []
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
    return [tr("void: {why}; the turn goes on (MON-C10c)", why=why)]


def _sums(state: State, fight: Fight, *, starts: bool) -> list[str]:
    if fight.priority is None:
        return []
    said = ", ".join(f"{state.name(x.seat)} {total(state, fight, x)}" for x in fight.sides)
    if not starts:
        return [said]
    first = state.name(fight.priority)
    if leader(state, fight) is None:
        return [said, tr("equal: {first} attacks and reinforces first (MON-C15a)", first=first)]
    return [said, tr("{first} has fewer and reinforces first (MON-C15)", first=first)]


def _ended(before: State, after: State) -> list[str]:
    last = after.fights[-1]
    sums = f"{last.points[0]}-{last.points[1]}"
    names = tr(
        "{name} against {name2} {sums}",
        name=after.name(last.attacker),
        name2=after.name(last.defender),
        sums=sums,
    )
    cards = trn("{count} card", "{count} cards", after.deck - before.deck)
    if last.winner is None:
        follows = after.name(after.turn)
        return [
            tr("{names}: a draw (MON-C22)", names=names),
            tr("{cards} to the deck", cards=cards),
            tr("{follows} is next", follows=follows),
        ]
    said = [
        tr("{names}: {name} wins (MON-C19)", names=names, name=after.name(last.winner)),
        tr("{cards} to the deck (MON-C21)", cards=cards),
    ]
    if after.stage is not Stage.PRIZE:
        said.append(tr("no Dragon card is left to take (MON-C20)"))
    return said
