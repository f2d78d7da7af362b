"""The state of a study at one moment, for its operator: where participants are, where they leave, load, and warnings.

    view = read_monitor(StudyFolder(folder), live)

Participants are named by their codes and the digests of their recruiter's ids. Nothing is changed.
"""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Final

from woozle.arena.studies import balance
from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.export import study_attrition
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import EntryKind, read_journal
from woozle.arena.studies.live import Live, ask_server
from woozle.arena.studies.participants import (
    Attrition,
    Participant,
    current_step,
    fold_journal,
    format_code,
    holds_place,
    next_step,
    plan_steps,
    steps_of,
)
from woozle.arena.studies.plan import StudyError, StudyPlan
from woozle.arena.studies.reconciliation import DIGEST, reconcile
from woozle.arena.studies.recruiting import Recruiting, obey, read_recruiting
from woozle.arena.views.study_monitor import MonitorTable, ShownMonitor
from woozle.arena.views.words import count
from woozle.core.value import value
from woozle.saves.transcript import display_path

OPEN = 150.0
"""Seconds since a page was heard of for which it counts as open; pages tell once a minute that they are read."""

_STUCK, _TIMES = 15 * 60.0, 3  # seconds at a step that may be too many, if they are so many times the median
_LITTLE = 1_000_000_000  # bytes of the disk
_MOVES: Final[frozenset[EntryKind]] = frozenset({"consented", "done", "began", "waits", "grouped"})
"""Entries after which a participant is somewhere else."""


@value
class Person:
    """A participant who is under way.

    recruiter: digest of the recruiter's id. step: where they are, empty at the end; since: when they came there, seconds ago.
    match: its folder, once begun. group: its id; lost: how their seat in it was lost, empty if it was not. last_at: of the last
    entry in the journal. unseen: seconds since a page of theirs was heard of, None without one.
    """

    code: str
    recruiter: str
    step: str
    since: str
    seconds: float
    match: str
    group: str
    lost: str
    last_at: str
    unseen: float | None

    @property
    def is_open(self) -> bool:
        """Return whether a page of theirs is open."""
        return self.unseen is not None and self.unseen <= OPEN


@value
class OrderCount:
    """A row of the orders. held: participants who count for it; most: the quota of its condition, None without one."""

    row: int
    conditions: tuple[str, ...]
    held: int
    finished: int
    most: int | None


@value
class StepCount:
    """A step. reached, done, here, left: participants who came to it, completed it, are there now, and left there for good.

    seconds: the median of those who completed it; None without any.
    """

    step: str
    reached: int
    done: int
    here: int
    left: int
    seconds: float | None


@value
class MonitorView:
    """All of it. before_consent: exits of people who were not enrolled. warnings: sentences on what the operator should look at.

    live: of the server, None if none runs.
    """

    study: str
    title: str
    at: str
    attrition: Attrition
    before_consent: Mapping[ExitKind, int]
    orders: tuple[OrderCount, ...]
    steps: tuple[StepCount, ...]
    people: tuple[Person, ...]
    recruiting: Recruiting
    live: Live | None
    warnings: tuple[str, ...]


@value
class _Known:
    """What a journal says. since: of the last move; seconds: of each completed step."""

    who: Participant
    since: str
    seconds: tuple[tuple[str, float], ...]


def read_monitor(study: StudyFolder, live: Live | None, notes: Sequence[str] = (), now: datetime | None = None) -> MonitorView:
    """Return the state of a study; a damaged journal is a warning. Raises StudyError for a plan or an index that cannot be read.

    notes: further warnings.
    """
    now = now or datetime.now(UTC)
    known, damaged = _read_journals(study)
    recruiting = Recruiting()
    try:
        recruiting = read_recruiting(study)
    except StudyError as error:
        damaged.append(str(error))
    people = [each.who for each in known]
    steps = tuple(_count_steps(study.plan, known))
    here = tuple(_person(study.plan, each, live, now) for each in known if each.who.is_open)
    return MonitorView(
        study.plan.name,
        study.plan.title,
        f"{now:%Y-%m-%dT%H:%M:%SZ}",
        study_attrition(study, people),
        study.exits_before_consent(people),
        tuple(_count_orders(study.plan, people, now)),
        steps,
        here,
        recruiting,
        live,
        (*damaged, *notes, *_warnings(study.path, here, steps, live)),
    )


