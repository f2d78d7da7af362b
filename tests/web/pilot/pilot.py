"""A pilot: simulated people go through studies in browsers, sent by a recruiter, and afterwards everything is checked."""

from __future__ import annotations

import asyncio
import json
import re
import runpy
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from woozle.arena.studies.expiry import expire_visits
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import format_code
from woozle.arena.studies.payments import write_bonuses
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.reconciliation import reconcile
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.arena.views.study import UNSAID
from woozle.arena.web.study_server import open_study
from woozle.arena.web.ways_in import WayIn

from tests.arena.studies.recount import Study as Recounted
from tests.arena.studies.recount import compared, status
from tests.arena.studies.recount_matches import Match
from tests.arena.studies.study_plans import plan, write_study
from tests.web.pilot.browsers import Tab, open_chromium, open_firefox
from tests.web.pilot.people import LOOK, Deed, Opening, Person, StuckError, Visit
from tests.web.pilot.recruiter import Recruiter, open_recruiter
from tests.web.pilot.traces import Search, planted_home
from tests.web.proxy import Proxy, proxied
from tests.web.test_reverse_proxies import free_port

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium

PATIENCE = 240.0  # seconds for one visit
LEFT = 700.0  # seconds after which a page that was closed is left
GIVING_BACK: frozenset[Deed] = frozenset({"declines", "returns and is replaced", "gives up in a match"})
"""Deeds after which somebody gives up their submission, so that the recruiter sends another person."""
LASTING: frozenset[Deed] = frozenset({"never finishes", "comes too late"})
"""Deeds of those for whom nobody waits."""
ENDS: Mapping[Deed, set[str]] = {
    "fails the check": {"screened out"},
    "withdraws": {"withdrawn"},
    "returns and is replaced": {"dropped out"},
    "runs out of time": {"timed out"},
    **{deed: {"dropped out", "no group", "partner left"} for deed in ("leaves for good", "gives up in a match", "never finishes")},
    **{deed: {"finished", "dropped out"} for deed in ("sleeps", "loses the network", "is killed and comes back")},
}
"""The ends of those who do not simply finish. Who was away may be lost to their group at its end, which then does not wait."""
SCRIPT = Path(__file__).parents[3] / "docs" / "plots" / "study_report.py"
FORMATS = ("csv", "parquet")
RIGHT = {"lie": "Yes", "crook": "One player"}
CODES = {
    "completion": "CDONE017", "screened_out": "CSCREEN2", "no_consent": "CDECLINE", "quota_full": "CFULL044",
    "no_group": "CNOGROUP", "partner_left": "CPARTNER", "timed_out": "CTIMEOUT",
}  # fmt: skip
GROUPS = plan("believing_groups")
GROUPED = plan("believing_grouping")
TOGETHER = re.sub(r"\[\[conditions\.solo\]\]\n(?:[^\[\n].*\n)+", "", GROUPS)
LEAVING = GROUPED.replace('"solo"', '"leave"').replace('"bot"', '"leave"')
"""Groups that end when somebody is lost, and none for those who wait in vain."""
HIDDEN = (
    'page_minutes = 1\npage_then = "timed_out"\n'
    + GROUPED.replace("0.25", "5").replace('"solo"', '"leave"')
    + "shows_replacement = false\nblind = true\nslot_seconds = 1\n"
)
"""Groups in which nobody learns who sits where, or whom a program replaces; the time for a page can run out."""
FULL = re.sub(r'(name = "\w+"\n)', r"\1most = 3\n", TOGETHER)
"""Conditions with room for one group each."""


