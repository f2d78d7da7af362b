r"""Where a response says what it answers: the marks and sentences that graders of the field look for.

A mark is a label (`Answer:`), a heading above an answer, a tag (`<answer>`), the member of an object in JSON, `\boxed{}` or, for
numbers, `#### 42`. A statement is a sentence that says which answer is right or chosen. What another speaker answers is neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["choice", "number", "yes_no", "text"]

_LONGEST = 400  # characters after a mark that are looked at
_MOST_MARKS = 20  # of one line that are looked at
_MOST_SENTENCES = 200  # after the last mark

_OPEN = r"(?:[\s*_`>\"']|\$(?=\\)|\\[\[(])*+"
_OWN = r"(?:(?:the|my|our|final|correct|right|best|short|chosen|selected|single|overall)[ \t]{1,3}){0,3}"
_ABROAD = (
    r"(?:答案|正确答案|答え|回答|解答|정답|답"
    r"|respuesta(?: correcta| final)?|r[ée]ponse(?: correcte| finale)?|(?:richtige |korrekte )?antwort"
    r"|risposta(?: corretta)?|resposta(?: correta)?|(?:правильный )?ответ|odpowiedź|antwoord|svaret?|cevap)"
)
_MARK = re.compile(
    rf"(?<![a-z])answer(?:\s{{0,3}}\([^()\n]{{0,40}}\))?[\s*_`\"']{{0,20}}(?:[:=→]|->){_OPEN}"
    rf"|^[\s*_#>-]{{0,9}}+{_OWN}answer[*_]{{0,3}}[ \t]+[-–—]+[ \t]+[*_]*"
    rf"|^[\s*_#>-]{{0,9}}+{_OWN}(?:choice|option|selection|pick|verdict|decision)[*_]{{0,3}}[ \t]?:{_OPEN}"
    rf"|^[\s*_#>-]{{0,9}}+{_ABROAD}[ \t]?[*_]{{0,3}}[:：]{_OPEN}"
    rf"|{_ABROAD}(?:是|は)[ \t]?"
    rf"|\b{_ABROAD}[ \t](?:es|est|ist|è|é|is|är|er)[ \t](?=[^\n]{{0,20}}$)(?:la |el |l'|le |die |der |das |opción "
    rf"|option )*:?[ \t]?"
    rf"|(?P<heading>^[ \t#*_>]{{0,12}}+(?:\d[.)][ \t]*)?{_OWN}answer[ \t*_#]*\n[\s=\-*_#]*+)"
    r"|(?P<tag><(?:final[_ -]?)?answer>\s*)"
    r"|(?P<box>\\(?:boxed|fbox)\s{0,9}\{)"
    r"|^[ \t]{0,3}####[ \t]*(?P<hashed>[-+]?[$€£]?[0-9][0-9,./]{0,40}%?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SOMEBODY_S = re.compile(
    r"(?:'s|\b(?:previous|earlier|first|initial|old|other|this|that|their|his|her|your|wrong|incorrect|no))[\s*_]{1,5}$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\w[^\n`]{0,80}`$")
_NEAR = 20  # characters before `answer` that say whose it is
_UNDECIDED = re.compile(r"[0-9]|\b(?:or|and|not|no|never)\b|n['’]t\b", re.IGNORECASE)
_CLOSED = re.compile(r"</|<(?=(?:final[_ -]?)?answer>)", re.IGNORECASE)
_MEMBER = re.compile(r'[:=]\s*"((?:[^"\\\n]|\\.){0,200})"\s*[,}\n]')


class Place(NamedTuple):
    """A place of an answer. phrases: the few words that state it; of several, the first that can be read counts.

    end: where its sentence or the words after its label begin. is_heading: whether they stand below a heading, as prose may.
    """

    end: int
    phrases: list[str]
    is_heading: bool = False


def last_mark(text: str, kind: Kind) -> Place | None:
    """Return the last mark of a response's own answer."""
    marks = [mark for mark in _MARK.finditer(text) if _is_of_kind(mark, text, kind)]
    if not marks:
        return None
    last = marks[-1]
    if last["hashed"]:
        return Place(last.end(), [last["hashed"]])
    if last["tag"]:
        inside = text[last.end() : last.end() + _LONGEST]
        closed = _CLOSED.search(inside)
        return Place(last.end(), [inside[: closed.start()] if closed else inside])
    if not last["box"]:
        member = _MEMBER.match(text, _sign_of(last)) if last[0].rstrip().endswith('"') else None
        return Place(last.end(), [member[1] if member else rest_of_line(text, last.end())], last["heading"] is not None)
    return Place(last.end(), boxed_phrases(text, marks))


