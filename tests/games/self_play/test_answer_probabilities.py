"""Answer probabilities in a transcript."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.core.game import EVERYONE
from woozle.core.referee import Referee
from woozle.core.request import AnswerProbabilities, Request, Response
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import LIBRARIAN, Act, Found
from woozle.games.self_play.rules import SelfPlay
from woozle.saves.decoder import decode_response
from woozle.saves.resume import ResumeError, fork, reopen
from woozle.saves.transcript import CLOSED, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.games.self_play.play import TOWER
from tests.saves.table import KEY, forged, play_responses, played_lines

BOTS = {seat: {"kind": "bot", "name": "made"} for seat in ("Ada", "Ben", "Cleo")}
LIBRARY = {LIBRARIAN: {"kind": "librarian", "name": "made"}}
STEPS = {"Ada": "ASK", "Ben": "SEARCH", "Cleo": "HEDGE"}


def leaning_of(legal, samples=0):
    """The first is the likeliest."""
    chances = dict.fromkeys(legal, 0.3 / (len(legal) - 1)) | {legal[0]: 0.7}
    return AnswerProbabilities("action", chances, "samples" if samples else "own", samples)


def response_to(request, number):
    if request.to == LIBRARIAN:
        return Response(request.id, Found(of=request.choices["of"][0], texts=("In Paris.",), sources=("x",)), 0.0)
    legal = request.choices["action"]
    action = STEPS[request.to] if STEPS[request.to] in legal else "ANSWER"
    leaning = leaning_of(legal, 16 if number == 1 else 0)
    return Response(request.id, Act(action=action, argument="Paris"), 0.0, answer_probabilities=leaning)


def played(folder, lines=1000):
    """Three seats, each of whose acts has answer probabilities, and a librarian without one."""
    referee = Referee(SelfPlay(3, Config(pool=(TOWER,))), KEY)
    writer = Writer.create(folder, referee, {**BOTS, **LIBRARY}, sync=False)
    play_responses(referee, writer, response_to, lines)
    writer.close()
    return folder


def leanings(folder):
    return [line.body["response"].get("leaning") for line in read(folder).lines]


def test_what_was_likely_is_read_back_as_it_was(tmp_path):
    lines = read(played(tmp_path / "m")).lines
    first, searched = lines[0], next(line for line in lines if line.body["request"]["to"] == LIBRARIAN)
    request = Request(1, "Ada", Act, {"action": ("ASK", "ANSWER", "HEDGE")})
    assert decode_response(SelfPlay, request, first).answer_probabilities == leaning_of(("ASK", "ANSWER", "HEDGE"), 16)
    assert "leaning" not in searched.body["response"]
    found = verify(tmp_path / "m", 3)
    assert found.is_verified and [check.result for check in found.levels.values()][:3] == ["passed"] * 3


def test_nobody_is_told():
    with_it, without = (Referee(SelfPlay(3, Config(pool=(TOWER,))), KEY) for _ in range(2))
    while with_it.outcome is None:
        request = next(iter(with_it.open.values()))
        response = response_to(request, 1)
        assert with_it.fold(response) == without.fold(replace(response, answer_probabilities=None))
    assert EVERYONE in {to for _, to in with_it.record}
    assert "leaning" not in Request(1, "Ada", Act, {"action": ("ANSWER", "HEDGE")}).schema()["properties"]


@pytest.mark.parametrize(
    "harm",
    [
        {"by": "feeling"},
        {"by": []},
        {"field": None},
        {"samples": 0},
        {"samples": 1.5},
        {"samples": -1},
        {"by": "own"},
        {"probabilities": {}},
        {"probabilities": []},
        {"probabilities": {"ASK": 0.7}},
        {"probabilities": {"ASK": 1.5, "HEDGE": -0.5}},
        {"probabilities": {"ASK": "1"}},
        {"probabilities": {"ASK": True}},
        {"probabilities": None},
    ],
)
def test_a_leaning_that_cannot_be_is_found_at_level_0(tmp_path, harm):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 2, lambda body: body["response"]["leaning"].update(harm))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


def test_a_leaning_to_what_was_not_legal_is_found_when_it_is_folded(tmp_path):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 2, lambda body: body["response"]["leaning"].update(probabilities={"ASK": 0.5, "DANCE": 0.5}))
    report = verify(folder, 1)
    assert report.levels[0].result == "passed"
    assert "'DANCE'" in str(report.findings)


@pytest.mark.parametrize("lines", [1, 3])
def test_a_match_goes_on_where_it_was_cut_with_what_was_likely_before(tmp_path, lines):
    cut = played(tmp_path / "cut", lines)
    opened = reopen(cut, sync=False)
    play_responses(opened.referee, opened.writer, response_to)
    opened.writer.close()
    assert verify(cut, 3).is_verified
    assert played_lines((cut / CLOSED).read_bytes()) == played_lines((played(tmp_path / "whole") / CLOSED).read_bytes())


def test_a_fork_keeps_it(tmp_path):
    folder = played(tmp_path / "m")
    opened = fork(folder, 3, tmp_path / "fork", sync=False)
    play_responses(opened.referee, opened.writer, response_to)
    opened.writer.close()
    assert leanings(tmp_path / "fork")[:3] == leanings(folder)[:3]
    assert verify(tmp_path / "fork", 3).is_verified


def test_a_leaning_that_cannot_be_is_not_gone_on_from(tmp_path):
    cut = played(tmp_path / "cut", 2)
    forged(cut / PART, 2, lambda body: body["response"]["leaning"].update(probabilities={"DANCE": 1.0}))
    with pytest.raises(ResumeError, match="no legal action"):
        reopen(cut, sync=False)


@pytest.mark.parametrize("older", [1, 2, 3])
def test_a_transcript_from_before_there_were_leanings_is_read(tmp_path, older):
    folder = played(tmp_path / "m", 1)
    path = folder / PART

    def age(body):
        body.update(woozle=older) if "woozle" in body else body["response"].pop("leaning")

    forged(path, 1, age)
    forged(path, 2, age)
    transcript = read(folder)
    assert not transcript.findings
    assert transcript.header.woozle == older
    request = Request(1, "Ada", Act, {"action": ("ASK", "ANSWER", "HEDGE")})
    assert decode_response(SelfPlay, request, transcript.lines[0]).answer_probabilities is None
