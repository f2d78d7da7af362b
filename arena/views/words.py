"""Small pieces of English that the views of several games need."""

from __future__ import annotations

from woozle.core.text import visible_line

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SHORT_ID = 15  # characters of the name of a match: date and time, which name it well enough


def capitalise(text: str) -> str:
    """Return a text with a capital letter first, and the rest as it is."""
    return text[:1].upper() + text[1:]


def count(number: float, noun: str, nouns: str = "") -> str:
    """Return a number with its noun: `1 tick`, `1,200 ticks`, `2.5 minutes`. nouns: for more than one, if an s is not enough."""
    return f"{number:{',' if isinstance(number, int) else 'g'}} {noun if number == 1 else nouns or f'{noun}s'}"


def nth(number: int) -> str:
    """Return an ordinal: `2nd`, `11th`."""
    return f"{number}{'th' if number % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def ordinal(number: int) -> str:
    """Return an ordinal in words up to ten: `second`, `11th`."""
    return _ORDINALS[number - 1] if 0 < number <= len(_ORDINALS) else nth(number)


def clock(seconds: float) -> str:
    """Return seconds as minutes and seconds: `01:05`."""
    whole = max(0, int(seconds))
    return f"{whole // 60:02}:{whole % 60:02}"


def money(dollars: float) -> str:
    """Return US dollars: `$1.20`, `$0.0003`."""
    if 0 < dollars < 0.0001:
        return "under $0.0001"
    return f"${dollars:,.2f}" if dollars >= 1 else f"${dollars:.4f}"


def cost(dollars: float, unpriced: int) -> str:
    """Return what calls cost, including calls without a known price: `$1.20`, `at least $1.20, 3 calls without a price`."""
    if not unpriced:
        return money(dollars)
    return f"at least {money(dollars)}, {count(unpriced, 'call')} without a price" if dollars else "price unknown"


def size(text: str) -> str:
    """Say how long a text is in words, and in tokens, estimated as one for four characters."""
    return f"{count(len(text.split()), 'word')}, ~{-(-len(text) // 4)} tokens"


def round_short(number: int) -> str:
    """Return a number that may be large in short: `950`, `45.2k`, `1.3M`."""
    if number < 10_000:
        return f"{number:,}"
    return f"{number / 1e3:.1f}k" if number < 1_000_000 else f"{number / 1e6:.1f}M"


def duration(seconds: float) -> str:
    """Return a time that need not be exact: `40 s`, `12 min`, `3.4 h`, `120 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 36_000 else f"{seconds / 3600:,.0f} h"


def seconds_words(seconds: float) -> str:
    """Return a time as people say it: `20 seconds`, `5 minutes`, `48 hours`, `10 years`."""
    for unit, name in ((365 * 86_400, "year"), (3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return count(round(seconds / unit), name)
    return count(round(seconds), "second")


def cut(text: str, width: int) -> str:
    """Cut a text to a number of characters, with an ellipsis if anything is left out."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"[: max(0, width)]


def to_resume(match: str) -> str:
    """Return the command that resumes a match, where there is little room: its name is cut."""
    return f"woozle resume {visible_line(match[:_SHORT_ID])}"


def describe_left_match(match: str) -> str:
    """Return the message to a terminal about a match that was left."""
    return f"The match is saved. Go on with: woozle resume {visible_line(match)}"
