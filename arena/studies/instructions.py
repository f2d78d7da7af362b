"""What a participant reads before a match: how that match is played, and how to read its table."""

from __future__ import annotations

from typing import Any

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import PlannedMatch, Study, read_text
from woozle.arena.studies.starting import config_of
from woozle.arena.studies.steps import Step
from woozle.arena.views import rules
from woozle.arena.views.line import Line
from woozle.arena.views.registry import help_of
from woozle.arena.views.study import paragraphs
from woozle.core import registry
from woozle.core.game import Game
from woozle.players.seats import parse_seats


def instructions(study: StudyFolder, step: Step) -> tuple[Line, ...]:
    """Return what is read before the match of a step. Raises ValueError, with a sentence, for what cannot be played or read."""
    assert step.match
    return help_of(step.match.game, rules_of_step(study, step), is_study=True)


def rules_of_step(study: StudyFolder, step: Step) -> tuple[Line, ...]:
    """Return how the match of a step is played: in the researcher's own words, or made of its options. Raises ValueError."""
    assert step.match
    if name := own_words(study.plan, step.condition):
        return (Line(rules.HEADING, "heading"), *paragraphs(read_text(study.path, name).text))
    return rules.lines(set_up(study, step.match))


def own_words(plan: Study, condition: str) -> str:
    """Return the file in which the researcher says how the matches of a condition are played; empty if they do not.

    condition: empty for practice.
    """
    own = next((each.instructions for each in plan.conditions if each.name == condition), "")
    return own or plan.texts.instructions


def set_up(study: StudyFolder, planned: PlannedMatch) -> Game[Any]:
    """Return the rules of a planned match, ready to be played. Raises ValueError, with a sentence."""
    seats = parse_seats(",".join(planned.seats), planned.game)
    return registry.game(planned.game)(len(seats), config_of(study.path, planned))
