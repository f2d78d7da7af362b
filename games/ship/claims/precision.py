"""Precision and recall of an audit's figures, as measured on the gold set (`python -m benchmarks.claims_gold --write`).

Precision: the share of the claims in a figure that belong there: the speech makes the claim, and its verdict is right. Recall: the
share of such claims, by the labels, that were found.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from woozle.core.statistics.intervals import NORMAL, Interval, wilson
from woozle.core.statistics.resampling import Estimate
from woozle.core.value import value
from woozle.games.ship.claims.schema import HELD_AGAINST, STANCES, Claim, Verdict
from woozle.games.ship.claims.versions import GRAMMAR, VERIFIER

Reader: TypeAlias = Literal["grammar", "chat", "published"]
"""The reader of claims: the grammar, of prose or of typed lines; or the language model of the public QUACK files."""

NAME = "measured.toml"


@value
class Precision:
    """The precision of a figure. right: Claims of the sample that were right, out of `n`. share: Reweighted precision.

    recall: None if it is not known. sensitivity: Of judged claims that belong there, the share that was found; `belonging` were in
    the sample. specificity: Of those that do not, the share that was left out; `others` were in it. None if they are not known.
    """

    right: int
    n: int
    share: float
    recall: float | None = None
    sensitivity: float | None = None
    belonging: int = 0
    specificity: float | None = None
    others: int = 0

    @property
    def interval(self) -> Interval:
        """The 95 % interval (Wilson) of the share."""
        return wilson(self.share * self.n, self.n)

    @property
    def words(self) -> str:
        """The precision in words: `precision 0.95, n 22`."""
        return f"precision {self.share:.2f}, n {self.n}"


RELIABLE = 0.75
"""The precision above which a badge may rest on a verdict, and a claim may be called a lie."""


def is_reliable(figure: str) -> bool:
    """Return whether a figure of claims read by the grammar, in prose and in typed lines, is right often enough to blame anyone.

    Few claims do not show that: the lower end of the interval must be above one half.
    """
    found = [precisions(reader).get(figure) for reader in _BY_GRAMMAR]
    return all(each is not None and each.share > RELIABLE and each.interval[0] > 0.5 for each in found)


_BY_GRAMMAR: tuple[Reader, ...] = ("grammar", "chat")


def figure_of(claim: Claim, verdict: Verdict) -> str:
    """Return the figure whose precision says most about a verdict: that of the standing or, if it is honest, of the outcome."""
    if claim.type in STANCES:
        return "accused" if claim.type == "accusation" else "defended"
    return HELD_AGAINST.get(verdict.standing, "") or ("true" if verdict.outcome == "true" else "misplaced")


def precisions(reader: Reader) -> Mapping[str, Precision]:
    """Return the precision measured for a reader, by figure; empty if the grammar or the verifier has changed since."""
    kept = _kept()
    is_current = kept.get("verifier_version") == VERIFIER and (reader == "published" or kept.get("grammar_version") == GRAMMAR)
    return {name: Precision(**found) for name, found in kept.get(reader, {}).items()} if is_current else {}


@cache
def _kept() -> Mapping[str, Any]:
    file = files(__package__).joinpath(NAME)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


NOT_MEASURED = "precision not measured"


def precision_words(figure: str, reader: Reader = "grammar") -> str:
    """Return the precision of a figure in words, or that it was not measured for these versions."""
    found = precisions(reader).get(figure)
    return found.words if found else NOT_MEASURED


def corrected(raw: Estimate, precision: Precision) -> Estimate | None:
    """Return a share as it would be with right verdicts alone, by the estimator of Rogan and Gladen, cut to [0, 1].

    (share + specificity - 1) / (sensitivity + specificity - 1) (W. J. Rogan and B. Gladen, American Journal of Epidemiology 107,
    1978, 71-76). The 95 % interval is that of Z. Lang and J. Reiczigel (Preventive Veterinary Medicine 113, 2014, 13-22), which
    takes in how few claims sensitivity and specificity rest on; the variance of the share is that of its own interval, so that
    matches count as wholes.

    None where the sample has no claim that belongs to the figure, or verdicts no better than chance. There is no interval where
    the share has none.
    """
    if raw.value is None or precision.sensitivity is None or precision.specificity is None:
        return None
    better = precision.sensitivity + precision.specificity - 1
    if better <= 0:
        return None
    found = _cut((raw.value + precision.specificity - 1) / better)
    if raw.low is None or raw.high is None:
        return Estimate(found, None, None, raw.n)
    of, among = precision.belonging + 2, precision.others + 2
    sensitivity = (precision.sensitivity * precision.belonging + 1) / of
    specificity = (precision.specificity * precision.others + 1) / among
    better = max(sensitivity + specificity - 1, _ROUNDING)
    middle = _cut((raw.value + specificity - 1) / better)
    missing, alarms = sensitivity * (1 - sensitivity) / of, specificity * (1 - specificity) / among
    variance = ((raw.high - raw.low) / (2 * NORMAL)) ** 2 + middle**2 * missing + (1 - middle) ** 2 * alarms
    shift, reach = 2 * NORMAL**2 * (middle * missing - (1 - middle) * alarms), NORMAL * math.sqrt(variance) / better
    return Estimate(found, min(found, _cut(middle + shift - reach)), max(found, _cut(middle + shift + reach)), raw.n)


_ROUNDING = 1e-9


def _cut(share: float) -> float:
    return max(0.0, min(1.0, share))
