"""`woozle annotate` and `woozle agreement`: order speeches, label them, and compare the labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from woozle.arena.views.words import count
from woozle.core.regular_files import LARGE, read_file
from woozle.core.statistics.resampling import Estimate, Share
from woozle.games.ship.claims.audit import TOLERANCE
from woozle.games.ship.claims.extraction.service import extractions
from woozle.games.ship.claims.label_errors import Errors, Part
from woozle.games.ship.claims.labels import FEW, Finding, Heard, LabelAgreement, Labels, compare_labels
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Claim, Ruling
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.quack.log import LogError
from woozle.games.ship.tui.audit import AuditError, estimate_cells, known_claims, matches_in, read_match, without_copies
from woozle.games.ship.tui.label_files import Labeller, LabelsError, check_name, label_files, read_labels
from woozle.games.ship.tui.label_session import Labelling
from woozle.saves.decoder import DecodeError
from woozle.saves.paths import real_path
from woozle.saves.transcript import PART, TranscriptError, display_path
from woozle.tui.cli.commands import open_app, print_result
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice


def annotate(path: Path, name: str, claims: Path | None, sample: int | None, seed: int, labels: Path | None = None) -> int:
    """Open the app to label the claims of matches, and return the exit status. Raises ValueError or OSError, with a sentence."""
    labelling = open_labelling(path, name, claims, sample, seed, labels)
    from woozle.games.ship.tui.annotation_screen import AnnotateScreen

    return open_app(AnnotateScreen(labelling), "woozle agreement")


def open_labelling(
    path: Path, name: str, claims: Path | None = None, sample: int | None = None, seed: int = 0, labels: Path | None = None
) -> Labelling:
    """Return the speeches to label, at the place where the annotator left off. Raises ValueError or OSError, with a sentence.

    sample: the number of speeches; None for all. seed: of their order, which is the same for all annotators. labels: the folder to
    keep labels in; None for that of the matches.
    """
    check_name(name)
    order = in_order(speeches_in(path, claims), seed)[:sample]
    if not order:
        raise AuditError(f"There are no speeches in the matches of {display_path(path)}.")
    labeller = Labeller(labels or _folder(path), name)
    if labeller.torn:
        notice(f"The last line of {display_path(labeller.path)} was torn off; that label has to be given again.")
    return Labelling(order, labeller)


def print_agreement(path: Path, claims: Path | None, as_json: bool, labels: Path | None = None) -> None:
    """Print how far annotators agree with the machine and with each other. Raises ValueError, with a sentence."""
    files = label_files(labels or _folder(path))
    if not files:
        raise LabelsError(f"There are no labels in {display_path(labels or path)}; `woozle annotate` gives some.")
    people = dict(_labels(files))
    found = compare_labels(list(speeches_in(path, claims)), people, outcome)
    print_result(as_json, lambda: agreement_json(found), lambda: agreement_lines(found))


def outcome(heard: Heard, claim: Claim) -> Finding:
    """Return the machine's verdict on a claim."""
    verdict = check(heard.timeline, heard.statement, claim, tolerance=TOLERANCE)
    return "uncertain" if verdict.standing == "uncertain" else verdict.outcome


def in_order(speeches: Iterator[Heard], seed: int) -> Sequence[Heard]:
    """Return speeches in a random order that further matches do not change."""

    def lot(heard: Heard) -> bytes:
        return sha256(f"{seed} {heard.digest} {heard.statement.at}".encode()).digest()

    return sorted(speeches, key=lot)


def speeches_in(path: Path, claims: Path | None) -> Iterator[Heard]:
    """Yield every speech of the matches in a folder with its claims. Unreadable matches are named on standard error."""
    found = without_copies(matches_in(path))
    if claims and not any(file.exists() for file in (claims, *(match.parent / claims for match in found))):
        raise AuditError(f"There is no file of claims {display_path(claims)}, neither here nor beside a match.")
    seen = set()
    with progress(len(found), 0) as advance:
        for match in found:
            advance(1)
            try:
                heard = _speeches(path, match, claims)
            except (AuditError, LogError, TranscriptError, DecodeError, OSError) as error:
                notice(str(error))
                continue
            if heard and heard[0].digest not in seen:  # of two copies of a file one is enough
                seen.add(heard[0].digest)
                yield from heard


def _speeches(path: Path, match: Path, claims: Path | None) -> list[Heard]:
    if match.name == PART:
        raise AuditError(f"{display_path(match)} is unfinished; it can be labelled when it is over.")
    known = read_match(match)
    digest = sha256(read_file(match, LARGE)).hexdigest()
    line = build_timeline(known.record, is_imported=known.is_imported)
    folder = match.parent
    name = real_path(folder).name if path in (folder, match) else folder.relative_to(path)
    read = extractions(line, known_claims(claims, match, known) if claims else None)
    return [
        Heard(display_path(Path(name)), digest, line, each.statement, each.claims) for each in read if each.statement.text.strip()
    ]


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _labels(files: Mapping[str, Path]) -> Iterator[tuple[str, Labels]]:
    for name, file in files.items():
        kept = read_labels(file)
        if kept.torn:
            notice(f"The last line of {display_path(file)} was torn off; it is left out.")
        yield name, kept.labels


