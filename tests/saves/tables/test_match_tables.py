"""Rows of matches that did not go as usual."""

from __future__ import annotations

import json
import sys

import pytest

from woozle.saves.match import FinishedMatch
from woozle.saves.match_files import match_names
from woozle.saves.redaction import redact
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import read

from tests.packages import TWO_TRUTHS
from tests.saves.table import finished, forged, interrupted, people


def found(path, *, with_text=True):
    wanted = match_tables(with_text=with_text)
    cells = match_rows(FinishedMatch(read(path), "m"), wanted)
    return {
        table.name: [dict(zip([c.name for c in table.all_columns], row, strict=True)) for row in cells[table.name]]
        for table in wanted
    }


def test_illegal_tries_forfeits_and_choices_of_a_game_that_has_no_limits_but_types(tmp_path):
    decisions = found(finished(tmp_path / "m"))["decisions"]
    assert [row["taken"] for row in decisions[:7]] == ["answer", "illegal", "answer", "answer", "answer", "nothing", "answer"]
    assert [row["try_number"] for row in decisions[:3]] == [1, 1, 2]
    assert decisions[5]["forfeit"] == "timeout" and {row["forfeit"] for row in decisions} == {None, "timeout"}
    assert (decisions[0]["choice"], decisions[0]["legal_choices"]) == ('{"lie":1}', 3)
    assert (decisions[2]["choice"], decisions[2]["legal_choices"]) == ('{"index":0}', 4)
    assert decisions[0]["text"] == 'a was born\na "quoted" ␛[31mthing\nspäte Ähren 🌾'
    assert {row["role"] for row in decisions} == {None}


def test_the_third_illegal_try_is_the_forfeit(tmp_path):
    from tests.two_truths import Tell

    def stubborn(request, number):
        return Tell(texts=("out", "of", "turn"), lie=0) if request.answer is not Tell else people(request, number)

    decisions = found(finished(tmp_path / "m", stubborn))["decisions"]
    assert [(row["taken"], row["forfeit"]) for row in decisions[1:4]] == [
        ("illegal", None), ("illegal", None), ("illegal", "illegal")
    ]  # fmt: skip


TIMES = {"shown": 0.0, "first_key": None, "submit": 1.0, "away": None, "paused": 0.0, "covered": 0.0} | dict.fromkeys(
    ("keys", "deletions", "pasted", "long_pastes"), 0
)


@pytest.mark.parametrize(
    ("format", "player", "response", "clock"),
    [
        (8, {"kind": "human"}, {"timing": TIMES}, "terminal"),
        (4, {"kind": "human"}, {}, "terminal"),
        (8, {"kind": "human", "remote": True}, {"timing": TIMES, "clock": "page"}, "page"),
        (8, {"kind": "human"}, {"timing": TIMES, "clock": "terminal"}, "joined terminal"),
        (8, {"kind": "human", "remote": True}, {"clock": "host"}, "host"),
        (7, {"kind": "human", "remote": True}, {"timing": TIMES | {"host": 1.1, "ping": None}}, "guest"),
        (7, {"kind": "human", "remote": True}, {}, None),
        (8, {"kind": "human", "remote": True}, {"stand_in": "steady"}, "host"),
        (8, {"kind": "agent", "name": "x", "remote": True}, {"clock": "host"}, "host"),
        (8, {"kind": "bot", "name": "honest"}, {}, "host"),
        (8, {"kind": "human"}, {"seconds": None}, None),
    ],
)
def test_each_decision_says_whose_clock_its_times_are_of(tmp_path, format, player, response, clock):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(woozle=format) or body["seats"][0].update(player=player))
    forged(path, 2, lambda body: body["response"].update(response))
    assert found(path)["decisions"][0]["clock"] == clock


def test_what_a_bot_answered_for_a_player_who_was_gone_is_the_bots(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 2, lambda body: body["response"].update(stand_in="steady"))
    tables = found(path)
    first, *others = tables["decisions"]
    assert (first["stand_in"], first["player"], first["player_name"]) == ("steady", "bot", "bot:steady")
    assert {row["stand_in"] for row in others} == {None}
    own = next(row for row in tables["seats"] if row["seat"] == first["seat"])
    assert own["decisions"] == sum(row["seat"] == first["seat"] for row in others)
    assert own["player_name"] == "bot:honest with bot:steady"


