"""`woozle train`: models that learn from games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.tui.cli.arguments import JSON, SET
from woozle.tui.cli.commands import build_config, print_json
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import Commands

if TYPE_CHECKING:
    from woozle.games.self_play.players.training.runs import TrainingOptions

app = typer.Typer()
LIBRARIAN = registry.kit_of("self_play").service_help["librarian"]
train_app = typer.Typer(cls=Commands, no_args_is_help=True)
app.add_typer(train_app, name="train", help="Train a model on its own good games.")


@train_app.command("self_play")
def self_play(
    model: Annotated[
        str, typer.Option(help="A model's folder or its name on the hub, or tiny: a small model made for this world.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for the run. Repeat the command to continue an unfinished run.")],
    epochs: Annotated[int, typer.Option(min=1, max=100, help="Epochs of rollouts, selection and tuning.")] = 3,
    rollouts: Annotated[
        int | None, typer.Option(min=1, max=10_000, help="Rollouts per question and epoch; default 32, tiny 64.")
    ] = None,
    questions: Annotated[int | None, typer.Option(min=1, max=1_000_000, help="Training questions; default 200, tiny 240.")] = None,
    held_out: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Held-out questions that measure each epoch; default 100, tiny 120.")
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Show askers which tool a reply comes from.")] = False,
    supervision: Annotated[str, typer.Option(help="play, or actions: one seat alone, told when to ANSWER.")] = "play",
    lora: Annotated[bool, typer.Option("--lora", help="Tune a low-rank adapter (LoRA) only; needs peft.")] = False,
    rank: Annotated[int, typer.Option(min=1, max=1024, help="Rank of the LoRA adapter.")] = 16,
    rate: Annotated[float | None, typer.Option(min=0, help="Peak learning rate; the default depends on the model.")] = None,
    passes: Annotated[int | None, typer.Option(min=1, max=100, help="Passes over the lessons, per epoch: 2, tiny 4.")] = None,
    batch: Annotated[int, typer.Option(min=1, help="Steps of self-play per optimizer step.")] = 32,
    at_once: Annotated[int, typer.Option(min=1, help="Steps of a batch processed at once; lower it to save memory.")] = 32,
    threshold: Annotated[float, typer.Option(min=-1, max=1, help="Learn from rollouts whose mean reward is above this.")] = 0.5,
    least: Annotated[int, typer.Option(min=1, help="Learn from a rollout only if this many did the same.")] = 1,
    warmth: Annotated[
        float | None, typer.Option(min=0, max=5, help="Sampling temperature of words, not of actions; default 1, tiny 0.3.")
    ] = None,
    rehearsal: Annotated[
        float | None, typer.Option(min=0, max=100, help="Tiny: old lessons repeated per step of self-play; default 0.5.")
    ] = None,
    fresh: Annotated[
        bool | None, typer.Option("--fresh/--same", help="Play new questions in each epoch (default for tiny), or the same ones.")
    ] = None,
    seating: Annotated[
        str | None, typer.Option(help="Who can search what: fixed, or drawn anew for each question (default for tiny).")
    ] = None,
    again: Annotated[int, typer.Option(min=1, help="Plays of each held-out question.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of the questions and rollouts.")] = 0,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Train this many runs, from --seed on, each in its own folder.")] = 1,
    ablation: Annotated[bool, typer.Option("--ablation", help="Repeat each run with --names, to compare both.")] = False,
    sizes: Annotated[str, typer.Option(help="Sizes of the tiny model, its world and its lessons: things=100,width=128.")] = "",
    options: SET = None,
    transcripts: Annotated[bool, typer.Option("--transcripts", help="Save the games that are learned from as matches.")] = False,
    librarian: Annotated[str, typer.Option(help=LIBRARIAN)] = "",
    device: Annotated[str, typer.Option(help="auto, cuda, mps or cpu.")] = "auto",
    as_json: JSON = False,
) -> None:
    """Train by collaborative self-play (ReST): play, select good rollouts, fine-tune on them, repeat."""
    from woozle.games.self_play.players.training.runs import TINY, TrainingOptions, refuse_ignored
    from woozle.games.self_play.tui.rollouts import write_rollouts

    plan: dict[str, Any] = {"epochs": epochs, "batch": batch, "at_once": at_once, "again": again, "rank": rank if lora else 0}
    plan |= {"supervision": supervision, "threshold": threshold, "least": least, "rollouts": rollouts, "rate": rate}
    plan |= {"passes": passes, "warmth": warmth, "rehearsal": rehearsal, "is_fresh": fresh, "seating": seating}
    _refuse_contradictions(plan, is_tiny=model == TINY, sizes=sizes, options=options, names=names, ablation=ablation)
    refuse_ignored(options or ())
    chosen = {name: value for name, value in plan.items() if value is not None}
    keep = write_rollouts if transcripts else None
    config = None if model == TINY else build_config("self_play", "standard", options)
    training = TrainingOptions(model, out, questions, held_out, sizes, config, names, chosen, device, keep, librarian)
    _train(training, range(seed, seed + seeds), ablation, as_json)


def _refuse_contradictions(
    plan: Mapping[str, Any], *, is_tiny: bool, sizes: str, options: list[str] | None, names: bool, ablation: bool
) -> None:
    is_alone = plan["supervision"] == "actions"
    contradictions = {
        "--supervision is play or actions.": plan["supervision"] not in ("play", "actions"),
        "--seating is fixed or drawn.": plan["seating"] not in (None, "fixed", "drawn"),
        "--sizes is for the model tiny; leave it out.": sizes and not is_tiny,
        "--rehearsal is for the model tiny; leave it out.": plan["rehearsal"] and not is_tiny,
        "The model tiny plays in its own world, so that --set has no effect; leave it out.": options and is_tiny,
        "--least is for groups of rollouts, which --supervision actions does not have; leave one of them out.": (
            plan["least"] > 1 and is_alone
        ),
        "--ablation compares self-play with and without --names; leave the other option out.": ablation and (names or is_alone),
    }
    if sentence := next((sentence for sentence, is_so in contradictions.items() if is_so), ""):
        raise InputError(sentence)


def _train(training: TrainingOptions, seeds: Sequence[int], ablation: bool, as_json: bool) -> None:
    from woozle.games.self_play.players.training.runs import train_all
    from woozle.games.self_play.tui.train_output import ProgressLines, run_lines, summary_lines, to_json, write_summary
    from woozle.players.backends.model_client import BackendError

    try:
        trained = train_all(training, seeds, ProgressLines().listen, is_compared=ablation)
    except BackendError as error:
        raise InputError(str(error)) from None
    except KeyboardInterrupt:
        notice(f"Stopped; repeat the command to continue the run in {training.out}.")
        raise typer.Exit(130) from None
    written = [write_summary(trained, training.out)] if len(trained) > 1 else []
    if as_json:
        print_json(to_json(trained))
        return
    print(*run_lines(trained), sep="\n")
    if written:
        print(*summary_lines(trained), *written, sep="\n")
