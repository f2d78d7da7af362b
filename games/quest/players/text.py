"""Texts for the bots of the quest: cut into sentences, ranked by centrality, and with facts made wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations

from woozle.core.chance import Chance
from woozle.games.quest.judgement.words import count_words

_LONGEST = 1500  # characters of a sentence; what is longer has no end that could be found

_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"'”’)]))\s+(?=[\"'“‘(]?[A-Z0-9])|\n+")
_ABBREVIATED = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|ca)|\b[A-Z])\.$")
_LONGEST_ABBREVIATION = 6  # characters, with what stands around it
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_FEWEST_WORDS = 8  # of a sentence that could stand alone
_CONTENT = 4  # letters that a word has at least that says something
_CLAUSE_END = re.compile(
    r"[;:] |, (?=(?:but|because|since|although|though|so|until|when|while|where)\b)"
    r"|, (?=(?:for |of )?(?:which|who|whose)\b[^,;:]*$)"
)
_HARD = re.compile(r"(?<=[\w,;] )[A-Z]\w+|\d[\d.,]*")
_PLAIN = 0.5  # of a name or number, that the rest of a sentence is worth
_LEANS = re.compile(
    r"(?:It|Its|He|His|She|Her|They|Their|This|That|These|Those|Such|There|Then|With it|Both|Neither|Another|Affected|Born|Raised"
    r"|(?:A|The) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|other)s?"
    r"|(?:Whether|If|When|Since|As|Although|Because) (?:it|its|he|his|she|her|they|their|this|that|these|those))\b"
    r"|(?:On|In|At|From) (?:the return|the last|that|this|these)\b"
)
_PRONOUN = re.compile(r"\b(?:he|his|him|she|her|they|their|them)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|would|may|might|can|could|must|should|do|does|did|said|says|left|won|fell|stood"
    r"|stands|took|takes|came|comes|saw|sees|led|broke|lost|held|ate|drew|draws|found|lives?|bears?|runs?|works?|sells?|keeps?|kept|began|gave"
    r"|met|made|rose|went|grew|built|brought|sent|sold|bought|wrote|cost|calls?|gives?|ends?|rows?|means?|needs?|uses?|gets?|goes|shows?"
    r"|\w{2,}ed)\b"
)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*(?![.,:]?\d)(?<!:\d\d)(?<!:\d)")
_SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
_NEXT = ("fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth")
_SMALL_NUMBER = re.compile(rf"\b(?:{'|'.join(_SMALL[1:-1])})\b")
_PLACES = ("the", "a", "at", "in", "on", "from", "to", "by", "of", "near")
_SHORTEST_HEADING, _LONGEST_HEADING = 4, 12  # words
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"(?:{_MONTHS})\b")
_OF_TIME = re.compile(rf"{_MONTHS}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_AHEAD = 2020  # a year from here on may lie ahead of the text, so that another would make no sense
_DIGIT = re.compile(r"\d")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\b")
_NEAR = 1  # by how much a digit is wrong
_LONGEST_MONTH, _LAST_DAY, _SIXTY = 10, 28, 60
_UP_TO_60 = re.compile(r" (?:minutes?|seconds?)\b")
_NAME = re.compile(r"(?P<before>[\w,;]+) (?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)*)")


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, each once and on one line; none for a text without words."""
    found: list[str] = []
    for piece in _END.split(text):
        before = f"{found.pop()} " if found and _ABBREVIATED.search(found[-1][-_LONGEST_ABBREVIATION:]) else ""
        found.append((before + " ".join(piece.split()))[:_LONGEST])
    return tuple(dict.fromkeys(each for each in found if _WORD.search(each)))


