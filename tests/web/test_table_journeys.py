"""People at a real table in a browser, with the keyboard alone."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from woozle.arena.tables.plan import StudyTerms
from woozle.saves.transcript import read

from tests.web.browser import check_looks, drawn, measure_transfers
from tests.web.open_table import plan, serving
from tests.web.proxy import proxied

pytestmark = pytest.mark.e2e


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path):
    async with serving(tmp_path) as served:
        yield served


async def sit_down(page, base, table, place, name):
    """Join by an invitation, with the keyboard alone."""
    await page.goto(f"{base}/t/{table.id}#{table.room.invitations[place]}")
    await page.focus("[name=name]")
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#recovery")
    await page.focus("#recovery-kept")
    await page.keyboard.press("Enter")


async def play(page, after=lambda: None):
    """Answer each question with its first choice, and with a number where one must be typed; return how many there were.

    after: what happens once an answer was sent.
    """
    answers, last = 0, ""
    while True:
        await page.wait_for_selector(f"#question:not([aria-busy=true]) [name=id]:not([value='{last}']), #over", state="attached")
        if await page.locator("#over").count():
            return answers
        await drawn(page)
        answers, last = answers + 1, await page.input_value("#question [name=id]")
        await page.keyboard.press("1")
        for field in await page.locator("#question :is(input:not([type=radio]), textarea):required:visible").all():
            await field.focus()
            await page.keyboard.press("Control+A")
            await page.keyboard.type("1")
        await page.keyboard.press("Enter")
        if "Press once more" in await page.evaluate("document.querySelector('#question-note')?.textContent || ''"):
            await page.keyboard.press("Enter")
        after()


async def test_who_is_asked_whether_they_are_there_is_played_for_and_comes_back_with_a_key(server, browser):
    tables, base = server
    study = StudyTerms(folder="a-match", then="/visit", idle_seconds=0.2, shows_players=True)
    terms = {"study": study, "when_gone": "bot", "watching": "none", "gone_after": 60.0}
    table = tables.open(plan(seats="remote*2,bot*3", preset="quick", **terms))
    ada, bo = await browser.page(), await browser.page()
    for page, place in ((ada, 1), (bo, 2)):
        await sit_down(page, base, table, place, "Somebody")
    await ada.wait_for_selector("#still-here")
    problems = await check_looks(ada, "still-there", [360, 1440])
    assert "Ada: you" in await ada.inner_text("#presence") and "Bo: another participant" in await ada.inner_text("#presence")
    await ada.set_viewport_size({"width": 360, "height": 640})
    await ada.evaluate("scrollTo(0, document.body.scrollHeight)")
    button = await ada.locator("#still-here").bounding_box()
    assert button and button["y"] >= 0 and button["y"] + button["height"] < 640
    table.room.place(1).seat._note_loss("silent")  # as after a minute
    table.room.place(1).seat.go_on()
    await ada.wait_for_selector("#player-notices:has-text('a program plays for you')")
    await bo.wait_for_selector("#player-notices:has-text('A program plays Ada now')")
    problems += await check_looks(bo, "played-for", [360])
    await ada.keyboard.press("Shift")
    await bo.wait_for_selector("#player-notices:has-text('The player of Ada is back.')")
    await ada.wait_for_selector("#still-here", state="hidden")
    await table.close("Another participant has left the study, so this match ends here.")
    await ada.wait_for_selector("#closed:has-text('Another participant has left')")
    problems += await check_looks(ada, "ended-early", [360])
    assert problems == [] == browser.complaints


async def test_two_people_play_an_urn_to_its_end_and_a_spectator_sees_what_all_see(server, browser):
    tables, base = server
    table = tables.open(plan(seats="remote*2,bot*3", preset="quick"))
    ada, bo = await browser.page(f"{base}/t/{table.id}#{table.room.invitations[1]}"), await browser.page()
    watcher = await browser.page(f"{base}/t/{table.id}/watch#{table.room.spectators.token}")
    await watcher.click("#watch button")
    await watcher.wait_for_url(f"{base}/t/{table.id}/watch")
    assert "open" in await watcher.inner_text("#room")
    problems = await check_looks(ada, "join", [360])
    await sit_down(ada, base, table, 1, "Ada")
    await ada.wait_for_selector("#room:has-text('Ada (you)')")
    problems += await check_looks(ada, "room", [360])
    await sit_down(bo, base, table, 2, "Bo")
    await ada.wait_for_selector("#question")
    problems += await check_looks(ada, "question", [360, 1440])
    await watcher.wait_for_selector("#lines li")
    assert "You draw" in await ada.inner_text("#log") and "You draw" not in await watcher.inner_text("#log")
    await asyncio.gather(play(ada), play(bo))
    problems += await check_looks(ada, "over", [800])
    await watcher.wait_for_selector("#over")
    seen = await watcher.locator("#lines li, #earlier-lines li").all_inner_texts()
    assert any("Ada" in line for line in seen) and not any("You" in line for line in seen)
    late = await browser.page(f"{base}/t/{table.id}/watch", beside=watcher)
    assert await late.locator("#lines li, #earlier-lines li").all_inner_texts() == seen
    assert "Play again" not in await late.inner_text("body")
    stranger = await browser.page(f"{base}/t/{table.id}/watch")
    assert await stranger.locator("#watch").count() == 1
    assert problems == browser.complaints == []


async def go_to(page, words):
    """Press Tab until the focus is on what has these words, or this name."""
    for _ in range(60):
        await page.keyboard.press("Tab")
        if await page.evaluate("words => [document.activeElement.innerText, document.activeElement.name].includes(words)", words):
            return
    raise AssertionError(f"Tab never comes to {words!r}.")


async def test_one_joins_reads_plays_checks_and_plays_again_with_the_keyboard_alone(server, browser):
    tables, base = server
    table = tables.open(plan(seats="remote,bot*4", preset="quick"))
    page = await browser.page(f"{base}/t/{table.id}#{table.room.invitations[1]}")
    await go_to(page, "name")
    await page.keyboard.type("Ada")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#recovery")
    await go_to(page, "I have kept it")
    await page.keyboard.press("Enter")
    for title in ("Help and rules", "Notebook"):
        await page.wait_for_selector("#question")
        await go_to(page, title)
        await page.keyboard.press("Enter")
        await page.wait_for_selector(f"h1:has-text('{title}')")
        await go_to(page, "Back to the table")
        await page.keyboard.press("Enter")
    await play(page)
    first = table.match
    await go_to(page, "Check that nothing was altered")
    await page.keyboard.press("Enter")
    assert await page.is_visible("#keep-receipts")
    await go_to(page, "Play again")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#question")
    assert table.match is not first and browser.complaints == []


async def test_a_page_loses_and_doubles_no_answer_through_a_slow_network_that_cuts(browser, tmp_path):
    async with proxied(0, delay=0.02, held_share=0.05, held=0.1) as proxy, serving(tmp_path, proxy) as (tables, base):
        table = tables.open(plan(seats="remote,bot*4", preset="quick"))
        page = await browser.page()
        await sit_down(page, base, table, 1, "Ada")
        answers = await play(page, after=proxy.cut)
        given = [each for each in read(table.folder).lines if each.body["request"]["to"] == "Ada"]
        assert len(given) == answers and not any("forfeit" in each.body["response"] for each in given)


async def test_a_second_window_gets_the_seat_only_if_the_first_one_yields(server, browser):
    tables, base = server
    table = tables.open(plan(seats="remote*2,bot*3"))
    first = await browser.page()
    await sit_down(first, base, table, 1, "Ada")
    second = await browser.page(f"{base}/t/{table.id}", beside=first)
    await second.wait_for_selector("#connection:has-text('Whoever is there is asked')")
    await first.click("#stay")
    await second.wait_for_selector("#try-now:has-text('Use it here')")
    assert await first.is_visible("#room") and not await first.is_visible("#connection")
    await second.click("#try-now")
    await first.click("#yield")
    await first.wait_for_selector("#try-now:has-text('Use it here')")
    await second.wait_for_selector("#connection", state="hidden")
    assert await second.inner_text("#room li >> nth=0") == "Ada (you)"
    assert browser.complaints == []


async def test_a_seat_can_be_left_or_lost_and_is_open_again(server, browser):
    tables, base = server
    table = tables.open(plan(seats="remote*2,bot*3"))
    page = await browser.page()
    await sit_down(page, base, table, 1, "Ada")
    await page.click("text=Give up the seat")
    assert table.room.places[0].is_taken
    await page.click("text=Leave the table")
    await page.wait_for_selector("h1:has-text('You have left the table')")
    assert not table.room.places[0].is_taken
    await page.goto(f"{base}/t/{table.id}")
    assert await page.locator("#join").count() == 1
    await sit_down(page, base, table, 2, "Ada")
    table.remove(2)
    await page.wait_for_selector("#connection:has-text('The host removed you')")
    assert not await page.is_visible("#try-now")


async def test_the_first_page_is_small_and_fast_on_a_slow_network(server, browser):
    tables, base = server
    table = tables.open(plan())
    page = await browser.page()
    async with measure_transfers(page, kbit=1600, milliseconds=150) as transfers:
        await page.goto(f"{base}/t/{table.id}#{table.room.invitations[1]}")
    seconds = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    assert transfers.total <= 150_000 and seconds <= 2, transfers.sizes
