"""`woozle run --rotate`: players move on by a seat each match, whoever plays the run and however often it is broken off."""

from __future__ import annotations

import json

from woozle.arena.runs.plan import PLAN, read_plan
from woozle.games.urn.rules import Urn
from woozle.players.seats import bot_seed
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.saves.verify import verify
from woozle.tui.cli.leaderboard_output import find_boards

from tests.arena.runs.lab import transcripts
from tests.saves.table import played_lines

SEATS = "bot:keen,bot:random*3"
WORDS = ("run", "urn", "--seats", SEATS, "--seed", 3, "--rotate")


def tables(out) -> list[list[str]]:
    """Return the players of each match of a run, in the order of seats."""
    return [[place.player.get("model") or place.player["name"] for place in each.header.seats] for each in transcripts(out)]


def files(out) -> list[list[tuple[bytes, bytes]]]:
    return [played_lines(path.read_bytes()) for path in sorted(out.glob(f"*/{CLOSED}"))]


def test_players_move_on_and_seats_and_luck_stay(woozle, tmp_path):
    status, _, err = woozle(*WORDS, "--matches", 5, "--out", tmp_path / "run")
    assert (status, err) == (0, "")
    good, weak = "keen", "random"
    assert tables(tmp_path / "run") == [
        [good, weak, weak, weak],
        [weak, good, weak, weak],
        [weak, weak, good, weak],
        [weak, weak, weak, good],
        [good, weak, weak, weak],
    ]
    assert woozle("run", "urn", "--seats", SEATS, "--seed", 3, "--matches", 5, "--out", tmp_path / "still")[0] == 0
    for moved, still in zip(transcripts(tmp_path / "run"), transcripts(tmp_path / "still"), strict=True):
        assert verify(moved.path, 3).is_verified
        assert [place.seat for place in moved.header.seats] == list(Urn.seat_names[:4])
        assert moved.header.commitment == still.header.commitment  # the same key, and so the same roles and draws
        assert [place.player["seed"] for place in moved.header.seats] == [place.player["seed"] for place in still.header.seats]
        assert moved.header.seats[0].player["seed"] == bot_seed(moved.header.seats[0].seat, moved.end.key)


def test_parts_workers_and_going_on_make_the_same_run(woozle, tmp_path):
    whole = (*WORDS, "--matches", 7)
    assert woozle(*whole, "--jobs", 1, "--out", tmp_path / "whole")[0] == 0
    assert woozle(*whole, "--jobs", 2, "--out", tmp_path / "jobs")[0] == 0
    for part in ("2/2", "1/2"):
        assert woozle(*whole, "--shard", part, "--out", tmp_path / "parts")[0] == 0
    cut = tmp_path / "parts" / "0006"
    lines = (cut / CLOSED).read_bytes().splitlines(keepends=True)
    (cut / KEY).write_text(read(cut).end.key.hex())
    (cut / CLOSED).unlink()
    (cut / PART).write_bytes(b"".join(lines[: len(lines) // 2]))
    (tmp_path / "parts" / "0007" / CLOSED).unlink()
    (tmp_path / "parts" / "0007").rmdir()
    assert woozle("resume", tmp_path / "parts")[::2] == (0, "")
    assert files(tmp_path / "whole") == files(tmp_path / "jobs") == files(tmp_path / "parts")
    assert len(files(tmp_path / "whole")) == 7


def test_each_question_meets_all_seatings(woozle, tmp_path):
    pool = tmp_path / "pool.jsonl"
    rows = ({"question": f"What is {at}?", "answers": [str(at)]} for at in range(3))
    pool.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    words = ("run", "self_play", "--seats", "bot:careful,bot:boastful,bot:fair", "--set", f"pool={pool}", "--seed", 1)
    assert woozle(*words, "--each", "--matches", 3, "--rotate", "--out", tmp_path / "run")[0] == 0
    met = {}
    for transcript, table in zip(transcripts(tmp_path / "run"), tables(tmp_path / "run"), strict=True):
        met.setdefault(transcript.header.config["pool"][0]["question"], set()).add(tuple(table))
    assert [len(seatings) for seatings in met.values()] == [3, 3, 3]


def test_the_leaderboard_tells_players_from_seats(woozle, tmp_path):
    words = ("run", "urn", "--seats", "bot:keen,bot:random*3", "--seed", 3, "--matches", 16)
    for name, more in (("still", ()), ("moved", ("--rotate",))):
        assert woozle(*words, *more, "--out", tmp_path / name)[0] == 0
    still, moved = (find_boards("urn", [tmp_path / name])[0].ratings() for name in ("still", "moved"))
    assert (still.is_seated, still.seats) == (False, ())
    assert moved.is_seated and [seat.n for seat in moved.seats] == [16] * 4
    (board,) = json.loads(woozle("leaderboard", tmp_path / "moved", "--json")[1])["boards"]
    assert [seat["seat"] for seat in board["ratings"]["seats"]] == ["1", "2", "3", "4"]


def test_first_answers_of_players_who_moved_on_need_players_who_move_on_alike(woozle, tmp_path):
    seats = ("--seats", "bot:expert,bot:random*2")
    assert (
        woozle("run", "debate", *seats, "--preset", "alone", "--rotate", "--matches", 3, "--seed", 2, "--out", tmp_path / "one")[0]
        == 0
    )
    status, out, err = woozle("run", "debate", *seats, "--firsts", tmp_path / "one", "--out", tmp_path / "two")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "add --rotate, so that all go on from their own first answers." in err
    assert not (tmp_path / "two" / PLAN).exists()
    others = ("--seats", "bot:expert,bot:fair,bot:stubborn", "--out", tmp_path / "others")
    assert woozle("run", "debate", *others, "--firsts", tmp_path / "one")[0] == 0  # nobody's own, however they sit
    assert woozle("run", "debate", *seats, "--firsts", tmp_path / "one", "--rotate", "--out", tmp_path / "two")[0] == 0
    assert tables(tmp_path / "one") == tables(tmp_path / "two")
    assert read_plan(tmp_path / "two").rotate
