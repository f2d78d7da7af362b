"""Where a speech tells a time: "at tick 4", "around ticks 9-10", "early on", "the whole round". Reading them is another's work."""

from __future__ import annotations

import re

_WHEN = "at|around|about|by|from|until|till|since|after|before|during|through|between|near|circa|on|in|for|past|up to|as of"
_ROUGHLY = "right|just|shortly|only|starting|maybe|probably|roughly|approximately|all|immediately"
_NUMBERS = r"\d{1,5}(?:(?: ?(?:-|–|—|/|to|through|until|till|thru|and|&|, and|, or|or|,) ?)(?:around |tick |about )?\d{1,5}){0,8}\b"
_PART = "(?:very )?(?:start|beginning|end|middle|rest|remainder|first half|second half|tail end|entirety)"
_ROUND = "(?:the|this|that|last|my|our) (?:round|game|match|phase|time)"
_EVENT = r"(?:the )?(?:report|meeting|kill|call|discussion)(?: (?:time|call|moment|phase|window))?\b"
_HAPPENS = "was|got|in|is|happened|started|and|from"  # then the event is a clause of its own, and not the end of the phrase

_PHRASES = (
    rf"(?:(?:{_ROUGHLY}) ){{0,2}}(?:(?:{_WHEN}|~) ?)?~?(?:ticks? ?|t)(?:around |about |~)?{_NUMBERS}",
    rf"(?:for )?(?:most|much|all|part) of {_ROUND}",
    r"(?:this|last|all|next|each|previous|the previous|the last) round|all game|at round start",
    r"(?:for |during |in )?(?:basically )?(?:the|this|that|my) (?:whole|entire|full) (?:time|round|game|way|match|meeting|phase)",
    rf"(?:(?:right|just|only|basically) )?(?:at|near|in|around|towards?|from|by|for|until|since) the {_PART}(?: of {_ROUND}| on)?",
    r"(?:very |super |really )?(?:earlier|early|later|lately|late)(?: (?:on\b(?! the)|(?:in )?(?:the|this|that) (?:round|game)))?",
    rf"(?:(?:{_ROUGHLY}|basically) )?(?:before|after|at|by|until|around|during) {_EVENT}(?! (?:{_HAPPENS}))",
    r"(?:right|just|back) (?:then|now)|around (?:then|that time|this time|the same time)|since then|after that|before that",
    r"at (?:that|this|the|some|one) (?:point|time|moment|same time)|mid[- ]round",
    r"(?:a|some) (?:bit|little bit|little|moment|while|few ticks|couple of ticks|couple ticks) (?:earlier|later|ago|before|after)",
    r"for (?:a|several|a few|a couple of|a couple|many|\d{1,5}|two|three|four) (?:ticks?|while|bit)",
)
# Each alternative begins with a word of its own and repeats a bounded number of times, so the search is linear.
_TIME = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b", re.IGNORECASE)


def time_phrases(text: str) -> list[tuple[int, int]]:
    """The spans of the time phrases of a text, in order; phrases that follow each other at once are one."""
    found: list[tuple[int, int]] = []
    for match in _TIME.finditer(text):
        if found and match.start() - found[-1][1] == 1 and text[found[-1][1]] == " ":
            found[-1] = (found[-1][0], match.end())
        else:
            found.append(match.span())
    return found
