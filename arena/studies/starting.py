"""From a match as it is planned to one that can be begun: its rules, who sits there, and the seed of its deal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from woozle.arena.play import option_files
from woozle.arena.play.start import Start
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import PlannedMatch, StudyError
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.referee import Referee
from woozle.players.models.spec import ModelSpec
from woozle.players.registry import sights
from woozle.players.seats import SeatSpec, models_of, parse_seats

MOST_DEALS = 2000
"""Seeds that are tried until a participant is dealt the role that is planned."""

COARSE = (
    "In a browser, and in a terminal without pixels, people see pictures as blocks of colour, some 40 a side, and models the files"
)
COARSE_ALLOWED = "if that is what you want, say so in the plan: coarse_pictures = true."

_SEEDS = 2**48


def start_of(study: StudyFolder, planned: PlannedMatch, arrival: int, step: str) -> Start:
    """The match as a participant plays it. arrival, step: of the participant, which give a deal of their own with the study's seed.

    Raises ValueError, with a sentence, for what cannot be played.
    """
    from woozle.arena.play import models, officials

    config = config_of(study.path, planned)
    text = ",".join(planned.seats)
    beside = officials.officials(planned.officials, planned.game, config)
    return Start(
        planned.game,
        (models.completed(text, planned.game),),
        config,
        seed_of(planned, config, Chance(key_from_seed(study.plan.seed, "study deal", arrival, step)).below("seed", _SEEDS)),
        officials={seat: str(spec) for seat, spec in beside.items()},
    )


def config_of(folder: Path, planned: PlannedMatch) -> Any:
    """The configuration of a planned match. folder: of the study, where files that options name are looked for first.

    Raises ValueError, with a sentence.
    """
    given = {name: _option(folder, planned.game, name, option) for name, option in planned.options.items()}
    return registry.configure(registry.game(planned.game), planned.preset, given)


def _option(folder: Path, game: str, name: str, option: Any) -> Any:
    if not isinstance(option, str) or name not in registry.game(game).config_type.model_fields:
        return option
    if option_files.is_file(name, option, game) and (folder / option).exists():
        option = str(folder / option)
    return option_files.value(name, option, game)


def is_about_pictures(folder: Path, planned: PlannedMatch) -> bool:
    """Return whether nobody can play the match without looking at pictures. Raises ValueError, with a sentence."""
    return sights(planned.game, config_of(folder, planned)) != "none"


def refuse_coarse(study: StudyFolder) -> None:
    """Raises StudyError for a study in browsers about pictures, unless its plan says that they may be coarse."""
    if not study.plan.coarse_pictures and any(is_about_pictures(study.path, each) for each in study.plan.matches):
        raise StudyError(f"{COARSE}: {COARSE_ALLOWED}")


def place_of_person(planned: PlannedMatch) -> int:
    """Which seat is the participant's, from 0. Raises ValueError, with a sentence."""
    specs = parse_seats(",".join(planned.seats), planned.game)
    people = [at for at, spec in enumerate(specs) if spec == SeatSpec("human")]
    if len(people) != 1:
        raise StudyError(f"A match of {planned.game} names human once, for the participant, not {len(people)} times.")
    return people[0]


def seed_of(planned: PlannedMatch, config: Any, deal: int) -> int:
    """The seed of a match: the planned one or `deal`, or the first after it by which the participant is dealt the role.

    Raises ValueError, with a sentence, for a role that nobody is dealt.
    """
    first = deal if planned.seed is None else planned.seed
    if not planned.role:
        return first
    kind = registry.game(planned.game)
    if planned.role not in kind.role_names:
        there_are = f"there are {', '.join(kind.role_names)}" if kind.role_names else "it has none"
        raise StudyError(f"{planned.game} has no role {planned.role}; {there_are}.")
    count, place = len(parse_seats(",".join(planned.seats), planned.game)), place_of_person(planned)
    for seed in range(first, first + MOST_DEALS):
        referee = Referee(kind(count, config), key_from_seed(seed, 1))  # as a match with this seed is begun
        if kind.roles(referee.record).get(referee.game.seats[place]) == planned.role:
            return seed
    raise StudyError(
        f"Nobody in the seat of the participant is dealt the role {planned.role} of {planned.game} by any of {MOST_DEALS} seeds; "
        "choose another role, seat or option."
    )


def models_in(study: StudyFolder) -> Iterator[tuple[PlannedMatch, list[ModelSpec]]]:
    """The matches that need models, and which, each as models.toml completes it. Raises ValueError, with a sentence."""
    from woozle.arena.play import models, officials

    for planned in study.plan.matches:
        text = models.completed(",".join(planned.seats), planned.game)
        beside = officials.officials(planned.officials, planned.game, config_of(study.path, planned))
        specs = [*models_of(parse_seats(text, planned.game)), *(spec.model for spec in beside.values() if spec.model)]
        if specs:
            yield planned, specs
