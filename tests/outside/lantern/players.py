"""A bot and a prompt for the lantern; a bot for the urn and a judge for the quest, which are Woozle's."""

from __future__ import annotations

from lantern.game import Say, Shown
from woozle.core.kit import GameKit
from woozle.core.words import Words
from woozle.games.quest.events import JUDGE, Score, find_submission
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot
from woozle.players.services.service import ServiceRole, rule_service


class Lamplighter(Bot):
    """Says what the lantern was the last time."""

    name = "lamplighter"

    def answer(self, request, observation):
        seen = [event.state for event in observation if isinstance(event, Shown)]
        return Say(state=seen[-1] if seen else "lit")


class Moth(RandomBot):
    """Plays the urn at random, under a name of its own."""

    name = "moth"


def rules(*briefing):
    yield "Say whether the lantern is lit, before it is shown."


def judge_by_length(request, observation):
    text = find_submission(request, observation)
    return Score(of=text.of, h=min(1.0, len(text.text) / 200))


LENGTH = rule_service(JUDGE, "length", 1, judge_by_length, "by the length of the text, which is no way to judge")


def judges(config):
    return (ServiceRole(JUDGE, "judge summaries", (LENGTH,)),)


WORDS = Words(1, rules=rules)
BOTS = (Lamplighter,)
MOTHS = (Moth,)
FOR_THE_URN = GameKit(bots="lantern.players:MOTHS")
FOR_THE_QUEST = GameKit(services="lantern.players:judges")
