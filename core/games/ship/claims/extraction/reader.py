"""Reads the frames of a sentence, from left to right, each token once."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.games.ship.claims.extraction.discourse import Discourse
from woozle.core.games.ship.claims.extraction.frames import MOVES, Frame, Mention
from woozle.core.games.ship.claims.extraction.groups import Party, group_at, is_seat
from woozle.core.games.ship.claims.extraction.lexicon import Verb, words
from woozle.core.games.ship.claims.extraction.places import name_room
from woozle.core.games.ship.claims.extraction.reading import MOST, Reading, add
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.games.ship.claims.extraction.verbs import is_asked, open_verb, verb_at

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def frames(sentence: Sequence[Token], asks: bool, discourse: Discourse) -> list[Frame]:
    """The frames of a sentence, in order. asks: whether it ends in a question mark."""
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
    """A sentence with rooms and without a verb: "Medbay -> storage"."""
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
    """Small words that tell something of what follows, or of the frame."""
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
    """Reads "My route was ...", "Bob's route:", "my sighting of Bob": a frame of the one whose it is."""
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
    """A task is named: it is what the frame tells of, or what somebody went for."""
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
    """What seats are to the frame, if they come after its verb."""
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
