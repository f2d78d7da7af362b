"""A match at a glance, read from its transcript without the rules of its game."""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import orjson
from pydantic import BaseModel, computed_field

from woozle.core import registry
from woozle.core.answer_counts import AnswerCounts
from woozle.core.outcome import Result
from woozle.core.regular_files import LARGE, read_file
from woozle.core.request import Seat
from woozle.saves.answer_counts import count_answers
from woozle.saves.copies import Identity, identify
from woozle.saves.line_format import split_line
from woozle.saves.paths import matches_folder
from woozle.saves.transcript import CLOSED, Header, TranscriptError, human_seats, locate, parse_header, parse_result
from woozle.saves.verdict_cache import KnownVerdict
from woozle.saves.verdicts import Cause, Verdict

_RESUMED = b'\n{"body":{"resumed":'


class Summary(BaseModel):
    """A match at a glance.

    id: name of its folder; like the transcript, it comes from outside. stamp: size, times and inode of the file; while it is the
    same, the file is not read again. modified: seconds since 1970. lines: number of Responses. rules: their version. config: in
    words, empty if the game is not installed; config_id: equal for equal configurations. source: format of the imported log, empty
    for a match played here. commitment: to the match key. digest: SHA-256 of the file, in hexadecimal. players: by seat, services
    last; numbered if are_seats_secret, as long as it must stay secret who sits where. results: empty while the match is unfinished,
    without missing numbers. answers: what became of the questions of a finished match, by seat and service. checked: verdict on
    these bytes, empty if they were never verified; causes: why a level could not be checked. identity: which match it is; None
    until it is finished. copy_of: id of the transcript that counts for the same match; empty if it is this one.
    """

    id: str
    size: int
    modified: float
    stamp: str = ""  # size, times and place of the file: while it is the same, the file is not read again
    digest: str = ""
    status: Literal["finished", "unfinished", "damaged"]
    game: str = ""
    rules: int = 0
    config: str = ""
    config_id: str = ""
    players: dict[Seat, dict[str, Any]] = {}
    are_seats_secret: bool = False
    started: str | None = None
    is_fork: bool = False
    source: str = ""
    commitment: str = ""
    lines: int = 0
    reason: str = ""
    results: dict[Seat, Result] = {}
    answers: dict[Seat, AnswerCounts] = {}
    checked: Literal["", Verdict] = ""
    causes: tuple[Cause, ...] = ()
    identity: Identity | None = None
    copy_of: str = ""

    @property
    def has_people(self) -> bool:
        return bool(human_seats(self.players))

    @property
    def own_result(self) -> Result | None:
        """The result of the only person at the table; None if there are none or several, or if it is unfinished."""
        people = human_seats(self.players)
        return self.results.get(people[0]) if len(people) == 1 else None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, result in self.results.items() if result.kind == "won")

    def with_finding(self, found: KnownVerdict | None) -> Summary:
        """Return a copy with a verdict; None if the file was never verified."""
        return self.model_copy(
            update={"checked": found.verdict, "causes": found.causes} if found else {"checked": "", "causes": ()}
        )

    @property
    def path(self) -> Path:
        return matches_folder() / self.id


def summarize(folder: Path, known: Summary | None) -> Summary | None:
    """Return the summary of a folder; None if it has no transcript. `known` is returned if the file has not changed."""
    try:
        file = locate(folder)
        now = file.stat()
        stamp = f"{now.st_size}/{now.st_mtime_ns}/{now.st_ctime_ns}/{now.st_ino}"
        if known and known.stamp == stamp:
            return known
        data = read_file(file, LARGE)
    except (TranscriptError, OSError):
        return None
    digest = sha256(data).hexdigest()
    bare = Summary(id=folder.name, size=now.st_size, modified=now.st_mtime, stamp=stamp, digest=digest, status="damaged")
    last = data.rfind(b"\n")
    try:
        header, _ = parse_header(data[: max(0, data.find(b"\n"))], file)
        end = _line(data[data.rfind(b"\n", 0, last) + 1 : last])[0].get("outcome")
        return bare.model_copy(
            update={
                "status": "finished" if end else "damaged" if file.name == CLOSED else "unfinished",
                **_setting(header, is_over=bool(end)),
                "lines": data.count(b"\n") - (2 if end else 1) - data.count(_RESUMED),
                "reason": str(end["reason"]) if end else "",
                "results": {seat: _result(each) for seat, each in end["results"].items()} if end else {},
                **(_read_answers(data, header) if end else {}),
            }
        )
    except (TranscriptError, ValueError, TypeError, KeyError, AttributeError):
        return bare


def _setting(header: Header, *, is_over: bool) -> dict[str, Any]:
    config, config_id = describe_config(header)
    is_secret = header.is_blind and not is_over
    return {
        "game": header.game,
        "rules": header.rules,
        "config": config,
        "config_id": config_id,
        "players": _without_seats(header) if is_secret else header.players,
        "are_seats_secret": is_secret,
        "started": header.started,
        "is_fork": header.fork is not None,
        "source": header.source.format if header.source else "",
        "commitment": header.commitment,
    }


def _without_seats(header: Header) -> dict[str, dict[str, Any]]:
    """Return the players in an order unrelated to seats, without the seeds, which are derived from seats."""
    players = [{name: value for name, value in place.player.items() if name != "seed"} for place in header.seats]
    players.sort(key=lambda each: orjson.dumps(each, option=orjson.OPT_SORT_KEYS))
    services = {place.seat: place.player for place in header.officials}
    return {str(number): each for number, each in enumerate(players, 1)} | services


def describe_config(header: Header) -> tuple[str, str]:
    """Return the configuration in words, and an id that is the same for the same configuration."""
    config = orjson.dumps(header.config, option=orjson.OPT_SORT_KEYS)
    return _in_words(header.game, header.rules, config), sha256(config).hexdigest()[:8]


@lru_cache(maxsize=256)  # a run of a thousand matches has one configuration
def _in_words(game: str, rules: int, config: bytes) -> str:
    return registry.describe_config(game, orjson.loads(config), rules)


def _result(body: dict[str, Any]) -> Result:
    result = parse_result(body)
    return Result(result.kind, {name: number for name, number in result.numbers.items() if math.isfinite(number)})


def _read_answers(data: bytes, header: Header) -> dict[str, Any]:
    lines = [line for row in data.split(b"\n")[1:-2] if "request" in (line := _line(row))[0]]
    return {
        "answers": count_answers((body for body, _ in lines), header),
        "identity": identify(header, lines, is_finished=True),
    }


def _line(row: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the body and the words of a line. Raises ValueError."""
    parts = split_line(row)
    return orjson.loads(parts.body if parts else b""), parts.words if parts else b""
