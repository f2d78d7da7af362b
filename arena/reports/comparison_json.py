"""Methods side by side and in pairs, for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.core.comparison import Comparison, Key, seeds
from woozle.core.measures import Match


def comparison_json(comparison: Comparison[Any]) -> dict[str, Any]:
    """Return the methods with their figures over seeds, the tests, and the differences from the reference, by data set."""
    return {
        "varied": comparison.varied,
        "setting": comparison.report.methods.setting(comparison.matches[0]),
        "reference": comparison.reference,
        "also_differ": list(comparison.also),
        "left_out": dict(comparison.left_out),
        "methods": {
            name: {
                "matches": len(matches),
                "players": dict(matches[0].terms.players),
                "rules": matches[0].terms.rules,
                "seeds": [len(seed) for seed in seeds(comparison.report, matches)],
                "over_seeds": _spreads(comparison, matches),
            }
            for name, matches in comparison.methods.items()
        },
        "baselines": {
            name: {
                data: {key: comparison.spread(some, Key(figure))._asdict() for key, figure in stand_ins.items()}
                for data, some in comparison.by_data(comparison.firsts).items()
            }
            for name, stand_ins in comparison.baselines.items()
        },
        "tests": [
            {
                "figure": test.figure.name,
                "role": test.figure.role,
                "data": test.data,
                **test.result._asdict(),
                "test": test.result.method,
                "method": test.method,
                "less": test.other,
                "holm": test.adjusted,
                "needed": test.needed,
            }
            for test in comparison.tests
        ],
        "less_reference": [
            {
                "method": name,
                "data": data,
                "pairs": len(found.pairs),
                "subjects": found.subjects,
                "figures": {_name(key): figure._asdict() for key, figure in found.figures.items()},
            }
            for (name, data), found in comparison.differences.items()
        ],
    }


def _spreads(comparison: Comparison[Any], matches: Sequence[Match[Any]]) -> Mapping[str, Any]:
    return {
        data: {_name(key): spread._asdict() for key, spread in comparison.spreads(some).items()}
        for data, some in comparison.by_data(matches).items()
    }


def _name(key: Key) -> str:
    """Return the name of a figure, of a role as `won of duck`."""
    return f"{key.name} of {key.role}" if key.role else key.name
