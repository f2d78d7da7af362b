"""What is told at the end: in each match that was played, which seats were machines, of which kind, and who held which role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Participant, way
from woozle.core import registry
from woozle.core.naming import player
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.saves.refold import CannotFoldError, FoldError, fold, referee_of
from woozle.saves.transcript import Transcript, TranscriptError, read


@value
class Unveiled:
    """A seat of a match. who: `you`, or what kind of machine; role: a word of the game, empty where all are alike; means: of it."""

    seat: Seat
    who: str
    role: str = ""
    means: str = ""


@value
class MatchTold:
    """A match as it truly was. number: of its kind, from 1. is_practice: it did not count. is_over: it was played to its end."""

    number: int
    game: str
    is_practice: bool
    is_over: bool
    seats: tuple[Unveiled, ...]
    officials: tuple[Unveiled, ...]


def matches_told(study: StudyFolder, who: Participant) -> tuple[MatchTold, ...]:
    """All matches of a participant, as far as their transcripts can be read."""
    return tuple(_told(study, who))


def _told(study: StudyFolder, who: Participant) -> Iterator[MatchTold]:
    for step in way(study.plan, who):
        if name := who.began.get(step.id):
            try:
                transcript = read(study.matches / name)
                yield match_told(transcript, step.number, is_practice=step.kind == "practice")
            except (TranscriptError, ValueError, OSError):  # the debriefing has to come, whatever a file has become
                continue


def match_told(transcript: Transcript, number: int = 1, *, is_practice: bool = False) -> MatchTold:
    """A match as its transcript has it. Raises ValueError for a game that is not here."""
    header = transcript.header
    roles, meanings = _roles(transcript), registry.game(header.game, header.rules).role_names
    seats = [(place.seat, place.player) for place in header.seats]
    return MatchTold(
        number,
        header.game,
        is_practice,
        transcript.is_finished,
        tuple(Unveiled(seat, _who(it), roles.get(seat, ""), meanings.get(roles.get(seat, ""), "")) for seat, it in seats),
        tuple(Unveiled(place.seat, _who(place.player)) for place in header.officials),
    )


def _roles(transcript: Transcript) -> Mapping[Seat, str]:
    kind = registry.game(transcript.header.game, transcript.header.rules)
    try:
        referee = referee_of(transcript.header, transcript.key)
        roles = kind.roles(referee.record)
        for line in _until(transcript, roles):
            fold(referee, line)
    except (FoldError, CannotFoldError):
        return {}
    return roles or kind.roles(referee.record)


def _until(transcript: Transcript, roles: Mapping[Seat, str]) -> Iterable[Any]:
    """The lines that have to be folded until all roles are dealt; in most games they are from the beginning."""
    return () if roles or not registry.game(transcript.header.game, transcript.header.rules).role_names else transcript.lines


def _who(described: Mapping[str, Any]) -> str:
    if described.get("kind") == "human":
        return "you"
    name = player(described)
    if "model" in described:
        return f"a machine: the language model {described['model']}"
    if described.get("kind") == "bot":
        return f"a machine: a program without a language model ({name.removeprefix('bot:')})"
    return f"a machine ({name})"