@lru_cache(maxsize=256)
def by_centrality(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, the most central first: those whose words are, on the whole, the most frequent in the text.

    Titles and the like, which are short, come last. After SumBasic (A. Nenkova and L. Vanderwende, The Impact of Frequency on
    Summarization, 2005), without its second step.
    """
    counts = Counter(_content(text))
    whole = sentences(text)

    def central(at: int) -> tuple[bool, float, int]:
        words = _content(whole[at])
        return len(whole[at].split()) < _FEWEST_WORDS, -sum(counts[word] for word in words) / max(1, len(words)), at

    return tuple(whole[at] for at in sorted(range(len(whole)), key=central))


def extract(text: str, number: int) -> str:
    """Return the `number` most central sentences, in the order of the text."""
    chosen = set(by_centrality(text)[:number])
    return " ".join(each for each in sentences(text) if each in chosen)


@lru_cache(maxsize=256)
def extract_dense(text: str, words: int) -> str:
    """Return the sentences of a text with most names and numbers, as many as fit into the limit of words, and the beginning of
    one more.

    In the order of the text; the beginning of its shortest sentence where none fits.
    """
    return _choose(text, words, lambda sentence, _: len(_HARD.findall(sentence)))


@lru_cache(maxsize=256)
def extract_clauses(text: str, words: int) -> str:
    """Return likewise what has most names and numbers for its length that are not there yet: sentences, or beginnings of some."""

    def gain(piece: str, so_far: str) -> float:
        new = set(_HARD.findall(piece)) - set(_HARD.findall(so_far))
        return (len(new) + _PLAIN) / count_words(piece)

    return _choose(text, words, gain, is_cut=True)


def _choose(text: str, words: int, gain: Callable[[str, str], float], *, is_cut: bool = False) -> str:
    """Take sentences one by one, each the one that gains most beside those that are taken, while there is room.

    The first is always there, if it fits, after a heading; one that leans on the sentence before it follows it or stays out.
    is_cut: whether the beginning of a sentence, to the end of a clause, does as well; else there is one, the last that is taken.
    """
    whole, taken = sentences(text), dict[str, str]()  # by the whole sentence, what is taken of it
    before = dict(zip(whole[1:], whole, strict=False))

    def stands(each: str) -> bool:
        return not _LEANS.match(each) or each == spoken[0] or before.get(each) in taken

    def best(pieces: Iterable[tuple[str, str]]) -> bool:
        so_far = " ".join(taken.values())
        room = words - count_words(so_far)
        fitting = [(each, piece) for each, piece in pieces if each not in taken and stands(each) and count_words(piece) <= room]
        taken.update([max(fitting, key=lambda pair: gain(pair[1], so_far))] if fitting else [])
        return bool(fitting)

    spoken = [each for each in whole if not is_heading(each)] or whole
    beginnings = [(each, f"{each[: end.start()]}.") for each in spoken for end in _CLAUSE_END.finditer(each)]
    able = [(each, piece) for each, piece in beginnings if count_words(piece) >= _FEWEST_WORDS and _VERB.search(_main_part(piece))]
    if spoken and spoken[0] != whole[0] and _SHORTEST_HEADING <= count_words(whole[0]) <= words // _SHORTEST_HEADING:
        taken[whole[0]] = whole[0]  # without it, what the first sentence is about may be missing
    begins = [(each, piece) for each, piece in [(each, each) for each in spoken[:1]] + able if each in spoken[:1]]
    best(begins[-1:] if is_cut else begins[:1])
    while best([*((each, each) for each in spoken), *(able if is_cut else ())]):
        pass
    best(() if is_cut else able)
    return " ".join(taken[each] for each in whole if each in taken) or " ".join(min(spoken, key=len, default="").split()[:words])


def is_heading(sentence: str) -> bool:
    """Return whether a sentence seems to have no verb."""
    return _VERB.search(sentence) is None and len(sentence.split()) <= _LONGEST_HEADING


def _main_part(beginning: str) -> str:
    """Return the beginning of a sentence without what stands between its commas or after one, which may have a verb of its own."""
    first, *between = beginning.split(", ")
    return f"{first} {between[-1]}" if len(between) > 1 else first


def leave_out(said: Sequence[str]) -> list[int]:
    """Return the places of the sentences that can be left out of a text: not the first, nor one that the next speaks of."""
    needed = {at for at, (_, later) in enumerate(pairwise(said)) if _LEANS.match(later) or _PRONOUN.search(later)}
    return [at for at in range(1, len(said)) if at not in needed] or [len(said) - 1]


def falsify(sentence: str, source: str, chance: Chance) -> str:
    """Return a text with one fact wrong: a number mixed up with one near it or, without numbers, a name with one of the same use.

    The name is another of the passage. What the rest of the text would contradict stays as it is, and all if there is nothing else.
    """
    fixed = _summed(sentence)
    numbers = [(found, _near_figures(found, sentence, source)) for found in _FIGURE.finditer(sentence) if found[0] not in fixed]
    if not any(others for _, others in numbers):
        numbers = [
            (found, _near_words(found[0], source))
            for found in _SMALL_NUMBER.finditer(sentence)
            if found[0] not in fixed and not _counts_on(found[0], sentence)
        ]
    names = (
        []
        if any(others for _, others in numbers)
        else [(found, _same_use(found, sentence, source)) for found in _NAME.finditer(sentence)]
    )
    facts = [(found.span(found.re.groupindex.get("name", 0)), others) for found, others in names or numbers if others]
    if not facts:
        return sentence
    (start, end), others = chance.choice("fact", facts)
    return sentence[:start] + chance.choice("wrong", others) + sentence[end:]


def _summed(text: str) -> frozenset[str]:
    """Return the numbers of a text of which one is the sum of two others: ten people of whom seven are for it and three against."""
    sizes = {each: _SMALL.index(each) + 2 if each in _SMALL else float(each.replace(",", "")) for each in _figures_in(text)}
    sums = [(one, two, whole) for one, two, whole in permutations(sizes, 3) if sizes[one] + sizes[two] == sizes[whole]]
    return frozenset(chain.from_iterable(sums))


def _counts_on(word: str, text: str) -> bool:
    """Return whether a text that has a small number goes on to the next: four pupils, and a fifth."""
    return re.search(rf"\b{_NEXT[_SMALL.index(word) - 1]}\b", text) is not None


def _near_figures(found: re.Match[str], sentence: str, source: str) -> list[str]:
    """Return figures of about the same size that the source does not have, and that could stand in the place of this one."""
    figure, before, behind = found[0], sentence[: found.start()], sentence[found.end() :]
    is_year = _YEAR.fullmatch(figure) is not None
    if _ORDINAL_END.match(behind) or (is_year and int(figure) >= _AHEAD):
        return []
    if figure.isdecimal() and not is_year and (_DATE.match(behind.lstrip()) or _DATE.search(before[-_LONGEST_MONTH:])):
        near = [str(day) for day in (int(figure) + step for step in (-4, 4)) if 1 <= day <= _LAST_DAY]
    else:
        digits = [place.start() for place in _DIGIT.finditer(figure)]
        at = digits[2 if is_year else figure[0] in "012" and len(digits) > 1]
        least = 0 if at else 1
        near = [
            f"{figure[:at]}{digit}{figure[at + 1 :]}" for digit in range(least, 10) if 0 < abs(digit - int(figure[at])) <= _NEAR
        ]
    if _UP_TO_60.match(behind):
        near = [each for each in near if float(each.replace(",", "")) < _SIXTY]
    if is_year:
        others = [each for each in _figures_in(sentence) if _YEAR.fullmatch(each) and each != figure]
        near = [each for each in near if all((each < other) == (figure < other) for other in others)]
    return [each for each in near if each not in _figures_in(source)]


@lru_cache(maxsize=256)
def _figures_in(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text)) | frozenset(_SMALL_NUMBER.findall(text))


def _near_words(word: str, source: str) -> list[str]:
    """Return the small numbers beside one that the source does not have."""
    at = _SMALL.index(word)
    return [each for each in (_SMALL[at - 1], _SMALL[at + 1]) if each not in _figures_in(source)]


def _same_use(found: re.Match[str], sentence: str, source: str) -> list[str]:
    """Return names of a source that a text does not have, and that stand after the same kind of word and are as long."""
    return [
        name
        for before, name in _names_in(source)
        if name not in sentence and _use(before, name) == _use(found["before"], found["name"])
    ]


def _use(before: str, name: str) -> tuple[str, bool, bool]:
    return before.lower() if before.lower() in _PLACES else "", " " in name, _OF_TIME.fullmatch(name) is not None


@lru_cache(maxsize=256)
def _names_in(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((found["before"], found["name"]) for found in _NAME.finditer(text)))


def _content(text: str) -> list[str]:
    words = (found.lower() for found in _WORD.findall(text))
    return [word for word in words if len(word) >= _CONTENT or word.isdecimal()]
