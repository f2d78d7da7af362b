"""Traces of models in a transcript: their tries, the pictures they saw, and text that is no answer."""

from __future__ import annotations

import pytest

from woozle.core.referee import Referee
from woozle.core.replies import VERSION, read_reply
from woozle.core.request import Completion, Forfeit, ParseFailure, Picture, Request, Response
from woozle.core.usage import Usage
from woozle.saves.blobs import BLOBS
from woozle.saves.decoder import decode_response
from woozle.saves.resume import fork, reopen
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import reply_differences, verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, forged, play_responses, played_lines
from tests.two_truths import Tell, TwoTruths

PICTURES = (Picture.png(b"\x89PNG of a room"), Picture.png(b"\x89PNG of a map"))
MODELS = {seat: {"kind": "model", "backend": "openai", "model": "tiny", "parser": VERSION} for seat in "abc"}
TELLS = '{"texts": ["I flew", "I swam", "I sang"], "lie": 1}'
USAGE = Usage(1, 100, 20, 0.001)


def said(request: Request, number: int) -> str:
    """Nonsense at first, then what one would expect."""
    if number == 1:
        return "Let me think about it."
    return TELLS if request.answer is Tell else f"```json\n{{'index': {number % 3}}}\n```"


def response_to(request: Request, number: int) -> Response:
    text = said(request, number)
    if number == 4:
        completion = Completion("", "failed", "The server at lab answered 500.", seconds=0.5)
        return Response(request.id, Forfeit("error", completion.problem), 0.5, Usage(), (completion,))
    reply = read_reply(text, request)
    completion = Completion(text, reply.reading, reply.problem, "hm", "stop", USAGE, "tiny-1", "0" * 64, 1.5, 0.25)
    answer = reply.answer or ParseFailure(reply.problem, "unparsable")
    return Response(request.id, answer, 1.5, USAGE, (completion,), PICTURES)


def played(folder, lines=1000, players=MODELS):
    referee = Referee(TwoTruths(seats=3), KEY)
    writer = Writer.create(folder, referee, players, sync=False)
    go_on(referee, writer, lines)
    return folder


def go_on(referee, writer, lines=1000):
    play_responses(referee, writer, response_to, lines)
    writer.close()


def test_tries_are_kept_as_they_came(tmp_path):
    transcript = read(played(tmp_path / "m"))
    game = TwoTruths(seats=3)
    request = Request(1, "a", Tell, {})
    first, second = (decode_response(type(game), request, line) for line in transcript.lines[:2])
    assert isinstance(first.answer, ParseFailure)
    assert first.completions[0].text == "Let me think about it."
    assert second.completions[0].text == TELLS
    assert second.answer == Tell(texts=("I flew", "I swam", "I sang"), lie=1)
    assert (second.usage, second.completions[0].first_token) == (USAGE, 0.25)


def test_what_was_no_answer_is_asked_again_and_the_seat_is_told_why(tmp_path):
    events = read(played(tmp_path / "m")).lines[0].body["events"]
    assert [(each["event"], each["to"]) for each in events] == [("Refused", ["a"])]


def test_a_match_of_models_passes_every_level(tmp_path):
    report = verify(played(tmp_path / "m"), 3)
    assert {level: check.result for level, check in report.levels.items()} == dict.fromkeys(range(4), "passed")


def test_pictures_are_kept_once_and_by_their_digest(tmp_path):
    folder = played(tmp_path / "m")
    kept = {file.name: file.read_bytes() for file in (folder / BLOBS).iterdir()}
    assert kept == {f"{picture.digest}.png": picture.data for picture in PICTURES}


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda file: file.unlink(), "is missing from blobs"),
        (lambda file: file.write_bytes(b"another"), "was changed"),
        (lambda file: (file.unlink(), file.mkdir()), "cannot be read"),
    ],
)
def test_a_picture_that_is_not_what_it_was_is_found_at_level_0(tmp_path, harm, sentence):
    folder = played(tmp_path / "m")
    harm(folder / BLOBS / f"{PICTURES[0].digest}.png")
    check = verify(folder, 0).levels[0]
    assert check.result == "failed"
    assert sentence in check.reason


@pytest.mark.parametrize("name", ["../../etc/passwd", "x" * 64, "", 7, "A" * 64, "0" * 64 + "\n"])
def test_no_foreign_name_becomes_a_path(tmp_path, name):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, 2, lambda body: body["response"].update(pictures=[{"digest": name, "media_type": "image/png"}]))
    assert "missing or damaged" in verify(folder, 0).levels[0].reason


