"""The commands and options of self-play."""

from woozle.games.self_play.tui import solve, train
from woozle.tui.game_commands import GameCommands

COMMANDS = GameCommands((train.app, solve.app), {"librarian": train.LIBRARIAN})
