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
    rf"\b(?:not {_SURE}|unsure|uncertain|guess\w*|perhaps|maybe|possibly|probably|might be|could be|may be|quote me)\b|\?\s*$",
    re.IGNORECASE,
)
_IGNORANT = re.compile(
    r"""^(?:(?:hm+|um+|uh|oh|well|no|sorry|honestly|i(?:['’]m|\ am)\ afraid)\b[\ ,.!]*)*
    (?:(?:i(?:['’]ve|\ have)?(?:\ got)?\ )?(?:absolutely\ |really\ )?no\ (?:idea|clue)|dunno|nope|pass
    |(?:i\ )?(?:really\ )?(?:do\ not|don['’]t|did\ not|didn['’]t|could\ not|couldn['’]t|cannot|can\ not|can['’]t)
      \ (?:know|say|tell|find|help)
    |(?:it(?:['’]s|\ is)\ )?not\ in\ my\ \w+|i\ (?:found|have|know|see)\ nothing|you\ tell\ me|ask\ \w+$
    |how\ (?:should|would)\ i\ know)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_GUESS = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|(?:my |best )+guess(?:['’]s|es| is| would be)?|i(?:['’]d| would)? (?:guess|say)|"
    r"but i think|might be|could be)\b[ ,:]*(.+)$",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(
    r"^(?:(?:and|but|so|well|hm+)\b[ ,]*)*(?:what|which|why|who|whom|how|when|where|do|does|did|can|could|would|will|are|have)\b.*"
    r"\b(?:you|your|i|me|my)\b[^?]*\?$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"""^(?:(?:well|hm+|so|ok|okay|yes|but)\b
    |(?:hi|hello|hey)\b(?:\ \w+\b)?
    |\w+(?=,\ (?:i\ (?:think|believe|guess|suppose)|the\ answer|maybe|perhaps|probably)\b)
    |(?:i(?:['’]m|\ am)?\ (?:(?:only|just|do|would|fairly|pretty)\ )*(?:think|believe|guess|guessing|suppose|say|found|read))\b
      (?:\ that\b|\ it\ says\b)?
    |i['’]d\ (?:say|guess|go\ (?:with|for))\b
    |my\ (?:money|bet)\ is\ on\b
    |i\ (?:looked|searched)(?:\ (?:it|that))?(?:\ up)?\b
    |(?:i['’]m|i\ am)\ (?:not\ )?{_SURE.replace(" ", chr(92) + " ")}\b(?:\ (?:that|but)\b)?
    |(?:it|that|this)(?:['’]s|\ (?:is|was|says|would\ be|must\ be|might\ be|may\ be|could\ be|should\ be))\b
    |(?:is|was|isn['’]t|wasn['’]t|could|might)\ (?:it|that)(?:\ be)?\b
    |(?:the|my)\ (?:best\ )?(?:answer|guess|book|text|page|paragraph)\b(?:['’]s\b|\ (?:is|says|was)\b)?
    |best\ guess\b
    |(?:maybe|perhaps|probably|possibly|definitely|certainly|not\ sure|unsure)\b(?:,?\ but\b)?
    )[\ ,:;!.-]*""",
    re.IGNORECASE | re.VERBOSE,
)
_TAIL = re.compile(
    rf"[\s,;.(-]+(?:(?:but )?(?:i['’]m |i am )?not {_SURE}|i (?:think|believe|guess|suppose)|maybe|perhaps|probably|i['’]m {_SURE}"
    r"|or so|\d+ ?% sure|but don['’]t quote me(?: on (?:it|that))?)\W*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def read_reply(text: str) -> Reply:
    """Return what a friend means."""
    said = text.strip()
    known = [word.lower().replace("’", "'") for word in _WORD.findall(said)]
    if (_EMPTY.issuperset(known) and not _NO.isdisjoint(known)) or _ASKS_BACK.match(said):
        return Reply("", is_unsure=True)
    is_unsure = _UNSURE.search(text) is not None
    if ignorant := _IGNORANT.match(said):
        guess = _GUESS.search(said, ignorant.end())
        return Reply(guess[1].rstrip(" .!?") if guess else "", is_unsure=True)
    before = ""
    while before != said:
        before, said = said, _LEAD.sub("", _TAIL.sub("", said)).strip()
    if not said or (said == text.strip() and not said.endswith("?")):
        return Reply(text.strip(), is_unsure=False)
    return Reply(said.rstrip(" .!?"), is_unsure)
