"""The Woozle effect with bots: who is misled as more begin wrong, and the effect of topologies, on the same first answers.

    python -m benchmarks.debate_bots [--seeds 20] [--questions 60] [--seats 3,5] [--estimator ngram] [--chart]
    python -m benchmarks.debate_bots --wrong own --seats 5 --bot fair --vary stubbornness=0.5,2,8
    python -m benchmarks.debate_bots --speed

`wrong` is the number of seats that are given a wrong first answer; `own` uses the bots' own first answers, made once and given to
every method. Figures are means over seeds, each with all questions, with 95 % bootstrap intervals over seeds. `less full` are
paired differences for the same seed. MR2 and IMR3 count the same agents for every method; MR3 does not.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from benchmarks.result import Result
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.core.statistics.resampling import Estimate as Figure
from woozle.core.statistics.resampling import Share, mean, mean_difference
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.config import Config, Topology
from woozle.games.debate.data import Problem, problems
from woozle.games.debate.events import ESTIMATOR, Answered, Estimate, Linked, Texts
from woozle.games.debate.players.bot import BOTS, DebateBot
from woozle.games.debate.players.ngrams import entropies as ngram
from woozle.games.debate.players.passages import Passage, passages
from woozle.games.debate.players.passages import text_entropy as estimated
from woozle.games.debate.players.persuasion import confidence
from woozle.games.debate.rules import Debate
from woozle.games.debate.spread.entropies import Candidate
from woozle.games.debate.spread.metrics import round_shares
from woozle.players.seats import bot_seed

METHODS: tuple[Topology, ...] = ("full", "sparse", "random", "dig", "digra")
OWN = "own"
_TIMED: tuple[tuple[Topology, int], ...] = (("full", 1000), ("digra", 100))
_BAR = 40  # characters of a bar for the value 1

Estimator: TypeAlias = Callable[[Texts], Sequence[float]]


class Played(NamedTuple):
    """A played debate: who was right by round, the share of others listened to, the share of messages heard with the listener's own
    answer, and the first answers.
    """

    right: list[list[bool]]
    sparsity: float
    alike: float
    firsts: tuple[str, ...]


class Cell(NamedTuple):
    """A method on the debates of one seed: its shares, as `round_shares` names them, and means over debates as in Played."""

    shares: Mapping[str, Share]
    sparsity: float
    alike: float


# Estimators


def of_confidence(asked: Texts) -> list[float]:
    """STAND-IN for an entropy, from how sure texts sound: 1 - confidence, not in nats.

    After other texts have been read, it is 1 - the mean confidence in the agent's own answer; for texts with another answer, that
    is 1 - their confidence.
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(asked.options)]
    sure = [confidence(text) for text in asked.responses]
    if asked.agent is None:
        return [1 - each for each in sure]
    answers = [extract_answer(text, asked.kind, letters) for text in asked.responses]  # type: ignore[arg-type]
    own = asked.agent

    def after(heard: Candidate) -> float:
        believed = [sure[at] if answers[at] == answers[own] else 1 - sure[at] for at in (own, *heard)]
        return 1 - sum(believed) / len(believed)

    return [after(heard) for heard in asked.candidates]


def of_ngram(asked: Texts) -> list[float]:
    """Return the entropies of the bundled estimator, in nats."""
    return [_entropy(each) for each in passages(asked)]


@lru_cache(maxsize=100_000)
def _entropy(passage: Passage) -> float:
    """Return an entropy, cached, since methods share first answers and ask for the same ones repeatedly."""
    return estimated(ngram(*passage)) or 0.0


ESTIMATORS: Mapping[str, Estimator] = {"ngram": of_ngram, "confidence": of_confidence}


# Debates


