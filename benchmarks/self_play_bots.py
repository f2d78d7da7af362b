"""The results of the bots of self-play, together and alone, and the cost of a rollout: 10,000 of them in processor time.

    python -m benchmarks self_play_bots
    python -m benchmarks.self_play_bots [--seeds 5] [--seats 3] [--set names=true]

Every bot is asked all bundled questions, with each seed, and searches their two corpora by words. `group F1` is that of the first
seat's final reply; `answers` and `hedges` are the mean F1 of replies by ANSWER and by HEDGE. `area` is the area under the curve of
answer calibration, which, like AUROC, comes from P(ANSWER) as bots report it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from benchmarks.result import Result
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.core.statistics.resampling import Share, mean
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Question, questions
from woozle.games.self_play.events import (
    ANSWER,
    HEDGE,
    LIBRARIAN,
    SEARCH,
    Acted,
    Concluded,
    Evidence,
    Found,
    Query,
)
from woozle.games.self_play.papers.metrics import answer_curve, answer_probability, auroc, passed_on, token_f1
from woozle.games.self_play.players.bot import BOTS, SelfPlayBot
from woozle.games.self_play.players.retriever import IndexCache, format_paragraph
from woozle.games.self_play.players.services import index_cache
from woozle.games.self_play.rules import SelfPlay
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed

ROLLOUTS = 10_000


class Rollout(NamedTuple):
    """A rollout of one question: the record, the group's answer, and the action probabilities of each act."""

    question: Question
    record: Sequence[Event]
    concluded: Concluded
    leanings: Sequence[tuple[Mapping[str, float], Acted]]


def rollout(bot: type[SelfPlayBot], seats: int, config: Config, seed: int, shelf: IndexCache) -> Rollout:
    """Play one question with such bots."""
    key = key_from_seed(seed, config.question)
    game = SelfPlay(seats, config)
    referee = Referee(game, key)
    players: dict[str, Bot] = {seat: bot(bot_seed(seat, key)) for seat in game.seats}
    leanings: list[tuple[Mapping[str, float], Acted]] = []
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        view = referee.view(request.to)
        if request.to == LIBRARIAN:
            referee.fold(Response(request.id, _found(request, view, shelf), 0.0))
            continue
        response = _at_once(players[request.to], request, view)
        told = referee.fold(response)
        acted = next(event for event, _ in told if isinstance(event, Acted))
        if response.answer_probabilities:
            leanings.append((response.answer_probabilities.probabilities, acted))
    record = [event for event, _ in referee.record]
    return Rollout(game.question, record, next(each for each in record if isinstance(each, Concluded)), leanings)


def _found(request: Request, view: Sequence[Event], shelf: IndexCache) -> Found:
    """Answer a query like the default librarian."""
    query = view[-1]
    assert isinstance(query, Query)
    found = shelf.search(query.corpus, query.text, query.most)
    return Found(of=query.number, texts=tuple(map(format_paragraph, found)), sources=tuple(each.id for each in found))


def _at_once(bot: Bot, request: Request, view: Sequence[Event]) -> Response:
    """Return the Response of a bot, which waits for nothing."""
    try:
        bot.respond(request, view).send(None)
    except StopIteration as end:
        response: Response = end.value
        return response
    raise AssertionError("A bot waits for nothing.")


class Figures(NamedTuple):
    """The figures of one seed; None if undefined."""

    group: float
    searches: float
    reward: float
    answers: float | None
    hedges: float | None
    area: float | None
    auroc: float | None
    passed: float | None


