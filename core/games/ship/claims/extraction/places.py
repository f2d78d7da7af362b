"""The rooms of a sentence: how each stands, and to which verb it belongs."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.games.ship.claims.extraction.frames import MOVES, Frame, Mention, Role
from woozle.core.games.ship.claims.extraction.groups import is_seat
from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.extraction.reading import LOOK_BACK, Reading, add
from woozle.core.games.ship.claims.extraction.tokens import Token

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
    """How the room at i stands, by the words around it, and whether it is only near."""
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
    """Whether the room is named only to say that it was another: "from storage, not from medbay or nav"."""
    j = i - 1
    while j >= 0 and i - j < 4 and reading.text(j) in words("articles") | words("at") | words("to") | words("from") | words("via"):
        j -= 1
    is_joined = reading.text(j) in ("or", "nor") and reading.ruled_out == j - 1 >= 0
    return is_joined or reading.text(j) in words("ruling_out")


def _join(reading: Reading, place: Mention) -> None:
    """A room after "and" stands as the one before it: "near medbay and storage"."""
    last = reading.frame.places[-1] if reading.frame and reading.frame.places else None
    if not last or not last.rooms or last.role == "to" or place.role != "next" or place.at - last.at > 3:
        return
    if reading.text(place.at - 1) in ("and", "or", "/", "&"):
        place.role, place.is_near = last.role, last.is_near


def _listing(reading: Reading, place: Mention) -> Frame | None:
    """The frame whose list a room goes on with, or begins: "then nav, medbay"; "his route is odd: medbay, storage"."""
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
    """Whether a room is the next of a story whose verb is not said again: "then storage", "then back through medbay"."""
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
    """The frame whose way an arrow goes on with; "I was navigation -> storage" becomes one."""
    for told in reading.recent:
        if told.kind == "route" or (told.kind in MOVES and told.places and not told.parent):
            return told
    if frame.kind != "see":
        frame.kind = "route"
    return frame


def _is_fronted(reading: Reading, place: Mention) -> bool:
    """Whether the room opens a clause whose verb comes later: "..., in storage I saw"."""
    tokens, j, k = reading.tokens, place.at - 1, place.at + 1
    while j >= 0 and place.at - j < LOOK_BACK and tokens[j].text in words("before_a_fronted_room"):
        j -= 1
    opens = j < 0 or j + 1 == reading.clause or tokens[j].text in ("and", ",", "but", ";", "—")
    if place.role not in ("at", "from") or not opens:
        return False
    while k < len(tokens) and k - place.at < LOOK_BACK and (tokens[k].kind == "time" or tokens[k].text == ","):
        k += 1
    return k < len(tokens) and is_seat(tokens[k])
