"""What the tables of a study have beside those of its matches: who played a match in which condition, the people, their beliefs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from woozle.arena.studies.attrition import Attrition
from woozle.arena.studies.journal import Entry
from woozle.arena.studies.participants import Participant, Status
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY, Belief, Question, Study
from woozle.arena.studies.steps import Step
from woozle.saves.tables.table import Column, Kind, Table

_ABSENT = frozenset({"arrived", "expired", "taken_over"})  # what an Entry tells before which nobody was at the screen

_SOON = "as long as they did not come so far"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who takes part, with all that their journal holds. order: the conditions that they play, in order."""

    study: Study
    who: Participant
    entries: Sequence[Entry]
    order: Sequence[str]

    def first(self, what: str) -> Mapping[str, Any]:
        """What the first entry of a kind holds; nothing if there is none."""
        return next((each.data for each in self.entries if each.what == what), {})

    @property
    def device(self) -> Mapping[str, Any]:
        """What was known of the terminal when they first came; nothing where the plan does not want it known."""
        return next((each.data["device"] for each in self.entries if each.what == "arrived" and each.data.get("device")), {})

    @property
    def answers(self) -> Mapping[str, Any]:
        """To the questions of the form and the questionnaire, by id."""
        steps = (self.who.done.get(step, {}).get("answers", {}) for step in ("form", "questionnaire"))
        return {id: answer for answers in steps for id, answer in answers.items()}

    @property
    def minutes(self) -> float:
        """How long they were at the screen, to the second: from entry to entry, without the time between visits."""
        times = [datetime.fromisoformat(each.at) for each in self.entries]
        parts = zip(times, times[1:], self.entries[1:], strict=False)
        return round(sum((to - since).total_seconds() for since, to, each in parts if not _is_return(each)) / 60, 4)


def _is_return(entry: Entry) -> bool:
    return entry.what in _ABSENT and entry.data.get("visit") != 1


@dataclass(frozen=True, slots=True)
class MatchOf:
    """A match of somebody. name: of the folder that holds all of it. is_void, is_taken_over: as the columns of LEADING say."""

    person: Person
    step: Step
    name: str
    is_void: bool
    is_taken_over: bool

    @property
    def leading(self) -> Mapping[str, Any]:
        """What the leading columns of its rows take their values from."""
        is_practice = self.step.kind == "practice"
        return {
            "study": self.person.study.name,
            "participant": self.person.who.code,
            "condition": self.step.condition or None,
            "order": None if is_practice else self.step.number,
            "step": self.step.id,
            "is_practice": is_practice,
            "is_void": self.is_void,
            "taken_over": self.is_taken_over,
        }


@dataclass(frozen=True, slots=True)
class Believed:
    """What somebody believed in the middle of a match. belief: as the plan has it, None if it has it no more.

    role: what the suspect was; answer: what it is about, as JSON; is_right: as far as the game knows.
    """

    of: MatchOf
    game: str
    data: Mapping[str, Any]
    belief: Belief | None
    role: str | None
    answer: str | None
    is_right: bool | None


_STUDY = Column("study", "text", "name of the study", lambda row: row["study"])
_PARTICIPANT = Column(
    "participant", "text", "code of the participant; in the rows of a match the same for all, also for those of bots and models",
    lambda row: row["participant"],
)  # fmt: skip

LEADING = (
    _STUDY,
    _PARTICIPANT,
    Column("condition", "text", "condition to which the match belongs", lambda row: row["condition"], is_listed=True,
           missing="of practice"),
    Column("order", "whole number", "which match of the participant, from 1, practice not counted", lambda row: row["order"],
           missing="of practice"),
    Column("step", "text", "step of the participant's way", lambda row: row["step"]),
    Column("is_practice", "yes or no", "whether it was practice, which does not count", lambda row: row["is_practice"]),
    Column("is_void", "yes or no",
           "whether it was not played to its end, by the participant or a bot after them; it must not be counted as a match",
           lambda row: row["is_void"]),
    Column("taken_over", "yes or no",
           "whether a bot played on in the participant's seat after they had left; `player` says of each decision whose it is, and "
           "in `seats` the row of that seat counts what the person did, but has the result to which the bot brought it",
           lambda row: row["taken_over"]),
)  # fmt: skip
"""The columns before those of the tables of matches."""


