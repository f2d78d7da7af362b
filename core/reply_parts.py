"""The parts of models' replies: what was thought, what was said, and what follows the end of their turn.

The only place that takes marks out of replies, whole or growing, of servers and of models in this process. A mark counts where it
stands as one. In code, in quotes or in the middle of a sentence it is text about marks, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.mark_places import Header, Mark, Place, is_said, is_settled, read_header, read_mark
from woozle.core.reply_marks import Kind, find_mark, half_mark, kind_of


class ReplyParts(NamedTuple):
    """The parts of a whole reply. rest: what was dropped since its turn was over, with the token that ends it."""

    text: str
    thoughts: str
    rest: str


Piece: TypeAlias = tuple[Literal["text", "thoughts", "retraction"], str]
"""A piece of a growing reply. A retraction means that all the text so far was thought."""


def split_reply(text: str) -> ReplyParts:
    """Split a whole reply into its parts."""
    if not _may_have_marks(text):
        return ReplyParts(text, "", "")
    splitter = ReplySplitter()
    said: list[str] = []
    thought = [""]
    for kind, piece in (*splitter.feed(text), *splitter.end()):
        match kind:
            case "thoughts":
                thought[-1] += piece
            case "text":
                said.append(piece)
                thought.append("")
            case "retraction":
                thought += ["".join(said), ""]
                said.clear()
    thoughts = "\n".join(filter(None, map(str.strip, thought)))
    whole = "".join(said)
    return ReplyParts(unwrap(whole) if splitter.has_reasoned else whole, thoughts, "".join(splitter.rest))


def said_and_thought(text: str, reasoning: str) -> tuple[str, str]:
    """Return what a model said and what it thought: what its server told apart from the text, and what the text holds."""
    parts = split_reply(text)
    thoughts = "\n".join(filter(None, (reasoning, parts.thoughts)))
    return (parts.text.strip() if parts.thoughts or parts.rest else parts.text), thoughts


def _may_have_marks(text: str) -> bool:
    if _BEGINNING.match(text):
        return True
    if not ("<" in text or "[" in text or "◁" in text or "＜" in text or "&lt;" in text or "\\u003" in text):
        return False
    at = 0
    while found := find_mark(text, at, has_words=False):
        if kind_of(found):
            return True
        at = found.end()
    return _HALF_TOKEN.search(text, max(0, len(text) - _LONGEST_HALF)) is not None


_BEGINNING = re.compile(r"\s*+(?:assistant|analysis|commentary|final|here(?:['’]s| is) my thought|thinking\.\.\.)", re.IGNORECASE)

_WRAPPERS = "response|output|reply|result|answer|solution|conclusion|final(?:_?(?:answer|response|output))?"
_WRAPPED = re.compile(rf"\s*+<({_WRAPPERS})>(.*)</\1>\s*", re.DOTALL | re.IGNORECASE)
_HALF_WRAPPED = re.compile(r"\s*+<(?:response|output|reply)>", re.IGNORECASE)
_PROSE = re.compile(r"[.!?:]\s|\n|[{\\]")


def unwrap(text: str) -> str:
    """Return text that follows reasoning without tags around all of it, `<response>...</response>`. Around a few words they stay:
    `<answer>B</answer>` says where the answer stands.
    """
    if found := _WRAPPED.fullmatch(text):
        return found[2] if _PROSE.search(found[2].strip()) or _HALF_WRAPPED.match(text) else text
    half = _HALF_WRAPPED.match(text)
    return text[half.end() :] if half and "</" not in text else text


# How a reply begins where its tokens were left out

_INVISIBLE = re.compile(r"\s*+[\ufeff\u200b-\u200d\u2060]++\s*+")  # a byte order mark, and spaces without a width
_ROLE_LINE = re.compile(r"\s*+assistant(?:[ \t]*+\r?\n\s*+|(?=analysis|commentary|<\|))")
_CHANNEL_WORD = re.compile(r"\s*+(?:analysis|commentary)(?:\s*+(?=<\|message\|>)|(?=[^\s.,:;!?'’)\-–—<])|(?=\s))")
_FINAL_WORD = re.compile(r"\s*+(?:assistantfinal|final(?=<\|message\|>))")
_PROCESS = re.compile(r"\s*+(?:Here(?:['’]s| is) my thought process:|Thinking\.\.\.\n)", re.IGNORECASE)
_BEGUN = re.compile(r"assistant(?:\s*+|<)|(?:analysis|commentary|final)\s*+(?:<(?:\|(?:m(?:e[a-z]{0,5}\|?)?)?)?)?")
_BEGINNINGS = (
    *("assistantfinal", "assistantanalysis", "assistantcommentary", "analysis", "commentary", "final"),
    *("here is my thought process:", "here's my thought process:", "here’s my thought process:", "thinking...\n"),
)


class ReplySplitter:
    """A reply that grows, split into its parts. However it is cut into pieces, the parts are the same.

    Args:
        is_thinking: Whether the prompt has begun its reasoning.
    """

    def __init__(self, *, is_thinking: bool = False) -> None:
        self.rest: list[str] = []
        self._held = ""
        self._is_new = not is_thinking
        self._has_words = False  # whether words are marks, where tokens were left out
        self._state: Literal["text", "thoughts", "others", "over"] = "thoughts" if is_thinking else "text"
        self._open: list[str] = []  # names of the marks that opened reasoning
        self._is_message = False  # whether reasoning ends with its message
        self._is_value = False  # whether it stands in a value of JSON
        self._thought = ""  # the last characters of it
        self._place = Place()
        self._has_said = False
        self._is_final = False  # whether it is known that the answer has begun
        self._withheld: list[str] | None = None  # text that may turn out to be thought
        self._is_struck = False
        self._tokens = ""  # text that does not count if nothing follows
        self._fenced: list[str] | None = None  # the text since a closing mark in code

    def feed(self, text: str) -> Iterator[Piece]:
        """Yield the pieces that are certain now."""
        text, self._held = self._held + text, ""
        yield from self._read(text, is_end=False)

    def end(self) -> Iterator[Piece]:
        """Yield what is left once the reply is complete."""
        text, self._held = self._held, ""
        half = _HALF_TOKEN.search(text)
        yield from self._read(text[: half.start()] if half else text, is_end=True)
        if self._fenced is not None and self._place.is_fenced:  # code that never ended was none
            text = "".join(self._fenced)
            yield "retraction", ""
            yield "text", text
        elif self._withheld:
            yield "text", "".join(self._withheld)
        self.rest += [self._tokens, half[0] if half else ""]

    @property
    def is_thinking(self) -> bool:
        return self._state == "thoughts"

    @property
    def has_reasoned(self) -> bool:
        """Whether its answer has begun after reasoning or a header that says so."""
        return self._is_final

    def _read(self, text: str, *, is_end: bool) -> Iterator[Piece]:
        at = 0
        if self._is_new:
            if not is_end and _may_begin(text):
                self._held = text
                return
            self._is_new = False
            at = self._begin(text)
        seen = at
        while found := find_mark(text, seen, has_words=self._has_words):
            kind = kind_of(found) or self._closing(found)
            if kind is None:
                seen = found.end()
                continue
            yield from self._take(text[at : found.start()])
            at = found.start()
            is_quoted = self._place.has_quote
            if not is_end and not is_settled(kind, text, found.end(), is_thinking=self.is_thinking, is_quoted=is_quoted):
                self._held = text[at:]
                return
            at = seen = yield from self._pass(read_mark(kind, found, text), text)
        end = len(text) if is_end else half_mark(text, seen, has_words=self._has_words)
        yield from self._take(text[at:end])
        self._held = text[end:]

    def _closing(self, found: re.Match[str]) -> Kind | None:
        """Return the kind of a tag that closes reasoning only because one of its name, `<details type="reasoning">`, opened it."""
        name = found["tag"] or ""
        return "close" if name.startswith("/") and name[1:].strip().lower() in self._open else None

    def _begin(self, text: str) -> int:
        """Return where a reply begins, after words that were a header before its tokens were left out."""
        at = start.end() if (start := _INVISIBLE.match(text)) else 0
        if line := _ROLE_LINE.match(text, at):
            at = line.end()
        if final := _FINAL_WORD.match(text, at):
            return final.end()
        if channel := _CHANNEL_WORD.match(text, at):
            self._has_words = True
            is_sure = not text[channel.end() : channel.end() + 1].isspace()
            if not is_sure:
                self._withheld = []
                return at
            self._state, self._is_message = "thoughts", True
            return channel.end()
        if _PROCESS.match(text, at):
            self._has_words = True
            self._withheld = []
        return at

    # Text between marks

    def _take(self, text: str) -> Iterator[Piece]:
        match self._state:
            case "text":
                yield from self._say(text)
            case "thoughts":
                yield from self._think(text)
            case _:
                self.rest.append(text)

    def _say(self, text: str) -> Iterator[Piece]:
        if not text:
            return
        if self._tokens:
            if text.isspace():
                self._tokens += text
                return
            text, self._tokens = self._tokens + text, ""
        self._has_said = self._has_said or not text.isspace()
        self._place.add(text)
        if self._fenced is not None:
            self._fenced.append(text)
        if self._withheld is None:
            yield "text", text
        else:
            self._withheld.append(text)

    def _think(self, text: str) -> Iterator[Piece]:
        if self._is_value and (end := _END_OF_VALUE.search(self._thought[-1:] + text, len(self._thought[-1:]))):
            cut = end.start() - len(self._thought[-1:])
            self._answer()
            yield "thoughts", text[:cut]
            yield from self._say(text[cut:])
        elif text:
            self._thought = (self._thought + text)[-_LONGEST_HALF:]
            yield "thoughts", text

    # Marks

    def _pass(self, mark: Mark, text: str) -> Generator[Piece, None, int]:
        """Pass a mark, and return where the text goes on."""
        end = mark.found.end()
        if mark.kind == "header":
            header = read_header(mark.found, text)
            is_passed = yield from self._pass_header(mark, header)
            return header.end if is_passed else end
        match self._state:
            case "thoughts":
                yield from self._in_thoughts(mark)
            case "text":
                yield from self._in_text(mark)
            case state:
                is_answer = mark.kind == "answer" and not self._is_final
                if (state == "others" and mark.kind == "own") or is_answer:
                    yield from self._retract()
                else:
                    self.rest.append(mark.text)
        return end

    def _in_thoughts(self, mark: Mark) -> Iterator[Piece]:
        is_quoted = mark.is_between_quotes(self._thought)
        match mark.kind:
            case "open" | "close" if is_quoted:
                yield from self._think(mark.text)
            case "open":
                if mark.name not in self._open:
                    self._open.append(mark.name)
            case "close":
                self._open = self._open[: self._open.index(mark.name)] if mark.name in self._open else []
                if not self._open:
                    self._answer()
            case "answer":
                self._answer()
            case "end" | "own" | "begin" if self._is_message:
                self._state = "text"
                self._place.restart()
            case "other" if self._is_message:
                self._state = "others"
            case "token":
                yield from self._think(mark.text)

    def _in_text(self, mark: Mark) -> Iterator[Piece]:
        is_words = is_said(mark, self._place)
        if mark.text.lower() in ("<s>", "</s>") and self._has_said and (mark.kind == "begin" or self._is_struck):
            self._is_struck = mark.kind == "begin"  # HTML's way to strike words out
            yield from self._say(mark.text)
            return
        match mark.kind:
            case "open" if mark.is_reasoning_in(self._place):
                self._muse(mark, is_value=True)
            case "open" if not is_words:
                yield from self._give_back()
                self._muse(mark)
            case "open":
                is_code = self._place.is_quoted(mark.after) or self._place.line[-1:] in "`\"'“‘"
                if not is_code and self._withheld is None:
                    self._withheld = []
                yield from self._say(mark.text)
            case "close" if not is_words:
                yield from self._retract()
            case "close":
                yield from self._say(mark.text)
                if self._place.is_fenced:
                    self._fenced = []
            case "answer" if not is_words and (not self._has_said or not self._is_final):
                yield from self._retract()
            case "answer" | "wrap" if not is_words:
                pass
            case "token" | "header end" if not self._has_said and not is_words:
                pass
            case _ if is_words or mark.kind in ("token", "header end", "answer", "wrap"):
                self._tokens += mark.text
            case "other" if not self._has_said:
                self._state = "others"
            case _ if self._has_said:
                self._end_turn(mark)

    def _pass_header(self, mark: Mark, header: Header) -> Generator[Piece, None, bool]:
        """Pass the header of a message, and return whether it is one: a token that is only quoted is none."""
        if self._state == "text" and (self._place.is_quoted(mark.after) or (not header.role and is_said(mark, self._place))):
            self._tokens += mark.text
            return False
        is_bound = self._state == "thoughts" and not self._is_message  # to a tag, which has to close
        if header.role == "answer" and not (self._is_final and self._has_said):
            if self._state == "thoughts":
                self._answer()
            else:
                yield from self._retract()
        elif is_bound or self._state == "over":
            pass
        elif header.role == "thoughts":
            yield from self._give_back()
            self._muse(mark)
        elif self._state == "text" and self._has_said:
            if header.role or mark.name not in ("channel", "constrain"):
                self._end_turn(mark)
        elif header.role:
            self._state = "others" if header.role == "other" else "text"
        return True

    def _muse(self, mark: Mark, *, is_value: bool = False) -> None:
        self._state, self._open, self._thought = "thoughts", [mark.name], ""
        self._is_message, self._is_value = mark.is_token, is_value

    def _answer(self) -> None:
        """Begin the answer, after reasoning or a header."""
        self._state, self._is_final, self._is_message, self._open = "text", True, False, []
        self._is_value = False
        self._place.restart()

    def _retract(self) -> Iterator[Piece]:
        """Begin the answer, since all before it turned out to be thoughts."""
        withheld, self._withheld = self._withheld, None
        self._tokens, self._fenced, self._has_said = "", None, False
        self._place = Place()
        self._answer()
        yield "retraction", ""
        if withheld:
            yield "thoughts", "".join(withheld)

    def _give_back(self) -> Iterator[Piece]:
        withheld, self._withheld = self._withheld, None
        if withheld:
            yield "text", "".join(withheld)

    def _end_turn(self, mark: Mark) -> None:
        self.rest += [self._tokens, mark.text]
        self._tokens, self._state = "", "over"


_LONGEST_HALF = 50
_HALF_TOKEN = re.compile(r"<[|｜][\w▁]{1,40}[|｜]?\Z")
_END_OF_VALUE = re.compile(r'(?<!\\)"')


def _may_begin(text: str) -> bool:
    """Return whether a text may go on as a reply does whose tokens were left out."""
    start = _INVISIBLE.match(text)
    line = _ROLE_LINE.match(text, start.end() if start else 0)
    said = text[line.end() if line else start.end() if start else 0 :].lstrip().lower()
    return any(beginning.startswith(said) for beginning in _BEGINNINGS) or _BEGUN.fullmatch(said) is not None
