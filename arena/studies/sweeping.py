"""What becomes of those who stayed away for too long: their visit ends, and a bot finishes their matches if the plan says so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from woozle.arena.play.setup import absent, forked_match, seats_again
from woozle.arena.studies.codes import in_groups
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import Journal, entry
from woozle.arena.studies.participants import Participant, has_expired, participant, way
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.steps import Step
from woozle.arena.studies.withdrawal import forget_text
from woozle.core.value import value
from woozle.players.seats import models_in
from woozle.saves.disk import SaveError
from woozle.saves.transcript import TranscriptError, read


@value
class Sweep:
    """What it did. expired: codes of those who can no longer come back; taken_over: folders of matches that a bot has finished.

    left_open: sentences on matches that no bot could finish now.
    """

    expired: tuple[str, ...] = ()
    taken_over: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()


def sweep(study: StudyFolder, now: datetime | None = None) -> Sweep:
    """End the visits of those who did not come back in time. Whoever is at a terminal is left alone. Raises StudyError, SaveError.

    Not to be called where an event loop runs.
    """
    now = now or datetime.now(UTC)
    swept = [_swept(study, who, now) for who in study.participants() if _is_due(study, who, now)]
    return Sweep(*(tuple(each for one in swept for each in getattr(one, name)) for name in ("expired", "taken_over", "left_open")))


def _is_due(study: StudyFolder, who: Participant, now: datetime) -> bool:
    """Whether there is something to do, also for who came back too late, or where a crash left it half done."""
    is_unfinished = study.plan.leaving.then == "bot" and any(_open_matches(study, who))
    return has_expired(study.plan, who, now) or (who.status == "dropped out" and (is_unfinished or not study.plan.data.text))


def _swept(study: StudyFolder, who: Participant, now: datetime) -> Sweep:
    try:
        journal = study.open(who.code)
    except StudyError:  # they came back meanwhile
        return Sweep()
    try:
        who = participant(who.code, journal.entries)
        is_expired = has_expired(study.plan, who, now)
        if is_expired:
            journal.keep(entry("expired", now))
        over, open_ = _finished_by_bots(study, who, journal, now) if study.plan.leaving.then == "bot" else ((), ())
        if not study.plan.data.text:  # a bot that plays on has needed it until now
            forget_text(study, who.code)
    finally:
        journal.close()
    return Sweep((who.code,) if is_expired else (), over, open_)


def _finished_by_bots(study: StudyFolder, who: Participant, journal: Journal, now: datetime) -> tuple[tuple[str, ...], ...]:
    over, open_ = [], []
    for step, folder in _open_matches(study, who):
        try:
            finished = hand_over(folder, study.match_folder(who.code, step))
        except (ValueError, SaveError) as error:
            open_.append(f"The match of {in_groups(who.code)} at {step.id} is left as it is: {error}")
            continue
        journal.keep(entry("taken_over", now, step=step.id, match=finished.name))
        over.append(finished.name)
    return tuple(over), tuple(open_)


def _open_matches(study: StudyFolder, who: Participant) -> Iterator[tuple[Step, Path]]:
    """The matches that somebody has begun and not finished, but for practice."""
    for step in way(study.plan, who):
        name = who.began.get(step.id, "")
        if step.kind != "match" or not name or step.id in who.done or step.id in who.taken_over:
            continue
        folder = study.matches / name
        try:
            is_open = not read(folder).is_finished
        except TranscriptError:
            continue
        if is_open:
            yield step, folder


def hand_over(folder: Path, to: Path) -> Path:
    """Let a bot take the seat of the person in an unfinished match, and play it to its end, as a match in a folder of its own.

    Its header says of which match it is a fork, after how many answers, and that a bot sits there.
    Raises ValueError or SaveError, with a sentence.
    """
    transcript = read(folder)
    header = transcript.header
    if models_in(header.players.values()):
        raise StudyError("models play in it, and a bot would have to wait for them.")
    ready = forked_match(folder, len(transcript.lines), seats_again(header, None), absent, to)
    try:
        asyncio.run(ready.match.play())
    finally:
        ready.writer.close()
    return ready.folder
