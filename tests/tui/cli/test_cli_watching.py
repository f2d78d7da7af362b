"""`woozle watch` and `woozle replay`: what they open, and one sentence for everything that they cannot."""

from __future__ import annotations

import io
import sys

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Start, Watch
from woozle.games.ship.config import preset
from woozle.players.human import Human

from tests.arena.play.test_replay_source import played


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def woozle(woozle, monkeypatch):
    """Run a command in a terminal; returns its exit status, what went wrong, and what the app was begun with."""
    began = []
    monkeypatch.setattr("woozle.tui.app.run_app", lambda start=None: began.append(start) or 0)

    def command(*words: object) -> tuple[int, str, list]:
        with monkeypatch.context() as context:
            context.setattr(sys.stdout, "isatty", lambda: True)
            status, _, err = woozle(*words, typed=Terminal())
        return status, err, began

    return command


def test_watching_is_of_six_bots_unless_something_else_is_said(woozle):
    status, _, (what,) = woozle("watch")
    assert (status, what) == (0, Watch(Start("ship", ("bot*6",), preset("standard"), None)))


def test_all_of_a_match_can_be_chosen(woozle):
    options = "--seats bot*4,bot:random --seed 7 --map shuttle --set max_ticks=30 --as Bob --speed max"
    _, _, (what,) = woozle("watch", "ship", *options.split())
    assert what.start.seats == ("bot*4,bot:random",)
    assert (what.start.seed, what.start.config.max_ticks) == (7, 30)
    assert (what.viewer, what.speed) == ("Bob", float("inf"))


def test_a_replay_begins_at_a_line_and_through_somebody_s_eyes(woozle):
    path = played()
    _, _, (what,) = woozle("replay", "last", "--as", "public", "--line", 12)
    assert (what.path, what.viewer) == (path, "public")
    assert what.source.at == what.source.position(12) > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "--blind"), "A blind match needs at least two people and one other player"),
        (("play", "--blind", "--seats", "human*6"), "A blind match needs at least two people and one other player"),
        (("play", "--blind", "--plain", "--seats", "human*2,bot*4"), "leave out --blind or --plain"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence_before_the_app_opens(woozle, words, sentence):
    played()
    status, err, began = woozle(*words)
    assert (status, began) == (2, [])
    assert sentence in err
    assert err.count("\n") == 1


def test_the_secrets_of_a_match_that_a_person_left_are_not_shown(woozle):
    played("human,bot*4", answers=30)
    status, err, _ = woozle("replay", "last", "--as", "everything")
    assert (status, "choose from Alice." in err) == (2, True)


def test_play_can_be_blind_and_a_blind_match_is_not_resumed_line_by_line(woozle):
    _, _, (what,) = woozle("play", "--blind", "--seats", "human*2,bot*4")
    assert what.is_blind
    ready = new_match("ship", what.seats, what.config, 5, human=lambda seat: Human(lambda ask: None), is_blind=True)
    ready.writer.close()
    status, err, began = woozle("resume", "last", "--plain")
    assert (status, began) == (2, [what])
    assert "leave out --plain" in err
