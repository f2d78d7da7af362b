"""The judges of the quest, which score how faithful a text is: `lexical`, `claims`, `match`, `hhem`, `nli` and `grader`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from woozle.core.game import Event
from woozle.core.match import Player
from woozle.core.request import Forfeit, Request, Response
from woozle.games.quest.events import JUDGE, Score, SentenceScore, find_submission
from woozle.games.quest.judgement.faithfulness import faithfulness
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.players import hhem, nli
from woozle.games.quest.players.answer_match import grade_by_match
from woozle.players.models.client_pool import ModelSeating
from woozle.players.paths import hide_home
from woozle.players.services.service import Service, ServicePlayer, ServiceRole, rule_service

Task: TypeAlias = Literal["summary", "question"]

Opinion: TypeAlias = Callable[[str, str], Awaitable[float | str]]
"""Scores how faithful a text is to its source, from 0 to 1, given source and text; or returns a sentence why it cannot."""


class OpinionJudge(ServicePlayer):
    """A judge whose scores must be awaited. A text that it cannot score is forfeited with the reason."""

    def __init__(self, opinion: Opinion, description: Mapping[str, Any]) -> None:
        super().__init__({"kind": "judge", **description})
        self._opinion = opinion

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the score. Raise Halt if it can score no text at all."""
        submitted = find_submission(request, observation)
        found = await self._opinion(submitted.source, submitted.text)
        if isinstance(found, str):
            return Response(request.id, Forfeit("error", found))
        if not 0 <= found <= 1:  # also true of NaN
            return Response(request.id, Forfeit("error", f"The judge {self._description['name']} gave {found}, which is no score."))
        return Response(request.id, Score(of=submitted.of, h=found))


def judge_by_words(request: Request, observation: Sequence[Event]) -> Score:
    """Score a summary by lexical grounding."""
    submitted = find_submission(request, observation)
    return Score(of=submitted.of, h=grounding(submitted.source, submitted.text))


def judge_by_claims(request: Request, observation: Sequence[Event]) -> Score:
    """Score a summary by its faithfulness, claim by claim."""
    submitted = find_submission(request, observation)
    found = _read_claims(submitted.source, submitted.text)
    sentences = tuple(SentenceScore(each.text, each.score, each.reason) for each in found.sentences)
    return Score(of=submitted.of, h=found.score, form=found.form, sentences=sentences)


_read_claims = lru_cache(maxsize=4096)(faithfulness)  # bots write the same about a passage in many matches


def judge_by_match(request: Request, observation: Sequence[Event]) -> Score:
    """Grade an answer by whether the text claims a right one."""
    submitted = find_submission(request, observation)
    return Score.from_grade(submitted.of, grade_by_match(submitted.text, submitted.answers))


def service_roles(config: Any) -> tuple[ServiceRole, ...]:
    """Return the judge that the configured task needs."""
    return (judge_role(config.task),)


def judge_role(task: Task) -> ServiceRole:
    """Return the judge of a task."""
    services = tuple(each for each, tasks in _TASKS if task in tasks)
    objects = {"summary": "summaries", "question": "answers to questions"}[task]
    return ServiceRole(JUDGE, f"judge {objects}", services, tuple(each.name for each, tasks in _TASKS if task not in tasks))


def _create_hhem(folder: str) -> Player:
    where = {"place": hide_home(folder)} if folder else {"revision": hhem.read_source()["weights"]["revision"]}
    return OpinionJudge(hhem.shared_reader(folder).opinion, {"name": "hhem", **where})


def _create_nli(place: str) -> Player:
    return OpinionJudge(nli.shared_reader(place).opinion, {"name": "nli", "place": hide_home(place)})


def _create_grader(seating: ModelSeating) -> Player:
    from woozle.games.quest.players.grader import Grader, judge_spec

    return seating.player(Grader, judge_spec(seating.spec))


LEXICAL = rule_service(
    JUDGE, "lexical", 2, judge_by_words, "by words, names and numbers that are in the passage; needs nothing, and is not HHEM"
)
CLAIMS = rule_service(JUDGE, "claims", 2, judge_by_claims, "by claims: who did what, how many, denied or not; needs nothing")
MATCH = rule_service(JUDGE, "match", 2, judge_by_match, "by whether the text claims a right answer; needs nothing")
_HHEM = f"HHEM-2.1-Open, a neural judge; {hhem.SIZE}, fetched once"
_NLI = "a cross-encoder of yours, nli:FOLDER; its chance of entailment"
HHEM = Service("hhem", _HHEM, _create_hhem, "FOLDER", is_optional=True, check=hhem.find_files)
NLI = Service("nli", _NLI, _create_nli, "FOLDER", check=nli.check)
GRADER = Service("grader", "a language model, grader:MODEL, as in grader:ollama:qwen3:8b", None, "MODEL", model=_create_grader)
_TASKS: tuple[tuple[Service, tuple[Task, ...]], ...] = (
    (CLAIMS, ("summary",)),
    (LEXICAL, ("summary",)),
    (MATCH, ("question",)),
    (HHEM, ("summary",)),
    (NLI, ("summary",)),
    (GRADER, ("summary", "question")),
)
"""All judges with the tasks that each can judge. The first of a task is its default."""
