"""Parser of sentences into frames, from left to right, each token once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from woozle.core.games.ship.claims.extraction.frames import MOVES, Frame, Mention, Role
from woozle.core.games.ship.claims.extraction.lexicon import Form, Verb, verbs, words
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.request import Seat
from woozle.core.value import value

_T = TypeVar("_T")

MOST = 64  # rooms of one frame; more would make nonsense slow
LOOK_BACK = 12  # words before a verb that can belong to it; more would make long sentences slow


@dataclass(slots=True)
class Reading:
    """The state of the parser within a sentence.

    asks: whether it ends in a question mark. group: seats that were named last; added: those of them that became objects by it.
    main: the last frame of the main line, whose subject "and left" goes on with. clause: where the clause begins. fronted, times:
    rooms and times that stand before the verb they belong to ("In medbay I saw"). ruled_out: the last room that was only denied.
    """

    tokens: Sequence[Token]
    asks: bool
    discourse: Discourse
    frames: list[Frame] = field(default_factory=list)
    group: Party | None = None
    added: list[Seat] = field(default_factory=list)
    main: Frame | None = None
    clause: int = 0
    fronted: list[Mention] = field(default_factory=list)
    times: list[Token] = field(default_factory=list)
    is_supposed: bool = False
    is_hedged: bool = False
    ruled_out: int = -1

    @property
    def frame(self) -> Frame | None:
        """The frame that is being read."""
        return self.frames[-1] if self.frames else None

    @property
    def recent(self) -> Sequence[Frame]:
        """The last frames, the newest first."""
        return self.frames[: -LOOK_BACK - 1 : -1]

    def text(self, i: int) -> str:
        """Return the word at i; empty outside the sentence."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def open(self, verb: Verb, subject: tuple[Seat, ...], i: int, parent: Frame | None = None) -> Frame:
        """Begin a frame; the one before ends here."""
        if self.frame:
            self.frame.last = max(self.frame.first, i - 1)
        frame = Frame(self.tokens, verb.kind, verb.base, verb.form, subject, i, len(self.tokens) - 1, parent)
        frame.places, self.fronted = self.fronted[:MOST], []
        frame.times, self.times = self.times[:MOST], []
        self.frames.append(frame)
        return frame


def add(to: list[_T], what: _T) -> None:
    """Add to what a frame says, unless it says too much already."""
    if len(to) < MOST:
        to.append(what)


class Discourse:
    """The seats that a speech has mentioned so far, for its pronouns."""

    def __init__(self, statement: Statement, before: Sequence[Statement]) -> None:
        self.speaker = statement.speaker
        self._named_subject: tuple[Seat, ...] = ()
        self._recent: list[Seat] = []
        self._pair: tuple[Seat, ...] = ()
        self._addressed: tuple[Seat, ...] = ()
        others = [said.speaker for said in before if said.meeting == statement.meeting and said.speaker != self.speaker]
        self._last_speaker = tuple(others[-1:])

    def name(self, seats: Sequence[Seat]) -> None:
        """Note that seats are named; a pronoun may mean them from here on."""
        if seats:
            self._named_subject = tuple(seats)
            self._recent = [seat for seat in self._recent if seat not in seats] + list(seats)
            if len(seats) > 1:
                self._pair = tuple(seats)

    def address(self, seats: Sequence[Seat]) -> None:
        """Note that seats are spoken to."""
        self._addressed = tuple(seats)
        self.name(seats)

    def seats_of(self, word: str) -> tuple[Seat, ...]:
        """Return the seats that a pronoun means; none, if nobody can be meant."""
        if word in words("me"):
            return (self.speaker,)
        if word in words("us"):
            return (self.speaker, *self._named_subject)
        if word in words("you"):
            return self._addressed or self._last_speaker
        if word in ("they", "them", "their", "theirs"):
            return self._pair if self._pair and set(self._named_subject) <= set(self._pair) else self._named_subject
        others = words("women") if word in words("he") else words("men") if word in words("she") else frozenset()
        return tuple(seat for seat in self._recent if seat.lower() not in others)[-1:]


_PRONOUNS = words("me") | words("us") | words("you") | words("they")
_LINKS = frozenset({",", "and", "or", "nor", "both"})


