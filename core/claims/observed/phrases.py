"""What a time phrase says, before anybody asks which ticks that were: "around ticks 4-6", "just before the report", "all round"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from woozle.core.value import value

Duration: TypeAlias = Literal["any", "most", "entire"]
Relation: TypeAlias = Literal["before", "just before", "at", "just after", "after", "until"]
Happening: TypeAlias = Literal["call", "spawn", "death", "leave", "arrive", "stay", "last meeting"]
Part: TypeAlias = Literal["", "early", "middle", "late", "end", "now", "last round"]
Limit: TypeAlias = Literal["point", "from", "until"]

_LONGEST = 400  # characters; what says more than that is no time phrase


@value
class Ticks:
    """Ticks that are named: a point or range, or one end of what is meant. reach: ticks to the open side, if it says `just`."""

    first: int
    last: int
    limit: Limit = "point"
    is_around: bool = False
    reach: int | None = None


@value
class Anchor:
    """Something that happened, and how the time stands to it. words: how it was put. ticks: how far off, if that is said."""

    happening: Happening
    relation: Relation
    words: tuple[str, ...]
    ticks: int | None = None


@value
class Phrase:
    """A time phrase. Where ticks are named, nothing else is looked for. is_of_body: it speaks of somebody dead."""

    ticks: tuple[Ticks, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    part: Part = ""
    duration: Duration = "any"
    is_of_body: bool = False


@lru_cache(maxsize=4096)
def phrase_of(text: str) -> Phrase:
    """What a time phrase says. Text without any time in it says nothing, as the empty one does."""
    if not text.strip() or len(text) > _LONGEST:
        return Phrase()
    text = _ASIDE.sub(" ", text.lower().replace("’", "'").translate(_DASHES))
    text = _WORD_TICK.sub(lambda word: str(_NUMBERS.index(word[0]) + 1), text) if "tick" in text else text
    ticks = tuple(_ticks(text))
    is_of_body = bool(_BODY.search(text))
    if ticks:
        return Phrase(ticks, duration=_duration(text), is_of_body=is_of_body)
    return Phrase((), tuple(_anchors(text)), _part(text), _duration(text), is_of_body)


_DASHES = str.maketrans("–—‒−", "----")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORD_TICK = re.compile(rf"\b(?:{'|'.join(reversed(_NUMBERS))})\b")
_ASIDE = re.compile(
    r"\b(?:according to|as claimed by|from) (?:\w+'s |the )(?:\w+ )?(?:story|claim|stories|account|testimony)\b"
    r"|(?:\bcurrently )?\bending\b.*"  # where it ended, not when
)
_BODY = re.compile(r"\b(?:body|bodies|dead|corpse|remains|found|killed)\b")

# Ticks by number

_TICK = r"(?:\bticks?\b\.?(?:\s+(?:number|no\.?))?|\bt(?=\d))"
_NUMBER = r"\s*[#~]?\s*(?:around|about|roughly|approximately)?\s*~?(?P<{}>\d{{1,4}})(?:\s*-?ish\b)?"
_JOIN = r"\s*(?:,\s*(?:and|or|then)\b|,|\band then\b|\b(?:and|or|to|through|thru|until|till|into|up to)\b|[&/~-])\s*"
_MORE = rf"(?:{_JOIN}(?:at|by|from|the)?\s*(?:ticks?\b|t(?=\d))?\s*~?(?:around|about)?\s*\d{{1,4}}(?:\s*-?ish\b)?(?!\s*ticks?\b))*"
_MENTION = re.compile(_TICK + _NUMBER.format("number") + _MORE)
_ABOUT = r"(?:around|about|roughly|approximately|approx\.?|circa|near|nearly|like|maybe|probably|~|close to)"
_SOON = r"(?P<soon>(?:right|just|shortly|immediately|moments?|seconds?|soon|a (?:moment|bit|little(?: bit)?))\s+)?"
_BOUND = re.compile(
    rf"\b{_SOON}(?:(?P<low>from|since|after|starting(?: at| from)?|beginning at|following|past)"
    rf"|(?P<high>by|before|until|till|'til|up to|up until|through|thru|to|prior to))\s+(?:(?:the|at|{_ABOUT})\s+)*$"
)
_CLAUSE = re.compile(rf"\b{_SOON}(?:(?P<low>after|since|once)|(?P<high>before|until|till))\b(?!.*[,;:])")
_ONWARD = re.compile(
    r"\s*,?\s*(?:on\b|onwards?\b|forward\b|\+|and (?:on|onwards?|after|afterwards?|later|beyond|then after\w*)\b"
    r"|(?:and )?(?:until|till|through|up to|up until)\b)"
)
_IS_AROUND = re.compile(rf"{_ABOUT}\s*(?:the\s+)?$")


def _ticks(text: str) -> list[Ticks]:
    found = []
    end = 0
    for mention in _MENTION.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", mention[0])]
        before = text[end : mention.start()]
        bound = _BOUND.search(before) or _CLAUSE.search(before)
        around = bool(_IS_AROUND.search(before) or re.search(r"~|ish\b|around|about|\bor\b", mention[0]))
        reach = 2 if bound and bound["soon"] else None
        limit: Limit = "point"
        if len(numbers) == 1 or not bound or bound["low"] != "from":
            limit = "from" if bound and bound["low"] else "until" if bound else "point"
        if limit == "point" and len(numbers) == 1 and _ONWARD.match(text, mention.end()):
            limit = "from"
        found.append(Ticks(min(numbers), max(numbers), limit, around, reach))
        end = mention.end()
    return found


# Happenings

_RELATION = re.compile(
    rf"\b(?:(?P<count>\d{{1,3}}) ticks? )?{_SOON}"
    r"(?P<relation>before|prior to|after|following|once|when|while|as|at|upon|during|around|until|till|'til|up to|by|since|from"
    r"|leaving|entering|arriving|passing)\b"
)
_RELATIONS: dict[str, Relation] = {
    **dict.fromkeys(("before", "prior to"), "before"),
    **dict.fromkeys(("after", "following", "once", "since", "from"), "after"),
    **dict.fromkeys(("until", "till", "'til", "up to", "by"), "until"),
}
_CLAUSE_END = re.compile(r"[,;]")
_LAST_MEETING = re.compile(r"\b(?:last|previous|prior|first) (?:meeting|vote|report|discussion)\b")
_WENT = r"(?:got|went|mov(?:ed|ing)) (?:to|there|here|in|into)"
_HAPPENINGS: tuple[tuple[Happening, re.Pattern[str]], ...] = (
    ("last meeting", _LAST_MEETING),
    ("call", re.compile(r"\b(?:report\w*|meeting|button|body|bodies|found|find(?:s|ing)?|discover\w*|call\w*|emergency)\b")),
    ("spawn", re.compile(r"\b(?:spawn\w*|respawn\w*|start|beginning|round (?:began|started|starts))\b")),
    ("death", re.compile(r"\b(?:died|dies|dying|killed|kills?|murder\w*|dropped|dead|death)\b")),
    ("leave", re.compile(r"\b(?:left|leaves?|leaving|exit\w*|depart\w*)\b")),
    ("arrive", re.compile(rf"\b(?:arriv\w*|enter\w*|reach\w*|came|comes?|coming|walk\w*|stepp\w*|{_WENT})\b")),
    ("stay", re.compile(r"\b(?:was|were|being|in|through|doing)\b")),
)


def _anchors(text: str) -> list[Anchor]:
    anchors = []
    relations: list[re.Match[str]] = []
    for found in _RELATION.finditer(text):
        is_part = bool(relations) and found["relation"].endswith("ing") and not text[relations[-1].end() : found.start()].strip()
        if not is_part:  # "after leaving" is one relation, not two
            relations.append(found)
    for place, found in enumerate(relations):
        end = relations[place + 1].start() if place + 1 < len(relations) else len(text)
        word = found["relation"]
        clause = _CLAUSE_END.split(text[found.start("relation") if word.endswith("ing") else found.end() : end], maxsplit=1)[0]
        relation: Relation = _RELATIONS.get(word, "at")
        if found["soon"] and relation in ("before", "after"):
            relation = "just before" if relation == "before" else "just after"
        for happening, pattern in _HAPPENINGS:
            if pattern.search(clause):
                count = int(found["count"]) if found["count"] else None
                anchors.append(Anchor(happening, relation, tuple(re.findall(r"\w+", clause)), count))
                break
    return anchors


# Parts of the round, and how long

_ROUND = r"(?:the |this )?round\b"
_PARTS: tuple[tuple[Part, re.Pattern[str]], ...] = (
    ("last round", re.compile(r"\b(?:last|previous|prior|first) round\b|\bbefore the (?:last|previous|first) meeting\b")),
    ("now", re.compile(r"\b(?:right now|just now|(?<!until )(?<!till )(?<!to )now|currently|this tick|at the moment)\b")),
    ("end", re.compile(rf"\b(?:at|near|towards?) the (?:very )?end\b(?! of (?!{_ROUND}))|\bend of {_ROUND}")),
    ("early", re.compile(r"\b(?:early|first half|started (?:in|out|at)|initially|start of)\b|^(?:the )?(?:start|beginning)\b")),
    ("middle", re.compile(r"\bmid(?:dle)?\b|\bmid-?round\b|\bhalfway\b")),
    ("late", re.compile(r"\blate\b|\blater (?:on )?(?:in )?(?:the |this )?round\b|^later\b|\bsecond half\b")),
)
_ENTIRE = re.compile(
    r"\b(?:(?:the )?(?:whole|entire) (?:time|round|game|match)|(?:this|the) entire|all (?:round|game|the time|along)|throughout"
    r"|never left|stayed (?:in|at|there|put)|always|constantly|every tick)\b"
)
_MOST = re.compile(r"\b(?:mostly|most of|majority of|bulk of)\b")


def _part(text: str) -> Part:
    return next((part for part, pattern in _PARTS if pattern.search(text)), "")


def _duration(text: str) -> Duration:
    if _MOST.search(text):
        return "most"
    return "entire" if _ENTIRE.search(text) and "points during" not in text else "any"
