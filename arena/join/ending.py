"""The end of a match at a table of another machine: what was checked here, and what is shown."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from woozle.arena.join.connection import MOST_TRANSCRIPT, SeatConnection
from woozle.arena.join.kept_seat import JOURNAL, MATCH, KeptSeat
from woozle.arena.play.endings import card_of_saved, results_for
from woozle.arena.play.people import Person
from woozle.arena.views.end import HEADLINES
from woozle.arena.views.end_card import EndCard
from woozle.arena.views.panels import OVER, YOU, FigureColumn, FigureRow, FigureTable, Results
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.names import join_names, seat_letters
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.seat_protocol import OverMessage
from woozle.saves.blobs import BLOBS
from woozle.saves.match import read_match
from woozle.saves.members import SUFFIXES
from woozle.saves.receipt_check import check_receipts
from woozle.saves.receipts import spoken_code
from woozle.saves.transcript import CLOSED
from woozle.saves.verify import verify

_MOST_SEATS, _LONGEST = 64, 400  # characters
_PICTURE = re.compile(rf"{BLOBS}/[0-9a-f]{{64}}({'|'.join(map(re.escape, SUFFIXES.values()))})")


@value
class JoinedEnd:
    """The end of a match. verdict: what was checked here, in a clause. card: None without a transcript that holds."""

    results: Results
    verdict: str
    card: EndCard | None = None


async def fetch_end(connection: SeatConnection, kept: KeptSeat, over: OverMessage) -> JoinedEnd:
    """Fetch the transcript, check it and all that the host has said, and return what there is to show."""
    record = connection.record
    seat, problems = record.welcome.seat if record.welcome else "", record.end_problems()
    told = _told_results(over, seat)
    if not over.head:
        return _ended(told, problems, "the host keeps the transcript")
    try:
        data = await connection.fetch("/transcript", MOST_TRANSCRIPT)
        for name, part in sorted(_unpacked(data).items(), key=lambda each: each[0] != CLOSED):
            kept.write(f"{MATCH}/{name}", part)
    except (InputError, OSError, BadZipFile, EOFError, RuntimeError, NotImplementedError, zlib.error):
        return _ended(told, problems, "the host does not give its transcript")
    deal = "deal" if record.has_dealt else "deal (to which this seat brought no number)"
    return await asyncio.to_thread(_read_end, kept.folder, over, seat, told, problems, deal)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of a match, by name: of an archive, or of a transcript alone. Raises InputError or what zipfile does.

    Only a transcript and pictures are taken, by names of ours, and no more than may be sent without an archive.
    """
    if not data.startswith(b"PK"):
        return {CLOSED: data}
    found: dict[str, bytes] = {}
    left = MOST_TRANSCRIPT
    with ZipFile(BytesIO(data)) as archive:
        for each in archive.infolist():
            name = CLOSED if each.filename.endswith(f"/{CLOSED}") else "/".join(each.filename.split("/")[-2:])
            if name != CLOSED and not _PICTURE.fullmatch(name):
                continue
            with archive.open(each) as file:
                found[name] = file.read(left + 1)
            left -= len(found[name])
            if left < 0:
                raise InputError(f"The transcript and its pictures have more than {MOST_TRANSCRIPT // 2**20} MiB.")
    return found


def _read_end(folder: Path, over: OverMessage, seat: Seat, told: Results, problems: list[str], deal: str) -> JoinedEnd:
    try:
        report = verify(folder / MATCH, head=over.head)
        if report.verdict == "altered":
            return _ended(told, [*problems, report.explanation])
        match = read_match(folder / MATCH)
        checked = check_receipts(folder / JOURNAL, match.transcript)
        problems += [finding.sentence for finding in checked.findings]
        persons = {seat: Person(1)}
        results, card = results_for(match, persons), card_of_saved(match, persons)
    except Exception as error:  # a transcript from elsewhere may tell of things that cannot be
        return _ended(told, problems, f"its transcript cannot be read here ({type(error).__name__})")
    parts = ["rules", *([deal] if match.header.deal and match.header.deal.shares else []), count(checked.count, "receipt")]
    notes = (*results.notes, f"Its head reads {spoken_code(over.head)} for all who were at the table.")
    ended = _ended(replace(results, notes=notes), problems, report.reason.rstrip("."), parts)
    note = " ".join(filter(None, (card.note, ended.results.notes[-1])))
    return replace(ended, card=replace(card, note=note))


def _ended(results: Results, problems: list[str], unchecked: str = "", parts: Sequence[str] = ()) -> JoinedEnd:
    if problems:
        verdict = f"not as the host says: {problems[0]}"
    elif unchecked:
        verdict = f"not verified here: {visible_line(unchecked)[:_LONGEST]}"
    else:
        verdict = f"verified here: {join_names(parts)}"
    return JoinedEnd(replace(results, notes=(*results.notes, f"{verdict[:1].upper()}{verdict[1:].rstrip('.')}.")), verdict)


def _told_results(over: OverMessage, me: Seat) -> Results:
    """Return the results as the host tells them."""
    by_seat = (over.outcome or {}).get("results") or {me: over.result}
    found = {_shown(seat): _kind(result) for seat, result in [*by_seat.items()][:_MOST_SEATS]} if isinstance(by_seat, dict) else {}
    own = _shown((over.result or {}).get("kind", ""))
    rows = tuple(
        FigureRow((seat, kind, YOU if seat == me else _shown(over.players.get(seat, ""))), number, letter)
        for number, (letter, (seat, kind)) in enumerate(zip(seat_letters(found), found.items(), strict=True), 1)
    )
    columns = (FigureColumn("seat", is_cut=True), FigureColumn("result"), FigureColumn("player", is_cut=True))
    return Results(HEADLINES.get(own, OVER), _shown(over.why), own == "won" if own else None, FigureTable(columns, rows))


def _kind(result: Any) -> str:
    """Return how a seat ended, with its score."""
    match result:
        case {"kind": kind, "numbers": {"score": int() | float() as score}}:
            return f"{_shown(kind)}, {score:g}"
        case {"kind": kind}:
            return _shown(kind)
    return ""


def _shown(text: Any) -> str:
    return visible_line(str(text))[:_LONGEST]
