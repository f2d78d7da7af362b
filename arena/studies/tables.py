"""The tables of a study beside those of matches: participants, beliefs and attrition, and the leading columns of all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, get_args

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.journal import JournalEntry
from woozle.arena.studies.participants import Outcome, Participant, Status, Step, missed_attention
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY, Belief, Question, StudyPlan
from woozle.core.measures import AS_FOUND, Kind, Measure
from woozle.saves.tables.table import Table, flag, free_text, text, whole

_ABSENT = frozenset({"arrived", "expired", "taken_over"})  # kinds of entries before which nobody was at the screen

_SOON = "before they came that far"


@dataclass(frozen=True, slots=True)
class ParticipantRecord:
    """A participant with their whole journal. conditions: as `conditions_of` returns them. bonus: None without one."""

    study: StudyPlan
    who: Participant
    entries: Sequence[JournalEntry]
    conditions: str
    bonus: float | None = None

    def first(self, what: str) -> Mapping[str, Any]:
        """Return the data of the first entry of a kind; empty without one."""
        return next((each.data for each in self.entries if each.what == what), {})

    @property
    def device(self) -> Mapping[str, Any]:
        """Return the terminal of the first visit; empty if the plan does not keep it."""
        return next((each.data["device"] for each in self.entries if each.what == "arrived" and each.data.get("device")), {})

    @property
    def answers(self) -> Mapping[str, Any]:
        """Return the answers to form and questionnaire by id."""
        steps = (self.who.done.get(step, {}).get("answers", {}) for step in ("form", "questionnaire"))
        return {id: answer for answers in steps for id, answer in answers.items()}

    def count(self, what: str) -> int:
        """Return the number of entries of a kind."""
        return sum(each.what == what for each in self.entries)

    @property
    def minutes(self) -> float:
        """Return the time at the screen in minutes, without the time between visits, and that in which their seat was lost."""
        return self._minutes(lambda before, after: before.what != "dropped" and not _is_return(after))

    @property
    def waited(self) -> float | None:
        """Return the time in the lobby in minutes; None if they were not there."""
        return self._minutes(lambda before, _: before.what == "waits") if self.first("waits") else None

    def _minutes(self, counts: Callable[[JournalEntry, JournalEntry], bool]) -> float:
        """Return the time between those entries and the next ones that count."""
        pairs = (pair for pair in pairwise(self.entries) if counts(*pair))
        times = (datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at) for before, after in pairs)
        return round(sum(times, timedelta()) / timedelta(minutes=1), 4)


def _is_return(entry: JournalEntry) -> bool:
    return entry.what in _ABSENT and entry.data.get("visit") != 1


@dataclass(frozen=True, slots=True)
class StudyMatch:
    """A match of a study. owner: the participant or group who plays it. name: of the folder that holds all of it; first: of the one
    that people began. is_void, is_taken_over: as in LEADING. people: its participants, without those who withdrew.
    """

    study: StudyPlan
    owner: str
    step: Step
    name: str
    first: str
    is_void: bool
    is_taken_over: bool
    people: tuple[ParticipantRecord, ...]

    @property
    def is_practice(self) -> bool:
        return self.step.kind == "practice"


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A row about a match. who: the participant of its seat; None for whole matches, bots, models and services."""

    match: StudyMatch
    who: ParticipantRecord | None = None


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """A belief stated in the middle of a match. belief: its question, None if the plan no longer has it.

    role: of the suspect; answer: the answer it is about, as JSON; is_right: None if the game does not know.
    """

    of: StudyRow
    game: str
    data: Mapping[str, Any]
    belief: Belief | None
    role: str | None
    answer: str | None
    is_right: bool | None


