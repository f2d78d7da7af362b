"""How exact the times of a study's pages are: what transcripts say, beside the log of the driver that pressed the keys.

    python -m benchmarks.study_timing              # one page
    python -m benchmarks.study_timing --pages 40

The driver steers Chromium by its own protocol (`Input.dispatchKeyEvent`) and notes by its monotonic clock when it sent each key.
The clock of a page is related to it by the quickest of many readings, whose half round trip bounds the error. When a question was
painted is what the browser itself reports (Element Timing, to 4 ms), and not what the page's script takes for it.

error = seconds in the transcript - (when the key was sent - when the question was painted)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.open_table import HostProcess
from benchmarks.result import Result
from benchmarks.study_load import go_through, next_question, page_script, study_server
from benchmarks.table_clients import QUIET_CHOICES
from woozle.saves.transcript import read

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Locator, Page

_READINGS = 40  # of a page's clock
_THINKS, _CHECKS = (0.6, 1.6), (0.2, 0.8)  # seconds to the first key, and from there to the one that sends
_WAY_IN = 1.0  # seconds of two cores, for each of many pages, until it is in a match
_NOTE = page_script("notes")
_QUIET_KEY = page_script("quiet_key")


class Press(NamedTuple):
    """The two keys of an answer, when they were sent in seconds of the driver's clock, and what the page noted of them.

    stamps: of the events. handled: when they reached the page's handlers. Both in seconds of the page's clock.
    """

    first: float
    sent: float
    stamps: tuple[float, float]
    handled: tuple[float, float]


class Notes:
    """What a page tells of itself, in seconds of its clock.

    painted, frames: when the browser painted each question, and when its second frame began, by number. pressed: stamp and handling
    of keys.
    """

    def __init__(self) -> None:
        self.painted: dict[int, float] = {}
        self.frames: dict[int, float] = {}
        self.pressed: list[tuple[float, float]] = []
        self._changed = asyncio.Event()

    def take(self, source: Mapping[str, Any], kind: str, first: float, second: float) -> None:
        if kind == "opened":
            self.painted, self.frames, self.pressed = {}, {}, []
        elif kind in ("painted", "frame"):
            (self.painted if kind == "painted" else self.frames).setdefault(int(first), second / 1000)
        else:
            self.pressed.append((first / 1000, second / 1000))
        self._changed.set()

    async def until_pressed(self, count: int) -> None:
        while len(self.pressed) < count:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 30)


@dataclass
class DriverLog:
    """What the driver did in one page of a match.

    offset, error: from its clock to the page's, in seconds. presses, painted, frames: by number of the question.
    """

    offset: float
    error: float
    presses: dict[int, Press] = field(default_factory=dict)
    painted: Mapping[int, float] = field(default_factory=dict)
    frames: Mapping[int, float] = field(default_factory=dict)


class Error(NamedTuple):
    """Of one answer, in milliseconds.

    painted: of when the script thinks that it was painted. frame: of the second frame, by which it goes where browsers do not say.
    delay: of handlers.
    """

    first_key: float
    submit: float
    painted: float
    frame: float
    delay: float


def errors(log: DriverLog, timings: Sequence[Mapping[str, Any]]) -> list[Error]:
    """Return the errors of a page. timings: of the participant's answers, in order."""
    found = []
    for number, press in log.presses.items():
        if number > len(timings) or number not in log.painted:
            continue
        timing, shown = timings[number - 1], log.painted[number]
        first, sent = (at + log.offset - shown for at in (press.first, press.sent))
        painted = press.stamps[0] - timing["first_key"] - shown
        frame = log.frames.get(number, shown) - shown
        delay = press.handled[1] - press.stamps[1]
        wrong = timing["first_key"] - first, timing["submit"] - sent, painted, frame, delay
        found.append(Error(*(1000 * each for each in wrong)))
    return found


async def read_clock(devtools: CDPSession) -> tuple[float, float]:
    """Return the offset from the driver's clock to a page's, in seconds, and its greatest error."""
    readings = []
    for _ in range(_READINGS):
        before = monotonic()
        told = await devtools.send("Runtime.evaluate", {"expression": "performance.now()"})
        after = monotonic()
        readings.append(((after - before) / 2, told["result"]["value"] / 1000 - (before + after) / 2))
    error, offset = min(readings)
    return offset, error


async def press(devtools: CDPSession, key: str) -> float:
    """Press a key, and return when it was sent."""
    enter = key == "Enter"
    told = {"key": key, "text": "\r" if enter else key, "windowsVirtualKeyCode": 13 if enter else ord(key.upper())}
    sent = monotonic()
    await devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", **told})
    await devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **told})
    return sent


async def say_something(text: Locator) -> None:
    await text.fill("50" if await text.get_attribute("type") == "number" else "I was in the cafeteria.")