@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        (
            3,
            lambda body: body["response"]["attempts"][0].update(text=TELLS.replace("1}", "2}")),
            "not what its last completion",
        ),
        (
            3,
            lambda body: body["response"]["attempts"][0].update(text="no"),
            "parsed as an answer; parsed again it is unparsable",
        ),
        (
            2,
            lambda body: body["response"]["attempts"][0].update(text=TELLS),
            "parsed as unparsable; parsed again it is an answer",
        ),
        (2, lambda body: body["response"]["attempts"][0].update(text="Another nonsense."), "for another reason"),
        (5, lambda body: body["response"]["attempts"][0].update(reading="unparsable", text="x"), "an internal error"),
    ],
)
def test_a_reply_that_says_something_else_is_found_at_level_3(tmp_path, line, change, sentence):
    folder = played(tmp_path / "m")
    forged(folder / CLOSED, line, change)
    report = verify(folder, 3)
    assert [report.levels[level].result for level in range(4)] == ["passed", "passed", "passed", "failed"]
    assert report.levels[3].reason.startswith(f"Line {line}: ")
    assert sentence in report.levels[3].reason


def test_replies_read_by_another_version_are_skipped_and_named(tmp_path):
    old = {seat: {**player, "parser": VERSION + 1} for seat, player in MODELS.items()}
    check = verify(played(tmp_path / "m", players=old), 3).levels[3]
    assert check == (
        "unchecked",
        f"Replies were parsed by version {VERSION + 1} of the parser; this is version {VERSION}.",
        "replies",
    )


def test_replies_that_an_older_version_parsed_are_parsed_as_it_did(tmp_path):
    text, request = f"[THINK]{TELLS}[/THINK]", Request(1, "a", Tell, {})  # version 1 took these for an answer
    old = read_reply(text, request, version=1)
    assert (old.reading, read_reply(text, request).reading) == ("answer", "empty")
    response = Response(1, old.answer, completions=(Completion(text, old.reading),))
    assert not reply_differences(request, response, (1,)) and reply_differences(request, response, (VERSION,))
    assert not reply_differences(request, response, (1, VERSION))  # as after a resumption by this version
    players = {seat: {**player, "parser": 1} for seat, player in MODELS.items()}
    assert verify(played(tmp_path / "m", players=players), 3).is_verified


def test_a_refusal_is_worded_by_the_version_that_parsed_it():
    request = Request(1, "a", Tell, {})
    old, new = (read_reply("No.", request, "filter", version=version) for version in (2, VERSION))
    assert "nobody comes to harm" in old.problem and "no one gets hurt" in new.problem
    response = Response(1, ParseFailure(old.problem, old.reading), completions=(Completion("No.", old.reading, finish="filter"),))
    assert not reply_differences(request, response, (2,)) and reply_differences(request, response, (VERSION,))


@pytest.mark.parametrize("lines", range(1, 8))
def test_a_match_of_models_goes_on_where_it_was_cut(tmp_path, lines):
    whole, cut = played(tmp_path / "whole"), played(tmp_path / "cut", lines)
    opened = reopen(cut, sync=False)
    go_on(opened.referee, opened.writer)
    assert played_lines((cut / CLOSED).read_bytes()) == played_lines((whole / CLOSED).read_bytes())


def test_a_fork_keeps_tries_and_pictures(tmp_path):
    opened = fork(played(tmp_path / "m"), 3, tmp_path / "fork", sync=False)
    go_on(opened.referee, opened.writer)
    assert verify(tmp_path / "fork", 3).is_verified
    assert len(list((tmp_path / "fork" / BLOBS).iterdir())) == len(PICTURES)
    assert read(tmp_path / "fork").lines[0].body["response"]["attempts"][0]["text"] == "Let me think about it."


def test_no_line_is_written_before_its_pictures(tmp_path, monkeypatch):
    def full(path, data, sync):
        raise OSError(28, "No space left on device")

    referee = Referee(TwoTruths(seats=3), KEY)
    writer = Writer.create(tmp_path / "m", referee, MODELS, sync=False)
    monkeypatch.setattr("woozle.saves.disk.replace", full)
    with pytest.raises(OSError, match=r"the disk is full; free some space, then `woozle resume"):
        go_on(referee, writer)
    assert read(tmp_path / "m").lines == []
