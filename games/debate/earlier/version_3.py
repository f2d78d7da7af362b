r"""Version 3 of the rules: fewer places of an answer were read, and words were compared as SQuAD's own script does.

It read `Answer:`, `\boxed{}`, `####` and sentences such as "The correct answer is". It did not read headings, `<answer>`, bare
answers, other sentences, numbers in words or with spaces, or take back what a response takes back; a hedge was part of an answer in
words, and typographic signs were other signs. Answers are read here as they were then, whatever `extraction` does now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from woozle.core.answer_places import Kind
from woozle.core.text import squad_text
from woozle.games.debate import rules
from woozle.games.debate.answers.extraction import Reader
from woozle.games.debate.answers.quantities import format_number, plain_number, read_number

_LONGEST = 400  # characters after a mark that are looked at
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
_UNDECIDED = re.compile(r"[0-9]|\b(?:or|and|not|no|never)\b|n['’]t\b", re.IGNORECASE)
_BOXED = re.compile(r"\\(?:boxed|fbox)\s{0,9}\{")
_STYLED = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mbox|operatorname)\s*\{([^{}]*)\}")
_SPACES = re.compile(r"\\[,;:! ]|\\(?:left|right|displaystyle)(?![a-z])|\\[\[\]()]")
_LEAD = re.compile(
    r"(?:(?:(?:the|my|our)\s+)?(?:(?:final|correct|right|best)\s+)*(?:answer|option|choice|letter)\b"
    r"(?:\s+(?:is|would be)\b)?[\s:=]*)+",
    re.IGNORECASE,
)
_WHOLE_LEAD = re.compile(r"(?:the|my|our)\s+(?:(?:final|correct|right|best)\s+)*answer\s+is\b[\s:]*", re.IGNORECASE)
_HOPE = re.compile(r"\s*I hope it is correct\.?\s*$", re.IGNORECASE)

_THEN = r"(?:$|[)\]}]*(?:$|[.,:;!]|\s*[–—]|\s+-+\s|\s*\(|\s+(?:because|since|as)\b))"
_CHOICE = re.compile(rf"[(\[]?([a-z])(?=[)\]]\s|{_THEN})", re.IGNORECASE)
_YES_NO = re.compile(rf"(yes|no|true|false)(?={_THEN}|\s+(?:it|he|she|they|we|you|I|there|this|that|these|those)\b)", re.IGNORECASE)
_REASON = re.compile(r"\b(?:because|since|as)\b|[.]\s", re.IGNORECASE)
_MAYBE = r"(?:(?:maybe|perhaps|possibly|also|even|option|choice)\s+)*"
_OTHER_LETTER = re.compile(rf"(?:\b(?:or|and)\b|[/&+,])\s*(?:or\s+|and\s+)?{_MAYBE}[(\[]?([A-Z])(?![\w'’])")
_OTHER_TRUTH = re.compile(rf"(?:\b(?:or|and)\b|[/&+,])\s*{_MAYBE}(?:yes|no|true|false)\b", re.IGNORECASE)
_TRUTH = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}


def extract_answer(text: str, kind: Kind, letters: str = "ABCD") -> str | None:
    """Return the answer of a response: a letter, a number in digits, yes or no, or some words; None if it has none."""
    return next((answer for phrase in _phrases(text, kind) if (answer := _read(phrase, kind, letters))), None)


def is_right(answer: str | None, kind: Kind, key: Sequence[str]) -> bool:
    """Return whether an answer is one of those that are right; none is wrong."""
    return answer is not None and likeness(answer, kind) in {likeness(right, kind) for right in key}


def likeness(answer: str, kind: Kind) -> str:
    """Return what is the same for answers that are: numbers by their value, words as SQuAD compares them."""
    match kind:
        case "number":
            number = read_number(plain_number(answer))
            return answer if number is None else format_number(number)
        case "text":
            return squad_text(answer)
    return answer.casefold()


# Where it stands


def _phrases(text: str, kind: Kind) -> list[str]:
    """Return the few words that state the answer of a response; of several, the first that can be parsed counts."""
    marks = [mark for mark in _MARK.finditer(text) if _is_of_kind(mark, text, kind)]
    if not marks:
        ends = [sentence.end() for sentence in _PROSE.finditer(text)]
        return [_sentence(_line(text, ends[-1]), kind)] if ends else []
    last = marks[-1]
    if last["hashed"]:
        return [last["hashed"]]
    if not last["box"]:
        return [_line(text, last.end())]
    begin = text.rfind("\n", max(0, last.start() - _LONGEST), last.start()) + 1
    same_line = [mark for mark in marks[-_MOST_MARKS:] if mark.start() >= begin and mark.end() > last.start() - _LONGEST]
    answer = next((mark for mark in reversed(same_line) if not mark["box"]), None)
    boxes = [mark for mark in same_line if mark["box"]]
    if answer:
        phrase = _line(text, answer.end())
        is_led_to = len(boxes) == 1 and not _UNDECIDED.search(text, answer.end(), last.start())
        return [phrase, _box(text, last)] if is_led_to else [phrase]
    return [_box(text, last) if len(boxes) == 1 else _line(text, boxes[0].start())]


_MOST_MARKS = 20  # of one line that are looked at


def _is_of_kind(mark: re.Match[str], text: str, kind: Kind) -> bool:
    """Return whether a mark introduces this response's own answer, not somebody else's; `####` does so for numbers only."""
    if mark["hashed"]:
        return kind == "number"
    return bool(mark["box"]) or not _SOMEBODY_S.search(text, max(0, mark.start() - _NEAR), mark.start())


def _line(text: str, at: int) -> str:
    return text[at : at + _LONGEST].partition("\n")[0]


def _sentence(phrase: str, kind: Kind) -> str:
    """Return the rest of a sentence; empty where its end cannot be told from a point in a name."""
    phrase = _HOPE.sub("", phrase)
    if kind == "text" and ". " in phrase:
        return ""
    return phrase


def _box(text: str, mark: re.Match[str]) -> str:
    """Return what stands in a box; empty if it is not closed."""
    depth = 0
    for at in range(mark.end() - 1, min(len(text), mark.end() + _LONGEST)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[mark.end() : at]
    return ""


# What it says


def _read(phrase: str, kind: Kind, letters: str) -> str | None:
    match kind:
        case "choice":
            return _letter(_without(_LEAD, _plain(phrase.replace('"', ""))), letters)
        case "number":
            number = read_number(_without(_WHOLE_LEAD, _plain(plain_number(phrase.replace('"', "")))))
            return None if number is None else format_number(number)
        case "yes_no":
            return _truth(_without(_WHOLE_LEAD, _plain(phrase.replace('"', ""))))
    words = _without(_WHOLE_LEAD, _plain(phrase)).strip(" .*_`\"'$")
    return words or None


def _plain(phrase: str) -> str:
    """Return a phrase without LaTeX around its words and without emphasis."""
    for _ in range(4):
        phrase = _STYLED.sub(r"\1", _open_boxes(phrase))
    phrase = re.sub(r"\*\*|__|`|\$(?=[^0-9\s]|\s*$)|(?<=[A-Za-z0-9)}])\$", "", _SPACES.sub(" ", phrase))
    return phrase.strip(" \t*_\"'“”{}<>")


def _open_boxes(phrase: str) -> str:
    """Return a phrase with what stands in its boxes in place of them."""
    while box := _BOXED.search(phrase):
        phrase = f"{phrase[: box.start()]}{phrase[box.end() :].replace('}', '', 1)}"
    return phrase


def _without(lead: re.Pattern[str], phrase: str) -> str:
    """Return a phrase without an opening such as "The answer is"."""
    found = lead.match(phrase)
    return phrase[found.end() :] if found else phrase


def _letter(phrase: str, letters: str) -> str | None:
    found = _CHOICE.match(phrase)
    if found is None or found[1].upper() not in letters:
        return None
    before_reason = _REASON.split(phrase[found.end() :], maxsplit=1)[0]
    return None if _OTHER_LETTER.search(before_reason) else found[1].upper()


def _truth(phrase: str) -> str | None:
    found = _YES_NO.match(phrase)
    if found is None or _OTHER_TRUTH.match(phrase[found.end() :].lstrip()):
        return None
    return _TRUTH[found[1].lower()]


class Debate(rules.Debate):
    """A debate by version 3 of the rules."""

    version = 3
    reader: ClassVar[Reader] = Reader(extract_answer, is_right, likeness)