_TITLE = 34  # cells before a figure


def agreement_json(found: LabelAgreement) -> dict[str, Any]:
    """Return the agreement as JSON."""
    return {
        "extraction": {
            name: {
                "speeches": reading.speeches,
                "claims": reading.claims,
                "judged": reading.judged,
                **{figure: _estimate(value) for figure, value in reading.retrieval._asdict().items()},
            }
            for name, reading in found.readings.items()
        },
        "kappas": [{"between": list(pair), **_estimate(each)} for pair, each in found.kappas.items()],
        "alpha": {"people": _estimate(found.people), "with_machine": _estimate(found.everybody)},
        "confusion": [
            {"person": person, "machine": machine, "count": number} for (person, machine), number in sorted(found.confusion.items())
        ],
        "errors": [
            {
                "type": part.type or "all",
                "phase": part.phase or "all",
                "misread": each.misread._asdict(),
                "missed": each.missed._asdict(),
                "misjudged": {**each.misjudged._asdict(), **_estimate(each.misjudged_rate)},
                "uncertain": each.uncertain,
            }
            for part, each in found.errors.items()
        ],
        "labels_elsewhere": found.elsewhere,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {**estimate._asdict(), "few": estimate.n < FEW}


def agreement_lines(found: LabelAgreement) -> Iterator[str]:
    """Yield the agreement as lines of text."""
    yield f"{'':<{_TITLE}}{'':>8}  {'95 % interval':<17}{'n':>5}"
    yield "What the speeches claim: the machine against each person, n speeches"
    for name, reading in found.readings.items():
        done = count(reading.speeches, "speech", "speeches")
        yield f"  {name}: {done} done, {count(reading.claims, 'claim')} found there, {count(reading.judged, 'claim')} judged"
        for figure, value in reading.retrieval._asdict().items():
            yield _line(f"    {figure if figure != 'f1' else 'F1'}", value)
    yield ""
    yield "Whether the claims are so: Cohen's kappa, n speeches with claims that both judged"
    for pair, value in found.kappas.items():
        yield _line(f"  {pair[0]} · {pair[1]}", value)
    yield ""
    yield "Whether the claims are so: Krippendorff's alpha, n speeches with claims that at least two judged"
    yield _line("  all people", found.people)
    yield _line("  all people and the machine", found.everybody)
    if found.confusion:
        yield ""
        yield from _confusion(found)
    if found.errors:
        yield ""
        yield from _errors(found.errors)
    if found.elsewhere:
        yield ""
        yield f"{count(found.elsewhere, 'label')} of speeches that are not here, or have changed since, left out."


def _errors(errors: Mapping[Part, Errors]) -> Iterator[str]:
    """Yield the errors of the machine by type of claim and phase of the match."""
    yield "Errors of the machine by type of claim and phase, of all people's labels; n speeches"
    yield "  early: the first meeting; middle: the second; late: a later one"
    heads = "".join(f"{head:>12}" for head in ("misread", "missed", "misjudged"))
    yield f"  {'':<21}{heads}  {'rate':>6}  {'95 % interval':<17}{'n':>5}{'uncertain':>11}"
    for (type, phase), each in errors.items():
        counts = "".join(f"{_of(share):>12}" for share in (each.misread, each.missed, each.misjudged))
        rate, low, high, n = each.misjudged_rate
        figure = "-" if rate is None else f"{rate:.3f}"
        interval = "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"
        row = f"  {type or 'all':<13}{phase or 'all':<8}{counts}  {figure:>6}  {interval:<17}{n:>5}{each.uncertain:>11}"
        yield row + ("  too few to say" if n < FEW else "")


def _of(share: Share) -> str:
    return f"{share.part:g} of {share.whole:g}" if share.whole else "-"


def _line(title: str, estimate: Estimate) -> str:
    return f"{title:<{_TITLE}}{estimate_cells(estimate)}{estimate.n:>5}{_doubt(estimate)}"


def _doubt(estimate: Estimate) -> str:
    """Return a note on why a figure is not reliable."""
    if not estimate.n:
        return "  nothing yet"
    if estimate.value is None:
        return "  not defined: nothing to compare, or one answer throughout"
    return f"  too few to say, below {FEW}" if estimate.n < FEW else ""


def _confusion(found: LabelAgreement) -> Iterator[str]:
    used = [outcome for outcome in get_args(Ruling) if any(outcome in pair for pair in found.confusion)]
    unsure = sum(number for (_, machine), number in found.confusion.items() if machine == "uncertain")
    across: list[Finding] = [*used, "uncertain"] if unsure else [*used]
    yield "How often which answer: people down, the machine across"
    yield f"  {'':<14}" + "".join(f"{outcome.replace('_', ' '):>14}" for outcome in across)
    for person in used:
        cells = "".join(f"{found.confusion[person, machine] or '·':>14}" for machine in across)
        yield f"  {person.replace('_', ' '):<14}{cells}"
    if unsure:
        yield f"  uncertain: {count(unsure, 'label')} of claims that the machine did not fully understand; in no kappa and no alpha"
