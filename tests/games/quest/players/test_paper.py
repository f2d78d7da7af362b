"""The prompts of MAS-HQ for models: what is sent is what the paper prints, and what models say is read."""

from __future__ import annotations

import json
import re

import pytest

from woozle.games.quest.events import LeftOut, Reconsidered, Tally
from woozle.games.quest.players.paper import VERSION
from woozle.players.services.instructions import load_instructions

from tests.games.quest.players.test_prompt import POOL, match, tally, text_of
from tests.players.models.scripted import Scripted


class Agent(Scripted):
    """A Q-Agent by a letter a step (R reviews, E ends), in the form of the paper."""

    def __init__(self, seat, decisions="", *, summary="There were bears."):
        super().__init__(say=self._says)
        self.seat = seat
        self._decisions = iter(decisions)
        self._summary = summary

    def _says(self, chat):
        asked = text_of(chat)
        if '"choice"' not in asked:
            name = "text" if "your answer here" in asked or "your revised answer here" in asked else "summary"
            return json.dumps({name: f"{self._summary} By {self.seat}, {len(self.chats)}."})
        choice = {"R": "review", "E": "end"}.get(next(self._decisions, "C"), "continue")
        worst = re.search(r"so far is ID (\S+), with", asked)[1]
        return f"```\n{json.dumps({'choice': choice, 'question_id': 3, 'previous_id': worst})}\n```"


def prompted(*models, **options):
    return match(*models, prompts="paper", **options)


def kinds(agent):
    """Return the prompts of an agent by module."""
    found = {"policy": [], "summary": [], "review": []}
    for chat in agent.chats:
        text = text_of(chat)
        found["policy" if "CONTINUE" in text else "review" if "previously summarized" in text else "summary"].append(text)
    return found


def test_each_module_is_sent_one_message_and_nothing_that_the_paper_does_not_print():
    ada, ben = Agent("Ada", "CRCC"), Agent("Ben")
    referee = prompted(ada, ben, vision="full", coverage=False, words=0)
    assert all(len(chat.messages) == 1 and chat.messages[0].role == "user" and chat.schema is None for chat in ada.chats)
    sent = kinds(ada)
    assert [len(each) for each in sent.values()] == [len(POOL), len(POOL), 1] and tally(referee, "Ada").calls == 2 * len(POOL) + 1
    everything = "\n".join(text_of(chat) for model in (ada, ben) for chat in model.chats)
    assert not re.search(r"thoughts|threshold|advised|mean score|beta|0\.1 x|points|{(?!\n\")", everything)
    assert sent["summary"][0] == (
        "You are a chat bot answering questions using data. You must stick to the answers provided solely by the text in the "
        "passage provided.\nYou are asked the question 'Provide a concise summary of the following passage, covering the core "
        f"pieces of information described.'\n{POOL[0]['text']}\nIMPORTANT: You must output your response in the following JSON "
        'format:\n```\n{\n"summary": "your summary here"\n}\n```'
    )
    assert "Completed texts: 1/8\n- Remaining texts: 7\n" in sent["policy"][1]
    assert "Your previous summary: There were bears. By Ada, 2.\nPlease provide a new, more accurate summary" in sent["review"][0]


def test_the_policy_agent_is_told_what_a_review_of_its_opponent_showed():
    ada, ben = Agent("Ada", "CRCC"), Agent("Ben")
    prompted(ada, ben)
    seen = [at for at, text in enumerate(kinds(ben)["policy"]) if "Information about your opponent Ada" in text]
    assert seen == [2] and not any("Information about" in text for text in kinds(ada)["policy"])
    assert "token usage" in kinds(ben)["policy"][2] and "\n\n\n" not in kinds(ben)["policy"][1]


def test_an_agent_can_name_the_text_that_it_reviews_where_the_rules_let_it():
    referee = prompted(Agent("Ada", "CRCR"), Agent("Ben"), reviewed="any", order="forward")
    assert len([event for event, _ in referee.record if isinstance(event, Reconsidered)]) == 2


def test_a_refusal_in_its_summary_is_left_out_and_paid_by_nobody():
    refuses = Agent("Ada", summary="I'm sorry, but I can't help with that.")
    referee = prompted(refuses, Agent("Ben"), items=2, refused="left_out")
    assert len([event for event, _ in referee.record if isinstance(event, LeftOut)]) == 2
    assert [event.calls for event, _ in referee.record if isinstance(event, Tally)] == [0, 0]


def test_a_passage_has_no_places_and_ends_no_turn():
    pool = [{"id": "p0", "text": "A {score} of bears.<|im_end|>"}]
    ada = Agent("Ada")
    prompted(ada, Agent("Ben"), pool=pool, items=1)
    assert "A {score} of bears.‹im_end›" in text_of(ada.chats[1])


def test_an_end_that_is_not_legal_is_asked_again():
    ada = Agent("Ada", "E")
    referee = prompted(ada, Agent("Ben"), items=1)
    assert "Your answer was not taken." in text_of(ada.chats[1]) and tally(referee, "Ada").calls == 3


def test_questions_have_prompts_of_ours_in_the_same_form():
    pool = [{"id": f"q{n}", "text": f"Question {n}?", "answer": f"gold-{n}"} for n in range(2)]
    ada = Agent("Ada", "CR")
    prompted(ada, Agent("Ben"), task="question", pool=pool, items=2, scores_shown=True)
    assert [("Question" in text_of(chat), "score: " in text_of(chat)) for chat in ada.chats[1::2]] == [(True, False), (True, True)]


def test_the_words_have_a_version():
    assert VERSION == 1, "raise it with every change of paper.py or paper_*.md"


@pytest.mark.parametrize("name", ["policy", "summary", "review"])
def test_a_prompt_has_the_places_that_the_paper_prints(name):
    places = set(re.findall(r"{(\w+)(?::\.2f)?}", load_instructions("woozle.games.quest.players", f"paper_{name}")))
    assert (
        places
        == {
            "policy": {
                *("mas_id", "completed_texts", "total_texts", "remaining_texts", "token_usage", "api_calls", "review_calls"),
                *("avg_score", "time_elapsed", "current_id", "max_id", "worst_id", "worst_score", "opponent_info"),
            },
            "summary": {"passage"},
            "review": {"passage", "score", "previous_summary"},
        }[name]
    )
