"""The players of the urn: bots, prompt, pictures and services."""

from woozle.players.games.urn import prompt
from woozle.players.games.urn.bot import BOTS
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(
        version=prompt.VERSION,
        guide=prompt.guide,
        lines=prompt.lines,
        rules=prompt.rules,
    ),
)
