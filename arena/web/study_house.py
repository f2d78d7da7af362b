"""The services that all parts of a study's server share."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.web.guard import Guard
from woozle.arena.web.study_entrance import StudyEntrance
from woozle.arena.web.study_tables import StudyTables
from woozle.core.value import value


@value
class StudyHouse:
    """The services that the parts of a study's server share, as House for tables.

    entrance: leads participants to their visits. tables: of its matches. tell: takes sentences for the researcher. report: hears of
    failures that visitors have not caused. clock: of visits, groups and tables.
    """

    study: StudyFolder
    guard: Guard
    entrance: StudyEntrance
    tables: StudyTables
    tell: Callable[[str], object]
    report: Callable[[BaseException], object]
    clock: Callable[[], float]
