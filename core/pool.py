"""Pools: the passages, questions or pictures that a match is about, one of them or some, in the configurations of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol


class Named(Protocol):
    """One of a pool. id: that no other of it has."""

    @property
    def id(self) -> str: ...


def filled(values: Any, usual: Callable[[], Sequence[Named]], endings: str = ".csv, .json or .jsonl") -> Any:
    """What is given for a configuration, with the usual pool where there is none.

    endings: of the files that can be named instead. Raises ValueError for a text, which names none that can be read.
    """
    if not isinstance(values, Mapping):
        return values
    pool = values.get("pool") or usual()
    if isinstance(pool, str):
        raise ValueError(f"the pool {pool} must be a {endings} file")  # noqa: TRY004 (pydantic words only ValueErrors)
    return {**values, "pool": pool}


def check(pool: Sequence[Named], chosen: str = "", what: str = "question") -> None:
    """Raises ValueError if two of a pool have the same id, or none has the chosen one. chosen: empty for any of them."""
    ids = {each.id for each in pool}
    if len(ids) < len(pool):
        raise ValueError("two of the pool have the same id")
    if chosen and chosen not in ids:
        raise ValueError(f"the pool has no {what} {chosen!r}")
