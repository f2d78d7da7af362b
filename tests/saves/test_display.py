"""The display of pictures to a person, in a transcript."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.core.referee import Referee
from woozle.core.request import Display, Request, Response
from woozle.saves.decoder import decode_response
from woozle.saves.resume import reopen
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, forged, people
from tests.saves.test_models import PICTURES
from tests.two_truths import Tell, TwoTruths, Vote

PEOPLE = {seat: {"kind": "human"} for seat in "abc"}
SEEN = Display("halfblock", 32, 16, 32, 32, 3, 1)


def played(folder, lines=1000):
    """Three people, of whom every second answer comes with a display."""
    referee = Referee(TwoTruths(seats=3), KEY)
    go_on(referee, Writer.create(folder, referee, PEOPLE, sync=False), lines)
    return folder


def go_on(referee, writer, lines=1000):
    while referee.outcome is None and referee.folded < lines:
        request = next(iter(referee.open.values()))
        response = Response(request.id, people(request, referee.folded + 1), 1.5)
        if referee.folded % 2:
            response = replace(response, pictures=PICTURES, display=replace(SEEN, zooms=referee.folded))
        writer.keep_response(request, response, referee.fold(response))
    if referee.outcome:
        writer.keep_outcome(referee.outcome)
    writer.close()


def test_what_a_person_had_to_look_with_is_read_back_as_it_was(tmp_path):
    lines = read(played(tmp_path / "m")).lines
    request = Request(2, "b", Vote, {})
    first, second = (
        decode_response(TwoTruths, replace(request, id=line.body["request"]["id"]), line) for line in (lines[2], lines[1])
    )
    assert first.display is None
    assert "display" not in lines[2].body["response"]
    assert second.display == replace(SEEN, zooms=1)
    assert verify(tmp_path / "m", 3).is_verified


@pytest.mark.parametrize(
    "harm",
    [
        {"mode": "hologram"},
        {"mode": []},
        {"columns": -1},
        {"columns": 1.5},
        {"rows": True},
        {"width": "32"},
        {"zooms": None},
    ],
)
def test_a_display_that_cannot_be_is_found_at_level_0(tmp_path, harm):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 3, lambda body: body["response"]["display"].update(harm))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


@pytest.mark.parametrize("lines", [2, 4])
def test_a_match_with_displays_goes_on_where_it_was_cut(tmp_path, lines):
    cut = played(tmp_path / "cut", lines)
    opened = reopen(cut, sync=False)
    go_on(opened.referee, opened.writer)
    assert verify(cut, 3).is_verified
    assert [line.body["response"].get("display", {}).get("zooms") for line in read(cut).lines][:4] == [None, 1, None, 3]


@pytest.mark.parametrize("older", [1, 2])
def test_a_transcript_from_before_there_were_displays_is_read(tmp_path, older):
    folder = played(tmp_path / "m", 1)
    path = folder / "transcript.jsonl.part"
    forged(path, 1, lambda body: body.update(woozle=older))
    transcript = read(folder)
    assert not transcript.findings
    assert transcript.header.woozle == older
    assert decode_response(TwoTruths, Request(1, "a", Tell, {}), transcript.lines[0]).display is None
