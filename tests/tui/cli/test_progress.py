"""The progress of a run with models, in a line."""

from __future__ import annotations

from types import SimpleNamespace

from woozle.arena.runs.forecast import RunCosts
from woozle.arena.runs.model_runs import CallStages, Tally
from woozle.core.usage import Budget, Limits, Usage
from woozle.players.backends.model_client import Failure, Heard, Queued, Sent, Waiting
from woozle.players.models.progress import Progress
from woozle.tui.cli.progress import Pulse, figures


def test_calls_a_minute_are_those_of_the_last_minute():
    times = iter([0.0, 30.0, 60.0, 100.0, 130.0])
    pulse = Pulse(lambda: next(times))
    assert [pulse.rate(calls) for calls in (0, 30, 60, 60, 60)] == [0.0, 60.0, 60.0, 0.0, 0.0]


def test_a_run_in_a_line():
    calls = CallStages()
    for seat, news in {
        "a": Queued(),
        "b": Sent(),
        "c": Heard("x"),
        "d": Waiting(2, 5.0, Failure("rate_limited", "Too much.")),
    }.items():
        calls.update(1, Progress(seat, 7, news))
    calls.update(2, Progress("b", 7, Sent()))
    calls.update(1, Progress("c", 7, "It failed."))
    spent = Budget(Limits())
    spent.spend(Usage(120, 40_000, 5_200, 0.5), 60.0)
    tally = Tally(0, 2, calls.count("sent"), calls.count("in line"), calls.count("pausing"))
    run = SimpleNamespace(why="", tally=tally, usage=spent.usage, forecast=None)
    assert figures(run, 12.4) == (
        "2 at play, 2 answers under way · 120 calls (12 a minute) · 45.2k tokens · $0.5000 · 1 in line · 1 to be tried again"
    )


def test_what_the_whole_run_will_cost_is_beside_what_was_spent():
    costs = RunCosts(100, iter([0.0, 900.0, 900.0]).__next__)
    for number in (1, 2, 3, 4, 5):
        costs.spend(number, Usage(1, 1000, 100, 0.01))
        costs.finish(number)
    run = SimpleNamespace(why="It was stopped.", tally=Tally(5), usage=Usage(5, 5000, 500, 0.05), forecast=costs.forecast())
    assert figures(run, 0).endswith(" · $0.0500 · all: $1.00 ($1.00 to $1.00), 4.8 h left")
