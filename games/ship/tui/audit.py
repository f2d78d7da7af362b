"""Matches audited by `woozle audit`: read from transcripts and logs, checked, and printed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast, get_args

from woozle.arena.play import models
from woozle.arena.views.audits import BY_GRAMMAR, KNEW
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.game import RecordEntry
from woozle.core.measures import heading
from woozle.core.regular_files import LARGE, explain_errors, open_file, read_file
from woozle.core.statistics.resampling import Estimate
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.games.ship.claims.audit import Audit, Mode, audit
from woozle.games.ship.claims.behaviour import Behaviour
from woozle.games.ship.claims.comparison import Audited, Group, by_ground, by_strength, differences, groups, sweep
from woozle.games.ship.claims.extraction import VERSION as GRAMMAR
from woozle.games.ship.claims.extraction.service import Extraction, Known, Question
from woozle.games.ship.claims.observed import VERSION as VERIFIER
from woozle.games.ship.claims.precision import NOT_MEASURED, Precision, Reader, corrected, precisions
from woozle.games.ship.claims.published import ClaimsError, Written, parse_claims
from woozle.games.ship.claims.schema import Checked, Verdict
from woozle.games.ship.claims.tally import Tally
from woozle.games.ship.claims.timeline import Timeline, build_timeline
from woozle.games.ship.claims.vote_reasons import Said, VotesFor, ejections
from woozle.games.ship.events import Briefing
from woozle.games.ship.measures import AUDITED
from woozle.games.ship.players.extractor import ModelExtractor
from woozle.games.ship.quack.log import LogError
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.tui.log_import import LOG, players_of, read_log
from woozle.games.ship.views.claims import claim_words, contradiction
from woozle.games.ship.views.report import FIGURES, precision_json
from woozle.games.ship.views.vote_reasons import voter_sentence
from woozle.players.backends.model_client import BackendError
from woozle.players.models.config import ConfigError
from woozle.players.models.spec import ModelSpec, SpecError, parse
from woozle.saves.copies import find_copies
from woozle.saves.decoder import DecodeError
from woozle.saves.disk import find_files
from woozle.saves.match import read_match as read_transcript
from woozle.saves.transcript import CLOSED, PART, TranscriptError, display_path
from woozle.saves.verdict_cache import find_verdicts
from woozle.saves.verdicts import CAUSES
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.match_selection import altered_sentence, counted_matches, select_matches, verify_side_by_side
from woozle.tui.cli.sentences import notice

_GAME = "ship"  # whose meetings can be audited


class AuditError(InputError):
    """A match that cannot be audited. The message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as read from its file. players: the player of each seat, in words."""

    record: Sequence[RecordEntry]
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
    """Audit matches, print the results, and return whether all could be audited. Raises ValueError, with a sentence.

    extractor: the model that reads the claims, named as in --seats; None for the grammar. takes_unfinished: whether to include
    matches that a human can still resume.
    """
    if claims and extractor:
        raise AuditError("Claims come from --claims or from --extractor; leave one of them out.")
    if mode not in get_args(Mode):
        raise AuditError(f"There is no mode {mode!r}; {suggest(mode, get_args(Mode))}")
    files, is_whole = select_matches(paths, matches_in, takes_unfinished=takes_unfinished)
    files, is_unaltered = countable(files)
    if not files:
        return False
    is_whole = is_whole and is_unaltered
    done: list[tuple[Path, Audited]] = []
    with open_reader(extractor) if extractor else nullcontext() as reader:
        for path, game in audits(files, cast(Mode, mode), claims, tolerance, is_lenient=is_lenient, reader=reader):
            if game is None:
                is_whole = False
                continue
            done.append((path, game))
            if not (as_json or is_table):
                print(*game_lines(path, game), sep="\n")
    read_by = extractor or ("file" if claims else "grammar")
    if as_json:
        print_json(audit_json(done, mode, read_by, reader_of(read_by, claims)))
        return is_whole
    if is_table:
        print(*table_lines([game for _, game in done], reader_of(read_by, claims)), sep="\n")
    if done and mode == "observed":
        print(reader_line(read_by, reader_of(read_by, claims)))
    return is_whole


def reader_of(read_by: str, claims: Path | None) -> Reader | None:
    """Return the reader of claims as the gold set knows it; None for one that was not measured."""
    if read_by == "grammar":
        return "grammar"
    return "published" if claims and claims.name.startswith("tier3_") else None


def audits(
    files: Sequence[Path],
    mode: Mode,
    claims: Path | None,
    tolerance: int,
    *,
    is_lenient: bool = False,
    reader: ModelReader | None = None,
) -> Iterator[tuple[Path, Audited | None]]:
    """Yield each match with its audit; None for one that cannot be audited, which is named on standard error.

    claims: a file of claims that were extracted elsewhere, or the name of such files beside the matches. Raises ValueError.
    """
    if claims and not any(file.exists() for file in (claims, *(path.parent / claims for path in files))):
        raise AuditError(f"There is no file of claims {display_path(claims)}, neither here nor beside a match.")
    for path in files:
        try:
            match = read_match(path, is_lenient=is_lenient)
            known = known_claims(claims, path, match) if claims else None
            if reader:
                known = reader(match.record, is_imported=match.is_imported)
            result = audit(match.record, mode=mode, is_imported=match.is_imported, known=known, tolerance=tolerance)
        except (AuditError, LogError, TranscriptError, DecodeError) as error:
            notice(str(error))
            yield path, None
            continue
        yield path, Audited(result, match.players)


def matches_in(path: Path) -> list[Path]:
    """Return the transcripts and logs in a folder and its subfolders, sorted, or the file itself. Raises AuditError."""
    if not path.is_dir():
        return [path]
    if found := find_files(path, (CLOSED, PART, LOG), passed_over=(".", "eval_backup")):
        return found
    raise AuditError(f"There is no match in {display_path(path)}.")


def read_match(path: Path, *, is_lenient: bool = False) -> Match:
    """Read a transcript or a log. Raises AuditError, LogError, TranscriptError, MeaningError."""
    if not _is_transcript(path):
        log = read_log(path, is_lenient=is_lenient)
        record = play_again(log, is_lenient=is_lenient).referee.record
        return Match(record, {seat: str(described["name"]) for seat, described in players_of(path, log).items()}, True)
    match = read_transcript(path)
    header = match.header
    if header.game != _GAME:
        raise AuditError(
            f"{display_path(path)} is a match of {visible_line(header.game)}; only meetings of the {_GAME} can be audited."
        )
    if match.transcript.findings:
        line, sentence = match.transcript.findings[0]
        raise AuditError(f"{display_path(path)}, line {line}: {sentence} What was changed cannot be audited.")
    return Match(match.record, match.names, header.source is not None)


def countable(files: Sequence[Path]) -> tuple[list[Path], bool]:
    """Return the logs and transcripts without copies and altered ones, which are named on standard error.

    The second value is False if any was altered.
    """
    counted = counted_matches([file for file in files if _is_transcript(file)], tuple(CAUSES))
    return [file for file in files if file in counted.matches or not _is_transcript(file)], not counted.left_out


def without_copies(files: Sequence[Path]) -> list[Path]:
    """Return the logs and transcripts, of copies one. Altered ones, which are of no match, are named on standard error and stay."""
    found = dict(find_verdicts([file for file in files if _is_transcript(file)], verify_side_by_side))
    for file in (file for file, known in found.items() if known.verdict == "altered"):
        notice(altered_sentence(file))
    copies = find_copies((file, known.identity, known.verdict) for file, known in found.items())
    return [file for file in files if file not in copies]


def _is_transcript(path: Path) -> bool:
    if path.name == LOG:
        return False
    try:
        with open_file(path, LARGE) as file:
            return file.read(8).startswith(b'{"body":')
    except OSError:
        return True  # reading it will report the problem


def known_claims(claims: Path, path: Path, match: Match) -> Known:
    """Return a lookup of claims that were extracted elsewhere. Without a file, no speech of the match has been read."""
    file = next((each for each in (path.parent / claims, claims) if each.exists()), None)
    with explain_errors(display_path(claims), ClaimsError):
        data = read_file(file, LARGE) if file else b""
    written = Written(parse_claims(data, display_path(file or claims)))
    rooms = next((event.config.map.rooms for event, _ in match.record if isinstance(event, Briefing)), {})
    return lambda statement: written.claims(statement, rooms)


class ModelReader:
    """A model that reads the claims of whole matches. Replies are cached, so that no speech is paid for twice."""

    def __init__(self, extractor: ModelExtractor, runner: asyncio.Runner) -> None:
        self._extractor = extractor
        self._runner = runner
        self.speeches = 0
        self.missing = 0

    def __call__(self, record: Sequence[RecordEntry], *, is_imported: bool) -> Known:
        """Return the claims of each speech of a match. Raises ValueError if the model fails."""
        timeline = build_timeline(record, is_imported=is_imported)
        try:
            found = self._runner.run(self._read(timeline))
        except BackendError as error:
            raise InputError(f"{error} What was read is kept; the same command goes on from there.") from error
        self.speeches += len(found)
        self.missing += sum(each.claims is None for each in found)
        claims = {each.statement.at: each.claims for each in found}
        return lambda statement: claims.get(statement.at)

    async def _read(self, timeline: Timeline) -> list[Extraction]:
        said, rooms = timeline.statements, tuple(timeline.map.rooms)
        questions = [Question(each, tuple(said[:number]), tuple(timeline.seats), rooms) for number, each in enumerate(said)]
        tasks = [asyncio.ensure_future(self._extractor.extract(question)) for question in questions]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()


@contextmanager
def open_reader(text: str) -> Iterator[ModelReader]:
    """Open a ModelReader with the named model, after checking it. Raises ValueError, with a sentence."""
    try:
        spec = parse(text)
        models.refuse_unready([spec])
        hub = models.hub(keeps_replies=True)
        spec = hub.config.with_defaults(spec)
        extractor = ModelExtractor(hub.client(spec), spec.model, spec.sampling)
    except (SpecError, ConfigError) as error:
        raise InputError(str(error)) from None
    with asyncio.Runner() as runner:
        own = ModelReader(extractor, runner)
        try:
            yield own
        finally:
            runner.run(hub.close())
    notice(_summary(spec, own))


def _summary(spec: ModelSpec, own: ModelReader) -> str:
    told = f"{count(own.speeches, 'speech', 'speeches')} read by {spec.model}"
    missing = f"; of {own.missing} its replies could not be read, and nothing is known of their claims" if own.missing else ""
    return f"{told}{missing}."


_NOBODY = "timeout"  # the winner, in tier 1, of a match without an end

_BY_GRAMMAR = {name: heading(measure) for name, measure in AUDITED.items()}
"""The titles of figures from claims read by the grammar. None speaks of lies: too few of the contradicted claims are any."""

HEADS = _BY_GRAMMAR | {"contradicted": "contradicted (as the claims were read)"}

_TITLE = 40  # cells before a figure


# For programs


def audit_json(games: Sequence[tuple[Path, Audited]], mode: str, reader: str, measured: Reader | None = None) -> dict[str, Any]:
    """Return the audits as JSON.

    Args:
        reader: the reader of the claims: `grammar`, `file`, or the name of a model.
        measured: the same, if it was measured how often it is right.
    """
    audits = [game for _, game in games]
    known = precisions(measured) if measured and mode == "observed" else {}
    return {
        "mode": mode,
        "reader": {"name": reader, "version": GRAMMAR if reader == "grammar" else None},
        "verifier": {"version": VERIFIER if mode == "observed" else None},
        "games": [_game(path, game) for path, game in games],
        "groups": [_group(group, known) for group in groups(audits)],
        "differences": [{**asdict(each), "pooled": each.pooled._asdict()} for each in differences(audits)],
    }


def _game(path: Path, game: Audited) -> dict[str, Any]:
    audit = game.audit
    teams = audit.timeline.teams
    return {
        "path": str(path),
        "condition": game.condition,
        "players": {seat: {"player": name, "team": teams.get(seat, "")} for seat, name in game.players.items()},
        "tier1": audit.tier1,
        "tier2": _by_seat(audit.behaviours) if audit.tier2 is None else audit.tier2,
        "tier3": _by_seat(audit.tallies) if audit.tier3 is None else audit.tier3,
        "claims": [_claim(each) for each in audit.checked],
        "ejections": [_ejection(each, audit.checked) for each in _ejections(audit)],
    }


def _ejections(audit: Audit) -> Iterator[VotesFor]:
    """Yield the votes by which seats were ejected; none in compatible mode, whose verdicts know no grounds."""
    if audit.mode == "observed":
        yield from ejections(audit.timeline, audit.checked)


def _ejection(votes: VotesFor, checked: Sequence[Checked]) -> dict[str, Any]:
    """Return the known reasons of the votes for an ejected seat. Claims are numbers in the list of claims of the match, from 0."""

    def said(sentences: Sequence[Said]) -> list[dict[str, Any]]:
        return [{"text": each.sentence, "claims": [checked.index(claim) for claim in each.claims]} for each in sentences]

    return {
        "meeting": votes.meeting - 1,
        "tick": votes.tick,
        "seat": votes.target,
        "votes": votes.cast,
        "untrue": said(votes.untrue),
        "voters": [
            {
                "seat": each.voter,
                "knew_teams": each.voter in votes.ducks,
                "grounded": each.ground is not None,
                "ground": each.ground.kind if each.ground else None,
                "evidence": list(each.ground.evidence) if each.ground else [],
                "accused": each.has_accused,
                "accused_before_by": list(each.accusers),
                "said": said(each.said),
            }
            for each in votes.voters
        ],
    }


def _by_seat(each: Mapping[str, Tally] | Mapping[str, Behaviour]) -> dict[str, dict[str, Any]]:
    """Return figures by seat. A share has part, whole and rate; the rate of an empty whole is null."""
    return {seat: {name: _value(value) for name, value in asdict(figures).items()} for seat, figures in each.items()}


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return value
    part, whole = value
    return {"part": part, "whole": whole, "rate": part / whole if whole else None}


def _claim(each: Checked) -> dict[str, Any]:
    statement, claim, verdict = each.statement, each.claim, each.verdict
    return {
        "meeting": statement.meeting,
        "tick": statement.tick,
        "round": statement.round,
        "speaker": statement.speaker,
        "type": claim.type,
        "subject": claim.subject,
        "target": claim.target or None,
        "room": claim.room or None,
        "route": list(claim.route) or None,
        "stops": list(claim.stops) or None,
        "activity": claim.activity or None,
        "victim": claim.victim or None,
        "way": claim.way or None,
        "number": claim.number,
        "all": claim.is_all,
        "besides": list(claim.besides) or None,
        "strength": claim.strength or None,
        "basis": claim.basis or None,
        "when": claim.when or None,
        "negated": claim.is_negated,
        "hedged": claim.is_hedged,
        "source": claim.source,
        "told_by": claim.told_by or None,
        "doubt": claim.doubt or None,
        "span": claim.span,
        "text": statement.text[slice(*claim.span)] if claim.span else None,
        "window": {"first": verdict.window.first, "last": verdict.window.last, "source": verdict.window.source},
        "verdict": verdict.outcome,
        "standing": verdict.standing or None,
        "grounded": verdict.is_grounded,
        "known_false": each.is_known_false,
        "ground": verdict.ground or None,
        "reasons": [verdict.reason],
        "contradicts_itself": list(each.quotes) if each.quotes else None,
        "evidence": list(verdict.evidence),
    }


def _group(group: Group, known: Mapping[str, Precision]) -> dict[str, Any]:
    """Return the figures of a group; those held against speakers with their precision, and corrected for it."""
    figures = {
        name: {"pooled": figure.pooled._asdict(), "mean": figure.mean._asdict(), **_precise(name, figure.pooled, known)}
        for name, figure in group.figures.items()
        if figure.pooled.n
    }
    return {"by": group.by, "name": group.name, "games": group.n, "figures": figures}


def _precise(name: str, pooled: Estimate, known: Mapping[str, Precision]) -> dict[str, Any]:
    if name not in FIGURES:
        return {}
    better = corrected(pooled, known[name]) if name in known else None
    return {"precision": precision_json(known.get(name)), "corrected": better._asdict() if better else None}


# For people


def game_lines(path: Path, game: Audited) -> Iterator[str]:
    """Yield a match claim by claim, with the verdicts."""
    audit = game.audit
    winner = audit.tier1["winner"]
    end = f"{'nobody has' if winner == _NOBODY else winner} won at tick {audit.tier1['game_duration_ticks']}"
    yield f"{visible_line(str(path))}: {visible_line(game.condition)}, {end}"
    missing = sum(each.claims is None for each in audit.extractions)
    found = Counter(_outcome(each.verdict) for each in audit.checked)
    told = ", ".join(f"{number} {outcome.replace('_', ' ')}" for outcome, number in found.most_common())
    claims = f"{count(len(audit.checked), 'claim')} in {count(len(audit.extractions), 'speech', 'speeches')}"
    yield f"  {claims}: {told}" if told else f"  {claims}"
    if missing:
        yield f"  {count(missing, 'speech', 'speeches')} without claims from the file: missing, not empty"
    meeting = -1
    for each in audit.checked:
        if each.statement.meeting != meeting:
            meeting = each.statement.meeting
            yield f"  meeting {meeting + 1}, tick {each.statement.tick}"
        verdict = _outcome(each.verdict).replace("_", " ") + _honesty(each, is_by_grammar=audit.is_by_grammar)
        claim = f"{each.statement.speaker}: {claim_words(each.claim)}"
        why = " ".join(filter(None, (each.verdict.reason, contradiction(each))))
        yield f"    {visible_line(claim)}: {verdict}. {visible_line(why)}"
    for votes in _ejections(audit):
        seats = f"{votes.target} was ejected by {len(votes.voters)} of {count(votes.cast, 'vote')}"
        yield f"  {visible_line(seats)} at tick {votes.tick}"
        yield from (f"    {visible_line(voter_sentence(votes, each, None))}" for each in votes.voters)


def _outcome(verdict: Verdict) -> str:
    """Return the outcome, or `uncertain` for a claim that was not fully understood."""
    return "uncertain" if verdict.standing == "uncertain" else verdict.outcome


def _honesty(checked: Checked, *, is_by_grammar: bool) -> str:
    """Return the speaker's honesty, as the end of a phrase."""
    verdict = checked.verdict
    if verdict.standing in ("", "uncertain"):
        return ""
    if checked.is_known_false:
        return f", and {KNEW}"
    if verdict.standing == "lie":  # measurements do not support that word, whatever reads the claims (docs/claims.md)
        return f", contradicted ({BY_GRAMMAR if is_by_grammar else 'by what its speaker did and saw'})"
    return f" ({verdict.standing})"


