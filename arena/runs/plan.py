"""The plan of a run. `plan.json` never changes; what is left to play is the plan less the finished transcripts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field, ValidationError, model_validator

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.regular_files import LARGE, read_file
from woozle.players.seats import parse_seats
from woozle.saves import disk
from woozle.saves.paths import RUN_PLAN
from woozle.saves.transcript import CLOSED

PLAN = RUN_PLAN


class PlanError(InputError):
    """A run that cannot begin or go on. The message is a sentence for the user."""


class Shard(NamedTuple):
    """A part of a run: the matches whose number leaves `part` - 1 when divided by `of`."""

    part: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Parse a shard such as `2/8`. Raises ValueError."""
        part, slash, of = text.partition("/")
        if not (slash and all(each.isascii() and each.isdigit() and len(each) < 8 for each in (part, of))):
            raise InputError(f"--shard {text} must be a part and how many there are, for example 2/8.")
        if not 1 <= int(part) <= int(of):
            raise InputError(f"--shard {text} is no part of a run; the parts are 1/{of} to {of}/{of}.")
        return cls(int(part), int(of))

    def __str__(self) -> str:
        return f"{self.part}/{self.of}"

    def holds(self, number: int) -> bool:
        return number % self.of == self.part - 1


WHOLE = Shard()


class Firsts(FrozenModel):
    """A reference to the run whose first answers the matches of this one begin with.

    run: its folder, relative to that of this run; matches: their number; digest: SHA-256 of the first answers.
    """

    run: str
    matches: int = Field(ge=1)
    digest: str


class Plan(FrozenModel):
    """The plan of a run: everything that makes its matches what they are. Concurrency and budgets may change on the way.

    Attributes:
        seats: The players, as on the command line.
        officials: The services, as on the command line.
        each: Whether each match is about the next subject of the pool, so that its header holds that one alone.
        rotate: Whether players move on by one seat each match. Nothing else differs from the same run without it: keys depend on
            the number of a match, and seeds of bots and models on that and the seat.
        firsts: The run whose first answers the matches begin with; None for their own.
        sync: Whether every answer is forced to the disk before play goes on.
    """

    woozle_plan: Literal[1] = 1
    game: str
    rules: int
    seats: str
    config: dict[str, Any]
    officials: dict[str, str] = Field(default_factory=dict)
    seed: int
    matches: int
    each: bool = False
    rotate: bool = False
    firsts: Firsts | None = None
    sync: bool = False

    @model_validator(mode="before")
    @classmethod
    def _with_its_judge(cls, data: Any) -> Any:
        """Read plans from before there were other services, which name a judge."""
        if not isinstance(data, dict) or "judge" not in data:
            return data
        judge = data["judge"]
        return {name: each for name, each in data.items() if name != "judge"} | ({"officials": {"judge": judge}} if judge else {})

    @property
    def parts(self) -> dict[str, Any]:
        """The parts in which two runs can differ, by name."""
        firsts = {"first answers": self.firsts.digest} if self.firsts else {}
        return {**self.model_dump(exclude={"officials", "firsts"}), **firsts, **self.officials}

    def config_of(self, number: int) -> dict[str, Any]:
        """Return the configuration of a match, first answers of another run apart."""
        if not self.each:
            return self.config
        pool = self.config["pool"]
        return {**self.config, "pool": [pool[(number - 1) % len(pool)]], registry.game(self.game).subject_option: ""}

    def seats_of(self, number: int, moves: int | None = None) -> list[str]:
        """Return the players of a match, seat by seat. moves: by how many seats they have moved on, if another run decides that."""
        specs = list(map(str, parse_seats(self.seats, self.game)))
        by = (self.moves(number) if moves is None else moves) % len(specs)
        return specs[-by:] + specs[:-by] if self.rotate else specs

    def moves(self, number: int) -> int:
        """Return by how many seats players have moved on before a match, so that each subject meets all seatings in turn."""
        at = number - 1  # each time round, one further: else each of three questions would keep one seating of three players
        about = self.firsts.matches if self.firsts else len(self.config["pool"]) if self.each else self.matches
        return at % about + at // about

    def folder(self, out: Path, number: int) -> Path:
        """Return the folder of a match. The first number is 1."""
        return out / f"{number:0{max(4, len(str(self.matches)))}d}"

    def numbers(self, shard: Shard = WHOLE) -> Sequence[int]:
        return [number for number in range(1, self.matches + 1) if shard.holds(number)]

    def numbers_left(self, out: Path, shard: Shard = WHOLE) -> list[int]:
        return [number for number in self.numbers(shard) if not self.is_finished(out, number)]

    def is_finished(self, out: Path, number: int) -> bool:
        return (self.folder(out, number) / CLOSED).exists()


def open_plan(out: Path, plan: Plan) -> Plan:
    """Begin a run in `out`, or resume the same one. Raises PlanError if `out` holds another one."""
    try:
        there = read_plan(out)
    except FileNotFoundError:
        _write_plan(out, plan)
        there = read_plan(out)
    different = [name for name in {**there.parts, **plan.parts} if there.parts.get(name) != plan.parts.get(name)]
    if different:
        raise PlanError(
            f"{out} holds another run (its {' and '.join(different)} differ); choose another --out, or go on with that one by "
            f"`woozle resume {out}`."
        )
    return there.model_copy(update={"firsts": plan.firsts})  # the same ones, which may lie elsewhere now


def read_plan(out: Path) -> Plan:
    """Read the plan of a run. Raises FileNotFoundError if it is missing and PlanError if it cannot be read."""
    try:
        return Plan.model_validate_json(read_file(out / PLAN, LARGE))
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(out / PLAN) from None
    except OSError as error:
        raise PlanError(f"{out / PLAN} cannot be read: {error.strerror}; see whose it is.") from None
    except ValidationError as error:
        raise PlanError(f"{out / PLAN} is damaged, not a plan, or one of a newer Woozle; choose another --out.") from error


def _write_plan(out: Path, plan: Plan) -> None:
    new = out / f"{PLAN}.{secrets.token_hex(4)}"  # its own name: other parts of the run may begin here at the same time
    try:
        out.mkdir(parents=True, exist_ok=True)
        disk.replace(new, plan.model_dump_json(indent=1).encode())
        new.replace(out / PLAN)
    except OSError as error:
        raise PlanError(f"{out} cannot be written: {error.strerror}; choose another --out.") from None
