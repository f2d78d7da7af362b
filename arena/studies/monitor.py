"""The state of a study at one moment, for its operator: participants by step, losses by step, load, and warnings.

    view = read_monitor(StudyFolder(folder), live)

Participants are named by their codes and the digests of their recruiter's ids. Nothing is changed.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.export import study_attrition
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.live import Live, ask_server
from woozle.arena.studies.participants import (
    Attrition,
    Participant,
    current_step,
    format_code,
    holds_place,
    next_step,
    plan_steps,
    steps_of,
)
from woozle.arena.studies.plan import StudyError, StudyPlan, read_plan
from woozle.arena.studies.reconciliation import DIGEST, reconcile
from woozle.arena.studies.recruiting import OPEN, Recruiting, change_recruiting, read_recruiting
from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.arena.views.profile import Section
from woozle.arena.views.study_monitor import ShownMonitor
from woozle.arena.views.words import count, duration
from woozle.core.value import value

_STUCK, _TIMES = 15 * 60.0, 3  # seconds at a step that are a warning, if they are also this many times the median
_LITTLE = 1_000_000_000  # free bytes on the disk


@value
class Person:
    """A participant who is under way.

    recruiter: digest of the recruiter's id. step: where they are, empty at the end; seconds: for how long. match: its folder, once
    begun. lost: how their seat in it was lost, empty if it was not. unseen: seconds since a page of theirs was heard of, None
    without one.
    """

    code: str
    recruiter: str
    step: str
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
    """A row of the orders. held: participants who count for it; most: the quota of its condition, or None."""

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
    """The whole state. before_consent: exits of people who were not enrolled. warnings: sentences for the operator's attention.

    live: facts of the server, None if none runs.
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


def read_monitor(study: StudyFolder, live: Live | None, note: str = "", now: datetime | None = None) -> MonitorView:
    """Return the state of a study; a damaged journal is a warning. Raises StudyError for a plan or an index that cannot be read.

    note: a further warning, or empty.
    """
    plan, now = study.plan, now or datetime.now(UTC)
    people: list[Participant] = []
    warnings = [note] if note else []
    for path in study.journals():
        try:
            people += [who] if (who := study.participant(path.stem)) else []
        except StudyError as error:
            warnings.append(str(error))
    people.sort(key=lambda who: who.arrival)
    recruiting = Recruiting()
    try:
        recruiting = read_recruiting(study)
    except StudyError as error:
        warnings.append(str(error))
    steps = tuple(_count_steps(plan, people))
    here = tuple(_person(plan, who, live, now) for who in people if who.is_open)
    return MonitorView(
        plan.name,
        plan.title,
        f"{now:%Y-%m-%dT%H:%M:%SZ}",
        study_attrition(study, people),
        study.exits_before_consent(people),
        tuple(_count_orders(plan, people, now)),
        steps,
        here,
        recruiting,
        live,
        (*warnings, *_warnings(study.path, people, here, steps), *(live.warnings if live else ())),
    )


def _person(plan: StudyPlan, who: Participant, live: Live | None, now: datetime) -> Person:
    at = current_step(plan, who)
    step = at.id if at else ""
    return Person(
        who.code,
        who.recruiter[:DIGEST],
        step,
        max(0.0, (now - datetime.fromisoformat(who.moved_at)).total_seconds()),
        who.began.get(step, ""),
        who.group,
        who.lost,
        who.last_at,
        live.unseen.get(who.code) if live else None,
    )


def _count_orders(plan: StudyPlan, people: Sequence[Participant], now: datetime) -> Iterator[OrderCount]:
    held = Counter(who.row for who in people if holds_place(plan, who, now))
    finished = Counter(who.row for who in people if who.status == "finished")
    for row, order in enumerate(plan.orders):  # a quota is of a single condition
        yield OrderCount(row, tuple(each.name for each in order), held[row], finished[row], order[0].most)


def _count_steps(plan: StudyPlan, people: Sequence[Participant]) -> Iterator[StepCount]:
    """Count each step, in the order of the longest way, which has all of them. Participants who withdrew have none."""
    people = [who for who in people if who.status != "withdrawn"]
    ends = ((who.is_open, next_step(steps_of(plan, who), who.done)) for who in people if who.status != "finished")
    stay = Counter((step.id, is_open) for is_open, step in ends if step)
    ways = (plan_steps(plan, row, is_solo=solo) for row in range(len(plan.orders)) for solo in {False, plan.group > 1})
    for step in max(ways, key=len):
        done = [who.done[step.id] for who in people if step.id in who.done]
        seconds = [each["seconds"] for each in done if "seconds" in each]  # the lobby has none
        here, left = stay[step.id, True], stay[step.id, False]
        usual = round(median(seconds), 1) if seconds else None
        yield StepCount(step.id, len(done) + here + left, len(done), here, left, usual)


