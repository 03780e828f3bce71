"""INV-6: what is shared shows no more than the shared screen.

Two tables at which the same was declared, and whose cards differ wherever nobody has seen them yet,
are written the same in every form. Which cards those are follows from each game's own rules.
"""

import json
import re
from dataclasses import replace
from functools import cache

import pytest
from games_leaves import another_back
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from played_kit import RECORDS, SHELF

from companion.core.log import Match
from companion.games.mon.words import Kind
from companion.record.replay import replay
from companion.session.export import game_json, moves_csv, sheet_csv, totals_csv
from companion.session.history import play_through
from companion.session.report import report
from companion.session.sheet_svg import sheet_svg

FEW = settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])


def shared(told):
    """Everything that can be written of a game."""
    return {
        "html": report(told),
        "csv": sheet_csv(told),
        "totals": totals_csv(told),
        "moves": moves_csv(told),
        "svg": sheet_svg(told),
        "json": json.dumps(game_json(told)),
    }


class Game:
    """The first moves of a record, with the cards that come along or with others."""

    def __init__(self, name, moves):
        self.record, self.start = SHELF.read_record(RECORDS / f"{name}.record")
        self.record = replace(self.record, entries=self.record.entries[:moves])
        self.cards = self.start.setup.catalogue
        self.lines = [entry.text for entry in self.record.entries]

    def told(self, cards):
        setup = replace(self.start.setup, catalogue=cards)
        start = Match.begin(self.start.game, self.start.rulebook, setup)
        found = replay(self.record, start)
        assert len(found.match.log) == len(self.lines)
        return play_through(self.record, start, found)

    def named(self, cards):
        """Cards that some line has named."""
        words = set(re.findall(r"[\w-]+", " ".join(self.lines)))
        return {one for one in cards if one in words}


def other_md(game):
    """MD: what points stand on cards shows only when they are counted."""
    points = {value + 20: copies for value, copies in game.cards.points.items()}
    return replace(game.cards, points=points)


def other_gmm(game):
    """GMM: a monster's ratings show when it is turned up."""
    known = game.named(game.cards.monsters)
    monsters = {
        card: one if card in known else replace(one, ratings=one.ratings[::-1])
        for card, one in game.cards.monsters.items()
    }
    return replace(game.cards, monsters=monsters)


def other_fgt(game):
    """FGT: a Warrior's power shows when it is turned up."""
    known = game.named(game.cards.warriors)
    warriors = {
        card: one if card in known else replace(one, power=31 - one.power, name=one.name[::-1])
        for card, one in game.cards.warriors.items()
    }
    return replace(game.cards, warriors=warriors)


def other_rsf(game):
    """RSF: a card shows when it is drawn."""
    known = game.named(game.cards.cards)
    cards = {
        card: one if card in known else replace(one, attack=one.attack + 1, name=one.name[::-1])
        for card, one in game.cards.cards.items()
    }
    return replace(game.cards, cards=cards)


def other_mon(game):
    """MON: a back shows when its monster fights (MON-G6), and in Dominoes when the game is over.

    What Power cards and Spells there are everybody knows; who holds them, nobody.
    """
    cards, told = game.cards, game.told(game.cards)
    known = {one for one, card in cards.cards.items() if card.kind in {Kind.POWER, Kind.SPELL}}
    for state in (step.state for step in told.match.steps()):
        fight = getattr(state, "fight", None)
        if fight is not None and fight.priority is not None:
            known |= {card for side in fight.sides for card in side.cards}
    backs = {card: back if card in known else another_back(back) for card, back in cards.backs.items()}
    return replace(cards, backs=backs)


GAMES = {
    "md-two-switches": other_md,
    "gmm-corrections": other_gmm,
    "fgt-five-tied": other_fgt,
    "rsf-corrections": other_rsf,
    "mon-dominoes-open": other_mon,
    "mon-classic-corrections": other_mon,
    "mon-arena-four": other_mon,
}


@cache
def hidden_until(name):
    """The number of moves up to which the game goes on and something is still hidden."""
    game = Game(name, None)
    if name.startswith("md"):  # then hands are laid open and counted
        return max(at for at, line in enumerate(game.lines, 1) if ": roll " in line)
    match = game.start
    for at, entry in enumerate(game.record.entries):
        match = match.force(entry.action)
        if match.game.view(match.state).over:
            return at
        if name.startswith("gmm") and not at % 10:  # each monster is there twice
            lines = [one.text for one in game.record.entries[: at + 10]]
            if all(re.search(rf"\b{one}\b", " ".join(lines)) for one in game.cards.monsters):
                return at
    return len(game.record.entries)


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(data=st.data())
def test_inv6_what_nobody_has_seen_shows_in_nothing_that_is_shared(name, data):
    game = Game(name, data.draw(st.integers(1, hidden_until(name)), "moves"))
    other = GAMES[name](game)
    assert other != game.cards
    here, there = shared(game.told(game.cards)), shared(game.told(other))
    for form, text in here.items():
        assert text == there[form], form


@pytest.mark.parametrize("name", ["mon-dominoes-closed", "mon-dominoes-open", "mon-classic-corrections"])
def test_what_has_been_seen_does_show(name):
    """Else the test above could not fail: with all backs other, the whole game reads otherwise."""
    game = Game(name, None)
    other = replace(game.cards, backs={card: another_back(one) for card, one in game.cards.backs.items()})
    record, start = game.record, game.start
    setup = replace(start.setup, catalogue=other)
    changed = Match.begin(start.game, start.rulebook, setup)
    told = play_through(record, changed, replay(record, changed))
    assert shared(told)["html"] != shared(game.told(game.cards))["html"]


@pytest.mark.parametrize("form", ["html", "csv", "svg", "json"])
def test_a_card_turned_up_shows_in_the_page(form):
    game = Game("fgt-four-players", None)
    known = game.named(game.cards.warriors)
    warriors = {
        card: replace(one, name=f"Somebody {card}") if card in known else one
        for card, one in game.cards.warriors.items()
    }
    arenas = {card: replace(one, name=f"Place {card}") for card, one in game.cards.arenas.items()}
    other = replace(game.cards, warriors=warriors, arenas=arenas)
    assert shared(game.told(other))[form] != shared(game.told(game.cards))[form]
