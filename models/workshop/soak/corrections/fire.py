"""A live table under fire: whatever people and dice may do to it, in any order.

Everything is chosen by a seed, so that what breaks can be repeated; what must hold after every
single thing stands in `corrections_watched.py`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.actions import Amend, Claim, Lighten, Redo, Roll, Ruling, SetSwitch, Undo, Void
from companion.core.dice import DieFace, RollRequest
from companion.core.seats import Seat
from companion.core.switches import specs
from companion.journal.store import Journal
from companion.record.file import parse_record
from companion.record.replay import replay
from companion.rolls.arbiter import Accept, Ask, Unrequested
from companion.session.announcer import moment
from companion.session.attempts import attempts
from companion.session.export import export_text, moves_csv
from companion.session.highlights import highlights
from companion.session.history import play_through
from companion.session.luck import luck
from companion.session.report import report
from companion.session.table import Table
from models.workshop.bench.random_play import SHELF, thrown
from models.workshop.soak.corrections.model import ABOUT_THE_LOG, NO_MOVES
from models.workshop.soak.corrections.moments import kernel, rounded, standing_of, whole
from models.workshop.soak.corrections.watched import Watched

NOTES = ("", "so be it", 'Ann said: "once"; Ben \\ agreed', "allow drop -", "ä→🎲\nnext line")
"""What a table may say with a ruling."""

ODD = (
    Undo(Seat(0)),
    Redo(Seat(0)),
    Ruling(None, (), "nothing"),
    Ruling(None, ("NO-1",), "no such rule"),
    Ruling(Seat(0), ("X-4",), "not alone"),
    SetSwitch(None, "no.such", "on"),
    Lighten(Seat(0)),
    Void(None, ("d10",)),
    Void(Seat(0), ("d6", "d6", "d6", "d6", "d6")),
    Roll(Seat(0), (DieFace("d00", "50"),)),
    Roll(Seat(11), (DieFace("d10", "5"),)),
    Amend(None, 0, Undo(None)),
    Amend(None, 10**6, Roll(Seat(0), (DieFace("d10", "5"),))),
)
"""What nobody may ever do."""


class Fire(Watched):
    """One table of one game, and what everybody around it does."""

    def warm_up(self, steps):
        """Play on to somewhere in the middle of a game, and look only then."""
        self.hurried = True
        self.play(steps)
        self.hurried = False
        self.voice = self.voice.pass_over(moment(self.table))
        self.look()

    def play(self, steps):
        """Play on."""
        for _ in range(steps):
            action = self._moment().next_action(self.chance)
            if action is None:
                return
            if isinstance(action, Roll) and self.table.held() is None:
                self.throw(action)
            else:
                self.declare(action)

    def throw(self, roll):
        """Dice answer the open request: typed, seen by a camera, or thrown too early and claimed."""
        way = self.chance.randrange(4)
        if way == 0:
            self.declare(roll)
        elif way == 1:
            line = " ".join(die.word() for die in roll.dice)
            self._through_desk(lambda: self.desk.enter(line))
        else:
            reading = self._reading(roll.dice)
            if way == 2:
                reading = replace(reading, doubt="it was a wild throw")
            self._through_desk(lambda: self._hear(reading))
            # A tray that sends once more what it has sent already changes nothing.
            self._unchanged(lambda: self.desk.hear(reading))

    def _hear(self, reading):
        heard = self.desk.hear(reading)
        if isinstance(heard.decision, Ask):
            heard = self.desk.confirm(heard.decision.guess)
        assert isinstance(heard.decision, Accept), heard.message()
        return heard

    def early(self):
        """Dice are thrown that nobody asked for; once somebody asks, they may be claimed."""
        if not self._until_asked() and not self.table.match.game.dice:
            return
        request = self.table.pending()
        dice = (
            thrown(request, self.chance).dice
            if isinstance(request, RollRequest) and self.chance.random() < 0.7
            else (self._die(self.chance.choice(self.table.match.game.dice)),)
        )
        # They lay there before: thrown while another roll, or none, was asked for.
        reading = replace(self._reading(dice), late=True)
        self._unchanged(lambda: self.desk.hear(reading), Unrequested)
        if self.desk.claimable is None or self.chance.random() < 0.3:
            return
        before = self.table.version
        self._through_desk(self._claimed)
        self.count["claims"] += self.table.version > before

    def _claimed(self):
        heard = self.desk.claim()
        if isinstance(heard.decision, Ask):
            heard = self.desk.confirm(heard.decision.guess)
        return heard

    def void(self):
        """A die is cocked or lost, or the table drops dice that were thrown and undone."""
        self._until_asked()
        before = self.table.version
        held = self.table.held()
        verdict = self._through_desk(self.desk.void)
        if verdict is not None:
            assert verdict.legal, verdict.message()
            assert self.table.version == before + 1
            self.count["voids"] += 1
            if held is not None:
                assert self.model.now[-1].throw == held.reading

    def thrown_and_undone(self, times):
        """Dice are thrown and taken back, with what led to them; then anything may come."""
        if not self._until_asked():
            return
        asked = self.table.pending()
        if self.table.held() is None:
            self.throw(thrown(asked, self.chance))
        self.undo(times)
        way = self.chance.randrange(4)
        if way == 0:
            self.take_held()
        elif way == 1:
            self.void()
        elif way == 2:
            # Mostly something else than before, and sooner or later the same dice are asked for.
            self._until_asked(elsewhere=True)

    def _until_asked(self, *, elsewhere=False):
        """Declare until dice are asked for that nobody holds; tells whether they are."""
        if not self.table.match.game.dice:
            return False
        self.hurried = not elsewhere
        found = self._asked_at_last(40 if self.hurried else 6)
        if self.hurried:
            self.hurried = False
            self.voice = self.voice.pass_over(moment(self.table))
            self.look()
        return found

    def _asked_at_last(self, most):
        for _ in range(most):
            if isinstance(self.table.pending(), RollRequest):
                return True
            action = self._moment().next_action(self.chance)
            if action is None:
                return False
            self.declare(action)
        return False

    def take_held(self):
        """Undone dice answer the open request because somebody says so."""
        held, number = self.table.held(), self.table.version + 1
        verdict = self._through_desk(self.table.take_held)
        assert (verdict is None) is (held is None)
        if verdict is not None and verdict.legal:
            taken = next(line for line in self.model.now if line.number == number)
            assert taken.throw == held.reading

    def refused(self):
        """Somebody tries what is not allowed; nothing at all changes."""
        action = self.chance.choice(self._tries())
        verdict = self.table.check(action)
        if verdict.legal:
            self.declare(action)
            return
        self.count["refused"] += 1
        self._unchanged(lambda: self.table.declare(action))

    def overruled(self):
        """The table rules that something refused is allowed this once."""
        ways = [action for action in self._tries() if self.table.check(action).forceable]
        if not ways:
            return
        action = self.chance.choice(ways)
        before, note = self.table.version, self.chance.choice(NOTES)
        verdict = self._through_desk(lambda: self.table.allow(action, note))
        if verdict.legal:
            self.count["rulings"] += 1
            ruling, ruled = self.table.match.log[before : before + 2]
            assert isinstance(ruling, Ruling)
            assert ruled == action
        else:
            assert self.table.version == before

    def ruled(self):
        """The table makes a ruling, for whatever comes next."""
        rules = sorted(self.table.match.rulebook.rules)
        self.declare(Ruling(None, tuple(self.chance.sample(rules, 2)), self.chance.choice(NOTES)))

    def switched(self):
        """A house rule changes in the middle of the game."""
        game = self.table.match.game
        known = specs(game.house, game.prefix)
        if known:
            one = self.chance.choice(known)
            self.declare(SetSwitch(None, one.name, self.chance.choice(one.choices)))
            self.count["switches"] += 1

    def lightened(self):
        """The table goes on in light depth, mostly for a while only."""
        before = self.table.version
        self.declare(Lighten(None))
        self.count["lightened"] += self.table.version > before
        if self.table.version > before and self.chance.random() < 0.7:
            self.play(self.chance.randrange(4))
            self.undo(self.table.version - before)

    def undo(self, times):
        for _ in range(times):
            if self.model.past:
                self.declare(Undo(None))
                self.count["undos"] += 1
            else:
                self._unchanged(lambda: self.table.declare(Undo(None)))

    def redo(self, times):
        for _ in range(times):
            if self.model.future:
                self.declare(Redo(None))
                self.count["redos"] += 1
            else:
                self._unchanged(lambda: self.table.declare(Redo(None)))

    def there_and_back(self, times):
        """Undo so many, then redo as many: all that counts is as it was."""
        times = min(times, len(self.model.past))
        before = standing_of(self.table)
        self.undo(times)
        self.redo(times)
        assert standing_of(self.table) == before, "redo after undo is not the same again"

    def amended(self):
        """An earlier line is corrected, with all that it drops."""
        wanted = self._correction()
        if wanted is None:
            return
        amend = self.table.match.with_drops(wanted)
        verdict = self.table.check(amend)
        if not verdict.legal:
            assert self._no_stand_in(wanted) or self.model.drops_for(wanted) is None, (
                f"a correction that could be made: {verdict.message()}"
            )
            self.count["refused"] += 1
            self._unchanged(lambda: self.table.declare(amend))
            return
        assert amend.drops == self.model.drops_for(wanted)
        more = [number for number in amend.drops if number not in wanted.drops]
        if more:
            fewer = {*amend.drops} - {self.chance.choice(more)}
            some = replace(amend, drops=tuple(sorted(fewer)))
            self._unchanged(lambda: self.table.declare(some))
        assert self.declare(amend).legal
        self.count["amends"] += 1

    def dropped(self):
        """A correction takes out more lines than it must."""
        if len(self.model.now) < 2:
            return
        line = self.chance.choice(self.model.now[:-1])
        later = [one.number for one in self.model.now if one.number > line.number]
        drops = tuple(sorted(self.chance.sample(later, self.chance.randint(1, min(3, len(later))))))
        amend = Amend(None, line.number, line.action, drops)
        verdict = self.table.check(amend)
        if verdict.legal:
            self.declare(amend)
            self.count["amends"] += 1
        else:
            self.count["refused"] += 1
            self._unchanged(lambda: self.table.declare(amend))

    def _correction(self):
        """Choose a line in effect, and what may stand in its place: one line, none or several."""
        if not self.model.now:
            return None
        line = self.chance.choice(self.model.now)
        amend = Amend(None, line.number, self._instead(line))
        later = sorted({one.number for one in self.model.now if one.number > line.number})
        match self.chance.randrange(4):
            case 0:
                return replace(amend, replacement=None, drops=tuple(later[:1]))
            case 1:
                more = self.chance.choices(self.model.now, k=self.chance.randint(1, 3))
                then = tuple(one.action for one in more)
                return replace(amend, drops=tuple(later[: self.chance.randrange(3)]), then=then)
            case _:
                return amend

    def _instead(self, line):
        action = line.action
        match action:
            case Void() | Lighten():
                return self.chance.choice([action, Undo(None)])
            case Ruling():
                rules = sorted(self.table.match.rulebook.rules)
                return replace(action, rules=(self.chance.choice(rules),))
            case SetSwitch():
                game = self.table.match.game
                one = self.chance.choice(specs(game.house, game.prefix))
                return SetSwitch(None, one.name, self.chance.choice(one.choices))
            case Roll():
                dice = tuple(self._die(die.kind) for die in action.dice)
                return self.chance.choice([Roll, Claim])(action.actor, dice)
        step = next(one for one in self.model.fold().steps if one.line == line)
        offered = [one for option in self.table.match.game.options(step.before) for one in option.instances[:20]]
        return self.chance.choice([*offered, *self._tries()])

    def _no_stand_in(self, amend):
        """Tell whether a correction puts in what can never stand there, whatever follows."""
        return any(
            isinstance(one, (*ABOUT_THE_LOG, Void)) or (isinstance(one, NO_MOVES) and not self.table.check(one).legal)
            for one in amend.entries
        )

    # -- what happens to the program --------------------------------------------------------------

    def crashed(self):
        """The program is gone from one moment to the next; another takes up the same file."""
        before = whole(self.table)
        journal = Journal(self.file)
        self.table = Table.resume(SHELF, journal, self.table.table_id)
        self.abandoned.append(self.journal)  # nobody closes it while the table goes on
        self.journal = journal
        assert whole(self.table) == before, "the table that was resumed is another one"
        self._sit_down()
        self.count["crashes"] += 1
        self.look()

    def reopened(self):
        """The program is closed as it should be, and opened again."""
        before = whole(self.table)
        self.journal.close()
        self.journal = Journal(self.file)
        self.table = Table.resume(SHELF, self.journal, self.table.table_id)
        assert whole(self.table) == before
        self._sit_down()
        self.look()

    def written_and_read(self):
        """The record of the table is read by a program that has nothing else."""
        text = export_text(self.journal, self.table.table_id)
        record = parse_record(text, "fire.record", SHELF.grammar)
        assert record.raw == text
        assert record.actions == self.table.match.log
        start = SHELF.begin(record.header, self.cards)
        found = replay(record, start)
        assert found.sound, found.remarks
        assert kernel(found.match) == kernel(self.table.match)
        told = play_through(record, start, found)
        for here, there in zip(self.table.history(), told.history(), strict=True):
            assert replace(here, at="", confidence=rounded(here.confidence)) == there
        assert told.score() == self.table.score()
        assert told.standing() == self.table.standing()
        for one in (self.table, told):
            assert report(one)
            assert moves_csv(one)
            highlights(one.match)
            luck(one.match)
        self.count["records"] += 1

    def _tries(self):
        """What somebody might try, mostly in vain: what was possible once, and what never is."""
        tried = [attempt.action for attempt in attempts(self.table)]
        seats = len(self.table.seats)
        said = [action for action in self.model.log[-40:] if not isinstance(action, ABOUT_THE_LOG)]
        for action in self.chance.sample(said, min(4, len(said))):
            tried.append(action)
            if action.actor is not None:
                tried.append(replace(action, actor=Seat(self.chance.randrange(seats))))
        request = self.table.pending()
        if isinstance(request, RollRequest):
            roll = thrown(request, self.chance)
            tried += [
                replace(roll, actor=Seat((request.roller + 1) % seats)),
                Roll(request.roller, roll.dice[1:]),
                Roll(request.roller, (*roll.dice, roll.dice[0])),
                roll,
            ]
        return [*tried, self.chance.choice(ODD)]
