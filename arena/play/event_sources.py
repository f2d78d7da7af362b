"""Event sources: live matches and transcripts, shown to spectators moment by moment."""

from __future__ import annotations

import asyncio
import math
import time
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from woozle.arena import logs
from woozle.arena.play.model_news import Minds, slowest
from woozle.arena.play.news import Audited, Change, Failed, Finished, News, Playhead, Recorded, Thinking, Turns
from woozle.arena.play.pictures import find_pictures
from woozle.arena.play.setup import new_match, refuse_open_table, reopened_match
from woozle.arena.play.start import Resume, Start
from woozle.arena.views.model_traces import Done, read_tries, work_words
from woozle.arena.views.observer import allowed_viewers, may_look, viewers
from woozle.arena.views.panels import Turn, TurnState
from woozle.arena.views.registry import can_audit, new_audit, reading
from woozle.arena.views.speeds import faster, slower
from woozle.arena.views.turns import newest, turn
from woozle.arena.views.words import count, describe_left_match
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import Audience, Game, RecordEntry
from woozle.core.match import Halt, Match, Pacer
from woozle.core.outcome import Outcome
from woozle.core.request import Picture, Request, Response, Seat
from woozle.core.state import EVERYTHING, observes
from woozle.core.text import RedactableText
from woozle.players.models.progress import Listen, Progress
from woozle.players.registry import pictures
from woozle.players.seats import ModelSeat, nobody
from woozle.saves.answer_counts import Ending, ending
from woozle.saves.decoder import DecodeError, decode_entry, restore_texts
from woozle.saves.disk import SaveError
from woozle.saves.garbage_collection import pause_collection, relax_collection
from woozle.saves.line_format import encode, events_body, response_body
from woozle.saves.transcript import Header, Json, ResponseLine, read, read_lines

FRAME = 0.05  # seconds from one message to the screen to the next, so that keys are heard in between
AT_A_TIME = 10_000  # Events in one message to the screen, which shows the beginning of a long record while the rest comes
_TURNS = 12  # searched for the last turn of each seat
_GLANCE = 0.05  # seconds to see an Event that needs no reading
_USAGE = b'"usage":{'  # only in lines of answers that cost something
_AT_ONCE = 200  # Events of a replay in one frame when there are no readers to wait for
_STATES: Mapping[Ending, TurnState] = {"answer": "answered", "repair": "refused", "forfeit": "forfeited", "void": "forfeited"}
_SPEECHES = 8  # checked in one go, so that an audit can be stopped at any time


