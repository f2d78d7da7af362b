"""Reveals for the debriefing: which seats of each match were machines, their kind, and who had which role."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Participant, Step, plan_steps
from woozle.core.names import player_name
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.transcript import TranscriptError


@value
class SeatReveal:
    """A seat of a match. who: `you`, or the kind of machine; role: empty if all seats are alike; means: its meaning."""

    seat: Seat
    who: str
    role: str = ""
    means: str = ""


@value
class MatchReveal:
    """The truth about a match. number: among those of its kind, from 1. is_over: whether it was played to the end."""

    number: int
    game: str
    is_practice: bool
    is_over: bool
    seats: tuple[SeatReveal, ...]
    officials: tuple[SeatReveal, ...]


def reveal_matches(study: StudyFolder, who: Participant) -> tuple[MatchReveal, ...]:
    """Return the reveals of a participant's matches, without those whose transcripts cannot be read."""
    found = []
    for step in plan_steps(study.plan, who.row):
        if name := who.began.get(step.id):
            with suppress(TranscriptError, ValueError, OSError):  # the debriefing must come even if a file is damaged
                found.append(_reveal_match(read_match(study.matches / name), step))
    return tuple(found)


def _reveal_match(match: FinishedMatch, step: Step) -> MatchReveal:
    header, roles, meanings = match.header, match.roles, match.rules.role_names
    seats = [(place.seat, place.player) for place in header.seats]
    return MatchReveal(
        step.number,
        header.game,
        step.kind == "practice",
        match.transcript.is_finished,
        tuple(SeatReveal(seat, _who(it), roles.get(seat, ""), meanings.get(roles.get(seat, ""), "")) for seat, it in seats),
        tuple(SeatReveal(place.seat, _who(place.player)) for place in header.officials),
    )


def _who(described: Mapping[str, Any]) -> str:
    if described.get("kind") == "human":
        return "you"
    name = player_name(described)
    if "model" in described:
        return f"a machine: the language model {described['model']}"
    if described.get("kind") == "bot":
        return f"a machine: a program without a language model ({name.removeprefix('bot:')})"
    return f"a machine ({name})"
