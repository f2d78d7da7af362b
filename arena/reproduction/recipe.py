"""Recipes: what it takes to play the tables and figures of a paper again, as data beside the game (docs/papers.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import isnan
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.suggestions import suggest
from woozle.core.validation import first_problem
from woozle.core.welcome import folder_of

MODEL = "model"
"""The axis whose values are models of the paper. In a run of one's own a seat stands for each."""

_WHOLE_AXIS = re.compile(r"\{(\w+)\}", re.ASCII)
_UNITS = {"": 1.0, "k": 1e3, "M": 1e6}
_PRINTED = re.compile(r"([+-]?\d*\.?\d+)\s*(k|M|)", re.ASCII)
_TRUE = "✓"


class RecipeError(InputError):
    """A recipe that cannot be read, or something that a paper does not have. The message is a sentence for people."""


class DataFile(FrozenModel):
    """A file as its authors published it.

    name: May be a pattern that stands for several. reading: How it is read, as after the `?` of a path. bytes, sha256, md5: Where
        known.
    """

    name: str
    reading: str = ""
    bytes: int | None = None
    sha256: str = ""
    md5: str = ""


class DataSet(FrozenModel):
    """Data that a paper used.

    source: Where it is to be had. made: The command that makes it, if it is not published. option: The option of the game that
    takes it. set: Options that go with it. dry: Options that stand in for it in a dry run.
    """

    files: tuple[DataFile, ...]
    source: str
    made: str = ""
    option: str = "pool"
    set: dict[str, Any] = Field(default_factory=dict)
    dry: dict[str, Any] = Field(default_factory=dict)


class Overlay(FrozenModel):
    """Changes to a kind of run in a dry run. questions: The number played, where two would leave cells of parts empty."""

    seats: str | None = None
    preset: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] | None = None
    matches: int | None = Field(default=None, ge=1)
    questions: int = Field(default=2, ge=1)


