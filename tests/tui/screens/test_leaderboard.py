"""The leaderboard: unlike matches stay apart, what does not count is said, and few matches look like few."""

from __future__ import annotations

import asyncio
import json
import math
import re
from threading import Event

import pytest

from woozle.arena.views.leaderboard import ForfeitLimit, answer_share, bar, boards, ruler, scale
from woozle.arena.views.ratings import Rated, axis, rate_board, ratings_json
from woozle.core.answer_counts import AnswerCounts
from woozle.core.outcome import Result
from woozle.core.statistics.standings import Standing
from woozle.core.usage import Usage
from woozle.saves import paths
from woozle.tui.app import WoozleApp
from woozle.tui.cli import main as cli
from woozle.tui.cli.leaderboard_output import board_json, board_lines
from woozle.tui.screens import leaderboard
from woozle.tui.screens.leaderboard import LeaderboardScreen
from woozle.tui.styles.themes import LIGHT
from woozle.tui.widgets.grid import Grid
from woozle.tui.widgets.select import Selector

from tests.saves.table import finished
from tests.tui import kept_scenes
from tests.tui.hosts import LARGE, VIEWS, settled, shown
from tests.tui.kept_scenes import BOT, HUMAN, NAMES, RANDOM, STRANGE, KeptStage, unfinished

WON, LOST = Result("won", {"score": 1.0}), Result("lost", {"score": 0.0})
SIX = dict(zip(NAMES, [*[BOT] * 4, RANDOM, RANDOM], strict=False))


def summary(number: int = 0, **changes):
    """A match that verify has checked."""
    return kept_scenes.summary(number, **{"checked": "verified"} | changes)


def six(number: int, surprises=(), **changes):
    """A match of four bots of ours and two random ones; the duck's seat goes round. surprises: numbers in which it wins too."""
    duck, has_duck_won = number % 6, number % 3 == 0 or number in surprises
    results = {
        name: Result(
            "won" if (seat == duck) == has_duck_won else "lost",
            {"score": float((seat == duck) == has_duck_won), "duck": float(seat == duck)},
        )
        for seat, name in enumerate(SIX)
    }
    return summary(number, **{"players": SIX, "results": results, "checked": "verified"} | changes)


MANY = [*(six(number) for number in range(40)), *(six(40 + number, config="quack", config_id="0ther") for number in range(5))]
RATED = [six(number, surprises=(4, 11)) for number in range(40)]  # a random duck has won twice
MIXED = [
    *MANY,
    six(50, is_fork=True),
    six(51, checked="altered"),
    six(52, results={**six(52).results, "Alice": Result("void")}),
    unfinished(53),
]


def test_matches_by_other_rules_are_on_a_board_of_their_own():
    found = boards([*(six(number) for number in range(3)), *(six(3 + number, rules=2) for number in range(2))])
    assert [(board.rules, board.matches) for board in found] == [(six(0).rules, 3), (2, 2)]


async def look(pilot):
    await pilot.pause()
    await pilot.press("l")
    await pilot.app.workers.wait_for_complete()
    await settled(pilot)


def words(pilot) -> str:
    return "\n".join(shown(pilot.app.screen.query_one(Grid)))


def chosen(pilot, name: str) -> str:
    return pilot.app.screen.query_one(f"#{name}", Selector).render().plain


# Without a screen


def test_unlike_matches_are_not_mixed():
    found = boards([*MANY, six(60, rules=2), six(61, game="two_truths"), summary(2)])
    assert {board.title: board.matches for board in found} == {
        "ship, rules 1 · standard · 6 seats": 40,
        "ship, rules 1 · quack · 6 seats": 5,
        "ship, rules 1 · standard · 7 seats": 1,
        "ship, rules 2 · standard · 6 seats": 1,
        "two_truths, rules 1 · standard · 6 seats": 1,
    }
    assert [board.matches for board in found] == [40, 5, 1, 1, 1]


def test_what_does_not_count_is_said():
    board = boards(MIXED)[0]
    assert board.left_out == {"unfinished": 1, "fork": 1, "altered": 1, "void": 1}
    assert board.notes[0] == ("43 matches, 42 verified. Not counted: 1 unfinished match, 1 fork, 1 altered match, 1 void result.")
    assert max(row.n for row in board.standings()) == 41


def test_standings_are_of_a_role_or_of_a_table():
    others = six(70, players={**SIX, "Alice": HUMAN})
    board = boards([*MANY, others])[0]
    assert {row.role for row in board.standings("duck")} == {"duck"}
    assert {row.player for row in board.standings(table="person, 3 bot:ship, 2 bot:random")} == {"person", "bot:ship", "bot:random"}
    assert "person" not in {row.player for row in board.standings(table="4 bot:ship, 2 bot:random")}


