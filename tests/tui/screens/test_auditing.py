"""Claims where people look on: below the speeches and in a list, by keys and by mouse, and for no eyes but those that see all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Static

from woozle.arena.play.event_sources import ReplaySource
from woozle.arena.play.start import Replay, Start, Watch
from woozle.arena.views.registry import audit_record
from woozle.core.state import EVERYTHING
from woozle.games.ship.events import Ballot
from woozle.tui import routes
from woozle.tui.app import WoozleApp
from woozle.tui.screens.browser import BrowserScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.widgets.claims import ClaimList, ClaimsPanel, RatesTable
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.transcript import Transcript

from tests.arena.play.test_replay_source import CONFIG, FAST, played, seed_of_match_in_which
from tests.tui.hosts import shown, until
from tests.tui.screens.test_watch_screen import hostile, opened
from tests.tui.sessions.test_playing import app_of

END = 10**9
CANARIES = ("TRUE", "FALSE", "WRONG", "NEAR", "UNSEEN", "UNCERTAIN", "no grounds", "ontradicted")


def is_contradicted(record) -> bool:
    """Much is claimed, not all of it is so, one claim is contradicted, and nobody is ejected."""
    rows, explained = audit_record("ship", record, is_imported=False)
    return (
        not explained
        and len({row.at for row in rows}) > 2
        and any(row.proof and row.verdict.is_true is False for row in rows)
        and any(row.standing == "contradicted" for row in rows)
    )


def is_explained(record) -> bool:
    """Somebody is ejected, and something is known of two who voted so."""
    return any(len(each.tags) > 1 for each in audit_record("ship", record, is_imported=False)[1])


@pytest.fixture
def match():
    return played(seed=seed_of_match_in_which(is_contradicted))


@pytest.fixture
def ejection():
    return played(seed=seed_of_match_in_which(is_explained))


async def heard(pilot) -> WatchScreen:
    """All that was said is judged."""
    screen = await opened(pilot)
    rows, _ = audit_record("ship", screen.viewpoint._told[: screen.viewpoint.at], is_imported=False)
    await until(pilot, lambda: len(screen.claims.rows) >= len(rows) > 0)
    await pilot.pause()
    return screen


def listed(screen):
    return screen.query_one(ClaimList).rows


def tagged(screen):
    return [line for line in screen.query_one(Transcript).lines if line.tags]


def words(screen) -> str:
    """All that the prompt says."""
    return screen.query_one(Prompt).render().plain


def proved(rows) -> int:
    """The place of the last claim that an Event proves or disproves."""
    return max(place for place, row in enumerate(rows) if row.proof)


async def test_claims_stand_below_speeches_and_are_listed_and_proved_with_keys_alone(match):
    async with app_of(Replay(match, line=END)).run_test(size=(80, 24)) as pilot:
        screen = await heard(pilot)
        end, lines = screen.viewpoint.at, tagged(screen)
        assert len(lines) == len({row.at for row in screen.claims.rows}) > 1
        assert all(line.label for line in lines)
        story = screen.query_one(Transcript)
        story.point_at(story.lines.index(lines[0]))
        await pilot.pause()
        assert lines[0].tags[0].mark in "\n".join(shown(story))
        height = story.virtual_size.height
        for is_there in (False, True):
            await pilot.press("t")
            await pilot.pause()
            assert (tagged(screen) == lines, story.virtual_size.height == height) == (is_there, is_there)
        assert screen.query_one(ClaimsPanel).size.height == 0
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(screen.focused, ClaimList)
        assert listed(screen) == [*screen.claims.rows]
        assert not screen.query_one(Transcript).size.width, "there is room for the list alone"
        rates = screen.query_one(RatesTable).render().plain
        for part in ("% true", "% contradicted", *(row.speaker for row in screen.claims.rows)):
            assert part in rates
        screen.post_message(ClaimList.Opened(replace(screen.claims.rows[0], proof=())))
        await pilot.pause()
        assert screen.viewpoint.at == end
        assert "No single Event" in words(screen)
        await pilot.press("w")
        assert {row.verdict.is_true for row in listed(screen)} == {False}
        place = proved(listed(screen))
        await pilot.press(*["down"] * place, "enter")
        await pilot.pause()
        row = screen.claims.picked
        assert row == [each for each in screen.claims.rows if each.verdict.is_true is False][place]
        assert screen.viewpoint.at == row.proof[0] + 1 < end
        assert row.reason in " ".join(words(screen).split())
        assert story.size.width > 0
        assert story.count == len(story.lines)
        assert screen.viewpoint.timeline.event_of(story.cursor) <= screen.viewpoint.at
        await pilot.press("s")
        await pilot.pause()
        assert screen.viewpoint.at == row.at + 1
        assert story.lines[story.cursor].label.startswith(row.speaker)
        await pilot.press("c")
        await pilot.pause()
        assert screen.query_one(ClaimList).row == row
        assert row.reason in screen.query_one("#claim", Static).render().plain
        await pilot.press("w")
        assert {each.standing for each in listed(screen)} == {"contradicted"}
        await pilot.press("escape")
        await pilot.pause()
        assert screen.query_one(ClaimsPanel).size.height == 0
        assert isinstance(screen.focused, Transcript)
        assert pilot.app.screen is screen


async def test_what_was_not_said_yet_is_neither_judged_nor_listed(match):
    async with app_of(Replay(match, line=2)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert not listed(screen)
        assert "Nothing was claimed" in "".join(screen.query_one(ClaimList).render_line(y).text for y in range(5))
        rows, _ = audit_record("ship", screen.viewpoint._told, is_imported=False)
        first = rows[0].at
        screen.playback.go(first + 1)
        await until(pilot, lambda: listed(screen))
        assert {row.at for row in screen.claims.rows} == {first}
        screen.playback.go(len(screen.viewpoint))
        await until(pilot, lambda: screen.claims.rows[-1].at > first)
        screen.playback.go(first)
        await pilot.pause()
        assert not listed(screen)


def everywhere(app) -> str:
    """Return what the screen shows, and what its widgets hold."""
    texts = [app.export_screenshot()]
    for widget in app.screen.query("*"):
        texts += [repr(getattr(widget, name, "")) for name in ("lines", "rows", "_rows", "_rates")]
    texts.append(app.screen.query_one("#claim", Static).render().plain)
    return "".join(texts)


async def test_other_eyes_are_shown_no_verdict_and_offered_none(match):
    async with app_of(Replay(match, line=END)).run_test(size=(140, 45)) as pilot:
        screen = await heard(pilot)
        await pilot.press("c", "down")
        await pilot.pause()
        claims = {row.reason for row in screen.claims.rows} | {row.claim for row in screen.claims.rows}
        for key in ("0", "2"):
            await pilot.press(key)
            await pilot.pause()
            assert screen.viewpoint.viewer != EVERYTHING
            held = everywhere(pilot.app)
            assert not any(word in held for word in (*CANARIES, *claims))
            assert not screen.has_class("-claims")
            assert not any(screen.check_action("do", (action,)) for action in ("claims", "tags", "speech"))
            assert not any(key.words in ("Claims", "Speech", "Proof") for key in screen.query_one(KeyLine).keys)
            await pilot.press("c", "t", "s")
            await pilot.pause()
            held = everywhere(pilot.app)
            assert not any(word in held for word in (*CANARIES, *claims))
        await pilot.press("asterisk")
        await pilot.pause()
        assert tagged(screen)


async def test_below_an_ejection_stands_what_is_known_of_its_voters(ejection):
    async with app_of(Replay(ejection, line=END)).run_test(size=(140, 45)) as pilot:
        screen = await heard(pilot)

        def voters():
            return [tag.mark for line in tagged(screen) if " was ejected" in line.text for tag in line.tags]

        told = [event for event, _ in screen.viewpoint._told]
        _, explained = audit_record("ship", screen.viewpoint._told, is_imported=False)
        assert all(isinstance(told[each.at], Ballot) for each in explained)
        await until(pilot, lambda: voters() == [tag.mark for each in explained for tag in each.tags])
        await pilot.press("t")
        assert not voters()
        await pilot.press("t")
        assert voters()
        await pilot.press("1")
        await pilot.pause()
        assert not voters(), "what others had seen is nothing for a seat"


@pytest.mark.parametrize("made", [lambda match: played("human,bot*4", 11, 30), hostile], ids=["a person can go on", "altered"])
def test_what_is_unfinished_or_altered_is_not_judged(match, made):
    source = ReplaySource(made(match))
    source.audit()
    assert not source.can_audit and not source._is_audited.is_set()


async def test_in_a_live_match_verdicts_appear_as_people_speak():
    live = Start("ship", ("bot*5",), CONFIG, seed_of_match_in_which(is_contradicted))
    async with WoozleApp(Watch(live, speed=FAST)).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.shown.is_live
        await until(pilot, lambda: tagged(screen))
        first = len(tagged(screen))
        await until(pilot, lambda: screen.playback.is_over)
        await heard(pilot)
        assert len(tagged(screen)) == len({row.at for row in screen.claims.rows}) >= first
        await pilot.press("c")
        await pilot.pause()
        await pilot.press(*["down"] * proved(listed(screen)), "enter")
        await pilot.pause()
        assert screen.viewpoint.at == screen.claims.picked.proof[0] + 1
        assert not screen.playback.follows
        await pilot.press("f")
        await pilot.pause()
        assert screen.viewpoint.at == len(screen.viewpoint)


async def test_results_and_browser_lead_to_the_claims(match):
    async with app_of(Replay(match, line=END)).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))
        screen = await heard(pilot)
        assert screen.has_class("-claims")
        assert listed(screen)
    async with app_of(None).run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BrowserScreen) and pilot.app.screen.query_one("#list").rows)
        await pilot.press("C")
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))
        assert listed(await heard(pilot))


async def test_results_of_a_game_without_audit_do_not():
    assert not routes.results(None, "/m", "two_truths").check_action("claims", ())
    assert not routes.results(None, "", "ship").check_action("claims", ())
    assert routes.results(None, "/m", "ship").check_action("claims", ())
