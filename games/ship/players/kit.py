"""The players of the ship: bots, prompt, pictures and services."""

from woozle.games.ship.players import prompt
from woozle.games.ship.players.bot import ShipBot, ShrewdBot, TrustingBot
from woozle.games.ship.players.pictures import pictures
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