def _of_match(column: Column) -> Column:
    return Column(
        column.name, column.kind, column.meaning, lambda row: column.of(row.of.leading), is_listed=column.is_listed,
        missing=column.missing,
    )  # fmt: skip


BELIEFS = Table(
    "beliefs",
    "answers of a participant to a question on what they believe, put to them in the middle of a match",
    (
        *map(_of_match, LEADING),
        Column("match", "text", "name of the match, as in the other tables", lambda row: row.of.name),
        Column("game", "text", "game", lambda row: row.game, is_listed=True),
        Column("request", "whole number", "after their answer to which question of the match, as in `decisions`",
               lambda row: row.data["request"]),
        Column("belief", "text", "id of the question in the plan", lambda row: row.data["belief"], is_listed=True),
        Column("kind", "text", "kind of the question", lambda row: row.belief.kind if row.belief else None,
               levels={"suspect": "which of the others, and how sure", "confidence": "how sure"},
               missing="where the plan does not have the question any more"),
        Column("suspect", "text", "seat that they suspect", lambda row: row.data.get("suspect"),
               missing="of other kinds, and where they preferred not to say"),
        Column("suspect_role", "text", "what that seat truly was", lambda row: row.role, is_listed=True,
               missing="without a suspect, and in games without roles"),
        Column("answer", "text", "the answer that it is about, without its free text, as JSON: `choice` in `decisions`",
               lambda row: row.answer, missing="where nothing of it is limited"),
        Column("is_right", "yes or no",
               "of a suspect, whether that seat has the role that is looked for; else whether the answer was right",
               lambda row: row.is_right, missing="where the game does not know it, or there is no right and wrong"),
        Column("sure", "whole number", "how sure they are, 0 (not at all) to 100 (completely)", lambda row: row.data.get("sure"),
               unit="points, 0 to 100", missing="where they preferred not to say"),
        Column("seconds", "number", "time that they took to say it; no thinking time of the match",
               lambda row: row.data.get("seconds"), unit="seconds"),
    ),
)  # fmt: skip


# People


def participants_table(study: Study, *, with_text: bool) -> Table:
    """The table of participants, with a column for each question of a study."""
    table = Table("participants", "people who agreed to take part and did not withdraw", (*_PERSON, *_questions(study), *_DEVICE))
    return table if with_text else table.without_text()


def _fact(name: str, kind: Kind, meaning: str, unit: str = "", levels: Sequence[str] = ()) -> Column:
    return Column(
        name, kind, f"{meaning}, when they first came", lambda row: row.device.get(name.removeprefix("screen_")), unit=unit,
        levels=levels, missing="where the plan does not want it known, or it was not",
    )  # fmt: skip


_PERSON = (
    Column("study", "text", "name of the study", lambda row: row.study.name),
    Column("participant", "text", "code of the participant", lambda row: row.who.code),
    Column("arrival", "whole number", "who came as which, from 1", lambda row: row.who.arrival),
    Column("row", "whole number", "which row of the balanced orders, from 0", lambda row: row.who.row),
    Column("conditions", "text", "the conditions that they play, in their order, joined by `>`", lambda row: ">".join(row.order),
           is_listed=True),
    Column("status", "text", "what became of them", lambda row: row.who.status,
           levels=[each for each in get_args(Status) if each != "withdrawn"]),
    Column("plan", "text", "SHA-256 of study.toml as they came", lambda row: row.first("consented").get("plan")),
    Column("information", "text", "SHA-256 of the information that they read",
           lambda row: row.first("consented").get("information")),
    Column("consent", "text", "SHA-256 of the text that they agreed to", lambda row: row.first("consented").get("consent")),
    Column("is_released", "yes or no", "whether they agreed that what they type is published", lambda row: row.who.is_released),
    Column("started", "text", "when they agreed, ISO 8601, UTC", lambda row: row.who.consented_at),
    Column("finished", "text", "when they finished, ISO 8601, UTC",
           lambda row: next((each.at for each in row.entries if each.what == "finished"), None), missing="where they did not"),
    Column("minutes", "number", "time at the screen since they agreed, without the time between visits", lambda row: row.minutes,
           unit="minutes"),
    Column("visits", "whole number", "how often they came", lambda row: row.who.visits, unit="visits"),
    Column("check_passed", "yes or no", "whether they passed the comprehension check", lambda row: row.who.has_passed_check,
           missing=f"without a check, and {_SOON}"),
    Column("check_tries", "whole number", "how often they tried the comprehension check", lambda row: row.who.tries, unit="tries"),
    Column("not_said", "text", f"ids of the questions that they answered with `{PREFER_NOT_TO_SAY}`, with blanks between",
           lambda row: " ".join(id for id, answer in row.answers.items() if answer == PREFER_NOT_TO_SAY) or None,
           missing="where there are none"),
)  # fmt: skip

