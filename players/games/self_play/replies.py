"""Replies of friends, as bots read them: the answer in a sentence, and whether its words doubt it.

People wrap their answers, `I think it's 1912, but I'm not sure`, or say that they do not know. An answer without such words is read
as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Reply(NamedTuple):
    """The answer in a reply, empty for none, and whether the reply calls it a guess."""

    text: str
    is_unsure: bool


_WORD = re.compile(r"[\w'’]+")
_SILENCE = (
    "a about am an any anything afraid answer book but can can't cannot clue could couldn't did didn't do don't dunno find found "
    "had have haven't here i i'm idea in is it know me my no none not nothing of or pass really say sorry sure tell that the there "
    "this we what"
)
_EMPTY = frozenset(_SILENCE.split())
_NO = frozenset(("no", "not", "don't", "didn't", "couldn't", "can't", "cannot", "dunno", "nothing", "none", "haven't", "pass"))
_SURE = r"(?:(?:very|quite|really|entirely|totally|at all|pretty) )?(?:sure|certain)"
_UNSURE = re.compile(
    rf"\b(?:not {_SURE}|unsure|uncertain|guess\w*|perhaps|maybe|possibly|probably|might be|could be|may be)\b", re.IGNORECASE
)
_LEAD = re.compile(
    rf"""^(?:(?:well|hm+|so|ok|okay|yes|but)\b
    |(?:i(?:['’]m|\ am)?\ (?:(?:only|just|do|would|fairly|pretty)\ )*(?:think|believe|guess|guessing|suppose|say|found|read))\b
      (?:\ that\b|\ it\ says\b)?
    |i['’]d\ (?:say|guess)\b
    |i\ (?:looked|searched)(?:\ (?:it|that))?(?:\ up)?\b
    |(?:i['’]m|i\ am)\ (?:not\ )?{_SURE.replace(" ", chr(92) + " ")}\b(?:\ (?:that|but)\b)?
    |(?:it|that|this)(?:['’]s|\ (?:is|was|says|must\ be|might\ be|may\ be|could\ be|should\ be))\b
    |(?:the|my)\ (?:best\ )?(?:answer|guess|book)\b(?:['’]s\b|\ (?:is|says|was)\b)?
    |(?:maybe|perhaps|probably|possibly|definitely|certainly|not\ sure|unsure)\b(?:,?\ but\b)?
    )[\ ,:;-]*""",
    re.IGNORECASE | re.VERBOSE,
)
_TAIL = re.compile(
    rf"[\s,;.(-]+(?:(?:but )?(?:i['’]m |i am )?not {_SURE}|i (?:think|believe|guess|suppose)|maybe|perhaps|probably|i['’]m {_SURE}"
    r"|or so)\W*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def read_reply(text: str) -> Reply:
    """Return the answer that a friend's reply means."""
    said = text.strip()
    known = [word.lower().replace("’", "'") for word in _WORD.findall(said)]
    if _EMPTY.issuperset(known) and not _NO.isdisjoint(known):
        return Reply("", is_unsure=True)
    before = ""
    while before != said:
        before, said = said, _TAIL.sub("", _LEAD.sub("", said)).strip()
    if said == text.strip() or not said:
        return Reply(text.strip(), is_unsure=False)
    return Reply(said.rstrip(" .!?"), is_unsure=_UNSURE.search(text) is not None)
