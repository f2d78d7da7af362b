"""Texts for the bots of the quest: cut into sentences, ranked by centrality, and with facts made wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from woozle.core.chance import Chance
from woozle.games.quest.judgement.words import count_words

_LONGEST = 1500  # characters of a sentence; what is longer has no end that could be found

_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"'”’)]))\s+(?=[\"'“‘(]?[A-Z0-9])|\n+")
_ABBREVIATED = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|ca)|\b[A-Z])\.$")
_LONGEST_ABBREVIATION = 6  # characters, with what stands around it
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_FEWEST_WORDS = 8  # of a sentence that could stand alone
_CONTENT = 4  # letters that a word has at least that says something
_NUMBER = re.compile(r"\d+")
_CLAUSE_END = re.compile(r"[,;:] ")
_HARD = re.compile(r"(?<=[\w,;] )[A-Z]\w+|\d[\d.,]*")
_PLAIN = 0.5  # of a name or number, that the rest of a sentence is worth
_NAME = re.compile(r"(?<=[\w,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")


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

    In the order of the text; its shortest sentence where none fits.
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

    is_cut: whether the beginning of a sentence, to the end of a clause, does as well; else there is one, the last that is taken.
    """
    whole, taken = sentences(text), dict[str, str]()  # by the whole sentence, what is taken of it

    def best(pieces: Iterable[tuple[str, str]]) -> bool:
        so_far = " ".join(taken.values())
        room = words - count_words(so_far)
        fitting = [(each, piece) for each, piece in pieces if each not in taken and count_words(piece) <= room]
        taken.update([max(fitting, key=lambda pair: gain(pair[1], so_far))] if fitting else [])
        return bool(fitting)

    beginnings = [(each, f"{each[: end.start()]}.") for each in whole for end in _CLAUSE_END.finditer(each)]
    long_enough = [(each, piece) for each, piece in beginnings if count_words(piece) >= _FEWEST_WORDS]
    while best([*((each, each) for each in whole), *(long_enough if is_cut else ())]):
        pass
    best(() if is_cut else beginnings)
    return " ".join(taken[each] for each in whole if each in taken) or min(whole, key=len, default="")


def falsify(sentence: str, source: str, chance: Chance) -> str:
    """Return a sentence with one fact wrong: a number with another first digit or, without numbers, a name in place of another.

    The name is another of the passage. Unchanged if it has neither.
    """
    if numbers := list(_NUMBER.finditer(sentence)):
        fact = chance.choice("number", numbers)
        wrong = chance.choice("digit", [digit for digit in "123456789" if digit != fact[0][0]]) + fact[0][1:]
    else:
        names = list(_NAME.finditer(sentence))
        others = [name for name in _names_in(source) if name not in sentence]
        if not (names and others):
            return sentence
        fact, wrong = chance.choice("name", names), chance.choice("other", others)
    return sentence[: fact.start()] + wrong + sentence[fact.end() :]


@lru_cache(maxsize=256)
def _names_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_NAME.findall(text)))


def _content(text: str) -> list[str]:
    words = (found.lower() for found in _WORD.findall(text))
    return [word for word in words if len(word) >= _CONTENT or word.isdecimal()]