class RunKind(FrozenModel):
    """A kind of run, as `woozle run` has it, for each combination of the values of its axes.

    Args:
        seats: `{model}` stands for the seat of a model; every other axis may stand there too.
        asks: Options of the models' seats, such as `prompts=paper`, which are added to those that a seat has.
        data: The names of data sets, or axes in braces; none for what the game brings.
        questions: The option that is the number of questions or passages of a match, if there is one.
        matches: With `each`, how often each subject is played.
        firsts: Another kind of run, whose first answers the matches begin with; it is played with the same values of the axes that
            it has, and `firsts_with` laid over them.
        over: Axes, with their values.
    """

    seats: str
    preset: str = "standard"
    asks: str = ""
    data: tuple[str, ...] = ()
    set: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] = Field(default_factory=dict)
    questions: str = ""
    matches: int = Field(default=1, ge=1)
    each: bool = False
    rotate: bool = False
    firsts: str = ""
    firsts_with: dict[str, Any] = Field(default_factory=dict)
    over: dict[str, tuple[Any, ...]] = Field(default_factory=dict)
    dry: Overlay = Overlay()

    @model_validator(mode="before")
    @classmethod
    def _with_one_data_set(cls, given: Any) -> Any:
        """Take the name of a single data set as a list of one."""
        return {**given, "data": [given["data"]]} if isinstance(given, dict) and isinstance(given.get("data"), str) else given

    def data_of(self, values: Mapping[str, Any]) -> list[str]:
        """Return the names of the data sets of a variant."""
        return [name for each in self.data if (name := fill(each, values))]

    def variant(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of all axes: those given, and those of axes with a single value. Raises RecipeError."""
        found: dict[str, Any] = {}
        for axis, every in self.over.items():
            if axis not in values and len(every) > 1:
                raise RecipeError(f"The axis {axis} has {len(every)} values, and none is named.")
            found[axis] = values.get(axis, every[0])
            if found[axis] not in every:
                raise RecipeError(f"The axis {axis} has no value {found[axis]!r}.")
        return found

    def variants(self) -> Iterator[dict[str, Any]]:
        """Yield all combinations of the values of the axes."""
        for values in product(*self.over.values()):
            yield dict(zip(self.over, values, strict=True))


class Column(FrozenModel):
    """A column of a table.

    Args:
        figure: The name of a figure, as in `woozle report --json`.
        digits: After the point, as the paper prints it.
        percent: Whether the paper prints percent, and the figure is a share.
        values: Values of axes, laid over those of the row. run: In place of that of the row.
        report: Options of the game's report.
        part: Laid over that of the row.
        mean: Whether it is the mean of the columns before it, or the heads of those whose mean it is.
        x: In a figure, where the points of this column stand; then each row is a line.
    """

    head: str
    figure: str = ""
    digits: int = 4
    percent: bool = False
    values: dict[str, Any] = Field(default_factory=dict, alias="with")
    run: str = ""
    report: dict[str, Any] = Field(default_factory=dict)
    part: dict[str, str] = Field(default_factory=dict)
    mean: bool | tuple[str, ...] = False
    x: float | None = None

    def is_mean_of(self, column: Column) -> bool:
        """Return whether a column before it is one of those whose mean it is."""
        return column.head in self.mean if isinstance(self.mean, tuple) else self.mean

    def run_of(self, row: Row) -> str:
        """Return the kind of run that a cell is read from; empty for none."""
        return "" if self.mean else self.run or row.run


class Row(FrozenModel):
    """A row of a table, or a point of a figure.

    Args:
        run: The kind of run it is made of; empty for what cannot be played. values: Of its axes. runs: Those whose matches a
            function of the table is given (`Table.cells`).
        seat: The number of the seat whose figures these are, or `role` its role; neither: of matches, or of all seats pooled.
        part: The title and name of a part of the matches (`Report.parts`).
        published: As printed, one for each column; NaN or an empty text for an empty cell. sd: Printed after ±.
        report: Options of the game's report.
        beside: The row with which it is compared, match by match.
        why: Why it differs, or cannot be had. notes: The same for one column.
        x, series: Where it stands in a figure.
    """

    label: str
    run: str = ""
    runs: tuple[str, ...] = ()
    values: dict[str, Any] = Field(default_factory=dict, alias="with")
    seat: int = 0
    role: str = ""
    part: dict[str, str] = Field(default_factory=dict)
    published: tuple[float | str, ...] = ()
    sd: tuple[float | str, ...] = ()
    report: dict[str, Any] = Field(default_factory=dict)
    beside: str = ""
    why: str = ""
    notes: dict[str, str] = Field(default_factory=dict)
    x: float | None = None
    series: str = ""


class Table(FrozenModel):
    """A table or a figure of a paper.

    Args:
        number: As the paper has it, such as 1a.
        missing: Why nothing of it can be played again.
        cells: `module:function` of a table that is computed. Given the table, the finished matches of the `runs` of each row by its
            label, and the files of the data sets that are at hand by name, it returns figures, numbers or `Computed` by the label
            of the row and the head of the column.
        quotes: What the text says of it in numbers. note: What is said below it.
        across, up: What x and y are, in a figure.
    """

    number: str
    kind: Literal["table", "figure", "summary"] = "table"
    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    missing: str = ""
    cells: str = ""
    quotes: tuple[str, ...] = ()
    note: str = ""
    across: str = ""
    up: str = ""

    @property
    def name(self) -> str:
        """Its name in the paper, such as `Table 2`."""
        return f"{self.kind.capitalize()} {self.number}"

    @model_validator(mode="after")
    def _check(self) -> Table:
        labels = [row.label for row in self.rows]
        for row in self.rows:
            for name, given in (("published", row.published), ("sd", row.sd)):
                if given and len(given) != len(self.columns):
                    raise InputError(f"{self.name}, {row.label}: {name} has {len(given)} cells for {len(self.columns)} columns")
            if labels.count(row.label) > 1:
                raise InputError(f"{self.name} has two rows {row.label!r}")
            if row.beside and row.beside not in labels:
                raise InputError(f"{self.name}, {row.label}: there is no row {row.beside!r} beside it")
            if unknown := set(row.notes) - {column.head for column in self.columns}:
                raise InputError(f"{self.name}, {row.label}: notes are about no column: {sorted(unknown)}")
            if not (row.run or row.why or self.missing or self.cells or any(column.run for column in self.columns)):
                raise InputError(f"{self.name}, {row.label}: neither a run nor a reason why there is none")
        return self


class Recipe(FrozenModel):
    """A paper's tables and figures.

    Args:
        source: The paper, as it is cited.
        models: As the paper names them.
        quoted: Numbers that the paper's text quotes, by name.
    """

    title: str
    source: str
    models: tuple[str, ...] = ()
    note: str = ""
    data: dict[str, DataSet] = Field(default_factory=dict)
    runs: dict[str, RunKind] = Field(default_factory=dict)
    tables: tuple[Table, ...] = ()
    quoted: dict[str, float | str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check(self) -> Recipe:
        names = [table.name for table in self.tables]
        if twice := {name for name in names if names.count(name) > 1}:
            raise InputError(f"{', '.join(sorted(twice))} stands there twice")
        for table in self.tables:
            for row in table.rows:
                for run in row.runs:
                    self._check_run(f"{table.name}, {row.label}", run, self.values_for(run, row))
                for column in table.columns:
                    if run := column.run_of(row):
                        self._check_run(f"{table.name}, {row.label}", run, {**row.values, **column.values})
        for name, kind in self.runs.items():
            if kind.firsts and kind.firsts not in self.runs:
                raise InputError(f"the run {name} begins with the answers of an unknown run {kind.firsts!r}")
            for values in kind.variants():
                if unknown := set(kind.data_of(values)) - set(self.data):
                    raise InputError(f"the run {name} has an unknown data set {sorted(unknown)[0]!r}")
            if MODEL in kind.over and MODEL not in self.model_axes(kind):
                raise InputError(f"the run {name} has a model that the paper does not list")
        return self

    def values_for(self, run: str, row: Row) -> dict[str, Any]:
        """Return the values of a row for one of several runs: those of the axes that it has."""
        axes = self.runs[run].over if run in self.runs else row.values
        return {axis: value for axis, value in row.values.items() if axis in axes}

    def _check_run(self, where: str, run: str, values: Mapping[str, Any]) -> None:
        if run not in self.runs:
            raise InputError(f"{where}: there is no run {run!r}")
        if unknown := set(values) - set(self.runs[run].over):
            raise InputError(f"{where}: the run {run} has no axis {', '.join(sorted(unknown))}")
        try:
            self.runs[run].variant(values)
        except RecipeError as error:
            raise InputError(f"{where}: {error}") from None

    def model_axes(self, kind: RunKind) -> list[str]:
        """Return the axes of a kind of run whose values are all models of the paper."""
        return [axis for axis, every in kind.over.items() if every and all(value in self.models for value in every)]

    def table(self, kind: str, number: str) -> Table:
        """Return a table or figure by its number, such as `2` or `2a`. Raises RecipeError.

        kind: `table` or `figure`; what is neither counts as a table.
        """
        alike = [table for table in self.tables if (table.kind == "figure") == (kind == "figure")]
        for table in alike:
            if table.number.casefold() == number.casefold():
                return table
        what = f"no {kind} {number}; {suggest(number, [table.number for table in alike])}" if alike else f"no {kind}s."
        raise RecipeError(f"The paper has {what}")


def fill(given: Any, values: Mapping[str, Any]) -> Any:
    """Return a value of a recipe with the axes in it filled in. A text that is one axis only becomes the axis' own value."""
    match given:
        case str():
            if (whole := _WHOLE_AXIS.fullmatch(given)) and whole[1] in values:
                return values[whole[1]]
            return _WHOLE_AXIS.sub(lambda found: str(values.get(found[1], found[0])), given)
        case Mapping():
            return {name: fill(each, values) for name, each in given.items()}
        case list() | tuple():
            return [fill(each, values) for each in given]
    return given


def printed_number(cell: float | str) -> float | None:
    """Return a printed cell as a number: 1.33M is 1,330,000 and a tick is 1; None for an empty cell or one without a number."""
    if isinstance(cell, int | float):
        return None if isnan(cell) else float(cell)
    if cell == _TRUE:
        return 1.0
    found = _PRINTED.fullmatch(cell.strip().replace(",", ""))
    return float(found[1]) * _UNITS[found[2]] if found else None


# Where recipes are


def papers() -> dict[str, str]:
    """Return the papers that installed games bring recipes of, each with the name of its game."""
    return {paper: game for game in registry.names() for paper in registry.kit_of(game).papers}


@cache
def load_recipe(paper: str) -> Recipe:
    """Return the recipe of a paper. Raises RecipeError for an unknown one, or one that cannot be read."""
    games = papers()
    if paper not in games:
        raise RecipeError(f"There is no recipe of a paper {paper!r}; {suggest(paper, games)}")
    file = folder_of(games[paper]) / registry.kit_of(games[paper]).papers[paper]
    try:
        return parse_recipe(file.read_text("utf-8"))
    except (OSError, RecipeError) as error:
        raise RecipeError(f"The recipe of {paper} cannot be read: {error}") from None


def parse_recipe(text: str) -> Recipe:
    """Parse a recipe. Raises RecipeError."""
    try:
        return Recipe.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{error}.") from None
    except ValidationError as error:
        raise RecipeError(f"{first_problem(error)}.") from None


def choose_tables(recipe: Recipe, tables: Sequence[str], figures: Sequence[str]) -> list[Table]:
    """Return the tables and figures with these numbers, in the paper's order; all of them if none is named. Raises RecipeError."""
    if not tables and not figures:
        return list(recipe.tables)
    wanted = {id(recipe.table(kind, each)) for kind, numbers in (("table", tables), ("figure", figures)) for each in numbers}
    return [table for table in recipe.tables if id(table) in wanted]
