"""Grades of answers to questions with one right answer: correct, incorrect, not attempted (as SimpleQA has them).

A right answer has to be claimed, not only named: one that is denied, asked, taken back, or one of several does not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from woozle.games.quest.events import Grade

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_INITIALS = re.compile(r"\b(?:[^\W\d_]\.\s?){2,}")  # U.S.A., J. R. R.
_SPACES = re.compile(r"[^\S\n]+")
_NO_WORD = re.compile(r"[^\w\s.%-]|(?<!\d)\.|\.(?!\d)|(?<=\w)-|-(?!\d)")  # a hyphen stays as the sign of a number
_NUMBER_COMMA = re.compile(r"(?<=\d),(?=\d{3}\b)")
_ABSTAINS = re.compile(
    r"\b(?:(?:i )?(?:do not|don't|dont|cannot|can't|cant) (?:know|say|tell|answer|remember)|not sure|no idea|unknown|unsure)\b",
    re.I,
)

_CLAUSE_ENDS = re.compile(
    r"(?<=[!?;\n])|(?<=[.:])(?=\s)|\s[-–—]+\s|—|(?<!anything)(?<!nothing),?\s(?:but|however|although|though|whereas|actually)\b"
    r"|,\s(?=(?:it|that|this|they|he|she|(?:the|my) (?:final |right |correct )?answer)(?:'s|\s(?:is|was|are|were))\b)"
    r"|\b(?:no|yes|wait|well),\s",
    re.I,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|neither|nor|cannot|without|unlike|except|excluding|wrong|incorrect|false|untrue|instead of|rather than"
    r"|other than|anything but|ruled? out|den(?:y|ies|ied))\b|n't\b",
    re.I,
)
_DENIED_AFTER = re.compile(
    r"(?:\s\S+){0,2}?\s(?:is|was|are|were|be|been|'s)?(?:n't|\s*\b(?:not|never|wrong|incorrect|false|untrue))\b", re.I
)
_IDIOMS = re.compile(
    r"\b(?:no doubt|without (?:a |any )?doubt|no question|not only|none other than|nothing (?:but|other than)|not surprisingly"
    r"|if i'm not mistaken|if i am not mistaken|if not)\b",
    re.I,
)
_JOINT = re.compile(r"\s*(,?\s\b(?:or|and|as well as)\b\s|[/&,|])\s*", re.I)
_LEAD = re.compile(
    r".*\b(?:is|was|are|were|be|either|both|maybe|perhaps|probably|possibly|answers?|say|guess|think|of)\b:?|.*'s\b", re.I | re.S
)
_NO_CANDIDATE = re.compile(
    r"\b(?:is|was|are|were|be|has|had|have|it|he|she|they|i|we|you|who|which|that|in|on|at|from|by|of|for|nothing|only)\b", re.I
)
_CLAIM = re.compile(r"\s*(?:it|that|this|(?:the|my) (?:final |right |correct )?answer|answer)(?:'s|\sis|\swas|:)\s", re.I)
_NAMED = re.compile(r"[^\W_a-z]")  # a capital or a digit
_LONGEST = 3  # words of something that is offered beside others


def grade_by_match(text: str, answers: Iterable[str]) -> Grade:
    """Return the grade by words alone: correct where a right answer is claimed last, whatever its case, accents and punctuation."""
    right = [words for words in map(normalise, answers) if words]
    said = _prepare(text)
    grade: Grade = "not_attempted"
    claimed = ""  # the clause that claims a right answer
    for clause in _CLAUSE_ENDS.split(said):
        if clause.rstrip().endswith("?") or not clause.strip(" .,:;"):
            continue
        if _claims(clause, right):
            grade, claimed = "correct", clause
        elif not claimed or _mentions(clause, right) or _is_another_claim(clause, claimed):
            grade, claimed = "incorrect", ""
    is_silent = grade == "incorrect" and not _mentions(said, right) and _ABSTAINS.search(said)
    return "not_attempted" if is_silent else grade


def normalise(text: str) -> str:
    """Return a text in small letters without accents, articles and punctuation. `New-York` is two words, `U.S.A.` one."""
    plain = _NUMBER_COMMA.sub("", _prepare(text).casefold())
    return " ".join(_ARTICLES.sub(" ", _NO_WORD.sub(" ", plain)).split())


def _prepare(text: str) -> str:
    """Return a text without accents, with plain quotes and minus signs, and with initials as one word."""
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'").replace("−", "-"))
    plain = _SPACES.sub(" ", "".join(each for each in decomposed if not unicodedata.combining(each)))
    return _INITIALS.sub(lambda found: "".join(found[0].replace(".", "").split()) + " ", plain)


def _mentions(text: str, right: Sequence[str]) -> bool:
    said = f" {normalise(text)} "
    return any(f" {each} " in said for each in right)


def _claims(clause: str, right: Sequence[str]) -> bool:
    """Return whether a clause names a right answer, neither denies it nor offers others beside it."""
    return _mentions(clause, right) and not _denies(clause, right) and not _offers_others(clause, right)


def _denies(clause: str, right: Sequence[str]) -> bool:
    said = _NUMBER_COMMA.sub("", _ARTICLES.sub(" ", _IDIOMS.sub(" ", clause).casefold()))
    for each in right:
        pattern = r"\W+".join(map(re.escape, each.split()))
        if found := re.search(rf"(?<!\w){pattern}(?!\w)", said):
            return bool(_NEGATION.search(said, 0, found.start()) or _DENIED_AFTER.match(said, found.end()))
    return False


def _offers_others(clause: str, right: Sequence[str]) -> bool:
    """Return whether a right answer is one of several: beside another after `or`, `and` or a stroke, or beside two after commas."""
    first, *rest = _JOINT.split(clause)
    items, joints = [_LEAD.sub("", first), *rest[1::2]], rest[::2]
    at = next((number for number, item in enumerate(items) if _mentions(item, right)), None)
    if at is None:
        return False  # it is itself made of several, as in Simon and Garfunkel
    first_item = last_item = at
    while first_item and _is_candidate(items[first_item - 1]):
        first_item -= 1
    while last_item + 1 < len(items) and _is_candidate(items[last_item + 1]):
        last_item += 1
    others = sum(not _mentions(item, right) for item in items[first_item : last_item + 1])
    is_joined = any(joint.strip(" ,") for joint in joints[first_item:last_item])
    return others > (0 if is_joined else 1)


def _is_candidate(item: str) -> bool:
    return 0 < len(normalise(item).split()) <= _LONGEST and not _NO_CANDIDATE.search(item)


def _is_another_claim(clause: str, claimed: str) -> bool:
    """Return whether a clause claims something else: `It is Venus`, or a bare name after a bare name.

    Where the right answer was written with a capital or a digit, so has to be the other, since `It is red` may be said of it.
    """
    begins = _CLAIM.match(clause)
    rest = clause[begins.end() :] if begins else clause
    if _NAMED.search(claimed.lstrip()[1:]) and not _NAMED.search(rest):
        return False
    return _is_candidate(rest) and bool(begins or _is_candidate(claimed))
