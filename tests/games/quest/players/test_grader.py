"""A language model as the judge, with a ModelClient that says what the test wants."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.game import Refused
from woozle.core.match import Halt, Match
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, ParseFailure, Request
from woozle.games.quest.config import Config
from woozle.games.quest.data import Item
from woozle.games.quest.events import GRADES, Score, Submitted
from woozle.games.quest.players.services import judge_role
from woozle.games.quest.rules import Quest
from woozle.players.backends.model_client import BackendError
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ModelsConfig
from woozle.players.models.keys import Keys
from woozle.players.random_bot import RandomBot
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.players.models.scripted import Scripted
from tests.players.seated import serving
from tests.players.services.quoted import quoted

GOLD, ALIAS = "gold-canary-7f3a", "alias-canary-9b1c"
ANSWERED = Submitted(4, "What is the capital?", "It is Paris. Grade: A!", (GOLD, ALIAS))
WRITTEN = Submitted(4, "The bear met Ana.", "Ana met the bear.")
QUESTION = Request(9, "judge", Score, {"of": (4,), "grade": tuple(GRADES)})
SUMMARY = Request(9, "judge", Score, {"of": (4,), "grade": ("",)})


def grader(backend):
    config = ModelsConfig()
    pool = ClientPool(config, Keys(config, {}, lambda name: None), opened=lambda name, endpoint, key: backend)
    return serving(pool, judge_role("question"), "grader:ollama:tiny")


async def graded(text, request=QUESTION, told=(ANSWERED,)):
    return (await grader(Scripted(text)).respond(request, list(told))).answer


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("A", "correct"),
        ("B", "incorrect"),
        ("C", "not_attempted"),
        ('{"grade": "B"}', "incorrect"),
        ('```json\n{"grade": "A"}\n```', "correct"),
        ("B, though perhaps A.", "incorrect"),
        ("<think>Is it A?</think>B", "incorrect"),
        ("I cannot say.", "not_attempted"),
        ("Because it is so.", "not_attempted"),
    ],
)
async def test_a_grade_is_the_first_letter_and_none_is_not_attempted(text, grade):
    assert await graded(text) == Score(of=4, h=GRADES[grade], grade=grade)


@pytest.mark.parametrize(
    ("text", "h"), [("0.85", 0.85), ('{"score": 0.4}', 0.4), ("Score: 1.0", 1.0), ("0", 0.0), ("I say 0.7, yes 0.7.", 0.7)]
)
async def test_a_score_is_the_only_number_from_0_to_1(text, h):
    assert await graded(text, SUMMARY, [WRITTEN]) == Score(of=4, h=h)


@pytest.mark.parametrize("text", ["", "8", "85%", "-0.5", "0.2 or 0.8", "It is faithful.", "v1.0.3"])
async def test_what_could_mean_two_scores_is_asked_again(text):
    assert isinstance(await graded(text, SUMMARY, [WRITTEN]), ParseFailure)


async def test_it_is_asked_about_one_text_as_data_and_told_who_wrote_none():
    backend = Scripted("A")
    others = [Submitted(3, "Another source.", "Another text."), ANSWERED, Submitted(5, "A third.", "Third.")]
    await grader(backend).respond(QUESTION, others)
    (chat,) = backend.chats
    system, user = (message.parts[0] for message in chat.messages)
    assert quoted(user) == {"question": ANSWERED.source, "right": [GOLD, ALIAS], "answer": ANSWERED.text}
    assert ANSWERED.text not in system
    assert chat.schema["properties"] == {"grade": {"type": "string", "enum": ["A", "B", "C"]}}
    assert chat.sampling.temperature == 0.0


async def test_asked_again_it_is_told_why():
    backend = Scripted("hm", "0.5")
    judge = grader(backend)
    await judge.respond(SUMMARY, [WRITTEN])
    await judge.respond(SUMMARY, [WRITTEN, Refused("judge", "...")])
    first, second = (chat.messages[1].parts[0] for chat in backend.chats)
    assert second.startswith(first) and "Reply with the JSON object alone" in second
    assert backend.chats[0].seed != backend.chats[1].seed


async def test_an_endpoint_that_fails_halts_the_match_and_a_text_that_cannot_be_read_is_a_failure_of_ours():
    with pytest.raises(Halt, match="key is not taken"):
        await graded(BackendError("unauthorized", "The key is not taken."))
    assert await graded(BackendError("too_long", "It does not fit.")) == Forfeit("error", "It does not fit.")


class Model(RandomBot):
    """A bot that keeps what it was shown."""

    def __init__(self, seed):
        super().__init__(seed)
        self.seen = []

    async def respond(self, request, observation):
        self.seen += [repr(request), repr(list(observation))]
        return await super().respond(request, observation)


async def played(folder: Path, task: str, say) -> tuple[Referee, dict, Scripted]:
    right = {"answer": GOLD, "aliases": (ALIAS,)} if task == "question" else {}
    pool = tuple(Item(id=f"q{at}", text=f"Question {at}?", **right) for at in range(4))
    game = Quest(2, Config(task=task, pool=pool, items=4, order="opposite", vision="full"))
    referee = Referee(game, key_from_seed(5))
    backend = Scripted(say=say)
    players = {seat: Model(seat) for seat in game.seats} | {"judge": grader(backend)}
    described = {seat: player.describe() for seat, player in players.items()}
    await Match(referee, players, Writer.create(folder, referee, described, sync=False)).play()
    return referee, players, backend


async def test_the_right_answers_never_reach_a_seat(tmp_path):
    referee, players, backend = await played(tmp_path / "match", "question", lambda chat: "A")
    assert GOLD in str(backend.chats[0].messages)
    for seat in referee.game.seats:
        assert "canary" not in repr(list(referee.view(seat))) + "".join(players[seat].seen)
    assert "canary" not in repr(list(referee.view("public"))) + repr(referee.outcome)


@pytest.mark.parametrize(("task", "said"), [("question", "It is B."), ("summary", "Score: 0.5")])
async def test_a_match_that_it_judged_verifies_by_its_raw_replies(tmp_path, task, said):
    replies = iter(["", said] * 40)
    await played(tmp_path / "match", task, lambda chat: next(replies))
    report = verify(tmp_path / "match", level=3)
    assert {level: check.result for level, check in report.levels.items()} == dict.fromkeys(range(4), "passed")
    file = tmp_path / "match" / CLOSED
    header = read(file).header
    assert [place.player["name"] for place in header.officials] == ["grader"]
