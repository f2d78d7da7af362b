"""Attacks by a forger who computes every hash again, and by a player who is shown links before the end."""

from __future__ import annotations

import orjson
import pytest

from woozle.saves.line_format import FIRST, NO_WORDS, chain_link, join_words, link_salt, redact_part, split_line
from woozle.saves.redaction import redact
from woozle.saves.resume import reopen
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.saves.table import KEY, begin, bots, finished, forged, interrupted, people, play, rechained
from tests.two_truths import TwoTruths

DIGEST = b'"%b"' % (b"0" * 64)


def withdrawn_here(path, line):
    """Put a digest where a line has no words, as if somebody had withdrawn them."""
    rechained(path, lambda number, body, words: (body, DIGEST if number == line else words))


# Links that somebody is shown before the end


def ballots_found(path):
    """Return the secret votes that can be guessed from the links before and after each, by trying all possible lines in between."""
    found, before = [], FIRST
    for row in path.read_bytes().splitlines():
        parts = split_line(row)
        body = orjson.loads(parts.body)
        if "index" in body.get("response", {}).get("answer", {}):
            for index in (0, 1, 2, None):
                body["response"]["answer"] = {"index": index}
                if chain_link(before, orjson.dumps(body), parts.words) == parts.link:
                    found.append(index)
        before = parts.link
    return found


def test_links_tell_nothing_of_the_lines_between_them(tmp_path):
    path = finished(tmp_path / "m")
    answers = [line.body["response"].get("answer", {}) for line in read(path).lines if line.body["request"]["asks"] == "Vote"]
    votes = [answer["index"] for answer in answers if "index" in answer]
    assert len(votes) > 3
    assert ballots_found(path) == []
    forged(path, 1, lambda body: body.update(woozle=5))  # before links took in a salt, nine guesses found two ballots
    assert ballots_found(path) == votes


def test_the_salt_of_a_link_is_of_one_line_and_one_key():
    salts = {link_salt(key, number) for key in (KEY, KEY[::-1]) for number in range(1, 50)}
    assert len(salts) == 98
    assert {len(salt) for salt in salts} == {16}
    assert chain_link(FIRST, b"{}", NO_WORDS, link_salt(KEY, 1)) != chain_link(FIRST, b"{}", NO_WORDS)


# Withdrawals that were none


def test_a_digest_where_nothing_was_typed_is_altered(tmp_path):
    path = finished(tmp_path / "m", bots)
    forged(path, 12, lambda body: body["outcome"]["results"]["a"]["numbers"].update(score=9999))
    withdrawn_here(path, 2)
    report = verify(path)
    assert report.verdict == "altered"
    assert report.findings[0] == (2, "Its words are not those that it refers to.")


def test_a_digest_in_an_old_transcript_where_nothing_was_typed_is_altered(tmp_path):
    path = finished(tmp_path / "m", bots)
    forged(path, 1, lambda body: body.update(woozle=3))
    withdrawn_here(path, 2)
    assert verify(path).findings[0] == (2, "It has words, or a digest in their place, that nothing in it refers to.")


@pytest.mark.parametrize("words", [b'{"salt":"","9.9":"more"}', b'{"salt":""}', join_words([DIGEST, DIGEST])])
def test_words_that_a_line_does_not_refer_to_are_altered(tmp_path, words):
    path = finished(tmp_path / "m", people)
    rechained(path, lambda number, body, own: (body, words if number == 2 else own))
    assert verify(path, 0).verdict == "altered"


def test_words_that_stand_nowhere_are_altered(tmp_path):
    path = finished(tmp_path / "m", people)
    rechained(path, lambda number, body, own: (body, NO_WORDS if number == 2 else own))
    assert verify(path).findings[0] == (2, "It refers to words that are not in the file.")


def test_the_first_line_has_no_words_to_withdraw(tmp_path):
    path = finished(tmp_path / "m", bots)
    withdrawn_here(path, 1)
    assert verify(path).findings[0] == (1, "The first line must not have words.")


