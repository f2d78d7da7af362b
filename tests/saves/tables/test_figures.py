"""Every cell of the tables, against what stands in the transcripts, read here by other means."""

from __future__ import annotations

import json
from collections import defaultdict
from math import prod

import pytest

from woozle.core.text import visible
from woozle.players.registry import prompt
from woozle.saves.match import FinishedMatch
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.transcript import read

from tests.games.parts import parts
from tests.saves.tables.recorded import GAMES, recorded

FREE = parts("facts", "FREE")
"""The fields of each kind of answer that hold what is said freely, unless the Request limits them, by game."""

FLAGS = parts("facts", "FLAGS")
"""In how many ways fields can be filled in that are limited by their type alone, by game and answer."""

COARSE = {("kitty", 0): False, ("halfblock", 0): True, ("halfblock", 1): False}
"""Whether a picture was only seen as half blocks, by the display and how often it was opened as a file."""

TIMED = ("shown", "first_key", "submit", "away", "paused", "covered", "keys", "deletions", "pasted", "long_pastes", "anticipated")
USED = dict.fromkeys(("calls", "tokens_in", "tokens_cached", "tokens_cache_write", "tokens_out", "tokens_reasoning", "unpriced"), 0)


@pytest.fixture(scope="module", params=GAMES)
def both(request, tmp_path_factory):
    """The lines of a transcript as JSON, and its tables as dicts."""
    folder = tmp_path_factory.mktemp("matches") / request.param
    referee = recorded(request.param, folder)
    lines = [json.loads(line) for line in (folder / "transcript.jsonl").read_bytes().splitlines()]
    wanted = match_tables(with_text=True)
    found = match_rows(FinishedMatch(read(folder), "m"), wanted)
    named = {
        table.name: [dict(zip([c.name for c in table.all_columns], row, strict=True)) for row in found[table.name]]
        for table in wanted
    }
    return lines, named, referee


def free_fields(game, asks):
    return FREE[game].get(asks, ())


def flat(value, words):
    """All texts in a value, those that were typed from where they are kept apart."""
    if isinstance(value, dict) and set(value) == {"words"}:
        return [words[value["words"]]]
    if isinstance(value, list):
        return [text for each in value for text in flat(each, words)]
    return [value]


def test_decisions(both):
    (head, *lines, _), found, _ = both
    players = {each["seat"]: each["player"]["kind"] for each in head["body"]["seats"]}
    kinds = {"human": "human", "model": "model", "bot": "bot"}
    tries = defaultdict(int)
    words = {}
    assert len(found["decisions"]) == len(lines)
    for number, (line, row) in enumerate(zip(lines, found["decisions"], strict=True), 1):
        asked, came, events = line["body"]["request"], line["body"]["response"], line["body"]["events"]
        for part in line["words"] if isinstance(line["words"], list) else [line["words"]]:
            words |= part or {}
        tries[asked["id"]] += 1
        assert (row["match"], row["game"], row["rules_version"]) == ("m", head["body"]["game"], head["body"]["rules"])
        assert (row["n"], row["request"], row["try_number"]) == (number, asked["id"], tries[asked["id"]])
        assert (row["seat"], row["asks"], row["deadline"]) == (asked["to"], asked["asks"], asked["seconds"])
        assert row["player"] == kinds.get(players.get(asked["to"]), "service")
        assert (row["player_name"] is None) == (row["player"] == "human")
        free = [name for name in free_fields(row["game"], asked["asks"]) if name not in asked["choices"]]
        if "answer" in came:
            free += [name for name, legal in asked["choices"].items() if came["answer"][name] not in legal]
            limited = {name: value for name, value in came["answer"].items() if name not in free}
            said = [text for name in came["answer"] if name in free for text in flat(came["answer"][name], words)]
            if asked["asks"] == "Vote" and "factors" in limited:
                named = [{**each, "seat": flat(each["seat"], words)[0]} for each in limited["factors"]]
                said = [each["seat"] for each in named if each["seat"] not in players]
                limited["factors"] = [{k: v for k, v in each.items() if k != "seat" or v in players} for each in named]
            if asked["asks"] == "Estimate":
                limited.pop("estimator"), limited.pop("others")
                said = [came["answer"]["estimator"]]
            assert json.loads(row["choice"] or "{}") == limited
            if said:
                assert row["characters"] == sum(map(len, said))
                assert row["text"] == visible("\n".join(filter(None, said)))
            elif not free:
                assert row["characters"] is row["text"] is None
        else:
            assert row["choice"] is row["characters"] is row["text"] is None
        flags = FLAGS.get(row["game"], {})
        limits = [len(each) for each in asked["choices"].values()] + [flags[each] for each in flags if each == asked["asks"]]
        assert row["legal_choices"] == (prod(limits) if limits else None)
        names = [event["event"] for event in events if event["to"] == [asked["to"]]]
        assert (row["forfeit"] is not None) == ("Forfeited" in names)
        assert (row["taken"] == "illegal") == ("answer" in came and ("Refused" in names or "Forfeited" in names))
        assert row["seconds"] == came["seconds"] and row["attempts"] == len(came.get("attempts", []))
        used = USED | came.get("usage", {})
        dollars = used.pop("dollars", 0.0)
        assert {name: row[name] for name in USED} == used
        assert row["dollars"] == (dollars if dollars or not used["calls"] else None)  # no price was known here
        assert {name: row[name] for name in TIMED} == dict.fromkeys(TIMED) | came.get("timing", {})
        assert row["display"] == came.get("display", {"mode": None})["mode"]
        display = came.get("display")
        assert row["coarse_picture"] == (COARSE[display["mode"], display.get("opened", 0)] if display else None)
        assert row["pictures"] == len(came.get("pictures", []))
        if "leaning" in came and "answer" in came:
            assert row["leaning"] == came["leaning"]["probabilities"].get(came["answer"]["action"])
            assert row["leaning_by"] == came["leaning"]["by"]
        else:
            assert row["leaning"] is None
        assert row["is_withdrawn"] is False


