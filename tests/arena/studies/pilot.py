"""Studies whose participants are played through without a screen, for tests of what a study keeps and exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from woozle.arena.studies.expiry import hand_over_to_bot
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import EntryKind, Journal, new_entry
from woozle.arena.studies.participants import Step, fold_journal, steps_of
from woozle.arena.studies.plan import PlannedMatch
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.event import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.players.registry import bot
from woozle.players.seats import bot_seed, nobody, parse_seats
from woozle.players.services.registry import seat_services
from woozle.saves.transcript import read
from woozle.saves.writer import Writer

from tests.arena.studies.study_plans import plan, write_study
from tests.games.parts import parts
from tests.saves.tables.recorded import Person, Wavering

BEGAN = datetime(2026, 3, 1, 9, tzinfo=UTC)
DEBATES = plan("debates")
MATCHES = "".join(parts("facts", "CONDITION").values())
"""A condition of each game that a study is about, and a practice."""


def written(folder: Path, matches: str = MATCHES, *, more: str = "") -> StudyFolder:
    """A study on disk. matches: the end of its plan; more: options beside the usual ones."""
    return write_study(folder, plan("who_is_it", more) + matches)


class Participant(Person):
    """A person who types sentences of their own, and may stop after some answers. said: all that they typed."""

    def __init__(self, name: str, most: int | None = None) -> None:
        super().__init__(name)
        self.name = name
        self.most = most
        self.leave: Callable[[], object] | None = None
        self.said: list[str] = []
        self.answered: list[tuple[int, str]] = []

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        if self.most is not None and len(self.answered) >= self.most:
            assert self.leave
            self.leave()  # they have closed their terminal
            await asyncio.Event().wait()
        response = await super().respond(request, observation)
        answer = response.answer
        if type(answer) is request.answer:
            said = {}
            for field, value in answer:
                if isinstance(value, str) and value and field not in request.choices:
                    said[field] = f"sentence {len(self.said)} of {self.name}"
                    self.said.append(said[field])
            response = Response(
                response.request, answer.model_copy(update=said), response.seconds, display=response.display, timing=response.timing
            )
            self.answered.append((request.id, request.answer.__name__))
        return response


def match(folder: Path, planned: PlannedMatch, people: Sequence[Player], seed: int, *, with_model: bool = False) -> None:
    """Play a planned match. It is left unfinished where the last of the people stops. with_model: a model in the last seat."""
    kind, key = registry.game(planned.game), key_from_seed(seed)
    specs = parse_seats(",".join(planned.seats), planned.game)
    rules = kind(len(specs), registry.configure(kind, planned.preset, planned.options))
    referee = Referee(rules, key)
    players: dict[str, Player] = {}
    humans = iter(people)
    for seat, spec in zip(rules.seats, specs, strict=True):
        players[seat] = next(humans) if spec.kind == "human" else bot(planned.game, spec.name)(bot_seed(seat, key))
    if with_model and specs[-1].kind == "bot":
        players[rules.seats[-1]] = Wavering(rules.seats[-1], planned.game)
    players |= seat_services(rules, {}, key, nobody)
    writer = Writer.create(folder, referee, {seat: each.describe() for seat, each in players.items()}, sync=False)
    asyncio.run(_played(Match(referee, players, writer), people[-1]))
    writer.close()


async def _played(match: Match, person: Player) -> None:
    playing = asyncio.create_task(match.play())
    if isinstance(person, Participant):
        person.leave = playing.cancel
    with suppress(asyncio.CancelledError):
        await playing


class Pilot:
    """Participants of a study, one after the other, each a few minutes after the one before. said: what each typed, by code."""

    def __init__(self, study: StudyFolder, *, with_models: bool = False) -> None:
        self.study = study
        self.with_models = with_models
        self.now = BEGAN
        self.said: dict[str, list[str]] = {}

    def later(self, minutes: float = 1) -> datetime:
        self.now += timedelta(minutes=minutes)
        return self.now

    def notes(self, code: str, what: EntryKind, minutes: float = 1, **data: Any) -> None:
        """Note in somebody's journal what happens so many minutes later."""
        with closing(self.study.open(code)) as journal:
            journal.keep(new_entry(what, self.later(minutes), **data))

    def comes(self, *, release: bool = False, recruiter: str = "") -> str:
        """Somebody agrees, and has written their code down."""
        ids = RecruiterIds(recruiter, session=f"{recruiter}-s") if recruiter else None
        journal = self.study.enrol(self.study.free_code(), release=release, recruiter=ids, now=self.later())
        device = {
            "columns": 80, "rows": 24, "colours": "256", "images": "blocks", "refresh_ms": 8.5, "tells_focus": True,
            "kitty_keys": None, "is_browser": False, "python": "3.12.1", "textual": "8.2.8",
        }  # fmt: skip
        journal.keep(new_entry("arrived", self.now, visit=1, device=device))
        journal.keep(new_entry("done", self.later(), step="code", seconds=60.0, how="typed"))
        journal.close()
        return journal.path.stem

    def goes_on(self, code: str, *, until: str = "", most: int | None = None) -> None:
        """They do what comes next, up to a step, of which they give as many answers as `most`, if that is said."""
        journal = self.study.open(code)
        try:
            for step in steps_of(self.study.plan, fold_journal(code, journal.entries)):
                if step.id in fold_journal(code, journal.entries).done:
                    continue
                if step.id == until:
                    if step.match and most is not None:
                        self._match(journal, code, step, most)
                    return
                self._step(journal, code, step)
            journal.keep(new_entry("finished", self.now))
        finally:
            journal.close()

    def takes_part(self, *, release: bool = False, recruiter: str = "") -> str:
        """From the beginning to the end."""
        code = self.comes(release=release, recruiter=recruiter)
        self.goes_on(code)
        return code

    def is_taken_over(self, code: str, step: Step) -> str:
        """A bot finishes the match that somebody has left; the name of its folder."""
        who = self.study.participant(code)
        assert who
        left = self.study.matches / who.began[step.id]
        folder = self.study.match_folder(code, step)
        hand_over_to_bot(left, folder)
        self.notes(code, "expired", 60)
        self.notes(code, "taken_over", 0, step=step.id, match=folder.name)
        return folder.name

    def _step(self, journal: Journal, code: str, step: Step) -> None:
        chance = Chance(key_from_seed(5, fold_journal(code, journal.entries).arrival, step.id))
        brought: dict[str, Any] = {}
        if step.match:
            self._match(journal, code, step)
        elif step.kind == "form":
            brought = {"answers": {"age": chance.choice("age", ["18 to 29", "prefer not to say"]), "played": chance.below("n", 9)}}
        elif step.kind == "questionnaire":
            self.said.setdefault(code, []).append(f"The way of {code}.")
            brought = {"answers": {"how": f"The way of {code}.", "hard": chance.choice("hard", [0, 55, 100, "prefer not to say"])}}
        elif step.kind == "check":
            wrong = ["lie"] if chance.below("wrong", 2) else []
            journal.keep(new_entry("tried", self.later(), step="check", answers={}, wrong=wrong))
            brought = {"passed": not wrong, "tries": 1}
        journal.keep(new_entry("done", self.later(2), step=step.id, seconds=120.0, **brought))

    def _match(self, journal: Journal, code: str, step: Step, most: int | None = None) -> None:
        assert step.match
        folder = self.study.match_folder(code, step)
        journal.keep(new_entry("began", self.later(), step=step.id, match=folder.name))
        arrival = fold_journal(code, journal.entries).arrival
        person, seed = Participant(f"person {arrival} at {step.id}", most), step.number * 100 + arrival
        match(folder, step.match, [person], seed, with_model=self.with_models)
        self.said.setdefault(code, []).extend(person.said)
        header = read(folder).header
        me = header.people[0]
        others = [place.seat for place in header.seats if place.seat != me]
        chance = Chance(key_from_seed(7, arrival, step.id))
        for request, asks in person.answered:
            for belief in self.study.plan.beliefs:
                if belief.after == asks and belief.game in ("", step.match.game):
                    suspect = chance.choice(f"suspect {request}", [*others, None]) if belief.kind == "suspect" else None
                    sure = chance.choice(f"sure {request} {belief.id}", [0, 40, 100, None])
                    told = {"request": request, "belief": belief.id, "sure": sure, "suspect": suspect, "seconds": 2.5}
                    journal.keep(new_entry("believed", self.now, step=step.id, match=folder.name, **told))
