"""Withdrawing what a person typed."""

import pytest

from woozle.saves.disk import SaveError
from woozle.saves.resume import reopen
from woozle.saves.transcript import TranscriptError, read
from woozle.saves.verify import verify
from woozle.saves.vocabulary import decode_record
from woozle.saves.withdraw import redact

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
    assert transcript.redacted == 2
    assert [line.parts.link for line in transcript.lines] == links
    assert verify(path).is_sound


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
    assert report.is_sound
    assert (report.redacted, report.is_finished) == (1, True)


def test_a_changed_digest_is_noticed(tmp_path):
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    digest = read(path).lines[0].parts.words
    path.write_bytes(path.read_bytes().replace(digest, digest.replace(digest[5:6], b"0" if digest[5:6] != b"0" else b"1")))
    assert [finding.line for finding in read(path).findings] == [2]
    with pytest.raises(TranscriptError, match="Nothing was withdrawn"):
        redact(path, seats=["b"])


def test_nothing_is_withdrawn_while_the_match_is_played(tmp_path):
    referee, writer = begin(tmp_path / "m")
    play(referee, writer, people, 3)
    with pytest.raises(SaveError, match="being played by another process"):
        redact(tmp_path / "m", seats=["a"])
    writer.close()
