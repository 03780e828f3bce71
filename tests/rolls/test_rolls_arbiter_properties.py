"""What holds for the arbiter whatever happens at the table (X-4, INV-8)."""

from collections import Counter
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.core.dice import FACES, DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, How, Refuse, Unrequested, Wait
from companion.rolls.matching import MAX_CANDIDATES
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind

REQUESTS = (
    RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a"),
    RollRequest(Seat(1), (DieSpec("d10", 2),), "Two", "X-4"),
    RollRequest(Seat(1), (DieSpec("d00"), DieSpec("d10")), "Percent", "X-4"),
    RollRequest(Seat(0), (DieSpec("md.eye"), DieSpec("md.spider", 2)), "Pool", "MD-T2"),
    RollRequest(Seat(0), (DieSpec("md.spider"),), "Stolen die", "MD-E3a"),
)
KINDS = st.sampled_from(["d10", "d10", "d00", "d6", "", "md.eye", "md.spider"])
FACE = st.sampled_from(["0", "7", "40", "9", "S", "x", "1", "3"])
DIE = st.builds(
    DieReading,
    kind=KINDS,
    face=FACE,
    confidence=st.sampled_from([0.3, 0.89, 0.9, 0.999]),
    status=st.sampled_from(list(DieStatus)),
    alternatives=st.sampled_from([(), (("1", 0.1),), (("9", 0.05), ("x", 0.01))]),
    fresh=st.sampled_from([True, True, True, False]),
)
SPOILS = ("", "", "", "face", "status", "confidence", "fresh", "kind", "no kind", "one more lies")
SOURCES = st.sampled_from(
    [
        (SourceKind.CAMERA, "camera:0"),
        (SourceKind.TRAY, "tray:a"),
        (SourceKind.KEYBOARD, "keyboard"),
    ]
)


