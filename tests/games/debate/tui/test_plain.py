"""The debate line by line: an answer and the reason for it on one line, what others said, and the end of it."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.games.debate.events import Answered, Believed, Heard, Linked
from woozle.games.debate.rules import Debate
from woozle.saves import paths
from woozle.saves.store import list_matches
from woozle.saves.verify import verify
from woozle.tui.cli.plain import PlainTable, Typist

from tests.arena.runs.lab import endpoint
from tests.games.debate.play import BEARS
from tests.players.backends.servers import OpenAIServer

HINT = "Type the letter of an option, and why on the same line: `B: because ...`."


async def played(*lines, seats=("human", "bot*2"), **options):
    """Return the output while a person types these lines, then the letter B, against bots; and the match."""
    typing, written = iter([*(f"{line}\n" for line in lines), *["B\n"] * 60]), []
    place = PlainTable("debate", Typist(lambda: next(typing)), written.append)
    configured = registry.configure(Debate, "standard", {"pool": (BEARS,), **options})
    ready = new_match("debate", seats, configured, 3, human=place.human, sync=False)
    await asyncio.wait_for(place.play(ready.match), 30)
    ready.writer.close()
    assert verify(ready.folder, 3).is_verified
    return written, ready.match.referee


def own(referee, kind):
    return [event for event in referee.view("Ada") if isinstance(event, kind) and event.seat == "Ada"]


async def test_a_line_is_an_answer_with_a_reason_and_others_hear_both():
    written, referee = await played("B: I counted.", "c", "I was wrong before. Answer: D")
    said = own(referee, Answered)
    assert [(each.answer, each.text) for each in said] == [
        ("B", "I counted.\nAnswer: B"),
        ("C", "Answer: C"),
        ("D", "I was wrong before. Answer: D"),
    ]
    (heard,) = [event for event in referee.view("Ben") if isinstance(event, Heard) and event.round == 2]
    assert "I counted.\nAnswer: B" in heard.texts
    assert "You answer B: I counted.\nAnswer: B" in written
    assert [line for line in written if line.startswith("Round 3 of 3. ")] == [f"Round 3 of 3. {BEARS.question}"]
    assert any(line.startswith("The right answer is B.") for line in written) and written.count(HINT) == 3


async def test_whom_one_listens_to_and_what_one_believes_are_chosen_by_number():
    written, referee = await played("B: so it is", "2", "B", "3", "B", *"5123", topology="free", probe=True)
    linked = [event for event, _ in referee.record if isinstance(event, Linked)]
    assert [event.heard["Ada"] for event in linked] == [("Cleo",), ("Ben", "Cleo")]
    believed = [event.answer for event, _ in referee.record if isinstance(event, Believed) and event.seat == "Ada"]
    assert believed == ["I do not know", "A", "B", "C"]
    assert "3. Ben, Cleo" in written and f"You are told: {BEARS.appeals.control}" in written


async def test_a_person_is_not_told_what_only_others_were_told():
    written, referee = await played(topology="fixed", graph=((1,), (0,), (0,)), rounds=2)
    unheard = [event for event, _ in referee.record if isinstance(event, Answered) and event.seat == "Cleo"]
    assert not any(event.text in line for event in unheard for line in written if event.text)
    assert not any("listens to whom:" in line or "Measurement" in line for line in written)


def model(request):
    """A model that agrees with the last answer it is shown."""
    said = request["messages"][-1]["content"]
    return f"I was told so.\nAnswer: {'C' if 'Answer: C' in said else 'B'}"


def test_a_pipe_plays_a_debate_with_models_and_goes_on_with_one_that_was_left(woozle, lab):
    words = ("play", "debate", "--plain", "--seats", "human,openai@lab:tiny,bot:stubborn", "--seed", 3)
    status, out, err = woozle(*words, typed="C: they say so\n")
    assert status == 130 and err.startswith("woozle: Left. The match is saved;") and "You answer C: they say so" in out
    (left,) = list_matches()
    status, out, err = woozle("resume", left.path, "--plain", typed="C\nD: I have changed my mind.\n")
    assert (status, err) == (0, "") and "You answer D: I have changed my mind." in out and "The table answers" in out
    (kept,) = list_matches()
    report = verify(kept.path, level=3)
    assert report.is_verified and [check.result for check in report.levels.values()] == ["passed"] * 4
    assert {len(chat["messages"]) for chat in lab.chats if "Reason step by step" in str(chat["messages"])} == {1, 3, 5}


@pytest.fixture
def lab():
    with OpenAIServer(model) as server:
        endpoint(paths.config_folder(), server.url)
        yield server
