"""Rolling: what is asked for in large letters, the picture beside it, and the keys that answer."""

from datetime import UTC, datetime

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from companion.core.actions import Roll
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.texts import tr
from companion.session.history import HistoryLine
from companion.session.prompts import display_name
from companion.tui import roll_keys, roll_words
from companion.tui.asking.dialogs import Talk
from companion.tui.live import Live
from companion.tui.parts.announcing import Announcing
from companion.tui.widgets.big_lines import BigLines
from companion.tui.widgets.lamp import Light
from companion.tui.widgets.picture import Picture


class RollPanel(Horizontal):
    """Shows the open roll, or the last one that counts, and takes the keys that answer."""

    def __init__(self, live: Live, talk: Talk, announcing: Announcing) -> None:
        super().__init__(id="roll")
        self.live = live
        self.table = live.table
        self.announcing = announcing
        self._typed, self._typed_at = "", 0
        self._talk = talk
        self._mended: HistoryLine | None = None
        self._dark_since = ""  # when the camera was lost
        self._drawn_for = (Light.NONE, "")  # what the banner says of the camera

    def compose(self) -> ComposeResult:
        """Lay out the letters beside the picture."""
        yield BigLines(id="request")
        with Vertical(id="sight"):
            yield Picture(id="crop")
            yield Static("", id="reading", markup=False)

    @property
    def _has_dice(self) -> bool:
        """Whether there is anything to see: dice, or cards that a camera reads."""
        return bool(self.table.match.game.dice) or self.live.desk.cards.in_use

    @property
    def typed(self) -> str:
        """What was typed of the open roll; over with the next line of the log, and not before."""
        return self._typed if self._typed_at == self.table.version else ""

    @typed.setter
    def typed(self, text: str) -> None:
        self._typed, self._typed_at = text, self.table.version

    # -- showing ----------------------------------------------------------------------------------

    def show_roll(self, mended: HistoryLine | None) -> None:
        """Draw the open request, or the last roll that counts, where keys correct no line just now."""
        self._mended = mended
        said = self._request()
        if said is not None and mended is not None:
            # Keys go elsewhere: people must not find that out by a wrong roll.
            large, lines = said
            now = tr(
                "Keys go to line {number} of the history now · Esc: back to this roll",
                number=mended.number,
            )
            said = large, (*lines[:2], now)
        shown = said or self._last_roll()
        self.display = shown is not None
        self.set_class(said is None and self._has_dice, "-resting")
        if shown is not None:
            self.query_one(BigLines).show(*shown)

    def _request(self) -> roll_words.RollText | None:
        keys = roll_words.RollKeys(self._talk.key("table.void", "v"), self._talk.key("table.claim", "c"))
        if self.live.desk.asking is not None:
            return roll_words.ask_lines(self.live.desk.asking, self.typed, keys)
        request, cards = self.table.pending(), self.live.desk.cards
        if cards.offer is not None:
            return roll_words.cards_lines(cards.offer, self.table, keys)
        if not isinstance(request, RollRequest):
            return ((), (self._gone() or tr("The camera waits for cards."),)) if cards.waits else None
        name, held = display_name(request.roller, self.table.seats), self.table.held()
        if held is not None:
            return roll_words.held_lines(held, name, keys)
        news = self._news(request, keys.claim)
        return roll_words.request_lines(request, name, self.typed, news=news, keys=keys)

    def _news(self, request: RollRequest, claim: str) -> str:
        """Say what the dice do just now, or the camera, and which key helps; empty for nothing new."""
        desk, lamp = self.live.desk, self.live.lamp()
        if gone := self._gone():
            return gone
        if too_many := roll_words.too_many_text(request, desk.refused):
            return too_many
        if desk.claimable is not None:
            faces = [die.face for die in desk.claimable.dice]
            return roll_words.lying_text(faces, claim)
        lying = lamp.dice.split()
        # Of more dice than are asked for some stay as they lie.
        fits = 0 < len(lying) <= len(request.kinds)
        return roll_words.lying_text(lying) if fits else ""

    def _gone(self) -> str:
        """Say since when the camera sees nothing, and which keys help; empty while it sees."""
        lamp = self.live.lamp()
        if lamp.light is not Light.FAULT:
            return ""
        devices, camera = (
            self._talk.key("table.devices", "F4"),
            self._talk.key("devices.camera", "c"),
        )
        self._dark_since = self._dark_since or f"{datetime.now(UTC).astimezone():%H:%M}"
        what = lamp.short or lamp.text
        return tr("{what} since {since} · {keys}: another camera", what=what[:1].upper() + what[1:],
                  since=self._dark_since, keys=f"{devices} {camera}")  # fmt: skip

    def _last_roll(self) -> roll_words.RollText | None:
        """Say the last roll that counts, until the next one is asked for."""
        if not self._has_dice:
            return None
        for numbered in self.table.match.now.newest():
            action = numbered.action
            if isinstance(action, Roll):
                dice = tuple(sorted(action.dice, key=lambda die: [*FACES].index(die.kind)))  # as they are asked for
                faces = roll_words.faces_text(dice)
                line = self.table.history()[numbered.number - 1]
                each = "  ".join(f"{roll_words.short_kind(die.kind)} {die.face}" for die in dice)
                said = (f"{line.told}  {line.by}", each)[: len(dice)]  # one die is said large
                return (f"{display_name(action.actor, self.table.seats)} {faces}", faces), (self._gone(), said)
        if self.live.eyes is None:
            return None
        # Before the first roll the camera can be set up by what it shows.
        sees = tr("This is what the camera sees. No roll is asked for yet.")
        return (), (self._gone() or (sees if self.table.match.game.dice else ""),)

    def look(self) -> None:
        """Draw the picture; only what changed costs anything."""
        # Where no dice are used a camera has nothing to see.
        lamp, asking = self.live.lamp(), self.live.desk.asking
        if lamp.light is not Light.FAULT:
            self._dark_since = ""
        if (lamp.light, lamp.dice) != self._drawn_for:
            self._drawn_for = (lamp.light, lamp.dice)
            self.show_roll(self._mended)
        sight = self.query_one("#sight")
        dead = lamp.light is Light.NONE or (lamp.light is Light.FAULT and asking is None)
        sight.display = self._has_dice and not dead
        if sight.display and self.display:
            read = roll_words.reading_text(asking.reading) if asking else lamp.short or lamp.text
            self.query_one(Picture).show(self.live.picture())
            self.query_one("#reading", Static).update(read)

    # -- keys -------------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        """Take a key for the open roll, or for cards on offer; False when it is for something else."""
        asking, cards = self.live.desk.asking, self.live.desk.cards
        if cards.offer is not None and event.character in roll_words.CARD_KEYS:
            at = roll_words.CARD_KEYS.index(event.character)
            if at < len(cards.offer.outcomes):
                self.announcing.settle(lambda: cards.take(at))
                return True
        request = asking.request if asking else self.table.pending()
        if not isinstance(request, RollRequest):
            return False
        character = event.character or ""
        if event.key == "enter" and not self.typed and (asking or self.table.held()):
            self.confirm()
            return True
        chooses = asking and not (self.typed or roll_keys.one_keystroke(request))
        if asking and chooses and character.isdecimal():
            if 0 < int(character) <= len(asking.candidates):
                self._confirm(asking.candidates[int(character) - 1].faces)
            return True
        doubtful = asking is not None
        after = roll_keys.press(request, self.typed, event.key, character, doubtful=doubtful)
        if after is None:
            return self._refuse_number(request, character)
        self._take_typed(request, after)
        return True

    def _take_typed(self, request: RollRequest, after: roll_keys.Typing) -> None:
        problem = after.problem
        if after.entered:
            problem = roll_keys.too_few(request, after.text)
        elif not problem:
            self.typed = after.text
        if problem:  # what was typed stays
            self.announcing.remark(problem)
        elif after.entered:
            self.announcing.settle(lambda: self.live.desk.enter(after.text))
        else:
            self.show_roll(self._mended)

    def _refuse_number(self, request: RollRequest, character: str) -> bool:
        """Say that no die shows a number: else the next number would count for the wrong die."""
        if not (roll_keys.key_each(request) and character.isdecimal()):
            return False
        self.announcing.remark(roll_keys.no_such_face(request, character))
        return True

    def _confirm(self, faces: tuple[DieFace, ...]) -> None:
        self.announcing.settle(lambda: self.live.desk.confirm(faces))

    def confirm(self) -> None:
        """Take the best guess of a reading in question, or dice held since an undo."""
        if self.live.desk.cards.offer is not None:
            self.announcing.settle(self.live.desk.cards.take)
        elif self.live.desk.asking is not None:
            self._confirm(self.live.desk.asking.guess)
        elif self.table.held() is not None:
            self.announcing.settle(self.table.take_held)

    def claim(self) -> None:
        """Take up the early roll; without one, read the cards that lie there."""
        desk = self.live.desk
        if desk.cards.in_use and desk.claimable is None:
            desk.cards.look()
            self.announcing.remark(tr("The camera looks at the cards."))
        else:
            self.announcing.settle(desk.claim)

    def void(self) -> None:
        """Drop the roll in question, or the cards on offer."""
        if self.live.desk.cards.offer is not None:
            self.live.desk.cards.dismiss()
            self.announcing.remark("")
        else:
            self.announcing.settle(self.live.desk.void, tr("Dropped: roll again."))
