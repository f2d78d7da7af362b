"""The precision of contradictions in a notebook, in the public games of QUACK, against what the engine knows.

    python -m benchmarks.notebook [--logs FOLDER] [--wrong]

The notebook of every seat is written from that seat's observation. A mark against what the seat saw is right if the claim, as read,
is false; a mark of two claims against each other, if at least one of them is. Whether the speech makes the claim at all is counted
separately: how many of the claims marked against sightings a language model also read in the same speech. `--wrong` prints each
wrong mark.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.claims_gold import lenient
from benchmarks.logs import CLAIMS, LOGS
from woozle.core.state import observes
from woozle.core.statistics.intervals import wilson
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.seat_notes import Heard, SeatNotes
from woozle.games.ship.claims.tally import NOT_SO
from woozle.games.ship.claims.timeline import Timeline, build_timeline
from woozle.games.ship.tui.audit import Match, known_claims, read_match
from woozle.saves.transcript import CLOSED

LOG = "game.jsonl"


def notes_of(match: Match, seat: str) -> tuple[SeatNotes, dict[int, int]]:
    """Return the notes of a seat, and the position in the record of each Event that it observed."""
    notes, places = SeatNotes(seat), {}
    for at, (event, audience) in enumerate(match.record):
        if observes(seat, audience):
            notes.state.see(event)
            places[len(places)] = at
    return notes, places


def count_marks(log: Path, found: Counter[tuple[str, str]], *, is_told: bool) -> None:
    """Count the marks in the notebooks of all seats of a game, by kind and by the engine's verdict."""
    match = read_match(log)
    line = build_timeline(match.record, is_imported=match.is_imported)
    published = known_claims(CLAIMS, log, match) if (log.parent / CLAIMS).exists() else None
    for seat in line.seats:
        notes, places = notes_of(match, seat)
        heard = notes.heard()
        for each in heard:
            found["claims", "heard"] += 1
            for mark in each.contradictions:
                is_right = _is_false(line, each, places)
                if mark.kind != "seen" and not is_right:
                    others = [other for other in heard if other.at == mark.at]
                    is_right = any(_is_false(line, other, places) for other in others)
                found[mark.kind, "right" if is_right else "wrong"] += 1
                if not is_right and is_told:
                    quote = each.statement.text[slice(*(each.claim.span or (0, 0)))]
                    print(f"{log.parent.name}, {seat}: {each.statement.speaker} says {quote!r}; {mark.kind}: {mark.words}")
            if published and any(mark.kind == "seen" for mark in each.contradictions):
                statement = next(said for said in line.statements if said.at == places[each.at])
                theirs = {key for claim in published(statement) or () for key in lenient(claim)}
                found["read", "by both" if theirs & set(lenient(each.claim)) else "by the grammar alone"] += 1


def _is_false(line: Timeline, heard: Heard, places: dict[int, int]) -> bool:
    statement = next(said for said in line.statements if said.at == places[heard.at])
    return check(line, statement, heard.claim).outcome in NOT_SO


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=Path, default=LOGS)
    parser.add_argument("--wrong", action="store_true")
    given = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    logs = sorted(given.logs.rglob(LOG)) or sorted(given.logs.rglob(CLOSED))
    for log in logs:
        count_marks(log, found, is_told=given.wrong)
    print(f"{len(logs)} games, {found['claims', 'heard']:,} claims in the notebooks of all seats")
    for kind, yes, no in (
        ("seen", "right", "wrong"),
        ("self", "right", "wrong"),
        ("other", "right", "wrong"),
        ("read", "by both", "by the grammar alone"),
    ):
        n = found[kind, yes] + found[kind, no]
        low, high = wilson(found[kind, yes], n) if n else (0.0, 0.0)
        print(f"{kind:6} {found[kind, yes]:5} of {n:5} {yes} ({low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
