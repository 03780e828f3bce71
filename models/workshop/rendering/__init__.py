"""Draws d10s: flat kites warped face by face, fast enough to train on and to fill a film.

Only numpy and OpenCV are needed; Pillow is imported when numerals are taken from fonts.
"""
