"""Names and words as a sentence lists them."""

import pytest

from companion.core.texts import listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), ""),
        (("Ann",), "Ann"),
        (("Ann", "Ben"), "Ann and Ben"),
        (["Ann", "Ben", "Cem"], "Ann, Ben and Cem"),
    ],
)
def test_words_are_listed_with_an_and_before_the_last(words, said):
    assert listed(words) == said