def _read_journals(study: StudyFolder) -> tuple[list[_Known], list[str]]:
    """Return what all journals say, in order of arrival, and a sentence on each that is damaged."""
    found, damaged = [], []
    for path in study.journals():
        try:
            now = path.stat()
            if known := _read_journal(path, now.st_ino, now.st_mtime_ns, now.st_size):
                found.append(known)
        except FileNotFoundError:  # just now
            continue
        except StudyError as error:
            damaged.append(str(error))
        except (KeyError, TypeError, ValueError):  # entries, but not those of a visit
            damaged.append(f"{display_path(path)} has entries that belong to no visit; restore the file from a copy.")
    return sorted(found, key=lambda each: each.who.arrival), damaged


@lru_cache(maxsize=4096)
def _read_journal(path: Path, *version: int) -> _Known | None:
    """Return what a journal says, cached by version; None for one without a first line. Raises StudyError."""
    entries = read_journal(path)
    if not entries:
        return None
    since = [each.at for each in entries if each.what in _MOVES]
    datetime.fromisoformat(entries[-1].at)
    seconds = [(each.data["step"], each.data["seconds"]) for each in entries if each.what == "done"]
    return _Known(fold_journal(path.stem, entries), since[-1] if since else entries[-1].at, tuple(seconds))


def _person(plan: StudyPlan, known: _Known, live: Live | None, now: datetime) -> Person:
    who = known.who
    at = current_step(plan, who)
    step = at.id if at else ""
    return Person(
        who.code,
        who.recruiter[:DIGEST],
        step,
        known.since,
        max(0.0, (now - datetime.fromisoformat(known.since)).total_seconds()),
        who.began.get(step, ""),
        who.group,
        who.lost,
        who.last_at,
        live.unseen.get(who.code) if live else None,
    )


def _count_orders(plan: StudyPlan, people: Sequence[Participant], now: datetime) -> Iterator[OrderCount]:
    held = Counter(who.row for who in people if holds_place(plan, who, now))
    finished = Counter(who.row for who in people if who.status == "finished")
    for row, order in enumerate(balance.rows(plan.design, len(plan.conditions), plan.seed)):
        conditions = [plan.conditions[each] for each in order]
        most = conditions[0].most if plan.design == "between" else None
        yield OrderCount(row, tuple(each.name for each in conditions), held[row], finished[row], most)


def _count_steps(plan: StudyPlan, known: Sequence[_Known]) -> Iterator[StepCount]:
    """Count each step, in the order of the longest way first. Participants who withdrew have none."""
    done, here, left = Counter[str](), Counter[str](), Counter[str]()
    seconds: dict[str, list[float]] = defaultdict(list)
    rows = range(len(balance.rows(plan.design, len(plan.conditions), plan.seed)))
    ways = sorted((plan_steps(plan, row, is_solo=solo) for row in rows for solo in {False, plan.group > 1}), key=len, reverse=True)
    for each in known:
        who = each.who
        if who.status == "withdrawn":
            continue
        done.update(who.done.keys())
        for step, took in each.seconds:
            seconds[step].append(took)
        at = next_step(steps_of(plan, who), who.done)
        if at and who.status != "finished":
            (here if who.is_open else left)[at.id] += 1
    for step in dict.fromkeys(step.id for way in ways for step in way):
        numbers = done[step], here[step], left[step]
        yield StepCount(step, sum(numbers), *numbers, round(median(seconds[step]), 1) if seconds[step] else None)


def _warnings(folder: Path, people: Sequence[Person], steps: Sequence[StepCount], live: Live | None) -> Iterator[str]:
    usual = {each.step: each.seconds for each in steps}
    for each in people:
        took = usual.get(each.step)
        if each.is_open and each.seconds > max(_STUCK, _TIMES * (took or 0)):
            others = f"; the median is {show_seconds(took)}" if took else ""
            yield f"{format_code(each.code)} has been at {each.step} for {show_seconds(each.seconds)}, with the page open{others}."
    free = shutil.disk_usage(folder).free
    if free < _LITTLE:
        yield f"The disk of the study has {free / 1e6:,.0f} MB left; free some space, or people cannot go on."
    if live:
        yield from live.stopped
        yield from live.told


