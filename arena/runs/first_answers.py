"""First answers of one run, taken over by another, whose matches are played from there in other ways."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from woozle.arena.runs.plan import PLAN, Firsts, Plan, PlanError, read_plan
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.saves.match import read_match
from woozle.saves.transcript import CLOSED, display_path


class FirstAnswers(NamedTuple):
    """The first answers of a run. beginnings: for each of its matches, the options that let another begin as it did."""

    run: Path
    plan: Plan
    beginnings: Sequence[Mapping[str, Any]]

    @property
    def options(self) -> dict[str, Any]:
        """The options of a whole run that takes them over: every subject of its matches, and nothing of a single one."""
        about = chain.from_iterable(each["pool"] for each in self.beginnings)
        pool = {json.dumps(each, sort_keys=True): each for each in about}
        return {**{name: type(value)() for name, value in self.beginnings[0].items()}, "pool": list(pool.values())}

    def to_plan(self, out: Path) -> Firsts:
        """Return the reference to this run in the plan of another one in `out`."""
        run, out = self.run.resolve(), out.resolve()
        try:
            there = os.path.relpath(run, out)  # so that both can be moved together
        except ValueError:  # on another drive
            there = str(run)
        return Firsts(run=there, matches=len(self.beginnings), digest=digest(self.beginnings))


def read_first_answers(run: Path, game: str, seats: int | None = None) -> FirstAnswers:
    """Read the first answers of all matches of a run. Raises PlanError if it is no run of this game, or not finished.

    seats: how many seats take them over, the first ones of those that gave them; None for all.
    """
    if "firsts" not in registry.game(game).config_type.model_fields:
        raise PlanError(f"No first answers can be given in {game}; leave out --firsts.")
    plan = _plan(run)
    if plan.game != game:
        raise PlanError(f"{display_path(run)} is a run of {plan.game}, and first answers of a run of {game} are needed.")
    if left := len(plan.numbers_left(run)):
        raise PlanError(
            f"{left} of {plan.matches} matches in {display_path(run)} are not finished; "
            f"`woozle resume {display_path(run)}` continues them."
        )
    return FirstAnswers(run, plan, [_beginning(plan, run, number, seats) for number in plan.numbers()])


def digest(beginnings: Sequence[Mapping[str, Any]]) -> str:
    """Return the SHA-256 of first answers."""
    return hashlib.sha256(json.dumps(beginnings, sort_keys=True).encode()).hexdigest()


def check_first_answers(plan: Plan, out: Path) -> None:
    """Raise PlanError if the first answers that a run begins with are gone or have changed."""
    if plan.firsts is None:
        return
    run = _folder(plan.firsts, out)
    if digest(read_first_answers(run, plan.game, len(plan.seats_of(1))).beginnings) != plan.firsts.digest:
        raise PlanError(
            f"The first answers in {display_path(run)} are not those that the run in {display_path(out)} began with; play it anew."
        )


def config_of(plan: Plan, out: Path, number: int) -> dict[str, Any]:
    """Return the configuration of a match of a run in `out`. Raises PlanError."""
    config = plan.config_of(number)
    if plan.firsts is None:
        return config
    run = _folder(plan.firsts, out)
    begun = (number - 1) % plan.firsts.matches + 1
    return {**config, **_beginning(_plan(run), run, begun, len(plan.seats_of(number)))}


def seats_of(plan: Plan, out: Path, number: int) -> list[str]:
    """Return the players of a match of a run in `out`, seat by seat. Raises PlanError.

    If players of the other run moved on too, all sit as they did there, so that each goes on from its own first answers.
    """
    if plan.firsts and plan.rotate and (there := _plan(_folder(plan.firsts, out))).rotate:
        return plan.seats_of(number, there.moves((number - 1) % plan.firsts.matches + 1))
    return plan.seats_of(number)


def _folder(firsts: Firsts, out: Path) -> Path:
    return Path(os.path.normpath(out.resolve() / firsts.run))


def _plan(run: Path) -> Plan:
    try:
        return read_plan(run)
    except FileNotFoundError:
        raise PlanError(f"There is no run in {display_path(run)}, whose first answers are needed.") from None
    except PlanError:
        raise PlanError(
            f"{display_path(run / PLAN)} is damaged, not a plan, or one of a newer Woozle; it names the run with the first answers."
        ) from None


def _beginning(plan: Plan, run: Path, number: int, seats: int | None) -> Mapping[str, Any]:
    """Return the options with which another match begins like this one."""
    file = plan.folder(run, number) / CLOSED
    try:
        match = read_match(file)
        game, record, config = match.rules, match.record, match.config
    except InputError as error:  # it is damaged, or of rules that are not here
        raise PlanError(str(error)) from error
    if match.transcript.findings:
        line, sentence = match.transcript.findings[0]
        raise PlanError(f"{display_path(file)}, line {line}: {sentence} What was changed gives no first answers.")
    try:
        return game.opening_options(config, record, seats)
    except InputError as error:
        raise PlanError(f"{display_path(file)} gives no first answers: {error}.") from error
