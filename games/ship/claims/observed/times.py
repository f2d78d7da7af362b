"""The ticks that a claim is about: of its time phrase, or of the stops of its route one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.observed.phrases import Anchor, Duration, OtherRound, Phrase, Ticks, phrase_of
from woozle.games.ship.claims.schema import Claim, Statement, Window
from woozle.games.ship.claims.timeline import NEVER, Round, Timeline
from woozle.games.ship.map import Room

SOON = 2  # ticks that "just before" reaches back, and "at the start" reaches on

_Span = tuple[int, int, str]


@value
class When:
    """The ticks that a claim is about, as a window and as a stretch of the record; and those of the round that they lie in.

    is_narrow: the window is less than the round. is_future: it begins after the meeting. is_point: a moment or a part of the round
    is named, and not a stretch; is_start: it is that of a beginning. unread: the first words that were not understood, else empty;
    then the window is all that was before.
    """

    window: Window
    begin: int
    end: int
    round_begin: int
    round_end: int
    duration: Duration = "any"
    is_narrow: bool = False
    is_future: bool = False
    is_of_body: bool = False
    is_of_living: bool = False
    is_point: bool = False
    is_start: bool = False
    unread: str = ""

    @property
    def words(self) -> str:
        """The window in words."""
        first, last = self.window.first, self.window.last
        return f"at tick {first}" if first == last else f"in ticks {first} to {last}"


def when_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int = 1) -> When:
    """Return the window of a claim. tolerance: Ticks by which "around", or the time of a named event, may be off."""
    return _Reading(timeline, statement, claim, max(0, tolerance)).when(claim.when)


def wider(timeline: Timeline, when: When, ticks: int) -> tuple[int, int]:
    """Return the stretch of the record widened by some ticks on both sides, within the round."""
    first, last = when.window.first - ticks, when.window.last + ticks
    begin = timeline.ticks[first] if first > 0 else when.round_begin
    end = timeline.ticks[last + 1] if last + 1 < len(timeline.ticks) else when.round_end
    return max(min(begin, when.begin), when.round_begin), min(max(end, when.end), when.round_end)


class _Reading:
    """The time phrase of a claim, read within its round."""

    def __init__(self, timeline: Timeline, statement: Statement, claim: Claim, tolerance: int) -> None:
        self.timeline, self.statement, self.claim, self.tolerance = timeline, statement, claim, tolerance
        self.round = timeline.rounds[max(0, min(statement.meeting, len(timeline.rounds) - 1))]
        self._own = self.round.index
        self.start, self.now = self.round.first, max(statement.tick, self.round.first)

    def when(self, text: str) -> When:
        phrase = phrase_of(text)
        if unread := next((word for word in phrase.unread if not self._is_name(word)), ""):
            return self._not_understood(unread)
        if phrase.round:
            first_round, last_round = self._rounds(phrase.round) or (None, None)
            if first_round is None or last_round is None:
                return self._not_understood(text)
            if phrase.round.is_all or first_round is not last_round:
                return self._place_window(first_round.first, self.now, "rounds", phrase, rounds=(first_round, last_round))
            if first_round is not self.round:
                self.round, self.start, self.now = first_round, first_round.first, first_round.last
        source = "other round" if self.round.index != self._own else "round"
        if phrase.ticks:
            return self._place_window(*self._by_number(phrase.ticks), phrase)
        ejections = [each for each in phrase.anchors if each.happening == "ejection"]
        if ejections:
            return self._by_ejection(ejections[0], phrase)
        first, last = self.start, self.now
        spans = [(anchor, self._by_anchor(anchor)) for anchor in phrase.anchors]
        if lost := next((anchor for anchor, span in spans if span is None), None):
            return self._not_understood(" ".join((lost.relation, *lost.words)))
        found = [span for _, span in spans if span]
        for span in (*found, *([self._by_part(phrase)] if phrase.part else [])):
            if max(first, span[0]) > min(last, span[1]):
                return self._not_understood(text)  # its times exclude each other
            first, last, source = max(first, span[0]), min(last, span[1]), span[2]
        return self._place_window(first, last, source, phrase)

    def _is_name(self, word: str) -> bool:
        """Return whether a word names a seat or a room, or is a part of a room's name."""
        bare = word.removesuffix("'s").removesuffix("'")
        return bare in self.timeline.names or bare in self.timeline.room_words

    def _not_understood(self, words: str) -> When:
        end = self.statement.at
        window = Window(0, max(self.statement.tick, 0), "not understood")
        return When(window, 0, end, 0, end, unread=words)

    # Other rounds

    def _rounds(self, named: OtherRound) -> tuple[Round, Round] | None:
        """Return the first and the last round that is named; None if there was no such round."""
        rounds, own = self.timeline.rounds, self.round.index
        if named.is_all:
            return rounds[0], self.round
        index = named.number - 1 if named.number else max(0, own - named.back)
        return (rounds[index], rounds[index]) if 0 <= index <= own else None

    def _by_ejection(self, anchor: Anchor, phrase: Phrase) -> When:
        """Return the whole rounds before or after an ejection."""
        rounds, own = self.timeline.rounds, self.round.index
        named = {self.timeline.names.get(word, "") for word in anchor.words} - {""}
        past = [each for each in self.timeline.meetings[:own] if each.ejected and (not named or named & {*each.ejected})]
        if not past:
            return self._not_understood(" ".join((anchor.relation, *anchor.words)))
        index = past[-1].index
        if "after" in anchor.relation:
            return self._place_window(rounds[index + 1].first, self.now, "rounds", phrase, rounds=(rounds[index + 1], self.round))
        return self._place_window(
            rounds[index].first, rounds[index].last, "other round", phrase, rounds=(rounds[index], rounds[index])
        )

    # This round

    def _by_number(self, ticks: Sequence[Ticks]) -> _Span:
        points = [each for each in ticks if each.limit == "point"]
        if points:
            slack = [self.tolerance if each.is_around else 0 for each in points]
            first = min(each.first - more for each, more in zip(points, slack, strict=True))
            return self._in_round(first, max(each.last + more for each, more in zip(points, slack, strict=True)), points)
        first, last = self.start, self.now
        for each in ticks:
            slack_of = self.tolerance if each.is_around else 0
            if each.limit == "from":
                first = max(first, each.first - slack_of)
                last = last if each.reach is None else min(last, each.last + each.reach)
            else:
                last = min(last, each.last + slack_of)
                first = first if each.reach is None else max(first, each.first - each.reach)
        return (first, last, "tick") if first <= last or first > self.now else self._in_round(last, first, ticks)

    def _in_round(self, first: int, last: int, ticks: Sequence[Ticks]) -> _Span:
        """Cut a window to its rounds: the tolerance of a tick ends at a meeting."""
        if max(each.last for each in ticks) < self.start:
            return max(0, first), min(last, self.start), "tick"
        first = first if min(each.first for each in ticks) < self.start >= last else max(first, self.start)
        return first, max(first, min(last, self.now)), "tick"

    def _by_part(self, phrase: Phrase) -> _Span:
        start, now, middle = self.start, self.now, (self.start + self.now) // 2
        quarter = (now - start) // 4
        spans = {
            "early": (start, middle),
            "middle": (start + quarter, now - quarter),
            "late": (middle, now),
            "end": (now - SOON - self.tolerance, now),
            "now": (now - 1, now),
        }
        first, last = spans.get(phrase.part, (start, now))
        return first, last, phrase.part

    def _by_anchor(self, anchor: Anchor) -> _Span | None:
        span = self._happening_ticks(anchor)
        if span is None:
            return None
        first, last, source = span
        slack = self.tolerance
        if anchor.ticks is not None and anchor.relation in ("before", "after"):
            off = -anchor.ticks if anchor.relation == "before" else anchor.ticks
            return first + off - slack, last + off + slack, source
        match anchor.relation:
            case "until" if self.claim.is_negated:  # then it was so
                return self.start, max(self.start, first - 1), source
            case "before" | "until":
                return self.start, last, source
            case "after":
                return first, self.now, source
            case "just before":
                return first - SOON, last, source
            case "just after":
                return first, last + SOON, source
            case _:
                return first - slack, last + slack, source

    def _happening_ticks(self, anchor: Anchor) -> _Span | None:
        """Return the ticks of a happening; None if it did not happen, or the meaning is unclear."""
        match anchor.happening:
            case "call":
                return self._call(anchor)
            case "meeting" if anchor.relation == "after" and self.round.index:
                return self.start, self.start, "last meeting"  # what comes after this one is unknown
            case "meeting":
                return self.now, self.now, "report"
            case "last meeting":
                is_since = "after" in anchor.relation and self.round.index
                return (self.start, self.start, "last meeting") if is_since else None
            case "alive":
                death = self._death(anchor)
                return (self.start, death[1], "alive") if death else None
            case "spawn":
                return self.start, self.start + (SOON if anchor.relation == "at" else 0), "start"
            case "death":
                return self._death(anchor)
            case _:
                return self._stay(anchor)

    def _call(self, anchor: Anchor) -> _Span | None:
        """Return when the meeting was called; for a body that was not reported then, when its finder first saw one."""
        if anchor.words[0] == "meeting" and len(anchor.words) > 1:
            return None  # "after meeting Bob there"
        timeline = self.timeline
        meetings = timeline.meetings[self.round.index : self.round.index + 1]
        caller = meetings[0].caller if meetings else ""
        who, does = caller, ""
        for word, after in pairwise(anchor.words):
            seat = self.statement.speaker if word == "i" else timeline.names.get(word, "")
            if seat and after in _FINDS | _CALLS:
                who, does = seat, after
                break
        is_find = does in _FINDS or (not does and not _TOLD.intersection(anchor.words))
        if who == caller and not (is_find and meetings and meetings[0].cause == "button"):
            return self.now, self.now, "report"
        begin, end = self.round.begin, min(self.round.end, self.statement.at)
        seen = [each for each in timeline.glimpses.get(who, ()) if each.kind == "body" and begin <= each.at < end]
        return (seen[0].last, seen[0].last, "body") if seen and is_find else None

    def _death(self, anchor: Anchor) -> _Span | None:
        """Return the time of a kill, as well as the speaker can know it."""
        timeline, speaker = self.timeline, self.statement.speaker
        named = {seat for word in anchor.words if (seat := timeline.names.get(word.removesuffix("s"), timeline.names.get(word)))}
        begin, end = self.round.begin, min(self.round.end, self.statement.at)
        kills = [each for each in timeline.kills if begin <= each.at < end]
        kills = [each for each in kills if each.victim in named] or ([] if named else kills)
        if not kills:
            return None
        firsts = []
        for kill in kills:
            seen = [each.last for each in timeline.sightings.get((speaker, kill.victim), ()) if each.kind != "body"]
            last_seen = max([self.start, *(tick for tick in seen if tick <= kill.tick)])
            firsts.append(kill.tick if speaker in kill.seen_by else last_seen)
        knows = all(speaker in kill.seen_by for kill in kills)
        return min(firsts), max(kill.tick for kill in kills) if knows else self.now, "death"

    def _stay(self, anchor: Anchor) -> _Span | None:
        """Return when a seat reached a room, was there or left it."""
        apart = anchor.words.index("with") if "with" in anchor.words else len(anchor.words)  # "leaving medbay with Bob"
        words = anchor.words[:apart]
        if len({seat for word in words if (seat := self.timeline.names.get(word))}) > 1:
            return None
        is_own = words[:1] and words[0].endswith("ing")
        who = self.timeline.names.get(self.claim.subject, self.statement.speaker) if is_own else self._who(words)
        room, way = self._ways(anchor)
        if not who or not (room or way):
            return None
        begin, end = self.round.begin, min(self.round.end, self.statement.at)
        if way and anchor.happening in ("leave", "arrive"):
            trips = [each for each in self.timeline.trips[who] if begin <= each.begin < end and each.to == way]
            trips = [each for each in trips if each.start == (room or each.start)]
            if not trips:
                return None
            if anchor.happening == "arrive":
                return trips[0].first, min(trips[-1].last, self.now), "arrival"
            return trips[0].first, trips[-1].first, "departure"
        stays = [each for each in self.timeline.stays[who] if each.room == room and each.begin < end and each.end > begin]
        lasts = [each.last if each.end < end else self.now for each in stays]
        if not stays:
            return None
        if anchor.happening == "arrive":
            return stays[0].first, stays[-1].first, "arrival"
        if anchor.happening == "leave":
            return lasts[0], lasts[-1], "departure"
        if anchor.relation in ("after", "just after"):
            return lasts[0], lasts[-1], "stay"
        return stays[0].first, stays[-1].first if "before" in anchor.relation else lasts[-1], "stay"

    def _ways(self, anchor: Anchor) -> tuple[Room, Room]:
        """Return the room that a clause is about, and for a way that leads elsewhere the room that it leads to."""
        said = " ".join(anchor.words)
        goal = _GOAL.search(said) if anchor.happening == "leave" else None
        if goal is None:
            start = _START.search(said) if anchor.happening == "arrive" else None
            words = said[: start.start()].split() if start else anchor.words
            return self._room(words), ""
        way = self._room(goal["rooms"].split(), "")
        before = self._room(said[: goal.start()].split(), "")
        return before, way

    def _who(self, words: Sequence[str]) -> Seat:
        for word in words:
            if seat := self.timeline.names.get(word):
                return seat
            if word in ("he", "she", "they", "his", "her", "their"):
                subject = self.timeline.names.get(self.claim.subject, "")
                return subject if subject != self.statement.speaker else ""
        return self.statement.speaker

    def _room(self, words: Sequence[str], otherwise: str | None = None) -> Room:
        """Return the first room that is named; else the one that the claim is about."""
        rooms = self.timeline.rooms
        for word, after in zip(words, (*words[1:], ""), strict=True):
            if room := rooms.get(f"{word} {after}") or rooms.get(word):
                return room
        return rooms.get(self.claim.room, "") if otherwise is None else otherwise

    def _place_window(self, first: int, last: int, source: str, phrase: Phrase, rounds: tuple[Round, Round] | None = None) -> When:
        """Return a window, and where in the record it begins and ends. rounds: those that it lies in, where they are known."""
        ticks, statement = self.timeline.ticks, self.statement
        begins, ends = rounds or (self._round_of(last),) * 2
        round_begin, round_end = begins.begin, min(ends.end, statement.at)
        window = Window(first, last, source)
        if first > self.now and rounds is None:
            return When(window, NEVER, NEVER, round_begin, round_end, phrase.duration, is_narrow=True, is_future=True)
        is_respawn = first == begins.first and not (source == "tick" and last == first)
        begin = round_begin if is_respawn or first < 0 else ticks[first]
        end = round_end if last >= ends.last or last >= self.now else ticks[last + 1]
        return When(
            window,
            begin,
            end,
            round_begin,
            round_end,
            phrase.duration,
            is_narrow=begin > round_begin or end < round_end,
            is_of_body=phrase.is_of_body,
            is_of_living=phrase.is_of_living,
            is_point=_is_point(phrase),
            is_start=phrase.part == "early" or any(each.happening == "spawn" for each in phrase.anchors),
        )

    def _round_of(self, last: int) -> Round:
        if last >= self.start:
            return self.round
        return next(each for each in self.timeline.rounds if each.last >= last)


