"""The commands of self-play."""

from woozle.games.self_play.tui import solve, train

APPS = (train.app, solve.app)
