"""The format: what a transcript holds, and what is noticed when it was changed."""

import json
import re

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woozle.core.chance import commitment
from woozle.core.frozen_model import later_option
from woozle.core.game import EVERYONE, RECORD, Forfeited, Refused
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, Response
from woozle.core.text import RedactableText
from woozle.games.ship import config as ship
from woozle.games.ship.rules import Ship
from woozle.saves.decoder import DecodeError, decode_event, decode_record, decode_response
from woozle.saves.line_format import encode, events_body
from woozle.saves.transcript import FORMAT, NewerFormatError, TranscriptError, read, read_lines
from woozle.saves.verify import verify

from tests.saves.table import KEY, SEATS, begin, finished, forged, interrupted, people
from tests.two_truths import Lie, Round, Statements, TwoTruths


def test_the_same_key_and_answers_give_the_same_bytes(tmp_path):
    assert finished(tmp_path / "one").read_bytes() == finished(tmp_path / "two").read_bytes()


def test_an_option_that_comes_later_leaves_no_trace_in_records_while_it_has_its_default():
    class Later(ship.Config):
        ties: str = later_option("none", description="who is ejected on a tie")

    def written(config: ship.Config) -> list[bytes]:
        game = Ship(4, config)
        return [encode(events_body([(event, EVERYONE) for event in game.briefing()])), encode(game.config.model_dump(mode="json"))]

    assert written(Later()) == written(ship.Config())
    assert all(b'"ties":"draw"' in each for each in written(Later(ties="draw")))
    assert Later.model_validate(Later().model_dump()).ties == "none"


def test_the_header_says_who_plays_what_and_hides_the_key(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    header = read(path).header
    assert (header.woozle, header.game, header.rules) == (FORMAT, "two_truths", 1)
    assert header.commitment == commitment(KEY)
    assert header.players == SEATS
    assert header.started is None
    assert KEY.hex().encode() not in path.read_bytes()


def test_who_walks_through_a_transcript_meets_the_same_lines_and_then_its_end(tmp_path):
    path = finished(tmp_path / "m")
    path.write_bytes(path.read_bytes().replace(b'"n":2', b'"n":9'))
    whole = read(path)
    transcript, lines = read_lines(path)
    assert transcript.end is None
    assert [line.parts for line in lines] == [line.parts for line in whole.lines]
    assert (transcript.end, transcript.findings) == (whole.end, whole.findings)
    assert transcript.lines == []


def test_services_stand_apart_from_the_seats(tmp_path):
    _, writer = begin(tmp_path / "m", SEATS | {"judge": {"model": "small"}})
    writer.close()
    header = read(tmp_path / "m").header
    assert [place.seat for place in header.seats] == ["a", "b", "c"]
    assert [place.seat for place in header.officials] == ["judge"]


def test_every_event_comes_back_as_it_was_told(tmp_path):
    transcript = read(finished(tmp_path / "m"))
    table = Referee(TwoTruths(seats=3), KEY)
    for line in transcript.lines:
        request = table.open[line.body["request"]["id"]]
        table.fold(decode_response(TwoTruths, request, line))
    assert [told for each in decode_record(TwoTruths, transcript) for told in each] == table.record
    kinds = {type(event): audience for event, audience in table.record}
    assert kinds == {Lie: RECORD, Statements: EVERYONE, Round: EVERYONE, Refused: ("b",), Forfeited: ("a",)}


def at_both_ends(data: bytes) -> list[int]:
    """Return the positions of the header, the first answers and the outcome; the lines between are of the same form."""
    ends = [match.end() for match in re.finditer(b"\n", data)]
    return [*range(ends[2] + 1), *range(ends[-2], len(data))]


def test_every_changed_byte_is_noticed(tmp_path):
    data = finished(tmp_path / "m").read_bytes()
    path = tmp_path / "changed.jsonl"
    for at in at_both_ends(data)[::2]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 7]) + data[at + 1 :])
        assert not verify(path, 0).is_verified, at


