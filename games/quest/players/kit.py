"""The players of the quest: bots, prompt, pictures and services."""

from woozle.games.quest.players import hhem, prompt
from woozle.games.quest.players.bot import BOTS
from woozle.games.quest.players.services import service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(
    bots=BOTS,
    prompt=Prompt(
        version=prompt.VERSION,
        guide=prompt.guide,
        lines=prompt.lines,
        question=prompt.question,
        rules=prompt.rules,
        recall=prompt.recall,
    ),
    services=service_roles,
    diagnose=hhem.diagnose,
)