def _sign_of(mark: re.Match[str]) -> int:
    return mark.start() + max(map(mark[0].rfind, ":=→"))


def boxed_phrases(text: str, marks: Sequence[re.Match[str]]) -> list[str]:
    """Return the few words that state an answer where the last mark, in a group `box`, opens a box; the first to be read counts."""
    last = marks[-1]
    begin = text.rfind("\n", max(0, last.start() - _LONGEST), last.start()) + 1
    same_line = [mark for mark in marks[-_MOST_MARKS:] if mark.start() >= begin and mark.end() > last.start() - _LONGEST]
    answer = next((mark for mark in reversed(same_line) if not mark["box"]), None)
    boxes = [mark for mark in same_line if mark["box"]]
    if answer:
        phrase = rest_of_line(text, answer.end())
        is_led_to = len(boxes) == 1 and not _UNDECIDED.search(text, answer.end(), last.start())
        return [phrase, _box(text, last)] if is_led_to else [phrase]
    return [_box(text, last) if len(boxes) == 1 else rest_of_line(text, boxes[0].start())]


def _is_of_kind(mark: re.Match[str], text: str, kind: Kind) -> bool:
    """Return whether a mark introduces this response's own answer, not another speaker's; `####` does so for numbers only."""
    if mark["hashed"]:
        return kind == "number"
    if _QUOTED.search(text, max(0, mark.start() - _LONGEST), mark.start()):
        return False  # as the prompt quotes how to end
    return bool(mark["box"] or mark["tag"]) or not _SOMEBODY_S.search(text, max(0, mark.start() - _NEAR), mark.start())


def rest_of_line(text: str, at: int) -> str:
    """Return what follows a place on its line, up to 400 characters."""
    return text[at : at + _LONGEST].partition("\n")[0]