def test_a_bar_shows_the_mean_within_its_interval():
    assert bar(Standing("a", "", 9, 0.5, 0.2, 0.8), (0, 1), 10) == "··▄▄▄█▄▄▄·"
    assert bar(Standing("a", "", 1, 1.0, None, None), (0, 1), 10) == "·········█"
    assert bar(Standing("a", "", 9, 0.3, -math.inf, 0.3), (0, 1), 10) == "▄▄▄█······"
    assert bar(Standing("a", "", 9, 0.7, 0.7, math.inf), (0, 1), 10) == "·······█▄▄"
    assert bar(Standing("a", "", 9, math.nan, None, None), (0, 1), 10) == "··········"
    assert scale([Standing("a", "", 9, 2.5, -0.5, 5.5)]) == (-1, 6)
    assert ruler((0, 1), 11) == "0   0.5   1"


def test_what_is_unfinished_is_counted_where_its_kind_is_compared():
    """Officials have no seat: a match in which one is asked has as many seats as its results."""
    quests = [
        summary(n, game="quest", players={"Ada": BOT, "Ben": RANDOM, "judge": BOT}, results={"Ada": WON, "Ben": LOST})
        for n in range(2)
    ]
    (board,) = boards([*quests, unfinished(3, game="quest", players={"Ada": BOT, "Ben": RANDOM, "judge": BOT})])
    assert board.left_out == {"unfinished": 1}
    assert [(entry.player, entry.seat) for entry in next(iter(board.tables.values()))[:2]] == [("bot:ship", 1), ("bot:random", 2)]


def duels(*counts):
    """Matches of a bot, which answers all, and of one that gives so many forfeits in four questions, and wins."""
    for number, (name, forfeits) in enumerate(counts):
        players = {"Ada": BOT, "Ben": {"kind": "bot", "name": name}}
        answers = {"Ada": AnswerCounts(4), "Ben": AnswerCounts(4, forfeits, repairs=2 * forfeits)}
        yield summary(number, game="quest", players=players, results={"Ada": LOST, "Ben": WON}, answers=answers)


def test_who_never_answered_is_not_ranked_whatever_it_scored_and_who_forfeits_much_is_marked():
    (board,) = boards(duels(("mute", 4), ("rare", 1), ("fine", 0)))
    assert [row.player for row in board.standings()] == ["bot:fine", "bot:rare", "bot:ship"]
    assert [str(each) for each in board.find_unranked()] == ["Not ranked: bot:mute; never answered: 4 of 4 forfeited."]
    assert [board.marks(row) for row in board.standings()] == [("few",), ("few", "forfeits 25 %"), ("few",)]
    assert answer_share(board.standings()[1].answers) == "75 %"
    assert "In 1 match a seat never answered; what others did there counts all the same." in board.notes
    (lenient,) = boards(duels(("mute", 4), ("rare", 1)), limit=ForfeitLimit(1.0, leaves_out=True))
    assert [row.player for row in lenient.standings()] == ["bot:rare", "bot:ship"] and not lenient.above
    (strict,) = boards(duels(("mute", 4), ("rare", 1), ("fine", 0)), limit=ForfeitLimit(leaves_out=True))
    assert [row.player for row in strict.standings()] == ["bot:fine", "bot:ship"]
    assert str(strict.find_unranked()[-1]) == "Not ranked: bot:rare; forfeited 25 % of all its questions."


def test_settings_without_effect_are_no_part_of_a_player_and_are_marked():
    hot = {"kind": "model", "backend": "openai", "model": "m", "sampling": {"temperature": 0.7}}
    cold, plain = {**hot, "sampling": {"temperature": 0.2}}, {**hot, "sampling": {}}
    refused, taken = AnswerCounts(3, replies=3, not_taken={"temperature": 3}), AnswerCounts(3, replies=3)
    partly = AnswerCounts(3, replies=3, not_taken={"temperature": 1})

    def match(number, one, other, counts):
        answers = {"Ada": counts, "Ben": taken}
        return summary(number, game="quest", players={"Ada": one, "Ben": other}, results={"Ada": WON, "Ben": LOST}, answers=answers)

    (board,) = boards([match(1, hot, plain, refused), match(2, cold, plain, refused), match(3, hot, plain, partly)])
    names = ["openai:m?temperature=0.7", "openai:m"]
    assert [row.player for row in board.standings()] == names
    assert [board.marks(row)[-1] for row in board.standings()] == ["temperature not taken"] * 2
    assert list(board.tables) == ["2 openai:m", "openai:m, openai:m?temperature=0.7"]


