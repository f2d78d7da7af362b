"""Sentences, clauses and words of English text, as the judge of claims reads them.

Shallow on purpose: word lists, endings and punctuation, no parser. What is negated or hedged is marked word by word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple, TypeAlias

from woozle.games.quest.judgement.words import find_words, stem

Kind: TypeAlias = Literal["name", "number", "content", "small", "mark"]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list, which spaces divide."""
    return frozenset(text.split())


_OPENING_MARKS = word_set('. ! ? : … ( " “ ‘')  # after which a capital makes no name
_MARK = re.compile(r"\.\.+|[^\w\s]|\n\s*\n")
_ABBREVIATIONS = word_set("dr mr mrs ms st no prof rev jr sr vs etc plc ltd co a p m e g i")
_UNITS = {"£": "pound", "€": "euro", "$": "dollar", "%": "percent"}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINAL_VALUES = {word: float(number) for number, word in enumerate(_ORDINALS.split(), 1)}
_SCALES = {"dozen": 12, "decade": 10, "decades": 10, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}

DETERMINERS = word_set("a an the its his their our my your every whose")
AUXILIARIES = word_set("""is are was were be been am has have had do does did can could will would may might must shall should isn't
    aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't couldn't won't wouldn't cannot""")
PREPOSITIONS = word_set("""of in on at by for from with into to under over during between among against through without within upon
    across along towards toward behind beyond near off until till after before since beside besides despite
    per than""")
CONJUNCTIONS = word_set(
    "and or but nor because although though while whereas if unless whether so that when where which who whom as once"
)
PRONOUNS = word_set("he she it they we i you him her them us me one this these those there himself herself itself themselves")
_OTHER_SMALL = word_set("""also too then thus however yet still again only just even such very more most less much many some any all
    each both either neither no not never none nobody nothing nor up down out away back here now how why what
    whoever another other others own same about around above below already later earlier soon ago almost
    nearly roughly hardly scarcely barely rather quite well ever everybody everyone everything anybody anyone
    somebody someone something else instead mine yours ours theirs""")
SMALL = DETERMINERS | AUXILIARIES | PREPOSITIONS | CONJUNCTIONS | PRONOUNS | _OTHER_SMALL
_VERBS = word_set("""ask add agree allow appear apply arrive attack bar become begin belong break bring build burn buy call carry
    cause change charge choose claim climb close collect come complain contain continue control cost count
    cover cut date decide declare decline delay deny describe destroy die dismiss divide draw drive drop earn
    eat end enter exist expect explain fail fall feel fight fill find finish fly follow forbid gain get give
    go ground grow guide happen help hide hit hold hope hurt include increase join jump keep kill know lack
    last lay lead learn leave lend let lie like list live lose love make mark mean meet mend miss move need
    occur offer open order own owe paint pass pay plan play prefer prevent produce promise protest prove
    provide publish put raise reach receive recommend refuse reject release remain remember remove rent repair
    replace report require rescue resist rest return rise run save say scrap search see seem sell send serve
    set share show shrink shut sign sing sink sit sleep speak spend stand start stay steal stop store strike
    succeed suffer suggest support survive take teach tell test think threaten throw tie touch train travel
    treat try turn use visit vote wait walk want warn wash watch wear widen win wish withdraw work worry write""")
NEGATORS = word_set(
    """not no never nobody nothing none neither nor without hardly scarcely barely cannot untrue false unlikely nowhere
impossible"""
)
_NEGATING = word_set("fail refuse decline neglect")  # with "to"
_DENYING = word_set("deny reject dispute disprove refute dismiss")  # with "that"
_SCOPE_ENDS = word_set("but although though whereas while because since yet after before until where when who which whose")
_COMPARED = word_set("more less fewer later longer only merely")  # "no more than", "not only"
HEDGES = word_set("""probably perhaps possibly maybe may might allegedly supposedly reportedly apparently rumour rumoured rumor
    rumored doubt doubtful doubted uncertain unclear unproven unconfirmed believe believes believed suspect
    suspects suspected likely claim claims claimed maintain maintains maintained legend ballads story seem
    seems seemed suppose supposed guess guessed alleged conjecture contrary whether if would think thinks
    suggest suggests contend contends disputed""")
_DENIAL = re.compile("(?:un|non)(?=....)|dis(?=(?:obey|agree|approv|allow|appear|believ|lik|trust|prov|continu))")


_LONGEST = 120  # tokens of a sentence: a text without an end is cut, so that the time to judge it grows with its length alone


