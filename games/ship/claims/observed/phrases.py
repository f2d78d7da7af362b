"""The meaning of time phrases, without the ticks that they stand for: "around ticks 4-6", "just before the report", "all round".

A phrase is understood when every word of it is; what is not understood is never taken for the round.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal, TypeAlias

from woozle.core.names import NUMBER_WORDS
from woozle.core.value import value

Duration: TypeAlias = Literal["any", "most", "entire"]
Relation: TypeAlias = Literal["before", "just before", "at", "just after", "after", "until"]
Happening: TypeAlias = Literal["call", "meeting", "spawn", "ejection", "death", "alive", "leave", "arrive", "stay", "last meeting"]
Part: TypeAlias = Literal["", "early", "middle", "late", "end", "now"]
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
class OtherRound:
    """Another round than the one that led to the meeting. back: how many before it. number: from 1. is_all: the whole match."""

    back: int = 0
    number: int = 0
    is_all: bool = False


@value
class Anchor:
    """A happening, and the relation of the time to it. words: Its wording. ticks: The distance, if given."""

    happening: Happening
    relation: Relation
    words: tuple[str, ...]
    ticks: int | None = None


@value
class Phrase:
    """A time phrase. Where ticks are named, nothing else is looked for.

    round: the round that it names, if it is another one. is_of_living: it says that a seat is alive. unread: what was not
    understood; names are among it, for the phrase does not know who is who.
    """

    ticks: tuple[Ticks, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    part: Part = ""
    duration: Duration = "any"
    round: OtherRound | None = None
    is_of_body: bool = False
    is_of_living: bool = False
    unread: tuple[str, ...] = ()


_NO_TIME = re.compile(  # words that only order statements, and limit nothing that could be checked
    r"(?:and |but )?"
    r"(?:then|just|first|still|next|next thing|immediately|instantly|briefly|at all|since then|at the same (?:moment|time)"
    r"|on the way(?: there)?|on the whole (?:way|trip)"
    r"|(?:right |just |shortly |immediately )?(?:before|after|since)(?: that| this| me| you| him| her| them)?"
    r"|for (?:a|one|only a) (?:sec|second|moment|bit|while|tick|minute)(?: only)?|for ages)"
)


@lru_cache(maxsize=4096)
def phrase_of(text: str) -> Phrase:
    """Parse a time phrase. An empty one means nothing; of one without a word for a time, all is unread."""
    if not text.strip():
        return Phrase()
    if len(text) > _LONGEST:
        return Phrase(unread=("a very long phrase",))
    if _NO_TIME.fullmatch(text.strip().lower().rstrip(".,!")):
        return Phrase()
    text = text.lower().replace("’", "'").translate(_DASHES)
    hearsay = _HEARSAY.search(text)
    text = _ASIDE.sub(" ", text)
    text = _WORD_TICK.sub(lambda word: str(_NUMBERS.index(word[0]) + 1), text) if "tick" in text else text
    text = _TO_ABOUT.sub(r"\1 tick ~", text)
    text = _TYPED_UNTIL.sub("until", text).replace("until after", "before")
    text = _BARE.sub(r"\1 \2tick ", text)
    text = f"tick {text}" if _BARE_RANGE.match(text) else text
    text = _UP_TO.sub("until", text)
    another, rest = _other_round(text)
    ticks = tuple(_ticks(rest))
    left = _unread(rest, has_ticks=bool(ticks)) if rest.strip() or not another else ()
    unread = (*([hearsay[0]] if hearsay else []), *left)
    is_of_living = bool(_LIVING.search(text))
    return Phrase(
        ticks,
        () if ticks else tuple(_anchors(rest)),
        "" if ticks else _part(rest),
        _duration(rest),
        another,
        is_of_body=bool(_BODY.search(text)) and not is_of_living,
        is_of_living=is_of_living,
        unread=unread,
    )


_DASHES = str.maketrans("–—‒−", "----")
_NUMBERS = NUMBER_WORDS[1:13]
_WORD_TICK = re.compile(rf"\b(?:{'|'.join(reversed(_NUMBERS))})\b")
_ASIDE = re.compile(r"(?:\bcurrently )?\bending\b.*")  # where it ended, not when
_HEARSAY = re.compile(
    r"\b(?:according to|alleged(?:ly)?|claim(?:s|ed|ing)?|story|stories|account|testimony|admission|says?|said|stated|described"
    r"|per)\b"
)
_TYPED_UNTIL = re.compile(r"(?<!\w)'?til\b")
_BARE = re.compile(
    r"\b(from|since|between|at|around|about|like|until|till|by|before|after|up to) "
    r"((?:(?:like|around|about|roughly) ){0,2})~?(?:tick )?(?=\d{1,4}(?:ish)?\b(?! ticks?\b))"
)
_BARE_RANGE = re.compile(r"(?=\d{1,3} ?(?:-|to|or|until|till) ?\d{1,3}(?:ish)?\b(?! ticks?\b))")
_TO_ABOUT = re.compile(r"\b(to|through|until|till) (?:around|about) ticks? ")
_UP_TO = re.compile(r"\b(?:before and|before or|up to and) (?:when|at|as|while|during)\b")
_LIVING = re.compile(r"\balive\b")
_BODY = re.compile(r"\b(?:body|bodies|dead|corpse|remains|found|killed)\b")

# Other rounds

_COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth")
_OTHER_ROUNDS = re.compile(
    rf"\b(?:(?:in |during )?(?:the )?(?P<nth>{'|'.join(_COUNTED)}) round|(?:in |during )?round #?(?P<number>\d{{1,3}})"
    r"|(?:in |during )?(?:the )?(?P<last>last|previous|prior|preceding) round|(?:a|1|one) round (?P<ago>ago)"
    r"|(?P<before>before the (?:last|previous|prior) (?:meeting|vote|discussion))"
    r"|(?P<all>(?:all|this|the|the whole|the entire|whole|entire) (?:game|match)|(?:both|all|every) rounds?))\b"
)


def _other_round(text: str) -> tuple[OtherRound | None, str]:
    """Return the other round that is named, and the phrase without it. "All round" is this one."""
    found = _OTHER_ROUNDS.search(text)
    if not found or found[0] == "all round":
        return None, text
    rest = text[: found.start()] + " " + text[found.end() :]
    if found["all"]:
        return OtherRound(is_all=True), text if _ENTIRE.search(text) else rest
    if found["nth"] or found["number"]:
        return OtherRound(number=_COUNTED.index(found["nth"]) + 1 if found["nth"] else int(found["number"])), rest
    return OtherRound(back=1), rest


# What is understood

_PIECE = re.compile(r"[a-z][a-z_']*|\d+|[^\x00-\x7f]+")
_LEFT_OPEN = re.compile(r"\bthen\b(?! on)|\band (?:again|later|before|when|until)\b|;")


def _unread(text: str, *, has_ticks: bool) -> Iterator[str]:
    """Return the rest of a phrase without all that was understood."""
    if has_ticks:
        mentions = list(_MENTION.finditer(text))
        after = text[mentions[-1].end() :]
        if not _ONWARD.match(after) and (left := _LEFT_OPEN.search(after)):
            yield left[0]
        if any(re.search(r"\bthen\b", text[one.end() : two.start()]) for one, two in pairwise(mentions)):
            yield "then"
        text = re.sub(r"\bthen\b", " ", _MENTION.sub(" ", text))
    else:
        yield from _loose_ends(text)
        if not (_A_TIME.search(text) or any(_anchors(text)) or _part(text) or _duration(text) != "any"):
            yield text
        for pattern in (_ENTIRE, _MOST, _SINCE_MEETING, *(pattern for _, pattern in _PARTS)):
            text = pattern.sub(" ", text)
    text = _FEW_TICKS.sub(" ", text)
    for word in _PIECE.findall(text):
        if word not in _words():
            yield word


@cache
def _words() -> frozenset[str]:
    listed = tomllib.loads(files(__package__).joinpath("time_words.toml").read_text("utf-8"))
    return frozenset(word for line in listed["words"].values() for word in line.split())


_FEW_TICKS = re.compile(r"\b(?:for )?(?:a few|several|multiple|a couple(?: of)?|many|\d{1,2}) ticks?\b")


def _loose_ends(text: str) -> Iterator[str]:
    """Yield words such as "before" that no happening follows."""
    for found, clause in _clauses(text):
        is_time = found["relation"] == "during" and _THE_ROUND.fullmatch(clause)
        if not (is_time or found["relation"] in _WEAK or any(pattern.search(clause) for _, pattern in _HAPPENINGS)):
            yield found["relation"]


_A_TIME = re.compile(r"\b(?:round|earlier|some point|points|briefly)\b|\bticks\b")  # of the round, with no say when in it
_SINCE_MEETING = re.compile(
    r"\b(?:after|since|following|from) (?:the )?(?:last|previous|prior) (?:meeting|vote|report|discussion)\b"
)
_THE_ROUND = re.compile(r"\s*(?:(?:the|this) )?(?:round)?\s*")
_WEAK = ("at", "from", "as", "by", "around")  # "from storage", "as the duck": they need not begin a time


# Ticks by number

_TICK = r"(?:\bticks?\b\.?(?:\s+(?:number|no\.?))?|\bt(?=\d))"
_NUMBER = r"\s*[#~]?\s*(?:around|about|roughly|approximately)?\s*~?(?P<{}>\d{{1,4}})(?:\s*-?ish\b)?"
_JOIN = r"\s*(?:,\s*(?:and|or|then)\b|,|\band then\b|\b(?:and|or|to|through|thru|until|till|into|up to)\b|[&/~-])\s*"
_MORE = rf"(?:{_JOIN}(?:at|by|from|the)?\s*(?:ticks?\b|t(?=\d))?\s*~?(?:around|about)?\s*\d{{1,4}}(?:\s*-?ish\b)?(?!\s*ticks?\b))*"
_MENTION = re.compile(_TICK + _NUMBER.format("number") + _MORE)
_ABOUT = r"(?:around|about|roughly|approximately|approx\.?|circa|near|nearly|like|maybe|probably|~|close to)"
_SOON = r"(?P<soon>(?:right|just|shortly|immediately|moments?|seconds?|soon|a (?:moment|bit|little(?: bit)?))\s+)?"
_BOUND = re.compile(
    rf"\b{_SOON}(?:(?P<low>from|since|after|later than|no earlier than|starting(?: early| out)?(?: at| from)?|beginning at"
    r"|following|past)"
    rf"|(?P<high>by|before|earlier than|no later than|until|till|'til|up to|up until|through|thru|to|prior to))"
    rf"\s+(?:(?:the|at|{_ABOUT})\s+)*$"
)
_CLAUSE = re.compile(rf"\b{_SOON}(?:(?P<low>after|since|once)|(?P<high>before|until|till))\b(?!.*[,;:])")
_ONWARD = re.compile(
    r"\s*,?\s*(?:on\b|onwards?\b|forward\b|\+"
    r"|(?:and|then|and then) (?:right |just |immediately |shortly )?(?:on|onwards?|after|afterwards?|later|beyond)\b"
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
        if len(numbers) > 1 and bound and bound["low"] == "from":
            bound = _CLAUSE.search(before[: bound.start()])  # "after seeing Bob there from ticks 4-6"
        around = bool(_IS_AROUND.search(before) or re.search(r"~|ish\b|around|about|\bor\b", mention[0]))
        reach = 2 if bound and bound["soon"] else None
        limit: Limit = "point"
        if bound:
            limit = "from" if bound["low"] else "until"
        if limit == "point" and _ONWARD.match(text, mention.end()):
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
_LAST_MEETING = re.compile(r"\b(?:last|previous|prior) (?:meeting|vote|report|discussion)\b")
_WENT = r"(?:got|went|mov(?:ed|ing)) (?:to|there|here|in|into)"
_HAPPENINGS: tuple[tuple[Happening, re.Pattern[str]], ...] = (
    ("last meeting", _LAST_MEETING),
    ("ejection", re.compile(r"\b(?:eject(?:ed|ion)|voted (?:out|off)|thrown out)\b")),
    ("meeting", re.compile(r"^\s*(?:the|this|that) (?:meeting|vote|discussion)\s*$")),
    ("alive", re.compile(r"\b(?:was|were|is) (?:still )?alive\b")),
    ("call", re.compile(r"\b(?:report\w*|meeting|button|body|bodies|found|find(?:s|ing)?|discover\w*|call\w*|emergency)\b")),
    ("spawn", re.compile(r"\b(?:spawn\w*|respawn\w*|start|beginning|round (?:began|started|starts))\b")),
    ("death", re.compile(r"\b(?:died|dies|dying|killed|kills?|murder\w*|dropped|dead|death)\b")),
    ("leave", re.compile(r"\b(?:left|leaves?|leaving|exit\w*|depart\w*)\b")),
    ("arrive", re.compile(rf"\b(?:arriv\w*|enter\w*|reach\w*|came|comes?|coming|walk\w*|stepp\w*|{_WENT})\b")),
    ("stay", re.compile(r"\b(?:was|were|being|in|through|doing)\b")),
)


def _clauses(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each word that begins a time, with the clause that follows it."""
    relations: list[re.Match[str]] = []
    for found in _RELATION.finditer(text):
        is_part = bool(relations) and found["relation"].endswith("ing") and not text[relations[-1].end() : found.start()].strip()
        if not is_part:  # "after leaving" is one relation, not two
            relations.append(found)
    for place, found in enumerate(relations):
        end = relations[place + 1].start() if place + 1 < len(relations) else len(text)
        start = found.start("relation") if found["relation"].endswith("ing") else found.end()
        yield found, _CLAUSE_END.split(text[start:end], maxsplit=1)[0]


