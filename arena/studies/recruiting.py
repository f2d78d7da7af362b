"""Admission of new people: recruiting can be paused, and the number of visits at once limited.

`data/recruiting.json` has both settings, so a restarted server knows them. The waiting line is in memory alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.visit import Stage
from woozle.core.regular_files import SMALL, explain_errors, read_file
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors
from woozle.saves.transcript import display_path

FILE = "recruiting.json"
OPEN = 150.0
"""Seconds for which a page counts as open after it was heard of; hidden tabs ask once a minute."""

BEFORE_CONSENT: frozenset[Stage] = frozenset({"information", "consent"})


@value
class Recruiting:
    """The settings of recruiting. is_paused: nobody new may begin. most_visits: at once; None without a limit."""

    is_paused: bool = False
    most_visits: Annotated[int, Field(gt=0, lt=100_000)] | None = None


_FILE = TypeAdapter(Recruiting)


def read_recruiting(study: StudyFolder) -> Recruiting:
    """Return the settings of recruiting. Raises StudyError."""
    path = study.data / FILE
    if not path.exists():
        return Recruiting()
    with explain_errors(display_path(path), StudyError):
        data = read_file(path, SMALL)
    try:
        return _FILE.validate_json(data, strict=True)
    except ValidationError as error:
        raise StudyError(
            f"{display_path(path)} cannot be read, so nobody new can begin; `woozle study resume FOLDER` writes a new one."
        ) from error


def change_recruiting(study: StudyFolder, **changes: Any) -> Recruiting:
    """Change the settings, for running servers too; an unreadable file is replaced. Raises StudyError, SaveError."""
    path = study.data / FILE
    with explain_save_errors(path, "try it again"), study.lock():
        try:
            known = read_recruiting(study)
        except StudyError:
            known = Recruiting()
        try:
            changed = _FILE.validate_python(asdict(known) | changes)
        except ValidationError as error:
            raise StudyError("The limit is a whole number of visits from 1 to 99,999, or empty for no limit.") from error
        if changed.most_visits and changed.most_visits < study.plan.group:
            raise StudyError(f"A group of this study has {study.plan.group} people, so there must be room for as many visits.")
        disk.replace(path, _FILE.dump_json(changed))
    return changed


class Gate:
    """Admission of new people; those who have agreed to take part need none. clock: monotonic."""

    def __init__(self, study: StudyFolder, clock: Callable[[], float] = time.monotonic) -> None:
        self._study = study
        self._clock = clock
        self._line: dict[str, float] = {}

    @property
    def waiting(self) -> int:
        """Return the number of people in line."""
        self._forget()
        return len(self._line)

    def ask(self, who: str, visits: Collection[str]) -> int | None:
        """Return the place in line of a person who cannot begin, or continue before consent: from 1, or 0 during a pause.

        None if they can.

        Args:
            who: A name for them that only this process knows.
            visits: Names of the visits that are under way.
        """
        try:
            terms = read_recruiting(self._study)
        except StudyError:  # the monitor says why
            return 0
        if terms.is_paused:
            return 0
        if who in visits or terms.most_visits is None:
            self._line.pop(who, None)
            return None
        self._forget()
        self._line[who] = self._clock()  # the order is that of arrival
        place = [*self._line].index(who) + 1
        if place > terms.most_visits - len(visits):
            return place
        del self._line[who]
        return None

    def _forget(self) -> None:
        """Drop people from the line who have not asked for a while."""
        since = self._clock() - OPEN
        self._line = {who: asked for who, asked in self._line.items() if asked >= since}
