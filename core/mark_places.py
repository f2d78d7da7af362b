"""Where a mark stands in a reply: in code, in quotes or in the middle of a sentence it is text about marks, else it is one."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from woozle.core.reply_marks import FINAL_ROLES, OTHER_ROLES, OWN_ROLES, Kind, is_reasoning

_NEAR = 200  # characters of a line that are looked at after a mark
_FAR = 120  # characters of a header
_SETTLED = re.compile(r"[^\s'’s\\.!?{(…<\[]|[.!?{(…<\[].{40}|['’]?s?(?:[ \t]++(?:[^\w\s]|\w++\W)|[^\s'’s\\.!?{(…<\[])")
_AFTER_WORD = re.compile(r"(?:\b(?:[a-z]{2,}|I)|[,;(\[|–—-])[ \t]+\Z|[(\[|]\Z")
_IN_SENTENCE = re.compile(r"[\w,;(\[|–—-][ \t]+\Z|[(\[|]\Z")
_SENTENCE_GOES_ON = re.compile(r"[,.;:!?)\]]|[ \t]*\||[ \t]+(?:[a-z0-9(]|\Z)|\Z")
_PUNCTUATED = re.compile(r"[,;:)\]]|[.!?](?!\.)(?:\s|\Z)|[ \t]*\|")
_GAP = re.compile(r"[ \t(|]\Z")
_BULLET = re.compile(r"\A[ \t]*(?:[*+•-]|\d+[.)])[ \t]+\Z")
_BEFORE_SLOT = re.compile(r"[ \t(|`\"'}]\Z")
_SLOT = r"(?:\.{3}|…|\(?\.[*+]\??\)?|\{{1,2}[\w ]{0,24}\}{1,2})"
_SLOT_AFTER, _EMPTY_AFTER = re.compile(rf"{_SLOT}(?:[<\[]|\W|\Z)"), re.compile(rf"{_SLOT}?(?:</|\[/)")
_AFTER_SLOT = re.compile(rf"[>\]]{_SLOT}?\Z")
_NOUN = re.compile(
    r"['’]?s?[ \t]+(?:tags?|tokens?|blocks?|mark(?:er)?s?|elements?|sections?|is|are|was|were|and|or|means?|in|at)\b"
)
_NAMED = re.compile(  # words before a tag that is talked about
    r"\b(?:(?-i:an?)|the|this|that|its?|their|with|by|in|on|and|or|of|to|for|from|as|is|are|than|like|until|till|after|before|at|no|without"
    r"|when|where|why|what|which|how|if|then|not|only|also|just|one|each|every|any|both|into|onto|around|between|behind|via|do(?:es)?|did"
    r"|has|have|had|can|will|see[sn]?|say(?:s|ing)?|said|writ\w+|wrote|us(?:e[sd]?|ing)|put(?:s|ting)?|emit\w*|print\w*|add\w*|call\w*"
    r"|clos\w+|open\w*|end(?:s|ing)?|miss\w*|find(?:s|ing)?|look\w*|split\w*|hit(?:s|ting)?|reach\w*|forget\w*|lack\w*|drop\w*"
    r"|skip\w*|tokens?|tags?|first|last|final|stray|orphan\w*|literal\w*)[ \t]+\Z",
    re.IGNORECASE,
)
_OPENING_QUOTE = re.compile(r"(?:\A|[\s(\[:{,=])(?:[`\"'“‘«]|\\\"|\*\*?|__?)\Z")
_CLOSING_QUOTE = re.compile(r"[`\"'”’»*_]|\\\"")
_GENERIC, _AFTER_TYPE = re.compile(r"<[A-Z][a-z]"), re.compile(r"[ \t]+[a-z]|[,.;()>&*{]")
_LINE = 60  # characters of a line that are looked at before a mark


class Place:
    """The place up to which text was said: the line before it, and whether it is in code or quotes."""

    def __init__(self) -> None:
        self._new: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self._new.clear()
        self._tail = ""
        self._is_fenced = self._has_tick = self._has_brace = False
        self._quote = ""

    def restart(self) -> None:
        """Begin a separate line after a mark; inside a value of JSON go on there."""
        self._fold()
        if self._quote != "json":
            self._begin()

    def add(self, text: str) -> None:
        self._new.append(text)

    @property
    def line(self) -> str:
        """The end of the line before this place."""
        self._fold()
        return self._tail.rpartition("\n")[2]

    @property
    def is_fenced(self) -> bool:
        self._fold()
        return self._is_fenced

    @property
    def has_quote(self) -> bool:
        """Whether code or a quotation has begun on this line, and may end on it."""
        self._fold()
        return self._has_tick or self._quote not in ("", "json")

    @property
    def begins_json_text(self) -> bool:
        """Whether a value of JSON has just begun."""
        self._fold()
        return self._quote == "json" and self._tail.endswith('"')

    def is_quoted(self, after: str) -> bool:
        """Return whether this place is in code or quotes. after: the rest of its line."""
        self._fold()
        if self._is_fenced or self._quote == "json":
            return True
        return bool(self._has_tick and "`" in after) or bool(self._quote and self._quote in after)

    def _fold(self) -> None:
        """Take in what was added. Only where there is a mark, so that it makes no difference in which pieces a text comes."""
        if not self._new:
            return
        text = self._tail + "".join(self._new)
        for sign in _PUNCTUATION.finditer(text, len(self._tail)):
            self._see(sign, text)
        self._new.clear()
        self._tail = text[-_LINE:]

    def _see(self, sign: re.Match[str], text: str) -> None:
        match sign[0]:
            case "\n":
                self._has_tick, self._quote = False, ""
            case each if each.strip()[:3] in ("```", "~~~"):
                self._is_fenced = not self._is_fenced
            case _ if self._is_fenced:
                pass
            case "`":
                self._has_tick = not self._has_tick
            case "{":
                self._has_brace = True
            case '"' | "”" if self._quote:
                self._quote = ""
            case '"' | "“" as quote if _OPENING_QUOTE.search(text, max(0, sign.start() - 1), sign.end()):
                before = text[max(0, sign.start() - 9) : sign.start()].rstrip()[-1:]
                is_value = quote == '"' and self._has_brace and before in ("{", "[", ",", ":")
                self._quote = "json" if is_value else {"“": "”"}.get(quote, quote)


_PUNCTUATION = re.compile(r"^[ \t]{0,3}(?:```|~~~)|(?:```|~~~)[ \t]*$|\\.|[`\"“”\n{]", re.MULTILINE | re.DOTALL)


class Mark(NamedTuple):
    """A mark in a reply. after: the rest of its line, or the beginning of that."""

    kind: Kind
    found: re.Match[str]
    after: str

    @property
    def text(self) -> str:
        return self.found[0]

    @property
    def name(self) -> str:
        return self.found[self.found.lastgroup or 0].strip("/ \t").lower()

    @property
    def is_token(self) -> bool:
        return self.found.lastgroup not in ("tag", "bracket", "arrow")

    def is_between_quotes(self, before: str) -> bool:
        """Return whether quotes or signs of code stand right before and after it."""
        return bool(_OPENING_QUOTE.search(before) and _CLOSING_QUOTE.match(self.after))

    def is_reasoning_in(self, place: Place) -> bool:
        """Return whether it opens reasoning at the start of a value of JSON, as if that were a reply."""
        is_open = self.kind == "open" and self.after[:1] != '"' and not _NOUN.match(self.after)
        return is_open and place.begins_json_text

    @property
    def is_header(self) -> bool:
        """Whether it is a special token that begins a text or a turn of the model, which any words may follow."""
        return self.is_token and self.kind in ("own", "begin", "header", "header end")

    @property
    def is_words(self) -> bool:
        return self.found.lastgroup in ("words", "channel")

    @property
    def may_be_words(self) -> bool:
        """Whether it needs its other end to count: `[thinking]` can be a stage direction, `[ANALYSIS]` a heading."""
        is_think = self.found.lastgroup == "bracket" and self.found["bracket"] in ("THINK", "THINKING")
        return self.found.lastgroup == "bracket" and (not is_think or _LOWER.match(self.after) is not None)


_AFTER_ITEM = re.compile(r"\Z|[ \t]*[–—=:-]")
_LOWER = re.compile(r"[ \t]+[a-z]|[:(]")


def read_mark(kind: Kind, found: re.Match[str], text: str) -> Mark:
    """Return a mark that was found in a text, with the line after it."""
    return Mark(kind, found, text[found.end() : found.end() + _NEAR].partition("\n")[0])


def is_said(mark: Mark, place: Place) -> bool:
    """Return whether a mark is text about marks, by the line that it stands in."""
    line, after = place.line, mark.after
    if place.is_quoted(after) or mark.is_between_quotes(line):
        return True
    if mark.is_words:
        return False
    slot = _EMPTY_AFTER if mark.kind == "open" else _SLOT_AFTER
    if (_GAP.search(line) and _PUNCTUATED.match(after)) or (_BEFORE_SLOT.search(line) and slot.match(after)):
        return True
    goes_on = _SENTENCE_GOES_ON.match(after)
    match mark.kind:
        case "close":
            is_listed = _BULLET.match(line) or _AFTER_SLOT.search(line)
            return bool(is_listed or _NOUN.match(after) or (after and goes_on and _NAMED.search(line)))
        case "open":
            is_type = line[-1:].isalnum() and (_GENERIC.match(mark.text) or _AFTER_TYPE.match(after))
            is_listed = _BULLET.match(line) and _AFTER_ITEM.match(after)
            is_in_sentence = goes_on and (_NAMED.search(line) or _AFTER_WORD.search(line))
            return bool(is_type or is_listed or is_in_sentence or mark.may_be_words or _NOUN.match(after))
    if not line and not mark.is_header and (_NOUN.match(after) or (mark.kind == "end" and _LOWER.match(after))):
        return True
    return bool((after and goes_on and _IN_SENTENCE.search(line)) or (not after and _NAMED.search(line)))


def is_settled(kind: Kind, text: str, at: int, *, is_thinking: bool, is_quoted: bool) -> bool:
    """Return whether enough follows a mark to tell where it stands, so that more makes no difference."""
    after = text[at : at + _NEAR]
    if "\n" in after or len(after) == _NEAR:
        return True
    if kind == "header":
        return not is_quoted and (len(after) >= _FAR or _ANY_HEADER_END.search(after) is not None)
    if is_thinking:
        return len(after) > 1
    return not is_quoted and _SETTLED.match(after) is not None


# The header of a message

_HEADER_END = r"<\|(?:message|end_header_id|header_end|im_middle|im_sep|end_of_role|role_end|sep)\|>"
_HEADER = re.compile(
    rf"[ \t]*+(?P<role>[A-Za-z]++)?[^<\n]{{0,60}}(?:<\|constrain\|>[^<\n]{{0,30}})?{_HEADER_END}"
    r"|[ \t]*+(?P<alone>[A-Za-z]++)[ \t]*+(?:\n|(?=<)|\Z)"
    r"|[ \t]*+(?P<channel>analysis|commentary|final|thought)\b[ \t]*+"
)
_ANY_HEADER_END = re.compile(_HEADER_END)


class Header(NamedTuple):
    """The header of a message. role: what it begins; empty if it does not say."""

    role: Literal["thoughts", "answer", "own", "other", ""]
    end: int


def read_header(found: re.Match[str], text: str) -> Header:
    """Read what follows a token that begins a message: `assistant\\n`, `analysis<|message|>`."""
    begin = found.end()
    header = _HEADER.match(text, begin, begin + _FAR)
    if header is None:
        return Header("", begin)
    word = (header["role"] or header["alone"] or header["channel"] or "").lower()
    if is_reasoning(word) or word == "commentary":
        return Header("thoughts", header.end())
    if word in FINAL_ROLES:
        return Header("answer", header.end())
    if word in OWN_ROLES or word in OTHER_ROLES:
        return Header("own" if word in OWN_ROLES else "other", header.end())
    return Header("", begin if header["alone"] else header.end())
