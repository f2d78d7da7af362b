"""The match runner: waiting, deadlines, crashes, people's words, pause and watch."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from pydantic import ValidationError

from woozle.core.game import Forfeited, Refused
from woozle.core.match import Halt, Match, Pacer
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, ParseFailure, Response
from woozle.core.text import RedactableText
from woozle.core.usage import Usage

from tests.two_truths import Config, Statements, Tell, TwoTruths, Vote


@dataclass(frozen=True)
class Raw:
    """Something that a player returns in place of a Response."""

    value: object


class Scripted:
    """Gives prepared answers; an exception is raised, an event is waited for, and what is raw is returned as it is."""

    answers_at_once = False

    def __init__(self, *answers, is_human=False):
        self.answers = list(answers)
        self.is_human = self.keeps_time = is_human

    async def respond(self, request, observation):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, asyncio.Event):
            await answer.wait()
            answer = self.answers.pop(0)
        if isinstance(answer, Raw):
            return answer.value
        return answer if isinstance(answer, Response) else Response(request.id, answer)

    def describe(self):
        return {"kind": "scripted"}


class Recorder:
    def __init__(self, fails_at=None):
        self.lines = []
        self.outcome = None
        self.fails_at = fails_at

    def refusal(self, request, response):
        return "It holds a lump." if response.usage.calls == 99 else ""

    def keep_response(self, request, response, told):
        if len(self.lines) == self.fails_at:
            raise OSError("the disk is full")
        self.lines.append((request, response, told))

    def keep_outcome(self, outcome):
        self.outcome = outcome


TELL = Tell(texts=("x", "y", "z"), lie=1)
VOTE = Vote(index=1)


async def settle():
    """Let whatever can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def play(a, b, recorder=None, seconds=None, **more):
    referee = Referee(TwoTruths(seats=2, config=Config(seconds=seconds)))
    match = Match(referee, {"a": a, "b": b}, recorder, **more)
    await match.play()
    return referee


async def test_a_match_is_recorded_line_by_line_and_closed():
    recorder = Recorder()
    referee = await play(Scripted(TELL, VOTE), Scripted(VOTE, TELL), recorder)
    assert [(request.to, response.answer) for request, response, _ in recorder.lines] == [
        ("a", TELL),
        ("b", VOTE),
        ("b", TELL),
        ("a", VOTE),
    ]
    assert recorder.outcome is referee.outcome


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ValueError("a bug"), "ValueError: a bug"),
        (TimeoutError("no server"), "TimeoutError: no server"),
        (Response(99, TELL), "something that was not asked"),
        (Raw("hello"), "something that was not asked"),
    ],
)
async def test_what_a_player_does_wrong_is_an_error_that_leaves_it_void_and_the_match_goes_on(answer, why):
    referee = await play(Scripted(answer, VOTE), Scripted(TELL), seconds=60)
    (told, *_) = referee.view("a")
    assert (told.kind, referee.outcome.results["a"].kind) == ("error", "void") and why in told.why


async def test_an_error_of_many_lines_is_told_in_one():
    def misfit():
        with pytest.raises(ValidationError) as caught:
            Tell(texts=("x", "y", "z"), lie=9)
        return caught.value

    for error, why in (
        (misfit(), "its own answer was invalid: lie of Tell must be 0, 1 or 2"),
        (ValueError("a bug\nwith frames"), "ValueError: a bug"),
        (ValueError(), "ValueError"),
    ):
        referee = await play(Scripted(error, VOTE), Scripted(TELL))
        assert referee.view("a")[0].why == why


async def test_a_player_that_is_too_late_forfeits():
    referee = await play(Scripted(asyncio.Event(), VOTE), Scripted(TELL), seconds=0.001)
    assert referee.view("a")[0] == Forfeited("a", "timeout", "No answer within 0.001 seconds.")


async def test_a_person_keeps_their_own_time_since_only_the_screen_knows_when_it_was_paused_or_covered():
    thought = asyncio.Event()
    a = Scripted(thought, TELL, VOTE, is_human=True)
    playing = asyncio.ensure_future(play(a, Scripted(VOTE, TELL), seconds=0))
    await settle()
    thought.set()
    referee = await playing
    assert isinstance(referee.view("a")[0], Statements)


async def test_an_illegal_answer_is_recorded_and_asked_again():
    recorder = Recorder()
    await play(Scripted(VOTE, TELL, VOTE), Scripted(VOTE, TELL), recorder)
    assert [response.answer for _, response, _ in recorder.lines][:2] == [VOTE, TELL]


async def test_an_answer_that_cannot_be_kept_is_an_error_of_ours_and_the_match_goes_on():
    recorder = Recorder()
    lump = Response(1, TELL, usage=Usage(calls=99))
    referee = await play(Scripted(lump, VOTE), Scripted(TELL, VOTE), recorder)
    first = recorder.lines[0][1]
    assert (first.answer, first.usage) == (Forfeit("error", "It holds a lump."), Usage()) and first.seconds is not None
    assert referee.outcome.results["a"].kind == "void" and recorder.outcome is referee.outcome