class EventSource:
    """A record shown to spectators. Subclasses define where it comes from, and how it continues.

    path: folder of the match; viewers: those through whose eyes it may be seen, the default first; at: number of Events shown so
    far. sleep: waits some seconds; tests pass one that does not.
    """

    path: Path
    seats: tuple[Seat, ...]
    viewers: tuple[Seat, ...]
    match: Game[Any] | None = None
    """The game as configured for the match; None if the transcript does not say how."""
    is_imported = False
    """True if the transcript was made from a log of another program."""

    def __init__(self, game: str, speed: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        """Raises ValueError for a game that has no table."""
        self.game = game
        registry.kit_of(game)  # raises for a game that cannot be shown
        self.at = 0
        self.told: list[RecordEntry] = []
        self.steps: list[int] = []
        """The number of Responses before each Event."""
        self.done: list[Done] = []
        """The work of models, Response by Response."""
        self.pacer = Pacer(self._reading, self._rest)
        self.pacer.speed = speed
        self._lines: dict[int, bytes] = {}
        self.sleep = sleep
        self.post: Callable[[News], Any] = lambda news: None
        self._posted = 0
        self._posted_done = 0
        self._last: dict[type[News], News] = {}
        self._has_news = asyncio.Event()
        self._stir = asyncio.Event()
        self._is_audited = asyncio.Event()
        self._has_told = asyncio.Event()

    def viewer(self, name: Seat | None) -> Seat:
        """Return the viewer of that name, or the default. Raises ValueError, with a sentence, for one who may not watch."""
        return may_look(name, self.viewers)

    async def play(self, post: Callable[[News], Any]) -> None:
        """Post news until it is cancelled. post: takes the news."""
        self.post = post
        teller, auditor = asyncio.ensure_future(self._tell_on()), asyncio.ensure_future(self._audit_on())
        try:
            with relax_collection():
                await self.run()
                await asyncio.gather(teller, auditor)
        finally:
            teller.cancel()
            auditor.cancel()
            self.close()

    async def run(self) -> None:
        """Go on until nothing more can come."""
        raise NotImplementedError

    def close(self) -> None:
        """Release the match, since the spectator has left."""

    @property
    def farewell(self) -> str:
        """Return the message to a spectator who leaves now; empty for none."""
        return ""

    def steer(self, change: Change, at: int = 0) -> None:
        """Steer as the spectator wants. at: the position to jump to."""
        match change:
            case "go":
                self.pacer.resume()
            case "pause":
                self.pacer.pause()
            case "slower":
                self.pacer.speed = slower(self.pacer.speed)
            case "faster":
                self.pacer.speed = faster(self.pacer.speed)
        self.stir()

    def grow(self, step: int, told: Iterable[RecordEntry], line: bytes) -> None:
        """Add the Events that followed `step` Responses.

        line: the body of the transcript's line, with these Events alone, and with the answer behind them if it may be seen. It
        stays JSON until it is needed: as values, a long match would fill the memory.
        """
        self.told += told
        self.steps += [step] * (len(self.told) - len(self.steps))
        self._lines[step] = bytes(memoryview(line))  # a copy, since bytes from orjson keep their whole 4 KB buffer
        if _USAGE in line and "request" in (body := self.body(step)):
            self.done.append(read_tries(step, body, self.seats))

    # Claims

    @property
    def can_audit(self) -> bool:
        """Return whether claims can be checked, and all of their proof may be seen."""
        return can_audit(self.game) and EVERYTHING in self.viewers

    def audit(self) -> None:
        """Check all claims so far, and each new one from now on."""
        if self.can_audit:
            self._is_audited.set()

    async def _audit_on(self) -> None:
        """Check claims in a thread, some speeches at a time, so that the app can handle keys in between."""
        await self._is_audited.wait()
        audit = await asyncio.to_thread(new_audit, self.game, is_imported=self.is_imported)
        while True:
            self._has_told.clear()
            audit.grow(self.told[len(audit) : self._posted])
            try:
                while audit.is_behind(self.at):
                    self.post(Audited(await asyncio.to_thread(audit.check, self.at, _SPEECHES)))
                if explained := await asyncio.to_thread(audit.explain, self.at):
                    self.post(Audited((), explained=explained))
                await asyncio.to_thread(audit.go_along)
            except InputError as error:
                self.post(Audited((), str(error)))
                return
            await self._has_told.wait()

    # News

    def turns(self) -> tuple[Turn, ...]:
        """Return the last turn of each seat, the newest first."""
        step = self.steps[self.at - 1] if self.at else 0
        before = range(step, max(0, step - _TURNS), -1)
        return newest(self._turn(body) for each in before if "request" in (body := self.body(each)))

    def pictures(self, at: int, viewer: Seat) -> tuple[Picture, ...]:
        """Return the pictures of a seat after `at` Events; none if this spectator may not see with its eyes."""
        draw = pictures(self.game)
        if not draw or viewer not in self.seats or viewer not in self.viewers:
            return ()
        return draw(None, [event for event, audience in self.told[:at] if observes(viewer, audience)])

    def raw(self, at: int) -> str:
        """Return the Event before position `at` as in the transcript, and the answer that led to it."""
        if not at:
            return "Nothing has happened yet."
        step = self.steps[at - 1]
        body = self.body(step)
        event = body["events"][at - 1 - bisect_left(self.steps, step)]
        audience = {"*": "everyone", "": "the record alone"}.get(" ".join(event["to"]), ", ".join(event["to"]))
        parts = [f"Event {at}, line {step + 1} of the transcript, told to {audience}", _pretty(event)]
        if "request" in body:
            parts += ["It came of this answer", _pretty({"request": body["request"], "response": body["response"]})]
        return "\n\n".join(parts)

    def body(self, step: int) -> Json:
        """Return the visible part of the line of a Response, or an empty string."""
        body: Json = orjson.loads(self._lines.get(step, b"{}"))
        return body

    def tell(self) -> None:
        self._has_news.clear()
        self._post_record()
        self._post_change(Turns(self.turns()))
        self._post_change(Playhead(self.at, not self.pacer.is_paused, self.pacer.speed))
        self._has_told.set()

    def _post_record(self) -> None:
        """Post new Events; those of a long record in several messages."""
        before, before_done = self._posted, self._posted_done
        end, end_done = min(len(self.told), max(before, self.at) + AT_A_TIME), len(self.done)
        if end < len(self.told):
            end_done = bisect_right(self.done, self.steps[end - 1], lo=before_done, key=lambda done: done.step)
            self._has_news.set()
        if before < end or before_done < end_done:
            self._posted, self._posted_done = end, end_done
            new = tuple(self.told[before:end]), tuple(self.steps[before:end]), tuple(self.done[before_done:end_done])
            self.post(Recorded(*new))

    def _post_change(self, news: News) -> None:
        """Post news only if it differs from the last of its kind: while models speak, there is some in every frame."""
        if self._last.get(type(news)) != news:
            self._last[type(news)] = news
            self.post(news)

    async def _tell_on(self) -> None:
        while True:
            self.tell()
            await self.sleep(FRAME)
            await self._has_news.wait()

    def stir(self) -> None:
        """Stop waiting for readers, and post what has changed."""
        self._stir.set()
        self._has_news.set()

    def notify(self) -> None:
        """Have news posted with the next frame."""
        self._has_news.set()

    def _turn(self, body: Json) -> Turn:
        request, response = body["request"], body["response"]
        shown = turn(self.seats, request["to"], request["asks"], _STATES[ending(body)], response["seconds"])
        return replace(shown, words=work_words(read_tries(0, body, self.seats)))

    # Time to read

    def _reading(self, told: Sequence[RecordEntry]) -> float:
        return reading(self.game, (event for event, _ in told), None, _GLANCE)

    async def _rest(self, seconds: float) -> None:
        if self.pacer.is_paused:  # readers take as long as they like
            return
        self._stir.clear()
        waits = [asyncio.ensure_future(self.sleep(seconds)), asyncio.ensure_future(self._stir.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()


class LiveSource(EventSource):
    """A match without people, played for spectators, who can pause it and step through it without touching a player's clock.

    Cancelling leaves a transcript that can be resumed. This is the match's recorder: whatever it shows is already on disk.
    """

    def __init__(
        self,
        start: Start | Resume,
        *,
        speed: float = 1.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        models: Callable[[Listen], ModelSeat] = lambda listen: nobody,
    ) -> None:
        """Raises ValueError or OSError, with a sentence, if the match cannot be begun or resumed, or if a person plays in it."""
        model = models(self._hear)
        if isinstance(start, Resume):
            refuse_open_table(start.path)
            ready = reopened_match(start.path, model=model)
        else:
            ready = new_match(start.game, start.seats, start.config, start.seed, model=model, services=start.services)
        referee = ready.match.referee
        super().__init__(referee.game.name, speed, sleep)
        self.match = referee.game
        self._match = Match(referee, ready.match.players, self, self.pacer)
        self._writer = ready.writer
        self.path, self.seats, self.viewers = ready.folder, referee.game.seats, viewers(referee.game.seats)
        self._minds = Minds(self.seats, clock)
        self._stands_still = False
        self.grow(0, referee.opening, encode({"events": events_body(referee.opening)}))
        if isinstance(start, Resume):
            record = iter(referee.record[len(self.told) :])
            for line in read(self.path).lines:
                self.grow(line.n, (next(record) for _ in line.body["events"]), orjson.dumps(line.body))

    async def run(self) -> None:
        self.at = len(self.told)
        try:
            with logs.log_match(self.path.name, self._match.referee):
                await self._match.play()
        except (SaveError, Halt) as error:
            self._stands_still = True
            self.tell()
            self.post(Failed(str(error)))
        else:
            self.tell()
            self.post(Finished())

    def close(self) -> None:
        self._writer.close()

    @property
    def farewell(self) -> str:
        if self._match.referee.outcome is not None:
            return ""
        return describe_left_match(self.path.name)

    def steer(self, change: Change, at: int = 0) -> None:
        """Steer the match; a step lets one answer come."""
        if change == "step":
            self.pacer.step()
        elif change == "give_up" and (model := slowest(self._open_requests, self._match.players)):
            model.give_up()
        super().steer(change, at)

    # The match's recorder

    def refusal(self, request: Request, response: Response) -> str:
        return self._writer.refusal(request, response)

    def keep_response(self, request: Request, response: Response, told: Sequence[RecordEntry]) -> None:
        self._writer.keep_response(request, response, told)
        step = self._match.referee.folded
        self._minds.note_response(request, response, is_open=request.id in self._match.referee.open)
        self.grow(step, told, encode(response_body(step, request, response, told)))
        self.at = len(self.told)
        self.notify()

    def keep_outcome(self, outcome: Outcome) -> None:
        self._writer.keep_outcome(outcome)

    def _hear(self, progress: Progress) -> None:
        self._minds.hear(progress)
        self.notify()

    # News

    def tell(self) -> None:
        """Post new Events, and the progress of the models."""
        super().tell()
        self._post_change(Thinking(() if self._stands_still else self._minds.now))

    @property
    def _open_requests(self) -> list[Request]:
        """Return the open requests. During a pause, players that answer at once are not asked."""
        players, is_paused = self._match.players, self.pacer.is_paused
        if self._stands_still:
            return []
        return [each for each in self._match.referee.open.values() if not (is_paused and players[each.to].answers_at_once)]

    def turns(self) -> tuple[Turn, ...]:
        """Return the turns of seats that are asked now, then the last turn of each other seat."""
        return newest([*map(self._asked_turn, self._open_requests), *super().turns()])

    def _asked_turn(self, request: Request) -> Turn:
        shown = turn(self.seats, request.to, request.answer.__name__, "asked")
        mind = self._minds[request.to]
        if mind is None or mind.request != request.id:
            return shown
        return replace(shown, words=mind.words, since=mind.since, until=mind.until, limit=request.seconds)


class ReplaySource(EventSource):
    """A transcript that spectators can step through in both directions. It needs neither rules nor key.

    line: of the file, to begin at in a pause; 0 plays from the beginning. Of an unfinished match, only what its person has seen is
    shown, since its secrets still matter.
    """

    def __init__(
        self, path: Path, *, line: int = 0, speed: float = 1.0, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Raises ValueError or OSError, with a sentence, unless this is a transcript of an installed game."""
        with pause_collection():
            find_pictures(path)
            transcript, lines = read_lines(path)
            header = transcript.header
            game = registry.game(header.game, header.rules)
            super().__init__(header.game, speed, sleep)
            self.path = path
            self.seats = tuple(place.seat for place in header.seats)
            self.match = _set_up(game, header)
            self.is_imported = header.source is not None
            problems: list[str] = []
            for step, told, body in _decode(game, header, lines, problems):
                self.grow(step, told, body)
            self.is_over = transcript.is_finished
            self.viewers = allowed_viewers(self.seats, header.people, is_over=self.is_over)
            self.can_fork = EVERYTHING in self.viewers and transcript.key is not None
            if EVERYTHING not in self.viewers:
                self._hide()
            self.problem = _summarise([*(f"line {line}: {sentence}" for line, sentence in transcript.findings), *problems])
        if line:
            self.pacer.pause()
            self._seek(self.position(line))

    @property
    def can_audit(self) -> bool:
        """Return whether claims can be checked; a damaged transcript proves nothing."""
        return super().can_audit and not self.problem

    def _hide(self) -> None:
        """Keep only what may be seen, which depends on the end of the transcript."""
        told, lines = iter(self.told), self._lines
        self.told, self.steps, self.done, self._lines = [], [], [], {}
        for step, line in lines.items():
            body = orjson.loads(line)
            seen = [(each, event) for event in body["events"] if self._may_see((each := next(told))[1])]
            shown = {"events": [event for _, event in seen]}
            is_whose = "request" in body and body["request"]["to"] in self.viewers
            self.grow(step, [each for each, _ in seen], orjson.dumps(body | shown if is_whose else shown))

    def _may_see(self, audience: Audience) -> bool:
        return any(observes(viewer, audience) for viewer in self.viewers)

    def position(self, line: int) -> int:
        """Return the position just after the first Event of a line of the file."""
        return bisect_left(self.steps, line - 1) + 1

    async def run(self) -> None:
        """Go from Event to Event while it is not paused."""
        self.tell()
        if self.is_over:
            self.post(Finished())
        if self.problem:
            self.post(Failed(self.problem))
        while True:
            before = self.at
            await self.pacer.gate(self.told[before - 1 : before] if before else ())
            if self.pacer.speed == math.inf:
                await self.sleep(FRAME)
            if self.at == before:  # the spectator has not jumped meanwhile
                self._seek(before + (_AT_ONCE if self.pacer.speed == math.inf else 1))

    def steer(self, change: Change, at: int = 0) -> None:
        """Steer the replay; playing on at the end starts again."""
        if change == "to":
            self._seek(at)
        elif change == "go" and self.at == len(self.told):
            self._seek(0)
        super().steer(change, at)

    def _seek(self, at: int) -> None:
        self.at = max(0, min(at, len(self.told)))
        if self.at == len(self.told):
            self.pacer.pause()
        self.notify()


def _set_up(game: type[Game[Any]], header: Header) -> Game[Any] | None:
    """Return the game as configured in a transcript's header; None if the rules refuse that."""
    try:
        return game(len(header.seats), registry.validate_config(game.config_type, header.config))
    except ValueError:
        return None


def _decode(
    game: type[Game[Any]], header: Header, lines: Iterable[ResponseLine], problems: list[str]
) -> Iterator[tuple[int, list[RecordEntry], bytes]]:
    """Yield the step, the readable Events and the line with only these, for the opening and each line."""
    texts: dict[str, RedactableText] = {}
    opening: Iterator[tuple[int, Json, Mapping[str, RedactableText]]] = iter([(0, {"events": header.opening}, {})])
    for step, body, typed in chain(opening, ((line.n, line.body, line.redactable_texts) for line in lines)):
        texts |= {ref: words for ref, words in typed.items() if ref not in texts}
        told, events = [], []
        for event in body["events"]:
            try:
                told.append(decode_entry(game, event, texts))
                events.append(event)
            except DecodeError as error:
                problems.append(f"line {step + 1}: {error}")
        shown = body if len(events) == len(body["events"]) else body | {"events": events}
        if typed and (attempts := body["response"].get("attempts")):
            shown = shown | {"response": body["response"] | {"attempts": restore_texts(attempts, texts)}}
        yield step, told, orjson.dumps(shown)


def _summarise(problems: list[str]) -> str:
    """Return all problems as one sentence."""
    if not problems:
        return ""
    more = f" (and {count(len(problems) - 1, 'more problem')})" if problems[1:] else ""
    return f"Damaged{more}: {problems[0]}"


def _pretty(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