def paid(number: int, **used: Usage):
    """A match of models, each of which used this much, against a bot that won."""
    players = {name: {"kind": "model", "backend": "openai", "model": name} for name in used} | {"bot": BOT}
    answers = {name: AnswerCounts(4, usage=each, cut_short=1) for name, each in used.items()} | {"bot": AnswerCounts(4)}
    results = {**dict.fromkeys(used, LOST), "bot": WON}
    return summary(number, game="quest", players=players, results=results, answers=answers)


DEAR = Usage(2, 100, 20, 0.5)
USED = {
    "dear": DEAR,
    "tiny": Usage(1, 9, 9, 0.00002),
    "partly": DEAR + Usage(1, unpriced=1),
    "own": Usage(3, 60, 6),
    "unknown": Usage(3, unpriced=3),
}
PAID = [paid(number, **USED) for number in range(12)]


def test_a_board_says_what_a_match_costs_a_player_and_never_takes_an_unknown_price_for_nothing():
    (board,) = boards(PAID)
    lines = list(board_lines([board]))
    assert lines[1].split()[-1] == "cost"
    assert {line.split()[0]: line.split("%")[-1].strip() for line in lines[2:8]} == {
        "bot:ship": "",
        "openai:dear": "$0.5000",
        "openai:tiny": "<$0.0001",
        "openai:partly": "$0.5000+",
        "openai:own": "free",
        "openai:unknown": "?",
    }
    assert any(note.startswith("cost: ") for note in board.notes)
    rows = {row["player"]: row for row in board_json(board)["standings"]}
    names = ("calls", "tokens_in", "tokens_out", "dollars", "calls_without_price", "cut_short")
    assert [rows["openai:partly"][name] for name in names] == [36, 1200, 240, 6.0, 12, 12]
    assert [rows["openai:unknown"][name] for name in names] == [36, None, None, None, 36, 12]
    assert [rows["bot:ship"][name] for name in names] == [0, 0, 0, 0.0, 0, 0]
    assert not boards(MANY)[0].has_costs


# Ratings, without a screen


def test_ratings_are_players_and_then_what_roles_and_seats_are_worth():
    rows = rate_board(boards(RATED)[0]).rows
    assert [row.standing.player for row in rows] == ["bot:ship", "bot:random", "role goose", "role duck"]
    assert [row.is_effect for row in rows] == [False, False, True, True]
    assert rows[2].value.startswith("+")
    assert rows[0].standing.low < rows[0].standing.mean < rows[0].standing.high and rows[0].standing.mean > 1500
    low, high = axis(rows)
    assert low % 100 == high % 100 == 0
    assert low <= min(row.standing.low for row in rows)


def test_a_void_result_leaves_the_whole_match_unrated_and_that_is_said():
    assert rate_board(boards(MIXED)[0]).notes[0] == "Bradley-Terry ratings of 40 matches; 1 match without all results left out."


def test_a_match_in_which_a_seat_answered_nothing_is_not_rated_and_that_is_said():
    (board,) = boards(duels(*[("fine", 0)] * 6, *[("rare", 1)] * 2, ("mute", 4)))
    found = rate_board(board)
    assert found.notes[0].endswith("ratings of 8 matches; 1 match with a seat without answers left out.")
    assert {row.standing.player: row.marks[-1] for row in found.rows[:3]}["bot:rare"] == "forfeits 25 %"
    (strict,) = boards(duels(*[("fine", 0)] * 6, ("rare", 1)), limit=ForfeitLimit(leaves_out=True))
    assert ratings_json(rate_board(strict))["ratings"]["unanswered"] == 1
    (mute,) = boards(duels(("mute", 4)))
    assert rate_board(mute).notes == (
        "In every match a seat answered nothing, or its player is left out, so there is nothing to rate.",
    )


def test_games_of_one_group_are_not_rated():
    """In self_play all seats share one reward."""
    together = {"Ada": Result("won", {"score": 0.8}), "Ben": Result("won", {"score": 0.8})}
    alike = [summary(n, game="self_play", players={"Ada": BOT, "Ben": RANDOM}, results=together) for n in range(12)]
    found = rate_board(boards(alike)[0])
    assert found.rows == []
    assert "all won or lost together" in found.notes[0]
    assert ratings_json(found) == {"ratings": None, "unrated": found.why_not}


