"""The kit of the urn."""

from woozle.core.kit import GameKit

GAME = GameKit(
    "woozle.games.urn.rules:Urn",
    words="woozle.games.urn.words:WORDS",
    bots="woozle.games.urn.players.bot:BOTS",
    table="woozle.games.urn.views:table",
    end_card="woozle.games.urn.views:end_card",
    deed="woozle.games.urn.views:deed",
)
