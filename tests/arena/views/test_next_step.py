"""The lobby offers one thing first: a match that was left, then a game to learn, then the deal of the day, then a match."""

from woozle.arena.views.next_step import next_step
from woozle.arena.views.saved_matches import MatchRow
from woozle.core.labels import Label
from woozle.core.welcome import load_welcomes

GAMES = load_welcomes()


def _row(status, game="urn", **more):
    return MatchRow("x", "/x", game, status, "1 Jan", "so far", has_person=True, **more)


def _step(*rows, learned=(), **more):
    return next_step(rows, GAMES, learned, **more)


def test_a_match_that_was_left_comes_first_by_its_name_and_how_many_more_there_are():
    step = _step(_row("finished"), _row("unfinished", label=Label("Mine")), _row("unfinished"))
    assert (step.how, step.words, step.path, step.more) == ("resume", "The urn: continue “Mine”, so far", "/x", 1)


def test_then_the_first_game_that_was_neither_learnt_nor_played():
    assert (_step().how, _step().game) == ("tutorial", "ship")
    assert _step(_row("finished", "quest"), learned={"ship"}).game not in ("ship", "quest")


def test_then_the_deal_of_the_day_of_the_game_played_last_and_then_a_match_of_it():
    step = _step(_row("finished", "debate"), learned=GAMES)
    assert (step.how, step.game) == ("daily", "debate")
    step = _step(_row("finished", "debate"), learned=GAMES, is_daily_played=True)
    assert (step.how, step.game) == ("seats", "debate")
    assert next_step((), {}, ()) is None
