"""Closed lists of members: what the writer writes, what verify takes, and what docs/transcripts.md says are the same."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator

import orjson
import pytest

from woozle.arena.testing.games import record_match
from woozle.core.referee import Referee
from woozle.core.request import (
    AnswerProbabilities,
    Completion,
    Display,
    Forfeit,
    ParseFailure,
    Picture,
    Request,
    Response,
    Timing,
)
from woozle.core.text import RedactableText
from woozle.core.usage import Usage
from woozle.saves.decoder import decode_response
from woozle.saves.line_format import split_line
from woozle.saves.members import HEADER, LINES, Many, Maybe, Members, Named, find_lists, line_after_first
from woozle.saves.redaction import redact
from woozle.saves.resume import reopen
from woozle.saves.transcript import CLOSED, FORMAT, PART, Fork, Presentation, Source, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.docs.pages import ROOT
from tests.games.parts import parts
from tests.saves.table import KEY, SEATS, SECRET, deal_of, finished, forged, people, play_responses, rechained
from tests.two_truths import Tell, TwoTruths, Vote

GAMES = [cases[0] for cases in parts("cases", "CASES").values()]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))
DIGEST = b'"%b"' % (b"0" * 64)
USAGE = Usage(2, 100, 20, 0.5, 1, 2, 3, 1)


def response_to(request, number):
    """Return a Response that holds everything which one of its kind can hold."""
    if number == 2:
        return Response(request.id, ParseFailure("No JSON."), 0.5, Usage(1, 1, 1), (Completion("hm", "unparsable", "No JSON."),))
    if number == 5:
        return Response(request.id, Forfeit("timeout", "Late."), 5.0)
    if number == 4:  # an answer to another question
        return Response(request.id, Vote(index=0) if request.answer is Tell else Tell(texts=("x", "y", "z"), lie=0), 1.0)
    texts = tuple(RedactableText(f"text {n}", f"{number}.{n}") for n in (1, 2, 3))
    told = Tell(texts=("x", "y", "z"), lie=1).model_copy(update={"texts": texts})
    answer = told if request.answer is Tell else Vote(index=1)
    completion = Completion("text", "answer", "", "thoughts", "stop", USAGE, "tiny", "0" * 64, 1.5, 0.25, ("a note",))
    picture, display = Picture.png(b"\x89PNG"), Display("sixel", 1, 2, 3, 4, 5, 6)
    timing = Timing(0.1, 0.5, 2.0, 0.0, 0.0, host=2.5, ping=0.05)
    return Response(request.id, answer, 1.5, USAGE, (completion,), (picture,), display, None, timing, "steady", "page")


def played(folder):
    """Play a match that is resumed once, with all members that a line can have, and return its transcript."""
    deal, key = deal_of(TwoTruths(seats=3))
    referee = Referee(TwoTruths(seats=3), key)
    shown = Presentation(is_blind=True)
    play(referee, Writer.create(folder, referee, SEATS, presentation=shown, deal=deal, secret=SECRET, sync=False), 3)
    again = reopen(folder, sync=False)
    play(again.referee, again.writer)
    return folder / CLOSED


def play(referee, writer, lines=1000):
    play_responses(referee, writer, response_to, lines)
    writer.close()


def bodies(path) -> list:
    return [orjson.loads(split_line(row).body) for row in path.read_bytes().splitlines()]


def kind_of(number, body) -> Members:
    return line_after_first(body) if number else HEADER


def objects(shape, value, way=()) -> Iterator[tuple[Members, tuple]]:
    """Yield the closed lists of a value with the way to each object."""
    if isinstance(shape, Maybe) and value is not None:
        yield from objects(shape.shape, value, way)
    elif isinstance(shape, Many):
        for number, each in enumerate(value):
            yield from objects(shape.shape, each, (*way, number))
    elif isinstance(shape, Named):
        for name, each in value.items():
            yield from objects(shape.shape, each, (*way, name))
    elif isinstance(shape, Members):
        yield shape, way
        known = {**shape.always, **shape.sometimes}
        for name, each in value.items():
            yield from objects(known[name], each, (*way, name))


def at(body, way):
    for step in way:
        body = body[step]
    return body


def places(path) -> list[tuple[int, Members, tuple]]:
    """Return the objects that Woozle defines in a transcript: their line from 1, list, and the way to them; one of each sort."""
    found = [(n + 1, each, way) for n, body in enumerate(bodies(path)) for each, way in objects(kind_of(n, body), body)]
    return [*{(shape.name, without_numbers(way)): (line, shape, way) for line, shape, way in reversed(found)}.values()]


def without_numbers(way: tuple) -> tuple:
    return tuple(step for step in way if isinstance(step, str))


# The writer and the docs


def test_the_lists_are_what_the_writer_writes(tmp_path):
    """Each member of each list is written somewhere, or was once, and nothing else."""
    folders = [tmp_path / str(number) for number in range(len(GAMES))]
    for case, folder in zip(GAMES, folders, strict=True):
        asyncio.run(record_match(case, 1, folder).play())
    referee = Referee(TwoTruths(seats=3), KEY)
    fork, source = Fork(of="0" * 64, at=1), Source(format="logs", digest="0" * 64, name="log")
    Writer.create(tmp_path / "f", referee, SEATS, fork=fork, source=source, sync=False).close()
    files = [*(folder / CLOSED for folder in folders), played(tmp_path / "full"), tmp_path / "f" / PART, *GOLDEN]
    written = defaultdict(set)
    for path in files:
        format = read(path).header.woozle if path in GOLDEN else FORMAT
        for number, body in enumerate(bodies(path)):
            assert not kind_of(number, body).problems(body, format)
            for each, way in objects(kind_of(number, body), body):
                written[each.name] |= at(body, way).keys()
    leaning = AnswerProbabilities("index", {"1": 1.0}, "own")
    written["leaning"] |= set(orjson.loads(orjson.dumps(leaning)))
    written["response"].add("leaning")
    listed = {each.name: {*each.always, *each.sometimes} for line in LINES for each in find_lists(line)}
    assert written == listed


def test_the_page_lists_the_same_members():
    page = (ROOT / "docs" / "transcripts.md").read_text("utf-8")
    section = page.partition("## Members")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (?!object|---)([^|`]+?) \| (\[?`[^|]*) \|$", section, re.M))
    listed = {}
    for each in (each for line in LINES for each in find_lists(line)):
        since = {name: f" ({number})" for name, number in each.since.items()}
        always = [f"`{name}`{since.get(name, '')}" for name in each.always]
        listed[each.name] = " ".join([*always, *(f"[`{name}`]{since.get(name, '')}" for name in each.sometimes)])
    assert rows == listed


# Members added, misplaced, of a wrong type


def test_an_unknown_member_at_any_depth_makes_a_transcript_consistent_at_best(tmp_path):
    path = played(tmp_path / "m")
    data = path.read_bytes()
    assert verify(path).is_verified
    for line, shape, way in places(path):
        path.write_bytes(data)
        forged(path, line, lambda body, way=way: at(body, way).update(speech="Alice confessed."))
        report = verify(path)
        assert not report.is_verified, (shape.name, way)
        if shape.name not in ("request", "events", "forfeit", "unread"):  # which are compared with those of the rules as a whole
            assert (report.verdict, report.causes) == ("consistent", ("format",)), (shape.name, way)
            assert f"Line {line}: It has a member that format {FORMAT} does not have: body" in report.reason
            assert report.reason.endswith(".speech.")


@pytest.mark.parametrize("name", ["events", "outcome", "score", "n", "key", "resumed", "answer", "request", "seats"])
def test_a_known_member_in_a_wrong_place_makes_a_transcript_altered(tmp_path, name):
    path = played(tmp_path / "m")
    data, is_known = path.read_bytes(), name != "score"
    value = [{"event": "Fake", "to": ["*"], "data": {"text": "Alice confessed"}}] if name == "events" else 1
    for line, shape, way in places(path):
        if name in {**shape.always, **shape.sometimes}:
            continue
        path.write_bytes(data)
        forged(path, line, lambda body, way=way: at(body, way).update({name: value}))
        report = verify(path)
        assert report.verdict == "altered" if is_known else not report.is_verified, (shape.name, way)


def scalars(value, way=()) -> Iterator[tuple]:
    if isinstance(value, dict | list):
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(each, (*way, name))
    else:
        yield way


def of_another_type(value) -> list:
    match value:
        case bool():
            return [int(value), str(value), None]
        case int():
            return [float(value), str(value), None, bool(value), [value]]
        case float():
            return [str(value), [value]]
        case None:
            return [False, "None", []]
    return [[value], {"text": value}, 0]


def test_a_value_of_another_type_never_verifies(tmp_path):
    path, seen = played(tmp_path / "m"), set()
    data = path.read_bytes()
    for number, body in enumerate(bodies(path), 1):
        for way in scalars(body):
            sort = kind_of(number - 1, body).name, without_numbers(way), type(at(body, way))
            if "player" in way or sort in seen:  # what a player says of itself is its own
                continue
            seen.add(sort)
            for value in of_another_type(at(body, way)):
                path.write_bytes(data)
                forged(path, number, lambda body, way=way, value=value: at(body, way[:-1]).__setitem__(way[-1], value))
                report = verify(path)
                assert report.verdict == "altered", (number, way, value)


@pytest.mark.parametrize(
    "change",
    [{"seconds": 5}, {}, {"seconds": "5.0"}, {"seconds": True}],
)
def test_a_configuration_in_other_types_is_altered(tmp_path, change):
    folder = tmp_path / "m"
    referee = Referee(TwoTruths(3, TwoTruths.config_type(seconds=5.0)), KEY)
    play(referee, Writer.create(folder, referee, SEATS, sync=False))
    assert verify(folder).is_verified
    forged(folder / CLOSED, 1, lambda body: body.update(config=change))
    assert "configuration" in verify(folder).levels[1].reason


def test_services_that_the_rules_do_not_ask_are_altered(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body["officials"].append({"seat": "a", "player": {"kind": "bot", "name": "Deep Thought"}}))
    assert "The services are" in verify(path).levels[1].reason


def test_a_member_of_a_later_format_makes_an_older_transcript_consistent(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(woozle=3))
    assert verify(path).is_verified
    forged(path, 2, lambda body: body["response"].update(timing={}))
    report = verify(path)
    assert (report.verdict, report.causes) == ("consistent", ("format",))
    assert report.reason == "Line 2: It has a member that format 3 does not have: body.response.timing."


def test_there_is_no_format_0(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(woozle=0))
    assert verify(path).verdict == "altered"


# Words


def test_the_last_line_has_no_words_to_withdraw(tmp_path):
    path = finished(tmp_path / "m", people)
    last = read(path).end.number
    for words in (DIGEST, b'{"salt":"","4.1":"more"}'):
        rechained(path, lambda number, body, own, words=words: (body, words if number == last else own))
        assert verify(path).findings[0] == (last, "The last line must not have words.")


@pytest.mark.parametrize("version", [3, FORMAT])
def test_a_text_that_stands_nowhere_in_the_file_is_altered(tmp_path, version):
    path = finished(tmp_path / "m", people)
    forged(path, 1, lambda body: body.update(woozle=version))
    assert verify(path).is_verified
    forged(path, 2, lambda body: body["response"]["answer"]["texts"].__setitem__(0, {"words": "zzz"}))
    assert verify(path).verdict == "altered"


def test_words_of_an_old_format_are_those_that_its_line_refers_to(tmp_path):
    path = finished(tmp_path / "m", people)
    forged(path, 1, lambda body: body.update(woozle=3))
    rechained(path, lambda number, body, own: (body, b'{"salt":"","9.9":"more"}' if number == 2 else own))
    assert verify(path).verdict == "altered"
    rechained(path, lambda number, body, own: (body, b"null" if number == 2 else own))
    assert verify(path).verdict == "altered"


# Errors


def test_a_wrong_type_is_not_said_to_be_nested_too_deeply(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 3, lambda body: body.update(response={"forfeit": "x", "seconds": 1}))
    report = verify(path)
    assert report.levels[0].reason == "Line 3: A part of it is missing or damaged: body.response.forfeit."
    assert "nested" not in str(report.findings)


# Withdrawals


def test_an_invented_reason_is_altered_though_words_are_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(TwoTruths, "reason", classmethod(lambda cls, config, record: ""))
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    assert verify(path).is_verified
    forged(path, read(path).end.number, lambda body: body["outcome"].update(reason="Alice won everything."))
    report = verify(path)
    assert report.verdict == "altered"
    assert report.findings[0].sentence == 'The reason: here it is "Alice won everything.", recomputing gives "".'


# Answer probabilities


LEANING = {"field": "index", "probabilities": {"0": 0.75, "1": 0.25}, "by": "samples", "samples": 8}
LEANINGS = {
    True: ({}, {"by": "own", "samples": 0}, {"probabilities": {"0": 1}}, {"probabilities": {"0": 0.75, "1": 0.2505}}),
    False: (
        {"by": "own"}, {"samples": 0}, {"samples": -8}, {"by": "feeling"}, {"probabilities": {}},
        *({"probabilities": {"0": zero, "1": one}} for zero, one in ((0.75, 0.252), (0.7, 0.2), (1.5, -0.5))),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "is_valid"), [(change, is_valid) for is_valid, some in LEANINGS.items() for change in some])
def test_answer_probabilities_add_up_to_1_over_legal_choices_and_may_come_from_samples(tmp_path, change, is_valid):
    path, told = finished(tmp_path / "m"), LEANING | change
    forged(path, 4, lambda body: body["response"].update(leaning=told))
    assert verify(path, 0).is_verified is is_valid
    assert not is_valid or "'0' was, which was no legal index" in verify(path, 1).reason
    request, line = Request(2, "b", Vote, {"index": (0, 1)}), read(path).lines[2]
    assert not is_valid or decode_response(TwoTruths, request, line).answer_probabilities == AnswerProbabilities(**told)
