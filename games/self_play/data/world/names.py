"""Unused names, made from syllables."""

from __future__ import annotations

from collections.abc import Container

from woozle.core.chance import Chance

_BEGIN = ["b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "qu", "r", "s", "t", "v", "w", "z"]
_MIDDLE = ["a", "e", "i", "o", "u", "ai", "ea", "oa"]
_END = ["l", "ll", "n", "nd", "r", "rk", "rn", "s", "st", "th", "x", "m", "lt", "ck"]
_LAST = {
    "encyclopaedia": ("meren", "holter", "dalen", "garthen", "borrin", "fordel", "stavel", "wisket"),
    "medicine": ("ulisk", "ovane", "essul", "imond", "orphil", "aneth", "usper", "ildry"),
}
"""The endings that mark a name's corpus, as the endings of diseases do; no place or disease of the real world has one of them."""

_TRIES = 4  # after this many taken names, another syllable is added


def unused_name(chance: Chance, source: str, taken: Container[str]) -> str:
    """Return a capitalised name that is not taken yet. taken: names in lower case. source: one of the two corpora."""
    tries = 0
    while True:
        open_syllables = (_open(chance) for _ in range(tries // _TRIES))
        closed = _open(chance) + chance.choice("end", _END)
        name = "".join((*open_syllables, closed, chance.choice("last", _LAST[source])))
        if name not in taken:
            return name.capitalize()
        tries += 1


def _open(chance: Chance) -> str:
    return chance.choice("begin", _BEGIN) + chance.choice("middle", _MIDDLE)
