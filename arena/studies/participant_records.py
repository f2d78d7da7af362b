"""The participants of a study with their journals, the matches that they began, and the seats that they had there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from woozle.arena.studies import tables
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import MatchName, Participant, Step, conditions_of, fold_journal, steps_of
from woozle.arena.studies.planned_match import seat_at
from woozle.core.request import Seat
from woozle.saves.transcript import CLOSED, PART, Header, read


def participant_records(study: StudyFolder) -> list[tables.ParticipantRecord]:
    """Return all participants who did not withdraw, in order of arrival. Raises StudyError."""
    found = []
    for path in study.journals():
        entries = read_journal(path)
        who = fold_journal(path.stem, entries)
        if entries and who.status != "withdrawn":
            found.append(tables.ParticipantRecord(study.plan, who, entries, conditions_of(study.plan, who)))
    return sorted(found, key=lambda person: person.who.arrival)


def study_matches(study: StudyFolder, people: Sequence[tables.ParticipantRecord]) -> Iterator[tables.StudyMatch]:
    """Yield each match that some participants began once, in their order; for one that a bot took over, the bot's continuation.

    people: all participants.
    """
    known: set[str] = set()
    for person in people:
        for match in participant_matches(study, person, people):
            if match.name not in known:
                known.add(match.name)
                yield match


def participant_matches(
    study: StudyFolder, person: tables.ParticipantRecord, people: Sequence[tables.ParticipantRecord]
) -> Iterator[tables.StudyMatch]:
    """Yield the matches that a participant began, among all participants, as `study_matches` does."""
    who = person.who
    taken = {each.data["step"]: each.data["match"] for each in person.entries if each.what == "taken_over"}
    for step in steps_of(study.plan, who):
        owner = who.owner(step)
        members = [each for each in people if each.who.owner(step) == owner] if owner == who.group else [person]
        noted = {
            each.data["match"] for one in members for each in one.entries if each.what == "began" and each.data["step"] == step.id
        }
        began = sorted(noted, key=MatchName.parse)
        for name in began:
            is_last = name == began[-1]
            is_taken = is_last and step.id in taken
            folder = study.matches / (taken[step.id] if is_taken else name)
            if any((folder / file).exists() for file in (CLOSED, PART)):
                is_void = not is_taken and not (is_last and (folder / CLOSED).exists())
                yield tables.StudyMatch(study.plan, owner, step, folder.name, name, is_void, is_taken, tuple(members))


def participant_seats(study: StudyFolder, name: str) -> Mapping[str, Seat]:
    """Return the seats that participants had in a match, by their codes, but for those who withdrew.

    Raises StudyError, TranscriptError.

    Args:
        name: Of the match's folder.
    """
    header, people = read(study.matches / name).header, study.participants()
    of = MatchName.parse(name)
    known = (step for who in people if of.owner in (who.code, who.group) for step in steps_of(study.plan, who))
    step = next((step for step in known if step.id == of.step), None)
    return seats_in(header, step, of.owner, people) if step else {}


def seats_in(header: Header, step: Step, owner: str, people: Iterable[Participant]) -> dict[str, Seat]:
    """Return the seats that participants had in a match of a step, by their codes.

    Args:
        header: Of the match as people began it.
        owner: The participant, or the group, whose match it is.
        people: Among whom to look.
    """
    assert step.match
    members = (who for who in people if who.owner(step) == owner)
    seats = {who.code: seat_at(header, step.match, who.place_at(step)) for who in members}
    # Members who were gone before the match began have no seat in it.
    return {code: seat for code, seat in seats.items() if header.players[seat].get("kind") == "human"}
