"""Run the measurements of speed: all of them, or those whose names are given."""

from __future__ import annotations

import argparse
import json
import platform

from benchmarks import (
    claims,
    estimator,
    judges,
    local_models,
    model_calls,
    picture,
    provision,
    retrieval,
    scenes,
    screens,
    self_play_bots,
    speed,
    streaming,
)

_OF_SCREENS = {**screens.ALL, **picture.ALL, **scenes.ALL, **streaming.ALL}
ALL = {
    **speed.ALL,
    **claims.ALL,
    **judges.ALL,
    **_OF_SCREENS,
    **model_calls.ALL,
    **local_models.ALL,
    **estimator.ALL,
    **provision.ALL,
    **retrieval.ALL,
    **self_play_bots.ALL,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(ALL)}; all if none is given")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    chosen = options.names or list(ALL)
    results = []
    for name in chosen:
        results += ALL[name]()
    if options.json:
        print(
            json.dumps(
                {"python": platform.python_version(), "machine": platform.machine(), "results": [r._asdict() for r in results]}
            )
        )
        return
    print(f"{'what':<62}{'figure':>14}  {'unit':<12}{'wanted':>12}")
    for result in results:
        print(f"{result.what:<62}{result.figure:>14,.2f}  {result.unit:<12}{result.wanted:>12}")


main()
