"""What a test adds to the film of a card game: its cards as a video file."""

import cv2

from models.workshop.card_game import RATE, SIZE


def record(path, scene, layouts, frames):
    """Write a film in which one layout after the other lies still for so many frames."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), RATE, SIZE)
    for cards in layouts:
        picture = scene.draw(cards)
        for _ in range(frames):
            video.write(picture)
    video.release()
