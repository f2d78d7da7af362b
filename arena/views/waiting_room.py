"""What the host of an open table sees: who is here, who knocks, the links, and how people get here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.core.text import visible_line
from woozle.core.value import value

TableState: TypeAlias = Literal["waiting", "dealing", "playing", "over", "closed"]
Presence: TypeAlias = Literal["here", "elsewhere", "reconnecting", "away", "left"]

PRESENCE_WORDS: dict[Presence, str] = {
    "here": "here",
    "elsewhere": "opened twice",
    "reconnecting": "reconnecting",
    "away": "away",
    "left": "gone",
}
_LONGEST = 80  # characters of a name


@value
class WaitingPlace:
    """A place at the table. kind: who has it, `taken` where a blind match does not say; label: their name, the bot or the model.

    provider: to whom what is said is sent, if a model plays there; link: that opens the place; empty where there is none.
    """

    number: int
    kind: Literal["open", "human", "agent", "model", "bot", "taken"]
    label: str = ""
    presence: Presence = "here"
    link: str = ""
    is_host: bool = False
    is_ready: bool = False
    provider: str = ""

    @property
    def is_joined(self) -> bool:
        """Return whether somebody has joined here, who can leave again."""
        return self.kind in ("human", "agent", "taken")

    @property
    def who(self) -> str:
        """Return who has the place, in words."""
        if self.kind == "open":
            return "open"
        label = visible_line(self.label[:_LONGEST] + (f", at {self.provider[:_LONGEST]}" if self.provider else ""))
        if self.is_host:
            return f"{label} (you)" if label else "you"
        if self.kind == "bot":
            return f"bot {label}".rstrip()
        return f"{label or 'somebody'} (agent)" if self.kind == "agent" else label or "somebody"

    @property
    def state(self) -> str:
        """Return where they are; empty for places that nobody joins."""
        if not self.is_joined:
            return "" if self.kind in ("bot", "model") else "nobody yet"
        return "ready" if self.is_ready and self.presence == "here" else PRESENCE_WORDS[self.presence]


@value
class Knock:
    """Somebody who has typed the room code and waits to be let in. name: which they gave."""

    number: int
    name: str


@value
class WaitingRoom:
    """An open table as its host sees it.

    title: of the game; watch_link: for spectators, empty where there are none; code: by which people knock, empty from the start
    on; way: how people reach this machine; notes: what everybody is told; answers: so far; result: how the match ended.
    """

    title: str
    state: TableState
    places: tuple[WaitingPlace, ...]
    watch_link: str = ""
    code: str = ""
    way: str = ""
    notes: tuple[str, ...] = ()
    knocks: tuple[Knock, ...] = ()
    answers: int = 0
    result: str = ""

    @property
    def open_places(self) -> int:
        """Return how many places nobody has yet."""
        return sum(place.kind == "open" for place in self.places)

    @property
    def headline(self) -> str:
        """Return what happens now, as a sentence."""
        lost = [place.who for place in self.places if place.is_joined and place.presence in ("reconnecting", "away", "left")]
        match self.state:
            case "waiting" if self.open_places:
                joined = sum(place.is_joined for place in self.places)
                return f"{joined} here, {count(self.open_places, 'place')} open."
            case "waiting":
                return "All are here."
            case "dealing":
                return "All are here; roles are dealt."
            case "playing" if lost:
                return f"Playing; {join_names(lost)} {'is' if len(lost) == 1 else 'are'} not connected."
            case "playing":
                return f"Playing; {count(self.answers, 'answer')} so far."
            case "over":
                return f"The match is over{f': {self.result}' if self.result else '.'}"
        return "The table is closed."


def room_lines(room: WaitingRoom) -> Iterator[str]:
    """Yield the room for a terminal without the app, line by line."""
    yield f"{room.title}: {room.headline}"
    for place in room.places:
        state = f", {place.state}" if place.state else ""
        if place.kind == "open":
            state = "" if place.link else ", to the link that was sent"
        yield f"  {place.number}. {place.who}{state}{f': {place.link}' if place.link else ''}"
    if room.watch_link:
        yield f"  Spectators: {room.watch_link}"
    if room.code:
        yield f"  Room code: {room.code}, with which people knock"
    yield from (f"  {each}" for each in (room.way, *room.notes) if each)