async def play(page: Page, notes: Notes, log: list[DriverLog], until: float, random: Random) -> None:
    """Answer by keys until a time, or the end of the match."""
    devtools = await page.context.new_cdp_session(page)
    mine = DriverLog(*await read_clock(devtools), painted=notes.painted, frames=notes.frames)
    log.append(mine)
    answered = ""
    while monotonic() < until:
        if not (answered := await next_question(page, answered)):
            return
        await asyncio.sleep(random.uniform(*_THINKS))
        key = await page.evaluate(_QUIET_KEY, QUIET_CHOICES)
        text = page.locator("#question [name=text]:visible")
        if not key:
            await say_something(text)
            await text.press("Enter")
            continue
        before = len(notes.pressed)
        first = await press(devtools, key)
        await asyncio.sleep(random.uniform(*_CHECKS))
        if await text.count():
            await say_something(text)
        if await page.locator("#question [name=choice][data-sure]:checked").count():
            await press(devtools, "Enter")
        sent = await press(devtools, "Enter")
        await notes.until_pressed(before + 2)
        (stamp, handled), (last_stamp, last_handled) = notes.pressed[before], notes.pressed[-1]
        mine.presses[int(answered)] = Press(first, sent, (stamp, last_stamp), (handled, last_handled))


async def take_part(chromium: Browser, link: str, rights: dict[str, int], log: list[DriverLog], until: float, number: int) -> None:
    """Take part in a study by a link, until a time."""
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    notes = Notes()
    await context.expose_binding("note", notes.take)
    await context.add_init_script(_NOTE)
    random = Random(number)
    await go_through(await context.new_page(), link, rights, lambda page: play(page, notes, log, until, random), until)


async def drive(server: HostProcess, seconds: float) -> list[DriverLog]:
    from tests.web.browser import launch

    links, log = server.told["links"], list[DriverLog]()
    async with launch() as chromium:
        until = monotonic() + seconds + _WAY_IN * len(links)
        await asyncio.gather(
            *(take_part(chromium, link, server.told["rights"], log, until, number) for number, link in enumerate(links))
        )
    return log


def recorded_timings(study: Path) -> list[list[dict[str, Any]]]:
    """Return the timings of the answers of people, in order, of each match."""
    found = []
    for folder in (study / "data" / "matches").iterdir():
        transcript = read(folder)
        mine = [line.body["response"] for line in transcript.lines if line.body["request"]["to"] in transcript.header.people]
        found.append([response.get("timing") or {} for response in mine])
    return found


def page_times(count: int = 1, seconds: float = 80.0) -> list[Result]:
    """Measure one page."""
    with study_server(count, is_short=True) as server:
        log = asyncio.run(drive(server, seconds))
        matches = recorded_timings(Path(server.told["study"]))
        server.stop()
    each = [error for match in log for error in best_fit(match, matches)]
    if not each:
        raise RuntimeError("No page came to a question in time; the machine is too busy.")
    return _results(count, each, max(match.error for match in log))


def many_page_times() -> list[Result]:
    """Measure forty pages at once, in one browser."""
    return page_times(40)


def best_fit(log: DriverLog, matches: list[list[dict[str, Any]]]) -> list[Error]:
    """Return the errors of a page beside its transcript, which is the one that fits: addresses of tables name no folder."""
    last = max(log.presses, default=0)  # which may have come too late to be recorded
    fits = [found for timings in matches if len(timings) >= last - 1 and (found := errors(log, timings))]
    return min(fits, key=lambda each: median(abs(error.first_key) for error in each), default=[])


def _results(count: int, each: list[Error], clocks: float) -> list[Result]:
    columns = {name: sorted(abs(getattr(error, name)) for error in each) for name in Error._fields}
    print(json.dumps({name: [round(at, 2) for at in column] for name, column in columns.items()}), file=sys.stderr)
    is_held = count == 1

    def quantiles(what: str, name: str) -> list[Result]:
        column = columns[name]
        high = column[min(len(column) - 1, int(0.95 * len(column)))]
        return [
            Result(f"{what}, median error", median(column), "milliseconds", "<= 5" if is_held else ""),
            Result("  p95", high, "milliseconds", "<= 20" if is_held else ""),
        ]

    pages = "one page" if count == 1 else f"{count} pages at once"
    return [
        *quantiles(f"{pages}: first key", "first_key"),
        *quantiles(f"{pages}: submit", "submit"),
        Result("  answers", len(each), "answers", ""),
        Result("  of it the script's idea of the paint, median", median(columns["painted"]), "milliseconds", ""),
        Result("  of the second frame, for browsers that do not say, median", median(columns["frame"]), "milliseconds", ""),
        Result("  from the key to its handler, not in it, median", median(columns["delay"]), "milliseconds", ""),
        Result("  error of the clocks' offset, at most", 1000 * clocks, "milliseconds", ""),
    ]


ALL = {"page_times": page_times, "many_page_times": many_page_times}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=80.0)
    options = parser.parse_args()
    for each in page_times(options.pages, options.seconds):
        print(f"{each.what:<90}{each.wanted:>8}{each.shown:>12}  {each.unit}")


if __name__ == "__main__":
    main()
