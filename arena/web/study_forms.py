"""The pages of a study as HTML forms, and the values that forms send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from woozle.arena.fragments.table import page_of_lines
from woozle.arena.studies.visit_flow import Page
from woozle.arena.views.study import UNSAID, Agreement, Asked, Given, Questionnaire, Reading
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.text import typed_text
from woozle.core.value import value

_ROW = 11  # points of a scale at most that are shown as a row of buttons; a longer one is a field for a number
_DIGITS = 18
_LONGEST = 5000  # characters of a text
_NONE = "-"  # sent for `prefer not to say`


@value
class SentForm:
    """The values that a page sent. fields: by name, all of them texts."""

    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def does(self) -> str:
        return self.fields.get("does", "")

    @property
    def at(self) -> str:
        """The name of the page that sent them."""
        return self.fields.get("at", "")


@value
class AskedField:
    """A question as part of a form. sent: the value, empty at first; problem: why it cannot be taken, as a sentence."""

    asked: Asked
    sent: str = ""
    is_unsaid: bool = False
    problem: str = ""

    @property
    def name(self) -> str:
        return f"q-{self.asked.id}"

    @property
    def is_row(self) -> bool:
        return self.asked.kind == "choice" or (self.asked.kind == "scale" and self.asked.high - self.asked.low < _ROW)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The value and the words of each button of a row."""
        if self.asked.kind == "choice":
            return [(str(number), words) for number, (_, words) in enumerate(self.asked.options)]
        return [(str(point), str(point)) for point in range(self.asked.low, self.asked.high + 1)]


@value
class PageTime:
    """The time for a page. left: in seconds; minutes: of the plan."""

    left: float
    minutes: float
    can_extend: bool

    @property
    def words(self) -> str:
        return f"You have {count(self.minutes, 'minute')} for this page{', and can ask for more' if self.can_extend else ''}."

    @property
    def warning(self) -> float:
        """Return the seconds between the warning and the end: half a minute or more."""
        return min(60.0, 30.0 * self.minutes)


def page_context(page: Page, sent: SentForm, problems: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of a page's template. sent, problems: of a form that could not be taken; empty without one."""
    context: dict[str, Any] = {"progress": page.progress, "note": "", "body": "", "kind": type(page).__name__.lower()}
    match page:
        case Reading():
            buttons = [each for each in page.buttons if each.does != "end"]
            context |= {"body": page_of_lines(page.lines), "buttons": buttons, "note": page.note}
            context |= {"company": page.company, "leads": page.link}
        case Agreement():
            boxes = [(f"box-{number}", words, f"box-{number}" in sent.fields) for number, words in enumerate(page.boxes)]
            context |= {"body": page_of_lines(page.lines), "boxes": boxes, "release": page.release, "note": page.note}
        case Questionnaire():
            fields = [
                AskedField(each, sent.fields.get(f"q-{each.id}", ""), _is_unsaid(each, sent), problems.get(each.id, ""))
                for each in page.questions
            ]
            context |= {"intro": page.intro, "fields": fields, "unsaid": UNSAID, "last": page.last}
        case _:
            context |= {"code": page.code}
    return context


def missing_boxes(page: Agreement, sent: SentForm) -> list[str]:
    """Return the boxes of a consent that are not ticked."""
    return [words for number, words in enumerate(page.boxes) if f"box-{number}" not in sent.fields]


def read_answers(page: Questionnaire, sent: SentForm) -> tuple[dict[str, Given], dict[str, str]]:
    """Return the answers by question, and a sentence for each that cannot be taken."""
    answers: dict[str, Given] = {}
    problems: dict[str, str] = {}
    for each in page.questions:
        if _is_unsaid(each, sent):
            answers[each.id] = None
            continue
        try:
            answers[each.id] = _read(each, typed_text(sent.fields.get(f"q-{each.id}", "")).strip())
        except InputError as error:
            problems[each.id] = str(error)
    return answers, problems


def _is_unsaid(asked: Asked, sent: SentForm) -> bool:
    return not asked.is_required and (sent.fields.get(f"q-{asked.id}") == _NONE or f"none-{asked.id}" in sent.fields)


def _read(asked: Asked, text: str) -> Given:
    """Return an answer. Raises InputError with a sentence for the participant."""
    otherwise = "" if asked.is_required else f", or tick “{UNSAID}”"
    match asked.kind:
        case "choice":
            number = _whole(text)
            if number is None or not 0 <= number < len(asked.options):
                raise InputError("Choose one.")
            return asked.options[number][0]
        case "text":
            if not text:
                raise InputError(f"Nothing is written yet; write something{otherwise}.")
            if len(text) > _LONGEST:
                raise InputError(f"This has {len(text):,} characters, and {_LONGEST:,} fit.")
            return text
    number = _whole(text)
    if number is None or not asked.low <= number <= asked.high:
        if AskedField(asked).is_row:
            raise InputError("Choose one.")
        raise InputError(f"Give a whole number from {asked.low} to {asked.high}{otherwise}.")
    return number


def _whole(text: str) -> int | None:
    is_whole = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= _DIGITS
    return int(text) if is_whole else None
