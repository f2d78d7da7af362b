"""The commands and options of self-play."""

from woozle.tui.game_commands import GameCommands
from woozle.tui.games.self_play import solve, train

COMMANDS = GameCommands((train.app, solve.app), {"librarian": train.LIBRARIAN})
