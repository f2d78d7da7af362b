"""The players of the urn."""

from woozle.games.urn.players.bot import BOTS
from woozle.players.registry import GamePlayers

PLAYERS = GamePlayers(bots=BOTS)
