"""The bonus of a participant: a formula of the plan over the figures of their matches. The formula is parsed, never run as code."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from itertools import product

from pydantic import Field, field_validator, model_validator

from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.value import value

_CENT = Decimal("0.01")
_FAR = 1e9  # no measure is thought to be farther from 0
_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_ALLOWED = "numbers, measures, + - * /, min, max, round and parentheses"
COUNTED = ("matches", "won")
"""Measures of every game: the number of matches that count, and of those won."""


class Bonus(FrozenModel):
    """The bonus of the plan. lowest, most: bounds of the amount, in the plan's currency.

    formula: of numbers, `+ - * /`, `min`, `max`, `round`, parentheses, and measures: COUNTED, and those of `scores` in the tables,
    each the sum over a participant's matches that count (neither practice nor void nor taken over).
    """

    formula: str = Field(min_length=1, max_length=200)
    lowest: float = Field(default=0, ge=0, allow_inf_nan=False)
    most: float = Field(gt=0, le=10_000, allow_inf_nan=False)

    @field_validator("formula")
    @classmethod
    def _is_a_formula(cls, text: str) -> str:
        _parse(text)
        return text

    @model_validator(mode="after")
    def _has_bounds_in_order(self) -> Bonus:
        if self.lowest > self.most:
            raise InputError("the lowest bonus is more than the most")
        return self

    @property
    def measures(self) -> tuple[str, ...]:
        """Return the measures that the formula names, in order."""
        parts = list(ast.walk(_parse(self.formula)))
        functions = [each.func for each in parts if isinstance(each, ast.Call)]
        return tuple(dict.fromkeys(each.id for each in parts if isinstance(each, ast.Name) and each not in functions))


@value
class Amount:
    """An amount of money. why: the reason for the lowest amount, if the formula could not be computed; empty if it could."""

    money: Decimal
    why: str = ""


def bonus_amount(bonus: Bonus, measures: Mapping[str, float]) -> Amount:
    """Return the bonus for some measures, within its bounds and rounded to cents, half a cent up.

    A measure that no match gave, a division by zero and a result that is too large lead to the lowest amount.
    """
    if missing := [name for name in bonus.measures if name not in measures]:
        return Amount(_cents(bonus.lowest), f"no match gave {missing[0]}")
    try:
        found = _compute(_parse(bonus.formula), measures)
    except ZeroDivisionError:
        return Amount(_cents(bonus.lowest), "the formula divides by zero")
    if not math.isfinite(found):
        return Amount(_cents(bonus.lowest), "the result of the formula is too large")
    return Amount(_within_bounds(bonus, found))


def depends_on_play(bonus: Bonus, most_matches: int) -> bool:
    """Return whether a bonus varies with any measure but the number of matches.

    False is certain. True may be wrong for a formula that can divide by zero, or that has a measure of `scores` twice, such as
    `score - score`, since each of them is taken to be any number.
    """
    formula = _parse(bonus.formula)
    try:
        for matches in range(1, most_matches + 1):
            ends = (_range(formula, {"matches": matches, "won": won}) for won in range(matches + 1))
            if len({_within_bounds(bonus, each) for pair in ends for each in pair}) > 1:
                return True
    except ArithmeticError:
        return True
    return False


def _range(part: ast.expr, known: Mapping[str, float]) -> tuple[float, float]:
    """Return the least and the greatest value of a part of a formula, over all values of measures that are not known.

    Raises ArithmeticError if it can divide by zero, or be too large.
    """
    if isinstance(part, ast.Name):
        return known.get(part.id, -_FAR), known.get(part.id, _FAR)
    function, operands = _function(part)
    ranges = [_range(each, known) for each in operands]
    if function is operator.truediv and ranges[1][0] <= 0 <= ranges[1][1]:
        raise ZeroDivisionError
    # Each function is monotonic in each operand, and min, max and round rise with all of them.
    ends = [function(*each) for each in (zip(*ranges, strict=True) if isinstance(part, ast.Call) else product(*ranges))]
    if not all(map(math.isfinite, ends)):
        raise OverflowError
    return min(ends), max(ends)


def _within_bounds(bonus: Bonus, money: float) -> Decimal:
    return _cents(min(max(money, bonus.lowest), bonus.most))


def _cents(money: float) -> Decimal:
    return Decimal(repr(float(money))).quantize(_CENT, ROUND_HALF_UP)


def _parse(text: str) -> ast.expr:
    """Return a formula whose parts are all in the closed list. Raises InputError."""
    try:
        found = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise InputError(f"the formula cannot be read; it may have {_ALLOWED}") from None
    _check(found)
    return found


def _check(part: ast.expr) -> None:
    for each in _function(part)[1]:
        _check(each)


def _compute(part: ast.expr, measures: Mapping[str, float]) -> float:
    if isinstance(part, ast.Name):
        return measures[part.id]
    function, operands = _function(part)
    return function(*(_compute(each, measures) for each in operands))


def _function(part: ast.expr) -> tuple[Callable[..., float], list[ast.expr]]:
    """Return the function of a part of a formula, and its operands. Raises InputError for a part that no formula may have."""
    match part:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return lambda: float(number), []
        case ast.Name():
            return float, []
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=inner):
            return _OPERATORS[type(sign)], [inner]
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as op, right=right):
            return _OPERATORS[type(op)], [left, right]
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_] as inner, keywords=[]):
            return min if name == "min" else max, inner
        case ast.Call(func=ast.Name(id="round"), args=[inner], keywords=[]):
            return _round, [inner]
    raise InputError(f"the formula has `{ast.unparse(part)}`; it may have {_ALLOWED}")


def _round(number: float) -> float:
    return float(math.floor(number + 0.5)) if math.isfinite(number) else math.nan
