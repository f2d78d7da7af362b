"""Questions, a society and what its searches find, for tests of training."""

from __future__ import annotations

from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Paragraph, Question
from woozle.games.self_play.players.training.policy import Policy
from woozle.games.self_play.players.training.prompts import short_prompt
from woozle.games.self_play.players.training.rollouts import Begin, Library, Rollout, rollouts
from woozle.players.backends.local.loaded_model import LoadedModel

TOWER = Question(id="tower", question="Where is the tower?", answers=("Paris",), source="encyclopaedia")
DOSE = Question(id="dose", question="How many drops?", answers=("14",), source="medicine")
SOCIETY = Config(libraries=("-", "encyclopaedia", "medicine"), found=1)


class FixedRetriever:
    """Finds the same paragraph for everything, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def search(self, name: str, query: str, most: int) -> list[Paragraph]:
        self.asked += 1
        return [Paragraph(id=f"{name}-1", title="Towers", text="It is in Paris.")][:most]


def played(
    loaded: LoadedModel, *questions: Question, again: int = 4, seed: int = 1, society: Config = SOCIETY, **how
) -> list[Rollout]:
    begins = [Begin(question, number) for question in questions for number in range(again)]
    return rollouts(Policy(loaded, 5), society, begins, Library(FixedRetriever().search), short_prompt, seed=seed, **how)
