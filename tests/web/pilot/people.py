"""Simulated participants: what they do at each page of a study, in which browser, and their own log of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Literal

from tests.web.pilot.browsers import BrowserError, Tab

Deed = Literal[
    "finishes",
    "reloads",
    "goes back",
    "uses two tabs",
    "sleeps",
    "loses the network",
    "is killed and comes back",
    "comes twice",
    "withdraws",
    "declines",
    "fails the check",
    "leaves for good",
    "gives up in a match",
    "never finishes",
    "runs out of time",
    "comes too late",
    "returns and is replaced",
    "stays away",
]

LOOK, WAY = (Path(__file__).with_name(name).read_text("utf-8") for name in ("look.js", "way.js"))


@dataclass
class Person:
    """A simulated participant, with their own log.

    Attributes:
        number: From 1; `agent` names them in what their browser sends.
        pid, session: Ids at the recruiter.
        sentences: What they type, in turn; no two people share a word.
        pages: Pages that they saw, in order.
        tables: Ids of the tables where they sat, in order.
        answers: To questions of forms, by page and name.
        moves: Answers at tables, by id of the table and number of the question.
        typed: Everything that they typed.
        left: How they ended, as a word of their own.
        troubles: What could not be done at once.
    """

    deed: Deed
    hands: Literal["keys", "clicks"] = "clicks"
    browser: Literal["chromium", "phone", "firefox"] = "chromium"
    has_script: bool = True
    releases: bool = False
    number: int = 0
    pid: str = ""
    session: str = ""
    sentences: tuple[str, ...] = ()
    code: str = ""
    left: str = ""
    pages: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)
    moves: dict[tuple[str, int], tuple[str | None, str]] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    @property
    def mark(self) -> str:
        return f"Pilot/{self.number:03}."

    @property
    def agent(self) -> str:
        return f"Mozilla/5.0 (X11; Linux x86_64) {self.mark}"

    def draw(self, *about: object) -> Random:
        """Return the same chance for the same question, so that they answer alike when they are asked again."""
        return Random(f"{self.number} {about}")


Opening = Callable[[Person], Awaitable[Tab]]
"""Opens a browser of somebody."""


class LeavingError(Exception):
    """They leave now."""


class StuckError(Exception):
    """A page that they cannot use."""


class Visit:
    """One visit of a person.

    Args:
        right: The right answers to the check, by id.
        lose: Takes the network from them, or gives it back.
        until: Set when nobody is waited for any more; who never finishes leaves then.
    """

    def __init__(
        self, person: Person, tab: Tab, home: str, right: dict[str, str], lose: Callable[[bool], None], until: asyncio.Event
    ) -> None:
        self.person, self.tab = person, tab
        self._home = home
        self._right, self._lose, self._until = right, lose, until
        self._has_done = False
        self._answered = 0

    async def go(self, url: str) -> None:
        """Go through the study from an address to the end, or until they leave."""
        person = self.person
        try:
            if url:
                await self.tab.goto(url)
            while not person.left and not self._until.is_set():
                await self._look()
        except LeavingError:
            pass

    async def _look(self) -> None:
        """Look at the page, and do what there is to do."""
        person, seen = self.person, await self.tab.value(LOOK)
        if not seen or not seen["words"]:
            await asyncio.sleep(0.2)
            return
        is_table = seen["path"].startswith("/t/")
        name = "table" if is_table else seen["at"] or seen["title"]
        if not person.pages or person.pages[-1] != name:
            person.pages.append(name)
        if is_table and (table := table_of(seen["path"])) not in person.tables:
            person.tables.append(table)
        try:
            if not self._has_done and self._is_time(seen):
                self._has_done = True
                await self._do_deed(seen)
                return
            if is_table:
                await self._play(seen)
            elif seen["at"]:
                await self._read(seen)
            elif seen["is_welcome"]:
                await self._press("main form button.main, main a.button.main", seen)
            elif seen["title"] == "Recruiter" and seen["out"]:
                await self._press("#open", seen)
            elif seen["title"] == "There is nothing here":
                await self._press("main a", seen)
            else:
                await asyncio.sleep(0.3)
        except BrowserError as error:
            person.troubles.append(f"{name}: {error}")
            await asyncio.sleep(0.3)

    # Pages

    async def _read(self, seen: dict[str, Any]) -> None:
        person = self.person
        if person.deed == "runs out of time" and seen["at"].startswith("steps.questionnaire"):
            await asyncio.sleep(0.5)
            await self.tab.reload()
            return
        if seen["boxes"]:
            if person.deed == "declines":
                await self._press('#page button[value="decline"]', seen)
                return
            for name in seen["boxes"]:
                if name != "release" or person.releases:
                    await self._tick(name)
        elif seen["code"]:
            person.code = seen["code"].replace("-", "")
            await self._tick("kept")
        for each in seen["asked"]:
            await self._answer(seen["at"], each)
        if seen["does"]:
            await self._press("#page button.main", seen)
        elif seen["at"].split(".")[0] in ("goodbye", "declined", "full", "over"):
            if seen["out"]:
                await self._press("main a[href]", seen)
            person.left = seen["at"].split(".")[0]
        else:
            await asyncio.sleep(0.3)

    async def _answer(self, at: str, asked: dict[str, Any]) -> None:
        person, name = self.person, asked["name"]
        chance = person.draw(at, name)
        if asked["values"]:
            wanted = chance.choice([each for each in asked["values"] if each != "-"] if chance.random() < 0.9 else asked["values"])
            right = self._right.get(name.removeprefix("q-"))
            if right:
                is_right = [words == right for words in asked["words"]]
                wanted = asked["values"][is_right.index(person.deed != "fails the check")]
            await self._pick("#page", name, wanted)
            person.answers[at, name] = asked["words"][asked["values"].index(wanted)]
        elif asked["none"] and chance.random() < 0.15:
            await self._tick(f"none-{name.removeprefix('q-')}")
            person.answers[at, name] = "prefer not to say"
        else:
            is_text = asked["type"] == "textarea"
            text = self._sentence() if is_text else str(chance.randint(int(asked["low"] or 0), int(asked["high"] or 9)))
            await self._fill(f'#page [name="{name}"]', text)
            person.answers[at, name] = text

    # Tables

    async def _play(self, seen: dict[str, Any]) -> None:
        asked = seen["ask"]
        if seen["is_over"]:
            await self._press("#over a.main, #closed:not([hidden]) a.main", seen)
        elif seen["elsewhere"]:
            await self.tab.click("#yield")
        elif asked and asked["sure"]:
            await self._press('#question [name="sure"]', seen)
        elif asked and asked["id"]:
            await self._move(seen, asked)
        elif not self.person.has_script:
            await self._press("footer noscript a", seen)
            await asyncio.sleep(0.3)
        else:
            await asyncio.sleep(0.15)

    async def _move(self, seen: dict[str, Any], asked: dict[str, Any]) -> None:
        person, at = self.person, (table_of(seen["path"]), int(asked["id"]))
        await asyncio.sleep(0.4)  # nothing answers a question before it can be read
        chance = person.draw(*at)
        choice: str | None = None
        text = ""
        if asked["choices"]:
            choice = chance.choice(asked["choices"])
            await self._pick("#ask", "choice", choice)
        elif asked["first"]:
            choice = self._text_for(asked, asked["first"], chance)
            await self._fill("#ask [name=choice]", choice)
        if asked["texts"]:
            text = chance.choice(asked["texts"])
            await self._pick("#ask", "text", text)
        elif asked["box"] and await self.tab.value("document.querySelector('#ask [name=text]')?.offsetParent != null"):
            text = self._text_for(asked, asked["box"], chance)
            await self._fill("#ask [name=text]", text)
        if at not in person.moves:
            self._answered += 1
        person.moves[at] = choice, text
        await self._press("#ask button.main", seen)

    def _text_for(self, asked: dict[str, Any], kind: str, chance: Random) -> str:
        if kind == "number":
            return str(chance.randint(int(asked["low"]), int(asked["high"])))
        return self._sentence()

    def _sentence(self) -> str:
        person = self.person
        text = person.sentences[len(person.typed) % len(person.sentences)]
        person.typed.append(text)
        return text

    # Fingers

    async def _tick(self, name: str) -> None:
        own = f'input[name="{name}"]'
        box = f"#page {own}"
        if await self.tab.value(f"document.querySelector('{box}').checked"):
            return
        if self.person.hands == "keys":
            await self._focus(box)
            await self.tab.keys(" ")
        else:
            await self.tab.click(f"#page label:has({own})")

    async def _pick(self, form: str, name: str, value: str) -> None:
        radio = f'{form} [type=radio][name="{name}"]'
        own = f'[type=radio][name="{name}"][value={json.dumps(value)}]'
        this = f"{form} {own}"
        if self.person.hands == "clicks":
            await self.tab.click(f"{form} label:has({own})")
            return
        await self._focus(radio)
        await self.tab.keys(" ")
        for _ in range(40):
            if await self.tab.value(f"document.querySelector({json.dumps(this)}).checked"):
                return
            await self.tab.keys("ArrowDown")
        raise BrowserError(f"No key chooses {this}.")

    async def _fill(self, field: str, text: str) -> None:
        if self.person.hands == "keys":
            await self._focus(field)
        else:
            await self.tab.click(field)
        if await self.tab.value(f"document.querySelector('{field}').value"):
            await self.tab.keys("End")
            for _ in range(len(await self.tab.value(f"document.querySelector('{field}').value") or "")):
                await self.tab.keys("Backspace")
        await self.tab.type(text)

    async def _press(self, button: str, seen: dict[str, Any]) -> None:
        """Press a button, and wait until the page is another one."""
        await self.tab.value("document.documentElement.setAttribute('data-seen', '')")
        if self.person.hands == "keys":
            await self._focus(button)
            await self.tab.keys("Enter")
        else:
            await self.tab.click(button)
        for _ in range(40):
            now = await self.tab.value(LOOK)
            if now and (not now["is_marked"] or now["path"] != seen["path"] or now["is_over"] != seen["is_over"]):
                return
            if now and (now["ask"] or {}).get("id") != (seen["ask"] or {}).get("id"):
                return
            if now and now["ask"] and now["ask"]["once_more"]:
                await (self.tab.keys("Enter") if self.person.hands == "keys" else self.tab.click(button))
            await asyncio.sleep(0.1)

    async def _focus(self, selector: str) -> None:
        """Go to an element by the tab key, or back by shift and tab.

        Firefox that is steered does not always come back by them once it has left a page at its end; then it is put there again.
        """
        passed: list[str] = []
        for _ in range(150):
            way = await self.tab.value(WAY.replace("SELECTOR", json.dumps(selector)))
            if way is None or way["to"] == "gone":
                raise BrowserError(f"{selector} is gone.")
            if way["to"] == "here":
                return
            if self.person.browser == "firefox" and way["at"].startswith("body") and way["at"] in passed:
                await self.tab.value("getSelection().collapse(document.body, 0)")
            passed.append(way["at"])
            await self.tab.keys("Tab" if way["to"] == "on" else "Shift+Tab")
        raise StuckError(f"No key leads to {selector}, but to {', '.join(dict.fromkeys(passed))}.")

    # Deeds

    def _is_time(self, seen: dict[str, Any]) -> bool:
        """Return whether now is when they do what they do."""
        is_asked = bool(seen["ask"] and seen["ask"]["id"])
        match self.person.deed:
            case "leaves for good" | "gives up in a match" | "never finishes":
                return is_asked
            case "returns and is replaced":
                return seen["at"].startswith("steps.form")
            case "goes back":
                return seen["at"].startswith("steps.check")
            case "reloads" | "uses two tabs" | "sleeps" | "loses the network" | "is killed and comes back":
                return is_asked and self._answered >= self.person.number % 2
        return False

    async def _do_deed(self, seen: dict[str, Any]) -> None:
        person = self.person
        match person.deed:
            case "reloads":
                await self.tab.reload()
            case "goes back":
                await self.tab.back()
                await self.tab.back()
            case "uses two tabs":
                other = await self.tab.beside()
                await other.goto(self._home)
                await self.tab.close()
                self.tab = other
            case "sleeps":
                await self.tab.sleep(4)
            case "loses the network":
                self._lose(True)
                await asyncio.sleep(4)
                self._lose(False)
            case "is killed and comes back":
                self.tab = await self.tab.again()
                await asyncio.sleep(2)
                await self.tab.goto(self._home)
            case "leaves for good" | "gives up in a match" | "returns and is replaced":
                person.left = "left"
                raise LeavingError
            case "never finishes":
                await self._until.wait()
                person.left = "never"
                raise LeavingError


def table_of(path: str) -> str:
    """Return the id of a table, of whose pages this is the path of one."""
    return path.split("/")[2]


# A crowd

_SYLLABLES = [f"{first}{vowel}{last}" for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("l", "n", "r", "x", "")]


def crowd(kinds: Iterable[Person], seed: int) -> list[Person]:
    """Give people names, ids at the recruiter, and what they type, which includes who they are; number them from 1."""
    words = _words(Random(seed))
    people = []
    for number, person in enumerate(kinds, 1):
        name, mail = f"{next(words).title()} {next(words).title()}", f"{next(words)}@{next(words)}.example"
        sentences = (f"I am {name}", mail, *(f"{next(words)} {next(words)} {next(words)}" for _ in range(4)))
        pid, session = f"{next(words)}{next(words)}{number}", f"{next(words)}{next(words)}"
        people.append(replace(person, number=number, sentences=sentences, pid=pid, session=session))
    return people


def _words(chance: Random) -> Iterator[str]:
    """Yield words that nobody else says, and no text of ours has."""
    said = set()
    while True:
        word = "".join(chance.choice(_SYLLABLES) for _ in range(3))
        if len(word) >= 7 and word not in said:
            said.add(word)
            yield word
