"""Copies of a match are recognised whatever else stands in their files, and other matches are not taken for copies."""

from __future__ import annotations

import shutil
from itertools import permutations

import orjson
import pytest

from woozle.core.request import Forfeit
from woozle.saves import store
from woozle.saves.copies import find_copies
from woozle.saves.paths import matches_folder
from woozle.saves.redaction import redact
from woozle.saves.summary import summarize
from woozle.saves.verdict_cache import cached_verdict, find_verdicts
from woozle.saves.verify import verify

from tests.saves.table import SEATS, begin, bots, finished, forged, interrupted, people, play
from tests.two_truths import Vote


def is_copy(one, other):
    """Return whether two transcripts are of one match, which verify and summaries have to agree about."""
    identities = [verify(each).identity for each in (one, other)]
    assert None not in identities
    summarized = [summarize(each.parent, None).identity for each in (one, other)]
    assert summarized == identities
    return identities[0].digest == identities[1].digest


def last_line(path):
    return path.read_bytes().count(b"\n")


IGNORED = {
    "software": (1, lambda body: body.update(software={"woozle": "0.0"})),
    "time": (1, lambda body: body.update(started="2026-01-01T00:00:00+00:00")),
    "format": (1, lambda body: body.update(woozle=5)),
    "seeds": (1, lambda body: body["seats"][0]["player"].update(seed="another")),
    "presentation": (1, lambda body: body.update(presentation={"is_blind": True, "people": []})),
    "seconds": (3, lambda body: body["response"].update(seconds=99.5)),
    "usage": (3, lambda body: body["response"].update(usage={"calls": 9, "tokens_in": 9, "tokens_out": 9, "dollars": 9.0})),
    "order": (3, lambda body: body["response"].update(answer=dict(reversed(body["response"]["answer"].items())))),
}


@pytest.mark.parametrize("what", IGNORED)
def test_what_no_rule_reads_makes_no_other_match(tmp_path, what):
    one, other = (finished(tmp_path / name) for name in ("one", "other"))
    before = other.read_bytes()
    forged(other, *IGNORED[what])
    assert other.read_bytes() != before and is_copy(one, other)


OTHERS = {
    "players": (1, lambda body: body["seats"][0]["player"].update(name="another")),
    "rules": (1, lambda body: body.update(rules=2)),
    "game": (1, lambda body: body.update(game="other")),
    "options": (1, lambda body: body["config"].update(rounds=2)),
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_players_rules_and_options_make_another_match(tmp_path, what):
    one, other = (finished(tmp_path / name) for name in ("one", "other"))
    forged(other, *OTHERS[what])
    assert summarize(one.parent, None).identity.digest != summarize(other.parent, None).identity.digest


def test_another_key_and_another_answer_make_another_match(tmp_path):
    def later(request, number):
        return Vote(index=0) if request.answer is Vote else bots(request, number)

    one = finished(tmp_path / "one")
    assert not is_copy(one, finished(tmp_path / "key", number=1))
    assert not is_copy(one, finished(tmp_path / "answers", later))
    assert is_copy(one, finished(tmp_path / "again"))


def test_why_an_answer_is_missing_is_no_answer(tmp_path):
    def silent(why, kind="timeout"):
        return lambda request, number: Forfeit(kind, why)

    one, other = finished(tmp_path / "one", silent("Too slow.")), finished(tmp_path / "other", silent("The network."))
    assert is_copy(one, other)
    assert not is_copy(one, finished(tmp_path / "gave_up", silent("Too slow.", "gave_up")))


@pytest.mark.parametrize("seats", ["a", "ab", "abc"])
def test_a_withdrawn_text_equals_its_words(tmp_path, seats):
    one = finished(tmp_path / "one", people)
    shutil.copytree(tmp_path / "one", tmp_path / "other")
    other = tmp_path / "other" / one.name
    assert redact(other, seats=[*seats])
    assert is_copy(one, other)
    assert verify(one).identity.withdrawn < verify(other).identity.withdrawn
    assert not is_copy(one, finished(tmp_path / "again", people))  # typed again, with other salts


def test_an_altered_transcript_is_of_no_match(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, last_line(path), lambda body: body["outcome"]["results"]["a"]["numbers"].update(score=9999))
    assert verify(path).identity is None


def test_a_verdict_from_the_cache_knows_the_match(tmp_path):
    path = finished(tmp_path / "m")
    fresh = dict(find_verdicts([path]))[path].identity
    assert fresh and cached_verdict(path).identity == fresh


# Which of them counts


def test_the_fullest_counts_then_the_first_by_name_in_any_order(tmp_path):
    def made(name, is_finished=True, is_withdrawn=False, players=SEATS):
        if is_finished:
            play(*begin(tmp_path / name, players), bots)
        path = tmp_path / name / "transcript.jsonl" if is_finished else interrupted(tmp_path / name, 10)
        return verify(path).identity._replace(withdrawn=int(is_withdrawn))

    a, b, c = made("a", is_withdrawn=True), made("b"), made("c")
    other = made("other", players=SEATS | {"a": {"kind": "bot", "name": "new"}})
    fork = b._replace(is_fork=True)
    unfinished = b._replace(is_finished=False)
    every = [
        ("0 altered", b, "altered"),
        ("1 unknown", None, "verified"),
        ("2 unfinished", unfinished, "verified"),
        ("3 consistent", b, "consistent"),
        ("4 withdrawn", a, "verified"),
        ("5 fork", fork, "verified"),
        ("7 whole", c, "verified"),
        ("6 whole", b, "verified"),
        ("8 other", other, "verified"),
    ]
    copies = dict.fromkeys(("2 unfinished", "3 consistent", "4 withdrawn", "5 fork", "7 whole"), "6 whole")
    assert find_copies(every) == find_copies(reversed(every)) == copies
    for some in permutations(every[5:8]):
        assert find_copies(some) == {"5 fork": "6 whole", "7 whole": "6 whole"}


def test_the_list_says_which_match_a_copy_is_of_until_that_one_is_gone():
    first = finished(matches_folder() / "20260101-000000-two_truths-0000").parent
    for number in (1, 2):
        shutil.copytree(first, matches_folder() / f"20260101-00000{number}-two_truths-0000")
    finished(matches_folder() / "20260101-000005-two_truths-0000", number=1)
    assert [each.copy_of for each in store.list_matches()] == ["", first.name, first.name, ""]
    shutil.rmtree(first)
    assert [each.copy_of for each in store.list_matches()] == ["", "20260101-000001-two_truths-0000", ""]


def test_an_altered_copy_takes_no_place(tmp_path):
    first = finished(matches_folder() / "1")
    shutil.copytree(first.parent, matches_folder() / "2")
    forged(first, last_line(first), lambda body: body["outcome"]["results"]["a"]["numbers"].update(score=9999))
    checked = {each.id: (each.checked, each.copy_of) for each in store.verify_summaries(store.list_matches())}
    assert checked == {"1": ("altered", ""), "2": ("verified", "")}


def test_a_body_that_is_nested_too_deeply_stops_nothing(tmp_path):
    path = finished(tmp_path / "m")
    nested = orjson.loads(b"[" * 200 + b"]" * 200)
    forged(path, 3, lambda body: body["response"]["answer"].update(deep=nested))
    assert verify(path, 0).verdict == "verified" and verify(path).verdict == "altered"
