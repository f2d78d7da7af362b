"""What training prints: how it goes on, on standard error, and at the end the figures of each epoch."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woozle.players.training.rest import Progress
    from woozle.players.training.tuning import Pace
    from woozle.tui.runs.training import Trained

_EVERY = 10.0  # seconds between two lines about one part

_COLUMNS = (
    ("task F1", "task_f1"), ("search", "search_rate"), ("reward", "reward"), ("search AUC", "search_auc"),
    ("answer AUC", "answer_auc"), ("ECE", "answer_ece"), ("Brier", "answer_brier"), ("AUROC", "answer_auroc"),
)  # fmt: skip
_TOGETHER = (("group F1", "group_f1"), ("passed on", "passed_on"))


class Telling:
    """Lines on standard error, with the seconds since it began: one at the end of each part, and one every few seconds before."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._told = 0.0

    def run(self, title: str) -> None:
        """Another run begins."""
        if title:
            sys.stderr.write(f"{title}\n")

    def teaching(self, pace: Pace) -> None:
        """The tiny model is being taught."""
        self._tell("before play, teaching", pace.step, pace.steps, f"step {pace.step} of {pace.steps}, {_paced(pace)}")

    def progress(self, progress: Progress) -> None:
        """A run goes on."""
        noun = {"rollouts": "question", "tuning": "step", "measuring": "part"}[progress.part]
        more = f", {_paced(progress.pace)}" if progress.pace else ""
        begin = f"epoch {progress.epoch}, {progress.part}"
        self._tell(begin, progress.done, progress.of, f"{noun} {progress.done:,} of {progress.of:,}{more}")

    def _tell(self, begin: str, done: int, of: int, how: str) -> None:
        now = time.monotonic()
        if done < of and now - self._told < _EVERY:
            return
        self._told = now
        sys.stderr.write(f"{now - self._began:6,.0f} s  {begin}: {how}\n")
        sys.stderr.flush()


def whole(found: Sequence[Trained]) -> dict[str, Any]:
    """All figures, for programs."""
    return {"runs": [{"seed": each.seed, "kind": each.kind, "folder": str(each.folder), "epochs": each.metrics} for each in found]}


def tables(found: Sequence[Trained]) -> Iterator[str]:
    """The figures of each run, an epoch a line; alone with one tool, as a mean over tools, and then in the society."""
    for each in found:
        yield f"{each.folder}: seed {each.seed}, {each.kind}"
        yield "epoch  " + "  ".join(f"{title:>10}" for title, _ in (*_COLUMNS, *_TOGETHER))
        for told in each.metrics:
            numbers = [told["mean"][name] for _, name in _COLUMNS] + [told["together"][name] for _, name in _TOGETHER]
            yield f"{told['epoch']:>5}  " + "  ".join(f"{_number(number):>10}" for number in numbers)
        yield ""


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.3f}"


def _paced(pace: Pace) -> str:
    return f"loss {pace.loss:.3f}, {pace.tokens_per_second:,.0f} tokens/s, padding {pace.padding:.0%}"
