"""The public games judged again: the public pipeline's verdict on each claim, and what really happened.

    python -m benchmarks.reanalysis [LOGS]

LOGS: a folder of logs of QUACK, each with its `tier3_extraction_cache.jsonl` beside it. Every claim in those files is judged in
both modes. Prints the tables of docs/claims.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from benchmarks.logs import CLAIMS, LOGS
from woozle.core.statistics.resampling import Estimate, Share, pooled_difference, pooled_share
from woozle.games.ship.claims.audit import Audit, audit
from woozle.games.ship.claims.published import Written, distinct, parse_claims
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.tally import Tally
from woozle.games.ship.quack.log import parse_log
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.tui.log_import import condition_of, logs_in

MODES = ("compatible", "observed")


def judged(path: Path) -> dict[str, Audit]:
    """Return the audits of a game in both modes, from the same claims."""
    record = play_again(parse_log(path.read_bytes(), "game.jsonl")).referee.record
    file = path.parent / CLAIMS
    written = Written(parse_claims(file.read_bytes(), file.name) if file.exists() else {})

    def known(statement):
        claims = written.claims(statement, audits["map"])
        return None if claims is None else distinct(claims)

    audits = {"map": next(event.config.map.rooms for event, _ in record if hasattr(event, "config"))}
    return {mode: audit(record, mode=mode, is_imported=True, known=known) for mode in MODES}


def crossed(games: list[dict[str, Audit]]) -> dict[str, Counter[tuple[str, str]]]:
    """Return how often each verdict of one mode coincides with each of the other, by type of claim."""
    found: dict[str, Counter[tuple[str, str]]] = {}
    for game in games:
        for old, new in zip(game["compatible"].checked, game["observed"].checked, strict=True):
            found.setdefault(old.claim.type, Counter())[old.verdict.outcome, new.verdict.outcome] += 1
    return found


def shares(games: list[dict[str, Audit]], mode: str, team: str, figure: str) -> list[Share]:
    """Return a figure of a team in each game."""
    found = []
    for game in games:
        tally = Tally()
        for seat, each in game[mode].tallies.items():
            if game[mode].timeline.teams[seat] == team:
                tally.add(each)
        found.append(getattr(tally, figure))
    return found


def cell(estimate: Estimate) -> str:
    value, low, high, _ = estimate
    if value is None:
        return "-"
    return f"{value:.3f}" if low is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


def print_crossed(games: list[dict[str, Audit]]) -> None:
    print("| type | compatible | observed | claims |\n|---|---|---|---|")
    for kind, counts in sorted(crossed(games).items()):
        for (old, new), number in sorted(counts.items(), key=lambda each: (each[0][0], -each[1])):
            print(f"| {kind} | {old} | {new} | {number} |")


def print_figures(games: list[dict[str, Audit]]) -> None:
    print("| figure | team | compatible | observed | difference, in pairs | games |\n|---|---|---|---|---|---|")
    for figure in ("true", "misplaced", "accused", "grounded"):
        for team in ("goose", "duck"):
            old, new = (shares(games, mode, team, figure) for mode in MODES)
            change = pooled_difference(dict(enumerate(new)), dict(enumerate(old)))
            before, after = pooled_share(old), pooled_share(new)
            print(f"| {figure} | {team} | {cell(before)} | {cell(after)} | {cell(change)} | {after.n} |")
    for figure in ("uncertain", "contradicted", "mistaken", "unsupported"):
        for team in ("goose", "duck"):
            new = shares(games, "observed", team, figure)
            print(f"| {figure} | {team} | - | {cell(pooled_share(new))} | - | {pooled_share(new).n} |")


def print_conditions(conditions: dict[str, list[dict[str, Audit]]]) -> None:
    heads = ("condition", "games", "speeches not read", "geese: misplaced, compatible", "observed", "ducks: contradicted")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for name, games in sorted(conditions.items()):
        unread = pooled_share([*shares(games, "observed", "goose", "unread"), *shares(games, "observed", "duck", "unread")])
        old, new = (cell(pooled_share(shares(games, mode, "goose", "misplaced"))) for mode in MODES)
        contradicted = cell(pooled_share(shares(games, "observed", "duck", "contradicted")))
        print(f"| {name} | {len(games)} | {unread.value or 0:.0%} | {old} | {new} | {contradicted} |")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else LOGS
    if not folder.exists():
        sys.exit(f"There is no folder {folder}; name one with logs of QUACK.")
    conditions: dict[str, list[dict[str, Audit]]] = {}
    for path in logs_in(folder):
        conditions.setdefault(condition_of(path), []).append(judged(path))
    games = [game for each in conditions.values() for game in each]
    claims: list[Checked] = [each for game in games for each in game["observed"].checked]
    print(f"{len(games)} games, {len(claims)} claims\n")
    print_figures(games)
    print()
    print_conditions(conditions)
    print()
    print_crossed(games)


if __name__ == "__main__":
    main()
