"""The searcher in equilibrium, by conditions instead of by trying, and why; for any number of players and both ways to pay.

Write p* for the best search and q for the mean guess. Two searchers are never stable: the worse of them saves the cost by
guessing, and the asker is no worse off. So at most one searches. Player i alone is stable if searching pays, p_i - q >= c, and
no other player wants to join, p* - p_i <= 2c: joining moves the asker only halfway to the better search. That no one searches is
stable if even the best search does not pay, p* - q <= c. Theorem 4.1 is this for two players. For more, theorem D.2 asks that p*
is ahead by as much as makes searching dominant (n times c is always enough); that an equilibrium is unique, twice c decides for
any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal, TypeAlias

from woozle.core.value import value
from woozle.games.self_play.papers.provision import GUESS, SEARCH, Profile, Provision, alone

Case: TypeAlias = Literal["nobody", "tie", "alone", "several"]
"""No one searches; the best search is worth exactly its cost, so that it may be made or not; one player alone searches; any of
several, alone."""


@value
class Stand:
    """The conditions under which one player searches, alone.

    gain: what that adds to the asker's chance over all guessing; behind: how much better the best search is, 0 for the best.
    pays: the gain is no less than the cost; is_left_alone: no one gains by searching as well.
    """

    player: int
    gain: Fraction
    behind: Fraction
    pays: bool
    is_left_alone: bool


def stands(game: Provision) -> tuple[Stand, ...]:
    """Return the stand of each player, by number."""
    guess, best = game.guess, max(game.right)
    return tuple(
        Stand(player, right - guess, best - right, right - guess >= game.cost, best - right <= 2 * game.cost)
        for player, right in enumerate(game.right)
    )


def equilibria(game: Provision) -> tuple[Profile, ...]:
    """Return the equilibria in pure strategies, in the order of `provision.profiles`. There is always one."""
    each = stands(game)
    found = [alone(stand.player, game.players) for stand in each if stand.pays and stand.is_left_alone]
    nobody = [GUESS * game.players] if max(stand.gain for stand in each) <= game.cost else []
    return (*found, *nobody)


def best_searcher(game: Provision) -> int:
    """Return the player whose search is best; of equals the first."""
    return game.right.index(max(game.right))


def case(game: Provision) -> Case:
    """Return the condition that applies."""
    found = equilibria(game)
    gain = max(game.right) - game.guess
    if gain == game.cost:
        return "tie"
    if gain < game.cost:
        return "nobody"
    return "alone" if len(found) == 1 else "several"


def is_settled(game: Provision) -> bool:
    """Return whether all but the best search are ruled out: none of the others pays, or the best would join in.

    For two players, of whom the first searches better, theorem 4.1 in its sharp form: p2 - q < c or p1 - p2 > 2c. Unless the best
    search is worth exactly its cost, this says that there is one equilibrium.
    """
    best = best_searcher(game)
    return not any(stand.pays and stand.is_left_alone for stand in stands(game) if stand.player != best)


def is_far_ahead(game: Provision) -> bool:
    """Return whether the paper's proof for any number of players applies.

    It needs a best search that pays, and that is better than each other by more than the cost times the number of players. Then
    searching is dominant for its player.
    """
    ahead = all(stand.behind > game.players * game.cost for stand in stands(game) if stand.player != best_searcher(game))
    return ahead and max(game.right) - game.guess > game.cost


def eliminate_dominated(game: Provision) -> tuple[str, ...]:
    """Return the choices left to each player, A, G or AG, after strictly dominated ones are removed until none is left."""
    left = [SEARCH + GUESS] * game.players
    while (found := [_best_replies(game, player, left) for player in range(game.players)]) != left:
        left = found
    return tuple(left)


def _best_replies(game: Provision, player: int, left: Sequence[str]) -> str:
    if len(left[player]) == 1:
        return left[player]
    worth = [margin - game.cost for margin in _margins(game, player, left)]
    if min(worth) > 0:
        return SEARCH
    return GUESS if max(worth) < 0 else left[player]


def _margins(game: Provision, player: int, left: Sequence[str]) -> Iterator[Fraction]:
    """Yield by how much a search of this player moves the asker's chance: the ends of it for each number of other searchers.

    Among m others with mean M it moves it by (p - M) / (m + 1), which is smallest against the best of them and largest against
    the worst.
    """
    others = [other for other in range(game.players) if other != player]
    surely = [game.right[other] for other in others if left[other] == SEARCH]
    perhaps = sorted(game.right[other] for other in others if len(left[other]) > 1)
    if not surely:
        yield game.right[player] - game.guess
    for ordered in (perhaps, perhaps[::-1]):
        for more, total in enumerate(accumulate(ordered, initial=sum(surely, Fraction(0)))):
            if m := len(surely) + more:
                yield (game.right[player] - total / m) / (m + 1)


def reasons(game: Provision) -> list[str]:
    """Return why these are the equilibria, a sentence each. Players are numbered from 1."""
    best, found, cost = best_searcher(game), case(game), game.cost
    gain = f"adds {_sum(game.right[best], game.guess)} to the chance of guessing"
    if found == "nobody":
        return [f"No one searches: even the best search, player {best + 1}'s, {gain}, less than its cost {decimal(cost)}."]
    others = [_why(game, stand) for stand in stands(game) if stand.player != best]
    if found == "tie":
        return [f"It may be made or not: the best search, player {best + 1}'s, {gain}, exactly its cost.", *others]
    return [f"One player searches: the best search, player {best + 1}'s, {gain}, more than its cost {decimal(cost)}.", *others]


def _why(game: Provision, stand: Stand) -> str:
    """Return why a player without the best search may or may not be the one who searches."""
    name, own, cost = f"Player {stand.player + 1}", game.right[stand.player], game.cost
    gain, behind = _sum(own, game.guess), _sum(max(game.right), own)
    if not stand.pays:
        return f"{name} does not, alone: that adds {gain}, less than the cost {decimal(cost)}."
    if not stand.is_left_alone:
        return f"{name} does not, alone: the best, better by {behind}, more than twice the cost, would be made as well."
    return f"{name} may be the one instead: that adds {gain}, and the best is better by {behind}, no more than twice the cost."


def _sum(one: Fraction, other: Fraction) -> str:
    return f"{decimal(one)} - {decimal(other)} = {decimal(one - other)}"


def decimal(number: Fraction) -> str:
    """Return a number for people, with up to four places; one with more is rounded, and says so: ~0.3333."""
    is_exact = (number * 10_000).denominator == 1
    return f"{float(number):.4f}".rstrip("0").rstrip(".") if is_exact else f"~{float(number):.4f}"
