"""What abilities do to powers (FGT-K1 to K12): pure arithmetic, one function a kind."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, prod
from typing import Final, assert_never

from companion.core.switches import OnOff
from companion.core.texts import tr
from companion.games.fgt.cards import Ability, Op
from companion.games.fgt.house import FgtHouse, Round
from companion.games.fgt.state import Power, Step

LEAST: Final = 1  # FGT-B4: a power below this kills


def transform(ability: Ability, power: Power, house: FgtHouse) -> Power:
    """The power that an ability makes of a living Main's; no upper limit (FGT-B4b).

    Abilities that change no power leave it as it is.
    """
    match ability.op:
        case Op.ADD:  # FGT-K7, K8
            return power + ability.amount
        case Op.PERCENT:  # FGT-K4
            return rounded(power * (100 + ability.amount) / 100, house)
        case Op.REPLACE_DIGIT:  # FGT-K1, K9
            old, new = ability.digits
            return Fraction(int(str(floor(power)).replace(str(old), str(new))))
        case Op.DIGIT_PRODUCT:  # FGT-K3
            return Fraction(prod(int(digit) for digit in _digits(power, house)))
        case Op.DIGIT_REVERSE:  # FGT-K5
            return Fraction(int(_digits(power, house)[::-1]))
        case _:
            return power


def rounded(power: Power, house: FgtHouse) -> Power:
    """FGT-K4a."""
    match house.round:
        case Round.DOWN:
            return Fraction(floor(power))
        case Round.UP:
            return Fraction(ceil(power))
        case Round.EXACT:
            return power
        case _:
            assert_never(house.round)


def _digits(power: Power, house: FgtHouse) -> str:
    """FGT-K10: the decimal form without leading zeros, of the whole part where there is a fraction."""
    whole = floor(power)
    return f"{whole:02}" if house.pad_digits is OnOff.ON else str(whole)


def kills(power: Power) -> bool:
    """FGT-B4."""
    return power < LEAST


def step_text(step: Step) -> str:
    """What changed a power, in as few signs as possible: `+10`, `+50%`, `9>0`."""
    if step.ability is None:
        return f"{step.amount:+}"
    match step.ability.op:
        case Op.ADD:
            return f"{step.ability.amount:+}"
        case Op.PERCENT:
            return f"{step.ability.amount:+}%"
        case Op.REPLACE_DIGIT:
            return f"{step.ability.digits[0]}>{step.ability.digits[1]}"
        case Op.DIGIT_PRODUCT:
            return tr("digits multiplied")
        case _:  # Op.DIGIT_REVERSE: the other kinds change no power and so make no step
            return tr("digits switched")
