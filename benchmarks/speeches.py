"""Texts of bots, drawn by lot and read by people who did not write the bots: how many make no sense where they stand.

    python -m benchmarks.speeches draw GAME --to FILE [--texts 200] [--matches 60] [--first 4000000]
    python -m benchmarks.speeches show FILE [--from 1] [--to 200]
    python -m benchmarks.speeches [--docs]

`draw` plays matches of the bots of each level, with the usual seats and options, and draws from all texts that they wrote, each
equally likely. `show` prints each below what its writer could read by then. A reader notes those that make no sense there.
`benchmarks/gold/speeches` holds what was drawn and what each of two readers noted; without an argument, the shares are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.page import markdown, write
from woozle.arena.views.registry import new_timeline
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.event import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response, Seat
from woozle.core.statistics.agreement import cohen_kappa
from woozle.core.statistics.intervals import wilson
from woozle.players.bot import Bot
from woozle.players.registry import bot, opponents
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services

KEPT = Path(__file__).parent / "gold" / "speeches"
_FIRST = 4_000_000  # seed
_FIELDS = ("text", "say", "argument", "analysis", "summary")
_HEAD, _TAIL = 16, 48  # lines that readers get of a long match
_READERS = ("first", "second")


@dataclass(frozen=True)
class Text:
    """A text of a bot. before: the lines that its writer could read by then; asked: the question."""

    number: int
    game: str
    level: str
    seed: int
    seat: Seat
    role: str
    before: Sequence[str]
    asked: str
    text: str


@dataclass(frozen=True)
class Written:
    """A text, and how much of its observation the writer had when it was asked."""

    seat: Seat
    observed: Sequence[Event]
    asked: str
    text: str


class Scribe:
    """A bot whose texts are kept."""

    is_human = False
    answers_at_once = True
    keeps_time = False

    def __init__(self, player: Bot, seat: Seat, texts: list[Written]) -> None:
        self._player, self._seat, self._texts = player, seat, texts
        self.describe = player.describe

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        response = await self._player.respond(request, observation)
        if isinstance(response.answer, Answer):
            fields = response.answer.model_dump()
            asked = " ".join([request.answer.__name__, *(f"{name}={fields[name]}" for name in fields if name not in _FIELDS)])
            said = [fields[name] for name in _FIELDS if isinstance(fields.get(name), str) and fields[name].strip()]
            self._texts += [Written(self._seat, [*observation], asked, each) for each in said]
        return response


def play(game: str, level: str, seed: int) -> Iterator[tuple[str, Written]]:
    """Play a match of bots, and yield their texts, each with the role of its writer."""
    kind, key = registry.game(game), key_from_seed(seed)
    referee = Referee(kind(kind.default_seats, registry.configure(kind, "standard", {})), key)
    texts: list[Written] = []
    players: dict[Seat, Player] = {seat: Scribe(bot(game, level)(bot_seed(seat, key)), seat, texts) for seat in referee.game.seats}
    players |= seat_services(referee.game, {}, key, nobody)
    asyncio.run(Match(referee, players).play())
    roles = kind.roles(referee.record)
    yield from ((roles.get(each.seat, ""), each) for each in texts)


def draw(game: str, texts: int, matches: int, first: int) -> Iterator[Text]:
    """Yield texts drawn by lot from as many matches of each level."""
    written = [
        (level, seed, role, each)
        for level in opponents(game)
        for seed in range(first, first + matches)
        for role, each in play(game, level, seed)
    ]
    drawn = random.Random(first).sample(written, min(texts, len(written)))
    for number, (level, seed, role, each) in enumerate(drawn, 1):
        timeline = new_timeline(game, each.seat)
        timeline.grow([(event, (each.seat,)) for event in each.observed])
        before = [f"{line.label}: {line.text}" if line.label else line.text for line in timeline.lines if line.text]
        yield Text(number, game, level, seed, each.seat, role, before, each.asked, each.text)


def write_texts(path: Path, texts: Iterable[Text]) -> None:
    lines = "".join(json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in texts)
    path.write_bytes(gzip.compress(lines.encode(), mtime=0))


def read_texts(path: Path) -> list[Text]:
    return [Text(**json.loads(line)) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def show(texts: Iterable[Text]) -> Iterator[str]:
    """Yield each text as a reader gets it; of a long match the beginning and the last lines."""
    for each in texts:
        yield f"\n===== {each.number}: {each.game}, {each.level}, match {each.seed}, {each.seat}{each.role and f', {each.role}'}"
        cut = len(each.before) - _HEAD - _TAIL
        lines = [*each.before[:_HEAD], f"({cut} lines)", *each.before[-_TAIL:]] if cut > 0 else each.before
        yield from (f"    {line}" for line in lines)
        yield f">>> {each.seat} ({each.asked}): {each.text}"


class Reading:
    """What two readers noted about the texts of a game: the numbers of those that make no sense, each with the reason."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def texts(self) -> Sequence[Text]:
        return read_texts(KEPT / f"{self.game}.jsonl.gz")

    @cached_property
    def noted(self) -> Sequence[Mapping[int, str]]:
        """What each reader noted."""
        pages = (json.loads((KEPT / f"{self.game}.{reader}.json").read_text("utf-8")) for reader in _READERS)
        return [{int(number): why for number, why in page.items()} for page in pages]

    def row(self) -> list[str]:
        """Return the row of the table."""
        n = len(self.texts)
        pairs = [tuple(each.number in noted for noted in self.noted) for each in self.texts]
        both = sum(one and other for one, other in pairs)
        kappa = cohen_kappa([(str(one), str(other)) for one, other in pairs])
        shares = [f"{len(noted) / n:.1%}" for noted in self.noted]
        low, high = wilson(sum(map(len, self.noted)) / 2, n)
        same = sum(one == other for one, other in pairs) / n
        return [
            self.game,
            f"{n}",
            *shares,
            f"{both / n:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{same:.1%}",
            "" if kappa is None else f"{kappa:.2f}",
        ]


TITLES = ("game", "texts", "first reader", "second reader", "both", "95 % of their mean", "alike", "kappa")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", action="store_true")
    kinds = parser.add_subparsers(dest="command")
    lot = kinds.add_parser("draw")
    lot.add_argument("game", choices=registry.names())
    lot.add_argument("--to", type=Path, required=True)
    lot.add_argument("--texts", type=int, default=200)
    lot.add_argument("--matches", type=int, default=60, help="of each level")
    lot.add_argument("--first", type=int, default=_FIRST, help="the first seed")
    page = kinds.add_parser("show")
    page.add_argument("file", type=Path)
    page.add_argument("--from", type=int, default=1, dest="first")
    page.add_argument("--to", type=int, default=1_000_000, dest="last")
    given = parser.parse_args()
    if given.command == "draw":
        write_texts(given.to, draw(given.game, given.texts, given.matches, given.first))
    elif given.command == "show":
        print(*show(each for each in read_texts(given.file) if given.first <= each.number <= given.last), sep="\n")
    else:
        games = sorted({path.name.partition(".")[0] for path in KEPT.glob("*.json")})
        text = markdown(TITLES, [Reading(game).row() for game in games])
        print(text)
        if given.docs:
            write("bots.md", "speeches", text)


if __name__ == "__main__":
    main()