def test_players_who_never_met_are_named():
    def duel(number, one, other):
        players = {"Ada": {"kind": "bot", "name": one}, "Ben": {"kind": "bot", "name": other}}
        return summary(number, game="quest", players=players, results={"Ada": WON, "Ben": LOST})

    (board,) = boards([duel(1, "a", "b"), duel(2, "c", "d")])
    assert "never did: bot:a, bot:b; bot:c, bot:d." in rate_board(board).notes[0]


def ranked(*orders):
    """Quests whose players came in like this, the best first."""
    for number, order in enumerate(orders):
        players = {seat: {"kind": "bot", "name": name} for seat, name in zip(("Ada", "Ben", "Cid"), sorted(order), strict=True)}
        places = {seat: order.index(each["name"]) for seat, each in players.items()}
        results = {seat: Result("lost" if at else "won", {"score": 1.0 - at / 4}) for seat, at in places.items()}
        yield summary(number, game="quest", players=players, results=results)


NEVER_WON = [*ranked(*["abc", "bac"] * 10)]


def test_who_never_won_is_below_a_bound_and_the_others_are_rated_among_themselves():
    (board,) = boards(NEVER_WON)
    found = rate_board(board)
    words = {row.standing.player: (row.value, row.interval) for row in found.rows}
    value, ends = words["bot:c"]
    assert value == "–" and re.fullmatch(r"below \d{3,4}", ends)
    assert words["bot:a"][0] == words["bot:b"][0] == "1500" and " to " in words["bot:a"][1]
    told = ratings_json(found)["ratings"]
    last = told["players"][-1]
    assert (last["player"], last["rating"], last["low"], f"below {last['high']:.0f}") == ("bot:c", None, None, ends)
    assert told["average_of"] == ["bot:a", "bot:b"]
    assert "1500 points are the average of bot:a and bot:b, who won and lost against each other" in found.notes[1]
    line = next(line for line in board_lines([board]) if line.split()[:1] == ["bot:c"] and "below" in line)
    assert line.split()[1:5] == ["20", "–", *ends.split()]
    low, high = axis(found.rows)
    assert low <= last["high"] <= high


# On the command line


@pytest.fixture
def played():
    for number in range(3):
        finished(paths.matches_folder() / str(number), number=number)


