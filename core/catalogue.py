"""Which games there are, and where they lie: known before any of them is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.core.near import near_or_all

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

OWN = {
    "ship": "woozle.core.games.ship.rules:Ship",
    "quest": "woozle.core.games.quest.rules:Quest",
    "undercover": "woozle.core.games.undercover.rules:Undercover",
    "debate": "woozle.core.games.debate.rules:Debate",
    "self_play": "woozle.core.games.self_play.rules:SelfPlay",
    "urn": "woozle.core.games.urn.rules:Urn",
}
WITHOUT_SEATS = {"pictures": "woozle.core.games.undercover.making:Making"}
"""What nobody plays, but is recorded as games are; `names` leaves it out."""


class UnknownGameError(ValueError):
    """No game of that name is installed."""


def names() -> list[str]:
    """The names of all games, our own first."""
    return [*OWN, *joined()]


def joined() -> list[str]:
    """The names of games that other packages bring. Looks through all that is installed, tens of milliseconds."""
    return sorted({entry.name for entry in entries()} - set(OWN))


def entries() -> EntryPoints:
    """The games of other packages."""
    from importlib.metadata import entry_points

    return entry_points(group="woozle.games")


def package(name: str) -> str:
    """The package that a game's rules are in, and data beside them; empty where they are in none. Raises UnknownGameError."""
    own = OWN.get(name) or WITHOUT_SEATS.get(name)
    where = own or next((entry.value for entry in entries().select(name=name)), "")
    if not where:
        raise UnknownGameError(f"There is no game {name!r}; {near_or_all(name, names())}")
    return where.partition(":")[0].rpartition(".")[0]
