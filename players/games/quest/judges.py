"""The judges of the quest: `lexical`, `match`, `hhem`, `nli:FOLDER` and `grader:MODEL`."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from woozle.core.games.quest.events import JUDGE
from woozle.core.match import Player
from woozle.players.games.quest import hhem, judge, nli
from woozle.players.paths import without_home
from woozle.players.services.office import Kind, Office, checking

Task: TypeAlias = Literal["summary", "question"]


def offices(config: Any) -> tuple[Office, ...]:
    """Whoever scores what is written."""
    return (office(config.task),)


def office(task: Task) -> Office:
    """Whoever scores what is written for a task."""
    kinds = tuple(_KINDS[name] for name in _OF[task])
    of = {"summary": "summaries", "question": "answers to questions"}[task]
    return Office(JUDGE, "judge", of, kinds, tuple(name for name in _KINDS if name not in _OF[task]))


def _rule(name: str, version: int, rule: judge.Rule, line: str) -> Kind:
    return Kind(name, line, lambda _: judge.RuleJudge(name, version, rule), version=version)


def _hhem(place: str) -> Player:
    where = {"place": without_home(place)} if place else {"revision": hhem.source()["weights"]["revision"]}
    return judge.OpinionJudge(hhem.together(place).opinion, {"name": "hhem", **where})


def _nli(place: str) -> Player:
    return judge.OpinionJudge(nli.together(place).opinion, {"name": "nli", "place": without_home(place)})


_ALL = (
    _rule("lexical", 2, judge.lexical, "by words, names and numbers that are in the passage; needs nothing, and is not HHEM"),
    _rule("match", 1, judge.match, "by whether a right answer stands in the text; needs nothing"),
    Kind(
        "hhem", f"HHEM-2.1-Open, a neural judge; {hhem.SIZE}, fetched once", _hhem, "FOLDER", is_optional=True,
        check=checking(hhem.place, hhem.HhemError),
    ),
    Kind(
        "nli", "a cross-encoder of yours, nli:FOLDER; its chance of entailment", _nli, "FOLDER",
        check=checking(nli.check, nli.NliError),
    ),
    Kind("grader", "a language model, grader:MODEL, as in grader:ollama:qwen3:8b", None, "MODEL"),
)  # fmt: skip
_KINDS = {kind.name: kind for kind in _ALL}
_OF: dict[Task, tuple[str, ...]] = {"summary": ("lexical", "hhem", "nli", "grader"), "question": ("match", "grader")}