def _is_point(phrase: Phrase) -> bool:
    """Return whether a moment is named, or a part of the round, rather than a stretch: a tick, a happening, "early", "now"."""
    if phrase.ticks:
        return len(phrase.ticks) == 1 and phrase.ticks[0].limit == "point" and phrase.ticks[0].first == phrase.ticks[0].last
    is_moment = [
        each.relation in ("at", "just before", "just after") and each.happening not in _STRETCHES for each in phrase.anchors
    ]
    return any(is_moment) or bool(phrase.part)


_STRETCHES = ("stay", "alive")  # which last
_FINDS = frozenset({"found", "find", "finds", "discovered", "discovers", "saw"})
_TOLD = frozenset(
    {"report", "reported", "reporting", "reports", "meeting", "button", "call", "called", "calling", "calls", "emergency"}
)
_CALLS = frozenset({"reported", "reports", "called", "calls", "hit", "pressed"})
_GOAL = re.compile(r"\b(?:for|towards?|to|into)\s+(?:the\s+)?(?P<rooms>.+)")
_START = re.compile(r"\bfrom\b")


_STOP_PARTS = re.compile(r"[;:]|,(?!\s*(?:and )?\d)|\b(?:and |but )?then\b|\band\b(?! (?:on|onwards?|after|afterwards?|t?\d)\b)")
_CLAUSE = re.compile(  # a time that a happening in a room gives; its room is no stop
    r"\b(?:when|while|as|after|before|until|till|since|once|during|upon|following)\s+"
    r"(?!(?:around |about )?t(?:icks?\b|\d)).*"
)
_WAYS = re.compile(r"\b(?:from|for|towards?|to|into)\s+(?:the\s+)?(?P<room>[a-z_]+(?: engine)?)")
_HOW = re.compile(r"^(?:currently )?(?:ending|ended|starting|started)\b")
_STOP_TIME = re.compile(r"\d|\b(?:early|late|later|start|beginning|end|now|meeting|report|body|first)\b")