def test_every_kind_of_player_was_there(both):
    _, found, _ = both
    assert {row["player"] for row in found["decisions"]} >= {"human", "model", "bot"}


def test_matches_seats_and_scores(both):
    (head, *lines, end), found, referee = both
    (match,) = found["matches"]
    results = end["body"]["outcome"]["results"]
    seats = {each["seat"]: each["player"] for each in head["body"]["seats"]}
    officials = [each["seat"] for each in head["body"]["officials"]]
    kinds = {"humans": "human", "models": "model", "bots": "bot"}
    seconds, forfeits = defaultdict(float), defaultdict(int)
    for line in lines:
        to = line["body"]["request"]["to"]
        seconds[to] += line["body"]["response"]["seconds"]
        forfeits[to] += any(event["event"] == "Forfeited" for event in line["body"]["events"])
    for name, kind in kinds.items():
        those = [seat for seat, player in seats.items() if player["kind"] == kind]
        assert match[name] == len(those)
        assert match[f"seconds_{name}"] == pytest.approx(sum(seconds[seat] for seat in those), abs=0.001)
    assert match["seconds_services"] == pytest.approx(sum(seconds[seat] for seat in officials), abs=0.001)
    assert (match["seats"], match["services"], match["lines"]) == (len(seats), len(officials), len(lines))
    assert match["ended"] == ("won" if any(each["kind"] == "won" for each in results.values()) else "lost")
    assert (match["is_complete"], match["is_redacted"], match["is_fork"]) == (True, False, False)
    assert match["reason"] == visible(referee.outcome.reason)
    config = json.loads(match["config"])
    for name, value in head["body"]["config"].items():
        assert config[name] == value or set(config[name]) >= {"sha256", "bytes"}

    assert [row["seat"] for row in found["seats"]] == [*seats, *officials]
    roles = type(referee.game).roles(referee.record)
    for number, row in enumerate(found["seats"], 1):
        seat = row["seat"]
        assert row["role"] == roles.get(seat)
        assert (row["number"] == number) == (seat in seats)
        assert row["result"] == results.get(seat, {"kind": None})["kind"]
        assert row["score"] == results.get(seat, {"numbers": {}})["numbers"].get("score")
        assert row["decisions"] == sum(line["body"]["request"]["to"] == seat for line in lines)
        assert row["forfeits"] == forfeits[seat]
        assert row["seconds"] == pytest.approx(seconds[seat], abs=0.001)
    assert {row["role"] for row in found["decisions"] if row["player"] != "service"} <= {*roles.values(), None}

    numbers = {(seat, name): value for seat, result in results.items() for name, value in result["numbers"].items()}
    assert {(row["seat"], row["measure"]): row["value"] for row in found["scores"]} == numbers


def test_figures_can_be_compared_by_player(both):
    _, found, _ = both
    assert {row["match"] for table in found.values() for row in table} == {"m"}
    model = {row["player_name"] for row in found["seats"] if row["player"] == "model"}
    has_notebook = prompt(found["matches"][0]["game"]).reads_whole_log
    assert model == {"openai@lab:tiny?temperature=0.5" + "&memory=notes" * has_notebook}
