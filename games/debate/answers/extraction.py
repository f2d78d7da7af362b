r"""Answers read from responses as graders of the field read them, and which answers are the same.

The last place that marks an answer counts, or the last sentence that states one; a response that is nothing but an answer is one.
It has to be one answer, and not be taken back: "A or B" is none, "2,5" is no number, and "I don't know" is nothing in words.
Nothing is guessed: a response that cannot be read is wrong, as in the paper, and no vote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from woozle.core.answer_places import Kind, Place, is_one_sentence, last_mark, statements
from woozle.core.short_answers import read_short_answer
from woozle.core.text import answer_text, plain_signs
from woozle.games.debate.answers.quantities import digits, format_number, plain_number, read_number

_STRUCK = re.compile(r"~~[^~\n]{0,200}~~|<(s|del|strike)>[^<\n]{0,200}</\1>", re.IGNORECASE)
_TAGS = re.compile(r"<(b|i|em|strong|u|p|span|code)>([^<\n]{0,400})</\1>", re.IGNORECASE)
_BOXED = re.compile(r"\\(?:boxed|fbox)\s{0,9}\{")
_STYLED = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mbox|operatorname)\s*\{([^{}]*)\}")
_SPACES = re.compile(r"\\[,;:! ]|\\(?:left|right|displaystyle)(?![a-z])|\\[\[\]()]")
_SAID = (
    r"(?:(?:i|we)(?:'d|'ll|\s(?:would|will|still|also))?\s(?:think|believe|guess|say|choose|pick|go with|vote for"
    r"|suppose)\s(?:that\s)?"
    r"|(?:it|that)(?:'s|\s(?:is|must be|should be|would be|has to be))\s"
    r"|(?:probably|perhaps|maybe|likely|most likely|possibly|presumably|definitely|certainly|clearly|therefore|so|thus"
    r"|hence)\b,?\s)"
)
_LEAD = re.compile(
    r"(?:(?:(?:the|my|our)\s+)?(?:(?:final|correct|right|best|likely|most)\s+)*(?:answer|option|choice|letter)\b"
    rf"(?:\s+(?:is|would be|must be|should be)\b)?[\s:=,]*|(?:yes|ok|okay|well|right),\s|{_SAID})+",
    re.IGNORECASE,
)
_WHOLE_LEAD = re.compile(
    rf"(?:(?:the|my|our)\s+(?:(?:final|correct|right|best)\s+)*answer\s+(?:is|would be|must be|should be)\b[\s:]*|{_SAID})+",
    re.IGNORECASE,
)
HOPE = re.compile(r"\s*I hope it is correct\.?\s*$", re.IGNORECASE)

_FOR = r"(?:because|since|as|over|rather than|instead of|although|though|while)"
_THEN = rf"(?:$|[)\]}}]*(?:$|[.,:;!]|\s*[–—]|\s+-+\s|\s*\(|\s+(?:{_FOR}|is my)\b))"
_CHOICE = re.compile(rf"[(\[]*([a-z])(?=[)\]]+\s|{_THEN})", re.IGNORECASE)
_YES_NO = re.compile(
    rf"(yes|no|true|false)(?={_THEN}|\s+(?:it|he|she|they|we|you|I|there|this|that|these"
    rf"|those)\b)",
    re.IGNORECASE,
)
_REASON = re.compile(rf"\b{_FOR}\b|[.]\s", re.IGNORECASE)
_MAYBE = r"(?:(?:maybe|perhaps|possibly|also|even|option|choice|answer|letter)\s+)*"
_OTHER_LETTER = re.compile(rf"(?:\b(?:or|and|but)\b|[/&+,])\s*(?:or\s+|and\s+)?{_MAYBE}[(\[]?([A-Z])(?![\w'])")
_OTHER_TRUTH = re.compile(rf"(?:\b(?:or|and)\b|[/&+,])\s*{_MAYBE}(?:yes|no|true|false)\b", re.IGNORECASE)
_TRUTH = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}

_TAKEN_BACK = re.compile(
    r"(?:[.!?,;…(]+|\n|\s[-–—]+|—)[\s(*_]{0,9}(?:(?:hmm+|well|but|oh|ah|sorry|oops|uh|or)\b[\s,.!…-]{0,9}){0,3}"
    r"(?:(?P<no>(?:no|nope)\s?[,.!…–—-])|no wait\b|wait\b|hold on\b|(?:scratch|strike) that\b|on second thoughts?\b"
    r"|correction\s?[:,.]|never ?mind\b|oops\b"
    r"|let me (?:change|re\w+|double[- ]check|correct|think again|check (?:that )?again|start over|try again|count again)\b"
    r"|actually,? (?:no\b|wait|that\b|i (?:was|made|think|am)\b|it\b)"
    r"|i (?:(?:have to |must )?take (?:that|it|this) back|was (?:wrong|mistaken)|made an? (?:mistake|error)"
    r"|(?:have )?changed? my mind|no longer"
    r"|withdraw|retract|misread|meant|mean)\b"
    r"|(?:that|this|it|which)(?:'s|\s(?:is|was|can(?:no|')t be|cannot be|seems|must be|looks))\s(?:\w+\s)?"
    r"(?:wrong|incorrect|mistaken|a mistake|an error|not right|not correct|right either)\b"
    r"|(?:the|my)\s(?:\w+\s)?answer\s(?:is|was)\s(?:wrong|incorrect|not right|not correct)\b"
    r"|(?:that|this|it)\s(?:can't|cannot|can not|couldn't) be (?:right|correct|it|so)\b)",
    re.IGNORECASE,
)


def extract_answer(text: str, kind: Kind, letters: str = "ABCD") -> str | None:
    """Return the answer of a response: a letter, a number in digits, yes or no, or some words; None if it has none.

    Only the last 20,000 characters are looked at: a flood of marks would hold up the match.
    """
    text = _TAGS.sub(r"\2", plain_signs(_STRUCK.sub("", text[-_LONGEST:])))
    mark = last_mark(text, kind)
    begin = mark.end if mark else 0
    marked = _first_read(mark, kind, letters) if mark else None
    back = max((found.start() for found in _TAKEN_BACK.finditer(text, begin) if not _is_answer(found, kind)), default=-1)
    for place in statements(text, begin, kind):
        is_after = place.end > back
        if not mark or marked is None or back >= 0:
            if (stated := _first_read(place, kind, letters)) is not None:
                return stated if is_after else None
            if _is_undecided(place, kind):
                return None
    if mark:
        return None if back >= 0 else marked
    return None if back >= 0 else next(filter(None, _bare(text, kind, letters)), None)


def _is_answer(taken_back: re.Match[str], kind: Kind) -> bool:
    """Return whether a "No" is an answer, on its own line, and takes nothing back."""
    return kind == "yes_no" and taken_back["no"] is not None and "\n" in taken_back[0]


def likeness(answer: str, kind: Kind) -> str:
    """Return what is the same for answers that are: numbers by their value, words as `answer_text` compares them."""
    match kind:
        case "number":
            number = read_number(plain_number(answer))
            return answer if number is None else format_number(number)
        case "text":
            return answer_text(answer)
    return answer.casefold()


def is_right(answer: str | None, kind: Kind, key: Sequence[str], like: Callable[[str, Kind], str] = likeness) -> bool:
    """Return whether an answer is, by `like`, the same as one of those that are right; none is wrong."""
    return answer is not None and like(answer, kind) in {like(right, kind) for right in key}


class Reader(NamedTuple):
    """The functions that read answers under one version of the rules, so that old records are read as they were."""

    extract_answer: Callable[[str, Kind, str], str | None] = extract_answer
    is_right: Callable[[str | None, Kind, Sequence[str]], bool] = is_right
    likeness: Callable[[str, Kind], str] = likeness

    def first_wordings(self, answers: Iterable[str | None], kind: Kind) -> list[str | None]:
        """Return each answer in the words in which it was given first, so that they can be counted."""
        first: dict[str, str] = {}
        return [None if each is None else first.setdefault(self.likeness(each, kind), each) for each in answers]


# What it says


def _first_read(place: Place, kind: Kind, letters: str) -> str | None:
    return next((answer for phrase in place.phrases if (answer := _read(phrase, kind, letters, place.is_heading))), None)


def _read(phrase: str, kind: Kind, letters: str, is_heading: bool = False) -> str | None:
    phrase = phrase.strip()
    match kind:
        case "choice":
            return _letter(without_lead(_LEAD, plain_phrase(phrase.replace('"', ""))), letters)
        case "number":
            number = read_number(without_lead(_WHOLE_LEAD, plain_phrase(plain_number(digits(phrase.replace('"', ""))))))
            return None if number is None else format_number(number)
        case "yes_no":
            return read_truth(without_lead(_WHOLE_LEAD, plain_phrase(phrase.replace('"', ""))), _YES_NO, _OTHER_TRUTH)
    return _words(plain_phrase(HOPE.sub("", phrase)), _FEW if is_heading else _MANY)


_FEW, _MANY = 8, 60  # words of an answer in words: below a heading, where prose may stand as well, and beside a label
_EITHER = re.compile(r"(?:either )?(?:[A-Z0-9]\S*)(?: \S+){0,3}? or (?:maybe |perhaps |possibly )?[A-Z0-9]\S*(?: \S+){0,3}")

_SOMEBODY_S = re.compile(r"\w+'s")
_PLACEHOLDER = re.compile(
    r"\W*(?:the |your |an? )*(?:final |short )?(?:answer|words?|name)(?: here| in a few words)?\W*", re.IGNORECASE
)


def _words(phrase: str, most: int) -> str | None:
    """Return an answer in words without what doubts or explains it; None for what is no answer, or two."""
    if _PLACEHOLDER.fullmatch(phrase):
        return None
    words = read_short_answer(phrase).text.strip(" .*_`\"'$")
    return None if len(words.split()) > most or _SOMEBODY_S.fullmatch(words) or _EITHER.fullmatch(words) else words or None


def plain_phrase(phrase: str) -> str:
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


def without_lead(lead: re.Pattern[str], phrase: str) -> str:
    """Return a phrase without an opening such as "The answer is"."""
    found = lead.match(phrase)
    return phrase[found.end() :] if found else phrase


def _letter(phrase: str, letters: str) -> str | None:
    found = _CHOICE.match(phrase)
    if found is None or found[1].upper() not in letters:
        return None
    before_reason = _REASON.split(phrase[found.end() :], maxsplit=1)[0]
    return None if set(_OTHER_LETTER.findall(before_reason)) & set(letters) else found[1].upper()


def read_truth(phrase: str, form: re.Pattern[str], other: re.Pattern[str]) -> str | None:
    """Return yes or no by the word that a form finds first; None without one, or if another follows."""
    found = form.match(phrase)
    if found is None or other.match(phrase[found.end() :].lstrip()):
        return None
    return _TRUTH[found[1].lower()]


_BEGINS = {
    "choice": re.compile(r"(?:(?:not|neither|either|both)\s)?[(\[]?([A-HJ-Z])(?![\w'])|(?i:an?|the)\s[a-z]"),
    "number": re.compile(r"(?:(?:not|neither|either|both)\s)?(?:[-+$]?[0-9]|[A-HJ-Z](?![\w']))"),
    "yes_no": re.compile(r"(?:(?:not|neither|either|both)\s)?(?:(?i:yes|no|true|false)\b|[A-HJ-Z](?![\w']))"),
}


def _is_undecided(place: Place, kind: Kind) -> bool:
    """Return whether a statement is about an answer without giving just one: "A or B", "not B", the prompt's own "X"."""
    begins = _BEGINS.get(kind)
    return begins is not None and any(begins.match(without_lead(_LEAD, plain_phrase(phrase))) for phrase in place.phrases)


