"""The operator's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.arena.tables.server_settings import ServerSettings, read_server_settings
from woozle.core.errors import InputError

FILE = Path(__file__).with_name("server.toml").read_text("utf-8")


def read(tmp_path, text):
    path = tmp_path / "server.toml"
    path.write_text(text)
    return read_server_settings(path)


def test_visitors_choose_by_number_among_what_the_operator_lists(tmp_path):
    settings = read(tmp_path, FILE)
    offer = settings.create
    assert [each.label for each in offer.choices][:2] == ["Marbles, quick", "Marbles, standard"] and len(offer.choices) == 3
    plan = offer.plan(1, 2, [3, 0], is_listed=True)
    assert (plan.game, plan.seats, plan.title, plan.is_listed, plan.when_gone) == ("urn", "remote*2,bot*3", "Marbles", True, "bot")
    assert offer.plan(0, 4, [0, 1], is_listed=False).seats == "remote*4,openai:gpt-5-mini*1"


def test_without_a_budget_there_are_no_models(tmp_path):
    offer = read(tmp_path, FILE).create.without_models()
    assert [each.name for each in offer.seats] == ["Bot"]
    judged = FILE.replace("services = {}", 'services = { judge = "openai:gpt-5-mini" }')
    assert [each.game for each in read(tmp_path, judged).create.without_models().games] == ["urn"]
    only = '[create]\n[[create.games]]\ngame = "urn"\nservices = { judge = "openai:x" }'
    assert read(tmp_path, only).create.without_models() is None


@pytest.mark.parametrize(
    ("choice", "people", "counts", "why"),
    [
        (3, 2, [3, 0], "not offered"),
        (-1, 2, [3, 0], "not offered"),
        (0, 2, [3], "not offered"),
        (0, 2, [3, 2], "At most 1 seat can be A model"),
        (0, 2, [-1, 0], "At most 8"),
        (0, 0, [5, 0], "From 1 to"),
        (0, 10**9, [5, 0], "From 1 to"),
        (0, 1, [0, 0], "seats"),
    ],
)
def test_what_is_not_offered_or_cannot_be_played_is_refused(tmp_path, choice, people, counts, why):
    with pytest.raises(InputError, match=why):
        read(tmp_path, FILE).create.plan(choice, people, counts, is_listed=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("server = 2", "server"),
        ("x = ", "is not TOML"),
        ("colour = 1", "colour"),
        ("names_days = -9", "names_days"),
        ("transcripts_days = -1", "transcripts_days"),
        ("[create]\ngames = []", "games"),
        (FILE.replace('"quick"', '"none"'), "no preset 'none'"),
        (FILE.replace('seat = "bot"', 'seat = "bot:none"'), "none"),
        (FILE.replace('seat = "bot"', 'seat = "human"'), "must be one bot"),
        (FILE.replace('seat = "bot"', 'seat = "bot*2"'), "must be one bot"),
        (FILE.replace('seat = "bot"', 'seat = "remote"'), "remote"),
    ],
)
def test_a_file_that_cannot_be_used_is_explained(tmp_path, text, why):
    with pytest.raises(InputError, match=why):
        read(tmp_path, text)


def test_without_a_file_nobody_opens_a_table_and_names_go_after_a_month(tmp_path):
    assert ServerSettings().create is None and ServerSettings().names_days == 30 and ServerSettings().transcripts_days is None
    with pytest.raises(InputError, match="cannot be read"):
        read_server_settings(tmp_path / "none.toml")


def test_standing_tables_are_listed_and_say_what_a_plan_says(tmp_path):
    text = '[[tables]]\ngame = "urn"\nseats = "remote*2,bot*3"\ntitle = "Marbles"\ndelay = 60'
    [plan] = [each.plan() for each in read(tmp_path, text).tables]
    assert plan.is_listed and (plan.title, plan.delay) == ("Marbles", 60.0)
    for changed, why in (("bot*5", "tables.0: Nobody could join"), ('remote*5"\ncolour = "red', "colour is not a known name")):
        with pytest.raises(InputError, match=why):
            read(tmp_path, text.replace("remote*2,bot*3", changed))