@value
class Stop:
    """A room of a route, and when the subject was there."""

    room: Room
    when: When


def times_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int) -> tuple[When, tuple[Stop, ...]]:
    """Return the time of a route, and its stops that have their own time. Other claims have no stops."""

    def when(text: str) -> When:
        return when_of(timeline, statement, replace(claim, when=text), tolerance=tolerance)

    if claim.route and any(claim.stops):
        return _stops_of(timeline, claim, when)
    if not (claim.route and claim.when):
        return when_of(timeline, statement, claim, tolerance=tolerance), ()
    parts = [part.strip() for part in _STOP_PARTS.split(claim.when) if part.strip()]
    rooms = [_stops_in(timeline, part) for part in parts]
    if not any(rooms):
        return when_of(timeline, statement, claim, tolerance=tolerance), ()
    first = next(place for place, named in enumerate(rooms) if named)
    whole = when(", ".join(parts[:first]))
    stops = []
    for part, named in zip(parts[first:], rooms[first:], strict=True):
        if not _STOP_TIME.search(part.lower()):
            continue
        own = when(_without(part))
        if len(named) != 1 or own.unread:
            return replace(own, unread=own.unread or part), ()
        stops.append(Stop(named[0], own))
    return whole, tuple(stops)


def _stops_of(timeline: Timeline, claim: Claim, when: Callable[[str], When]) -> tuple[When, tuple[Stop, ...]]:
    """Return the time of a route whose stops have their own times; if one is not fully understood, the whole is unread."""
    stops = [Stop(timeline.rooms.get(room, room), when(said)) for room, said in zip(claim.route, claim.stops, strict=False) if said]
    unread = next((stop.when for stop in stops if stop.when.unread), None)
    return (unread, ()) if unread else (when(claim.when), tuple(stops))


