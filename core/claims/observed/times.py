"""Which ticks a claim is about: its time phrase, read against what happened."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.claims.happenings import NEVER, Round
from woozle.core.claims.observed.phrases import Anchor, Duration, Phrase, Ticks, phrase_of
from woozle.core.claims.schema import Claim, Statement, Window
from woozle.core.claims.timeline import Timeline
from woozle.core.request import Seat
from woozle.core.value import value

SOON = 2  # ticks that "just before" reaches back, and "at the start" reaches on

_Span = tuple[int, int, str]


@value
class When:
    """The ticks that a claim is about, as a window and as a stretch of the record; and those of the round that they lie in.

    is_narrow: the window is less than the round. is_future: it begins after the meeting.
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

    @property
    def words(self) -> str:
        """The window, for people."""
        first, last = self.window.first, self.window.last
        return f"at tick {first}" if first == last else f"in ticks {first} to {last}"


def when_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int = 1) -> When:
    """The window of a claim. tolerance: how many ticks "around" may be off, and the time of an event that is named."""
    return _Reading(timeline, statement, claim, max(0, tolerance)).when()


class _Reading:
    """One claim's time phrase, and the round that was spoken of."""

    def __init__(self, timeline: Timeline, statement: Statement, claim: Claim, tolerance: int) -> None:
        self.timeline, self.statement, self.claim, self.tolerance = timeline, statement, claim, tolerance
        self.round = timeline.rounds[max(0, min(statement.meeting, len(timeline.rounds) - 1))]
        self.start, self.now = self.round.first, max(statement.tick, self.round.first)

    def when(self) -> When:
        phrase = phrase_of(self.claim.when)
        if not (phrase.ticks or phrase.anchors or phrase.part):
            return self._placed(self.start, self.now, "round", phrase)
        if phrase.ticks:
            return self._placed(*self._by_number(phrase.ticks), phrase)
        if phrase.part == "last round" and self.round.index:
            past = self.timeline.rounds[self.round.index - 1]
            return self._placed(past.first, past.last, "last round", phrase)
        first, last, source = self.start, self.now, "round"
        spans = [span for anchor in phrase.anchors if (span := self._by_anchor(anchor))]
        for span in (*spans, *([self._by_part(phrase)] if phrase.part else [])):
            if max(first, span[0]) <= min(last, span[1]):
                first, last, source = max(first, span[0]), min(last, span[1]), span[2]
        return self._placed(first, last, source, phrase)

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
        """What is named does not reach beyond the round where it lies: a tick's tolerance ends at a meeting."""
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
        span = self._happened(anchor)
        if span is None:
            return None
        first, last, source = span
        slack = self.tolerance
        if anchor.ticks is not None and anchor.relation in ("before", "after"):
            off = -anchor.ticks if anchor.relation == "before" else anchor.ticks
            return first + off - slack, last + off + slack, source
        match anchor.relation:
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

    def _happened(self, anchor: Anchor) -> _Span | None:
        """The ticks of a happening; None if it did not happen, or nobody can tell what is meant."""
        match anchor.happening:
            case "call":
                return self.now, self.now, "report"
            case "last meeting":
                return self.start, self.start, "last meeting"
            case "spawn":
                return self.start, self.start + (SOON if anchor.relation == "at" else 0), "start"
            case "death":
                return self._death(anchor)
            case _:
                return self._stay(anchor)

    def _death(self, anchor: Anchor) -> _Span | None:
        """A kill, as well as the speaker can know when it was."""
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
        """When somebody came to a room, was there or left it."""
        who, room = self._who(anchor.words), self._room(anchor.words)
        if not who or not room:
            return None
        begin, end = self.round.begin, min(self.round.end, self.statement.at)
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

    def _who(self, words: Sequence[str]) -> Seat:
        for word in words:
            if seat := self.timeline.names.get(word):
                return seat
            if word in ("he", "she", "they", "his", "her", "their"):
                subject = self.timeline.names.get(self.claim.subject, "")
                return subject if subject != self.statement.speaker else ""
        return self.statement.speaker

    def _room(self, words: Sequence[str]) -> str:
        rooms = self.timeline.rooms
        for word, after in zip(words, (*words[1:], ""), strict=True):
            if room := rooms.get(f"{word} {after}") or rooms.get(word):
                return room
        return rooms.get(self.claim.room, "")

    def _placed(self, first: int, last: int, source: str, phrase: Phrase) -> When:
        """A window, and where in the record it begins and ends."""
        ticks, statement = self.timeline.ticks, self.statement
        spoken_of = self._round_of(last)
        round_begin, round_end = spoken_of.begin, min(spoken_of.end, statement.at)
        window = Window(first, last, source)
        if first > self.now:
            return When(window, NEVER, NEVER, round_begin, round_end, phrase.duration, is_narrow=True, is_future=True)
        is_respawn = first == spoken_of.first and not (source == "tick" and last == first)
        begin = round_begin if is_respawn or first < 0 else ticks[first]
        end = round_end if last >= spoken_of.last or last >= self.now else ticks[last + 1]
        is_narrow = begin > round_begin or end < round_end
        return When(window, begin, end, round_begin, round_end, phrase.duration, is_narrow, False, phrase.is_of_body)

    def _round_of(self, last: int) -> Round:
        if last >= self.start:
            return self.round
        return next(each for each in self.timeline.rounds if each.last >= last)
