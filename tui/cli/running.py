"""The commands that play many matches, or go on with what was left: run, resume."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from woozle.tui.cli.arguments import EDITOR, GAME, JSON, JUDGE, LIKENESS, MAP, MATCH, PLAIN, PRESET, SEED, SET, chosen
from woozle.tui.cli.commands import at_the_table, beside_the_table, found, go_on

app = typer.Typer()

JOBS = Annotated[int | None, typer.Option(min=1, help="Bots: processes side by side; one a core if not set.")]
SHARD = Annotated[
    str | None, typer.Option(metavar="I/N", help="Play only this part of the matches, e.g. 2/8, on one of N machines.")
]
CONCURRENCY = Annotated[int | None, typer.Option(min=1, max=5000, help="Models: matches side by side; 16 if not set.")]
BUDGET = Annotated[
    str | None,
    typer.Option(metavar="LIMITS", help="Models: the most for all matches, e.g. dollars=5,calls=1000; also tokens and seconds."),
]
MATCH_BUDGET = Annotated[str | None, typer.Option(metavar="LIMITS", help="Models: the most for each match, e.g. tokens=20000.")]
CACHE = Annotated[Path | None, typer.Option(metavar="FILE", help="Models: keep replies here, and use them for equal requests.")]


@app.command()
def run(
    game: GAME,
    seats: Annotated[str, typer.Option(help="Who sits there, without people: bot*6, or openai:gpt-5-mini,bot*5.")],
    out: Annotated[Path, typer.Option(help="The folder for the matches. The same command goes on with what is left.")],
    matches: Annotated[int, typer.Option(min=1, max=10_000_000)] = 1,
    each: Annotated[bool, typer.Option("--each", help="Undercover: so many matches about each picture of a pool.")] = False,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    judge: JUDGE = "",
    editor: EDITOR = "",
    likeness: LIKENESS = "",
    sync: Annotated[
        bool | None, typer.Option("--sync/--no-sync", help="Force every answer to the disk before play goes on; usual with models.")
    ] = None,
    jobs: JOBS = None,
    concurrency: CONCURRENCY = None,
    shard: SHARD = None,
    budget: BUDGET = None,
    match_budget: MATCH_BUDGET = None,
    cache: CACHE = None,
    as_json: JSON = False,
) -> None:
    """Play many matches without people. Ctrl+c stops; nothing that was paid for is lost. Exit status 1 if it cannot go on."""
    from woozle.core import registry
    from woozle.players.seats import models_of, parse_seats
    from woozle.tui.cli.options import configured
    from woozle.tui.cli.tournament import Said, play_run
    from woozle.tui.runs.plan import Plan, read_plan

    said = Said(jobs, concurrency, shard, budget, match_budget, cache)
    config = configured(game, preset, map_name, options)
    seats = at_the_table(seats, game)
    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise ValueError("No person can sit in a run; use `woozle play`.")
    registry.game(game)(len(specs), config)
    pool = pictures_of(config) if each else ()
    officials, asked = beside_the_table(chosen(judge, editor, likeness), game, config)
    if seed is None:
        try:
            seed = read_plan(out).seed
        except FileNotFoundError:
            if shard:
                raise ValueError("--shard needs --seed, so that all machines play parts of the same run.") from None
            seed = secrets.randbits(63)
    plan = Plan(
        game=game,
        rules=registry.game(game).version,
        seats=seats,
        config=config.model_dump(mode="json"),
        officials=officials,
        seed=seed,
        matches=matches * (len(pool) or 1),
        each=each,
        sync=bool(models_of(specs) or asked) if sync is None else sync,
    )
    said.must_fit(plan)
    raise typer.Exit(play_run(plan, out, said, as_json))


def pictures_of(config: Any) -> Sequence[Any]:
    """What there is to play about, one after the other. Raises ValueError."""
    if not hasattr(config, "case") or not config.pool:
        raise ValueError("--each is for undercover with pictures of yours; name them with --set pool=FILE.")
    if config.case:
        raise ValueError("--each plays all of the pool, and `case` one of it; leave one of them out.")
    return config.pool  # type: ignore[no-any-return]


@app.command()
def resume(
    path: MATCH,
    plain: PLAIN = False,
    jobs: JOBS = None,
    concurrency: CONCURRENCY = None,
    shard: SHARD = None,
    budget: BUDGET = None,
    match_budget: MATCH_BUDGET = None,
    cache: CACHE = None,
    as_json: JSON = False,
) -> None:
    """Go on with an unfinished match, or with a run."""
    from woozle.saves.transcript import read
    from woozle.tui.cli.tournament import Said, play_run
    from woozle.tui.runs.plan import PLAN, read_plan

    folder = found(path)
    said = Said(jobs, concurrency, shard, budget, match_budget, cache)
    if (folder / PLAN).exists():
        plan = read_plan(folder)
        said.must_fit(plan)
        raise typer.Exit(play_run(plan, folder, said, as_json))
    if said != Said() or as_json:
        raise ValueError(f"{path} is a match and no run; of the options, only --plain is for it.")
    from woozle.tui.setup import reopened_match
    from woozle.tui.start import Resume

    go_on(read(folder).header, plain, Resume(folder), lambda human, model: reopened_match(folder, human, model=model))
