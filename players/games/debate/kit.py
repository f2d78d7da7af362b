"""The players of the debate: bots, prompt, pictures and services."""

from woozle.players.games.debate import prompt
from woozle.players.games.debate.bot import BOTS
from woozle.players.games.debate.services import service_roles
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
