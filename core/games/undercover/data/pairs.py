"""Pictures with questions in a file: ready pairs (`pairs.jsonl` of a folder), or pictures that are to get a counterfactual.

JSON lines, or a table (CSV) whose options are separated by `|`. Each line has `image`, `question` and `answer`, and as it may be
`id`, `options`, `kind`, `counterfactual`, `other_answer`, `scene`, `other`, `edit`, `described`, `other_described`, `data`, and
what is known of how the pair was made. Other names are passed over.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from woozle.core.games.undercover.scenes.graph import Edit, Question, Scene
from woozle.core.text import visible_line

FILE = "pairs.jsonl"
"""How the list of a folder of pairs is called."""

Kind: TypeAlias = Literal["yes_no", "count", "colour", "object", "text", "place", "option", "open"]
Digest: TypeAlias = Annotated[str, Field(pattern="^([0-9a-f]{64})?$")]

_SHOWN = 80  # characters of somebody else's file in a sentence


def _split(value: Any) -> Any:
    return tuple(each.strip() for each in value.split("|") if each.strip()) if isinstance(value, str) else value


class Row(BaseModel):
    """One line. image, counterfactual: paths, from the folder of the file. sha256, counterfactual_sha256: of these files.

    likeness: visual, semantic, natural; compared_by: who said so; score: of equation 3; accepted: whether that will do.
    tries: how many copies were made. editor: who made them. data: as of a Case.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(default="", max_length=120)
    image: str = Field(min_length=1, max_length=1000)
    counterfactual: str = Field(default="", max_length=1000)
    question: str = Field(min_length=1, max_length=8000)
    kind: Kind | Literal[""] = ""
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
    tries: int | None = None
    editor: str = ""
    compared_by: str = ""
    sha256: Digest = ""
    counterfactual_sha256: Digest = ""
    data: Mapping[str, str] = {}

    def asks(self) -> Question:
        """The question, with its kind if the file does not say."""
        return Question(self.kind or self._kind(), self.question, self.options, self.answer, self.other_answer)

    def _kind(self) -> Kind:
        answer = self.answer.strip().casefold()
        if answer in ("yes", "no"):
            return "yes_no"
        if answer.isascii() and answer.isdigit():
            return "count"
        return "option" if self.options else "open"


def parse(text: str) -> tuple[Row, ...]:
    """The lines of a file; those without an id are called p1, p2 and so on.

    Raises ValueError, with what is wrong and where, as the end of a sentence that begins with the file.
    """
    rows: dict[str, Row] = {}
    for where, fields in _fields(text.removeprefix("\ufeff")):
        row = row_of(where, fields)
        name = row.id or f"p{len(rows) + 1}"
        if name in rows:
            raise wrong(where, f"its id {visible_line(name)!r} is that of another; ids must differ")
        if row.options and row.answer not in row.options:
            raise wrong(where, f"its answer {visible_line(row.answer)[:_SHOWN]!r} is none of its options")
        rows[name] = row.model_copy(update={"id": name})
    if not rows:
        raise ValueError("cannot be used: there is no picture in it")
    return tuple(rows.values())


def written(row: Row) -> str:
    """A line of a file, without what is not known."""
    return json.dumps(row.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)


def row_of(where: str, fields: Any) -> Row:
    """What a line says, by name. Raises ValueError."""
    if not isinstance(fields, dict):
        raise wrong(where, "it is no JSON object")
    try:
        return Row.model_validate({name: value for name, value in fields.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        name = visible_line(".".join(map(str, first["loc"])))
        raise wrong(where, f"`{name}`: {first['msg'].removeprefix('Value error, ')}") from None


def _fields(text: str) -> Iterator[tuple[str, Any]]:
    """What each line says, by name."""
    lines = text.splitlines()
    if next((line.lstrip() for line in lines if line.strip()), "{").startswith("{"):
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield f"line {number}", _decoded(line, number)
        return
    try:
        for number, fields in enumerate(csv.DictReader(io.StringIO(text), strict=True), 2):
            yield f"row {number}", {str(name): value for name, value in fields.items() if value not in ("", None)}
    except csv.Error as error:
        raise ValueError(f"cannot be used: it is no table: {error}") from None


def _decoded(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise wrong(f"line {number}", "it is no JSON") from None


def wrong(where: str, what: str) -> ValueError:
    """The end of a sentence that begins with the file."""
    return ValueError(f"cannot be used: {where}: {what}")