def test_the_command_tells_programs_the_same(played, capsys):
    cli.app(["leaderboard", "--json", "--game", "two_truths"], standalone_mode=False)
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert (board["game"], board["seats"], board["matches"], board["left_out"]) == ("two_truths", 3, 3, {})
    row = board["standings"][0]
    assert {name: row[name] for name in ("player", "role", "n", "mean", "low", "high")} == {
        "player": "person",
        "role": "",
        "n": 3,
        "mean": 3.0,
        "low": None,
        "high": None,
    }
    assert (row["answered"], row["forfeits"], row["is_above"], row["not_taken"], board["unranked"]) == (1.0, 0, False, [], [])
    cli.app(["leaderboard", "--json", "--game", "ship"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out) == {"boards": []}


def test_tutorials_do_not_count_wherever_one_looks(capsys):
    finished(paths.tutorials_folder() / "0001")
    cli.app(["leaderboard", str(paths.tutorials_folder())], standalone_mode=False)
    assert capsys.readouterr().out.startswith("No finished match yet")


def test_one_player_is_not_rated_and_the_command_says_why():
    alone = [summary(n, players={"Ada": BOT, "Ben": BOT}, results={"Ada": WON, "Ben": LOST}) for n in range(3)]
    lines = list(board_lines(boards(alone)))
    assert lines[-2] == "  Ratings compare players, and here is only one; let others play at the same kind of table."
    assert not any(line.startswith("  rating") for line in lines)


def test_ratings_are_printed_and_told_to_programs():
    (board, *_) = boards(RATED)
    lines = list(board_lines([board]))
    at = next(number for number, line in enumerate(lines) if line.split()[:1] == ["rating"])
    assert lines[at].split() == ["rating", "n", "points", "95", "%", "interval"]
    assert lines[at + 1].split()[:2] == ["bot:ship", "40"]
    told = board_json(board)["ratings"]
    assert (told["model"], told["matches"], told["seats"]) == ("Bradley-Terry", 40, None)
    assert told["players"][0]["low"] < told["players"][0]["rating"] < told["players"][0]["high"]
    assert [role["role"] for role in told["roles"]] == ["goose", "duck"]


# By keys


async def rate(pilot):
    await look(pilot)
    await pilot.press("v")
    await pilot.app.workers.wait_for_complete()
    await settled(pilot)


async def test_the_best_mean_or_rating_comes_first_and_selectors_turn_by_keys_arrows_and_clicks():
    async with KeptStage(MANY).run_test() as pilot:
        await rate(pilot)
        screen = pilot.app.screen
        assert chosen(pilot, "measure").endswith("ratings ›  2 of 2")
        assert "role goose" in words(pilot)
        assert not screen.query_one("#role").display
        assert not screen.check_action("turn", ("table",))
        await pilot.press("v")
        await pilot.pause()
        assert "mean" in words(pilot)
        assert screen.query_one("#role").display

        await pilot.press("tab", "right")
        await pilot.pause()
        assert "2 of 2" in chosen(pilot, "board")
        await pilot.press("left", "down", "down", "right")
        await pilot.pause()
        assert "1 of 2" in chosen(pilot, "board")
        assert "duck" in chosen(pilot, "role")
        for column, role in ((20, "3 of 3"), (14, "2 of 3"), (14, "1 of 3")):
            await pilot.click("#role", offset=(column, 0))
            await pilot.pause()
            assert role in chosen(pilot, "role")

        rows = words(pilot).splitlines()
        means = [float(row[35:60].split()[0]) for row in rows[1:] if "bot" in row]
        assert means == sorted(means, reverse=True)
        assert "█" in rows[1]
        assert " to " in rows[1]
        assert "standard · 6 seats · 40 matches ›  1 of 2" in chosen(pilot, "board")
        await pilot.press("r")
        await pilot.pause()
        assert "goose" not in words(pilot)
        await pilot.press("m")
        await pilot.pause()
        assert "quack · 6 seats · 5 matches" in chosen(pilot, "board")
        assert "goose" in words(pilot)
        assert "few" in words(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert "4 bot:ship, 2 bot:random" in chosen(pilot, "table")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, LeaderboardScreen)


async def test_keys_work_while_ratings_are_computed(monkeypatch):
    """The one that computes waits for what the keys do, and is told when nobody wants it any more."""
    began, answers = Event(), []

    def slow(board, is_wanted):
        began.set()
        while is_wanted():
            Event().wait(0.01)
        answers.append(board.title)
        return Rated(None, "too late")

    monkeypatch.setattr(leaderboard, "rate_board", slow)
    async with KeptStage(MANY).run_test() as pilot:
        await look(pilot)
        await pilot.press("v")
        await asyncio.to_thread(began.wait)
        await pilot.pause()
        assert "Rating the players" in words(pilot)
        monkeypatch.undo()
        await pilot.press("m")
        await pilot.app.workers.wait_for_complete()
        await settled(pilot)
        assert "quack" in chosen(pilot, "board")
        assert "bot:ship" in words(pilot)
        assert answers == ["ship, rules 1 · standard · 6 seats"]


# With files


async def test_what_is_kept_is_compared():
    for number in range(3):
        finished(paths.matches_folder() / str(number), number=number)
    async with WoozleApp().run_test() as pilot:
        await look(pilot)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "two_truths, rules 1 · standard · 3 seats · 3 matches" in chosen(pilot, "board")
        assert "person" in words(pilot)


# What it looks like


def test_many_matches(snap_compare):
    assert snap_compare(KeptStage(MIXED, theme=LIGHT.name), terminal_size=LARGE, run_before=look)


@VIEWS
def test_what_matches_cost_unless_there_is_no_room(snap_compare, size, theme):
    assert snap_compare(KeptStage(PAID, theme=theme), terminal_size=size, run_before=look)


def test_the_ratings(snap_compare):
    assert snap_compare(KeptStage([*RATED, *MIXED[40:]]), terminal_size=(140, 45), run_before=rate)


def test_strange_players(snap_compare):
    assert snap_compare(KeptStage(STRANGE), terminal_size=(140, 45), run_before=look)


async def test_a_game_without_roles_has_no_column_of_them():
    won = {"Ada": Result("won", {"score": 0.91}), "Ben": Result("lost", {"score": 0.85})}
    quests = [summary(n, game="quest", players={"Ada": BOT, "Ben": RANDOM}, results=won, checked="verified") for n in range(12)]
    async with KeptStage([*quests, *MANY[:5]]).run_test(size=(100, 30)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        screen = pilot.app.screen
        assert "role" not in shown(screen.query_one(Grid))[0]
        assert "0.91" in shown(screen.query_one(Grid))[1]
        assert not screen.query_one("#role").display
        assert not screen.check_action("turn", ("role",))
        await pilot.press("m")
        await settled(pilot)
        assert "role" in shown(screen.query_one(Grid))[0]
        assert screen.query_one("#role").display
