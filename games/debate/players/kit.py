"""The players of the debate: bots, prompt, pictures and services."""

from woozle.games.debate.players import prompt
from woozle.games.debate.players.bot import BOTS
from woozle.games.debate.players.services import service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(
        version=prompt.VERSION,
        guide=prompt.guide,
        lines=prompt.lines,
        question=prompt.question,
        rules=prompt.rules,
        conversation=prompt.conversation,
        reply=prompt.reply,
        line_reader=prompt.line_reader,
    ),
    services=service_roles,
)
