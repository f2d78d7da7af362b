"""What a run plays. `plan.json` never changes; what is left is the plan less the finished transcripts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from woozle.core import registry
from woozle.players.seats import parse_seats
from woozle.saves import disk
from woozle.saves.transcript import CLOSED

PLAN = "plan.json"


class PlanError(ValueError):
    """A run that cannot go on. Says why, in a sentence."""


class Shard(NamedTuple):
    """The part of a run that one process plays: the matches whose number leaves `part` - 1 when divided by `of`."""

    part: int = 1
    of: int = 1

    @classmethod
    def parsed(cls, text: str) -> Shard:
        """A part as it is typed, `2/8`. Raises ValueError."""
        part, slash, of = text.partition("/")
        if not (slash and all(each.isascii() and each.isdigit() and len(each) < 8 for each in (part, of))):
            raise ValueError(f"--shard {text} must be a part and how many there are, for example 2/8.")
        if not 1 <= int(part) <= int(of):
            raise ValueError(f"--shard {text} is no part of a run; the parts are 1/{of} to {of}/{of}.")
        return cls(int(part), int(of))

    def __str__(self) -> str:
        return f"{self.part}/{self.of}"

    def holds(self, number: int) -> bool:
        """Whether a match belongs to it."""
        return number % self.of == self.part - 1


WHOLE = Shard()


class Firsts(BaseModel):
    """Another run, whose first answers the matches of this one begin with.

    run: its folder, from that of this run; matches: how many it has; digest: SHA-256 of what is taken from it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: str
    matches: int = Field(ge=1)
    digest: str


class Plan(BaseModel):
    """What a run plays. seats, officials: as on the command line.

    sync: whether every answer is forced to the disk before play goes on. each: whether the matches are about one of the pool after
    the other, so that their headers hold that one alone. firsts: whose first answers they begin with; None for those of their own.

    rotate: whether players move on by a seat each match. Who sits where, and nothing else, then differs from the same run without
    it: keys are by the number of a match, and seeds of bots and models by that and the seat.

    It holds what makes the matches what they are; how many are played at once, or what they may cost, can change on the way.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    woozle_plan: Literal[1] = 1
    game: str
    rules: int
    seats: str
    config: dict[str, Any]
    officials: dict[str, str] = {}
    seed: int
    matches: int
    each: bool = False
    rotate: bool = False
    firsts: Firsts | None = None
    sync: bool = False

    @model_validator(mode="before")
    @classmethod
    def _with_its_judge(cls, data: Any) -> Any:
        """Plans of before there were other officials name a judge."""
        if not isinstance(data, dict) or "judge" not in data:
            return data
        judge = data["judge"]
        return {name: each for name, each in data.items() if name != "judge"} | ({"officials": {"judge": judge}} if judge else {})

    @property
    def parts(self) -> dict[str, Any]:
        """All that two runs can differ in, by what it is called."""
        firsts = {"first answers": self.firsts.digest} if self.firsts else {}
        return {**self.model_dump(exclude={"officials", "firsts"}), **firsts, **self.officials}

    def config_of(self, number: int) -> dict[str, Any]:
        """With which configuration a match is played, but for first answers of another run."""
        if not self.each:
            return self.config
        pool = self.config["pool"]
        return {**self.config, "pool": [pool[(number - 1) % len(pool)]], registry.game(self.game).subject: ""}

    def seats_of(self, number: int, moves: int | None = None) -> list[str]:
        """Who sits where in a match, seat by seat. moves: how far players have moved on, if that is not up to the run alone."""
        specs = list(map(str, parse_seats(self.seats, self.game)))
        by = (self.moves(number) if moves is None else moves) % len(specs)
        return specs[-by:] + specs[:-by] if self.rotate else specs

    def moves(self, number: int) -> int:
        """By how many seats players have moved on before a match. What matches are about meets all seatings in turn."""
        at = number - 1  # each time round, one further: else each of three questions would keep one seating of three players
        about = self.firsts.matches if self.firsts else len(self.config["pool"]) if self.each else self.matches
        return at % about + at // about

    def folder(self, out: Path, number: int) -> Path:
        """Where a match of the run lives. The first number is 1."""
        return out / f"{number:0{max(4, len(str(self.matches)))}d}"

    def numbers(self, shard: Shard = WHOLE) -> Sequence[int]:
        """The numbers of the matches."""
        return [number for number in range(1, self.matches + 1) if shard.holds(number)]

    def left(self, out: Path, shard: Shard = WHOLE) -> list[int]:
        """The numbers of the matches that are not finished."""
        return [number for number in self.numbers(shard) if not self.is_finished(out, number)]

    def is_finished(self, out: Path, number: int) -> bool:
        """Whether a match is over."""
        return (self.folder(out, number) / CLOSED).exists()


def planned(out: Path, plan: Plan) -> Plan:
    """Begin a run in `out`, or go on with the same one. Raises PlanError if another one lives there."""
    try:
        there = read_plan(out)
    except FileNotFoundError:
        _keep(out, plan)
        there = read_plan(out)
    different = [name for name in {**there.parts, **plan.parts} if there.parts.get(name) != plan.parts.get(name)]
    if different:
        raise PlanError(
            f"{out} holds another run (its {' and '.join(different)} differ); choose another --out, or go on with that one by "
            f"`woozle resume {out}`."
        )
    return there.model_copy(update={"firsts": plan.firsts})  # the same ones, which may lie elsewhere now


def read_plan(out: Path) -> Plan:
    """The plan of a run. Raises FileNotFoundError if there is none and PlanError if it cannot be read."""
    try:
        return Plan.model_validate_json((out / PLAN).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(out / PLAN) from None
    except OSError as error:
        raise PlanError(f"{out / PLAN} cannot be read: {error.strerror}; see whose it is.") from None
    except ValidationError as error:
        raise PlanError(f"{out / PLAN} is damaged, not a plan, or one of a newer Woozle; choose another --out.") from error


def _keep(out: Path, plan: Plan) -> None:
    new = out / f"{PLAN}.{secrets.token_hex(4)}"  # a name of its own: other parts of the run may begin here at the same time
    try:
        out.mkdir(parents=True, exist_ok=True)
        disk.replace(new, plan.model_dump_json(indent=1).encode())
        new.replace(out / PLAN)
    except OSError as error:
        raise PlanError(f"{out} cannot be written: {error.strerror}; choose another --out.") from None
