"""How a step of self-play reads for a model that is trained: as models read it that play, or as short as can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from woozle.core.game import Event
from woozle.core.games.self_play.events import SEARCH, Equipped, Evidence, Posed
from woozle.core.request import Request
from woozle.players.games.self_play import chat as self_play_chat
from woozle.players.games.self_play.chat import CUE

Wording: TypeAlias = Callable[[Request, Sequence[Event]], str]
"""What a seat reads when it is asked to act: one text, the model's whole prompt."""


def short(request: Request, observation: Sequence[Event]) -> str:
    """What can be done, the evidence and the question, without instruction or example, for models that cannot follow these."""
    library, question = "", ""
    evidence: list[str] = []
    for event in observation:
        match event:
            case Equipped(seat, name) if seat == request.to:
                library = name
            case Posed(seat, asked) if seat == request.to:
                question, evidence = asked, []
            case Evidence(seat) if seat == request.to:
                evidence += self_play_chat.items(replace(event, tool=called(event.tool)))
    return briefly(request.choices["action"], library, evidence, question)


def briefly(actions: Sequence[str], library: str, evidence: Sequence[str], question: str) -> str:
    """The same, from its parts."""
    legal = ", ".join(f"{each} {called(library)}" if each == SEARCH else each for each in actions)
    return "\n".join([f"Actions: {legal}.", "Evidence:", *evidence, f"Question: {' '.join(question.split())}", CUE])


WORDINGS: Mapping[str, Wording] = {"full": self_play_chat.prompt, "short": short}


def called(library: str) -> str:
    """A corpus in a word: of `world:7:300:medicine` its last."""
    return library.rpartition(":")[2]
