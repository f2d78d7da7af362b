"""Precision and recall of an audit's figures, as measured on the gold set (`python -m benchmarks.claims_gold --write`).

Precision: the share of the claims in a figure that belong there: the speech makes the claim, and its verdict is right. Recall: the
share of such claims, by the labels, that were found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from woozle.core.statistics.intervals import Interval, wilson
from woozle.core.statistics.resampling import Estimate
from woozle.core.value import value
from woozle.games.ship.claims.extraction import VERSION as GRAMMAR
from woozle.games.ship.claims.observed import VERSION as VERIFIER
from woozle.games.ship.claims.schema import STANCES, Claim, Verdict

Reader: TypeAlias = Literal["grammar", "chat", "published"]
"""The reader of claims: the grammar, of prose or of typed lines; or the language model of the public QUACK files."""

NAME = "measured.toml"


@value
class Precision:
    """The precision of a figure. right: Claims of the sample that were right, out of `n`. share: Reweighted precision.

    recall: None if it is not known.
    """

    right: int
    n: int
    share: float
    recall: float | None = None

    @property
    def interval(self) -> Interval:
        """The 95 % interval (Wilson) of the share."""
        return wilson(self.share * self.n, self.n)


_BY_STANDING = {"lie": "contradicted", "mistaken": "mistaken", "unsupported": "unsupported"}


RELIABLE = 0.75
"""The precision above which a badge may rest on a verdict, and a claim may be called a lie."""


def is_reliable(figure: str) -> bool:
    """Return whether a figure of claims read by the grammar, in prose and in typed lines, is right often enough to blame for."""
    found = [precisions(reader).get(figure) for reader in _BY_GRAMMAR]
    return all(each is not None and each.share > RELIABLE for each in found)


_BY_GRAMMAR: tuple[Reader, ...] = ("grammar", "chat")


def figure_of(claim: Claim, verdict: Verdict) -> str:
    """Return the figure whose precision says most about a verdict: that of the standing or, if it is honest, of the outcome."""
    if claim.type in STANCES:
        return "accused" if claim.type == "accusation" else "defended"
    return _BY_STANDING.get(verdict.standing, "") or ("true" if verdict.outcome == "true" else "misplaced")


def precisions(reader: Reader) -> Mapping[str, Precision]:
    """Return the precision measured for a reader, by figure; empty if the grammar or the verifier has changed since."""
    kept = _kept()
    is_current = kept.get("verifier_version") == VERIFIER and (reader == "published" or kept.get("grammar_version") == GRAMMAR)
    return {name: Precision(**found) for name, found in kept.get(reader, {}).items()} if is_current else {}


@cache
def _kept() -> Mapping[str, Any]:
    file = files(__package__).joinpath(NAME)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def corrected(raw: Estimate, precision: Precision) -> Estimate | None:
    """Return a share as it would be with right verdicts alone: times precision, by recall (W. J. Rogan and B. Gladen, 1978).

    None if there is no recall to go by. The interval takes the worst of both intervals, so it is wide rather than narrow; there is
    none where the share has none.
    """
    if raw.value is None or not precision.recall or not precision.n:
        return None
    found = min(1.0, raw.value * precision.share / precision.recall)
    if raw.low is None or raw.high is None:
        return Estimate(found, None, None, raw.n)
    low, high = precision.interval
    return Estimate(found, min(1.0, raw.low * low / precision.recall), min(1.0, raw.high * high / precision.recall), raw.n)
