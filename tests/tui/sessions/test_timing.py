"""The Timing of people, as whole tables record it."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from woozle.arena.play.people import Person
from woozle.arena.play.start import Resume, Start
from woozle.games.debate.config import Config as Debate
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.games.ship.tui.map import ShipMap
from woozle.saves.transcript import read
from woozle.tui.app import WoozleApp
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.transcript import Transcript

from tests.games.debate.play import BEARS
from tests.tui.hosts import Clock, is_ready, ready, settled, take, until
from tests.tui.sessions.test_hot_seat import answer_by_keys, moved_on, reveal, something
from tests.tui.sessions.test_playing import is_asked as table_asks
from tests.tui.sessions.test_playing import sensible, the_match, turn

LONG = "It was Ben, whom I saw in the reactor."


def ship(people=1, seed=13, **options):
    """A short match with four bots."""
    config = preset("standard", map=load("shuttle"), **{"max_ticks": 8, "rounds": 1, "ticks_per_task": 2, **options})
    known = tuple(Person(number, name) for number, name in enumerate(("Mia", "Leo")[:people], 1)) if people > 1 else ()
    return Start("ship", (*["human"] * people, *["bot:watchful"] * 3), config, seed, known)


def debate():
    return Start("debate", ("human", "bot*2"), Debate(pool=(BEARS,)), 2)


def table(start):
    """An app at a table, with a clock of ours."""
    clock = Clock(100.0)
    app = WoozleApp(start, clock=clock)
    app.speed = float("inf")
    return app, clock


async def asked(pilot):
    """Wait until the person is asked, and the clock of the question runs; what."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    question = await turn(pilot)
    await until(pilot, lambda: app.session.hand.turn and app.session.hand.turn.was_shown)
    return question


async def answered(pilot, question):
    await moved_on(pilot, question)
    return timings()[-1]


def answers():
    """Return the responses of people, in order."""
    transcript = read(the_match())
    people = transcript.header.people
    return [line.body["response"] for line in transcript.lines if line.body["request"]["to"] in people]


def timings():
    return [response.get("timing") for response in answers()]


async def choose(pilot, question):
    return await take(pilot, sensible(question))


async def paste(pilot, text):
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


# What is pressed


