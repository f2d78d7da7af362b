"""`woozle audit --published`."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import pytest

from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.tiers import tier1, tier2, tier3
from woozle.games.ship.quack.log import parse_log
from woozle.games.ship.quack.replay import play_again

from tests.games.ship.quack_logs import lines, match, write

LOGS = Path(__file__).parents[5] / "shared" / "quack_logs"
UNTOLD, STALE = "homogeneous/gpt5.5", "geese_a_duck_b"
TRUTHS = {"goose": "goose_truthfulness", "duck": "duck_truthfulness"}


def true_claim(log):
    """The first speech of a log as a line of the cache, with a claim that is true; and its speaker's team."""
    record = play_again(parse_log(log.read_bytes(), "game.jsonl")).referee.record
    speech = Reconstruction(record).statements[0]
    start = next(row for row in lines(match(int(log.parent.name[-2:]))) if row["event_type"] == "game_started")
    state = {pid: each for pid, each in start["data"]["initial_state"].items() if each["name"] == speech.speaker}
    ((player, dealt),) = state.items()
    claim = {"type": "location", "subject": speech.speaker, "room": dealt["room"], "temporal": "this round"}
    key = f"m|v1|{player}|0|{sha256(speech.text.encode()).hexdigest()}"
    return {"key": key, "claims": [claim, claim]}, dealt["team"]


