"""Open tables under load, by real processes: a server on one core, and its guests on another.

    python -m benchmarks.open_table seats               # 500 seats at an answer a second, 1,000 at one in 4 s, 1,000 a second
    python -m benchmarks.open_table pages               # the same by pages: 10 of 500 seats, and 140 alone
    python -m benchmarks.open_table load --seats 200 --pages 20 --period 0.5
    python -m benchmarks.open_table spectators          # 1,000 who watch one match
    python -m benchmarks.open_table first_page          # on a slow network, in Chromium
    python -m benchmarks.open_table heap                # of a page in Chromium, for each line of its log
    python -m benchmarks.open_table kills --times 500   # the server, the guests or both killed at random moments
    python -m benchmarks.open_table pairs --pairs 2000  # matches that differ in secrets alone, and what a seat is sent of them
    python -m benchmarks.open_table bad_network         # a match over a network that delays and holds

All matches are of the ship, with its real rules and signed receipts. Guests are scripted people: see benchmarks.table_clients.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.result import Result
from woozle.core import registry
from woozle.core.line import Line

if TYPE_CHECKING:
    from playwright.async_api import Page

SEATS = 7  # of a ship
LINES = 5  # a second, that spectators are shown
_LOG = 2000  # lines, by which a page grows
_WARM, _SECONDS = 12.0, 20.0  # for all to join and to deal, and to measure


# The server, in a process of its own


async def host(folder: Path, tables: int, seats: str, port: int, game: str, options: dict[str, Any]) -> None:
    """Serve tables until standard input ends. Print their links once all are open, or taken up again."""
    from woozle.arena.tables.plan import plan_table
    from woozle.arena.web.connections import Proxies
    from woozle.arena.web.served_tables import open_tables
    from woozle.arena.web.ways_in import WayIn

    problems: list[str] = []
    way = WayIn(port=port, proxies=Proxies(is_here_one=True))  # guests say that they come from many addresses
    database = folder / "tables.sqlite"
    async with open_tables(
        way, database, most=10**6, tell=problems.append, report=lambda error: problems.append(repr(error))
    ) as served:
        directory, base = served.tables, served.base
        found = directory.resume()
        if not found:
            kind = registry.game(game)
            plan = plan_table(game, seats, registry.configure(kind, next(iter(kind.presets)), options))
            found = [directory.open(plan) for _ in range(tables)]
        links = [[each.link(served.base, token) for token in each.room.invitations.values()] for each in found]
        watching = [f"{base}/t/{each.id}/watch#{each.room.spectators.token}" for each in found]
        print(json.dumps({"base": base, "links": links, "watching": watching}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
    print(json.dumps({"problems": problems[:5], "states": dict(Counter(each.state for each in directory))}), flush=True)


class HostProcess:
    """A server, and what it costs. words: its module and arguments; folder: of Woozle's data."""

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "WOOZLE_HOME": str(folder)},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("The server did not start.")
        self.told: dict[str, Any] = json.loads(line)

    @property
    def links(self) -> list[list[str]]:
        found: list[list[str]] = self.told["links"]
        return found

    @property
    def processor(self) -> float:
        """Seconds of processor, in all its threads, so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes of resident memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> dict[str, Any]:
        """End it as an operator does, and return what it says."""
        told, _ = self.process.communicate("", timeout=60)
        return json.loads(told.splitlines()[-1]) if told.strip() else {}


@contextmanager
def hosting(
    tables: int, *, seats: str = f"remote*{SEATS}", port: int = 0, game: str = "ship", options: dict[str, Any] | None = None
) -> Iterator[HostProcess]:
    words = ("benchmarks.open_table", "host"), (str(tables), seats, str(port), game, json.dumps(options or {}))
    with serving(*words) as server:
        yield server


@contextmanager
def serving(module: Sequence[str], arguments: Sequence[str]) -> Iterator[HostProcess]:
    """Run a server in a folder of its own, whose path comes before its other arguments."""
    with tempfile.TemporaryDirectory(prefix="woozle-tables-") as folder:
        server = HostProcess(Path(folder), (*module, folder, *arguments))
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.kill()


def measured_client(server: HostProcess, mode: str, job: dict[str, Any]) -> dict[str, Any]:
    """Run guests in their own process, and return what they and the server say of the time that is measured.

    share: percent of a core; grown: bytes of memory of the server at its end, since this began.
    """
    empty = server.memory
    client = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.table_clients", mode],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert client.stdin and client.stdout and client.stderr
    client.stdin.write(json.dumps(job))
    client.stdin.close()
    marks: list[tuple[float, float]] = []
    for line in client.stderr:
        if line.strip() in ("measuring", "measured"):
            marks.append((perf_counter(), server.processor))
            grown = server.memory - empty
        else:
            print(line, end="", file=sys.stderr)
    found: dict[str, Any] = json.loads(client.stdout.read())
    (began, before), (ended, after) = marks
    return found | {"share": 100 * (after - before) / (ended - began), "grown": grown}


def load(seats: int, period: float, *, pages: int = 0, is_held: bool = False) -> list[Result]:
    """Measure so many seats, each answering once in `period` seconds. pages: of the seats; is_held: whether to limits."""
    tables = round(seats / SEATS)
    with hosting(tables) as server:
        job = {"tables": server.links, "period": period, "pages": pages, "seconds": _SECONDS, "warm": _WARM}
        found = measured_client(server, "seats", job)
        told = server.stop()
    print(json.dumps({**found, **told}, indent=1), file=sys.stderr)
    what = f"{found['seats']} seats{f', {pages} of them pages' if pages else ''}, an answer each {period:g} s"
    return [
        Result(f"{what}: last answer to next question, p50", found["p50"] * 1000, "ms", ""),
        Result("  p95", found["p95"] * 1000, "ms", "<= 50" if is_held else ""),
        Result("  share of the server", found["share"], "% of a core", "<= 60" if is_held else ""),
        Result("  answers", found["answers_a_second"], "a second", ""),
        Result("  memory of the server", found["grown"] / 1000 / found["seats"], "kB a seat", "<= 150" if is_held else ""),
    ]


def seats() -> list[Result]:
    """Measure the three loads."""
    return [*load(500, 1.0, is_held=True), *load(1000, 4.0, is_held=True), *load(1000, 1.0)]


def pages() -> list[Result]:
    """Measure pages among terminals, and pages alone."""
    return [*load(500, 4.0, pages=10), *load(140, 1.0, pages=140)]


def spectators(count: int = 1000) -> list[Result]:
    """Measure the server of one match with many spectators, in which five answers a second can be seen by all."""
    with hosting(1, seats="remote*8", game="urn", options={"handfuls": 5}) as server:
        job = {
            "watching": server.told["watching"][0],
            "tables": server.links,
            "spectators": count,
            "period": 7.6 / LINES,  # of each of 8 seats; the rest goes by from an answer to the next question
            "warm": 3.0,
            "seconds": 6.0,
        }
        found = measured_client(server, "spectators", job)
        told = server.stop()
    print(json.dumps({**found, **told}, indent=1), file=sys.stderr)
    return [
        Result(f"{found['open']} spectators of one match: share of the server", found["share"], "% of a core", "<= 20"),
        Result("  lines of each", found["each_a_second"]["lines"], "a second", ""),
        Result("  bytes of each", found["each_a_second"]["bytes"], "a second", ""),
    ]


def pairs(count: int = 2000) -> list[Result]:
    """Compare what a seat is sent in matches that differ in secrets alone."""
    from tests.option_values import own_games
    from tests.web.leaks import difference, house
    from tests.web.twins import Twins, pairs_of

    games = own_games()
    found = [pair for game in games for pair in pairs_of(game, count // len(games) + 1)][:count]
    changes = Counter(change for pair in found for change in pair.changes)
    print(f"{len(found)} pairs: {dict(changes)}, {sum(pair.seen for pair in found):,} Events seen", file=sys.stderr, flush=True)

    async def compare(some: list[tuple[int, Twins]], folder: Path) -> list[str]:
        async with house(folder) as (tables, base, session):
            return [await difference(pair, "seat" if at % 2 else "page", tables, base, session) for at, pair in some]

    differences: list[str] = []
    numbered = [*enumerate(found)]
    for at in range(0, len(numbered), 100):
        with tempfile.TemporaryDirectory() as folder:
            differences += filter(None, asyncio.run(compare(numbered[at : at + 100], Path(folder))))
        print(f"{min(at + 100, len(numbered))} compared, {len(differences)} differ", file=sys.stderr, flush=True)
    for each in differences[:3]:
        print(each, file=sys.stderr)
    return [Result(f"pairs of matches that a seat can tell apart, of {len(found):,}", len(differences), "pairs", " 0")]


def kills(times: int = 500) -> list[Result]:
    """Kill the server, the guests or both, or cut all connections, until that has been done so many times."""
    from tests.web.kills import Outcome, play_through

    plans = [
        {"game": "urn", "seats": "remote*3,bot*2", "preset": "patient"},
        {"game": "ship", "seats": "remote*3,bot*3", "preset": "standard"},
        {"game": "undercover", "seats": "remote*3,bot*2", "preset": "standard"},
    ]
    whole = Outcome()
    seed = 0
    while (done := sum(whole.kills.values())) < times:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["WOOZLE_HOME"] = f"{folder}/home"
            found = asyncio.run(play_through(Path(folder), plans, min(125, times - done), seed=seed, pause=1.0, between=0.4))
        seed += 1
        whole.answers += found.answers
        whole.problems += found.problems
        for kind, count in found.kills.items():
            whole.kills[kind] = whole.kills.get(kind, 0) + count
        print(f"{whole.kills} kills, {whole.answers} answers, {len(whole.problems)} problems", file=sys.stderr, flush=True)
        for each in found.problems[:5]:
            print(f"  {each}", file=sys.stderr)
    what = f"answers lost, doubled or seen by others, of {whole.answers}, across {sum(whole.kills.values())} kills"
    return [Result(what, len(whole.problems), "answers", " 0")]


def bad_network() -> list[Result]:
    """Play a ship over a network that delays by 75 ms each way and holds 2 % of chunks for 300 ms."""
    from tests.web.kills import BAD, play_through

    with tempfile.TemporaryDirectory() as folder:
        os.environ["WOOZLE_HOME"] = f"{folder}/home"
        plan = {"game": "ship", "seats": "remote*3,bot*4", "preset": "standard"}
        began = perf_counter()
        found = asyncio.run(play_through(Path(folder), [plan], 0, pause=0.0, network=BAD))
    for each in found.problems:
        print(each, file=sys.stderr)
    return [
        Result("a ship over a network of 75 ms each way, 2 % of chunks held 300 ms: answers", found.answers, "answers", ""),
        Result("  lost, doubled or seen by others", len(found.problems), "answers", " 0"),
        Result("  seconds an answer", (perf_counter() - began) / found.answers, "s", ""),
    ]


# Pages in a browser


def first_page() -> list[Result]:
    """Load the page to which a link leads, and that of a seat, each without a cache over a slow network."""
    return asyncio.run(_first_pages())


async def _first_pages() -> list[Result]:
    from tests.web.browser import launch

    with hosting(1, seats="remote,bot*6") as server:
        async with launch() as chromium:
            page = await (await chromium.new_context()).new_page()
            found = await cold_page(page, "the first page, cold, at 1.6 Mbit/s and 150 ms", server.links[0][0])
            await page.fill("#join [name=name]", "Ada")
            await page.click("#join button[type=submit]")
            await page.wait_for_selector("#question")
            return found + await cold_page(page, "the page of a seat in a match, likewise", server.links[0][0].partition("#")[0])


async def cold_page(page: Page, what: str, address: str) -> list[Result]:
    """Load a page without a cache over a slow network."""
    from tests.web.browser import measure_transfers

    async with measure_transfers(page, kbit=1600, milliseconds=150) as transfers:
        await page.goto(address)
        loaded = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    return [Result(what, loaded / 1000, "s", "<= 2"), Result("  transferred", transfers.total / 1000, "kB", "<= 150")]


def heap() -> list[Result]:
    """Measure the heap of a page for each of 2,000 lines of its log."""
    return asyncio.run(_heap())


async def _heap() -> list[Result]:
    from playwright.async_api import WebSocketRoute

    from woozle.arena.fragments import table as fragments
    from woozle.arena.web.match_view import page_message

    from tests.web.browser import heap_size, launch

    lines = await _ship_lines()

    with hosting(1, seats="remote,bot*6") as server:
        async with launch() as chromium:
            page = await (await chromium.new_context()).new_page()
            opened: list[WebSocketRoute] = []

            def keep(socket: WebSocketRoute) -> None:
                opened.append(socket)

            await page.route_web_socket("**/page", keep)
            address, _, token = server.told["watching"][0].partition("#")
            await page.goto(address)
            await page.fill("#watch [name=code]", token)
            await page.click("#watch button")
            await page.wait_for_selector("#log", state="attached")
            sizes = []
            for first in (0, _LOG):
                if not first:
                    opened[-1].send(page_message(type="hello", heartbeat=1000).decode())
                    opened[-1].send(page_message(type="table", parts={"title": "Tick 1"}).decode())
                for at in range(first, first + _LOG, LINES):
                    told = [lines[(at + each) % len(lines)] for each in range(LINES)]
                    opened[-1].send(page_message(type="lines", first=at, html=fragments.lines(told, at)).decode())
                await page.wait_for_selector(f"#line-{first + _LOG - 1}", state="attached")
                sizes.append(await heap_size(page))
            assert await page.locator("#earlier-lines li").count() >= _LOG
    return [Result(f"heap of a page, for each of {_LOG:,} lines", (sizes[1] - sizes[0]) / _LOG / 1000, "kB", "<= 2")]


async def _ship_lines() -> list[Line]:
    """Return the log of a seat in a match of bots."""
    from woozle.arena.play.setup import new_match
    from woozle.arena.views.registry import observer
    from woozle.core.state import observes

    kind = registry.game("ship")
    with tempfile.TemporaryDirectory() as folder:
        config = registry.configure(kind, next(iter(kind.presets)), {})
        ready = new_match("ship", [f"bot*{SEATS}"], config, 5, Path(folder), sync=False)
        await ready.match.play()
        ready.writer.close()
    referee = ready.match.referee
    seat = referee.game.seats[0]
    seen = observer("ship", seat)
    return [line for event, audience in referee.record if observes(seat, audience) for line in seen.see(event)]


ALL = {
    "seats": seats,
    "pages": pages,
    "spectators": spectators,
    "pairs": pairs,
    "kills": kills,
    "bad_network": bad_network,
    "first_page": first_page,
    "heap": heap,
}


def main() -> None:
    if sys.argv[1:2] == ["host"]:
        folder, tables, seating, port, game, told = sys.argv[2:8]
        asyncio.run(host(Path(folder), int(tables), seating, int(port), game, json.loads(told)))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("load", *ALL))
    parser.add_argument("--seats", type=int, default=500)
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--period", type=float, default=1.0)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=2000)
    options = parser.parse_args()
    match options.what:
        case "load":
            results = load(options.seats, options.period, pages=options.pages)
        case "pairs":
            results = pairs(options.pairs)
        case "kills":
            results = kills(options.times)
        case what:
            results = ALL[what]()
    for each in results:
        print(f"{each.what:<70}{each.wanted:>8}{each.shown:>12}  {each.unit}")


if __name__ == "__main__":
    main()