def debated(bot: type[DebateBot], seats: int, problem: Problem, seed: int, estimator: Estimator, **options: Any) -> Played:
    """Play a debate of such bots to its end."""
    key = key_from_seed(seed, problem.id)
    game = Debate(seats, Config(pool=(problem,), **options))
    referee = Referee(game, key)
    players = {seat: bot(bot_seed(seat, key)) for seat in game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        view = referee.view(request.to)
        answer = _measured(request, view, estimator) if request.to == ESTIMATOR else players[request.to].answer(request, view)
        referee.fold(Response(request.id, answer, 0.0))
    return _result(referee, seats)


def _measured(request: Request, view: Sequence[Any], estimator: Estimator) -> Estimate:
    (number,) = request.choices["of"]
    asked = next(event for event in reversed(view) if isinstance(event, Texts) and event.number == number)
    return Estimate(of=number, entropies=tuple(estimator(asked)), estimator="benchmark")


def _result(referee: Referee, seats: int) -> Played:
    game = referee.game
    assert isinstance(game, Debate)
    said = [event for event, _ in referee.record if isinstance(event, Answered)]
    rounds = [said[at : at + seats] for at in range(0, len(said), seats)]
    linked = [event for event, _ in referee.record if isinstance(event, Linked)]
    heard = [
        {game.seats.index(seat): [game.seats.index(each) for each in to] for seat, to in event.heard.items()} for event in linked
    ]
    shares = [sum(map(len, each.values())) / (seats * (seats - 1)) for each in heard]
    alike = [
        said[other].answer == said[at].answer for said, to in zip(rounds, heard, strict=False) for at in to for other in to[at]
    ]
    right = [[game.is_right(each.answer) for each in answered] for answered in rounds]
    return Played(right, _average(shares), _average(alike), tuple(each.text for each in rounds[0]))


class Table(NamedTuple):
    """The debates of one table: the bots, all questions of the pool, and the methods to compare."""

    bot: type[DebateBot]
    seats: int
    pool: Sequence[Problem]
    methods: Sequence[Topology]
    estimator: Estimator

    def cells(self, wrong: int | str, seed: int) -> dict[str, Cell]:
        """Play every method on the same first answers, all questions with one seed."""
        played: defaultdict[str, list[Played]] = defaultdict(list)
        for problem in self.pool:
            firsts: dict[str, Any] = {"wrong": wrong}
            if wrong == OWN:
                firsts = {"firsts": debated(self.bot, self.seats, problem, seed, self.estimator, rounds=1).firsts}
            alike = [debated(self.bot, self.seats, problem, seed, self.estimator, topology=each, **firsts) for each in self.methods]
            assert len({each.firsts for each in alike}) == 1, "methods are compared on the same first answers"
            for name, each in zip(self.methods, alike, strict=True):
                played[name].append(each)
        return {name: _cell(each) for name, each in played.items()}


def _cell(played: Sequence[Played]) -> Cell:
    right = [list(chain.from_iterable(questions)) for questions in zip(*(each.right for each in played), strict=True)]
    return Cell(round_shares(right), _average([each.sparsity for each in played]), _average([each.alike for each in played]))


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# Output

_FIGURES = ("MR2", "MR3", "IMR3", "CR2", "CR3")
_COMPARED = (*_FIGURES[:4], "MA3")
HEADER = f"{'wrong':<6}{'method':<8}{'D':<6}{'alike':<6}{'MA1':<6}{'MA2':<6}{'MA3':<6}" + "".join(
    f"{title:<21}" for title in _FIGURES
)
LESS = f"{'wrong':<6}{'less full':<14}" + "".join(f"{title:<25}" for title in _COMPARED)

Found: TypeAlias = Mapping[int, Mapping[str, Cell]]
"""By seed and method."""


def levels(found: Found, wrong: int | str) -> Iterator[str]:
    """Yield a line for each method."""
    for name in _methods(found):
        of_seed = {seed: cells[name] for seed, cells in found.items()}
        accuracy = "".join(f"{_mean(of_seed, f'MA{at}').value:<6.3f}" for at in (1, 2, 3))
        shares = "".join(f"{_average([getattr(cell, of) for cell in of_seed.values()]):<6.2f}" for of in ("sparsity", "alike"))
        figures = "".join(f"{_shown(_mean(of_seed, figure), '.3f'):<21}" for figure in _FIGURES)
        yield f"{wrong!s:<6}{name:<8}{shares}{accuracy}{figures}".rstrip()


def differences(found: Found, wrong: int | str) -> Iterator[str]:
    """Yield a line for each method except full: its difference from full."""
    full = {seed: cells["full"] for seed, cells in found.items()}
    for name in _methods(found):
        of_seed = {seed: cells[name] for seed, cells in found.items()}
        figures = "".join(f"{_shown(_difference(of_seed, full, figure), '+.3f'):<25}" for figure in _COMPARED)
        if name != "full":
            yield f"{wrong!s:<6}{name:<14}{figures}".rstrip()


def bars(table: Mapping[int | str, Found], figure: str) -> Iterator[str]:
    """Yield a figure as bars."""
    for wrong, found in table.items():
        for name in _methods(found):
            level = _mean({seed: cells[name] for seed, cells in found.items()}, figure)
            if level.value is not None:
                bar = "█" * round(level.value * _BAR)
                yield f"{wrong if name == 'full' else '':<5}{name:<8}{bar:<{_BAR}} {_shown(level, '.3f')}"


def _methods(found: Found) -> Sequence[str]:
    return list(next(iter(found.values())))


def _mean(of_seed: Mapping[int, Cell], figure: str) -> Figure:
    return mean(cell.shares[figure].rate for cell in of_seed.values())


def _difference(ours: Mapping[int, Cell], theirs: Mapping[int, Cell], figure: str) -> Figure:
    return mean_difference(*({seed: cell.shares[figure].rate for seed, cell in each.items()} for each in (ours, theirs)))


def _shown(figure: Figure, form: str) -> str:
    if figure.value is None:
        return "-"
    return f"{figure.value:{form}}" + ("" if figure.low is None else f" [{figure.low:{form}}, {figure.high:{form}}]")


def debates() -> list[Result]:
    """Measure 1,000 debates of 5 seats and 3 rounds in which all hear all others, and 100 by entropies."""
    results = list[Result]()
    bot = next(each for each in BOTS if issubclass(each, DebateBot) and each.name == "fair")
    for topology, count in _TIMED:
        seconds, wanted = spent(bot, topology, count), "< 30" if topology == "full" else ""
        results.append(Result(f"{count:,} debates of 5 bots, 3 rounds, {topology}", seconds, "s of a core", wanted))
    return results


ALL = {"debates": debates}


def spent(bot: type[DebateBot], topology: Topology, debates: int) -> float:
    """Return the processor seconds of debates of 5 seats and 3 rounds, with the n-gram model if entropies are needed."""
    pool, begun = problems(), time.process_time()
    for seed in range(debates):
        debated(bot, 5, pool[seed % len(pool)], seed, of_ngram, topology=topology)
    return time.process_time() - begun


def varied(bot: type[DebateBot], vary: str) -> Iterator[type[DebateBot]]:
    """Yield the bot as it is, or with one trait at each of these values: `stubbornness=0.5,2,8`."""
    if not vary:
        yield bot
        return
    trait, _, values = vary.partition("=")
    for value in values.split(","):
        yield type("Varied", (bot,), {"name": f"{bot.name} {trait}={value}", trait: type(getattr(bot, trait))(value)})


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    named = {bot.name: bot for bot in BOTS if issubclass(bot, DebateBot)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--questions", type=int, default=60, help="of those that come with Woozle")
    parser.add_argument("--seats", default="3,5")
    parser.add_argument(
        "--wrong",
        default="",
        help=f"how many begin wrong, by commas, or {OWN}; by default each at which some are right and some wrong, and {OWN}",
    )
    parser.add_argument("--methods", default=",".join(METHODS), help="by commas; full is one of them")
    parser.add_argument("--bot", choices=named, default="fair")
    parser.add_argument("--vary", default="", metavar="TRAIT=VALUES")
    parser.add_argument("--estimator", choices=ESTIMATORS, default=next(iter(ESTIMATORS)))
    parser.add_argument("--chart", action="store_true")
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args(arguments)
    if given.speed:
        for topology, debates in _TIMED:
            seconds = spent(named[given.bot], topology, debates)
            print(f"{debates} debates of 5 seats, 3 rounds, {topology}: {seconds:.1f} s of one core")
        return
    pool, methods = problems()[: given.questions], [each for each in METHODS if each in given.methods.split(",")]
    for bot in varied(named[given.bot], given.vary):
        for seats in map(int, given.seats.split(",")):
            print(
                f"{seats} seats, {bot.name}, {len(pool)} questions, {given.seeds} seeds, entropies: {given.estimator}\n\n{HEADER}"
            )
            every = [*range(1, seats), OWN]
            asked = [OWN if each == OWN else int(each) for each in given.wrong.split(",")] if given.wrong else every
            played = Table(bot, seats, pool, methods, ESTIMATORS[given.estimator])
            show(played, asked, given.seeds, with_bars=given.chart)


def show(played: Table, asked: Sequence[int | str], seeds: int, *, with_bars: bool) -> None:
    """Play and print everything for some numbers of wrong first answers."""
    table: dict[int | str, Found] = {}
    for wrong in asked:
        table[wrong] = {seed: played.cells(wrong, seed) for seed in range(seeds)}
        print("\n".join(levels(table[wrong], wrong)), flush=True)
    print("\n".join(["", LESS, *(line for wrong in asked for line in differences(table[wrong], wrong)), ""]))
    if with_bars:
        print("\n".join(["MR2", *bars(table, "MR2"), "\nIMR3", *bars(table, "IMR3"), ""]))


if __name__ == "__main__":
    main()
