"""Text: made safe to show, marked as redactable, normalised for comparison."""

from __future__ import annotations

import re
import string
import unicodedata

WITHDRAWN, LEFT_OUT = "[withdrawn]", "[left out]"
"""The marks in place of a person's text that was withdrawn, or is not exported."""

_COMBINING_MARKS = 4  # more on one letter only serve to paint over the lines around it

_TABLE: dict[int, str] = {code: chr(0x2400 + code) for code in range(0x20)}
_TABLE |= {0x7F: "␡", 0x09: "    "}
del _TABLE[0x0A]

_KITTY_PLACEHOLDER = 0x10EEEE
# Separators, surrogates, private use and unassigned code points, controls, and format characters (bidi, tags, zero width).
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER, _VARIATION = 0x200D, 0xFE0F  # family emoji need them, and they do nothing to a terminal
ZERO_WIDTH_NON_JOINER = "\u200c"
_JOINED = range(0x0600, 0x1100)  # Arabic to Burmese: scripts in which it is a part of words, as in Persian, and as wide as nothing

_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")
_BREAKS = dict.fromkeys((0x00AD, 0x200B, 0x2060, 0xFEFF))  # soft hyphen, zero-width space, word joiner, byte order mark

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

_SINGLE_QUOTES = "‘’‚‛′‵`´ʹʻʼʽ‹›＇"
_DOUBLE_QUOTES = "“”„‟″‶«»〝〞〟＂"
_HYPHENS = "‐‑−﹣－"  # dashes between words, such as en and em, stay: they may end a phrase
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PLAIN = _FULL_WIDTH | {
    ord(char): plain
    for chars, plain in ((_SINGLE_QUOTES, "'"), (_DOUBLE_QUOTES, '"'), (_HYPHENS, "-"), (_SPACES, " "), ("。｡", "."), ("、､", ","))
    for char in chars
}


def visible(text: str) -> str:
    """Return any text in a form that is safe to show.

    Line feeds stay, tabs become four spaces, control characters become their Unicode pictures (`␛`), and every other character
    that is hidden becomes its number (`‹U+202E›`), but for those that words and emoji need. Nothing is dropped, so that an attack
    can be seen. Never raises.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        marks = marks + 1 if unicodedata.combining(char) else 0
        if char == ZERO_WIDTH_NON_JOINER and _is_inside_word(text, at):
            shown.append(char)
        else:
            shown.append(_code_point(char) if marks > _COMBINING_MARKS else _visible_char(char))
    return "".join(shown)


def visible_line(text: str) -> str:
    """Return any text in a form that is safe to show on one line: as `visible`, with line feeds as `␊`."""
    return visible(text).replace("\n", "␊")


def typed_text(text: str) -> str:
    """Return what a person typed or pasted, as an answer holds it.

    Each end of a line is a line feed: terminals paste CR, and files have CR LF. Characters that are not seen and only say where a
    line may be broken, such as the soft hyphens of web pages, are left out: they are no part of the words, and terminals disagree
    on how wide they are.
    """
    return _LINE_END.sub("\n", text).translate(_BREAKS)


def _is_inside_word(text: str, at: int) -> bool:
    """Return whether a zero-width non-joiner stands between two letters or signs of a script that has it in its words."""
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    return len(beside) == 2 and all(ord(char) in _JOINED and unicodedata.category(char)[0] in "LM" for char in beside)


def _visible_char(char: str) -> str:
    code = ord(char)
    if code < 0x7F and code >= 0x20:
        return char
    if code in _TABLE:
        return _TABLE[code]
    if code in (0x0A, _JOINER, _VARIATION):
        return char
    if code == _KITTY_PLACEHOLDER or unicodedata.category(char) in _HIDDEN:
        return _code_point(char)
    return char


def _code_point(char: str) -> str:
    return f"‹U+{ord(char):04X}›"


class RedactableText(str):
    """Text that a human typed, or that was made from it. Transcripts keep it apart, so that it can be withdrawn later.

    Rules pass it on unchanged. Text that they make from it (a slice, a parsed answer) has to go through `derive`, since any other
    string operation returns a plain string, which the transcript keeps for good.

    ref: Name of the text in the transcript, which holds nothing of the text itself: the sources (the number of a Response in the
        match and of a text in it), joined by `+`, then what was derived from them: `4.1`, `4.1+6.1/answer`.
    """

    __slots__ = ("ref",)
    ref: str

    def __new__(cls, text: str, ref: str) -> RedactableText:
        words = super().__new__(cls, text)
        words.ref = ref
        return words


def derive(text: str, name: str, source: str) -> str:
    """Return `text`, which was made from `source`: redactable if `source` is.

    Args:
        name: Part of the new `ref`, in plain letters; unique among the texts derived from one source.
    """
    return RedactableText(text, f"{source.ref}/{name}") if isinstance(source, RedactableText) else text


def is_redactable(text: str | None) -> bool:
    """Return whether a text can be withdrawn. It must not be quoted where it could not be: in the reason of an Outcome, say."""
    return isinstance(text, RedactableText)


def sources_of(ref: str) -> tuple[str, ...]:
    """Return the refs of the typed texts that the text of `ref` was made from."""
    return tuple(ref.partition("/")[0].split("+"))


def plain_signs(text: str) -> str:
    """Return a text with quotes, hyphens, spaces and full-width characters as a keyboard has them, character by character."""
    return text if text.isascii() else text.translate(_PLAIN)


def answer_words(text: str) -> list[str]:
    """Return the words that count when short answers are compared: without case, punctuation and articles, in one form of Unicode.

    The normalisation of SQuAD (P. Rajpurkar et al., SQuAD: 100,000+ questions for machine comprehension of text, 2016) for all of
    Unicode: compatible characters are the same (NFKC), and every punctuation mark, quote and dash is dropped, as are
    invisible characters, such as a soft hyphen. Signs of ASCII that Unicode does not call punctuation (`$+<=>^|~`) are dropped as
    SQuAD does.
    """
    folded = text.lower() if text.isascii() else _fold(text)
    return _ARTICLES.sub(" ", folded.translate(_NO_PUNCTUATION)).split()


def answer_text(text: str) -> str:
    """Return the normalised form of a short answer, see `answer_words`; the signs themselves if nothing of it would be left."""
    return " ".join(answer_words(text)) or " ".join(text.lower().split())


def _fold(text: str) -> str:
    """Return a text in one form of Unicode, without case, and without the punctuation that ASCII does not have."""
    folded = unicodedata.normalize("NFKC", _without_marks(plain_signs(text)))
    return _without_marks(unicodedata.normalize("NFKC", folded.casefold()))


def _without_marks(text: str) -> str:
    return "".join(char for char in text if char.isascii() or not _is_dropped(unicodedata.category(char)))


def _is_dropped(category: str) -> bool:
    return category == "Cf" or category.startswith("P")


def squad_tokens(text: str) -> list[str]:
    """Return the words that SQuAD's own script compares: lower case, no ASCII punctuation, no articles.

    Earlier versions of rules compare so; `answer_words` is what counts now.
    """
    return _ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split()


def squad_text(text: str) -> str:
    """Return the normalised form of a short answer, see `squad_tokens`; its lower case if nothing of it would be left."""
    return " ".join(squad_tokens(text)) or " ".join(text.lower().split())
