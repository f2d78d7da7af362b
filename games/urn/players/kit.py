"""The players of the urn: bots, prompt, pictures and services."""

from woozle.games.urn.players import prompt
from woozle.games.urn.players.bot import BOTS
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