@pytest.mark.parametrize("reads_text", [True, False])
def test_a_withdrawal_excuses_nothing_where_the_rules_look_into_no_words(tmp_path, monkeypatch, reads_text):
    monkeypatch.setattr(TwoTruths, "reads_text", reads_text)
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    assert verify(path).is_verified
    forged(path, read(path).end.number, lambda body: body["outcome"]["results"]["b"].update(numbers={"score": 9999.0}))
    assert verify(path).verdict == ("consistent" if reads_text else "altered")


def test_a_withdrawal_excuses_nothing_that_stands_before_it(tmp_path, monkeypatch):
    monkeypatch.setattr(TwoTruths, "reads_text", True)
    path = finished(tmp_path / "m", people)
    late = next(line for line in reversed(read(path).lines) if line.words)
    rechained(path, lambda number, body, own: (body, redact_part(own) if number == late.number else own))
    assert verify(path).is_verified
    forged(path, 2, lambda body: body["events"][0]["data"].update(index=2))
    assert verify(path).verdict == "altered"


# Ambiguous JSON


@pytest.mark.parametrize("twice", [b'"a":1,"a":2', b'"a":2,"a":1', b'"a":1,"a":1'])
@pytest.mark.parametrize("line", [1, 2, 12])
def test_a_name_that_stands_twice_is_refused(tmp_path, line, twice):
    path = finished(tmp_path / "m")
    rechained(path, lambda number, body, own: (body[:-1] + b',"x":{%b}}' % twice if number == line else body, own))
    report = verify(path)
    assert report.verdict == "altered"
    assert "its json is ambiguous" in report.findings[0].sentence.lower()


def test_json_that_only_looks_strange_is_taken(tmp_path):
    path = finished(tmp_path / "m")
    rechained(path, lambda number, body, own: (body.replace(b'"game":', b' "game" : ', 1) if number == 1 else body, own))
    assert verify(path).is_verified


# Resumes and heads


def test_a_resume_is_a_line_of_the_chain(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    last = read(path).link
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer, bots, 5)
    again.writer.close()
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer)
    transcript = read(tmp_path / "m")
    assert [(each.number, each.at) for each in transcript.resumptions] == [(5, 3), (8, 5)]
    assert last.hex().encode() in transcript.resumptions[0].parts.body
    report = verify(tmp_path / "m")
    assert (report.verdict, report.resumed, report.lines) == ("verified", 2, 10)


def test_a_match_that_is_opened_and_left_has_no_line_of_it(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    data = path.read_bytes()
    reopen(tmp_path / "m", sync=False).writer.close()
    assert path.read_bytes() == data


@pytest.mark.parametrize("change", [{"at": 4}, {"from": "0" * 64}, {"woozle": 7}, {"when": 3}])
def test_a_resume_that_does_not_fit_is_altered(tmp_path, change):
    interrupted(tmp_path / "m", 3)
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer)
    path = tmp_path / "m" / "transcript.jsonl"
    assert verify(path).is_verified
    forged(path, 5, lambda body: body["resumed"].update(change))
    assert verify(path).findings[0].line == 5


def test_an_older_match_goes_on_in_its_own_format(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    forged(path, 1, lambda body: body.update(woozle=5))
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer)
    transcript = read(tmp_path / "m")
    assert (transcript.header.woozle, transcript.resumptions, transcript.findings) == (5, [], [])
    assert verify(tmp_path / "m").is_verified


def test_a_transcript_that_ends_with_another_link_than_was_written_down_is_altered(tmp_path):
    path = finished(tmp_path / "m")
    head = verify(path).head
    assert verify(path, head=head.upper()).is_verified
    forged(path, 1, lambda body: body["seats"][0]["player"].update(name="Deep Thought"))
    assert verify(path).is_verified
    report = verify(path, head=head)
    assert report.verdict == "altered"
    assert head not in report.findings[0].sentence and report.head in report.findings[0].sentence


def test_the_writer_says_the_head_that_verify_finds(tmp_path):
    referee, writer = begin(tmp_path / "m")
    play(referee, writer)
    assert writer.head == verify(tmp_path / "m").head
