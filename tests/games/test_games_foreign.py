"""A whole game of every mode, told in another language: no word of it is left in English."""

from __future__ import annotations

import random
import re

import pytest
from games_play import MODES, new_match, playout
from other_words import ACCENTED, Foreign, write_accented
from test_games_words import EVERY, offered, texts

from companion.core import texts as language
from companion.session.history import tell_step
from companion.system.language import LOCALE

STYLE = re.compile(r"(bold|dim)?( ?\$[\w-]+)?")


@pytest.fixture(scope="module")
def accented(tmp_path_factory):
    return write_accented(tmp_path_factory.mktemp("locale"))


@pytest.fixture(params=[ACCENTED, "de", "fr"])
def foreign(request, monkeypatch, accented):
    monkeypatch.setattr(language, "_chosen", language._chosen)
    return Foreign(request.param, accented if request.param == ACCENTED else LOCALE)


def refusals(match, actions, chance):
    """Yield what stands against actions that were right at other moments."""
    for action in chance.sample(actions, min(3, len(actions))):
        verdict = match.judge(action)
        yield from (one.text for one in (*verdict.reasons, *verdict.notes, *verdict.asks))


def told(game, depth):
    """Return whatever a game at random says from its beginning to its end."""
    chance, said = random.Random(7), []
    for at, (_, _, match) in enumerate(playout(new_match(game, depth), chance, 1500)):
        rules, state = match.game, match.state
        said += [tell_step(match, match.now), *refusals(match, match.log, chance)]
        if at % EVERY == 0:
            said += [rules.view(state).headline, *offered(match, chance)]
        if at % 30 == 0:
            said += texts(rules.sheet(state))
            said += [line.why for line in rules.score(state).lines]
            said += [language.tr(line.column) for line in rules.score(state).lines]
    said += texts(match.game.standing(match.state))
    assert len(said) > 100
    return {text for text in said if not STYLE.fullmatch(text)}


@pytest.mark.parametrize(("game", "depth"), MODES)
def test_a_whole_game_leaves_no_word_in_english_and_counts_one_as_one(foreign, game, depth):
    said = told(game, depth)
    assert {text: left for text in said if (left := foreign.english(text))} == {}
    assert {text for text in said if foreign.one_of_many(text)} == set()
