"""Which tables there are, and the rows of a match in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from woozle.saves.tables.decisions import DECISIONS
from woozle.saves.tables.matches import MATCHES, SCORES, SEATS, Seated, scores
from woozle.saves.tables.played import Played, played
from woozle.saves.tables.table import NOTHING, Column, Row, Table, TableError
from woozle.saves.transcript import Transcript, shown

TABLES = (DECISIONS, MATCHES, SEATS, SCORES)


def tables(*, with_text: bool = False, leading: Iterable[Column] = ()) -> tuple[Table, ...]:
    """The tables of matches. with_text: whether they hold what was said freely. leading: columns before those of each table."""
    before = tuple(leading)
    return tuple((table if with_text else table.without_text()).led_by(before) for table in TABLES)


def rows(transcript: Transcript, name: str, tables: Iterable[Table], leading: Mapping[str, Any] = NOTHING) -> dict[str, list[Row]]:
    """The rows of a match, by table: all of them, or TableError. name: of the match, as `names_of` gives it.

    tables: as above. leading: what their leading columns take their values from.
    """
    with refusals(transcript.path):
        return rows_of(played(transcript, name), tables, leading)


def rows_of(match: Played, tables: Iterable[Table], leading: Mapping[str, Any] = NOTHING) -> dict[str, list[Row]]:
    """The same of a match that was taken apart, to be called within `refusals`."""
    about = _about(match)
    return {table.name: [table.row(each, leading) for each in about[table.name]] for table in tables}


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Raises TableError, with a sentence, where a match cannot become rows."""
    try:
        yield
    except TableError as error:
        raise TableError(f"{shown(path)} is left out: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise TableError(f"{shown(path)} is left out: something in it has a form that no Woozle writes.") from error


def _about(match: Played) -> Mapping[str, Iterator[Any]]:
    """What the rows of each table are about."""
    return {
        DECISIONS.name: iter(match.decisions),
        MATCHES.name: iter((match,)),
        SEATS.name: (Seated(match, who) for who in match.occupants.values()),
        SCORES.name: scores(match),
    }
