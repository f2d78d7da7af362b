"""Judges by name, at once and again from a header."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from woozle.core import registry
from woozle.core.request import Request
from woozle.games.quest.events import Score, Submitted
from woozle.games.quest.players import hhem, nli
from woozle.games.quest.players.services import judge_role
from woozle.games.quest.rules import Quest
from woozle.players.models.spec import parse
from woozle.players.services.registry import chosen_services, seat_services, services_from_header
from woozle.players.services.service import ServiceError, ServiceSpec

from tests.games.quest.players.questing import write_hhem


def model(game, seat, spec, seed, make=None):
    return (game, seat, spec, seed)


def quest(task="summary"):
    return Quest(2, registry.configure(Quest, "standard" if task == "summary" else "questions", {}))


@pytest.mark.parametrize(
    ("text", "task", "name", "more"),
    [
        ("", "summary", "claims", {}),
        ("", "question", "match", {}),
        (" lexical ", "summary", "lexical", {}),
        ("claims", "summary", "claims", {}),
        ("hhem", "summary", "hhem", {}),
        ("hhem:/models/hhem", "summary", "hhem", {"argument": "/models/hhem"}),
        ("nli:~/nli-base", "summary", "nli", {"argument": "~/nli-base"}),
        ("grader:ollama:qwen3:8b", "question", "grader", {"model": parse("ollama:qwen3:8b")}),
    ],
)
def test_a_judge_is_named_and_written_again(text, task, name, more):
    found = judge_role(task).parse(text)
    (service,) = (each for each in judge_role(task).services if each.name == name)
    assert found == ServiceSpec(service, **more)
    assert judge_role(task).parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "task", "why"),
    [
        ("solomon", "summary", r"There is no judge 'solomon'; for this, choose from claims, lexical, .*nli:FOLDER, .*grader:MODEL"),
        ("match", "summary", r"match cannot judge summaries; choose from claims, lexical, .*nli:FOLDER, .*grader:MODEL"),
        ("hhem", "question", r"hhem cannot judge answers to questions; choose from match, .*grader:MODEL"),
        ("lexical:2", "summary", r"lexical is named alone, without ':2'\."),
        ("nli", "summary", r"Say what nli is to judge summaries with: nli:FOLDER\."),
        ("grader:", "question", r"Say what grader is to judge answers to questions with: grader:MODEL\."),
        ("grader:gpt-5", "question", r"No grader can be asked: There is no backend 'gpt-5'"),
        ("\x1b[2J", "summary", r"There is no judge '[^\x1b]*'"),
    ],
)
def test_a_mistake_is_said_in_one_sentence(text, task, why):
    with pytest.raises(ServiceError, match=f"^{why}"):
        judge_role(task).parse(text)


@pytest.mark.parametrize(("task", "text", "h"), [("summary", "Ana met the 3 bears.", 1.0), ("question", "Ottawa", 0.0)])
async def test_the_usual_judges_answer_at_once_and_are_seated_again(task, text, h):
    game = quest(task)
    seated = seat_services(game, {}, b"key", model)
    again = services_from_header(game, {seat: player.describe() for seat, player in seated.items()}, model)
    for player in (seated["judge"], again["judge"]):
        grades = ("",) if task == "summary" else ("correct", "incorrect", "not_attempted")
        request = Request(1, "judge", Score, {"of": (3,), "grade": grades})
        right = ("Paris",) if task == "question" else ()
        response = await player.respond(request, [Submitted(3, "Ana met the 3 bears.", text, right)])
        assert request.refusal(response.answer) == ""
        assert (response.answer.h, response.seconds) == (h, 0.0)
        assert player.answers_at_once


def test_a_neural_judge_is_seated_again_from_its_header_without_the_name_of_whoever_played(tmp_path, monkeypatch):
    """Its files are there; a model is loaded when it is first asked."""
    monkeypatch.setenv("HOME", str(tmp_path))
    write_hhem(tmp_path / "hhem")
    labels = SimpleNamespace(id2label={0: "neutral", 1: "entailment"})
    monkeypatch.setattr(nli, "model_config", lambda *given: labels)
    for name in ("hhem", "nli"):
        judge = seat_services(quest(), {"judge": f"{name}:{tmp_path / name}"}, b"key", model)["judge"]
        assert judge.describe() == {"kind": "judge", "name": name, "place": f"~/{name}"}
        assert not judge.answers_at_once
        assert services_from_header(quest(), {"judge": judge.describe()}, model)["judge"].describe() == judge.describe()


def test_a_grader_is_a_model_with_a_seed_and_is_seated_again(tmp_path):
    spec = parse("openai:gpt-5-mini?temperature=0.5")
    game, seat, asked, seed = seat_services(quest(), {"judge": f"grader:{spec}"}, b"key", model)["judge"]
    assert (game, seat, asked) == ("quest", "judge", spec)
    who = {"kind": "judge", "name": "grader", "backend": "openai", "model": "gpt-5-mini", "seed": seed}
    who["sampling"] = {"temperature": 0.5}
    assert services_from_header(quest(), {"judge": who}, model)["judge"] == (game, seat, spec, seed)
    assert chosen_services(quest(), {"judge": who}) == {"judge": f"grader:{spec}"}


@pytest.mark.parametrize(
    ("services", "why"),
    [
        (
            {"judge": {"kind": "judge", "name": "lexical", "version": 0}},
            r"The judge of this match is version 0 of lexical, and here it is another\.",
        ),
        ({"judge": {"kind": "judge", "name": "solomon"}}, r"There is no judge 'solomon'"),
        ({"judge": {"kind": "judge", "name": "grader"}}, r"No service here can judge \w+ again as"),
        ({"judge": {}}, r"No service here can judge \w+ again as"),
        ({"oracle": {"kind": "judge", "name": "lexical", "version": 1}}, r"quest has no oracle\."),
    ],
)
def test_a_judge_that_cannot_go_on_is_named(services, why):
    with pytest.raises(ServiceError, match=why):
        services_from_header(quest(), services, model)


def test_a_judge_that_is_not_here_is_said_before_anything_is_made(monkeypatch):
    monkeypatch.setattr(hhem, "_fetch", lambda name, only_here: None)
    with pytest.raises(ServiceError, match=r"HHEM is not on this machine; `woozle judge download hhem` fetches it"):
        seat_services(quest(), {"judge": "hhem"}, b"key", model)
    assert [each.name for each in judge_role("summary").services if each.problem] == ["hhem"]
    assert not any(each.problem for each in judge_role("question").services)


def test_the_usual_judge_of_a_task_comes_first_and_those_of_the_other_task_are_not_offered():
    summaries, questions = ([each.name for each in judge_role(task).services] for task in ("summary", "question"))
    assert (summaries[0], questions[0]) == ("claims", "match")
    assert "match" not in summaries and not {"lexical", "claims", "hhem", "nli"} & {*questions}
    assert "grader" in {*summaries} & {*questions}