def reader_line(reader: str, measured: Reader | None = None) -> str:
    """Return a sentence on who read and judged the claims, and how reliable that is."""
    if reader == "grammar":
        who = f"the grammar (version {GRAMMAR})"
        what = "“Contradicted” is its reading, and no proof of a lie"
    else:
        who = "another reader, as the file of claims has them" if reader == "file" else reader
        what = "“Contradicted” is what its speaker's own turns and sights are against, and no proof of a lie"
    known = precisions(measured) if measured else {}
    told = [f"{name} {found.share:.2f} (n {found.n})" for name in _JUDGED if (found := known.get(name))]
    how_often = f"of what was checked, this share was right: {', '.join(told)}" if told else _UNKNOWN
    return f"Claims were read by {visible_line(who)} and judged by version {VERIFIER} of the verifier. {what}; {how_often}."


_JUDGED = ("true", "misplaced", "contradicted", "mistaken", "unsupported")
_UNKNOWN = "how often these verdicts are right on real speech has not been measured"


def table_lines(games: Sequence[Audited], reader: Reader | None = None) -> Iterator[str]:
    """Yield a block for each different group: figures pooled over its matches, and their means over matches.

    reader: Who read the claims, if it was measured how often that is right.
    """
    heads = _BY_GRAMMAR if any(game.audit.is_by_grammar for game in games) else HEADS
    known = precisions(reader) if reader and any(game.audit.mode == "observed" for game in games) else {}
    shown: set[str] = set()
    for group in groups(games):
        if repr(group.figures) in shown:
            continue
        shown.add(repr(group.figures))
        yield f"{group.by}: {visible_line(group.name)}, {count(group.n, 'game')}" if group.by != "all" else count(group.n, "game")
        yield f"  {'':<{_TITLE}}{'pooled':>8}  {'95 % interval':<17}{'mean':>8}  {'95 % interval':<17}{'games':>5}"
        for name, title in heads.items():
            figure = group.figures[name]
            if figure.pooled.n:
                cells = f"{estimate_cells(figure.pooled)}{estimate_cells(figure.mean)}{figure.pooled.n:>5}"
                yield f"  {title:<{_TITLE}}{cells}{_told(name, known)}"
                if name in FIGURES and name in known and (better := corrected(figure.pooled, known[name])):
                    yield f"  {'  the same, corrected for that':<{_TITLE}}{estimate_cells(better)}"
        yield ""
    audits = [game.audit for game in games]
    if any(audit.mode == "observed" for audit in audits):
        yield from _calibration_lines(audits)
    found = differences(games)
    if found:
        yield "Geese, in conditions that played the same deals: pooled difference of the first from the second"
    for each in found:
        if each.pooled.low is not None and each.pooled.high is not None and not each.pooled.low <= 0 <= each.pooled.high:
            title = heads[each.figure]
            pair = f"{visible_line(each.one)} · {visible_line(each.other)}"
            yield f"  {title:<{_TITLE}}{estimate_cells(each.pooled)}{each.pooled.n:>5}  {pair}"
    if found:
        yield "  (only those whose interval leaves out zero)"


