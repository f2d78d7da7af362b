"""The players of self-play: bots, services, and what prompts add to the words of the game."""

from woozle.games.self_play.players import prompt
from woozle.games.self_play.players.bot import BOTS
from woozle.games.self_play.players.corpus_loader import read_libraries
from woozle.games.self_play.players.services import service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(
        conversation=prompt.conversation,
        reply=prompt.reply,
        line_reader=prompt.line_reader,
    ),
    services=service_roles,
    options={"libraries": read_libraries},
)
