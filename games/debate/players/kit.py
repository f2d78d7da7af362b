"""The players of the debate: bots, prompt, pictures and services."""

from woozle.games.debate.players.bot import BOTS
from woozle.games.debate.players.prompt import conversation, line_reader, reply
from woozle.games.debate.players.services import service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(conversation=conversation, reply=reply, line_reader=line_reader),
    services=service_roles,
)
