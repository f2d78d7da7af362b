"""The players of the ship: bots, a digest for models, pictures."""

from woozle.games.ship.players.bot import ShipBot, ShrewdBot, TrustingBot
from woozle.games.ship.players.digest import digest
from woozle.games.ship.players.pictures import pictures
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(bots=(ShipBot, TrustingBot, ShrewdBot), prompt=Prompt(digest=digest), pictures=pictures)
