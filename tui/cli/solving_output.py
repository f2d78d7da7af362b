"""What `woozle solve` prints: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from woozle.arena.views.words import count
from woozle.core.games.self_play.conditions import (
    best_searcher,
    case,
    equilibria,
    is_far_ahead,
    is_settled,
    reasons,
    stands,
    undominated,
    written,
)
from woozle.core.games.self_play.provision import GUESS, SEARCH, Payoffs, Profile, Provision, all_payoffs, brute_force, profiles
from woozle.core.naming import listed

if TYPE_CHECKING:
    from woozle.core.games.self_play.sweep import Check

_WIDTH = 80
_LISTED = 4  # players, of whom every profile is listed: 16 lines
_STRICT, _WEAK = "*", "(*)"


def game_json(game: Provision) -> dict[str, Any]:
    """All that can be said of a game. Numbers are rounded to floats; what is compared is exact."""
    table = all_payoffs(game)
    found, left = brute_force(table), undominated(game)
    return {
        "p": _floats(game.right),
        "q": _floats(game.guessed),
        "cost": float(game.cost),
        "charged": game.charged,
        "qbar": float(game.guess),
        "payoffs": {profile: _floats(each.each) for profile, each in table.items()},
        "equilibria": list(found),
        "strict": list(brute_force(table, strict=True)),
        "by_conditions": list(equilibria(game)),
        "unique": len(found) == 1,
        "unique_condition": is_settled(game),
        "case": case(game),
        "reasons": reasons(game),
        "players": [
            {
                "gain": float(stand.gain),
                "behind": float(stand.behind),
                "pays": stand.pays,
                "is_left_alone": stand.is_left_alone,
                "undominated": left[stand.player],
            }
            for stand in stands(game)
        ],
        "paper_condition": is_far_ahead(game),
    }


def _floats(numbers: tuple[Fraction, ...]) -> list[float]:
    return [float(number) for number in numbers]


def game_lines(game: Provision) -> Iterator[str]:
    """The same for people, at most 80 cells wide."""
    for line in _lines(game):
        yield from wrap(line, _WIDTH, subsequent_indent="  ") if len(line) > _WIDTH else [line]


def _lines(game: Provision) -> Iterator[str]:
    table = all_payoffs(game)
    marks = dict.fromkeys(brute_force(table), _WEAK) | dict.fromkeys(brute_force(table, strict=True), _STRICT)
    who = "who searches pays" if game.charged == "searcher" else "everybody pays for each search"
    yield f"The information-provision game of {game.players} players; a search costs {written(game.cost)}, and {who}."
    yield f"A: search, then ANSWER. G: guess, then HEDGE. With no search the asker is right {written(game.guess)} of the time."
    yield ""
    yield from _matrix(table, marks) if game.players == 2 else _list(game, table, marks)
    yield f"{_STRICT} an equilibrium{f'; {_WEAK} one that somebody loses nothing by leaving' if _WEAK in marks.values() else ''}"
    yield ""
    yield f"{_found(tuple(marks))} The conditions say {'the same' if tuple(marks) == equilibria(game) else 'something else'}."
    yield from reasons(game)
    yield ""
    yield from _theorem(game) if game.players == 2 else _conditions(game)
    yield _dominance(game)


def _found(found: tuple[Profile, ...]) -> str:
    if len(found) == 1:
        return f"One equilibrium: {found[0]}."
    return f"{len(found)} equilibria: {listed(found)}."


def _matrix(table: Mapping[Profile, Payoffs], marks: Mapping[Profile, str]) -> Iterator[str]:
    """Table 1: what player 1 and player 2 are paid."""
    yield f"{'':<14}{'player 2: A':<24}player 2: G"
    for mine in (SEARCH, GUESS):
        cells = [
            f"{', '.join(map(written, table[mine + theirs].each))} {marks.get(mine + theirs, '')}" for theirs in (SEARCH, GUESS)
        ]
        yield f"player 1: {mine:<4}{cells[0]:<24}{cells[1]}".rstrip()


def _list(game: Provision, table: Mapping[Profile, Payoffs], marks: Mapping[Profile, str]) -> Iterator[str]:
    """A line a profile: all who search are paid the same, and so are all who guess."""
    yield f"{'':<14}{'asker right':<14}{'paid: who searches':<20}who guesses"
    shown = [profile for profile in profiles(game.players) if game.players <= _LISTED or profile.count(SEARCH) < 2]
    for profile in shown:
        paid = [_paid(table[profile], action) for action in (SEARCH, GUESS)]
        yield f"{profile:<14}{written(table[profile].right):<14}{paid[0]:<20}{paid[1]:<12}{marks.get(profile, '')}".rstrip()
    if len(shown) < len(table):
        yield f"{len(table) - len(shown):,} more, in which several search, are with --json; none is an equilibrium."


def _paid(payoffs: Payoffs, action: str) -> str:
    """What each of those who do that is paid."""
    return next((written(pay) for pay, did in zip(payoffs.each, payoffs.profile, strict=True) if did == action), "-")


def _theorem(game: Provision) -> Iterator[str]:
    best = best_searcher(game)
    (other,) = (stand for stand in stands(game) if stand.player != best)
    own, top = written(game.right[other.player]), written(game.right[best])
    yield f"Theorem 4.1 (p1 is the better search, player {best + 1}'s); either rules the other out:"
    gain = f"{own} - {written(game.guess)} = {written(other.gain)}, c = {written(game.cost)}"
    yield f"  p2 - q < c     {gain}: {_holds(not other.pays)}"
    gap = f"{top} - {own} = {written(other.behind)}, 2c = {written(2 * game.cost)}"
    yield f"  p1 - p2 > 2c   {gap}: {_holds(not other.is_left_alone)}"


def _holds(is_so: bool) -> str:
    return "holds" if is_so else "does not hold"


def _conditions(game: Provision) -> Iterator[str]:
    """How each player stands: searching alone is an equilibrium if it pays and nobody joins."""
    yield f"{'player':<8}{'p':<9}{'p - q':<10}{'pays (>= c)':<13}{'p* - p':<10}{'nobody joins (<= 2c)':<22}left"
    for stand, left in zip(stands(game), undominated(game), strict=True):
        pays, quiet = ("yes" if flag else "no" for flag in (stand.pays, stand.is_left_alone))
        numbers = f"{written(game.right[stand.player]):<9}{written(stand.gain):<10}{pays:<13}{written(stand.behind):<10}"
        yield f"{stand.player + 1:<8}{numbers}{quiet:<22}{left}"
    yield "left: what is not strictly dominated, also when others' dominated choices are taken away."


def _dominance(game: Provision) -> str:
    """Whether players get there without expecting anything of each other."""
    left = undominated(game)
    if any(len(each) > 1 for each in left):
        return "Dominance does not settle it: what is best hangs on what the others are expected to do."
    ahead = is_far_ahead(game)
    much = f"p* is ahead by more than {count(game.players, 'time', 'times')} the cost, as the paper's proof has it"
    return f"Dominance alone leads to {''.join(left)}{f': {much}' if ahead else ''}."


def check_lines(found: Check, players: int) -> Iterator[str]:
    """What came of comparing brute force and the conditions."""
    yield f"{found.games:,} random games of {players} players, {found.ties:,} of them with an equilibrium that is a tie."
    if found.apart:
        rows = listed([f"{row + 1:,}" for row in found.apart[:5]])
        yield f"Brute force and the conditions differ on {count(len(found.apart), 'game')}, the first of them number {rows}."
    else:
        yield "Brute force and the conditions agree on all of them."