def test_every_changed_byte_of_words_is_noticed(tmp_path):
    whole = finished(tmp_path / "m", people).read_bytes()
    data = b"".join(whole.splitlines(keepends=True)[:2])
    path = tmp_path / "changed.jsonl"
    for at in range(0, len(data) - 1, 2):
        path.write_bytes(data[:at] + (b"X" if data[at : at + 1] != b"X" else b"Y") + data[at + 1 :])
        assert not verify(path, 0).is_verified, at


@pytest.mark.parametrize("name", ["transcript.jsonl.part", "transcript.jsonl"])
def test_a_file_cut_anywhere_is_read_as_far_as_it_goes(tmp_path, name):
    data = finished(tmp_path / "m").read_bytes()
    ends = [match.end() for match in re.finditer(b"\n", data)]
    path = tmp_path / name
    (tmp_path / "match.key").write_text(KEY.hex())
    for size in sorted({*at_both_ends(data)[::7], *ends[:-1], *(end - 1 for end in ends)}):
        path.write_bytes(data[:size])
        report = verify(path, 0)
        whole = sum(end <= size for end in ends)
        assert not report.is_finished
        assert report.is_verified == (whole > 0 and name.endswith("part"))
        assert report.lines == max(0, whole - 1)
        assert not whole or report.torn == size - ends[whole - 1]


def test_a_swapped_and_a_missing_line_are_noticed(tmp_path):
    path = finished(tmp_path / "m")
    rows = path.read_bytes().splitlines(keepends=True)
    for changed in (rows[:2] + rows[3:], [*rows[:2], rows[3], rows[2], *rows[4:]], rows[:3] + rows[2:], [*rows, rows[-1]]):
        path.write_bytes(b"".join(changed))
        assert read(path).findings


def test_one_changed_line_is_one_finding(tmp_path):
    path = finished(tmp_path / "m")
    rows = path.read_bytes().splitlines(keepends=True)
    rows[3] = rows[3].replace(b'"seconds":0.75', b'"seconds":0.76')
    path.write_bytes(b"".join(rows))
    assert [finding.line for finding in read(path).findings] == [4]


def test_a_newer_format_is_refused_in_words(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(woozle=FORMAT + 1))
    sentence = rf"newer Woozle \(format {FORMAT + 1}; this one reads up to {FORMAT}\); update Woozle"
    with pytest.raises(NewerFormatError, match=sentence):
        read(path)


def test_fields_of_a_later_woozle_survive(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(weather="fog"))
    forged(path, 2, lambda body: body["response"].update(mood="calm"))
    transcript = read(path)
    assert transcript.header.model_dump()["weather"] == "fog"
    assert transcript.lines[0].body["response"]["mood"] == "calm"
    assert (verify(path).verdict, verify(path).causes) == ("consistent", ("format",))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"\n", "is not a transcript of Woozle"),
        (b"[1,2,3]\n", "is not a transcript of Woozle"),
        (b'{"a":1}\n', "is not a transcript of Woozle"),
        (b"\x7fELF\x00\xff\n\x00\n", "is not a transcript of Woozle"),
        (b'{"body":{"woozle":-1000000000},"words":null,"link":"%b"}\n' % (b"0" * 64), "is not a transcript of Woozle"),
        (b"\x00" * 100, "is not a transcript of Woozle"),
        (b'{"body":{"woozle":1,"game"', "breaks off within its first line"),
        (b'{"body":{"woozle":1,"opening":[]},"words":null,"link":"%b"}\n' % (b"0" * 64), "damaged: game is missing"),
        (b'{"body":{"woozle":1,"opening":3},"words":null,"link":"%b"}\n' % (b"0" * 64), "its Events cannot be read"),
    ],
)
def test_what_is_not_a_transcript_is_refused_in_words(tmp_path, data, sentence):
    path = tmp_path / "file.jsonl"
    path.write_bytes(data)
    with pytest.raises(TranscriptError, match=sentence):
        read(path)