def _box(text: str, mark: re.Match[str]) -> str:
    """Return what stands in a box; empty if it is not closed."""
    depth = 0
    for at in range(mark.end() - 1, min(len(text), mark.end() + _LONGEST)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[mark.end() : at]
    return ""


# Statements

_SENTENCE_END = re.compile(
    r"(?:(?<=[a-z0-9)\]}\"'*][.!?])(?<!\b(?:St|Mt|Dr|Mr|Ms|vs|no)\.)(?<!\bMrs\.)[\"'*)]*\s+(?=[\"'*(\[]*[A-Z])"
    r"|(?<=\s[A-Z][.!])\s+(?=(?:The|I|So|But|This|That|It|Therefore|However|And|My|Our|Wait|No|Because|Since|If|In|As|Option"
    r"|We|Hold|Answer)\b)"
    r"|\n+)"
)
_LONGEST_SENTENCE = 600
_BE = (
    r"(?:is|was|must be|should be|would be|has to be|have to be|will be|remains|seems to be|appears to be|seems|appears"
    r"|can only be|could only be)"
)
_SURELY = (
    r"(?:(?:therefore|thus|clearly|still|definitely|certainly|probably|likely|most likely|indeed|actually|simply"
    r"|obviously|surely)\s)*"
)
_GOOD = (
    r"(?:(?:final|correct|right|best|most|likely|accurate|appropriate|suitable|only|possible|logical|true|original|own"
    r"|plausible|new|updated|revised|current|chosen|preferred)\s)*"
)
_IS = re.compile(
    rf"\b(?:(?:the|this|my|our|final|correct)\s)+{_GOOD}(?:answer|option|choice|letter|selection|verdict|result)"
    rf"(?:\s(?:to|for|of|here|among|from|choice|option)\b[^.:,\n]{{0,60}})?\s{_SURELY}{_BE}\b(?:\s(?:that"
    rf"|therefore))?[\s:,]*{_SURELY}",
    re.IGNORECASE,
)
_IT_IS = re.compile(
    rf"(?:^|[,:]\s|\b(?:so|thus|hence|therefore|then|and|but|that|think|believe|confident|sure|certain|say|means|conclude)\s)"
    rf"(?:(?:it|that|this)(?:'s|\s{_BE})\b[\s:]*|that leaves(?: only| us with)?\s|which leaves(?: only| us with)?\s){_SURELY}",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:an?|the)\s[a-z]")
_CHOOSE = re.compile(
    r"\b(?:i|we)(?:\s(?:would|will|have to|must|am going to|still|therefore|thus|now|also|then|can|should|do|'d like to)|'d"
    r"|'ll|'m| am| going to){0,3}"
    r"\s(?:therefore |still |rather |now |again )?(?:(?:have )?(?:switch|chang)(?:e|ed"
    r"|ing)?(?: my answer)?(?: from \(?[A-Z]\)?)? to"
    r"|go for|going for|choose|chose|pick|picked|select|selected|go with|going with|went with"
    r"|vote for|opt for|opted for|stick (?:with|to)|stay with|settle on"
    r"|answer|say|take|prefer|favou?r|guess|vote|suggest|choosing|picking|leaning (?:towards?|to)|conclude(?: that it is)?"
    r"|stand by)\s(?:with\s|for\s)?"
    r"|^[\W_]*(?:let's\s)?(?:choose|pick|select|go with|vote for)\s|\b(?:my|our)\svote\s(?:goes to|is for|is)\s",
    re.IGNORECASE,
)
_BEFORE = r"(?:^[\W_]*|[,:]\s|\b(?i:so|thus|hence|therefore|then|that|think|believe|conclude|say|but|now)\s)"
_IS_CORRECT = re.compile(
    rf"{_BEFORE}(?:(?P<worded>(?i:option|answer|choice|letter)\s[(*\"]*[A-Z][)*\"]*|[(*\"]*[A-Z]\)[*\"]*"
    rf"|[(*\"]*[A-Z][*\"]*(?=[:,]|\s\())"
    rf"(?:[,:]?\s\(?(?:(?!\b(?:but|or|and|not|if|while|option|answer)\b)[^.!?\n()]){{1,100}}\)?)??"
    rf"|(?P<alone>[*\"]*[A-Z][*\"]*)),?(?i:\s{_SURELY}{_BE}\s{_SURELY}(?:the\s)?"
    r"(?:(?:only|most|single|clearly|likely)\s)*(?:correct|right|best|accurate|true|answer|appropriate)\b(?:\s(?:answer"
    r"|option|choice|one|letter)\b)?"
    r"(?!\s*(?:if|only|unless|about|either|or|in that)\b))"
)
_IS_ANSWER = re.compile(
    rf"{_BEFORE}(?P<phrase>[^,;:]{{1,60}}?)\s{_BE}\s{_SURELY}(?:the|my|our)\s(?:final\s|correct\s"
    rf"|right\s)?answer\b(?!\s*(?:if|only|unless|to)\b)"
)
_CONCLUDED = re.compile(
    r"^[\W_]*(?:in\s)?(?:conclusion|summary|verdict|decision|result|short|thus|therefore|so|hence|final|finally|overall)[*_\s]*"
    r"(?::[\s*_]*(?=.{1,30}$)|,[\s*_]*(?=\(?\w+\W*$))",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"^[\W_]*(?!(?i:answer|final|conclusion|therefore|thus|so|result|verdict|explanation|reason|reasoning|step|note|summary"
    r"|option|solution"
    r"|decision|overall|hence|choice|my|in|the|correct|justification|analysis)\b)[A-Z][a-z]+(?:\s[A-Z0-9]\w*)?\s?[*_]*:"
)
_UNSURE_OF_LETTER = re.compile(r"\b(?:not|n't|nor|neither|or|and|if|than|while|but|because)\b|n't\b", re.IGNORECASE)
_CLAIM = re.compile(
    rf"\b(?:the|this|that)\s(?:given\s|above\s)?(?:statement|claim|assertion|proposition|hypothesis)\s{_SURELY}{_BE}\s{_SURELY}",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?i:if|whether|unless|who|they|he|she|others?|agents?|wonder|disagree|doubt|according|would have|suppose|assuming"
    r"|says|said|thinks"
    r"|thought"
    r"|believes|claims?|claimed|argues?|argued|suggests|suggested|states|stated|answers|answered|told|tells|wrote|feels"
    r"|insists|maintains|you)\b"
    r"|(?<!\w)(?!(?:It|That|Let|Here|There|What|He|She|I|We)')[A-Z]\w*'s\b"
)
_DENIED = re.compile(r"\b(?:not|never|nor|neither|cannot)\b|n't\b", re.IGNORECASE)
_SO = re.compile(
    r".*\b(?:so|thus|hence|therefore|consequently|you are (?:right|correct)|you're (?:right|correct)|which means|conclude|but"
    r"|however|yet|(?:is|are|am) (?:right"
    r"|correct) (?:that|in saying|to say))\b",
    re.IGNORECASE | re.DOTALL,
)


def is_one_sentence(text: str) -> bool:
    """Return whether a text ends with its first sentence."""
    return _SENTENCE_END.search(text.rstrip()) is None


def statements(text: str, begin: int, kind: Kind) -> Iterator[Place]:
    """Yield from the last to the first the sentences after `begin` that may state an answer in the responder's own voice."""
    ends = [begin, *(found.end() for found in _SENTENCE_END.finditer(text, begin)), len(text)]
    for at, end in list(pairwise(ends))[: -_MOST_SENTENCES - 1 : -1]:
        sentence = text[at:end].strip()
        is_read = 0 < len(sentence) <= _LONGEST_SENTENCE and not sentence.endswith("?") and not _SPEAKER.match(sentence)
        if is_read and (phrases := list(_find_stated(sentence, kind))):
            yield Place(at, phrases)


def _find_stated(sentence: str, kind: Kind) -> Iterator[str]:
    """Yield the words in which a sentence may state an answer."""
    for pattern in _PATTERNS.get(kind, ()):  # a transcript from elsewhere may name any kind
        for found in reversed(list(pattern.finditer(sentence))):
            is_thing = pattern is _IT_IS and _THING.match(sentence, found.end())
            if not is_thing and _is_own(sentence[: found.end()]):
                yield sentence[found.end() :]
    for found in reversed(list((_IS_CORRECT if kind == "choice" else _IS_ANSWER).finditer(sentence))):
        name = found.lastgroup or "phrase"
        is_one = kind != "choice" or not _UNSURE_OF_LETTER.search(sentence, found.end(name), found.end())
        if is_one and _is_own(sentence[: found.start(name)]):
            yield found[name] + (sentence[found.end() :] if kind == "choice" else "")


_PATTERNS = {
    "choice": (_IS, _IT_IS, _CHOOSE, _CONCLUDED),
    "number": (_IS, _CHOOSE, _CONCLUDED),
    "yes_no": (_IS, _IT_IS, _CHOOSE, _CONCLUDED, _CLAIM),
    "text": (_IS,),
}


def _is_own(before: str) -> bool:
    """Return whether what stands before an answer leaves it the responder's own: no condition, denial or other speaker."""
    before = before[found.end() :] if (found := _SO.match(before)) else before
    return not _OTHERS.search(before) and not _DENIED.search(re.split("[,;]", before)[-1])
