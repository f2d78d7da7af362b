"""The players of self-play: bots, prompt, pictures and services."""

from woozle.players.games.self_play import prompt
from woozle.players.games.self_play.bot import BOTS
from woozle.players.games.self_play.corpus_loader import read_libraries
from woozle.players.games.self_play.services import service_roles
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
    options={"libraries": read_libraries},
)
