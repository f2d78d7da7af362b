"""Form: whether a text is made of sentences. A share from 0 (words in a heap) to 1, by small words, verbs, order and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from woozle.core.arithmetic import plain_sum
from woozle.games.quest.judgement.sentences import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    SMALL,
    Sentence,
    Token,
    word_set,
)
from woozle.games.quest.judgement.words import count_words

_OPEN = (DETERMINERS | word_set("of from with into and or but nor than among between during upon")) - word_set("his her its their")
"""Words that neither end a sentence nor have a comma after them."""
_NO_AUXILIARY = DETERMINERS | PREPOSITIONS - word_set("in on by off before after since near behind without within")
_CHAINS = (
    frozenset(f"{one} {other}" for one in word_set("have has had be") for other in word_set("been"))
    | frozenset(
        f"{modal} {other}"
        for modal in word_set("can could will would may might must shall should do does did cannot can't couldn't won't wouldn't")
        for other in ("be", "have", "do")
    )
    | frozenset(f"{one} {other}" for one in word_set("is was are were been be") for other in word_set("had being"))
)
_GLUED = 4  # words in one piece without a space
_FEWEST_SMALL, _ENOUGH_SMALL, _PROSE = 0.1, 0.2, 0.3  # share of small words: a telegram has about a fifth, prose two fifths
_FREE_ODD, _MOST_ODD = 0.01, 0.08  # share of odd pairs of words that costs nothing, and above it that leaves nothing


def form(text: str, sentences: Sequence[Sentence]) -> float:
    """Return the share of a text that is made of sentences, in [0, 1]."""
    said = [token for sentence in sentences for token in sentence.tokens if token.kind != "mark"]
    if not said:
        return 0.0
    has_capitals = any(token.is_capital for token in said)
    odd = plain_sum(_count_odd_pairs(sentence, has_capitals) for sentence in sentences) / len(said) - _FREE_ODD
    spaced = 1 - _share_glued(text)
    return (
        spaced**2
        * _share_small(said)
        * min(1.0, max(0.0, 1 - odd / _MOST_ODD))
        * _share_with_verb(sentences)
        * _share_running(sentences)
    )


def _share_glued(text: str) -> float:
    sizes = [count_words(piece) for piece in text.split()]
    return sum(size for size in sizes if size >= _GLUED) / max(1, sum(sizes))


def _share_small(said: Sequence[Token]) -> float:
    return min(1.0, max(0.0, (_share(said) - _FEWEST_SMALL) / (_ENOUGH_SMALL - _FEWEST_SMALL)))


def _share_with_verb(sentences: Sequence[Sentence]) -> float:
    """Return the share of sentences with a verb; prose whose verb is not known has many small words."""
    sizes = [(len(each.tokens), any(token.is_verb for token in each.tokens) or _share(each.tokens) >= _PROSE) for each in sentences]
    return sum(size for size, has_verb in sizes if has_verb) / sum(size for size, _ in sizes)


def _share(tokens: Sequence[Token]) -> float:
    return sum(token.word in SMALL for token in tokens) / len(tokens)


def _share_running(sentences: Sequence[Sentence]) -> float:
    """Return 1 for prose, less for a list: few words to a comma."""
    tokens = [token for sentence in sentences for token in sentence.tokens]
    count = sum(token.kind != "mark" for token in tokens)
    marks = sum(token.word in (",", ";", ":", ".", "/", "-", "–", "—", "|") for token in tokens)
    return min(1.0, max(0.0, (count / max(1, marks) - 1.5) / 2))


def _count_odd_pairs(sentence: Sentence, has_capitals: bool) -> float:
    """Return the number of pairs of neighbours that are rare in prose. has_capitals: whether the text has any; some have none."""
    tokens = [token for token in sentence.tokens if token.word not in "'’\"“”()"]
    odd = sum(map(_is_odd, tokens, tokens[1:]))
    odd += bool(tokens) and tokens[-1].word in _OPEN
    odd += has_capitals and tokens[0].kind in ("content", "small") and not tokens[0].is_capital
    return odd + 0.5 * any(one.word == other.word and one.kind != "mark" for one, other in pairwise(tokens))


def _is_odd(one: Token, other: Token) -> bool:
    first, second = one.word, other.word
    if other.kind == "mark":
        return first in _OPEN
    if other.kind == "small" and other.is_capital and second not in ("i", "the", "a", "an") and one.kind != "mark":
        return True
    if first in DETERMINERS:
        return (
            second in DETERMINERS | PREPOSITIONS - {"under", "over", "near"} | AUXILIARIES - {"will", "may", "must"} | CONJUNCTIONS
        )
    if first in ("a", "an"):
        return (first == "an") != (second[0] in "aeiouh8")
    if first in PREPOSITIONS and second in AUXILIARIES | (
        CONJUNCTIONS - {"what", "which", "whom", "where", "when", "whether", "that", "and", "or"}
    ):
        return first in _NO_AUXILIARY and not (first == "to" and second in ("be", "have", "do"))
    if first in AUXILIARIES and second in AUXILIARIES:
        return f"{first} {second}" not in _CHAINS
    if first in CONJUNCTIONS and second in CONJUNCTIONS:
        return first in ("and", "or", "but", "nor") and second in ("and", "or", "nor", "than", "but")
    if second == "not" and one.is_verb and first not in AUXILIARIES:  # "turned not the lens"
        return not first.startswith(("ask", "decid", "agre", "prefer", "promis", "tr", "chos", "choos", "told", "tell"))
    return (first == "to" and other.is_verb and second.endswith("ed")) or (first == "of" and second in PREPOSITIONS)
