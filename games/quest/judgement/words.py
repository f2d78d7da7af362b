"""Words of a text, as the word limit, the judge of claims and the key facts read them: one tokenizer and one stem.

All that could be read as a word counts as one, so words that are glued together win nothing. Hyphens, slashes, full stops,
invisible characters and capitals within a word divide; letters or digits without any of these, too many for a word, are read in
pieces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from woozle.games.quest.judgement.grounding import stem as shorten

_NUMBER = r"\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:[.:]\d+)?"
_LETTERS = r"[^\W\d_]+(?:['’](?:s|t|d|m|re|ve|ll)(?![^\W_]))?"
_RUN = re.compile(f"{_NUMBER}|{_LETTERS}", re.IGNORECASE)
_MARKS = re.compile(r"[^\w\s]*")
_LONGEST, _PIECE = 20, 5  # characters of the longest word, and of each piece of a longer one: about as many as words have
_FEWEST = 3  # letters that stay of a word

_FORMS = """stick stuck;lay laid;hold upheld;bear bore borne born;bind bound;strike struck;sweep swept;swing swung;overcome
overcame;undertake undertook;forbid forbade forbidden;rise arose arisen;bleed bled;breed bred;feed fed;flee fled;cling
clung;creep crept;deal dealt;dig dug;dream dreamt;learn learnt;lend lent;spin spun;weave wove woven;wind wound;wring
wrung;kneel knelt;leap leapt;blow blew blown;come came;do did done;person people;lose loss;sell sale;choose
choice;decide decision;die died dies dying death dead;lie lied lies lying;tie tied ties tying;grow growth;give gift;think
thought;fly flight;lead leader;long length;wide width;high height;deep depth;marry marriage"""
_BASE = {form: forms.split()[0] for forms in _FORMS.split(";") for form in forms.split()[1:]}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_BASE |= {word: str(20 + 10 * at) for at, word in enumerate(_TENS.split())}


class Word(NamedTuple):
    """A word or number as it is written, with its place in the text."""

    text: str
    start: int
    end: int


def find_words(text: str) -> Iterator[Word]:
    """Yield the words and numbers of a text, in order."""
    for run in _RUN.finditer(text):
        start = run.start()
        for at in range(start + 1, run.end()):
            if text[at - 1].islower() and text[at].isupper():
                yield from _cut_run(text, start, at)
                start = at
        yield from _cut_run(text, start, run.end())


def _cut_run(text: str, start: int, end: int) -> Iterator[Word]:
    step = _PIECE if end - start > _LONGEST else _LONGEST
    for at in range(start, end, step):
        yield Word(text[at : min(at + step, end)], at, min(at + step, end))


def count_words(text: str) -> int:
    """Return how many words a text has; numbers count."""
    return sum(1 for _ in find_words(unicodedata.normalize("NFC", text)))


def limit_words(text: str, most: int) -> str:
    """Return the part of a text that is read: its first `most` words with the marks after them; all of it if `most` is 0.

    Letters are composed (NFC), as a letter and its accent would otherwise divide a word.
    """
    composed = unicodedata.normalize("NFC", text)
    first = list(islice(find_words(composed), most + 1)) if most else []
    if len(first) <= most:
        return composed
    marks = _MARKS.match(composed, first[most - 1].end)
    return composed[: marks.end() if marks else first[most - 1].end]


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text, in order. `Fifty-three` is `53`, `2,260` is `2260`."""
    found: list[str] = []
    for word in find_words(unicodedata.normalize("NFC", text)):
        one = stem(word.text)
        is_rest = one in _ONES and word.text.isalpha() and found and found[-1] in _TENS_NUMBERS
        found[-1:] = [str(int(found[-1]) + int(one))] if is_rest else [*found[-1:], one]
    return found


_ONES = frozenset("123456789")
_TENS_NUMBERS = frozenset(map(str, range(20, 100, 10)))


@lru_cache(65536)
def stem(word: str) -> str:
    """Return one stem for the forms of a word, whatever its case and accents: `ord` of `order`, `ordered` and `Orders`.

    Stems are shortened until nothing changes, so unrelated words may share one, as `mast` and `master` do.
    """
    letters = unicodedata.normalize("NFKD", word.replace("’", "'"))  # which makes capitals of letters for formulas
    plain = unicodedata.normalize("NFKD", letters.casefold())
    found = "".join(each for each in plain if not unicodedata.combining(each)).removesuffix("'s")
    while not found[:1].isdigit():
        shorter = _BASE.get(found) or shorten(found)
        if shorter == found or (len(shorter) < _FEWEST and not shorter[:1].isdigit()):
            return found
        found = shorter
    return found.replace(",", "")
