"""The truth about a participant's matches, told at the end: who was who, and which answers of participants a program gave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Participant, Step, steps_of
from woozle.arena.studies.planned_match import participant_seats, seat_at
from woozle.arena.views.words import count, nth
from woozle.core.line import Line, Tone
from woozle.core.names import player_name
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.saves.match import Decision, FinishedMatch, read_match
from woozle.saves.transcript import TranscriptError


@value
class SeatReveal:
    """A seat of a match. who: `you`, another participant, or the kind of machine, as a clause; is_own: it is the reader's.

    role: empty if all seats are alike; means: its meaning.
    """

    seat: Seat
    who: str
    is_own: bool = False
    role: str = ""
    means: str = ""


@value
class MatchReveal:
    """The truth about a match of a step. is_over: whether it was played to the end. services: who they were, by role."""

    step: Step
    is_over: bool
    seats: Sequence[SeatReveal]
    services: Mapping[Seat, str]


def reveal_matches(study: StudyFolder, who: Participant) -> tuple[MatchReveal, ...]:
    """Return the reveals of a participant's matches, without those whose transcripts cannot be read."""
    found = []
    for step in steps_of(study.plan, who):
        if name := who.began.get(step.id):
            with suppress(TranscriptError, ValueError, OSError):  # the debriefing must come even if a file is damaged
                found.append(_reveal_match(read_match(study.matches / name), step, who))
    return tuple(found)


def _reveal_match(match: FinishedMatch, step: Step, who: Participant) -> MatchReveal:
    header, roles, meanings = match.header, match.roles, match.rules.role_names
    assert step.match
    people = {place: seat_at(header, step.match, place) for place in range(1, len(participant_seats(step.match)) + 1)}
    own = seat_at(header, step.match, who.place_at(step))
    # A group may be smaller than planned: the other seats are those of programs from the beginning.
    others = {seat for place, seat in people.items() if place <= who.people} if who.owner(step) != who.code else set()

    def reveal(seat: Seat, described: Mapping[str, Any]) -> SeatReveal:
        is_human = described.get("kind") == "human"
        if is_human:
            answers = [each for each in match.decisions if each.who.seat == seat]
            told = f"you{_replaced(answers, 'you', 'your')}" if seat == own else f"another participant{_replaced(answers)}"
        else:
            told = f"{_machine(described)}{', in place of a participant who had left before' if seat in others else ''}"
        role = roles.get(seat, "")
        return SeatReveal(seat, told, seat == own, role, meanings.get(role, ""))

    return MatchReveal(
        step,
        match.transcript.is_finished,
        [reveal(place.seat, place.player) for place in header.seats],
        {place.seat: _machine(place.player) for place in header.officials},
    )


def _replaced(answers: Sequence[Decision], whom: str = "them", whose: str = "their") -> str:
    """Return, as the end of a sentence, which answers of a seat a program gave; empty if none."""
    numbers = [number for number, each in enumerate(answers, 1) if each.parts.stand_in]
    if not numbers:
        return ""
    bot, times = answers[numbers[0] - 1].parts.stand_in, f"{len(numbers)} of {count(len(answers), 'time')}"
    if len(numbers) == len(answers):
        return f"; a program ({bot}) gave all answers in {whose} place"
    return f"; a program ({bot}) answered for {whom} {times}, first in place of {whose} {nth(numbers[0])} answer"


def _machine(described: Mapping[str, Any]) -> str:
    name = player_name(described)
    if "model" in described:
        return f"a machine: the language model {described['model']}"
    if described.get("kind") == "bot":
        return f"a machine: a program without a language model ({name.removeprefix('bot:')})"
    return f"a machine ({name})"


def revealed_lines(matches: Iterable[MatchReveal]) -> Iterator[Line]:
    """Yield the part of the debriefing about some matches."""
    for told in matches:
        kind = "Practice match" if told.step.kind == "practice" else "Match"
        yield Line(f"{kind} {told.step.number}: who was who{'' if told.is_over else ' (not played to the end)'}", "heading")
        for number, seat in enumerate(told.seats, 1):
            role = f" Role: {seat.role.replace('_', ' ')}{f' ({seat.means})' if seat.means else ''}." if seat.role else ""
            tone: Tone = "you" if seat.is_own else "plain"
            yield Line(f"{seat.seat}: {seat.who}.{role}", tone, mark=seat.seat[:1], who=number)
        yield from (Line(f"Besides the players, {role}: {who}.") for role, who in told.services.items())
