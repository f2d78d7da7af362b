"""Matches of studies: what a person believes is asked right after their answer, before anything else of the match."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from woozle.arena.play.news import Asked, EventsArrived, Finished
from woozle.arena.play.start import Resume, Start
from woozle.arena.studies.plan import Belief, DataPolicy
from woozle.arena.studies.session import Believing, Held, StudySession, due_in
from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.saves.match import read_match
from woozle.saves.transcript import read

KEPT = DataPolicy()


def belief(after: str, kind="confidence", id="b", game="") -> Belief:
    return Belief(id=id, after=after, ask="Well?", kind=kind, game=game)


def match(ticks=3, seed=3, **options) -> Start:
    config = preset("standard", map=load("shuttle"), max_ticks=ticks, rounds=1, **options)
    return Start("ship", ("human", "bot*4"), config, seed)


@dataclass
class Table:
    """A screen that takes the first way that is offered, and writes down what comes in which order."""

    session: StudySession
    known: set = field(default_factory=set)
    most: int = 10**6
    log: list[str] = field(default_factory=list)
    dues: list = field(default_factory=list)
    events: int = 0
    task: asyncio.Task | None = None

    def post(self, message) -> None:
        match message:
            case EventsArrived(events):
                self.log.append("events")
                self.events += len(events)
            case Asked(request):
                self.log.append(f"asked {request.answer.__name__}")
                if self.most:
                    self.most -= 1
                    asyncio.get_running_loop().call_soon(self._answer, request)
                else:
                    self.task.cancel()
            case Believing(due):
                self.log.append("believing")
                self.dues.append((due, self.events))
                asyncio.get_running_loop().call_later(0.02, self.session.resume_after_beliefs)
            case Finished():
                self.log.append("finished")

    def _answer(self, request) -> None:
        known = observer(self.session.game, request.to)
        for event in self.session.match.referee.view(request.to):
            known.see(event)
        question = known.look(request).question
        value = question.choices[0].value if question.choices else None
        given = answer(request, value, "hi" if question.is_text else "")
        self.session.attention.start_clock(request.id)
        self.session.answer(request.id, given)


def play(start, folder, *beliefs, known=(), data=KEPT, most=10**6) -> Table:
    async def go() -> Table:
        session = StudySession(start, folder, Held(beliefs, data, known), speed=float("inf"))
        table = Table(session, most=most)
        table.task = asyncio.ensure_future(session.play(table.post))
        try:
            await table.task
        except asyncio.CancelledError:
            session.close()
        return table

    return asyncio.run(go())


def test_nothing_is_told_and_nothing_asked_between_an_answer_and_what_is_believed(tmp_path):
    table = play(match(), tmp_path / "m", belief("Act"))
    asked = [at for at, what in enumerate(table.log) if what == "asked Act"]
    assert len(asked) == len(table.dues) > 1
    for at in asked:
        assert table.log[at + 1] == "believing"
    for due, seen in table.dues:
        assert seen == due.seen


def test_the_answer_is_on_disk_before_what_is_believed_is_asked(tmp_path):
    seen = []

    class Watching(Table):
        def post(self, message) -> None:
            if isinstance(message, Believing):
                seen.append(any(line.body["request"]["id"] == message.due.request for line in read(tmp_path / "m").lines))
            super().post(message)

    async def go() -> None:
        session = StudySession(match(), tmp_path / "m", Held((belief("Act"),), DataPolicy()), speed=float("inf"))
        await session.play(Watching(session).post)

    asyncio.run(go())
    assert seen
    assert all(seen)


def last_to_act(tmp_path, *beliefs) -> Table:
    """A match that the person ends."""
    for seed in range(50):
        table = play(match(ticks=1, seed=seed), tmp_path / f"{seed}", *beliefs)
        if read(table.session.folder).lines[-1].body["request"]["to"] == "Alice":
            return table
    raise AssertionError("Somebody else is always the last.")


def test_it_is_asked_also_after_the_answer_that_ends_the_match(tmp_path):
    table = last_to_act(tmp_path, belief("Act"))
    assert table.log[-3:] == ["believing", "events", "finished"]


def test_only_after_answers_of_that_type_and_in_that_game(tmp_path):
    assert not play(match(), tmp_path / "a", belief("Vote"), belief("Act", id="c", game="quest")).dues
    (due, _), *_ = play(match(), tmp_path / "b", belief("Act"), belief("Act", "suspect", id="c")).dues
    assert [each.id for each in due.beliefs] == ["b", "c"]
    assert due.others == ["Bob", "Charlie", "Diana", "Eve"]


def test_who_left_before_they_said_it_is_asked_first_and_sees_what_they_saw(tmp_path):
    folder = tmp_path / "m"
    first = play(match(ticks=6), folder, belief("Act"), most=2)
    assert len(first.dues) == 2
    last = first.dues[-1][0]
    again = play(Resume(folder), folder, belief("Act"), known={(first.dues[0][0].request, "b")}, most=1)
    assert again.log[:2] == ["events", "believing"]
    assert again.dues[0][0] == last
    assert again.dues[0][1] == last.seen


def test_what_a_match_that_is_over_still_owes_is_found(tmp_path):
    table = last_to_act(tmp_path, belief("Act"))
    folder = table.session.folder
    due, _ = table.dues[-1]
    assert due_in(read_match(folder), (belief("Act"),), (), "Alice") == due
    assert due_in(read_match(folder), (belief("Act"),), {(due.request, "b")}, "Alice") is None
    assert due_in(read_match(folder), (belief("Vote"),), (), "Alice") is None


@pytest.mark.parametrize("keeps", [True, False])
def test_how_somebody_typed_is_kept_only_if_the_plan_says_so(tmp_path, keeps):
    folder = tmp_path / "m"
    play(match(), folder, data=DataPolicy(timing=keeps))
    own = [line.body["response"] for line in read(folder).lines if line.body["request"]["to"] == "Alice"]
    assert own
    assert all(("timing" in response) == keeps for response in own)


def test_a_time_that_was_over_asks_nothing(tmp_path):
    folder = tmp_path / "m"
    play(match(), folder)
    lines = read(folder).lines
    own = [line for line in lines if line.body["request"]["to"] == "Alice"]
    del own[-1].body["response"]["answer"]
    found = read_match(folder)
    found.transcript.lines[:] = lines
    assert due_in(found, (belief("Act"),), (), "Alice") is None