# Responses that are nothing but an answer

_LISTED = re.compile(r"(?<![\w(])[(\[]?([A-Z])[)\].]+\s|(?<!\w)\(([A-Z])\)")
_NUMBER_ALONE = re.compile(r"\W*[-+]?[$€£]?[0-9]+(?:[., /][0-9]+)*(?:\s?[%°A-Za-z]+){0,3}[\s.*_)\]$]*")
_SENTENCE = re.compile(r"\b(?:is|was|are|were|has|have|agree|i|we|you|let|think|will|can|do|does)\b", re.IGNORECASE)
_NO_ANSWER = re.compile(r"\W*(?:i|we|you|let|end with|reason step|please|sorry|thank|the passage|as an|there)\b", re.IGNORECASE)


def _bare(text: str, kind: Kind, letters: str) -> Iterator[str | None]:
    """Yield what the last and the first line of a response answer alone."""
    lines = [line for line in text.strip().splitlines() if line.strip(" *_#=-`")]
    if not lines:
        return
    for line in dict.fromkeys((lines[-1], lines[0])):
        match kind:
            case "choice":
                if (letter := _read(line, kind, letters)) and {a or b for a, b in _LISTED.findall(text)} & set(letters) <= {letter}:
                    yield letter
            case "yes_no" if line is lines[0] or len(line) <= _SHORT_LINE:
                yield _read(line, kind, letters)
            case "number" if line is lines[-1]:
                said = without_lead(_WHOLE_LEAD, plain_phrase(digits(line)))
                is_sum = len(lines) == 1 and re.fullmatch(r"[^A-Za-z]*", said)
                yield _read(said, kind, letters) if is_sum or _NUMBER_ALONE.fullmatch(said) else None
            case "text" if len(line) <= _LONGEST_WORDS and is_one_sentence(text.strip()) and not _NO_ANSWER.match(line):
                words = _words(plain_phrase(line), _FEW)
                yield None if words and _SENTENCE.search(words) else words


_LONGEST = 20_000  # characters
_LONGEST_WORDS = 200  # characters
_SHORT_LINE = 12  # characters of a last line that is nothing but yes or no, with marks around it
