"""Lexical grounding: how much of a text is in its source, word by word. The measure of the judge that needs no model.

It is Woozle's own and not that of any paper; above all it is not HHEM. It takes words put together wrongly for faithful, and other
words for unfaithful, though less than wrong names and numbers, which it sees at once.

The rules before version 4 look for key facts by these stems and name ungrounded words, and `judgement.words` builds its stems on
them. So a change of what `stem`, `tokens` or `find_ungrounded_words` return needs a copy of the old ones in `earlier`, and raises
the version of the rules and of the judges `lexical` and `claims`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

_WORDS, _PAIRS, _FACTS = 3, 1, 6  # tenths that each precision counts; without facts the others share the whole
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*%?|\w+(?:['’]\w+)*")
_SENTENCE_END = re.compile(r"[.!?:;\n]\W*\Z")
_SMALL_WORDS = """a also an and another any are as at be because been but by can could did do does each for from had has have he
her him his how i if in into is it its me my of on or our out she should so some such than that the their them
then there these they this those to up us was we were what when where which while who whom whose will with would
you your"""
_STOPWORDS = frozenset(_SMALL_WORDS.split())

_FORMS = """become became;begin began begun;bite bit bitten;break broke broken;bring brought;build built;burn burnt;buy
bought;catch caught;child children;choose chose chosen;draw drew drawn;drink drank drunk;drive drove driven;eat ate
eaten;fall fell fallen;feel felt;fight fought;find found;fly flew flown;foot feet;forget forgot forgotten;freeze froze
frozen;get got gotten;give gave given;go went gone;grow grew grown;hang hung;hear heard;hide hid hidden;hold held;keep
kept;know knew known;lead led;leave left;lie lay lain;light lit;lose lost;make made;man men;mean meant;meet met;mouse
mice;pay paid;ride rode ridden;ring rang rung;rise rose risen;run ran;say said;see saw seen;seek sought;sell sold;send
sent;shake shook shaken;shine shone;shoot shot;show shown;sing sang sung;sink sank sunk;sit sat;sleep slept;slide
slid;speak spoke spoken;spend spent;stand stood;steal stole stolen;swear swore sworn;swim swam swum;take took
taken;teach taught;tear tore torn;tell told;think thought;throw threw thrown;tooth teeth;wake woke woken;wear wore
worn;win won;withdraw withdrew withdrawn;woman women;write wrote written"""
_COUNTS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
_BASE = {form: forms.split()[0] for forms in _FORMS.split(";") for form in forms.split()[1:]}
_BASE |= {word: str(number) for number, word in enumerate(_COUNTS.split())}
_ENDINGS = {"'s": "", "’s": "", "ies": "y", "ied": "y", "ing": "", "ed": "", "es": "", "ly": "", "er": "", "s": "", "e": ""}
_SHORTEST = 3  # letters that stay of a word without its ending


@lru_cache(65536)
def stem(word: str) -> str:
    """Return an approximate stem of a word in lower case: `freez` of `freezes` and `froze`, `2` of `two`."""
    base = _BASE.get(word, word)
    ending = next((each for each in _ENDINGS if base.endswith(each) and not base.endswith("ss")), "")
    if base[:1].isdigit() or not ending or len(base) - len(ending) < _SHORTEST:
        return base
    left = base.removesuffix(ending) + _ENDINGS[ending]
    left = left.removesuffix("e") if len(left) > _SHORTEST else left
    is_doubled = len(left) > _SHORTEST and left[-1] == left[-2] and left[-1] not in "ls"
    return left[:-1] if is_doubled else left


class _Read(NamedTuple):
    """The stems of a text, word by word, and those of its hard facts: numbers, and names within a sentence."""

    words: Sequence[str]
    facts: Sequence[str]


def grounding(source: str, text: str) -> float:
    """Return how much of a text is in its source, in [0, 1].

    0.3 times the precision of its content words, 0.1 of its pairs of words, 0.6 of its hard facts, all by their stems; 0 for no
    text. Names and numbers count most, as other words can be put otherwise. Computed as a fraction, so that it is 1 for a text that
    is wholly in its source, and never more.
    """
    said = _read(text)
    known, known_pairs = _known_stems(source)
    content = [word for word in said.words if word not in _STOPWORDS]
    parts = [
        (_WORDS, [word in known for word in content]),
        (_PAIRS, [pair in known_pairs for pair in pairwise(said.words)]),
        (_FACTS, [fact in known for fact in said.facts]),
    ]
    there_are = [(weight, hits) for weight, hits in parts if hits]
    whole = sum(weight for weight, _ in there_are)
    return float(sum(Fraction(weight * sum(hits), len(hits)) for weight, hits in there_are) / whole) if whole else 0.0


def find_ungrounded_words(source: str, text: str) -> tuple[str, ...]:
    """Return the content words of a text that its source does not have in any form, as they are there, each once."""
    known, _ = _known_stems(source)
    words = {word.lower(): word for word in reversed(_TOKEN.findall(text))}  # as it is where it comes first
    return tuple(word for small, word in reversed(words.items()) if small not in _STOPWORDS and stem(small) not in known)


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, in small letters."""
    return [found.lower() for found in _TOKEN.findall(text)]


@lru_cache(256)
def _known_stems(source: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    words = _read(source).words
    return frozenset(words), frozenset(pairwise(words))


def _read(text: str) -> _Read:
    words, facts, end = [], [], -1
    for found in _TOKEN.finditer(text):
        word = found[0]
        is_first = end < 0 or _SENTENCE_END.search(text, end, found.start()) is not None
        said = word.lower()
        said = said if said in _STOPWORDS else stem(said)
        if word[0].isdigit() or (word[0].isupper() and not is_first):
            facts.append(said)
        words.append(said)
        end = found.end()
    return _Read(words, facts)
