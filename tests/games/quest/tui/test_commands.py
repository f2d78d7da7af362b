"""A quest through the command line: a person, a model and a bot at one table, and answers that nobody is shown while it lasts."""

from __future__ import annotations

import json

import pytest

from woozle.saves import paths
from woozle.saves.store import list_matches
from woozle.saves.verify import verify

from tests.arena.runs.lab import endpoint
from tests.players.backends.scripts import Say
from tests.players.backends.servers import OpenAIServer

TYPED = "7\n1\n\nThe first.\n2\nThe first, once more.\nThe second.\n"  # go on; review and then go on; 7 and nothing are no answers


def reply(request):
    """A model that reviews whenever it can."""
    fields = request["response_format"]["json_schema"]["schema"]["properties"]
    can_review = "review" in fields.get("choice", {}).get("enum", ())
    said = {"choice": "review" if can_review else "continue"} if "choice" in fields else {"text": "A summary of it."}
    return Say(json.dumps(said), usage=(120, 9))


def test_a_person_a_model_and_a_bot_play_and_the_match_is_verified_and_reported(woozle):
    with OpenAIServer(reply) as server:
        endpoint(paths.config_folder(), server.url)
        words = ("--seats", "human,openai@lab:tiny,bot", "--set", "items=2", "--seed", 3)
        status, out, err = woozle("play", "quest", "--plain", *words, typed=TYPED)
    assert (status, err) == (0, "") and "What you had written: The first." in out
    assert "Type 1. ? helps." in out and "That is not an answer: text must not be empty. ? helps." in out
    (kept,) = list_matches()
    report = verify(kept.path, level=3)
    assert report.is_verified and [check.result for check in report.levels.values()] == ["passed"] * 4
    told = json.loads(woozle("report", kept.path, "--json")[1])["games"]["quest"]["matches"][0]["seats"]
    assert [each["player"].partition(":")[0] for each in told.values()] == ["person", "openai@lab", "bot"]
    assert [(each["calls"], each["reviews"]) for each in told.values()][:2] == [(5, 1), (5, 1)]  # 2 N + reviews
    model = [*told.values()][1]
    assert (model["tokens_in"], model["tokens_out"]) == (5 * 120, 5 * 9)


@pytest.fixture
def questions(tmp_path):
    """A pool of questions whose answers could not be there by chance."""
    rows = [f'{{"id": "q{n}", "text": "Who?", "answer": "canary-{n}", "aliases": ["canary-alias-{n}"]}}' for n in range(4)]
    pool = tmp_path / "pool.jsonl"
    pool.write_text("\n".join(rows), "utf-8")
    return pool


def test_no_right_answer_is_shown_while_the_match_lasts(woozle, questions):
    options = ("--preset", "questions", "--set", f"pool={questions}", "--set", "items=4", "--seats", "human,bot")
    shown = [woozle("play", "quest", "--plain", *options, typed="1\nNobody.\n2\nMe.\nYou.\n")]
    (kept,) = list_matches()
    assert kept.status == "unfinished"
    shown += [
        woozle(command, *more)
        for command, *more in (
            ("show", kept.path),
            ("show", kept.path, "--as", "Ben"),
            ("show", kept.path, "--as", "public"),
            ("list",),
            ("list", "--json"),
            ("verify", kept.path),
            ("report", kept.path),
            ("leaderboard", "--json"),
        )
    ]
    shown.append(woozle("resume", kept.path, "--plain", typed="1\nHe.\n"))
    assert list_matches()[0].status == "unfinished"
    assert not [out + err for _, out, err in shown if "canary" in out + err]
    assert not [path for path in kept.path.iterdir() if path.stat().st_mode & 0o077], "others may not read the file either"
