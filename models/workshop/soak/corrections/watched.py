"""A live table that is watched: what must hold after every single thing that is declared.

The table writes to a real journal file. Beside it stand a model that reads the same log in the
plainest way, a second program that looks on, and the screen of a third.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

from companion.core.actions import Lighten, Redo, Roll, Ruling, SetSwitch, Undo, Void
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.switches import specs
from companion.journal.store import Journal
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.session.announcer import Announcer, moment, spoken
from companion.session.changes import changes
from companion.session.rolldesk import RollDesk
from companion.session.scene import Follower, scene_of
from companion.session.table import Table
from models.workshop.bench.random_play import NAMES, SHELF, Moment, cards_of, faults
from models.workshop.soak.corrections.model import (
    ABOUT_THE_LOG,
    NO_MOVES,
    Model,
    may_lighten,
    played,
)
from models.workshop.soak.corrections.moments import inside, lead, pair, public

CAMERA = "camera:fire"


class Watched:
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
            case Lighten(actor=None):
                return may_lighten(self.model.game, self.table.match.state)
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
        effective = [(one.number, one.action) for one in match.steps()]
        assert effective == [(line.number, line.action) for line in model.now]
        self.folded = model.fold()
        assert self.folded.misfit is None, f"an action in effect does not fit: {self.folded.misfit}"
        assert self.folded.state == match.state, "the log folds to another state"
        assert self.folded.licence == match.now.licence
        past, step = [], match.now
        while step.back is not None:
            step = step.back
            past.append(tuple(one.number for one in step.since(1)))
        assert past[::-1] == [tuple(line.number for line in lines) for lines in model.past]
        undone = [tuple(one.number for one in step.since(1)) for step in match.undone]
        assert undone == [tuple(line.number for line in lines) for lines in model.future]

    def _dice(self):
        """Every throw is in effect once, dropped, or held with the faces it showed last."""
        match, model = self.table.match, self.model
        assert [one.reading for one in match.steps()] == [x.throw for x in model.now]
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
        count = Counter(step.line.number for step in self.folded.steps)
        steps = {step.line.number: step for step in self.folded.steps}
        for line, action in zip(lines, self.model.log, strict=True):
            gone = line.number not in steps and not isinstance(action, ABOUT_THE_LOG)
            assert line.undone is gone, line
            assert line.told
            step = steps.get(line.number)
            if count[line.number] > 1:  # a correction put several there: each is told
                assert line.told.count(" · ") >= count[line.number] - 1
            elif step is not None:
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
        was = {x.number for x in before.steps() if not isinstance(x.action, Void)}
        now = {x.number for x in after.steps() if not isinstance(x.action, Void)}
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
