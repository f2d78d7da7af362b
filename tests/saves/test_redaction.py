"""Withdrawing what a person typed."""

from collections.abc import Mapping
from typing import TypeAlias

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.event import EVERYONE, Event
from woozle.core.request import Answer, Request, Response
from woozle.core.text import RedactableText
from woozle.core.value import value
from woozle.saves.decoder import decode_event, decode_record
from woozle.saves.disk import SaveError
from woozle.saves.line_format import (
    chain_link,
    digest_words,
    encode,
    encode_words,
    events_body,
    has_withdrawn,
    join_line,
    join_words,
    link_salt,
    redact_part,
    response_body,
    split_line,
    split_words,
)
from woozle.saves.redaction import redact
from woozle.saves.resume import reopen
from woozle.saves.transcript import TranscriptError, read
from woozle.saves.verify import verify

from tests.saves.table import begin, bots, finished, interrupted, people, play
from tests.two_truths import Statements, TwoTruths


def test_the_words_of_a_seat_are_gone_and_the_chain_still_closes(tmp_path):
    path = finished(tmp_path / "m", people)
    links = [line.parts.link for line in read(path).lines]
    assert redact(path, seats=["a", "c"]) == 2
    data = path.read_bytes()
    assert b"SECRET-a" not in data
    assert b"SECRET-c" not in data
    assert b"SECRET-b" in data
    transcript = read(path)
    assert not transcript.findings
    assert transcript.redacted_count == 2
    assert [line.parts.link for line in transcript.lines] == links
    assert verify(path).is_verified


def test_what_is_left_can_still_be_read(tmp_path):
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    record = [event for told in decode_record(TwoTruths, read(path)) for event, _ in told]
    texts = {event.teller: event.texts for event in record if isinstance(event, Statements)}
    assert set(texts["a"]) == {"[withdrawn]"}
    assert any("SECRET-b" in text for text in texts["b"])


def test_words_are_withdrawn_by_ref_with_all_of_their_response(tmp_path):
    path = finished(tmp_path / "m", people)
    assert redact(path, refs=["4.2"]) == 1
    assert b"SECRET-b" not in path.read_bytes()
    assert redact(path, refs=["4.2"]) == 0


def test_a_file_from_which_nothing_is_withdrawn_stays_as_it_is(tmp_path):
    path = finished(tmp_path / "m", bots)
    before = path.stat()
    assert redact(path, seats=["a"]) == 0
    assert path.stat() == before


def test_an_unfinished_match_goes_on_after_its_words_were_withdrawn(tmp_path):
    path = interrupted(tmp_path / "m", 5, people)
    with path.open("ab") as file:
        file.write(b'{"body":{"torn":"SECRET-a"')
    assert redact(path, seats=["a"]) == 1
    assert b"SECRET-a" not in path.read_bytes()
    again = reopen(path, sync=False)
    play(again.referee, again.writer, people)
    report = verify(tmp_path / "m")
    assert report.is_verified
    assert (report.redacted, report.is_finished) == (1, True)


def test_a_changed_digest_is_noticed(tmp_path):
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    digest = read(path).lines[0].parts.words
    path.write_bytes(path.read_bytes().replace(digest, digest.replace(digest[5:6], b"0" if digest[5:6] != b"0" else b"1")))
    assert [finding.line for finding in read(path).findings] == [2]
    with pytest.raises(TranscriptError, match=r"Nothing was withdrawn .* at line 2: .* withdraw again, or delete the file"):
        redact(path, seats=["b"])


def test_nothing_is_withdrawn_while_the_match_is_played(tmp_path):
    referee, writer = begin(tmp_path / "m")
    play(referee, writer, people, 3)
    with pytest.raises(SaveError, match="being played by another process"):
        redact(tmp_path / "m", seats=["a"])
    writer.close()


def test_a_torn_line_goes_even_if_nothing_else_does(tmp_path):
    path = interrupted(tmp_path / "m", 3, bots)
    with path.open("ab") as file:
        file.write(b'{"body":{"torn":"SECRET-a"')
    assert redact(path, seats=["a"]) == 0
    assert b"SECRET-a" not in path.read_bytes()