_DEVICE = (
    _fact("screen_columns", "whole number", "width of the terminal", "characters"),
    _fact("screen_rows", "whole number", "height of the terminal", "lines"),
    _fact("colours", "text", "colours that it shows", levels=("truecolor", "256", "16", "none")),
    _fact("images", "text", "how it shows pictures"),
    _fact("refresh_ms", "number", "from asking for a repaint to its being written out, the median of some", "milliseconds"),
    _fact("tells_focus", "yes or no", "whether it had told of its focus until then"),
    _fact("kitty_keys", "yes or no", "whether keys came by Kitty's protocol"),
    _fact("is_browser", "yes or no", "whether it was a page in a browser"),
    _fact("python", "text", "version of Python"),
    _fact("textual", "text", "version of Textual, which draws the screens"),
)


def _questions(study: Study) -> Iterator[Column]:
    for place, questions in (("form", study.form), ("questionnaire", study.questionnaire)):
        for each in questions:
            yield _question(place, each)


def _question(place: str, question: Question) -> Column:
    name, meaning, id = f"q_{question.id}", f"{place}: {question.ask}", question.id
    match question.kind:
        case "choice":
            levels = (*question.options, *(() if question.is_required else (PREFER_NOT_TO_SAY,)))
            return Column(name, "text", meaning, lambda row: row.answers.get(id), levels=levels, missing=_SOON)
        case "text":
            missing = f"{_SOON}, and where they did not agree to publication"
            return Column(name, "text", meaning, lambda row: _published(row, id), missing=missing, is_text=True)
    unit = "" if question.kind == "number" else _scale(question)
    missing = f"where they preferred not to say (`not_said`), and {_SOON}"
    return Column(name, "whole number", meaning, lambda row: _number(row.answers.get(id)), unit=unit, missing=missing)


def _scale(question: Question) -> str:
    low, high = question.low_label, question.high_label
    return f"{question.low}{f' ({low})' if low else ''} to {question.high}{f' ({high})' if high else ''}"


def _number(answer: Any) -> int | None:
    return answer if type(answer) is int else None


def _published(row: Person, id: str) -> str | None:
    answer = row.answers.get(id)
    is_kept = row.who.is_released or answer == PREFER_NOT_TO_SAY
    return str(answer) if answer is not None and is_kept else None


# What became of everybody


def _people(name: str, meaning: str, missing: str = "") -> Column:
    return Column(name, "whole number", meaning, lambda row: getattr(row[1], name), unit="people", missing=missing)


ATTRITION = Table(
    "attrition",
    "studies",
    (
        Column("study", "text", "name of the study", lambda row: row[0]),
        _people("invited", "given a link, or invited as the plan says", "where nobody counted"),
        _people("consented", "agreed to take part"),
        _people("started", "of those, began a match that is no practice; without those who withdrew, of whom that is not kept"),
        _people("finished", "of those who agreed, came to the end"),
        _people("withdrawn", "of those who agreed, withdrew what they did; no other table has them"),
        _people("timed_out", "of those who agreed, used up the time of the study"),
        _people("dropped_out", "of those who agreed, left and did not come back in time"),
        _people("under_way", "of those who agreed, can still go on"),
    ),
)
"""Its rows are about the name of a study and its Attrition."""


def attrition_row(study: Study, counts: Attrition) -> tuple[Any, ...]:
    """The only row of that table."""
    return ATTRITION.row((study.name, counts))
