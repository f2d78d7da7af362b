"""The meaning of answers, where they lead, and undoing them."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.labels import Item, Opinion
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.tui.label_files import read_labels
from woozle.games.ship.tui.label_session import NotNowError
from woozle.games.ship.views.annotation import label_words
from woozle.games.ship.views.claims import claim_words

from tests.tui.annotated import CLAIMS, heard, labelling, write


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write(tmp_path_factory.mktemp("matches") / "one")


@pytest.fixture
def speeches(match):
    return heard(match)


@pytest.fixture
def labels(tmp_path, speeches):
    return labelling(tmp_path, order=speeches)


def kept(folder, name="anna"):
    return read_labels(folder / "labels" / f"{name}.jsonl").labels


def finish(labels):
    """Say of all claims that they are not there."""
    for at in range(len(labels.rows)):
        labels.say(at, "no")
    labels.finish()


def test_answers_lead_from_claim_to_claim_and_to_the_next_speech_when_all_are_given(labels, tmp_path, speeches):
    assert (labels.speech.statement.speaker, labels.at) == ("Alice", 0)
    with pytest.raises(NotNowError, match="First say whether"):
        labels.judge(0, "true")
    labels.say(0, "yes")
    assert labels.at == 0
    labels.judge(0, "true")
    assert labels.at == 1
    labels.say(1, "no")
    assert labels.at == 2
    with pytest.raises(NotNowError, match="1 claim of this speech waits for an answer"):
        labels.finish()
    labels.say(0, "no")
    assert labels.at == 2
    labels.say(2, "yes")
    labels.judge(2, "unverifiable")
    labels.finish()
    assert kept(tmp_path)[speeches[0].item()] == Opinion("all")
    assert (labels.speech.statement.speaker, labels.done, labels.total) == ("Bob", 1, 4)


def test_one_begins_where_one_left_off(labels, tmp_path, speeches):
    finish(labels)
    labels.say(0, "yes")
    labels.close()
    again = labelling(tmp_path, order=speeches)
    assert (again.speech.statement.speaker, again.done, label_words(again.rows[0].label)[1]) == ("Bob", 1, "said")


def test_what_is_put_off_comes_back_when_all_else_is_done(labels, tmp_path, speeches):
    labels.skip()
    assert labels.speech.statement.speaker == "Bob"
    labels.close()
    again = labelling(tmp_path, order=speeches)
    assert again.speech.statement.speaker == "Bob"
    for _ in range(3):
        finish(again)
    assert (again.speech.statement.speaker, again.done) == ("Alice", 3)
    finish(again)
    assert again.done == again.total


def test_back_and_on_again_change_nothing(labels, tmp_path):
    with pytest.raises(NotNowError, match="This is the first speech"):
        labels.before()
    finish(labels)
    before = kept(tmp_path)
    labels.before()
    assert (labels.speech.statement.speaker, labels.is_done) == ("Alice", True)
    labels.skip()
    assert (labels.speech.statement.speaker, kept(tmp_path)) == ("Bob", before)


def test_every_answer_can_be_taken_back(labels, tmp_path):
    finish(labels)
    labels.say(0, "yes")
    labels.judge(0, "false")
    for state in ("said", "not labelled yet"):
        labels.undo()
        assert label_words(labels.rows[0].label)[1] == state
    labels.undo()
    assert (labels.speech.statement.speaker, labels.is_done) == ("Alice", False)
    for _ in range(3):
        labels.undo()
    assert kept(tmp_path) == {}
    with pytest.raises(NotNowError, match="nothing to take back"):
        labels.undo()


def test_corrections_and_additions(labels, tmp_path, speeches):
    alice = speeches[0]
    other, missed = Claim("location", "Alice", room="storage"), Claim("sighting", "Alice", "Frank", "electrical")
    labels.correct(0, other)
    assert kept(tmp_path)[alice.item(CLAIMS["Alice"][0])] == Opinion("corrected", other)
    with pytest.raises(NotNowError, match="listed already"):
        labels.add(other)
    with pytest.raises(NotNowError, match="listed already"):
        labels.correct(1, other)
    labels.add(missed)
    assert (labels.at, label_words(labels.rows[3].label)[1]) == (3, "added")
    labels.judge(3, "wrong_player")
    labels.correct(3, Claim("sighting", "Alice", "Eve", "electrical"))
    assert claim_words(labels.rows[3].meaning) == "Alice saw Eve in Electrical"
    labels.say(3, "yes")
    labels.say(3, "no")
    assert len(labels.rows) == 3
    assert alice.item(missed) not in kept(tmp_path)


def test_a_correction_that_changes_nothing_says_yes(labels):
    labels.correct(0, CLAIMS["Alice"][0])
    assert label_words(labels.rows[0].label)[1] == "said"
    labels.correct(1, Claim("alone", "Alice"))
    labels.correct(1, CLAIMS["Alice"][1])
    assert label_words(labels.rows[1].label)[1] == "said"


def test_several_people_never_see_each_others_labels(labels, tmp_path, speeches):
    finish(labels)
    other = labelling(tmp_path, "bob", speeches)
    assert (other.speech.statement.speaker, other.done) == ("Alice", 0)
    assert {label_words(row.label)[1] for row in other.rows} == {"not labelled yet"}
    labels.say(0, "yes")
    other.say(0, "no")
    assert Item(speeches[1].digest, speeches[1].statement.at, CLAIMS["Bob"][0]) not in kept(tmp_path, "bob")
