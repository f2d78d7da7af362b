"""The participants of a study with their journals, and the matches that they began."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.studies import tables
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import fold_journal, steps_of
from woozle.saves.transcript import CLOSED, PART


def participant_records(study: StudyFolder) -> list[tables.ParticipantRecord]:
    """Return all participants who did not withdraw, in order of arrival. Raises StudyError."""
    found = []
    for path in study.journals():
        entries = read_journal(path)
        who = fold_journal(path.stem, entries)
        if entries and who.status != "withdrawn":
            order = dict.fromkeys(step.condition for step in steps_of(study.plan, who) if step.condition)
            found.append(tables.ParticipantRecord(study.plan, who, entries, list(order)))
    return sorted(found, key=lambda person: person.who.arrival)


def participant_matches(study: StudyFolder, person: tables.ParticipantRecord) -> Iterator[tables.StudyMatch]:
    """Yield the matches that a participant began; for one that a bot took over, the bot's continuation."""
    who = person.who
    taken = {each.data["step"]: each.data["match"] for each in person.entries if each.what == "taken_over"}
    for step in steps_of(study.plan, who):
        noted = (each.data["match"] for each in person.entries if each.what == "began" and each.data["step"] == step.id)
        began = [*dict.fromkeys(noted)]
        for name in began:
            is_last = name == began[-1]
            is_taken = is_last and step.id in taken
            folder = study.matches / (taken[step.id] if is_taken else name)
            if any((folder / file).exists() for file in (CLOSED, PART)):
                is_void = not is_taken and not (is_last and (folder / CLOSED).exists())
                yield tables.StudyMatch(person, step, folder.name, is_void, is_taken)