def evaluate(log, **tier_3):
    """Write an evaluation as the public pipeline does where no claim was extracted, but for some figures of tier 3."""
    found = Reconstruction(play_again(parse_log(log.read_bytes(), "game.jsonl")).referee.record)
    tiers = {"tier1": tier1(found), "tier2": tier2(found), "tier3": {**tier3(found, ()), **tier_3}}
    log.with_name("evaluation.json").write_text(json.dumps(tiers))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of two conditions: of one the claims are not public, of the other an evaluation does not fit its claims."""
    root = tmp_path_factory.mktemp("made") / "game_logs"
    for seed in (3, 5):
        log = write(root / UNTOLD / f"20260522_10154{seed}_seed{seed:02}" / "game.jsonl", lines(match(seed)))
        evaluate(log, goose_truthfulness=0.5 if seed == 3 else 0.0)
        log = write(root / "heterogeneous" / STALE / f"seed{seed:02}" / "game.jsonl", lines(match(seed)))
        line, team = true_claim(log)
        evaluate(log, **{TRUTHS[team]: 1.0}, deception_rate=0.25 if seed == 3 else 0.0)
        log.with_name("tier3_extraction_cache.jsonl").write_text(json.dumps(line) + "\n")
    shutil.copytree(log.parent, log.parent / "eval_backup_before_rate_limit_refill_1")
    return root


@pytest.fixture
def release(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "game_logs"))


def tables(out):
    """The tables by name, as figures by name."""
    told = json.loads(out)
    every = {each["name"]: each for each in (*told["conditions"], told["all"])}
    return {name: {row["name"]: row for row in each["figures"]} for name, each in every.items()}


def test_each_figure_of_each_condition_has_its_values_and_its_gap_a_reason(woozle, made):
    status, out, _ = woozle("audit", made, "--published", "--json")
    found = tables(out)
    assert status == 0 and list(found) == [STALE, UNTOLD, "all"] and {len(rows) for rows in found.values()} == {29}
    assert {name: {row["name"]: row["reason"] for row in rows.values() if row["reason"]} for name, rows in found.items()} == {
        STALE: {"deception_rate": "its evaluation does not fit its own claims: stale"},
        UNTOLD: {"goose_truthfulness": "no public claims of 1 game"},
        "all": {
            "goose_truthfulness": "no public claims of 1 game",
            "deception_rate": "its evaluation does not fit its own claims: stale",
        },
    }
    untold, stale = found[UNTOLD]["goose_truthfulness"], found[STALE]["deception_rate"]
    assert (untold["published"], untold["evaluation"], untold["reproduced"], untold["corrected"]) == (None, 0.25, 0.0, None)
    assert (stale["evaluation"], stale["reproduced"]) == (0.125, 0.0)
    wins = found["all"]["goose_win_rate"]
    assert wins["evaluation"] == wins["reproduced"] == 1 - found["all"]["duck_win_rate"]["evaluation"] and wins["corrected"] is None


def test_claims_are_judged_again_for_corrected_figures(woozle, made):
    rows = tables(woozle("audit", made, "--published", "--json")[1])[STALE]
    told = [rows[name]["corrected"] for name in TRUTHS.values()]
    assert set(told) <= {None, 1.0} and 1.0 in told, "a claim for each of two games, all of them true"
    assert 0 < rows["task_efficiency"]["corrected"] <= 1 and rows["total_kills"]["corrected"] is None


def test_people_read_tables_of_a_hundred_columns(woozle, made):
    status, out, _ = woozle("audit", made, "--published")
    assert status == 0 and max(map(len, out.splitlines())) <= 100
    told = " ".join(out.split())
    assert f"{STALE}: 2 games, 2 with an evaluation, 2 with public claims" in told and "all games: 4 games" in told
    assert "deception_rate 0.1250 0.0000 - its evaluation does not fit its own claims: stale" in told
    assert "goose_truthfulness 0.2500 0.0000 - no public claims of 1 game" in told
    assert "56 of 58 evaluation.json figures (2 conditions, 4 games) are reproduced to 4 decimals." in told
    assert "published figures" not in told and "no published summary" in told and "evaluation reproduced corrected reason" in told


@pytest.fixture
def summarised(release):
    """A release whose second condition is summarised as the project does it, its evaluation made to fit its claims."""
    first, *_ = sorted((release / "heterogeneous" / STALE).glob("*/evaluation.json"))
    tiers = json.loads(first.read_text())
    tiers["tier3"]["deception_rate"] = 0.0
    first.write_text(json.dumps(tiers))
    summarise(release)
    return release


def summarise(release, change=None, is_with_games=False):
    """Write the summary of the second condition from the evaluations that are there."""
    files = sorted((release / "heterogeneous" / STALE).glob("*/evaluation.json"))
    games = [
        {"log_path": f"/elsewhere/{file.parent.parent.name}/1_2_{file.parent.name}/game.jsonl"} | json.loads(file.read_text())
        for file in files
    ]
    told = {"num_games": len(games), "aggregated": {"tier1": {}, "tier2": {}, "tier3": {}}}
    for row in tables_of_evaluations(games):
        told["aggregated"][row[0]][row[1]] = row[2] if row[1].endswith("win_rate") else {"mean": row[2], "std": 0, "n": len(games)}
    if change:
        change(told, games)
    if is_with_games:
        told["per_game"] = games
    folder = release / "all_evaluation"
    folder.mkdir(exist_ok=True)
    (folder / f"{STALE}.json").write_text(json.dumps(told))


def tables_of_evaluations(games):
    """Yield tier, name and mean of each figure."""
    for tier in ("tier1", "tier2", "tier3"):
        for name in games[0][tier]:
            values = [game[tier][name] for game in games]
            if name == "winner":
                for team in ("goose", "duck"):
                    yield tier, f"{team}_win_rate", fmean(value == team for value in values)
            elif all(type(value) in (int, float) for value in values):
                yield tier, name, round(fmean(values), 4)


def differing(woozle, release):
    """The reasons of the figures of the summarised condition that have one, by name."""
    status, out, _ = woozle("audit", release / "heterogeneous", "--published", "--json")
    assert status == 0
    return {name: row["reason"] for name, row in tables(out)[STALE].items() if row["reason"]}


def test_a_summary_beside_the_logs_is_what_is_published(woozle, summarised):
    assert not differing(woozle, summarised)
    told = " ".join(woozle("audit", summarised, "--published")[1].split())
    assert f"{STALE}: 2 games, 2 with an evaluation, 2 with public claims; a published summary of 2 games" in told
    assert "29 of 29 published figures (1 condition, 2 games) are reproduced to 4 decimals." in told
    assert "28 of 29 evaluation.json figures (1 condition, 2 games)" in told, "the other condition has no summary"


def test_a_game_or_an_evaluation_that_is_missing_is_told(woozle, summarised):
    condition = summarised / "heterogeneous" / STALE
    (condition / "seed03" / "evaluation.json").unlink()
    assert not differing(woozle, summarised), "what was published can still be reproduced from the log"
    summarise(summarised)  # without that game, as the project did it for one condition
    reasons = differing(woozle, summarised)
    assert "game_duration_ticks" in reasons or "tasks_completed" in reasons
    assert set(reasons.values()) <= {"the summary leaves out 1 game without an evaluation", "2 games here, 1 in the summary"}
    shutil.rmtree(condition / "seed05")
    summarise_two = json.loads((summarised / "all_evaluation" / f"{STALE}.json").read_text()) | {"num_games": 2}
    (summarised / "all_evaluation" / f"{STALE}.json").write_text(json.dumps(summarise_two))
    assert set(differing(woozle, summarised).values()) == {"1 of 2 games"}


@pytest.mark.parametrize("is_with_games", [False, True])
def test_a_changed_value_has_its_cause_or_is_unexplained(woozle, summarised, is_with_games):
    def mean(told, games):
        told["aggregated"]["tier1"]["total_kills"]["mean"] += 0.5

    def value_of_a_game(told, games):
        mean(told, games)
        games[0]["tier1"]["total_kills"] += 1

    summarise(summarised, mean, is_with_games)
    why = "the summary's mean is not that of its own games" if is_with_games else "unexplained"
    assert differing(woozle, summarised) == {"total_kills": why}
    summarise(summarised, value_of_a_game, is_with_games)
    why = "the summary has another value for 1 game" if is_with_games else "unexplained"
    assert differing(woozle, summarised) == {"total_kills": why}


def test_evaluations_that_went_into_the_summary_stale_are_the_cause(woozle, summarised):
    for file in (summarised / "heterogeneous" / STALE).glob("*/evaluation.json"):
        tiers = json.loads(file.read_text())
        tiers["tier2"]["self_report_rate"] = 0.375
        file.write_text(json.dumps(tiers))
    summarise(summarised)
    assert differing(woozle, summarised) == {"self_report_rate": "its evaluation does not fit its own log: stale"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not JSON; fix or delete it."),
        ("[]", "has no `num_games` or no `aggregated` figures; fix or delete it."),
        ('{"num_games": true, "aggregated": {}}', "has no `num_games` or no `aggregated` figures; fix or delete it."),
        (
            '{"num_games": 2, "aggregated": {"tier1": {"total_kills": {"mean": NaN}}}}',
            "the mean of `total_kills` must be a number; fix or delete the file.",
        ),
        ('{"num_games": 2, "aggregated": {}, "per_game": [{"log_path": "a/b"}]}', "has no `winner` in `tier1`; fix or delete it."),
    ],
)
def test_a_broken_summary_is_named_and_left_out(woozle, summarised, text, sentence):
    (summarised / "all_evaluation" / f"{STALE}.json").write_text(text)
    status, out, err = woozle("audit", summarised, "--published")
    assert status == 1 and sentence in " ".join(err.split()) and "The summary is left out." in " ".join(err.split())
    assert "58 evaluation.json figures" in " ".join(out.split())


def test_a_figure_that_a_summary_lacks_is_no_published_figure(woozle, summarised):
    def drop(told, games):
        del told["aggregated"]["tier3"]["unsupported_accusation_rate"]

    summarise(summarised, drop)
    assert differing(woozle, summarised) == {"unsupported_accusation_rate": "not in the published summary"}
    assert "28 of 28 published figures" in " ".join(woozle("audit", summarised, "--published")[1].split())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not JSON; fix or delete it."),
        ("[" * 100_000, "is not JSON; fix or delete it."),
        ("\udcff", "is not JSON; fix or delete it."),
        ("[]", "has no `winner` in `tier1`; fix or delete it."),
        ('{"tier1": []}', "has no `winner` in `tier1`; fix or delete it."),
        ('{"tier1": {"winner": 3}}', "`winner` in `tier1` must be a name; fix or delete the file."),
        ('{"tier1": {"winner": "goose"}}', "has no `game_duration_ticks` in `tier1`; fix or delete it."),
        *(
            (
                f'{{"tier1": {{"winner": "goose", "game_duration_ticks": {value}}}}}',
                "`game_duration_ticks` in `tier1` must be a number; fix or delete the file.",
            )
            for value in ('"20"', "true", "NaN", "1e999", "1" + "0" * 400, "[]")
        ),
    ],
)
def test_an_evaluation_that_is_none_is_named_and_the_rest_is_counted(woozle, release, text, sentence):
    first, *_ = sorted((release / UNTOLD).glob("*/evaluation.json"))
    first.write_bytes(text.encode("utf-8", "surrogateescape"))
    status, out, err = woozle("audit", release / UNTOLD, "--published", "--json")
    assert status == 1 and sentence in " ".join(err.split()) and "The game is left out." in " ".join(err.split())
    assert json.loads(out)["all"]["games"] == 1


def test_a_figure_without_a_value_counts_in_no_mean(woozle, release):
    first, second = sorted((release / UNTOLD).glob("*/evaluation.json"))
    tiers = json.loads(first.read_text())
    tiers["tier2"]["self_report_rate"] = None
    first.write_text(json.dumps(tiers))
    row = tables(woozle("audit", release / UNTOLD, "--published", "--json")[1])[UNTOLD]["self_report_rate"]
    assert row["evaluation"] == pytest.approx(json.loads(second.read_text())["tier2"]["self_report_rate"], abs=1e-4)


def test_other_wishes_are_refused_in_a_sentence(woozle, release, tmp_path):
    (tmp_path / "empty").mkdir()
    for words, sentence in (
        ((tmp_path / "empty", "--published"), "There is no game.jsonl in"),
        ((release, "--published", "--extractor", "ollama:a"), "leave --extractor out."),
        ((release, "--published", "--mode", "compatible", "--table"), "leave --mode and --table out."),
        ((release, "--published", "--claims", "a"), "leave --claims out."),
    ):
        status, out, err = woozle("audit", *words)
        assert (status, out) == (2, "") and sentence in " ".join(err.split())
    broken = release / UNTOLD / "20260522_101543_seed03"
    (broken / "tier3_extraction_cache.jsonl").write_text("{")
    (release / UNTOLD / "20260522_101545_seed05" / "game.jsonl").write_text("{")
    status, out, err = woozle("audit", release / UNTOLD, "--published")
    assert (status, out) == (1, "") and "line 1: it is not JSON" in err and "is no log of QUACK" in err


@pytest.mark.skipif(not LOGS.exists(), reason="needs the logs of real games in ../shared/quack_logs")
def test_the_values_of_every_real_game_come_out_and_so_do_the_tables(woozle):
    status, out, _ = woozle("audit", LOGS, "--published", "--json")
    told = json.loads(out)
    assert status == 0
    beside = {each["path"]: Path(each["path"]).with_name("evaluation.json") for each in told["games"]}
    published = {path: json.loads(file.read_text()) for path, file in beside.items() if file.exists()}
    by_name = defaultdict(lambda: defaultdict(list))
    for game in told["games"]:
        if game["path"] not in published:
            assert game["evaluation"] is None
            continue
        tiers = published[game["path"]]
        flat = {**tiers["tier1"], **tiers["tier2"], **tiers["tier3"]}
        flat |= {f"{team}_win_rate": float(flat["winner"] == team) for team in ("goose", "duck")}
        wanted = {name: flat[name] for name in game["evaluation"]}
        assert game["evaluation"] == game["reproduced"] == wanted and game["differing"] == []
        for name, each in wanted.items():
            by_name[game["condition"]][name].append(each)
            by_name["all"][name].append(each)
    means = {name: {figure: round(fmean(each), 4) for figure, each in figures.items()} for name, figures in by_name.items()}
    assert len(published) == 88 and len(means) == 10
    found = tables(out)
    assert {name: {row["name"]: row["evaluation"] for row in rows.values()} for name, rows in found.items()} == means
    without = {"geese_gpt5.5_duck_gemini3.1pro": "no evaluation of 2 games", "all": "no evaluation of 2 games"}
    for name, rows in found.items():
        assert {row["reason"] for row in rows.values() if row["evaluation"] != row["reproduced"]} <= {without.get(name)}