class Token(NamedTuple):
    """A word, number or mark. at: its place in the sentence; negated, hedged: by a word before it in its clause.

    is_owner: whether it ends in `'s` or `s'`.
    """

    word: str
    root: str
    kind: Kind
    at: int
    value: float = -1.0
    negated: bool = False
    hedged: bool = False
    is_capital: bool = False
    is_verb: bool = False
    is_owner: bool = False

    @property
    def shown(self) -> str:
        """Return it as it is displayed: names with a capital."""
        return self.word.capitalize() if self.is_capital else self.word

    @property
    def is_negator(self) -> bool:
        """Return whether it denies what follows."""
        return self.word in NEGATORS or self.word.endswith("n't")


class Sentence(NamedTuple):
    """A sentence: all its tokens, and its clauses, which have no marks in them."""

    text: str
    tokens: Sequence[Token]
    clauses: Sequence[Sequence[Token]]
    is_question: bool

    @property
    def opening(self) -> Sequence[Token]:
        """The words before its first mark."""
        return list(takewhile(lambda token: token.kind != "mark", self.tokens))


def read_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text, in order."""
    composed = unicodedata.normalize("NFC", text)
    pieces = _split(composed.replace("per cent", "percent "))  # of the same length
    return tuple(_read(composed[start:end], some) for start, end, some in pieces)


def _split(text: str) -> Iterator[tuple[int, int, list[Token]]]:
    tokens: list[Token] = []
    start, last = 0, ""
    for word, end in _pieces(text):
        is_end = word[0] in "!?\n" or (word[0] == "." and last not in _ABBREVIATIONS) or len(tokens) >= _LONGEST
        if word[0] != "\n":
            tokens.append(_token(word, len(tokens), bool(tokens) and tokens[-1].word not in _OPENING_MARKS))
        if is_end and any(each.kind != "mark" for each in tokens):
            yield start, end, tokens
            tokens, start = [], end
        elif len(tokens) > _LONGEST:  # of marks alone
            tokens = []
        last = word.lower()
    if any(each.kind != "mark" for each in tokens):
        yield start, len(text), tokens


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words and marks of a text, with the place where each ends."""
    end = 0
    for word in find_words(text):
        yield from ((mark[0], mark.end()) for mark in _MARK.finditer(text, end, word.start))
        yield word.text, word.end
        end = word.end
    yield from ((mark[0], mark.end()) for mark in _MARK.finditer(text, end))


def _token(word: str, at: int, is_within: bool) -> Token:
    small = word.lower().replace("’", "'")
    if small[0].isdecimal():
        return Token(small, small, "number", at, float(small.replace(",", "").replace(":", ".")))
    if not small[0].isalpha():
        unit = _UNITS.get(small)
        return Token(unit, unit, "content", at) if unit else Token(small, "", "mark", at)
    is_capital = word[0].isupper()
    if small in SMALL and not (word == "May" and is_within):
        return Token(small, small, "small", at, is_capital=is_capital)
    root = stem(small)
    if root.isdecimal() or small == "dozen":
        return Token(small, small, "number", at, 12.0 if small == "dozen" else float(root))
    return Token(
        small.removesuffix("'s"),
        root,
        "name" if is_capital and is_within else "content",
        at,
        _ORDINAL_VALUES.get(small, -1.0),
        is_capital=is_capital,
        is_owner=small.endswith("'s"),
    )


def _read(text: str, tokens: Sequence[Token]) -> Sentence:
    joined = _join_numbers(tokens)
    marked = list(_mark(joined))
    return Sentence(text.strip(), marked, _clauses(marked), marked[-1].word == "?")


