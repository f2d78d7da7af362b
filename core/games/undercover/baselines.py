"""The baselines of MUG, table 1, as scripts of the same game: everybody sees the picture, and nobody is voted out.

The released baselines show others' answers alone and take an answer that cannot be read for `yes`. Here what is shared is what was
said, and no answer is no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woozle.core.game import EVERYONE, Script
from woozle.core.games.undercover.events import Concluded, Reflecting, RoundBegan
from woozle.core.games.undercover.scenes.graph import Question
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.core.games.undercover.rules import Undercover

_DEBATE_ROUNDS = {"mad_vote": 2, "mad_judge": 3}  # as in the baselines that MUG compares with


def play_baseline(game: Undercover, question: Question) -> Script[str]:
    """Return the answer that the baseline of the game's mode gives."""
    match game.config.mode:
        case "single":
            return (yield from _alone(game, question, rounds=1))
        case "self_refine":
            return (yield from _alone(game, question, rounds=3))
        case "mad_vote":
            yield from _debate(game, question, game.seats)
            return (yield from game.conclude(game.seats))
        case _:
            return (yield from _play_with_judge(game, question))


def _alone(game: Undercover, question: Question, rounds: int) -> Script[str]:
    """Let each seat answer for itself and hear nobody; the answer of the table is the first seat's.

    rounds: 1, or 3 to answer, to reflect and to answer finally.
    """
    for number in range(1, rounds + 1):
        game.tell(RoundBegan("reasoning", number, game.seats), to=EVERYONE)
        if number > 1:
            for seat in game.seats:
                game.tell(Reflecting(seat, number, is_final=number == rounds), to=(seat,))
        given = yield from game.reasons(game.seats, question)
        for seat in game.seats:
            game.tell_reason(seat, number, given[seat], question, to=(seat,))
    answer = game.lasts[game.seats[0]]
    game.tell(Concluded(game.find_wording(answer), "first" if answer else "nobody", (1,) if answer else ()), to=EVERYONE)
    return answer


def _debate(game: Undercover, question: Question, seats: Sequence[Seat]) -> Script[None]:
    for number in range(1, _DEBATE_ROUNDS[game.config.mode] + 1):
        game.tell(RoundBegan("reasoning", number, tuple(seats)), to=EVERYONE)
        given = yield from game.reasons(seats, question)
        for seat in seats:
            game.tell_reason(seat, number, given[seat], question)


def _play_with_judge(game: Undercover, question: Question) -> Script[str]:
    """Let the last seat, which says nothing in the debate, pick the answer after it."""
    *debaters, judge = game.seats
    yield from _debate(game, question, debaters)
    given = yield from game.reasons((judge,), question)
    game.tell_reason(judge, _DEBATE_ROUNDS["mad_judge"] + 1, given[judge], question)
    answer = game.lasts[judge]
    if not answer:
        return (yield from game.conclude(debaters))
    game.tell(Concluded(game.find_wording(answer), "judge", (1,)), to=EVERYONE)
    return answer
