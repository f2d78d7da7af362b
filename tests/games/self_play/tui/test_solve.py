"""`woozle solve`: games of the theory on the command line."""

from __future__ import annotations

import json
from io import StringIO

import pytest

from woozle.games.self_play.papers import sweep
from woozle.games.self_play.papers.provision import provision
from woozle.games.self_play.tui.solve_output import print_regions, regions

from tests.games.self_play.vectors import TOLERANCE, VECTORS

PAPER = ("--p", "0.9,0.3", "--q", "0.4,0.2", "--cost", "0.05")


def solved(woozle, *words):
    status, out, err = woozle("solve", "ipg", *words)
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize("name", ["ipg.2p.two_eq", "ipg.2p.unique_gap", "ipg.np.3p_unique"])
def test_the_game_is_solved_for_programs(woozle, name):
    inputs, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    p, q = (",".join(map(str, inputs[each])) for each in "pq")
    found = json.loads(solved(woozle, "--p", p, "--q", q, "--cost", inputs["c"], "--json"))
    if name.startswith("ipg.np"):
        expected = {"equilibria": expected}
    for key, want in expected.items():
        if key == "payoffs":
            assert found[key] == {profile: pytest.approx(each, abs=TOLERANCE) for profile, each in want.items()}
        else:
            assert found[key] == (pytest.approx(want, abs=TOLERANCE) if isinstance(want, float) else want)
    assert found["by_conditions"] == found["equilibria"]


def test_the_game_of_two_is_a_table_a_theorem_and_a_picture(woozle):
    out = solved(woozle, *PAPER)
    assert "player 1: A   0.55, 0.55              0.85, 0.9 *\n" in out
    assert "One equilibrium: AG. The conditions say the same." in out
    assert "  p2 - q < c     0.3 - 0.3 = 0, c = 0.05: holds" in out
    assert "Dominance alone leads to AG: p* is ahead by more than 2 times the cost" in out
    assert "1 player 1 alone   2 player 2 alone   b either alone   . no one   X this game\n" in out
    assert "\x1b" not in out and max(map(len, out.splitlines())) <= 80


def test_the_second_player_can_have_the_better_search(woozle):
    out = solved(woozle, "--p", "0.3,0.9", "--q", "0.2,0.4", "--cost", "0.05")
    assert "One equilibrium: GA." in out and "Theorem 4.1 (p1 is the better search, player 2's)" in out


def test_a_tie_is_told_as_one(woozle):
    out = solved(woozle, "--p", "0.3,0.1", "--q", "0,0", "--cost", "0.3")
    assert "2 equilibria: AG and GG." in out and "(*) one that a player loses nothing by leaving" in out
    assert "Dominance does not settle it" in out


def test_more_players_have_their_conditions_in_a_table(woozle):
    out = solved(woozle, "--p", "0.9,0.7,0.6,.1,.2", "--q", "1/3,.3,.1,.1,.1", "--cost", "0.05", "--charged", "group")
    assert "AGGGG         0.9           0.85                0.85        *\n" in out
    assert "26 more, in which several search, are with --json; none is an equilibrium." in out
    assert "2       0.7      ~0.5133   yes          0.2       no                    G\n" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_picture_shows_who_searches_at_each_place():
    lines = list(regions(provision([0.9, 0.3], [0.4, 0.2], 0.05)))
    top, bottom = (next(line for line in lines if f" {mark} |" in line).partition("|")[2] for mark in "10")
    assert (top[0], top[60]) == ("2", "b")
    assert (bottom[0], bottom[60]) == (".", "1")
    (here,) = (line.partition("|")[2] for line in lines if "X" in line.partition("|")[2])
    assert here[54] == "X" and len(here) == 61


def test_the_picture_is_in_colours_where_there_are_some(monkeypatch):
    class Terminal(StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured, plain = Terminal(), Terminal()
    print_regions(provision([0.9, 0.3], [0.4, 0.2], 0.05), coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    print_regions(provision([0.9, 0.3], [0.4, 0.2], 0.05), plain)
    assert "\x1b[30;46m222" in coloured.getvalue()
    assert plain.getvalue() == "".join(f"{line}\n" for line in regions(provision([0.9, 0.3], [0.4, 0.2], 0.05)))


def test_random_games_are_checked(woozle):
    out = solved(woozle, "--check", 200, "--players", 3)
    assert out.startswith("200 random games of 3 players, ") and out.endswith("conditions agree on all of them.\n")
    found = json.loads(solved(woozle, "--check", 200, "--players", 3, "--json"))
    assert (found["games"], found["players"], found["apart"]) == (200, 3, [])


def test_a_difference_fails_the_check(woozle, monkeypatch):
    monkeypatch.setattr(sweep, "check", lambda games: sweep.Check(len(games), 0, (4,)))
    status, out, _ = woozle("solve", "ipg", "--check", 200)
    assert status == 1 and "differ on 1 game, the first of them number 5." in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "The game needs --p, --q and --cost, such as --p 0.9,0.3 --q 0.4,0.2 --cost 0.05."),
        (("--p", "0.9,x", "--q", "1,1", "--cost", "1"), "p of player 2 is 'x', which is no number; write it like 0.25 or 1/4."),
        ((*PAPER, "--charged", "me"), "--charged is searcher or group."),
    ],
)
def test_what_cannot_be_solved_is_refused_with_a_sentence(woozle, words, sentence):
    assert woozle("solve", "ipg", *words) == (2, "", f"woozle: {sentence}\n")
