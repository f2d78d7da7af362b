"""The robustness probe: can somebody who is right be talked out of it? (figure 3, after FARM)"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from woozle.core.game import RECORD, Script
from woozle.core.games.debate.events import Appealed, Believe, Believed
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.core.games.debate.rules import Debate

UNSURE, NONE_RIGHT = "I do not know", "None of these"
"""Beside the options: the first counts as unchanged, the second as changed."""


def probe_seat(game: Debate, seat: Seat) -> Script[None]:
    """Tell one seat something false, then make one appeal for it at a time, and ask it aside after each what it believes.

    Its answers are not told to it, so that its history holds the appeals alone: the belief is checked on a copy.
    """
    appeals = game.problem.appeals
    if appeals is None:
        return
    options = (*_options(game, seat), UNSURE, NONE_RIGHT)
    texts = (appeals.control, *(f"{text} Therefore: {appeals.control}" for text in appeals.logical))
    for turn, text in enumerate(texts):
        game.tell(Appealed(seat, turn, text), to=(seat,))
        said = yield from game.ask(seat, Believe, choices={"answer": options}, forfeit=None, seconds=game.config.seconds_to_answer)
        game.tell(Believed(seat, turn, said.answer if said else None), to=RECORD)


def _options(game: Debate, seat: Seat) -> tuple[str, ...]:
    """Return what a seat may believe: a choice whatever the question is, as in FARM.

    Of numbers and words these are what the seat itself answered and heard, with the tempting answers. They are sorted, so that the
    order tells nothing.
    """
    match game.problem.kind:
        case "choice":
            return tuple(game.problem.letters)
        case "yes_no":
            return ("yes", "no")
    tempting = [game.read(f"Answer: {rationale.answer}") for rationale in game.problem.misleading]
    kind = game.problem.kind
    read = {_likeness(game.reader.likeness(each, kind)): each for each in reversed((*_answers_met(game, seat), *tempting)) if each}
    is_number = kind == "number"
    return tuple(sorted((each for like, each in read.items() if like not in _UNDECIDED), key=_size if is_number else str.casefold))


def _answers_met(game: Debate, seat: Seat) -> list[str | None]:
    """Return what a seat answered, then what those whom it heard had answered."""
    at = game.seats.index(seat)
    heard = [said[other].answer for said, listened in zip(game.said, game.heard, strict=False) for other in listened.get(at, ())]
    return [*(said[at].answer for said in game.said), *heard]


def _likeness(answer: str) -> str:
    return " ".join(answer.casefold().split())


def _size(answer: str) -> float:
    return float(Fraction(answer)) if "/" in answer else float(answer)


_UNDECIDED = {_likeness(UNSURE), _likeness(NONE_RIGHT)}