def _stops_in(timeline: Timeline, part: str) -> Sequence[Room]:
    """Return the rooms in a part of a phrase that are stops of a route; its source and goal only if nothing else is named."""
    text = part.lower()
    clause = _CLAUSE.search(text)
    text = text[: clause.start()] if clause else text
    ways = [room for found in _WAYS.finditer(text) if (room := timeline.rooms.get(found["room"]))]
    named = [room for name, room in timeline.rooms.items() if re.search(rf"\b{name}\b", text)]
    others = [room for room in dict.fromkeys(named) if room not in ways]
    is_way = re.match(rf"(?:{'|'.join(others)})\s+(?:to|into|towards?)\b", text) if others else None
    return [*others, *ways] if is_way else others or list(dict.fromkeys(ways))


def _without(part: str) -> str:
    """Return the time in a part of a phrase, without what was done at it: "left storage at tick 17"."""
    text = _HOW.sub("", part.lower())
    start = re.search(r"\b(?:(?:right |just )?(?:at|around|about|by|until|till|from|since|after|before|through|when|as|on|in) )*"
                      r"(?:the |very )*(?:ticks?\b|t?\d|early|late|start|beginning|end|now|meeting|report)", text)  # fmt: skip
    clause = _CLAUSE.search(text)
    starts = [found.start() for found in (start, clause) if found]
    return text[min(starts) :] if starts else text
