"""Pictures with questions in a file: ready pairs (`pairs.jsonl` of a folder), or pictures that are to get a counterfactual.

JSON lines, a list in JSON, or a table (CSV) whose options are separated by `|`. Each line has `image`, `question` and `answer`, and
as it may be `id`, `options`, `kind`, `counterfactual`, `other_answer`, `scene`, `other`, `edit`, `described`, `other_described`,
`data`, and what is known of how the pair was made. Other names are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from woozle.core.datasets import make_item, quote, read_rows, row_error, unique_items
from woozle.games.undercover.config import FileDigest, MakersVerdict
from woozle.games.undercover.scenes.graph import AnswerKind, Edit, Question, Scene

FILE = "pairs.jsonl"
"""The name of the list in a folder of pairs."""

_NEEDED = ("image", "question", "answer")  # of other fields an empty cell of a table says nothing


def _split(value: Any) -> Any:
    return tuple(each.strip() for each in value.split("|") if each.strip()) if isinstance(value, str) else value


class Row(BaseModel):
    """A line of the list. image, counterfactual: paths, from the folder of the file. sha256, counterfactual_sha256: of these files.

    likeness: visual, semantic, natural; compared_by: who said so; score: of equation 3; accepted: whether that will do; why: not.
    seen: what the analyst answered about the copy. tries: how many copies were made. editor: who made them. data: as of a Case.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(default="", max_length=120)
    image: str = Field(min_length=1, max_length=1000)
    counterfactual: str = Field(default="", max_length=1000)
    question: str = Field(min_length=1, max_length=8000)
    kind: AnswerKind | Literal[""] = ""
    options: Annotated[tuple[str, ...], BeforeValidator(_split)] = Field(default=(), max_length=20)
    answer: str = Field(min_length=1, max_length=400)
    other_answer: str = Field(default="", max_length=400)
    described: str = Field(default="", max_length=4000)
    other_described: str = Field(default="", max_length=4000)
    scene: Scene | None = None
    other: Scene | None = None
    edit: Edit | None = None
    likeness: tuple[float, float, float] | None = None
    score: float | None = None
    accepted: bool | None = None
    why: str = Field(default="", max_length=1000)
    seen: str = Field(default="", max_length=400)
    tries: int | None = None
    editor: str = ""
    compared_by: str = ""
    sha256: FileDigest = ""
    counterfactual_sha256: FileDigest = ""
    data: Mapping[str, str] = {}

    @property
    def makers_verdict(self) -> MakersVerdict | None:
        """The verdict of the pair's maker; None if the file has none."""
        if self.accepted is None:
            return None
        return MakersVerdict(
            self.accepted, self.why, self.score, self.likeness, self.compared_by, self.editor, self.seen, self.tries
        )

    def to_question(self) -> Question:
        """Return the question, with its kind if the file does not say."""
        return Question(self.kind or self._kind(), self.question, self.options, self.answer, self.other_answer)

    def _kind(self) -> AnswerKind:
        answer = self.answer.strip().casefold()
        if answer in ("yes", "no"):
            return "yes_no"
        if answer.isascii() and answer.isdigit():
            return "count"
        return "option" if self.options else "open"


def parse(text: str) -> tuple[Row, ...]:
    """Return the lines of a file; those without an id are called p1, p2 and so on.

    Raises ValueError, with what is wrong and where, as the end of a sentence that begins with the file.
    """
    return unique_items(_rows(text), "picture")


def _rows(text: str) -> Iterator[tuple[str, Row]]:
    for line in read_rows(text):
        given = {name: value for name, value in line.fields.items() if value != "" or name in _NEEDED}
        row = row_of(line.where, {**given, "id": line.find_id("id") or f"p{line.number}"})
        if row.options and row.answer not in row.options:
            raise row_error(line.where, f"its answer {quote(row.answer)!r} is none of its options")
        yield line.where, row


def format_row(row: Row) -> str:
    """Return a line of a file, without unknown fields."""
    return json.dumps(row.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)


def row_of(where: str, fields: Mapping[str, Any]) -> Row:
    """Return the fields of a line by name. Raises ValueError as `row_error` makes it."""
    return make_item(where, Row, {name: value for name, value in fields.items() if value is not None})
