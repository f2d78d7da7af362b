"""The information-provision game (section 4, appendix D): who searches, and who guesses, when one good search is enough for all.

Each player searches and then ANSWERs (A), or guesses and then HEDGEs (G). The asker believes those who ANSWER, one of them drawn
evenly; if none does, one of all who guessed. All are paid the chance that the asker is right; a search costs. Arithmetic
here is exact, so that ties are ties: 0.1 + 0.2 is 0.3. Results that need no search through all profiles are in `conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.value import value

Charged: TypeAlias = Literal["searcher", "group"]
"""The payer of a search: the player who searches, or everybody."""

Profile: TypeAlias = str
"""The choices of all players, one letter each: in AGG the first searches and the other two guess."""

Number: TypeAlias = Fraction | int | float | str
"""A number, exact as written: 0.1 is a tenth, even as a float."""

SEARCH, GUESS = "A", "G"
FEWEST, MOST = 2, 12
"""Limits on the number of players. Each further player doubles the number of profiles."""

_WRITTEN = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,2})?|[0-9]{1,30}/0*[1-9][0-9]{0,29}")


@value
class Provision:
    """A game. right: for each player, the chance to be right after a search (the paper's p); guessed: of a guess (its q).

    cost: of a search, in shares of a right answer; above 0. `provision` makes and checks a game from numbers as people write them.
    """

    right: tuple[Fraction, ...]
    guessed: tuple[Fraction, ...]
    cost: Fraction
    charged: Charged = "searcher"

    @property
    def players(self) -> int:
        """The number of players; they are numbered from 0."""
        return len(self.right)

    @property
    def guess(self) -> Fraction:
        """The chance that the asker is right if no one searches: the mean of all guesses."""
        return sum(self.guessed, Fraction(0)) / self.players


@value
class Payoffs:
    """The outcome of a profile. right: the chance that the asker is right; each: every player's pay, cost included."""

    profile: Profile
    right: Fraction
    each: tuple[Fraction, ...]


def exact(number: Number, name: str = "This") -> Fraction:
    """Return a number as it is written: 0.25, 1/4, 25e-2. Raises ValueError, with a sentence about `name`, for anything else."""
    if isinstance(number, Fraction):
        return number
    text = str(number).strip()
    if not _WRITTEN.fullmatch(text):
        raise InputError(f"{name} is {text[:40]!r}, which is no number; write it like 0.25 or 1/4.")
    return Fraction(text)


def check_players(players: int) -> None:
    """Raise ValueError, with a sentence, for too few players or too many."""
    if not FEWEST <= players <= MOST:
        raise InputError(f"The game has {FEWEST} to {MOST} players, not {players}.")


def provision(right: Sequence[Number], guessed: Sequence[Number], cost: Number, charged: Charged = "searcher") -> Provision:
    """Return a game. Raises ValueError, with a sentence, if the arguments do not make one."""
    if len(right) != len(guessed):
        raise InputError(f"There are {len(right)} chances for p and {len(guessed)} for q; give one of each for every player.")
    check_players(len(right))
    price = exact(cost, "The cost")
    if price <= 0:
        raise InputError(f"The cost is {cost}; a search must cost more than 0.")
    return Provision(_chances("p", right), _chances("q", guessed), price, charged)


def _chances(name: str, numbers: Sequence[Number]) -> tuple[Fraction, ...]:
    chances = []
    for at, number in enumerate(numbers):
        chance = exact(number, f"{name} of player {at + 1}")
        if not 0 <= chance <= 1:
            raise InputError(f"{name} of player {at + 1} is {number}; a chance is between 0 and 1.")
        chances.append(chance)
    return tuple(chances)


def profiles(players: int) -> Iterator[Profile]:
    """Yield all profiles of a number of players, from all searching to none."""
    return map("".join, product((SEARCH, GUESS), repeat=players))


def alone(player: int, players: int) -> Profile:
    """Return the profile in which only that player searches."""
    return GUESS * player + SEARCH + GUESS * (players - player - 1)


def chance_right(game: Provision, profile: Profile) -> Fraction:
    """Return the chance that the asker is right: the mean over those who search, or over all guesses if no one does."""
    searching = [chance for chance, action in zip(game.right, profile, strict=True) if action == SEARCH]
    return sum(searching, Fraction(0)) / len(searching) if searching else game.guess


def payoffs(game: Provision, profile: Profile) -> Payoffs:
    """Return the payoffs of a profile (table 1, for any number of players)."""
    right = chance_right(game, profile)
    if game.charged == "group":
        return Payoffs(profile, right, (right - game.cost * profile.count(SEARCH),) * game.players)
    return Payoffs(profile, right, tuple(right - game.cost if action == SEARCH else right for action in profile))


def all_payoffs(game: Provision) -> dict[Profile, Payoffs]:
    """Return the payoffs of each profile."""
    return {profile: payoffs(game, profile) for profile in profiles(game.players)}


def brute_force(table: dict[Profile, Payoffs], *, strict: bool = False) -> tuple[Profile, ...]:
    """Return the equilibria in pure strategies: profiles from which no player gains by deviating alone.

    strict: only those from which every player loses by deviating alone. table: the payoffs of each profile.
    """
    return tuple(profile for profile in table if _is_stable(table, profile, strict))


def _is_stable(table: dict[Profile, Payoffs], profile: Profile, strict: bool) -> bool:
    here = table[profile].each
    there = [table[_switch(profile, player)].each[player] for player in range(len(profile))]
    return all(stays > leaves or (stays == leaves and not strict) for stays, leaves in zip(here, there, strict=True))


def _switch(profile: Profile, player: int) -> Profile:
    """Return the profile with one player's choice reversed."""
    return profile[:player] + (GUESS if profile[player] == SEARCH else SEARCH) + profile[player + 1 :]
