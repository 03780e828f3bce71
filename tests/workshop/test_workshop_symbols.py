"""Symbols of sculpted sides: each follows from its number, and none looks like another."""

import numpy as np
import pytest

from models.labels import SYMBOLS
from models.workshop.rendering.sheet import Sheet
from models.workshop.rendering.symbols import SYMBOL_SIDE, overlap, symbol_height, symbol_mask

SAMPLE = [*range(0, SYMBOLS, 3), *range(SYMBOLS, SYMBOLS + 60, 2)]


@pytest.mark.parametrize("symbol", SAMPLE[::6])
def test_a_symbol_fills_its_square_and_keeps_clear_of_the_rim(symbol):
    mask = symbol_mask(symbol)
    assert mask.shape == (SYMBOL_SIDE, SYMBOL_SIDE)
    rows, columns = np.nonzero(mask > 127)
    assert max(np.ptp(rows), np.ptp(columns)) > 0.8 * SYMBOL_SIDE
    rim = np.concatenate(
        [mask[:2].ravel(), mask[-2:].ravel(), mask[:, :2].ravel(), mask[:, -2:].ravel()]
    )
    assert rim.max() < 64
    assert 0.03 < (mask > 127).mean() < 0.9


def test_no_symbol_looks_like_another():
    ink = np.stack([symbol_mask(symbol) > 127 for symbol in SAMPLE]).reshape(len(SAMPLE), -1)
    shared = ink.astype(np.float32) @ ink.T.astype(np.float32)
    area = ink.sum(axis=1)
    likeness = shared / (area[:, None] + area[None] - shared)
    np.fill_diagonal(likeness, 0)
    kept = np.array(SAMPLE) >= SYMBOLS
    within = likeness[np.ix_(~kept, ~kept)]
    assert (within > 0.9).sum() == 0
    assert np.median(within.max(axis=1)) < 0.75


def test_a_symbol_is_the_same_however_it_is_asked_for():
    first = symbol_mask(41).copy()
    symbol_mask.cache_clear()
    symbol_mask(200)
    assert (symbol_mask(41) == first).all()


def test_symbols_kept_back_are_no_copies_of_those_that_train():
    trained = [symbol_mask(symbol) for symbol in range(0, SYMBOLS, 4)]
    for symbol in range(SYMBOLS, SYMBOLS + 24):
        assert max(overlap(symbol_mask(symbol), other) for other in trained) < 0.98


@pytest.mark.parametrize("symbol", [0, 11, 390])
def test_the_relief_rises_within_the_silhouette_only(symbol):
    mask, height = symbol_mask(symbol), symbol_height(symbol)
    assert height[mask < 5].max() < 128
    assert height[mask > 250].mean() > 3 * height[mask < 5].mean()


def test_a_sheet_draws_both_halves_alike():
    sheet = Sheet()
    sheet.both([(0.1, -0.5), (0.9, 0.0), (0.1, 0.5)])
    assert np.abs(sheet.mask.astype(int) - sheet.mask[:, ::-1]).mean() < 4