LEADING = (
    text("study", "name of the study", lambda row: row.match.study.name),
    text("group", "id of the group whose match it is; for a match with one participant, their code", lambda row: row.match.owner),
    text("participant", "code of the participant whose seat it is, also where a bot answered in their place",
         lambda row: row.who.who.code if row.who else None,
         missing="for seats of bots, models and services, and for whole matches"),
    text("condition", "condition of the match", lambda row: row.match.step.condition or None, levels=AS_FOUND,
         missing="for practice"),
    whole("order", "number of the match for the participant or group, from 1, without practice",
          lambda row: None if row.match.is_practice else row.match.step.number, missing="for practice"),
    text("step", "step of the participants in the study", lambda row: row.match.step.id),
    flag("is_practice", "whether the match was practice, which does not count", lambda row: row.match.is_practice),
    flag("is_void",
         "whether it was not played to the end, by its participants or by bots after them; do not count it",
         lambda row: row.match.is_void),
    flag("taken_over",
         "whether a bot answered for a participant of the match who had left; `player` and `stand_in` say whose each decision is, "
         "and in `seats` the row of that seat counts the participant's decisions, but has the result to which the bot came "
         "(`stand_in_from`)",
         lambda row: row.match.is_taken_over),
)  # fmt: skip
"""Columns before those of the tables of matches; their subject is a StudyRow."""


def _of_match(column: Measure) -> Measure:
    return replace(column, value=lambda row: column.value(row.of) if column.value else None)


BELIEFS = Table(
    "beliefs",
    "answers of a participant to a question about their beliefs in the middle of a match",
    (
        *map(_of_match, LEADING),
        text("match", "name of the match, as in the other tables", lambda row: row.of.match.name),
        text("game", "game", lambda row: row.game, levels=AS_FOUND),
        whole("request", "question of the match whose answer it follows, as in `decisions`",
              lambda row: row.data["request"]),
        text("belief", "id of the question in the plan", lambda row: row.data["belief"], levels=AS_FOUND),
        text("kind", "kind of the question", lambda row: row.belief.kind if row.belief else None,
             levels={"suspect": "which other seat, and how sure", "confidence": "how sure"},
             missing="if the plan no longer has the question"),
        text("suspect", "seat they suspect", lambda row: row.data.get("suspect"),
             missing="for other kinds, if they preferred not to say, and where `ran_out`"),
        text("suspect_role", "true role of that seat", lambda row: row.role, levels=AS_FOUND,
             missing="without a suspect, and in games without roles"),
        text("answer", "the answer it is about, without free text, as JSON: `choice` in `decisions`",
             lambda row: row.answer, missing="if no field of it is limited"),
        flag("is_right",
             "for a suspect, whether that seat has the role that is looked for; else whether the answer was right",
             lambda row: row.is_right, missing="if the game does not know, or nothing is right or wrong"),
        whole("sure", "how sure they are, 0 (not at all) to 100 (completely)", lambda row: row.data.get("sure"),
              unit="points, 0 to 100", missing="if they preferred not to say, and where `ran_out`"),
        flag("ran_out", "whether the time for the page was up before they said it", lambda row: row.data.get("ran_out", False)),
        Measure("seconds",
               "time taken to say it; at a terminal by its clock, from showing the question; in a browser by the host's, from "
               "making the page to receiving it, with the network; not part of the match's thinking time",
               lambda row: row.data.get("seconds"), unit="seconds"),
    ),
)  # fmt: skip


# People


def participants_table(study: StudyPlan, *, with_text: bool) -> Table:
    """Return the table of participants, with a column for each question of a study."""
    questions = [_question(place, each) for place in ("form", "questionnaire") for each in getattr(study, place)]
    about = "participants who agreed to take part and did not withdraw"
    table = Table("participants", about, (*_PERSON, *questions, *_DEVICE))
    return table if with_text else table.without_text()


def _fact(name: str, kind: Kind, meaning: str, unit: str = "", levels: Sequence[str] = ()) -> Measure:
    said, missing = f"{meaning}, when they first came", "where the plan does not want it known, or it was not"
    key = name.removeprefix("screen_")
    return Measure(name, said, lambda row: row.device.get(key), unit, kind=kind, levels=levels, missing=missing)


