"""How often players win that do not play: one of them alone among bots, by game and role.

    python -m benchmarks.tricks [GAME...] [--matches 200] [--level normal] [--jobs 2]

They know no game: each fills in the form that it is asked to fill in. A win is what the rules call won; intervals are
Wilson's. The seeds begin at two million.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from benchmarks.opponents import Table, played
from benchmarks.page import markdown
from woozle.core import registry
from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response
from woozle.core.statistics.intervals import wilson
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot, random_fields

_FIRST = 2_000_000
_BLAME = "It is {seat}. I saw {seat} do it, and nobody else can have done it. Vote for {seat}."


class Silent(Bot):
    """Never answers."""

    name = "silent"

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, Forfeit("timeout"), seconds=0.0)


class Filler(Bot):
    """Fills in forms at random, but for what `fill` says."""

    name = "filler"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        drawn = random_fields(request.schema(), Random(f"{self.seed} {request.id}"))
        filled = {**drawn, **self.fill(request, observation, drawn)}
        try:
            return request.answer.model_validate(filled)
        except ValueError:  # two fields do not go together
            return request.answer.model_validate(drawn)

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return some fields of the answer. drawn: all of them, at random."""
        raise NotImplementedError


class First(Filler):
    """Takes the first of all choices, always."""

    name = "first"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: options[0] for name, options in request.choices.items() if options and name in drawn}


class Last(Filler):
    """Takes the last of all choices, always."""

    name = "last"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: options[-1] for name, options in request.choices.items() if options and name in drawn}


class Accuser(Filler):
    """Names one other seat, drawn for the match, wherever a seat can be named, and accuses it in every text."""

    name = "accuser"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        others = sorted(_seats(observation) - {request.to})
        if not others:
            return {}
        seat = Random(self.seed).choice(others)
        return {**_naming(request, drawn, seat), **_texts(request, drawn, _BLAME.format(seat=seat))}


class Echo(Filler):
    """Says what was said last by another seat, and names whom it named."""

    name = "echo"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        said = next((text for seat, text in _said(reversed(observation)) if seat != request.to), "")
        if not said:
            return {}
        named = [seat for seat in _seats(observation) if seat in said and seat != request.to]
        return {**(_naming(request, drawn, named[0]) if named else {}), **_texts(request, drawn, said)}


class Follower(Filler):
    """Names the seat that others have named most often, in texts and votes, and says so."""

    name = "follower"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Mapping[str, Any]) -> Mapping[str, Any]:
        seats = _seats(observation)
        counts = Counter(
            seat for by, text in _said(observation) if by != request.to for seat in seats - {by, request.to} if seat in text
        )
        counts.update(
            target
            for event in observation
            if isinstance(target := getattr(event, "target", None), str) and target in seats - {request.to}
        )
        if not counts:
            return {}
        seat = max(sorted(counts), key=counts.__getitem__)
        return {**_naming(request, drawn, seat), **_texts(request, drawn, f"I agree with the others about {seat}.")}


def _said(observation: Any) -> Any:
    """Yield the seat and the text of each Event that has both."""
    for event in observation:
        seat, text = getattr(event, "seat", None), getattr(event, "text", None)
        if isinstance(seat, str) and isinstance(text, str) and text:
            yield seat, text


def _seats(observation: Sequence[Event]) -> set[str]:
    """Return the seats that Events name as theirs, or list."""
    found: set[str] = set()
    for event in observation:
        for each in fields(event):  # type: ignore[arg-type]  # Events are dataclasses
            value = getattr(event, each.name)
            if each.name == "seat" and isinstance(value, str):
                found.add(value)
            elif each.name == "seats" and isinstance(value, tuple):
                found.update(seat for seat in value if isinstance(seat, str))
    return found


def _naming(request: Request, drawn: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """Return the choices by which a seat can be named."""
    return {name: seat for name, options in request.choices.items() if seat in options and name in drawn}


def _texts(request: Request, drawn: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the free texts of a form, all of them this one."""
    return {name: text for name, value in drawn.items() if isinstance(value, str) and name not in request.choices}


TRICKS: tuple[type[Bot], ...] = (Silent, RandomBot, First, Last, Accuser, Echo, Follower)


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=registry.names(), metavar="GAME")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    rows: list[list[str]] = []
    for game in given.games:
        kind = registry.game(game)
        config = registry.configure(kind, "standard", {})
        for trick in TRICKS:
            for role in kind.role_names if kind.hidden_role else ("",):
                table = Table(game, kind.default_seats, config, given.level, role, trick)
                results = played(table, given.matches, given.jobs, _FIRST)
                wins = sum(each.kind == "won" for each in results)
                low, high = wilson(wins, len(results))
                rows.append([game, trick.name, role or "any", f"{wins / len(results):.1%}", f"{low:.1%} to {high:.1%}"])
                print(*rows[-1], flush=True)
    print(markdown(("game", "trick", "role", f"wins of {given.matches}", "95 %"), rows))


if __name__ == "__main__":
    main()
