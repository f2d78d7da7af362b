"""What `woozle audit` prints: for programs, and for people as lines or as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from woozle.arena.views.audits import BY_GRAMMAR
from woozle.arena.views.claims import claim_words
from woozle.arena.views.words import count
from woozle.core.games.ship.claims.behaviour import Behaviour
from woozle.core.games.ship.claims.comparison import Audited, Difference, Group, differences, groups
from woozle.core.games.ship.claims.extraction import VERSION as GRAMMAR
from woozle.core.games.ship.claims.observed import VERSION as VERIFIER
from woozle.core.games.ship.claims.schema import Checked, Verdict
from woozle.core.games.ship.claims.tally import Tally
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line

_NOBODY = "timeout"  # who won, for the tier 1 of a match without an end

HEADS = {
    "unread": "speeches not read",
    "uncertain": "claims not fully understood",
    "unverifiable": "claims that cannot be verified",
    "true": "true claims",
    "misplaced": "false claims of who was where",
    "lies": "lies",
    "mistaken": "mistakes in good faith",
    "unsupported": "claims without grounds",
    "accused": "accusations that hit a duck",
    "grounded": "accusations with grounds",
    "defended": "defenses of a goose",
    "caught": "liars that a goose voted for",
    "votes": "votes that hit a duck",
    "skips": "votes that skip",
    "efficiency": "turns spent on tasks",
    "kills": "chances to kill that were taken",
    "own_reports": "kills reported by the killer",
    "latency": "ticks to report a body",
    "rooms": "rooms visited",
    "away": "ticks away from a kill",
}
"""What each figure is called in tables."""

_BY_GRAMMAR = HEADS | {
    "lies": f"contradicted ({BY_GRAMMAR})",
    "caught": "contradicted and voted for by a goose",
}
"""The same of claims that the grammar read: none of these is called a lie, for how often that would be right is not known."""

_TITLE = 40  # cells before a figure


# For programs


def audit_json(games: Sequence[tuple[Path, Audited]], mode: str, reader: str) -> dict[str, Any]:
    """All that was found. reader: who read the claims: `grammar`, `file`, or the name of a model."""
    audits = [game for _, game in games]
    return {
        "mode": mode,
        "reader": {"name": reader, "version": GRAMMAR if reader == "grammar" else None},
        "verifier": {"version": VERIFIER if mode == "observed" else None},
        "games": [_game(path, game) for path, game in games],
        "groups": [_group(group) for group in groups(audits)],
        "differences": [_difference(difference) for difference in differences(audits)],
    }


def _game(path: Path, game: Audited) -> dict[str, Any]:
    audit = game.audit
    teams = audit.timeline.teams
    return {
        "path": str(path),
        "condition": game.condition,
        "players": {seat: {"player": name, "team": teams.get(seat, "")} for seat, name in game.players.items()},
        "tier1": audit.tier1.to_json(),
        "tier2": audit.published.tier2.to_json() if audit.published else _by_seat(audit.behaviours),
        "tier3": audit.published.tier3.to_json() if audit.published else _by_seat(audit.tallies),
        "claims": [_claim(each) for each in audit.checked],
    }


def _by_seat(each: Mapping[str, Tally] | Mapping[str, Behaviour]) -> dict[str, dict[str, Any]]:
    """Figures by seat. A share is how many of how many, and its rate, null where there is nothing to be a share of."""
    return {seat: {name: _value(value) for name, value in asdict(figures).items()} for seat, figures in each.items()}


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return value
    part, whole = value
    return {"part": part, "whole": whole, "rate": part / whole if whole else None}


def _claim(each: Checked) -> dict[str, Any]:
    statement, claim, verdict = each.statement, each.claim, each.verdict
    return {
        "meeting": statement.meeting,
        "tick": statement.tick,
        "round": statement.round,
        "speaker": statement.speaker,
        "type": claim.type,
        "subject": claim.subject,
        "target": claim.target or None,
        "room": claim.room or None,
        "route": list(claim.route) or None,
        "activity": claim.activity or None,
        "victim": claim.victim or None,
        "way": claim.way or None,
        "number": claim.number,
        "strength": claim.strength or None,
        "basis": claim.basis or None,
        "when": claim.when or None,
        "negated": claim.is_negated,
        "hedged": claim.is_hedged,
        "doubt": claim.doubt or None,
        "span": claim.span,
        "text": statement.text[slice(*claim.span)] if claim.span else None,
        "window": {"first": verdict.window.first, "last": verdict.window.last, "source": verdict.window.source},
        "verdict": verdict.outcome,
        "standing": verdict.standing or None,
        "grounded": verdict.is_grounded,
        "reasons": [verdict.reason],
        "evidence": list(verdict.evidence),
    }


def _group(group: Group) -> dict[str, Any]:
    figures = {
        name: {"pooled": figure.pooled._asdict(), "mean": figure.mean._asdict()}
        for name, figure in group.figures.items()
        if figure.pooled.n
    }
    return {"by": group.by, "name": group.name, "games": group.n, "figures": figures}


def _difference(difference: Difference) -> dict[str, Any]:
    return {**asdict(difference), "pooled": difference.pooled._asdict()}


# For people


def game_lines(path: Path, game: Audited) -> Iterator[str]:
    """One match: what was said, claim by claim, with what was found."""
    audit = game.audit
    winner = audit.tier1.winner
    end = f"{'nobody has' if winner == _NOBODY else winner} won at tick {audit.tier1.game_duration_ticks}"
    yield f"{visible_line(str(path))}: {visible_line(game.condition)}, {end}"
    missing = sum(each.claims is None for each in audit.extractions)
    found = Counter(_outcome(each.verdict) for each in audit.checked)
    told = ", ".join(f"{number} {outcome.replace('_', ' ')}" for outcome, number in found.most_common())
    claims = f"{count(len(audit.checked), 'claim')} in {count(len(audit.extractions), 'speech', 'speeches')}"
    yield f"  {claims}: {told}" if told else f"  {claims}"
    if missing:
        yield f"  {count(missing, 'speech', 'speeches')} without claims from the file: missing, not empty"
    meeting = -1
    for each in audit.checked:
        if each.statement.meeting != meeting:
            meeting = each.statement.meeting
            yield f"  meeting {meeting + 1}, tick {each.statement.tick}"
        verdict = _outcome(each.verdict).replace("_", " ") + _stood(each.verdict, is_by_grammar=audit.is_by_grammar)
        claim = f"{each.statement.speaker}: {claim_words(each.claim)}"
        yield f"    {visible_line(claim)}: {verdict}. {visible_line(each.verdict.reason)}"


def _outcome(verdict: Verdict) -> str:
    """The outcome; of what was not fully understood, that."""
    return "uncertain" if verdict.standing == "uncertain" else verdict.outcome


def _stood(verdict: Verdict, *, is_by_grammar: bool) -> str:
    """How the speaker stood to it, as the end of a phrase."""
    if verdict.standing in ("", "uncertain"):
        return ""
    if verdict.standing == "lie" and is_by_grammar:
        return f", contradicted ({BY_GRAMMAR})"
    return f" ({verdict.standing})"


def reader_line(reader: str) -> str:
    """Who read the claims, who judged them, and what is not known of that."""
    if reader == "grammar":
        who = f"the grammar (version {GRAMMAR})"
        what = "“Contradicted” is its reading, and no proof of a lie"
    else:
        who = "somebody else, as the file of claims has them" if reader == "file" else reader
        what = "A “lie” is what its speaker's own turns and sights contradict"
    return (
        f"Claims were read by {visible_line(who)} and judged by version {VERIFIER} of the verifier. {what}; "
        "how often these verdicts are right on real speech has not been measured."
    )


def table_lines(games: Sequence[Audited]) -> Iterator[str]:
    """The groups that differ, a block each: every figure over all its matches together, and as a mean over matches."""
    heads = _BY_GRAMMAR if any(game.audit.is_by_grammar for game in games) else HEADS
    shown: set[str] = set()
    for group in groups(games):
        if repr(group.figures) in shown:
            continue
        shown.add(repr(group.figures))
        yield f"{group.by}: {visible_line(group.name)}, {count(group.n, 'game')}" if group.by != "all" else count(group.n, "game")
        yield f"  {'':<{_TITLE}}{'pooled':>8}  {'95 % interval':<17}{'mean':>8}  {'95 % interval':<17}{'games':>5}"
        for name, title in heads.items():
            figure = group.figures[name]
            if figure.pooled.n:
                yield f"  {title:<{_TITLE}}{_cells(figure.pooled)}{_cells(figure.mean)}{figure.pooled.n:>5}"
        yield ""
    found = differences(games)
    if found:
        yield "Geese, in conditions that played the same deals: pooled difference of the first from the second"
    for each in found:
        if each.pooled.low is not None and each.pooled.high is not None and not each.pooled.low <= 0 <= each.pooled.high:
            title = heads[each.figure]
            pair = f"{visible_line(each.one)} · {visible_line(each.other)}"
            yield f"  {title:<{_TITLE}}{_cells(each.pooled)}{each.pooled.n:>5}  {pair}"
    if found:
        yield "  (only those whose interval leaves out zero)"


def _cells(estimate: Estimate) -> str:
    value, low, high, _ = estimate
    figure = "-" if value is None else f"{value:.3f}"
    interval = "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"
    return f"{figure:>8}  {interval:<17}"
