"""A live table under fire: whatever people and dice may do to it, in any order, and what must hold
after every single thing.

The table writes to a real journal file. Beside it stand a model that reads the same log in the
plainest way, a second program that looks on, and the screen of a third. Everything is chosen by a
seed, so that what breaks can be repeated.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import replace
from unittest.mock import patch

from corrections_model import ABOUT_THE_LOG, NO_MOVES, Model, played
from games_play import NAMES, SHELF, cards_of

from companion.commands.random_play import Moment, faults, thrown
from companion.core import chain, versions
from companion.core.actions import Amend, Claim, Redo, Roll, Ruling, SetSwitch, Undo, Void
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.seats import Seat
from companion.core.switches import specs
from companion.journal.store import Journal
from companion.record.file import parse_record
from companion.record.replay import replay
from companion.rolls.decisions import Accept, Ask, Unrequested
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.session import chronicle
from companion.session.announcer import Announcer, moment, spoken
from companion.session.attempts import attempts
from companion.session.changes import changes
from companion.session.export import export_text
from companion.session.following import Follower
from companion.session.highlights import highlights
from companion.session.luck import luck
from companion.session.report import report
from companion.session.restoring import Keeper
from companion.session.rolldesk import RollDesk
from companion.session.scene import scene_of
from companion.session.score_csv import moves_csv
from companion.session.table import Table
from companion.session.told import replayed

CAMERA = "camera:fire"
NOTES = ("", "so be it", 'Ann said: "once"; Ben \\ agreed', "allow drop -", "ä→🎲\nnext line")
"""What a table may say with a ruling."""

ODD = (
    Undo(Seat(0)),
    Redo(Seat(0)),
    Ruling(None, (), "nothing"),
    Ruling(None, ("NO-1",), "no such rule"),
    Ruling(Seat(0), ("X-4",), "not alone"),
    SetSwitch(None, "no.such", "on"),
    Void(None, ("d10",)),
    Void(Seat(0), ("d6", "d6", "d6", "d6", "d6")),
    Roll(Seat(0), (DieFace("d00", "50"),)),
    Roll(Seat(11), (DieFace("d10", "5"),)),
    Amend(None, 0, Undo(None)),
    Amend(None, 10**6, Roll(Seat(0), (DieFace("d10", "5"),))),
)
"""What nobody may ever do."""


@contextmanager
def remembering_little():
    """Let tables keep few states and many of them on the disk, as only very long games do else."""
    with (
        patch.object(versions, "SPACING", 5),
        patch.object(versions, "NEWEST", 7),
        patch.object(chain, "BLOCK", 4),
        patch.object(chronicle, "KEPT", 3),
        patch.object(Keeper, "spacing", 6),
    ):
        yield


class Fire:
    """One table of one game, and everybody around it."""

    def __init__(self, game_id, depth, folder, seed=0, count=None):
        self.count = Counter() if count is None else count
        self.folder = folder
        self.file = folder / "journal.sqlite3"
        self.chance = random.Random(f"{game_id} {depth} {seed}")
        self.cards = cards_of(game_id, depth)
        self.journal = Journal(self.file)
        self.table = self._opened(game_id, depth)
        self.start = self.table.match
        self.model = Model(self.start.game, self.start.setup)
        self.onlooker = Journal(self.file, read_only=True)
        self.second = Table.resume(SHELF, self.onlooker, self.table.table_id)
        self.screen = Follower(self.file, SHELF, self.table.table_id)
        self.thrown = 0
        self.hurried = False
        self.abandoned = []
        self._sit_down()
        self.look()

    def _opened(self, game_id, depth):
        """Open a table of any size, under some switches that go together."""
        game = SHELF.game(game_id)
        least, most = game.players
        while True:
            seats = NAMES[: self.chance.randint(least, min(most, len(NAMES)))]
            chosen = [one for one in specs(game.house, game.prefix) if self.chance.random() < 0.2]
            switches = {one.name: self.chance.choice(one.choices) for one in chosen}
            with suppress(UsageError):
                header = SHELF.header(game_id, seats, depth, switches, self.cards)
                return Table.open(SHELF, self.journal, header, self.cards)

    def _sit_down(self):
        self.heard = []
        self.table.subscribe(self.heard.append)
        self.desk = RollDesk(self.table, self.journal)
        self.voice, _ = Announcer().begin(moment(self.table))

    def close(self):
        self.screen.close()
        self.onlooker.close()
        for journal in self.abandoned:
            journal.close()
        self.journal.close()

    # -- what people do ---------------------------------------------------------------------------

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
        number, replacement = self._correction()
        if replacement is None:
            return
        plan = self.table.plan_amend(number, replacement)
        if not plan.verdict.legal:
            assert self._no_stand_in(number, replacement) or (
                self.model.drops_for(number, replacement) is None
            ), f"a correction that could be made: {plan.verdict.message()}"
            self.count["refused"] += 1
            self._unchanged(lambda: self.table.amend(plan))
            return
        assert plan.drops == self.model.drops_for(number, replacement)
        if plan.drops:
            fewer = tuple(sorted(self.chance.sample(plan.drops, len(plan.drops) - 1)))
            self._unchanged(lambda: self.table.declare(Amend(None, number, replacement, fewer)))
        assert self.declare(Amend(None, number, replacement, plan.drops)).legal
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
        """Choose a line in effect and something that may stand in its place."""
        if not self.model.now:
            return 0, None
        line = self.chance.choice(self.model.now)
        action = line.action
        match action:
            case Void():
                return line.number, self.chance.choice([action, Undo(None)])
            case Ruling():
                rules = sorted(self.table.match.rulebook.rules)
                return line.number, replace(action, rules=(self.chance.choice(rules),))
            case SetSwitch():
                game = self.table.match.game
                one = self.chance.choice(specs(game.house, game.prefix))
                return line.number, SetSwitch(None, one.name, self.chance.choice(one.choices))
            case Roll():
                dice = tuple(self._die(die.kind) for die in action.dice)
                return line.number, self.chance.choice([Roll, Claim])(action.actor, dice)
        step = next(one for one in self.model.fold().steps if one.line == line)
        offered = [
            one
            for option in self.table.match.game.options(step.before)
            for one in option.instances[:20]
        ]
        return line.number, self.chance.choice([*offered, *self._tries()])

    def _no_stand_in(self, number, replacement):
        """Tell whether an action can never stand in the place of another one, whatever follows."""
        original = next(line.action for line in self.model.now if line.number == number)
        of_the_log = (*ABOUT_THE_LOG, *NO_MOVES)
        if isinstance(original, of_the_log) or isinstance(replacement, of_the_log):
            if type(original) is not type(replacement) or isinstance(replacement, Void):
                return True
            return not self.table.check(replacement).legal
        return isinstance(original, Roll) != isinstance(replacement, Roll)

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
        assert self.table.record().text() == text
        record = parse_record(text, "fire.record", SHELF.grammar)
        assert record.text() == text
        assert record.actions == self.table.match.log
        start = SHELF.begin(record.header, self.cards)
        found = replay(record, start)
        assert found.sound, found.remarks
        assert kernel(found.match) == kernel(self.table.match)
        told = replayed(record, start, found)
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

    # -- one declaration --------------------------------------------------------------------------

    def declare(self, action):
        expected = self._may(action)
        verdict = self._through_desk(lambda: self.table.declare(action))
        assert expected is None or verdict.legal is expected, (action, verdict.message())
        if not verdict.legal:
            self.count["refused"] += 1
        return verdict

    def _may(self, action):
        """Say by the model whether a verb of the log is allowed; None where that is the game's."""
        match action:
            case Undo(actor=None):
                return bool(self.model.past)
            case Redo(actor=None):
                return bool(self.model.future)
            case SetSwitch(actor=None) | Ruling(actor=None, rules=(_, *_)):
                return True
            case _:
                return None

    def _through_desk(self, act):
        """Let somebody act, and follow what that was to the log, the ears and the screens."""
        before = self.table.match
        waited = before.pending()
        self.heard.clear()
        result = act()
        new = self.table.match.log[len(before.log) :]
        for action in new:
            self.model.take(action)
        self._auto(before, waited, new)
        assert [change.action for change in self.heard] == list(new)
        numbers = range(len(before.log) + 1, len(self.model.log) + 1)
        assert [change.number for change in self.heard] == list(numbers)
        if not self.hurried:
            for change in self.heard:
                line = self.table.history()[change.number - 1]
                assert (change.line, change.told) == (line.line, line.told), "told otherwise"
        self.count["steps"] += len(new)
        if new and not self.hurried:
            self._spoken(changes(before, self.table.match))
            self._changes(before)
            self.look()
        return result

    def _spoken(self, changed):
        """After a correction the voice says what changed, and else only what it never said."""
        now, known = moment(self.table), self.voice.said
        self.voice, said = self.voice.after(tuple(self.heard), now, changed)
        assert all(said), "silence is said"
        if not isinstance(self.heard[0].action, ABOUT_THE_LOG):
            return
        news, *rest = said
        assert all(spoken(one).rstrip(".") in news for one in changed.outcome)
        assert set(rest) <= {now.asked}, "more is said than what is asked now"
        assert not set(rest) & known, "what was said before is said again"

    def _auto(self, before, waited, new):
        """Held dice land by themselves at a request that somebody opened, and nowhere else."""
        automatic = [change.action for change in self.heard if change.automatic]
        if not new or self.hurried:
            return
        declared = len(new) - len(automatic)
        assert all(not one.automatic for one in self.heard[:declared])
        model = Model(before.game, before.setup)
        for action in self.model.log[: len(before.log) + declared]:
            model.take(action)
        last, expected = new[declared - 1], []
        while not isinstance(last, Undo | Redo):
            folded = model.fold()
            asked = before.game.pending(folded.state)
            roll = model.held_for(asked)
            if roll is None or asked == waited:
                break
            last = Roll(roll.actor, roll.dice)
            if not model.fits(folded.state, folded.licence, last):
                break
            waited = asked
            model.take(last)
            expected.append(last)
        assert automatic == expected, "held dice"
        self.count["landed"] += len(automatic)

    def _unchanged(self, act, kind=None):
        before, lines = inside(self.table), len(self.journal.lines(self.table.table_id))
        self.heard.clear()
        result = act()
        assert kind is None or isinstance(result.decision, kind), result
        assert not self.heard
        assert inside(self.table) == before, "what was refused has changed something"
        assert len(self.journal.lines(self.table.table_id)) == lines

    # -- what must hold ---------------------------------------------------------------------------

    def look(self):
        """Look at everything."""
        self._state()
        self._dice()
        self._history()
        self._others()
        match = self.table.match
        self.count["looks with dice held"] += bool(self.model.held())
        broken = list(faults(match, self._moment()))
        assert not broken, broken

    def _state(self):
        match, model = self.table.match, self.model
        assert list(match.log) == model.log
        effective = [(one.number, one.action) for one in match.version.effective]
        assert effective == [(line.number, line.action) for line in model.now]
        self.folded = model.fold()
        assert self.folded.misfit is None, f"an action in effect does not fit: {self.folded.misfit}"
        assert self.folded.state == match.state, "the log folds to another state"
        assert self.folded.licence == match.version.licence
        past, version = [], match.version
        while version.before is not None:
            version = version.before
            past.append(tuple(one.number for one in version.effective))
        assert past[::-1] == [tuple(line.number for line in lines) for lines in model.past]
        undone = [tuple(one.number for one in version.effective) for version in match.undone]
        assert undone == [tuple(line.number for line in lines) for lines in model.future]

    def _dice(self):
        """Every throw is in effect once, dropped, or held with the faces it showed last."""
        match, model = self.table.match, self.model
        assert [one.reading for one in match.version.effective] == [x.throw for x in model.now]
        used = {line.throw for line in model.now}
        held = {x.reading: Roll(x.roller, x.dice) for x in match.readings if x.reading not in used}
        known = {throw: model.shown[throw] for throw in model.held()}
        known = {throw: Roll(roll.actor, roll.dice) for throw, roll in known.items()}
        assert held == known, "undone dice were lost, or show other faces"
        roll, now = model.held_for(match.pending()), match.held()
        assert (roll is None) is (now is None)
        if now is not None:
            assert (now.roller, now.dice) == (roll.actor, roll.dice)
        info = self.journal.table(self.table.table_id)
        assert info.actions == len(model.log)
        assert info.over == self.table.view().over
        keys = [line.provenance.reading for line in self.journal.lines(self.table.table_id)]
        keys = [key for key in keys if key is not None]
        assert len(keys) == len(set(keys)), "one reading was entered twice"
        asked = match.pending()
        waits = isinstance(asked, RollRequest) and now is None
        assert self.desk.armed == (asked if waits else None)

    def _history(self):
        lines, game = self.table.history(), self.table.match.game
        assert [line.number for line in lines] == list(range(1, len(self.model.log) + 1))
        grammar = self.table.grammar
        assert [grammar.read(line.line) for line in lines] == self.model.log
        steps = {step.line.number: step for step in self.folded.steps}
        for line, action in zip(lines, self.model.log, strict=True):
            gone = line.number not in steps and not isinstance(action, ABOUT_THE_LOG)
            assert line.undone is gone, line
            assert line.told
            step = steps.get(line.number)
            if step is not None:
                now = step.line.action
                if not isinstance(now, NO_MOVES):
                    # What a roll showed before it was undone is no matter of the game's.
                    notes = [note for note in line.notes if "X-6" not in note]
                    rules = [one.rule for one in game.check(step.before, played(now))]
                    assert len(notes) == len(rules), f"notes of {line}: {rules}"
                    assert all(any(rule in note for note in notes) for rule in rules)
                    assert line.told == game.tell(step.before, now, step.after), "told otherwise"
                elif isinstance(now, SetSwitch):
                    assert now.name in line.told, "another switch is told"
                    assert now.value in line.told, "another value is told"
                elif isinstance(now, Ruling):
                    assert all(rule in line.told for rule in now.rules), "other rules are told"

    def _others(self):
        """Who looks on, in another program, sees the very same."""
        self.second.catch_up()
        assert inside(self.second) == inside(self.table), "a second reader sees another table"
        assert self.screen.look() == scene_of(self.table), "a second screen shows another table"

    def _changes(self, before):
        """What is said to have changed is what differs, all of it, and nothing else."""
        after = self.table.match
        told = changes(before, after)
        first, then = public(before), public(after)
        names, old = before.setup.seats, len(before.log)
        scores = {(one.seat, one.column): (one.before, one.after) for one in told.scores}
        differ = {
            key: (first.totals.get(key, 0), then.totals.get(key, 0))
            for key in first.totals | then.totals
            if first.totals.get(key, 0) != then.totals.get(key, 0)
        }
        assert scores == differ, "scores"
        was = {x.number for x in before.version.effective if not isinstance(x.action, Void)}
        now = {x.number for x in after.version.effective if not isinstance(x.action, Void)}
        assert told.dropped == tuple(sorted(was - now))
        assert told.added == tuple(sorted(number for number in now - was if number <= old))
        assert told.headline == pair(first.headline, then.headline)
        named = [("" if seat is None else names[seat]) for seat in (first.turn, then.turn)]
        assert told.turn == (tuple(named) if first.turn != then.turn else None)
        assert told.lead == pair(lead(first, names), lead(then, names))
        assert told.over == (then.over if first.over != then.over else None)
        silent = first == then and was - now == set() == {x for x in now - was if x <= old}
        assert (told.line() == "") or not silent

    # -- chance -----------------------------------------------------------------------------------

    def _moment(self):
        return Moment.of(self.table.match.game, self.table.match.state)

    def _die(self, kind):
        return DieFace(kind, self.chance.choice(FACES[kind][:10]))

    def _reading(self, dice):
        self.thrown += 1
        shown = tuple(DieReading(die.kind, die.face, 0.99) for die in dice)
        key = f"{CAMERA}#{self.thrown}"
        return RollReading(SourceKind.CAMERA, CAMERA, key, shown, float(self.thrown), self.thrown)

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


