"""The rows of MAS-HQ's tables, read from its recipe, and its formula applied to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from woozle.arena.reproduction.recipe import load_recipe, printed_number
from woozle.games.quest.judgement.scores import Cost, Weights, penalties, q_score, winners

RECIPE = load_recipe("mas-hq")

_HEADS = {"H-Score": "h", "H after": "h", "API Call": "calls", "API Calls": "calls"}


class Seat(NamedTuple):
    """A row: what is printed of one seat."""

    h: float
    cost: Cost
    q: float


class Match(NamedTuple):
    """A published match. tables: where it stands; beta: with which its Q was computed."""

    tables: str
    who: str
    seats: tuple[Seat, ...]
    beta: float = 0.1

    def scores(self, beta: float | None = None) -> list[float]:
        """Q of each seat by the formula, from what is printed of it."""
        weights = Weights(1.0, self.beta if beta is None else beta)
        return [q_score(seat.h, p, weights) for seat, p in zip(self.seats, self.penalties(), strict=True)]

    def penalties(self) -> list[float]:
        return penalties([seat.cost for seat in self.seats])

    def best(self, beta: float | None = None) -> str:
        found = winners(self.scores(beta), [seat.h for seat in self.seats], [seat.cost.tokens for seat in self.seats])
        assert len(found) == 1
        return "ABC"[found[0]]

    @property
    def winner(self) -> str:
        """The seat that is published as the winner: the one with the highest Q."""
        return "ABC"[max(range(len(self.seats)), key=lambda at: self.seats[at].q)]


def cell(number: str, label: str, head: str, kind: str = "table") -> float:
    """A published cell as a number."""
    table = RECIPE.table(kind, number)
    (row,) = (row for row in table.rows if row.label == label)
    (at,) = (at for at, column in enumerate(table.columns) if column.head == head)
    found = printed_number(row.published[at])
    assert found is not None
    return found


def seat_of(number: str, label: str, q: tuple[str, str] | None = None) -> Seat:
    """A row of a table. q: the table and row from which its Q is taken, if not the same."""
    heads = [column.head for column in RECIPE.table("table", number).columns]
    if "Tokens" in heads:
        tokens = cell(number, label, "Tokens")
    else:
        tokens = cell(number, label, "In Tokens") + cell(number, label, "Out Tokens")
    called = next(head for head in heads if _HEADS.get(head) == "calls")
    scored = next(head for head in heads if _HEADS.get(head) == "h")
    cost = Cost(cell(number, label, called), tokens, cell(number, label, "Reviews"), cell(number, label, "Time"))
    return Seat(cell(number, label, scored), cost, cell(*(q or (number, label)), "Q-Score"))


def _matches() -> Iterator[Match]:
    for name in ("GPT-4o-mini", "Qwen-Max", "Deepseek-V3", "Gemini-2.0-Flash", "Grok-3-beta"):
        yield Match("1, 9", name, tuple(seat_of("9", f"{each}: {name}", ("1", f"{each}: {name}")) for each in "AB"))
    for one, other in (("GPT-4o-mini", "Grok-3-beta"), ("Grok-3-beta", "GPT-4o-mini")):
        seats = (
            seat_of("9", f"A: {one} against {other}", ("2", f"A: {one}")),
            seat_of("9", f"B: {other} against {one}", ("2", f"B: {other}")),
        )
        yield Match("2, 9", f"A {one}, B {other}", seats)
    yield Match("3", "three of GPT-4o-mini", tuple(seat_of("3", f"{each}: GPT-4o-mini") for each in "ABC"))
    for name in ("GPT-4o", "GPT-4o-mini"):
        yield Match("4", f"SimpleQA, {name}", tuple(seat_of("4", f"{each}: {name}") for each in "AB"), 0.001)
    for tables, threshold, reviews in (
        ("6", "0.8", "3"), ("6, 7", "0.85", "3"), ("6", "0.9", "3"), ("7", "0.85", "2"), ("7", "0.85", "4"),
    ):  # fmt: skip
        asked = f"R = {reviews}, T = {threshold}"
        where = ("6", asked) if tables[0] == "6" else ("7", f"T = {threshold}, R = {reviews}")
        seats = tuple(seat_of("10", f"{each}: {asked}", (where[0], f"{each}: {where[1]}")) for each in "AB")
        yield Match(tables, f"T = {threshold}, R = {reviews}", seats)
    yield Match("8", "mean of 100 trials", tuple(seat_of("8", f"{each}: GPT-4o-mini") for each in "AB"))


MATCHES = tuple(_matches())
"""All matches whose Q can be computed. Where Tables 9 and 10 have the tokens and time unrounded, these are taken."""
