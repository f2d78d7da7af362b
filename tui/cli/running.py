"""The commands that play many matches, or go on with what was left: run, resume."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.tui.cli.arguments import (
    ADDRESS,
    ENGINE,
    GAME,
    JSON,
    MAP,
    MATCH,
    NO_OFFICIALS,
    PLAIN,
    PRESET,
    SEED,
    SET,
    SHARD,
    Officials,
    with_officials,
)
from woozle.tui.cli.commands import at_the_table, beside_the_table, found, go_on

if TYPE_CHECKING:
    from woozle.arena.runs.firsts import Taken

app = typer.Typer()

JOBS = Annotated[int | None, typer.Option(min=1, help="Processes side by side; if not set, one a core for bots, one for models.")]
CONCURRENCY = Annotated[int | None, typer.Option(min=1, max=5000, help="Models: matches side by side; 16 if not set.")]
BUDGET = Annotated[
    str | None,
    typer.Option(metavar="LIMITS", help="Models: the most for all matches, e.g. dollars=5,calls=1000; also tokens and seconds."),
]
MATCH_BUDGET = Annotated[str | None, typer.Option(metavar="LIMITS", help="Models: the most for each match, e.g. tokens=20000.")]
CACHE = Annotated[Path | None, typer.Option(metavar="FILE", help="Models: keep replies here, and use them for equal requests.")]


@app.command()
@with_officials
def run(
    game: GAME,
    seats: Annotated[str, typer.Option(help="Who sits there, without people: bot*6, or openai:gpt-5-mini,bot*5.")],
    out: Annotated[Path, typer.Option(help="The folder for the matches. The same command goes on with what is left.")],
    matches: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many are played.")] = 1,
    each: Annotated[
        bool, typer.Option("--each", help="Undercover and debate: so many matches about each picture or question of a pool.")
    ] = False,
    firsts: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Debate: play each debate of a run again, from its first answers on.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Players move on by a seat each match; best with a multiple of the seats.")
    ] = False,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    officials: Officials = NO_OFFICIALS,
    sync: Annotated[
        bool | None, typer.Option("--sync/--no-sync", help="Force every answer to the disk before play goes on; usual with models.")
    ] = None,
    jobs: JOBS = None,
    concurrency: CONCURRENCY = None,
    shard: SHARD = None,
    budget: BUDGET = None,
    match_budget: MATCH_BUDGET = None,
    cache: CACHE = None,
    engine: ENGINE = "processes",
    address: ADDRESS = None,
    as_json: JSON = False,
) -> None:
    """Play many matches without people. Ctrl+c stops; nothing that was paid for is lost.

    Exit status 1 if it cannot go on, or if a service that they need, such as an estimator, failed in more than a tenth of cases.
    """
    from woozle.arena.runs.plan import Plan
    from woozle.core import registry
    from woozle.players.seats import models_of, parse_seats
    from woozle.saves.transcript import shown
    from woozle.tui.cli.options import configured
    from woozle.tui.cli.tournament import Said, play_run

    said = Said(jobs, concurrency, shard, budget, match_budget, cache, engine, address)
    taken = first_answers(firsts, game, each=each) if firsts else None
    config = configured(game, preset, map_name, options, taken.options if taken else {})
    seats = at_the_table(seats, game)
    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise ValueError("No person can sit in a run; use `woozle play`.")
    if rotate and len(set(specs)) == 1:
        raise ValueError("--rotate moves players from seat to seat, and all of these are the same; leave it out.")
    if taken and taken.plan.rotate and not rotate and len(set(specs)) > 1 and parse_seats(taken.plan.seats, game) == specs:
        raise ValueError(
            f"The players of {shown(taken.run)} moved on; add --rotate, so that all go on from first answers of their own."
        )
    registry.game(game)(len(specs), config)
    about = len(taken.beginnings) if taken else len(subjects(game, config)) if each else 1
    named, asked = beside_the_table(officials, game, config)
    plan = Plan(
        game=game,
        rules=registry.game(game).version,
        seats=seats,
        config=config.model_dump(mode="json"),
        officials=named,
        seed=usual_seed(out, shard, taken) if seed is None else seed,
        matches=matches * about,
        each=each,
        rotate=rotate,
        firsts=taken.planned(out) if taken else None,
        sync=bool(models_of(specs) or asked) if sync is None else sync,
    )
    said.must_fit(plan)
    if taken:  # one of its matches, to see whether all can be played like that
        registry.game(game)(len(specs), registry.validated(type(config), {**plan.config, **taken.beginnings[0]}))
    raise typer.Exit(play_run(plan, out, said, as_json))


def usual_seed(out: Path, shard: str | None, taken: Taken | None) -> int:
    """The seed of the run that is there, or of the one whose first answers are taken; else a new one. Raises ValueError."""
    from woozle.arena.runs.plan import read_plan

    try:
        return read_plan(out).seed
    except FileNotFoundError:
        if taken:
            return taken.plan.seed
        if shard:
            raise ValueError("--shard needs --seed, so that all machines play parts of the same run.") from None
        return secrets.randbits(63)


def subjects(game: str, config: Any) -> Sequence[Any]:
    """What there is to play about, one after the other. Raises ValueError."""
    from woozle.core import registry

    subject = registry.game(game).subject
    if not subject:
        raise ValueError(f"--each is for games about a picture or a question of a pool, and {game} is none; leave it out.")
    if not config.pool:
        raise ValueError(f"--each is for {game} with a pool of yours; name it with --set pool=FILE.")
    if getattr(config, subject):
        raise ValueError(f"--each plays all of the pool, and `{subject}` one of it; leave one of them out.")
    return config.pool  # type: ignore[no-any-return]


def first_answers(run: Path, game: str, *, each: bool) -> Taken:
    """What is taken from another run. Raises ValueError."""
    from woozle.arena.runs.firsts import taken

    if each:
        raise ValueError("--firsts plays each debate of another run again, so that --each says nothing more; leave it out.")
    return taken(run, game)


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
    engine: ENGINE = "processes",
    address: ADDRESS = None,
    as_json: JSON = False,
) -> None:
    """Go on with an unfinished match, or with a run."""
    from woozle.arena.runs.firsts import must_be_the_same
    from woozle.arena.runs.plan import PLAN, read_plan
    from woozle.arena.runs.table import asked_in
    from woozle.players.seats import models_in
    from woozle.saves.transcript import read
    from woozle.tui.cli.asked_elsewhere import say_who_is_asked
    from woozle.tui.cli.tournament import Said, play_run

    folder = found(path)
    said = Said(jobs, concurrency, shard, budget, match_budget, cache, engine, address)
    if (folder / PLAN).exists():
        plan = read_plan(folder)
        said.must_fit(plan)
        if plan.left(folder):
            must_be_the_same(plan, folder)
            say_who_is_asked(asked_in(plan), folder)
        raise typer.Exit(play_run(plan, folder, said, as_json))
    if said != Said() or as_json:
        raise ValueError(f"{path} is a match and no run; of the options, only --plain is for it.")
    from woozle.arena.play.setup import reopened_match
    from woozle.arena.play.start import Resume

    header = read(folder).header
    say_who_is_asked(models_in(header.players.values()), folder)
    go_on(header, plain, Resume(folder), lambda human, model: reopened_match(folder, human, model=model))
