"""Reinforced self-training (ReST): play rollouts with the newest model, select the good ones, tune on them, and repeat.

A run is one folder: plan.json, base.json (what retrieval is worth to the base model), and for each epoch rollouts.jsonl,
dataset.jsonl, the model and metrics.json; epoch 0 is the base model. A run that is killed resumes where it was: with the next
questions, the last checkpoint, or the next part.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from woozle.core.chance import Chance, key_from_seed
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.graphs import Graph
from woozle.core.regular_files import LARGE, SMALL, read_file
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Question
from woozle.games.self_play.papers.metrics import PRICE
from woozle.games.self_play.papers.selection import THRESHOLD, groups
from woozle.games.self_play.players.training import dataset, trainer
from woozle.games.self_play.players.training.dataset import Pair, Supervision
from woozle.games.self_play.players.training.evaluation import Examination, base_of, evaluate
from woozle.games.self_play.players.training.policy import LONGEST, Policy
from woozle.games.self_play.players.training.prompts import WORDINGS
from woozle.games.self_play.players.training.rollouts import AT_ONCE, Begin, Library, Rollout, rollouts, seat_alone, tools_of
from woozle.games.self_play.players.training.trainer import Pace, Passage, Tuning
from woozle.games.self_play.society import Orchestration
from woozle.players.backends.local.loaded_model import LoadedModel, load_model
from woozle.players.paths import replace_file

PLAN, BASE = "plan.json", "base.json"
ROLLOUTS, DATASET, MODEL, METRICS = "rollouts.jsonl", "dataset.jsonl", "model", "metrics.json"

OF_SOCIETY = ("names", "found", "price", "queries", "orchestration", "calculators")
"""The fields of a plan that are the options of the game with the same names."""

_ROLLOUT = TypeAdapter(Rollout)


class RestError(InputError):
    """A run that cannot be continued. The message says why, in a sentence."""


class Plan(FrozenModel):
    """The plan of a run. rollouts: of each question in each epoch (the paper's m). longest: tokens of an argument.

    librarian: who searches, empty for the usual one; libraries, names, found, price, queries, orchestration and calculators: as in
    Config; graph, edges: its `society` and its `graph`; passes, batch, at_once, rate, rank and every: as in Tuning. threshold: of
    mean rewards, and of F1, above which something is learned; least: smallest group of rollouts to learn from. wording: of prompts,
    as in WORDINGS.

    temperature: of actions; warmth: of words, where a lower one makes fewer guesses right by luck.

    is_fresh: whether each epoch plays new questions, none of them twice, instead of all of them again. seating: whether the seats
    that are asked keep their corpora, or draw them for each question, so that the order of replies says nothing about their source.

    again: plays of each held-out question when measuring. rehearsal: number of known things learned again beside each step, if
    there is something to rehearse. questions: a digest of all questions.
    """

    model: str
    questions: str = ""
    epochs: int = Field(default=3, ge=1, le=100)
    rollouts: int = Field(default=32, ge=1, le=10_000)
    libraries: tuple[str, ...]
    names: bool = False
    found: int = Field(default=3, ge=1, le=20)
    price: float = Field(default=PRICE, ge=0, le=1)
    queries: Literal["question", "own"] = "question"
    graph: Literal["star", "full", "chain", "fixed"] = "star"
    edges: Graph = ()
    orchestration: Orchestration = "broadcast"
    calculators: tuple[int, ...] = ()
    librarian: str = ""
    supervision: Supervision = "play"
    is_fresh: bool = False
    seating: Literal["fixed", "drawn"] = "fixed"
    threshold: float = THRESHOLD
    least: int = Field(default=1, ge=1, le=10_000)
    temperature: float = Field(default=1.0, gt=0, le=5)
    warmth: float = Field(default=1.0, ge=0, le=5)
    wording: Literal["full", "short"] = "full"
    longest: int = Field(default=LONGEST, ge=1, le=1000)
    again: int = Field(default=2, ge=1, le=100)
    passes: int = Field(default=2, ge=1, le=100)
    batch: int = Field(default=32, ge=1)
    at_once: int = Field(default=32, ge=1)
    rate: float = Field(default=1e-5, gt=0)
    rank: int = Field(default=0, ge=0)
    every: int = Field(default=200, ge=1)
    rehearsal: float = Field(default=0.0, ge=0, le=100)
    seed: int = 0

    @property
    def society(self) -> Config:
        """The society, whose pool does not matter."""
        same: dict[str, Any] = {name: getattr(self, name) for name in OF_SOCIETY}
        return Config(libraries=self.libraries, society=self.graph, graph=self.edges, **same)

    def tuning(self, epoch: int) -> Tuning:
        return Tuning(
            self.passes, self.batch, self.at_once, self.rate, rank=self.rank, every=self.every, seed=self.seed * 1000 + epoch
        )


@value
class Progress:
    """The progress of a run. part: `teaching` before play, `rollouts`, `tuning` or `measuring`.

    done, of: questions, steps or parts. pace: of teaching and tuning.
    """

    epoch: int
    part: str
    done: int
    of: int
    pace: Pace | None = None

    @classmethod
    def of_pace(cls, epoch: int, part: str, pace: Pace) -> Progress:
        return cls(epoch, part, pace.step, pace.steps, pace)


Hear: TypeAlias = Callable[[Progress], None]

Rehearse: TypeAlias = Callable[[LoadedModel, int, int], Sequence[Passage]]
"""Returns passages that a model learns again lest it forget them, given the model, the epoch and their number."""


def begin_run(folder: Path, plan: Plan, questions: Sequence[Question], held_out: Sequence[Question]) -> Plan:
    """Write the plan of a run, or compare it with the plan in the folder.

    More epochs do not make a different plan, unless each has its own questions. Raise RestError, with a sentence, if the folder
    holds another run.
    """
    plan = plan.model_copy(update={"questions": _digest([*questions, *held_out])})
    path = folder / PLAN
    shown = visible_line(str(folder))
    if path.exists():
        try:
            there = Plan.model_validate_json(read_file(path, SMALL))
        except ValidationError:
            raise RestError(f"{PLAN} in {shown} is no plan of training; name another folder.") from None
        free = set() if plan.is_fresh else {"epochs"}  # with fresh questions, their number decides which epoch plays which
        before, now = there.model_dump(exclude=free), plan.model_dump(exclude=free)
        if other := next((name for name in now if now[name] != before[name]), None):
            told = "" if other == "questions" else f" ({visible_line(str(before[other]))}, not {visible_line(str(now[other]))})"
            raise RestError(f"{shown} holds a run with other {other}{told}; name another folder, or say what was said then.")
    elif folder.exists() and any(folder.glob("epoch-*")):
        raise RestError(f"{shown} holds epochs of a run whose {PLAN} is gone; name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    _write(path, plan.model_dump(mode="json"))
    return plan


class Run:
    """A run: its plan, and its results so far in its folder.

    Methods raise RestError, BackendError, TuningError, CorpusError or ServiceError, all with a sentence.
    """

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        questions: Sequence[Question],
        held_out: Sequence[Question],
        library: Library,
        hear: Hear = lambda progress: None,
        *,
        rehearse: Rehearse = lambda loaded, epoch, count: (),
        device: str = "auto",
    ) -> None:
        self.folder = folder
        self.plan = begin_run(folder, plan, questions, held_out)
        self.questions, self.held_out = tuple(questions), tuple(held_out)
        self._library, self._hear, self._rehearse, self._device = library, hear, rehearse, device
        self._kept: tuple[str, LoadedModel] | None = None

    def play(self) -> list[dict[str, Any]]:
        """Do what is left of the run. Return the metrics of all epochs, from 0."""
        for epoch in range(self.plan.epochs + 1):
            folder = self._of(epoch)
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / METRICS).exists():
                continue
            if epoch:
                self._learn(epoch)
            self._measure(epoch)
        return metrics_of(self.folder)

    def chosen_rollouts(self, epoch: int) -> list[tuple[Config, Rollout]]:
        """Return the rollouts that an epoch learned from, and who played them."""
        lines = [line for line in _lines(self._of(epoch) / ROLLOUTS) if line["chosen"]]
        return [(self._players(tuple(line["libraries"])), _ROLLOUT.validate_python(line["chosen"])) for line in lines]

    def _players(self, libraries: tuple[str, ...]) -> Config:
        whole = self.plan.society
        if len(libraries) != len(whole.libraries):
            return seat_alone(whole, libraries[0])
        return whole.model_copy(update={"libraries": libraries})

    def name(self, epoch: int, society: Config) -> str:
        """Return a name that distinguishes the rollouts of a society in an epoch from others of the same seed."""
        return "/".join([f"epoch-{epoch}", *society.libraries])

    def _of(self, epoch: int) -> Path:
        return self.folder / f"epoch-{epoch}"

    def _load(self, epoch: int) -> LoadedModel:
        """Load the model of an epoch from disk, so that a resumed run has the same model to the last bit."""
        name = str(self._of(epoch) / MODEL) if epoch else self.plan.model
        if self._kept is None or self._kept[0] != name:
            self._kept = None  # free its memory before the next one is loaded
            self._kept = name, load_model(name, device=self._device)
        return self._kept[1]

    # An epoch

    def _learn(self, epoch: int) -> None:
        folder = self._of(epoch)
        if (folder / MODEL).exists():
            return
        if not (folder / DATASET).exists():
            lines = self._roll_out(epoch)
            dataset.write(folder / DATASET, [Pair(**pair) for line in lines for pair in line["pairs"]])
        loaded = self._load(epoch - 1)
        passages = [trainer.encode_pair(loaded, pair) for pair in dataset.read(folder / DATASET)]
        passages += self._rehearse(loaded, epoch, round(len(passages) * self.plan.rehearsal))

        def hear(pace: Pace) -> None:
            self._hear(Progress.of_pace(epoch, "tuning", pace))

        pace = trainer.tune(loaded, passages, self.plan.tuning(epoch), folder, hear)
        _write(folder / "tuning.json", asdict(pace))
        trainer.save(loaded, folder / MODEL)
        self._kept = None
        (folder / trainer.CHECKPOINT).unlink(missing_ok=True)

    def _roll_out(self, epoch: int) -> list[dict[str, Any]]:
        """Play each question, and append its rollouts to the file as one line as soon as they are finished."""
        path = self._of(epoch) / ROLLOUTS
        lines = _lines(path)
        plan, tasks = self.plan, self._tasks(epoch)
        policy = Policy(self._load(epoch - 1), plan.longest)
        portion = max(1, AT_ONCE // plan.rollouts)
        with path.open("a", encoding="utf-8") as file:
            for at in range(len(lines), len(tasks), portion):
                for society in dict.fromkeys(each for each, _ in tasks[at : at + portion]):
                    asked = [question for each, question in tasks[at : at + portion] if each == society]
                    for question, played in self._play_questions(policy, society, asked, epoch):
                        lines.append(_line(question, played, plan, society))
                        file.write(json.dumps(lines[-1], ensure_ascii=False) + "\n")
                    file.flush()
                self._hear(Progress(epoch, "rollouts", len(lines), len(tasks)))
        return lines

    def _tasks(self, epoch: int) -> list[tuple[Config, Question]]:
        """Return the society that plays each question or, with action supervision, one seat alone with each tool.

        Tasks of the same players are adjacent.
        """
        plan, whole = self.plan, self.plan.society
        many = len(self.questions)
        questions = (
            self.questions[many * (epoch - 1) // plan.epochs : many * epoch // plan.epochs] if plan.is_fresh else self.questions
        )
        if plan.supervision == "actions":
            alone = [seat_alone(whole, tool) for tool in tools_of(whole)]
            return [(society, question) for society in alone for question in questions]
        if plan.seating == "fixed":
            return [(whole, question) for question in questions]
        seated = [(self._players(self._seats(question, epoch)), question) for question in questions]
        return sorted(seated, key=lambda each: each[0].libraries)

    def _seats(self, question: Question, epoch: int) -> tuple[str, ...]:
        """Return the corpora of a society whose first seat keeps its own, while the others draw theirs."""
        first, *others = self.plan.libraries
        chance = Chance(key_from_seed(self.plan.seed, "self-play seats", epoch, question.id))
        return (first, *chance.shuffle("seats", others))

    def _play_questions(
        self, policy: Policy, society: Config, questions: Sequence[Question], epoch: int
    ) -> Iterator[tuple[Question, list[Rollout]]]:
        plan, each = self.plan, self.plan.rollouts
        begins = [Begin(question, number) for question in questions for number in range(each)]
        wording, name = WORDINGS[plan.wording], self.name(epoch, society)
        heats = {"temperature": plan.temperature, "warmth": plan.warmth}
        found = rollouts(policy, society, begins, self._library, wording, seed=plan.seed, name=name, **heats)
        for at, question in enumerate(questions):
            yield question, found[at * each : (at + 1) * each]

    def _measure(self, epoch: int) -> None:
        plan = self.plan
        policy = Policy(self._load(epoch), plan.longest)
        examined = Examination(policy, plan.society, self.held_out, self._library, WORDINGS[plan.wording], plan.seed, plan.again)
        base = self.folder / BASE
        if not base.exists():
            _write(base, base_of(examined))
        told = evaluate(
            examined, json.loads(read_file(base, LARGE)), lambda done, of: self._hear(Progress(epoch, "measuring", done, of))
        )
        _write(self._of(epoch) / METRICS, {"epoch": epoch, **self._learning_figures(epoch), **told})

    def _learning_figures(self, epoch: int) -> dict[str, Any]:
        """Return figures about the rollouts of an epoch, and about tuning."""
        if not epoch:
            return {}
        folder = self._of(epoch)
        lines = _lines(folder / ROLLOUTS)
        played = {name: fmean(line[name] for line in lines) for name in ("mean_f1", "mean_reward", "mean_searches")}
        pairs = dataset.read(folder / DATASET)
        sizes = sorted(_group_size(line) for line in lines if line["chosen"])
        return {
            "rollouts": {**played, "questions": len(lines), "chosen": len(sizes), "group_sizes": sizes},
            "learned": {"pairs": len(pairs), **Counter(pair.action.removeprefix("#") for pair in pairs)},
            "tuning": json.loads(read_file(folder / "tuning.json", SMALL)),
        }


def metrics_of(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of all finished epochs, from 0."""
    found: list[dict[str, Any]] = []
    while (path := folder / f"epoch-{len(found)}" / METRICS).exists():
        found.append(json.loads(read_file(path, LARGE)))
    return found


def _group_size(line: Mapping[str, Any]) -> int:
    """Count the rollouts of a question that took the same actions as the one that is learned from."""
    actions = [step["action"] for step in line["chosen"]["steps"]]
    return next(int(group["rollouts"]) for group in line["groups"] if list(group["actions"]) == actions)


def _line(question: Question, played: Sequence[Rollout], plan: Plan, society: Config) -> dict[str, Any]:
    lesson = dataset.lesson_of(played, plan.supervision, plan.threshold, plan.least)
    return {
        "question": question.id,
        "libraries": society.libraries,
        "mean_f1": fmean(each.f1 for each in played),
        "mean_reward": fmean(each.reward for each in played),
        "mean_searches": fmean(each.searches for each in played),
        "groups": [{"actions": each.actions, "rollouts": len(each.rollouts), "mean": each.mean} for each in groups(played)],
        "chosen": asdict(lesson.rollout) if lesson else None,
        "pairs": list(map(asdict, dataset.pairs_of(lesson))),
    }


def _lines(path: Path) -> list[dict[str, Any]]:
    """Return the complete lines of a file; cut off a torn last one."""
    if not path.exists():
        return []
    told = read_file(path, LARGE)
    whole = told.rfind(b"\n") + 1
    if whole < len(told):
        with path.open("r+b") as file:
            file.truncate(whole)
    try:
        return [json.loads(line) for line in told[:whole].splitlines()]
    except ValueError:
        raise RestError(f"{visible_line(str(path))} is damaged; remove it to play these rollouts again.") from None


def _write(path: Path, told: Any) -> None:
    replace_file(path, json.dumps(told, ensure_ascii=False, indent=1).encode())


def _digest(questions: Sequence[Question]) -> str:
    return sha256("\n".join(each.model_dump_json() for each in questions).encode()).hexdigest()
