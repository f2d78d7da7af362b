"""A study in browsers under load: the example of the ship on a real server on one core, and its participants on another.

    python -m benchmarks.study_load visits          # 490 visits and 10 real pages, an answer in 4 s each
    python -m benchmarks.study_load visit_memory    # 500 visits, half of them at a form and half in a match
    python -m benchmarks.study_load study_page      # the first page of a link on a slow network, in Chromium
    python -m benchmarks.study_load visits --visits 100 --pages 5

Visits go all the way that browsers go, by HTTP: link, consent, code, form, practice, check, and matches by the page's socket.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, redirect_stdout
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from benchmarks.open_table import HostProcess, cold_page, measured_client, serving
from benchmarks.result import Result

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

GAME, PERIOD = "ship", 4.0
_ASIDE = re.compile(r"^\[\[(form|practice|check|beliefs|questionnaire)\]\].*?(?=^\[|\Z)", re.M | re.S)
_WARM, _SECONDS, _PATIENCE = 10.0, 40.0, 110.0  # before the measurement at least, of it, and for all to be in a match by then


# The server, in a process of its own


async def host(folder: Path, count: int, *, is_short: bool) -> None:
    """Serve the example until standard input ends, or only its matches if that is to be short. Print its links."""
    from woozle.arena.studies import links
    from woozle.arena.studies.folder import StudyFolder
    from woozle.arena.studies.plan import PLAN_FILE
    from woozle.arena.web.connections import Proxies
    from woozle.arena.web.study_server import open_study
    from woozle.arena.web.ways_in import WayIn
    from woozle.tui.cli.study_actions import make_study

    with redirect_stdout(sys.stderr):
        make_study(folder / "study", GAME)
    if is_short:
        plan = folder / "study" / PLAN_FILE
        plan.write_text(_ASIDE.sub("", plan.read_text("utf-8")), "utf-8")
    study, problems = StudyFolder(folder / "study"), list[str]()
    way = WayIn(port=0, proxies=Proxies(is_here_one=True))  # visits say that they come from many addresses
    async with open_study(
        study, way, most=10**4, tell=problems.append, report=lambda error: problems.append(repr(error))
    ) as served:
        found = [served.link(token) for token in links.make_links(study, count)]
        rights = {f"q-{each.id}": each.options.index(each.right) for each in study.plan.check}
        print(json.dumps({"links": found, "rights": rights, "study": str(study.path)}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
    print(json.dumps({"problems": problems[:5], "participants": len(study.participants())}), flush=True)


def study_server(count: int, *, is_short: bool = False) -> AbstractContextManager[HostProcess]:
    """Run a server with so many links."""
    return serving(("benchmarks.study_load", "host"), (str(count), *(["short"] if is_short else [])))


def job_of(server: HostProcess, links: list[str], staying: int = 0) -> dict[str, Any]:
    return {
        "links": links,
        "rights": server.told["rights"],
        "staying": staying,
        "period": PERIOD,
        "warm": _WARM,
        "patience": _PATIENCE,
        "seconds": _SECONDS,
    }


# Visits, and real pages among them


def visits(count: int = 490, pages: int = 10) -> list[Result]:
    """Measure how long real pages take from a click to what it leads to, among many visits."""
    with study_server(count + pages) as server:
        found, clicks = asyncio.run(_visits(server, pages))
        told = server.stop()
    print(json.dumps({**found, **told, "clicks": len(clicks)}, indent=1), file=sys.stderr)
    clicks.sort()
    what = f"{pages} pages among {count} visits to a study, an answer each {PERIOD:g} s: click to paint, p50"
    return [
        Result(what, clicks[len(clicks) // 2], "ms", ""),
        Result("  p95", clicks[int(0.95 * len(clicks))], "ms", "<= 150"),
        Result("  answers of the visits", found["answers_a_second"], "a second", ""),
        Result("  last answer to next question of a visit, p95", found["p95"] * 1000, "ms", ""),
        Result("  consent to code, with a new journal, p95", found["page_p95"]["agree"] * 1000, "ms", ""),
        Result("  share of the server", found["share"], "% of a core", ""),
        Result("  memory of the server", found["grown"] / 1e6 / (count + pages), "MB a visit", ""),
    ]


async def _visits(server: HostProcess, pages: int) -> tuple[dict[str, Any], list[float]]:
    from tests.web.browser import launch

    links = server.told["links"]
    async with launch() as chromium:
        load = asyncio.ensure_future(asyncio.to_thread(measured_client, server, "visits", job_of(server, links[pages:])))
        people = [asyncio.ensure_future(_take_part(chromium, link, server.told["rights"])) for link in links[:pages]]
        done, _ = await asyncio.wait([load, *people], return_when=asyncio.FIRST_COMPLETED)
        for each in done - {load}:
            each.result()  # a person has failed
        found = await load
        began, ended = (1000 * each for each in found["during"])
        clicks: list[float] = []
        for person in people:
            person.cancel()
        for context in chromium.contexts:
            for clicked, painted in await evaluate(context.pages[0], _CLICKS):
                clicks += [painted - clicked] if began <= clicked <= ended else []
    return found, clicks


def page_script(name: str) -> str:
    """Return a script for pages, from the folder beside this file."""
    return (Path(__file__).parent / "pages" / f"{name}.js").read_text("utf-8")


_CLICKS = "JSON.parse(sessionStorage.getItem('clicks') ?? '[]')"
_NOTE_CLICKS = page_script("note_clicks")
_FILL_IN = page_script("fill_in")
_CHOOSE, _IS_NEXT = page_script("choose"), page_script("is_next")


async def _take_part(chromium: Browser, link: str, rights: dict[str, int]) -> None:
    """Take part in a page, an answer in some seconds, until this is cancelled."""
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    await context.add_init_script(_NOTE_CLICKS)
    await go_through(await context.new_page(), link, rights, _play)


async def go_through(
    page: Page, link: str, rights: dict[str, int], play: Callable[[Page], Awaitable[None]], until: float = inf
) -> None:
    """Fill in each form of a study, and play each match, until a time of the monotonic clock, or until this is cancelled."""
    page.set_default_timeout(120_000)
    await page.goto(link)
    await page.click("button.main")
    while monotonic() < until:
        await page.wait_for_load_state()
        if "/t/" in page.url:
            await play(page)
            continue
        await evaluate(page, _FILL_IN, rights)
        async with page.expect_navigation():
            await page.click("#page button.main")


async def next_question(page: Page, answered: str) -> str:
    """Wait for the next question of a match, and return its number; empty once the page has led on from the match."""
    # Ten times a second: looking with every frame would have every frame drawn.
    await page.wait_for_function(_IS_NEXT, arg=answered, polling=100)
    if await page.locator("#over a.main").count():
        await page.click("#over a.main")
        await page.wait_for_url("**/visit*")
    return await page.input_value("#question [name=id]") if "/t/" in page.url else ""


async def evaluate(page: Page, script: str, argument: Any = None) -> Any:
    """Run a script in a page, in the next one if it goes on just then by itself."""
    from playwright.async_api import Error

    try:
        return await page.evaluate(script, argument)
    except Error:
        await page.wait_for_load_state()
        return await page.evaluate(script, argument)


async def _play(page: Page) -> None:
    from random import uniform

    from benchmarks.table_clients import QUIET_CHOICES

    answered = ""
    while answered := await next_question(page, answered):
        await asyncio.sleep(PERIOD * uniform(0.5, 1.5))
        await evaluate(page, _CHOOSE, QUIET_CHOICES)
        button = page.locator("#question button[type=submit]").first
        await button.click()
        if "Press once more" in (await page.locator("#question-note").all_inner_texts() or [""])[0]:
            await button.click()


# Memory, and the first page


def visit_memory(count: int = 500) -> list[Result]:
    """Measure what visits cost the server, half of which read a page while the others play."""
    with study_server(count) as server:
        found = measured_client(server, "visits", job_of(server, server.told["links"], count // 2))
        told = server.stop()
    print(json.dumps({**found, **told}, indent=1), file=sys.stderr)
    return [
        Result(
            f"memory of {count} visits to a study, half of them in matches", found["grown"] / 1e6 / count, "MB a visit", "<= 0.5"
        )
    ]


def study_page() -> list[Result]:
    """Load the page to which a link leads without a cache over a slow network."""
    return asyncio.run(_study_page())


async def _study_page() -> list[Result]:
    from tests.web.browser import launch

    with study_server(1) as server:
        async with launch() as chromium:
            page = await (await chromium.new_context()).new_page()
            found = await cold_page(page, "the first page of a study, cold, at 1.6 Mbit/s and 150 ms", server.told["links"][0])
            await page.click("button.main")
            return found + await cold_page(page, "the information before consent, likewise", page.url)


ALL = {"visits": visits, "visit_memory": visit_memory, "study_page": study_page}


def main() -> None:
    if sys.argv[1:2] == ["host"]:
        asyncio.run(host(Path(sys.argv[2]), int(sys.argv[3]), is_short=sys.argv[4:] == ["short"]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=ALL)
    parser.add_argument("--visits", type=int, default=490)
    parser.add_argument("--pages", type=int, default=10)
    options = parser.parse_args()
    for each in visits(options.visits, options.pages) if options.what == "visits" else ALL[options.what]():
        print(f"{each.what:<90}{each.wanted:>8}{each.shown:>12}  {each.unit}")


if __name__ == "__main__":
    main()
