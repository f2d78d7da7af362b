"""Reads the frames of a sentence, from left to right, each token once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from woozle.core.claims.extraction.discourse import Discourse
from woozle.core.claims.extraction.frames import MOVES, Frame, Place, role_at
from woozle.core.claims.extraction.groups import Group, group_at, is_seat
from woozle.core.claims.extraction.lexicon import Form, Verb, verbs, words
from woozle.core.claims.extraction.tokens import Token
from woozle.core.request import Seat

_T = TypeVar("_T")

_MOST = 64  # rooms of one frame; more would make nonsense slow
_LOOK_BACK = 12  # words before a verb that can belong to it; more would make long sentences slow


def frames(sentence: Sequence[Token], asks: bool, discourse: Discourse) -> list[Frame]:
    """The frames of a sentence, in order. asks: whether it ends in a question mark."""
    return _Reader(sentence, asks, discourse).read()


class _Reader:
    """Where the reading of a sentence stands.

    group: seats that were named last; added: those of them that became objects by it. main: the last frame of the main line,
    whose subject "and left" goes on with. clause: where the clause begins. fronted, times: rooms and times that stand before the
    verb they belong to ("In medbay I saw").
    """

    def __init__(self, sentence: Sequence[Token], asks: bool, discourse: Discourse) -> None:
        self.tokens = sentence
        self.asks = asks
        self.discourse = discourse
        self.frames: list[Frame] = []
        self.group: Group | None = None
        self.added: list[Seat] = []
        self.main: Frame | None = None
        self.clause = 0
        self.fronted: list[Place] = []
        self.times: list[Token] = []
        self.is_supposed = False
        self.is_hedged = False

    @property
    def frame(self) -> Frame | None:
        """The frame that is being told."""
        return self.frames[-1] if self.frames else None

    def read(self) -> list[Frame]:
        i = 0
        while i < len(self.tokens):
            i = self._step(i)
        if self.frame:
            self.frame.places += self.fronted[:_MOST]
            self.frame.times += self.times[:_MOST]
        elif self.fronted:
            self._fragment()
        return self.frames

    def _fragment(self) -> None:
        """A sentence with rooms and without a verb: "Medbay -> storage"."""
        subject = self.group.seats if self.group else (self.discourse.speaker,)
        frame = self._open(Verb("fragment", "base", ""), subject, self.fronted[0].at)
        frame.is_real = not self.asks and not self.is_supposed

    def _open(self, verb: Verb, subject: tuple[Seat, ...], i: int, parent: Frame | None = None) -> Frame:
        """Begin a frame; the one before ends here."""
        if self.frame:
            self.frame.last = max(self.frame.first, i - 1)
        frame = Frame(self.tokens, verb.kind, verb.base, verb.form, subject, i, len(self.tokens) - 1, parent)
        frame.places, self.fronted = self.fronted[:_MOST], []
        frame.times, self.times = self.times[:_MOST], []
        self.frames.append(frame)
        return frame

    def _step(self, i: int) -> int:
        token = self.tokens[i]
        if is_seat(token):
            return self._seats(i)
        if token.kind == "room":
            self._room(i)
        elif token.kind == "time":
            _add((self.frame.times if self.frame and self.frame.first >= self.clause else self.times), token)
        elif token.kind == "task" and self.frame:
            self._task(token, i)
        elif token.kind == "mark":
            self._mark(i)
        elif token.kind == "word":
            self._word(i)
        return i + 1

    def _mark(self, i: int) -> None:
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        if self.tokens[i].text != "," or (following and (is_seat(following) or following.text in words("clause_openers"))):
            self.clause = i + 1
            self.is_supposed = False
        self.is_hedged = False

    # Words

    def _word(self, i: int) -> None:
        token = self.tokens[i]
        self._note(i, token.text)
        if token.text in words("routes"):
            self._route(i)
        elif token.text in words("be"):
            is_told = self.frame and self.frame.kind == "route" and not self.frame.places
            if not is_told and not self._only_helps(i):
                self._verb(i, Verb("be", "past" if token.text in ("was", "were") else "base", "be"))
        elif verb := self._verb_at(i):
            self._verb(i, verb)

    def _note(self, i: int, text: str) -> None:
        """Small words that tell something of the frame, or of what follows."""
        frame = self.frame
        if text in words("suppositions") and not (text == "where" and i and self.tokens[i - 1].kind in ("room", "time", "mark")):
            self.is_supposed = True
        if text in words("hedges"):
            self.is_hedged = True
        is_nobody = text in words("nobody") or (text == "one" and self._text(i - 1) == "no")
        if (text in words("anybody") or is_nobody) and not (self.group and self.group.is_possessive and self.group.end == i):
            self.group = Group((), i, i + 1)
        if text == "where":
            _add(self.fronted, Place("there", (), i))
        if frame is None:
            return
        if text in ("there", "here"):
            _add(frame.places, Place("there", (), i))
        elif text == "alone":
            frame.is_alone = True
        elif text in words("bodies"):
            frame.has_body = True
        elif is_nobody or (frame.is_negated and text in words("anybody")):
            frame.has_nobody = True
        elif text in words("people"):
            frame.number = _number(self.tokens[i - 1].text) if i else None
        elif text == "way" and frame.base == "make":
            frame.kind = "go"
        elif text in words("tasks"):
            _work_in(frame)
        elif text in words("meetings") and frame.kind == "call":
            frame.base = "call a meeting"

    def _route(self, i: int) -> None:
        """Reads "My route was ...", "Bob's route:": a frame of the one whose route it is."""
        group = self.group
        if group and group.is_possessive and 0 <= i - group.end <= 3:
            subject = group.seats
        elif i == 0 or self.tokens[i - 1].kind != "word":
            subject = (self.discourse.speaker,)
        else:
            return
        is_wished = self.frame is not None and self.frame.kind == "wish"
        self.main = self._open(Verb("route", "past", "be"), subject, i)
        self.main.is_real = not self.is_supposed and not self._asked(i) and not is_wished

    def _task(self, token: Token, i: int) -> None:
        if self.frame:
            _add(self.frame.places, Place("at", token.rooms, i))
            _work_in(self.frame)

    # Seats

    def _seats(self, i: int) -> int:
        before = self.tokens[i - 1].text if i else ""
        opens = i == self.clause or before in (",", "—", "and", "but", "so", "well")
        sees = self.frame is not None and self.frame.kind == "see"
        group = group_at(self.tokens, i, self.discourse, opens, parts=sees)
        if not group.is_called:
            self.group = group
            self._part(group, before)
        return group.end

    def _part(self, group: Group, before: str) -> None:
        """What the seats are to the frame that is being told, if they come after its verb."""
        frame = self.frame
        self.added = []
        if frame is None:
            return
        if before in words("with"):
            frame.companions += [seat for seat in group.seats if seat not in frame.companions]
            if frame.base == "cross":
                frame.kind, frame.targets = "see", list(group.seats)
        elif group.is_possessive:
            frame.owners += [seat for seat in group.seats if seat not in frame.owners]
        elif before not in ("from", "of", "to", "than") or self._text(group.start - 2) in ("both", "two", "all", "each"):
            if before in ("into", "across", "past", "upon") and frame.kind in MOVES:
                frame.kind = "see"
            self.added = [seat for seat in group.seats if seat not in frame.targets]
            frame.targets += self.added

    # Verbs

    def _verb_at(self, i: int) -> Verb | None:
        """The verb at i, unless the word is a noun or an adverb here: "the kill", "my report", "on the left"."""
        verb = verbs().get(self.tokens[i].text)
        text = self.tokens[i].text
        if verb is None or text in words("adverbs"):
            return None
        if text in words("auxiliaries") and self._text(i + 1) not in words("determiners"):
            return None  # "did see", but "did my task"
        if i == 0:
            return verb
        before = self.tokens[i - 1]
        if before.text in words("determiners") or (before.is_possessive and verb.form != "ing"):
            return None
        if text == "left" and (before.text in words("before_a_side") or self._text(i + 1) in words("sides")):
            return None
        return verb

    def _text(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def _only_helps(self, i: int) -> bool:
        """Whether a form of "be" only helps the verb after it."""
        for token in self.tokens[i + 1 : i + 6]:
            if (
                token.kind == "time"
                or (token.text in words("adverbs") and token.text not in ("in", "there"))
                or token.text in words("negations")
            ):
                continue
            verb = verbs().get(token.text) if token.kind == "word" else None
            return token.text in words("be") or (verb is not None and verb.form not in ("base", "third") and token.text != "left")
        return False

    def _verb(self, i: int, verb: Verb) -> None:
        """Begin the frame of a verb: its helpers, its subject, and whether it is told as real."""
        j = i - 1
        while j >= 0 and i - j < _LOOK_BACK and _is_helper(self.tokens[j]):
            j -= 1
        helpers = {token.text for token in self.tokens[j + 1 : i]}
        is_finite = verb.form in ("past", "third") or verb.kind == "be" or bool(helpers & (words("be") | words("auxiliaries")))
        subject, parent, is_real = self._subject(j, verb.form, is_finite)
        frame = self._open(verb, subject, i, parent)
        frame.is_passive = verb.form in ("past", "participle") and bool(helpers & words("be"))
        frame.is_negated = (
            bool(helpers & words("negations")) or (verb.kind == "be" and self._denied(i)) or self._text(j) == "without"
        )
        frame.is_hedged = self.is_hedged or bool(helpers & words("hedges"))
        frame.is_real = is_real and not (self.is_supposed or _is_unreal(helpers, verb.form) or self._asked(i))
        if self.group and self.group.is_possessive and j == self.group.end and self._text(j) in words("bodies"):
            frame.owners, frame.has_body = list(self.group.seats), True  # "Bob's body was in medbay"
        if parent:
            frame.is_negated = frame.is_negated or parent.is_negated
            frame.is_hedged = frame.is_hedged or parent.is_hedged
            frame.is_real = frame.is_real and parent.is_real
        elif is_finite or (verb.form == "base" and is_real):
            self.main = frame

    def _denied(self, i: int) -> bool:
        return any(token.text in words("negations") for token in self.tokens[i + 1 : i + 3])

    def _subject(self, j: int, form: Form, is_finite: bool) -> tuple[tuple[Seat, ...], Frame | None, bool]:
        """Who does what a verb says; the frame it was seen in; whether it is real. j: position before the verb and its helpers."""
        frame, group = self.frame, self.group
        before = self._text(j)
        if group and not group.is_possessive and group.end == j + 1:
            return self._named(group, is_finite)
        if j < 0:
            is_fragment = form == "base" and frame is None
            return (self.discourse.speaker,) if is_fragment or form != "third" else (), None, not is_fragment
        if before in words("relatives") and group:
            return group.seats, None, True
        current = frame.subject if frame else (self.discourse.speaker,)
        if before == "to" and form == "base":
            return current, None, frame is not None and frame.kind in MOVES | {"stay"} and not self._is_planned(j)
        if before == "not" and form == "base":
            return current, None, False
        if frame and frame.parent and form in ("base", "ing"):
            return frame.subject, frame.parent, True
        if (
            frame
            and form == "ing"
            and frame.kind in ("see", "find")
            and frame.targets
            and before not in words("at") | words("links")
        ):
            return tuple(frame.targets), frame, True
        if is_finite and self.tokens[j].kind == "word" and before not in words("links") and before not in verbs():
            return (), None, True  # "the body was": a noun that is no seat
        return (self.main or frame).subject if self.main or frame else (self.discourse.speaker,), None, True  # type: ignore[union-attr]

    def _named(self, group: Group, is_finite: bool) -> tuple[tuple[Seat, ...], Frame | None, bool]:
        """The seats right before a verb are its subject; they are seen, if they are objects of seeing in the same clause."""
        frame = self.frame
        if frame is None or group.start < frame.first:
            return group.seats, None, True
        is_joined = is_finite and self._text(group.start - 1) in (",", "and")
        is_object = frame.kind in ("see", "find", "place") and not frame.is_passive and self.clause <= frame.first
        if is_object and not is_joined and set(group.seats) <= {*frame.targets, *frame.companions}:
            return group.seats, frame, True
        if is_finite:
            frame.targets = [seat for seat in frame.targets if seat not in self.added]
        return group.seats, None, frame.kind != "wish"

    def _is_planned(self, j: int) -> bool:
        return any(token.text in words("unreal_auxiliaries") for token in self.tokens[max(j - 4, 0) : j])

    def _asked(self, i: int) -> bool:
        """Whether the clause is a question: the sentence ends in a question mark, and the clause begins with the word of one."""
        if not self.asks:
            return False
        return any(token.text in words("asking") for token in self.tokens[self.clause : min(self.clause + 4, i + 1)])

    # Rooms

    def _room(self, i: int) -> None:
        place = Place(role_at(self.tokens, i)[0], self.tokens[i].rooms, i, role_at(self.tokens, i)[1])
        self._joined(place, i)
        if self.frame is None or self._is_fronted(place):
            _add(self.fronted, place)
        elif self.tokens[i - 1].kind == "arrow" or self._text(i - 1) == "then":
            _add(self._told_way(self.frame).places, place)
        else:
            _add(self.frame.places, place)

    def _joined(self, place: Place, i: int) -> None:
        """A room after "and" stands as the one before it: "near medbay and storage"."""
        last = self.frame.places[-1] if self.frame and self.frame.places else None
        if (
            last
            and last.rooms
            and last.role != "to"
            and place.role == "next"
            and i - last.at <= 3
            and self._text(i - 1) in ("and", "or", "/", "&")
        ):
            place.role, place.is_near = last.role, last.is_near

    def _told_way(self, frame: Frame) -> Frame:
        """The frame whose way an arrow goes on with; "I was navigation -> storage" becomes one."""
        for told in reversed(self.frames[-_LOOK_BACK:]):
            if told.kind == "route" or (told.kind in MOVES and told.places):
                return told
        if frame.kind != "see":
            frame.kind = "route"
        return frame

    def _is_fronted(self, place: Place) -> bool:
        """Whether the room opens a clause whose verb comes later: "..., in storage I saw"."""
        j, k = place.at - 1, place.at + 1
        while j >= 0 and place.at - j < _LOOK_BACK and self.tokens[j].text in words("before_a_fronted_room"):
            j -= 1
        if place.role not in ("at", "from") or (
            j >= 0 and j + 1 != self.clause and self._text(j) not in ("and", ",", "but", ";", "—")
        ):
            return False
        while k < len(self.tokens) and k - place.at < _LOOK_BACK and (self.tokens[k].kind == "time" or self._text(k) == ","):
            k += 1
        return k < len(self.tokens) and is_seat(self.tokens[k])


def _is_unreal(helpers: set[str], form: Form) -> bool:
    """Whether the helpers of a verb make it a thought; "would" before a past form stands for "had" ("I'd left")."""
    is_had = "would" in helpers and "have" not in helpers and form in ("past", "participle")
    return bool(helpers & words("unreal_auxiliaries")) and not is_had


def _add(to: list[_T], what: _T) -> None:
    """Add to what a frame says, unless it says too much already."""
    if len(to) < _MOST:
        to.append(what)


def _work_in(frame: Frame) -> None:
    """A task is named: it is what the frame tells of, or what somebody went for."""
    frame.has_task = True
    if frame.kind in ("do", "other") or frame.base in ("work", "finish"):
        frame.kind = "task"


def _is_helper(token: Token) -> bool:
    """Whether a word before a verb belongs to it: an auxiliary, a negation, an adverb, a time."""
    if token.kind != "word":
        return token.kind == "time"
    text = token.text
    is_adverb = text in words("adverbs") or (text.endswith("ly") and text not in verbs())
    return is_adverb or text in words("negations") or text in words("be") or text in words("auxiliaries")


def _number(text: str) -> int | None:
    spelled = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if text in spelled:
        return spelled.index(text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None
