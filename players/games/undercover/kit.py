"""The players of the undercover game: bots, prompt, pictures and services."""

from woozle.players.games.undercover import prompt
from woozle.players.games.undercover.bot import BOTS
from woozle.players.games.undercover.pictures import pictures
from woozle.players.games.undercover.pool_files import read_pool_option
from woozle.players.games.undercover.services import making_roles, service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(
        version=prompt.VERSION,
        guide=prompt.guide,
        lines=prompt.lines,
        question=prompt.question,
        rules=prompt.rules,
        describe_picture=prompt.describe_picture,
        is_described=prompt.is_described,
    ),
    pictures=pictures,
    services=service_roles,
    options={"pool": read_pool_option},
)

MAKERS = GamePlayers(services=making_roles)
"""Of the making of pictures, which is recorded as a game of its own."""
