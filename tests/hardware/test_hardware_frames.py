"""Clips, folders and pictures as frames, and the lines that people get when it cannot be done."""

import cv2
import numpy as np
import pytest

from hardware.cameras import open_frames
from hardware.errors import NoSuchSourceError, NotAPictureError, NotAVideoError, StreamRefusedError
from hardware.frames import EndOfFrames, Frame, FrameFault
from hardware.recordings import pictures_in


def grey(level, width=96, height=64):
    return np.full((height, width, 3), level, np.uint8)


def clip(path, levels, rate=20.0, fourcc="MJPG", size=(96, 64)):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*fourcc), rate, size)
    for level in levels:
        writer.write(grey(level, *size))
    writer.release()
    return path


def all_frames(source):
    frames = []
    while True:
        event = source.next_frame(0.1)
        if isinstance(event, EndOfFrames):
            return frames, event
        frames.append(event)


@pytest.mark.parametrize(("name", "fourcc"), [("c.avi", "MJPG"), ("c.mp4", "mp4v")])
def test_a_clip_delivers_every_frame_at_its_own_times(tmp_path, name, fourcc):
    levels = list(range(20, 220, 10))
    source = open_frames(str(clip(tmp_path / name, levels, fourcc=fourcc)))
    frames, end = all_frames(source)
    assert [frame.number for frame in frames] == list(range(20))
    assert [frame.taken_at for frame in frames] == pytest.approx([k / 20 for k in range(20)])
    assert [float(frame.image.mean()) for frame in frames] == pytest.approx(levels, abs=6)
    assert end == EndOfFrames(20)
    assert source.next_frame(0.1) == end
    assert not source.live
    source.close()
    source.close()


def test_a_folder_gives_its_pictures_in_the_order_people_expect(tmp_path):
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), grey(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_frames(str(tmp_path), rate=10)
    frames, _ = all_frames(source)
    assert [int(frame.image.mean()) for frame in frames] == [1, 9, 10]
    assert [frame.taken_at for frame in frames] == pytest.approx([0, 0.1, 0.2])


def test_a_broken_picture_in_a_folder_is_a_fault_and_the_next_follows(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), grey(1))
    (tmp_path / "b.png").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "c.png"), grey(3))
    frames, _ = all_frames(open_frames(str(tmp_path)))
    assert [type(frame) for frame in frames] == [Frame, FrameFault, Frame]
    assert "b.png" in str(frames[1])
    assert frames[2].number == 2


def test_one_picture_is_one_frame(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), grey(1))
    frames, end = all_frames(open_frames(str(tmp_path / "a.png")))
    assert len(frames) == 1
    assert end.frames == 1


def test_a_truncated_clip_says_where_it_breaks_off(tmp_path):
    path = clip(tmp_path / "c.avi", [50, 100] * 60, size=(640, 480))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    frames, end = all_frames(open_frames(str(path)))
    assert 0 < len(frames) < 120
    assert end.problem.startswith(f"{path}: breaks off at frame ")


@pytest.mark.parametrize("content", [b"", b"just words\n" * 50, b"\0" * 999])
def test_a_file_that_is_no_video_is_refused(tmp_path, content):
    path = tmp_path / "clip.mp4"
    path.write_bytes(content)
    with pytest.raises(NotAVideoError, match=r"clip\.mp4: "):
        open_frames(str(path))


def test_a_video_cut_before_its_index_is_refused(tmp_path):
    path = clip(tmp_path / "c.mp4", [50, 100] * 30, fourcc="mp4v")
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(NotAVideoError):
        open_frames(str(path))


@pytest.mark.parametrize("spec", ["nowhere.mp4", "/no/where", "ftp://host/x", "97", "nowhere.png"])
def test_what_is_not_there_is_said_in_one_line(spec, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoSuchSourceError) as caught:
        open_frames(spec)
    assert "\n" not in str(caught.value)
    assert spec in str(caught.value)


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(NoSuchSourceError, match="no pictures"):
        open_frames(str(tmp_path))


def test_a_picture_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8nonsense")
    with pytest.raises(NotAPictureError):
        open_frames(str(tmp_path / "a.jpg"))


def test_a_stream_that_nobody_serves_is_refused():
    with pytest.raises(StreamRefusedError, match=r"http://127\.0\.0\.1:9/video: no pictures"):
        open_frames("http://user:secret@127.0.0.1:9/video")


def test_capitals_and_other_files_in_a_folder(tmp_path):
    cv2.imwrite(str(tmp_path / "B.PNG"), grey(1))
    cv2.imwrite(str(tmp_path / "a.JPG"), grey(1))
    (tmp_path / "c.gif").write_bytes(b"GIF89a")
    assert sorted(path.name for path in pictures_in(tmp_path)) == ["B.PNG", "a.JPG"]
