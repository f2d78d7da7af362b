"""The runs that tables of a paper need: which there are, what they need, and their plans. Equal runs are played once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from woozle.arena.play import models, option_files
from woozle.arena.reproduction.data import Found
from woozle.arena.reproduction.recipe import Column, Recipe, RecipeError, Row, RunKind, Table, fill
from woozle.arena.runs.first_answers import read_first_answers
from woozle.arena.runs.plan import Plan
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.players.models.spec import is_model
from woozle.players.seats import check_agents, parse_seats

_NAME = re.compile(r"[^\w.]+", re.ASCII)
_LONGEST_NAME = 60  # characters of the name of a folder, before its digest
_DRY = 2  # questions a cell
_BUNDLED = "Played with data that come with the game, and not the paper's."


@dataclass(frozen=True)
class Setting:
    """The settings with which a paper is played again.

    Args:
        seats: Seats that stand for models of the paper, by their names there.
        found: Data sets that are at hand, by name.
        options, services: Laid over those of all runs.
        questions: Questions at most of each run; None for all.
        is_bundled: Data that come with the game stand in for those that are not at hand.
        is_dry: Bots play, with the data that come with the game.
    """

    paper: str
    game: str
    recipe: Recipe
    out: Path
    seats: Mapping[str, str] = field(default_factory=dict)
    found: Mapping[str, Found] = field(default_factory=dict)
    options: Sequence[tuple[str, str]] = ()
    services: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    questions: int | None = None
    is_bundled: bool = False
    is_dry: bool = False
    tell: Callable[[str], None] = lambda sentence: None


@dataclass(frozen=True)
class Job:
    """A run that tables need.

    missing: Why it cannot be played; empty if it can. firsts: The run whose first answers it begins with. note: What readers of its
    figures must know.
    """

    setting: Setting
    kind: str
    values: Mapping[str, Any]
    config: Mapping[str, Any] = field(default_factory=dict)
    seats: str = ""
    services: Mapping[str, str] = field(default_factory=dict)
    matches: int = 1
    each: bool = False
    rotate: bool = False
    firsts: Job | None = None
    missing: str = ""
    note: str = ""

    @property
    def name(self) -> str:
        """A readable name, with the digest of all that makes the run what it is."""
        words = "-".join(_NAME.sub("-", str(each)).strip("-") for each in (self.kind, *self.values.values()))
        return f"{words[:_LONGEST_NAME].lower()}-{self.digest[:8]}"

    @property
    def digest(self) -> str:
        """A digest of all that makes the run what it is; values of axes that make no difference are not part of it."""
        what = [self.config, self.seats, self.services, self.matches, self.each, self.rotate, self.setting.seed]
        text = json.dumps([*what, self.firsts.digest if self.firsts else ""], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def folder(self) -> Path:
        return self.setting.out / self.name

    def plan(self, *, with_firsts: bool = True) -> Plan:
        """Return the plan of the run. Raises InputError.

        with_firsts: Whether first answers are taken from the other run, which is over then; else all of each match is played.
        """
        game = registry.game(self.setting.game)
        specs = parse_seats(self.seats, game.name)
        taken = read_first_answers(self.firsts.folder, game.name, len(specs)) if self.firsts and with_firsts else None
        begun = self.firsts.plan(with_firsts=False) if self.firsts and not with_firsts else None
        about = taken.options if taken else {"pool": begun.config["pool"]} if begun else {}
        config: Any = registry.validate_config(game.config_type, {**self.config, **about})
        if any(spec.kind == "human" for spec in specs):
            raise InputError("No person can sit in a run; use `woozle play`.")
        check_agents(specs)
        game(len(specs), config)
        services = models.choose_services(self.services, game.name, config) if self.services or game.services else {}
        subjects = len(taken.beginnings) if taken else begun.matches if begun else len(config.pool) if self.each else 1
        return Plan(
            game=game.name,
            rules=game.version,
            seats=models.fill_defaults(self.seats, game.name),
            config=config.model_dump(mode="json"),
            officials={seat: str(spec) for seat, spec in services.items()},
            seed=self.setting.seed,
            matches=self.matches * subjects,
            each=begun.each if begun else self.each and not taken,
            rotate=self.rotate,
            firsts=taken.to_plan(self.folder) if taken else None,
            sync=any(spec.model for spec in specs) or any(spec.model for spec in services.values()),
        )


class Jobs:
    """The jobs of tables, each kind of run with the same values made once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._made: dict[str, Job] = {}
        self._same: dict[str, Job] = {}
        self._data: dict[str, Any] = {}

    def of_cell(self, row: Row, column: Column) -> Job | None:
        """Return the job that a cell is read from; None for one that has none. Raises RecipeError."""
        run = column.run_of(row)
        return self._job(run, {**row.values, **column.values}) if run else None

    def of_row(self, row: Row) -> list[Job]:
        """Return the jobs whose matches the function of a table is given for a row. Raises RecipeError."""
        return [self._job(run, self.setting.recipe.values_for(run, row)) for run in row.runs]

    def needed(self, tables: Iterable[Table]) -> list[Job]:
        """Return the jobs of tables that can be played, each once, and after the one whose first answers it takes."""
        found: dict[str, Job] = {}
        for table in tables:
            for row in table.rows if not table.missing else ():
                for job in (*(self.of_cell(row, column) for column in table.columns), *self.of_row(row)):
                    if job and not job.missing:
                        if job.firsts:
                            found.setdefault(job.firsts.digest, job.firsts)
                        found.setdefault(job.digest, job)
        return list(found.values())

    def refuse(self, reasons: Mapping[str, str]) -> None:
        """Take runs for such that cannot be played, by their digests, with a sentence each; and those that begin as they do."""
        for key, job in self._made.items():
            why = reasons.get(job.digest) or (reasons.get(job.firsts.digest) if job.firsts else None)
            if why:
                self._made[key] = replace(job, missing=why.rstrip("."))

    def _job(self, run: str, given: Mapping[str, Any]) -> Job:
        kind = self.setting.recipe.runs[run]
        values = kind.variant(given)
        key = json.dumps([run, values], sort_keys=True)
        if key not in self._made:
            job = self._make(run, kind, values)
            self._made[key] = self._same.setdefault(job.digest, job) if not job.missing else job
        return self._made[key]

    def _make(self, run: str, kind: RunKind, values: Mapping[str, Any]) -> Job:
        setting = self.setting
        if missing := self._missing(kind, values):
            return Job(setting, run, values, missing=missing)
        firsts = None
        if kind.firsts:
            axes = setting.recipe.runs[kind.firsts].over
            given = {**values, **fill(kind.firsts_with, values)}
            firsts = self._job(kind.firsts, {axis: value for axis, value in given.items() if axis in axes})
            if firsts.missing:
                return Job(setting, run, values, missing=firsts.missing)
        try:
            config = self._config(kind, values)
        except InputError as error:
            raise RecipeError(f"The run {run} of {setting.paper}: {error}") from error
        note = _BUNDLED if not setting.is_dry and self._lacks(kind, values) else ""
        is_each = kind.each and bool(config.get("pool"))  # of a dry run without data of its own there may be no pool
        if is_each:
            config["pool"] = self._first_questions(config["pool"], kind.dry.questions if setting.is_dry else setting.questions)
        matches, services, seats = kind.matches, kind.services, self._seats(kind, values)
        if setting.questions and not (kind.questions or registry.game(setting.game).subject_option):  # a match asks no question
            matches = min(matches, setting.questions)
        if setting.is_dry:
            matches, services = kind.dry.matches or (1 if is_each else _DRY), kind.dry.services or {}
        is_rotated = kind.rotate and len(set(parse_seats(seats, setting.game))) > 1
        services = {**fill(services, self._seated(kind, values)), **setting.services}
        return Job(setting, run, values, config, seats, services, matches, is_each, is_rotated, firsts, note=note)

    def _missing(self, kind: RunKind, values: Mapping[str, Any]) -> str:
        """Return why a run cannot be played: a model without a seat, or data that are not at hand."""
        if self.setting.is_dry:
            return ""
        seated = self._model_axes(kind, kind.seats, *kind.services.values())
        if without := [values[axis] for axis in seated if values[axis] not in self.setting.seats]:
            return f"no seat was given for {without[0]}"
        lacks = self._lacks(kind, values)
        return "" if self.setting.is_bundled or not lacks else self.setting.found[lacks[0]].problem

    def _lacks(self, kind: RunKind, values: Mapping[str, Any]) -> list[str]:
        """Return the data sets of a run that are not at hand."""
        return [name for name in kind.data_of(values) if self.setting.found[name].problem]

    def _seated(self, kind: RunKind, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of axes, with the seats that stand for models."""
        models = self.setting.recipe.model_axes(kind)
        return {**values, **{axis: "bot" if self.setting.is_dry else self.setting.seats.get(values[axis], "") for axis in models}}

    def _seats(self, kind: RunKind, values: Mapping[str, Any]) -> str:
        chosen = self._seated(kind, values)
        if self.setting.is_dry:
            return str(fill(kind.dry.seats or kind.seats, chosen))
        models = self.setting.recipe.model_axes(kind)
        return str(fill(kind.seats, {**chosen, **{axis: self._asked(chosen[axis], kind.asks) for axis in models}}))

    def _model_axes(self, kind: RunKind, *texts: str) -> list[str]:
        """Return the axes of models that stand in some texts."""
        return [axis for axis in self.setting.recipe.model_axes(kind) if any(f"{{{axis}}}" in text for text in texts)]

    def _asked(self, seat: str, asks: str) -> str:
        """Return a model's seat with the options that it does not have itself; a seat of another kind as it is."""
        own = {option.partition("=")[0] for option in seat.partition("?")[2].split("&")}
        more = "&".join(option for option in asks.split("&") if option.partition("=")[0] not in own)
        return f"{seat}{'&' if '?' in seat else '?'}{more}" if more and is_model(seat) else seat

    def _config(self, kind: RunKind, values: Mapping[str, Any]) -> dict[str, Any]:
        setting, game = self.setting, registry.game(self.setting.game)
        data = {name: setting.recipe.data[name] for name in kind.data_of(values)}
        own: dict[str, Any] = dict(kind.set)
        at_hand = [] if setting.is_dry else [name for name in data if not setting.found[name].problem]
        for name, each in data.items():
            own |= each.set if name in at_hand else each.dry
        if setting.is_dry:
            own |= kind.dry.set
        options = {name: self._option(name, fill(value, values)) for name, value in own.items()}
        # what files hold is data, in which no axis is filled in
        options |= {data[name].option: self._read(name) for name in at_hand}
        if kind.questions and setting.questions:
            options[kind.questions] = setting.questions
        options |= {name: self._option(name, text) for name, text in setting.options}
        preset = (kind.dry.preset if setting.is_dry else "") or kind.preset
        return dict(registry.configure(game, preset, options).model_dump(mode="json"))

    def _read(self, name: str) -> Any:
        """Return what the files of a data set hold, read once for all runs."""
        if name not in self._data:
            self._data[name] = self.setting.found[name].read(self.setting.game, self.setting.tell)
        return self._data[name]

    def _option(self, name: str, value: Any) -> Any:
        return option_files.value(name, value, self.setting.game, self.setting.tell) if isinstance(value, str) else value

    def _first_questions(self, pool: Sequence[Any], most: int | None) -> list[Any]:
        """Return the questions that are played, drawn by their digests so that they are the same whatever else is in the pool."""
        if most is None or most >= len(pool):
            return list(pool)
        ordered = sorted(range(len(pool)), key=lambda at: _digest(pool[at], self.setting.seed))
        return [pool[at] for at in sorted(ordered[:most])]


def _digest(value: Any, seed: int) -> str:
    return hashlib.sha256(json.dumps([seed, value], sort_keys=True).encode()).hexdigest()


def seats_of(recipe: Recipe, given: Sequence[str]) -> dict[str, str]:
    """Return the seats that stand for models of a paper, from `NAME=SEAT` or `SEAT`, which takes the next model in order.

    Raises RecipeError for a name that the paper does not have, or one that is given twice.
    """
    found: dict[str, str] = {}
    folded = {name.casefold(): name for name in recipe.models}
    for text in given:
        name, equals, seat = text.partition("=")
        if not (equals and name.strip().casefold() in folded):
            if equals and not is_model(text) and ":" not in name:
                raise RecipeError(f"The paper has no model {visible_line(name)!r}; its models are {', '.join(recipe.models)}.")
            left = [name for name in recipe.models if name not in found]
            if not left:
                raise RecipeError(f"The paper has {len(recipe.models)} models, and more seats were given.")
            name, seat = left[0], text
        name = folded.get(name.strip().casefold(), name)
        if name in found:
            raise RecipeError(f"Two seats stand for {name}; give one.")
        found[name] = seat.strip()
    return found