class Table(RuleBasedStateMachine):
    """Random readings, requests, claims, answers and voids, watched from outside."""

    def __init__(self):
        super().__init__()
        self.arbiter = Arbiter()
        self.version = 0
        self.rests = {}
        self.keys = set()
        self.heard = set()
        self.throws = set()

    @rule(
        request=st.sampled_from(REQUESTS),
        rests=st.dictionaries(st.sampled_from(["camera:0", "tray:a"]), st.integers(0, 6)),
    )
    def arm(self, request, rests):
        self.version += 1
        self.rests = rests
        self.arbiter = self.arbiter.arm(request, self.version, rests)

    @rule()
    def disarm(self):
        self.arbiter = self.arbiter.disarm()

    @rule(
        source=SOURCES,
        dice=st.lists(DIE, max_size=3),
        throw=st.integers(0, 6),
        part=st.integers(0, 2),
        nudged=st.booleans(),
        doubt=st.sampled_from(["", "", "?"]),
    )
    def hear(self, source, dice, throw, part, nudged, doubt):
        self.take(source, dice, throw, part, nudged, doubt)

    @rule(
        source=SOURCES,
        request=st.sampled_from(REQUESTS),
        throw=st.integers(0, 9),
        part=st.integers(0, 1),
        spoil=st.sampled_from(SPOILS),
        nudged=st.sampled_from([False, False, False, True]),
    )
    def hear_what_fits(self, source, request, throw, part, spoil, nudged):
        """Most readings of a real evening: the right dice, at worst one thing wrong with one."""
        request = self.arbiter.armed.request if self.arbiter.armed else request
        faces = {"d10": "7", "d00": "40", "md.eye": "S", "md.spider": "3"}
        dice = [DieReading(kind, faces[kind], 0.99) for kind in request.kinds]
        changes = {
            "face": {"face": "x"},
            "status": {"status": DieStatus.COCKED},
            "confidence": {"confidence": 0.5},
            "fresh": {"fresh": False},
            "kind": {"kind": "d6", "face": "3"},
            "no kind": {"kind": ""},
        }
        dice[-1] = replace(dice[-1], **changes.get(spoil, {}))
        if spoil == "one more lies":
            dice.insert(0, DieReading("d10", "2", 0.5, fresh=False))
        self.take(source, dice, throw, part, nudged, "")

    def take(self, source, dice, throw, part, nudged, doubt):
        kind, name = source
        reading = RollReading(kind, name, f"{name}#{throw}.{part}", tuple(dice), 0.0, throw, nudged, doubt)
        armed, before = self.arbiter.armed, self.arbiter
        self.arbiter, decision = self.arbiter.hear(reading)
        if reading.key in self.heard:
            assert isinstance(decision, Wait)
            assert self.arbiter == before
        self.heard.add(reading.key)
        if (name, throw) in self.throws:
            assert isinstance(decision, Wait), "a throw that was taken comes up again"
        if isinstance(decision, Accept):
            assert decision.how is How.READ
            assert throw > self.rests.get(name, 0)
            self.check_read_outright(decision)
        self.judge(decision, armed)

    def check_read_outright(self, decision):
        reading = decision.reading
        counted = reading.dice
        if len(counted) != len(decision.faces):
            counted = tuple(die for die in counted if die.fresh)
        assert sorted(f.face for f in decision.faces) == sorted(d.face for d in counted)
        # What was of a known kind is taken as that kind and no other (INV-8).
        known = Counter((d.kind, d.face) for d in counted if d.kind not in {"", "d6"})
        assert known <= Counter((f.kind, f.face) for f in decision.faces)
        if reading.source_kind is SourceKind.KEYBOARD:
            return
        assert not reading.nudged
        assert not reading.doubt
        for die in counted:
            assert die.status is DieStatus.READ
            assert die.confidence >= 0.9
            assert die.fresh

    @rule()
    def claim(self):
        armed = self.arbiter.armed
        self.arbiter, decision = self.arbiter.claim()
        self.judge(decision, armed)

    @rule(faces=st.lists(st.builds(DieFace, st.just("d10"), st.just("4")), max_size=3))
    def answer(self, faces):
        armed = self.arbiter.armed
        self.arbiter, decision = self.arbiter.answer(tuple(faces))
        self.judge(decision, armed)

    @rule(pick=st.integers(0, 5))
    def answer_with_a_candidate(self, pick):
        if self.arbiter.asking is None:
            return
        offered = self.arbiter.asking.candidates
        armed = self.arbiter.armed
        choice = offered[pick % len(offered)].faces
        self.arbiter, decision = self.arbiter.answer(choice)
        assert isinstance(decision, Accept)
        assert decision.faces == choice
        self.judge(decision, armed)

    @rule()
    def void(self):
        asked = self.arbiter.asking
        self.arbiter = self.arbiter.void()
        if asked is not None:
            self.throws.add((asked.reading.source_id, asked.reading.throw))

    def judge(self, decision, armed):
        match decision:
            case Accept(reading, faces, request, version):
                assert armed is not None
                assert (request, version) == (armed.request, self.version)
                assert Counter(f.kind for f in faces) == Counter(request.kinds)
                assert all(f.face in FACES[f.kind] for f in faces)
                assert reading.key not in self.keys, "the same reading twice"
                throw = (reading.source_id, reading.throw)
                assert throw not in self.throws, "the same throw twice"
                self.keys.add(reading.key)
                self.throws.add(throw)
                assert self.arbiter.armed is None
                assert self.arbiter.unrequested is None
            case Ask(candidates=offered):
                assert self.arbiter.asking == decision
                assert 1 <= len(offered) <= MAX_CANDIDATES
                chances = [c.probability for c in offered]
                assert chances == sorted(chances, reverse=True)
                assert offered[0].faces == decision.guess
                shown = [tuple(sorted(one.faces)) for one in offered]
                assert len(set(shown)) == len(shown), "the same outcome is offered twice"
                for one in offered:
                    assert Counter(f.kind for f in one.faces) == Counter(decision.request.kinds)
            case Refuse() | Unrequested() | Wait():
                assert self.arbiter.armed == armed

    @invariant()
    def a_question_belongs_to_the_open_request(self):
        if self.arbiter.asking is not None:
            assert self.arbiter.armed is not None
            assert self.arbiter.asking.request == self.arbiter.armed.request
            assert self.arbiter.asking.log_version == self.arbiter.armed.log_version


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=200, stateful_step_count=40, deadline=None)