def _warnings(folder: Path, people: Sequence[Participant], here: Sequence[Person], steps: Sequence[StepCount]) -> Iterator[str]:
    names = dict.fromkeys(data["match"] for who in people for data in who.done.values() if data.get("stopped"))
    yield from (f"A fault ended the match {name}, which does not count; its participants went on." for name in names)
    usual = {each.step: each.seconds for each in steps}
    for each in here:
        took = usual.get(each.step)
        if each.is_open and each.seconds > max(_STUCK, _TIMES * (took or 0)):
            others = f"; the median is {duration(took)}" if took else ""
            yield f"{format_code(each.code)} has been at {each.step} for {duration(each.seconds)}, with the page open{others}."
    free = shutil.disk_usage(folder).free
    if free < _LITTLE:
        yield f"The disk of the study has {free / 1e6:,.0f} MB left; free some space, or people cannot go on."


# In words


def show_monitor(view: MonitorView) -> ShownMonitor:
    """Return the state of a study as its screen and its page show it."""
    people = [_person_cells(view, each) for each in view.people]
    steps = []
    for each in view.steps:
        took = "" if each.seconds is None else duration(each.seconds)
        steps.append((each.step, f"{each.reached}", f"{each.here}", f"{each.left}", f"{each.done}", took))
    orders = [(" > ".join(each.conditions), f"{each.held}", f"{each.finished}", f"{each.most or ''}") for each in view.orders]
    sections = (
        _section("Steps", "Step, Reached, Here, Left, Done, Median", steps),
        _section("Conditions", "Conditions, Held, Finished, Quota", orders),
        _section("Under way", "Code, Step, For, Page, Where, Recruiter", people, "" if people else "Nobody is under way."),
    )
    terms = view.recruiting
    return ShownMonitor(view.title, view.at, _facts(view), view.warnings, sections, terms.is_paused, terms.most_visits)


def _section(title: str, heads: str, rows: Sequence[tuple[str, ...]], note: str = "") -> Section:
    columns = tuple(FigureColumn(head, leaves=at) for at, head in enumerate(heads.split(", ")))
    return Section(title, FigureTable(columns, tuple(map(FigureRow, rows)), note))


def _facts(view: MonitorView) -> tuple[str, ...]:
    numbers = {name.replace("_", " "): number for name, number in asdict(view.attrition).items() if number}
    before = {f"{when.replace('_', ' ')} before consent": number for when, number in view.before_consent.items()}
    flow = ", ".join(f"{number:,} {name}" for name, number in (numbers | before).items()) or "nobody has come yet"
    live, terms = view.live, view.recruiting
    limit = f"at most {count(terms.most_visits, 'visit')} at once" if terms.most_visits else "without a limit of visits at once"
    waiting = f", {live.waiting:,} waiting" if live and (live.waiting or terms.most_visits) else ""
    load = "no server of this study answers"
    if live:
        load = (
            f"{count(len(live.unseen) + live.deciding, 'visit')} ({live.deciding:,} before consent), "
            f"{count(live.pages, 'open page')}, {count(live.matches, 'match', 'matches')}, {live.answers:.1f} answers a second, "
            f"{live.lag_ms:.0f} ms late at most, {live.memory_mb:.0f} MB"
        )
    return f"People: {flow}.", f"Recruiting is {'paused' if terms.is_paused else 'open'}, {limit}{waiting}.", f"Load: {load}."


def _person_cells(view: MonitorView, person: Person) -> tuple[str, ...]:
    page = "closed" if view.live else "unknown"
    if person.unseen is not None:
        page = "open" if person.is_open else f"quiet {duration(person.unseen)}"
    where = person.match or (f"group {person.group}" if person.group else "")
    lost = f", lost ({person.lost})" if person.lost else ""
    step = person.step or "the end"
    return format_code(person.code), step, duration(person.seconds), page, f"{where}{lost}", person.recruiter


class StudyDesk:
    """The monitor of a study in a folder: reads the disk, and asks the study's server if one runs."""

    def __init__(self, folder: Path) -> None:
        """Raises StudyError."""
        self._study = StudyFolder(folder)

    def view(self) -> MonitorView:
        """Return the state of the study, whose plan may have changed. Raises StudyError, OSError."""
        self._study.plan = read_plan(self._study.path)
        return read_monitor(self._study, *ask_server(self._study))

    def look(self) -> ShownMonitor:
        return show_monitor(self.view())

    def pause(self, is_paused: bool) -> None:
        change_recruiting(self._study, is_paused=is_paused)

    def limit(self, most: str) -> None:
        change_recruiting(self._study, most_visits=most.strip() or None)

    def reconcile(self, path: str) -> tuple[str, ...]:
        return reconcile(self._study, Path(path.strip()).expanduser(), shows_ids=False).lines
