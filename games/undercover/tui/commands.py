"""`woozle pictures`: pairs of pictures for undercover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json, refuse_unready, resolve_services
from woozle.tui.cli.sentences import notice, say
from woozle.tui.cli.usage import Commands

if TYPE_CHECKING:
    from woozle.core.usage import Budget
    from woozle.games.undercover.pairs.counterfactuals import MakingConfig
    from woozle.games.undercover.pairs.files import Row
    from woozle.games.undercover.tui.pairs import Work

app = typer.Typer()
APPS = (app,)
pictures_app = typer.Typer(cls=Commands, no_args_is_help=True)
app.add_typer(pictures_app, name="pictures", help="Make and check pictures with counterfactual copies, for undercover.")

FOLDER = Annotated[Path, typer.Argument(help="Folder of the pairs.")]


@pictures_app.command()
def make(
    out: FOLDER,
    questions: Annotated[Path | None, typer.Option(metavar="FILE", help="Questions about pictures: .jsonl, .csv, .tsv.")] = None,
    pairs: Annotated[int, typer.Option(min=1, max=100_000, help="Number of scenes, if no questions are given.")] = 10,
    editor: Annotated[str, typer.Option(help="Image editor: scenes; for picture files openai:MODEL or diffusers:FOLDER.")] = "",
    analyst: Annotated[str, typer.Option(help="Chooses what to change: rules, or vision:MODEL, which also checks the copy.")] = "",
    likeness: Annotated[str, typer.Option(help="Compares: pixels, vit:FOLDER, clip:FOLDER or vit+clip:FOLDER,FOLDER.")] = "",
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Options: setting, things, edit, asks, size, tries, likeness."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed; random by default.")] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Pairs at once, with models.")] = 4,
    budget: Annotated[str | None, typer.Option(metavar="LIMITS", help="Limits for all pairs, e.g. dollars=5,calls=100.")] = None,
    as_json: JSON = False,
) -> None:
    """Make pairs of scenes, or altered copies of your pictures.

    Repeat the command to continue unfinished work. Exit status 1 if some pairs are missing.
    """
    from woozle.core.usage import Budget, Limits
    from woozle.games.undercover.pairs.counterfactuals import Making
    from woozle.games.undercover.tui.pairs import Work, choose_seed, open_work
    from woozle.players.services.registry import parse_services

    wanted = {name: text for name, text in (("editor", editor), ("analyst", analyst), ("likeness", likeness)) if text}
    configs = _configs(questions, pairs, analyst, options)
    services, asked = resolve_services(wanted, Making.name, configs[0])
    limits = Limits.parse(budget) if budget is not None else Limits()
    waits = not all(spec.answers_at_once for spec in parse_services(services, Making, configs[0]).values())
    work = Work(seed=choose_seed(out) if seed is None else seed, officials=services, configs=configs, waits=waits)
    refuse_unready(asked, has_budget=limits.dollars is not None)
    work = open_work(out, work)
    try:
        rows, why = _make_pairs(work, out, concurrency if waits else 1, Budget(limits), bool(asked))
    except KeyboardInterrupt:
        raise typer.Exit(say(f"Stopped. What was made is saved; the same command goes on in {out}.", 130)) from None
    raise typer.Exit(_report(rows, work, out, why, as_json))


@pictures_app.command()
def check(
    folder: FOLDER,
    likeness: Annotated[str, typer.Option(help="Repeat the comparison with these models; pixels are always compared.")] = "",
    as_json: JSON = False,
) -> None:
    """Check the files of a folder of pairs, and that copies are alike and altered. Exit status 1 if something is wrong."""
    from woozle.games.undercover.players.pair_checks import LikenessCheck, find_problems
    from woozle.games.undercover.players.pool_files import read_rows

    compared = LikenessCheck(likeness)
    number = len(read_rows(folder))
    found = list(find_problems(folder, compared))
    if as_json:
        print_json({"folder": str(folder), "pairs": number, "problems": found})
    else:
        print(
            *found,
            f"{count(number, 'pair')}: {count(len(found), 'problem') if found else 'no problems'}.",
            sep="\n",
        )
        if compared.passed_over:
            told = count(compared.passed_over, "pair was", "pairs were")
            notice(f"{told} compared by {compared.by}, which was not done again; name it with --likeness.")
    if found:
        raise typer.Exit(1)


@pictures_app.command()
def download(
    name: Annotated[str, typer.Argument(metavar="KIND:REPOSITORY", help="For example clip:openai/clip-vit-base-patch32.")],
) -> None:
    """Download a ViT or CLIP model from huggingface.co, for `--likeness`."""
    from woozle.games.undercover.players import features

    kind, _, place = name.partition(":")
    if kind not in ("vit", "clip") or not place.strip():
        raise InputError("Only vit:REPOSITORY and clip:REPOSITORY can be fetched, as in clip:openai/clip-vit-base-patch32.")
    notice(f"Fetching {place} ({features.size(place) / 1e6:,.0f} MB) from huggingface.co.")
    notice(f"It is in {features.download(place)}; `--likeness {name}` has it compare.")


def _configs(questions: Path | None, pairs: int, analyst: str, options: list[str] | None) -> tuple[MakingConfig, ...]:
    """Return the configuration of each pair. Raises ValueError."""
    from woozle.arena.play.pictures import pictures_folder
    from woozle.games.undercover.players.pool_files import read_pool
    from woozle.tui.cli.commands import build_config

    config: MakingConfig = build_config("pictures", "standard", options)
    if questions is None:
        return (config,) * pairs
    checks = analyst.strip().startswith("vision")
    cases = read_pool(questions, pictures_folder(), notice).cases
    found = (case.model_copy(update={"counterfactual": "", "made": None}) for case in cases)
    return tuple(config.model_copy(update={"case": case, "checks": checks}) for case in found)


def _make_pairs(work: Work, out: Path, places: int, budget: Budget, has_models: bool) -> tuple[list[Row], str]:
    """Return the pairs, and why some stand still, as a sentence; empty if none does. Raises KeyboardInterrupt if stopped."""
    import asyncio

    from woozle.games.undercover.tui.pairs import Workshop, write_pairs

    async def make_all() -> Workshop:
        from woozle.arena.play import models

        hub = models.hub() if has_models else None
        workshop = Workshop(work, out, hub, budget)
        try:
            await workshop.make(places)
        finally:
            if hub:
                await hub.close()
        return workshop

    try:
        workshop = asyncio.run(make_all())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    rows = write_pairs(work, out)
    if workshop.is_stopped and workshop.numbers_left():
        raise KeyboardInterrupt
    why = workshop.coordinator.why or next((f"pair {number}: {why}" for number, why in workshop.coordinator.standing.items()), "")
    return rows, why.replace("`woozle resume`", "the same command")


def _report(rows: list[Row], work: Work, out: Path, why: str, as_json: bool) -> int:
    from woozle.saves.transcript import display_path

    found = {"pairs": len(work.configs), "made": len(rows), "accepted": sum(row.accepted is True for row in rows)}
    if as_json:
        print_json({"folder": str(out), **found, "problem": why})
    else:
        print(f"{found['made']} of {found['pairs']} pairs are in {display_path(out)}; {found['accepted']} were accepted.")
    if why:
        return say(f"Run the same command again to continue: {why}", 1)
    if found["made"] < found["pairs"]:
        return say("Of the others no copy could be made; what was tried is in their transcripts.", 1)
    return 0