_PERSON = (
    text("study", "name of the study", lambda row: row.study.name),
    text("participant", "code of the participant", lambda row: row.who.code),
    text("group", "id of their group", lambda row: row.who.group or None,
         missing="in studies without groups, and for those who had none"),
    whole("arrival", "rank of arrival, from 1", lambda row: row.who.arrival),
    whole("row", "row of the balanced orders, from 0", lambda row: row.who.row, missing="for those who had no group"),
    text("conditions", "their conditions, in order, joined by `>`", lambda row: row.conditions or None,
         levels=AS_FOUND, missing="for those who had no group"),
    text("status", "status of the participant", lambda row: row.who.status,
         levels=[each for each in get_args(Status) if each != "withdrawn"]),
    text("exit", "exit by which they left", lambda row: row.who.exit, levels=get_args(ExitKind),
         missing="for those who are under way or dropped out"),
    Measure("pay", "pay of that exit in the plan when they left, in the recruiter's currency", lambda row: row.who.pay,
            missing="if the plan has none for it, and without an exit"),
    Measure("bonus", "bonus, in the recruiter's currency: as listed by `woozle study bonus`, else as the formula gives it",
            lambda row: row.bonus, missing="without a formula in the plan, and for those whom no bonus is due"),
    text("recruiter_digest", "keyed digest of the recruiter's id; the key is in the study's folder",
         lambda row: row.who.recruiter or None, missing="if they came without one"),
    text("plan", "SHA-256 of study.toml when they joined", lambda row: row.first("consented").get("plan")),
    text("information", "SHA-256 of the information they read",
         lambda row: row.first("consented").get("information")),
    text("consent", "SHA-256 of the consent text they agreed to", lambda row: row.first("consented").get("consent")),
    flag("is_released", "whether they agreed to the publication of what they type", lambda row: row.who.is_released),
    text("started", "when they agreed, ISO 8601, UTC", lambda row: row.who.consented_at),
    text("finished", "when they finished, ISO 8601, UTC",
         lambda row: next((each.at for each in row.entries if each.what == "finished"), None), missing="if they did not"),
    Measure("waited", "time in which they waited for a group", lambda row: row.waited, unit="minutes",
            missing="in studies without groups, and for those who did not come that far"),
    flag("played_alone", "whether they played the matches for one participant, as no group was formed",
         lambda row: row.who.is_solo if row.who.group else None,
         missing="in studies without groups, and for those who did not come that far"),
    whole("dropped", "how often their seat was dealt with as lost", lambda row: row.count("dropped"), unit="times"),
    whole("returned", "how often they came back to it", lambda row: row.count("returned"), unit="times"),
    text("dropped_how", "why it was lost, the first time", lambda row: row.first("dropped").get("how"),
         levels={"gone": "without a connection", "silent": "without a sign, though asked for one"}, missing="if it was not"),
    Measure("minutes", "time at the screen since consent, without the time between visits, by the host's time of day",
           lambda row: row.minutes, unit="minutes"),
    whole("visits", "number of visits", lambda row: row.who.visits, unit="visits"),
    flag("check_passed", "whether they passed the comprehension check", lambda row: row.who.has_passed_check,
         missing=f"without a check, and {_SOON}"),
    whole("check_tries", "attempts at the comprehension check", lambda row: row.who.tries, unit="tries"),
    whole("attention_missed", "attention checks with a wrong answer, in form and questionnaire",
          lambda row: missed_attention((*row.study.form, *row.study.questionnaire), row.answers), missing="if none was answered"),
    text("not_said", f"ids of the questions answered with `{PREFER_NOT_TO_SAY}`, separated by blanks",
         lambda row: " ".join(id for id, answer in row.answers.items() if answer == PREFER_NOT_TO_SAY) or None,
         missing="if there are none"),
    text("stopped", "steps whose match a fault on the server ended, separated by blanks; it does not count",
         lambda row: " ".join(step for step, data in row.who.done.items() if data.get("stopped")) or None,
         missing="if there are none"),
    text("ran_out", "steps that were left unanswered when the time for their page was up, separated by blanks",
         lambda row: " ".join(step for step, data in row.who.done.items() if data.get("ran_out")) or None,
         missing="if there are none"),
)  # fmt: skip

_DEVICE = (
    _fact("screen_columns", "whole number", "width of the terminal", "characters"),
    _fact("screen_rows", "whole number", "height of the terminal", "lines"),
    _fact("screen_width", "whole number", "width of the page in a browser", "CSS pixels"),
    _fact("screen_height", "whole number", "height of the page in a browser", "CSS pixels"),
    _fact("pixel_ratio", "number", "pixels of the screen to one of the page, along a side"),
    _fact("has_touch", "yes or no", "whether the browser's main pointer was a finger"),
    _fact("has_mouse", "yes or no", "whether the browser's main pointer was a mouse or as exact"),
    _fact("colours", "text", "colours of the terminal", levels=("truecolor", "256", "16", "none")),
    _fact("images", "text", "how it shows pictures"),
    _fact("refresh_ms", "number", "median time from the request to the output of a repaint", "milliseconds"),
    _fact("tells_focus", "yes or no", "whether it had reported its focus by then"),
    _fact("kitty_keys", "yes or no", "whether keys came by the Kitty protocol"),
    _fact("is_browser", "yes or no", "whether it was a page in a browser"),
    _fact("python", "text", "version of Python"),
    _fact("textual", "text", "version of Textual, which draws the screens"),
)


