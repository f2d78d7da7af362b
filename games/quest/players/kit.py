"""The players of the quest: bots, what prompts add, and services."""

from woozle.games.quest.players import hhem
from woozle.games.quest.players.bot import BOTS
from woozle.games.quest.players.prompt import recall
from woozle.games.quest.players.services import service_roles
from woozle.players.registry import GamePlayers, Prompt

PLAYERS = GamePlayers(bots=BOTS, prompt=Prompt(recall=recall), services=service_roles, diagnose=hhem.diagnose)