@dataclass
class Found:
    """What a pilot found. counts: by name; faults: sentences, none if all is well."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.faults.append(f"{what}: {found!r}, not {expected!r}")


def pilot_study(folder: Path, recruiter: Recruiter, conditions: str, more: str) -> StudyFolder:
    """Write the study of a pilot."""
    exits = "".join(
        f'[[exits]]\nwhen = "{when}"\ncode = "{code}"\nurl = "{recruiter.base}/submissions/complete?cc={{code}}"\npay = 1.5\n'
        for when, code in CODES.items()
    )
    texts = dict.fromkeys(("information", "consent", "debrief"), "Some of your partners may be programs, and may lie.\n")
    return write_study(folder, plan("believing", more) + exits + conditions, **texts)


async def piloted(
    place: Path,
    people: Sequence[Person],
    chromium: Chromium,
    *,
    conditions: str = GROUPS,
    more: str = GROUPED,
    at_once: int = 4,
    tell: Callable[[str], object] = lambda sentence: None,
) -> Found:
    """Run a study of a pilot from its first visitor to its tables, and return what was found.

    Args:
        place: An empty folder, which holds all that comes of it.
        conditions, more: Parts of the plan.
        at_once: How many people take part at the same time.
    """
    told: list[str] = []

    def report(error: BaseException) -> None:
        told.append(f"A failure of the server: {error!r}")

    async def open_tab(person: Person) -> Tab:
        if person.browser == "firefox":
            return await open_firefox(person.agent, 500)
        return await open_chromium(chromium, person.agent, is_phone=person.browser == "phone", has_script=person.has_script)

    with planted_home(place) as secrets:
        async with open_recruiter("study-of-the-pilot") as recruiter, proxied(0, delay=0, held_share=0) as proxy:
            study = pilot_study(place / "studies" / "pilot", recruiter, conditions, more)
            pilot = Pilot(place, study, recruiter, proxy, people, tell)
            way = WayIn("proxy", port=free_port(), base=f"http://127.0.0.1:{proxy.port}")
            async with open_study(study, way, tell=told.append, report=report, clock=pilot.clock, is_open=True) as served:
                proxy.to, recruiter.url = way.port, f"{served.base}/join"
                await pilot.all_come(open_tab, served.base, at_once)
                pilot.ahead += LEFT
                await served.pages.end_left_visits()
                await asyncio.to_thread(pilot.is_settled)
            pilot.found.faults += [each for each in told if each.startswith("A failure")]
            pilot.all_is_checked([*secrets.values()], told)
    return pilot.found


class Pilot:
    """A study that is served, its recruiter, and people. ahead: seconds by which its clock was put forward.

    Args:
        place: A folder for all that comes of it.
        tell: Takes what happens, as sentences.
    """

    def __init__(
        self,
        place: Path,
        study: StudyFolder,
        recruiter: Recruiter,
        proxy: Proxy,
        people: Sequence[Person],
        tell: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        self.place, self.study, self.recruiter, self.people = place, study, recruiter, people
        self.found = Found()
        self.ahead = 0.0
        self._here: list[Person] = []
        self._proxy = proxy
        self._tell = tell
        self._until = asyncio.Event()

    def clock(self) -> float:
        return time.monotonic() + self.ahead

    # What people do

    async def all_come(self, open_tab: Opening, base: str, at_once: int) -> None:
        """Everybody comes, so many at once; for each who gives up their place, and for no other, one more is sent."""
        givers = [each for each in self.people if each.deed in GIVING_BACK]
        others = [each for each in self.people if each not in givers]
        first, rest = [*givers, *others[: -len(givers) or None]], iter(others[len(others) - len(givers) :])
        gate = asyncio.Semaphore(at_once)

        async def one(person: Person) -> None:
            while (
                person.deed == "comes too late"
                and not self.study.is_full(self.study.participants(), None)
                and not self._until.is_set()
            ):
                await asyncio.sleep(0.3)
            async with gate:
                self._here.append(person)
                await self._comes(person, open_tab, base)
                self._here.remove(person)
            if person.deed in GIVING_BACK and (next_one := next(rest, None)):
                await one(next_one)

        coming = [asyncio.create_task(one(each)) for each in first]
        ending = [task for task, person in zip(coming, first, strict=True) if person.deed not in LASTING]
        while under_way := [task for task in ending if not task.done()]:
            await asyncio.sleep(0.3)
            for task in coming:
                if task.done():
                    task.result()
            if sum(map(self._waits, self._here)) == len(under_way):
                self.ahead += 60 * max(self.study.plan.grouping.wait_minutes, self.study.plan.page_minutes or 0) + 10
                await asyncio.sleep(2)
        self._until.set()
        await asyncio.gather(*coming)
        self.found.expect("people who were not sent", [each.number for each in rest], [])

    def _waits(self, person: Person) -> bool:
        """Return whether somebody does nothing but wait."""
        who = self.study.participant(person.code) if person.code else None
        is_late = person.deed == "runs out of time" and "steps.questionnaire.1" in person.pages
        return is_late or bool(who and who.waits_since)

    async def _comes(self, person: Person, open_tab: Opening, base: str) -> None:
        """Somebody takes part, from the recruiter's page to the last one."""
        began = time.perf_counter()
        page = self.recruiter.send(person.pid, person.session)
        if person.deed == "stays away":
            return
        tab = await open_tab(person)
        mark = person.mark.encode()

        def lose(is_lost: bool) -> None:
            if is_lost:
                self._proxy.lose(mark)
            else:
                self._proxy.lost.discard(mark)

        visit = Visit(person, tab, f"{base}/visit", RIGHT, lose, self._until)
        try:
            async with asyncio.timeout(None if person.deed == "never finishes" else PATIENCE):
                await visit.go(page)
        except (TimeoutError, StuckError) as error:
            seen = await visit.tab.value(LOOK)
            self.found.faults.append(
                f"{person.number}, who {person.deed}, is stuck: {error}, {person.pages[-3:]}, {person.troubles[-3:]}, {seen}"
            )
        if person.deed in GIVING_BACK and person.left in ("declined", "left"):
            self.recruiter.give_back(person.pid)
            self.found.expect("places freed of people who are at the screen", self._reconcile(), set())
        await visit.tab.close()
        if person.deed == "withdraws":
            with suppress(StudyError):  # their visit is open for a while
                withdraw_participant(self.study, person.code)
                self.found.faults.append(f"{person.number} was withdrawn whose visit is open.")
        if person.deed == "comes twice":
            await self._is_refused(person, await open_tab(person), page)
        self._tell(
            f"{person.number} ({person.browser}, {person.hands}) {person.deed}: {person.left}, {time.perf_counter() - began:.0f} s"
        )

    async def _is_refused(self, person: Person, tab: Tab, page: str) -> None:
        """Somebody comes with an id that was used, in a browser that knows nothing: a sentence names whom to write to."""
        await tab.goto(page)
        await tab.click("#open")
        async with asyncio.timeout(PATIENCE):
            while not (seen := await tab.value(LOOK)) or "only once" not in seen["words"]:
                await asyncio.sleep(0.2)
        shown = [each for each in (format_code(person.code), *person.typed, "mo@example.org") if each in seen["words"]]
        self.found.expect(f"what {person.number} sees who comes twice", shown, ["mo@example.org"])
        await tab.close()

    # What is checked
    def all_is_checked(self, secrets: Sequence[str], served: Sequence[str]) -> Found:
        """Check everything that is left of the pilot. served: sentences that the server told the researcher."""
        expire_visits(self.study, datetime.now(UTC) + timedelta(hours=self.study.plan.leaving.keep_hours + 1))
        for with_text in (False, True):
            out = self.tables / ("with_text" if with_text else "usual")
            done = export_study(self.study, out, FORMATS, with_text=with_text, tell=self.found.faults.append)
            self.found.expect("matches that were left out", done.left_out, 0)
            made = compared(self.study.path, out, with_text=with_text)
            self.found.faults += [f"{self.study.plan.name}, {out.name}: {each}" for each in made.differences]
            self.found.counts["cells made again by other code"] += sum(made.cells.values())
        for name, rows in made.rows.items():
            self.found.counts[f"rows: {name}"] += rows
        self.is_what_people_did()
        self.is_made_by_pandas()
        self.is_nothing_lost()
        self.traces_are_sought(secrets, served)
        return self.found

    @property
    def tables(self) -> Path:
        return self.place / "tables"

    # The recruiter

    def is_settled(self) -> None:
        """While the study is served, the recruiter gives up on who is away, pays, and some have their data withdrawn."""
        self.recruiter.time_out()
        away = {each.code for each in self.people if each.deed in GIVING_BACK and each.left == "left"}
        away &= {who.code for who in self.study.participants() if who.is_open}
        self.found.expect("places freed", self._reconcile(), away)
        self.recruiter.approve({CODES["completion"]})
        self.is_paid()
        for person in self.people:
            if person.deed == "withdraws":
                withdraw_participant(self.study, person.code)

    def _reconcile(self) -> set[str]:
        """Compare the recruiter's export with the study; return whose places are freed."""
        exported = self.recruiter.export(self.place / "recruiter.csv")
        done = reconcile(self.study, exported)
        exported.unlink()
        differences = [each for each in done.differences if "RETURNED at the recruiter, but at the screen here" not in each]
        self.found.expect("differences from the recruiter's export", differences, [])
        return {*done.freed}

    def is_paid(self) -> None:
        """Everybody who finished is paid once."""
        listed = write_bonuses(self.study)
        if listed.path:
            self.recruiter.pay(listed.path)
        self.found.expect("a second list of bonuses", write_bonuses(self.study).paid, 0)
        paid = {each.pid: float(each.bonus) for each in self.recruiter.submissions.values() if each.bonus}
        people = Recounted(self.study.path).expected(with_text=False)["participants"]
        due = {each["participant"]: each["bonus"] for each in people if each["bonus"]}
        self.found.expect("bonuses paid", paid, {each.pid: due[each.code] for each in self.people if each.code in due})
        self.found.counts["bonuses paid"] += len(paid)
        self.found.faults += self.recruiter.faults

    # Tables

    def is_what_people_did(self) -> None:
        """Everybody who agreed has the end that they came to."""
        for person in self.people:
            if person.code:
                entries = [json.loads(line) for line in self.study.journal_path(person.code).read_text("utf-8").splitlines()]
                ends = ENDS.get(person.deed, {"finished"})
                if self.study.plan.grouping.lost == "leave" and "finished" in ends:
                    ends = ends | {"no group", "partner left"}
                self.found.expect(
                    f"whether {person.number}, who {person.deed}, is {status(entries)}", status(entries) in ends, True
                )
                self.found.counts[f"ended: {status(entries)}"] += 1
                if grouped := next((each["data"] for each in entries if each["what"] == "grouped"), None):
                    self.found.counts["played: alone" if grouped.get("solo") else "played: in a group"] += 1
            else:
                left = {"declines": "declined", "comes too late": "full"}.get(person.deed, "")
                self.found.expect(f"how {person.number} left, who {person.deed}", person.left, left)

    def is_made_by_pandas(self) -> None:
        """Flow, scores and decisions of the script in docs/ are those of an independent count."""
        script = runpy.run_path(str(SCRIPT))
        rows = Recounted(self.study.path).expected(with_text=False)
        flow: Counter[tuple[str, str]] = Counter()
        for each in rows["flow"]:
            flow[each["conditions"] or "none", each["outcome"]] += each["people"]
        made = script["flow"](self.tables / "usual").drop(columns="people").stack()
        self.found.expect("flow", {key: number for key, number in made.items() if number}, dict(flow))
        scores: dict[tuple[str, str], dict[str, list[float]]] = {}
        for each in rows["seats"]:
            is_counted = not (each["is_practice"] or each["is_void"] or each["taken_over"]) and each["player"] != "service"
            if is_counted and each["score"] is not None:
                scores.setdefault((each["condition"], each["player"]), {}).setdefault(each["group"], []).append(each["score"])
        means = {key: (len(of), round(fmean(map(fmean, of.values())), 9)) for key, of in scores.items()}
        made = script["scores"](self.tables / "usual")
        self.found.expect("scores", {key: (row.groups, round(row["mean"], 9)) for key, row in made.iterrows()}, means)
        made = script["decisions"](self.tables / "usual")
        human = sorted(
            (each for each in rows["decisions"] if each["player"] == "human"), key=lambda each: (each["match"], each["n"])
        )
        known = [{name: each[name] for name in made.columns} for each in human]
        told = [{name: None if cell != cell else cell for name, cell in row.items()} for row in made.to_dict("records")]
        self.found.expect("decisions", told, known)
        self.found.counts["decisions made again by pandas"] += len(told)
        with redirect_stdout(StringIO()) as printed:
            script["main"](self.tables / "usual", self.tables / "report")
        self.found.expect("what the script prints of decisions", f"{len(told)} rows" in printed.getvalue(), True)

    # What browsers saw, and journals say

    def is_nothing_lost(self) -> None:
        """Each answer that a browser has sent is on record as it was sent, and nothing else is."""
        for person in self.people:
            if person.deed == "withdraws" or not person.code:
                continue
            entries = [json.loads(line) for line in self.study.journal_path(person.code).read_text("utf-8").splitlines()]
            lost = [*self._lost_answers(person, entries), *self._lost_moves(person)]
            self.found.faults += [f"{person.number}, who {person.deed}: {each}" for each in lost]

    def _lost_answers(self, person: Person, entries: list[dict[str, Any]]) -> Iterator[str]:
        kept: dict[str, dict[str, Any]] = {}
        for each in entries:
            data, tries = each["data"], sum(one["what"] == "tried" for one in entries[: entries.index(each)])
            match each["what"]:
                case "done" if "answers" in data:
                    kept[f"steps.{data['step']}.{tries}"] = data["answers"]
                case "tried":
                    kept[f"steps.{data['step']}.{tries}"] = data["answers"]
                case "believed":
                    about = {"suspect": data["suspect"]} if data["suspect"] else {}
                    kept[f"steps.{data['step']}.{tries}.{data['request']}.{data['belief']}"] = {**about, "sure": data["sure"]}
        sent: dict[str, dict[str, str]] = {}
        for (at, name), answer in person.answers.items():
            sent.setdefault(at, {})[name.removeprefix("q-")] = answer
        for at in sent.keys() - kept.keys():
            if person.pages[-1] != at:  # else they left before they sent it
                yield f"what they answered at {at} is not in the journal"
        for at, answers in kept.items():
            mine = {name: None if answer == UNSAID and at.count(".") > 2 else answer for name, answer in sent.get(at, {}).items()}
            theirs = {name: None if answer is None else str(answer) for name, answer in answers.items()}
            self.found.counts["answers compared with browsers"] += len(theirs)
            if {name: each for name, each in mine.items() if each is not None or name in theirs} != theirs:
                yield f"at {at} the journal has {theirs}, and they sent {mine}"

    def _lost_moves(self, person: Person) -> Iterator[str]:
        played = [each for each in Recounted(self.study.path).matches(person.code) if person.code in each.codes.values()]
        if len(person.tables) != len(played):
            yield f"they sat at {len(person.tables)} tables, and the journal has {[each.name for each in played]}"
        for match, table in zip(played, person.tables, strict=False):
            seat = next(seat for seat, code in match.codes.items() if code == person.code)
            own = {
                each["body"]["request"]["id"]: each["body"]["response"]
                for each in match.lines
                if each["body"]["request"]["to"] == seat
            }
            numbered = dict(enumerate((own[id] for id in sorted(own)), 1))  # pages number the questions of their seat
            taken = {n for n, each in numbered.items() if "answer" in each and "stand_in" not in each}
            mine = {n: _parts(said) for (at, n), said in person.moves.items() if at == table}
            kept = {n: _said(numbered[n]["answer"].values(), match) for n in taken}
            self.found.counts["moves compared with browsers"] += len(kept)
            self.found.counts["moves that came after a bot's"] += len(mine.keys() & (numbered.keys() - taken))
            unsent = mine.keys() - numbered.keys()
            if len(unsent) > (person.left != "goodbye") or any(not mine.get(n, {""}) <= said for n, said in kept.items()):
                yield f"in {match.name} the transcript has {kept}, and they sent {mine}"

    # Traces

    def received(self, person: Person) -> bytes:
        """Return all that the browser of a person received."""
        return b"\n".join(bytes(each.told) for each in self._proxy.connections if person.mark.encode() in each.said)

    def traces_are_sought(self, secrets: Sequence[str], served: Sequence[str]) -> None:
        """Search all files below the place, and all that browsers received, for what must not be there."""
        (self.place / "server.txt").write_text("\n".join(served), "utf-8")
        search, people = Search(), self.people
        gone = [each for each in people if each.deed == "withdraws" or not each.code]
        kept = [each for each in people if each not in gone]
        search.look(self.place, "this machine, its user, its folders", secrets)
        for each in gone:
            search.look_for_pieces(self.place, "typed by somebody who withdrew", each.typed)
            search.look(
                self.place, "of somebody who withdrew or declined", [each.pid, each.session, *each.sentences[:2]], where=_is_unpaid
            )
        for each in kept:
            search.look(self.place, "a recruiter's id", [each.pid, each.session], where=_is_apart)
            search.look_for_pieces(self.tables / "usual", "typed, in tables without text", each.typed)
            if not each.releases:
                search.look_for_pieces(self.tables, "typed by somebody who did not agree to publication", each.typed)
        self._what_was_received(search)
        self.found.faults += [f"{self.study.plan.name}: {hit}" for hit in search.hits]
        counts = self.found.counts
        counts["sentences typed"] += sum(len(each.typed) for each in people)
        counts["files searched"] += search.files
        counts["bytes searched"] += search.size
        counts["texts and pieces sought"] += search.sought
        self._is_found_where_it_is(kept)

    def _what_was_received(self, search: Search) -> None:
        """No browser received the ids, code or words of others, nor the code of an exit that was not reached."""
        received = self.place.with_name("received")
        received.mkdir()
        for each in self.people:
            (received / f"{each.number:03}.txt").write_bytes(self.received(each))
        for each in self.people:
            own = f"{each.number:03}.txt"
            ids = [each.pid, each.session, each.code, each.code and format_code(each.code)]
            search.look(received, f"of {each.number}, received by another", ids, where=lambda path, own=own: path.name != own)
            what = f"said by {each.number} to the researcher, received by another"
            search.look_for_pieces(received, what, self._in_forms(each), where=lambda path, own=own: path.name != own)
            others = set(CODES.values()) - {self.recruiter.submissions[each.pid].code}
            search.look(received, "a code of an exit that was not reached", others, where=lambda path, own=own: path.name == own)

    def _in_forms(self, person: Person) -> list[str]:
        """Return what somebody typed on pages of their own."""
        at_tables = {text for choice, text in person.moves.values()}
        return [each for each in person.answers.values() if each in person.sentences and each not in at_tables]

    def _is_found_where_it_is(self, kept: Sequence[Person]) -> None:
        """The search finds what is there: codes in browsers, what people typed in the study, and in tables what was released."""
        control = Search()
        wanted = set()
        for each in self.people:
            if each.code:
                wanted.add(f"{each.number} in a browser")
                control.look(self.place.with_name("received"), f"{each.number} in a browser", [format_code(each.code)])
        for each in kept:
            if said := self._in_forms(each):
                wanted |= {f"{each.number}", *([f"{each.number} in tables"] if each.releases else [])}
                control.look(self.study.data, f"{each.number}", said)
                control.look(self.tables / "with_text", f"{each.number} in tables", said)
        found = {hit.split(":")[0] for hit in control.hits}
        self.found.expect("people whose words are found where they are kept", found & wanted, wanted)


def _is_unpaid(path: Path) -> bool:
    return path.parent.name != "bonuses"


def _is_apart(path: Path) -> bool:
    return _is_unpaid(path) and path.name != "recruiter.csv"


def _said(values: Iterable[Any], match: Match) -> set[str]:
    """Return the parts of an answer on record, line by line."""
    texts = (match.words[each["words"]] if isinstance(each, dict) else each for each in values)
    return {line for each in texts if each is not None for line in str(each).splitlines()}


def _parts(said: Iterable[str | None]) -> set[str]:
    """Return the parts of an answer of a page."""
    return {each.strip() for each in said if each and each.strip()}