# In words


def show_monitor(view: MonitorView) -> ShownMonitor:
    """Return the state of a study as its screen and its page show it."""
    terms = view.recruiting
    return ShownMonitor(
        view.title, view.at, _facts(view), view.warnings, _tables(view), is_paused=terms.is_paused, most_visits=terms.most_visits
    )


def _facts(view: MonitorView) -> tuple[str, ...]:
    numbers = {name.replace("_", " "): number for name, number in asdict(view.attrition).items() if number}
    before = {f"{when.replace('_', ' ')} before consent": number for when, number in view.before_consent.items()}
    flow = ", ".join(f"{number:,} {name}" for name, number in (numbers | before).items()) or "nobody has come yet"
    live, terms = view.live, view.recruiting
    limit = f"at most {count(terms.most_visits, 'visit')} at once" if terms.most_visits else "without a limit of visits at once"
    waiting = f", {live.waiting:,} waiting" if live and (live.waiting or terms.most_visits) else ""
    recruiting = f"Recruiting is {'paused' if terms.is_paused else 'open'}, {limit}{waiting}."
    if not live:
        return f"People: {flow}.", recruiting, "Load: no server of this study answers."
    load = (
        f"Load: {count(len(live.unseen) + live.deciding, 'visit')} ({live.deciding:,} before consent), "
        f"{count(live.pages, 'open page')}, {count(live.matches, 'match', 'matches')}, {live.answers:.1f} answers a second, "
        f"{live.lag_ms:.0f} ms late at most, {live.memory_mb:.0f} MB."
    )
    return f"People: {flow}.", recruiting, load


def _tables(view: MonitorView) -> tuple[MonitorTable, ...]:
    people = tuple(_person_row(view, each) for each in view.people)
    steps = tuple(
        (each.step, *map(str, (each.reached, each.here, each.left, each.done)), show_seconds(each.seconds)) for each in view.steps
    )
    orders = tuple((" > ".join(each.conditions), str(each.held), str(each.finished), str(each.most or "")) for each in view.orders)
    return (
        MonitorTable("people", "Under way", ("Code", "Step", "For", "Page", "Where", "Recruiter"), people, "Nobody is under way."),
        MonitorTable("steps", "Steps", ("Step", "Reached", "Here", "Left", "Done", "Median"), steps),
        MonitorTable("orders", "Conditions", ("Conditions", "Held", "Finished", "Quota"), orders),
    )


def _page(view: MonitorView, person: Person) -> str:
    if person.is_open:
        return "open"
    if person.unseen is not None:
        return f"quiet {show_seconds(person.unseen)}"
    return "closed" if view.live else "unknown"


def _person_row(view: MonitorView, person: Person) -> tuple[str, ...]:
    where = person.match or (f"group {person.group}" if person.group else "")
    if person.lost:
        where += f", lost ({person.lost})"
    step = person.step or "the end"
    return format_code(person.code), step, show_seconds(person.seconds), _page(view, person), where, person.recruiter


def show_seconds(seconds: float | None) -> str:
    """Return a duration in short: `45 s`, `12 min`, `3.5 h`; empty for None."""
    if seconds is None:
        return ""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


class StudyDesk:
    """The monitor of a study in a folder, by what is on the disk and what its server answers, if one runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def view(self) -> MonitorView:
        """Return the state of the study. Raises StudyError, OSError."""
        study = StudyFolder(self._folder)  # its plan may have changed
        live, note = ask_server(study)
        return read_monitor(study, live, [note] if note else [])

    def look(self) -> ShownMonitor:
        return show_monitor(self.view())

    def obey(self, command: str, most: str = "") -> None:
        obey(StudyFolder(self._folder), command, most)

    def reconcile(self, path: str) -> tuple[str, ...]:
        return reconcile(StudyFolder(self._folder), Path(path.strip()).expanduser(), shows_ids=False).lines
