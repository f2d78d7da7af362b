"""The figures of QUACK's release, computed from its logs: `woozle reproduce quack --data LOGS`."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import pytest

from woozle.core.arithmetic import mean_of_known
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.release import EvaluationError
from woozle.games.ship.claims.compatible.tiers import tier1, tier2, tier3
from woozle.games.ship.claims.replication import Summary, parse_summary, replicate_game, replications
from woozle.games.ship.tui.log_import import logs_in
from woozle.games.ship.tui.replication import ALL, read_game, read_summaries

from tests.games.ship.quack_logs import RELEASE, lines, match, needs_logs, record_of, write

UNTOLD, STALE = "gpt5.5", "geese_gpt5.5_duck_claude_opus4.7"
TRUTHS = {"goose": "goose_truthfulness", "duck": "duck_truthfulness"}


def true_claim(log):
    """The first speech of a log as a line of the cache, with a claim that is true; and its speaker's team."""
    speech = Reconstruction(record_of(log)).statements[0]
    start = next(row for row in lines(match(int(log.parent.name[-2:]))) if row["event_type"] == "game_started")
    state = {pid: each for pid, each in start["data"]["initial_state"].items() if each["name"] == speech.speaker}
    ((player, dealt),) = state.items()
    claim = {"type": "location", "subject": speech.speaker, "room": dealt["room"], "temporal": "this round"}
    key = f"m|v1|{player}|0|{sha256(speech.text.encode()).hexdigest()}"
    return {"key": key, "claims": [claim, claim]}, dealt["team"]


