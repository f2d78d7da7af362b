"""Training data from rollouts: pairs of prompt and output, by Algorithm 1 or action supervision; and their file, chat JSONL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, explain_errors, read_text_file
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.self_play.papers.selection import THRESHOLD, Lesson, choose_lesson, choose_rollout
from woozle.games.self_play.players.training.rollouts import Rollout
from woozle.players.chats import chat_line, turn
from woozle.players.paths import replace_file

Supervision: TypeAlias = Literal["play", "actions"]
"""The source of training data: collaborative self-play (Algorithm 1), or action supervision, for a player on its own."""

Learned: TypeAlias = Literal["all", "action"]


class DatasetError(InputError):
    """A file of pairs that cannot be read. The message says why, in a sentence."""


@value
class Pair:
    """A step to learn. output: such as `#ANSWER 1912`.

    learned: the whole output, or only its action if the words were wrong.
    """

    prompt: str
    output: str
    learned: Learned = "all"

    @property
    def action(self) -> str:
        """The action of the output, such as `#ANSWER`."""
        return self.output.partition(" ")[0]


def lesson_of(
    rollouts: Sequence[Rollout], supervision: Supervision = "play", threshold: float = THRESHOLD, least: int = 1
) -> Lesson[Rollout] | None:
    """Return the lesson from the rollouts of one question by one society; None if none is good enough.

    least: as in `choose_rollout`; action supervision has no groups.
    """
    if supervision == "actions":
        return choose_lesson(rollouts, threshold)
    best = choose_rollout(rollouts, threshold, least)
    return Lesson(best, has_answer=True) if best else None


def pairs_of(lesson: Lesson[Rollout] | None) -> list[Pair]:
    """Return the steps of a lesson as pairs. A final step with a wrong answer teaches only its action."""
    if lesson is None:
        return []
    pairs = [Pair(step.prompt, step.text) for step in lesson.rollout.steps]
    if not lesson.has_answer:
        last = lesson.rollout.steps[-1]
        pairs[-1] = Pair(last.prompt, f"#{last.action}", "action")
    return pairs


def write(path: Path, pairs: Iterable[Pair]) -> None:
    """Write pairs as chat JSONL, in place of what was there: the prompt as the user's message, the output as the assistant's."""
    turns = (([turn("user", each.prompt), turn("assistant", each.output)], each.learned) for each in pairs)
    replace_file(path, "".join(f"{chat_line(chat, learned=learned)}\n" for chat, learned in turns).encode())


def read(path: Path) -> list[Pair]:
    """Return the pairs in a chat JSONL file; a reply is learned whole unless the file says otherwise. Raise DatasetError."""
    shown = visible_line(str(path))
    with explain_errors(f"The data set {shown}", DatasetError):
        lines = read_text_file(path, LARGE).split("\n")  # and not at Unicode's other line separators
    return [_pair(line, f"Line {number} of {shown}") for number, line in enumerate(lines, 1) if line.strip()]


def _pair(line: str, where: str) -> Pair:
    form = '{"messages": [{"role": "user", "content": "..."}, {"role": "assistant", "content": "#ANSWER ..."}]}'
    try:
        told = json.loads(line)
        prompt, output = (message["content"] for message in told["messages"])
        learned = told.get("learned", "all")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise DatasetError(f"{where} is no pair of prompt and output; write it like {form}.") from None
    is_text = isinstance(prompt, str) and isinstance(output, str) and bool(output.strip())
    if not is_text or learned not in ("all", "action"):
        raise DatasetError(f"{where} is no pair of prompt and output; write it like {form}.")
    return Pair(prompt, output, learned)
