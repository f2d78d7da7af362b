"""What is kept beside a person's answer: its timing, and how pictures were displayed."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.core.referee import Referee
from woozle.core.request import Display, Request, Response, Timing
from woozle.saves.decoder import decode_response
from woozle.saves.redaction import redact
from woozle.saves.resume import fork, reopen
from woozle.saves.transcript import CLOSED, FORMAT, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, forged, people, play_responses
from tests.saves.test_models import PICTURES
from tests.two_truths import Tell, TwoTruths, Vote

PEOPLE = {seat: {"kind": "human"} for seat in "abc"}
TIMED = Timing(0.021, 1.5, 8.25, 2.0, 0.0, 0.5, 31, 4, 40, 1)
NETWORK = ("host", "ping")
UNTOLD = Timing(0.0, None, 1.0, None, 0.0)
SEEN = Display("halfblock", 32, 16, 32, 32, 3, 1)
BOTH = pytest.mark.parametrize("name", ["timing", "display"])


def played(folder, lines=1000, timing=TIMED):
    """Three people, of whom every second answer comes with a timing, pictures and a display."""
    referee = Referee(TwoTruths(seats=3), KEY)
    go_on(referee, Writer.create(folder, referee, PEOPLE, sync=False), lines, timing)
    return folder


def go_on(referee, writer, lines=1000, timing=TIMED):
    def respond(request, number):
        response = Response(request.id, people(request, number), 1.5)
        has_notes = number % 2 == 0
        noted = replace(response, timing=timing, pictures=PICTURES, display=replace(SEEN, zooms=number - 1))
        return noted if has_notes else response

    play_responses(referee, writer, respond, lines)
    writer.close()


def decoded(line):
    request = line.body["request"]
    kind = {"Tell": Tell, "Vote": Vote}[request["asks"]]
    return decode_response(TwoTruths, Request(request["id"], request["to"], kind, {}), line)


def notes(folder, name):
    return [line.body["response"].get(name) for line in read(folder).lines]


@pytest.mark.parametrize("timing", [TIMED, UNTOLD])
def test_they_are_read_back_as_they_were(tmp_path, timing):
    lines = read(played(tmp_path / "m", timing=timing)).lines
    assert read(tmp_path / "m").header.woozle == FORMAT
    assert [(decoded(line).timing, decoded(line).display) for line in lines[:2]] == [
        (None, None),
        (timing, replace(SEEN, zooms=1)),
    ]
    assert not {"timing", "display"} & lines[0].body["response"].keys()
    assert lines[1].body["response"]["timing"] == {name: each for name, each in asdict(timing).items() if name not in NETWORK}
    assert verify(tmp_path / "m", 3).is_verified


MOMENT = st.floats(0, 1e7).map(lambda seconds: round(seconds, 3))
COUNT = st.integers(0, 2**53)
TIMINGS = st.builds(
    Timing,
    *(MOMENT, st.none() | MOMENT, MOMENT, st.none() | MOMENT, MOMENT, MOMENT, COUNT, COUNT, COUNT, COUNT, COUNT),
    *(st.none() | MOMENT, st.none() | MOMENT),
)


@given(timing=TIMINGS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_timing_is_read_back_as_it_was(tmp_path_factory, timing):
    folder = played(tmp_path_factory.mktemp("any") / "m", 2, timing)
    assert decoded(read(folder).lines[1]).timing == timing


def test_nobody_is_told_of_a_timing():
    with_it, without = (Referee(TwoTruths(seats=3), KEY) for _ in range(2))
    while with_it.outcome is None:
        request = next(iter(with_it.open.values()))
        response = Response(request.id, people(request, 1), 1.5, timing=TIMED)
        assert with_it.fold(response) == without.fold(replace(response, timing=None))
    assert with_it.record == without.record


HARMS = [
    *(("timing", {name: value}) for name, values in (
        ("shown", (-0.001, None, "1")), ("submit", (True, None)), ("paused", ([],)), ("covered", (None,)),
        ("first_key", (-1, "soon")), ("away", (False,)), ("keys", (1.5, -1)), ("deletions", (None,)), ("pasted", (True,)),
        ("long_pastes", ("1",)), ("anticipated", (-1, None)), ("host", (-0.1, "1")), ("ping", (-0.1, True)),
    ) for value in values),
    *(("display", {name: value}) for name, value in (
        ("mode", "hologram"), ("mode", []), ("columns", -1), ("columns", 1.5), ("rows", True), ("width", "32"), ("zooms", None),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("name", "harm"), HARMS)
def test_a_value_that_cannot_be_is_found_at_level_0(tmp_path, name, harm):
    folder = played(tmp_path / "m", 4)
    forged(folder / PART, 3, lambda body: body["response"][name].update(harm))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


def test_the_clock_of_the_host_and_the_ping_are_kept_where_there_is_a_network(tmp_path):
    remote = replace(TIMED, host=9.5, ping=0.04)
    folder = played(tmp_path / "m", timing=remote)
    assert read(folder).lines[1].body["response"]["timing"] == asdict(remote)
    assert decoded(read(folder).lines[1]).timing == remote
    forged(folder / CLOSED, 1, lambda body: body.update(woozle=6))
    assert verify(folder).reason == "Line 3: It has a member that format 6 does not have: body.response.timing.host."


@pytest.mark.parametrize("format", [7, FORMAT])
def test_whose_clock_it_was_is_kept_and_a_match_of_an_older_format_goes_on_without(tmp_path, format):
    def respond(request, number):
        return Response(request.id, people(request, number), 1.5, clock="page")

    begun = Referee(TwoTruths(seats=3), KEY)
    play_responses(begun, writer := Writer.create(tmp_path / "m", begun, PEOPLE, sync=False), respond, 0)
    writer.close()
    forged(tmp_path / "m" / PART, 1, lambda body: body.update(woozle=format))
    opened = reopen(tmp_path / "m", sync=False)
    play_responses(opened.referee, opened.writer, respond)
    assert set(notes(tmp_path / "m", "clock")) == {None if format < FORMAT else "page"}
    assert verify(tmp_path / "m", 3).is_verified
    forged(tmp_path / "m" / CLOSED, 3, lambda body: body["response"].update(clock="wall"))
    assert not verify(tmp_path / "m", 0).is_verified


def test_a_bot_that_stood_in_for_a_player_is_named_in_its_answers(tmp_path):
    def respond(request, number):
        return Response(request.id, people(request, number), 1.5, stand_in="steady" if number == 2 else "")

    referee = Referee(TwoTruths(seats=3), KEY)
    play_responses(referee, Writer.create(tmp_path / "m", referee, PEOPLE, sync=False), respond)
    assert notes(tmp_path / "m", "stand_in")[:3] == [None, "steady", None]
    assert [decoded(line).stand_in for line in read(tmp_path / "m").lines[:3]] == ["", "steady", ""]
    assert verify(tmp_path / "m", 3).is_verified
    for damaged in ("", None, 1, ["steady"]):
        forged(tmp_path / "m" / CLOSED, 3, lambda body, damaged=damaged: body["response"].update(stand_in=damaged))
        assert "missing or damaged" in verify(tmp_path / "m", 0).levels[0].reason


@pytest.mark.parametrize("part", [each for each in asdict(TIMED) if each not in ("anticipated", *NETWORK)])
def test_a_timing_of_which_a_part_is_missing_is_found_at_level_0(tmp_path, part):
    folder = played(tmp_path / "m", 4)
    forged(folder / PART, 3, lambda body: body["response"]["timing"].pop(part))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


@pytest.mark.parametrize("timing", [[], 0, "", False, {}])
def test_what_is_no_timing_at_all_is_found_at_level_0(tmp_path, timing):
    folder = played(tmp_path / "m", 4)
    forged(folder / PART, 3, lambda body: body["response"].update(timing=timing))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


def test_a_timing_from_before_anticipated_input_was_counted_is_read_and_verified(tmp_path):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"]["timing"].pop("anticipated"))
    line = read(folder).lines[1]
    assert "anticipated" not in line.body["response"]["timing"] and decoded(line).timing.anticipated == 0
    assert verify(folder, 3).is_verified


@BOTH
@pytest.mark.parametrize("lines", [2, 4])
def test_they_go_on_where_a_match_was_cut_and_in_a_fork(tmp_path, name, lines):
    cut = played(tmp_path / "cut", lines)
    opened = reopen(cut, sync=False)
    go_on(opened.referee, opened.writer)
    told = notes(cut, name)
    assert [each is None for each in told] == [number % 2 == 0 for number in range(len(told))]
    branch = fork(cut, 3, tmp_path / "fork", sync=False)
    go_on(branch.referee, branch.writer)
    assert notes(tmp_path / "fork", name)[:3] == told[:3]
    assert verify(cut, 3).is_verified and verify(tmp_path / "fork", 3).is_verified


def test_timings_stay_when_a_person_takes_their_words_back(tmp_path):
    folder = played(tmp_path / "m")
    before = notes(folder, "timing")
    redact(folder, seats=tuple("abc"))
    assert notes(folder, "timing") == before
    assert not read(folder).findings


@pytest.mark.parametrize("older", [1, 2, 3, 4])
def test_a_transcript_from_before_there_were_any_is_read(tmp_path, older):
    folder = played(tmp_path / "m", 1)
    forged(folder / PART, 1, lambda body: body.update(woozle=older))
    transcript = read(folder)
    assert not transcript.findings
    assert transcript.header.woozle == older
    assert (decoded(transcript.lines[0]).timing, decoded(transcript.lines[0]).display) == (None, None)