def _anchors(text: str) -> Iterator[Anchor]:
    for found, clause in _clauses(text):
        word = found["relation"]
        relation: Relation = _RELATIONS.get(word, "at")
        if found["soon"] and relation in ("before", "after"):
            relation = "just before" if relation == "before" else "just after"
        for happening, pattern in _HAPPENINGS:
            if pattern.search(clause):
                count = int(found["count"]) if found["count"] else None
                yield Anchor(happening, relation, tuple(re.findall(r"\w+", clause)), count)
                break


# Parts of the round, and how long

_ROUND = r"(?:the |this )?round\b"
_PARTS: tuple[tuple[Part, re.Pattern[str]], ...] = (
    ("now", re.compile(r"\b(?:right now|just now|(?<!until )(?<!till )(?<!to )now|currently|this tick|at the moment)\b")),
    ("end", re.compile(rf"\b(?:at|near|towards?) the (?:very )?end\b(?! of (?!{_ROUND}))|\bend of {_ROUND}")),
    ("early", re.compile(r"\b(?:early|first half|started (?:in|out|at)|initially|start of)\b|^(?:the )?(?:start|beginning)\b")),
    ("middle", re.compile(r"(?<!near the )\bmid(?:dle)?\b|\bmid-?round\b|\bhalfway\b")),
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
