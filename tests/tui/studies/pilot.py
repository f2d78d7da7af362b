"""A pilot of a study: simulated people go through it at the screen, its tables are made again, and what it leaves is searched."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Literal

from woozle.arena.studies.expiry import expire_visits
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Attrition
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.core import registry
from woozle.tui.cli.study_actions import make_study, print_status

from tests.arena.studies.recount import compared
from tests.tui.studies.crowd import Guest, visit
from tests.tui.studies.traces import Search, listing, planted_home

EXAMPLES = Path(str(resources.files("woozle.arena.studies"))) / "examples"
GAMES = tuple(game for game in registry.names() if (EXAMPLES / game).is_dir() and game != "urn")
SIZES = ((80, 24), (140, 45), (60, 20))
FORMATS = ("csv", "parquet")

ASKED = """
[[form]]
id = "who_asked"
ask = "Who told you of this study?"
kind = "text"

[[questionnaire]]
id = "in_words"
ask = "Is there anything else to say?"
kind = "text"
"""
"""Free fields, in which people say more than they should. `woozle study check` warns of them."""

Length = Literal["whole", "short", "shortest"]
"""The length of an example as played: as it is; with fewer ticks and passages; and with one match per condition."""

_SHORT = {r"max_ticks = \d+": "max_ticks = 4", r"items = \d": "items = 1"}
_SHORTEST = {r"(\[\[conditions\.matches\]\]\n(?:.+\n)+)\n(?:\1\n?)+": r"\1\n"}
_CHANGES: dict[Length, dict[str, str]] = {"whole": {}, "short": _SHORT, "shortest": _SHORT | _SHORTEST}


@dataclass
class Found:
    """The counts and faults of a pilot. counts: by deed; faults: sentences, none if all is well."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __iadd__(self, other: Found) -> Found:
        self.counts += other.counts
        self.faults += other.faults
        return self

    def expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.faults.append(f"{what}: {found!r}, not {expected!r}")


def example(folder: Path, game: str, *, number: int = 0, length: Length = "whole", asks: str = "") -> StudyFolder:
    """The example study of a game. number: in every second one bots finish matches; one of five keeps no text. asks: more."""
    with contextlib.redirect_stdout(io.StringIO()):
        make_study(folder, game)
    path = folder / "study.toml"
    plan = path.read_text("utf-8")
    for words, instead in _CHANGES[length].items():
        plan = re.sub(words, instead, plan)
    if number % 2 == 0:
        plan = plan.replace('then = "void"', 'then = "bot"')
    if number % 5 == 3:
        plan = plan.replace("\ntext = true", "\ntext = false")
    path.write_text(plan.replace("invited = 0", "invited = 12") + asks, "utf-8")
    return StudyFolder(folder)


def piloted(
    place: Path,
    game: str,
    guests: Sequence[Guest],
    *,
    number: int = 0,
    length: Length = "whole",
    tell: Callable[[str], object] = lambda sentence: None,
) -> Found:
    """Run one study. place: an empty folder, which holds all that comes of it; number: which of several studies it is, from 0."""
    place.mkdir(parents=True, exist_ok=True)
    with planted_home(place) as secrets:
        study = example(place / "studies" / game, game, number=number, length=length, asks=ASKED)
        pilot = _Pilot(place, study, guests, tell)
        pilot.all_come()
        became = pilot.tables_are_made()
        pilot.figures_are_checked(became)
        pilot.traces_are_sought(list(secrets.values()))
    return pilot.found