def _join_numbers(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens with `2.1 million` and `twenty-three` as one number, and a sign of currency after its number."""
    found: list[Token] = []
    for token in tokens:
        if token.word in _SCALES and token.kind == "content" and len(found) > 1 and found[-1].word in _UNITS.values():
            scaled, unit = found[-2:]
            found[-2:] = [scaled._replace(value=scaled.value * _SCALES[token.word]), unit]
        elif token.word in _SCALES and found and found[-1].kind == "number" and token.value != found[-1].value:
            found[-1] = found[-1]._replace(value=found[-1].value * _SCALES[token.word])
        elif _is_rest(token, found[:-1] if found and found[-1].word == "-" else found):
            found = found[:-1] if found[-1].word == "-" else found
            found[-1] = found[-1]._replace(value=found[-1].value + token.value)
        elif token.kind == "number" and found and found[-1].word in _UNITS.values():
            found[-1:] = [token, found[-1]]
        else:
            found.append(token)
    return [token._replace(at=at) for at, token in enumerate(found)]


def _is_rest(token: Token, before: Sequence[Token]) -> bool:
    """Return whether a token is the `three` of `twenty-three`."""
    tens = before[-1] if before else token
    is_spelt = token.kind == tens.kind == "number" and token.word.isalpha() and tens.word.isalpha()
    return is_spelt and token.value < 10 and tens.value in range(20, 100, 10)


def _mark(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens, with verbs and words that a negation or a hedge governs marked."""
    is_negated = is_hedged = is_denied = False  # is_denied: a verb of denial stands before a "that" yet to come
    negator = ""
    aside = 0  # marks around an aside that a denial goes on behind: "not, as is said, by Tarn"
    before = Token("", "", "mark", -1)
    for token, next_token in zip(tokens, [*tokens[1:], before], strict=True):
        word, after = token.word, next_token.word
        is_mark = token.kind == "mark" and word not in "'’\"“”-"
        aside = 2 if f"{before.word} {word}" == "not ," else max(0, aside - is_mark)
        is_second = word in ("and", "or", "but") and negator == "no"  # "had no effect and gave"
        if (is_mark and not aside) or word in _SCOPE_ENDS or is_second:
            is_negated = is_hedged = False
        negator = word if token.is_negator else negator
        prefix = _DENIAL.match(word)
        inner = word[prefix.end() :] if prefix else ""
        is_denial = inner != "" and stem(inner) in VERB_ROOTS
        yield token._replace(
            root=stem(inner) if is_denial else token.root,
            negated=is_negated != is_denial,
            hedged=is_hedged,
            is_verb=_is_verb(token, before, next_token),
        )
        is_denied = (is_denied or token.root in _DENYING_ROOTS) and token.kind != "mark"
        is_negated ^= token.is_negator and after not in _COMPARED and word != "nor"  # nobody was not hurt: all were
        is_negated = is_negated or (word == "that" and is_denied)
        is_negated = is_negated or (token.root in _NEGATING_ROOTS and after == "to") or token.root == stem("deny")
        is_hedged = is_hedged or word in HEDGES
        before = token


def _is_verb(token: Token, before: Token, after: Token) -> bool:
    if token.word in AUXILIARIES:
        return True
    if token.kind != "content" or before.word in DETERMINERS | {"her"} or (token.is_capital and after.kind == "name"):
        return False
    if (token.word.endswith("ed") and len(token.word) > 3) or token.word.removeprefix("re") in _PAST:
        return True
    if token.root not in VERB_ROOTS or token.word.endswith(("ing", "er", "ers", "ion", "ions")):
        return False
    if before.kind == "number" or before.word in PREPOSITIONS - {"to"} or after.word in AUXILIARIES:
        return False
    is_after_plural = before.word.endswith(("s", "ple", "ren"))  # "ships", "people", "children"
    return is_after_plural or token.word.endswith("s") or before.kind in ("mark", "small", "name") or before.word.endswith("ly")


VERB_ROOTS = frozenset(map(stem, _VERBS))
_NEGATING_ROOTS = frozenset(map(stem, _NEGATING))
_DENYING_ROOTS = frozenset(map(stem, _DENYING))
_PAST = word_set("""became began bit broke brought built burnt bought caught chose drew drank drove ate fell felt fought found
    flew forgot froze gave went grew hung heard hid held kept knew led left lay lit lost made meant met paid
    rode rang rose ran said saw sought sold sent shook shone shot sang sank sat slept slid spoke spent stood
    stole swore swam took taught tore told thought threw woke wore won withdrew wrote came stuck laid upheld
    bore bound struck swept swung overcame undertook forbade arose bled bred fed fled clung crept dealt dug
    dreamt learnt lent spun wove wound knelt leapt blew put set cut shut hit hurt cost let broken taken given
    written driven chosen frozen stolen drawn""")
JOINTS = word_set("""and but because although though while whereas when where which who whose whom after before until since if
    whether that so as once yet nor""")


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the clauses of a sentence. A piece without a verb belongs to the piece before it, if no `;` or `:` is between."""
    pieces: list[list[Token]] = [[]]
    parts = [pieces]
    for token in tokens:
        if token.word in (";", ":"):
            pieces = [[]]
            parts.append(pieces)
        elif token.kind == "mark":
            if token.word not in "'’\"“”-.":
                pieces.append([])
            continue
        if token.word in JOINTS:
            pieces.append([])
        if token.kind != "mark":
            pieces[-1].append(token)
    clauses: list[list[Token]] = []
    for part in parts:
        first = len(clauses)
        for piece in filter(None, part):
            if len(clauses) > first and not (any(token.is_verb for token in piece) and any(token.is_verb for token in clauses[-1])):
                clauses[-1] += piece
            else:
                clauses.append(piece)
    return clauses
