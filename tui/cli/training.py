"""The commands with which models learn from games: train."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.tui.cli.arguments import JSON, LIBRARIAN, SET
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import Commands

if TYPE_CHECKING:
    from woozle.arena.runs.training import Wanted

app = typer.Typer()
train_app = typer.Typer(cls=Commands, no_args_is_help=True)
app.add_typer(train_app, name="train", help="Let a model learn from its own good games.")


@train_app.callback()
def train() -> None:
    """Let a model learn from its own good games."""


@train_app.command("self_play")
def self_play(
    model: Annotated[str, typer.Option(help="A folder or a name of the hub; or tiny, which is made for a world of its own.")],
    out: Annotated[Path, typer.Option(help="The folder of the run. The same command goes on with what is left.")],
    epochs: Annotated[int, typer.Option(min=1, max=100, help="Of rollouts, selection and tuning.")] = 3,
    rollouts: Annotated[
        int | None, typer.Option(min=1, max=10_000, help="Of each question in each epoch: 32, for tiny 64.")
    ] = None,
    questions: Annotated[int | None, typer.Option(min=1, max=1_000_000, help="To play with: 200, for tiny 240.")] = None,
    held_out: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Others, by which each epoch is measured: 100, for tiny 120.")
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Who asks is told which tool a reply comes from.")] = False,
    supervision: Annotated[str, typer.Option(help="play, or actions: one seat alone, which is told when to ANSWER.")] = "play",
    lora: Annotated[bool, typer.Option("--lora", help="Tune few weights beside the model's own; needs peft.")] = False,
    rank: Annotated[int, typer.Option(min=1, max=1024, help="Of LoRA.")] = 16,
    rate: Annotated[float | None, typer.Option(min=0, help="The highest learning rate, if not the usual one.")] = None,
    passes: Annotated[int | None, typer.Option(min=1, max=100, help="Over what is learned, in each epoch: 2, for tiny 4.")] = None,
    batch: Annotated[int, typer.Option(min=1, help="Steps of self-play that are learned together.")] = 32,
    at_once: Annotated[int, typer.Option(min=1, help="Of these, read side by side; fewer need less memory.")] = 32,
    threshold: Annotated[float, typer.Option(min=-1, max=1, help="Of the mean reward above which is learned.")] = 0.5,
    least: Annotated[int, typer.Option(min=1, help="Rollouts that must have done the same for one to be learned from.")] = 1,
    warmth: Annotated[
        float | None, typer.Option(min=0, max=5, help="Temperature of words: 1, for tiny 0.3; of actions it is 1.")
    ] = None,
    rehearsal: Annotated[float | None, typer.Option(min=0, max=100, help="Lessons that tiny is given again, a step: 0.5.")] = None,
    fresh: Annotated[
        bool | None, typer.Option("--fresh/--same", help="Each epoch plays questions of its own (tiny), or all of them again.")
    ] = None,
    seating: Annotated[
        str | None, typer.Option(help="Who can search what: fixed, or drawn for each question (tiny), so that order tells nothing.")
    ] = None,
    again: Annotated[int, typer.Option(min=1, help="How often each held-out question is played.")] = 2,
    seed: Annotated[int, typer.Option(help="Draws other questions and rollouts.")] = 0,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="So many runs, from --seed on, each in a folder of its own.")] = 1,
    ablation: Annotated[bool, typer.Option("--ablation", help="Each run with --names too, beside it.")] = False,
    sizes: Annotated[str, typer.Option(help="Of the tiny model, its world and its lessons: things=100,width=128.")] = "",
    options: SET = None,
    transcripts: Annotated[
        bool, typer.Option("--transcripts", help="Write down the games that are learned from, as matches.")
    ] = False,
    librarian: LIBRARIAN = "",
    device: Annotated[str, typer.Option(help="auto, cuda, mps or cpu.")] = "auto",
    as_json: JSON = False,
) -> None:
    """Train by collaborative self-play: rollouts, the good ones of them, fine-tuning on these, and again (ReST)."""
    from woozle.arena.runs.training import TINY, Wanted, refuse_ignored
    from woozle.tui.cli.options import configured

    if supervision not in ("play", "actions"):
        raise ValueError("--supervision is play or actions.")
    if seating not in (None, "fixed", "drawn"):
        raise ValueError("--seating is fixed or drawn.")
    if model != TINY and (sizes or rehearsal):
        raise ValueError(f"--{'sizes' if sizes else 'rehearsal'} is for the model tiny; leave it out.")
    if model == TINY and options:
        raise ValueError("The model tiny plays in its own world, so that --set says nothing to it; leave it out.")
    if least > 1 and supervision == "actions":
        raise ValueError("--least is for groups of rollouts, which --supervision actions does not have; leave one of them out.")
    refuse_ignored(options or ())
    if ablation and (names or supervision == "actions"):
        raise ValueError("--ablation compares self-play with and without --names; leave the other option out.")
    plan: dict[str, Any] = {"epochs": epochs, "batch": batch, "at_once": at_once, "again": again}
    plan |= {"supervision": supervision, "threshold": threshold, "least": least, "rank": rank if lora else 0}
    named = {
        "rollouts": rollouts,
        "rate": rate,
        "passes": passes,
        "warmth": warmth,
        "rehearsal": rehearsal,
        "is_fresh": fresh,
        "seating": seating,
    }
    plan |= {name: said for name, said in named.items() if said is not None}
    config = None if model == TINY else configured("self_play", "standard", None, options)
    wanted = Wanted(model, out, questions, held_out, sizes, config, names, plan, device, transcripts, librarian)
    _train(wanted, range(seed, seed + seeds), ablation, as_json)


def _train(wanted: Wanted, seeds: Sequence[int], ablation: bool, as_json: bool) -> None:
    """Train, and print what came of it. Raises ValueError, with a sentence."""
    from woozle.arena.runs.training import trained
    from woozle.players.backends.backend import BackendError
    from woozle.tui.cli.training_output import Telling, kept, tables, together, whole

    try:
        found = trained(wanted, seeds, Telling(), is_compared=ablation)
    except BackendError as error:
        raise ValueError(str(error)) from None
    except KeyboardInterrupt:
        notice(f"Stopped; the same command goes on with {wanted.out}.")
        raise typer.Exit(130) from None
    places = list(kept(found, wanted.out)) if len(found) > 1 else []
    if as_json:
        print_json(whole(found))
        return
    print(*tables(found), sep="\n")
    if places:
        print(*together(found), *places, sep="\n")