def figures(rollouts: Sequence[Rollout]) -> Figures:
    """Return the figures of many rollouts."""
    said: dict[str, list[float]] = {ANSWER: [], HEDGE: []}
    sure: list[float] = []
    right: list[float] = []
    for each in rollouts:
        for probabilities, acted in each.leanings:
            if acted.action not in said:
                continue
            f1 = token_f1(acted.argument, each.question.answers)
            said[acted.action].append(f1)
            chance = answer_probability(probabilities[ANSWER], probabilities[HEDGE])
            if chance is not None:
                sure.append(chance)
                right.append(f1)
    return Figures(
        fmean(each.concluded.f1 for each in rollouts),
        fmean(any(isinstance(e, Acted) and e.action == SEARCH for e in each.record) for each in rollouts),
        fmean(each.concluded.reward for each in rollouts),
        fmean(said[ANSWER]) if said[ANSWER] else None,
        fmean(said[HEDGE]) if said[HEDGE] else None,
        answer_curve(sure, right).area if sure else None,
        auroc(sure, [each > 0.5 for each in right]),
        _share(passed_on(pair for each in rollouts if (pair := _pair(each)))),
    )


def _pair(rollout: Rollout) -> tuple[str, str, str] | None:
    """Return the ANSWER and the HEDGE to the first seat, if it got one of each, and its own reply."""
    first = next(each.seat for each in rollout.record if isinstance(each, Acted))
    told = [each for each in rollout.record if isinstance(each, Evidence) and each.seat == first and each.tag.startswith("FRIEND")]
    by_tag = {each.tag: each.texts[0] for each in told}
    if len(told) != len(by_tag) or set(by_tag) != {"FRIEND_ANSWER", "FRIEND_HEDGE"}:
        return None
    return by_tag["FRIEND_ANSWER"], by_tag["FRIEND_HEDGE"], rollout.concluded.answer


def _share(share: Share) -> float | None:
    return share.part / share.whole if share.whole else None


def speed() -> list[Result]:
    """Measure rollouts of the default society with the default bot, librarian included."""
    pool, shelf = [Config(question=each.id) for each in questions()], index_cache()
    rollout(BOTS_OF["fair"], 3, pool[0], 0, shelf)
    begun = time.process_time()
    played = [rollout(BOTS_OF["fair"], 3, pool[at % len(pool)], at, shelf) for at in range(ROLLOUTS)]
    seconds = time.process_time() - begun
    steps = sum(isinstance(event, Acted) for each in played for event in each.record)
    return [
        Result(f"{ROLLOUTS:,} rollouts of 3 bots, BM25 included", seconds, "s of a core", "< 60"),
        Result("  steps", steps / seconds, "a second", ""),
    ]


BOTS_OF = {bot.name: bot for bot in BOTS if issubclass(bot, SelfPlayBot)}
ALL = {"self_play_bots": speed}

_TITLES = ("group F1", "search rate", "reward", "answers", "hedges", "area", "AUROC", "passed on")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of all bots, with 95 % intervals of the first figures over seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--seats", default="1,3")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    given = parser.parse_args(arguments)
    options = dict(option.split("=", 1) for option in given.options)
    shelf = index_cache()
    configs = [registry.configure(SelfPlay, "standard", {**options, "question": each.id}) for each in questions()]
    for seats in map(int, given.seats.split(",")):
        print(f"{seats} seats, {len(configs)} questions, {given.seeds} seeds\n")
        titles = (f"{title:<24}" if at < _WITH_INTERVALS else f"{title:<10}" for at, title in enumerate(_TITLES))
        print(f"{'bot':<10}{''.join(titles)}".rstrip())
        for name, bot in BOTS_OF.items():
            found = [figures([rollout(bot, seats, each, seed, shelf) for each in configs]) for seed in range(given.seeds)]
            print(f"{name:<10}" + "".join(_shown(column, at) for at, column in enumerate(zip(*found, strict=True))).rstrip())
        print()


_WITH_INTERVALS = 3  # figures shown with their intervals


def _shown(values: Sequence[float | None], at: int) -> str:
    figure = mean(values)
    if figure.value is None:
        return f"{'-':<10}"
    if at >= _WITH_INTERVALS:
        return f"{figure.value:<10.3f}"
    interval = "" if figure.low is None else f" [{figure.low:.3f}, {figure.high:.3f}]"
    return f"{f'{figure.value:.3f}{interval}':<24}"


if __name__ == "__main__":
    main()
