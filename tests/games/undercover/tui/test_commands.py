"""Undercover through the command line: people, models that see or do not, and bots at one table; pictures of one's own."""

from __future__ import annotations

import json

import pytest

from woozle.saves import paths
from woozle.saves.store import list_matches
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.arena.runs.lab import endpoint
from tests.games.undercover.play import write_pair
from tests.players.backends.servers import OpenAIServer

SMALL = ("--set", "size=256", "--set", "things=5")
MODELS = {"eyes": {"capabilities": {"vision": True}}, "ears": {"capabilities": {"vision": False}}}
TYPED = "1\nSo it is.\n" + "1\n" * 40


def reply(request):
    """A model that takes the first of what there is."""
    fields = request["response_format"]["json_schema"]["schema"]["properties"]
    first = {name: part["enum"][0] if "enum" in part else _any(part) for name, part in fields.items()}
    return json.dumps(first)


def _any(part):
    return [] if part.get("type") == "array" else "So."


@pytest.fixture
def lab():
    with OpenAIServer(reply, models=MODELS) as server:
        endpoint(paths.config_folder(), server.url)
        yield server


def test_a_person_models_and_a_bot_play_and_the_match_is_verified(woozle, lab):
    seats = "human,openai@lab:eyes,openai@lab:ears,bot"
    status, out, err = woozle("play", "undercover", "--plain", "--seats", seats, "--seed", 3, *SMALL, typed=TYPED)
    assert (status, err) == (0, "") and "o opens your picture, d tells it in words." in out
    (kept,) = list_matches()
    report = verify(kept.path, level=3)
    assert report.is_verified and [check.result for check in report.levels.values()] == ["passed"] * 4
    shown = {line.body["request"]["to"]: "pictures" in line.body["response"] for line in read(kept.path).lines}
    assert (shown["Ben"], shown["Cleo"]) == (True, False)
    digests = [each["digest"] for line in read(kept.path).lines for each in line.body["response"].get("pictures", ())]
    assert digests and not any(digest in out for digest in digests)


def test_pictures_of_ones_own_are_shown_to_who_can_see_and_nobody_plays_blind(woozle, lab, tmp_path):
    write_pair(tmp_path)
    words = ("--set", f"pool={tmp_path}", "--plain", "--seed", 2)
    status, _, err = woozle("play", "undercover", *words, "--seats", "human,openai@lab:ears,bot", typed=TYPED)
    assert status == 2 and err.count("\n") == 1
    assert "ears cannot see pictures; take another model, or put those of the pool in words" in err
    assert woozle("play", "undercover", *words, "--seats", "human,openai@lab:eyes,bot", typed="2\nTwo.\n" + "1\n" * 40)[0] == 0
    (kept,) = list_matches()
    asked = [line.body for line in read(kept.path).lines if line.body["request"]["to"] == "Ben"]
    assert asked and all(body["response"]["pictures"] for body in asked)
    sent = json.dumps(lab.chats)
    assert "cups.png" not in sent and "other.png" not in sent and str(tmp_path) not in sent