# ---------------------------------------------------------------- moments to compare


class Public:
    """What everybody may see of a match."""

    def __init__(self, match):
        view = match.game.view(match.state, None)
        self.headline, self.turn, self.over = view.headline, view.turn, view.over
        self.totals = Counter()
        for line in match.game.score(match.state).lines:
            self.totals[line.seat, line.column] += line.points
        self.ranks = {x.seat: x.rank for x in match.game.standing(match.state).places}

    def __eq__(self, other):
        return vars(self) == vars(other)

    __hash__ = None


def public(match):
    return Public(match)


def pair(first, then):
    return None if first == then else (first, then)


def lead(seen, names):
    first = [seat for seat, rank in seen.ranks.items() if rank == 1]
    return () if len(first) == len(names) else tuple(names[seat] for seat in sorted(first))


def kernel(match):
    """All that a match is."""
    chain, version = [], match.version
    while version is not None:
        chain.append([one.number for one in version.effective])
        version = version.before
    return (
        tuple(match.log),
        match.version.effective,
        match.state,
        match.version.licence,
        chain,
        [(version.effective, version.state, version.licence) for version in match.undone],
        match.readings,
    )


def rounded(confidence):
    """As a record has it."""
    return None if confidence is None else float(f"{confidence:.3f}")


def inside(table):
    """All that a table knows."""
    return kernel(table.match), tuple(table.history()), table.version, table.pending(), table.held()


def whole(table):
    """All that a table is to anybody."""
    seats = [None, *range(len(table.seats))]
    return {
        "inside": inside(table),
        "options": table.options(),
        "score": table.score(),
        "standing": table.standing(),
        "views": [table.view(seat) for seat in seats],
    }


def standing_of(table):
    """All that counts of a table, apart from how it came to be."""
    match = table.match
    used = {one.reading for one in match.version.effective}
    lines = {one.number for one in match.version.effective}
    return {
        "effective": match.version.effective,
        "state": match.state,
        "licence": match.version.licence,
        "dice": [held for held in match.readings if held.reading not in used],
        "pending": table.pending(),
        "options": table.options(),
        "history": [line for line in table.history() if line.number in lines],
    }