def _calibration_lines(audits: Sequence[Audit]) -> Iterator[str]:
    """Yield how often accusations by geese hit a duck, by how sure they sound and by their grounds; and rates by tolerance."""
    tables = {
        "Accusations by geese that hit a duck, by how sure they sound": by_strength(audits),
        "Accusations by geese that hit a duck, by what the accuser had seen": by_ground(audits),
    }
    for title, table in tables.items():
        if table:
            yield title
            for name in sorted(table, key=lambda name: -(table[name].value or 0)):
                yield f"  {name:<{_TITLE}}{estimate_cells(table[name])}{'':<27}{table[name].n:>5}"
            yield ""
    names = ("true", "misplaced", "contradicted", "mistaken")
    yield "Claims by geese, by the ticks that a time may be off (--tolerance)"
    yield "  " + " ".join(f"{name:>12}" for name in ("ticks", *names))
    for tolerance, row in sweep(audits, names).items():
        yield "  " + " ".join(
            [f"{tolerance:>12}", *(f"{row[name].value:>12.3f}" if row[name].value is not None else f"{'-':>12}" for name in names)]
        )
    yield ""


def _told(figure: str, known: Mapping[str, Precision]) -> str:
    """Return the precision of a figure, for the end of its line; or that it was not measured, if that matters."""
    found = known.get(figure)
    if found:
        return f"  {found.words}"
    return f"  {NOT_MEASURED}" if figure in (*_JUDGED, "accused", "defended") else ""


def estimate_cells(estimate: Estimate) -> str:
    """Return a figure and its interval in columns."""
    value, low, high, _ = estimate
    figure = "-" if value is None else f"{value:.3f}"
    interval = "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"
    return f"{figure:>8}  {interval:<17}"