def test_a_withdrawal_that_was_cut_short_is_done_by_doing_it_again(tmp_path):
    path = finished(tmp_path / "m", people)
    path.with_name("transcript.jsonl.new").write_bytes(path.read_bytes()[:5000])
    assert redact(path, seats=["a", "b", "c"]) == 3
    assert [file.name for file in path.parent.iterdir()] == ["transcript.jsonl"]
    assert b"SECRET" not in path.read_bytes()


# Texts of several people in one line

SALT = "00" * 16
MINE, THEIRS, OURS = (
    RedactableText("mine", "7.1"),
    RedactableText("theirs", "3.1/answer"),
    RedactableText("ours", "3.1+5.2/again7-1"),
)


def test_a_line_holds_what_came_of_several_in_as_many_parts():
    parts = [orjson.loads(part) for part in split_words(encode_words(7, (THEIRS, OURS, MINE), lambda: SALT))]
    assert parts == [
        {"salt": SALT, "7.1": "mine"},
        {"salt": SALT, "3.1/answer": "theirs"},
        {"salt": SALT, "3.1+5.2/again7-1": "ours"},
    ]


def test_words_of_one_response_stand_as_they_always_did():
    part = encode_words(7, (MINE,), lambda: SALT)
    assert orjson.loads(part) == {"salt": SALT, "7.1": "mine"}
    assert split_words(part) == [part]
    assert encode_words(7, (), lambda: SALT) == b"null"


@given(st.lists(st.dictionaries(st.text(), st.text(), max_size=3), min_size=1, max_size=4), st.data())
def test_any_part_can_be_withdrawn_and_the_link_stays(texts, data):
    parts = [encode({"salt": SALT} | each) for each in texts]
    words = join_words(parts)
    assert split_words(words) == parts
    gone = data.draw(st.sets(st.integers(0, len(parts) - 1)))
    left = join_words([redact_part(part) if at in gone else part for at, part in enumerate(parts)])
    assert digest_words(left) == digest_words(words)
    assert has_withdrawn(left) == bool(gone)
    assert split_words(left) == [redact_part(part) if at in gone else part for at, part in enumerate(parts)]


def test_no_two_ways_to_write_words_have_the_same_parts_or_digest():
    part = encode({"salt": SALT, "7.1": "mine"})
    written = [
        part,
        b"[%b]" % part,
        b"[[%b]]" % part,
        b"[%b,%b]" % (part, part),
        b"[%b ,%b]" % (part, part),
        b"[%b,%b]x" % (part, part),
    ]
    assert len({tuple(split_words(each)) for each in written}) == len({digest_words(each) for each in written}) == len(written)


@given(st.one_of(st.binary(), st.sampled_from([b"[" * 5000, b"[]", b'[{"salt":""}]', b"[1,]", b"[1 ,2]", b"[1,2]x", b"[\xff,1]"])))
def test_any_bytes_have_a_digest(data):
    assert len(digest_words(b"[" + data)) == 32
    assert not has_withdrawn(b'[{"salt":""},' + data)


@pytest.mark.parametrize(
    "damage",
    [
        lambda parts: parts[::-1],
        lambda parts: parts[:1],
        lambda parts: [*parts, b'{"salt":"","8.1":"more"}'],
        lambda parts: [parts[0], parts[1].replace(b"theirs", b"thei\\u0072s")],
    ],
)
def test_any_change_of_a_list_of_words_is_noticed(tmp_path, damage):
    path = mixed(tmp_path)
    rows = path.read_bytes().splitlines()
    parts = split_line(rows[1])
    rows[1] = join_line(parts.body, join_words(damage(split_words(parts.words))), parts.link)[:-1]
    path.write_bytes(b"\n".join(rows) + b"\n")
    assert 2 in [finding.line for finding in read(path).findings]


