"""The seats that words of a speech mean: names, pronouns, and several named together."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.extraction.verb_groups import begins_verb, verb_at
from woozle.games.ship.claims.schema import Statement

_FARTHEST = 24  # tokens between the verb of a group and its last seat
PRONOUNS = words("me") | words("us") | words("you") | words("they")
_OPENING = words("fillers") | {"and", "but", "so", "then"}
_PERSONS = words("you") | {"i", "my"}
_POSSESSIVE, _OWNED = words("possessives"), words("owned")


class Discourse:
    """The seats that a speech has mentioned so far, for its pronouns."""

    def __init__(self, statement: Statement, before: Sequence[Statement]) -> None:
        self.speaker = statement.speaker
        self.is_quoting = False
        self._has_pairs = statement.text.count('"') % 2 == 0 and statement.text.count("“") == statement.text.count("”")
        self.company: tuple[Seat, ...] = ()
        self._recent: list[Seat] = []
        self._said: list[Seat] = []
        self._pair: tuple[Seat, ...] = ()
        self._addressed: tuple[Seat, ...] = ()
        others = [said.speaker for said in before if said.meeting == statement.meeting and said.speaker != self.speaker]
        name = statement.speaker.lower()
        here = [said for said in before if said.meeting == statement.meeting]
        said_to = [said.speaker for said in here if name in said.text.lower()[: len(name) + 6]]
        said_to = said_to or [said.speaker for said in here if name in said.text.lower()]
        self.both = tuple(dict.fromkeys(reversed(others)))[:2]
        self._last_speaker = tuple([seat for seat in said_to if seat != self.speaker][-1:] or others[-1:])

    def quote(self, mark: str) -> None:
        """Note a quotation mark."""
        self.is_quoting = mark == "“" or (mark == '"' and not self.is_quoting)

    def go_on_quoting(self) -> bool:
        """Return whether a quotation goes on in the next sentence. Where a mark has no other, it ends with its sentence."""
        self.is_quoting = self.is_quoting and self._has_pairs
        return self.is_quoting

    def name(self, seats: Sequence[Seat]) -> None:
        """Note that seats are named; a pronoun may mean them from here on."""
        others = [seat for seat in seats if seat != self.speaker]
        if not others or (len(others) == 1 and self._said[-1:] == others == self._recent[-1:]):
            return
        self._recent = [seat for seat in self._recent if seat not in others] + others
        self._said = [seat for seat in self._said if seat not in others] + others
        if len(others) > 1:
            self._pair = tuple(others)

    def begin(self) -> None:
        """Note that all seats named so far were named before the speech."""
        self._said = []

    def address(self, seats: Sequence[Seat]) -> None:
        """Note that seats are spoken to."""
        self._addressed = tuple(seats)
        self.name(seats)

    def hear(self, sentence: Sequence[Token]) -> None:
        """Note whom a sentence speaks to, if it ends with a name: "you were in medbay, Bob"."""
        is_called = len(sentence) > 2 and sentence[-1].kind == "seat" and sentence[-2].text == ","
        if is_called and any(token.text == "you" for token in sentence):
            self.address((sentence[-1].seat,))

    def topic(self) -> tuple[Seat, ...]:
        """Return the seats that are spoken to or of: who is addressed, else was named last, else spoke before."""
        return self._addressed or tuple(self._said[-1:]) or self._last_speaker

    def seats_of(self, word: str) -> tuple[Seat, ...]:
        """Return the seats that a pronoun means; none, if it fits no seat."""
        if word in words("me"):
            return (self.speaker,)
        if word in words("us"):
            company = self.company or tuple(self._said[-1:]) or self._addressed or self._last_speaker
            return (self.speaker, *company)
        if word in words("you"):
            return self._addressed or self._last_speaker
        if word in ("they", "them", "their", "theirs"):
            return self._pair if self._pair and set(self._recent[-1:]) <= set(self._pair) else tuple(self._recent[-2:])
        others = words("women") if word in words("he") else words("men") if word in words("she") else frozenset()
        return tuple(seat for seat in self._recent if seat.lower() not in others)[-1:]


def is_seat(token: Token) -> bool:
    """Return whether a token names a seat or stands for one."""
    return token.kind == "seat" or (token.kind == "word" and token.text in PRONOUNS)


def is_called(tokens: Sequence[Token], i: int) -> bool:
    """Return whether the name at i opens a clause and addresses a seat: "Bob, where were you", "and Bob — your route"."""
    token, following, after = tokens[i], tokens[i + 1 : i + 2], tokens[i + 2 : i + 3]
    if token.kind != "seat" or token.is_possessive or not following:
        return False
    if i and not (tokens[i - 1].kind == "mark" or tokens[i - 1].text in _OPENING):
        return False
    if following[0].text in words("you"):
        return following[0].kind == "word"
    if not after or following[0].text not in (",", "—", ":"):
        return False
    is_next = after[0].kind == "seat" or (is_seat(after[0]) and after[0].text not in _PERSONS)
    return not is_next and (after[0].text in words("calling") or (i == 0 and following[0].text == ","))


@value
class Group:
    """Seats that are named together. start, end: positions of the first token and after the last."""

    seats: tuple[Seat, ...]
    start: int
    end: int
    is_possessive: bool = False


def group_at(tokens: Sequence[Token], i: int, discourse: Discourse) -> Group:
    """Return the seats that are named together from i on."""
    seats, end, is_possessive = list(_seats_of(tokens[i], discourse)), i + 1, owns(tokens, i)
    if tokens[i].text == "you" and end < len(tokens) and tokens[end].text in ("two", "both"):
        return Group(discourse.both, i, end + 1)
    if tokens[i].text == "we" and end < len(tokens) and tokens[end].text == "all":
        seats = seats[:1]  # it is not said who
    while not is_possessive and (following := _next_of_group(tokens, end)) is not None:
        seats += [seat for seat in _seats_of(tokens[following], discourse) if seat not in seats]
        is_possessive, end = owns(tokens, following), following + 1
    return Group(tuple(seats), i, end, is_possessive)


def _seats_of(token: Token, discourse: Discourse) -> tuple[Seat, ...]:
    return (token.seat,) if token.kind == "seat" else discourse.seats_of(token.text)


def owns(tokens: Sequence[Token], i: int) -> bool:
    """Return whether the seat at i owns what follows: "Bob's", "my", "her route"."""
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if token.text == "her":
        return following is not None and following.text in _OWNED
    return token.is_possessive or (token.kind == "word" and token.text in _POSSESSIVE)


def _next_of_group(tokens: Sequence[Token], i: int) -> int | None:
    """Return the position of the next seat of a group, if it goes on at i: "and Eve", ", Eve and", "Bob Eve"."""
    j, is_joined, is_comma = i, False, False
    while j < min(len(tokens), i + 3):
        if tokens[j].kind == "and" or tokens[j].text in ("and", "or", "nor", "n"):
            is_joined = True
        elif tokens[j].text == ",":
            is_comma = True
        elif tokens[j].text not in ("both", "also"):
            break
        j += 1
    if j >= len(tokens) or not is_seat(tokens[j]):
        return None
    if j > i and is_comma and not is_joined and not _is_list(tokens, j):
        return None
    if (
        (tokens[j].text in _POSSESSIVE or tokens[j].text in ("you", "i"))
        and tokens[j].kind == "word"
        and not (is_joined and tokens[j].text == "i")
    ):
        return None
    if j == i and tokens[j].kind != "seat":
        return None
    if tokens[j].text in ("i", "we") and tokens[j].kind == "word" and (is_comma or tokens[j - 1].text == "or"):
        return None  # "vote Bob, and I will", "vote Bob or we lose"
    return None if j > i and not _is_shared(tokens, j) else j


def _is_list(tokens: Sequence[Token], j: int) -> bool:
    """Return whether a list of seats goes on after the one at j: "Bob, Eve and Frank"."""
    following = tokens[j + 1].text if j + 1 < len(tokens) else ""
    return following in ("and", ",", "&", "or") and j + 2 < len(tokens) and is_seat(tokens[j + 2])


def _is_shared(tokens: Sequence[Token], j: int) -> bool:
    """Return whether the seat at j shares the verb of the group. In "I saw Bob and Eve left" it has its own verb."""
    start, first, least = j, j - 1, max(0, j - _FARTHEST)
    while first > least and (
        is_seat(tokens[first]) or tokens[first].kind == "and" or tokens[first].text in ("and", "or", ",", "both")
    ):
        first -= 1
    if tokens[first].kind in ("room", "time") and first < j - 1:
        return True
    while start > least and not (tokens[start - 1].kind in ("mark", "stop") or verb_at(tokens, start - 1)):
        start -= 1
    has_verb_before = start > 0 and verb_at(tokens, start - 1) is not None
    return not (has_verb_before and begins_verb(tokens, j + 1))
