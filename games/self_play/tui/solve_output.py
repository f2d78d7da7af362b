"""Output of `woozle solve`: payoffs, equilibria, and a map of who searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.games.self_play.papers.conditions import (
    best_searcher,
    case,
    decimal,
    eliminate_dominated,
    equilibria,
    is_far_ahead,
    is_settled,
    reasons,
    stands,
)
from woozle.games.self_play.papers.provision import GUESS, SEARCH, Payoffs, Profile, Provision, all_payoffs, brute_force, profiles

if TYPE_CHECKING:
    from rich.text import Text

    from woozle.games.self_play.papers.sweep import Check

_WIDTH = 80
_LISTED = 4  # players, of whom every profile is listed: 16 lines
_STRICT, _WEAK = "*", "(*)"


def game_json(game: Provision) -> dict[str, Any]:
    """Return the solution of a game as JSON. Numbers are rounded to floats; comparisons are exact."""
    table = all_payoffs(game)
    found, left = brute_force(table), eliminate_dominated(game)
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
    """Yield the solution of a game as text, at most 80 cells wide."""
    for line in _lines(game):
        yield from wrap(line, _WIDTH, subsequent_indent="  ") if len(line) > _WIDTH else [line]


def _lines(game: Provision) -> Iterator[str]:
    table = all_payoffs(game)
    marks = dict.fromkeys(brute_force(table), _WEAK) | dict.fromkeys(brute_force(table, strict=True), _STRICT)
    who = "who searches pays" if game.charged == "searcher" else "everybody pays for each search"
    yield f"The information-provision game of {game.players} players; a search costs {decimal(game.cost)}, and {who}."
    yield f"A: search, then ANSWER. G: guess, then HEDGE. With no search the asker is right {decimal(game.guess)} of the time."
    yield ""
    yield from _matrix(table, marks) if game.players == 2 else _list(game, table, marks)
    yield f"{_STRICT} an equilibrium{f'; {_WEAK} one that a player loses nothing by leaving' if _WEAK in marks.values() else ''}"
    yield ""
    yield f"{_count_line(tuple(marks))} The conditions say {'the same' if tuple(marks) == equilibria(game) else 'something else'}."
    yield from reasons(game)
    yield ""
    yield from _theorem(game) if game.players == 2 else _conditions(game)
    yield _dominance(game)


def _count_line(found: tuple[Profile, ...]) -> str:
    if len(found) == 1:
        return f"One equilibrium: {found[0]}."
    return f"{len(found)} equilibria: {join_names(found)}."


def _matrix(table: Mapping[Profile, Payoffs], marks: Mapping[Profile, str]) -> Iterator[str]:
    """Yield the payoffs of players 1 and 2 (table 1 of the paper)."""
    yield f"{'':<14}{'player 2: A':<24}player 2: G"
    for mine in (SEARCH, GUESS):
        cells = [
            f"{', '.join(map(decimal, table[mine + theirs].each))} {marks.get(mine + theirs, '')}" for theirs in (SEARCH, GUESS)
        ]
        yield f"player 1: {mine:<4}{cells[0]:<24}{cells[1]}".rstrip()


def _list(game: Provision, table: Mapping[Profile, Payoffs], marks: Mapping[Profile, str]) -> Iterator[str]:
    """Yield a line for each profile: all who search have the same payoff, and so have all who guess."""
    yield f"{'':<14}{'asker right':<14}{'paid: who searches':<20}who guesses"
    shown = [profile for profile in profiles(game.players) if game.players <= _LISTED or profile.count(SEARCH) < 2]
    for profile in shown:
        paid = [_payoff(table[profile], action) for action in (SEARCH, GUESS)]
        yield f"{profile:<14}{decimal(table[profile].right):<14}{paid[0]:<20}{paid[1]:<12}{marks.get(profile, '')}".rstrip()
    if len(shown) < len(table):
        yield f"{len(table) - len(shown):,} more, in which several search, are with --json; none is an equilibrium."


def _payoff(payoffs: Payoffs, action: str) -> str:
    """Return the payoff of each player who takes this action."""
    return next((decimal(pay) for pay, did in zip(payoffs.each, payoffs.profile, strict=True) if did == action), "-")


def _theorem(game: Provision) -> Iterator[str]:
    best = best_searcher(game)
    (other,) = (stand for stand in stands(game) if stand.player != best)
    own, top = decimal(game.right[other.player]), decimal(game.right[best])
    yield f"Theorem 4.1 (p1 is the better search, player {best + 1}'s); either rules the other out:"
    gain = f"{own} - {decimal(game.guess)} = {decimal(other.gain)}, c = {decimal(game.cost)}"
    yield f"  p2 - q < c     {gain}: {_holds(not other.pays)}"
    gap = f"{top} - {own} = {decimal(other.behind)}, 2c = {decimal(2 * game.cost)}"
    yield f"  p1 - p2 > 2c   {gap}: {_holds(not other.is_left_alone)}"


def _holds(is_so: bool) -> str:
    return "holds" if is_so else "does not hold"


def _conditions(game: Provision) -> Iterator[str]:
    """Yield the conditions of each player: searching alone is an equilibrium if it pays and no other player joins."""
    yield f"{'player':<8}{'p':<9}{'p - q':<10}{'pays (>= c)':<13}{'p* - p':<10}{'no one joins (<= 2c)':<22}left"
    for stand, left in zip(stands(game), eliminate_dominated(game), strict=True):
        pays, quiet = ("yes" if flag else "no" for flag in (stand.pays, stand.is_left_alone))
        numbers = f"{decimal(game.right[stand.player]):<9}{decimal(stand.gain):<10}{pays:<13}{decimal(stand.behind):<10}"
        yield f"{stand.player + 1:<8}{numbers}{quiet:<22}{left}"
    yield "left: what is not strictly dominated, also when others' dominated choices are taken away."


def _dominance(game: Provision) -> str:
    """Return whether dominance alone settles the game, as a sentence."""
    left = eliminate_dominated(game)
    if any(len(each) > 1 for each in left):
        return "Dominance does not settle it: what is best hangs on what the others are expected to do."
    ahead = is_far_ahead(game)
    much = f"p* is ahead by more than {count(game.players, 'time', 'times')} the cost, as the paper's proof has it"
    return f"Dominance alone leads to {''.join(left)}{f': {much}' if ahead else ''}."


def check_lines(found: Check, players: int) -> Iterator[str]:
    """Yield the comparison of brute force with the conditions."""
    yield f"{found.games:,} random games of {players} players, {found.ties:,} of them with an equilibrium that is a tie."
    if found.apart:
        rows = join_names([f"{row + 1:,}" for row in found.apart[:5]])
        yield f"Brute force and the conditions differ on {count(len(found.apart), 'game')}, the first of them number {rows}."
    else:
        yield "Brute force and the conditions agree on all of them."


_ACROSS, _UP = 60, 20  # steps from 0 to 1, so that all is 68 cells wide
_EDGE = "|"
_FIRST, _SECOND, _EITHER, _NOBODY, _HERE = "1", "2", "b", ".", "X"
_LEGEND = {
    _FIRST: ("player 1 alone", "black on green"),
    _SECOND: ("player 2 alone", "black on cyan"),
    _EITHER: ("either alone", "black on yellow"),
    _NOBODY: ("no one", "bright_black"),
    _HERE: ("this game", "white on red"),
}
"""What each sign of the map means, and its colours."""


def regions(game: Provision) -> Iterator[str]:
    """Yield a map of who searches in a game of two (figure 6 of the paper), as plain text of up to 80 cells a line."""
    guess, cost = decimal(game.guess), decimal(game.cost)
    yield f"Who searches in equilibrium, by p1 and p2 (mean q {guess}, cost {cost}):"
    column, row = (round(float(chance) * steps) for chance, steps in zip(game.right, (_ACROSS, _UP), strict=True))
    for up in range(_UP, -1, -1):
        cells = [_HERE if (across, up) == (column, row) else _region(game, across, up) for across in range(_ACROSS + 1)]
        mark = decimal(Fraction(up, _UP)) if up % (_UP // 4) == 0 else ""
        yield f"{'p2' if up == _UP else '':<3}{mark:>5} {_EDGE}{''.join(cells)}"
    yield " " * 9 + "+" + "-" * (_ACROSS + 1)
    yield " " * 10 + "".join(f"{each:<15}" for each in ("0", "0.25", "0.5", "0.75")) + "1  p1"
    yield "   ".join(f"{cell} {meaning}" for cell, (meaning, _) in _LEGEND.items())


def _region(game: Provision, across: int, up: int) -> str:
    """Return who searches there; on the edge of a region also who may search without having to."""
    there = Provision((Fraction(across, _ACROSS), Fraction(up, _UP)), game.guessed, game.cost, game.charged)
    found = equilibria(there)
    if "AG" in found:
        return _EITHER if "GA" in found else _FIRST
    return _SECOND if "GA" in found else _NOBODY


def print_regions(game: Provision, file: TextIO) -> None:
    """Print the map: in colours on a terminal that has them, else as plain characters (NO_COLOR, a pipe)."""
    from rich.console import Console

    console = Console(file=file, highlight=False, soft_wrap=True)
    for line in regions(game):
        console.print(_colour(line))


def _colour(line: str) -> Text:
    from rich.text import Text

    margin, edge, cells = line.partition(_EDGE)
    return Text(margin + edge).append_text(Text.assemble(*(("".join(run), _LEGEND[cell][1]) for cell, run in groupby(cells))))
