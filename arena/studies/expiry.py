"""The end of visits whose participants have been away too long; if the plan says so, a bot finishes their matches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from woozle.arena.play.setup import absent, forked_match, seats_again
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participants import Participant, Step, fold_journal, format_code, has_expired, steps_of
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.withdrawal import forget_text
from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.players.seats import models_in
from woozle.saves.disk import SaveError
from woozle.saves.transcript import TranscriptError, read


@value
class Expiry:
    """The result of a check for expired visits.

    expired: codes of participants who can no longer return; taken_over: folders of matches finished by a bot; left_open: sentences
    about matches that no bot could finish now.
    """

    expired: list[str] = field(default_factory=list)
    taken_over: list[str] = field(default_factory=list)
    left_open: list[str] = field(default_factory=list)


def expire_visits(study: StudyFolder, now: datetime | None = None) -> Expiry:
    """End the visits of participants who did not return in time, except of those at a terminal. Raises StudyError, SaveError.

    Must not be called from within an event loop.
    """
    now, found = now or datetime.now(UTC), Expiry()
    for who in study.participants():
        if _is_due(study, who, now):
            _expire_visit(study, who.code, now, found)
    return found


def expired_participants(study: StudyFolder) -> list[Participant]:
    """Return the participants who can no longer come back, but whose visits have not been ended. Raises StudyError."""
    now = datetime.now(UTC)
    return [who for who in study.participants() if has_expired(study.plan, who, now)]


def _is_due(study: StudyFolder, who: Participant, now: datetime) -> bool:
    """Return whether work is left, also after a late return or a crash half-way."""
    return has_expired(study.plan, who, now) or (
        who.status == "dropped out" and (not study.plan.data.text or any(_matches_for_bots(study, who)))
    )


def _expire_visit(study: StudyFolder, code: str, now: datetime, found: Expiry) -> None:
    try:
        journal = study.open(code)
    except StudyError:  # they came back meanwhile
        return
    with closing(journal):
        who = fold_journal(code, journal.entries)
        if has_expired(study.plan, who, now):
            journal.keep(new_entry("expired", now))
            found.expired.append(code)
        for step, folder in _matches_for_bots(study, who):
            try:
                finished = hand_over_to_bot(folder, study.match_folder(code, step))
            except (InputError, SaveError) as error:
                found.left_open.append(f"The match of {format_code(code)} at {step.id} was left unfinished: {error}")
                continue
            journal.keep(new_entry("taken_over", now, step=step.id, match=finished.name))
            found.taken_over.append(finished.name)
        if not study.plan.data.text:  # kept so far for the bot that plays on
            forget_text(study, code)


def _matches_for_bots(study: StudyFolder, who: Participant) -> Iterator[tuple[Step, Path]]:
    """Yield the unfinished matches that a bot finishes: those that a participant plays alone, but for practice."""
    for step in steps_of(study.plan, who) if study.plan.leaving.then == "bot" else ():
        name = who.began.get(step.id, "")
        is_own = step.kind == "match" and who.owner(step) == who.code
        if not is_own or not name or step.id in who.done or step.id in who.taken_over:
            continue
        folder = study.matches / name
        try:
            is_open = not read(folder).is_finished
        except TranscriptError:
            continue
        if is_open:
            yield step, folder


def hand_over_to_bot(folder: Path, to: Path) -> Path:
    """Let a bot take the human's seat in an unfinished match and play it to the end, as a fork in its own folder.

    Raises ValueError or SaveError.
    """
    transcript = read(folder)
    header = transcript.header
    if models_in(header.players.values()):
        raise StudyError("models play in it, and a bot would have to wait for them.")
    ready = forked_match(folder, len(transcript.lines), seats_again(header, None), absent, to)
    with closing(ready.writer):
        asyncio.run(ready.match.play())
    return ready.folder
