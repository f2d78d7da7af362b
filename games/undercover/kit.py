"""The kit of undercover, and of the making of its pictures, which is recorded as a game of its own."""

from woozle.core.kit import GameKit

GAME = GameKit(
    "woozle.games.undercover.rules:Undercover",
    words="woozle.games.undercover.words:WORDS",
    players="woozle.games.undercover.players.kit:PLAYERS",
    views="woozle.games.undercover.views.kit:VIEWS",
    commands="woozle.games.undercover.tui.commands:COMMANDS",
    recordings={
        "pictures": GameKit(
            "woozle.games.undercover.pairs.counterfactuals:Making", players="woozle.games.undercover.players.kit:MAKERS"
        )
    },
)
