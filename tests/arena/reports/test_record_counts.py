"""What a report counts is what the record holds, counted here from the lines of transcripts and not by the code of reports.

Every value of every option that has a fixed set of values is played, also by bots that act at random: among these, ties and
ejections are frequent.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from woozle.arena.testing.games import GameCase, record_match
from woozle.core import registry
from woozle.core.measures import Match, report_of
from woozle.core.statistics.resampling import Share
from woozle.players.random_bot import RandomBot
from woozle.players.registry import bot
from woozle.saves.match import FinishedMatch, read_match

from tests.option_values import every_value, own_games

SMALL: Mapping[str, Mapping[str, Any]] = {"undercover": {"size": 256}, "ship": {"max_ticks": 60}, "quest": {"items": 4}}
"""Options that make matches short, where a test of counts loses nothing by it."""

Event = Mapping[str, Any]


@dataclass
class Lines:
    """The lines of a transcript. players: by seat."""

    header: Mapping[str, Any]
    lines: list[Mapping[str, Any]]

    @classmethod
    def of(cls, folder: Path) -> Lines:
        header, *lines = [json.loads(line)["body"] for line in (folder / "transcript.jsonl").read_bytes().splitlines()]
        return cls(header, lines[:-1])

    @property
    def seats(self) -> list[str]:
        return [each["seat"] for each in self.header["seats"]]

    def all(self, *kinds: str, **fields: Any) -> list[Event]:
        """Return the fields of all Events of some kinds that have certain values."""
        told = [*self.header["opening"], *(event for line in self.lines for event in line["events"])]
        found = [event["data"] for event in told if event["event"] in kinds]
        return [data for data in found if all(data[name] == value for name, value in fields.items())]

    def count(self, *kinds: str, **fields: Any) -> int:
        return len(self.all(*kinds, **fields))


@dataclass
class Figures:
    """The figures of a report: `figures["name"]` of the match, `figures["name", seat]` of a seat."""

    match: FinishedMatch

    @cached_property
    def measured(self) -> Match[Any]:
        return self.match.measured()

    def __getitem__(self, which: str | tuple[str, str]) -> Any:
        name, seat = (which, None) if isinstance(which, str) else which
        for measure in report_of(self.match.rules).measures_of([self.measured]):
            is_right = (measure.of == "match") == (seat is None)
            if is_right and (found := measure.values(self.measured, seat)).keys() & {name}:
                return found[name]
        raise KeyError(name)

    @property
    def details(self) -> Mapping[str, Any]:
        report = report_of(self.match.rules)
        assert report.details
        return report.details(self.measured)


Check = tuple[str, Any, Any]
"""A figure: its name, what the report says, what the record holds."""


def ship(told: Lines, said: Figures) -> Iterator[Check]:
    team = {role["seat"]: role["team"] for role in told.all("Role")}
    ejected = [ballot["ejected"] for ballot in told.all("Ballot") if ballot["ejected"]]
    gone = {*ejected, *(kill["victim"] for kill in told.all("Killed"))}
    yield "ejections", said["ejections_right"], Share(sum(team[seat] == "duck" for seat in ejected), len(ejected))
    yield "ejected", said.details["ejected"], ejected
    yield "kills", said["killed"], told.count("Killed")
    yield "kills in detail", [kill["victim"] for kill in said.details["kills"]], [kill["victim"] for kill in told.all("Killed")]
    yield "reports", said["reported"], told.count("MeetingCalled", cause="report")
    yield "button", said["button_meetings"], told.count("MeetingCalled", cause="button")
    yield "ticks", said["ticks"], max(tick["number"] for tick in told.all("Tick"))
    for seat in told.seats:
        votes = [vote["target"] for vote in told.all("Voted", seat=seat)]
        named = [target for target in votes if target]
        on_ducks = sum(team[target] == "duck" for target in named)
        yield f"survived {seat}", said["survived", seat], seat not in gone
        yield f"votes of {seat}", (said["votes", seat], said["votes_on_ducks", seat]), (len(named), on_ducks)
        yield f"votes hit by {seat}", said["vote_precision", seat], Share(on_ducks, len(named))
        yield f"skips of {seat}", said["skips", seat], Share(votes.count(None), len(votes))
        yield f"reports by {seat}", said["reports", seat], told.count("MeetingCalled", caller=seat, cause="report")
        yield f"tasks of {seat}", said["tasks", seat], sum(work["done"] == work["needed"] for work in told.all("Worked", seat=seat))
        if team[seat] == "duck":
            yield f"kills by {seat}", said["kills", seat], told.count("Killed", killer=seat)
        else:
            yield f"votes in the profile of {seat}", suspicions(said, seat, "vote"), len(named)


def undercover(told: Lines, said: Figures) -> Iterator[Check]:
    (hidden,) = [role["seat"] for role in told.all("Role", is_undercover=True)] or [None]
    out = [count["eliminated"] for count in told.all("Counted") if count["eliminated"]]
    first = [vote for vote in told.all("Voted", is_again=False) if vote["seat"] != hidden]
    yield "voted out", [*said.details["voted_out"].values()], out
    yield "ballots", sum(vote["ballots"] for vote in said.details["votes"]), len(first)
    yield "votes", sum(vote["cast"] for vote in said.details["votes"]), sum(vote["target"] is not None for vote in first)
    yield "the answer of the table", said.details["answer"], told.all("Concluded")[0]["answer"]
    if said["detected"] is not None:
        yield "found", said["detected"], hidden in out
        yield "others voted out", said["false_eliminations"], sum(seat != hidden for seat in out)
    for seat in told.seats:
        votes = [vote["target"] for vote in told.all("Voted", seat=seat)]
        answers = [reason["answer"] for reason in told.all("Reasoned", "Summarised", seat=seat)]
        yield f"votes of {seat}", said["votes", seat], len(votes)
        yield f"right votes of {seat}", said["votes_right", seat], sum(target == hidden for target in votes if target)
        yield f"survived {seat}", said["survived", seat], seat not in out
        given = said.details["seats"].get(seat)
        yield f"answers of {seat}", given, {"first": answers[0], "last": answers[-1]} if answers else None


def quest(told: Lines, said: Figures) -> Iterator[Check]:
    left_out = {event["item"] for event in told.all("LeftOut")}
    yield "items", said.details["items"], told.all("Briefing")[0]["items"] - len(left_out)
    for seat in told.seats:
        written = told.all("Written", seat=seat)
        again = told.count("Reconsidered", seat=seat)
        stands = {each["item"] for each in written if each["text"]}
        yield f"calls of {seat}", said["calls", seat], sum(line["request"]["to"] == seat for line in told.lines)
        yield f"reviews of {seat}", said["reviews", seat], again
        yield f"given to {seat}", said["given", seat], len({each["item"] for each in told.all("Given", seat=seat)})
        yield f"answered by {seat}", said["answered", seat], len(stands)
        yield f"refused by {seat}", said["refused", seat], len({each["item"] for each in told.all("Declined", seat=seat)} - stands)


def debate(told: Lines, said: Figures) -> Iterator[Check]:
    yield "the answer of the table", said.details["table"], told.all("Concluded")[0]["answer"]
    for number in sorted({each["round"] for each in told.all("Answered")}):
        answers = [each["answer"] for each in told.all("Answered", round=number)]
        yield f"unread in round {number}", said[f"unread{number}"], Share(answers.count(None), len(answers))
    for seat in told.seats:
        of_seat = said.details["seats"][seat]
        answers = [each["answer"] for each in told.all("Answered", seat=seat)]
        heard = [len(each["texts"]) for each in told.all("Heard", seat=seat)]
        yield f"answers of {seat}", of_seat["answers"][: len(answers)], answers
        yield f"repeated for {seat}", {*of_seat["answers"][len(answers) :]} <= {answers[-1]}, True
        yield f"heard by {seat}", sum(map(len, of_seat["heard"])), sum(heard)
        yield f"beliefs of {seat}", of_seat["beliefs"], [each["answer"] for each in told.all("Believed", seat=seat)]


def self_play(told: Lines, said: Figures) -> Iterator[Check]:
    acted = told.all("Acted")
    yield "steps", [(step["seat"], step["action"]) for step in said.details["sequence"]], [(a["seat"], a["action"]) for a in acted]
    yield "searches", said["searches"], told.count("Acted", action="SEARCH")
    yield "unread", said["unread"], Share(told.count("Acted", forfeited=True), len(acted))
    yield "questions", [v["seat"] for v in said.details["visits"]], [posed["seat"] for posed in told.all("Posed")]
    yield "the answer", said.details["answer"], told.all("Concluded")[0]["answer"]
    for seat in told.seats:
        yield f"questions to {seat}", said["searched", seat].whole, told.count("Posed", seat=seat)


def urn(told: Lines, said: Figures) -> Iterator[Check]:
    crook = told.all("Opened")[0]["crook"]
    accused = {each["seat"]: each["accused"] for each in told.all("Judged")}
    for seat in told.seats:
        claimed = [each["said"] for each in told.all("Reported", seat=seat)]
        drawn = [each["reds"] for each in told.all("Drawn", seat=seat)]
        lies = sum(claim not in (None, reds) for claim, reds in zip(claimed, drawn, strict=True))
        fooled = sum(target != seat for voter, target in accused.items() if voter != seat)
        (voted,) = [answer["target"] for answer in asked(told, seat, "Accuse").values()]
        (guess,) = asked(told, seat, "Guess").values()
        yield f"lies of {seat}", said["lies", seat], lies
        yield f"believers of {seat}", said["believed", seat], fooled if lies else 0
        yield f"accused by {seat}", accused[seat], voted
        yield f"width of {seat}", said["width", seat], abs(guess["high"] - guess["low"])
        if seat != crook:
            yield f"named by {seat}", said["named", seat], 0 if voted is None else 20 if voted == crook else -20


COUNTS: Mapping[str, Callable[[Lines, Figures], Iterator[Check]]] = {
    "debate": debate,
    "quest": quest,
    "self_play": self_play,
    "ship": ship,
    "undercover": undercover,
    "urn": urn,
}


def every_game(told: Lines, said: Figures) -> Iterator[Check]:
    for seat in told.seats:
        closed = Counter(line["request"]["id"] for line in told.lines if line["request"]["to"] == seat)
        again = sum(closed.values()) - len(closed)
        counts = said.measured.seats[seat].answers
        yield f"questions to {seat}", counts.questions, len(closed)
        yield f"asked again {seat}", counts.repairs, again


def asked(told: Lines, seat: str, *kinds: str) -> dict[int, Mapping[str, Any]]:
    """Return the last answer to each Request of some kinds, by its id."""
    mine = [line for line in told.lines if line["request"]["to"] == seat and line["request"]["asks"] in kinds]
    return {line["request"]["id"]: line["response"].get("answer") for line in mine}


def suspicions(said: Figures, seat: str, kind: str) -> int:
    """Return how many suspicions of a kind the profile counts of a seat."""
    reader = report_of(said.match.rules).conduct
    assert reader
    found = reader.read(said.match.played, said.measured.facts, seat).suspicions
    return sum(each.how == kind for each in found)


def test_every_game_is_counted():
    assert sorted(COUNTS) == sorted(own_games())


@pytest.mark.parametrize(("game", "options"), every_value())
def test_what_is_counted_is_what_is_recorded(game, options, tmp_path):
    kind = registry.game(game)
    config = registry.configure(kind, next(iter(kind.presets)), {**SMALL.get(game, {}), **options})
    case = GameCase(game, lambda: kind(kind.default_seats, config), bot(game))
    for seed, player in enumerate((None, RandomBot, RandomBot)):
        folder = tmp_path / str(seed)
        asyncio.run(record_match(case, seed, folder, player).play())
        told, said = Lines.of(folder), Figures(read_match(folder))
        wrong = [check for check in (*COUNTS[game](told, said), *every_game(told, said)) if check[1] != check[2]]
        assert wrong == []
