"""Woozle, in which every bot of every game says what no terminal should receive, and every seat has such a name.

    python -m benchmarks.siege.heckled WORDS...        # as `woozle WORDS...`

Whenever a screen is shown, the name of its kind is added to the file that WOOZLE_SIEGE_SCREENS names, one a line.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.players.registry import bots

from tests.tui.hostile import HOSTILE, MARKUP, NAMES, SPELLS

_VISITED = "WOOZLE_SIEGE_SCREENS"
_TEXTS = (HOSTILE, MARKUP, *SPELLS)


def sit_down() -> None:
    """Take every seat of this process, in all games."""
    for game in registry.names():
        registry.game(game).seat_names = NAMES + registry.game(game).seat_names[len(NAMES) :]
        for kind in bots(game).values():
            if "answer" in kind.__dict__:
                kind.answer = _heckling(kind.answer)  # type: ignore[method-assign]


def _heckling(answer: Callable[[Any, Request, Sequence[Event]], Answer]) -> Callable[[Any, Request, Sequence[Event]], Answer]:
    def heckle(self: Any, request: Request, observation: Sequence[Event]) -> Answer:
        return planted(answer(self, request, observation), request)

    return heckle


def planted(answer: Answer, request: Request) -> Answer:
    """The same answer with such a text in each place where text is free, if one fits there."""
    luck = random.Random(f"{request.to} {request.id}")
    for name, value in answer:
        if name in request.choices:
            continue
        for text in (_TEXTS[0], *luck.sample(_TEXTS[1:], len(_TEXTS) - 1)):
            tried = {**answer.model_dump(), name: _said(value, text)}
            try:
                answer = type(answer).model_validate(tried)
                break
            except ValueError:  # too long there, or not what may be said there
                continue
    return answer


def _said(value: Any, text: str) -> Any:
    if isinstance(value, str):
        return text
    return tuple(_said(each, text) for each in value) if isinstance(value, tuple) else value


def note_screens(file: Path) -> None:
    """Put down what kind of screen is shown, each time that one is."""
    from textual.events import ScreenResume
    from textual.screen import Screen

    begin = Screen._on_screen_resume

    def resumed(self: Screen[Any], event: ScreenResume) -> None:
        with file.open("a") as names:
            names.write(f"{type(self).__name__}\n")
        begin(self, event)

    Screen._on_screen_resume = resumed  # type: ignore[method-assign]


def main() -> None:
    from woozle.tui.cli.main import main as woozle

    sit_down()
    if visited := os.environ.get(_VISITED):
        note_screens(Path(visited))
    woozle()


if __name__ == "__main__":
    main()