def evaluate(log, **tier_3):
    """Write an evaluation as the public pipeline does where no claim was extracted, but for some figures of tier 3."""
    found = Reconstruction(record_of(log))
    tiers = {"tier1": tier1(found), "tier2": tier2(found), "tier3": {**tier3(found, ()), **tier_3}}
    log.with_name("evaluation.json").write_text(json.dumps(tiers))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of two conditions: of one the claims are not public, of the other an evaluation does not fit its claims."""
    root = tmp_path_factory.mktemp("made") / "game_logs"
    for seed in (3, 5):
        log = write(root / "homogeneous" / UNTOLD / f"20260522_10154{seed}_seed{seed:02}" / "game.jsonl", lines(match(seed)))
        evaluate(log, goose_truthfulness=0.5 if seed == 3 else 0.0)
        log = write(root / "heterogeneous" / STALE / f"seed{seed:02}" / "game.jsonl", lines(match(seed)))
        line, team = true_claim(log)
        evaluate(log, **{TRUTHS[team]: 1.0}, deception_rate=0.25 if seed == 3 else 0.0)
        log.with_name("tier3_extraction_cache.jsonl").write_text(json.dumps(line) + "\n")
    shutil.copytree(log.parent, log.parent / "eval_backup_before_rate_limit_refill_1")
    return root


def read(root):
    """All games of a release."""
    return [read_game(log) for log in logs_in(root)]


def test_each_figure_of_each_condition_has_its_values_and_its_gap_a_reason(made):
    conditions, together = replications(read(made), {})
    found = {each.name: {row.name: row for row in each.rows} for each in (*conditions, together)}
    assert list(found) == [STALE, UNTOLD, "all"] and {len(rows) for rows in found.values()} == {29}
    untold, stale = "no public claims of 1 game", "its evaluation does not fit its own claims: stale"
    assert {name: {row.name: row.reason for row in rows.values() if row.reason} for name, rows in found.items()} == {
        STALE: {"deception_rate": stale},
        UNTOLD: {"goose_truthfulness": untold},
        "all": {"goose_truthfulness": untold, "deception_rate": stale},
    }
    untold, stale = found[UNTOLD]["goose_truthfulness"], found[STALE]["deception_rate"]
    assert (untold.published, untold.evaluation, untold.reproduced, untold.corrected) == (None, 0.25, 0.0, None)
    assert (stale.evaluation, stale.reproduced) == (0.125, 0.0)
    wins = found["all"]["goose_win_rate"]
    assert wins.evaluation == wins.reproduced == 1 - found["all"]["duck_win_rate"].evaluation and wins.corrected is None
    told = [found[STALE][name].corrected for name in TRUTHS.values()]
    assert set(told) <= {None, 1.0} and 1.0 in told, "a claim for each of two games, all of them true"
    assert 0 < found[STALE]["task_efficiency"].corrected <= 1 and found[STALE]["total_kills"].corrected is None


def cells(out):
    """What is printed as JSON, by table, row and column."""
    return {
        table["name"]: {row["label"]: {cell["column"]: cell for cell in row["cells"]} for row in table["rows"]}
        for table in json.loads(out)["tables"]
    }


def test_the_recipe_has_the_logs_figures_beside_the_published_ones(woozle, made):
    status, out, _ = woozle("reproduce", "quack", "--data", made, "--json")
    found = cells(out)
    assert status == 0 and list(found) == ["Summary 1", "Summary 2", "Summary 3"]
    (condition, _), together = replications(read(made), {})
    for name, each in ((STALE, condition), (ALL, together)):
        reproduced = {row.name: row.reproduced for row in each.rows}
        ours = found["Summary 1"][name]
        assert {column: cell["ours"] for column, cell in ours.items()} == pytest.approx(reproduced)
        assert all(cell["matches"] == each.games and "games" in cell["why"] for cell in ours.values())
        corrected = {row.name: row.corrected for row in each.rows if row.name in found["Summary 2"][name]}
        assert {column: cell["ours"] for column, cell in found["Summary 2"][name].items()} == corrected
    assert not any(cell["ours"] for cell in found["Summary 1"]["gemini3.1pro"].values()), "no game of it is here"
    assert found["Summary 3"][ALL]["spatial hallucination"]["ours"] == found["Summary 1"][ALL]["spatial_hallucination_rate"]["ours"]


@pytest.fixture(scope="module")
def games(made):
    """The two games of the second condition, each with an evaluation that fits it."""
    return [replace(game, evaluation=game.reproduced) for game in read(made / "heterogeneous")]


def summarise(games, *, is_with_games=False, **changes):
    """Summarise the evaluations of games as the project does it. changes: what a mean is off by."""
    told = [game.evaluation for game in games]
    means = {name: round(mean_of_known(each[name] for each in told) + changes.get(name, 0), 4) for name in told[0]}
    return Summary(len(games), means, {game.key: game.evaluation for game in games} if is_with_games else {})


def differing(games, summary):
    """The reasons of the figures that have one, by name."""
    ((condition,), _) = replications(games, {STALE: summary})
    return {row.name: row.reason for row in condition.rows if row.reason}


def test_a_game_or_an_evaluation_that_is_missing_is_told(games):
    assert not differing(games, summarise(games))
    fewer = [replace(games[0], evaluation=None), games[1]]
    assert not differing(fewer, summarise(games)), "what was published can still be reproduced from the log"
    reasons = differing(fewer, summarise(games[1:]))  # without that game, as the project did it for one condition
    assert "game_duration_ticks" in reasons or "tasks_completed" in reasons
    assert set(reasons.values()) <= {"the summary leaves out 1 game without an evaluation", "2 games here, 1 in the summary"}
    assert set(differing(games[:1], summarise(games)).values()) == {"1 of 2 games"}
    assert set(differing(games, summarise(games[1:])).values()) == {"2 games here, 1 in the summary"}


@pytest.mark.parametrize("is_with_games", [False, True])
def test_a_changed_value_has_its_cause_or_is_unexplained(games, is_with_games):
    found = differing(games, summarise(games, is_with_games=is_with_games, total_kills=0.5))
    why = "the summary's mean is not that of its own games" if is_with_games else "unexplained"
    assert found == {"total_kills": why}
    first = games[0].evaluation
    changed = [replace(games[0], evaluation={**first, "total_kills": first["total_kills"] + 1}), games[1]]
    found = differing(games, summarise(changed, is_with_games=is_with_games))
    why = "the summary has another value for 1 game" if is_with_games else "unexplained"
    assert found == {"total_kills": why}


def test_evaluations_that_went_into_the_summary_stale_are_the_cause(games):
    stale = [replace(game, evaluation={**game.evaluation, "self_report_rate": 0.375}) for game in games]
    assert differing(stale, summarise(stale)) == {"self_report_rate": "its evaluation does not fit its own log: stale"}


def test_a_figure_that_a_summary_lacks_or_that_has_no_value_counts_in_no_mean(games):
    summary = summarise(games)
    del summary.means["unsupported_accusation_rate"]
    told = {"num_games": 2, "aggregated": {"tier1": {"total_kills": {"mean": None}}}}
    summary.means.update(parse_summary(json.dumps(told).encode(), "a.json").means)
    reasons = {"unsupported_accusation_rate": "not in the published summary", "total_kills": "unexplained"}
    assert differing(games, summary) == reasons
    without = [replace(games[0], evaluation={**games[0].evaluation, "self_report_rate": None}), games[1]]
    row = next(row for row in replications(without, {})[1].rows if row.name == "self_report_rate")
    assert row.evaluation == pytest.approx(games[1].evaluation["self_report_rate"], abs=1e-4)


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
def test_a_broken_summary_is_named(text, sentence):
    with pytest.raises(EvaluationError, match=f"^a.json.*{sentence}$"):
        parse_summary(text.encode(), "a.json")


GOOSE = '{{"tier1": {{"winner": "goose", "game_duration_ticks": {}}}}}'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *((text, "is not JSON; fix or delete it.") for text in ("{", "[" * 100_000, "\udcff")),
        *((text, "has no `winner` in `tier1`; fix or delete it.") for text in ("[]", '{"tier1": []}')),
        ('{"tier1": {"winner": 3}}', "`winner` in `tier1` must be a name; fix or delete the file."),
        ('{"tier1": {"winner": "goose"}}', "has no `game_duration_ticks` in `tier1`; fix or delete it."),
        *(
            (GOOSE.format(value), "`game_duration_ticks` in `tier1` must be a number; fix or delete the file.")
            for value in ('"20"', "true", "NaN", "1e999", "1" + "0" * 400, "[]")
        ),
    ],
)
def test_an_evaluation_that_is_none_is_named(text, sentence):
    with pytest.raises(EvaluationError, match=f"^folder/evaluation.json.*{sentence}$"):
        replicate_game([], {"evaluation.json": text.encode("utf-8", "surrogateescape")}, "folder", "c", "c/3")


def test_a_summary_beside_the_logs_is_what_is_published_and_a_broken_one_is_left_out(woozle, made, games, tmp_path):
    release = Path(shutil.copytree(made, tmp_path / "game_logs"))
    told = {"num_games": 2, "aggregated": defaultdict(dict), "per_game": []}
    for file in sorted((release / "heterogeneous" / STALE).glob("*/evaluation.json")):
        tiers = json.loads(file.read_text())
        tiers["tier3"]["deception_rate"] = 0.0
        file.write_text(json.dumps(tiers))
        told["per_game"].append({"log_path": f"/elsewhere/{STALE}/1_2_{file.parent.name}/game.jsonl", **tiers})
    for row in replications(games, {})[1].rows:
        told["aggregated"][f"tier{row.tier}"][row.name] = (
            row.evaluation if row.name.endswith("win_rate") else {"mean": row.evaluation}
        )
    summary = release / "all_evaluation" / f"{STALE}.json"
    summary.parent.mkdir()
    summary.write_text(json.dumps(told))
    found = read_summaries(logs_in(release))
    assert list(found) == [STALE] and found[STALE].games == 2 and found[STALE].per_game
    _, out, _ = woozle("reproduce", "quack", "--data", release, "--json")
    assert not any(cell["why"] for cell in cells(out)["Summary 1"][STALE].values()), "as many games, and the same values"
    summary.write_text("{")
    (release / "homogeneous" / UNTOLD / "20260522_101543_seed03" / "evaluation.json").write_text("{")
    status, out, err = woozle("reproduce", "quack", "--data", release, "--json")
    assert status == 0 and cells(out)["Summary 1"][ALL]["total_kills"]["matches"] == 3
    assert "The game is left out." in " ".join(err.split()) and "The summary is left out." in " ".join(err.split())


def test_a_folder_without_logs_is_named(woozle, tmp_path):
    status, out, err = woozle("reproduce", "quack", "--data", tmp_path, "--json")
    assert status == 0 and "**/game.jsonl of logs is not in" in " ".join(err.split())
    assert not any(cell["ours"] for cell in cells(out)["Summary 1"][ALL].values())


@needs_logs
def test_the_values_of_real_games_come_out_and_so_do_their_means():
    """Of one condition: claims/compatible/test_quack_logs.py holds the values of every game."""
    found = read(RELEASE / "geese_gpt5.5_duck_gemini3.1pro")
    published = [game for game in found if game.evaluation]
    assert len(published) == 8 and all(game.evaluation == game.reproduced for game in published)
    _, together = replications(found, {})
    means = {row.name: round(fmean(game.evaluation[row.name] for game in published), 4) for row in together.rows}
    assert {row.name: round(row.evaluation, 4) for row in together.rows} == means
    assert {row.reason for row in together.rows if round(row.evaluation, 4) != round(row.reproduced, 4)} == {
        "no evaluation of 2 games"
    }
