"""The accuracy of claims read from speeches, and of the verdicts on them, against the gold set in benchmarks/gold.

    python -m benchmarks.claims_gold [--half tuned|test] [--write] [--claims]

One half of the set is for development (`tuned`), the other is not looked at (`test`); each time that the latter's figures are
printed, a line is added to benchmarks/gold/test_half_reads.txt. `--write` stores the figures that `woozle audit` shows beside its
rates. `--claims` prints each claim of the tuned half that was missed or read wrongly.

Strictly, claims agree if they share type, subject, target, room or route, activity, number and negation; stances if they share the
target. Leniently, they agree on who was where, who is blamed and who is defended, however that is divided into claims.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from woozle.core.statistics.agreement import Found, Retrieval, alpha, kappa, retrieval
from woozle.games.ship.claims import precision
from woozle.games.ship.claims.audit import TOLERANCE
from woozle.games.ship.claims.elsewhere import Review
from woozle.games.ship.claims.extraction import VERSION as GRAMMAR
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.labels import Item, Opinion
from woozle.games.ship.claims.observed import VERSION as VERIFIER
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.precision import Precision
from woozle.games.ship.claims.schema import HELD_AGAINST, STANCES, Checked, Claim, Statement
from woozle.games.ship.claims.tally import NOT_SO, SPATIAL
from woozle.games.ship.claims.timeline import Timeline, build_timeline
from woozle.games.ship.tui.audit import known_claims, read_match
from woozle.games.ship.tui.label_files import read_labels

GOLD = Path(__file__).parent / "gold"
PUBLISHED = Path("tier3_extraction_cache.jsonl")
PASSES = ("pass-1", "pass-2")
SETTLED = "settled"
Key = tuple[str, int]


class Place(NamedTuple):
    """A speech of the gold set. kind: `prose` of the public games, or typed `chat`."""

    kind: str
    path: str
    at: int


@dataclass(frozen=True)
class Judged:
    """A claim extracted elsewhere and judged individually. weight: Number of claims of its stratum that it represents."""

    place: Place
    claim: Claim
    weight: float
    opinion: Opinion


class Gold:
    """One half of the gold set."""

    def __init__(self, half: str) -> None:
        sample = json.loads((GOLD / "sample.json").read_text("utf-8"))
        self.half = half
        self.speeches = [Place(each["kind"], each["path"], each["at"]) for each in sample["speeches"] if each["half"] == half]
        self._drawn = [each for each in sample["claims"] if each["half"] == half]
        self._labels = {
            (kind, name): read_labels(GOLD / kind / "labels" / f"{name}.jsonl").labels
            for kind in ("prose", "chat")
            for name in (*PASSES, SETTLED)
        }
        self._lines: dict[tuple[str, str], tuple[str, Timeline]] = {}

    def match(self, kind: str, path: str) -> tuple[str, Timeline]:
        """Return the digest of a match and its timeline."""
        if (kind, path) not in self._lines:
            folder = GOLD / kind / path
            file = next(each for each in (folder / "game.jsonl", folder / "transcript.jsonl") if each.exists())
            record = read_match(file)
            digest = sha256(file.read_bytes()).hexdigest()
            self._lines[kind, path] = digest, build_timeline(record.record, is_imported=record.is_imported)
        return self._lines[kind, path]

    def statement(self, place: Place) -> tuple[Timeline, Statement, Sequence[Statement]]:
        """Return the speech at a place, with those before it."""
        _, line = self.match(place.kind, place.path)
        number = next(n for n, each in enumerate(line.statements) if each.at == place.at)
        return line, line.statements[number], line.statements[:number]

    def claims(self, place: Place, name: str = SETTLED) -> list[tuple[Claim, Opinion]]:
        """Return the claims of a speech with their labels, from one pass."""
        return self._by_speech[place.kind, name].get((self.match(place.kind, place.path)[0], place.at), [])

    @cached_property
    def _by_speech(self) -> dict[tuple[str, str], dict[Key, list[tuple[Claim, Opinion]]]]:
        found: dict[tuple[str, str], dict[Key, list[tuple[Claim, Opinion]]]] = {}
        for source, labels in self._labels.items():
            each = found[source] = defaultdict(list)
            for item, opinion in labels.items():
                if item.claim and opinion.said == "added":
                    each[item.match, item.speech].append((item.claim, opinion))
        return found

    def judged(self, name: str = SETTLED) -> Iterator[Judged]:
        """Yield the published claims that were judged individually."""
        labels = self._labels["prose", name]
        for each in self._drawn:
            place = Place("prose", each["path"], each["at"])
            claim = Claim(**{key: tuple(value) if isinstance(value, list) else value for key, value in each["claim"].items()})
            opinion = labels.get(Item(self.match("prose", place.path)[0], place.at, claim))
            if opinion:
                yield Judged(place, claim, each["of"] / each["drawn"], opinion)


Reader = Callable[[Gold, Place], Sequence[Claim] | None]
"""Reads the claims of a speech; returns None if the speech was not read."""


def by_grammar(gold: Gold, place: Place) -> Sequence[Claim]:
    line, statement, before = gold.statement(place)
    return Extractor(line.seats, line.map)(statement, before)


def by_publisher(gold: Gold, place: Place) -> Sequence[Claim] | None:
    _, statement, _ = gold.statement(place)
    folder = GOLD / place.kind / place.path
    if not (folder / PUBLISHED).exists():
        return None
    claims = known_claims(PUBLISHED, folder / "game.jsonl", read_match(folder / "game.jsonl"))(statement)
    return claims or None  # a failed answer was stored as an empty one


# Agreement of claims


def strict(claim: Claim) -> Hashable:
    """Return the key that claims must share to agree strictly."""
    if claim.type in STANCES:
        return claim.type, claim.target
    where = claim.route or claim.room
    return claim.type, claim.subject, claim.target, where, claim.activity, claim.number, claim.is_negated


def lenient(claim: Claim) -> Iterator[Hashable]:
    """Yield who was where, who is blamed and who is defended, if a claim says so."""
    sense = "not" if claim.is_negated else "was"
    match claim.type:
        case "accusation" | "defense":
            yield claim.type, claim.target
        case "kill":
            yield "accusation", claim.target
        case "location" | "alone" | "activity":
            yield from ((sense, claim.subject, room) for room in claim.route or (claim.room,) if room)
        case "sighting" if not claim.room:
            yield "not together" if claim.is_negated else "together", *sorted((claim.subject, claim.target))
        case "sighting" | "arrival":
            yield sense, claim.target, claim.room
        case "departure":
            yield sense, claim.target, claim.room or claim.way
        case "body" if claim.room:
            yield "body", claim.room, claim.is_negated
        case "count":
            yield "count", claim.room, claim.number


def is_own(claim: Claim) -> bool:
    return claim.source == "own"


def own(claims: Iterable[Claim]) -> list[Claim]:
    return [claim for claim in claims if is_own(claim)]


def compare(read: Sequence[Claim], said: Sequence[Claim], key: Callable[[Claim], Iterable[Hashable]]) -> Found:
    ours, theirs = ({each for claim in claims for each in key(claim)} for claims in (read, said))
    return Found(len(ours), len(theirs), len(ours & theirs))


def is_inverted(claim: Claim, said: Sequence[Claim]) -> bool:
    """Return whether a claim that was not made inverts one that was: by negation, or by swapping subject and target."""
    if strict(claim) in map(strict, said):
        return False
    for other in said:
        same_place = (claim.route or claim.room) == (other.route or other.room)
        if claim.type in STANCES and other.type in STANCES and claim.type != other.type and claim.target == other.target:
            return True
        if claim.type != other.type or not same_place:
            continue
        if (claim.subject, claim.target) == (other.subject, other.target) and claim.is_negated != other.is_negated:
            return True
        if claim.target and claim.subject != other.subject and (claim.subject, claim.target) == (other.target, other.subject):
            return True
    return False


# Figures


class Reading(NamedTuple):
    """The accuracy of reading claims. empty: speeches without a claim in which none was read, and all such speeches."""

    speeches: int
    strict: Retrieval
    lenient: Retrieval
    inverted: tuple[int, int]
    empty: tuple[int, int]


def reading(gold: Gold, kind: str, read: Reader) -> Reading:
    found = ((place, read(gold, place)) for place in gold.speeches if place.kind == kind)
    return compared((own(claims), own(claim for claim, _ in gold.claims(place))) for place, claims in found if claims is not None)


def compared(speeches: Iterable[tuple[Sequence[Claim], Sequence[Claim]]]) -> Reading:
    """Compare the claims read in each speech with those made in it."""
    by_key: dict[str, list[Found]] = {"strict": [], "lenient": []}
    inverted = claims = stayed = nothing = 0
    for ours, said in speeches:
        by_key["strict"].append(compare(ours, said, lambda claim: (strict(claim),)))
        by_key["lenient"].append(compare(ours, said, lenient))
        claims += len(ours)
        inverted += sum(is_inverted(claim, said) for claim in ours)
        nothing += not said
        stayed += not said and not ours
    figures = {name: retrieval(each) for name, each in by_key.items()}
    return Reading(len(by_key["strict"]), figures["strict"], figures["lenient"], (inverted, claims), (stayed, nothing))


def reading_lines(found: Reading, title: str) -> Iterator[str]:
    for how in ("strict", "lenient"):
        each = getattr(found, how)
        yield f"  {title:<10} {how:<8} precision {shown(each.precision)} recall {shown(each.recall)} F1 {shown(each.f1)}"
    turned, empty = ("/".join(map(str, pair)) for pair in (found.inverted, found.empty))
    yield f"    turned round {turned}, without a claim and read as such {empty}"


def by_pass(name: str) -> Reader:
    return lambda gold, place: [claim for claim, _ in gold.claims(place, name)]


def agreement(gold: Gold, kind: str) -> dict[str, Any]:
    """Return the agreement of the two passes: on claims, and on outcome and standing of the claims that both have."""
    found, units = [], {"outcome": [], "standing": []}
    for place in gold.speeches:
        if place.kind != kind:
            continue
        one, two = ({strict(claim): label for claim, label in gold.claims(place, name) if is_own(claim)} for name in PASSES)
        found.append(Found(len(one), len(two), len(one.keys() & two.keys())))
        for what, each in units.items():
            both = [{name: getattr(labels[key], what) or "none" for name, labels in zip(PASSES, (one, two), strict=True)}
                    for key in one.keys() & two.keys()]  # fmt: skip
            each.append(both)
    return {
        "claims": retrieval(found),
        **{what: (kappa(each, *PASSES), alpha(each)) for what, each in units.items()},
        **{f"same {what}": _share([unit for units_ in each for unit in units_]) for what, each in units.items()},
    }


def _share(units: Sequence[dict[str, str]]) -> tuple[int, int]:
    return sum(len(set(unit.values())) == 1 for unit in units), len(units)


def figures(claim: Claim, outcome: str, standing: str) -> Iterator[str]:
    """Yield the figures of an audit in whose numerator a claim counts, given its outcome and standing."""
    if claim.source != "own":
        return
    if claim.type in STANCES:
        yield "accused" if claim.type == "accusation" else "defended"
        return
    if outcome == "true":
        yield "true"
    if claim.type in SPATIAL and outcome in NOT_SO:
        yield "misplaced"
    if standing in HELD_AGAINST:
        yield HELD_AGAINST[standing]


class Counts:
    """Weighted counts of claims in a figure: found, right among these, and there by the labels.

    Of what is held against speakers, also of the judged claims alone, for sensitivity and specificity.
    """

    def __init__(self) -> None:
        self.n: Counter[str] = Counter()
        self.right: Counter[str] = Counter()
        self.weights: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])  # right, found, there
        self.judged: Counter[tuple[str, bool, bool]] = Counter()  # figure, found, there
        self.weighed: dict[tuple[str, bool, bool], float] = defaultdict(float)

    def add(self, found: Iterable[str], there: Iterable[str], weight: float = 1.0, *, is_judged: bool = False) -> None:
        """Count one claim.

        Args:
            found: figures in which it counts by the audit.
            there: by the labels, nothing if it was not made.
            is_judged: whether the audit judged it.
        """
        found, there = set(found), set(there)
        for name in found:
            self.n[name] += 1
            self.right[name] += name in there
            self.weights[name][0] += weight * (name in there)
            self.weights[name][1] += weight
        for name in there:
            self.weights[name][2] += weight
        for name in HELD_AGAINST.values() if is_judged else ():
            self.judged[name, name in found, name in there] += 1
            self.weighed[name, name in found, name in there] += weight

    def precisions(self) -> dict[str, Precision]:
        return {
            name: Precision(self.right[name], self.n[name], right / found, right / there if there else None, *self._shares(name))
            for name, (right, found, there) in sorted(self.weights.items())
            if found
        }

    def _shares(self, name: str) -> tuple[float | None, int, float | None, int]:
        """Return the sensitivity with the number of its claims, and the specificity with that of its own."""
        counts = [sum(self.judged[name, found, there] for found in (True, False)) for there in (True, False)]
        hits, misses = (self.weighed[name, found, True] for found in (True, False))
        alarms, spared = (self.weighed[name, found, False] for found in (True, False))
        sensitivity = hits / (hits + misses) if counts[0] else None
        return sensitivity, counts[0], spared / (alarms + spared) if counts[1] else None, counts[1]


def of_published(gold: Gold, team: str = "") -> dict[str, Precision]:
    """Measure the verdicts on claims of the public file, which were judged individually, reweighted by sampling rate."""
    counts = Counts()
    for each in gold.judged():
        line, statement, before = gold.statement(each.place)
        if team in ("", line.teams[statement.speaker]):
            (claim,) = Review(line.seats, line.map)(statement, [each.claim], before)
            verdict = check(line, statement, claim, tolerance=TOLERANCE)
            label = each.opinion
            there = figures(each.claim, label.outcome, label.standing) if label.said == "yes" else ()
            is_judged = Checked(statement, claim, verdict).is_counted
            counts.add(figures(claim, verdict.outcome, verdict.standing), there, each.weight, is_judged=is_judged)
    return counts.precisions()


def of_grammar(gold: Gold, kind: str) -> dict[str, Precision]:
    """Measure the verdicts on claims that the grammar reads: one is right only if the speech makes the claim, strictly."""
    counts = Counts()
    for place in gold.speeches:
        if place.kind != kind:
            continue
        line, statement, _ = gold.statement(place)
        labels = {strict(claim): (claim, label) for claim, label in gold.claims(place) if is_own(claim)}
        for claim in own(by_grammar(gold, place)):
            verdict = check(line, statement, claim, tolerance=TOLERANCE)
            said, label = labels.pop(strict(claim), (None, None))
            there = figures(said, label.outcome, label.standing) if said and label else ()
            is_judged = Checked(statement, claim, verdict).is_counted
            counts.add(figures(claim, verdict.outcome, verdict.standing), there, is_judged=is_judged)
        for said, label in labels.values():
            counts.add((), figures(said, label.outcome, label.standing))
    return counts.precisions()


def share_uncertain(gold: Gold, kind: str) -> tuple[int, int]:
    """Count the claims read by the grammar that are left uncertain, and all of them."""
    standings = []
    for place in gold.speeches:
        if place.kind == kind:
            line, statement, _ = gold.statement(place)
            standings += [check(line, statement, claim, tolerance=TOLERANCE).standing for claim in own(by_grammar(gold, place))]
    return standings.count("uncertain"), len(standings)


# Printing


def shown(figure: Any) -> str:
    if figure.value is None:
        return "-"
    interval = f" [{figure.low:.2f}, {figure.high:.2f}]" if figure.low is not None else ""
    return f"{figure.value:.3f}{interval}"


def lines(gold: Gold) -> Iterator[str]:
    for kind in ("prose", "chat"):
        number = sum(place.kind == kind for place in gold.speeches)
        if not number:
            continue
        claims = sum(len(own(claim for claim, _ in gold.claims(place))) for place in gold.speeches if place.kind == kind)
        yield f"{kind}, {gold.half} half: {number} speeches, {claims} claims"
        both = agreement(gold, kind)
        yield f"  two passes   F1 strict {shown(both['claims'].f1)}"
        for what in ("outcome", "standing"):
            same, n = both[f"same {what}"]
            yield f"    same {what} {same}/{n}, kappa {shown(both[what][0])}, alpha {shown(both[what][1])}"
        readers: list[tuple[str, Reader]] = [("grammar", by_grammar), *([("published", by_publisher)] if kind == "prose" else [])]
        for name, read in (*readers, *((each, by_pass(each)) for each in PASSES)):
            yield from reading_lines(reading(gold, kind, read), name)
    tables = {
        "grammar, prose": of_grammar(gold, "prose"),
        "grammar, chat": of_grammar(gold, "chat"),
        "public file": of_published(gold),
        "public file, geese": of_published(gold, "goose"),
        "public file, ducks": of_published(gold, "duck"),
    }
    yield "how often what counts in a figure is right"
    for title, table in tables.items():
        for name, found in table.items():
            low, high = found.interval
            recall = "" if found.recall is None else f", recall {found.recall:.2f}"
            yield f"  {title:<19} {name:<12} {found.right}/{found.n}, reweighted {found.share:.2f} [{low:.2f}, {high:.2f}]{recall}"
    for kind in ("prose", "chat"):
        uncertain, whole = share_uncertain(gold, kind)
        yield f"  grammar, {kind}: {uncertain} of {whole} claims uncertain"


def faults(gold: Gold) -> Iterator[str]:
    """Yield each claim of the half that the grammar missed, or read although it was not made."""
    for place in gold.speeches:
        _, statement, _ = gold.statement(place)
        ours, said = own(by_grammar(gold, place)), own(claim for claim, _ in gold.claims(place))
        keys = Counter(map(strict, said)), Counter(map(strict, ours))
        wrong = [claim for claim in ours if strict(claim) not in keys[0]]
        missed = [claim for claim in said if strict(claim) not in keys[1]]
        if wrong or missed:
            yield f"{place.kind} {place.path}@{place.at} {statement.speaker}: {statement.text}"
            yield from (f"    read, not said: {brief(claim)}" for claim in wrong)
            yield from (f"    said, not read: {brief(claim)}" for claim in missed)


def brief(claim: Claim) -> str:
    said = (claim.type, claim.subject, claim.target, "/".join(claim.route) or claim.room, claim.activity)
    number = "" if claim.number is None else str(claim.number)
    return " ".join(filter(None, (*said, number, "NOT" if claim.is_negated else "", f"[{claim.when}]" if claim.when else "")))


def toml(gold: Gold) -> str:
    """Return the figures that are shown beside rates."""
    parts = [
        "# How often what an audit says of claims is right: the test half of benchmarks/gold",
        "# (python -m benchmarks.claims_gold --write).",
        f"grammar_version = {GRAMMAR}\nverifier_version = {VERIFIER}",
    ]
    tables = {"grammar": of_grammar(gold, "prose"), "chat": of_grammar(gold, "chat"), "published": of_published(gold)}
    for reader, table in tables.items():
        for name, found in table.items():
            parts.append(f"[{reader}.{name}]\n" + "\n".join(_toml_lines(found)))
    return "\n\n".join(parts) + "\n"


def _toml_lines(found: Precision) -> Iterator[str]:
    for name, value in asdict(found).items():
        if value is not None and not (name in ("belonging", "others") and not value):
            yield f"{name} = {value}" if isinstance(value, int) else f"{name} = {value:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims_gold", description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=["tuned", "test"], default="tuned")
    parser.add_argument("--write", action="store_true", help="keep the figures of the test half for `woozle audit`")
    parser.add_argument("--claims", action="store_true", help="print what the grammar gets wrong in the tuned half")
    given = parser.parse_args()
    half = "test" if given.write else given.half
    if half == "test":
        with (GOLD / "test_half_reads.txt").open("a", encoding="utf-8") as reads:
            reads.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M} grammar {GRAMMAR}, verifier {VERIFIER}\n")
    gold = Gold(half)
    print(*lines(gold), sep="\n")
    if given.claims and half == "tuned":
        print(*faults(gold), sep="\n")
    if given.write:
        (Path(precision.__file__).with_name(precision.NAME)).write_text(toml(gold), "utf-8")


if __name__ == "__main__":
    main()
