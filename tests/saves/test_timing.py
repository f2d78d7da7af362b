"""The Timing of a person, in a transcript."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.core.referee import Referee
from woozle.core.request import Request, Response, Timing
from woozle.saves.decoder import decode_response
from woozle.saves.redaction import redact
from woozle.saves.resume import fork, reopen
from woozle.saves.transcript import CLOSED, FORMAT, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, forged, people
from tests.two_truths import Tell, TwoTruths, Vote

PEOPLE = {seat: {"kind": "human"} for seat in "abc"}
TIMED = Timing(0.021, 1.5, 8.25, 2.0, 0.0, 0.5, 31, 4, 40, 1)
UNTOLD = Timing(0.0, None, 1.0, None, 0.0)


def played(folder, lines=1000, timing=TIMED):
    """Three people, of whom every second answer comes with a timing."""
    referee = Referee(TwoTruths(seats=3), KEY)
    go_on(referee, Writer.create(folder, referee, PEOPLE, sync=False), lines, timing)
    return folder


def go_on(referee, writer, lines=1000, timing=TIMED):
    while referee.outcome is None and referee.folded < lines:
        request = next(iter(referee.open.values()))
        response = Response(request.id, people(request, referee.folded + 1), 1.5)
        if referee.folded % 2:
            response = replace(response, timing=timing)
        writer.keep_response(request, response, referee.fold(response))
    if referee.outcome:
        writer.keep_outcome(referee.outcome)
    writer.close()


def timing_of(line):
    request = line.body["request"]
    kind = {"Tell": Tell, "Vote": Vote}[request["asks"]]
    return decode_response(TwoTruths, Request(request["id"], request["to"], kind, {}), line).timing


def timings(folder):
    return [line.body["response"].get("timing") for line in read(folder).lines]


@pytest.mark.parametrize("timing", [TIMED, UNTOLD])
def test_what_was_timed_is_read_back_as_it_was(tmp_path, timing):
    lines = read(played(tmp_path / "m", timing=timing)).lines
    assert read(tmp_path / "m").header.woozle == FORMAT
    assert [timing_of(line) for line in lines[:2]] == [None, timing]
    assert "timing" not in lines[0].body["response"]
    assert lines[1].body["response"]["timing"] == asdict(timing)
    assert verify(tmp_path / "m", 3).is_verified


MOMENT = st.floats(0, 1e7).map(lambda seconds: round(seconds, 3))
COUNT = st.integers(0, 2**53)
TIMINGS = st.builds(Timing, MOMENT, st.none() | MOMENT, MOMENT, st.none() | MOMENT, MOMENT, MOMENT, COUNT, COUNT, COUNT, COUNT)


@given(timing=TIMINGS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_timing_is_read_back_as_it_was(tmp_path_factory, timing):
    folder = played(tmp_path_factory.mktemp("any") / "m", 2, timing)
    assert timing_of(read(folder).lines[1]) == timing


def test_nobody_is_told():
    with_it, without = (Referee(TwoTruths(seats=3), KEY) for _ in range(2))
    while with_it.outcome is None:
        request = next(iter(with_it.open.values()))
        response = Response(request.id, people(request, 1), 1.5, timing=TIMED)
        assert with_it.fold(response) == without.fold(replace(response, timing=None))
    assert with_it.record == without.record


@pytest.mark.parametrize(
    "harm",
    [
        {"shown": -0.001},
        {"shown": None},
        {"shown": "1"},
        {"submit": True},
        {"submit": None},
        {"paused": []},
        {"covered": None},
        {"first_key": -1},
        {"first_key": "soon"},
        {"away": False},
        {"keys": 1.5},
        {"keys": -1},
        {"deletions": None},
        {"pasted": True},
        {"long_pastes": "1"},
        {"anticipated": -1},
        {"anticipated": None},
    ],
)
def test_a_timing_that_cannot_be_is_found_at_level_0(tmp_path, harm):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"]["timing"].update(harm))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


@pytest.mark.parametrize("name", [each for each in asdict(TIMED) if each != "anticipated"])
def test_a_timing_of_which_a_part_is_missing_is_found_at_level_0(tmp_path, name):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"]["timing"].pop(name))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


@pytest.mark.parametrize("timing", [[], 0, "", False, {}])
def test_what_is_no_timing_at_all_is_found_at_level_0(tmp_path, timing):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"].update(timing=timing))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


def test_a_timing_from_before_anticipated_input_was_counted_is_read_and_verified(tmp_path):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"]["timing"].pop("anticipated"))
    line = read(folder).lines[1]
    assert "anticipated" not in line.body["response"]["timing"] and timing_of(line).anticipated == 0
    assert verify(folder, 3).is_verified


@pytest.mark.parametrize("lines", [2, 4])
def test_a_match_with_timings_goes_on_where_it_was_cut(tmp_path, lines):
    cut = played(tmp_path / "cut", lines)
    opened = reopen(cut, sync=False)
    go_on(opened.referee, opened.writer)
    assert verify(cut, 3).is_verified
    assert timings(cut)[:4] == [None, asdict(TIMED), None, asdict(TIMED)]


def test_a_fork_keeps_them(tmp_path):
    folder = played(tmp_path / "m")
    opened = fork(folder, 3, tmp_path / "fork", sync=False)
    go_on(opened.referee, opened.writer)
    assert timings(tmp_path / "fork")[:3] == timings(folder)[:3]
    assert verify(tmp_path / "fork", 3).is_verified


def test_they_stay_when_a_person_takes_their_words_back(tmp_path):
    folder = played(tmp_path / "m")
    before = timings(folder)
    redact(folder, seats=tuple("abc"))
    assert timings(folder) == before
    assert not read(folder).findings


@pytest.mark.parametrize("older", [1, 2, 3, 4])
def test_a_transcript_from_before_there_were_timings_is_read(tmp_path, older):
    folder = played(tmp_path / "m", 1)
    forged(folder / PART, 1, lambda body: body.update(woozle=older))
    transcript = read(folder)
    assert not transcript.findings
    assert transcript.header.woozle == older
    assert timing_of(transcript.lines[0]) is None