def test_a_folder_without_a_transcript_and_a_path_to_nothing_are_refused_in_words(tmp_path):
    with pytest.raises(TranscriptError, match="There is no transcript in"):
        read(tmp_path)
    with pytest.raises(TranscriptError, match=r"There is no file .*nothing"):
        read(tmp_path / "nothing")
    with pytest.raises(TranscriptError, match="cannot be read: File name too long"):
        read(tmp_path / ("x" * 300))


def test_a_name_from_outside_is_shown_harmless(tmp_path):
    with pytest.raises(TranscriptError, match="␛"):
        read(tmp_path / "\x1b[31m")


def test_an_event_that_the_game_does_not_know_is_named():
    with pytest.raises(DecodeError, match="two_truths has no Event 'Explosion'"):
        decode_event(TwoTruths, {"event": "Explosion", "data": {}})
    with pytest.raises(DecodeError, match="Lie is damaged: index"):
        decode_event(TwoTruths, {"event": "Lie", "data": {"index": "x"}})
    deep = json.loads("[" * 900 + "]" * 900)
    with pytest.raises(DecodeError, match="nested too deeply to be read"):
        decode_event(TwoTruths, {"event": "Lie", "data": {"index": deep}}, {"1.1": RedactableText("a", "1.1")})
    with pytest.raises(DecodeError, match="no Event 'Vote'"):
        decode_event(TwoTruths, {"event": "Vote", "data": {}})


def test_what_a_person_typed_stands_only_in_words(tmp_path):
    transcript = read(finished(tmp_path / "m", people))
    for line in transcript.lines:
        assert b"SECRET" not in line.parts.body
        assert (b"SECRET" in line.parts.words) == (line.body["request"]["asks"] == "Tell")
    assert transcript.lines[0].body["response"]["answer"]["texts"][0] == {"words": "1.1"}
    assert transcript.words["1.1"] == "SECRET-a-1"
    told = decode_record(TwoTruths, transcript)[1][1][0]
    assert told.texts == ("SECRET-a-1", "SECRET-a-2", "SECRET-a-3")
    answer = decode_response(TwoTruths, Referee(TwoTruths(seats=3)).open[1], transcript.lines[0]).answer
    assert [(type(text), text.ref) for text in (*told.texts, *answer.texts)] == [(RedactableText, f"1.{n}") for n in (1, 2, 3)] * 2


def test_words_are_salted_so_that_their_digest_cannot_be_guessed(tmp_path):
    salts = {orjson.loads(read(finished(tmp_path / name, people)).lines[0].parts.words)["salt"] for name in ("one", "two")}
    assert len(salts) == 2


def test_half_a_character_from_a_model_is_recorded_as_a_question_mark(tmp_path):
    referee, writer = begin(tmp_path / "m")
    response = Response(1, Forfeit("error", "cut off \ud83d here"))
    writer.keep_response(referee.open[1], response, referee.fold(response))
    writer.close()
    assert read(tmp_path / "m").lines[0].body["response"]["forfeit"]["why"] == "cut off ? here"
    assert verify(tmp_path / "m").levels[1].result == "passed"


def test_values_of_all_kinds_become_json():
    class Pair(tuple):
        pass

    words: list[RedactableText] = []
    value = {"set": frozenset("ba"), "pair": Pair((1, 2)), "range": range(2), 3: "key", "w": (RedactableText("secret", "1.1"),)}
    assert encode(value, words) == b'{"set":["a","b"],"pair":[1,2],"range":[0,1],"3":"key","w":[{"words":"1.1"}]}'
    assert words == ["secret"]
    with pytest.raises(TypeError, match="bytes is not a plain value"):
        encode({"x": b"raw"})


@settings(max_examples=20)
@given(st.dictionaries(st.text(), st.text() | st.text(st.characters(categories=["Cs"])).map(lambda text: text[:3])))
def test_any_text_can_be_recorded(value):
    assert orjson.loads(encode(value)).keys() == {name.encode("utf-8", "replace").decode() for name in value}