class _Pilot:
    def __init__(self, place: Path, study: StudyFolder, guests: Sequence[Guest], tell: Callable[[str], object]) -> None:
        self.place = place
        self.study = study
        self.guests = sorted(guests, key=lambda guest: guest.does != "declines")  # the first one finds an empty study
        self.found = Found()
        self.tell = tell
        self.withdrawn: set[int] = set()

    # What people do

    def all_come(self) -> None:
        """Everybody comes; most once, some again, and some withdraw."""
        soon = [guest for guest in self.guests if guest.does != "is under way"]
        for guest in soon:
            self._comes(guest)
        for guest in soon:
            if "comes back" in guest.does:
                self._comes(guest)
        swept = expire_visits(self.study, datetime.now(UTC) + timedelta(hours=self.study.plan.leaving.keep_hours + 1))
        left = [guest for guest in soon if guest.does == "leaves for good"]
        self.found.expect("did not come back", sorted(swept.expired), sorted(guest.code for guest in left))
        self.found.counts["matches finished by bots"] += len(swept.taken_over)
        if self.study.plan.leaving.then == "bot":
            self.found.counts["matches that bots could not finish"] += len(swept.left_open)
        for guest in self.guests:
            if guest.does == "is under way":
                self._comes(guest)
        self._withdrawals()

    def _comes(self, guest: Guest) -> None:
        before = listing(self.place) if guest.does == "declines" else {}
        self.tell(f"{self.study.plan.name}: {guest.number} {guest.does}")
        limit = self.study.plan.limit_minutes or 60
        end = visit(self.study.path, guest, limit_minutes=limit, size=SIZES[guest.number % len(SIZES)])
        is_first = len(guest.ends) == 1
        expected = {
            "declines": "declined",
            "leaves and comes back": "left",
            "leaves for good": "left",
            "is under way": "left",
            "is cut off and comes back": "killed",
        }.get(guest.does, "end")
        self.found.expect(
            f"visit {len(guest.ends)} of guest {guest.number}, who {guest.does}", end, expected if is_first else "end"
        )
        self.found.counts["visits"] += 1
        if is_first:
            self.found.counts["people"] += 1
            self.found.counts[f"of them: {guest.does}"] += 1
        if guest.does == "declines":
            after = listing(self.place)
            traces = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
            self.found.expect("files that a person who declined left or changed", sorted(traces), [])
            self.found.expect("the code of a person who declined", guest.code, "")

    def _withdrawals(self) -> None:
        first = self.study.data / "exports" / "before"
        export_study(self.study, first, FORMATS, with_text=True)
        for guest in self.guests:
            if guest.does == "finishes and withdraws":
                told = withdraw_participant(self.study, guest.code)
                self.withdrawn.add(guest.number)
                self.found.expect("exports that a withdrawal names", len(told.exports), 1)
                self.found.counts["lines that lost words"] += told.lines
        shutil.rmtree(first)  # as the withdrawal says

    # Tables

    def tables_are_made(self) -> Attrition:
        """With and without what was typed; and what is printed of how the study stands."""
        for with_text in (False, True):
            out = self.place / "tables" / ("with_text" if with_text else "usual")
            done = export_study(self.study, out, FORMATS, with_text=with_text, tell=self.found.faults.append)
            self.found.expect("matches that were left out", done.left_out, 0)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            print_status(self.study.path, as_json=False)
        (self.place / "tables" / "status.txt").write_text(printed.getvalue(), "utf-8")
        return done.attrition

    def figures_are_checked(self, became: Attrition) -> None:
        """Against the files of the study, and against what people did."""
        counts = self.found.counts
        for with_text in (False, True):
            out = self.place / "tables" / ("with_text" if with_text else "usual")
            made = compared(self.study.path, out, with_text=with_text)
            self.found.faults += [f"{self.study.plan.name}, {out.name}: {each}" for each in made.differences]
            counts["cells compared"] += sum(made.cells.values())
        for name, rows in made.rows.items():
            counts[f"rows of {name}"] += rows
        did = Counter(guest.does for guest in self.guests)
        came = len(self.guests) - did["declines"]
        expected = {
            "invited": 12,
            "consented": came,
            "withdrawn": did["finishes and withdraws"],
            "timed_out": did["takes too long"],
            "dropped_out": did["leaves for good"],
            "under_way": did["is under way"],
            "finished": came - did["takes too long"] - did["leaves for good"] - did["is under way"],
        }
        for name, number in expected.items():
            self.found.expect(f"{self.study.plan.name}, attrition, {name}", getattr(became, name), number)
        self.found.expect(
            "recruiters' codes", self._recruiters(), {guest.recruiter for guest in self.guests if self._is_kept(guest)}
        )

    def _recruiters(self) -> set[str]:
        path = self.study.data / "recruiter.csv"
        return {line.split(",")[0] for line in path.read_text("utf-8").splitlines()} if path.exists() else set()

    def _is_kept(self, guest: Guest) -> bool:
        return guest.does != "declines" and guest.number not in self.withdrawn

    # Traces

    def traces_are_sought(self, secrets: Sequence[str]) -> None:
        """In all files below the place: those of the study, the home, and the tables."""
        search, guests = Search(), self.guests
        tables, home = self.place / "tables", next(self.place.glob("home-of-*"))
        gone = [guest for guest in guests if not self._is_kept(guest)]
        kept = [guest for guest in guests if self._is_kept(guest)]
        search.look(self.place, "this machine, its user, its folders", secrets)
        search.look_for_pieces(self.place, "typed by somebody who withdrew", [text for guest in gone for text in guest.typed])
        search.look(self.place, "of somebody who withdrew or declined", [text for guest in gone for text in _persons(guest)])
        if not self.study.plan.data.text:
            for guest in (guest for guest in kept if guest.does != "is under way"):
                what = "typed in a match, not to be kept"
                search.look_for_pieces(self.study.matches, what, guest.in_matches)
                search.look_for_pieces(self.place, what, guest.in_matches, but=guest.elsewhere)
        for guest in kept:
            search.look(home, "of a participant, in the home", [*_persons(guest), *guest.typed, guest.code])
            search.look(self.place, "a recruiter's code", [guest.recruiter], where=lambda path: path.name != "recruiter.csv")
            search.look_for_pieces(tables / "usual", "typed, in tables without text", guest.typed)
            if not guest.releases:
                search.look_for_pieces(tables, "typed by somebody who did not agree to publication", guest.typed)
        self.found.expect("where traces are sought", search.files > 10, True)
        self._is_found_where_it_is(kept)
        self.found.faults += [f"{self.study.plan.name}: {hit}" for hit in search.hits]
        counts = self.found.counts
        counts["sentences typed"] += sum(len(guest.typed) for guest in guests)
        counts["sentences of those who withdrew"] += sum(len(guest.typed) for guest in gone)
        counts["files searched"] += search.files
        counts["bytes searched"] += search.size
        counts["names and pieces sought"] += search.sought

    def _is_found_where_it_is(self, kept: Sequence[Guest]) -> None:
        """It would be found: what was typed and is kept stands in the study, and in tables where that is agreed to."""
        control = Search()
        for guest in kept:
            control.look(self.study.data, str(guest.number), guest.elsewhere)
            if guest.releases and self.study.plan.data.text and guest.does == "finishes":
                control.look(self.place / "tables" / "with_text", f"{guest.number} in tables", guest.typed)
        found = {hit.split(":")[0] for hit in control.hits}
        expected = {str(guest.number) for guest in kept if guest.elsewhere}
        self.found.expect("people whose answers in words are found where they are kept", found & expected, expected)
        published = [guest for guest in kept if guest.releases and guest.does == "finishes" and self.study.plan.data.text]
        for guest in published:
            self.found.expect(f"words of guest {guest.number} in tables with text", f"{guest.number} in tables" in found, True)


def _persons(guest: Guest) -> list[str]:
    return [guest.name, guest.mail, guest.recruiter]