def mixed(tmp_path):
    """A match in whose first line stands something of another Response too."""
    path = finished(tmp_path / "m", people)
    key, before, rows = read(path).key, bytes(32), []
    for number, row in enumerate(path.read_bytes().splitlines(), 1):
        parts = split_line(row)
        body, words = parts.body, parts.words
        if number == 2:
            body = body.replace(b'"events":', b'"quoted":{"words":"4.1/answer"},"events":')
            words = join_words([words, b'{"salt":"","4.1/answer":"theirs"}'])
        before = chain_link(before, body, words, link_salt(key, number))
        rows.append(join_line(body, words, before))
    path.write_bytes(b"".join(rows))
    return path


def test_who_withdraws_takes_what_came_of_it_out_of_the_lines_of_others_and_leaves_theirs(tmp_path):
    path = mixed(tmp_path)
    assert not read(path).findings
    assert redact(path, seats=["b"]) == 2
    transcript = read(path)
    assert not transcript.findings
    assert transcript.lines[0].is_redacted
    assert set(transcript.lines[0].words) == {"1.1", "1.2", "1.3"}
    assert transcript.words["1.1"] == "SECRET-a-1"
    assert transcript.words["4.1"] == "[withdrawn]"
    assert b"theirs" not in path.read_bytes()
    assert redact(path, refs=["1.2"]) == 1
    assert redact(path, seats=["a", "b"]) == 0


# Texts as names of a mapping


@value
class Counted(Event):
    votes: Mapping[str, int]


VOTES = Counted({MINE: 2, "B": 1, THEIRS: 3})


Tally: TypeAlias = Mapping[str, int]


@value
class Meant(Event):
    votes: Tally


@value
class Kept(Event):
    votes: dict[str, int]


@value
class Heirs(Counted):
    more: str = ""


@value
class Listed(Event):
    rounds: tuple[Counted, ...]


class Poll(Answer):
    votes: tuple[dict[str, int], ...]


class LaterPoll(Poll):
    more: str = ""


@pytest.mark.parametrize(
    "event",
    [VOTES, Meant(VOTES.votes), Kept({**VOTES.votes}), Heirs(VOTES.votes), Listed((VOTES,))],
    ids=lambda event: type(event).__name__,
)
def test_names_are_no_text_of_a_line_whatever_the_type_of_their_mapping_is_called(event):
    words: list[RedactableText] = []
    body = encode(events_body([(event, EVERYONE)]), words)
    assert words == [MINE, THEIRS]
    assert b"mine" not in body
    assert b"theirs" not in body


def test_names_in_an_answer_are_no_text_of_its_line_wherever_their_mapping_stands():
    answer = LaterPoll.model_construct(votes=({"B": 1}, {MINE: 2}))
    words: list[RedactableText] = []
    body = encode(response_body(1, Request(1, "a", LaterPoll, {}), Response(1, answer), []), words)
    assert (words, b"mine" in body) == ([MINE], False)
    assert orjson.loads(body)["response"]["answer"]["votes"] == [{"B": 1}, {"pairs": [[{"words": MINE.ref}, 2]]}]


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        ({each.ref: each for each in (MINE, THEIRS)}, ["mine", "B", "theirs"]),
        ({each.ref: RedactableText("[withdrawn]", each.ref) for each in (MINE, THEIRS)}, ["[withdrawn]", "B", "[withdrawn 2]"]),
    ],
)
def test_names_are_found_again_and_as_many_when_they_were_withdrawn(monkeypatch, texts, names):
    monkeypatch.setattr("woozle.saves.decoder._events", lambda module: {"Counted": lambda data: Counted(**data)})
    (body,) = orjson.loads(encode(events_body([(VOTES, EVERYONE)])))
    event = decode_event(TwoTruths, body, texts)
    assert list(event.votes) == names
    assert list(event.votes.values()) == [2, 1, 3]
    assert [type(name) for name in event.votes] == [RedactableText, str, RedactableText]


def test_a_mapping_that_only_looks_like_that_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr("woozle.saves.decoder._events", lambda module: {"Counted": lambda data: Counted(**data)})
    for votes in ({"pairs": [["a", 1]]}, {"pairs": []}, {"pairs": [[{"words": "7.1"}]]}, {"pairs": 3}):
        assert decode_event(TwoTruths, {"event": "Counted", "data": {"votes": votes}}, {"x": MINE}).votes == votes
