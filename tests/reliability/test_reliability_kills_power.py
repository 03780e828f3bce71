"""The power is cut: what was acknowledged before is on the disk, whatever else is."""

import random

import pytest

from models.workshop.soak.kills import darkness, power, tracer
from models.workshop.soak.kills.tracer import Call

pytestmark = pytest.mark.slow

watched = pytest.mark.skipif(bool(tracer.unable()), reason=tracer.unable() or "it works here")


def done(name, path, **more):
    return Call(name, entering=False, path=str(path), **more)


def images(disk, times=200):
    chance = random.Random(1)
    found = {tuple(sorted(disk.any(chance).items())) for _ in range(times)}
    return [dict(image) for image in found]


def test_a_write_is_sure_once_it_was_synced_and_may_be_torn_before(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 1024)
    disk = power.Disk(tmp_path)
    disk.follow(done("pwrite64", tmp_path / "a", data=b"y" * 1024, result=1024))
    assert disk.least() == {"a": b"x" * 1024}
    assert disk.most() == {"a": b"y" * 1024}
    assert {"a": b"y" * 512 + b"x" * 512} in images(disk)
    disk.follow(done("fdatasync", tmp_path / "a"))
    assert images(disk) == [{"a": b"y" * 1024}]
    assert disk.unsure() == 0


def test_a_name_is_sure_once_its_folder_was_synced(tmp_path):
    disk = power.Disk(tmp_path)
    disk.follow(done("openat", tmp_path / "a", creates=True, result=3))
    disk.follow(done("write", tmp_path / "a", data=b"1", result=1))
    disk.follow(done("fsync", tmp_path / "a"))
    assert disk.least() == {}
    disk.follow(done("fsync", tmp_path))
    assert disk.least() == {"a": b"1"}


def test_a_rename_may_be_there_before_the_contents_are(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    disk = power.Disk(tmp_path)
    disk.follow(done("openat", tmp_path / "b", creates=True, result=3))
    disk.follow(done("write", tmp_path / "b", data=b"new", result=3))
    disk.follow(done("rename", tmp_path / "b", other=str(tmp_path / "a")))
    assert {"a": b""} in images(disk)
    assert {"a": b"old"} in images(disk)
    assert {"a": b"new"} in images(disk)


def test_what_was_removed_may_come_back(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    disk = power.Disk(tmp_path)
    disk.follow(done("unlink", tmp_path / "a"))
    assert {} in images(disk)
    assert {"a": b"old"} in images(disk)


@watched
@pytest.mark.parametrize(("name", "every"), [("md-light-rolloff", 193), ("fgt-light", 31)])
def test_a_game_survives_a_power_cut_at_any_moment(name, every, place):
    dark = darkness.whole_game(name, place, every=every)
    assert dark.losses == []
    assert dark.images > 25


@watched
def test_a_journal_that_syncs_too_little_is_caught(place):
    """A check that cannot fail is none: with SQLite's usual setting for WAL actions are lost."""

    def weaken(journal):
        journal._base.execute("PRAGMA synchronous = NORMAL")

    dark = darkness.whole_game("fgt-light", place, every=31, weaken=weaken)
    assert any("acknowledged actions" in loss for loss in dark.losses)
