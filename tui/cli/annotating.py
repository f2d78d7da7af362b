"""`woozle annotate` and `woozle agreement`: speeches are read and put in order, labels are given, and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from woozle.arena.play.labelling import Labelling
from woozle.arena.play.start import Annotate
from woozle.core.games.ship.claims.audit import TOLERANCE, extractions
from woozle.core.games.ship.claims.concord import Finding, concord
from woozle.core.games.ship.claims.labels import Heard, Labels
from woozle.core.games.ship.claims.observed import check
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.claims.timeline import timeline_of
from woozle.saves.importers.quack_log import LogError
from woozle.saves.labels import Labeller, LabelsError, checked_name, labellers, read_labels
from woozle.saves.transcript import PART, TranscriptError, shown
from woozle.saves.vocabulary import MeaningError
from woozle.tui.cli.agreement_output import agreement_json, agreement_lines
from woozle.tui.cli.auditing import AuditError, known_claims, matches_in, read_match
from woozle.tui.cli.commands import needs_terminal, print_json
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice


def annotate(path: Path, name: str, claims: Path | None, sample: int | None, seed: int) -> int:
    """Let a person label the claims of matches; the exit status. Raises ValueError, OSError, with a sentence."""
    labelling = opened(path, name, claims, sample, seed)
    needs_terminal("woozle agreement")
    from woozle.tui.app import run_app

    return run_app(Annotate(labelling))


def opened(path: Path, name: str, claims: Path | None = None, sample: int | None = None, seed: int = 0) -> Labelling:
    """The speeches that a person is to label, beginning where they left off. Raises ValueError, OSError, with a sentence.

    sample: how many speeches; None for all. seed: of their order, which is the same for everybody.
    """
    checked_name(name)
    order = in_order(speeches_in(path, claims), seed)[:sample]
    if not order:
        raise AuditError(f"Nobody says anything in the matches of {shown(path)}.")
    labeller = Labeller(_folder(path), name)
    if labeller.torn:
        notice(f"The last line of {shown(labeller.path)} was torn off; that label has to be given again.")
    return Labelling(order, labeller)


def print_agreement(path: Path, claims: Path | None, as_json: bool) -> None:
    """How far people agree with the machine and with each other. Raises ValueError, with a sentence."""
    files = labellers(_folder(path))
    if not files:
        raise LabelsError(f"There are no labels in {shown(path)}; `woozle annotate` gives some.")
    people = dict(_labels(files))
    found = concord(list(speeches_in(path, claims)), people, outcome)
    if as_json:
        print_json(agreement_json(found))
    else:
        print(*agreement_lines(found), sep="\n")


def outcome(heard: Heard, claim: Claim) -> Finding:
    """What the machine says of a claim."""
    verdict = check(heard.timeline, heard.statement, claim, tolerance=TOLERANCE)
    return "uncertain" if verdict.standing == "uncertain" else verdict.outcome


def in_order(speeches: Iterator[Heard], seed: int) -> Sequence[Heard]:
    """Speeches in an order by lot, in which more matches change nothing of how the others follow each other."""

    def lot(heard: Heard) -> bytes:
        return sha256(f"{seed} {heard.digest} {heard.statement.at}".encode()).digest()

    return sorted(speeches, key=lot)


def speeches_in(path: Path, claims: Path | None) -> Iterator[Heard]:
    """Every speech of the matches in a folder, with the claims in it. Matches that cannot be read are named on standard error."""
    found = matches_in(path)
    if claims and not any(file.exists() for file in (claims, *(match.parent / claims for match in found))):
        raise AuditError(f"There is no file of claims {shown(claims)}, neither here nor beside a match.")
    seen = set()
    with progress(len(found), 0) as advance:
        for match in found:
            advance(1)
            try:
                heard = _speeches(path, match, claims)
            except (AuditError, LogError, TranscriptError, MeaningError, OSError) as error:
                notice(str(error))
                continue
            if heard and heard[0].digest not in seen:  # of two copies of a match one is enough
                seen.add(heard[0].digest)
                yield from heard


def _speeches(path: Path, match: Path, claims: Path | None) -> list[Heard]:
    if match.name == PART:
        raise AuditError(f"{shown(match)} is unfinished; it can be labelled when it is over.")
    known = read_match(match)
    digest = sha256(match.read_bytes()).hexdigest()
    line = timeline_of(known.record, is_imported=known.is_imported)
    folder = match.parent
    name = folder.resolve().name if path in (folder, match) else folder.relative_to(path)
    read = extractions(line, known_claims(claims, match, known) if claims else None)
    return [Heard(shown(Path(name)), digest, line, each.statement, each.claims) for each in read if each.statement.text.strip()]


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _labels(files: Mapping[str, Path]) -> Iterator[tuple[str, Labels]]:
    for name, file in files.items():
        kept = read_labels(file)
        if kept.torn:
            notice(f"The last line of {shown(file)} was torn off; it is left out.")
        yield name, kept.labels