async def test_keys_clicks_absence_pauses_and_help_are_timed_question_by_question():
    app, clock = table(ship(max_ticks=30))
    async with app.run_test(size=(140, 45)) as pilot:
        question = await asked(pilot)
        clock.now += 2.5
        await pilot.press("down", "up")
        clock.now += 1
        keys = await choose(pilot, question)
        nothing = dict.fromkeys(("deletions", "pasted", "long_pastes", "anticipated"), 0) | {"paused": 0.0, "covered": 0.0}
        pressed = {"shown": 0.0, "first_key": 2.5, "submit": 3.5, "away": None, "keys": 2 + keys}
        assert await answered(pilot, question) == pressed | nothing

        question = await asked(pilot)
        clock.now += 1
        await pilot.press("f1")
        await until(pilot, lambda: not isinstance(app.screen, TableScreen))
        await pilot.pause()
        clock.now += 9
        await pilot.press("down", "down", "escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await settled(pilot)
        clock.now += 1
        room = next(choice for choice in question.choices if choice.target)
        x, y = app.screen.query_one(ShipMap).drawing.boxes[room.target].middle
        await pilot.click(ShipMap, offset=(x, y + 1))
        timing = await answered(pilot, question)
        assert (timing["covered"], timing["submit"], timing["keys"]) == (9, 11, 2), "the key to help, and a click on the map"
        assert answers()[-1]["seconds"] == 11, "who reads help is thinking"

        question = await asked(pilot)
        clock.now += 1
        app.post_message(events.AppBlur())
        await pilot.pause()
        clock.now += 30
        app.post_message(events.AppFocus())
        await pilot.pause()
        clock.now += 1
        await pilot.press("space")
        clock.now += 7
        await pilot.press("space")
        clock.now += 1
        keys = await choose(pilot, question)
        timing = await answered(pilot, question)
        assert (timing["away"], timing["paused"], timing["submit"], timing["keys"]) == (30, 7, 40, 2 + keys)
        assert answers()[-1]["seconds"] == 3, "neither is thinking"

        question = await asked(pilot)
        await settled(pilot)
        region = app.screen.query_one(Choices).content_region
        row = next(at for at, choice in enumerate(question.choices) if not choice.is_final)
        at = {"x": region.x + 3, "y": region.y + row, "screen_x": region.x + 3, "screen_y": region.y + row}
        clock.now += 3
        for kind in (events.MouseDown, events.MouseUp):  # through the driver, and not through the back door that tests have
            app.post_message(kind(None, **at, delta_x=0, delta_y=0, button=1, shift=False, meta=False, ctrl=False))
        timing = await answered(pilot, question)
        assert (timing["keys"], timing["first_key"]) == (1, 3), "a click on a choice"
        assert (timing["away"], timing["paused"]) == (0, 0), "a new question begins at nothing"
    transcript = read(the_match())
    for line in transcript.lines:
        assert ("timing" in line.body["response"]) == (line.body["request"]["to"] in transcript.header.people), "no bot is timed"


# What is typed


async def test_in_a_debate_keys_deletions_and_pastes_are_counted():
    app, clock = table(debate())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await asked(pilot)
        clock.now += 4
        await to_the_text(pilot)
        await pilot.press(*"bears", "backspace", "backspace")
        clock.now += 1
        await paste(pilot, LONG)
        await paste(pilot, "short")
        await pilot.press("ctrl+u")  # all of the line
        await pilot.press(*"two")
        clock.now += 5
        await finish(pilot, question)
        timing = await answered(pilot, question)
    assert (timing["first_key"], timing["submit"]) == (4, 10)
    assert timing["deletions"] == 2 + len("bea" + LONG + "short")
    assert (timing["pasted"], timing["long_pastes"]) == (len(LONG + "short"), 1)
    assert timing["keys"] >= 12


async def to_the_text(pilot):
    """Make the choice that comes before it, if there is one."""
    choices = pilot.app.screen.query_one(Choices).choices
    if choices:
        await pilot.press(choices[0].key)
    await until(pilot, lambda: isinstance(pilot.app.focused, SpeechArea) and is_ready(pilot.app.screen))


async def finish(pilot, question):
    """Send what is written, and whatever else belongs to the answer."""
    app = pilot.app
    for _ in range(4):
        if not (app.screen.seat.request and app.screen.seat.request.id == question.id):
            return
        if isinstance(app.focused, SpeechArea):
            await pilot.press("x", "enter")
        else:
            await ready(pilot)
            await take(pilot, app.screen.query_one(Choices).choices[0])
        await pilot.pause()


async def test_what_is_pasted_and_sent_at_once_is_known_before_the_answer():
    """All of it waits in the queues of the app and of the widget before either is at it."""
    app, _ = table(debate())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await asked(pilot)
        await to_the_text(pilot)
        for event in (events.Key("a", "a"), events.Paste(LONG), events.Key("enter", None)):
            app.post_message(event)
        timing = await answered(pilot, question)
    assert answers()[0]["answer"]["answer"]
    assert (timing["pasted"], timing["long_pastes"], timing["keys"]) == (len(LONG), 1, 3)


async def test_a_remark_beside_a_choice_is_a_part_of_the_answer_and_a_search_is_not():
    app, _ = table(ship(seed=92))
    async with app.run_test(size=(140, 45)) as pilot:
        question = await asked(pilot)
        assert question.hears, "somebody is in the room"
        await pilot.press("slash", *"Bob", "backspace", "escape")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await paste(pilot, LONG)
        await pilot.press("backspace", "enter")
        await choose(pilot, question)
        timing = await answered(pilot, question)
    assert (timing["deletions"], timing["pasted"], timing["long_pastes"]) == (1, len(LONG), 1)


# What keeps a person from it


# Who does not answer, who comes back, who shares


def lines_of(app) -> list[str]:
    return [line.text for line in app.screen.query_one(Transcript).lines]


async def test_a_match_that_was_left_goes_on_where_it_stood_and_what_is_asked_again_is_timed_from_then_on():
    app, clock = table(ship())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await asked(pilot)
        await choose(pilot, question)
        await answered(pilot, question)
        await asked(pilot)
        seen = lines_of(app)
        clock.now += 500
        await pilot.press("down", "ctrl+q", "ctrl+q")
        await pilot.pause()
    before = timings()
    app, clock = table(Resume(the_match()))
    async with app.run_test(size=(80, 24)) as pilot:
        question = await asked(pilot)
        assert lines_of(app) == seen
        clock.now += 2
        keys = await choose(pilot, question)
        timing = await answered(pilot, question)
    assert timings()[:-1] == before
    assert (timing["submit"], timing["keys"], timing["away"]) == (2, keys, None)


async def test_behind_a_curtain_nothing_counts_and_its_time_lies_before_the_question_was_shown():
    app, clock = table(ship(2))
    seen = []
    async with app.run_test(size=(80, 24)) as pilot:
        while len(seen) < 2:
            screen = await something(pilot)
            if isinstance(screen, CurtainScreen):
                clock.now += 100
                await pilot.press("x")
                await reveal(pilot)
                await until(pilot, lambda: table_asks(app.screen) and app.session.hand.turn.was_shown)
                question = app.screen.table.question
                clock.now += 1
                await answer_by_keys(pilot)
                await moved_on(pilot, question)
                assert answers()[-1]["seconds"] == 1, "the curtain is no time to think"
                seen.append((timings()[-1], question))
    for timing, question in seen:
        assert timing["shown"] >= 100
        assert timing["submit"] == timing["first_key"] == 1
        assert timing["keys"] in ((3,) if question.is_text else (1, 2))
