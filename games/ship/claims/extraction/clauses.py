"""Clauses of a sentence: who did what, with whom, where and when; also of fragments that have no verb ("frank in nav w eve")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.discourse import PRONOUNS, Discourse, Group, group_at, is_seat, owns
from woozle.games.ship.claims.extraction.lexicon import data, verbs, words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.extraction.verb_groups import BEGINS_VERB, VerbGroup, verb_at
from woozle.games.ship.claims.schema import Source
from woozle.games.ship.map import Room

Role: TypeAlias = Literal["at", "to", "from", "near"]

MOST = 48  # rooms or seats of one clause; more would make nonsense slow
SEES = frozenset({"see", "find"})
_TAIL = 6  # tokens of a question that follows a statement
_BEFORE_BODY = 4  # words that may stand between a body and what it belongs to

_BE, _ADVERBS, _NEGATIONS, _HEDGES, _LINKS = (words(name) for name in ("be", "adverbs", "negations", "hedges", "links"))
_AT, _TO, _FROM, _VIA, _NEAR, _ARTICLES = (words(name) for name in ("at", "to", "from", "via", "near", "articles"))
_TASKS, _BODIES, _ROUTES, _OWNED = (words(name) for name in ("tasks", "bodies", "routes", "owned"))
_NOBODY, _THINGS, _ASKING, _CALLING = (words(name) for name in ("nobody", "things", "asking", "calling"))
_WITH, _ABOUT, _BESIDE, _THEN = (words(name) for name in ("with", "about", "beside", "then"))
_SUBORDINATE, _JOINING, _FILLERS, _SUPPOSING = (words(name) for name in ("subordinate", "joining", "fillers", "supposing"))
_POSSESSIVE = words("possessives")
_BEFORE_A_ROOM = (
    _JOINING | _FILLERS | _WITH | _THEN | _ARTICLES | _AT | _TO | _FROM | _VIA | _ADVERBS | _NEGATIONS | _TASKS | _BODIES
    | words("whole") | words("people") | words("numbers") | words("before_a_room")
)  # fmt: skip
_HELPERS, _OF_US = _BE | words("auxiliaries"), words("me") | words("us")
_ASKING_AT_ONCE_OR_WHEN = _ASKING - {"any", "anyone", "that"}
_ASKING_AT_ONCE = _ASKING_AT_ONCE_OR_WHEN - {"when"}
_BEFORE_A_BODY, _NEAR_A_BODY = _ARTICLES | {"dead", "that", "this", "s"}, _NEAR | {"to", "about", "for", "than"}
_ABOUT_OR_AS, _SEEN_AT_ALL = _ABOUT | {"as"}, _BODIES | {"soul", "single"}
_BESIDE_A_ROOM, _PLACING = _AT | _TO | _NEAR, _AT | _WITH | {"there", "alone", "dead"}
_LEADING_IN = _FILLERS | _ARTICLES | _LINKS
_BEFORE_A_POSSESSION = _ADVERBS | (_OWNED - _BODIES - words("accounts"))

_TELLING = (
    _SUBORDINATE | _ROUTES | _BODIES | _TASKS | _HEDGES | _NEGATIONS | _NOBODY
    | words("contrasts") | words("sightings") | words("people") | words("reflexives") | words("corridors") | words("any_of_all")
    | {"since", "after", "before", "way", "floor", "ground", "front", "one", "person", "player", "button", "reporter", "foot"}
    | {"room", "together", "alone", "solo", "empty", "deserted", "alive", "fine", "ok", "it", "there", "here", "in", "inside", "no"}
    | {"body"}
)  # fmt: skip
"""The words that are no verbs and still change what a clause tells: all that `_link`, `_noun` and `_state` look for."""
_READ = _TELLING | _SUPPOSING | BEGINS_VERB


@value
class Place:
    """Rooms that are named at once, and how they stand to the verb.

    at: position of the token. start, end: in the speech. is_implied: by the name of a task that is done there.
    """

    role: Role
    rooms: tuple[Room, ...]
    at: int
    start: int
    end: int
    is_implied: bool = False


@dataclass(slots=True)
class Clause:
    """A verb with what belongs to it; or a fragment, whose kind is empty.

    kind, base, form: of the verb; the kind is a heading of the word list. link: the word that joins it to the clause before.
    subject: Who does it; carried over from before if it is not `named`. objects: Seats with their positions. owners: "Bob's body".
    with_at: position of the first companion. child: what an object is seen doing. is_real: neither asked, supposed, wished nor
    planned.
    """

    link: str = ""
    kind: str = ""
    base: str = ""
    form: str = ""
    subject: tuple[Seat, ...] = ()
    is_named: bool = False
    objects: list[tuple[int, Seat]] = field(default_factory=list)
    companions: list[Seat] = field(default_factory=list)
    owners: list[Seat] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    times: list[Token] = field(default_factory=list)
    with_at: int = 0
    number: int | None = None
    is_negated: bool = False
    is_real: bool = True
    is_finite: bool = False
    is_hedged: bool = False
    is_passive: bool = False
    is_alone: bool = False
    is_nobody: bool = False
    is_empty: bool = False
    is_there: bool = False
    is_under_way: bool = False
    is_in: bool = False
    is_alive: bool = False
    is_together: bool = False
    is_gone: bool = False
    is_off: bool = False
    is_of_room: bool = False
    is_in_front: bool = False
    is_corridor: bool = False
    has_body: bool = False
    has_no_body: bool = False
    has_task: bool = False
    source: Source = "own"
    told_by: Seat = ""
    child: Clause | None = None
    first: int = 0
    last: int = 0

    def rooms(self, *roles: Role) -> tuple[Room, ...]:
        """Return the rooms in these roles, in order; in all but "near" if none is given."""
        return tuple(room for place in self.places if place.role in (roles or ("at", "to", "from")) for room in place.rooms)

    @property
    def seen(self) -> list[Seat]:
        """The objects, without their positions."""
        return list(dict.fromkeys(seat for _, seat in self.objects))

    @property
    def when(self) -> str:
        """The time phrases, as they were said."""
        return " ".join(dict.fromkeys(token.text for token in self.times))

    def stops(self) -> tuple[list[str], str]:
        """Return the time phrase of each place, and the one of all of them: that without a tick, or before several places."""
        stops, of_all = [""] * len(self.places), ""
        for time in self.times:
            before = sum(place.start < time.start for place in self.places)
            is_exact = any(letter.isdigit() for letter in time.text)
            if len(self.places) > 1 and (not is_exact or (not before and len(self.times) == 1)):
                of_all = f"{of_all} {time.text}".strip()
            elif self.places:
                last = self.places[before - 1] if before else None
                following = self.places[before] if before < len(self.places) else None
                is_next = following and (not last or following.start - time.end < time.start - last.end)
                stop = before if is_next else before - 1
                stops[stop] = f"{stops[stop]} {time.text}".strip()
        return stops, of_all

    @property
    def is_blank(self) -> bool:
        """Return whether nothing is said yet."""
        said = self.kind or self.places or self.objects or self.companions or self.owners or self.is_named
        return not (said or self.has_body or self.has_no_body or self.is_alone or self.is_nobody or self.is_empty or self.has_task)


class Reading:
    """Reads the clauses of one sentence, from left to right, each token once.

    speaker_default: the subject where none is named at the beginning of the sentence.
    """

    def __init__(self, tokens: Sequence[Token], asks: bool, discourse: Discourse, carried: tuple[Seat, ...]) -> None:
        self.tokens, self.asks, self.discourse = tokens, asks, discourse
        self._texts = [token.text for token in tokens]
        self.found: list[Clause] = []
        self.main = carried
        self.is_supposed = False
        tail = next((i for i in range(len(tokens) - 1, 0, -1) if tokens[i].kind == "mark"), 0)
        if tail and len(tokens) - tail < _TAIL and tokens[tail + 1 :][:1] and tokens[tail + 1].text in words("wh"):
            self.asks = asks = False  # "Bob was in medbay, why?"
        is_typed_question = self.text(0) in words("wh") and self.text(1) in _HELPERS
        self.is_asking = (asks or is_typed_question) and self._asks_at(0)
        self.told_by: Seat = ""
        self.source: Source = "quoted" if discourse.go_on_quoting() else "own"
        self.is_witness = self.is_hedging = self.has_fronted = False
        self.fronted: list[tuple[int, Seat]] = []
        self.cur = self._new("", 0)

    def read(self) -> list[Clause]:
        names = [token for token in self.tokens if token.kind == "seat"]
        if len(names) == 1 and all(token is names[0] or token.text in _FILLERS or token.kind == "mark" for token in self.tokens):
            self.discourse.address((names[0].seat,))
            return []
        self.discourse.hear(self.tokens)
        i = 0
        while i < len(self.tokens):
            i = max(i + 1, self._step(i))
        self._close(len(self.tokens) - 1)
        return self.found

    def text(self, i: int) -> str:
        return self._texts[i] if 0 <= i < len(self._texts) else ""

    def _new(self, link: str, at: int) -> Clause:
        is_real = not (self.is_supposed or self.is_asking)
        clause = Clause(link=link, subject=self.main, first=at, last=at, source=self.source, told_by=self.told_by)
        clause.is_real, clause.is_hedged = is_real, self.is_hedging
        return clause

    def _asks_at(self, i: int) -> bool:
        """Return whether a question begins at i: "was Bob in medbay", "ok so where were you"."""
        while self.text(i) in _FILLERS and self.text(i) not in _ASKING:
            i += 1
        return self.text(i) in _ASKING_AT_ONCE

    def _close(self, at: int) -> None:
        cur = self.cur
        if cur.is_blank:
            return
        if not cur.is_real and self.asks and not self.is_supposed and self.discourse.speaker in cur.companions:
            cur.is_real = self.tokens[0].text not in _ASKING
        if not cur.kind and cur.places and self._is_strange(cur):
            cur.is_real = False
        if cur.is_negated and cur.kind not in SEES:  # who was not near a room was not in it
            cur.places = [replace(place, role="at") if place.role == "near" else place for place in cur.places]
        cur.last = max(cur.first, at)
        self.found.append(cur)
        if cur.link not in _SUBORDINATE and cur.subject:
            is_corpse = cur.has_body and cur.kind in ("be", "")
            self.main = (self.discourse.speaker,) if is_corpse else cur.subject

    def _is_strange(self, cur: Clause) -> bool:
        """Return whether words that no fragment begins with stand before its room: "the only person with a path through medbay"."""
        return any(
            token.kind == "word"
            and not (is_seat(token) or token.text.isdecimal())
            and token.text not in _BEFORE_A_ROOM
            and token.text not in _LINKS
            for token in self.tokens[cur.first : cur.places[0].at]
        )

    def _next(self, link: str, at: int) -> Clause:
        """End the clause and begin another; times that stand alone go on with it."""
        blank = self.cur if self.cur.is_blank else None
        self._close(at - 1)
        self.cur = self._new(link or (blank.link if blank else ""), at)
        if blank:
            self.cur.times, self.cur.first = blank.times, min(blank.first, at)
            self.cur.is_hedged = self.cur.is_hedged or blank.is_hedged
        return self.cur

    def _step(self, i: int) -> int:
        token = self.tokens[i]
        if token.kind == "word":
            if token.text in PRONOUNS:
                return self._seats(i)
            return self._word(i) if token.text in _READ else i + 1
        if token.kind == "seat":
            return self._seats(i)
        if token.kind == "room":
            return self._room(i)
        if token.kind == "task":
            self._task(i)
        elif token.kind == "mark":
            self._mark(i)
        elif token.kind == "time":
            self.cur.times = [*self.cur.times, token][:MOST]
        return i + 1

    def _task(self, i: int) -> None:
        """Read a task by its name, verb or thing: "charted the course", "the scan"; it is done in its room if none is named."""
        token, cur, before, verb = self.tokens[i], self.cur, self.text(i - 1), verb_at(self.tokens, i + 1)
        if verb and verb.is_finite and not cur.is_named:
            return  # "the scan does not clear you"
        if (
            before in (",", "and", "then")
            and cur.kind in ("go", "enter", "leave", "pass", "start")
            and not token.text.endswith("ing")
        ):
            cur = self._next(before, i)  # "went to nav, charted the course"
        cur.has_task = True
        if cur.base == "finish":
            cur.kind = "task"
        if not cur.places:
            cur.places.append(Place("at", token.rooms, i, token.start, token.end, is_implied=True))

    def _mark(self, i: int) -> None:
        text = self.text(i)
        if text in ('"', "“", "”"):
            self.discourse.quote(text)
            self.source = "quoted" if self.discourse.is_quoting else "own"
            self._next("", i + 1)
        elif text == ",":
            is_answered = self.is_asking and self.text(i + 1) == "i"  # "why me, I was in medbay"
            if is_answered or (self.is_supposed and self.cur.kind):
                self.is_asking = self.is_asking and not is_answered
                self.is_supposed = False
                self._next(",", i + 1)
            elif self.cur.is_negated and self.cur.is_named and not (self.cur.kind or self.cur.places):
                self._next(",", i + 1)  # "not me, was in medbay"
        elif text == "—" and self._is_hyphen(i):
            return
        else:
            self.is_asking = False
            self._next(text, i + 1)
            if self.source == "hearsay" and (text in ("—", ";") or (text == ":" and self.text(i + 1) in words("me"))):
                self._speak_for_oneself()  # "I can confirm Bob's story: I saw him"
            self.is_supposed = False
            self.cur.is_real = True

    def _is_hyphen(self, i: int) -> bool:
        """Return whether the mark at i joins two words: "the Alice-in-storage sighting"."""
        if not 0 < i < len(self.tokens) - 1:
            return False
        before, mark, after = self.tokens[i - 1 : i + 2]
        return before.end == mark.start and mark.end == after.start

    # Words

    def _word(self, i: int) -> int:
        text = self.text(i)
        if text in _SUPPOSING:
            self._next(text, i)
            self.is_supposed = True
            self.cur.is_real = False
            return i + 1
        verb = verb_at(self.tokens, i)
        if verb and verb.base == "lie" and self.text(verb.end) in words("after_lying"):
            self._verb(i, replace(verb, kind="be", base="be"))
            self.cur.has_body = True
            return verb.end
        if verb:
            return self._verb(i, verb)
        if text in _TELLING and not (self._link(i) or self._noun(i)):
            self._state(i)
        return i + 1

    def _link(self, i: int) -> bool:
        """Begin a clause, if the word at i links one to the clause before; return whether it is such a word."""
        text, before = self.text(i), self.text(i - 1)
        if text in ("since", "after", "before") and self.text(i + 1) in ("", ",", "then", "and", "—", ";"):
            return True
        if text in _SUBORDINATE and not (text == "that" and not self._opens_clause(i + 1)):
            if text in ("after", "before") and i + 1 < len(self.tokens) and self.tokens[i + 1].kind == "room":
                return True
            self._next(text, i)
            seen = self.found[-1].objects if self.found else []
            if text in ("who", "which") and seen and (before == "," or is_seat(self.tokens[i - 1])):
                self.cur.subject, self.cur.is_named = (seen[-1][1],), True
            elif text == "who" and before == "," and self.tokens[i - 2].kind == "seat":
                self.cur.subject, self.cur.is_named = (self.tokens[i - 2].seat,), True  # "Eve, who saw us"
            elif text == "who":
                self.cur.is_real = False  # "ok but who was with her"
            return True
        if text in words("contrasts"):
            self._next(text, i)
            if self.source == "hearsay":
                self._speak_for_oneself()
            self.is_supposed = False
            self.cur.is_real = True
            return True
        return False

    def _speak_for_oneself(self) -> None:
        self.source, self.told_by = "own", ""
        self.cur.source, self.cur.told_by = "own", ""

    def _speak_for(self, seat: Seat) -> None:
        self.source, self.told_by = "hearsay", seat
        self.cur.source, self.cur.told_by = "hearsay", seat

    def _noun(self, i: int) -> bool:
        """Note a noun that claims are about: a way, a route, a body, a task, people; return whether the word at i is one."""
        text, before, cur = self.text(i), self.text(i - 1), self.cur
        if text == "way" and before in _POSSESSIVE and self.text(i - 2) == "on":
            clause = cur if not cur.places else self._next("then", i)
            clause.kind, clause.base, clause.is_under_way = "go", "head", True
        elif text == "way" and cur.base == "make" and before in _POSSESSIVE:
            cur.kind = "go"
        elif text in _ROUTES and self._owner(i) and self.text(i + 1) not in ("to", "from", "into"):
            clause = self._next("", i)
            clause.kind, clause.base, clause.subject, clause.is_named = "route", "route", self._owner(i), True
            if self.discourse.speaker not in clause.subject:
                self._speak_for(clause.subject[0])
        elif text in words("sightings") and self.text(i + 1) == "of" and self._owner(i):
            clause = self._next("", i)
            clause.kind, clause.base, clause.subject, clause.is_named = "see", "sighting", self._owner(i), True
        elif text in _BODIES and (before == "or" or self.text(i + 1) in words("after_body")):
            return True  # "alive or dead", "the body room"
        elif text in _BODIES or (text in ("floor", "ground") and before == "the"):
            j = i - 1
            while j > i - _BEFORE_BODY and self.text(j) in _BEFORE_A_BODY:
                j -= 1
            has_none = self.text(j) == "no" or (self.text(j) == "any" and cur.is_negated)
            cur.has_no_body = cur.has_no_body or has_none
            is_beside = self.text(j) in _BESIDE and text not in ("dead", "floor", "ground")
            cur.has_body = cur.has_body or not (is_beside or has_none)
        elif text in _TASKS:
            cur.has_task = True
            cur.is_negated = cur.is_negated or (before == "no" and cur.kind in ("do", "task"))
        elif text == "front" and self.text(i + 1) == "of":
            cur.is_in_front = cur.is_in_front or self.text(i + 2) in _OF_US
        elif text in ("one", "person", "player") and before in ("last", "only", "first"):
            cur.is_real = cur.is_real and cur.kind != "be"  # "Bob was the last one with Eve" is a conclusion
        elif text == "button" and cur.is_real and (cur.base in words("presses") or (not cur.kind and self._opens_with(i))):
            cur.kind, cur.form, cur.is_named = "call", "past", True
        elif text == "reporter" and before == "the" and cur.kind == "be" and not cur.places:
            cur.kind, cur.form = "report", "past"
        elif text == "foot" and cur.base == "set":
            cur.kind = "enter"
        elif text == "room" and before == "the" and cur.kind in ("go", "enter"):
            cur.kind, cur.is_in = "enter", True  # "came into the room"
        elif text in words("people") and not cur.is_negated:
            cur.number = number_of(before)
        else:
            return False
        return True

    def _state(self, i: int) -> None:
        """Note words that change the meaning of a clause: "alone", "nobody", "empty", "there", "not"."""
        text, before, cur = self.text(i), self.text(i - 1), self.cur
        if self._nobody(i):
            return
        if text == "together":
            cur.is_together = True
        elif text in ("alone", "solo") or (text in words("reflexives") and before == "by"):
            cur.is_alone = True
        elif text in ("empty", "deserted") and before in (",", "and", "but", "—") and cur.kind:
            self._next(",", i)
            self.cur.is_empty = True
        elif text in ("empty", "deserted") and (cur.kind in ("be", "", "find") or before in _BE):
            cur.is_empty = True
        elif text in ("alive", "fine", "ok") and cur.kind == "be" and not cur.places:
            cur.is_alive = True
        elif text == "it" and before in _AT and cur.kind in ("be", "stay"):
            cur.is_there = True
        elif text in ("there", "here"):
            cur.is_there = cur.is_there or text == "there" or i > 0 or self.text(i + 1) not in _BE
        elif text in ("in", "inside") and cur.kind in ("go", "enter") and not cur.is_in:
            cur.is_in = not (i + 1 < len(self.tokens) and self.tokens[i + 1].kind == "room")
        elif text in _HEDGES:
            cur.is_hedged = True
        elif text == "no" and i + 1 < len(self.tokens) and self.tokens[i + 1].kind == "seat":
            self._next("", i)
            self.cur.is_negated, self.cur.base = True, "no"
        elif text in _NEGATIONS and (cur.kind == "" or (cur.kind == "be" and not (cur.places or cur.objects or cur.companions))):
            if cur.kind == "" and not cur.is_blank:
                cur = self._next("", i)
            cur.is_negated = True
        elif text in words("corridors"):
            cur.is_under_way = cur.is_under_way or cur.kind == ""
            cur.is_corridor = True

    def _nobody(self, i: int) -> bool:
        """Note that no seat is meant; return whether the word at i says so."""
        text, before, cur = self.text(i), self.text(i - 1), self.cur
        is_nobody = text in _NOBODY or (text in ("one", "body") and before == "no")
        if is_nobody and text != "body" and self.text(i + 1) in ("of", "else") and text in _NOBODY:
            cur.is_real = False  # "nobody else did", "none of us"
        elif is_nobody and self.text(i + 1) == "else":
            cur.is_real = False
        elif text in _NOBODY and (
            (before in (",", "and", "but", "n", "&") and (cur.places or cur.has_body or cur.kind))
            or (cur.kind and cur.kind not in SEES and (verb := verb_at(self.tokens, i + 1)) and verb.is_finite)
        ):
            self._next(",", i)
            self.cur.is_nobody = True
        elif (is_nobody and text != "body") or (cur.is_negated and text in words("any_of_all")):
            cur.is_nobody = True
        else:
            return False
        return True

    def _opens_clause(self, i: int) -> bool:
        """Return whether a clause begins at i: a seat with a verb, or "there was"."""
        if i >= len(self.tokens):
            return False
        if self.tokens[i].text in ("the", "there", "nobody", "i", "he", "she", "they", "we", "you"):
            return True
        return is_seat(self.tokens[i])

    def _owner(self, i: int) -> tuple[Seat, ...]:
        """Return whose route is given: "my route", "Bob's full route"; the speaker's where it opens the sentence."""
        for j in range(i - 1, max(-1, i - 4), -1):
            if is_seat(self.tokens[j]):
                token = self.tokens[j]
                if not owns(self.tokens, j) and token.text not in _POSSESSIVE:
                    return ()
                return (token.seat,) if token.kind == "seat" else self.discourse.seats_of(token.text)
            if self.tokens[j].kind != "word":
                break
        return (self.discourse.speaker,) if i == 0 or self.tokens[i - 1].kind == "mark" else ()

    def _verb(self, i: int, verb: VerbGroup) -> int:
        cur, before = self.cur, self.text(i - 1)
        if (end := self._goes_with(i, verb)) is not None:
            return end
        is_phrase = cur.kind in ("go", "enter", "leave", "pass", "stay") and cur.form == "ing" and not cur.is_finite
        if is_phrase and verb.is_finite and before not in _LINKS and self.tokens[i - 1].kind != "mark":
            cur.is_real = False  # "Bob standing in medbay is suspicious"
        has_content, self.has_fronted = self._has_content(), False
        if has_content:
            is_seen = cur.kind in SEES and cur.objects and verb.form == "base" and not verb.is_finite and before != "to"
            if is_seen:
                return self._child(i, verb)
            cur = self._next(before if before in ("and", "then", ",") or before in _SUBORDINATE else "", i)
        if not (cur.is_named or cur.has_body or cur.owners) and verb.is_finite and self._has_noun_subject(i):
            cur.subject = ()
        self._take(i, verb)
        for token in self.tokens[i : verb.end]:
            if token.kind == "time":
                cur.times = [*cur.times, token]
            elif token.text in ("there", "here"):
                cur.is_there = True
        if verb.kind in SEES:
            cur.objects += self.fronted
        self.fronted = []
        if verb.kind == "kill" and (cur.is_hedged or not cur.is_real):
            self.is_supposed = True  # "maybe Bob killed her and then ran to storage"
        if verb.kind == "say" and verb.base in _HEDGES and self.discourse.speaker in cur.subject:
            self.is_hedging = True  # "I think that"
        if (verb.kind == "say" and (not cur.is_real or cur.is_nobody)) or verb.base in words("supposes"):
            self.is_supposed = True
        if verb.kind == "say" and cur.subject and self.discourse.speaker not in cur.subject and not cur.is_negated:
            self._speak_for(cur.subject[0])
        return verb.end

    def _has_content(self) -> bool:
        """Return whether the clause says so much that another verb begins the next."""
        cur = self.cur
        if cur.is_nobody and not cur.kind and not cur.places:
            return False
        places = cur.places and not (self.has_fronted or self._are_fronted(cur))
        return bool(cur.kind or places or cur.companions or cur.is_nobody or cur.is_empty)

    def _goes_with(self, i: int, verb: VerbGroup) -> int | None:
        """Return where the verb group at i ends, if it goes with the verb before and begins no new clause."""
        cur, before = self.cur, self.text(i - 1)
        is_work = verb.kind in ("do", "task") or verb.base in ("work", "finish")
        if cur.kind == "route" and not cur.places and verb.kind in ("be", "go", "other", "start", "enter"):
            return verb.end  # "my route was", "my route took me"
        is_planned = before == "to" and verb.form == "base"
        if verb.kind == "report" and cur.base == "hit":
            cur.kind, cur.form = "report", "past"
            return verb.end
        if is_planned and cur.kind in words("leads_to_a_plan") and verb.kind not in ("go", "enter", "leave"):
            cur.has_task = cur.has_task or is_work  # "stayed to do my task"
            return verb.end if verb.kind != "see" else i + 1
        if verb.kind == "be" and cur.kind in SEES and (cur.base == "sighting" or not (cur.objects or cur.places or cur.is_nobody)):
            return verb.end  # "the last that I saw was Bob", "my last sighting of Bob was"
        if is_planned and cur.kind in ("go", "enter", "leave") and verb.kind in ("go", "enter"):
            return verb.end  # "left medbay to go to storage"
        if before in words("anybody") and verb.form in ("base", "ing") and cur.kind in SEES:
            return verb.end  # "see anyone go in"
        if cur.is_of_room and not cur.kind and verb.kind == "be":  # "medbay was"
            cur.kind, cur.base, cur.is_negated = "be", "be", verb.is_negated
            return verb.end
        if cur.is_of_room and not cur.kind:
            cur.kind, cur.base, cur.subject = verb.kind, verb.base, ()  # "medbay touches storage"
            return verb.end
        if verb.form == "ing" and not verb.is_finite and (cur.kind or cur.places) and before not in ("and", "then"):
            if is_work:
                cur.has_task = True
                return verb.end
            if (cur.child or cur).kind in ("go", "enter", "leave") and verb.kind in ("go", "enter"):
                return verb.end  # "saw Bob walk into medbay, coming from storage", "left medbay heading to storage"
            if cur.kind in SEES and cur.objects:
                return self._child(i, verb)
            if cur.kind in ("be", "stay") and cur.places and verb.base == "come" and not cur.companions:
                cur.kind, cur.base = "enter", "come"  # "Bob was in medbay, coming from storage"
                return verb.end
            if cur.kind == "be" and not (cur.places or cur.companions or cur.objects):
                return verb.end
        return None

    def _take(self, i: int, verb: VerbGroup) -> None:
        """Make the verb group at i the verb of the clause."""
        cur, before, following = self.cur, self.text(i - 1), self.text(verb.end)
        cur.kind, cur.base, cur.form, cur.is_finite = verb.kind, verb.base, verb.form, verb.is_finite
        if verb.kind == "see" and following in words("thoughts_follow") and self.text(verb.end + 1) not in _SEEN_AT_ALL:
            cur.kind = "other"  # "I see how", "I see a problem"
            self.is_witness = self.discourse.speaker in cur.subject and not (cur.is_negated or verb.is_negated or verb.is_unreal)
        cur.is_negated = cur.is_negated or verb.is_negated or before == "without"
        is_planned = before == "to" and verb.form == "base"
        is_bare = verb.form == "base" and not verb.is_finite
        is_asked = self._is_asked(i) or (is_bare and before == "you")  # "you see anyone?"
        if is_bare and not cur.is_named and i == cur.first and self.text(verb.start) in words("orders"):
            is_asked = True  # "watch Bob in medbay"
        cur.is_real = cur.is_real and not (verb.is_unreal or is_planned or is_asked)
        if self.found and cur.link == "and" and not cur.is_named and not self.found[-1].is_real:
            cur.is_real = False  # "Bob could have killed Eve and left medbay"
        is_noun = verb.form == "ing" and not verb.is_finite and i > 0 and is_seat(self.tokens[i - 1])
        if is_noun and (not cur.is_named or owns(self.tokens, i - 1) or self.text(i - 2) in _ABOUT_OR_AS):
            cur.is_real = False  # "based on Bob being in medbay", "as much as me seeing him"
        if verb.form == "ing" and not verb.is_finite and before in words("before_a_topic") and not cur.is_named:
            cur.is_real = False  # "lying about seeing Bob"
        cur.is_hedged = cur.is_hedged or verb.is_hedged
        if verb.kind == "kill":
            cur.is_in_front = self.is_witness  # "I saw how Bob killed Eve"
        beside = {token.text for token in self.tokens[max(0, i - 1) : verb.end]}
        is_now = (
            verb.form == "ing" and verb.kind in ("go", "enter", "leave") and not beside.isdisjoint(("now", "currently", "just"))
        )
        cur.is_passive, cur.is_under_way = verb.is_passive, verb.is_under_way or is_now
        if following == "out" and cur.kind in ("go", "enter"):
            cur.kind = "leave"
        cur.is_off = cur.is_off or (following == "off" and cur.kind in ("go", "leave"))
        cur.is_there = cur.is_there or (verb.kind == "stay" and verb.form == "ing" and cur.is_named)  # "Bob standing with her"
        cur.is_gone = cur.is_gone or (verb.base == "go" and verb.form == "participle" and not beside.isdisjoint(_BE))
        if verb.base == "work":
            cur.kind = "task"
        cur.has_task = cur.has_task or cur.kind == "task"
        if verb.kind == "be" and cur.is_nobody and not cur.is_named:
            cur.subject = self.main

    def _has_noun_subject(self, i: int) -> bool:
        """Return whether a noun that is no seat stands before the verb at i: "the path was"."""
        j = i - 1
        while j >= self.cur.first and (self.tokens[j].kind == "time" or (self.text(j) in _ADVERBS or self.text(j) in _NEGATIONS)):
            j -= 1
        if j < self.cur.first or self.tokens[j].kind != "word":
            return False
        text = self.text(j)
        return not (text in _JOINING or text in _LINKS or text in _FILLERS or text in verbs() or text in words("relatives"))

    def _child(self, i: int, verb: VerbGroup) -> int:
        """Read the action in which an object is seen; the places from here on are where it leads."""
        child = Clause(kind=verb.kind, base=verb.base, form=verb.form, first=i, last=i, is_negated=verb.is_negated)
        following = self.tokens[verb.end + 1 : verb.end + 2]
        if self.text(verb.end) == "out" and child.kind in ("go", "enter"):
            child.kind = "leave"
        elif self.text(verb.end) in ("in", "inside") and child.kind == "go" and not (following and following[0].kind == "room"):
            child.kind = "enter"  # "saw Bob walk in from storage"
        child.subject = tuple(seat for _, seat in self.cur.objects[-1:]) if len(self.cur.objects) == 1 else tuple(self.cur.seen)
        self.cur.child = child
        return verb.end

    def _are_fronted(self, cur: Clause) -> bool:
        """Return whether the rooms so far stand before their verb: "In medbay I saw"."""
        return (
            bool(cur.places)
            and not cur.kind
            and not (cur.has_body or cur.owners or cur.companions)
            and self.text(cur.places[0].at - 1) in _AT
            and not cur.is_named
        )

    def _is_asked(self, i: int) -> bool:
        if not self.asks:
            return False
        if any(token.text in _ASKING_AT_ONCE_OR_WHEN for token in self.tokens[:2]):
            return True
        opening = [token.text for token in self.tokens[self.cur.first : min(self.cur.first + 4, i + 1)]]
        is_own = self.discourse.speaker in self.cur.subject and self.cur.is_named
        return not is_own or any(text in _ASKING for text in opening[:1])

    # Rooms

    def _room(self, i: int) -> int:
        token, cur = self.tokens[i], self.cur
        for beside in (i - 1, i + 1):
            if self.text(beside) == "—" and self._is_hyphen(beside) and self.tokens[2 * beside - i].kind != "room":
                return i + 1  # "a Medbay-to-Storage claim"
        if self.text(i - 1) == "/" and cur.places and cur.kind not in ("go", "enter", "leave", "pass", "route"):
            return i + 1  # "the navigation/security area"
        before, j = self.text(i - 1), i - 1
        while j > 0 and self.text(j) in _ARTICLES:
            j -= 1
        before = self.text(j)
        beyond = j - 1 - (self.text(j - 1) in _ADVERBS or self.text(j - 1) in ("back", "near", "anywhere"))
        if cur.places and not cur.is_negated and "not" in (before, self.text(beyond) if before in _BESIDE_A_ROOM else ""):
            return self._not_in(i)
        following = self.text(i + 1)
        is_far = before == "from" and self.text(j - 1) in ("far", "away", "opposite")
        if before == "about" or (is_far and (cur.kind not in ("be", "stay") or cur.places)):
            return i + 1  # "loud about medbay", "ran away from medbay"
        cur.is_negated = cur.is_negated or is_far  # "I stayed far from medbay"
        if following in _THINGS and following not in _BODIES:
            return i + 1
        if (
            before == "between"
            or (before == "and" and self.text(j - 2) == "between")
            or (before in ("and", "to") and cur.places and self.text(cur.places[-1].at - 1) == "between")
        ):
            return i + 1
        role: Role = "near" if is_far else self._role(before, j)
        if self.text(i - 1) == "is" and self.text(i - 2) == "so":
            cur.is_real = False  # "so is medbay"
        if before == "to" and self.text(j - 1) in ("hall", "hallway", "corridor", "way") and cur.kind != "go":
            return i + 1
        if before == "then" and cur.has_task and cur.places and not cur.child:
            cur = self._next("then", i)
        if before == "then" and cur.is_there and not cur.places and self.discourse.speaker not in cur.subject:
            cur = self._next("then", i)
            cur.subject = (self.discourse.speaker,)
        if before in _POSSESSIVE and before not in ("her",) and following not in _TASKS:
            return i + 1
        is_full = cur.companions or cur.is_alone or cur.is_nobody or cur.is_empty
        if (
            is_full
            and (cur.places or (cur.is_alone and cur.kind == "be"))
            and before in ("then", ",", "and", "now", "n")
            and not cur.child
        ):
            cur = self._next("then", i)
        elif cur.kind in SEES | {"say", "kill", "report", "call", "other", "wish"} and before in ("then", ",", "->", "—"):
            cur = self._next("then" if before == "then" else ",", i)
            cur.subject = (self.discourse.speaker,) if self.discourse.speaker in cur.subject or not cur.subject else cur.subject
        if cur.is_blank and self._opens_with(i):
            after = verb_at(self.tokens, i + 1)
            cur.is_of_room = after is not None and after.is_finite and after.form in ("past", "third") and after.kind != "see"
        target = cur.child or cur
        if target.places and target.places[-1].is_implied and before in _AT:
            target.places.pop()  # "fuelling in storage"
        if len(target.places) < MOST:
            target.places.append(Place(role, token.rooms, i, token.start, token.end))
        if token.is_possessive:
            target.places.pop()
        return i + 1

    def _role(self, before: str, j: int) -> Role:
        """Return how a room stands by the word before it, which is at j."""
        cur = self.cur
        if (before in _NEAR and before != "around") or (before == "to" and self.text(j - 1) in ("next", "close")):
            return "near"
        if before in _AT or before in _VIA:
            return "at"
        if before in _FROM or before in ("leaving", "left", "exiting", "exited"):
            return "from"
        if before in _TO:
            return "to"
        if before in ("and", "or", "/", "&", ",") and cur.places and cur.places[-1].role == "near":
            return "near"
        leads_away = (cur.child or cur).kind == "leave" and not (cur.child or cur).places
        return "from" if leads_away else "at"

    def _opens_with(self, i: int) -> bool:
        """Return whether the clause begins with the token at i, but for times and words that only lead in."""
        return all(
            token.kind == "time" or (token.kind != "mark" and token.text in _LEADING_IN)
            for token in self.tokens[self.cur.first : i]
        )

    def _not_in(self, i: int) -> int:
        """Read rooms that are contrasted with those before: "through caf, not medbay or weapons", "in nav, not in storage"."""
        end = i
        while end < len(self.tokens) and (self.tokens[end].kind in ("room", "and") or self.text(end) in ("or", "and", "nor")):
            end += 1
        places = [Place("at", token.rooms, at, token.start, token.end)
                  for at, token in enumerate(self.tokens[i:end], i) if token.kind == "room"]  # fmt: skip
        if not self.cur.child:
            kind = "be" if self.cur.kind not in SEES else self.cur.kind
            self.found.append(replace(self.cur, kind=kind, places=places, times=[], is_negated=True, last=end - 1))
        return end

    # Seats

    def _seats(self, i: int) -> int:
        if self.text(i) in ("myself", "himself", "herself", "themselves", "yourself") and self.text(i - 1) == "by":
            self.cur.is_alone = True
            return i + 1
        if self.text(i) in _POSSESSIVE and self.text(i - 1) == "on" and self.text(i + 1) == "own":
            self.cur.is_alone = True
            return i + 2
        group, cur = group_at(self.tokens, i, self.discourse), self.cur
        before, end = self.text(i - 1), group.end
        part = self.text(i - 2) if before == "of" and self.text(i - 2) in words("parts") else ""  # "with both of them"
        before = self.text(i - 3) if part else before
        is_word = self.tokens[i].kind == "word"
        if not group.is_possessive and not is_word and self._is_called(i, end):
            self.discourse.address(group.seats)
            return end
        self.discourse.name(group.seats)
        if group.is_possessive:
            return self._possessive(group)
        is_near_me = before == "near" and cur.kind in ("be", "stay") and not cur.places
        is_behind = before == "behind" and cur.kind in ("go", "enter")
        if (
            (before in _WITH and not is_behind)
            or is_near_me
            or (before in ("and", "&") and cur.companions and self.text(group.start - 2) in _WITH)
        ):
            cur.companions = list(dict.fromkeys([*cur.companions, *group.seats]))[:MOST]
            cur.with_at = cur.with_at or i
            return end
        verb = verb_at(self.tokens, end)
        if before == "per" or (before == "to" and self.text(i - 2) == "according"):
            self._speak_for(group.seats[0])
            return end
        is_sighting = before == "of" and cur.base == "sighting"
        if before in _ABOUT and not is_sighting and not (before in ("after", "before", "like") and verb):
            if before == "past" or (before in ("on", "into") and cur.kind in ("go", "enter")):
                cur.objects += [(i, seat) for seat in group.seats]
            return end
        if cur.kind in ("go", "enter", "pass") and before in ("into", "past", "across", "upon", "on"):
            cur.kind = "see"
            cur.objects += [(i, seat) for seat in group.seats]
            return end
        if verb:
            if cur.kind in SEES and not cur.is_passive and not self._starts_anew(i, before, verb):
                cur.objects += [(i, seat) for seat in group.seats]
                return self._child(end, verb)
            link = before if before in ("and", "then", ",", "but", "so") or before in _SUBORDINATE else ""
            fronted = cur.places if self._are_fronted(cur) and not cur.companions else []
            if fronted:
                cur.places = []
            if not cur.kind and cur.is_named and not cur.places and not cur.companions and is_word and self.text(end) not in _BE:
                self.fronted = [(cur.first, seat) for seat in cur.subject]  # "only Alice I met"
                cur.is_named = False
            self._begin(link, group).places = [*fronted]
            self.has_fronted, self.cur.is_negated = bool(fronted), part == "neither"
            return end
        return self._named(group, before)

    def _named(self, group: Group, before: str) -> int:
        """Read seats before which no word and after which no verb says what they do."""
        cur, end = self.cur, group.end
        named = [(group.start, seat) for seat in group.seats]
        if cur.child and cur.child.kind == "kill" and not cur.child.objects:
            cur.child.objects += named
        elif cur.kind in SEES | {"kill", "leave", "pass", "place", "go", "enter", "report"}:
            if cur.kind == "pass" and not cur.places:
                cur.kind = "see"
            goes_on = cur.kind in SEES and self.text(end + (self.text(end) == "also")) in _AT  # "saw Bob in medbay, Eve in storage"
            if before in (",", "then") and cur.objects and self._names_place(end) and not goes_on:
                self._begin(",", group)
            else:
                cur.objects = [*cur.objects, *named][:MOST]
        elif cur.is_blank:
            cur.subject, cur.is_named = group.seats, True
        elif self._names_place(end) or (not cur.kind and before == "," and end == len(self.tokens)):
            self._begin(",", group)
        elif not cur.kind and before in (",", "and", "then", "but", "so", "—", "also"):
            self._next(",", group.start)
        elif cur.kind in ("be", "stay", "", "say") and not cur.is_negated:
            cur.objects += named
        return end

    def _begin(self, link: str, group: Group) -> Clause:
        """Begin a clause with these seats as its subject."""
        clause = self._next(link, group.start)
        clause.subject, clause.is_named = group.seats, True
        return clause

    def _starts_anew(self, i: int, before: str, verb: VerbGroup) -> bool:
        """Return whether seats with a finite verb after a verb of seeing begin their own clause: "I saw Bob and Eve left"."""
        cur = self.cur
        if not cur.objects and before not in (",", "and", "but", "so", "then") and not cur.is_nobody:
            return self.tokens[i].text in words("me")
        return bool(verb.is_finite) or before in (",", "but", "so", "then")

    def _names_place(self, end: int) -> bool:
        """Return whether a fragment's predicate follows: "frank in nav", "me nav", "bob: sec", "eve alone"."""
        j = end
        while (
            j < len(self.tokens)
            and j - end < 4
            and (
                self.tokens[j].kind == "time" or self.text(j) in (":", "also", "too", "still", "both") or self.text(j) in _ARTICLES
            )
        ):
            j += 1
        if j >= len(self.tokens):
            return False
        if self.tokens[j].kind == "room":
            return True
        if self.text(j) in _PLACING:
            return True
        if self.text(j) in ("as", "too") and (self.text(j + 1) == "well" or self.text(j) == "too"):
            self.cur.is_there = self.cur.is_there or self.cur.is_blank
            return True
        return False

    def _is_called(self, i: int, end: int) -> bool:
        """Return whether seats that open a clause are spoken to: "Bob, where were you", "frank u came back"."""
        if not self.cur.is_blank:
            return False
        following = self.tokens[end] if end < len(self.tokens) else None
        if following is None:
            return False
        if following.text in words("you") and following.kind == "word" and following.text == "you":
            return True
        if following.text in (",", "—", ":"):
            after = self.text(end + 1)
            return after in _CALLING
        return False

    def _possessive(self, group: Group) -> int:
        i, cur = group.end, self.cur
        j = i
        while j < len(self.tokens) and j - i < 3 and self.tokens[j].kind == "word" and self.text(j) in _BEFORE_A_POSSESSION:
            if self.text(j) in _ROUTES or self.text(j) in words("sightings"):
                break
            j += 1
        noun = self.text(j)
        if noun in _BODIES and self.text(group.start - 1) in _NEAR_A_BODY:
            return j + 1  # "close to Eve's body"
        if noun in _BODIES:
            if cur.kind and cur.kind not in SEES | {"report"} and self.text(group.start - 1) not in ("and", "with"):
                cur = self._next("", group.start)
            cur.owners += [seat for seat in group.seats if seat not in cur.owners]
            cur.has_body = True
            return j + 1
        if noun in words("accounts") and noun not in _ROUTES and self.discourse.speaker not in group.seats and group.seats:
            self._speak_for(group.seats[0])
        return i


def number_of(text: str) -> int | None:
    """Return the value of a number word; None for any other word, or for more than two digits."""
    spelt: list[str] = data()["words"]["numbers"].split()
    if text in spelt:
        return spelt.index(text)
    if text == "no":
        return 0
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None
