"""What is said in large letters about a roll, and the lines below it."""

import re
from typing import Final, NamedTuple

from companion.core.actions import Action
from companion.core.dice import FACES, SCULPTED, DieFace, DieSpec, RollRequest, kind_name
from companion.core.steps import Held
from companion.core.texts import later, listed, number, of, sentence, tr, trn
from companion.rolls.arbiter import Ask
from companion.rolls.cards import Offer, Outcome, card_field, card_of
from companion.rolls.layout import Difference, Spot
from companion.rolls.readings import DieStatus, RollReading
from companion.session.prompts import display_name
from companion.session.table import Table
from companion.tui.roll_keys import OFFERED, has_short_faces, key_each, one_keystroke

RollText = tuple[tuple[str, ...], tuple[str | tuple[str, ...], ...]]
"""Wordings for large letters, the fullest first, and plain lines."""

_SHORT: Final = (
    (later("{least} or more"), "{}+"),
    (later("{least} or less"), "{}-"),
    (later("only a {least}"), "{}"),
    (later("every roll"), later("any roll")),
)
FEW: Final = 2
"""Up to so many dice are named one by one in large letters."""

UNLIKELY: Final = 0.005
"""What would be said to be 0 % is not said."""

_SETS: Final = {"md": later("monster dice")}
"""What people call the dice of a set, by the first part of their kinds."""


class RollKeys(NamedTuple):
    """Keys of the open roll, as people read them: for a doubtful die, and to take up an early roll."""

    again: str = "v"
    claim: str = "c"


KEYS: Final = RollKeys()


def kinds_text(kinds: tuple[str, ...]) -> str:
    """Say which dice a game has, set by set: `d10`, `monster dice`; empty for none."""
    sets = (tr(_SETS.get(kind.partition(".")[0], kind)) for kind in kinds)
    return ", ".join(dict.fromkeys(sets))


def no_dice(title: str) -> str:
    """Say that the dice are disarmed for good."""
    return tr("{title} uses no dice: dice in the tray change nothing.", title=title)


def faces_text(faces: tuple[DieFace, ...]) -> str:
    """Say faces alone: `7`, `S 2 4`."""
    return " ".join(face.face for face in faces)


def short_need(needs: str) -> str:
    """Shorten what a throw must show: `7 or more hits` to `7+`; empty when that cannot be done."""
    for text, form in _SHORT:
        pattern = re.escape(tr(text)).replace(r"\{least\}", r"(\d+)")
        if found := re.match(rf"{pattern}\b", needs):
            return tr(form).format(*found.groups())
    return ""


def request_lines(
    request: RollRequest, name: str, typed: str = "", *, news: str = "", keys: RollKeys = KEYS
) -> RollText:
    """Say what the dice do, who rolls which, what for, what is needed, and which keys there are."""
    dice = " ".join(_dice(spec) for spec in request.dice)
    short = short_need(request.needs)
    count = len(request.kinds)
    many = tr("{count} dice", count=count)
    wordings: tuple[str, ...] = (f"{name} {dice}", name, dice)
    if short:
        # Whoever stands two metres away knows the dice in the hand, but not what they must show.
        fuller = (f"{name} {dice} {short}", f"{name} {short}", f"{dice} {short}", short)
        wordings = (*fuller, *wordings)
    if count > FEW:
        wordings = (tr("{name} {count} dice", name=name, count=count), many, name)
    which, why, rule = request.dice_text() if count <= FEW else many, request.purpose, request.rule
    purpose = tr("{name} rolls {which}: {purpose} ({rule})", name=name, which=which, purpose=why, rule=rule)
    how, spelt = _how_to_type(request, typed)
    way = tr("Roll, or {how} · {again}: roll again", how=how, again=keys.again)
    return wordings, (news, purpose, request.needs, way, spelt)


def lying_text(faces: list[str], claim: str = "") -> str:
    """Say of dice that lay there before a roll was asked for what to do; `claim` is the key to take them."""
    way = tr(" · {claim} take the early roll", claim=claim) if claim else ""
    return trn("This {faces} lay there before: throw it{way}",
               "These lay there before: {faces}. Throw them{way}",
               len(faces), faces=" ".join(faces), way=way)  # fmt: skip


def too_many_text(request: RollRequest, reading: RollReading | None) -> str:
    """Ask which of too many dice count; empty where there are not too many."""
    wanted, dice = len(request.kinds), () if reading is None else reading.dice
    if len(dice) <= wanted or key_each(request):
        return ""
    faces = tr(" or ").join(die.face for die in dice)
    return trn("{dice} dice: {faces}? One counts: type it",
               "{dice} dice: {faces}? {count} count: type them",
               wanted, dice=len(dice), faces=faces)  # fmt: skip


