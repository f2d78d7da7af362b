"""Corpora from the user's files: paragraphs in rows, or plain text that is cut into paragraphs.

Rows are JSON lines, a list in JSON or a table. They need `text` (or `contents`), and may have `title` and `id` (or `_id`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from woozle.core.datasets import Row, make_item, quote, read_rows, row_error, unique_items
from woozle.games.self_play.data import LONGEST, Paragraph

WORDS = 120
"""Most words in a paragraph cut from plain text. Open question answering usually searches passages of about a hundred words."""

_TOO_FEW = 12  # words; a shorter block, such as a heading, joins the next
_LONGEST_TITLE = 300  # characters
_BLANK = re.compile(r"\n[^\S\n]*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def parse(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a file with rows. Those without an id are named p1, p2, ... in order.

    Raises ValueError that says what is wrong and where, as the end of a sentence that begins with the file.
    """
    return unique_items(((row.where, _paragraph(row)) for row in read_rows(text)), "paragraph")


def cut(name: str, text: str) -> Iterator[Paragraph]:
    """Cut plain text into paragraphs of at most WORDS words, named after the file and their number in it; none for an empty file.

    Cuts are at blank lines and, within longer blocks, after a sentence.
    """
    title = quote(name)[:_LONGEST_TITLE]
    for number, piece in enumerate(_pieces(text), 1):
        yield Paragraph(id=f"{title[-200:]}:{number}", title=title, text=piece)


def _paragraph(row: Row) -> Paragraph:
    column = "text" if "text" in row.fields or "contents" not in row.fields else "contents"
    text, title = row.text(column, "a paragraph"), row.fields.get("title") or ""
    if not isinstance(title, str):
        raise row_error(row.where, "`title` is no text; write it as one, or leave it out")
    if len(text) > LONGEST:
        raise row_error(
            row.where, f"`{column}` has {len(text):,} characters, and a paragraph at most {LONGEST:,}; cut it into several"
        )
    name = row.find_id("id", "_id") or f"p{row.number}"
    return make_item(row.where, Paragraph, {"id": name, "title": title.strip(), "text": text})


def _pieces(text: str) -> Iterator[str]:
    """Split a text at blank lines, each piece with the headings before it."""
    kept: list[str] = []
    for block in _BLANK.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        words = block.split()
        if not any(char.isalnum() for char in block):
            continue
        if len(kept) + len(words) < _TOO_FEW:
            kept += words
            continue
        yield from _short(" ".join([*kept, *words]))
        kept = []
    if kept:
        yield from _short(" ".join(kept))


def _short(block: str) -> Iterator[str]:
    """Yield whole sentences together, as many as fit."""
    piece: list[str] = []
    for words in _sentences(block):
        if piece and len(piece) + len(words) > WORDS:
            yield " ".join(piece)
            piece = []
        piece += words
    yield " ".join(piece)


def _sentences(block: str) -> Iterable[list[str]]:
    """Yield the sentences as lists of words. Sentences too long for a paragraph, and absurdly long words, are cut."""
    for sentence in _SENTENCE_END.split(block):
        words = [word[at : at + _LONGEST_WORD] for word in sentence.split() for at in range(0, len(word), _LONGEST_WORD)]
        for at in range(0, len(words), WORDS):
            yield words[at : at + WORDS]


_LONGEST_WORD = LONGEST // WORDS - 1
