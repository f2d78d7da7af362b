"""The players of the undercover game: bots, prompt, pictures and services."""

from woozle.games.undercover.players.bot import BOTS
from woozle.games.undercover.players.pictures import describe_picture, is_described, pictures
from woozle.games.undercover.players.pool_files import read_pool_option
from woozle.games.undercover.players.services import making_roles, service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(describe_picture=describe_picture, is_described=is_described),
    pictures=pictures,
    services=service_roles,
    options={"pool": read_pool_option},
)

MAKERS = GamePlayers(services=making_roles)
"""Of the making of pictures, which is recorded as a game of its own."""