def _question(place: str, question: Question) -> Measure:
    name, meaning, id = f"q_{question.id}", f"{place}: {question.ask}", question.id
    match question.kind:
        case "choice":
            levels = (*question.options, *(() if question.is_required else (PREFER_NOT_TO_SAY,)))
            return text(name, meaning, lambda row: row.answers.get(id), levels=levels, missing=_SOON)
        case "text":
            missing = f"{_SOON}, and if they did not agree to publication"
            return free_text(name, meaning, lambda row: _releasable_text(row, id), missing=missing)
    low, high = (f" ({label})" if label else "" for label in (question.low_label, question.high_label))
    unit = "" if question.kind == "number" else f"{question.low}{low} to {question.high}{high}"
    missing = f"if they preferred not to say (`not_said`), if the time was up (`ran_out`), and {_SOON}"
    return whole(name, meaning, lambda row: _number(row.answers.get(id)), unit=unit, missing=missing)


def _number(answer: Any) -> int | None:
    return answer if type(answer) is int else None


def _releasable_text(row: ParticipantRecord, id: str) -> str | None:
    answer = row.answers.get(id)
    is_kept = row.who.is_released or answer == PREFER_NOT_TO_SAY
    return str(answer) if answer is not None and is_kept else None


# Outcomes


def _people(name: str, meaning: str, missing: str = "") -> Measure:
    return whole(name, meaning, lambda row: getattr(row[1], name), unit="participants", missing=missing)


ATTRITION = Table(
    "attrition",
    "studies",
    (
        text("study", "name of the study", lambda row: row[0]),
        _people("invited", "given a link, or invited as the plan says", "if unknown"),
        _people("consented", "agreed to take part"),
        _people("started", "of those, began a match that is not practice"),
        _people("withdrawn", "of those who agreed, withdrew their data, at any time; they are in no other table but `flow`"),
        _people("finished", "of those who agreed, reached the end"),
        _people("screened_out", "of those who agreed, failed the check or the attention checks, which the plan makes an exit"),
        _people("no_group", "of those who agreed, waited for a group in vain"),
        _people("partner_left", "of those who agreed, were left by another participant"),
        _people("timed_out", "of those who agreed, ran out of time"),
        _people("dropped_out", "of those who agreed, left and did not return in time"),
        _people("withdrawn_early", "of those who agreed, withdrew before any of these ends"),
        _people("under_way", "of those who agreed, can still continue"),
    ),
)
"""The attrition table: its one row is made of a study's name and its Attrition."""


FLOW = Table(
    "flow",
    "groups of people with the same conditions and the same end, those who withdrew later among them",
    (
        text("study", "name of the study", lambda row: row[0]),
        text("conditions", "conditions, in order, joined by `>`", lambda row: row[1] or None, levels=AS_FOUND,
             missing="for those who did not agree to take part, or had no group"),
        text("outcome", "status of the participants, or exit of those who did not agree", lambda row: row[2], levels=AS_FOUND),
        flag("started", "whether they began a match that is not practice", lambda row: row[3]),
        whole("people", "number of people; of those who did not agree, number of ids of the recruiter", lambda row: row[4],
              unit="people"),
    ),
)  # fmt: skip
"""The flow of participants, as CONSORT wants it. Its rows are made of tuples."""


def flow_rows(study: StudyPlan, outcomes: Sequence[Outcome], before: Mapping[ExitKind, int]) -> list[tuple[Any, ...]]:
    """Return the rows of the flow table. before: exits of people who did not agree."""
    turned = [(None, when.replace("_", " "), False, number) for when, number in sorted(before.items())]
    became = [(*each, number) for each, number in sorted(Counter(outcomes).items())]
    return [FLOW.row((study.name, *row)) for row in (*turned, *became)]
