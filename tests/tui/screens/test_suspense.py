"""Votes that are revealed one by one: what is shown meanwhile, and who need not wait."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.arena.views.registry import observer
from woozle.arena.views.speeds import step_seconds
from woozle.core.line import shown_lines
from woozle.games.ship import events as ship
from woozle.tui import messages
from woozle.tui.widgets.suspense import Suspense
from woozle.tui.widgets.transcript import Transcript

from tests.tui import scenes
from tests.tui.hosts import settled, shown
from tests.tui.scenes import Stage

VOTED, BALLOT, *AFTER = scenes.DEAD[len(scenes.VOTE) :]


def tell(pilot, *events):
    pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(events)))


def story(pilot) -> str:
    return "\n".join(shown(pilot.app.screen.query_one(Transcript)))


async def begin(pilot):
    await settled(pilot)
    tell(pilot, VOTED, BALLOT, *AFTER)
    await pilot.pause()


def held_back(monkeypatch):
    """No step ends by itself."""
    monkeypatch.setattr(Suspense, "_step", lambda self: self._story.append_for_now(shown_lines(self._steps.popleft())))


async def test_a_vote_is_counted_one_by_one_and_nobody_is_out_before(monkeypatch):
    held_back(monkeypatch)
    async with Stage(scenes.VOTE).run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        table = pilot.app.screen
        assert "1 vote for Alice: Eve." in story(pilot) and "ejected" not in story(pilot)
        table.pace.suspense._step()
        await pilot.pause()
        assert "1 vote for Bob: Alice." in story(pilot)
        assert all(not card.out for card in table.table.seats if card.name == "Alice")
        await pilot.press("right")
        assert "3 votes for Alice: Eve, Bob and Charlie." in story(pilot)
        assert "You were ejected, a goose." in story(pilot)
        assert all(card.out for card in table.table.seats if card.name == "Alice")


async def test_news_waits_for_the_votes_but_a_question_never_does(monkeypatch):
    held_back(monkeypatch)
    async with Stage(scenes.VOTE).run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        tell(pilot, ship.Tick(9))
        await pilot.pause()
        assert pilot.app.screen.table.title.startswith("Meeting")
        pilot.app.screen.post_message(messages.MatchNews(news.Asked(scenes.ACT, lambda: None)))
        await pilot.pause()
        assert pilot.app.screen.table.title.startswith("Tick 9") and pilot.app.screen.table.question


async def test_with_reduced_motion_or_in_a_hurry_all_votes_are_there_at_once(monkeypatch):
    held_back(monkeypatch)
    still = Stage(scenes.VOTE)
    still.animation_level = "none"
    async with still.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        assert "You were ejected" in story(pilot)
    async with Stage(scenes.VOTE).run_test(size=(80, 24)) as pilot:
        pilot.app.screen.post_message(messages.MatchNews(news.Paced("going", 1.0, "end")))
        await begin(pilot)
        assert "You were ejected" in story(pilot)


def test_secret_votes_are_counted_in_turn_and_name_no_voter():
    known = observer("ship", "Alice")
    for event in scenes.VOTE:
        known.see(event)
    (vote,) = (line for line in known.narrate(ship.Ballot({"Bob": 2, "skip": 1}, None, "Bob", None)) if line.steps)
    texts = [[line.text for line in shown_lines(step)[1:]] for step in vote.steps]
    assert texts == [
        ["1 vote for Bob."],
        ["1 vote for Bob.", "1 vote to skip."],
        ["2 votes for Bob.", "1 vote to skip."],
    ]
    assert step_seconds(vote) == 0.4


def test_the_steps_of_a_large_ballot_take_no_longer_than_two_seconds():
    votes = dict.fromkeys("abcdefghij", "Bob")
    (vote,) = (line for line in observer("ship", "a").narrate(ship.Ballot({"Bob": 10}, votes, "Bob", None)) if line.steps)
    assert len(vote.steps) * step_seconds(vote) == 2.0