@value
class Party:
    """Seats that are named together; none, for "anyone". start, end: positions of the first token and after the last."""

    seats: tuple[Seat, ...]
    start: int
    end: int
    is_possessive: bool = False
    is_called: bool = False


def is_seat(token: Token) -> bool:
    """Return whether a token names a seat or stands for one."""
    return token.kind == "seat" or (token.kind == "word" and token.text in _PRONOUNS)


def group_at(tokens: Sequence[Token], i: int, discourse: Discourse, opens: bool, parts: bool) -> Party:
    """Return the group that begins at i. opens: A clause begins there. parts: "and Eve left" begins another clause."""
    seats, end, owns = list(_seats_of(tokens[i], discourse)), i + 1, _owns(tokens, i)
    while not owns and (following := _next(tokens, end, parts)) is not None:
        seats += [seat for seat in _seats_of(tokens[following], discourse) if seat not in seats]
        owns, end = _owns(tokens, following), following + 1
    called = opens and not owns and _is_called(tokens, i, end)
    if called:
        discourse.address(seats)
    else:
        discourse.name([seat for seat in seats if seat != discourse.speaker])
    return Party(tuple(seats), i, end, owns, called)


def is_predicate(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a finite verb begins at i, adverbs left out."""
    while i < len(tokens) and tokens[i].text in words("adverbs"):
        i += 1
    if i >= len(tokens) or tokens[i].kind != "word":
        return False
    text = tokens[i].text
    verb = verbs().get(text)
    return text in words("be") or text in words("auxiliaries") or (verb is not None and verb.form in ("past", "third"))


def _seats_of(token: Token, discourse: Discourse) -> tuple[Seat, ...]:
    return (token.seat,) if token.kind == "seat" else discourse.seats_of(token.text)


def _owns(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a seat is named as an owner; "her" is, before a noun ("her route")."""
    token = tokens[i]
    if token.text == "her":
        return i + 1 < len(tokens) and tokens[i + 1].text in words("owned")
    return token.is_possessive or (token.kind == "word" and token.text in words("possessives"))


def _next(tokens: Sequence[Token], i: int, parts: bool) -> int | None:
    """Return the position of the group's next seat, if the group goes on at i."""
    j = i
    while j < min(len(tokens), i + 3) and (tokens[j].kind == "and" or tokens[j].text in _LINKS):
        j += 1
    if j == i or j >= len(tokens) or not is_seat(tokens[j]):
        return None
    is_linked = any(token.kind == "and" or token.text in ("and", "or", "nor") for token in tokens[i:j])
    if tokens[j].kind == "word" and (not is_linked or tokens[j].text in words("possessives") | {"you"}):
        return None
    return None if parts and is_predicate(tokens, j + 1) else j


def _is_called(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether seats that open a clause are spoken to: "Bob, where were you"."""
    if any(token.kind == "word" and token.text in _PRONOUNS for token in tokens[start:end]):
        return False
    if end >= len(tokens) or tokens[end].text not in (",", "—", ":"):
        return False
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    return following is not None and following.text in words("calling")


_LIST = (",", "and")


def name_room(reading: Reading, i: int) -> None:
    """Take the room at i into the frame that it belongs to, or keep it for the verb that follows."""
    if _is_ruled_out(reading, i):
        reading.ruled_out = i
        return
    role, is_near = role_at(reading.tokens, i)
    place = Mention(role, reading.tokens[i].rooms, i, is_near)
    _join(reading, place)
    told = _listing(reading, place)
    if told:
        add(told.places, place)
    elif reading.frame is None or _is_fronted(reading, place):
        add(reading.fronted, place)
    elif _continues(reading, i):
        add(_told_way(reading, reading.frame).places, place)
    elif not _is_arrow(reading, i - 1) and not (reading.frame.kind == "see" and _is_arrow(reading, i + 1)):
        add(reading.frame.places, place)


def role_at(tokens: Sequence[Token], i: int) -> tuple[Role, bool]:
    """Return the role of the room at i, by the words around it, and whether it is only near."""
    if i + 1 < len(tokens) and tokens[i + 1].text in words("things"):
        return "of", False  # "medbay info"
    j = i - 1
    while j >= 0 and tokens[j].kind == "word" and _is_passed_over(tokens[j].text):
        j -= 1
    if j < 0 or tokens[j].kind != "word":
        return ("of", False) if j > 1 and tokens[j].kind == "and" and tokens[j - 2].text == "between" else ("next", False)
    text = tokens[j].text
    if text == "between" or (text in ("and", "or") and j > 1 and tokens[j - 2].text == "between"):
        return "of", False
    if text in words("at"):
        return ("of", False) if j > 0 and tokens[j - 1].text in words("things") else ("at", text in words("near"))
    if text == "after":
        return "from", False
    roles: tuple[Role, ...] = ("to", "from", "via")
    return next((role for role in roles if text in words(role)), "next"), False


def _is_passed_over(text: str) -> bool:
    return text in words("articles") or (text in words("adverbs") and text not in ("in", "of"))


def _is_arrow(reading: Reading, i: int) -> bool:
    return 0 <= i < len(reading.tokens) and reading.tokens[i].kind == "arrow"


def _is_ruled_out(reading: Reading, i: int) -> bool:
    """Return whether the room is named only to say that it was another: "from storage, not from medbay or nav"."""
    j = i - 1
    while j >= 0 and i - j < 4 and reading.text(j) in words("articles") | words("at") | words("to") | words("from") | words("via"):
        j -= 1
    is_joined = reading.text(j) in ("or", "nor") and reading.ruled_out == j - 1 >= 0
    return is_joined or reading.text(j) in words("ruling_out")


def _join(reading: Reading, place: Mention) -> None:
    """Give a room after "and" the role of the one before it: "near medbay and storage"."""
    last = reading.frame.places[-1] if reading.frame and reading.frame.places else None
    if not last or not last.rooms or last.role == "to" or place.role != "next" or place.at - last.at > 3:
        return
    if reading.text(place.at - 1) in ("and", "or", "/", "&"):
        place.role, place.is_near = last.role, last.is_near


def _listing(reading: Reading, place: Mention) -> Frame | None:
    """Return the frame whose list a room goes on with, or begins: "then nav, medbay"; "his route is odd: medbay, storage"."""
    i = place.at
    for told in reading.recent:
        last = told.places[-1].at if told.places and told.places[-1].rooms else None
        if last == i - 2 and place.role == "next" and reading.text(i - 1) in _LIST:
            return told
        if told.kind == "route" and told is not reading.frame and i and reading.tokens[i - 1].kind == "mark":
            is_list = i + 2 < len(reading.tokens) and reading.tokens[i + 2].kind == "room"
            return told if (is_list if not told.places else last == i - 2) else None
    return None


def _continues(reading: Reading, i: int) -> bool:
    """Return whether a room is the next of a story whose verb is not said again: "then storage", "then back through medbay"."""
    frame = reading.frame
    if _is_arrow(reading, i - 1):
        return frame is not None and _told_way(reading, frame).kind != "see"
    j = i - 1
    while j >= 0 and i - j < 6 and reading.text(j) != "then":
        if reading.tokens[j].kind != "word" or reading.text(j) not in words("articles") | words("to") | words("via") | words(
            "adverbs"
        ):
            return False
        j -= 1
    return reading.text(j) == "then" and (j == i - 1 or (frame is not None and frame.kind not in MOVES | {"route"}))


def _told_way(reading: Reading, frame: Frame) -> Frame:
    """Return the frame whose way an arrow goes on with; "I was navigation -> storage" becomes one."""
    for told in reading.recent:
        if told.kind == "route" or (told.kind in MOVES and told.places and not told.parent):
            return told
    if frame.kind != "see":
        frame.kind = "route"
    return frame


def _is_fronted(reading: Reading, place: Mention) -> bool:
    """Return whether the room opens a clause whose verb comes later: "..., in storage I saw"."""
    tokens, j, k = reading.tokens, place.at - 1, place.at + 1
    while j >= 0 and place.at - j < LOOK_BACK and tokens[j].text in words("before_a_fronted_room"):
        j -= 1
    opens = j < 0 or j + 1 == reading.clause or tokens[j].text in ("and", ",", "but", ";", "—")
    if place.role not in ("at", "from") or not opens:
        return False
    while k < len(tokens) and k - place.at < LOOK_BACK and (tokens[k].kind == "time" or tokens[k].text == ","):
        k += 1
    return k < len(tokens) and is_seat(tokens[k])


_Subject: TypeAlias = tuple[tuple[Seat, ...], Frame | None, bool]
"""Who does it; the frame it was seen in; whether it is real."""


def verb_at(reading: Reading, i: int) -> Verb | None:
    """Return the verb at i, unless the word is a noun, an adverb or a helper here, or only carries the noun before it."""
    text = reading.text(i)
    if text in words("be"):
        form: Form = "past" if text in ("was", "were") else "ing" if text == "being" else "base"
        return None if _awaits_rest(reading, i) or _only_helps(reading.tokens, i) else Verb("be", form, "be")
    verb = verbs().get(text)
    if verb is None or text in words("adverbs") or text in words("meetings"):
        return None
    if text in words("auxiliaries") and reading.text(i + 1) not in words("determiners") | words("tasks"):
        return None  # "did see", but "did my task"
    before = reading.text(i - 1)
    if before in words("determiners") or (i and reading.tokens[i - 1].is_possessive and verb.form != "ing"):
        return None  # "the kill", "my report"
    if text == "left" and (before in words("before_a_side") or reading.text(i + 1) in words("sides")):
        return None
    if verb.kind == "go" and _goes_in(reading, i):
        verb = Verb("enter", verb.form, verb.base)
    return None if _carries_route(reading, i, verb) else verb


def open_verb(reading: Reading, i: int, verb: Verb) -> None:
    """Begin the frame of the verb at i."""
    j = i - 1
    while j >= 0 and i - j < LOOK_BACK and _is_helper(reading.tokens[j]):
        j -= 1
    helpers = {token.text for token in reading.tokens[j + 1 : i]}
    is_finite = verb.form in ("past", "third") or verb.kind == "be" or bool(helpers & (words("be") | words("auxiliaries")))
    group, before = reading.group, reading.frame
    subject, parent, is_real = _subject(reading, j, verb.form, is_finite)
    frame = reading.open(verb, subject, i, parent)
    frame.is_passive = verb.form in ("past", "participle") and bool(helpers & words("be"))
    frame.is_negated = (
        bool(helpers & words("negations")) or (verb.kind == "be" and _is_denied(reading, i)) or reading.text(j) == "without"
    )
    frame.is_hedged = reading.is_hedged or bool(helpers & words("hedges"))
    frame.is_earlier = verb.form == "ing" and reading.text(j) == "after"
    frame.is_reported = before is not None and _reports(before, subject, reading.discourse.speaker)
    is_order = verb.kind == "see" and verb.form == "base" and not is_finite and not parent and not _is_right_before(group, j)
    is_thought = reading.is_supposed or _is_unreal(helpers, verb.form) or is_asked(reading, i)
    frame.is_real = is_real and not is_order and not is_thought
    if group and group.is_possessive and j == group.end and reading.text(j) in words("bodies"):
        frame.owners, frame.has_body = list(group.seats), True  # "Bob's body was in medbay"
    if parent:
        frame.is_negated = frame.is_negated or parent.is_negated
        frame.is_hedged = frame.is_hedged or parent.is_hedged
        frame.is_real = frame.is_real and parent.is_real
    elif is_finite or (verb.form == "base" and is_real):
        reading.main = frame


def is_asked(reading: Reading, i: int) -> bool:
    """Return whether the clause is a question: the sentence ends in a question mark, and the clause begins with the word of one."""
    opening = reading.tokens[reading.clause : min(reading.clause + 4, i + 1)] if reading.asks else ()
    return any(token.text in words("asking") for token in opening)


# What is a verb


def _only_helps(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a form of "be" only helps the verb after it."""
    for token in tokens[i + 1 : i + 6]:
        is_adverb = token.text in words("adverbs") and token.text not in ("in", "there")
        if token.kind == "time" or is_adverb or token.text in words("negations"):
            continue
        verb = verbs().get(token.text) if token.kind == "word" else None
        return token.text in words("be") or (verb is not None and verb.form not in ("base", "third") and token.text != "left")
    return False


def _awaits_rest(reading: Reading, i: int) -> bool:
    """Return whether what "be" leads to still belongs to the frame: "my route was ...", "the only one I saw was ..."."""
    frame = reading.frame
    if frame is None or frame.places:
        return False
    if frame.kind == "route" or frame.base == "sighting":
        return True
    return frame.kind == "see" and not frame.targets and _follows_at_once(reading, frame, i)


def _carries_route(reading: Reading, i: int, verb: Verb) -> bool:
    """Return whether a verb only carries the noun before it: "his route took him", "my route goes"."""
    frame = reading.frame
    is_carrier = verb.kind in MOVES | {"place"} or verb.base in words("carriers")
    return frame is not None and frame.kind == "route" and not frame.places and is_carrier and _follows_at_once(reading, frame, i)


def _follows_at_once(reading: Reading, frame: Frame, i: int) -> bool:
    return i - frame.first < LOOK_BACK and all(_is_helper(token) for token in reading.tokens[frame.first + 1 : i])


def _goes_in(reading: Reading, i: int) -> bool:
    """Return whether "in" belongs to the verb: "walked in from storage", but not "walked in storage"."""
    if reading.text(i + 1) not in ("in", "inside"):
        return False
    following = reading.tokens[i + 2] if i + 2 < len(reading.tokens) else None
    return following is None or not (following.kind == "room" or following.text in words("determiners"))


def _is_helper(token: Token) -> bool:
    """Return whether a word before a verb belongs to it: an auxiliary, a negation, an adverb, a time."""
    if token.kind != "word":
        return token.kind == "time"
    text = token.text
    is_adverb = text in words("adverbs") or text == "as" or (text.endswith("ly") and text not in verbs())
    return is_adverb or text in words("negations") or text in words("be") or text in words("auxiliaries")


# Who does it


def _subject(reading: Reading, j: int, form: Form, is_finite: bool) -> _Subject:
    """Return the subject of a verb. j: Position before the verb and its helpers."""
    frame, group, speaker = reading.frame, reading.group, reading.discourse.speaker
    before = reading.text(j)
    if group and _is_right_before(group, j):
        return _named_subject(reading, group, is_finite)
    if j < 0:
        is_fragment = form == "base" and frame is None
        return (speaker,) if is_fragment or form != "third" else (), None, not is_fragment
    if before in words("relatives") and group:
        return group.seats, None, True
    if form == "base" and before in ("to", "not"):
        moves = before == "to" and frame is not None and frame.kind in MOVES | {"stay"} and not _is_planned(reading, j)
        return frame.subject if frame else (speaker,), None, moves
    if frame is None:
        return _implied_subject(reading, j, form, is_finite)
    if form == "ing" and frame.kind == "say" and reading.clause <= frame.first and (j == frame.first or before in ("to", "of")):
        return frame.subject, None, True  # "Bob admits being in medbay"
    if frame.parent and form in ("base", "ing"):
        return frame.subject, frame.parent, True
    is_seen = form == "ing" and frame.kind in ("see", "find") and frame.targets and before not in words("at") | words("links")
    return (tuple(frame.targets), frame, True) if is_seen else _implied_subject(reading, j, form, is_finite)


def _implied_subject(reading: Reading, j: int, form: Form, is_finite: bool) -> _Subject:
    """Return the subject of a verb that names none: that of the story so far."""
    before, frame = reading.text(j), reading.frame
    if is_finite and reading.tokens[j].kind == "word" and before not in words("links") and before not in verbs():
        return (), None, True  # "the body was": a noun that is no seat
    told = reading.main or frame
    if told is None or frame is None:
        return (reading.discourse.speaker,), None, True
    goes_on = reading.clause <= frame.first and form in ("past", "participle", "base") and not frame.parent
    return told.subject, None, frame.is_real or not goes_on  # "could have killed Eve and left"


def _named_subject(reading: Reading, group: Party, is_finite: bool) -> _Subject:
    """Return the seats right before a verb as its subject; they are seen, if they are objects of seeing in the same clause."""
    frame = reading.frame
    if frame is None or group.start < frame.first:
        return group.seats, None, True
    is_joined = is_finite and reading.text(group.start - 1) in (",", "and")
    is_object = frame.kind in ("see", "find", "place") and not frame.is_passive and reading.clause <= frame.first
    if is_object and not is_joined and set(group.seats) <= {*frame.targets, *frame.companions}:
        return group.seats, frame, True
    if is_finite:
        frame.targets = [seat for seat in frame.targets if seat not in reading.added]
    return group.seats, None, frame.kind != "wish"


def _is_right_before(group: Party | None, j: int) -> bool:
    return group is not None and not group.is_possessive and group.end == j + 1


# Whether it is real


def _reports(before: Frame, subject: Sequence[Seat], speaker: Seat) -> bool:
    """Return whether a frame is what somebody else says: the frame before tells of saying, or is reported itself."""
    is_said = before.kind == "say" and bool(before.subject) and speaker not in before.subject
    return (is_said or before.is_reported) and speaker not in subject


def _is_unreal(helpers: set[str], form: Form) -> bool:
    """Return whether the helpers of a verb make it a thought; "would" before a past form stands for "had" ("I'd left")."""
    is_had = "would" in helpers and "have" not in helpers and form in ("past", "participle")
    return bool(helpers & words("unreal_auxiliaries")) and not is_had


def _is_planned(reading: Reading, j: int) -> bool:
    return any(token.text in words("unreal_auxiliaries") for token in reading.tokens[max(j - 4, 0) : j])


def _is_denied(reading: Reading, i: int) -> bool:
    return any(token.text in words("negations") for token in reading.tokens[i + 1 : i + 3])


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def frames(sentence: Sequence[Token], asks: bool, discourse: Discourse) -> list[Frame]:
    """Return the frames of a sentence, in order. asks: whether it ends in a question mark."""
    reading = Reading(sentence, asks, discourse)
    i = 0
    while i < len(sentence):
        i = _step(reading, i)
    if reading.frame:
        reading.frame.places += reading.fronted[:MOST]
        reading.frame.times += reading.times[:MOST]
    elif reading.fronted:
        _fragment(reading)
    return reading.frames


def _fragment(reading: Reading) -> None:
    """Read a sentence with rooms and without a verb: "Medbay -> storage"."""
    subject = reading.group.seats if reading.group else (reading.discourse.speaker,)
    frame = reading.open(Verb("fragment", "base", ""), subject, reading.fronted[0].at)
    frame.is_real = not reading.asks and not reading.is_supposed


def _step(reading: Reading, i: int) -> int:
    """Read what begins at i; where the next piece begins."""
    token, frame = reading.tokens[i], reading.frame
    if is_seat(token):
        return _seats(reading, i)
    if token.kind == "room":
        name_room(reading, i)
    elif token.kind == "time":
        add(frame.times if frame and frame.first >= reading.clause else reading.times, token)
    elif token.kind == "task" and frame:
        add(frame.places, Mention("at", token.rooms, i))
        _work_in(frame)
    elif token.kind == "mark":
        _mark(reading, i)
    elif token.kind == "word":
        _word(reading, i)
    return i + 1


def _mark(reading: Reading, i: int) -> None:
    following = reading.tokens[i + 1] if i + 1 < len(reading.tokens) else None
    if reading.text(i) != "," or (following and (is_seat(following) or following.text in words("clause_openers"))):
        reading.clause = i + 1
        reading.is_supposed = False
    reading.is_hedged = False


# Words


def _word(reading: Reading, i: int) -> None:
    text = reading.text(i)
    _note(reading, i, text)
    if text in words("routes"):
        _noun(reading, i, Verb("route", "past", "be"))
    elif text in words("sightings"):
        _noun(reading, i, Verb("see", "past", "sighting"))
    elif verb := verb_at(reading, i):
        open_verb(reading, i, verb)


def _note(reading: Reading, i: int, text: str) -> None:
    """Note a small word that tells something of what follows, or of the frame."""
    before = reading.tokens[i - 1] if i else None
    if text in words("suppositions") and not (text == "where" and before and before.kind in ("room", "time", "mark")):
        reading.is_supposed = True
    if text in words("hedges"):
        reading.is_hedged = True
    is_nobody = text in words("nobody") or (text == "one" and reading.text(i - 1) == "no")
    group = reading.group
    if (text in words("anybody") or is_nobody) and not (group and group.is_possessive and group.end == i):
        reading.group = Party((), i, i + 1)
    if text == "where":
        add(reading.fronted, Mention("there", (), i))
    if reading.frame:
        _note_in(reading, reading.frame, i, is_nobody)


def _note_in(reading: Reading, frame: Frame, i: int, is_nobody: bool) -> None:
    text = reading.text(i)
    if text in ("there", "here"):
        add(frame.places, Mention("there", (), i))
    elif text in words("reflexives"):
        frame.is_reflexive = True
    elif text == "other" and reading.text(i - 1) == "each":
        frame.is_mutual = True
    elif text == "alone":
        frame.is_alone = True
    elif text in words("bodies"):
        frame.has_body = True
    elif is_nobody or (frame.is_negated and text in words("anybody")):
        frame.has_nobody = True
    elif text in words("people"):
        frame.number = _number(reading.text(i - 1))
    elif text == "way" and frame.base == "make":
        frame.kind = "go"
    elif text in words("tasks"):
        is_seeming = frame.base in words("seeming") and len(reading.frames) > 1  # "doing what looked like a scan"
        _work_in(reading.frames[-2] if is_seeming and reading.frames[-2].kind == "do" else frame)
    elif text in words("meetings") and frame.kind == "call":
        frame.base = "call a meeting"


def _noun(reading: Reading, i: int, verb: Verb) -> None:
    """Read "My route was ...", "Bob's route:", "my sighting of Bob": a frame of the one whose it is."""
    group = reading.group
    if group and group.is_possessive and 0 <= i - group.end <= 3:
        subject = group.seats
    elif i == 0 or reading.tokens[i - 1].kind != "word":
        subject = (reading.discourse.speaker,)
    else:
        return
    is_wished = reading.frame is not None and reading.frame.kind == "wish"
    reading.main = reading.open(verb, subject, i)
    reading.main.is_real = not reading.is_supposed and not is_asked(reading, i) and not is_wished


def _work_in(frame: Frame) -> None:
    """Note a task: the frame is about it, or its subject went for it."""
    frame.has_task = True
    if frame.kind in ("do", "other") or frame.base in ("work", "finish"):
        frame.kind = "task"


def _number(text: str) -> int | None:
    if text in _NUMBERS:
        return _NUMBERS.index(text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


# Seats


def _seats(reading: Reading, i: int) -> int:
    """Read the seats that are named together from i on; where they end."""
    before = reading.text(i - 1)
    opens = i == reading.clause or before in (",", "—", "and", "but", "so", "well")
    sees = reading.frame is not None and reading.frame.kind == "see"
    group = group_at(reading.tokens, i, reading.discourse, opens, parts=sees)
    if not group.is_called:
        reading.group, reading.added = group, []
        if reading.frame:
            _take_part(reading, reading.frame, group, before)
    return group.end


def _take_part(reading: Reading, frame: Frame, group: Party, before: str) -> None:
    """Give seats that come after the verb of a frame their place in it."""
    if before in words("with"):
        frame.companions += [seat for seat in group.seats if seat not in frame.companions]
        if frame.base in ("cross", "overlap"):
            frame.kind, frame.targets = "see", list(group.seats)
        return
    if group.is_possessive:
        frame.owners += [seat for seat in group.seats if seat not in frame.owners]
        return
    is_sighting = frame.base == "sighting" and frame.first == group.start - 2  # "my sighting of Bob"
    is_all = reading.text(group.start - 2) in ("both", "two", "all", "each")
    if before in ("from", "of", "to", "than") and not is_sighting and not is_all:
        return
    if before in ("into", "across", "past", "upon") and frame.kind in MOVES:
        frame.kind = "see"
    reading.added = [seat for seat in group.seats if seat not in frame.targets]
    frame.targets += reading.added
    for seat in group.seats:
        add(frame.named, (group.start, seat))
