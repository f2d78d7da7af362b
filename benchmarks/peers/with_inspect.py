"""The game as a task of Inspect, a sample a match, each answer a call of a model without latency; and its logs, read again."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log
from inspect_ai.model import ChatMessageUser, GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

sys.path.insert(0, str(Path(__file__).parent))
import talk
import worker

_kept: dict[int, Path] = {}
"""Folders with the log of this many matches, to be read."""
_players: list[talk.Reader] = []


@solver
def village() -> Solver:
    async def play(state: TaskState, generate: Generate) -> TaskState:
        seed = int(state.metadata["seed"])
        players = [talk.Reader(seed, seat) for seat in range(talk.SEATS)]
        views = [[talk.prompt(seat)] for seat in range(talk.SEATS)]
        votes: dict[int, int] = {}
        asked: list[tuple[int, talk.Kind]] = []

        def outputs(messages, tools, choice, config):  # type: ignore[no-untyped-def]
            seat, kind = asked[-1]
            output = ModelOutput.from_content("mockllm", players[seat].answer(messages[-1].text, kind))
            output.usage = ModelUsage(
                input_tokens=1, output_tokens=1, total_tokens=2
            )  # else a tokenizer is downloaded to count them
            return output

        model = get_model("mockllm/model", config=GenerateConfig(), memoize=False, custom_outputs=outputs)
        for seat, kind in talk.turns():
            asked.append((seat, kind))
            output = await model.generate([ChatMessageUser(content="\n".join(views[seat]))])
            said = None
            if kind == "speak":
                said = f"[Player {seat}] {output.completion}"
            else:
                votes[seat] = talk.voted(output.completion)
                if len(votes) == talk.SEATS:
                    said, votes = talk.counted(votes), {}
            if said:
                for view in views:
                    view.append(said)
        _players.extend(players)
        state.completed = True
        return state

    return play


def play(matches: int, folder: Path) -> talk.Done:
    """Play this many matches."""
    _players.clear()
    samples = [Sample(input="Play.", target="", metadata={"seed": seed}) for seed in range(matches)]
    (log,) = eval(Task(dataset=samples, solver=village()), model="mockllm/model", log_dir=str(folder), display="none", score=False)
    assert log.status == "success", log.error
    return talk.total(_players)


def recorded(matches: int) -> talk.Done:
    folder = Path(tempfile.mkdtemp())
    done = play(matches, folder)
    shutil.rmtree(folder)
    return done


def keep(matches: int) -> talk.Done:
    """Play matches whose log `read` reads; not measured."""
    _kept[matches] = folder = Path(tempfile.mkdtemp())
    return play(matches, folder)


def read(matches: int) -> talk.Done:
    """Read a log with every sample and event."""
    (file,) = _kept[matches].iterdir()
    assert len(read_eval_log(str(file)).samples or ()) == matches
    return talk.Done()


def forget(matches: int) -> talk.Done:
    shutil.rmtree(_kept.pop(matches))
    return talk.Done()


if __name__ == "__main__":
    worker.serve({"recorded": recorded, "keep": keep, "read": read, "forget": forget})
