"""One visit of a participant: where they are, what is kept of each step before the next begins, and how it ends.

It knows files and no screen. Nothing is written, and nothing is made, before somebody has agreed to take part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from woozle.arena.studies.codes import in_groups, typed_code
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import Entry, Journal, entry
from woozle.arena.studies.participants import Participant, has_expired, participant, way
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY, read_text
from woozle.arena.studies.steps import Step, next_step, steps
from woozle.arena.studies.withdrawal import forget_text
from woozle.saves.disk import SaveError

Stage: TypeAlias = Literal["information", "consent", "steps", "timed_out", "goodbye", "declined", "over"]
"""Where a visit is: before anybody agreed, at a step of the way, behind it, or at an end of another kind.

Timed out: the time of the study is used up, and the debriefing follows. Over: there is nothing to go on with; `Visit.why` says why.
"""

_BEFORE = 2  # the information and the consent count as steps for whoever looks at the screen


class Visit:
    """Somebody in front of a study. who: as their journal tells, None before they agreed. why: what is said where it is over.

    ticket: of a link. clock: for the time that steps take, which only goes forward; now: of the entries.
    """

    def __init__(
        self,
        study: StudyFolder,
        *,
        code: str = "",
        recruiter: str = "",
        ticket: str = "",
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises StudyError for a study that nobody can take part in, and for a code that nobody can go on with; SaveError."""
        self.study = study
        self.stage: Stage = "information"
        self.who: Participant | None = None
        self.why = ""
        self._recruiter = recruiter
        self._ticket = ticket
        self._clock = clock
        self._now = now
        self._journal: Journal | None = None
        self._since = self._arrived = clock()
        self._has_left = False
        texts = study.plan.texts
        self.information, self.consent, self.debrief = (
            read_text(study.path, name) for name in (texts.information, texts.consent, texts.debrief)
        )
        if code := typed_code(code) or _code_of(study, ticket):
            self._come_back(code)

    # Where somebody is

    @property
    def is_linked(self) -> bool:
        """Whether they came by a link, which leads them back; else their code does."""
        return bool(self._ticket)

    @property
    def code(self) -> str:
        """The code of the participant, as it is shown; empty before they have one."""
        return in_groups(self.who.code) if self.who else ""

    @property
    def way(self) -> tuple[Step, ...]:
        """All steps; before anybody agreed, those of the first order."""
        return way(self.study.plan, self.who) if self.who else steps(self.study.plan, 0)

    @property
    def step(self) -> Step | None:
        """The step that is not done yet."""
        return next_step(self.way, self.who.done) if self.who and self.stage == "steps" else None

    @property
    def next_match(self) -> Step:
        """The match that comes next, this one or one after this step; every way ends with some."""
        at = self.way.index(self.step) if self.step else 0
        return next(each for each in self.way[at:] if each.match)

    @property
    def place(self) -> tuple[int, int]:
        """Which step this is, of how many, with the texts before the first one counted."""
        total = _BEFORE + len(self.way)
        match self.stage:
            case "information":
                return 1, total
            case "consent":
                return 2, total
        step = self.step
        return (_BEFORE + 1 + self.way.index(step) if step else total), total

    @property
    def began(self) -> str:
        """The folder of the match that was begun at this step; empty if none was."""
        return self.who.began.get(self.step.id, "") if self.who and self.step else ""

    @property
    def entries(self) -> Sequence[Entry]:
        """What the journal holds."""
        return self._journal.entries if self._journal else ()

    # Before the first step

    def has_read(self) -> None:
        """The information was read."""
        self.stage = "consent"

    def decline(self) -> None:
        """They do not take part. Nothing was kept, and nothing is."""
        self.stage = "declined"

    def agree(self, *, release: bool, device: Mapping[str, Any] | None = None) -> None:
        """They take part. All boxes were ticked; release: also the one that need not be. Raises StudyError, SaveError."""
        plan = self.study.plan
        release = release and bool(plan.consent.release)
        code = self.study.free_code()
        if self._ticket:
            from woozle.arena.studies import links

            # First, so that whoever is killed here is not enrolled a second time when they come again.
            links.joins(self.study, self._ticket, code)
        boxes = len(plan.consent.boxes)
        self._hold(self.study.enrol(code, boxes=boxes, release=release, recruiter=self._recruiter, now=self._now()))
        self.arrive(device)

    def arrive(self, device: Mapping[str, Any] | None = None) -> None:
        """A visit begins. device: what is known of the terminal, if the plan wants to know it. Raises SaveError."""
        assert self.who
        facts = {"device": dict(device)} if device and self.study.plan.data.device else {}
        self._keep("arrived", visit=self.who.visits + 1, **facts)
        self._arrived = self._clock()
        self.stage = "steps"
        self._go_on()

    # Steps

    def done(self, **brought: Any) -> None:
        """The step is done. brought: what it has brought. The next one begins. Raises SaveError."""
        assert self.step
        self._keep("done", step=self.step.id, seconds=self.seconds, **brought)
        self._go_on()

    def tried(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        """The comprehension check was tried; which of its questions were not right. Raises SaveError."""
        assert self.step
        wrong = tuple(each.id for each in self.study.plan.check if answers.get(each.id) != each.right)
        self._keep("tried", step=self.step.id, answers=dict(answers), wrong=list(wrong))
        return wrong

    @property
    def tries_left(self) -> int:
        """How often the comprehension check may still be tried."""
        return max(0, self.study.plan.check_tries - self.who.tries) if self.who else 0

    def begin_match(self) -> str:
        """A match of this step begins; the name of its folder. Raises SaveError."""
        assert self.step
        assert self.who
        name = self.study.match_folder(self.who.code, self.step).name
        self._keep("began", step=self.step.id, match=name)
        return name

    def believes(self, match: str, request: int, belief: str, *, sure: int | None, suspect: str | None, seconds: float) -> None:
        """What they believe in the middle of a match; None for what they prefer not to say. Raises SaveError."""
        assert self.step
        self._keep(
            "believed",
            step=self.step.id,
            match=match,
            request=request,
            belief=belief,
            sure=sure,
            suspect=suspect,
            seconds=round(seconds, 3),
        )

    def believed(self, match: str) -> set[tuple[int, str]]:
        """Which beliefs of a match are known: after which request, and which."""
        told = (each.data for each in self.entries if each.what == "believed")
        return {(data["request"], data["belief"]) for data in told if data["match"] == match}

    def left(self) -> None:
        """They have left, and can come back. What cannot be written now is not: the next visit says that there was one."""
        if self.who and self.stage == "steps" and not self._has_left:
            self._has_left = True
            step = self.step
            try:
                self._keep("left", step=step.id if step else "", how="closed")
            except SaveError:
                return

    def bye(self) -> None:
        """The debriefing after a visit whose time was used up has been read."""
        self.stage = "goodbye"

    def close(self) -> None:
        """Let others go on with the journal."""
        if self._journal:
            self._journal.close()

    @property
    def seconds(self) -> float:
        """How long this step has lasted in this visit, to the millisecond."""
        return round(self._clock() - self._since, 3)

    def _keep(self, what: Any, **data: Any) -> None:
        assert self._journal
        self._journal.keep(entry(what, self._now(), **data))
        self.who = participant(self._journal.path.stem, self._journal.entries)

    def _hold(self, journal: Journal) -> None:
        self._journal = journal
        self.who = participant(journal.path.stem, journal.entries)

    def _go_on(self) -> None:
        """To the next step, if there is one and time for it."""
        self._since = self._clock()
        plan = self.study.plan
        step = self.step
        if step is None:
            self._finish()
        elif plan.limit_minutes and self._clock() - self._arrived >= 60 * plan.limit_minutes and step.kind != "debrief":
            self._forget()
            self._keep("left", step=step.id, how="timed_out")
            self.stage = "timed_out"

    def _finish(self) -> None:
        assert self.who
        self._forget()
        self._keep("finished")
        self.stage = "goodbye"
        if self._ticket:
            from woozle.arena.studies import links

            links.finished(self.study, self._ticket)

    def _forget(self) -> None:
        """Take what was typed out of the matches, where the plan keeps no text."""
        if self.who and not self.study.plan.data.text:
            forget_text(self.study, self.who.code)

    def _come_back(self, code: str) -> None:
        journal = self.study.open(code)
        self._hold(journal)
        plan = self.study.plan
        who = participant(code, journal.entries)
        if has_expired(plan, who, self._now()):
            self._keep("expired")
            who = participant(code, journal.entries)
        match who.status:
            case "finished":
                self.stage = "goodbye"
            case "under way":
                self.stage = "steps"
            case _:
                self.stage, self.why = "over", _WHY[who.status].format(hours=f"{plan.leaving.keep_hours:g}")


_WHY = {
    "timed out": "The time for this study was used up, so there is nothing left to do. Thank you for taking part.",
    "dropped out": "One could come back within {hours} hours, and that time is over, so the study went on without you. Thank you.",
    "withdrawn": "What you did in this study was withdrawn, so nothing of it is kept and there is nothing left to do.",
}


def answered(asked: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to some questions, in their order; what nobody said is what somebody preferred not to say."""
    return {each: PREFER_NOT_TO_SAY if given.get(each) is None else given[each] for each in asked}


def _code_of(study: StudyFolder, ticket: str) -> str:
    """Whose link it is; empty while it is nobody's."""
    if not ticket:
        return ""
    from woozle.arena.studies import links

    return links.code_of(study, ticket)