async def test_time_is_measured_by_the_match_unless_the_player_did():
    recorder = Recorder()
    ticks = iter(range(100))
    b = Scripted(Response(2, VOTE, seconds=7.5), TELL)
    await play(Scripted(TELL, VOTE), b, recorder, clock=lambda: float(next(ticks)))
    assert [response.seconds for _, response, _ in recorder.lines][:2] == [1.0, 7.5]


async def test_typed_text_stays_redactable_in_all_events():
    referee = await play(Scripted(TELL, VOTE, is_human=True), Scripted(VOTE, TELL))
    (said, *_) = [event for event in referee.view("b") if isinstance(event, Statements)]
    assert [(str(text), text.ref) for text in said.texts if isinstance(text, RedactableText)] == [
        ("x", "1.1"),
        ("y", "1.2"),
        ("z", "1.3"),
    ]
    assert not any(isinstance(text, RedactableText) for event in referee.view("b")[2:] for text in getattr(event, "texts", ()))


async def test_an_event_that_cannot_be_recorded_is_told_to_no_player():
    referee = Referee(TwoTruths(seats=2))
    match = Match(referee, {"a": Scripted(TELL), "b": Scripted()}, Recorder(fails_at=0))
    watch = match.watch()
    with pytest.raises(OSError, match="disk is full"):
        await match.play()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(watch.news(), 0.001)
    assert list(referee.view("public")) == list(referee.view("b")) == referee.record == []


async def test_leaving_a_match_cancels_players_that_are_still_thinking():
    class Thinker(Scripted):
        was_cancelled = False

        async def respond(self, request, observation):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.was_cancelled = True
                raise

    b, c = Thinker(), Thinker()
    referee = Referee(TwoTruths(seats=3))
    playing = asyncio.ensure_future(Match(referee, {"a": Scripted(TELL), "b": b, "c": c}).play())
    while len(referee.open) < 2:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    await asyncio.sleep(0)
    assert b.was_cancelled
    assert c.was_cancelled


async def test_a_watch_wakes_for_every_answer_and_holds_nothing():
    referee = Referee(TwoTruths(seats=2))
    match = Match(referee, {"a": Scripted(TELL, VOTE), "b": Scripted(VOTE, TELL)})
    watch = match.watch()
    await match.play()
    await watch.news()
    assert len(referee.view("public")) == 4


async def test_a_paused_match_stands_still_until_it_may_go_on():
    pacer = Pacer()
    pacer.pause()
    referee = Referee(TwoTruths(seats=2))
    playing = asyncio.ensure_future(Match(referee, {"a": Scripted(TELL, VOTE), "b": Scripted(VOTE, TELL)}, pacer=pacer).play())
    for folded in (0, 1, 2):
        await settle()
        assert referee.folded == folded
        assert pacer.is_paused
        pacer.step()
    pacer.resume()
    await playing
    assert not pacer.is_paused


async def test_reading_time_is_given_at_the_speed_of_the_reader():
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    pacer = Pacer(reading=len, sleep=sleep)
    pacer.speed = 2
    await pacer.gate(["event"] * 3)
    pacer.speed = float("inf")
    await pacer.gate(["event"] * 3)
    assert slept == [1.5]


async def test_a_match_works_for_a_while_before_others_have_their_turn():
    now, turns = 0.0, 0

    async def others():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    pacer = Pacer(turns_aside=1, at_a_time=0.01, clock=lambda: now)
    waiting = asyncio.ensure_future(others())
    found = []
    for moment in (5.0, 5.004, 5.009, 5.011, 5.012):
        now = moment
        await pacer.gate([], goes_on=True)
        found.append(turns)
    await pacer.gate([])
    waiting.cancel()
    assert (found, turns) == ([1, 1, 1, 2, 2], 3), "and always when the match waits"


async def test_an_illegal_choice_that_a_person_typed_is_not_quoted():
    class Choosy(TwoTruths):
        def play(self):
            yield from self.ask("a", Tell, forfeit=None, choices={"lie": (0,)})
            return (yield from super().play())

    referee = Referee(Choosy(seats=2))
    await Match(referee, {"a": Scripted(TELL, TELL, TELL, TELL, VOTE, is_human=True), "b": Scripted(VOTE, TELL)}).play()
    assert referee.view("a")[0].problem == "lie can only be 0 now."


class Held(Scripted):
    """Holds something open. closed: how the match ended, as it was told, and what was on disk by then."""

    def __init__(self, recorder, *answers):
        super().__init__(*answers)
        self.recorder, self.closed = recorder, []

    async def close(self, outcome):
        self.closed.append((outcome, self.recorder.outcome))


async def test_a_player_is_told_of_the_end_when_it_is_on_disk():
    recorder = Recorder()
    a, b = Held(recorder, TELL, VOTE), Held(recorder, VOTE, TELL)
    outcome = (await play(a, b, recorder)).outcome
    assert a.closed == b.closed == [(outcome, outcome)]


