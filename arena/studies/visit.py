"""One visit of a participant: the current step, the record of each step before the next begins, and the end.

A visit knows files and no screen. Nothing is written or created before a person has agreed to take part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from woozle.arena.studies import links, participants
from woozle.arena.studies.exits import Exit, ExitKind
from woozle.arena.studies.folder import QuotaFullError, ReturningError, StudyFolder
from woozle.arena.studies.journal import Journal, JournalEntry, new_entry
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY, read_text, refuse_outdated
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.withdrawal import forget_text
from woozle.saves.disk import SaveError

Stage: TypeAlias = Literal["information", "consent", "steps", "exited", "goodbye", "declined", "full", "over"]
"""A visit before consent, at a step, or at one of its ends.

full: the quotas were full before they agreed. exited: it ends early, by `StudyVisit.exit`, and the debriefing follows.
over: nothing is left to do, for the reason in `StudyVisit.why`.
"""

_BEFORE = 2  # the information and the consent count as steps to the participant


class StudyVisit:
    """A visit to a study. who: the participant, None before consent. why: shown if it is over. has_left: another one may follow.

    recruiter: ids by which they arrived, bound to them only by consent. ticket: of a link. session: digest of the session of a
    browser that came without a link, kept only from consent on. is_preview: of a researcher.
    clock: monotonic, for the duration of steps; now: for the times of entries.
    """

    def __init__(
        self,
        study: StudyFolder,
        *,
        code: str = "",
        recruiter: RecruiterIds | None = None,
        ticket: str = "",
        session: str = "",
        is_preview: bool = False,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises StudyError for an unusable study or code; SaveError."""
        self.study = study
        self.is_preview = is_preview
        self.stage: Stage = "information"
        self.who: participants.Participant | None = None
        self.why = ""
        self._recruiter = recruiter
        self._ticket = ticket
        self._session = session
        self._clock = clock
        self._now = now
        self._journal: Journal | None = None
        self._since = self._arrived = clock()
        self.has_left = False
        self._ways: dict[tuple[int, bool], tuple[participants.Step, ...]] = {}
        texts = study.plan.texts
        self.information, self.consent, self.debrief = (
            read_text(study.path, name) for name in (texts.information, texts.consent, texts.debrief)
        )
        if ticket and not session and not code:
            code = links.participant_code(study, ticket)
        if code := participants.normalise_code(code):
            self._come_back(code)
        elif recruiter and (why := study.refusal(recruiter)):
            self.stage, self.why = "over", why
        else:
            refuse_outdated(study.plan)
            if study.is_full(study.participants(), now()):
                self._turn_away("full", "quota_full")

    # The place in the study

    @property
    def code(self) -> str:
        """Return the participant's code, formatted; empty before consent."""
        return participants.format_code(self.who.code) if self.who else ""

    @property
    def way(self) -> tuple[participants.Step, ...]:
        """Return all steps; before an order is drawn, those of the first one."""
        row, is_solo = (self.who.row or 0, self.who.is_solo) if self.who else (0, False)
        if (row, is_solo) not in self._ways:
            self._ways[row, is_solo] = participants.plan_steps(self.study.plan, row, is_solo=is_solo)
        return self._ways[row, is_solo]

    @property
    def step(self) -> participants.Step | None:
        return participants.next_step(self.way, self.who.done) if self.who and self.stage == "steps" else None

    @property
    def next_match(self) -> participants.Step:
        """Return the next step with a match, or the current one; every plan ends with matches."""
        at = self.way.index(self.step) if self.step else 0
        return next(each for each in self.way[at:] if each.match)

    @property
    def place(self) -> tuple[int, int]:
        """Return the number of the current step and the number of steps, with the texts before consent counted."""
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
        """Return the folder of the match begun at this step, or an empty string."""
        return self.who.began.get(self.step.id, "") if self.who and self.step else ""

    @property
    def is_after_fault(self) -> bool:
        """Return whether the last step was a match ended by a fault."""
        return bool(self.who and self.who.done and [*self.who.done.values()][-1].get("stopped"))

    @property
    def entries(self) -> Sequence[JournalEntry]:
        return self._journal.entries if self._journal else ()

    @property
    def exit(self) -> Exit | None:
        """Return the exit that was reached; None before it. Its code is on no earlier page."""
        if self.stage in ("declined", "full"):
            return self.study.plan.exit("no_consent" if self.stage == "declined" else "quota_full")
        return self.study.plan.exit(self.who.exit) if self.who and self.who.exit else None

    @property
    def ids(self) -> RecruiterIds | None:
        """Return the recruiter's ids of this participant. Raises StudyError."""
        return self.study.ids_by_code().get(self.who.code) if self.who else self._recruiter

    # Before the first step

    def has_read(self) -> None:
        """Go on from the information to the consent form."""
        self.stage = "consent"

    def decline(self) -> None:
        """End the visit without consent. Nothing is kept, or for a study with a recruiter the id's digest. Raises SaveError."""
        self._turn_away("declined", "no_consent")

    def _turn_away(self, stage: Stage, when: ExitKind) -> None:
        if self._recruiter and self.study.plan.recruiter:
            self.study.note_exit(when, self._recruiter)
        self.stage = stage

    def agree(self, *, release: bool, device: Mapping[str, Any] | None = None) -> None:
        """Enrol the participant, who ticked all boxes. release: they ticked the optional one. Raises StudyError, SaveError."""
        release = release and bool(self.study.plan.consent.release)
        code = self.study.free_code()
        if self._session:
            links.join_by_open_url(self.study, self._ticket, self._session, code)
        elif self._ticket:
            # First, so that a participant whose app is killed here is not enrolled twice on return.
            links.join_study(self.study, self._ticket, code)
        read, arrived = (self.information, self.consent), self._arrival(1, device)
        try:
            self._hold(
                self.study.enrol(code, release=release, recruiter=self._recruiter, now=self._now(), read=read, arrived=arrived)
            )
        except QuotaFullError:  # others were first
            self._turn_away("full", "quota_full")
            return
        except ReturningError as error:  # the same id, in another browser
            self.stage, self.why = "over", str(error)
            return
        self.stage = "steps"
        self._since = self._arrived = self._clock()

    def arrive(self, device: Mapping[str, Any] | None = None) -> None:
        """Resume the visit. device: facts about the terminal, kept if the plan says so. Raises SaveError."""
        assert self.who
        self._arrived = self._clock()
        self._go_on(self._arrival(self.who.visits + 1, device))

    def _arrival(self, visit: int, device: Mapping[str, Any] | None) -> JournalEntry:
        facts = {"device": dict(device)} if device and self.study.plan.data.device else {}
        return new_entry("arrived", self._now(), visit=visit, **facts)

    # Steps

    def complete_step(self, **brought: Any) -> None:
        """Complete the step with its results, and go on to the next. Raises SaveError."""
        assert self.step
        self._go_on(new_entry("done", self._now(), step=self.step.id, seconds=self.seconds, **brought))

    def check_answers(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        """Record an attempt at the comprehension check, and return the ids of wrong answers. Raises SaveError."""
        assert self.step
        wrong = tuple(each.id for each in self.study.plan.check if answers.get(each.id) != each.right)
        self._keep("tried", step=self.step.id, answers=dict(answers), wrong=list(wrong))
        return wrong

    @property
    def tries_left(self) -> int:
        return max(0, self.study.plan.check_tries - self.who.tries) if self.who else 0

    def begin_match(self) -> str:
        """Begin a match of this step, and return the name of its folder. Raises SaveError."""
        assert self.step
        assert self.who
        name = self.study.match_folder(self.who.owner(self.step), self.step).name
        self.note_match(self.step.id, name)  # a match that was noted but could not begin has no folder
        return name

    def keep_belief(self, match: str, request: int, belief: str, **said: Any) -> None:
        """Record a belief. request: of the answer it follows; said: the data of its entry. Raises SaveError."""
        assert self.step
        self._keep("believed", step=self.step.id, match=match, request=request, belief=belief, **said)

    def beliefs_of(self, match: str) -> set[tuple[int, str]]:
        """Return the beliefs recorded for a match: request of the answer, and id of the question."""
        told = (each.data for each in self.entries if each.what == "believed")
        return {(data["request"], data["belief"]) for data in told if data["match"] == match}

    # In a group

    def wait_for_group(self) -> None:
        """Begin to wait for a group, in the order of these entries. Raises SaveError."""
        assert self.step
        self._keep("waits", step=self.step.id)

    def miss_group(self) -> None:
        """Record that they did not confirm their presence, and no longer wait. Raises SaveError."""
        self._keep("missed", step=participants.LOBBY)

    def join_group(self, group: str, row: int | None, members: Sequence[str], deal: int, *, is_solo: bool = False) -> None:
        """Join a group, unless already in it. members: codes by place. Raises SaveError."""
        assert self.who
        if not self.who.group:
            place, solo = members.index(self.who.code) + 1, {"solo": True} if is_solo else {}
            self._keep("grouped", group=group, row=row, people=len(members), place=place, members=list(members), deal=deal, **solo)
            self._since = self._clock()

    def note_match(self, step: str, name: str) -> None:
        """Record that a match of their group was begun, by its first member to arrive. Raises SaveError."""
        assert self.who
        if self.who.began.get(step) != name:
            self._keep("began", step=step, match=name)

    def note_seat(self, step: str, match: str, change: Literal["gone", "silent", "returned"]) -> None:
        """Record that their seat is dealt with as lost, or that they are back. Raises SaveError."""
        assert self.who
        if change == "returned" and self.who.lost:
            self._keep("returned", step=step, match=match)
        elif change != "returned" and self.who.lost_in != match:
            self._keep("dropped", step=step, match=match, how=change)

    def expire_with_group(self, how: Literal["group", "deserted"] = "group") -> None:
        """End the visit of a participant whose group continued, or ended, without them, or was deserted. Raises SaveError."""
        self._forget()
        self._hold_end(self._keep("expired", how=how))

    def leave(self) -> None:
        """Record that they left and can return. A failed write is ignored: the next visit shows that there was one."""
        if self.who and self.stage == "steps" and not self.has_left:
            self.has_left = True
            step = self.step
            try:
                self._keep("left", step=step.id if step else "", how="closed")
            except SaveError:
                return

    def leave_by(self, when: ExitKind) -> None:
        """End the visit early by an exit of the plan. Raises SaveError."""
        assert self.step
        self._end(when, self.step)

    def bye(self) -> None:
        """Go on from the debriefing of a visit that ended early."""
        self.stage = "goodbye"

    def settle(self) -> None:
        """Return when a power failure cannot lose what was kept. Raises SaveError. It may be called in any thread."""
        if self._journal:
            self._journal.settle()

    def close(self) -> None:
        if self._journal:
            self._journal.close()

    @property
    def seconds(self) -> float:
        """Return the duration of this step in this visit, to the millisecond."""
        return round(self._clock() - self._since, 3)

    def _keep(self, what: Any, **data: Any) -> participants.Participant:
        return self._write(new_entry(what, self._now(), **data))

    def _write(self, *entries: JournalEntry) -> participants.Participant:
        assert self._journal
        self._journal.keep(*entries)
        return self._hold(self._journal)

    def _hold(self, journal: Journal) -> participants.Participant:
        self._journal = journal
        self.who = participants.fold_journal(journal.path.stem, journal.entries)
        return self.who

    def _go_on(self, entry: JournalEntry) -> None:
        """Record an entry and, in the same write, the end of the visit if no step or no time is left. Raises SaveError."""
        assert self.who
        who = participants.fold_journal(self.who.code, [*self.entries, entry])
        step, plan = participants.next_step(self.way, who.done), self.study.plan
        is_late = plan.limit_minutes is not None and self._clock() - self._arrived >= 60 * plan.limit_minutes
        if step is None:
            self._end("completion", step, entry)
        elif participants.is_screened_out(plan, who):
            self._end("screened_out", step, entry)
        elif is_late and step.kind != "debrief":
            self._end("timed_out", step, entry)
        else:
            self._write(entry)
        self._since = self._clock()

    def _end(self, when: ExitKind, step: participants.Step | None, *entries: JournalEntry) -> None:
        self._forget()
        pays, at = self.study.plan.pays, {"step": step.id} if step else {}
        paid = {"pay": pays[when]} if when in pays else {}
        match when:
            case "completion":
                self._write(*entries, new_entry("finished", self._now(), **paid))
            case "timed_out":
                self._write(*entries, new_entry("left", self._now(), **at, how=when, **paid))
            case _:
                self._write(*entries, new_entry("exited", self._now(), **at, exit=when, **paid))
        self.stage = "goodbye" if when in ("completion", "screened_out") else "exited"  # whoever is screened out is not debriefed

    def _forget(self) -> None:
        """Remove typed texts from the matches, if the plan keeps no text."""
        if self.who and not self.study.plan.data.text:
            forget_text(self.study, self.who.code)

    def _come_back(self, code: str) -> None:
        who = self._hold(self.study.open(code))
        if participants.has_expired(self.study.plan, who, self._now()):
            who = self._keep("expired")
        self._hold_end(who)

    def _hold_end(self, who: participants.Participant) -> None:
        """Move to the place of a visit that is resumed, or was ended from outside."""
        match who.status:
            case "finished" | "screened out" | "no group" | "partner left":
                self.stage = "goodbye"
            case "under way":
                self.stage = "steps"
            case _:
                how = next((str(each.data.get("how")) for each in self.entries if each.what == "expired"), "")
                why = _WHY.get(how) or _WHY[who.status]
                self.stage, self.why = "over", why.format(hours=f"{self.study.plan.leaving.keep_hours:g}")


_WHY = {
    "returned": "You gave up your place at the recruiter, so there is nothing left to do here. Thank you.",
    "deserted": "Everybody in your group was away for too long, so it has ended. There is nothing left to do here. Thank you.",
    "group": "Your group went on without you, so there is nothing left to do here. Thank you.",
    "timed out": "The time for this study is up, so there is nothing left to do. Thank you for taking part.",
    "dropped out": "You could return within {hours} hours. That time has passed, so the study continued without you. Thank you.",
    "withdrawn": "Your data were withdrawn from this study, so there is nothing left to do.",
}


def complete_answers(asked: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers in the order of the questions; missing ones become `prefer not to say`."""
    return {each: PREFER_NOT_TO_SAY if given.get(each) is None else given[each] for each in asked}
