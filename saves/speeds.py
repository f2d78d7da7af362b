"""Seconds that models took to answer in the latest run that asked them, from which the next one is estimated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import orjson

from woozle.core.usage import Spending
from woozle.saves.derived import find_derived, keep_derived

_FEWEST = 10  # calls that say anything


def keep_speeds(spent: Mapping[str, Spending]) -> None:
    """Keep how long models took. spent: by the text of their spec."""
    known = {spec: each for spec, each in spent.items() if each.usage.calls >= _FEWEST and each.seconds > 0}
    keep_derived("speed", {spec: orjson.dumps(each.seconds / each.usage.calls) for spec, each in known.items()})


def seconds_a_call(specs: Iterable[str]) -> dict[str, float]:
    """Return the seconds of a call, by the text of the spec; nothing for models that were not asked yet."""
    return {spec: float(orjson.loads(value)) for spec, value in find_derived("speed", specs).items()}