async def test_a_player_is_closed_when_a_match_stops_before_its_end():
    recorder = Recorder()
    a = Held(recorder, TELL, VOTE)
    with pytest.raises(Halt):
        await play(a, Scripted(Halt("Enough.")), recorder)
    assert a.closed == [(None, None)]


async def test_answers_that_arrive_together_share_a_wait_for_the_disk():
    recorder, settled = Recorder(), []
    pacer = Pacer(settle=lambda: settled.append(len(recorder.lines)))
    players = {"a": Scripted(TELL, VOTE, VOTE), "b": Scripted(VOTE, TELL, VOTE), "c": Scripted(VOTE, VOTE, TELL)}
    await Match(Referee(TwoTruths(seats=3)), players, recorder, pacer).play()
    assert settled == [0, 1, 3, 4, 6, 7]


async def test_the_end_is_kept_at_once_and_not_after_it_was_read():
    async def reading_for_ever(seconds):
        await asyncio.Event().wait()

    recorder = Recorder()
    pacer = Pacer(reading=lambda told: 60 if recorder.lines[3:] else 0, sleep=reading_for_ever)
    await asyncio.wait_for(play(Scripted(TELL, VOTE), Scripted(VOTE, TELL), recorder, pacer=pacer), 10)
    assert recorder.outcome is not None


async def test_text_that_is_no_answer_is_asked_again_and_then_forfeited():
    unread = ParseFailure("That is no JSON.")
    referee = await play(Scripted(unread, TELL, unread, unread, unread), Scripted(VOTE, TELL))
    assert referee.view("a")[0] == Refused("a", "That is no JSON.")
    assert referee.view("a")[-2] == Forfeited("a", "illegal", "That is no JSON.")
    assert "That is no JSON." not in repr(referee.view("b"))


async def test_a_player_can_halt_the_match_which_goes_on_later():
    referee = Referee(TwoTruths(seats=2))
    a, b = Scripted(TELL, VOTE), Scripted(Halt("The budget is used up."), VOTE, TELL)
    recorder = Recorder()
    with pytest.raises(Halt, match=r"The budget is used up\."):
        await Match(referee, {"a": a, "b": b}, recorder).play()
    assert (referee.folded, recorder.outcome) == (1, None)
    assert await Match(referee, {"a": a, "b": b}, recorder).play() == referee.outcome == recorder.outcome


async def test_a_halted_match_keeps_answers_under_way_and_asks_no_more_players():
    thought = asyncio.Event()
    a, b = Scripted(TELL), Scripted(thought, VOTE, TELL)
    match = Match(Referee(TwoTruths(seats=2)), {"a": a, "b": b}, recorder := Recorder())
    playing = asyncio.ensure_future(match.play())
    await settle()
    match.halt("Stopped.")
    await settle()
    assert not playing.done()
    thought.set()
    with pytest.raises(Halt, match=r"Stopped\."):
        await playing
    assert [request.to for request, _, _ in recorder.lines] == ["a", "b"]
    assert b.answers == [TELL]


async def test_a_halted_match_does_not_wait_for_people():
    match = Match(Referee(TwoTruths(seats=2)), {"a": Scripted(asyncio.Event(), is_human=True), "b": Scripted()})
    playing = asyncio.ensure_future(match.play())
    await settle()
    match.halt("Stopped.")
    with pytest.raises(Halt):
        await asyncio.wait_for(playing, 10)


async def test_a_halted_match_keeps_the_answer_that_a_human_gave_meanwhile():
    pacer = Pacer()
    pacer.pause()
    a, b, c = Scripted(TELL), Scripted(VOTE), Scripted(VOTE, is_human=True)
    match = Match(Referee(TwoTruths(seats=3)), {"a": a, "b": b, "c": c}, recorder := Recorder(), pacer)
    playing = asyncio.ensure_future(match.play())
    for _ in range(2):
        await settle()
        pacer.step()
    await settle()
    assert ([request.to for request, _, _ in recorder.lines], c.answers) == (["a", "b"], [])
    match.halt("Stopped.")
    pacer.resume()
    with pytest.raises(Halt):
        await asyncio.wait_for(playing, 10)
    assert [request.to for request, _, _ in recorder.lines] == ["a", "b", "c"]


async def test_cancelling_keeps_an_answer_that_has_arrived():
    pacer = Pacer()
    pacer.pause()
    recorder = Recorder()
    a, b, c = Scripted(TELL), Scripted(VOTE), Scripted(VOTE)
    match = Match(Referee(TwoTruths(seats=3)), {"a": a, "b": b, "c": c}, recorder, pacer)
    playing = asyncio.ensure_future(match.play())
    for _ in range(3):
        await settle()
        pacer.step()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert [request.to for request, _, _ in recorder.lines] == ["a", "b", "c"]
