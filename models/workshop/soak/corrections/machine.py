"""Hypothesis chooses what is done to a table under fire, and finds the shortest way to a fault."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from models.workshop.soak.corrections.fire import Fire

FEW = st.integers(1, 4)
IN_MEMORY = Path("/dev", "shm")
"""Files that lie in memory: whether a disk keeps what it is told is tried elsewhere."""


class UnderFire(RuleBasedStateMachine):
    """One game in one mode; subclasses say which."""

    game_id = ""
    depth = None
    count: ClassVar[Counter] = Counter()

    @initialize(seed=st.integers(0, 10_000), warm=st.integers(0, 80))
    def sit_down(self, seed, warm):
        self.folder = TemporaryDirectory(prefix="tableside-fire-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        self.fire = Fire(self.game_id, self.depth, Path(self.folder.name), seed, self.count)
        self.count["machines"] += 1
        self.fire.warm_up(warm)

    @rule()
    def advanced(self):
        """The simplest thing: what a run is made of that nothing else was chosen for."""
        self.fire.play(3)

    @rule(steps=st.integers(1, 6))
    def play(self, steps):
        self.fire.play(steps)

    @rule(times=FEW)
    def refused(self, times):
        for _ in range(times):
            self.fire.refused()

    @rule(times=FEW)
    def overruled(self, times):
        for _ in range(times):
            self.fire.overruled()

    @rule()
    def ruled(self):
        self.fire.ruled()

    @rule(times=FEW)
    def undo(self, times):
        self.fire.undo(times)

    @rule(times=FEW)
    def redo(self, times):
        self.fire.redo(times)

    @rule(times=FEW)
    def thrown_and_undone(self, times):
        self.fire.thrown_and_undone(times)

    @rule(times=st.integers(1, 8))
    def there_and_back(self, times):
        self.fire.there_and_back(times)

    @rule(times=FEW)
    def amended(self, times):
        for _ in range(times):
            self.fire.amended()

    @rule()
    def dropped(self):
        self.fire.dropped()

    @rule()
    def early(self):
        self.fire.early()

    @rule()
    def void(self):
        self.fire.void()

    @rule()
    def take_held(self):
        self.fire.take_held()

    @rule()
    def switched(self):
        self.fire.switched()

    @rule()
    def lightened(self):
        self.fire.lightened()

    @rule()
    def crashed(self):
        self.fire.crashed()

    @rule()
    def reopened(self):
        self.fire.reopened()

    @precondition(lambda self: len(self.fire.model.log) > 0)
    @rule()
    def written_and_read(self):
        self.fire.written_and_read()

    def teardown(self):
        if hasattr(self, "fire"):
            self.fire.close()
            self.folder.cleanup()


def put_under_fire(game_id, depth, machines, steps, *, seed=None, shrink=True):
    """Run so many machines of so many rules each; returns what was done, raises what broke."""
    count = Counter()
    name = f"UnderFire_{game_id}_{depth}".replace("-", "_")
    machine = type(name, (UnderFire,), {"game_id": game_id, "depth": depth, "count": count})
    if seed is not None:
        machine._hypothesis_internal_use_seed = seed  # type: ignore[attr-defined]  # hypothesis reads it
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=machines,
            stateful_step_count=steps,
            deadline=None,
            derandomize=seed is None,
            database=None,
            phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return count
