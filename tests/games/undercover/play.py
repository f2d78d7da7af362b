"""A table of the undercover game for tests: who says what, whom it votes for, and what the services find."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Seat
from woozle.games.undercover.config import Case, Config
from woozle.games.undercover.events import EDITOR, Compare, Conclude, Draw, Reason, Summarise
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.rules import Undercover
from woozle.games.undercover.scenes.graph import Edit, Question, Scene, Thing, drawing_name
from woozle.testing import Say, play_rules

CUPS = Thing("t1", "cup", "red", 6, count=2, state="full")
PLATE = Thing("t2", "plate", "blue", 9, state="empty")
TABLE = Scene("table", (CUPS, PLATE))
OTHER = Scene("table", (Thing("t1", "cup", "red", 6, count=3, state="full"), PLATE))
QUESTION = Question("count", "How many cups are there?", ("1", "2", "3", "4"), "2", "3")
EDIT = Edit("quantity", "t1", "Add one red cup.", "2 red cups", "3 red cups")
CASE = Case(id="cups", question=QUESTION, scene=TABLE, other=OTHER, edit=EDIT)
PICTURE, COUNTERFACTUAL = "a" * 64, "b" * 64  # of files
DRAWN, OTHER_DRAWN = drawing_name(TABLE, 512), drawing_name(OTHER, 512)
FILES = Case(
    id="photo",
    question=QUESTION,
    picture=PICTURE,
    counterfactual=COUNTERFACTUAL,
    described="Two red cups.",
    other_described="Three red cups.",
)


def write_pair(folder: Path) -> None:
    """Write the two tables as pictures of a pair of which nothing is known but the files."""
    for name, scene in (("cups.png", TABLE), ("other.png", OTHER)):
        (folder / name).write_bytes(draw_scene(scene, 256).data)
    pair = {"id": "cups", "image": "cups.png", "counterfactual": "other.png", "question": QUESTION.text, "answer": QUESTION.answer}
    (folder / "pairs.jsonl").write_text(json.dumps({**pair, "options": QUESTION.options}) + "\n", "utf-8")


def undercover(seats: int = 5, **options) -> Referee:
    return Referee(Undercover(seats, Config(**{"pool": (CASE,), **options})))


def audiences(referee: Referee, kind: type) -> list:
    return [to for event, to in referee.record if isinstance(event, kind)]


def hidden(referee: Referee) -> Seat:
    """Return the undercover."""
    return referee.game.undercover


def service(request: Request, compared: Compare | None = None) -> Answer:
    """Answer as the services: with the two pictures, and that they are much alike."""
    if request.to == EDITOR:
        return Draw(picture=PICTURE, counterfactual=COUNTERFACTUAL)
    return compared or Compare(visual=0.97, semantic=0.9, natural=1, is_changed=True)


def go(referee: Referee, say: Say, compared: Compare | None = None) -> Referee:
    """Play to the end: `say` answers for the seats."""
    seats = referee.game.seats
    return play_rules(referee, lambda request, match: say(request, match) if request.to in seats else service(request, compared))


def votes(*rounds: Mapping[Seat, Seat | None] | Callable[[Referee], Seat], answers: Mapping[Seat, str] = {}) -> Say:
    """Seats vote as told, round by round (a revote is a round of its own), and answer 2 unless told otherwise.

    A round that is a function says for whom all vote who may.
    """
    counted: dict[Seat, int] = {}

    def say(request: Request, referee: Referee) -> Answer:
        seat = request.to
        match request.answer.__name__:
            case "Reason":
                return Reason(answer=answers.get(seat, "2"), analysis=f"{seat} looks closely.")
            case "Summarise":
                return Summarise(answer=answers.get(seat, "2"), summary=f"{seat} has listened.")
            case "Conclude":
                return Conclude(answer=request.choices["answer"][0])
        counted[seat] = at = counted.get(seat, -1) + 1
        ballot = rounds[min(at, len(rounds) - 1)]
        target = ballot(referee) if callable(ballot) else ballot.get(seat)
        return request.answer(target=target if target in request.choices["target"] else None)

    return say


def innocent(referee: Referee) -> Seat:
    """The first of those who are left and see the picture."""
    return next(seat for seat in referee.game.left if seat != hidden(referee))
