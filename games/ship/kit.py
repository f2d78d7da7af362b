"""The kit of the ship."""

from woozle.core.kit import GameKit, OptionFile

GAME = GameKit(
    "woozle.games.ship.rules:Ship",
    words="woozle.games.ship.words:WORDS",
    players="woozle.games.ship.players.kit:PLAYERS",
    views="woozle.games.ship.views.kit:VIEWS",
    commands="woozle.games.ship.tui.commands:COMMANDS",
    options={"map": OptionFile((".yaml", ".yml"), "woozle.games.ship.maps:parse")},
    data={"maps": ("maps/",)},
)
