"""A planned match made ready: its rules, players and seed, and the instructions that are read before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import StringConstraints

from woozle.arena.play import option_files, packs
from woozle.arena.play.start import Start
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Step
from woozle.arena.studies.plan import PlannedMatch, StudyError, StudyPlan, read_text
from woozle.arena.views import rules
from woozle.arena.views.registry import help_of
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.line import Line
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.players.models.spec import ModelSpec
from woozle.players.registry import sights
from woozle.players.seats import HUMAN, SeatSpec, format_seats, models_of, parse_seats
from woozle.players.services.service import ServiceSpec
from woozle.saves.decoder import answer_types
from woozle.saves.transcript import Header

MOST_DEALS = 2000
"""Seeds tried until the participant is dealt the planned role."""

COARSE = "In a terminal without pixels, humans see pictures as about 40 blocks of colour a side, and models the files"
NOT_COARSE = "serve the study to browsers, or allow it in the plan: coarse_pictures = true."

_SEEDS = 2**48
_SENTENCES = 1000  # characters of an answer that takes sentences


@value
class MatchSetup:
    """A planned match with its configuration, players and services; its models have the defaults of models.toml."""

    planned: PlannedMatch
    config: Any
    seats: Sequence[SeatSpec]
    services: Mapping[Seat, ServiceSpec]

    @property
    def models(self) -> list[ModelSpec]:
        """Return the models that play or are services, each once."""
        services = (spec.model for spec in self.services.values() if spec.model)
        return list(dict.fromkeys((*models_of(self.seats), *services)))


def set_up(folder: Path, planned: PlannedMatch) -> MatchSetup:
    """Return the setup of a match. folder: of the study. Raises ValueError or OSError if it cannot be played."""
    from woozle.arena.play import models

    config = match_config(folder, planned)
    seats = parse_seats(models.fill_defaults(",".join(planned.seats), planned.game), planned.game)
    return MatchSetup(planned, config, seats, models.choose_services(planned.officials, planned.game, config))


def match_start(study: StudyFolder, planned: PlannedMatch, deal: int, step: str) -> Start:
    """Return the match as a participant, or group, plays it. Raises ValueError if it cannot be played.

    Args:
        deal: Number of the participant or group, which gives them their own deal, together with step and study seed.
    """
    setup = set_up(study.path, planned)
    seed = match_seed(setup, Chance(key_from_seed(study.plan.seed, "study deal", deal, step)).below("seed", _SEEDS))
    services = {seat: str(spec) for seat, spec in setup.services.items()}
    return Start(planned.game, (format_seats(setup.seats),), setup.config, seed, services=services)


def writes_sentences(game: str) -> bool:
    """Return whether a game's players write more than a word or a number."""
    limits = (each for kind in answer_types(registry.game(game)) for field in kind.model_fields.values() for each in field.metadata)
    return any(isinstance(each, StringConstraints) and (each.max_length or 0) >= _SENTENCES for each in limits)


def match_config(folder: Path, planned: PlannedMatch) -> Any:
    """Return the configuration of a planned match. Raises ValueError.

    Args:
        folder: Of the study; files named by options are looked up there first.
    """
    given = {name: _option(folder, planned.game, name, each) for name, each in packs.apply(planned.game, planned.options).items()}
    return registry.configure(registry.game(planned.game), planned.preset, given)


def _option(folder: Path, game: str, name: str, option: Any) -> Any:
    if not isinstance(option, str) or name not in registry.game(game).config_type.model_fields:
        return option
    return option_files.value(name, option_files.in_folder(folder, name, option, game), game)


def is_about_pictures(folder: Path, planned: PlannedMatch) -> bool:
    """Return whether the match cannot be played without pictures. Raises ValueError."""
    return sights(planned.game, match_config(folder, planned)) != "none"


def refuse_coarse(study: StudyFolder) -> None:
    """Raise StudyError for a study about pictures at a terminal, unless its plan allows coarse pictures."""
    if not study.plan.coarse_pictures and any(is_about_pictures(study.path, each) for each in study.plan.matches):
        raise StudyError(f"{COARSE}: {NOT_COARSE}")


def refuse_groups(study: StudyFolder) -> None:
    """Raise StudyError for a study with groups, which need browsers."""
    if study.plan.group > 1:
        raise StudyError(
            f"The participants of this study meet in groups of {study.plan.group}, for which they need browsers; "
            "use `woozle study serve`."
        )


def seat_specs(planned: PlannedMatch) -> list[SeatSpec]:
    """Return the players of a match's seats, in order. Raises SeatsError."""
    return parse_seats(",".join(planned.seats), planned.game)


def participant_seats(planned: PlannedMatch) -> list[int]:
    """Return the indexes of the seats for participants, from 0. Raises SeatsError."""
    return [at for at, spec in enumerate(seat_specs(planned)) if spec == HUMAN]


def seat_at(header: Header, planned: PlannedMatch, place: int) -> Seat:
    """Return the seat that a participant had in a match. Raises StudyError if the plan no longer has it.

    place: theirs among the seats for participants, from 1.
    """
    seats = header.deal.seats if header.deal and header.deal.seats else [each.seat for each in header.seats]
    indexes = [index for index in participant_seats(planned) if index < len(seats)]
    if not 0 < place <= len(indexes):
        raise StudyError("The plan has other seats than when the match was played; restore the study.toml of that time.")
    return seats[indexes[place - 1]]


def match_seed(setup: MatchSetup, deal: int) -> int:
    """Return the seed of a match: the planned one or `deal`, or the first after it that deals the participant the role.

    Raises ValueError for a role that is never dealt.
    """
    planned = setup.planned
    first = deal if planned.seed is None else planned.seed
    if not planned.role:
        return first
    kind = registry.game(planned.game)
    if planned.role not in kind.role_names:
        there_are = f"choose from {', '.join(kind.role_names)}" if kind.role_names else "it has none"
        raise StudyError(f"{planned.game} has no role {planned.role}; {there_are}.")
    [place] = participant_seats(planned)
    for seed in range(first, first + MOST_DEALS):
        referee = Referee(kind(len(setup.seats), setup.config), key_from_seed(seed, 1))  # as when a match with this seed begins
        if kind.roles(referee.record).get(referee.game.seats[place]) == planned.role:
            return seed
    raise StudyError(
        f"None of {MOST_DEALS} seeds deals the participant the role {planned.role} of {planned.game}; "
        "choose another role, seat or option."
    )


def match_instructions(study: StudyFolder, step: Step) -> tuple[Line, ...]:
    """Return the page before a step's match. Raises ValueError if the match cannot be played or read."""
    assert step.match
    return help_of(step.match.game, step_rules(study, step), is_study=True)


def step_rules(study: StudyFolder, step: Step) -> tuple[Line, ...]:
    """Return the rules of a step's match: in the researcher's words, or derived from its options. Raises ValueError."""
    assert step.match
    if name := own_instructions(study.plan, step.condition):
        return rules.own_lines(read_text(study.path, name).text)
    game = registry.game(step.match.game)
    return rules.lines(game(len(seat_specs(step.match)), match_config(study.path, step.match)))


def own_instructions(plan: StudyPlan, condition: str) -> str:
    """Return the file with the researcher's rules for a condition, or an empty string.

    Args:
        condition: Empty for practice.
    """
    own = next((each.instructions for each in plan.conditions if each.name == condition), "")
    return own or plan.texts.instructions