def test_a_match_under_way_has_decisions_and_no_result(tmp_path):
    tables = found(interrupted(tmp_path / "m", 4))
    assert len(tables["decisions"]) == 4 and tables["scores"] == []
    assert {row["result"] for row in tables["seats"]} == {row["score"] for row in tables["seats"]} == {None}
    (match,) = tables["matches"]
    assert (match["ended"], match["is_complete"], match["reason"]) == ("unfinished", False, None)


def test_withdrawn_words_leave_no_trace_but_that(tmp_path):
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    tables = found(path)
    told = {row["seat"]: row for row in tables["decisions"] if row["asks"] == "Tell"}
    assert (told["a"]["text"], told["a"]["characters"], told["a"]["is_withdrawn"]) == ("", None, True)
    assert (told["b"]["text"], told["b"]["is_withdrawn"]) == ("SECRET-b-1\nSECRET-b-2\nSECRET-b-3", False)
    assert told["a"]["choice"] == '{"lie":1}'
    assert tables["matches"][0]["is_redacted"] and tables["matches"][0]["reason"] is None
    assert "SECRET-a" not in json.dumps(tables)


def test_nothing_that_was_typed_is_there_unless_it_is_asked_for(tmp_path):
    path = finished(tmp_path / "m", people)
    tables = found(path, with_text=False)
    assert "SECRET" not in json.dumps(tables)
    assert not {"text", "reason"} & {name for table in tables.values() for row in table for name in row}
    assert tables["decisions"][0]["characters"] == 30


def test_a_game_that_is_not_installed_has_tables_too(tmp_path, monkeypatch):
    path = finished(tmp_path / "m")
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each != str(TWO_TRUTHS)])
    tables = found(path)
    assert tables["decisions"][0]["choice"] == '{"lie":1}' and tables["decisions"][0]["legal_choices"] is None
    assert tables["matches"][0]["ended"] in ("won", "drawn")


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body["response"].update(usage={"calls": "many"}),
        lambda body: body["response"].update(usage={"calls": 2**63}),
        lambda body: body["response"].update(usage={"dollars": "5"}),
        lambda body: body["request"].update(choices=5),
        lambda body: body["request"].update(choices={"lie": 5}),
        lambda body: body["request"].update(to="nobody"),
        lambda body: body["request"].update(seconds="soon"),
        lambda body: body["response"].update({"as": ["Tell"]}),
    ],
)
def test_what_no_woozle_writes_is_said_in_a_sentence(tmp_path, change):
    path = finished(tmp_path / "m")
    forged(path, 2, change)
    with pytest.raises(TableError, match=r"transcript.jsonl is left out: [^\n]*\.$"):
        found(path)


def test_a_changed_transcript_is_left_out(tmp_path):
    path = finished(tmp_path / "m")
    path.write_bytes(path.read_bytes().replace(b'"lie":1', b'"lie":0', 1))
    with pytest.raises(TableError, match="left out: line 2: The line, or one before it, was changed"):
        found(path)


def test_matches_are_named_by_as_many_folders_as_tell_them_apart(tmp_path):
    one, two, other = (finished(tmp_path / name) for name in ("a/0001", "b/0001", "b/0002"))
    assert match_names([one, other]) == ["0001", "0002"]
    assert match_names([one, two, other]) == ["a/0001", "b/0001", "b/0002"]
    assert match_names([one.parent, other.parent]) == ["0001", "0002"]
    loose = tmp_path / "ship.jsonl"
    loose.write_bytes(one.read_bytes())
    assert match_names([loose, one]) == ["ship", "0001"]
    assert match_names([]) == []


@pytest.mark.parametrize(
    ("kinds", "ended"),
    [
        (["won", "lost", "void"], "won"),
        (["drawn", "lost", "drawn"], "drawn"),
        (["drawn", "won", "lost"], "won"),
        (["lost", "forfeited", "void"], "lost"),
        (["void"] * 3, "void"),
        ([], None),
    ],
)
def test_a_match_ends_as_its_best_seat_does(tmp_path, kinds, ended):
    path = finished(tmp_path / "m")
    told = {seat: {"kind": kind, "numbers": {"score": None, "luck": 2}} for seat, kind in zip("abc", kinds, strict=False)}
    forged(path, 12, lambda body: body["outcome"].update(results=told))
    tables = found(path)
    assert (tables["matches"][0]["ended"], [row["result"] for row in tables["seats"]]) == (ended, kinds or [None] * 3)
    assert [(row["measure"], row["value"]) for row in tables["scores"]] == [("score", None), ("luck", 2.0)] * len(kinds)
