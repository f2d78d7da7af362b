"""The output about a match that a person can still resume."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from woozle.arena.play.setup import new_match
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.players.human import Human
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import CLOSED, read

from tests.arena.exports import exported
from tests.saves.table import forged

TOLD = (("audit",), ("export", "--to", "csv"))
ALTERED = "was altered since it was recorded; `woozle verify` says where."


@pytest.fixture
def left(woozle):
    """The id of a match that its person left after three answers."""
    woozle("play", "ship", "--plain", "--seats", "human,bot*5", "--seed", "7", typed="1\n1\n1\n")
    return list_matches()[0].id


@pytest.fixture
def words(tmp_path):
    """The words of a command about some matches."""

    def said(command, *paths):
        out = ("--out", tmp_path / f"out-{command[0]}") if command[0] == "export" else ()
        return (command[0], *paths, *command[1:], *out)

    return said


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_nothing_is_told_of_a_match_that_its_person_can_go_on_with(woozle, words, left, command):
    for path in ("last", left, matches_folder() / left, next((matches_folder() / left).glob("transcript*"))):
        status, out, err = woozle(*words(command, path))
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "is not over" in err and f"`woozle resume {left}` continues it, --unfinished" in err


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_sums_leave_such_matches_out_and_say_how_many(woozle, words, left, command, tmp_path):
    woozle("run", "ship", "--seats", "bot*6", "--seed", "7", "--out", tmp_path / "run")
    for number in (1, 2):
        shutil.copytree(matches_folder() / left, tmp_path / "run" / f"left-{number}")
    status, out, err = woozle(*words(command, tmp_path / "run"))
    assert status == 0 and "left-" not in out
    assert err == "woozle: 2 matches that people have not played to the end are left out; --unfinished takes them in.\n"


@pytest.mark.parametrize("command", TOLD, ids=lambda each: each[0])
def test_who_asks_for_them_is_told(woozle, words, left, command):
    status, out, err = woozle(*words(command, left), "--unfinished")
    assert (status, err) == (0, "") and out


@pytest.mark.parametrize("viewer", ["everything", "public", "other"])
def test_a_match_is_not_shown_through_other_eyes_than_its_persons_unless_asked(woozle, left, viewer):
    header = read(matches_folder() / left).header
    [me], others = header.people, [each.seat for each in header.seats if each.seat not in header.people]
    who = others[0] if viewer == "other" else viewer
    status, out, err = woozle("show", left, "--as", who)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "is not over" in err and "--spoil" in err and f"--as {me}" in err
    assert woozle("show", left, "--as", who, "--spoil")[0] == 0
    assert woozle("show", left, "--as", me)[1] == woozle("show", left)[1] != ""


@pytest.mark.parametrize("seats", [(), ("--seats", "bot*6"), ("--seats", "human,bot*5")])
def test_no_fork_plays_out_what_its_person_can_go_on_with(woozle, left, seats):
    before = [*matches_folder().iterdir()]
    for path in (left, matches_folder() / left, next((matches_folder() / left).glob("transcript*"))):
        status, out, err = woozle("fork", path, "--at", 1, "--plain", *seats)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "is not over" in err and f"`woozle resume {left}` continues it, --spoil" in err
    assert [*matches_folder().iterdir()] == before
    assert woozle("fork", left, "--at", 1, "--plain", "--seats", "bot*6", "--spoil")[0] == 0


# A match that was altered, with all links mended


@pytest.fixture
def altered(woozle, tmp_path):
    """A match of six bots whose results were changed by hand, so that only the rules can tell."""
    assert woozle("run", "ship", "--seats", "bot*6", "--seed", "7", "--out", tmp_path / "run")[0] == 0
    match = tmp_path / "run" / "0001"
    forged(match / CLOSED, read(match).end.number, lambda body: body["outcome"].update(reason="Alice won everything."))
    return match


@pytest.mark.parametrize("is_verified_before", [True, False])
def test_show_says_that_a_match_was_altered(woozle, altered, is_verified_before):
    if is_verified_before:
        woozle("verify", altered)
    status, out, err = woozle("show", altered)
    assert (status, err) == (1, f"woozle: {altered} {ALTERED}\n") and "Alice won everything." in out


def test_an_audit_leaves_an_altered_match_out_and_says_so(woozle, altered):
    status, out, err = woozle("audit", altered)
    assert (status, out) == (1, "") and f"{altered / CLOSED} is left out: altered since it was recorded: line" in err


# A blind match, in which its people must not know which seats are theirs and which are bots'


@pytest.fixture
def blind():
    """The seats of a blind match that its people left after a while, all of them as what sits there."""
    human = Human(lambda ask: None)
    ready = new_match("ship", ["human*2", "bot*3", "bot:random"], preset("standard"), 5, human=lambda seat: human, is_blind=True)
    referee, somebody = ready.match.referee, ShipBot("5")
    while referee.folded < 40:
        request = next(iter(referee.open.values()))
        response = Response(request.id, somebody.answer(request, referee.view(request.to)))
        ready.writer.keep_response(request, response, referee.fold(response))
    ready.writer.close()
    return {seat: player.describe() for seat, player in ready.match.players.items()}


def test_the_list_tells_who_plays_a_blind_match_and_not_at_which_seat(woozle, blind):
    [match] = json.loads(woozle("list", "--json")[1])["matches"]
    kinds = [(each["kind"], each.get("name")) for each in match["players"].values()]
    assert kinds == [("bot", "random"), *[("bot", "watchful")] * 3, ("human", None), ("human", None)]
    assert [*match["players"]] == list("123456") and match["are_seats_secret"]
    assert not any(each["seed"] in json.dumps(match) for each in blind.values() if "seed" in each)


@pytest.mark.parametrize(
    "command",
    [("list",), ("list", "--json"), ("verify", "last", "--level", 3), ("leaderboard", "--json"), ("report", "last"), ("doctor",)],
)
def test_what_is_told_of_a_blind_match_names_no_seat(woozle, blind, command):
    _, out, err = woozle(*command)
    assert out + err and not set(blind) & set(re.findall(r"\w+", out + err))


def test_a_blind_match_is_shown_without_saying_who_sits_where(woozle, blind):
    _, out, _ = woozle("show", "last")
    assert out.startswith("ship, 40 answers, seen by public\n")
    assert not {"bot", "human"} & set(re.findall(r"\w+", out))


def test_a_page_of_a_blind_match_does_not_say_who_sits_where_even_to_who_asks_for_it(woozle, blind, tmp_path):
    assert woozle("export", "last", "--to", "html", "--out", tmp_path, "--unfinished")[0] == 0
    [file] = tmp_path.glob("*.html")
    assert {seat["player"] for seat in exported.data(file)["seats"]} == {""}
