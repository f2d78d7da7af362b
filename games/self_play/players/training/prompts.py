"""Prompts for a step of self-play in training: as playing models read it, or as short as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from woozle.core.game import Event
from woozle.core.request import Request
from woozle.games.self_play.events import SEARCH, Equipped, Evidence, Posed
from woozle.games.self_play.players.prompt import CUE, evidence_lines, prompt_text

Wording: TypeAlias = Callable[[Request, Sequence[Event]], str]
"""Words a request to act as one text, the model's whole prompt."""


def short_prompt(request: Request, observation: Sequence[Event]) -> str:
    """Return the legal actions, the evidence and the question, without instructions or examples, for models that follow neither."""
    library, question = "", ""
    evidence: list[str] = []
    for event in observation:
        match event:
            case Equipped(seat, name) if seat == request.to:
                library = name
            case Posed(seat, asked) if seat == request.to:
                question, evidence = asked, []
            case Evidence(seat) if seat == request.to:
                evidence += evidence_lines(replace(event, tool=corpus_word(event.tool)))
    return format_short_prompt(request.choices["action"], library, evidence, question)


def format_short_prompt(actions: Sequence[str], library: str, evidence: Sequence[str], question: str) -> str:
    """Return the same short prompt, from its parts."""
    legal = ", ".join(f"{each} {corpus_word(library)}" if each == SEARCH else each for each in actions)
    return "\n".join([f"Actions: {legal}.", "Evidence:", *evidence, f"Question: {' '.join(question.split())}", CUE])


WORDINGS: Mapping[str, Wording] = {"full": prompt_text, "short": short_prompt}


def corpus_word(library: str) -> str:
    """Return a corpus as one word: the last part of `world:7:300:medicine`."""
    return library.rpartition(":")[2]
