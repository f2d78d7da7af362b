"""The deal of the day is the same for everybody, and a person's own result is found again by what the match commits to."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

from woozle.arena.play.daily import DailyResult, bot_result, daily_seed, daily_start, find_result_lines, find_results, result_lines
from woozle.arena.play.setup import new_match
from woozle.players.random_bot import RandomBot

DAY = date(2026, 11, 24)


class Person(RandomBot):
    is_human = True

    def describe(self):
        return {"kind": "human"}


def _play(day, seats=None):
    start = daily_start("urn", day)
    ready = new_match("urn", seats or start.seats, start.config, start.seed, human=lambda seat: Person(1), sync=False)
    outcome = asyncio.run(ready.match.play())
    return ready.folder, outcome.results["Ada"]


def test_each_day_and_game_has_a_deal_of_its_own_that_never_changes():
    seeds = {daily_seed(game, DAY + timedelta(days)) for game in ("urn", "ship") for days in range(30)}
    assert len(seeds) == 60
    assert daily_seed("urn", DAY) == 159609625388469
    assert bot_result("urn", DAY) == bot_result("urn", DAY)


def test_ones_own_result_is_found_and_other_matches_are_not():
    folder, result = _play(DAY)
    _play(DAY, ["bot*5"])  # watched, not played
    again, _ = _play(DAY)
    yesterday, _ = _play(DAY - timedelta(1))
    found = find_results("urn", DAY)
    assert {day: each.path for day, each in found.items()} == {DAY: folder, DAY - timedelta(1): yesterday}
    assert again != folder
    assert found[DAY].result == result.kind and found[DAY].deed.startswith(f"{result.numbers['score']:g} points ")
    assert find_results("urn", DAY - timedelta(30)) == {}
    assert find_results("ship", DAY) == {}


def test_the_line_to_share_says_what_the_person_did_and_nothing_of_the_deal():
    _play(DAY)
    results = find_results("urn", DAY)
    line, bot, *_ = result_lines("urn", DAY, results, bot_result("urn", DAY))
    assert line.startswith(f"Woozle daily 2026-11-24 · The urn · {results[DAY].result} · ")
    assert line.endswith(" · ······■" if results[DAY].result == "won" else " · ······□")
    assert bot.startswith("A bot in your seat: ")
    assert not any(name in line for name in ("Ada", "Bo", "Cy"))


def test_the_find_result_lines_a_match_are_those_of_its_day_and_only_deals_have_any():
    older, _ = _play(DAY - timedelta(2))
    newer, _ = _play(DAY)
    again, _ = _play(DAY)
    assert find_result_lines("urn", older, DAY)[0].startswith("Woozle daily 2026-11-22 · The urn ·")
    assert find_result_lines("urn", newer, DAY)[-1].endswith("of the 2 deals that you played in the last 7 days.")
    assert find_result_lines("urn", again, DAY) == ()
    assert find_result_lines("urn", newer, DAY - timedelta(1)) == ()


def test_the_marks_of_the_days_are_explained_beside_them():
    results = {DAY: DailyResult(DAY, Path("1"), "won", ""), DAY - timedelta(1): DailyResult(DAY, Path("0"), "lost", "")}
    line, *others = result_lines("urn", DAY, results, None)
    assert line.endswith(" · ·····□■")
    assert "■ won, ◧ drawn, □ lost, · not played" in others[0]
