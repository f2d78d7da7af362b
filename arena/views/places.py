"""Places of a record, as people name them: `318`, `t12`, `meeting 2`."""

from __future__ import annotations

import re

from woozle.arena.views.match_timeline import MatchTimeline
from woozle.arena.views.words import count
from woozle.core.errors import InputError

TAKES = "318 for an Event, t12 for a tick, meeting 2, kill 1"

_NUMBER = re.compile(r"[0-9]{1,9}")
_TICK = re.compile(r"t(?:ick)? ?([0-9]{1,9})")
_NAME = re.compile(r"([a-z ]*[a-z]) ?([0-9]{0,9})")


def place(text: str, timeline: MatchTimeline) -> int:
    """Return how many Events there are when a place is reached. Raises ValueError, with a sentence, if there is no such place."""
    words = text.strip().lower()
    if _NUMBER.fullmatch(words):
        return _event(int(words), timeline)
    if tick := _TICK.fullmatch(words):
        return _tick(int(tick[1]), timeline)
    if name := _NAME.fullmatch(words):
        return _named_place(name[1], int(name[2] or 1), timeline)
    raise InputError(f"Type {TAKES}.")


def _event(number: int, timeline: MatchTimeline) -> int:
    if number > len(timeline):
        raise InputError(f"There are only {count(len(timeline), 'Event')}.")
    return number


def _tick(number: int, timeline: MatchTimeline) -> int:
    """Return where something is first seen of a tick, or of one after it."""
    for index, line in enumerate(timeline.lines):
        if line.mark.isdecimal() and int(line.mark) >= number:
            return timeline.event_of(index)
    raise InputError(f"Nothing is seen of a tick {number}.")


def _named_place(words: str, number: int, timeline: MatchTimeline) -> int:
    marks = [mark.at for mark in timeline.marks if words in mark.words.lower()]
    headings = [
        timeline.event_of(index)
        for index, line in enumerate(timeline.lines)
        if line.tone == "heading" and _begins(line.text, words)
    ]
    found = sorted({*marks, *headings})
    if not 1 <= number <= len(found):
        raise InputError(f"There is no {words} {number}." if found else f"There is no {words}; type {TAKES}.")
    return found[number - 1]


def _begins(heading: str, words: str) -> bool:
    return heading.lower().startswith(words) or heading.lower() == f"the {words}"
