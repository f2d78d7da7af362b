r"""Version 3 of the rules: fewer places of an answer were read, and words were compared as SQuAD's own script does.

It read `Answer:`, `\boxed{}`, `####` and sentences such as "The correct answer is". It did not read headings, `<answer>`, bare
answers, other sentences, numbers in words or with spaces, or take back what a response takes back; a hedge was part of an answer in
words, and typographic signs were other signs. What stands here is as it was then; what
has not changed since is that of `extraction`.
"""

from __future__ import annotations

import re
from functools import partial
from typing import ClassVar

from woozle.core.answer_places import Kind, boxed_phrases, rest_of_line
from woozle.core.text import squad_text
from woozle.games.debate import rules
from woozle.games.debate.answers import extraction
from woozle.games.debate.answers.extraction import HOPE, Reader, is_right, plain_phrase, read_truth, without_lead
from woozle.games.debate.answers.quantities import format_number, plain_number, read_number

_OPEN = r"(?:[\s*_`>\"']|\$(?=\\)|\\[\[(])*+"
_MARK = re.compile(
    rf"(?<![a-z])answer(?:\s{{0,3}}\([^()\n]{{0,40}}\))?[\s*_`\"']{{0,20}}[:=]{_OPEN}"
    r"|(?P<box>\\(?:boxed|fbox)\s{0,9}\{)"
    r"|^[ \t]{0,3}####[ \t]*(?P<hashed>[-+]?[$€£]?[0-9][0-9,./]{0,40}%?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SOMEBODY_S = re.compile(
    r"(?:['’]s|\b(?:previous|earlier|first|initial|old|other|this|that|their|his|her|your|wrong|incorrect))[\s*_]{1,5}$",
    re.IGNORECASE,
)
_NEAR = 20  # characters before `answer` that say whose it is
_PROSE = re.compile(
    r"(?:^|[.!?:]\s)[\s*_>#-]{0,9}"
    r"(?:(?:so|thus|hence|therefore|then|finally|overall|in conclusion|(?:i|we) (?:think|believe|conclude|say))\b,?\s"
    r"(?:that\s)?){0,2}"
    r"(?:the|my|our)\s(?:(?:final|correct|right|best)\s){0,2}(?:answer|option|choice)\s(?:is|must be|should be|would be)\b:?\s*",
    re.IGNORECASE | re.MULTILINE,
)
_LEAD = re.compile(
    r"(?:(?:(?:the|my|our)\s+)?(?:(?:final|correct|right|best)\s+)*(?:answer|option|choice|letter)\b"
    r"(?:\s+(?:is|would be)\b)?[\s:=]*)+",
    re.IGNORECASE,
)
_WHOLE_LEAD = re.compile(r"(?:the|my|our)\s+(?:(?:final|correct|right|best)\s+)*answer\s+is\b[\s:]*", re.IGNORECASE)

_THEN = r"(?:$|[)\]}]*(?:$|[.,:;!]|\s*[–—]|\s+-+\s|\s*\(|\s+(?:because|since|as)\b))"
_CHOICE = re.compile(rf"[(\[]?([a-z])(?=[)\]]\s|{_THEN})", re.IGNORECASE)
_YES_NO = re.compile(rf"(yes|no|true|false)(?={_THEN}|\s+(?:it|he|she|they|we|you|I|there|this|that|these|those)\b)", re.IGNORECASE)
_REASON = re.compile(r"\b(?:because|since|as)\b|[.]\s", re.IGNORECASE)
_MAYBE = r"(?:(?:maybe|perhaps|possibly|also|even|option|choice)\s+)*"
_OTHER_LETTER = re.compile(rf"(?:\b(?:or|and)\b|[/&+,])\s*(?:or\s+|and\s+)?{_MAYBE}[(\[]?([A-Z])(?![\w'’])")
_OTHER_TRUTH = re.compile(rf"(?:\b(?:or|and)\b|[/&+,])\s*{_MAYBE}(?:yes|no|true|false)\b", re.IGNORECASE)


def extract_answer(text: str, kind: Kind, letters: str = "ABCD") -> str | None:
    """Return the answer of a response: a letter, a number in digits, yes or no, or some words; None if it has none."""
    return next((answer for phrase in _phrases(text, kind) if (answer := _read(phrase, kind, letters))), None)


def likeness(answer: str, kind: Kind) -> str:
    """Return what is the same for answers that are: words as SQuAD compares them."""
    return squad_text(answer) if kind == "text" else extraction.likeness(answer, kind)


# Where it stands


def _phrases(text: str, kind: Kind) -> list[str]:
    """Return the few words that state the answer of a response; of several, the first that can be parsed counts."""
    marks = [mark for mark in _MARK.finditer(text) if _is_of_kind(mark, text, kind)]
    if not marks:
        ends = [sentence.end() for sentence in _PROSE.finditer(text)]
        return [_sentence(rest_of_line(text, ends[-1]), kind)] if ends else []
    last = marks[-1]
    if last["hashed"]:
        return [last["hashed"]]
    return boxed_phrases(text, marks) if last["box"] else [rest_of_line(text, last.end())]


def _is_of_kind(mark: re.Match[str], text: str, kind: Kind) -> bool:
    """Return whether a mark introduces this response's own answer, not another speaker's; `####` does so for numbers only."""
    if mark["hashed"]:
        return kind == "number"
    return bool(mark["box"]) or not _SOMEBODY_S.search(text, max(0, mark.start() - _NEAR), mark.start())


def _sentence(phrase: str, kind: Kind) -> str:
    """Return the rest of a sentence; empty where its end cannot be told from a point in a name."""
    phrase = HOPE.sub("", phrase)
    if kind == "text" and ". " in phrase:
        return ""
    return phrase


# What it says


def _read(phrase: str, kind: Kind, letters: str) -> str | None:
    match kind:
        case "choice":
            return _letter(without_lead(_LEAD, plain_phrase(phrase.replace('"', ""))), letters)
        case "number":
            number = read_number(without_lead(_WHOLE_LEAD, plain_phrase(plain_number(phrase.replace('"', "")))))
            return None if number is None else format_number(number)
        case "yes_no":
            return read_truth(without_lead(_WHOLE_LEAD, plain_phrase(phrase.replace('"', ""))), _YES_NO, _OTHER_TRUTH)
    words = without_lead(_WHOLE_LEAD, plain_phrase(phrase)).strip(" .*_`\"'$")
    return words or None


def _letter(phrase: str, letters: str) -> str | None:
    found = _CHOICE.match(phrase)
    if found is None or found[1].upper() not in letters:
        return None
    before_reason = _REASON.split(phrase[found.end() :], maxsplit=1)[0]
    return None if _OTHER_LETTER.search(before_reason) else found[1].upper()


class Debate(rules.Debate):
    """A debate by version 3 of the rules."""

    version = 3
    reader: ClassVar[Reader] = Reader(extract_answer, partial(is_right, like=likeness), likeness)
