"""Texts for the bots of the quest: cut into sentences, ranked by centrality, and with facts made wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from woozle.core.chance import Chance

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
_MOST = 0.6  # of the words of a fact, with which a text tells it
_A_LITTLE = 0.1  # of a fact, that a name or number is worth beside those that are known
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
    """Return the `count` most central sentences, in the order of the text."""
    chosen = set(by_centrality(text)[:number])
    return " ".join(each for each in sentences(text) if each in chosen)


@lru_cache(maxsize=256)
def extract_dense(text: str, words: int) -> str:
    """Return the sentences of a text with most names and numbers, as many as fit into the limit of words, and the beginning of
    one more.

    In the order of the text; its shortest sentence where none fits.
    """
    return _choose(text, words, lambda sentence, _: len(_HARD.findall(sentence)))


def extract_facts(text: str, facts: Sequence[str], words: int) -> str:
    """Return likewise the sentences that tell most of these facts for their length."""
    wanted = [set(_content(fact)) for fact in facts]

    def gain(sentence: str, so_far: str) -> float:
        before, after = set(_content(so_far)), set(_content(f"{so_far} {sentence}"))
        told = sum(len(fact & after) > _MOST * len(fact) >= len(fact & before) for fact in wanted)
        return (told + _A_LITTLE * len(_HARD.findall(sentence))) / len(sentence.split())

    return _choose(text, words, gain)


def _choose(text: str, words: int, gain: Callable[[str, str], float]) -> str:
    """Take sentences one by one, each the one that gains most beside those that are taken, while there is room."""
    whole, taken = sentences(text), dict[str, str]()  # by the whole sentence, what is taken of it

    def best(pieces: Iterable[tuple[str, str]]) -> bool:
        so_far = " ".join(taken.values())
        room = words - len(so_far.split())
        fitting = [(each, piece) for each, piece in pieces if each not in taken and len(piece.split()) <= room]
        taken.update([max(fitting, key=lambda pair: gain(pair[1], so_far))] if fitting else [])
        return bool(fitting)

    while best((each, each) for each in whole):
        pass
    best((each, f"{each[: end.start()]}.") for each in whole for end in _CLAUSE_END.finditer(each))
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
