"""`woozle audit`: matches are read, from transcripts and logs alike, and audited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from woozle.core import registry
from woozle.core.game import Told
from woozle.core.games.ship.claims.audit import Known, Mode, audit
from woozle.core.games.ship.claims.comparison import Audited
from woozle.core.games.ship.claims.compatible.written import Written
from woozle.core.games.ship.events import Briefing
from woozle.core.naming import player
from woozle.core.near import near_or_all
from woozle.core.text import visible_line
from woozle.saves.below import files_below
from woozle.saves.claims import read_claims
from woozle.saves.importers.quack import LOG, play_again, players_of
from woozle.saves.importers.quack_log import LogError, read_log
from woozle.saves.transcript import CLOSED, PART, TranscriptError, read, shown
from woozle.saves.vocabulary import MeaningError, decode_record
from woozle.tui.cli.audit_output import audit_json, game_lines, reader_line, table_lines
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.unfinished import chosen

if TYPE_CHECKING:
    from woozle.tui.cli.extracting import Reader

_GAME = "ship"  # whose meetings can be audited


class AuditError(ValueError):
    """A match that cannot be audited. Says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it was read. players: what plays each seat, in words."""

    record: Sequence[Told]
    players: Mapping[str, str]
    is_imported: bool


def audit_matches(
    paths: Sequence[Path],
    mode: str,
    claims: Path | None,
    tolerance: int,
    is_lenient: bool,
    as_json: bool,
    is_table: bool,
    extractor: str | None = None,
    takes_unfinished: bool = False,
) -> bool:
    """Audit matches and print what was found; whether all could be audited. Raises ValueError, with a sentence.

    extractor: the model that reads the claims, as a seat names it; None for the grammar. takes_unfinished: also those that a person
    can still go on with.
    """
    if claims and extractor:
        raise AuditError("Claims come from --claims or from --extractor; leave one of them out.")
    if mode not in get_args(Mode):
        raise AuditError(f"There is no mode {mode!r}; {near_or_all(mode, get_args(Mode))}")
    files, is_whole = chosen(paths, matches_in, takes_unfinished=takes_unfinished)
    if not files:
        return False
    done: list[tuple[Path, Audited]] = []
    with _reading(extractor) as reader:
        for path, game in audits(files, cast(Mode, mode), claims, tolerance, is_lenient=is_lenient, reader=reader):
            if game is None:
                is_whole = False
                continue
            done.append((path, game))
            if not (as_json or is_table):
                print(*game_lines(path, game), sep="\n")
    read_by = extractor or ("file" if claims else "grammar")
    if as_json:
        print_json(audit_json(done, mode, read_by))
        return is_whole
    if is_table:
        print(*table_lines([game for _, game in done]), sep="\n")
    if done and mode == "observed":
        print(reader_line(read_by))
    return is_whole


def _reading(extractor: str | None) -> AbstractContextManager[Reader | None]:
    """The model that reads claims, while it is entered; None where the grammar does."""
    if extractor is None:
        return nullcontext()
    from woozle.tui.cli.extracting import reader

    return reader(extractor)


def audits(
    files: Sequence[Path],
    mode: Mode,
    claims: Path | None,
    tolerance: int,
    *,
    is_lenient: bool = False,
    reader: Reader | None = None,
) -> Iterator[tuple[Path, Audited | None]]:
    """Each match, audited; None for one that cannot be, which is named on standard error.

    claims: a file of claims that were extracted elsewhere, or the name of such files beside the matches. Raises ValueError.
    """
    if claims and not any(file.exists() for file in (claims, *(path.parent / claims for path in files))):
        raise AuditError(f"There is no file of claims {shown(claims)}, neither here nor beside a match.")
    for path in files:
        try:
            match = read_match(path, is_lenient=is_lenient)
            known = known_claims(claims, path, match) if claims else None
            if reader:
                known = reader(match.record, is_imported=match.is_imported)
            result = audit(match.record, mode=mode, is_imported=match.is_imported, known=known, tolerance=tolerance)
        except (AuditError, LogError, TranscriptError, MeaningError) as error:
            notice(str(error))
            yield path, None
            continue
        yield path, Audited(result, match.players)


def matches_in(path: Path) -> list[Path]:
    """The transcripts and logs in a folder and all its folders, sorted; a file stands for itself. Raises AuditError."""
    if not path.is_dir():
        return [path]
    if found := files_below(path, (CLOSED, PART, LOG), passed_over=(".", "eval_backup")):
        return found
    raise AuditError(f"There is no match in {shown(path)}.")


def read_match(path: Path, *, is_lenient: bool = False) -> Match:
    """Read a transcript or a log. Raises AuditError, LogError, TranscriptError, MeaningError."""
    if path.name == LOG or not _is_transcript(path):
        log = read_log(path, is_lenient=is_lenient)
        record = play_again(log, is_lenient=is_lenient).referee.record
        return Match(record, {seat: str(described["name"]) for seat, described in players_of(path, log).items()}, True)
    transcript = read(path)
    header = transcript.header
    if header.game != _GAME:
        raise AuditError(f"{shown(path)} is a match of {visible_line(header.game)}; only meetings of the {_GAME} can be audited.")
    if transcript.findings:
        line, sentence = transcript.findings[0]
        raise AuditError(f"{shown(path)}, line {line}: {sentence} What was changed cannot be audited.")
    record = list(chain.from_iterable(decode_record(registry.game(_GAME, transcript.header.rules), transcript)))
    return Match(record, {seat: player(described) for seat, described in header.players.items()}, header.source is not None)


def _is_transcript(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(8).startswith(b'{"body":')
    except OSError:
        return True  # reading it says what is wrong


def known_claims(claims: Path, path: Path, match: Match) -> Known:
    """Claims that were extracted elsewhere; where a match has no file of them, nobody has looked at its speeches."""
    file = next((each for each in (path.parent / claims, claims) if each.exists()), None)
    written = Written(read_claims(file) if file else {})
    rooms = next((event.config.map.rooms for event, _ in match.record if isinstance(event, Briefing)), {})
    return lambda statement: written.claims(statement, rooms)
