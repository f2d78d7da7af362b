"""`woozle audit`."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import count

import pytest

from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.extraction import VERSION as GRAMMAR
from woozle.games.ship.claims.observed import VERSION as VERIFIER
from woozle.games.ship.claims.vote_reasons import ejections
from woozle.games.ship.events import Role, Spoke
from woozle.games.ship.tui.log_import import import_log

from tests.games.ship.quack_logs import lines, match, write


def write_log(folder, seed, *speeches):
    """Write the log of a match whose first speeches are these."""
    rows = lines(match(seed))
    said = (row for row in rows if row["event_type"] == "discussion_message")
    for row, speech in zip(said, speeches, strict=False):
        row["data"]["message"] = speech
    return write(folder / f"seed{seed:02}" / "game.jsonl", rows)


LIAR = ("I was in navigation the whole time, and I was in oxygen the whole time.", "I was in storage during the kill window.")


@pytest.fixture
def log(tmp_path):
    return write_log(tmp_path / "logs" / "gpt5.5", 3, "I was on the moon. I was in storage.", "I saw Bob \x1b[2J")


@pytest.fixture
def liar(tmp_path):
    return write_log(tmp_path / "said" / "gpt5.5", 3, *LIAR)


def test_a_log_and_its_transcript_are_audited_alike(woozle, tmp_path, log):
    folder = import_log(log, tmp_path / "out").folder
    ours, theirs = (json.loads(woozle("audit", path, "--json")[1])["games"][0] for path in (folder, log))
    assert ours["claims"] == theirs["claims"] and ours["tier1"] == theirs["tier1"]
    assert [each["player"] for each in theirs["players"].values()] == ["gpt5.5"] * 6


def test_a_claim_says_all_that_was_found(woozle, log):
    (game,) = json.loads(woozle("audit", log, "--json")[1])["games"]
    claim = next(each for each in game["claims"] if each["room"] == "storage")
    assert claim["type"] == "location" and claim["speaker"] == claim["subject"] and claim["text"] in "I was in storage"
    assert set(claim["window"]) == {"first", "last", "source"} and claim["verdict"] in ("true", "false", "wrong_time")
    assert claim["standing"] in ("honest", "lie", "mistaken") and len(claim["reasons"]) == 1 and claim["evidence"]


def test_people_read_sentences_and_a_table(woozle, log):
    status, out, _ = woozle("audit", log)
    assert status == 0 and "\x1b" not in out
    assert "was in Storage" in out and "meeting 1, tick" in out
    table = woozle("audit", log.parents[2], "--table")[1]
    assert table.startswith("1 game\n") and "true claims" in table and "team: duck, 1 game" in table


def test_what_the_grammar_reads_is_never_called_a_lie(woozle, liar):
    for option in ((), ("--table",), ("--mode", "compatible"), ("--mode", "compatible", "--table")):
        out = woozle("audit", liar, *option)[1]
        assert not re.search(r"\b(?:lie|lies|lied|liar|liars)\b", out.replace("no proof of a lie", "")), out
    out = woozle("audit", liar)[1]
    assert "wrong room, contradicted (as the grammar reads it). " in out and ": uncertain. When that was is not understood" in out
    assert f"Claims were read by the grammar (version {GRAMMAR}) and judged by version {VERIFIER} of the verifier." in out
    table = woozle("audit", liar, "--table")[1]
    assert "contradicted (as the grammar reads it)" in table and "claims not fully understood" in table
    assert " precision 0." in table and "of what was checked, this share was right: true 0." in table


def test_a_murder_charge_that_its_speaker_knows_to_be_false_is_told_apart(woozle, tmp_path):
    charge = "Bob killed Alice. I suspect Bob, Charlie, Diana, Eve and Frank."
    out = woozle("audit", write_log(tmp_path / "said" / "gpt5.5", 3, charge, charge))[1]
    charges = [line for line in out.splitlines() if re.search(r"suspects? |accuses? |killed", line) and "false" in line]
    assert any(", and its speaker knew that. " in line for line in charges), out
    assert not any("contradicted" in line for line in charges)


def test_a_speech_that_contradicts_itself_is_told_so_with_both_clauses(woozle, tmp_path):
    said = "I saw Eve around tick 2. I saw nobody the entire round."
    file = write_log(tmp_path / "said" / "gpt5.5", 3, said)
    clauses = ["I saw Eve around tick 2", "I saw nobody the entire round"]
    assert woozle("audit", file)[1].count(f" contradicts itself: “{clauses[0]}” and “{clauses[1]}”.") == 2
    told = json.loads(woozle("audit", file, "--json")[1])
    assert [each["contradicts_itself"] for each in told["games"][0]["claims"] if each["text"] in said][:2] == [clauses] * 2
    everybody = next(each for each in told["groups"] if each["by"] == "all")["figures"]
    assert everybody["inconsistent"]["pooled"]["value"] > 0


def test_what_is_held_against_speakers_has_its_precision_in_json_too(woozle, liar):
    groups = json.loads(woozle("audit", liar, "--json")[1])["groups"]
    figures = next(each for each in groups if each["name"] == "all")["figures"]
    assert figures["contradicted"]["precision"]["n"] and set(figures["contradicted"]["corrected"]) == {"value", "low", "high", "n"}
    assert figures["unsupported"]["precision"] is None and figures["unsupported"]["corrected"] is None, "not measured"
    assert "precision" not in figures["unread"]


def test_what_stands_in_a_file_of_claims_is_contradicted_by_deeds_and_the_reader_is_recorded(woozle, liar):
    first = next(event for event, _ in match(3).record if isinstance(event, Spoke))
    key = f"m|v1|player_{match(3).game.seats.index(first.seat)}|0|{hashlib.sha256(LIAR[0].encode()).hexdigest()}"
    claim = {"type": "location", "subject": first.seat, "room": "navigation", "temporal": "the whole round"}
    (liar.parent / "cache.jsonl").write_text(json.dumps({"key": key, "claims": [claim]}) + "\n")
    out = woozle("audit", liar, "--claims", "cache.jsonl")[1]
    assert (
        ", contradicted (by what its speaker did and saw). " in out
        and "how often these verdicts are right on real speech has not been measured" in out
    )
    theirs = json.loads(woozle("audit", liar, "--claims", "cache.jsonl", "--json")[1])
    ours = json.loads(woozle("audit", liar, "--json")[1])
    assert (theirs["reader"], theirs["verifier"]) == ({"name": "file", "version": None}, {"version": VERIFIER})
    assert (ours["reader"], ours["verifier"]) == ({"name": "grammar", "version": GRAMMAR}, {"version": VERIFIER})
    assert {each["standing"] for each in theirs["games"][0]["claims"]} == {"lie"}
    assert {"lie", "uncertain"} <= {each["standing"] for each in ours["games"][0]["claims"]}
    assert json.loads(woozle("audit", liar, "--mode", "compatible", "--json")[1])["verifier"] == {"version": None}


def test_claims_from_elsewhere_are_taken_and_what_is_not_there_is_missing(woozle, tmp_path, log):
    first = next(event for event, _ in match(3).record if isinstance(event, Spoke))
    digest = hashlib.sha256(b"I was on the moon. I was in storage.").hexdigest()
    player = f"player_{match(3).game.seats.index(first.seat)}"
    claims = [{"type": "location", "subject": first.seat, "room": "med bay", "temporal": "this round"}] * 2
    beside = log.parent / "cache.jsonl"
    beside.write_text(json.dumps({"key": f"some|model|v1|{player}|0|{digest}", "claims": claims}) + "\n")
    for option in ("cache.jsonl", beside):
        (game,) = json.loads(woozle("audit", log, "--claims", option, "--mode", "compatible", "--json")[1])["games"]
        assert [(each["type"], each["room"], each["standing"]) for each in game["claims"]] == [("location", "medbay", None)]
        assert game["tier3"]["total_dedup_collapsed"] == 1 and "goose_truthfulness" in game["tier3"]
    assert "without claims from the file: missing, not empty" in woozle("audit", log, "--claims", beside)[1]
    beside.write_text("{")
    status, _, err = woozle("audit", log, "--claims", beside)
    assert (status, "line 1: it is not JSON" in err) == (2, True)


def test_matches_can_be_compared_by_condition(woozle, tmp_path):
    for seed in (3, 5):
        for model, room in (("one", "medbay"), ("two", "storage")):
            write_log(tmp_path / model, seed, f"I was in {room}.")
    result = json.loads(woozle("audit", tmp_path, "--json")[1])
    by = {(each["by"], each["name"]) for each in result["groups"]}
    assert by >= {("all", "all"), ("team", "goose"), ("condition", "one: goose")}
    assert {(each["one"], each["other"]) for each in result["differences"]} == {("one", "two")}
    assert all(each["pooled"]["n"] == 2 for each in result["differences"])


def test_what_cannot_be_audited_is_named_and_the_rest_is_audited(woozle, tmp_path, log):
    file = import_log(log, tmp_path / "out").folder / "transcript.jsonl"
    file.write_bytes(file.read_bytes().replace(b"storage", b"stOrage", 1))
    status, out, err = woozle("audit", tmp_path, "--json")
    assert status == 1 and len(json.loads(out)["games"]) == 1
    assert "is left out: altered since it was recorded: line" in err
    status, _, err = woozle("audit", log.parents[2] / "nothing")
    assert status == 2 and "There is no match" in err


def test_an_unfinished_match_is_audited_as_far_as_it_goes(woozle, tmp_path):
    assert woozle("run", "ship", "--seats", "bot*6", "--seed", "4", "--out", tmp_path / "run")[0] == 0
    folder = tmp_path / "run" / "0001"
    whole = (folder / "transcript.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "transcript.jsonl").unlink()
    (folder / "transcript.jsonl.part").write_bytes(b"".join(whole[: len(whole) // 2]))
    (game,) = json.loads(woozle("audit", folder, "--json")[1])["games"]
    assert game["tier1"]["winner"] == "timeout" and game["condition"] == "bot:watchful"
    assert ", nobody has won at tick " in woozle("audit", folder)[1]


def an_ejection():
    """Return a seed whose log has one ejection, and its votes.

    The first voter, a goose, saw the seat with the body, and accused it first.
    """
    for seed in count(1):
        record = match(seed).record
        found = audit(record)
        every = [*ejections(found.timeline, found.checked)]
        geese = {event.seat for event, _ in record if isinstance(event, Role) and event.team == "goose"}
        first = every[0].voters[0] if len(every) == 1 and every[0].voters[0].voter in geese else None
        if first and first.ground and first.ground.kind == "saw it with the body" and first.has_accused and not first.accusers:
            return seed, every[0]
    raise AssertionError


def test_ejections_come_with_what_is_known_of_each_vote(woozle, tmp_path):
    seed, votes = an_ejection()
    first, out_seat = votes.voters[0], votes.target
    log = write_log(tmp_path / "logs" / "gpt5.5", seed)
    _, out, _ = woozle("audit", log)
    how = f"{out_seat} was ejected by {len(votes.voters)} of {votes.cast} votes at tick {votes.tick}"
    assert f"{how}\n    {first.voter} {first.ground.words}; " in out
    (game,) = json.loads(woozle("audit", log, "--json")[1])["games"]
    (ejection,) = game["ejections"]
    assert (ejection["seat"], ejection["votes"], ejection["voters"][0]["seat"]) == (out_seat, votes.cast, first.voter)
    voter = ejection["voters"][0]
    assert (voter["grounded"], voter["ground"], voter["accused_before_by"]) == (True, "saw it with the body", [])
    assert {game["claims"][number]["speaker"] for said in voter["said"] for number in said["claims"]} == {first.voter}
    (game,) = json.loads(woozle("audit", log, "--mode", "compatible", "--json")[1])["games"]
    assert game["ejections"] == []


def test_a_match_is_shown_with_what_is_known_of_votes_to_those_who_see_everything(woozle, tmp_path):
    seed, votes = an_ejection()
    first = votes.voters[0]
    folder = import_log(write_log(tmp_path / "logs" / "gpt5.5", seed), tmp_path / "out").folder
    known = f"- {first.voter}: {first.ground.words}; was the first to accuse {votes.target}."
    assert f"{votes.target} was ejected.\n{known}\n" in woozle("show", folder)[1]
    assert known not in woozle("show", folder, "--as", first.voter)[1]
