"""Bit flips in every byte of transcripts of all games, one at a time: verify must notice each, in words.

Transcripts are of finished matches, and of unfinished ones whose file is still being written. In each byte one bit is flipped,
drawn by the seed; in the shortest finished match all eight are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.siege.part import Part, Piece, Tally, dice
from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match, Player
from woozle.saves.resume import ResumeError, reopen
from woozle.saves.transcript import CLOSED, KEY, PART, TranscriptError
from woozle.saves.verify import verify
from woozle.saves.writer import SaveError

_SHORT = {
    "ship": {"map": "shuttle", "max_ticks": "12", "rounds": "1"},
    "quest": {"items": "1"},
    "debate": {"rounds": "1"},
}
"""Options that make matches short. A pool has one item instead of all, since the first line holds them."""
_REOPENED_EVERY = 10  # one in this many flips of an unfinished match is also resumed by a person


class Target(NamedTuple):
    """A transcript, and the number of bits to flip in each byte."""

    game: str
    file: Path
    data: bytes
    bits: int

    @property
    def flips(self) -> int:
        return len(self.data) * self.bits


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    targets = _targets(seed, folder)
    for each in targets:
        tally.figures[f"bytes of {each.game}, {each.file.name}"] = len(each.data)

    def piece(number: int) -> None:
        target, at = _found(targets, number)
        byte, turn = divmod(at, target.bits)
        bit = turn if target.bits == 8 else dice(seed, "flips", number).randrange(8)
        changed = bytearray(target.data)
        changed[byte] ^= 1 << bit
        target.file.write_bytes(changed)
        where = f"{target.game}, {target.file.name}, byte {byte}, bit {bit}"
        try:
            report = verify(target.file, 3)
            if report.is_verified and not report.torn:
                tally.fault(f"Unnoticed: {where}.")
            elif not report.is_verified and not any(check.reason for check in report.levels.values() if check.result != "passed"):
                tally.fault(f"Noticed without a word: {where}.")
            tally.count("noticed as changed" if not report.is_verified else "noticed as a torn last line")
            if target.file.name == PART and number % _REOPENED_EVERY == 0:
                _goes_on(target, tally)
        except Exception as error:
            tally.fault(f"{type(error).__name__} was raised: {error}: {where}.")
        finally:
            target.file.write_bytes(target.data)

    return sum(each.flips for each in targets), piece


def _goes_on(target: Target, tally: Tally) -> None:
    """Check that resuming a changed match is refused, or goes on from the whole lines before a torn one."""
    try:
        reopen(target.file.parent, sync=False).writer.close()
        tally.count("gone on with, without the torn line")
    except (ResumeError, TranscriptError, SaveError):
        tally.count("refused to go on with")


def _found(targets: list[Target], number: int) -> tuple[Target, int]:
    for target in targets:
        if number < target.flips:
            return target, number
        number -= target.flips
    raise IndexError(number)


def _targets(seed: int, folder: Path) -> list[Target]:
    played = [(game, played_match(game, seed, folder / game)) for game in registry.names()]
    shortest = min(file.stat().st_size for _, file in played)
    found = [Target(game, file, data, 8 if len(data) == shortest else 1) for game, file in played if (data := file.read_bytes())]
    return [*found, *_unfinished(played, seed, folder / "unfinished")]


def _unfinished(played: list[tuple[str, Path]], seed: int, folder: Path) -> Iterator[Target]:
    """Yield the first halves of the same matches."""
    for game, file in played:
        lines = file.read_bytes().splitlines(keepends=True)
        data = b"".join(lines[: max(2, len(lines) // 2)])
        half = folder / game / PART
        half.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(data)
        (half.parent / KEY).write_text(key_from_seed(seed, 1).hex())
        yield Target(game, half, data, 1)


def played_match(game: str, seed: int, folder: Path, first: Player | None = None) -> Path:
    """Play a short match of bots, of two seats if the game allows so few; return its transcript.

    first: the player in the first seat, if not a bot.
    """
    kind = registry.game(game)
    config = registry.configure(kind, "standard", _SHORT.get(game, {}))
    if isinstance(pool := getattr(config, "pool", None), tuple) and pool:
        config = config.model_copy(update={"pool": pool[:1]})
    ready = new_match(game, [f"bot*{max(2, kind.min_seats_for(config))}"], config, seed, folder, sync=False)
    match = ready.match
    if first:
        match = Match(match.referee, {**match.players, match.referee.game.seats[0]: first}, ready.writer)
    asyncio.run(match.play())
    ready.writer.close()
    return folder / CLOSED


def row(tally: Tally) -> list[tuple[str, str]]:
    sizes = {name: size for name, size in tally.figures.items() if name.startswith("bytes of ")}
    return [
        (f"bytes in {len(sizes)} transcripts, finished and unfinished, of all games", f"{sum(sizes.values()):,}"),
        ("flips: a bit of each byte, all eight of the shortest", f"{tally.done:,}"),
        ("noticed as changed", f"{tally.figures['noticed as changed']:,}"),
        ("noticed as a last line that was torn off", f"{tally.figures['noticed as a torn last line']:,}"),
        ("not noticed, without a word, or with an error raised", f"{tally.failed:,}"),
    ]


PART_OF_SIEGE = Part("flips", "Flipped bytes", begin, row)
