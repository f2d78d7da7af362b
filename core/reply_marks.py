"""Marks in models' replies, by their shapes and names: reasoning, channels, and tokens that end a turn or begin another.

Model families mark these in dozens of ways, and servers pass the marks on where they have no parser for them. So a mark is known by
the words of its name, not by a list. Where one stands decides whether it marks anything, see `reply_parts`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

_NAME = r"[\w▁.:/ -]{1,48}"
_ATTRIBUTES = r"(?:[ \t]++[\w:-]++(?:[ \t]*+=[ \t]*+(?:\"[^\"<>\n]*+\"|'[^'<>\n]*+'|[^\s\"'<>]++))?+){0,8}+"
_OPENER, _CLOSER = r"(?:[<＜]|&lt;|\\u003[cC])", r"(?:[>＞]|&gt;|\\u003[eE])"
_MARK = re.compile(
    rf"{_OPENER}[|｜](?P<special>{_NAME})[|｜]?{_CLOSER}|<(?P<closing>{_NAME})\|>|\[\|(?P<boxed>{_NAME})\|\]"
    rf"|{_OPENER}[ \t]*+\\?(?P<tag>/?[ \t]*+[A-Za-z][\w:.-]{{0,40}}){_ATTRIBUTES}[ \t]*+/?{_CLOSER}"
    r"|\[(?P<bracket>/?[A-Za-z_]{2,24}\d{0,3})\]|(?P<minimax>\[e~\[)|◁(?P<arrow>/?[\w ]{1,40})▷"
)
_WORDS = re.compile(
    r"assistant(?P<channel>final|analysis|commentary)(?:[ \t]to=\S{1,60})?"
    r"|(?P<words>here(?:['’]s| is) my response:|\.\.\.done thinking\.)",
    re.IGNORECASE,
)
_SIGN, _SIGN_OR_WORD = re.compile(r"<|\[|◁|＜|&|\\"), re.compile(r"<|\[|◁|＜|&|\\|assistant|Here|here|\.\.\.done")
_HALF = re.compile(r"(?:[<＜]|&lt;|\\u003[cC])[^<>＜＞\n]{0,200}|&l?t?|\\(?:u0{0,2}3?)?|\[[^\[\]\n]{0,50}|◁[^▷\n]{0,50}")
_PHRASES = (
    *("assistantfinal", "assistantanalysis", "assistantcommentary"),
    *("here's my response:", "here’s my response:", "here is my response:", "...done thinking."),
)
_HALVES = sorted({phrase[:size] for phrase in _PHRASES for size in range(1, len(phrase))}, reverse=True)
_HALF_WORDS = re.compile(rf"(?:{'|'.join(map(re.escape, _HALVES))})\Z", re.IGNORECASE)
_LONGEST = 200  # characters of a mark
Kind: TypeAlias = Literal["open", "close", "answer", "wrap", "header", "header end", "own", "other", "end", "begin", "token"]
"""open, close: reasoning. answer: the answer begins. wrap: around a part of the answer. header: of a message; header end: its end.
own, other: a turn of the model, of another speaker. end: of a turn. begin: of a text. token: unknown.
"""

_REASONING = re.compile(
    r"\w*(?:think|thinking|thinks|thoughts?|reasoning|reflect|reflections?|scratchpad|monologue|rationale|analysis)|cot|reason|scratch"
    r"|(?:deliberat|contemplat|introspect|ponder|musing|brainstorm|ruminat|cogitat|analy[sz]ing)\w*|planning"
    r"|\w*(?:think|thought|thinking|reasoning)(?:end|stop|start|begin)"
)
_PRIVATE = frozenset({"inner", "internal", "private", "hidden", "silent"})
_END_WORD = re.compile(r"end\w*|\w+end|stop|close|finish|suffix")
_ANSWERS = frozenset({"response", "answer", "solution", "final", "content", "reply", "output", "conclusion"})
_HEADERS = frozenset(
    {"imstart", "start", "begin", "channel", "constrain", "turn", "turnstart", "startofturn", "startheader", "headerstart"}
    | {"startofrole", "rolestart"}
)
_HEADER_ENDS = frozenset({"message", "endheader", "headerend", "endofrole", "immiddle", "imsep", "sep"})
_END = re.compile(
    r"(?:im|turn|role|assistant|user|message|msg|response|text|sentence|document|chat|conversation)?end"
    r"|end(?:of)?(?:text|turn|sentence|document|message|msg|response|utterance|prompt|sequence|conversation|dialogue?|assistant|user"
    r"|system|im|chat|s|file|generation|output|reply)?|eo[a-z]{1,2}|return|call|stop|done|flush|es"
)
_BEGIN = frozenset({"bos", "beginoftext", "startoftext", "beginofsentence", "startofsentence", "s"})
_PLAIN = re.compile(
    r"[be]os(?:_token)?|sop|pad|unk|mask|cls|sep|eo[tmdahp]|e_s|end|stop|im_(?:start|end)|(?:start|begin|end)_?of_?\w+|end_?text|\w+:[be]os"
    r"|(?:unused(?:_token_)?|extra_id_|special_|reserved_?\w{0,20}?|ctrl)\d+",
    re.IGNORECASE,
)
_INSTRUCTIONS: Mapping[str, Kind] = {"INST": "other", "/INST": "own"}
_CAPITALS = frozenset({"EOS", "BOS", "PAD", "SEP", "UNK", "CLS", "MASK", "EOT", "EOM", "EOD", "gMASK"})
_NUMBERED: Mapping[str, Kind] = {  # MedGemma's, Gemini's and InternLM's
    **dict.fromkeys(("unused94", "ctrl94"), "open"),
    **dict.fromkeys(("unused95", "ctrl95"), "close"),
    "unused_token_145": "end",
    "unused_token_146": "header",
}
_COMMON = frozenset({"end", "stop"})  # too common as tags to end a turn before the end of the text
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\W_▁]+")

OWN_ROLES = frozenset({"assistant", "model", "chatbot", "bot", "ai", "gpt"})
OTHER_ROLES = frozenset(
    {"user", "human", "system", "tool", "function", "observation", "environment", "developer", "ipython", "prompter"}
)
FINAL_ROLES = frozenset({"final", "answer", "response", "content"})


@lru_cache(2048)
def _words(name: str) -> tuple[str, ...]:
    return tuple(filter(None, _SEPARATORS.split(_CAMEL.sub("_", name).lower())))


@lru_cache(2048)
def is_reasoning(name: str) -> bool:
    """Return whether a name is one for reasoning: `think`, `inner_monologue`, `analysis`."""
    words = _words(name)
    return any(map(_REASONING.fullmatch, words)) or (len(words) > 1 and words[0] in _PRIVATE)


def find_mark(text: str, at: int, *, has_words: bool) -> re.Match[str] | None:
    """Return the next mark, or text that looks like one. has_words: whether words may be marks, as their tokens were left out."""
    signs = _SIGN_OR_WORD if has_words else _SIGN
    while sign := signs.search(text, at):
        if found := _MARK.match(text, sign.start()) or (_WORDS.match(text, sign.start()) if has_words else None):
            return found
        at = sign.start() + 1
    return None


def half_mark(text: str, at: int, *, has_words: bool) -> int:
    """Return where a mark begins that is not complete at the end of a text; the length of the text without any."""
    found = len(text)
    for sign in _SIGN.finditer(text, max(at, len(text) - _LONGEST)):
        if _HALF.fullmatch(text, sign.start()):
            found = sign.start()
            break
    words = _HALF_WORDS.search(text, max(at, len(text) - _LONGEST)) if has_words else None
    return min(found, words.start()) if words else found


def disarm_marks(text: str) -> str:
    """Return a text with the name of each mark in its place, as `‹im_start›`, for prompts that quote what others wrote.

    Servers give the template of a model its own tokens wherever they stand, so that a text could end the turn that quotes it, and
    begin another. Tags of any name are disarmed, and names in brackets that are in capitals: families have tokens of such names.
    """
    parts, at = [], 0
    while mark := find_mark(text, at, has_words=False):
        shape = mark.lastgroup or ""
        is_plain = shape == "bracket" and not mark[shape].isupper() and kind_of(mark) is None
        parts.append(text[at : mark.end()] if is_plain else f"{text[at : mark.start()]}‹{mark[shape].strip()}›")
        at = mark.end()
    return "".join([*parts, text[at:]])


def kind_of(mark: re.Match[str]) -> Kind | None:
    """Return the kind of a mark by its shape and name; None for a tag or a word in brackets that is like any other text."""
    shape = mark.lastgroup or ""
    if mark.end() - mark.start() > _LONGEST:
        return None
    kind = _kind_of(shape, mark[shape])
    if kind is None and "=" in mark[0]:
        return "open" if any(map(is_reasoning, _VALUE.findall(mark[0]))) else None
    return kind


_VALUE = re.compile(r"\b(?:type|class|name|id|role|kind)[ \t]*+=[ \t]*+[\"']?([\w-]+)")


@lru_cache(2048)
def _kind_of(shape: str, name: str) -> Kind | None:
    match shape:
        case "words":
            return "answer"
        case "channel":
            return "answer" if name.lower() == "final" else "open"
        case "closing" if name == "turn" or name.endswith("channel"):
            return "end" if name == "turn" else "close"
        case "minimax":
            return "end"
        case "special" | "closing" | "boxed":
            return _kind_of_token(name)
    if is_reasoning(name):
        return "close" if _is_end(name) else "open"
    if shape == "bracket":
        is_token = name in _CAPITALS or (name.isupper() and name.lower() not in _COMMON and _PLAIN.fullmatch(name))
        return _INSTRUCTIONS.get(name) or (_kind_of_token(name) if is_token else None)
    if name in ("s", "/s"):
        return "end" if name == "/s" else "begin"
    if shape == "tag" and name.lower() in _COMMON:
        return "token"
    return _kind_of_token(name) if shape == "arrow" or _PLAIN.fullmatch(name) else None


def _is_end(name: str) -> bool:
    return name.startswith("/") or any(map(_END_WORD.fullmatch, _words(name)))


def tells_parts(token: str) -> bool:
    """Return whether a model's special token tells the parts of a reply apart, so that it must not be dropped before."""
    found = _MARK.fullmatch(token)
    return found is not None and kind_of(found) in ("open", "close", "answer", "header", "header end")


def _kind_of_token(name: str) -> Kind:
    words = frozenset(_words(name))
    bare = "".join(word for word in _words(name) if word not in ("token", "id"))
    is_end = _is_end(name)
    if number := _NUMBERED.get(name.lower()):
        return number
    if is_reasoning(name) or "inner" in words:
        return "close" if is_end else "open"
    if bare in _HEADERS:
        return "header"
    if bare in _HEADER_ENDS:
        return "header end"
    role = bare.removeprefix("im").removesuffix("start")
    if bare.startswith("im") and role in OWN_ROLES | OTHER_ROLES:
        return "header"
    if role in OWN_ROLES or role in OTHER_ROLES:
        return "own" if role in OWN_ROLES else "other"
    if _END.fullmatch(bare):
        return "end"
    if bare in _BEGIN:
        return "begin"
    if "box" in words or (words & _ANSWERS and is_end):
        return "wrap"
    return "answer" if words & _ANSWERS else "token"
