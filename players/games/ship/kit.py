"""The players of the ship: bots, prompt, pictures and services."""

from woozle.players.games.ship import prompt
from woozle.players.games.ship.bot import ShipBot, ShrewdBot, TrustingBot
from woozle.players.games.ship.pictures import pictures
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=(ShipBot, TrustingBot, ShrewdBot),
    prompt=Prompt(
        version=prompt.VERSION,
        guide=prompt.guide,
        lines=prompt.lines,
        question=prompt.question,
        rules=prompt.rules,
        digest=prompt.digest,
    ),
    pictures=pictures,
)
