"""Folders and files that are still there after a power cut, and whole whatever happens."""

import os

import pytest

from calibration import files


@pytest.fixture
def synced(monkeypatch):
    """Hear what was made durable, in order."""
    seen = []
    real = os.fsync

    def fsync(handle):
        seen.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def inode(path):
    return path.stat().st_ino


def test_a_new_folder_is_made_sure_in_the_one_above_it(tmp_path, synced):
    files.make_folder(tmp_path / "a" / "b")
    assert synced == [inode(tmp_path), inode(tmp_path / "a")]


def test_a_folder_that_is_there_costs_nothing(tmp_path, synced):
    files.make_folder(tmp_path)
    assert synced == []


def test_a_file_is_sure_before_it_takes_the_place_of_another(tmp_path, synced):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    files.replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert synced == [inode(path), inode(tmp_path)]
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path):
    files.sync_folder(tmp_path / "nowhere")
