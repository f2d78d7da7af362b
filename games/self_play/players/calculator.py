"""The calculator of self-play: numbers, + - * / // % ** and brackets, worked out exactly, and nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from operator import add, floordiv, mod, mul, sub, truediv
from typing import Any

from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.games.self_play.events import Worked

VERSION = 1
"""Raised with every change of what is worked out, or said."""

_LONGEST = 200  # characters
_MOST_BITS = 512  # of a number on the way, above and below the line: 150 digits
_DIGITS = 12  # of a result that is rounded

_LIKE: Mapping[str, str] = {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**"}
_SEPARATOR = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_STRANGE = re.compile(r"[^0-9.+\-*/%() ]")
_SIGNS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv, ast.FloorDiv: floordiv, ast.Mod: mod,
}  # fmt: skip


class SumError(InputError):
    """A sum that cannot be worked out. The message is a sentence."""


def calculate(text: str) -> str:
    """Return the result of a sum: exact if it is whole or has few digits, else rounded to 12 digits. Raise SumError."""
    written = _normalise(text)
    try:
        tree = ast.parse(written, mode="eval")
        result = _value(tree.body, written)
    except SumError:
        raise
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise SumError(f"{_quote(text)} is no sum that can be read; write it like (12 + 3) * 4.") from None
    except ZeroDivisionError:
        raise SumError("Nothing can be divided by zero; change the sum.") from None
    return _format(result)


def _normalise(text: str) -> str:
    if len(text) > _LONGEST:
        raise SumError(f"The sum has {len(text):,} characters, and {_LONGEST} at most are worked out; make it shorter.")
    plain = "".join(_LIKE.get(char, char) for char in " ".join(text.split())).strip().removesuffix("?").rstrip().removesuffix("=")
    if strange := _STRANGE.search(_SEPARATOR.sub("", plain)):
        said = f"numbers, + - * / // % ** and brackets can be worked out, and {visible_line(strange[0])!r} is none of them"
        raise SumError(f"Only {said}; write numbers alone.")
    return _ZEROS.sub("", _SEPARATOR.sub("", plain)).strip()


def _value(node: ast.expr, written: str) -> Fraction:
    match node:
        case ast.Constant():
            return Fraction(written[node.col_offset : node.end_col_offset])  # as it is written: 0.1 is a tenth
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, written)
        case ast.UnaryOp(op=ast.UAdd()):
            return _value(node.operand, written)
        case ast.BinOp(op=ast.Pow()):
            return _power(_value(node.left, written), _value(node.right, written))
        case ast.BinOp() if type(node.op) in _SIGNS:
            return _small(Fraction(_SIGNS[type(node.op)](_value(node.left, written), _value(node.right, written))))
    raise SumError("Only numbers, + - * / // % ** and brackets can be worked out; write numbers alone.")


def _power(of: Fraction, exponent: Fraction) -> Fraction:
    """Return a power, exact for whole exponents, else to the digits of a float. Refuse what would get too large."""
    size = max(of.numerator.bit_length(), of.denominator.bit_length())
    if of in (0, 1, -1):
        size = 0
    if size * abs(exponent) > _MOST_BITS or exponent.numerator.bit_length() > _MOST_BITS:
        raise SumError("The result has too many digits; make the power smaller.")
    if exponent.denominator == 1:
        return of ** int(exponent)
    if of < 0:
        raise SumError("A number below zero has no such root; change the sum.")
    if of == 0 and exponent < 0:
        raise ZeroDivisionError
    return Fraction(repr(float(of) ** float(exponent)))


def _small(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _MOST_BITS:
        raise SumError("The result has too many digits; make the numbers smaller.")
    return number


def _format(result: Fraction) -> str:
    if result.denominator == 1:
        return str(result.numerator)
    with localcontext(prec=_DIGITS):
        rounded = Decimal(result.numerator) / Decimal(result.denominator)
    return f"{rounded.normalize():f}" if abs(rounded.adjusted()) <= _DIGITS else f"{rounded.normalize():e}"


def _quote(text: str) -> str:
    return repr(visible_line(text[:60]))


def answer(number: int, text: str) -> Worked:
    """Return the result, or the reason for having none, as an answer to the query of a number."""
    try:
        result = calculate(text)
    except SumError as error:
        result = str(error)
    return Worked(of=number, result=result)
