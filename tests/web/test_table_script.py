"""The script of a table's page, in a browser, against a server that says what a test tells it to."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio

from woozle.arena.web.page_parts import PlayerNotices, guess_html
from woozle.core.deal import commit_nonce

from tests.web.browser import drawn, heap_size
from tests.web.scripted_table import ID, PLACE, lines, question, scripted_table

pytestmark = pytest.mark.e2e


@pytest_asyncio.fixture(loop_scope="session")
async def table():
    async with scripted_table() as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def seated(request, browser, table):
    """The page of a seat, connected. A test may say of what kind: see Browser.page."""
    page = await browser.page(**getattr(request, "param", {}))
    await take_seat(page, table)
    await page.goto(table.url)
    await table.until_heard("join")
    yield page
    assert browser.complaints == []


async def take_seat(page, table):
    await page.context.add_cookies([{"name": "seat", "value": "1", "url": table.url, "sameSite": "Strict"}])


async def ready(page, id=1):
    """Wait until a question takes keys."""
    await page.wait_for_selector(f"#question [name=id][value='{id}']", state="attached")
    await drawn(page)


async def ask(page, table):
    """Ask the first question, and wait until it takes keys."""
    await table.tell(question(1))
    await ready(page)


async def press(page, *keys):
    for key in keys:
        await page.keyboard.press(key)


async def focused(page):
    return await page.evaluate("document.activeElement.id || document.activeElement.value")


def test_the_script_is_short():
    assert sum(len((files("woozle.arena.web.static") / name).read_bytes()) for name in ("table.js", "bell.js")) <= 40_000


# Joining


async def test_an_invitation_is_exchanged_when_join_is_pressed_and_then_leaves_the_address(browser, table):
    page = await browser.page()
    async with page.expect_response("**/here"):  # the last thing that a page does on load
        await page.goto(f"{table.url}#SECRET-TOKEN")
    assert table.posted == [] and page.url.endswith("#SECRET-TOKEN")
    assert not await page.is_visible("[name=code]")
    await page.fill("[name=name]", "Ada")
    await page.press("[name=name]", "Enter")
    await table.until_heard("join")
    assert [(each["name"], each["code"]) for each in table.posted] == [("Ada", "SECRET-TOKEN")]
    await page.wait_for_url(table.url)
    assert await page.inner_text("#recovery-code") == "7KQ2"
    await page.click("#recovery-kept")
    await page.reload()
    assert not await page.is_visible("#recovery")


async def test_a_join_whose_reply_was_lost_is_repeated_with_the_same_secret(browser, table):
    page = await browser.page(f"{table.url}#SECRET-TOKEN")
    table.replies = [None]
    await page.fill("[name=name]", "Ada")
    await page.click("button")
    await page.wait_for_selector("#problem:has-text('the same seat')")
    assert page.url.endswith("#SECRET-TOKEN")
    await page.reload()
    assert await page.input_value("[name=name]") == "Ada"
    await page.click("button")
    await table.until_heard("join")
    first, second = table.posted
    assert first == second and re.fullmatch("[0-9a-f]{64}", first["secret"])


async def test_a_room_code_knocks_until_the_host_lets_in(browser, table):
    page = await browser.page(table.url, hurried=True)
    table.replies = [{"waiting": True, "why": "The host was told."}, {"why": "The host did not let you in."}]
    await page.fill("[name=name]", "Ada")
    await page.fill("[name=code]", "K7Q2M4XA")
    await page.click("button")
    await page.wait_for_selector("#waiting:has-text('was told')")
    await page.wait_for_selector("#problem:has-text('did not let you in')")
    assert [each["code"] for each in table.posted] == ["K7Q2M4XA", "K7Q2M4XA"]


async def test_who_has_a_seat_finds_it_by_a_link_on_another_site(browser, table):
    page = await browser.page()
    await take_seat(page, table)
    link = f"<a href='{table.url}'>x</a>"
    await page.route("http://elsewhere.example/", lambda route: route.fulfill(body=link, content_type="text/html"))
    await page.goto("http://elsewhere.example/")
    await page.click("a")
    await table.until_heard("join")
    assert await page.is_visible("#title")


async def test_a_nonce_is_committed_to_before_it_is_revealed_and_outlives_a_reload(seated, table):
    told = {"type": "deal", "table": ID, "attempt": 1, "game": "urn", "config": "", "secret": "", "commitments": {}}
    await table.tell(told)
    commitment = (await table.until_heard("commit"))["commitment"]
    await seated.reload()
    await table.until_heard("join", 2)
    await table.tell(told | {"commitments": {str(PLACE): commitment}})
    revealed = await table.until_heard("reveal")
    assert commit_nonce(ID, 1, PLACE, revealed["nonce"]) == commitment
    await table.tell(told | {"attempt": 2})
    assert (await table.until_heard("commit", 2))["commitment"] != commitment


# The connection


async def test_it_connects_again_and_gets_what_it_has_not_seen(seated, table):
    await table.tell(lines(0, 3))
    assert (await table.until_heard("ack"))["seen"] == 3
    await table.cut()
    again = await table.until_heard("join", 2)
    assert again["seen"] == 3
    await table.tell(lines(1, 4))
    assert (await table.until_heard("ack", 2))["seen"] == 5
    assert await seated.locator("#lines li").all_inner_texts() == [f"Line {n}" for n in range(5)]
    assert not await seated.is_visible("#connection")


async def test_a_page_that_was_away_while_another_match_began_begins_anew(seated, table):
    await table.tell({"type": "welcome", "match": "aa", "attempt": 1}, lines(0, 3))
    await table.until_heard("ack")
    await table.cut()
    assert (await table.until_heard("join", 2))["seen"] == 3
    await table.tell({"type": "welcome", "match": "bb", "attempt": 2})
    assert (await table.until_heard("join", 3))["seen"] == 0


async def test_a_silent_connection_is_closed_and_opened_again(seated, table):
    table.heartbeat = 0.2
    await table.cut()
    await table.until_heard("join", 2)
    assert (await table.until_heard("join", 3))["seen"] == 0


async def test_a_seat_that_is_open_elsewhere_is_not_fought_over(seated, table):
    await table.tell({"type": "elsewhere"})
    await seated.click("#stay")
    await table.until_heard("stay")
    await seated.evaluate("window.setTimeout = (call) => { window.retries ||= /connect/.test(call) }")
    await table.cut(4001)
    await seated.wait_for_selector("#connection:has-text('another window')")
    assert not await seated.evaluate("window.retries")
    await seated.click("#try-now")
    await table.until_heard("join", 2)


# Answers


async def test_an_answer_by_keyboard_alone(seated, table):
    await ask(seated, table)
    assert await focused(seated) == "question-title"
    await seated.keyboard.press("2")
    assert await focused(seated) == "Bo"
    await seated.keyboard.press("Tab")
    await seated.keyboard.type("He lies. 2 times")
    await seated.keyboard.press("Enter")
    answer = await table.until_heard("answer")
    assert (answer["id"], answer["choice"], answer["text"]) == (1, "Bo", "He lies. 2 times")
    timing = answer["timing"]
    assert timing["shown"] < timing["first_key"] + timing["shown"] < timing["submit"] + timing["shown"]
    assert timing["keys"] == 1 + 1 + 16 + 1 and timing["pasted"] == timing["deletions"] == timing["anticipated"] == 0
    await seated.wait_for_selector("#question-note:has-text('Sending')")
    await table.tell({"type": "receipt", "n": 1, "id": 1}, {"type": "closed", "id": 1, "code": "answered", "why": ""})
    await seated.wait_for_function("document.querySelector('#ask').innerHTML === ''")
    assert await focused(seated) == "status"


async def test_keys_are_timed_when_they_are_pressed_however_late_a_busy_page_hears_of_them(seated, table):
    await ask(seated, table)
    await seated.evaluate("""addEventListener("keydown", ({ timeStamp }) => {
        (window.pressed ??= []).push(timeStamp);
        for (const until = performance.now() + 150; performance.now() < until;);
    }, true)""")
    await press(seated, "2", "Enter")
    timing = (await table.until_heard("answer"))["timing"]
    first, last = await seated.evaluate("pressed")
    assert timing["submit"] - timing["first_key"] == pytest.approx((last - first) / 1000, abs=0.002)


@pytest.mark.parametrize("seated", [{"real_time": True}], indirect=True, ids=[""])
async def test_a_question_counts_from_when_the_browser_says_that_it_was_painted(seated, table):
    await seated.evaluate("""new PerformanceObserver((list) => {
        window.shown ??= list.getEntries().at(-1).renderTime;
        addEventListener("keydown", ({ timeStamp }) => window.pressed ??= timeStamp, true);
    }).observe({ type: "element" })""")
    await table.tell(question(1))
    await seated.wait_for_function("performance.now() > window.shown + 400")
    await press(seated, "2", "Enter")
    timing = (await table.until_heard("answer"))["timing"]
    assert timing["first_key"] == pytest.approx(await seated.evaluate("(pressed - shown) / 1000"), abs=0.002)


async def test_what_is_typed_over_and_undone_was_deleted(seated, table):
    await ask(seated, table)
    await seated.keyboard.press("2")
    await seated.focus("#question [name=text]")
    await seated.keyboard.type("abcde")
    await press(seated, "Shift+ArrowLeft", "Shift+ArrowLeft")
    await seated.keyboard.type("f")
    await press(seated, "Backspace", "Enter")
    answer = await table.until_heard("answer")
    assert (answer["text"], answer["timing"]["deletions"]) == ("abc", 3)


async def test_a_question_that_comes_while_the_page_is_hidden_counts_from_when_it_is_seen(browser, table):
    page = await browser.page(real_time=True)
    await page.add_init_script(NOTED)
    await take_seat(page, table)
    await page.goto(table.url)
    await table.until_heard("join")
    await page.evaluate("isAway = true")
    await ask(page, table)
    await page.keyboard.press("2")
    await page.evaluate("isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    await ready(page)
    await page.wait_for_function("stamp => performance.now() > stamp + 400", arg=await page.evaluate("performance.now()"))
    await press(page, "1", "Enter", "Enter")
    timing = (await table.until_heard("answer"))["timing"]
    assert (timing["anticipated"], timing["keys"], timing["away"], timing["covered"]) == (1, 3, 0, 0)


async def test_a_final_choice_is_pressed_twice_and_no_one_has_no_remark(seated, table):
    await ask(seated, table)
    await press(seated, "1", "Enter")
    await seated.wait_for_selector("#question-note:has-text('is that your answer?')")
    await seated.keyboard.press("0")
    assert await seated.inner_text("#question-note") == "" and not await seated.is_visible("#question-second")
    await press(seated, "1", "Enter")
    assert not [each for each in table.heard if each["type"] == "answer"]
    await seated.keyboard.press("Enter")
    assert (await table.until_heard("answer"))["choice"] == "Ada"


async def test_a_question_is_given_up_with_the_keyboard_and_once_only(seated, table):
    await ask(seated, table)
    await seated.focus("#give-up summary")
    await seated.keyboard.press("Enter")
    assert not [each for each in table.heard if each["type"] == "forfeit"]
    await press(seated, "Tab", "Enter", "Enter")
    await table.until_heard("forfeit")
    await table.tell({"type": "closed", "id": 1, "code": "forfeited", "why": ""})
    await seated.wait_for_function("document.querySelector('#ask').innerHTML === ''")
    assert [each["id"] for each in table.heard if each["type"] == "forfeit"] == [1]


@pytest.mark.parametrize("seated", [{"real_time": True}], indirect=True, ids=[""])
async def test_keys_before_a_question_can_be_read_answer_nothing(seated, table):
    await seated.evaluate("""new MutationObserver((_, observer) => {
        observer.disconnect();
        for (const key of ["2", "Enter"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.querySelector("#question label").click();
    }).observe(document.querySelector("#ask"), { childList: true })""")
    await ask(seated, table)
    await seated.evaluate("new Promise(done => setTimeout(done, 450))")
    assert await seated.locator("[name=choice]:checked").count() == 0
    await press(seated, "2", "Enter")
    assert (await table.until_heard("answer"))["timing"]["anticipated"] == 2


async def test_a_click_on_a_room_of_the_map_checks_its_choice(seated, table):
    html = '<svg width="90" height="90"><g data-target="Cellar"><rect width="90" height="90"/></g></svg>'
    await table.tell({"type": "table", "parts": {"panels": html}}, question(1))
    await ready(seated)
    await seated.click("[data-target=Cellar]")
    assert await focused(seated) == "Ada" and await seated.is_checked("[value=Ada]")


async def test_a_draft_outlives_a_refusal_a_reconnect_and_a_reload(seated, table):
    await ask(seated, table)
    await seated.check("[value=Bo]")
    await seated.fill("[name=text]", "I think")
    await seated.keyboard.press("Enter")
    await table.until_heard("answer")
    await table.tell({"type": "refused", "id": 1, "why": "Say more."})
    await seated.wait_for_selector("#question-problem:has-text('Say more.')")
    assert await seated.input_value("[name=text]") == "I think" and await focused(seated) == "Bo"
    await seated.press("[name=text]", "End")
    await seated.keyboard.type(" so")
    await table.cut()
    await table.until_heard("join", 2)
    await table.tell(question(1))
    await seated.keyboard.type(" too")
    assert await seated.input_value("[name=text]") == "I think so too"
    await seated.reload()
    await table.until_heard("join", 3)
    await ask(seated, table)
    assert await seated.input_value("[name=text]") == "I think so too" and await seated.is_checked("[value=Bo]")
    await table.tell({"type": "closed", "id": 1, "code": "deadline", "why": "The time was up."}, question(2))
    await ready(seated, 2)
    assert await seated.input_value("[name=text]") == ""


async def test_an_answer_without_a_receipt_is_sent_again_after_a_reconnect_and_no_other(seated, table):
    await ask(seated, table)
    await press(seated, "2", "Enter")
    first = await table.until_heard("answer")
    await table.cut()
    await table.until_heard("join", 2)
    await table.tell(question(1))
    assert await table.until_heard("answer", 2) == first
    await table.cut()
    assert (await table.until_heard("join", 3))["receipts"] == 0
    await table.tell({"type": "receipt", "n": 1, "id": 1}, {"type": "closed", "id": 1, "code": "answered", "why": ""}, question(2))
    await ready(seated, 2)
    await table.cut()
    assert (await table.until_heard("join", 4))["receipts"] == 1
    await table.tell(question(2))
    await ready(seated, 2)
    assert len([each for each in table.heard if each["type"] == "answer"]) == 2


async def test_a_new_question_takes_the_focus_unless_something_is_typed(seated, table):
    await ask(seated, table)
    await seated.focus("[name=text]")
    await seated.keyboard.type("words")
    await table.tell({"type": "table", "parts": {"status": "New status", "seats": "<ul><li>Ada</li></ul>"}}, lines(0, 1))
    await table.until_heard("ack")
    assert await seated.evaluate("document.activeElement.name") == "text"
    await table.tell({"type": "closed", "id": 1, "code": "deadline", "why": "The time was up."}, question(2))
    await seated.wait_for_selector("#question [name=id][value='2']", state="attached")
    assert await focused(seated) == "question-title"


async def test_focus_and_what_was_unfolded_stay_when_a_part_is_put_in_anew(seated, table):
    panels = "<details id='rules'><summary id='rules-title'>Rules</summary>{}</details>"
    await table.tell({"type": "table", "parts": {"panels": panels.format("one")}})
    await seated.click("#rules-title")
    await table.tell({"type": "table", "parts": {"panels": panels.format("two")}})
    await seated.wait_for_selector("#rules:has-text('two')")
    assert await focused(seated) == "rules-title" and await seated.evaluate("document.querySelector('#rules').open")


@pytest.mark.parametrize("seated", [{"hurried": True}], indirect=True, ids=[""])
async def test_time_is_told_in_the_title_and_in_three_sentences(seated, table):
    await table.tell(question(1, seconds=60.5))
    await seated.wait_for_function("/^\\((60|61)\\) Your turn/.test(document.title)")
    await seated.wait_for_function("/60 seconds left/.test(document.querySelector('#said').textContent)")
    await table.tell(question(1, seconds=9.5))
    await seated.wait_for_function("/^\\(9\\) Your turn/.test(document.title)")
    await seated.wait_for_function("/10 seconds left/.test(document.querySelector('#said').textContent)")


async def test_seconds_count_down_at_seats_and_are_read_out_nowhere(seated, table):
    await table.tell({"type": "table", "parts": {"seats": "<p id=bo>Bo, to answer, <b data-left=9>9</b> s</p>"}})
    await seated.wait_for_selector("#bo:has-text('to answer, 8 s')")
    assert await seated.locator("[aria-live] [data-left], [role=status] [data-left], [role=log] [data-left]").count() == 0
    assert await seated.inner_text("#said") == ""


NOTED = """
  window.noted = [];
  Object.defineProperty(document, "hidden", { get: () => window.isAway ?? false });
  window.AudioContext = class extends AudioContext { constructor() { super(); noted.push("bell"); } };
  window.Notification = class { constructor(words) { noted.push(words); } };
  Notification.permission = "default";
  Notification.requestPermission = async () => { noted.push("asked"); return Notification.permission = "granted"; };
"""
"""Notes what would draw attention, in place of doing it; `isAway` hides the page."""


async def test_who_looks_elsewhere_is_called_as_they_chose_and_asked_for_leave_only_when_they_press(browser, table):
    page = await browser.page()
    await page.add_init_script(NOTED)
    await page.context.add_cookies([{"name": "seat", "value": "1", "url": table.url, "sameSite": "Strict"}])
    await page.goto(table.url)
    await table.until_heard("join")
    await ask(page, table)
    assert await page.evaluate("noted") == []
    await page.click("#settings summary")
    for name in ("mark-title", "ring", "notify"):
        await page.check(f"#{name}")
    await page.evaluate("isAway = true")
    await table.tell({"type": "closed", "id": 1, "code": "answered", "why": ""}, question(2))
    await page.wait_for_function("document.title.startsWith('● ')")
    await page.wait_for_function("noted.length === 3")
    assert sorted(await page.evaluate("noted")) == ["Woozle: your turn", "asked", "bell"]
    assert browser.complaints == []


async def test_where_others_can_change_the_page_no_notifications_are_offered(browser, table):
    page = await browser.page()
    await page.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    await page.context.add_cookies([{"name": "seat", "value": "1", "url": table.url, "sameSite": "Strict"}])
    await page.goto(table.url)
    await table.until_heard("join")
    await page.click("#settings summary")
    assert await page.is_visible("#ring") and not await page.is_visible("#notify")


async def test_who_was_human_is_guessed_with_the_keyboard(seated, table):
    sent = []

    async def take(route):
        sent.append(route.request.post_data)
        await route.fulfill(status=204)

    await seated.route("**/guesses", take)
    await table.tell({"type": "guess", "html": guess_html(SimpleNamespace(id=ID), ["Bo", "Cy"])})
    await seated.wait_for_selector("#guess")
    assert await focused(seated) == "guess-title"
    await press(seated, "Tab", "Tab", "Space", "Tab")
    async with seated.expect_response("**/guesses"):
        await seated.keyboard.press("Enter")
    assert sent == ["humans=Cy"]


# Signs of the player


def still_there(left: float = 40.0):
    """Return the message that asks a player whether they are still there."""
    asked = PlayerNotices(is_asked=True, otherwise="Otherwise a program plays for you until you are back.")
    return {"type": "notices", "html": asked.html(left), "said": asked.announcement(PlayerNotices(), left)}


def signs(table):
    return [each for each in table.heard if each["type"] == "sign"]


@pytest_asyncio.fixture(loop_scope="session")
async def watched(seated, table):
    """The page of a seat that is to show signs of its player."""
    table.signs = True
    await table.cut()
    await table.until_heard("join", 2)
    await ask(seated, table)
    return seated


async def test_a_table_that_wants_no_signs_is_sent_none(seated, table):
    await ask(seated, table)
    await press(seated, "2", "Enter")
    await table.until_heard("answer")
    assert signs(table) == []


@pytest.mark.parametrize("sign", ["key", "typing", "button", "button by a screen reader", "wheel"])
async def test_whether_somebody_is_there_is_asked_politely_and_any_sign_answers(watched, table, sign):
    await watched.keyboard.press("2")
    await table.until_heard("sign")
    await watched.keyboard.press("0")
    if sign == "typing":
        await watched.keyboard.press("2")
        await watched.focus("[name=text]")
    before = await focused(watched)
    await table.tell(still_there())
    await watched.wait_for_selector("#player-notices:has-text('Are you still there?')")
    await watched.wait_for_function("/^Are you still there/.test(document.title)")
    await watched.wait_for_function("/You have 40 seconds/.test(document.querySelector('#said').textContent)")
    assert await focused(watched) == before and len(signs(table)) == 1, "nothing is taken from who is typing"
    match sign:
        case "key":
            await watched.keyboard.press("Shift")
        case "typing":
            await watched.evaluate("document.activeElement.dispatchEvent(new InputEvent('input', { bubbles: true }))")
        case "button":
            await watched.click("#still-here")
        case "wheel":
            await watched.mouse.move(200, 200)
            await watched.mouse.wheel(0, 10)
        case _:
            await watched.evaluate("document.querySelector('#still-here').click()")
    await table.until_heard("sign", 2)
    await watched.evaluate("document.querySelector('#still-here').focus()")
    await table.tell({"type": "notices", "html": "", "said": ""})
    await watched.wait_for_selector("#player-notices", state="hidden")
    assert await focused(watched) == "question-title"
    assert not (await watched.title()).startswith("Are you")


@pytest.mark.parametrize("seated", [{"real_time": True}], indirect=True, ids=[""])
async def test_a_hidden_tab_is_no_sign_and_rings(watched, table):
    await watched.evaluate(f"{NOTED}; 0")
    await watched.evaluate("isAway = true")
    await table.tell(still_there())
    await watched.wait_for_selector("#still-here")
    await watched.wait_for_function("noted.join() === 'bell'")
    await watched.evaluate("new Promise(done => setTimeout(done, 450))")
    await press(watched, "2", "Enter")
    await table.until_heard("answer")
    assert signs(table) == []


async def test_a_match_that_is_ended_early_leads_on(seated, table):
    await table.tell(question(1), still_there())
    await ready(seated)
    await table.cut()
    await table.until_heard("join", 2)
    assert not await seated.is_visible("#still-here"), "what is asked after a cut is asked again"
    await table.tell(still_there())
    await seated.wait_for_selector("#still-here")
    await table.tell({"type": "bye", "code": "closed", "why": "Another participant has left, so the match ends here."})
    await table.cut(4005)
    await seated.wait_for_selector("#closed:has-text('Another participant has left')")
    assert await focused(seated) == "closed-title" and await seated.inner_text("#closed-on") == "Continue"
    for part in ("#connection", "#player-notices", "#question"):
        assert not await seated.is_visible(part), part
    await seated.evaluate("window.dispatchEvent(new Event('online'))")
    assert table.connections == 2


# The log


async def test_what_others_say_waits_to_be_read_as_the_player_has_chosen(seated, table):
    await seated.click("#settings summary")
    await seated.select_option("#pace", "2")
    await table.until_heard("pace")
    assert table.heard[-1] == {"type": "pace", "speed": 2}
    await table.tell({"type": "welcome", "match": "m"}, {"type": "behind", "events": 3})
    await seated.click("#behind")
    await table.until_heard("pace", 3)
    assert table.heard[-1] == {"type": "pace", "speed": 2, "skip": True}
    await table.tell({"type": "behind", "events": 0})
    await seated.wait_for_selector("#behind", state="hidden")


async def test_the_log_stays_where_it_was_scrolled_to_and_keeps_older_lines_apart(seated, table):
    await table.tell(lines(0, 100))
    await table.until_heard("ack")
    assert await seated.locator("#lines li").count() == 60
    assert await seated.locator("#earlier-lines li").count() == 40 and not await seated.is_visible("#line-0")
    await seated.focus("#earlier summary")
    await seated.keyboard.press("Enter")
    assert await seated.is_visible("#line-0")
    await seated.evaluate("document.querySelector('#log').scrollTop = 50")
    await seated.wait_for_function("document.querySelector('#log').scrollTop === 50")
    await table.tell(lines(100, 2))
    await table.until_heard("ack", 2)
    assert await seated.evaluate("document.querySelector('#log').scrollTop") == 50
    assert await seated.inner_text("#new-lines") == "2 new lines"
    await seated.click("#new-lines")
    assert not await seated.is_visible("#new-lines") and await focused(seated) == "log"
    await table.tell(lines(102, 1))
    await table.until_heard("ack", 3)
    log = "document.querySelector('#log')"
    assert await seated.evaluate(f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight") < 2


async def test_a_line_costs_at_most_two_kilobytes(seated, table):
    await table.tell(lines(0, 100))
    await table.until_heard("ack")
    before = await heap_size(seated)
    await table.tell(lines(100, 1000))
    await table.until_heard("ack", 2)
    assert await heap_size(seated) - before <= 1000 * 2000


async def test_of_a_burst_only_the_number_of_lines_is_read_out(seated, table):
    await table.tell(lines(0, 1))
    await table.until_heard("ack")
    assert await seated.get_attribute("#log", "aria-live") == "polite"
    await table.tell(*(lines(first, 1) for first in range(1, 6)))
    await table.until_heard("ack", 6)
    assert await seated.get_attribute("#log", "aria-live") == "off"
    await seated.wait_for_function("/new lines/.test(document.querySelector('#said').textContent)")


# The end


async def test_receipts_and_the_end_are_offered_as_a_file(seated, table):
    receipt = {"type": "receipt", "n": 1, "id": 1, "answer": "aa", "recorded": {"choice": "Bo"}, "view": "bb", "signature": "cc"}
    over = {"type": "over", "result": None, "why": "All are found.", "head": "dd"}
    await table.tell(receipt, receipt, over | {"html": "<h2>The end</h2>"})
    await seated.wait_for_selector("#ending:has-text('The end')")
    await table.cut(4000)
    async with seated.expect_download() as download:
        await seated.click("#keep-receipts")
    saved = Path(await (await download.value).path()).read_text("utf-8")
    assert [json.loads(line) for line in saved.splitlines()] == [receipt, over]
