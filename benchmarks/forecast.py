"""What a run of models costs, foretold from its first matches, beside what was spent in the end.

    python -m benchmarks forecast

A scripted server counts the tokens of its replies; their lengths have a heavy tail, and come of other seeds than anything that was
looked at when forecasts were made.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.model_server import serving
from benchmarks.result import Result

MATCHES = 400
CASES = {
    "debate": ("openai@lab:m*3", {}, "<= 0.15"),
    "urn": ("openai@lab:m*2,bot*3", {}, "<= 0.15"),
    "ship": ("openai@lab:m,bot*5", {"max_ticks": 30}, ""),  # matches differ by a factor of twenty, and twenty of them say less
}
SEEDS = (71, 72)
_PRICE = "input = 0.5\noutput = 2.0"


def run(game: str, seed: int) -> tuple[float, bool]:
    """Return by how much the dollars of a run were foretold too high, as a share, and whether the interval holds them."""
    from woozle.arena.runs.model_runs import ModelRun, ModelRunOptions
    from woozle.arena.runs.plan import Plan, open_plan
    from woozle.core import registry

    seats, options, _ = CASES[game]
    kind = registry.game(game)
    config = registry.validate_config(kind.config_type, options).model_dump(mode="json")
    plan = Plan(game=game, rules=kind.version, seats=seats, config=config, seed=seed, matches=MATCHES)
    with serving(0.0, tail=seed) as server, tempfile.TemporaryDirectory() as folder:
        home, out = Path(folder) / "home", Path(folder) / "run"
        home.mkdir()
        text = f'[endpoints.lab]\nkind = "openai"\nurl = "{server.url}"\n[prices.lab.m]\n{_PRICE}\n'
        (home / "models.toml").write_text(text, "utf-8")
        os.environ["WOOZLE_HOME"] = str(home)
        found = []
        played = ModelRun(open_plan(out, plan), out, ModelRunOptions(), None, lambda sentence: found.append(played.forecast))
        played.play()
    (forecast,) = found
    spent = played.usage.dollars
    return forecast.dollars.value / spent - 1, forecast.dollars.low <= spent <= forecast.dollars.high


def forecast() -> list[Result]:
    results = []
    for game, (_, _, wanted) in CASES.items():
        errors, held = zip(*(run(game, seed) for seed in SEEDS), strict=True)
        worst = max(map(abs, errors))
        what = f"{game}, {MATCHES} matches of models: dollars foretold from 5 %"
        results += [
            Result(f"{what}, the worst of {len(SEEDS)} runs", worst, "of those spent", wanted),
            Result("    runs whose interval holds them", float(sum(held)), "", ""),
        ]
    return results


ALL = {"forecast": forecast}