def _how_to_type(request: RollRequest, typed: str) -> tuple[str, str]:
    """Say how a roll is typed, and in a line of its own what was typed of several dice."""
    special = tr(" (S: sculpted)") if any(SCULPTED in FACES[kind] for kind in request.kinds) else ""
    if one_keystroke(request):
        return tr("type its number{special}", special=special), ""
    if not key_each(request):
        return tr("type the dice, then Enter: {typed}▏", typed=typed), ""
    return tr("type them in this order and Enter{special}", special=special), _in_order(request, typed)


def _in_order(request: RollRequest, typed: str) -> str:
    """Put what was typed beside the dice it is for: `teeth S  squid ▏  eye _`."""
    faces = typed.split()
    kinds = [short_kind(spec.kind) for spec in request.dice for _ in range(spec.count)]
    blanks = ["▏", *("_" * len(kinds))]
    shown = [*faces, *blanks][: len(kinds)]
    line = "  ".join(f"{kind} {face}" for kind, face in zip(kinds, shown, strict=True))
    if len(faces) < len(kinds):
        return line
    return "  ".join((line, tr("Enter takes them")))


def _dice(spec: DieSpec) -> str:
    kind = kind_name(spec.kind)
    return kind if spec.count == 1 else f"{spec.count}\N{MULTIPLICATION SIGN}{kind}"


def short_kind(kind: str) -> str:
    """Return a short name, as records have it: six of them fit into a line."""
    return kind.partition(".")[2] or kind


def ask_lines(ask: Ask, typed: str = "", keys: RollKeys = KEYS) -> RollText:
    """Say what was read, how sure that is, and what else it could be."""
    guess = faces_text(ask.guess)
    wordings: tuple[str, ...] = (f"{guess}?", guess)
    if one_keystroke(ask.request):
        likely = [o for o in ask.candidates if o.faces == ask.guess or o.probability > UNLIKELY]
        if len(likely) > 1:
            other = faces_text(likely[1].faces)
            wordings = (tr("{guess} or {other}?", guess=guess, other=other), *wordings)
        listed = ", ".join(f"{faces_text(o.faces)} ({number(o.probability, '.0%')})" for o in likely)
        how = tr(
            "Enter: yes, {guess} · type the number you see · {again}: roll again",
            guess=guess,
            again=keys.again,
        )
    else:
        listed = "  ".join(
            f"{at}: {differing_faces(one.faces, ask.guess)} ({number(one.probability, '.0%')})"
            for at, one in enumerate(ask.candidates, 1)
        )
        spelt = _in_order(ask.request, typed) if key_each(ask.request) else f"{typed.strip()}▏"
        dice = spelt if typed else tr("Space, then the dice")
        how = tr(
            "press 1 to {candidates} · or type them: {dice} · {again}: roll again",
            candidates=len(ask.candidates),
            dice=dice,
            again=keys.again,
        )
    return wordings, (
        sentence(ask.why[:1].upper() + ask.why[1:]),
        tr("It could be {listed}", listed=listed),
        how,
    )


CARD_KEYS: Final = ("y", "2", "3", "4")
"""Keys that take cards on offer: the best guess, and what else they may be."""


def cards_lines(offer: Offer, table: Table, keys: RollKeys = KEYS) -> RollText:
    """Say what cards that lie there would be declared as, and which keys take them."""
    refused = [of(_card(one.action, table), one.verdict.message()) for one in offer.barred]
    no = tr("{again}: no", again=keys.again)
    if not offer.outcomes:
        return (), (*refused, no)
    guess, *others = (one.told or _cards(one, table) for one in offer.outcomes)
    ways = [f"{key}: {other}" for key, other in zip(CARD_KEYS[1:], others, strict=False)]
    large = (f"{guess}?" if offer.why else guess,)
    why = sentence(offer.why[:1].upper() + offer.why[1:]) if offer.why else ""
    yes = tr("{key}: yes", key=CARD_KEYS[0])
    return large, (why, *refused, " · ".join((tr("The cards on the table"), yes, *ways, no)))


