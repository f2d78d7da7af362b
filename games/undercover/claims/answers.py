"""The meaning of an answer: the comparison of two answers, and of an answer with the right one.

Where there are options to choose from, the one that is written out counts. Answers in free words are read by the rules of the
benchmarks: yes or no, if exactly one of the two words is there (the word-set rule of VLMEvalKit); of options, the one whose letter
stands alone, else the one whose text is there. Text that names none, or more than one, is a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from woozle.core.names import LETTERS, NUMBER_WORDS, TENS_WORDS
from woozle.games.undercover.scenes.graph import Question

_WORD = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_DIGITS = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?")
_LETTER = re.compile(r"(?<![^\W_])[A-Z](?![^\W_]|'\w)")  # neither part of a word, nor the beginning of "I'm"
_ARTICLE = re.compile(r" +(?!is\b|or\b|and\b|seems\b|because\b|since\b)[a-z]")

_NUMBERS = {word: at for at, word in enumerate(NUMBER_WORDS)} | {word: 10 * at for at, word in enumerate(TENS_WORDS, 2)}
_NONE = {"no", "none", "nothing"}
_LONGEST = 30  # digits; what is longer counts nothing, and is compared as it is written


def interpret_answer(answer: str, question: Question) -> str:
    """Return an answer in terms of the question: one of its options if it names exactly one, else its plain words."""
    if answer in question.options:
        return answer
    plain = _plain(answer)
    alike = [option for option in question.options if _plain(option) == plain]
    if len(alike) == 1:
        return alike[0]
    match question.kind:
        case "yes_no":
            said = yes_or_no(answer) or plain
            return next((option for option in question.options if _plain(option) == said), said)
        case "count":
            return _read_count(answer, question.options) or plain
        case "option" if letter := _letter(answer, len(question.options)):
            return question.options[LETTERS.index(letter)]
    named = _find_options(answer, question.options)
    return named[0] if len(named) == 1 else plain


def is_right(answer: str, question: Question) -> bool:
    """Return whether an answer is the right one for the picture."""
    return bool(answer) and interpret_answer(answer, question) == interpret_answer(question.answer, question)


def yes_or_no(text: str) -> Literal["yes", "no", ""]:
    """Return the only one of the two words that is in a text, else nothing (the word-set rule of VLMEvalKit)."""
    words = set(_WORD.findall(text.casefold()))
    if ("yes" in words) == ("no" in words):
        return ""
    return "yes" if "yes" in words else "no"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .!\"'")


def _read_count(answer: str, options: Sequence[str]) -> str:
    """Return the one number of an answer, in digits, or the option that is this number; empty if there are several, or none."""
    number = _number(answer)
    return next((option for option in options if _number(option) == number), number) if number else ""


def _number(text: str) -> str:
    found = set(_numbers(text.casefold()))
    if not found and _NONE & set(_WORD.findall(text.casefold())):
        return "0"
    return found.pop() if len(found) == 1 else ""


def _numbers(text: str) -> Iterator[str]:
    """Yield the numbers in a text, in digits: `twenty-one`, `21`, `1,000` and `2.0` are four."""
    tens = 0
    for word in _NUMERAL.findall(text):
        value = _NUMBERS.get(word)
        if tens:
            is_more = value is not None and 0 < value < 10
            yield str(tens + (value or 0) * is_more)
            tens = 0
            if is_more:
                continue
        if value is not None and value >= 20:
            tens = value
        elif value is not None:
            yield str(value)
        elif digits := _DIGITS.fullmatch(word):
            whole = digits[1].replace(",", "")
            yield str(int(whole)) if len(whole) <= _LONGEST else whole
    if tens:
        yield str(tens)


def _letter(answer: str, options: int) -> str:
    """Return the letter of an option if just one is there as its own word; an `A` before another word is an article."""
    letters = LETTERS[:options]
    bare = answer.strip(" .!\"'()[]*:").upper()
    if len(bare) == 1 and bare in letters:
        return bare
    found = {
        match[0]
        for match in _LETTER.finditer(answer)
        if match[0] in letters and not (match[0] in "AI" and _ARTICLE.match(answer, match.end()))
    }
    return found.pop() if len(found) == 1 else ""


def _find_options(answer: str, options: Sequence[str]) -> list[str]:
    text = _words(answer)
    return [option for option in options if (words := _words(option)).strip() and words in text]


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "
