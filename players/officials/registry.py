"""Judges by name: `lexical`, `match`, `hhem`, `nli:PATH` and `grader:MODEL`, as the command line and headers have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, TypeAlias

from woozle.core.game import Game
from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.models.spec import ModelSpec, SpecError, described, parse, without_home
from woozle.players.officials import hhem, judge, nli
from woozle.players.seats import ModelSeat, bot_seed

Name: TypeAlias = Literal["lexical", "match", "hhem", "nli", "grader"]
Task: TypeAlias = Literal["summary", "question"]

_RULES = {"lexical": (1, judge.lexical), "match": (1, judge.match)}  # each with its version
_OF: Mapping[Task, tuple[Name, ...]] = {"summary": ("lexical", "hhem", "nli", "grader"), "question": ("match", "grader")}
_LINES: Mapping[Name, str] = {
    "lexical": "by words that stand in the passage; made here, needs nothing, and is not HHEM",
    "match": "by whether a right answer stands in the text; needs nothing",
    "hhem": f"HHEM-2.1-Open, a neural judge; {hhem.SIZE}, fetched once",
    "nli": "a cross-encoder of yours, nli:FOLDER; its chance of entailment",
    "grader": "a language model, grader:MODEL, as in grader:ollama:qwen3:8b",
}


class JudgeError(ValueError):
    """A judge that there is not, or that cannot judge this. Says why, in a sentence."""


@value
class JudgeSpec:
    """Who is to judge. place: where HHEM or a cross-encoder is, empty for the usual place; model: whom a grader asks."""

    name: Name
    place: str = ""
    model: ModelSpec | None = None

    def __str__(self) -> str:
        more = str(self.model) if self.model else self.place
        return f"{self.name}:{more}" if more else self.name

    @property
    def answers_at_once(self) -> bool:
        """Whether it never waits."""
        return self.name in _RULES


@value
class Choice:
    """A judge that could be chosen. line: what it is; problem: why it cannot judge now, empty if nobody knows of any."""

    name: Name
    line: str
    problem: str = ""


def judged(game: Game[Any] | type[Game[Any]], config: Any) -> Task | None:
    """What a judge is needed for; None in a game without one."""
    return getattr(config, "task", None) if game.officials else None


def choices(task: Task) -> list[Choice]:
    """The judges of a task, the usual one first."""
    return [Choice(name, _LINES[name], _problem(name)) for name in _OF[task]]


def named(text: str, game: Game[Any] | type[Game[Any]], config: Any) -> JudgeSpec | None:
    """The judge of a match, the usual one if the text is empty; None in a game without one. Raises JudgeError."""
    task = judged(game, config)
    if task is None and text:
        raise JudgeError(f"{game.name} has no judge; leave out --judge.")
    return parse_judge(text, task) if task else None


def check(spec: JudgeSpec) -> None:
    """Raises JudgeError for a judge who cannot judge now. Models that a grader asks are not looked at."""
    try:
        if spec.name == "hhem":
            hhem.place(spec.place)
        elif spec.name == "nli":
            nli.check(spec.place)
    except (hhem.HhemError, nli.NliError) as error:
        raise JudgeError(str(error)) from None


def parse_judge(text: str, task: Task) -> JudgeSpec:
    """The judge that is named; the usual one if none is. Raises JudgeError."""
    name, colon, more = (piece.strip() for piece in text.strip().partition(":"))
    known = next((each for each in _LINES if each == name), None) if text.strip() else _OF[task][0]
    if known is None:
        raise JudgeError(f"There is no judge {visible_line(name)!r}; for this, choose from {', '.join(_ways(task))}.")
    if known not in _OF[task]:
        what = {"summary": "summaries", "question": "answers to questions"}[task]
        raise JudgeError(f"{known} cannot judge {what}; choose from {', '.join(_ways(task))}.")
    if known in _RULES and colon:
        raise JudgeError(f"{known} is named alone, without {visible_line(f':{more}')!r}.")
    if known in ("nli", "grader") and not more:
        raise JudgeError(f"{known} needs to be told what to judge with: {dict(_ways_of(task))[known]}.")
    if known != "grader":
        return JudgeSpec(known, more)
    try:
        return JudgeSpec(known, model=parse(more))
    except SpecError as error:
        raise JudgeError(f"No grader can be asked: {error}") from None


def seat_officials(game: Game[Any], text: str, key: bytes, model: ModelSeat) -> dict[Seat, Player]:
    """The officials that a game needs, by their places; text: who judges, the usual one if it is empty. Raises JudgeError."""
    spec = named(text, game, game.config)
    return {seat: _player(game.name, seat, spec, bot_seed(seat, key), model) for seat in game.officials} if spec else {}


def officials_from_header(game: Game[Any], officials: Mapping[Seat, Mapping[str, Any]], model: ModelSeat) -> dict[Seat, Player]:
    """The officials that a transcript's header describes, in their places again. Raises JudgeError for one that cannot be."""
    return {seat: _again(game, seat, who, model) for seat, who in officials.items()}


def judge_of(officials: Mapping[Seat, Mapping[str, Any]], task: Task) -> str:
    """Who judges a match, as `parse_judge` reads it, from what its header says of its officials. Raises JudgeError."""
    return next((str(_spec(who, task)) for who in officials.values()), "")


def _again(game: Game[Any], seat: Seat, who: Mapping[str, Any], model: ModelSeat) -> Player:
    needed = judged(game, game.config)
    if seat not in game.officials or needed is None:
        raise JudgeError(f"{game.name} has no {visible_line(seat)}.")
    spec = _spec(who, needed)
    if spec.name in _RULES and who.get("version") != _RULES[spec.name][0]:
        version = visible_line(str(who.get("version")))
        raise JudgeError(f"This match is judged by version {version} of {spec.name}, and here it is another.")
    return _player(game.name, seat, spec, str(who.get("seed", "")), model)


def _spec(who: Mapping[str, Any], task: Task) -> JudgeSpec:
    name = str(who.get("name", ""))
    if who.get("kind") == "judge" and name == "grader":
        with suppress(SpecError):
            return JudgeSpec("grader", model=described(who))
    elif who.get("kind") == "judge" and name:
        place = str(who.get("place", ""))
        return parse_judge(f"{name}:{place}" if place else name, task)
    raise JudgeError(f"Nobody here can judge again as {visible_line(str(dict(who)))}.")


def _player(game: str, seat: Seat, spec: JudgeSpec, seed: str, model: ModelSeat) -> Player:
    if spec.model:
        return model(game, seat, spec.model, seed)
    if spec.name in _RULES:
        version, rule = _RULES[spec.name]
        return judge.RuleJudge(spec.name, version, rule)
    check(spec)
    together = hhem.together(spec.place) if spec.name == "hhem" else nli.together(spec.place)
    where = {"place": without_home(spec.place)} if spec.place else {"revision": hhem.source()["weights"]["revision"]}
    return judge.OpinionJudge(together.opinion, {"name": spec.name, **where})


def _problem(name: Name) -> str:
    if name != "hhem":
        return ""
    try:
        check(JudgeSpec(name))
    except JudgeError as error:
        return str(error)
    return ""


def _ways(task: Task) -> list[str]:
    return [way for _, way in _ways_of(task)]


def _ways_of(task: Task) -> Iterator[tuple[Name, str]]:
    more = {"nli": "nli:FOLDER", "grader": "grader:MODEL"}
    return ((name, more.get(name, name)) for name in _OF[task])
