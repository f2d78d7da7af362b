"""The example of a game as a study of groups: its plan and its texts, changed as group_example.toml says."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import partial
from importlib import resources

from woozle.arena.studies.plan import PLAN_FILE, StudyError
from woozle.arena.views.rules import time_limits
from woozle.core import registry

_SECONDS = 120  # to answer, so that nobody who is there holds up the others


def for_groups(file: str, text: str, game: str, people: int) -> str:
    """Return the text of a file of the example for groups. Raises StudyError for a group that is too large."""
    changes = tomllib.loads(resources.files(__package__).joinpath("group_example.toml").read_text("utf-8"))
    for pattern, words in changes[file].items():
        text = re.sub(pattern, words.replace("{people}", str(people)), text)
    if file != PLAN_FILE:
        return text
    before, begins, conditions = text.partition("\n[[conditions]]")
    conditions = re.sub(r"role = .*\n", "", conditions)  # a role can be planned for one participant alone
    kind = registry.game(game)
    limits = ", ".join(f"{name} = {_SECONDS}" for name in time_limits(registry.configure(kind, "standard", {})))
    if limits and "\noptions = {" not in conditions:
        conditions = re.sub("(seats = .*)", rf"\1\noptions = {{ {limits} }}", conditions)
    elif limits:
        conditions = re.sub(r"(\noptions = \{.*) \}", rf"\1, {limits} }}", conditions)
    return before + begins + re.sub(r'seats = \["human", (.*)\]', partial(_seats, people), conditions)


def _seats(people: int, found: re.Match[str]) -> str:
    """Return the seats of a match in which participants have the places of the first bots."""
    bots = [name for name, many in re.findall(r'"([^"*]+)\*?(\d*)"', found[1]) for _ in range(int(many or 1))]
    if people > len(bots) + 1:
        raise StudyError(f"A match of this example has {len(bots) + 1} seats, so a group can have at most that many people.")
    seats = [f"human*{people}", *(f"{name}*{many}" for name, many in Counter(bots[people - 1 :]).items())]
    return f"seats = {seats}".replace("'", '"')
