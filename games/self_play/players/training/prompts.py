"""Prompts for a step of self-play in training: as playing models read it, or as short as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from woozle.core.game import Event
from woozle.core.request import Request
from woozle.core.state import fold_events
from woozle.games.self_play.events import SEARCH
from woozle.games.self_play.players.prompt import evidence_lines, prompt_text, step_lines
from woozle.games.self_play.state import State

Wording: TypeAlias = Callable[[Request, Sequence[Event]], str]
"""Words a request to act as one text, the model's whole prompt."""


def short_prompt(request: Request, observation: Sequence[Event]) -> str:
    """Return the legal actions, the evidence and the question, without instructions or examples, for models that follow neither."""
    known = fold_events(State(request.to), observation)
    visit = known.visit(request.to)
    given = [replace(each.evidence, tool=corpus_word(each.evidence.tool)) for each in visit.given] if visit else []
    evidence = [line for each in given for line in evidence_lines(each)]
    question = visit.posed.question if visit and visit.posed else ""
    return format_short_prompt(request.choices["action"], known.library(request.to), evidence, question)


def format_short_prompt(actions: Sequence[str], library: str, evidence: Sequence[str], question: str) -> str:
    """Return the same short prompt, from its parts."""
    legal = ", ".join(f"{each} {corpus_word(library)}" if each == SEARCH else each for each in actions)
    return "\n".join([f"Actions: {legal}.", *step_lines(evidence, question)])


WORDINGS: Mapping[str, Wording] = {"full": prompt_text, "short": short_prompt}


def corpus_word(library: str) -> str:
    """Return a corpus as one word: the last part of `world:7:300:medicine`."""
    return library.rpartition(":")[2]