def compared_text(found: Difference, table: Table) -> str:
    """Say how the table differs from the log, and since which entry."""

    def cards(spots: tuple[Spot, ...]) -> str:
        at = later("{card} at {cell}")
        return listed([tr(at, card=card, cell=cell.word()) if cell else table.label(card, who)
                       for who, card, cell in spots])  # fmt: skip

    count, since = found.agreeing, found.since(table.match)
    if not (found.new or found.gone):
        return trn("{count} card lies as the log says.", "{count} cards lie as the log says.", count)
    new = tr("new: {cards}", cards=cards(found.new)) if found.new else ""
    gone = tr("gone: {cards}", cards=cards(found.gone)) if found.gone else ""
    entry = tr("since entry {number}", number=since) if since else ""
    return tr("Not as the log says: {what}", what="; ".join(filter(None, (new, gone, entry))))


def _cards(outcome: Outcome, table: Table) -> str:
    return "  ".join(_card(one, table) for one in outcome.actions)


def _card(action: Action, table: Table) -> str:
    """Say whose a card is, and which."""
    if not card_field(action):
        return table.grammar.write(action)
    name = display_name(action.actor, table.seats)
    return of(name, table.label(card_of(action), action.actor))


def differing_faces(faces: tuple[DieFace, ...], guess: tuple[DieFace, ...]) -> str:
    """Say of many dice only those that differ from the best guess."""
    if len(faces) <= FEW:
        return faces_text(faces)
    if faces == guess:
        return tr("as read, {faces_text}", faces_text=faces_text(faces))
    pairs = zip(faces, guess, strict=True)
    said = ", ".join(f"{short_kind(one.kind)} {one.face}" for one, read in pairs if one != read)
    return tr("but {dice}", dice=said)


def reading_text(reading: RollReading) -> str:
    """Say what a camera or a tray reads, die by die, and of one die what else it could be."""
    if len(reading.dice) == 1:
        (die,) = reading.dice
        others = (
            tr("or {face} {chance:.0%}", face=face, chance=chance)
            for face, chance in die.alternatives[:FEW]
            if chance > UNLIKELY
        )
        return " ".join((f"{die.face} {number(die.confidence, '.0%')}", *others))
    least = min(reading.dice, key=lambda die: die.confidence, default=None)
    faces = " ".join(die.face for die in reading.dice)
    doubtful = least is not None and least.status is not DieStatus.READ
    return f"{faces} · {least.face} {number(least.confidence, '.0%')}" if doubtful and least else faces


def choice(value: str, default: str, now: str) -> str:
    """Write a choice of a house rule: which one holds, and which one is usual."""
    usual = tr("{value} (default)", value=value) if value == default else value
    return tr("{usual} · now", usual=usual) if value == now else usual


def mend_hint(dice: tuple[DieFace, ...], instead: tuple[tuple[DieFace, ...], ...]) -> str:
    """Say which keys correct the highlighted roll at once."""
    if len(dice) == 1 and has_short_faces(dice[0].kind):
        special = tr(" (or S)") if SCULPTED in FACES[dice[0].kind] else ""
        return tr("Read wrong? Type what it showed{special}", special=special)
    offered = (f"{n}: {differing_faces(one, dice)}" for n, one in enumerate(instead[:OFFERED], 1))
    return " · ".join((tr("Read wrong?"), *offered, tr("Enter: more")))


def mend_how(request: RollRequest, typed: str, count: int) -> str:
    """Say which keys answer the question what a roll really showed."""
    if one_keystroke(request):
        sculpted = any(SCULPTED in FACES[kind] for kind in request.kinds)
        also = tr(", S when sculpted") if sculpted else ""
        return tr("type the number you see{special}, or arrows and Enter · Esc back", special=also)
    if not typed:
        most = min(9, count)
        return tr("1 to {word}, or arrows and Enter, or Space and type them · Esc back", word=most)
    spelt = _in_order(request, typed) if key_each(request) else f"{typed.strip()}▏"
    return tr("{spelt} · Esc back", spelt=spelt)


def held_lines(held: Held, name: str, keys: RollKeys = KEYS) -> RollText:
    """Say that dice thrown before an undo still answer: undo is no re-roll."""
    faces = faces_text(held.dice)
    return (f"{name} {faces}", faces), (
        tr("These dice were thrown before; an undo is no new roll (X-6)."),
        tr("Enter takes them · {again}: roll again", again=keys.again),
    )


def early_text(reading: RollReading) -> str:
    """Say that dice were seen which nobody had asked for."""
    return tr(
        "Dice were seen that nobody asked for: {faces_text}. They change nothing.",
        faces_text=reading.faces_text(),
    )
