"""`woozle run` and `woozle resume`: many matches without humans, and unfinished ones."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.tui.cli import arguments, commands

if TYPE_CHECKING:
    from woozle.arena.runs.first_answers import FirstAnswers
    from woozle.arena.runs.model_runs import ModelRunOptions
    from woozle.arena.runs.plan import Plan, Shard
    from woozle.players.seats import SeatSpec

app = typer.Typer()


@value
class RunOptions:
    """Options of a run that are no part of its plan, as they were typed; None where nothing was."""

    jobs: Annotated[int | None, typer.Option(min=1, help="Bots: worker processes; default: one per core.")] = None
    concurrency: Annotated[int | None, typer.Option(min=1, max=5000, help="Models: matches at once; default 16.")] = None
    shard: arguments.SHARD = None
    budget: Annotated[
        str | None,
        typer.Option(metavar="LIMITS", help="Models: limits for all matches, e.g. dollars=5,calls=1000; also tokens and seconds."),
    ] = None
    match_budget: Annotated[
        str | None, typer.Option(metavar="LIMITS", help="Models: limits for each match, e.g. tokens=20000.")
    ] = None
    cache: Annotated[Path | None, typer.Option(metavar="FILE", help="Models: keep replies in this file, and reuse them.")] = None
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Models: play on even if one of them answers none of its first questions.")
    ] = False
    engine: arguments.ENGINE = "processes"
    address: arguments.ADDRESS = None

    def check(self, plan: Plan) -> None:
        """Raise ValueError, with a sentence, for options that cannot be, or that do not suit the players."""
        from woozle.arena.runs.engines import check_engine
        from woozle.arena.runs.matches import has_to_wait

        needs_one_process = has_to_wait(plan)
        if needs_one_process and (self.engine == "ray" or (self.jobs or 1) > 1):
            option = "--engine" if self.engine == "ray" else "--jobs"
            raise InputError(
                f"{option} is for bots, which compute; models wait, and one process plays hundreds of their matches. Leave it "
                "out, and use --concurrency for more at once, or --shard to divide the run."
            )
        check_engine(self.engine, self.address)
        if needs_one_process:
            self.for_models()
            return
        for name in ("concurrency", "budget", "match_budget", "cache", "keep_going"):
            if getattr(self, name) not in (None, False):
                option = name.replace("_", "-")
                raise InputError(
                    f"--{option} is for runs with models; among bots leave it out{', or use --jobs' * (name == 'concurrency')}."
                )
        self.parse_shard()

    def parse_shard(self) -> Shard:
        """Return the shard. Raises ValueError."""
        from woozle.arena.runs.plan import WHOLE, Shard

        return WHOLE if self.shard is None else Shard.parse(self.shard)

    def for_models(self) -> ModelRunOptions:
        """Return the options of a run with models. Raises ValueError."""
        from woozle.arena.runs.model_runs import CONCURRENCY, ModelRunOptions
        from woozle.core.usage import Limits

        budget, match_budget = (Limits.parse(text) if text is not None else Limits() for text in (self.budget, self.match_budget))
        return ModelRunOptions(self.parse_shard(), self.concurrency or CONCURRENCY, budget, match_budget, self.keep_going)


@app.command()
@arguments.with_game_options
@arguments.with_options_of(RunOptions)
def run(
    game: arguments.GAME,
    seats: Annotated[str, typer.Option(help="The players (no humans): bot*6, or openai:gpt-5-mini,bot*5.")],
    out: Annotated[Path, typer.Option(help="Folder for the matches. Repeat the command to continue an unfinished run.")],
    matches: Annotated[int, typer.Option(min=1, max=10_000_000, help="Number of matches.")] = 1,
    each: Annotated[
        bool, typer.Option("--each", help="Play --matches about each subject of the pool, such as a picture or a question.")
    ] = False,
    firsts: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Play each match of a run again, from its first answers.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Move players on by one seat each match; best with a multiple of the seats.")
    ] = False,
    seed: arguments.SEED = None,
    preset: arguments.PRESET = "standard",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    sync: Annotated[
        bool | None, typer.Option("--sync/--no-sync", help="Force each answer to the disk at once (default with models).")
    ] = None,
    *,
    run_options: RunOptions,
    dry: Annotated[
        bool, typer.Option("--dry", help="Models: estimate calls, tokens, dollars and hours; ask and write nothing.")
    ] = False,
    call_seconds: Annotated[
        float | None, typer.Option(min=0.001, help="With --dry: seconds of a call; default: as in the latest run with the model.")
    ] = None,
    as_json: arguments.JSON = False,
) -> None:
    """Play many matches without humans. Ctrl+c stops the run; no paid answer is lost.

    Exit status 1 if the run cannot go on, if a model never answered, or if a service, such as an estimator, failed in more than a
    tenth of cases.
    """
    from woozle.arena.runs.plan import Plan
    from woozle.players.seats import models_of, parse_seats
    from woozle.tui.cli.run_session import play_run

    seats = commands.complete_seats(seats, game)
    specs = parse_seats(seats, game)
    taken = load_first_answers(firsts, game, len(specs), each=each) if firsts else None
    config = commands.build_config(game, preset, options, taken.options if taken else {})
    check_players(specs, rotate, taken)
    registry.game(game)(len(specs), config)
    subjects = len(taken.beginnings) if taken else len(subjects_of(game, config)) if each else 1
    named, asked = commands.resolve_services(services, game, config)
    plan = Plan(
        game=game,
        rules=registry.game(game).version,
        seats=seats,
        config=config.model_dump(mode="json"),
        officials=named,
        seed=choose_seed(out, run_options.shard, taken) if seed is None else seed,
        matches=matches * subjects,
        each=each,
        rotate=rotate,
        firsts=taken.to_plan(out) if taken else None,
        sync=bool(models_of(specs) or asked) if sync is None else sync,
    )
    run_options.check(plan)
    if dry:
        print_estimate(plan, as_json, run_options.for_models().concurrency, call_seconds)
        return
    if call_seconds is not None:
        raise InputError("--call-seconds is for --dry; leave it out.")
    if taken:  # one of its matches, to see whether all can be played like that
        registry.game(game)(len(specs), registry.validate_config(type(config), {**plan.config, **taken.beginnings[0]}))
    raise typer.Exit(play_run(plan, out, run_options, as_json))


def print_estimate(plan: Plan, as_json: bool, concurrency: int, seconds: float | None) -> None:
    """Print the calls, tokens, dollars and hours that a run would take. concurrency, seconds: as in `estimate_run`."""
    from woozle.arena.runs.run_estimate import estimate_run
    from woozle.tui.cli.estimate_output import estimate_lines

    estimated = estimate_run(plan, concurrency, seconds)
    commands.print_result(as_json, lambda: estimated, lambda: estimate_lines(estimated))


def check_players(specs: Sequence[SeatSpec], rotate: bool, taken: FirstAnswers | None) -> None:
    """Raise ValueError, with a sentence, for players that a run cannot have, or that --rotate does not suit."""
    from woozle.players.seats import parse_seats
    from woozle.saves.transcript import display_path

    if any(spec.kind == "human" for spec in specs):
        raise InputError("No person can sit in a run; use `woozle play`.")
    if rotate and len(set(specs)) == 1:
        raise InputError("--rotate moves players from seat to seat, and all of these are the same; leave it out.")
    is_rotated = taken and taken.plan.rotate and parse_seats(taken.plan.seats, taken.plan.game) == specs
    if taken and is_rotated and not rotate and len(set(specs)) > 1:
        raise InputError(
            f"The players of {display_path(taken.run)} moved on; add --rotate, so that all go on from their own first answers."
        )


def choose_seed(out: Path, shard: str | None, taken: FirstAnswers | None) -> int:
    """Return the seed of the run in `out`, or of the one whose first answers are taken, else a new one. Raises ValueError."""
    from woozle.arena.runs.plan import read_plan

    try:
        return read_plan(out).seed
    except FileNotFoundError:
        if taken:
            return taken.plan.seed
        if shard:
            raise InputError("--shard needs --seed, so that all machines play parts of the same run.") from None
        return secrets.randbits(63)


def subjects_of(game: str, config: Any) -> Sequence[Any]:
    """Return the pictures or questions that --each plays one after the other. Raises ValueError."""
    subject = registry.game(game).subject_option
    if not subject:
        raise InputError(f"--each is for games about a picture or a question of a pool, and {game} is none; leave it out.")
    if not config.pool:
        raise InputError(f"--each is for {game} with a pool of yours; name it with --set pool=FILE.")
    if getattr(config, subject):
        raise InputError(f"--each plays all of the pool, and `{subject}` one of it; leave one of them out.")
    return config.pool  # type: ignore[no-any-return]


def load_first_answers(run: Path, game: str, seats: int, *, each: bool) -> FirstAnswers:
    """Load the first answers of another run. Raises ValueError."""
    from woozle.arena.runs.first_answers import read_first_answers

    if each:
        raise InputError("--firsts plays each match of another run again, so that --each says nothing more; leave it out.")
    return read_first_answers(run, game, seats)


@app.command()
@arguments.with_options_of(RunOptions)
def resume(
    path: arguments.MATCH,
    plain: arguments.PLAIN = False,
    *,
    run_options: RunOptions,
    allows_agents: arguments.ALLOW_AGENTS = False,
    as_json: arguments.JSON = False,
) -> None:
    """Resume an unfinished match or run."""
    from woozle.arena.runs.first_answers import check_first_answers
    from woozle.arena.runs.matches import models_asked
    from woozle.arena.runs.plan import PLAN, read_plan
    from woozle.players.seats import agents_in, agents_of, models_in, parse_seats
    from woozle.saves.transcript import read
    from woozle.tui.cli.run_session import play_run

    folder = commands.find_match(path)
    if (folder / PLAN).exists():
        plan = read_plan(folder)
        run_options.check(plan)
        if plan.numbers_left(folder):
            check_first_answers(plan, folder)
            commands.confirm_agents(agents_of(parse_seats(plan.seats, plan.game)), folder, are_allowed=allows_agents)
            commands.announce_endpoints(models_asked(plan), folder)
        raise typer.Exit(play_run(plan, folder, run_options, as_json))
    if run_options != RunOptions() or as_json:
        raise InputError(f"{path} is a match and no run; of the options, only --plain and --allow-agents are for it.")
    from woozle.arena.play.setup import refuse_open_table, reopened_match
    from woozle.arena.play.start import Resume

    refuse_open_table(folder)
    header = read(folder).header
    commands.confirm_agents(agents_in(header.players.values()), folder, are_allowed=allows_agents)
    specs = models_in(header.players.values())
    commands.announce_endpoints(specs, folder)
    plain = commands.is_plain(plain) if header.people else plain
    if plain and header.is_blind:
        raise InputError("This match is blind, and line by line it would not be; leave out --plain.")
    if header.people and not plain:
        sys.exit(commands.open_app(Resume(folder), commands.plain_command(), specs, commands.sights_in(header)))
    commands.play_line_by_line(
        header.game, specs, lambda human, model: reopened_match(folder, human, model=model), folder, commands.sights_in(header)
    )
