"""First answers of one run, taken over by another: its matches are played again from there, in other ways."""

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
from woozle.saves.transcript import CLOSED, read, shown
from woozle.saves.vocabulary import decode_record


class Taken(NamedTuple):
    """What is taken from a run. beginnings: of each of its matches, options that others begin with as it did."""

    run: Path
    plan: Plan
    beginnings: Sequence[Mapping[str, Any]]

    @property
    def options(self) -> dict[str, Any]:
        """The same options for a whole run: all that its matches are about, and nothing of a single one."""
        about = chain.from_iterable(each["pool"] for each in self.beginnings)
        pool = {json.dumps(each, sort_keys=True): each for each in about}
        return {**{name: type(value)() for name, value in self.beginnings[0].items()}, "pool": list(pool.values())}

    def planned(self, out: Path) -> Firsts:
        """What the plan of a run in a folder says of it."""
        run, out = self.run.resolve(), out.resolve()
        try:
            there = os.path.relpath(run, out)  # so that both can be moved together
        except ValueError:  # on another drive
            there = str(run)
        return Firsts(run=there, matches=len(self.beginnings), digest=digest(self.beginnings))


def taken(run: Path, game: str) -> Taken:
    """All that a run of a game was begun with. Raises PlanError, with a sentence, where it is no such run, or has not ended."""
    if "firsts" not in registry.game(game).config_type.model_fields:
        raise PlanError(f"No first answers can be given in {game}; leave out --firsts.")
    plan = _plan(run)
    if plan.game != game:
        raise PlanError(f"{shown(run)} is a run of {plan.game}, and first answers of a run of {game} are needed.")
    if left := len(plan.left(run)):
        raise PlanError(
            f"{left} of {plan.matches} matches in {shown(run)} are not finished; `woozle resume {shown(run)}` goes on with them."
        )
    return Taken(run, plan, [_beginning(plan, run, number) for number in plan.numbers()])


def digest(beginnings: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256 of what was taken."""
    return hashlib.sha256(json.dumps(beginnings, sort_keys=True).encode()).hexdigest()


def must_be_the_same(plan: Plan, out: Path) -> None:
    """Raises PlanError, with a sentence, if first answers that a run begins with are gone or were changed since."""
    if plan.firsts is None:
        return
    run = _folder(plan.firsts, out)
    if digest(taken(run, plan.game).beginnings) != plan.firsts.digest:
        raise PlanError(f"The first answers in {shown(run)} are not those that the run in {shown(out)} began with; play it anew.")


def config_of(plan: Plan, out: Path, number: int) -> dict[str, Any]:
    """With which configuration a match of a run in a folder is played. Raises PlanError."""
    config = plan.config_of(number)
    if plan.firsts is None:
        return config
    run = _folder(plan.firsts, out)
    return {**config, **_beginning(_plan(run), run, (number - 1) % plan.firsts.matches + 1)}


def seats_of(plan: Plan, out: Path, number: int) -> list[str]:
    """Who sits where in a match of a run in a folder, seat by seat. Raises PlanError.

    Where players of the other run moved on too, all sit as they did there, so that each goes on from first answers of its own.
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
        raise PlanError(f"There is no run in {shown(run)}, whose first answers are needed.") from None
    except PlanError:
        raise PlanError(
            f"{shown(run / PLAN)} is damaged, not a plan, or one of a newer Woozle; it names the run with the first answers."
        ) from None


def _beginning(plan: Plan, run: Path, number: int) -> Mapping[str, Any]:
    """The options with which another match begins as this one did."""
    file = plan.folder(run, number) / CLOSED
    try:
        transcript = read(file)
        game = registry.game(plan.game, transcript.header.rules)
        record = list(chain.from_iterable(decode_record(game, transcript)))
        config = registry.validated(game.config_type, transcript.header.config)
    except ValueError as error:  # it is damaged, or of rules that are not here
        raise PlanError(str(error)) from error
    if transcript.findings:
        line, sentence = transcript.findings[0]
        raise PlanError(f"{shown(file)}, line {line}: {sentence} What was changed gives no first answers.")
    try:
        return game.beginning(config, record)
    except ValueError as error:
        raise PlanError(f"{shown(file)} gives no first answers: {error}.") from error
